//! Systems that are sums over elements: residuals on a mesh, least squares over observations, or
//! energies over pairs of atoms.
//!
//! You write the function of one element. The attribute differentiates it, and this crate puts the
//! elements together: the pattern of the whole once, and its numbers in each call, eight elements
//! at a time and on several threads.
//!
//! ```text
//! #[jacobian(as = Bratu, batch)]       Elements                 System
//! fn bratu(u: &[f64; 3], ..) -> f64    columns and rows   -->   pattern       once
//!                                      of each element          jacobian_into in each iteration
//! ```
//!
//! ```
//! use jacobian_assembly::{Elements, System, Variable};
//! use jacobian_runtime::jacobian;
//!
//! /// u'' + c e^u = 0 at one of equidistant points.
//! #[jacobian(as = Bratu, batch, wrt(u))]
//! fn bratu(u: &[f64; 3], c: f64) -> f64 {
//!     u[0] - 2.0 * u[1] + u[2] + c * u[1].exp()
//! }
//!
//! // 100 unknowns, and zero on both ends.
//! let n = 100;
//! let mut elements = Elements::new();
//! for i in 0..n {
//!     let left = if i > 0 { Variable::Column(i - 1) } else { Variable::Fixed(0.0) };
//!     let right = if i + 1 < n { Variable::Column(i + 1) } else { Variable::Fixed(0.0) };
//!     elements.push([left, Variable::Column(i), right], [i], []);
//! }
//! let mut system = System::jacobian(n, n);
//! system.term(Bratu { c: 1e-4 }, elements)?;
//! let mut system = system.build()?;
//! assert_eq!(system.pattern().nnz(), 3 * n - 2);
//!
//! let (mut value, mut entries) = (vec![0.0; n], vec![0.0; system.pattern().nnz()]);
//! system.jacobian_into(&vec![0.0; n], &mut value, &mut entries)?;
//! assert_eq!((value[0], entries[0]), (1e-4, -2.0 + 1e-4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! * **Several kinds of elements** are several terms of one system. Where they meet, they add up.
//! * **Boundary values** are [`Variable::Fixed`], and rows that are not wanted [`Row::Dropped`].
//! * **Data of each element's own** are the parameters of `batch(per_point(..))`, in the order in
//!   which the function declares them.
//! * **Normal equations and Hessians** come from the options `normal` and `hessian`:
//!   [`System::normal`] and [`System::hessian`]. They hold lower triangles.
//! * **Threads** own parts of the system. Results are bitwise the same for any number of them.
//! * On one thread, functions in lanes allocate nothing in an evaluation.

mod elements;
mod error;
mod one_by_one;
mod owned;
mod pattern;
mod places;
mod quantity;
#[doc(hidden)]
pub mod recording;
mod shares;
mod system;
mod term;
mod unplaced;

// The examples of a page are tests of this crate.
#[cfg(doctest)]
#[doc = include_str!("../../docs/book/src/assembly.md")]
struct Page;

pub use elements::{Elements, Row, Variable};
pub use error::{AssemblyError, EvaluationError, Part};
pub use one_by_one::OneByOne;
pub use pattern::Pattern;
pub use quantity::{Element, Hessian, Jacobian, Normal, Quantity};
pub use system::{Builder, Handle, System};

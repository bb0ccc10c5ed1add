//! Value and sparse Jacobian of a numeric function, generated while it compiles.
//!
//! ```text
//! fn residual(x) -> r    #[jacobian]    residual_with_jacobian_into(x, &mut r, &mut entries)
//!     as you wrote it  ------------->   RESIDUAL_PATTERN: the positions of the entries, a constant
//! ```
//!
//! This is the one crate to add to your `Cargo.toml`: it re-exports the attribute
//! [`macro@jacobian`] and defines the types that generated code returns. A Jacobian is a static
//! [`SparsityPattern`] and an array of values in the order of its [`Layout`]; [`SparseJacobian`]
//! keeps the two together. [`Cost`] counts the operations of one call, [`Function`] lets a solver
//! accept any generated function, and [`Real`] is the scalar trait for generic functions.
//!
//! ```
//! # #[cfg(feature = "std")] {
//! use jacobian_runtime::{check_jacobian, jacobian};
//!
//! #[jacobian(as = Pendulum)]
//! fn pendulum(x: &[f64; 2]) -> [f64; 2] {
//!     [x[1], -9.81 * x[0].sin() - 0.1 * x[1]]
//! }
//!
//! let (value, jacobian) = pendulum_with_jacobian(&[0.0, 1.0]);
//! assert_eq!(value, [1.0, -0.1]);
//! assert_eq!(jacobian.to_dense(), [[0.0, 1.0], [-9.81, -0.1]]);
//! assert_eq!(jacobian.get(0, 0), None);
//! assert!(check_jacobian(&Pendulum, &[0.3, 0.5]).is_ok());
//! # }
//! ```
//!
//! # Features
//!
//! * `std` (default): the elementals (`sin`, `exp`, ...) of the standard library, and the
//!   self-check `check_jacobian`.
//! * `libm`: the same elementals without a standard library. If you enable both, `std` wins.
//! * `faer`, `sprs`: borrow pattern and entries as sparse matrices, without a copy.
//! * `nalgebra-sparse`, `clarabel`, `ndarray`: matrices of these crates; see [`convert`].
//! * `newton`: Newton's method and Levenberg-Marquardt over [`Function`], without allocation and
//!   also without `std`; `newton-sparse` with the factorizations of faer.
//! * `levenberg-marquardt`, `argmin`, `pounce`, `tiny-solver`, `diffsol`, `differential-equations`,
//!   `kryst`, `newton-faer`: any [`Function`] as a problem of these solvers.
//! * `batch` (default): SIMD by the crate pulp. It serves the option `batch` of the attribute (many
//!   points at once) and elementals that share a vector register under `value = fused`. Without it
//!   these elementals are computed one by one.
//! * `nalgebra`: fixed vectors and matrices of nalgebra 0.35 in attributed functions.
//! * `nalgebra-0-34`: the same of nalgebra 0.34, which levenberg-marquardt and argmin use. Both may
//!   be on.
//!
//! With neither `std` nor `libm` the types remain, and derivative code made of arithmetic alone
//! still builds. `f32` and `f64` are then [`Arithmetic`] but not [`Real`], because `core` has no
//! `sqrt`.
//!
//! # Versions for processors
//!
//! A build for all processors of x86-64 may use SSE2 alone, which has neither fma nor registers of
//! more than two numbers. With the option `dispatch`, each function that computes exists three
//! times: for AVX-512, for AVX2 with fma, and for the target of the build. When the program runs, a
//! call takes the first one that the processor can run.
//!
//! ```
//! # #[cfg(feature = "batch")] {
//! # use jacobian_runtime::jacobian;
//! #[jacobian(wrt(x), dispatch)]
//! fn swing(x: &[f64; 2], g: f64) -> [f64; 2] {
//!     [x[1], -g * x[0].sin() - x[1] * x[1]]
//! }
//!
//! let x = [0.5, 1.0];
//! let (value, _) = swing_with_jacobian(&x, 9.81);
//! assert_eq!(value, swing(&x, 9.81)); // bit for bit, whichever version ran
//! # }
//! ```
//!
//! Values are those of your function, bit for bit, in each version, if `value = exact`. Entries
//! differ in their last bits, because with fma `a * b + c` is rounded once. With `fma = never` they
//! are the same on all processors.
//!
//! The choice takes about a nanosecond a call, so it does not pay for functions of a few operations
//! (see the page on speed). The machine code is three times as long and takes longer to build.
//! On other processors than x86-64 there is one version. On x86-64 the option needs the feature
//! `batch` of the runtime, which asks the processor. Many points at once, the option `batch`,
//! are computed by the widest registers in any case.
//!
//! # Verification
//!
//! With the option `verify`, and where `cfg!(debug_assertions)` holds in your crate,
//! `f_update_into` and all functions that go through it (`f_with_jacobian_into`,
//! `f_with_jacobian`, `f_jacobian`, the gradients, the struct of `as`) call `f` again. Other
//! builds do not, and cost what they cost without the option.
//!
//! * At every call the value has to have the bits of that of `f`. A NaN agrees with any NaN. Both
//!   succeed, or both fail.
//! * At the first call the entries are compared with central differences of `f`, structural zeros
//!   too. An entry is wrong if it is off by more than 256 estimated errors of the difference plus
//!   2.4e-7 of the number (for `f32`: 0.55 %). The estimate contains the rounding of the value
//!   over the step, so a badly conditioned function may be off by more. Entries at a kink or a
//!   jump, and entries that are not finite, are not judged; nor are points around which `f` fails
//!   or panics. Then the next calls look again, up to the fourth.
//!
//! A disagreement is a panic with the name of the function, the entry, both numbers, and the
//! point in bits. `f` runs once more at each call, and about 50 times for each independent at a
//! call that compares entries. So code of `f` that counts, prints or draws random numbers is seen
//! to run again, and a panic of `f` beside the point prints its message. Optimized builds with
//! `debug-assertions` may report a difference in the last bit, where LLVM computes a library call
//! of constants in another way than at run time.
//!
//! Options whose code is not compared are refused beside it, such as `hessian` and `batch`:
//! verify by another attribute, `#[jacobian(verify, prefix = verified)]`. So is `value = fused`,
//! and functions that cannot be called again: methods that change `self`, outputs that are
//! variables as well, fields as variables, type parameters without `scalar(T = f64)`. It needs
//! the feature `std`.
//!
//! # Size
//!
//! A [`SparseJacobian`] is returned by value and takes `NNZ` scalars of stack, several times that
//! in unoptimized builds. From about 10,000 entries (80 kB of `f64`) on, call the generated `_into`
//! function with memory that you allocate, because spawned threads have only 2 MiB of stack by
//! default.

#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    test,
    allow(clippy::float_cmp, reason = "the tests here are about exact results")
)]

#[cfg(all(test, not(feature = "std")))]
extern crate std;

#[cfg(any(feature = "std", feature = "libm"))]
mod atan2_trig;
mod barriers;
#[cfg(feature = "batch")]
pub mod batch;
mod blocks;
#[cfg(feature = "std")]
mod check;
pub mod convert;
mod cost;
mod dereference;
mod digamma;
mod f64x2;
#[cfg(any(feature = "std", feature = "libm"))]
mod float;
mod fma;
mod from_values;
mod function;
mod jacobian;
mod jacobian_of_rule;
mod linear;
pub mod loss;
mod nalgebra_matrices;
#[cfg(all(feature = "newton", any(feature = "std", feature = "libm")))]
pub mod newton;
mod pattern;
mod products;
#[doc(hidden)]
pub mod quotients;
mod real;
mod rustc_checks;
#[cfg(all(not(feature = "batch"), any(feature = "std", feature = "libm")))]
#[doc(hidden)]
pub mod scalar_math;
mod selection;
#[cfg(any(
    feature = "argmin",
    feature = "differential-equations",
    feature = "diffsol",
    feature = "kryst",
    feature = "levenberg-marquardt",
    feature = "newton-faer",
    feature = "pounce",
    feature = "tiny-solver"
))]
pub mod solvers;
mod spy;
mod stores;
mod symmetric;
mod versions;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

pub use blocks::Block;
#[cfg(feature = "std")]
pub use check::{Hint, Mismatch, Report, check_jacobian};
pub use cost::{Cost, LoopCost};
pub use function::Function;
pub use jacobian::SparseJacobian;
#[doc(hidden)]
pub use jacobian_macro::__with;
pub use jacobian_macro::jacobian;
pub use pattern::{Layout, SparsityPattern};
pub use real::{Arithmetic, Real};
pub use symmetric::SymmetricPattern;

// The examples of the README and of the book are tests of this crate.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../../docs/book/src/start.md")]
struct Start;

#[cfg(doctest)]
#[doc = include_str!("../../docs/book/src/how-it-works.md")]
struct Stages;

#[cfg(doctest)]
#[doc = include_str!("../../docs/book/src/choosing-an-order.md")]
struct Orders;

#[cfg(doctest)]
#[doc = include_str!("../../docs/book/src/control-flow.md")]
struct ControlFlow;

#[cfg(doctest)]
#[doc = include_str!("../../docs/book/src/numerics.md")]
struct Numerics;

#[cfg(doctest)]
#[doc = include_str!("../../docs/book/src/second-order.md")]
struct SecondOrder;

#[cfg(all(doctest, feature = "batch"))]
#[doc = include_str!("../../docs/book/src/batch.md")]
struct ManyPoints;

#[cfg(all(
    doctest,
    feature = "argmin",
    feature = "clarabel",
    feature = "diffsol",
    feature = "differential-equations",
    feature = "kryst",
    feature = "levenberg-marquardt",
    feature = "nalgebra-sparse",
    feature = "newton-sparse",
    feature = "pounce"
))]
#[doc = include_str!("../../docs/book/src/solvers.md")]
struct Solvers;

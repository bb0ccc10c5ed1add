//! Systems of [`jacobian_assembly`] on many machines: PETSc solves them, and each rank assembles
//! its own elements.
//!
//! ```text
//! #[jacobian] of one element        Numbering             Nonlinear
//!      Elements, System       -->   owned and ghosts -->  SNES: residual, Jacobian
//!      of this rank                 in local numbers      -snes_monitor, -pc_type, ..
//! ```
//!
//! * **Ranks** own a range of the unknowns each. [`Numbering`] gives local numbers to these and to
//!   the unknowns of other ranks that elements use.
//! * **The Jacobian** goes to PETSc by the places that the assembly knows
//!   (`MatSetPreallocationCOO` once, `MatSetValuesCOO` in each step).
//! * **Options** are those of PETSc, from the command line: `-snes_monitor`, `-pc_type gamg`,
//!   `-snes_test_jacobian`, `-log_view` and many more.
//! * **Errors** of PETSc are values. A NaN in an element is an error that names the element.
//!
//! Where PETSc is on the machine, `examples/bratu.rs` shows all of it:
//!
//! ```console
//! $ apt-get install petsc-dev libopenmpi-dev openmpi-bin
//! $ cargo build --release --example bratu
//! $ mpirun -n 2 target/release/examples/bratu --n 200 -snes_monitor
//! ```

mod error;
mod local;
mod nonlinear;
mod numbering;
mod session;
mod sys;
mod vector;

// The example of a page is a test of this crate.
#[cfg(doctest)]
#[doc = include_str!("../../docs/book/src/scale.md")]
struct Page;

pub use error::PetscError;
pub use nonlinear::{Converged, Nonlinear};
pub use numbering::Numbering;
pub use session::{Petsc, Ranks};

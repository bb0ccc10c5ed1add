//! Problems of solver crates, made of any [`Function`](crate::Function): one file and one feature
//! for each crate.
//!
//! ```text
//! #[jacobian(as = Residual)]    levenberg_marquardt::Problem::new(Residual { .. }, &start)
//! fn residual(x, k) -> r        argmin::LeastSquares::new(Residual { .. }), argmin::Objective
//!                               diffsol::Equations::new(|t| Rhs { t, .. }, &y0)
//!                               differential_equations::Equations::new(|t| Rhs { t, .. })
//!                               pounce::Problem::new(Program { .. }, &start)
//!                               kryst::Linearized::at(Residual { .. }, &x, &mut value)
//!                               newton_faer::System::new(Residual { .. })
//!                               tiny_solver::Factor::new(Residual { .. })
//! ```
//!
//! Each is a type of ours around your function, because Rust lets only the owner of a trait or of a
//! type write an implementation. Parameters and data are fields of the struct that `as = Residual`
//! generates. Where the solver gives a time, a closure makes the struct, which costs nothing.

#[cfg(feature = "argmin")]
pub mod argmin;
#[cfg(feature = "differential-equations")]
pub mod differential_equations;
#[cfg(feature = "diffsol")]
pub mod diffsol;
#[cfg(feature = "kryst")]
pub mod kryst;
#[cfg(feature = "levenberg-marquardt")]
pub mod levenberg_marquardt;
#[cfg(feature = "newton-faer")]
pub mod newton_faer;
#[cfg(feature = "pounce")]
pub mod pounce;
#[cfg(feature = "tiny-solver")]
pub mod tiny_solver;

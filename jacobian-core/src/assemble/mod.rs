//! Loops over elements, for the option `assemble`: from a residual that is written as a loop to the
//! functions of its elements, and to the code that records which unknowns and rows each has.
//!
//! ```text
//! for i in 1..n - 1 {                     fn term(x: &[f64; 3], p: f64) -> [f64; 1] {
//!     r[i] = u[i - 1] - 2.0 * u[i]            [x[0] - 2.0 * x[1] + x[2] + p * x[1].exp()]
//!         + u[i + 1] + h * u[i].exp();    }
//! }                                       for i in 1..n - 1 {
//!                                             elements.push([i - 1, i, i + 1], [i], []);
//!                                         }
//! ```
//!
//! The loops, their conditions and all that depends on no unknown are kept, and run once when the
//! system is built. What depends on unknowns between two turns of the control flow, with
//! the rows that are written there, is the function of one kind of element.
//!
//! * `parameters` reads the signature: lists of unknowns, lists of rows, all else.
//! * `names` knows what a name means at a place.
//! * `state` is what the walk knows, and where rows become terms.
//! * `walk` goes through the statements, and writes the recording code; `declared` reads local
//!   variables, `rows` assignments, `leaving` knows what leaves a loop.
//! * `values` makes the code of an element from an expression of unknowns.
//! * `choices` are reads whose index, or whether there is one, depends on no unknown.
//! * `terms` makes the functions, and `whole` the function that users call.

mod choices;
mod declared;
mod leaving;
mod names;
mod parameters;
mod rows;
mod state;
mod terms;
mod values;
mod walk;
mod whole;

pub(crate) use terms::Term;
pub(crate) use whole::recorded;

//! The compiler behind `#[jacobian]`: numeric Rust in, value and sparse Jacobian out.
//!
//! ```text
//! tokens --front--> CodeList --pipeline--> Schedule --back--> tokens
//!          syn        |                       |        quote
//!                     +---- no syntax here ---+
//! ```
//!
//! The middle is the crate `jacobian-elimination`, whose modules are found here
//! under their own names. The front and the back need the feature `syntax`.
//!
//! The method is vertex elimination as in the papers credited in the README; where a file
//! implements a step of a paper it says which.

pub use jacobian_elimination::{
    derived, elim, graph, ir, options, order, ordered, packing, pipeline, plan, pricing, products,
    proof, regions, report, rewrite, schedule,
};

#[cfg(feature = "syntax")]
mod assemble;
#[cfg(feature = "syntax")]
mod back;
#[cfg(feature = "syntax")]
mod diag;
#[cfg(feature = "syntax")]
mod driver;
#[cfg(feature = "syntax")]
mod front;
#[cfg(feature = "syntax")]
mod interface;
#[cfg(feature = "syntax")]
mod limits;
#[cfg(feature = "syntax")]
mod shape;
#[cfg(feature = "syntax")]
mod sources;
#[cfg(feature = "syntax")]
mod spelling;

#[cfg(feature = "syntax")]
pub use driver::{
    Watched, compile_function, expand, expand_seeing, expand_value, expand_watched, expand_with,
    followed_methods,
};
#[cfg(feature = "syntax")]
pub use sources::{Disk, Files};

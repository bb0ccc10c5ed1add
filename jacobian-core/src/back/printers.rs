//! The printers of branches and loops, for the bodies of the computation.
//!
//! ```text
//! update, kernel --> printers --> branch, run_time_loop --> chunks --> body
//! ```
//!
//! This file is above those that print, so that none of them needs to know the others.

use super::body::Printers;
use super::{branch, run_time_loop};

pub(super) const PRINTERS: Printers = Printers {
    branch: branch::emit,
    run_time_loop: run_time_loop::emit,
};

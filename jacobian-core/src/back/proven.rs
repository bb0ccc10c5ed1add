//! What is emitted is proved. A proof that fails stops the expansion.
//!
//! ```text
//! demand(proof::jacobian(&compiled))       an error that names what is wrong, and no code
//! ```
//!
//! The proofs are in [`proof`](crate::proof). A failure is a mistake of ours, as a panic is, and
//! goes the same way to the user: the guard of the driver makes a message of it.

use std::panic::resume_unwind;

use crate::proof::{Mismatch, Verdict};

/// Goes on if the proof holds.
pub(crate) fn demand(proof: Result<Verdict, Mismatch>) {
    if let Err(mismatch) = proof {
        // A panic would print a message of its own.
        resume_unwind(Box::new(mismatch));
    }
}

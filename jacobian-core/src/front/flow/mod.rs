//! Control flow: branches at run time, where control goes after an arm, and joins.
//!
//! The running example has no branch. With `if x[0] > 0.0 { r = -r; }` in it, this room would
//! lower the arm in a region of its own and join the two values of `r` behind it:
//!
//! ```text
//! region 1: v5 = neg v4
//! region 2:
//! v6 = join [v5, v4]                r is v6 from here on
//! ```
//!
//! An arm is a closure over the interpreter. This room sees nothing else of the evaluator than
//! [`Machine`](machine::Machine) shows, so it knows no syntax.

pub(crate) mod branch;
pub(crate) mod control_flow;
pub(crate) mod equality;
pub(crate) mod join;
pub(crate) mod machine;
pub(crate) mod preaccumulate;
pub(crate) mod presence;
pub(crate) mod targets;

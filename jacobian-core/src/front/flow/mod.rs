//! Control flow: branches at run time, where control goes after an arm, and joins.
//!
//! The running example has no branch. With `if x[0] > 0.0 { r = -r; }` in it, this room would lower
//! the arm in its own region and then join the two values of `r`:
//!
//! ```text
//! region 1: v5 = neg v4
//! region 2:
//! v6 = join [v5, v4]                r is v6 from here on
//! ```
//!
//! An arm is a closure over the interpreter. This room sees the evaluator only through
//! [`Machine`](machine::Machine), so it knows no syntax.

pub(crate) mod assumed;
pub(crate) mod assumptions;
pub(crate) mod branch;
pub(crate) mod control_flow;
pub(crate) mod equality;
pub(crate) mod failing_rules;
pub(crate) mod guards;
pub(crate) mod indices;
pub(crate) mod iteration;
pub(crate) mod join;
pub(crate) mod joinable;
pub(crate) mod late_values;
pub(crate) mod lists;
pub(crate) mod machine;
pub(crate) mod meeting;
pub(crate) mod preaccumulate;
pub(crate) mod presence;
pub(crate) mod references;
pub(crate) mod repeat;
pub(crate) mod selection;
pub(crate) mod stored;
pub(crate) mod targets;
pub(crate) mod unfollowed;

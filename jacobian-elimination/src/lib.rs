//! Linearized computational graphs, elimination orders, plans and schedules: the compiler behind `#[jacobian]`
//! without its syntax.
//!
//! ```text
//! CodeList --linearize--> LinearGraph --order--> EliminationOrder --eliminate--> Plan --schedule--> Schedule
//! ```
//!
//! [`ir`] holds the values that flow, [`graph`] the linearized computational graph, [`elim`] and [`order`] the
//! elimination, [`arms`] what branches add, [`mod@schedule`] the sequence of statements, [`pipeline`] the chain of
//! these. This is a crate of its own because it needs no parser: cargo compiles it while it compiles `syn`.
//!
//! The method is vertex elimination as in the papers credited in the README; where a file implements a
//! step of a paper it says which.

pub mod arms;
pub mod elim;
pub mod graph;
pub mod ir;
pub mod masks;
pub mod options;
pub mod order;
pub mod pipeline;
mod planner;
pub mod report;
pub mod schedule;

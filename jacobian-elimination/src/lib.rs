//! Linearized computational graphs, elimination orders, plans and schedules: the compiler behind
//! `#[jacobian]` without its syntax.
//!
//! ```text
//! CodeList --linearize--> LinearGraph --order--> EliminationOrder
//!                                                       |
//!                                                   eliminate --> Plan --schedule--> Schedule
//! ```
//!
//! [`ir`] holds the values that flow, [`graph`] the linearized computational graph, [`elim`] and
//! [`order`] the elimination, [`plan`] its result; [`rewrite`] has the passes over plans,
//! [`pricing`] compares them. [`regions`] plans the arms of branches, [`mod@schedule`] sequences
//! the statements, [`packing`] puts sums of one shape into vector registers, [`pipeline`] is the
//! chain of these. [`derived`] turns what came out of it into a code list again, for second
//! derivatives, and [`products`] multiplies with vectors. This is a crate of its own because it
//! needs no parser: cargo compiles it while it compiles `syn`.
//!
//! The method is vertex elimination as in the papers credited in the README; where a file
//! implements a step of a paper it says which.

pub mod derived;
pub mod elim;
pub mod graph;
pub mod ir;
pub mod options;
pub mod order;
pub mod ordered;
pub mod packing;
pub mod pipeline;
pub mod plan;
mod planner;
pub mod pricing;
pub mod products;
pub mod proof;
pub mod regions;
pub mod report;
pub mod rewrite;
pub mod schedule;

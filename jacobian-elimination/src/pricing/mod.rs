//! Pricing: how many operations a plan takes, and how much time.
//!
//! ```text
//! Plan --rewrite--> Plan     + the partials that it needs        operations
//!                            + the value path, on a machine      time
//!                              that starts two operations a cycle
//! ```
//!
//! An order is judged by the plan that it leads to, after all [passes](crate::rewrite). Its price has two numbers:
//! [`operations`], and an estimate of the time, in which waiting counts too ([`time_estimate`] by a [`list_schedule`]).

mod list_schedule;
mod needed_partials;
mod operations;
mod time_estimate;

pub use operations::{Pricer, operations, operations_and_time};

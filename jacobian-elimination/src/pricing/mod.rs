//! Pricing: how many operations a plan takes, and how much time.
//!
//! ```text
//! Plan --rewrite--> Plan     + the partials that it needs        operations
//!                            + the value path, on a machine      time
//!                              that starts two operations a cycle
//! ```
//!
//! An order is judged by the plan that it leads to, after all [passes](crate::rewrite). Its price
//! has two numbers: [`operations`], and an estimate of the time, in which waiting counts too
//! (`time_estimate` by a `list_schedule`).
//!
//! # The running example
//!
//! The plan of `let r = x[0] * x[1].sin(); [r - k, x[2] / r]` takes 16 operations:
//!
//! ```text
//! a0 = v0 * v8    J[1, 0] = -v3 * v10    J[1, 1] = -v10 * a0         3    the plan
//! v8 = cos v1                                                        8    a call of the library
//! v9 = 1 / v4                                                        4    a division
//! v10 = v7 * v9                                                      1
//! ```
//!
//! On the ideal machine it takes 60 + 4 + 15 + 4 + 4 = 87 cycles, along `v3`, `v4`, `v7`, `v10` and
//! `J[1, 0]`. So its time is 16 + 3/2 * 87 = 146 operations.

mod list_schedule;
mod needed_partials;
mod operations;
mod time_estimate;

pub use operations::{Pricer, estimated_cycles, executed, operations, operations_and_time};

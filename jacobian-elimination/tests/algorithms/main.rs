//! The algorithms against numbers that are known: published, proved, or computed by another way.
//! One program, because linking the algorithms takes longer than most of these tests.
//!
//! ```text
//! accuracy    sharing of products costs no digits
//! code_lists  random code lists, in exact arithmetic
//! optimality  orders against the best of all orders
//! papers      counts that the papers publish
//! properties  what holds for every order, on random graphs
//! random_graphs  many small graphs and code lists, in exact arithmetic
//! scale       large graphs
//! search      annealing, within its budget
//! ```

#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../../tests/campaign/mod.rs"]
mod campaign;
mod support;

mod accuracy;
mod code_lists;
mod optimality;
mod papers;
mod properties;
mod random_graphs;
mod scale;
mod search;

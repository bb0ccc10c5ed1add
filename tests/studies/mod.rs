//! The tables of the papers, computed here: one file per study, each with its section of
//! `docs/book/src/papers.md`.
//!
//! ```text
//! tests/studies/eliad.rs --parts()--> papers.md (book)   tests/studies.rs compares, BLESS=1 writes
//!          |
//!          +--figures, printed with times--> examples/eliad_tables.rs [-- --full]
//! ```
//!
//! All results here are deterministic: operation counts, sizes, register estimates. The examples
//! print times, which are neither on the page nor in a test. Each published number is next to ours.
//! If they differ, the section says why, as far as that is known.

#![allow(
    dead_code,
    reason = "the test and each example use a part of the studies"
)]

pub(crate) mod by_hand;
pub(crate) mod coating;
pub(crate) mod data_locality;
pub(crate) mod dynamic_programming;
pub(crate) mod eliad;
mod eliad_published;
pub(crate) mod eliad_tables;
pub(crate) mod enhanced_markowitz;
pub(crate) mod functions;
#[path = "../comparison/graphs.rs"]
mod graphs;
pub(crate) mod growth;
pub(crate) mod linearities;
#[path = "../page/mod.rs"]
mod markers;
pub(crate) mod naumann;
pub(crate) mod page;
pub(crate) mod plot;
pub(crate) mod solid_fuel;
pub(crate) mod solid_fuel_times;
#[path = "../sources/mod.rs"]
pub(crate) mod sources;
pub(crate) mod subject;
pub(crate) mod table;
pub(crate) mod timed;

//! Every elimination order of a function side by side.
//!
//! ```text
//! code list --compile with `order = ..`--> operations, multiplications, registers, cycles
//! ```
//!
//! Each order goes through the whole compiler, with the other options of the function, so that the
//! numbers are those of the code that it would generate.

use std::thread;

use jacobian_core::Watched;
use jacobian_core::ir::{CodeList, RegionId};
use jacobian_core::options::{Options, Order};
use jacobian_core::order::OrderChoice;
use jacobian_core::order::exhaustive::VERTEX_LIMIT;
use jacobian_core::pipeline::{self, Compiled};
use jacobian_core::pricing::estimated_cycles;
use jacobian_core::rewrite::{Passes, Summands};
use jacobian_core::schedule::registers::pressure;

/// The cost of the Jacobian beyond the value by one order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cost {
    pub(crate) order: String,
    /// What one call executes, a fused multiply-add counted as two.
    pub(crate) operations: usize,
    pub(crate) multiplications: usize,
    /// The most values alive at once.
    pub(crate) registers: usize,
    /// On an ideal machine, with the value.
    pub(crate) cycles: usize,
}

/// On a graph of more intermediates than this only the orders that need no moves are compared.
const MOST_TO_ANNEAL: usize = 60;

/// The orders that are found within seconds for a graph of this size.
fn names(n_intermediates: usize) -> Vec<&'static str> {
    let is_quick = |name: &&str| match *name {
        "exact" => n_intermediates <= VERTEX_LIMIT,
        "annealing" | "edge_annealing" | "face_markowitz" | "face_absorb" => {
            n_intermediates <= MOST_TO_ANNEAL
        }
        _ => true,
    };
    OrderChoice::names().filter(is_quick).collect()
}

/// The costs of all orders, the cheapest first, and of the function's own.
pub(crate) fn compared(function: &Watched) -> Vec<Cost> {
    let names = names(function.compiled.graph.intermediates().count());
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let (code, options) = (&function.code, &function.options);
    let of_share = |share: &[&'static str]| -> Vec<Cost> {
        let cost = |name: &&'static str| cost(code, options, name);
        share.iter().filter_map(cost).collect()
    };
    let shares = names.chunks(names.len().div_ceil(threads).max(1));
    let mut costs: Vec<Cost> = thread::scope(|scope| {
        let running: Vec<_> = shares
            .map(|share| scope.spawn(move || of_share(share)))
            .collect();
        let finished = running
            .into_iter()
            .map(|one| one.join().expect("an order is found"));
        finished.flatten().collect()
    });
    let rank = |cost: &Cost| (cost.operations, cost.cycles, cost.numbers());
    costs.sort_by(|a, b| (rank(a), &a.order).cmp(&(rank(b), &b.order)));
    costs
}

/// Nothing if the order does not take the graph.
fn cost(code: &CodeList, options: &Options, name: &'static str) -> Option<Cost> {
    let options = Options {
        order: Order::Named(name.to_owned()),
        ..options.clone()
    };
    let compiled = pipeline::compile(code.clone(), &options).ok()?;
    Some(Cost::of(name.to_owned(), &compiled))
}

impl Cost {
    /// Operations, multiplications, registers and cycles.
    pub(crate) fn numbers(&self) -> [usize; 4] {
        [
            self.operations,
            self.multiplications,
            self.registers,
            self.cycles,
        ]
    }

    /// Of what the compiler made.
    pub(crate) fn of(order: String, compiled: &Compiled) -> Self {
        let Compiled {
            code,
            plan,
            rewrites,
            schedule,
            cost,
            ..
        } = compiled;
        Self {
            order,
            operations: cost.work.operations(),
            multiplications: cost.work.multiplications,
            registers: pressure(code, plan, rewrites, schedule).peak,
            cycles: estimated_cycles(
                plan,
                &Passes::of(code, Summands::Computed),
                RegionId::FUNCTION,
            ),
        }
    }
}

//! Plans, evaluated: the sums of a region, its entries, and the partials that arms hand out.
//!
//! ```text
//! a0 = v3 * v4 + 2 * v5      once for each time that the region runs
//! J[0, 1] = a0 * v7
//! ```

use jacobian_core::ir::{BranchId, Partial, RegionId, ValueId};
use jacobian_core::plan::{Atom, Plan, Product, Term};

use super::machine::Machine;

impl Machine<'_> {
    /// The entries of the function by its plan.
    pub(super) fn entries(&mut self) -> Vec<f64> {
        let plan = &self.subject.compiled.plan;
        let entries = plan.entries().iter();
        entries
            .map(|entry| self.entry(RegionId::FUNCTION, entry.terms()))
            .collect()
    }

    /// What the arm that was taken hands out.
    pub(super) fn join_partial(&mut self, id: BranchId, index: usize) -> f64 {
        let branch = self.subject.compiled.code.branch(id);
        let partial = &branch.partials()[index];
        let arm = self.taken[id.index()].unwrap_or_default();
        self.entry_of(branch.arms()[arm], partial.slot, partial.source)
    }

    /// The entry of an arm or a body, zero where it has none.
    pub(super) fn entry_of(&mut self, region: RegionId, slot: usize, source: ValueId) -> f64 {
        let arm = self.subject.compiled.arms.get(region);
        let entry = arm.and_then(|arm| arm.entry(slot, source));
        entry.map_or(0.0, |entry| self.entry(region, entry.terms()))
    }

    fn entry(&mut self, region: RegionId, terms: &[Term]) -> f64 {
        self.accumulate(region);
        let (sum, _) = self.sum(region, terms);
        note(&mut self.largest, sum);
        sum
    }

    /// Computes the accumulations of the plan of a region, unless they are known.
    fn accumulate(&mut self, region: RegionId) {
        if self.sums[region.index()].is_some() {
            return;
        }
        let compiled = self.subject.compiled;
        let (plan, graph) = match compiled.arms.get(region) {
            Some(arm) => (arm.plan.as_ref(), &arm.graph),
            None => (Some(&compiled.plan), &compiled.graph),
        };
        self.sums[region.index()] = Some(Vec::new());
        for (_, _, label) in graph.edges() {
            let partial = self.partial(label);
            note(&mut self.largest, partial);
        }
        for accumulation in plan.into_iter().flat_map(Plan::accumulations) {
            let (sum, summand) = self.sum(region, accumulation.terms());
            note(&mut self.label, summand);
            if let Some(sums) = &mut self.sums[region.index()] {
                sums.push(sum);
            }
        }
    }

    fn partial(&mut self, label: Partial) -> f64 {
        match label {
            Partial::Literal(constant) => constant.value(),
            Partial::Value { id, negative, .. } => {
                let value = self.number(id).value;
                if negative { -value } else { value }
            }
        }
    }

    /// A sum, and the largest of its summands.
    fn sum(&mut self, region: RegionId, terms: &[Term]) -> (f64, f64) {
        let (mut sum, mut summand) = (0.0, 0.0_f64);
        for term in terms {
            let product = match term.product {
                Product::Literal(constant) => constant.value(),
                Product::Atom(atom) => self.atom(region, atom),
                Product::Scaled(constant, atom) => constant.value() * self.atom(region, atom),
                Product::Pair(first, second) => {
                    self.atom(region, first) * self.atom(region, second)
                }
            };
            note(&mut summand, product);
            sum += if term.negative { -product } else { product };
        }
        (sum, summand)
    }

    fn atom(&mut self, region: RegionId, atom: Atom) -> f64 {
        match atom {
            Atom::Value(id) => self.number(id).value,
            Atom::Accumulation(id) => {
                let sums = self.sums[region.index()].as_ref();
                let sum = sums.and_then(|sums| sums.get(id.index()));
                *sum.expect("invariant: an accumulation uses earlier results only")
            }
        }
    }
}

/// The larger of two magnitudes, of those that are finite.
fn note(largest: &mut f64, number: f64) {
    if number.is_finite() {
        *largest = largest.max(number.abs());
    }
}

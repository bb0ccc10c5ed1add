//! The sums of plans, as numbers of the field.
//!
//! ```text
//! a0 = v3 * v4 + 2 * v5         the plan of the function
//! a0 = v7 * v8                  that of an arm: each region counts from zero
//! ```
//!
//! A sum has one number, wherever the schedule computes it. Cost: linear in the terms.

use crate::ir::{RegionId, ValueId};
use crate::ordered::Map;
use crate::plan::{Atom, Entry, Plan, Product, Term};
use crate::regions::Arms;

use super::chain_rule::Point;
use super::claims::{Claims, Disorder};
use super::field::Residue;

/// The sums of the plan of one region, over the values of a point.
#[derive(Default)]
pub(super) struct Sums {
    accumulations: Vec<Residue>,
}

impl Sums {
    pub(super) fn of(point: &Point<'_>, plan: Option<&Plan>, claims: &mut Claims) -> Self {
        let mut sums = Self::default();
        for accumulation in plan.into_iter().flat_map(Plan::accumulations) {
            let too_late = accumulation.terms().iter().flat_map(|term| term.atoms());
            let mut too_late = too_late.filter_map(|atom| match atom {
                Atom::Accumulation(id) => (id.index() >= sums.accumulations.len()).then_some(id),
                Atom::Value(_) => None,
            });
            let number = match too_late.next() {
                Some(id) => {
                    claims.broken(Disorder::SumTooLate(id));
                    Residue::ZERO
                }
                None => sums.sum(point, accumulation.terms()),
            };
            sums.accumulations.push(number);
        }
        sums
    }

    pub(super) fn sum(&self, point: &Point<'_>, terms: &[Term]) -> Residue {
        let atom = |atom| match atom {
            Atom::Value(id) => point.value(id),
            Atom::Accumulation(id) => self.accumulations[id.index()],
        };
        let mut sum = Residue::ZERO;
        for term in terms {
            let product = match term.product {
                Product::Literal(constant) => point.model.constant(constant),
                Product::Atom(value) => atom(value),
                Product::Scaled(constant, value) => point.model.constant(constant) * atom(value),
                Product::Pair(first, second) => atom(first) * atom(second),
            };
            sum = if term.negative {
                sum - product
            } else {
                sum + product
            };
        }
        sum
    }

    pub(super) fn entry(&self, point: &Point<'_>, entry: Option<&Entry>) -> Residue {
        entry.map_or(Residue::ZERO, |entry| self.sum(point, entry.terms()))
    }
}

/// The sums of arms and bodies.
pub(super) struct SumsOfArms {
    of: Map<RegionId, Sums>,
}

impl SumsOfArms {
    pub(super) fn of(point: &Point<'_>, arms: &Arms, claims: &mut Claims) -> Self {
        let plans = arms.plans();
        let sums = plans.map(|(region, plan)| (region, Sums::of(point, Some(plan), claims)));
        Self { of: sums.collect() }
    }

    /// The entry of an arm or body by its slot, and by a value alive at the entry.
    pub(super) fn entry(
        &self,
        point: &Point<'_>,
        arms: &Arms,
        region: RegionId,
        (slot, source): (usize, ValueId),
    ) -> Residue {
        let entry = arms.get(region).and_then(|arm| arm.entry(slot, source));
        match self.of.get(&region) {
            Some(sums) => sums.entry(point, entry),
            None => Residue::ZERO,
        }
    }
}

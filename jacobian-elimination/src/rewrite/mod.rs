//! Rewrites: passes from plan to plan that compute the same entries with fewer operations.
//!
//! ```text
//! reuse_values      a0 = v0 * v1                 is v3, which the value path computes     -> v3
//! radicals          v0 * (0.5 / sqrt v0)         a radicand meets the reciprocal root     -> 0.5 * sqrt v0
//! literal_factors   2 * v0 * v2 - 2 * v1 * v3    the factor moves out of the sum          -> 2 * a0
//! identities        c2 * c1 - s2 * s1            equals a value by algebra                -> v5
//! shared_multiples  10 * v4, in several sums     multiplied once                          -> a0
//! common_terms      a0 - a1, in several sums     added once                               -> a2
//! split_sums        1,000 terms                  in parts of 64, for rustc's sake
//! ```
//!
//! No elimination order finds what these find, because an order only multiplies labels that meet at a vertex. The value
//! path and the sums of other entries are invisible to it.
//!
//! Each pass is a file with the signature of [`Pass`]. All but the last run whenever a plan is priced, so that orders are
//! compared by the plans that they lead to; the last only changes how the final plan is written.
//!
//! Invariants: accumulations use earlier ones only, and a plan never takes more operations, except for a product that
//! `value = fused` would have fused into a sum of the value path. The new sums are as accurate as the old ones.

mod common_terms;
mod fingerprint;
mod identities;
mod literal_factors;
mod magnitude;
mod polynomial;
mod radicals;
mod reuse_values;
mod shared_multiples;
mod split_sums;
mod suffix_sums;
mod unscaled;

use std::cell::RefCell;

use crate::ir::{CodeList, RegionId};
use crate::plan::Plan;

use identities::Identities;
use radicals::Radicals;
use reuse_values::Products;
use unscaled::Unscaled;

pub use split_sums::split_sums;
pub use suffix_sums::Summands;

/// A pass: the plan of a region in, an equal plan out.
type Pass = fn(Plan, &CodeFacts<'_>, RegionId) -> Plan;

/// The passes in their order, by name.
///
/// The first four make sums equal, so that the last two find more of them in several places.
const PASSES: [(&str, Pass); 6] = [
    ("reuse_values", reuse_values::rewrite),
    ("radicals", radicals::rewrite),
    ("literal_factors", literal_factors::rewrite),
    ("identities", identities::rewrite),
    ("shared_multiples", shared_multiples::rewrite),
    ("common_terms", common_terms::rewrite),
];

/// Facts about the values of a code list that passes look up. They are gathered once and serve every plan.
#[derive(Debug)]
pub struct CodeFacts<'a> {
    pub(crate) code: &'a CodeList,
    products: Products,
    unscaled: Unscaled,
    radicals: Radicals,
    identities: Identities,
    /// Plans of regions, before and after all passes, the latest last.
    rewritten: RefCell<Vec<(RegionId, Plan, Plan)>>,
}

/// So many plans are remembered. A search compares about ten orders, and the report seven.
const MAX_REMEMBERED: usize = 16;

impl<'a> CodeFacts<'a> {
    /// Gathers the facts.
    pub fn of(code: &'a CodeList, summands: Summands) -> Self {
        Self {
            code,
            products: Products::of(code),
            unscaled: Unscaled::of(code),
            radicals: Radicals::of(code),
            identities: Identities::of(code, summands),
            rewritten: RefCell::default(),
        }
    }

    /// The plan of a region after all passes.
    ///
    /// Plans are remembered, because different orders often lead to the same plan: the search, the final choice and the
    /// report on other orders meet half of theirs again, and the passes take most of an expansion's time.
    pub fn rewrite(&self, plan: Plan, region: RegionId) -> Plan {
        let is_known = |known: &&(RegionId, Plan, Plan)| known.0 == region && known.1 == plan;
        if let Some((_, _, after)) = self.rewritten.borrow().iter().find(is_known) {
            return after.clone();
        }
        let after = self.rewrite_without("", plan.clone(), region);
        let mut rewritten = self.rewritten.borrow_mut();
        if rewritten.len() == MAX_REMEMBERED {
            rewritten.remove(0);
        }
        rewritten.push((region, plan, after.clone()));
        after
    }

    /// The plan of a region after all passes but the one of this name, to see what that pass saves.
    pub fn rewrite_without(&self, skipped: &str, plan: Plan, region: RegionId) -> Plan {
        let run = PASSES.iter().filter(|(name, _)| *name != skipped);
        run.fold(plan, |plan, (_, pass)| pass(plan, self, region))
    }
}

/// The names of the passes, in their order.
pub fn names() -> impl Iterator<Item = &'static str> {
    PASSES.iter().map(|(name, _)| *name)
}

/// The plan of a function without branches after all passes.
pub fn rewrite(plan: Plan, code: &CodeList) -> Plan {
    CodeFacts::of(code, Summands::Computed).rewrite(plan, RegionId::FUNCTION)
}

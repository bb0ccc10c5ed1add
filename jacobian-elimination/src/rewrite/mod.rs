//! Rewrites: passes from plan to plan that compute the same entries with fewer operations.
//!
//! ```text
//! reuse_values      a0 = v0 * v1                 is v3 on the value path         -> v3
//! radicals          v0 * (0.5 / sqrt v0)         a radicand meets its root       -> 0.5 * sqrt v0
//! literal_factors   2 * v0 * v2 - 2 * v1 * v3    the factor moves out            -> 2 * a0
//! identities        c2 * c1 - s2 * s1            equals a value by algebra       -> v5
//! shared_multiples  10 * v4, in several sums     multiplied once                 -> a0
//! common_terms      a0 - a1, in several sums     added once                      -> a2
//! split_sums        1,000 terms                  in parts of 64, for rustc's sake
//! ```
//!
//! No elimination order finds these savings, because an order only multiplies labels that meet at a
//! vertex. The value path and the sums of other entries are invisible to it.
//!
//! Each pass is a file with an implementation of `Pass`. All but the last run whenever a plan is
//! priced, so that orders are compared by the plans that they lead to; the last only changes how
//! the final plan is written.
//!
//! The operations that each pass saves on the ten problems of the corpus, by default order, when
//! all other passes run. Times are in docs/book/src/experiments.md.
//!
//! ```text
//! saved by            arm6   bruss     cpf     fdc     fic     hhd   pollu     roe    se3b snavely
//! reuse_values           0       0       0       0       0       0       0       0       0       0
//! radicals               0       0       3       0       0       0       0       0       0       0
//! literal_factors        3       0       0       0       0       4       0       4       0       0
//! identities            65       0       0       0       0      26       0       0       0      12
//! shared_multiples      -3       0       0     -42       0       4       0       3      11       0
//! common_terms           9       0       0      38       0       0       1       4       4       0
//! operations left       96      96      56     240     416      20      33     560     468     128
//! ```
//!
//! `reuse_values` saves nothing there that later passes would not save as well, but it leaves them
//! less to do. `shared_multiples` costs operations where multiply-adds are fused, and saves time.
//!
//! Invariants: accumulations use earlier ones only. But for `shared_multiples`, and for a product
//! that `value = fused` would have fused into a sum of the value path, a plan never takes more
//! operations. The new sums are as accurate as the old ones.
//!
//! # The running example
//!
//! No pass finds anything in the plan of `let r = x[0] * x[1].sin(); [r - k, x[2] / r]`. If the
//! function also returned `x[0] * x[1].cos()`, then `a0 = v0 * v8` would be a product of the value
//! path, and `reuse_values` would drop it:
//!
//! ```text
//! a0 = v0 * v8                                      v11 = v0 * v8 on the value path
//! J[0, 1] = a0                     --->             J[0, 1] = v11
//! J[1, 1] = -v10 * a0                               J[1, 1] = -v10 * v11
//! ```

mod accuracy;
mod common_terms;
mod fingerprint;
mod identities;
mod literal_factors;
mod magnitude;
mod pass;
mod polynomial;
mod radicals;
mod reuse_values;
mod shared_multiples;
mod sieve;
mod split_sums;
mod suffix_sums;
mod unscaled;

use std::cell::RefCell;
use std::ops::Range;

use crate::ir::{CodeList, RegionId};
use crate::plan::Plan;

use common_terms::CommonTerms;
use identities::Identities;
use literal_factors::LiteralFactors;
use pass::Pass;
use radicals::Radicals;
use reuse_values::ReuseValues;
use shared_multiples::SharedMultiples;

pub use split_sums::split_sums;
pub use suffix_sums::Summands;

/// The passes for the plans of one code list. Their facts about the code list are gathered once and
/// serve every plan.
#[derive(Debug)]
pub struct Passes<'a> {
    code: &'a CodeList,
    list: [(&'static str, Box<dyn Pass>); 6],
    /// By region, the range of the code list that has its statements.
    spans: Vec<Range<usize>>,
    /// Plans of regions, before and after all passes, the latest last.
    remembered: RefCell<Vec<(RegionId, Plan, Plan)>>,
}

/// The number of plans that are remembered. A search compares about ten orders, and the report
/// seven, and half of these lead to the same plan.
const MAX_REMEMBERED: usize = 16;

impl<'a> Passes<'a> {
    /// The passes in their order.
    ///
    /// The first four make sums equal to values and to each other, so that the last two find more
    /// of them in several places. `radicals` comes before `literal_factors`, because it leaves
    /// literal factors behind; `identities` after both, because it compares whole sums.
    pub fn of(code: &'a CodeList, summands: Summands) -> Self {
        let list: [(&'static str, Box<dyn Pass>); 6] = [
            ("reuse_values", Box::new(ReuseValues::of(code))),
            ("radicals", Box::new(Radicals::of(code))),
            ("literal_factors", Box::new(LiteralFactors::of(code))),
            ("identities", Box::new(Identities::of(code, summands))),
            ("shared_multiples", Box::new(SharedMultiples)),
            ("common_terms", Box::new(CommonTerms)),
        ];
        Self {
            code,
            list,
            spans: spans(code),
            remembered: RefCell::default(),
        }
    }

    /// The code list.
    pub fn code(&self) -> &'a CodeList {
        self.code
    }

    /// The range of the code list that has the statements of a region.
    pub fn span(&self, region: RegionId) -> Range<usize> {
        self.spans[region.index()].clone()
    }

    /// The names of the passes, in their order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.list.iter().map(|(name, _)| *name)
    }

    /// The plan of a region after all passes.
    ///
    /// Plans are remembered, because different orders often lead to the same plan: the search, the
    /// final choice and the report on other orders meet half of theirs again, and the passes take
    /// most of an expansion's time.
    pub fn rewrite(&self, plan: Plan, region: RegionId) -> Plan {
        let is_known = |known: &&(RegionId, Plan, Plan)| known.0 == region && known.1 == plan;
        if let Some((_, _, after)) = self.remembered.borrow().iter().find(is_known) {
            return after.clone();
        }
        let after = self.rewrite_without("", plan.clone(), region);
        let mut remembered = self.remembered.borrow_mut();
        // The oldest plan is forgotten.
        if remembered.len() == MAX_REMEMBERED {
            remembered.remove(0);
        }
        remembered.push((region, plan, after.clone()));
        after
    }

    /// The plan of a region after all passes but the one of this name, to see what that pass saves.
    pub fn rewrite_without(&self, skipped: &str, plan: Plan, region: RegionId) -> Plan {
        let run = self.list.iter().filter(|(name, _)| *name != skipped);
        run.fold(plan, |plan, (_, pass)| pass.apply(plan, self.code, region))
    }
}

/// The plan of a function without branches after all passes.
pub fn rewrite(plan: Plan, code: &CodeList) -> Plan {
    Passes::of(code, Summands::Computed).rewrite(plan, RegionId::FUNCTION)
}

/// By region, the range of the code list that has its statements.
fn spans(code: &CodeList) -> Vec<Range<usize>> {
    let mut spans = vec![0..0; code.n_regions()];
    for (position, statement) in code.statements().iter().enumerate() {
        let span: &mut Range<usize> = &mut spans[statement.region().index()];
        if span.end == 0 {
            span.start = position;
        }
        span.end = position + 1;
    }
    spans
}

//! Seeds: the partials of what enters a loop, with respect to the few values that it is computed
//! from.
//!
//! ```text
//! let (a, b, c) = (p.sin(), p.cos(), p.exp());       entering: a, b, c and x0      root: p
//! let mut x = 0.1 * p;                               seeds: da/dp, db/dp, dc/dp, dx0/dp
//! while .. { x = a * x + b * x * x - c; }            S is 1 x 1, and not 1 x 4
//! ```
//!
//! The loop carries a column for each value that enters, so computing the seeds once before it
//! saves work in every iteration if there are fewer roots. Roots are the values from around the
//! region of the loop, its independents, and the states of the loop around.
//!
//! Invariant: every path of partials into an entering value goes through a root. Cost: the partials
//! before the loop that lead to it, up to a limit.

use crate::graph::{self, LinearGraph};
use crate::ir::{CodeList, Elemental, LocalPartials, LoopId, ValueId};
use crate::ordered::Set;

/// The most values between roots and entering values. A function with many loops one behind the
/// other would be walked again for each of them.
const MAX_VALUES: usize = 1_000;

/// The graph of the seeds.
pub(super) struct Seeds {
    /// The entering values that are not roots.
    pub(super) rows: Vec<ValueId>,
    pub(super) roots: Vec<ValueId>,
    pub(super) graph: LinearGraph,
}

impl Seeds {
    /// The seeds of the values that enter a loop, if there are fewer roots.
    pub(super) fn of(
        code: &CodeList,
        id: LoopId,
        partials: &[LocalPartials],
        entering: &Set<ValueId>,
    ) -> Option<Self> {
        let region = code.run_time_loop(id).region();
        let is_root = |id: ValueId| {
            let statement = code.statement(id);
            let elemental = statement.elemental();
            statement.region() != region
                || matches!(elemental, Elemental::Independent(_) | Elemental::State(..))
        };
        let of_value = |id: &ValueId| {
            let found = partials.binary_search_by_key(id, |local| local.target);
            &partials[found.expect("invariant: an active value has partials")]
        };
        let (mut roots, mut between) = (Set::new(), Set::new());
        let mut pending: Vec<ValueId> = entering.iter().copied().collect();
        while let Some(id) = pending.pop() {
            if is_root(id) {
                roots.insert(id);
            } else if between.insert(id) {
                let sources = of_value(&id).sources.iter();
                pending.extend(sources.map(|(source, _)| *source));
            }
            if roots.len() >= entering.len() || between.len() > MAX_VALUES {
                return None;
            }
        }
        let between: Vec<&LocalPartials> = between.iter().map(of_value).collect();
        let rows: Vec<ValueId> = entering.difference(&roots).copied().collect();
        let roots: Vec<ValueId> = roots.into_iter().collect();
        Some(Self {
            graph: graph::linearize_between(&roots, &between, &rows),
            rows,
            roots,
        })
    }
}

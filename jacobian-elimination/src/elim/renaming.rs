//! A plan rewritten sum by sum, and what its accumulations become.
//!
//! ```text
//! a0 = v0 * v1     is v3                 a0 stands for v3, and is gone
//! a1 = v2 * a0     becomes v2 * v3       a1 is a0 now
//! ```
//!
//! Keeps: accumulations use earlier ones only. One that is left with a single value is that value, with a sign.
//!
//! Cost: linear in the terms, besides what the rewriting costs.

use super::plan::{Accumulation, AccumulationId, Atom, Plan, Term};
use super::scale::next;
use super::share::single;

/// The accumulations of a plan that is being written, and those of the plan that it is written from.
#[derive(Debug, Default)]
pub(super) struct Renaming {
    kept: Vec<Accumulation>,
    /// What each accumulation of the old plan is now, with a sign.
    stands_for: Vec<(bool, Atom)>,
}

impl Renaming {
    /// A term of the old plan, over what is kept.
    pub(super) fn renamed(&self, term: Term) -> Term {
        term.over(|atom| match atom {
            Atom::Accumulation(id) => self.stands_for[id.index()],
            Atom::Value(_) => (false, atom),
        })
    }

    /// An accumulation that the old plan does not have.
    pub(super) fn form(&mut self, terms: Vec<Term>) -> AccumulationId {
        let id = next(&self.kept);
        self.kept.push(Accumulation { terms });
        id
    }

    fn keep(&mut self, terms: Vec<Term>) {
        let own = single(&terms).unwrap_or_else(|| (false, Atom::Accumulation(self.form(terms))));
        self.stands_for.push(own);
    }
}

/// The plan with each sum, of the accumulations and then of the entries, replaced by what it is over what is kept.
pub(super) fn rewrite(
    plan: Plan,
    mut sum: impl FnMut(&mut Renaming, &[Term]) -> Vec<Term>,
) -> Plan {
    let Plan {
        accumulations,
        mut entries,
        counts,
    } = plan;
    let mut renaming = Renaming::default();
    for Accumulation { terms } in accumulations {
        let terms = sum(&mut renaming, &terms);
        renaming.keep(terms);
    }
    for entry in &mut entries {
        entry.terms = sum(&mut renaming, &entry.terms);
    }
    Plan::new(renaming.kept, entries, counts)
}

//! Rewriting a plan sum by sum, and renaming the accumulations on the way.
//!
//! ```text
//! a0 = v0 * v1     is v3                 a0 is replaced by v3 everywhere, and is gone
//! a1 = v2 * a0     becomes v2 * v3       a1 is called a0 now
//! ```
//!
//! A pass walks over the old plan from the first sum to the last, so that each accumulation has its
//! new name before it is used. An accumulation whose sum has become a single value is replaced by
//! that value, with a sign.
//!
//! Invariant: accumulations use earlier ones only. Cost: linear in the terms, plus that of the
//! pass.

use super::unused::next;
use super::{Accumulation, AccumulationId, Atom, Plan, Signed, Term, single};

/// The accumulations of the plan that is being written, and the new names of those of the old plan.
#[derive(Debug, Default)]
pub(crate) struct Renaming {
    kept: Vec<Accumulation>,
    /// By accumulation of the old plan, the atom that replaces it.
    replacements: Vec<Signed<Atom>>,
}

impl Renaming {
    /// A term of the old plan in the atoms of the new one.
    pub(crate) fn renamed(&self, term: Term) -> Term {
        term.over(|atom| match atom {
            Atom::Accumulation(id) => self.replacements[id.index()],
            Atom::Value(_) => Signed::plus(atom),
        })
    }

    /// A sum of the old plan in the atoms of the new one.
    pub(crate) fn renamed_sum(&self, terms: &[Term]) -> Vec<Term> {
        terms.iter().map(|term| self.renamed(*term)).collect()
    }

    /// Adds an accumulation to the new plan.
    pub(crate) fn form(&mut self, terms: Vec<Term>) -> AccumulationId {
        let id = next(&self.kept);
        self.kept.push(Accumulation::new(terms));
        id
    }

    /// Notes the replacement of the next accumulation of the old plan.
    pub(crate) fn replace(&mut self, replacement: Signed<Atom>) {
        self.replacements.push(replacement);
    }

    /// The terms of an accumulation of the new plan.
    pub(crate) fn terms(&self, id: AccumulationId) -> &[Term] {
        self.kept[id.index()].terms()
    }

    /// The accumulations of the new plan.
    pub(crate) fn into_accumulations(self) -> Vec<Accumulation> {
        self.kept
    }
}

/// The plan with each sum, of the accumulations and then of the entries, replaced by another one.
pub(crate) fn rewrite_sums(
    plan: Plan,
    mut rewritten: impl FnMut(&mut Renaming, &[Term]) -> Vec<Term>,
) -> Plan {
    let (accumulations, mut entries, counts) = plan.into_parts();
    let mut renaming = Renaming::default();
    for accumulation in accumulations {
        let terms = rewritten(&mut renaming, accumulation.terms());
        let replacement = single(&terms);
        let replacement =
            replacement.unwrap_or_else(|| Signed::plus(Atom::Accumulation(renaming.form(terms))));
        renaming.replace(replacement);
    }
    for entry in &mut entries {
        let terms = rewritten(&mut renaming, entry.terms());
        *entry.terms_mut() = terms;
    }
    Plan::new(renaming.into_accumulations(), entries, counts)
}

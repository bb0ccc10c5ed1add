//! Dead-code elimination: accumulations that no entry needs are dropped.
//!
//! ```text
//! a0 = v1 * v2                         a0 = v1 * v3
//! a1 = v1 * v3              --->       J[0, 0] = a0 + v4
//! J[0, 0] = a1 + v4
//! ```
//!
//! Cost: linear in the terms.

use super::{Accumulation, AccumulationId, Atom, Counts, Entry, Plan, Signed, Term};

/// The number of the accumulation that is pushed next.
pub(crate) fn next(kept: &[Accumulation]) -> AccumulationId {
    AccumulationId(u32::try_from(kept.len()).expect("invariant: ids are 32 bits"))
}

/// The plan of these sums, without the accumulations that no entry needs.
pub(crate) fn plan_of_used(
    mut accumulations: Vec<Accumulation>,
    mut entries: Vec<Entry>,
    eliminations: Counts,
) -> Plan {
    let is_used = used(&accumulations, &entries);
    drop_unused(&mut accumulations, &is_used, &mut entries);
    Plan::new(accumulations, entries, eliminations)
}

/// Drops the accumulations that are not used, and renumbers the others.
pub(crate) fn drop_unused(
    accumulations: &mut Vec<Accumulation>,
    is_used: &[bool],
    entries: &mut [Entry],
) {
    let mut renumbered = Vec::with_capacity(is_used.len());
    let mut n_used = 0;
    for is_used in is_used {
        renumbered.push(AccumulationId(n_used));
        n_used += u32::from(*is_used);
    }
    let mut marks = is_used.iter();
    accumulations.retain(|_| marks.next() == Some(&true));
    let kept = accumulations.iter_mut().map(|kept| &mut kept.terms);
    for terms in kept.chain(entries.iter_mut().map(Entry::terms_mut)) {
        for term in terms {
            *term = term.over(|atom| match atom {
                Atom::Accumulation(id) => Signed::plus(Atom::Accumulation(renumbered[id.index()])),
                Atom::Value(_) => Signed::plus(atom),
            });
        }
    }
}

/// Marks the accumulations that a sum uses.
pub(crate) fn mark(terms: &[Term], is_used: &mut [bool]) {
    for atom in terms.iter().flat_map(|term| term.atoms()) {
        if let Atom::Accumulation(id) = atom {
            is_used[id.index()] = true;
        }
    }
}

/// The accumulations that entries use, directly or through others.
fn used(kept: &[Accumulation], entries: &[Entry]) -> Vec<bool> {
    let mut is_used = vec![false; kept.len()];
    for entry in entries {
        mark(entry.terms(), &mut is_used);
    }
    for (index, accumulation) in kept.iter().enumerate().rev() {
        if is_used[index] {
            mark(accumulation.terms(), &mut is_used);
        }
    }
    is_used
}

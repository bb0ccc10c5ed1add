//! Differentiation: labels the edges of the linearized computational graph, statement by statement.
//!
//! It turns a code list into the edges that `graph::linearize` connects.
//!
//! ```text
//! v = a * b  in an arm     -->  (a, b) and (b, a) label the edges into v, formed in that arm
//! j = join of the arms     -->  the union of the arms' entries labels the edges into j
//! ```
//!
//! `calculus` knows the partials of one elemental. This file walks the statements in order and
//! merges operands that are the same value into one edge. It hands out a branch once its arms have
//! their partials, because the entries of its arms are the partials of its joins.
//!
//! Cost: linear in the statements. Source: Griewank & Walther, Evaluating Derivatives, section 2.2.

use super::code_list::{CodeList, CodeListBuilder, Origin};
use super::elemental::Elemental;
use super::ids::ValueId;
use super::ids::{BranchId, RegionId};
use super::partial_builder::PartialBuilder;
use super::region::{JoinEntry, JoinPartial};
use super::{Category, Constant, Partial};

/// The labelled edges into one active value.
#[derive(Clone, Debug, PartialEq)]
pub struct LocalPartials {
    /// The value whose statement is differentiated.
    pub target: ValueId,
    /// Its active operands with nonzero partials. Each occurs once.
    pub sources: Vec<(ValueId, Partial)>,
}

/// Appends the statements that form local partials to the code list, and returns the edges into
/// every active value in code order. The code must have no branches.
pub fn differentiate(code: CodeList) -> (CodeList, Vec<LocalPartials>) {
    differentiate_with(code, |_, _, _| Vec::new())
}

/// An entry of the arms' Jacobians: the slot (row), the value alive at the entry (column), and its
/// number if that is the same on every arm.
pub type JoinedEntry = (usize, ValueId, Option<Constant>);

/// The same for code with branches. Once all statements in the arms of a branch have their
/// partials, it calls `entries_of` for the union of the arms' patterns.
pub fn differentiate_with(
    code: CodeList,
    mut entries_of: impl FnMut(&CodeList, BranchId, &[LocalPartials]) -> Vec<JoinedEntry>,
) -> (CodeList, Vec<LocalPartials>) {
    let dependents = code.dependents().to_vec();
    let targets: Vec<ValueId> = code
        .ids()
        .filter(|id| code.statement(*id).is_active())
        .collect();
    let mut table = PartialBuilder {
        builder: CodeListBuilder::resume(code),
        origin: Origin::default(),
    };
    let mut partials: Vec<LocalPartials> = Vec::with_capacity(targets.len());
    for target in targets {
        let statement = table.builder.code().statement(target);
        // The partials of an arm are computed in that arm, because they are not needed in the
        // others.
        let (region, elemental) = (statement.region(), statement.elemental());
        table.builder.enter(region);
        if let Elemental::Join(branch, _) = elemental
            && table.builder.code().branch(branch).partials().is_empty()
        {
            let entries = entries_of(table.builder.code(), branch, &partials);
            table.join(branch, entries);
        }
        partials.push(table.local_partials(target));
    }
    table.builder.enter(RegionId::FUNCTION);
    (table.builder.finish(dependents), partials)
}

impl PartialBuilder {
    /// Records the entries of a branch as partials of its joins.
    fn join(&mut self, branch: BranchId, entries: Vec<JoinedEntry>) {
        for (slot, source, constant) in entries {
            let entry = match constant {
                Some(constant) => JoinEntry::Literal(constant),
                None => JoinEntry::Value(self.builder.join_partial(branch)),
            };
            let partial = JoinPartial {
                slot,
                source,
                entry,
            };
            self.builder.note_partial(branch, partial);
        }
    }

    fn of_join(&self, branch: BranchId, slot: usize) -> Vec<(ValueId, Partial)> {
        let partials = self.builder.code().branch(branch).partials();
        let label = |partial: &JoinPartial| match partial.entry {
            JoinEntry::Literal(constant) => Partial::Literal(constant),
            JoinEntry::Value(id) => Partial::Value {
                id,
                negative: false,
                category: Category::Variable,
            },
        };
        let (first, end) = (
            partials.partition_point(|partial| partial.slot < slot),
            partials.partition_point(|partial| partial.slot <= slot),
        );
        let of_slot = partials[first..end].iter();
        of_slot
            .map(|partial| (partial.source, label(partial)))
            .collect()
    }

    fn local_partials(&mut self, target: ValueId) -> LocalPartials {
        let statement = self.builder.code().statement(target);
        let (elemental, operands) = (statement.elemental(), statement.operands().to_vec());
        self.origin = statement.origin();
        if let Elemental::Join(branch, slot) = elemental {
            let sources = self.of_join(branch, slot as usize);
            return LocalPartials { target, sources };
        }
        let mut sources: Vec<(ValueId, Partial)> = Vec::new();
        for (source, partial) in self.labelled(elemental, &operands, target) {
            let merged = match sources.iter().position(|(earlier, _)| *earlier == source) {
                Some(earlier) => self.sum(sources.swap_remove(earlier).1, partial),
                None => Some(partial),
            };
            sources.extend(merged.map(|partial| (source, partial)));
        }
        LocalPartials { target, sources }
    }
}

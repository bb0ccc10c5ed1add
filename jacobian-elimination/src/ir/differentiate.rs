//! Differentiation: labels the edges of the linearized computational graph, statement by statement.
//!
//! It turns a code list into the edges that `graph::linearize` connects.
//!
//! ```text
//! v = a * b  in an arm     -->  (a, b) and (b, a) label the edges into v, formed in that arm
//! j = join of the arms     -->  the union of the arms' entries labels the edges into j
//! e = exit of a loop       -->  the entries that the loop carries label the edges into e
//! ```
//!
//! `calculus` knows the partials of one elemental. This file walks the statements in order and
//! merges operands that are the same value into one edge. It hands out a branch once its arms have
//! their partials, because the entries of its arms are the partials of its joins, and a loop once
//! its body has. The edges into the states of a loop are known only then, because they are labelled
//! by what the whole body carries from one iteration to the next.
//!
//! Cost: linear in the statements. Source: Griewank & Walther, Evaluating Derivatives, section 2.2.

use super::code_list::{CodeList, CodeListBuilder, Origin, Role};
use super::elemental::Elemental;
use super::ids::ValueId;
use super::ids::{BranchId, LoopId, RegionId};
use super::loop_region::{CarriedEntry, CarriedPartial, Loop};
use super::partial_builder::PartialBuilder;
use super::region::{JoinEntry, JoinPartial};
use super::{Category, Constant, Partial};
use crate::ordered::Set;

/// The labelled edges into one active value.
#[derive(Clone, Debug, PartialEq)]
pub struct LocalPartials {
    /// The value whose statement is differentiated.
    pub target: ValueId,
    /// Its active operands with nonzero partials. Each occurs once.
    pub sources: Vec<(ValueId, Partial)>,
}

/// Appends the statements that form local partials to the code list, and returns the edges into
/// every active value in code order. The code must have no branches and no loops.
pub fn differentiate(code: CodeList) -> (CodeList, Vec<LocalPartials>) {
    differentiate_with(code, &mut StraightLine)
}

/// An entry of the Jacobian of a region: the slot (row), the value that enters the region (column),
/// and its number if that is the same whatever runs.
pub type RegionEntry = (usize, ValueId, Option<Constant>);

/// Linearizes the regions of a function. Each method is called once all statements inside the
/// branch or loop have their partials.
pub trait Linearizer {
    /// The union of the patterns of the arms.
    fn branch(
        &mut self,
        code: &CodeList,
        id: BranchId,
        partials: &[LocalPartials],
    ) -> Vec<RegionEntry>;

    /// The entries that the loop carries. The states have no partials yet.
    fn carried(&mut self, code: &CodeList, id: LoopId, partials: &[LocalPartials]) -> Carried;

    /// Called after `carried`, when the states have the carried entries as partials. The values
    /// that have seeds have these as partials, `entering`.
    fn body(
        &mut self,
        code: &CodeList,
        id: LoopId,
        partials: &[LocalPartials],
        entering: &[LocalPartials],
    );

    /// The region in which the seeds are computed.
    fn seeds(&mut self, region: RegionId);
}

/// What a loop carries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Carried {
    /// The values that have seeds.
    pub seeded: Vec<ValueId>,
    /// The seeds: by position among those values, and by root.
    pub seeds: Vec<RegionEntry>,
    /// The entries that the loop carries, by slot, and by the value that enters, or by root.
    pub entries: Vec<RegionEntry>,
}

/// For code without branches and loops.
struct StraightLine;

impl Linearizer for StraightLine {
    fn branch(&mut self, _: &CodeList, _: BranchId, _: &[LocalPartials]) -> Vec<RegionEntry> {
        Vec::new()
    }

    fn carried(&mut self, _: &CodeList, _: LoopId, _: &[LocalPartials]) -> Carried {
        Carried::default()
    }

    fn body(&mut self, _: &CodeList, _: LoopId, _: &[LocalPartials], _: &[LocalPartials]) {}

    fn seeds(&mut self, _: RegionId) {}
}

/// The same for code with branches and loops.
pub fn differentiate_with(
    code: CodeList,
    regions: &mut impl Linearizer,
) -> (CodeList, Vec<LocalPartials>) {
    let dependents = code.dependents().to_vec();
    let targets = targets(&code);
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
        match elemental {
            Elemental::Join(branch, _)
                if table.builder.code().branch(branch).partials().is_empty() =>
            {
                let entries = regions.branch(table.builder.code(), branch, &partials);
                table.join(branch, entries);
            }
            Elemental::Exit(id, _) if !table.builder.is_differentiated(id) => {
                let carried = regions.carried(table.builder.code(), id, &partials);
                let entering = table.seed(&carried, regions);
                table.carry(id, carried.entries, &entering);
                table.label_states(id, &mut partials);
                regions.body(table.builder.code(), id, &partials, &entering);
            }
            _ => {}
        }
        partials.push(table.local_partials(target));
    }
    table.builder.enter(RegionId::FUNCTION);
    (table.builder.finish(dependents), partials)
}

/// The active values. A derivative that the front has formed is one only if the value path uses it
/// as well.
fn targets(code: &CodeList) -> Vec<ValueId> {
    let is_number = |id: &ValueId| code.statement(*id).role() == Role::Derivative;
    let active = code.ids().filter(|id| code.statement(*id).is_active());
    let active: Vec<ValueId> = active.collect();
    if !active.iter().any(is_number) {
        return active;
    }
    let values = active.iter().filter(|id| !is_number(id));
    let nexts = code.loops().iter().flat_map(Loop::slots);
    let nexts = nexts.filter(|slot| code.statement(slot.state).is_active());
    let nexts = nexts.flat_map(|slot| [slot.initial, slot.next]);
    let mut pending: Vec<ValueId> = values.copied().chain(nexts).collect();
    pending.extend(code.dependents());
    let mut used = Set::new();
    while let Some(id) = pending.pop() {
        let statement = code.statement(id);
        if !statement.is_active() || !used.insert(id) {
            continue;
        }
        match statement.elemental() {
            Elemental::Join(branch, slot) => {
                let results = &code.branch(branch).slots()[slot as usize].results;
                pending.extend(results.iter().flatten());
            }
            Elemental::Ruled(count) => {
                let arguments = statement.operands().iter().skip(1);
                pending.extend(arguments.take(count as usize));
            }
            _ => pending.extend(statement.operands()),
        }
    }
    let mut active = active;
    active.retain(|id| used.contains(id));
    active
}

/// Where a partial that a loop carries is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Inside,
    Behind,
}

/// The partial of an initial value with respect to a value that enters, or a root.
fn initial_of(value: ValueId, source: ValueId, entering: &[LocalPartials]) -> JoinEntry {
    let seeds = entering.iter().find(|local| local.target == value);
    let label = match seeds {
        Some(seeds) => seeds.sources.iter().find(|(root, _)| *root == source),
        None if value == source => return JoinEntry::Literal(Constant::ONE),
        None => None,
    };
    match label {
        Some((_, Partial::Value { id, .. })) => JoinEntry::Value(*id),
        Some((_, Partial::Literal(constant))) => JoinEntry::Literal(*constant),
        None => JoinEntry::Literal(Constant::ZERO),
    }
}

/// The label that is a variable value.
fn variable(id: ValueId) -> Partial {
    Partial::Value {
        id,
        negative: false,
        category: Category::Variable,
    }
}

impl PartialBuilder {
    /// Records the entries of a branch as partials of its joins.
    fn join(&mut self, branch: BranchId, entries: Vec<RegionEntry>) {
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

    /// Adds the seeds before a loop. The result has the edges from the roots into the values that
    /// have seeds.
    fn seed(&mut self, carried: &Carried, regions: &mut impl Linearizer) -> Vec<LocalPartials> {
        if carried.seeded.is_empty() {
            return Vec::new();
        }
        let (branch, region) = self.builder.preaccumulation(&carried.seeded);
        regions.seeds(region);
        self.join(branch, carried.seeds.clone());
        let seeded = carried.seeded.iter().enumerate();
        seeded
            .map(|(slot, target)| LocalPartials {
                target: *target,
                sources: self.of_join(branch, slot),
            })
            .collect()
    }

    /// Records the entries of `S`, the variables of the loop that carry them included.
    fn carry(&mut self, id: LoopId, entries: Vec<RegionEntry>, entering: &[LocalPartials]) {
        for (slot, source, constant) in entries {
            let value = self.builder.code().run_time_loop(id).slots()[slot].initial;
            let initial = initial_of(value, source, entering);
            let entry = if let Some(constant) = constant {
                CarriedEntry::Literal(constant)
            } else {
                let (carried, exit) = self.builder.carried(id);
                CarriedEntry::Value { carried, exit }
            };
            let partial = CarriedPartial {
                slot,
                source,
                initial,
                entry,
            };
            self.builder.note_carried(id, partial);
        }
        self.builder.note_differentiated(id);
    }

    /// The edges into the states of a loop, which were left out so far.
    fn label_states(&self, id: LoopId, partials: &mut [LocalPartials]) {
        for (index, slot) in self
            .builder
            .code()
            .run_time_loop(id)
            .slots()
            .iter()
            .enumerate()
        {
            let found = partials.binary_search_by_key(&slot.state, |local| local.target);
            if let Ok(position) = found {
                partials[position].sources = self.of_slot(id, index, Side::Inside);
            }
        }
    }

    /// The partials of a state, or of an exit.
    fn of_slot(&self, id: LoopId, slot: usize, side: Side) -> Vec<(ValueId, Partial)> {
        let partials = self.builder.code().run_time_loop(id).partials();
        let label = |partial: &CarriedPartial| match (partial.entry, side) {
            (CarriedEntry::Literal(constant), _) => Partial::Literal(constant),
            (CarriedEntry::Value { carried: id, .. }, Side::Inside)
            | (CarriedEntry::Value { exit: id, .. }, Side::Behind) => variable(id),
        };
        let of_slot = with_key(partials, slot, |partial| partial.slot).iter();
        of_slot
            .map(|partial| (partial.source, label(partial)))
            .collect()
    }

    fn of_join(&self, branch: BranchId, slot: usize) -> Vec<(ValueId, Partial)> {
        let partials = self.builder.code().branch(branch).partials();
        let label = |partial: &JoinPartial| match partial.entry {
            JoinEntry::Literal(constant) => Partial::Literal(constant),
            JoinEntry::Value(id) => variable(id),
        };
        let of_slot = with_key(partials, slot, |partial| partial.slot).iter();
        of_slot
            .map(|partial| (partial.source, label(partial)))
            .collect()
    }

    fn local_partials(&mut self, target: ValueId) -> LocalPartials {
        let statement = self.builder.code().statement(target);
        let (elemental, operands) = (statement.elemental(), statement.operands().to_vec());
        self.origin = statement.origin();
        let of_region = match elemental {
            Elemental::Join(branch, slot) => Some(self.of_join(branch, slot as usize)),
            Elemental::Exit(id, slot) => Some(self.of_slot(id, slot as usize, Side::Behind)),
            _ => None,
        };
        if let Some(sources) = of_region {
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

/// The elements with this key, of a list that is sorted by it.
fn with_key<T>(list: &[T], wanted: usize, key: impl Fn(&T) -> usize) -> &[T] {
    let first = list.partition_point(|element| key(element) < wanted);
    let end = list.partition_point(|element| key(element) <= wanted);
    &list[first..end]
}

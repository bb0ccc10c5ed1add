//! Builds branches of a code list: arms, joins, and the partials of joins.
//!
//! The front calls these methods as it lowers `if` and `match`.
//!
//! ```text
//! let branch = builder.branch(..);
//! let outside = builder.enter(builder.arm(branch));      statements of the first arm
//! builder.enter(builder.arm(branch));                    statements of the second
//! builder.enter(outside);
//! builder.join(branch, vec![Some(v2), Some(v3)])         the value behind the branch
//! ```
//!
//! Invariant: a value that an arm defines is used inside the arm and by joins only.
//!
//! Cost: constant per statement, except that a join is compared with the other joins of its branch.

use super::code_list::{CodeList, CodeListBuilder, Origin, number};
use super::ids::{BranchId, RegionId, Width};
use super::ids::{OpaqueId, ValueId};
use super::region::{Branch, JoinPartial, Region, Slot};
use super::{Category, Elemental};

impl CodeList {
    /// The branches. Each comes after the branches around it.
    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// Their ids.
    pub fn branch_ids(
        &self,
    ) -> impl DoubleEndedIterator<Item = BranchId> + ExactSizeIterator + use<> {
        (0..self.branches.len()).map(|position| BranchId(number(position)))
    }

    /// One branch.
    pub fn branch(&self, id: BranchId) -> &Branch {
        &self.branches[id.index()]
    }

    /// The number of regions, the function itself included.
    pub fn n_regions(&self) -> usize {
        self.regions.len()
    }
}

impl CodeListBuilder {
    /// The region that receives new statements.
    pub fn region(&self) -> RegionId {
        self.region
    }

    /// Switches to another region and returns the previous one.
    pub fn enter(&mut self, region: RegionId) -> RegionId {
        std::mem::replace(&mut self.region, region)
    }

    /// The number of branches and loops around the current region.
    pub fn depth(&self) -> usize {
        self.code.regions[self.region.index()].depth
    }

    /// Adds a branch to the current region. Its conditions, `head`, use the values `mentions`.
    pub fn branch(&mut self, head: OpaqueId, mentions: Vec<ValueId>, is_pure: bool) -> BranchId {
        let id = BranchId(number(self.code.branches.len()));
        self.code.branches.push(Branch {
            region: self.region,
            first: ValueId(number(self.code.statements.len())),
            head,
            mentions,
            is_pure,
            is_preaccumulation: false,
            arms: Vec::new(),
            slots: Vec::new(),
            partials: Vec::new(),
        });
        id
    }

    /// Adds a branch that hands out partials of values around it.
    pub(super) fn preaccumulation(&mut self, of: &[ValueId]) -> (BranchId, RegionId) {
        let id = self.branch(OpaqueId(0), Vec::new(), true);
        let arm = self.arm(id);
        let branch = &mut self.code.branches[id.index()];
        branch.is_preaccumulation = true;
        branch.slots = of
            .iter()
            .map(|value| Slot {
                join: *value,
                results: vec![Some(*value)],
            })
            .collect();
        (id, arm)
    }

    /// Adds an arm to a branch and returns its region.
    pub fn arm(&mut self, branch: BranchId) -> RegionId {
        let id = RegionId(number(self.code.regions.len()));
        let parent = self.code.branch(branch).region;
        let depth = self.code.regions[parent.index()].depth + 1;
        self.code.regions.push(Region { parent, depth });
        self.code.branches[branch.index()].arms.push(id);
        id
    }

    /// The value behind the branch that is `results[i]` if arm `i` runs.
    pub fn join(&mut self, branch: BranchId, results: Vec<Option<ValueId>>) -> ValueId {
        // If all arms give the same number, the join is that number. We compare bits, because +0
        // and -0 are different values.
        let constant = |id: &ValueId| Some(self.code.statement(*id).constant()?.value());
        let mut numbers = results.iter().flatten().map(constant);
        if let Some(Some(first)) = numbers.next()
            && numbers.all(|number| number.map(f64::to_bits) == Some(first.to_bits()))
        {
            return self.literal(first);
        }
        let (results, width) = self.joined(results);
        let slots = &self.code.branch(branch).slots;
        if let Some(slot) = slots.iter().find(|slot| slot.results == results) {
            return slot.join;
        }
        let slot = number(slots.len());
        let elemental = Elemental::Join(branch, slot);
        let join = self.push_as(elemental, &[], Origin::default(), width);
        let is_active = |id: &ValueId| self.code.statement(*id).is_active();
        self.code.statements[join.index()].category = if results.iter().flatten().any(is_active) {
            Category::Variable
        } else {
            Category::Inactive
        };
        self.code.branches[branch.index()]
            .slots
            .push(Slot { join, results });
        join
    }

    /// The same for derivatives that are not differentiated again: their join is a number.
    pub(super) fn join_of_numbers(
        &mut self,
        branch: BranchId,
        results: Vec<Option<ValueId>>,
    ) -> ValueId {
        let join = self.join(branch, results);
        if matches!(self.code.statement(join).elemental(), Elemental::Join(..)) {
            self.code.statements[join.index()].category = Category::Inactive;
        }
        join
    }

    /// The values of the arms in one width, if the function mixes two.
    fn joined(&mut self, results: Vec<Option<ValueId>>) -> (Vec<Option<ValueId>>, Width) {
        if !self.code.is_mixed {
            return (results, Width::Unknown);
        }
        let values: Vec<ValueId> = results.iter().flatten().copied().collect();
        let is_readable = values.iter().all(|id| self.is_read_as_it_is(*id));
        let (values, width) = self.in_one_width(&values);
        self.is_torn |= width == Width::Single && !is_readable;
        let mut values = values.into_iter();
        let results = results
            .iter()
            .map(|result| result.and_then(|_| values.next()));
        (results.collect(), width)
    }

    /// Adds a value for an entry that the arms of a branch assign.
    pub(super) fn join_partial(&mut self, branch: BranchId) -> ValueId {
        let index = number(self.code.branch(branch).partials.len());
        let entry = Elemental::JoinPartial(branch, index);
        let id = self.push(entry, &[], Origin::default());
        self.code.statements[id.index()].category = Category::Variable;
        id
    }

    /// Records a partial of a join.
    pub(super) fn note_partial(&mut self, branch: BranchId, partial: JoinPartial) {
        self.code.branches[branch.index()].partials.push(partial);
    }

    /// Inlines the only arm of a branch without joins into the region around it.
    pub fn dissolve(&mut self, branch: BranchId) {
        let (outside, first) = {
            let branch = self.code.branch(branch);
            (branch.region, branch.first)
        };
        let Some(arm) = self.code.branches[branch.index()].arms.pop() else {
            return;
        };
        for statement in &mut self.code.statements[first.index()..] {
            if statement.region == arm {
                statement.region = outside;
            }
        }
        for branch in &mut self.code.branches[branch.index() + 1..] {
            if branch.region == arm {
                branch.region = outside;
            }
        }
        for one in &mut self.code.loops {
            if one.region == arm {
                one.region = outside;
            }
        }
        for region in &mut self.code.regions[arm.index() + 1..] {
            // Every later region is inside the arm.
            region.depth -= 1;
            if region.parent == arm {
                region.parent = outside;
            }
        }
    }
}

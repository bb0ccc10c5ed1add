//! The code list: the function in static single assignment (SSA) form, operands before uses.
//!
//! Every later stage reads it, and no later stage sees syntax.
//!
//! ```text
//! v0 = independent 0          roles: the value path computes what the user wrote,
//! v1 = independent 1          derivative statements form local partials and are
//! v2 = mul v0 v1              appended after it by `differentiate`.
//! v3 = sin v2
//! v4 = cos v2      (derivative)
//! ```
//!
//! The arms of a branch and the body of a loop are [regions](super::region) of the same list.
//!
//! Invariant: operands precede uses, and are visible, which means that they are in the same region
//! or in one around it. Only [`CodeListBuilder`] makes code lists.

mod builder;
mod checkpoint;
mod opposites;

use crate::ordered::{Map, Set};
use std::fmt;

use super::elemental::{Elemental, Operation};
use super::ids::{RegionId, ValueId, Width};
use super::loop_region::Loop;
use super::region::{Branch, Region};
use super::{Category, Constant};

pub use builder::CodeListBuilder;
pub use checkpoint::Checkpoint;

/// Where a statement comes from: a number in the table [`Places`](super::Places) of the front. Zero
/// if nobody noted it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin(pub u32);

/// The purpose of a statement: a code list is two programs in one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Computes the user's value, by the user's operations.
    Value,
    /// Forms a local partial.
    Derivative,
}

/// The floating-point type of the function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// `f32`
    Single,
    /// `f64`
    #[default]
    Double,
    /// A type parameter. Only results that every scalar computes exactly are known at expansion.
    Generic,
}

/// One assignment.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    elemental: Elemental,
    operands: Vec<ValueId>,
    role: Role,
    pub(super) category: Category,
    constant: Option<Constant>,
    origin: Origin,
    pub(super) region: RegionId,
    /// Its type, in a function that mixes two.
    pub(super) width: Width,
}

impl Statement {
    /// Its type, in a function that mixes two.
    pub fn width(&self) -> Width {
        self.width
    }

    /// The operation.
    pub fn elemental(&self) -> Elemental {
        self.elemental
    }

    /// The operands. For an opaque expression, the values it mentions.
    pub fn operands(&self) -> &[ValueId] {
        &self.operands
    }

    /// Whether it computes the user's value or a partial.
    pub fn role(&self) -> Role {
        self.role
    }

    /// `Literal`, `Inactive` or `Variable`. (A statement is never `Trivial`: that is for labels.)
    pub fn category(&self) -> Category {
        self.category
    }

    /// Whether the value depends on an independent.
    pub fn is_active(&self) -> bool {
        self.category == Category::Variable
    }

    /// The value, if it is known at expansion.
    pub fn constant(&self) -> Option<Constant> {
        self.constant
    }

    /// Where it comes from in the user's source.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// The region that contains it.
    pub fn region(&self) -> RegionId {
        self.region
    }
}

/// A function as single-assignment statements.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CodeList {
    pub(super) statements: Vec<Statement>,
    pub(super) regions: Vec<Region>,
    pub(super) branches: Vec<Branch>,
    pub(super) loops: Vec<Loop>,
    independents: Vec<ValueId>,
    dependents: Vec<ValueId>,
    /// What is stored instead of the dependents, if that is something else.
    stored: Option<Vec<ValueId>>,
    named: Set<ValueId>,
    /// Opaque pieces that are not run if nothing uses them.
    pub(super) optional: Set<ValueId>,
    /// The results of calls that were open, with the statements that have their partials.
    pub(super) closings: Map<ValueId, ValueId>,
    /// Literals that are rounded, with the numbers that they stand for.
    pub(super) exact: Map<ValueId, Constant>,
    /// The columns of which the next one follows in memory.
    adjacent: Set<u32>,
    precision: Precision,
    /// Whether some values are `f32` and others `f64`. The precision is that of `f64` then.
    pub(super) is_mixed: bool,
}

impl CodeList {
    /// Whether some values are `f32` and others `f64`.
    pub fn is_mixed(&self) -> bool {
        self.is_mixed
    }

    /// The statements, operands before uses.
    pub fn statements(&self) -> &[Statement] {
        &self.statements
    }

    /// One statement.
    pub fn statement(&self, id: ValueId) -> &Statement {
        &self.statements[id.index()]
    }

    /// The list with another operation in a statement, for tests of the proof.
    #[cfg(test)]
    pub(crate) fn with_operation(&self, id: ValueId, operation: Operation) -> Self {
        let mut list = self.clone();
        list.statements[id.index()].elemental = Elemental::Operation(operation);
        list
    }

    /// The list with another operand in a statement, for tests of the proof.
    #[cfg(test)]
    pub(crate) fn with_operand(&self, id: ValueId, position: usize, operand: ValueId) -> Self {
        let mut list = self.clone();
        list.statements[id.index()].operands[position] = operand;
        list
    }

    /// The values in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = ValueId> + use<> {
        (0..u32::try_from(self.statements.len()).expect("invariant: ids are 32 bits")).map(ValueId)
    }

    /// The columns and seeds that the next one follows in memory.
    pub(crate) fn adjacent(&self) -> impl Iterator<Item = u32> + '_ {
        self.adjacent.iter().copied()
    }

    /// Whether the next column follows this one in memory.
    pub fn is_adjacent(&self, column: u32) -> bool {
        self.adjacent.contains(&column)
    }

    /// The columns of the Jacobian.
    pub fn independents(&self) -> &[ValueId] {
        &self.independents
    }

    /// The rows of the Jacobian. Several rows may be the same value.
    pub fn dependents(&self) -> &[ValueId] {
        &self.dependents
    }

    /// The values that are written to places of the caller's: the dependents, except in code that
    /// [`derived`](crate::derived) makes.
    pub fn stored(&self) -> &[ValueId] {
        self.stored.as_deref().unwrap_or(&self.dependents)
    }

    /// Whether the dependents are rows only, and other values are stored.
    pub fn stores_others(&self) -> bool {
        self.stored.is_some()
    }

    /// Whether the source assigns the value to a name or an element.
    pub fn is_named(&self, id: ValueId) -> bool {
        self.named.contains(&id)
    }

    /// The number that a literal stands for, where the literal is rounded.
    pub(crate) fn exact(&self, id: ValueId) -> Option<Constant> {
        self.exact.get(&id).copied()
    }

    /// Whether a literal stands for a number that it rounds.
    pub(crate) fn has_rounded_literals(&self) -> bool {
        !self.exact.is_empty()
    }

    /// Whether a value is zero wherever it is a number: a product with zero, or a sum of such.
    pub(crate) fn is_null(&self, id: ValueId) -> bool {
        self.is_null_within(id, MAX_NULL_DEPTH)
    }

    fn is_null_within(&self, id: ValueId, depth: usize) -> bool {
        let statement = self.statement(id);
        if let Some(constant) = statement.constant {
            return constant.is_zero();
        }
        let Elemental::Operation(operation) = statement.elemental else {
            return false;
        };
        let is_null = |id: &ValueId| depth > 0 && self.is_null_within(*id, depth - 1);
        match operation {
            Operation::Mul => statement.operands.iter().any(is_null),
            Operation::Div | Operation::Neg => is_null(&statement.operands[0]),
            Operation::Add | Operation::Sub => statement.operands.iter().all(is_null),
            _ => false,
        }
    }

    /// Whether an opaque piece is not run if nothing uses it.
    pub fn is_optional(&self, id: ValueId) -> bool {
        self.optional.contains(&id)
    }

    /// Whether a value is the open result of a call.
    pub fn is_open(&self, id: ValueId) -> bool {
        let statement = self.statement(id);
        let Elemental::Ruled(count) = statement.elemental() else {
            return false;
        };
        statement.operands().len() == 1 + count as usize
    }

    /// The partials of a call by its arguments, in order. Those of an open result are in the
    /// statement that closes it.
    pub fn partials_of_call(&self, id: ValueId) -> &[ValueId] {
        let closed = self.closings.get(&id).copied().unwrap_or(id);
        let operands = self.statement(closed).operands();
        &operands[1 + operands.len() / 2..]
    }

    /// Whether statements of one region may use the values of another: of itself, or of a region
    /// around it.
    pub fn is_visible(&self, from: RegionId, mut region: RegionId) -> bool {
        let depth = self.regions[from.index()].depth;
        while self.regions[region.index()].depth > depth {
            region = self.regions[region.index()].parent;
        }
        region == from
    }

    /// The floating-point type of the function.
    pub fn precision(&self) -> Precision {
        self.precision
    }

    /// The same statements over another scalar.
    #[must_use]
    pub fn with_precision(&self, precision: Precision) -> Self {
        Self {
            precision,
            ..self.clone()
        }
    }
}

impl fmt::Display for CodeList {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for id in self.ids() {
            let statement = self.statement(id);
            if statement.region != RegionId::FUNCTION {
                write!(formatter, "  region {}: ", statement.region.0)?;
            }
            write!(formatter, "{id} = {}", statement.elemental)?;
            for operand in &statement.operands {
                write!(formatter, " {operand}")?;
            }
            let derivative = statement.role == Role::Derivative;
            writeln!(
                formatter,
                "{}",
                match (derivative, statement.width) {
                    (true, _) => "    (derivative)",
                    (false, Width::Single) => "    (single)",
                    (false, _) => "",
                }
            )?;
        }
        write!(formatter, "dependents:")?;
        self.dependents
            .iter()
            .try_for_each(|id| write!(formatter, " {id}"))
    }
}

/// How many operations [`CodeList::is_null`] looks through, so that its cost is bounded.
const MAX_NULL_DEPTH: usize = 6;

/// A position as the 32 bits of an id.
pub(super) fn number(position: usize) -> u32 {
    u32::try_from(position).expect("invariant: ids are 32 bits")
}

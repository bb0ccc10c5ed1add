//! The code list: the function as single-assignment statements, operands before uses.
//!
//! ```text
//! v0 = independent 0          roles: the value path computes what the user wrote,
//! v1 = independent 1          derivative statements form local partials and are
//! v2 = mul v0 v1              appended after it by `calculus`.
//! v3 = sin v2
//! v4 = cos v2      (derivative)
//! ```
//!
//! [`CodeListBuilder`] numbers values: a statement equal to an earlier one is that earlier one, across
//! the value path and the partials alike. That is sound because elementals are pure; opaque
//! expressions may not be, so each of them is a statement of its own unless the front vouches for it
//! by reusing the id.
//!
//! The arms of a branch are [regions](super::region) of the same list. An equal statement counts only
//! where it is visible: in the same region or around it.
//!
//! Invariant: operands precede uses, and are visible. Cost: a logarithmic lookup per statement, and a
//! walk up the regions.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::elemental::{Elemental, Operation};
use super::region::{Branch, Region, RegionId};
use super::{Category, Constant, evaluate};

/// A statement of a code list, and the value it computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueId(pub u32);

impl ValueId {
    /// The position in the code list.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An inactive expression that the front keeps as tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OpaqueId(pub u32);

/// Where in the user's source a statement comes from; the front maps it back to a span.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin(pub u32);

/// Which of the two programs in one a statement belongs to.
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
    /// A type parameter: only what every scalar computes exactly is known at expansion.
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
}

impl Statement {
    /// What is computed.
    pub fn elemental(&self) -> Elemental {
        self.elemental
    }

    /// From what; for an opaque expression, the values it mentions.
    pub fn operands(&self) -> &[ValueId] {
        &self.operands
    }

    /// For the value or for a partial.
    pub fn role(&self) -> Role {
        self.role
    }

    /// `Literal`, `Inactive` or `Variable`; here `Trivial` is not told from `Literal`.
    pub fn category(&self) -> Category {
        self.category
    }

    /// Whether the value depends on an independent.
    pub fn is_active(&self) -> bool {
        self.category == Category::Variable
    }

    /// The value, where it is known at expansion.
    pub fn constant(&self) -> Option<Constant> {
        self.constant
    }

    /// Where it comes from.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// In which region it stands.
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
    independents: Vec<ValueId>,
    dependents: Vec<ValueId>,
    named: BTreeSet<ValueId>,
    precision: Precision,
}

impl CodeList {
    /// The statements, operands before uses.
    pub fn statements(&self) -> &[Statement] {
        &self.statements
    }

    /// One statement.
    pub fn statement(&self, id: ValueId) -> &Statement {
        &self.statements[id.index()]
    }

    /// The values in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = ValueId> + use<> {
        (0..u32::try_from(self.statements.len()).expect("invariant: ids are 32 bits")).map(ValueId)
    }

    /// The columns of the Jacobian.
    pub fn independents(&self) -> &[ValueId] {
        &self.independents
    }

    /// The rows of the Jacobian; a value may stand in several of them.
    pub fn dependents(&self) -> &[ValueId] {
        &self.dependents
    }

    /// Whether the source gives the value a name or a place: the left-hand sides of its statements.
    pub fn is_named(&self, id: ValueId) -> bool {
        self.named.contains(&id)
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

impl fmt::Display for ValueId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "v{}", self.0)
    }
}

impl fmt::Display for OpaqueId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.0)
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
                if derivative { "    (derivative)" } else { "" }
            )?;
        }
        write!(formatter, "dependents:")?;
        self.dependents
            .iter()
            .try_for_each(|id| write!(formatter, " {id}"))
    }
}

/// Builds a code list, numbering values as they come.
#[derive(Clone, Debug)]
pub struct CodeListBuilder {
    pub(super) code: CodeList,
    /// Equal statements, which may stand where others cannot see them.
    numbers: BTreeMap<(Elemental, Vec<ValueId>), Vec<ValueId>>,
    role: Role,
    pub(super) region: RegionId,
}

/// How many equal statements are asked whether they are visible, the latest first.
const ASKED: usize = 16;

impl CodeListBuilder {
    /// A function of `n_independents` variables, which become the first statements.
    pub fn new(n_independents: usize, precision: Precision) -> Self {
        let code = CodeList {
            precision,
            regions: vec![Region::default()],
            ..CodeList::default()
        };
        let mut builder = Self {
            code,
            numbers: BTreeMap::new(),
            role: Role::Value,
            region: RegionId::FUNCTION,
        };
        for index in 0..u32::try_from(n_independents).expect("invariant: ids are 32 bits") {
            let id = builder.push(Elemental::Independent(index), &[], Origin::default());
            builder.code.independents.push(id);
        }
        builder
    }

    /// Continues a finished value path with derivative statements.
    pub fn resume(code: CodeList) -> Self {
        let numbered = |id: ValueId| {
            let statement = code.statement(id);
            ((statement.elemental, statement.operands.clone()), id)
        };
        let mut numbers: BTreeMap<_, Vec<ValueId>> = BTreeMap::new();
        for (key, id) in code.ids().map(numbered) {
            numbers.entry(key).or_default().push(id);
        }
        Self {
            code,
            numbers,
            role: Role::Derivative,
            region: RegionId::FUNCTION,
        }
    }

    /// The statements so far.
    pub fn code(&self) -> &CodeList {
        &self.code
    }

    /// The list, with its dependents in the order of the rows.
    pub fn finish(mut self, dependents: Vec<ValueId>) -> CodeList {
        self.code.dependents = dependents;
        self.code
    }

    /// Notes that the source gives the value a name.
    pub fn name(&mut self, id: ValueId) {
        self.code.named.insert(id);
    }

    /// A literal.
    pub fn literal(&mut self, value: f64) -> ValueId {
        self.number(Elemental::literal(value), &[], Origin::default())
    }

    /// `operation(operands)`, or the equal statement that came before.
    pub fn apply(&mut self, operation: Operation, operands: &[ValueId], origin: Origin) -> ValueId {
        debug_assert_eq!(operands.len(), operation.arity(), "{operation}");
        self.number(Elemental::Operation(operation), operands, origin)
    }

    fn number(&mut self, elemental: Elemental, operands: &[ValueId], origin: Origin) -> ValueId {
        let mut key = (elemental, operands.to_vec());
        // Exchanged operands give the same bits, but for the payload of NaN, which is nobody's promise.
        if let Elemental::Operation(operation) = elemental
            && operation.commutes()
        {
            key.1.sort_unstable();
        }
        let equal = self.numbers.get(&key).into_iter().flatten().rev();
        for id in equal.take(ASKED) {
            let region = self.code.statement(*id).region;
            if self.code.is_visible(region, self.region) {
                return *id;
            }
        }
        let id = self.push(elemental, operands, origin);
        self.numbers.entry(key).or_default().push(id);
        id
    }

    pub(super) fn push(
        &mut self,
        elemental: Elemental,
        operands: &[ValueId],
        origin: Origin,
    ) -> ValueId {
        let id = ValueId(number(self.code.statements.len()));
        let constant = self.constant(elemental, operands);
        let inherited = operands
            .iter()
            .map(|operand| self.code.statement(*operand).category);
        let category = match elemental {
            Elemental::Independent(_) => Category::Variable,
            Elemental::Literal(_) => Category::Literal,
            // A join is what its arms make it, which they say later.
            Elemental::Opaque(_) | Elemental::Join(..) | Elemental::JoinPartial(..) => {
                Category::Inactive
            }
            Elemental::Operation(operation) if operation.is_locally_constant() => inherited
                .max()
                .map_or(Category::Literal, |most| most.min(Category::Inactive)),
            Elemental::Ruled(_) | Elemental::Operation(_) => {
                inherited.max().unwrap_or(Category::Literal)
            }
        };
        let category = match constant {
            None => category.max(Category::Inactive),
            Some(_) => category,
        };
        let role = self.role;
        let operands = operands.to_vec();
        self.code.statements.push(Statement {
            elemental,
            operands,
            role,
            category,
            constant,
            origin,
            region: self.region,
        });
        id
    }

    fn constant(&self, elemental: Elemental, operands: &[ValueId]) -> Option<Constant> {
        let value = match elemental {
            Elemental::Literal(bits) => f64::from_bits(bits),
            Elemental::Operation(operation) => {
                let known = |id: &ValueId| Some(self.code.statement(*id).constant?.value());
                let known: Vec<f64> = operands.iter().map(known).collect::<Option<_>>()?;
                evaluate::known(operation, &known, self.code.precision)?
            }
            _ => return None,
        };
        evaluate::is_known(value, self.code.precision).then(|| Constant::new(value))
    }
}

pub(super) fn number(position: usize) -> u32 {
    u32::try_from(position).expect("invariant: ids are 32 bits")
}

#[cfg(test)]
mod tests {
    use super::{CodeListBuilder, Constant, Origin, Precision, ValueId};
    use crate::ir::elemental::Operation::{Cos, Floor, Mul, Sin, Sub};

    #[test]
    fn equal_statements_are_one_value() {
        let mut builder = CodeListBuilder::new(2, Precision::Double);
        let operands = [ValueId(0), ValueId(1)];
        let product = builder.apply(Mul, &operands, Origin(1));
        assert_eq!(product, builder.apply(Mul, &operands, Origin(2)));
        let exchanged = [ValueId(1), ValueId(0)];
        assert_eq!(product, builder.apply(Mul, &exchanged, Origin(2)));
        let difference = builder.apply(Sub, &operands, Origin(3));
        assert_ne!(difference, builder.apply(Sub, &exchanged, Origin(3)));
    }

    #[test]
    fn derivative_statements_find_values_of_the_value_path() {
        let mut builder = CodeListBuilder::new(1, Precision::Double);
        let sine = builder.apply(Sin, &[ValueId(0)], Origin(1));
        let mut builder = CodeListBuilder::resume(builder.finish(vec![sine]));
        assert_eq!(builder.apply(Sin, &[ValueId(0)], Origin(2)), sine);
        builder.apply(Cos, &[ValueId(0)], Origin(2));
        let code = builder.finish(vec![sine]);
        assert_eq!(
            code.to_string(),
            "v0 = independent 0\nv1 = sin v0\nv2 = cos v0    (derivative)\ndependents: v1"
        );
    }

    #[test]
    fn literals_are_known_and_steps_are_inactive() {
        let mut builder = CodeListBuilder::new(1, Precision::Double);
        let (two, three) = (builder.literal(2.0), builder.literal(3.0));
        let six = builder.apply(Mul, &[two, three], Origin(0));
        let step = builder.apply(Floor, &[ValueId(0)], Origin(0));
        assert_eq!(
            builder
                .code()
                .statement(six)
                .constant()
                .map(Constant::value),
            Some(6.0)
        );
        assert!(!builder.code().statement(step).is_active());
    }
}

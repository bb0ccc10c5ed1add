//! Builds code lists with common-subexpression elimination by value numbering.
//!
//! Equal statements become one as they are added, so no later pass has to find them.
//!
//! ```text
//! a * b        v2 = mul v0 v1
//! b * a        v2, again
//! ```
//!
//! A statement that equals an earlier one is replaced by it, across the value path and the
//! partials. This is sound because elementals are pure. An opaque expression may have effects, so
//! each of them is a statement of its own; if the front knows that it is pure, it reuses the id. An
//! equal statement counts only if it is visible, that is, in the same region or in one around it.
//!
//! Cost: a logarithmic lookup per statement, and a walk up the regions.

use crate::ordered::Map;

use super::{CodeList, Origin, Precision, Role, Statement, ValueId, number};
use crate::ir::elemental::{Elemental, Operation};
use crate::ir::ids::{RegionId, Width};
use crate::ir::region::Region;
use crate::ir::row_table::Rows;
use crate::ir::{Category, Constant, evaluate};

/// Builds a code list and merges equal statements.
#[derive(Clone, Debug)]
pub struct CodeListBuilder {
    pub(in crate::ir) code: CodeList,
    /// The statements with the same operation and operands. Some may be in arms where others cannot
    /// see them.
    pub(super) numbers: Map<(Elemental, Vec<ValueId>), Vec<ValueId>>,
    pub(in crate::ir) role: Role,
    pub(in crate::ir) region: RegionId,
    /// Whether a statement met both widths of a function that mixes them.
    pub(in crate::ir) is_torn: bool,
    /// The derivatives by the independents that were asked for.
    pub(in crate::ir) rows: Rows,
}

/// Maximal number of equal statements that are tested for visibility, latest first. With many arms
/// that compute the same, testing all of them would be quadratic; a missed one only costs a
/// repeated statement.
const MAX_TESTED: usize = 16;

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
            numbers: Map::new(),
            role: Role::Value,
            region: RegionId::FUNCTION,
            is_torn: false,
            rows: Rows::default(),
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
            (Self::key(statement.elemental, &statement.operands), id)
        };
        let mut numbers: Map<_, Vec<ValueId>> = Map::new();
        for (key, id) in code.ids().map(numbered) {
            numbers.entry(key).or_default().push(id);
        }
        Self {
            code,
            numbers,
            role: Role::Derivative,
            region: RegionId::FUNCTION,
            is_torn: false,
            rows: Rows::default(),
        }
    }

    /// A list without independents, all of whose statements belong to derivatives.
    pub(crate) fn derivative(precision: Precision) -> Self {
        let mut builder = Self::new(0, precision);
        builder.role = Role::Derivative;
        builder
    }

    /// Notes that the independent of the next column follows that of this one in memory.
    pub fn note_adjacent(&mut self, column: u32) {
        self.code.adjacent.insert(column);
    }

    /// Changes the role of the statements that follow, and returns the one before.
    pub fn set_role(&mut self, role: Role) -> Role {
        std::mem::replace(&mut self.role, role)
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

    /// The list with these rows, which are not stored, and the values that are.
    pub(crate) fn finish_storing(self, rows: Vec<ValueId>, stored: Vec<ValueId>) -> CodeList {
        CodeList {
            stored: Some(stored),
            ..self.finish(rows)
        }
    }

    /// Records that the source gives the value a name.
    pub fn name(&mut self, id: ValueId) {
        self.code.named.insert(id);
    }

    /// Records where a statement comes from.
    pub fn set_origin(&mut self, id: ValueId, origin: Origin) {
        self.code.statements[id.index()].origin = origin;
    }

    /// The elements of a vector of this length, whose first one has this number.
    pub(crate) fn seeds(&mut self, first: usize, length: usize) -> Vec<ValueId> {
        let first = number(first);
        let ids = (first..first + number(length))
            .map(|index| self.number(Elemental::Seed(index), &[], Origin::default()));
        let ids: Vec<ValueId> = ids.collect();
        for index in first..(first + number(length)).saturating_sub(1) {
            self.note_adjacent(index);
        }
        ids
    }

    /// A literal.
    pub fn literal(&mut self, value: f64) -> ValueId {
        self.number(Elemental::literal(value), &[], Origin::default())
    }

    /// A literal that stands for a number, which it may round. Literals of different numbers are
    /// different values, even if both are rounded to the same double.
    pub(crate) fn rounded(&mut self, number: Constant) -> ValueId {
        let value = number.value();
        let exact = (number.residues() != Constant::new(value).residues()).then_some(number);
        let key = Self::key(Elemental::literal(value), &[]);
        let Some(exact) = exact else {
            return self.literal(value);
        };
        let equal = self.numbers.get(&key).into_iter().flatten().rev();
        let mut tested = equal.take(MAX_TESTED);
        if let Some(id) = tested.find(|id| {
            let is_visible = self
                .code
                .is_visible(self.code.statement(**id).region, self.region);
            is_visible && self.code.exact(**id) == Some(exact)
        }) {
            return *id;
        }
        let id = self.push(Elemental::literal(value), &[], Origin::default());
        self.numbers.entry(key).or_default().push(id);
        self.code.exact.insert(id, exact);
        id
    }

    pub(crate) fn number(
        &mut self,
        elemental: Elemental,
        operands: &[ValueId],
        origin: Origin,
    ) -> ValueId {
        self.number_as(elemental, operands, origin, Width::Unknown)
    }

    /// The same for a statement of this width. Statements of different widths are not equal.
    pub(in crate::ir) fn number_as(
        &mut self,
        elemental: Elemental,
        operands: &[ValueId],
        origin: Origin,
        width: Width,
    ) -> ValueId {
        let key = Self::key(elemental, operands);
        if let Some(id) = self.equal(&key, width) {
            if self.role == Role::Value {
                // A derivative needed it first. It stays as the user wrote it.
                self.code.statements[id.index()].role = Role::Value;
            }
            return id;
        }
        let id = self.push_as(elemental, operands, origin, width);
        self.numbers.entry(key).or_default().push(id);
        id
    }

    /// The equal statement that came before.
    pub(super) fn equal(&self, key: &(Elemental, Vec<ValueId>), width: Width) -> Option<ValueId> {
        let equal = self.numbers.get(key).into_iter().flatten().rev();
        let mut tested = equal.take(MAX_TESTED).copied();
        tested.find(|id| {
            let statement = self.code.statement(*id);
            // Derivative statements may use the doubles of the value path.
            let fits = statement.width == width
                || (self.role == Role::Derivative && statement.width == Width::Double);
            let is_rounded = || self.code.exact(*id).is_some();
            fits && self.code.is_visible(statement.region, self.region) && !is_rounded()
        })
    }

    /// The value of an operation, if a statement computes it already.
    pub(in crate::ir) fn found(
        &self,
        operation: Operation,
        operands: &[ValueId],
    ) -> Option<ValueId> {
        let key = Self::key(Elemental::Operation(operation), operands);
        self.equal(&key, Width::Unknown)
    }

    /// The key under which equal statements are found.
    pub(super) fn key(elemental: Elemental, operands: &[ValueId]) -> (Elemental, Vec<ValueId>) {
        let mut operands = operands.to_vec();
        // Exchanged operands give the same bits, except for the payload of NaN, which we do not
        // promise.
        if let Elemental::Operation(operation) = elemental
            && operation.commutes()
        {
            operands.sort_unstable();
        }
        (elemental, operands)
    }

    pub(in crate::ir) fn push(
        &mut self,
        elemental: Elemental,
        operands: &[ValueId],
        origin: Origin,
    ) -> ValueId {
        self.push_as(elemental, operands, origin, Width::Unknown)
    }

    pub(in crate::ir) fn push_as(
        &mut self,
        elemental: Elemental,
        operands: &[ValueId],
        origin: Origin,
        width: Width,
    ) -> ValueId {
        let id = ValueId(number(self.code.statements.len()));
        let constant = self.constant(elemental, operands, width);
        let inherited = operands
            .iter()
            .map(|operand| self.code.statement(*operand).category);
        let category = match elemental {
            Elemental::Independent(_) => Category::Variable,
            Elemental::Literal(_) => Category::Literal,
            // The category of a join follows from its arms, and that of a state from the front. The
            // methods that add them set it afterwards.
            Elemental::Seed(_)
            | Elemental::Opaque(_)
            | Elemental::Join(..)
            | Elemental::JoinPartial(..)
            | Elemental::State(..)
            | Elemental::Exit(..)
            | Elemental::Carried(..)
            | Elemental::ExitPartial(..) => Category::Inactive,
            Elemental::Operation(operation) if operation.is_locally_constant() => inherited
                .max()
                .map_or(Category::Literal, |most| most.min(Category::Inactive)),
            Elemental::Ruled(_) | Elemental::Selected(_) | Elemental::Operation(_) => {
                inherited.max().unwrap_or(Category::Literal)
            }
        };
        let category = match constant {
            // Operations on literals whose result depends on the scalar are known at run time only.
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
            width,
        });
        id
    }

    fn constant(
        &self,
        elemental: Elemental,
        operands: &[ValueId],
        width: Width,
    ) -> Option<Constant> {
        let precision = match width {
            Width::Single => Precision::Single,
            Width::Unknown | Width::Double => self.code.precision,
        };
        let value = match elemental {
            Elemental::Literal(bits) => f64::from_bits(bits),
            Elemental::Operation(operation) => {
                let constant = |id: &ValueId| Some(self.code.statement(*id).constant?.value());
                let numbers: Vec<f64> = operands.iter().map(constant).collect::<Option<_>>()?;
                evaluate::known(operation, &numbers, precision)?
            }
            _ => return None,
        };
        evaluate::is_known(value, self.code.precision).then(|| Constant::new(value))
    }
}

impl CodeList {
    /// The same list, with the elements of a vector of this length. The first one has this number.
    pub(crate) fn with_seeds(self, first: usize, length: usize) -> (Self, Vec<ValueId>) {
        let mut builder = CodeListBuilder::resume(self);
        let seeds = builder.seeds(first, length);
        (builder.code, seeds)
    }
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
    fn derivative_statements_find_products_with_exchanged_operands() {
        let mut builder = CodeListBuilder::new(1, Precision::Double);
        let two = builder.literal(2.0);
        let twice = builder.apply(Mul, &[two, ValueId(0)], Origin(1));
        let mut builder = CodeListBuilder::resume(builder.finish(vec![twice]));
        for operands in [[two, ValueId(0)], [ValueId(0), two]] {
            assert_eq!(builder.apply(Mul, &operands, Origin(2)), twice);
        }
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

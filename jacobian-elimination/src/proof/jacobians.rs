//! The claims about one compiled function: its rows, its arms and loops, and its sequence.
//!
//! ```text
//! J dx     the entries of each row times a random direction     = the tangent of the row
//! w J      the entries of one row times the direction           = the tangents times the weights
//! H dx     the lower triangle, read as a symmetric matrix       = the tangent of the gradient
//! ```
//!
//! A row is checked as a whole: entries that are wrong are right in a random direction with the
//! probability of one in `2^61`. So the cost does not grow with the number of columns.

use crate::ir::{Elemental, ValueId};
use crate::pipeline::{Compiled, NormalEquations};
use crate::derived::normal::{Place as Stored, Wanted, Weights};
use crate::ordered::Set;
use crate::plan::Plan;

use super::chain_rule::{Given, Point};
use super::claims::{Claims, Disorder, Place};
use super::field::Residue;
use super::model::{Key, Model};
use super::sums::{Sums, SumsOfArms};
use super::{arms, sequence};

/// What the entries of a plan are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entries {
    /// Those of the Jacobian.
    Jacobian,
    /// Those of the lower triangle of a symmetric matrix.
    Lower,
    /// The product of the Jacobian with the direction, one for each row.
    Right,
    /// The product of the symmetric matrix with the direction.
    RightOfLower,
    /// The product of a vector with the Jacobian, one for each column.
    Left(usize),
}

/// A compiled function at a point, with its sums.
pub(super) struct Evaluated<'a> {
    pub(super) point: Point<'a>,
    compiled: &'a Compiled,
    sums: Sums,
}

impl<'a> Evaluated<'a> {
    /// Evaluates a function, and claims everything but what its entries are.
    pub(super) fn of(
        compiled: &'a Compiled,
        model: Model,
        given: &Given<'_>,
        claims: &mut Claims,
    ) -> Self {
        let handed = |point: &Point<'_>, partial: &_, id| handed(point, compiled, partial, id);
        let point = Point::of(&compiled.code, model, given, handed);
        let of_arms = SumsOfArms::of(&point, &compiled.arms, claims);
        arms::claim(&point, &compiled.arms, &of_arms, claims);
        let sums = Sums::of(&point, Some(&compiled.plan), claims);
        let planned = (&compiled.plan, &compiled.schedule);
        sequence::claim(&point, planned, &compiled.arms, &compiled.rewrites, claims);
        Self {
            point,
            compiled,
            sums,
        }
    }

    /// The numbers of the entries, in the order of the plan.
    pub(super) fn entries(&self) -> Vec<Residue> {
        let entries = self.compiled.plan.entries().iter();
        entries.map(|entry| self.sums.entry(&self.point, Some(entry))).collect()
    }

    fn direction(&self, column: usize) -> Residue {
        self.point.tangent(self.point.code.independents()[column])
    }

    fn seed(&self, index: usize) -> Residue {
        self.point.model.random(Key::Input, number(index))
    }

    /// Claims what the entries are.
    pub(super) fn claim(&self, entries: Entries, claims: &mut Claims) {
        let plan = &self.compiled.plan;
        let rows = self.compiled.code.dependents();
        match entries {
            Entries::Jacobian => {
                self.claim_rows(self.tangents(), claims, |products, (row, col), entry| {
                    products[row] = products[row] + entry * self.direction(col);
                });
            }
            Entries::Lower => {
                self.claim_rows(self.symmetric(), claims, |products, (row, col), entry| {
                    products[row] = products[row] + entry * self.direction(col);
                    if row != col {
                        products[col] = products[col] + entry * self.direction(row);
                    }
                });
            }
            Entries::Right | Entries::RightOfLower => {
                let expected = match entries {
                    Entries::RightOfLower => self.symmetric(),
                    _ => self.tangents(),
                };
                self.claim_rows(expected, claims, |products, (row, _), entry| {
                    products[row] = products[row] + entry;
                });
            }
            Entries::Left(first) => {
                one_place_each(plan, claims);
                let entries = plan.entries().iter().zip(self.entries());
                let product = entries.map(|(entry, number)| number * self.direction(entry.col()));
                let weighted = rows.iter().enumerate();
                let weighted =
                    weighted.map(|(row, id)| self.seed(first + row) * self.point.tangent(*id));
                claims.equal(Place::Product, total(product), total(weighted));
            }
        }
    }

    /// The tangents of the rows.
    fn tangents(&self) -> Vec<Residue> {
        let rows = self.compiled.code.dependents().iter();
        rows.map(|id| self.point.tangent(*id)).collect()
    }

    /// The same for the symmetric matrix of which the Jacobian of the rows has the lower triangle.
    ///
    /// The upper triangle is the same, unless there are partials that are any numbers here, those of
    /// branches, loops and rules, or a literal is rounded. Then we compute the matrix column by
    /// column.
    fn symmetric(&self) -> Vec<Residue> {
        let code = self.point.code;
        let mut statements = code.statements().iter();
        let has_rules = statements.any(|one| matches!(one.elemental(), Elemental::Ruled(_)));
        if code.n_regions() == 1 && !code.has_rounded_literals() && !has_rules {
            return self.tangents();
        }
        let rows = code.dependents();
        let mut products = vec![Residue::ZERO; rows.len()];
        let mut along = self.point.clone();
        for col in 0..rows.len() {
            let only = |column: u32| match column as usize == col {
                true => Residue::ONE,
                false => Residue::ZERO,
            };
            along.move_along(&Given::default(), only);
            for row in col..rows.len() {
                let entry = along.tangent(rows[row]);
                products[row] = products[row] + entry * self.direction(col);
                if row != col {
                    products[col] = products[col] + entry * self.direction(row);
                }
            }
        }
        products
    }

    fn claim_rows(
        &self,
        expected: Vec<Residue>,
        claims: &mut Claims,
        mut add: impl FnMut(&mut [Residue], (usize, usize), Residue),
    ) {
        let plan = &self.compiled.plan;
        one_place_each(plan, claims);
        let mut products = vec![Residue::ZERO; expected.len()];
        for (entry, number) in plan.entries().iter().zip(self.entries()) {
            add(&mut products, (entry.row(), entry.col()), number);
        }
        for (row, (product, expected)) in products.into_iter().zip(expected).enumerate() {
            claims.equal(Place::Row(row), product, expected);
        }
    }

    /// Claims that the entries are those of the normal equations of a function with these rows and
    /// this plan of its Jacobian.
    pub(super) fn claim_normal(
        &self,
        rows: &[ValueId],
        jacobian: &Plan,
        (normal, wanted): (&NormalEquations, &Wanted),
        claims: &mut Claims,
    ) {
        let value = |id: &ValueId| self.point.value(*id);
        let tangent = |id: &ValueId| self.point.tangent(*id);
        let (mut residuals, mut moved): (Vec<_>, Vec<_>) =
            rows.iter().map(|id| (value(id), tangent(id))).unzip();
        let first = self.point.code.independents().len();
        let mut weights = vec![Residue::ONE; rows.len()];
        match wanted.weights {
            Weights::None => {}
            Weights::Diagonal => {
                weights = (0..rows.len()).map(|row| self.seed(first + row)).collect();
            }
            Weights::Root => {
                let n = rows.len();
                let times = |vector: &[Residue]| -> Vec<Residue> {
                    let row = |row: usize| {
                        let products = vector.iter().enumerate();
                        total(products.map(|(col, one)| self.seed(first + row * n + col) * *one))
                    };
                    (0..n).map(row).collect()
                };
                (residuals, moved) = (times(&residuals), times(&moved));
            }
        }
        let sum = |left: &[Residue], right: &[Residue]| {
            let products = weights.iter().zip(left).zip(right);
            total(products.map(|((weight, left), right)| *weight * *left * *right))
        };
        if let Some(norm) = normal.squared_norm {
            claims.equal(Place::Norm, self.point.value(norm), sum(&residuals, &residuals));
        }
        let slope = wanted.slope.map(|piece| self.point.model.random(Key::Opaque, piece.0));
        let slope = slope.unwrap_or(Residue::ONE);
        let (mut matrix, mut gradient) = (Residue::ZERO, Residue::ZERO);
        let mut products = vec![Residue::ZERO; rows.len()];
        let entries = self.compiled.plan.entries().iter().zip(&normal.places);
        for ((entry, place), number) in entries.zip(self.entries()) {
            let (row, col) = (entry.row(), entry.col());
            match *place {
                Stored::Normal => {
                    let product = number * self.direction(row) * self.direction(col);
                    let both = if row == col { product } else { product + product };
                    matrix = matrix + both;
                }
                Stored::Gradient => gradient = gradient + number * self.direction(row),
                Stored::Jacobian(index) => {
                    let entry = &jacobian.entries()[index];
                    let product = number * self.direction(entry.col());
                    products[entry.row()] = products[entry.row()] + product;
                }
            }
        }
        claims.equal(Place::Normal, matrix, slope * sum(&moved, &moved));
        claims.equal(Place::Gradient, gradient, slope * sum(&residuals, &moved));
        if wanted.jacobian == crate::derived::normal::Jacobian::Stored {
            for (row, (product, id)) in products.into_iter().zip(rows).enumerate() {
                claims.equal(Place::Row(row), product, tangent(id));
            }
        }
    }
}

/// The partial that a branch without conditions hands out: the entry of its one arm.
fn handed(
    point: &Point<'_>,
    compiled: &Compiled,
    partial: &crate::ir::region::JoinPartial,
    id: ValueId,
) -> Residue {
    let Elemental::JoinPartial(branch, _) = compiled.code.statement(id).elemental() else {
        return Residue::ZERO;
    };
    let region = compiled.code.branch(branch).arms()[0];
    let Some(arm) = compiled.arms.get(region) else {
        return Residue::ZERO;
    };
    // The order of its sums is claimed with the other arms.
    let sums = Sums::of(point, arm.plan.as_ref(), &mut Claims::default());
    sums.entry(point, arm.entry(partial.slot, partial.source))
}

fn one_place_each(plan: &Plan, claims: &mut Claims) {
    let mut places = Set::new();
    for entry in plan.entries() {
        if !places.insert((entry.row(), entry.col())) {
            claims.broken(Disorder::OnePlace(entry.row(), entry.col()));
        }
    }
}

pub(super) fn total(terms: impl Iterator<Item = Residue>) -> Residue {
    terms.fold(Residue::ZERO, |sum, term| sum + term)
}

fn number(position: usize) -> u32 {
    u32::try_from(position).expect("invariant: ids are 32 bits")
}

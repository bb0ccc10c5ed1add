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

use crate::ir::region::JoinPartial;
use crate::ir::{Elemental, ValueId};
use crate::pipeline::Compiled;
use crate::plan::Plan;

use super::chain_rule::{Given, Point, number, total};
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
    pub(super) compiled: &'a Compiled,
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
        entries
            .map(|entry| self.sums.entry(&self.point, Some(entry)))
            .collect()
    }

    /// The direction in which an independent moves.
    pub(super) fn direction(&self, column: usize) -> Residue {
        self.point.tangent(self.point.code.independents()[column])
    }

    /// The number of a seed.
    pub(super) fn seed(&self, index: usize) -> Residue {
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

    /// By row of a Jacobian, the entries times the direction, and the tangent.
    pub(super) fn sides(&self) -> Vec<[Residue; 2]> {
        let mut sides: Vec<[Residue; 2]> = (self.tangents().into_iter())
            .map(|tangent| [Residue::ZERO, tangent])
            .collect();
        for (entry, number) in self.compiled.plan.entries().iter().zip(self.entries()) {
            let product = &mut sides[entry.row()][0];
            *product = *product + number * self.direction(entry.col());
        }
        sides
    }

    /// The tangents of the rows.
    fn tangents(&self) -> Vec<Residue> {
        let rows = self.compiled.code.dependents().iter();
        rows.map(|id| self.point.tangent(*id)).collect()
    }

    /// The same for the symmetric matrix of which the Jacobian of the rows has the lower triangle.
    ///
    /// The upper triangle is the same, unless there are partials that are any numbers here (those
    /// of branches, loops and rules), or a literal is rounded. Then we compute the matrix column by
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
            let only = |column: u32| {
                let is_it = column as usize == col;
                if is_it { Residue::ONE } else { Residue::ZERO }
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
}

/// The partial that a branch without conditions hands out: the entry of its one arm.
fn handed(point: &Point<'_>, compiled: &Compiled, partial: &JoinPartial, id: ValueId) -> Residue {
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
    // They are by row, then column.
    for pair in plan.entries().windows(2) {
        let [before, after] = [&pair[0], &pair[1]].map(|entry| (entry.row(), entry.col()));
        if before >= after {
            claims.broken(Disorder::OnePlace(after.0, after.1));
        }
    }
}

//! The claims about normal equations, for a random direction.
//!
//! ```text
//! dx (Jᵀ W J) dx     the entries of the lower triangle      = the sum of w dr dr over the rows
//! dx (Jᵀ W r)        those of the gradient                  = the sum of w dr r
//! ```
//!
//! Here `dr` is the tangent of a residual `r`. A symmetric matrix that is wrong is right in a
//! random direction with the probability of two in `2^61`.

use crate::derived::normal::{Jacobian, Place as Stored, Wanted, Weights};
use crate::ir::ValueId;
use crate::pipeline::NormalEquations;
use crate::plan::Plan;

use super::chain_rule::total;
use super::claims::{Claims, Place};
use super::field::Residue;
use super::jacobians::Evaluated;
use super::model::Key;

/// The rows with their weights.
struct Rows {
    residuals: Vec<Residue>,
    tangents: Vec<Residue>,
    weights: Vec<Residue>,
}

impl Rows {
    fn of(evaluated: &Evaluated<'_>, rows: &[ValueId], weights: Weights) -> Self {
        let point = &evaluated.point;
        let n_rows = rows.len();
        let first = point.code.independents().len();
        let seeds = |from: usize| (0..n_rows).map(move |row| evaluated.seed(first + from + row));
        let residuals: Vec<_> = rows.iter().map(|id| point.value(*id)).collect();
        let tangents: Vec<_> = rows.iter().map(|id| point.tangent(*id)).collect();
        let ones = vec![Residue::ONE; n_rows];
        match weights {
            Weights::None => Self {
                residuals,
                tangents,
                weights: ones,
            },
            Weights::Diagonal => Self {
                residuals,
                tangents,
                weights: seeds(0).collect(),
            },
            Weights::Root => {
                let times = |vector: &[Residue]| {
                    let row = |row: usize| {
                        let products = seeds(row * n_rows).zip(vector);
                        total(products.map(|(weight, number)| weight * *number))
                    };
                    (0..n_rows).map(row).collect()
                };
                Self {
                    residuals: times(&residuals),
                    tangents: times(&tangents),
                    weights: ones,
                }
            }
        }
    }

    /// The sum of the products of two vectors, with the weights.
    fn product(&self, left: &[Residue], right: &[Residue]) -> Residue {
        let products = self.weights.iter().zip(left).zip(right);
        total(products.map(|((weight, left), right)| *weight * *left * *right))
    }
}

/// Claims that the entries are those of the normal equations of a function with these rows and this
/// plan of its Jacobian.
pub(super) fn claim(
    evaluated: &Evaluated<'_>,
    (rows, jacobian): (&[ValueId], &Plan),
    (normal, wanted): (&NormalEquations, &Wanted),
    claims: &mut Claims,
) {
    let point = &evaluated.point;
    let weighted = Rows::of(evaluated, rows, wanted.weights);
    let (residuals, tangents) = (&weighted.residuals, &weighted.tangents);
    if let Some(norm) = normal.squared_norm {
        let expected = weighted.product(residuals, residuals);
        claims.equal(Place::Norm, point.value(norm), expected);
    }
    let slope = wanted
        .slope
        .map(|piece| point.model.random(Key::Opaque, piece.0));
    let slope = slope.unwrap_or(Residue::ONE);
    let found = Products::of(evaluated, normal, jacobian, rows.len());
    let expected = slope * weighted.product(tangents, tangents);
    claims.equal(Place::Normal, found.matrix, expected);
    let expected = slope * weighted.product(residuals, tangents);
    claims.equal(Place::Gradient, found.gradient, expected);
    if wanted.jacobian == Jacobian::Stored {
        for (row, (product, id)) in found.rows.into_iter().zip(rows).enumerate() {
            claims.equal(Place::Row(row), product, point.tangent(*id));
        }
    }
}

/// The entries times the direction.
struct Products {
    matrix: Residue,
    gradient: Residue,
    /// Those of the Jacobian, by row.
    rows: Vec<Residue>,
}

impl Products {
    fn of(
        evaluated: &Evaluated<'_>,
        normal: &NormalEquations,
        jacobian: &Plan,
        n_rows: usize,
    ) -> Self {
        let mut products = Self {
            matrix: Residue::ZERO,
            gradient: Residue::ZERO,
            rows: vec![Residue::ZERO; n_rows],
        };
        let entries = evaluated.compiled.plan.entries().iter().zip(&normal.places);
        for ((entry, place), number) in entries.zip(evaluated.entries()) {
            let (row, col) = (entry.row(), entry.col());
            match *place {
                Stored::Normal => {
                    let product = number * evaluated.direction(row) * evaluated.direction(col);
                    let both = if row == col {
                        product
                    } else {
                        product + product
                    };
                    products.matrix = products.matrix + both;
                }
                Stored::Gradient => {
                    let product = number * evaluated.direction(row);
                    products.gradient = products.gradient + product;
                }
                Stored::Jacobian(index) => {
                    let entry = &jacobian.entries()[index];
                    let product = number * evaluated.direction(entry.col());
                    products.rows[entry.row()] = products.rows[entry.row()] + product;
                }
            }
        }
        products
    }
}

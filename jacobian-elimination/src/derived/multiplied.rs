//! The plan of a Jacobian or a Hessian, continued to its product with a vector.
//!
//! ```text
//! J[0, 0] = v3                       p[0] = v3 * v10 + a0 * v11          J dx, dx = [v10, v11]
//! J[0, 1] = a0              --->     p[1] = -a1 * v10
//! J[1, 0] = -v3 * v10                                                    a1 = v3 * v10
//! ```
//!
//! This is the product by an order that forms the matrix first. It also has what the rewrites found
//! for the matrix. Each entry below the diagonal of a symmetric one is multiplied twice.
//!
//! Cost: linear in the entries.

use crate::graph::Side;
use crate::ir::{CodeList, ValueId};
use crate::plan::sum::merge;
use crate::plan::unused::plan_of_used;
use crate::plan::{Entry, Plan};

use super::factors::{Factor, Sums};

/// The matrix of a plan, as it is multiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matrix {
    /// All entries, with a vector on this side.
    Whole(Side),
    /// The lower triangle of a symmetric matrix.
    Lower,
}

/// The plan of the product of a matrix with a vector. The elements of the vector are values of the
/// code.
pub fn multiplied(code: &CodeList, plan: &Plan, matrix: Matrix, vector: &[ValueId]) -> Plan {
    let mut sums = Sums::of(plan);
    let length = match matrix {
        Matrix::Whole(Side::Right) => code.dependents().len(),
        Matrix::Whole(Side::Left) | Matrix::Lower => code.independents().len(),
    };
    let mut products = vec![Vec::new(); length];
    for entry in plan.entries() {
        let factor = sums.value(entry.terms());
        let mut add = |to: usize, from: usize| {
            products[to].extend(factor.times(Factor::of_value(vector[from])));
        };
        let (row, col) = (entry.row(), entry.col());
        match matrix {
            Matrix::Whole(Side::Right) => add(row, col),
            Matrix::Whole(Side::Left) => add(col, row),
            Matrix::Lower => {
                add(row, col);
                if row != col {
                    add(col, row);
                }
            }
        }
    }
    let entries = products.into_iter().enumerate().map(|(to, terms)| {
        let (row, col) = match matrix {
            Matrix::Whole(Side::Right) | Matrix::Lower => (to, 0),
            Matrix::Whole(Side::Left) => (0, to),
        };
        Entry::new(row, col, merge(terms))
    });
    plan_of_used(sums.accumulations, entries.collect(), plan.counts())
}

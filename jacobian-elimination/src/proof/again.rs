//! The claims about code lists that the compiler wrote itself, from value and first derivatives:
//! for Hessians and products with them.
//!
//! ```text
//! function, along one path       d row                    the tangent of each row
//! derived code, on the same      g0 dx0 + g1 dx1          its rows are the gradient of w f
//! ```
//!
//! Both lists are evaluated on the same path: each branch takes one arm, and each loop runs once.
//! There are as many paths as the branch with the most arms has, up to a limit. That the derived
//! list is differentiated rightly is the claim about its own Jacobian.
//!
//! Cost: linear in the statements, for each path.

use crate::ir::{CodeList, ValueId};
use crate::plan::Plan;

use super::chain_rule::{Given, Point, number, total};
use super::claims::{Claims, Place};
use super::field::Residue;
use super::model::{Key, Model};

/// The most paths that are walked.
const MAX_PATHS: usize = 4;

/// What derived code stores behind the values.
#[derive(Clone, Copy)]
pub(super) enum First<'a> {
    /// The gradient, a number for each column.
    Gradient,
    /// The entries of this plan.
    Entries(&'a Plan),
}

/// Claims that the rows of a derived list are the gradient of a function, or of `w f` for several
/// rows, and that it stores the values and the first derivatives.
pub(super) fn claim(
    function: &CodeList,
    derived: &CodeList,
    first: First<'_>,
    model: Model,
    claims: &mut Claims,
) {
    let arms = function.branches().iter().map(|branch| branch.arms().len());
    let n_paths = arms.max().unwrap_or(1).clamp(1, MAX_PATHS);
    for path in 0..n_paths {
        let [function, derived] = [function, derived].map(|code| along(code, model, path));
        claim_path(&function, &derived, first, claims);
    }
}

fn claim_path(function: &Point<'_>, derived: &Point<'_>, first: First<'_>, claims: &mut Claims) {
    let rows = function.code.dependents();
    let columns = function.code.independents();
    let weight = |row: usize| {
        let seed = number(columns.len() + row);
        match rows.len() {
            1 => Residue::ONE,
            _ => function.model.random(Key::Input, seed),
        }
    };
    let direction = |column: usize| function.tangent(columns[column]);
    let weighted = rows.iter().enumerate();
    let weighted = weighted.map(|(row, id)| weight(row) * function.tangent(*id));
    let weighted = total(weighted);
    let times = |gradient: &[ValueId]| {
        let products = gradient.iter().enumerate();
        total(products.map(|(column, id)| derived.value(*id) * direction(column)))
    };
    claims.equal(Place::Gradient, times(derived.code.dependents()), weighted);
    let (values, others) = derived.code.stored().split_at(rows.len());
    for (row, (stored, id)) in values.iter().zip(rows).enumerate() {
        claims.equal(
            Place::Value(row),
            derived.value(*stored),
            function.value(*id),
        );
    }
    match first {
        First::Gradient => claims.equal(Place::First(0), times(others), weighted),
        First::Entries(plan) => {
            let mut products = vec![Residue::ZERO; rows.len()];
            for (entry, id) in plan.entries().iter().zip(others) {
                let product = derived.value(*id) * direction(entry.col());
                products[entry.row()] = products[entry.row()] + product;
            }
            for (row, (product, id)) in products.into_iter().zip(rows).enumerate() {
                claims.equal(Place::First(row), product, function.tangent(*id));
            }
        }
    }
}

/// A code list on one path.
fn along(code: &CodeList, model: Model, path: usize) -> Point<'_> {
    let given = Given {
        path: Some(path),
        ..Given::default()
    };
    Point::of(code, model, &given, |_, _, _| Residue::ZERO)
}

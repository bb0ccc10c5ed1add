//! Rematerialization: a product is computed again instead of extracted from a vector register.
//!
//! ```text
//! p0 = [v4, v5] * [v0, v1]                     p0 = [v4, v5] * [v0, v1]
//! v6 = p0.first();  v7 = p0.second()           v6 = p0.first()
//! v8 = v6 + v7                         --->    v8 = v5 * v1 + v6
//! ```
//!
//! Adding the second element of a pack costs an exchange and an addition. If both factors are
//! inputs, one scalar fused multiply-add is cheaper: `hhd` went from 8.4 to 8.0 ns natively, and
//! from 9.3 to 8.8 with AVX2.
//!
//! The body without packs adds the same products, so that both bodies round in the same way. It
//! costs nothing there, because the factors are in registers.
//!
//! Invariant: the terms of a sum keep their order. Cost: linear.

use crate::ordered::{Map, Set};
use crate::plan::{Atom, Product, Term};
use crate::schedule::Step;

use super::search::Pack;
use super::terms;
use super::view::View;

/// The sums of the value path outside packs whose terms change, by position, with their new terms.
pub(super) fn rematerialized(
    view: &View<'_>,
    steps: &[Step],
    packs: &[Pack],
) -> Map<usize, Vec<Term>> {
    let positions = terms::positions(view, steps);
    let products = second_products(view, steps, packs, &positions);
    let packed: Set<usize> = packs.iter().flat_map(|pack| pack.steps).collect();
    let sums = steps.iter().enumerate().filter_map(|(position, step)| {
        let is_value = matches!(step, Step::Value(_));
        if !is_value || terms::is_written_by_user(view, *step) || packed.contains(&position) {
            return None;
        }
        let before = terms::of_step(view, *step)?;
        let mut terms = before.clone();
        for index in 0..terms.len() {
            let Product::Atom(atom) = terms[index].product else {
                continue;
            };
            let product = positions
                .get(&atom)
                .and_then(|position| products.get(position));
            // A chain starts from a term that is no product. If this is the only one, nothing is
            // saved: the chain would start with a multiplication.
            let other_starts =
                (0..terms.len()).any(|other| other != index && !terms[other].multiplies());
            if let (Some(product), true) = (product, other_starts) {
                terms[index].product = *product;
            }
        }
        (terms != before).then_some((position, terms))
    });
    sums.collect()
}

/// The products of two inputs that are the second number of a pack, by position.
fn second_products(
    view: &View<'_>,
    steps: &[Step],
    packs: &[Pack],
    positions: &Map<Atom, usize>,
) -> Map<usize, Product> {
    let is_input = |atom: Atom| {
        let position = positions.get(&atom);
        position.is_some_and(|position| view.independent(steps[*position]).is_some())
    };
    let products = packs.iter().filter_map(|pack| {
        let sum = terms::of_step(view, steps[pack.steps[1]])?;
        let [
            term @ Term {
                negative: false, ..
            },
        ] = *sum
        else {
            return None;
        };
        let is_of_inputs = matches!(term.product, Product::Pair(..)) && term.atoms().all(is_input);
        is_of_inputs.then_some((pack.steps[1], term.product))
    });
    products.collect()
}

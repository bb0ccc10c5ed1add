//! Products that are second numbers of packs, multiplied anew where they are added.
//!
//! ```text
//! p0 = [v4, v5] * [v0, v1]                     p0 = [v4, v5] * [v0, v1]
//! v6 = p0.first();  v7 = p0.second()           v6 = p0.first()
//! v8 = v6 + v7                         --->    v8 = v5 * v1 + v6
//! ```
//!
//! The second number of a register has to be exchanged with the first before it can be added: two instructions. A fused
//! multiply-add of two independents, read where they stand, is one.
//!
//! A target without packs adds the same products, so that it rounds alike: what it multiplies is there already.
//!
//! Keeps: the order in which a sum is added. Cost: linear.

use crate::ordered::{Map, Set};

use crate::plan::{Atom, Product, Term};
use crate::schedule::Step;

use super::body::Body;
use super::neighbours::independent;
use super::sums;
use super::superwords::Pack;

/// What sums of the value path outside of packs add up instead, by their places.
pub(super) fn sums(body: &Body<'_>, steps: &[Step], packs: &[Pack]) -> Map<usize, Vec<Term>> {
    let places = sums::places(body, steps);
    let seconds = packs.iter().filter_map(|pack| {
        let sum = sums::sum(body, steps[pack.steps[1]])?;
        let [
            product @ Term {
                negative: false, ..
            },
        ] = *sum
        else {
            return None;
        };
        let is_independent = |atom: Atom| {
            let place = places.get(&atom);
            place.is_some_and(|place| independent(body, steps[*place]).is_some())
        };
        let is_of_independents =
            matches!(product.product, Product::Pair(..)) && product.atoms().all(is_independent);
        is_of_independents.then_some((pack.steps[1], product.product))
    });
    let seconds: Map<usize, Product> = seconds.collect();
    let packed: Set<usize> = packs.iter().flat_map(|pack| pack.steps).collect();
    let anew = steps.iter().enumerate().filter_map(|(place, step)| {
        let is_value = matches!(step, Step::Value(_));
        if !is_value || sums::is_written_by_user(body, *step) || packed.contains(&place) {
            return None;
        }
        let before = sums::sum(body, *step)?;
        let mut terms = before.clone();
        for at in 0..terms.len() {
            let Product::Atom(atom) = terms[at].product else {
                continue;
            };
            let product = places.get(&atom).and_then(|place| seconds.get(place));
            let others_start =
                (0..terms.len()).any(|other| other != at && !terms[other].multiplies());
            if let (Some(product), true) = (product, others_start) {
                terms[at].product = *product;
            }
        }
        (terms != before).then_some((place, terms))
    });
    anew.collect()
}

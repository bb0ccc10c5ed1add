//! Sums of terms: like terms are merged.
//!
//! ```text
//! 2*a + b*c - a + b*c - d*e + d*e   =   a + b*c + b*c
//! ```
//!
//! Terms in the same value become one; equal products of opposite sign cancel, those of equal sign
//! stay, since no single term scales a product. Order is kept, so that the text of a plan follows
//! the elimination. Cost: one sort per sum that is not short.

use crate::ir::{CodeList, Constant, ValueId};

use super::{Atom, Product, Signed, Term};

/// A term in a form that can be compared: its sign apart, a constant by its bits.
pub(crate) type Key = (Option<Atom>, Option<Atom>, u128);

/// `factor * atom` with the sign in the term. `None` if the factor is zero.
pub(crate) fn scaled(factor: Constant, atom: Signed<Atom>) -> Option<Term> {
    if factor.is_zero() {
        return None;
    }
    let flips = factor.value().is_sign_negative();
    let magnitude = if flips { factor.negate() } else { factor };
    let negative = atom.negative != flips;
    let product = if magnitude.is_one() {
        Product::Atom(atom.value)
    } else {
        Product::Scaled(magnitude, atom.value)
    };
    Some(Term { negative, product })
}

/// The product of two values; nothing where a factor is a number that products do not hold.
pub fn product_of(code: &CodeList, a: ValueId, b: ValueId) -> Option<Term> {
    let constant = |id: ValueId| code.statement(id).constant();
    let (factor, atom) = match (constant(a), constant(b)) {
        (Some(_), Some(_)) => return None,
        (Some(factor), None) => (factor, b),
        (None, Some(factor)) => (factor, a),
        (None, None) => {
            let product = Product::Pair(Atom::Value(a.min(b)), Atom::Value(a.max(b)));
            return Some(Term {
                negative: false,
                product,
            });
        }
    };
    let is_number = factor.value().is_finite();
    is_number.then(|| scaled(factor, Signed::plus(Atom::Value(atom))))?
}

/// A key by which products can be compared.
pub(crate) fn key(product: Product) -> Key {
    match product {
        Product::Literal(constant) => (None, None, constant.key()),
        Product::Atom(atom) => (Some(atom), None, Constant::ONE.key()),
        Product::Scaled(constant, atom) => (Some(atom), None, constant.key()),
        Product::Pair(first, second) => (Some(first), Some(second), 0),
    }
}

/// The term from which a chain of fused multiply-adds starts: one that needs no multiplication,
/// where there is one, and no negation, where there is one of those.
pub fn chain_start(terms: &[Term]) -> usize {
    let is_free = |term: &Term| !term.multiplies();
    let start = terms
        .iter()
        .position(|term| is_free(term) && !term.negative);
    let start = start.or_else(|| terms.iter().position(is_free));
    start.unwrap_or(0)
}

/// Adds up terms in the same value, and cancels equal products of opposite sign.
pub(crate) fn merge(terms: Vec<Term>) -> Vec<Term> {
    if terms.len() <= SHORT && are_distinct(&terms) {
        return terms;
    }
    let mut order: Vec<usize> = (0..terms.len()).collect();
    let group = |index: &usize| group(terms[*index]);
    order.sort_by_key(group);
    if order
        .windows(2)
        .all(|pair| group(&pair[0]) != group(&pair[1]))
    {
        return terms;
    }
    let mut merged: Vec<(usize, Term)> = Vec::new();
    for members in order.chunk_by(|first, second| group(first) == group(second)) {
        let sum = merge_group(members.iter().map(|index| terms[*index]));
        merged.extend(sum.into_iter().map(|term| (members[0], term)));
    }
    merged.sort_by_key(|(first, _)| *first);
    merged.into_iter().map(|(_, term)| term).collect()
}

/// Up to this many terms are compared each with each, which is cheaper than a sort.
const SHORT: usize = 8;

fn are_distinct(terms: &[Term]) -> bool {
    let is_new = |(n, term): (usize, &Term)| {
        terms[..n]
            .iter()
            .all(|earlier| group(*earlier) != group(*term))
    };
    terms.iter().enumerate().all(is_new)
}

/// The atoms of a term. Terms with the same atoms may merge.
fn group(term: Term) -> (Option<Atom>, Option<Atom>) {
    let (first, second, _) = key(term.product);
    (first, second)
}

fn merge_group(members: impl Iterator<Item = Term> + Clone) -> Vec<Term> {
    let signed = |term: Term, constant: Constant| {
        if term.negative {
            constant.negate()
        } else {
            constant
        }
    };
    let coefficient = |sum: Constant, term: Term| match term.product {
        Product::Literal(constant) | Product::Scaled(constant, _) => {
            sum.add(signed(term, constant))
        }
        Product::Atom(_) | Product::Pair(..) => sum.add(signed(term, Constant::ONE)),
    };
    let first = members
        .clone()
        .next()
        .expect("invariant: a group has members");
    let sum = members.clone().fold(Constant::ZERO, coefficient);
    match first.product {
        _ if sum.is_zero() => Vec::new(),
        Product::Literal(_) => vec![Term {
            negative: false,
            product: Product::Literal(sum),
        }],
        Product::Atom(atom) | Product::Scaled(_, atom) => {
            scaled(sum, Signed::plus(atom)).into_iter().collect()
        }
        // No term scales a product, so the products that do not cancel are added one by one.
        Product::Pair(..) => {
            let n_negative = members.clone().filter(|term| term.negative).count();
            let n_positive = members.count() - n_negative;
            let remaining = Term {
                negative: n_negative > n_positive,
                ..first
            };
            vec![remaining; n_positive.abs_diff(n_negative)]
        }
    }
}

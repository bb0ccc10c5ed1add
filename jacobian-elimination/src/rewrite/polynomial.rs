//! Polynomials: values written out in leaves.
//!
//! ```text
//! v3 = v0 * v1 - v0 / v2   =      v0 v1 - v0 (1/v2)      two monomials, of the leaves v0, v1, 1/v2
//! ```
//!
//! A leaf is a value that is not looked into, or the reciprocal of one. Each polynomial comes with
//! its *magnitude*: the same with all signs positive, so that nothing cancels.
//!
//! Cost: bounded by the limits below; a longer polynomial is not written out.

use crate::ordered::Map;

use crate::ir::ValueId;

/// The highest power that is written out.
pub(super) const MAX_POWER: i32 = 8;

/// The most monomials of a polynomial, and the most leaves of a monomial.
pub(super) const MAX_MONOMIALS: usize = 64;
const MAX_LEAVES: usize = 16;

/// The rounding error that a coefficient may have, relative to its magnitude.
const ROUNDING: f64 = 1e-12;

/// What a polynomial is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Leaf {
    /// A value that is not looked into.
    Value(ValueId),
    /// One over a value.
    Reciprocal(ValueId),
}

/// Leaves, sorted, each as often as it is a factor.
pub(super) type Monomial = Vec<Leaf>;

/// Coefficients by monomial.
pub(super) type Polynomial = Map<Monomial, f64>;

/// A value written out.
#[derive(Debug)]
pub(super) struct Expansion {
    pub(super) signed: Polynomial,
    /// The same with all signs positive, so that nothing cancels.
    pub(super) magnitude: Polynomial,
}

impl Expansion {
    pub(super) fn number(number: f64) -> Self {
        Self {
            signed: Polynomial::from([(Monomial::new(), number)]),
            magnitude: Polynomial::from([(Monomial::new(), number.abs())]),
        }
    }

    pub(super) fn leaf(leaf: Leaf) -> Self {
        let polynomial = Polynomial::from([(vec![leaf], 1.0)]);
        Self {
            signed: polynomial.clone(),
            magnitude: polynomial,
        }
    }

    pub(super) fn times(&self, factor: f64) -> Self {
        let by = |polynomial: &Polynomial, factor: f64| {
            let terms = polynomial.iter();
            terms.map(|(m, c)| (m.clone(), c * factor)).collect()
        };
        Self {
            signed: by(&self.signed, factor),
            magnitude: by(&self.magnitude, factor.abs()),
        }
    }

    pub(super) fn plus(&self, other: &Self, factor: f64) -> Option<Self> {
        let mut sum = self.times(1.0);
        add(&mut sum.signed, &other.signed, factor);
        add(&mut sum.magnitude, &other.magnitude, factor.abs());
        sum.if_short()
    }

    pub(super) fn multiply(&self, other: &Self) -> Option<Self> {
        let product = |a: &Polynomial, b: &Polynomial| {
            let mut product = Polynomial::new();
            for (monomial, factor) in b {
                for (with, coefficient) in a {
                    let mut leaves = with.clone();
                    leaves.extend(monomial);
                    leaves.sort_unstable();
                    *product.entry(leaves).or_default() += coefficient * factor;
                }
            }
            product
        };
        let is_long = self.magnitude.len() * other.magnitude.len() > MAX_MONOMIALS;
        (!is_long)
            .then(|| Self {
                signed: product(&self.signed, &other.signed),
                magnitude: product(&self.magnitude, &other.magnitude),
            })?
            .if_short()
    }

    fn if_short(self) -> Option<Self> {
        let is_short = self.magnitude.len() <= MAX_MONOMIALS
            && self.magnitude.keys().all(|m| m.len() <= MAX_LEAVES);
        is_short.then_some(self)
    }
}

/// Whether two polynomials have the same coefficients, up to the rounding of coefficients of this
/// size.
pub(super) fn is_near(a: &Polynomial, b: &Polynomial, size: &Polynomial) -> bool {
    let of = |polynomial: &Polynomial, monomial| polynomial.get(monomial).copied().unwrap_or(0.0);
    let mut monomials = a.keys().chain(b.keys());
    monomials.all(|m| (of(a, m) - of(b, m)).abs() <= ROUNDING * of(size, m))
}

fn add(sum: &mut Polynomial, other: &Polynomial, factor: f64) {
    for (monomial, coefficient) in other {
        *sum.entry(monomial.clone()).or_default() += coefficient * factor;
    }
}

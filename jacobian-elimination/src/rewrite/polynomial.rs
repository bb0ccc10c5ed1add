//! Polynomials: a value as a sum of monomials, multiplied out.
//!
//! ```text
//! v3 = v0 * v1 - v0 / v2   =      v0 v1 - v0 (1/v2)      two monomials, of the leaves v0, v1, 1/v2
//! ```
//!
//! A leaf is a variable of the polynomial: a value that we do not multiply out, or the reciprocal
//! of one. Each coefficient has a *magnitude*, the coefficient that we would get if all signs were
//! positive. It shows how much has cancelled.
//!
//! Cost: bounded by the limits below. A longer polynomial is not multiplied out.

use crate::ordered::Map;

use crate::ir::ValueId;

/// The highest power that is multiplied out. Higher powers are leaves, also for fingerprints,
/// because the power of a sum has many monomials.
pub(super) const MAX_POWER: i32 = 8;

/// The most monomials of a polynomial, and the most leaves of a monomial. Products of sums grow
/// exponentially with nesting, so a bound is needed. For
/// example, a product of three sums of four terms has 64 monomials.
pub(super) const MAX_MONOMIALS: usize = 64;
const MAX_LEAVES: usize = 16;

/// The rounding error that a coefficient may have, relative to its magnitude. There is room for
/// some thousand roundings of a double, and a polynomial takes far fewer.
const ROUNDING: f64 = 1e-12;

/// A variable of a polynomial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaf {
    /// A value that is not multiplied out.
    Value(ValueId),
    /// One over a value.
    Reciprocal(ValueId),
}

impl Leaf {
    /// As bytes that are in the order of leaves.
    fn to_bytes(self) -> [u8; LEAF] {
        let (tag, [a, b, c, d]) = match self {
            Self::Value(id) => (0, id.0.to_be_bytes()),
            Self::Reciprocal(id) => (1, id.0.to_be_bytes()),
        };
        [tag, a, b, c, d]
    }
}

/// Leaves, sorted, each as often as it is a factor. They are written as bytes, because the standard
/// library compares these by one call of `memcmp`, and everything else one by one, which is slow
/// without optimization.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Monomial(Vec<u8>);

/// The bytes of a leaf.
const LEAF: usize = 5;

impl Monomial {
    /// The values among the leaves.
    pub(super) fn values(&self) -> Vec<ValueId> {
        let mut values = Vec::new();
        for leaf in self.0.chunks_exact(LEAF) {
            if let [0, a, b, c, d] = leaf {
                values.push(ValueId(u32::from_be_bytes([*a, *b, *c, *d])));
            }
        }
        values
    }

    fn times(&self, other: &Self) -> Self {
        let mut merged = Vec::with_capacity(self.0.len() + other.0.len());
        let (mut one, mut rest) = (self.0.as_slice(), other.0.as_slice());
        while !one.is_empty() && !rest.is_empty() {
            if rest[..LEAF] < one[..LEAF] {
                (one, rest) = (rest, one);
            }
            merged.extend_from_slice(&one[..LEAF]);
            one = &one[LEAF..];
        }
        merged.extend_from_slice(one);
        merged.extend_from_slice(rest);
        Self(merged)
    }

    fn n_leaves(&self) -> usize {
        self.0.len() / LEAF
    }
}

/// The coefficient of a monomial.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Coefficient {
    pub(super) signed: f64,
    /// The same if all signs were positive, so that nothing had cancelled.
    pub(super) magnitude: f64,
}

/// A value written out: coefficients by monomial.
#[derive(Clone, Debug)]
pub(super) struct Expansion(pub(super) Map<Monomial, Coefficient>);

impl Expansion {
    pub(super) fn number(number: f64) -> Self {
        Self::of(Monomial::default(), number)
    }

    pub(super) fn leaf(leaf: Leaf) -> Self {
        Self::of(Monomial(leaf.to_bytes().to_vec()), 1.0)
    }

    fn of(monomial: Monomial, signed: f64) -> Self {
        let magnitude = signed.abs();
        Self(Map::from([(monomial, Coefficient { signed, magnitude })]))
    }

    pub(super) fn times(&self, factor: f64) -> Self {
        let mut product = self.clone();
        for coefficient in product.0.values_mut() {
            coefficient.signed *= factor;
            coefficient.magnitude *= factor.abs();
        }
        product
    }

    /// The sum with a multiple of another polynomial, or `None` if it is too long.
    pub(super) fn plus(mut self, other: &Self, factor: f64) -> Option<Self> {
        for (monomial, coefficient) in &other.0 {
            let sum = self.0.entry(monomial.clone()).or_default();
            sum.signed += coefficient.signed * factor;
            sum.magnitude += coefficient.magnitude * factor.abs();
        }
        (self.0.len() <= MAX_MONOMIALS).then_some(self)
    }

    /// The product, or `None` if it is too long.
    pub(super) fn multiply(&self, other: &Self) -> Option<Self> {
        // Before any monomials merge, because forming the long product is the expensive part.
        if self.0.len() * other.0.len() > MAX_MONOMIALS {
            return None;
        }
        let mut product = Self(Map::new());
        for (monomial, factor) in &other.0 {
            for (with, coefficient) in &self.0 {
                let leaves = with.times(monomial);
                if leaves.n_leaves() > MAX_LEAVES {
                    return None;
                }
                let sum = product.0.entry(leaves).or_default();
                sum.signed += coefficient.signed * factor.signed;
                sum.magnitude += coefficient.magnitude * factor.magnitude;
            }
        }
        Some(product)
    }
}

/// Whether two polynomials have the same coefficients, up to the rounding of coefficients as large
/// as those of the second one.
pub(super) fn is_near(a: &Expansion, b: &Expansion) -> bool {
    let of =
        |expansion: &Expansion, monomial| expansion.0.get(monomial).copied().unwrap_or_default();
    let mut monomials = a.0.keys().chain(b.0.keys());
    monomials.all(|monomial| {
        let (a, b) = (of(a, monomial), of(b, monomial));
        (a.signed - b.signed).abs() <= ROUNDING * b.magnitude
    })
}

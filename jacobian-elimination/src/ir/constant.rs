//! `Constant`: a number known at expansion, with an exact zero test by modular arithmetic.
//!
//! Folding adds and multiplies constant labels. Whether such a sum is zero decides the sparsity
//! pattern, and floating point cannot tell. For example, `x / 3 + x / 3 + x / 3 - x` has the
//! derivative zero, but three thirds in `f64` need not add up to one.
//!
//! So each constant is its `f64` value and the residues of the exact rational number modulo two
//! 61-bit primes. Every double is a dyadic rational, and sums, products and reciprocals act on
//! residues without rounding. A sum is taken as zero if both residues are zero. A nonzero rational
//! passes for zero with probability about 2^-122, far less than that of a memory error. In return a
//! constant has a fixed size, and folding stays linear. (Exact rationals would double in length
//! with each product.)
//!
//! Cost: a few machine multiplications per operation.

use std::fmt;

/// The two largest primes below 2^61.
const PRIMES: [u64; 2] = [(1 << 61) - 1, (1 << 61) - 31];

/// The residues of minus one.
const MINUS_ONE: [u64; 2] = [PRIMES[0] - 1, PRIMES[1] - 1];

/// A real number known when the macro expands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constant {
    value: f64,
    /// `None` if the exact value is unknown: infinities, NaN, division by a multiple of a prime.
    residues: Option<[u64; 2]>,
}

impl Constant {
    /// The number one: the label of a copy.
    pub const ONE: Self = Self {
        value: 1.0,
        residues: Some([1, 1]),
    };
    /// The number zero: the label that is no edge.
    pub const ZERO: Self = Self {
        value: 0.0,
        residues: Some([0, 0]),
    };

    /// The exact rational number that the double represents.
    pub fn new(value: f64) -> Self {
        let residues = value
            .is_finite()
            .then(|| PRIMES.map(|prime| dyadic_residue(value, prime)));
        Self { value, residues }
    }

    /// The nearest double.
    pub fn value(self) -> f64 {
        self.value
    }

    /// A fingerprint of the exact number: equal numbers have equal residues, and different numbers
    /// almost never do. `None` if the exact value is unknown.
    pub(crate) fn residues(self) -> Option<[u64; 2]> {
        self.residues
    }

    /// A key that equal numbers share: the double, then the exact number. Different numbers may
    /// round to one double, and are different still.
    pub(crate) fn key(self) -> u128 {
        let exact = match self.residues {
            Some([residue, _]) => residue,
            None => u64::MAX,
        };
        u128::from(self.value.to_bits()) << 64 | u128::from(exact)
    }

    // The tests below are patterns, and the arithmetic names both residues. Unoptimized, `==` of
    // options of arrays and `map` over arrays are a dozen calls, and the passes come here for every
    // term of every plan.

    /// Whether the number is exactly zero, regardless of rounding in its value.
    pub fn is_zero(self) -> bool {
        matches!(self.residues, Some([0, 0]))
    }

    /// Whether the number is exactly one.
    pub fn is_one(self) -> bool {
        matches!(self.residues, Some([1, 1]))
    }

    /// Whether the number is exactly plus or minus one.
    pub fn is_trivial(self) -> bool {
        matches!(self.residues, Some([1, 1] | MINUS_ONE))
    }

    /// `-self`.
    #[must_use]
    pub fn negate(self) -> Self {
        let residues = self.residues;
        let residues =
            residues.map(|[a, b]| [negate_modulo(a, PRIMES[0]), negate_modulo(b, PRIMES[1])]);
        Self::combine(-self.value, residues)
    }

    /// `self + other`.
    #[must_use]
    #[expect(
        clippy::should_implement_trait,
        reason = "named like its siblings, none of which is an operator"
    )]
    pub fn add(self, other: Self) -> Self {
        let residues = match (self.residues, other.residues) {
            (Some([a, b]), Some([c, d])) => {
                Some([add_modulo(a, c, PRIMES[0]), add_modulo(b, d, PRIMES[1])])
            }
            _ => None,
        };
        Self::combine(self.value + other.value, residues)
    }

    /// `self * other`.
    #[must_use]
    pub fn multiply(self, other: Self) -> Self {
        let residues = match (self.residues, other.residues) {
            (Some([a, b]), Some([c, d])) => Some([
                multiply_modulo(a, c, PRIMES[0]),
                multiply_modulo(b, d, PRIMES[1]),
            ]),
            _ => None,
        };
        Self::combine(self.value * other.value, residues)
    }

    /// `1 / self`.
    #[must_use]
    pub fn reciprocal(self) -> Self {
        // A shortcut: inverting a residue takes sixty squarings, and most of the numbers here are
        // one.
        if self.is_trivial() {
            return self;
        }
        // Fermat: the inverse modulo a prime is the power `prime - 2`.
        let invertible = self.residues.filter(|residues| !residues.contains(&0));
        let residues = invertible
            .map(|residues| [0, 1].map(|k| power_modulo(residues[k], PRIMES[k] - 2, PRIMES[k])));
        Self {
            value: 1.0 / self.value,
            residues,
        }
    }

    /// `self / other`, rounded once.
    #[must_use]
    pub fn divide(self, other: Self) -> Self {
        let product = self.multiply(other.reciprocal());
        Self::combine(self.value / other.value, product.residues)
    }

    /// The number with these residues. 49 * (1 / 49) rounds to a neighbour of one. The residues are
    /// exact, so they win.
    fn combine(value: f64, residues: Option<[u64; 2]>) -> Self {
        let value = match residues {
            Some([0, 0]) => 0.0,
            Some([1, 1]) => 1.0,
            Some(MINUS_ONE) => -1.0,
            _ => value,
        };
        Self { value, residues }
    }
}

impl fmt::Display for Constant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.value)
    }
}

fn negate_modulo(a: u64, prime: u64) -> u64 {
    if a == 0 { 0 } else { prime - a }
}

fn add_modulo(a: u64, b: u64, prime: u64) -> u64 {
    let sum = a + b;
    if sum < prime { sum } else { sum - prime }
}

fn multiply_modulo(a: u64, b: u64, prime: u64) -> u64 {
    let product = u128::from(a) * u128::from(b) % u128::from(prime);
    u64::try_from(product).expect("invariant: a residue is below its prime")
}

fn power_modulo(mut base: u64, mut exponent: u64, prime: u64) -> u64 {
    let mut power = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = multiply_modulo(power, base, prime);
        }
        base = multiply_modulo(base, base, prime);
        exponent >>= 1;
    }
    power
}

/// `mantissa * 2^exponent` modulo the prime.
fn dyadic_residue(value: f64, prime: u64) -> u64 {
    let bits = value.to_bits();
    let fraction = bits & ((1 << 52) - 1);
    let biased = (bits >> 52) & 0x7ff;
    let mantissa = if biased == 0 {
        fraction
    } else {
        fraction | (1 << 52)
    };
    // value = mantissa * 2^(max(biased, 1) - 1075). A negative power of 2 is a power of the inverse
    // of 2, which is (prime + 1) / 2.
    let shift = biased.max(1);
    let scale = if shift >= 1075 {
        power_modulo(2, shift - 1075, prime)
    } else {
        power_modulo(prime.div_ceil(2), 1075 - shift, prime)
    };
    let magnitude = multiply_modulo(mantissa % prime, scale, prime);
    if value.is_sign_negative() {
        (prime - magnitude) % prime
    } else {
        magnitude
    }
}

#[cfg(test)]
mod tests {
    use super::Constant;

    fn sum(terms: &[Constant]) -> Constant {
        terms
            .iter()
            .fold(Constant::ZERO, |sum, term| sum.add(*term))
    }

    #[test]
    fn thirds_add_up_to_one_exactly() {
        let third = Constant::new(3.0).reciprocal();
        assert!(sum(&[third, third, third, Constant::new(-1.0)]).is_zero());
    }

    #[test]
    fn doubles_that_only_look_like_decimals_do_not_cancel() {
        let sum = sum(&[0.1, 0.2, -0.3].map(Constant::new));
        assert!(!sum.is_zero(), "the doubles 0.1 + 0.2 and 0.3 differ");
    }

    #[test]
    fn residues_follow_the_extreme_exponents() {
        for value in [f64::MIN_POSITIVE, 5e-324, f64::MAX, -1.5, 0.0, -0.0] {
            let twice = Constant::new(value).multiply(Constant::new(2.0));
            let difference = twice
                .add(Constant::new(value).negate())
                .add(Constant::new(-value));
            assert!(difference.is_zero(), "2 * {value} - {value} - {value}");
        }
    }

    #[test]
    fn infinities_and_nan_are_never_zero() {
        for value in [f64::NAN, f64::INFINITY] {
            assert!(!Constant::new(value).multiply(Constant::ZERO).is_zero());
        }
        assert!(!Constant::ZERO.reciprocal().is_zero());
    }

    #[test]
    fn exact_ones_survive_rounding() {
        let six = Constant::new(18.0).divide(Constant::new(3.0));
        assert_eq!(six, Constant::new(6.0));
        let one = Constant::new(49.0).multiply(Constant::new(49.0).reciprocal());
        assert_eq!(one, Constant::ONE);
    }

    #[test]
    fn signs_are_recognized_as_trivial() {
        assert!(Constant::new(-1.0).is_trivial() && Constant::ONE.is_one());
        assert!(!Constant::new(1.0 + f64::EPSILON).is_trivial());
    }
}

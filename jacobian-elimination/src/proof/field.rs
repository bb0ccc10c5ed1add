//! The prime field that the proof computes in: numbers modulo `2^61 - 1`.
//!
//! ```text
//! 0.75       3 / 4, exactly: every double is an integer times a power of two
//! 1 / 3      the number that times 3 is 1
//! 1 / 0      0, so that every quotient is a number, the same one wherever it is computed
//! ```
//!
//! Sums and products are exact, so that two ways to compute a number agree in all bits or not at
//! all. The prime is one below a power of two, which makes a remainder two additions.
//!
//! The compiler computes with constants in doubles, which are rounded: `0.1 * 0.1` in a partial is
//! the double next to it. So each number is also a double, beside the exact one. Where two numbers
//! are not the same, but their doubles nearly are, it was rounding that made the difference.

use std::ops::{Add, Mul, Neg, Sub};

/// The prime, a Mersenne number.
const PRIME: u64 = (1 << BITS) - 1;

const BITS: u32 = 61;

/// The relative difference of two doubles that rounding may make.
const ROUNDING: f64 = 1e-9;

/// A number modulo the prime, and a double that is computed in the same way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Residue {
    exact: u64,
    near: f64,
}

impl PartialEq for Residue {
    fn eq(&self, other: &Self) -> bool {
        self.exact == other.exact
    }
}

impl Residue {
    pub(super) const ZERO: Self = Self {
        exact: 0,
        near: 0.0,
    };
    pub(super) const ONE: Self = Self {
        exact: 1,
        near: 1.0,
    };

    /// The number below the prime.
    pub(super) fn number(self) -> u64 {
        self.exact
    }

    /// A number of 64 bits, reduced, and a double from one half to three halves.
    pub(super) fn of(number: u64) -> Self {
        let fraction = f64::from_bits(1.0_f64.to_bits() | number >> 12);
        Self::reduced(number, fraction - 0.5)
    }

    /// A number of 64 bits that is nearly this double.
    pub(super) fn reduced(number: u64, near: f64) -> Self {
        let sum = (number & PRIME) + (number >> BITS);
        let exact = if sum < PRIME { sum } else { sum - PRIME };
        Self { exact, near }
    }

    /// Whether it is another number than this one by rounding alone.
    pub(super) fn is_near(self, other: Self) -> bool {
        let scale = self.near.abs().max(other.near.abs());
        scale.is_finite() && (self.near - other.near).abs() <= ROUNDING * scale
    }

    /// The exact value of a double; nothing for infinities and NaN.
    pub(super) fn of_double(number: f64) -> Option<Self> {
        if !number.is_finite() {
            return None;
        }
        let bits = number.to_bits();
        let (biased, fraction) = (bits >> 52 & 0x7ff, bits & ((1 << 52) - 1));
        let (mantissa, exponent) = if biased == 0 {
            (fraction, 1)
        } else {
            (fraction | 1 << 52, biased)
        };
        // The number is the mantissa times 2^(exponent - 1075), and 2^61 is one here.
        let power = 1_u64 << ((exponent + 61 * 18 - 1075) % 61);
        let near = number.abs();
        let magnitude = Self::reduced(mantissa, near) * Self::reduced(power, 1.0);
        Some(if number.is_sign_negative() {
            -magnitude
        } else {
            magnitude
        })
    }

    pub(super) fn power(self, mut exponent: u64) -> Self {
        let (mut power, mut base) = (Self::ONE, self);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = power * base;
            }
            base = base * base;
            exponent >>= 1;
        }
        power
    }

    /// `1 / self`, by Fermat's little theorem: a number to the power of the prime less two.
    pub(super) fn inverse(self) -> Self {
        if self.exact <= 1 {
            return self;
        }
        let near = 1.0 / self.near;
        // The exponent is 59 ones in binary, then 01. Powers of 2^k - 1 double in length.
        let ones =
            |power: Self, length: u32| (0..length).fold(power, |power, _| power * power) * power;
        let one = self;
        let two = ones(one, 1);
        let four = ones(two, 2);
        let eight = ones(four, 4);
        let sixteen = ones(eight, 8);
        let thirty_two = ones(sixteen, 16);
        let then = |power: Self, length: u32, of: Self| {
            (0..length).fold(power, |power, _| power * power) * of
        };
        let most = then(thirty_two, 16, sixteen);
        let most = then(then(most, 8, eight), 2, two);
        let most = then(most, 1, one);
        let exact = then(most, 2, one).exact;
        Self { exact, near }
    }

    /// A square root, where there is one.
    pub(super) fn root(self) -> Option<Self> {
        // The prime is three modulo four, so a quarter of the next number is a whole exponent.
        let root = (0..BITS - 2).fold(self, |power, _| power * power);
        let near = self.near.abs().sqrt();
        (root * root == self).then_some(Self { near, ..root })
    }

    /// The integer between the limits that it is, where there is one.
    pub(super) fn small(self, limit: u64) -> Option<(bool, u64)> {
        if self.exact <= limit {
            Some((false, self.exact))
        } else {
            let magnitude = PRIME - self.exact;
            (magnitude <= limit).then_some((true, magnitude))
        }
    }

    pub(super) fn bits(self) -> u64 {
        self.exact
    }

    pub(super) fn near(self) -> f64 {
        self.near
    }
}

impl Add for Residue {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let sum = self.exact + other.exact;
        Self {
            exact: if sum < PRIME { sum } else { sum - PRIME },
            near: self.near + other.near,
        }
    }
}

impl Sub for Residue {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Neg for Residue {
    type Output = Self;

    fn neg(self) -> Self {
        Self {
            exact: if self.exact == 0 {
                0
            } else {
                PRIME - self.exact
            },
            near: -self.near,
        }
    }
}

impl Mul for Residue {
    type Output = Self;

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the upper half of a product of 61 bits each has 58 bits"
    )]
    fn mul(self, other: Self) -> Self {
        let product = u128::from(self.exact) * u128::from(other.exact);
        let sum = (product as u64 & PRIME) + (product >> BITS) as u64;
        Self {
            exact: if sum < PRIME { sum } else { sum - PRIME },
            near: self.near * other.near,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PRIME, Residue};

    #[test]
    fn doubles_are_what_they_are() {
        let of = |number| Residue::of_double(number).unwrap();
        for number in [1.0, 3.0, 0.1, -2.5, 1e300, 5e-324, f64::MIN_POSITIVE, 0.0] {
            assert_eq!(of(number) + of(number), of(2.0 * number), "{number}");
            assert_eq!(of(number) + of(-number), Residue::ZERO, "{number}");
        }
        assert_eq!(of(0.75) * of(4.0), of(3.0));
        assert_eq!(of(2_f64.powi(61)), Residue::ONE);
        assert_eq!(Residue::of_double(f64::NAN), None);
    }

    #[test]
    fn rounding_is_told_from_a_mistake() {
        let of = |number| Residue::of_double(number).unwrap();
        let (tenth, rounded) = (of(0.1), of(0.1 * 0.1));
        let square = tenth * tenth;
        assert!(square != rounded && square.is_near(rounded) && !square.is_near(tenth));
    }

    #[test]
    fn a_number_times_its_inverse_is_one() {
        for number in [1, 2, 3, 12_345, PRIME - 1, PRIME / 7] {
            let number = Residue::of(number);
            assert_eq!(number * number.inverse(), Residue::ONE);
            let square = number * number;
            let root = square.root().unwrap();
            assert!(root == number || root == -number);
        }
        assert_eq!(Residue::ZERO.inverse(), Residue::ZERO);
        // Minus one is no square, because the prime is three modulo four.
        assert_eq!((-Residue::ONE).root(), None);
        assert_eq!(Residue::of(u64::MAX).bits(), 7);
    }
}

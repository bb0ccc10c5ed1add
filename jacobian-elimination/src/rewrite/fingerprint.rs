//! Fingerprints: random evaluation finds values that are equal by the rules of algebra, because
//! they have the same number.
//!
//! ```text
//! v3 = v0 * v1 + v0 * v2        both are r0 * (r1 + r2) modulo a prime,
//! v4 = v0 * (v1 + v2)           where v0, v1, v2 were given random residues r0, r1, r2
//! ```
//!
//! We see every value as a polynomial in leaves: independents, opaque expressions, reciprocals and
//! results of library functions. Two different polynomials agree at a random point only with a
//! probability of about `2^-110` (Schwartz 1980, Zippel 1979). A [`Constant`] has residues modulo
//! two primes, so the value of each polynomial at the point is one `Constant`.
//!
//! Cost: a few multiplications for each statement.

use crate::ir::elemental::Operation;
use crate::ir::{CodeList, Constant, Elemental, ValueId};

use super::polynomial::{Leaf, MAX_POWER};

/// A number that equal polynomials share.
pub(super) type Fingerprint = [u64; 2];

/// The fingerprints of the values of a code list, as numbers to compute with.
#[derive(Debug)]
pub(super) struct Fingerprints {
    of: Vec<Constant>,
}

impl Fingerprints {
    pub(super) fn of(code: &CodeList) -> Self {
        let mut known = Self {
            of: Vec::with_capacity(code.statements().len()),
        };
        for id in code.ids() {
            let number = known.evaluate(code, id);
            known.of.push(number);
        }
        known
    }

    /// The value at the random point.
    pub(super) fn get(&self, id: ValueId) -> Constant {
        self.of[id.index()]
    }

    fn evaluate(&self, code: &CodeList, id: ValueId) -> Constant {
        let statement = code.statement(id);
        if let Some(constant) = statement.constant() {
            return constant;
        }
        let reciprocal = |id: ValueId| match code.statement(id).constant() {
            Some(constant) => constant.reciprocal(),
            None => random(Leaf::Reciprocal(id)),
        };
        let Elemental::Operation(operation) = statement.elemental() else {
            return random(Leaf::Value(id));
        };
        let operands = statement.operands();
        let operand = |k: usize| self.get(operands[k]);
        match operation {
            Operation::Add => operand(0).add(operand(1)),
            Operation::Sub => operand(0).add(operand(1).negate()),
            Operation::Neg => operand(0).negate(),
            Operation::Mul => operand(0).multiply(operand(1)),
            Operation::MulAdd => operand(0).multiply(operand(1)).add(operand(2)),
            Operation::Div => operand(0).multiply(reciprocal(operands[1])),
            Operation::Recip => reciprocal(operands[0]),
            Operation::Powi(exponent @ 1..=MAX_POWER) => {
                (1..exponent).fold(operand(0), |power, _| power.multiply(operand(0)))
            }
            _ => random(Leaf::Value(id)),
        }
    }
}

/// The number of a leaf. It is the same in every run, because the output may not depend on chance,
/// and different leaves have different numbers.
fn random(leaf: Leaf) -> Constant {
    let seed = match leaf {
        Leaf::Value(id) => 2 * u64::from(id.0) + 1,
        Leaf::Reciprocal(id) => 2 * u64::from(id.0) + 2,
    };
    // The finalizer of splitmix64 (Steele, Lea, Flood 2014), whose upper bits become the fraction
    // of a double.
    let mut bits = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^= bits >> 31;
    Constant::new(f64::from_bits(1.0_f64.to_bits() | (bits >> 12)))
}

#[cfg(test)]
mod tests {
    use super::Fingerprints;
    use crate::ir::elemental::Operation::{Add, Div, Mul, Powi, Sin, Sub};
    use crate::ir::{CodeListBuilder, Origin, Precision, ValueId};

    #[test]
    fn what_is_equal_by_algebra_agrees_and_nothing_else() {
        let mut builder = CodeListBuilder::new(3, Precision::Double);
        let [x, y, z] = [0, 1, 2].map(ValueId);
        let mut apply =
            |operation, operands: &[ValueId]| builder.apply(operation, operands, Origin::default());
        let sum = apply(Add, &[x, y]);
        let difference = apply(Sub, &[x, y]);
        let product = apply(Mul, &[sum, difference]);
        let squares = [apply(Powi(2), &[x]), apply(Mul, &[y, y])];
        let expanded = apply(Sub, &squares);
        let quotients = [apply(Div, &[x, z]), apply(Div, &[y, z])];
        let apart = apply(Add, &quotients);
        let together = apply(Div, &[sum, z]);
        let sines = [apply(Sin, &[x]), apply(Sin, &[y])];
        let code = builder.finish(vec![product, expanded, apart, together, sines[0], sines[1]]);
        let known = Fingerprints::of(&code);
        let is_same = |a, b| {
            let difference = known.get(a).add(known.get(b).negate());
            difference.is_zero()
        };
        assert!(is_same(product, expanded));
        assert!(is_same(apart, together));
        assert!(!is_same(sines[0], sines[1]));
        assert!(!is_same(product, sum));
    }
}

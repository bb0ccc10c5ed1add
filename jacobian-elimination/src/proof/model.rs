//! The model: what operations of real numbers are in the field.
//!
//! ```text
//! a + b, a * b, a / b, powers      as they are
//! sin(a), floor(a), a < b, ..      a random number for each operation and operand
//! cos(-a), sin(-a), ..             cos(a), -sin(a), where functions are even or odd
//! sqrt(a)                          a random number, or a root of a where it has one
//! the value of a variable          a random number
//! ```
//!
//! The chain rule only asks that a function has the derivative that the table says, so its value
//! may be any number, if it is the same one at each place that computes it. Rewrites use one rule
//! that such numbers break: that the square of a root is the radicand. So there are two kinds of
//! points. Where roots are [`Free`](Roots::Free), what agrees is right for every function in the
//! place of the root. Where they are [`True`](Roots::True), about half of the radicands have roots.
//! At some of these points the inputs are squares, at some they are squares with a minus, so that
//! more of their products and quotients have.
//!
//! Cost: a few multiplications for each operation, and some sixty for a quotient.

use std::cell::Cell;

use crate::ir::Constant;
use crate::ir::elemental::Operation;

use super::field::Residue;

/// The largest exponent that is taken as a whole number.
const MAX_EXPONENT: u64 = 1 << 33;

/// What the root of a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Roots {
    /// Any number.
    Free,
    /// A number whose square is the radicand, if there is one, and any number if not.
    True,
}

/// What a random number is for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Key {
    /// An independent or a seed.
    Input,
    /// The direction in which the independents move.
    Direction,
    /// A piece of the user's own code.
    Opaque,
    /// A value that a branch or loop hands out, or a variable of a loop.
    Handed,
    /// The arm that a branch takes.
    Arm,
}

thread_local! {
    /// Whether a radicand had no root.
    static UNTRUE: Cell<bool> = const { Cell::new(false) };
}

/// Whether a radicand had no root since this was last asked. A claim that does not hold may be
/// right then.
pub(super) fn take_untrue() -> bool {
    UNTRUE.take()
}

/// A random point, with the functions there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Model {
    seed: u64,
    roots: Roots,
}

impl Model {
    pub(super) fn new(seed: u64, roots: Roots) -> Self {
        Self {
            seed: mixed(seed),
            roots,
        }
    }

    /// The random number of this kind and index.
    pub(super) fn random(self, key: Key, index: u32) -> Residue {
        let number = self.hash((key as u64) << 32 | u64::from(index));
        let may_be_root = matches!(key, Key::Input | Key::Opaque | Key::Handed);
        match (self.roots, self.seed % 3) {
            (Roots::True, 0) if may_be_root => number * number,
            (Roots::True, 1) if may_be_root => -(number * number),
            _ => number,
        }
    }

    fn hash(self, key: u64) -> Residue {
        Residue::of(mixed(self.seed ^ mixed(key)))
    }

    /// The exact number that a constant stands for. Infinities and NaN are numbers of their own.
    pub(super) fn constant(self, constant: Constant) -> Residue {
        match constant.residues() {
            Some([residue, _]) => Residue::reduced(residue, constant.value()),
            None => self.double(constant.value()),
        }
    }

    pub(super) fn double(self, number: f64) -> Residue {
        Residue::of_double(number).unwrap_or_else(|| {
            let magnitude = self.hash(number.abs().to_bits());
            if number.is_sign_negative() {
                -magnitude
            } else {
                magnitude
            }
        })
    }

    /// The result of an operation.
    pub(super) fn value(self, operation: Operation, operands: &[Residue]) -> Residue {
        use Operation as Op;
        match (operation, operands) {
            (Op::Add, [a, b]) => *a + *b,
            (Op::Sub, [a, b]) => *a - *b,
            // A masked product differs from another one at infinities only.
            (Op::Mul | Op::Masked, [a, b]) => *a * *b,
            (Op::Div, [a, b]) => *a * b.inverse(),
            (Op::MulAdd, [a, b, c]) => *a * *b + *c,
            (Op::Neg, [a]) => -*a,
            (Op::Recip, [a]) => a.inverse(),
            (Op::Narrow | Op::Widen, [a]) => *a,
            (Op::Sqrt, [a]) => self.root(*a),
            (Op::Powi(exponent), [a]) => {
                whole_power(*a, exponent < 0, u64::from(exponent.unsigned_abs()))
            }
            (Op::Powf, [a, b]) => self.real_power(*a, *b),
            (Op::LowerPower, [a, b, _]) => self.real_power(*a, *b - Residue::ONE),
            (Op::TanhPartial | Op::SinhPartial | Op::CoshPartial | Op::ExpM1Partial, [a, r]) => {
                self.beside_value(operation, *a, *r)
            }
            (Op::PowfExponentPartial, [a, r]) => *r * self.function(Op::Ln, &[*a]),
            (Op::LnUnlessZero, [a, _]) => self.function(Op::Ln, &[*a]),
            _ => self.function(operation, operands),
        }
    }

    /// A partial that is computed from the argument `a` and the value `r` of a function. Of another
    /// number it is any number.
    fn beside_value(self, operation: Operation, a: Residue, r: Residue) -> Residue {
        use Operation as Op;
        let is_value = |of, argument, value| self.function(of, &[argument]) == value;
        let partial = match operation {
            Op::TanhPartial => is_value(Op::Tanh, a, r).then(|| Residue::ONE - r * r),
            Op::ExpM1Partial => is_value(Op::ExpM1, a, r).then(|| self.function(Op::Exp, &[a])),
            Op::CoshPartial => is_value(Op::Cosh, a, r).then(|| self.function(Op::Sinh, &[a])),
            // The partial of the inverse function has its value for `a`, and its argument for `r`.
            _ => (is_value(Op::Sinh, a, r) || is_value(Op::Asinh, r, a))
                .then(|| self.function(Op::Cosh, &[a])),
        };
        partial.unwrap_or_else(|| self.function(operation, &[a, r]))
    }

    /// A function of which only the derivative is known, and whether it is even or odd.
    fn function(self, operation: Operation, operands: &[Residue]) -> Residue {
        use Operation as Op;
        let [a] = *operands else {
            return self.of_key(operation, operands);
        };
        let is_lower = a.bits() <= (-a).bits();
        let lower = [if is_lower { a } else { -a }];
        match operation {
            Op::Cos | Op::Cosh => self.of_key(operation, &lower),
            Op::Sin | Op::Tan | Op::Asin | Op::Atan | Op::Sinh | Op::Tanh | Op::Cbrt => {
                let value = self.of_key(operation, &lower);
                if is_lower { value } else { -value }
            }
            _ => self.of_key(operation, operands),
        }
    }

    fn of_key(self, operation: Operation, operands: &[Residue]) -> Residue {
        let mut key = name(operation);
        for operand in operands {
            key = mixed(key ^ operand.bits());
        }
        self.hash(key)
    }

    fn root(self, a: Residue) -> Residue {
        let root = match self.roots {
            Roots::Free => None,
            Roots::True => a.root(),
        };
        UNTRUE.set(UNTRUE.get() || root.is_none());
        root.unwrap_or_else(|| self.function(Operation::Sqrt, &[a]))
    }

    /// A power with a real exponent: products or roots where twice the exponent is a small integer.
    fn real_power(self, a: Residue, b: Residue) -> Residue {
        let Some((is_negative, twice)) = (b + b).small(MAX_EXPONENT) else {
            // As a whole number: then `a` times this is the power with the next exponent.
            let exact = whole_power(a, false, b.bits());
            return Residue::reduced(exact.bits(), a.near().abs().powf(b.near()));
        };
        if twice % 2 == 0 {
            whole_power(a, is_negative, twice / 2)
        } else {
            whole_power(self.root(a), is_negative, twice)
        }
    }
}

fn whole_power(a: Residue, is_negative: bool, exponent: u64) -> Residue {
    let power = a.power(exponent);
    if is_negative { power.inverse() } else { power }
}

/// A number for each operation.
fn name(operation: Operation) -> u64 {
    let parameter = match operation {
        Operation::IsIndex(position) => u64::from(position) + 1,
        _ => 0,
    };
    let letters = operation.name().bytes();
    // The hash of Fowler, Noll and Vo, and the parameter above it.
    let name = letters.fold(0xcbf2_9ce4_8422_2325, |hash: u64, letter| {
        (hash ^ u64::from(letter)).wrapping_mul(0x0100_0000_01b3)
    });
    name ^ parameter << 20
}

/// The finalizer of splitmix64 (Steele, Lea, Flood 2014): each bit depends on all bits before.
fn mixed(mut bits: u64) -> u64 {
    bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

//! Bits of a number that an expression keeps: `x.to_bits() & !0x7ff_ffff`.
//!
//! ```text
//! x.to_bits() & 0xffff_ffff_0000_0000      keeps the upper half
//! (x.to_bits() >> 32) << 32                the same
//! x.to_bits() & MASK | 1                   and sets the last bit
//! ```
//!
//! A number without its low bits is constant between its jumps, as `x.floor()` is. Ports of the
//! error function of FreeBSD split numbers in this way, and add what they have cut off elsewhere.

use syn::{BinOp, Expr, UnOp};

use crate::front::syntax::strip::strip;

/// What becomes of the bits of a number.
pub(crate) struct KeptBits<'a> {
    /// The number.
    pub(crate) of: &'a Expr,
    pub(crate) kept: u64,
    pub(crate) set: u64,
    width: u32,
}

impl<'a> KeptBits<'a> {
    /// The bits of a number of 64 or 32 bits that an expression keeps. `None` if it does something
    /// else with them, or if a mask is not known.
    pub(crate) fn of(
        expression: &'a Expr,
        width: u32,
        known: &mut dyn FnMut(&Expr) -> Option<u64>,
    ) -> Option<Self> {
        match strip(expression) {
            Expr::MethodCall(call) if call.method == "to_bits" && call.args.is_empty() => {
                Some(Self {
                    of: &call.receiver,
                    kept: all(width),
                    set: 0,
                    width,
                })
            }
            Expr::Binary(binary) => match binary.op {
                BinOp::BitAnd(_) => {
                    let (bits, mask) = Self::with_mask(binary, width, known)?;
                    Some(bits.masked(mask))
                }
                BinOp::BitOr(_) => {
                    let (bits, mask) = Self::with_mask(binary, width, known)?;
                    let mut bits = bits.masked(!mask);
                    bits.set |= mask;
                    Some(bits)
                }
                BinOp::Shl(_) => {
                    let Expr::Binary(inner) = strip(&binary.left) else {
                        return None;
                    };
                    let count = known(&binary.right)?;
                    let is_back =
                        matches!(inner.op, BinOp::Shr(_)) && known(&inner.right)? == count;
                    let count = u32::try_from(count).ok().filter(|count| *count < width)?;
                    let bits = Self::of(&inner.left, width, known).filter(|_| is_back)?;
                    Some(bits.masked(u64::MAX << count))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// One side as bits, and the other as a mask.
    fn with_mask(
        binary: &'a syn::ExprBinary,
        width: u32,
        known: &mut dyn FnMut(&Expr) -> Option<u64>,
    ) -> Option<(Self, u64)> {
        let sides = [(&binary.left, &binary.right), (&binary.right, &binary.left)];
        sides.into_iter().find_map(|(bits, other)| {
            let bits = Self::of(bits, width, known)?;
            Some((bits, mask(other, width, known)?))
        })
    }

    fn masked(mut self, mask: u64) -> Self {
        self.kept &= mask;
        self.set &= mask;
        self
    }

    /// Whether half of the mantissa is cleared: 27 low bits or more of an `f64`, 12 of an `f32`.
    /// With fewer, the number is rather the same one, a little rounded, and its derivative is one.
    pub(crate) fn is_locally_constant(&self) -> bool {
        let cleared = if self.width == 64 { 27 } else { 12 };
        self.kept & all(cleared) == 0
    }
}

fn mask(expression: &Expr, width: u32, known: &mut dyn FnMut(&Expr) -> Option<u64>) -> Option<u64> {
    match strip(expression) {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
            Some(!mask(&unary.expr, width, known)? & all(width))
        }
        other => known(other),
    }
}

fn all(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

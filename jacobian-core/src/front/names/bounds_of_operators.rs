//! Bounds of integers that operators give, and conditions that bounds decide.
//!
//! ```text
//! i + 1, n % 3, n & 1
//! if i > 0 { i - 1 } else { last }      `i` is 4: 3
//! ```

use syn::{BinOp, Expr};

use crate::front::names::integer_bounds::Reader;
use crate::front::syntax::operators::operation;
use crate::front::syntax::strip::strip;
use crate::front::value::integer::Bounds;
use crate::front::value::intervals::{
    IntegerKind, Interval, LARGEST, UNKNOWN, checked, of_kind, remainder,
};

impl<M> Reader<'_, M> {
    pub(crate) fn of_binary(&self, binary: &syn::ExprBinary, kind: IntegerKind) -> Interval {
        let is_bitwise = matches!(binary.op, BinOp::BitAnd(_));
        let unknown = Interval {
            bounds: UNKNOWN,
            kind,
        };
        if operation(&binary.op).is_none() && !is_bitwise && !matches!(binary.op, BinOp::Rem(_)) {
            return unknown;
        }
        let operands = (
            self.of(&binary.left, None, kind),
            self.of(&binary.right, None, kind),
        );
        let (Some(left), Some(right)) = operands else {
            return unknown;
        };
        // Beside a known integer `%` and `&` are those of integers.
        let masks = matches!(binary.op, BinOp::Rem(_) | BinOp::BitAnd(_));
        let are_integers = left.kind.is_integer && right.kind.is_integer;
        if !are_integers && !(masks && right.kind.is_integer) {
            return unknown;
        }
        let kind = left.kind.or(right.kind);
        let (a, b) = (left.bounds, right.bounds);
        let is_counted = a.least >= 0 && b.least >= 1;
        match binary.op {
            BinOp::Add(_) => checked(
                kind,
                a.least.checked_add(b.least),
                a.most.checked_add(b.most),
            ),
            BinOp::Sub(_) => checked(
                kind,
                a.least.checked_sub(b.most),
                a.most.checked_sub(b.least),
            ),
            BinOp::Mul(_) => {
                let products = [
                    (a.least, b.least),
                    (a.least, b.most),
                    (a.most, b.least),
                    (a.most, b.most),
                ];
                let products = products.map(|(a, b)| a.checked_mul(b));
                let all: Option<Vec<i128>> = products.into_iter().collect();
                let all = all.unwrap_or_default().into_iter();
                checked(kind, all.clone().min(), all.max())
            }
            BinOp::Div(_) if is_counted => Interval {
                bounds: Bounds {
                    least: a.least / b.most,
                    most: a.most / b.least,
                },
                kind,
            },
            BinOp::Rem(_) if b.least >= 1 && b.most < LARGEST => Interval {
                bounds: remainder(a, b, kind),
                kind,
            },
            BinOp::BitAnd(_) => Interval {
                bounds: [a, b]
                    .into_iter()
                    .filter(|mask| mask.least >= 0 && mask.most < LARGEST)
                    .map(|mask| Bounds {
                        least: 0,
                        most: mask.most,
                    })
                    .min_by_key(|mask| mask.most)
                    .unwrap_or_else(|| of_kind(kind)),
                kind,
            },
            _ => Interval {
                bounds: of_kind(kind),
                kind,
            },
        }
    }

    /// Whether a condition holds for all values of its integers, or for none.
    pub(crate) fn decided(&self, condition: &Expr) -> Option<bool> {
        let binary = match strip(condition) {
            Expr::Binary(binary) => binary,
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Not(_)) => {
                return Some(!self.decided(&unary.expr)?);
            }
            _ => return None,
        };
        let is_or = matches!(binary.op, BinOp::Or(_));
        if is_or || matches!(binary.op, BinOp::And(_)) {
            let sides = [&binary.left, &binary.right].map(|side| self.decided(side));
            let decides = sides.contains(&Some(is_or));
            let all = sides == [Some(!is_or); 2];
            return if decides {
                Some(is_or)
            } else {
                all.then_some(!is_or)
            };
        }
        let a = self.of(&binary.left, None, IntegerKind::default())?;
        let b = self.of(&binary.right, None, IntegerKind::default())?;
        if !a.kind.is_integer || !b.kind.is_integer {
            return None;
        }
        let (a, b) = (a.bounds, b.bounds);
        match binary.op {
            BinOp::Lt(_) => a.is_before(b, 0),
            BinOp::Ge(_) => a.is_before(b, 0).map(|before| !before),
            BinOp::Le(_) => a.is_before(b, 1),
            BinOp::Gt(_) => a.is_before(b, 1).map(|before| !before),
            BinOp::Eq(_) => a.is_equal(b),
            BinOp::Ne(_) => a.is_equal(b).map(|equal| !equal),
            _ => None,
        }
    }
}

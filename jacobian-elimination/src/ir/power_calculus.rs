//! The partials of powers by their base.
//!
//! ```text
//! r = a^n, n known      n * a^(n - 1), by multiplications for small n
//! r = a^b               b * (r / a), the power below from the power that is there
//! ```

use super::elemental::Operation;
use super::ids::ValueId;
use super::partial_builder::PartialBuilder;
use super::{Constant, Partial};

impl PartialBuilder {
    /// `n * a^(n - 1)`, by multiplications instead of a power for small `n`.
    pub(super) fn of_powi(&mut self, exponent: i32, a: ValueId, r: ValueId) -> Option<Partial> {
        let power = match exponent {
            0 => return None,
            1 => return Some(Partial::ONE),
            -1 => return self.minus(Operation::Mul, &[r, r]),
            2 => a,
            3 => self.apply(Operation::Mul, &[a, a]),
            4 => {
                let square = self.apply(Operation::Mul, &[a, a]);
                self.apply(Operation::Mul, &[square, a])
            }
            5 => {
                let square = self.apply(Operation::Mul, &[a, a]);
                self.apply(Operation::Mul, &[square, square])
            }
            i32::MIN => {
                // `exponent - 1` does not fit into an `i32`.
                let lower = self.builder.literal(f64::from(exponent) - 1.0);
                self.apply(Operation::Powf, &[a, lower])
            }
            _ => self.apply(Operation::Powi(exponent - 1), &[a]),
        };
        let scaled = self.scaled(f64::from(exponent), power);
        self.plus(scaled)
    }

    /// `b * a^(b - 1)`, where `r` is `a^b`.
    pub(super) fn of_powf_base(&mut self, a: ValueId, b: ValueId, r: ValueId) -> Option<Partial> {
        let exponent = self.constant(b).map(Constant::value);
        let power = match exponent {
            Some(0.0) => return None,
            Some(1.0) => return Some(Partial::ONE),
            Some(2.0) => a,
            Some(3.0) => self.apply(Operation::Mul, &[a, a]),
            Some(1.5) => self.apply(Operation::Sqrt, &[a]),
            _ => {
                let lower = self.lower(b);
                let found = self.builder.found(Operation::Powf, &[a, lower]);
                found.unwrap_or_else(|| self.apply(Operation::LowerPower, &[a, b, r]))
            }
        };
        match exponent {
            Some(_) => self.product(b, power),
            // Zero to the power zero is constant, although the power below is infinite.
            None => self.applied(Operation::Masked, &[b, power]),
        }
    }
}

//! The option `verify`: each call of a generated function compares itself with the user's function.
//!
//! ```text
//! every call         the value, bit by bit, with that of the user's function; both succeed or fail
//! one of the first   each entry, structural zeros too, with differences of the user's function
//! ```
//!
//! A wrong derivative is often seen only by a solver that converges slowly. Here it ends the
//! program in the first debug build that runs it, with a report that a test can be written from.
//!
//! An entry is wrong if it is off by 16 times the tolerance of [`check_jacobian`]: 16 estimated
//! errors of the difference, and half of the digits of the number. The estimated error contains the
//! rounding of the value over the step, so an entry of a badly conditioned function may be off by
//! more. Differences with two other sequences of steps have to say the same. Nothing is said of an
//! entry at a kink, of numbers that are not finite, and of points around which the function fails
//! or panics. The next call looks again at these, up to [`ATTEMPTS`].
//!
//! Cost: the user's function once for each call, and about 50 times for each independent at a call
//! that looks at entries.
//!
//! [`check_jacobian`]: super::check_jacobian

use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::string::String;
use std::sync::atomic::{AtomicU8, Ordering};
use std::vec;
use std::vec::Vec;

use super::finite_differences::{Estimate, Smoothness, column_of, epsilon};
use super::{ERRORS, mismatch};
use crate::{Arithmetic, SparsityPattern};

/// The calls that look at entries until all of them could be compared.
const ATTEMPTS: u8 = 4;

/// An entry that is off by less may be noise.
const MIN_EXCESS: f64 = 16.0;

/// One call of a generated function, after it. Written by generated code only.
#[derive(Debug)]
#[doc(hidden)]
pub struct Verified<'a, T: 'static> {
    /// The name of the user's function.
    pub function: &'static str,
    pub pattern: &'static SparsityPattern,
    pub template: &'a [T],
    /// The entries that `update_into` does not write.
    pub known: &'a [usize],
    pub point: &'a [T],
    /// The value that was written, unless the generated function failed.
    pub value: Option<&'a [T]>,
    pub entries: &'a [T],
    /// The calls that looked at entries so far.
    pub attempts: &'static AtomicU8,
}

/// Compares a call with the user's function, which says whether it succeeded.
///
/// # Panics
/// Panics where they disagree.
#[doc(hidden)]
pub fn verify<T>(call: &Verified<'_, T>, own: &mut dyn FnMut(&[T], &mut [T]) -> bool)
where
    T: Arithmetic + Into<f64>,
{
    let mut alone = vec![T::from_f64(f64::NAN); call.pattern.rows()];
    let succeeds = own(call.point, &mut alone);
    if succeeds != call.value.is_some() {
        let [which, other] = if succeeds {
            ["the function succeeds", "the generated one fails"]
        } else {
            ["the function fails", "the generated one succeeds"]
        };
        call.fail(&std::format!("{which}, and {other}"));
    }
    let Some(value) = call.value else { return };
    let [alone, value] = [alone.as_slice(), value].map(doubles);
    call.compare_values(&alone, &value);
    let attempt = call.attempts.load(Ordering::Relaxed);
    if attempt < ATTEMPTS {
        // Two threads may both look, which is harmless. While this call looks, those inside of it
        // do not: the function may call its own derivative.
        call.attempts.store(ATTEMPTS, Ordering::Relaxed);
        let all_compared = call.compare_entries(&alone, own);
        let next = if all_compared { ATTEMPTS } else { attempt + 1 };
        call.attempts.store(next, Ordering::Relaxed);
    }
}

fn doubles<T: Copy + Into<f64>>(numbers: &[T]) -> Vec<f64> {
    numbers.iter().map(|number| (*number).into()).collect()
}

impl<T: Arithmetic + Into<f64>> Verified<'_, T> {
    fn compare_values(&self, alone: &[f64], value: &[f64]) {
        for (row, (alone, value)) in alone.iter().zip(value).enumerate() {
            let agrees = alone.to_bits() == value.to_bits() || (alone.is_nan() && value.is_nan());
            if !agrees {
                self.fail(&std::format!(
                    "value {row}: {} by the function, {} by the generated one",
                    hex(*alone),
                    hex(*value)
                ));
            }
        }
    }

    /// Whether every entry could be compared.
    fn compare_entries(&self, alone: &[f64], own: &mut dyn FnMut(&[T], &mut [T]) -> bool) -> bool {
        let mut entries = doubles(self.entries);
        for known in self.known {
            entries[*known] = self.template[*known].into();
        }
        let mut evaluate = |x: &[T], value: &mut [T]| {
            // Some functions assert where they are defined.
            let succeeds = catch_unwind(AssertUnwindSafe(|| own(x, value)));
            if !succeeds.unwrap_or(false) {
                value.fill(T::from_f64(f64::NAN));
            }
        };
        let mut all_compared = true;
        for col in 0..self.pattern.cols() {
            let mut column = |stretch| column_of(&mut evaluate, self.point, alone, (col, stretch));
            let mut others: Option<[Vec<Estimate>; 2]> = None;
            for (row, estimate) in column(1.0).into_iter().enumerate() {
                let entry = self.pattern.position(row, col);
                let entry = entry.map(|position| entries[position]);
                match Judged::of::<T>(entry, estimate) {
                    Judged::Agrees => {}
                    Judged::Unknown => all_compared = false,
                    Judged::Wrong { excess } => {
                        let others = others.get_or_insert_with(|| [0.75, 0.625].map(&mut column));
                        if others.iter().all(|other| estimate.agrees::<T>(other[row])) {
                            let found = mismatch::explain((row, col), entry, estimate, excess);
                            let bits = [entry.unwrap_or(0.0), estimate.derivative].map(hex);
                            self.fail(&std::format!("{found}\n  in full: {}", bits.join(" and ")));
                        }
                        all_compared = false;
                    }
                }
            }
        }
        all_compared
    }

    /// Ends the program with all that a test needs.
    fn fail(&self, what: &str) -> ! {
        let mut point = String::new();
        for coordinate in doubles(self.point) {
            let _ = write!(point, "\n    {},", hex(coordinate));
        }
        panic!(
            "the function `{}` and what `#[jacobian(verify)]` generated from it disagree\n  {what}\n  \
             at the point [{point}\n  ]",
            self.function
        );
    }
}

/// What differences say of an entry.
enum Judged {
    Agrees,
    Unknown,
    /// Off by this many tolerances.
    Wrong {
        excess: f64,
    },
}

impl Judged {
    fn of<T: Arithmetic + Into<f64>>(entry: Option<f64>, estimate: Estimate) -> Self {
        let Estimate {
            derivative,
            error,
            smoothness,
        } = estimate;
        let generated = entry.unwrap_or(0.0);
        let off = (generated - derivative).abs();
        if !off.is_finite() || !error.is_finite() || smoothness == Smoothness::Kink {
            return Self::Unknown;
        }
        let magnitude = generated.abs().max(derivative.abs());
        let precision = epsilon::<T>().sqrt();
        // Numbers near the smallest ones have few digits.
        let smallest = if precision > 1e-6 { 1e-30 } else { 1e-290 };
        let excess = off / (ERRORS * error + precision * magnitude + smallest);
        if excess > MIN_EXCESS {
            Self::Wrong { excess }
        } else {
            Self::Agrees
        }
    }
}

impl Estimate {
    /// Whether differences with other steps say the same. They do not where the function oscillates
    /// faster than the steps can follow.
    fn agrees<T: Arithmetic + Into<f64>>(self, other: Self) -> bool {
        let magnitude = self.derivative.abs().max(other.derivative.abs());
        let allowed = ERRORS * (self.error + other.error) + epsilon::<T>().sqrt() * magnitude;
        other.smoothness == Smoothness::Smooth
            && (self.derivative - other.derivative).abs() <= allowed
    }
}

/// A number as an expression that gives all of its bits.
fn hex(number: f64) -> String {
    std::format!(
        "f64::from_bits({:#018x}) /* {number:e} */",
        number.to_bits()
    )
}

#[cfg(test)]
mod tests {
    use std::boxed::Box;
    use std::panic::catch_unwind;
    use std::string::String;
    use std::sync::atomic::AtomicU8;

    use super::{ATTEMPTS, Verified, verify};
    use crate::{Layout, SparsityPattern};

    const PATTERN: SparsityPattern =
        SparsityPattern::new(1, 2, Layout::Csc, &[0, 1, 1], &[0], &[0, 1], &[0]);

    /// What `verify` says of a function of two variables with this value and entry.
    fn said(
        f: fn(&[f64]) -> Option<f64>,
        point: [f64; 2],
        value: Option<f64>,
        entry: f64,
    ) -> String {
        let attempts: &'static AtomicU8 = Box::leak(Box::new(AtomicU8::new(0)));
        let value = value.map(|value| [value]);
        let call = Verified {
            function: "f",
            pattern: const { &PATTERN },
            template: &[0.0],
            known: &[],
            point: &point,
            value: value.as_ref().map(<[f64; 1]>::as_slice),
            entries: &[entry],
            attempts,
        };
        let mut own = |x: &[f64], value: &mut [f64]| match f(x) {
            Some(number) => {
                value[0] = number;
                true
            }
            None => false,
        };
        let ended = catch_unwind(std::panic::AssertUnwindSafe(|| verify(&call, &mut own)));
        match ended {
            Ok(()) => String::new(),
            Err(said) => *said.downcast::<String>().expect("a text"),
        }
    }

    #[track_caller]
    fn agrees(f: fn(&[f64]) -> Option<f64>, x: f64, entry: f64) {
        let said = said(f, [x, 5.0], f(&[x, 5.0]), entry);
        assert!(said.is_empty(), "{said}");
    }

    #[test]
    fn a_right_derivative_passes() {
        agrees(|x| Some(x[0] * x[0]), 3.0, 6.0);
        agrees(|x| Some((1e8 * x[0]).sin()), 3.0, 1e8 * 3e8_f64.cos());
    }

    #[test]
    fn a_wrong_entry_is_reported_with_the_point_in_bits() {
        let said = said(|x| Some(x[0] * x[0]), [3.0, 5.0], Some(9.0), 6.1);
        let expected = "the function `f` and what `#[jacobian(verify)]` generated from it disagree\n  \
                        entry (0, 0): generated 6.1, differences say 6";
        assert!(said.starts_with(expected), "{said}");
        assert!(
            said.contains("f64::from_bits(0x4008000000000000) /* 3e0 */"),
            "{said}"
        );
        assert!(
            said.contains("in full: f64::from_bits(0x4018666666666666)"),
            "{said}"
        );
    }

    #[test]
    fn an_entry_outside_of_the_pattern_is_reported() {
        let said = said(|x| Some(x[0] * x[1]), [3.0, 5.0], Some(15.0), 5.0);
        assert!(said.contains("missing from the pattern"), "{said}");
    }

    #[test]
    fn a_value_with_other_bits_is_reported() {
        let said = said(|x| Some(x[0] * 0.0), [-3.0, 5.0], Some(0.0), 0.0);
        assert!(
            said.contains("value 0: f64::from_bits(0x8000000000000000)"),
            "{said}"
        );
        let nan = -f64::NAN;
        agrees(|_| Some(f64::NAN), 1.0, nan);
    }

    #[test]
    fn success_and_failure_are_compared() {
        let f = |x: &[f64]| (x[0] > 0.0).then_some(x[0]);
        assert!(said(f, [-1.0, 0.0], Some(1.0), 1.0).contains("the function fails"));
        assert!(said(f, [1.0, 0.0], None, 1.0).contains("the function succeeds"));
        assert_eq!(said(f, [-1.0, 0.0], None, f64::NAN), "");
    }

    #[test]
    fn there_is_no_false_alarm_where_differences_say_nothing() {
        agrees(|x| Some(x[0].abs()), 0.0, 1.0);
        agrees(|x| Some(x[0].sqrt()), 0.0, f64::INFINITY);
        agrees(|x| Some(x[0].ln()), -1.0, f64::NAN);
        agrees(|x| Some(x[0].floor()), 3.0, 0.0);
        agrees(|x| Some(x[0].round()), 2.5, 0.0);
        agrees(|x| Some(if x[0] < 1.0 { 2.0 } else { 3.0 }), 1.0, 0.0);
        agrees(|x| Some(x[0].cbrt()), 0.0, f64::INFINITY);
        agrees(|x| Some(x[0].max(2.0)), 2.0, 1.0);
        agrees(|x| (x[0] >= 1.0).then_some(x[0] * 2.0), 1.0, 2.0);
        agrees(|x| Some((x[0] - 1.0) * f64::INFINITY), 1.0, f64::NAN);
        agrees(|x| Some(x[0] * 1e308), 1.0, 1e308);
        agrees(|x| Some(x[0] * 5e-324), 1.0, 5e-324);
        agrees(
            |x| {
                assert!(x[0] <= 1.0, "a function with a domain");
                Some(x[0])
            },
            1.0,
            1.0,
        );
    }

    #[test]
    fn a_call_looks_again_until_all_entries_were_compared() {
        static ROUNDS: AtomicU8 = AtomicU8::new(0);
        let at = |x: f64, entry: f64| {
            let call = Verified {
                function: "f",
                pattern: const { &PATTERN },
                template: &[0.0],
                known: &[],
                point: &[x, 5.0],
                value: Some(&[x.abs()]),
                entries: &[entry],
                attempts: &ROUNDS,
            };
            verify(&call, &mut |x: &[f64], value: &mut [f64]| {
                value[0] = x[0].abs();
                true
            });
            ROUNDS.load(std::sync::atomic::Ordering::Relaxed)
        };
        assert_eq!(at(0.0, 1.0), 1);
        assert_eq!(at(2.0, 1.0), ATTEMPTS);
        assert_eq!(at(2.0, 7.0), ATTEMPTS, "one look is enough");
    }
}

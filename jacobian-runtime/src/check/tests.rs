//! Tests of the self-check: Jacobians with one planted mistake each, and one without.

use super::{Hint, Mismatch, Report, check_jacobian};
use crate::{Function, Layout, SparsityPattern};
use std::string::ToString;

/// Which entries `with_jacobian_into` writes.
#[derive(Clone, Copy, Default, PartialEq)]
enum Written {
    #[default]
    All,
    /// One of them with the number of another point.
    OneStale,
    /// All but one.
    OneMissing,
}

/// A function with a wrong Jacobian.
///
/// ```text
/// f0 = x0 * exp(x1)        # # .
/// f1 = 3 x2 + |x0|         # . #
/// ```
#[derive(Clone, Copy, Default)]
struct Planted {
    /// Relative error of the entry (0, 1).
    wrong: f64,
    /// Error of the value that comes with the Jacobian.
    value: f64,
    /// The entry (0, 2), which is not in the pattern.
    hidden: f64,
    written: Written,
}

impl Function for Planted {
    type Scalar = f64;
    const PATTERN: &'static SparsityPattern = &SparsityPattern::new(
        2,
        3,
        Layout::Csc,
        &[0, 2, 3, 4],
        &[0, 1, 0, 1],
        &[0, 2, 4],
        &[0, 1, 0, 2],
    );
    const TEMPLATE: &'static [f64] = &[0.0, 0.0, 0.0, 3.0];

    fn value_into(&self, x: &[f64], value: &mut [f64]) {
        value[0] = x[0] * x[1].exp() + self.hidden * x[2];
        value[1] = 3.0 * x[2] + x[0].abs();
    }

    fn with_jacobian_into(&self, x: &[f64], value: &mut [f64], entries: &mut [f64]) {
        self.update_into(x, value, entries);
        if self.written == Written::OneStale {
            entries[1] = 0.5;
        }
        if self.written != Written::OneMissing {
            entries[3] = 3.0;
        }
    }

    fn update_into(&self, x: &[f64], value: &mut [f64], entries: &mut [f64]) {
        self.value_into(x, value);
        value[1] += self.value;
        let exponential = x[1].exp();
        entries[0] = exponential;
        entries[1] = if x[0] < 0.0 { -1.0 } else { 1.0 };
        entries[2] = x[0] * exponential * (1.0 + self.wrong);
    }
}

const X: [f64; 3] = [0.7, -0.4, 2.5];

fn hint(planted: Planted, x: &[f64; 3]) -> (usize, usize, Hint, usize) {
    match check_jacobian(&planted, x) {
        Err(Mismatch::Entry {
            row,
            col,
            hint,
            others,
            ..
        }) => (row, col, hint, others),
        other => unreachable!("{other:?}"),
    }
}

#[test]
fn a_right_jacobian_passes_with_most_of_its_digits() {
    for x in [X, [-0.7, 3.0, 0.0], [1e-4, 1e-4, 1e4], [-300.0, 0.0, -1e-9]] {
        let report = check_jacobian(&Planted::default(), &x).unwrap();
        assert_eq!(
            (report.entries(), report.zeros(), report.unresolved()),
            (4, 2, 0),
            "{report}"
        );
        assert!(report.disagreement() < 1e-8, "{report}");
    }
}

#[test]
fn reports_read_as_sentences() {
    let report = Report {
        entries: 4,
        zeros: 1,
        unresolved: 2,
        disagreement: 2.5e-11,
    };
    let text = "4 entries and 1 structural zero agree with differences, relatively to 2.5e-11; 2 too noisy to tell";
    assert_eq!(report.to_string(), text);
}

#[test]
fn an_error_in_the_sixth_digit_is_found() {
    let planted = Planted {
        wrong: 1e-6,
        ..Planted::default()
    };
    assert_eq!(hint(planted, &X), (0, 1, Hint::Wrong, 0));
}

#[test]
fn an_entry_missing_from_the_pattern_is_found() {
    for hidden in [2.0, 1e-6] {
        let planted = Planted {
            hidden,
            ..Planted::default()
        };
        assert_eq!(hint(planted, &X), (0, 2, Hint::Missing, 0), "{hidden}");
    }
}

#[test]
fn the_worst_of_several_is_named() {
    let planted = Planted {
        hidden: 2.0,
        wrong: 1e-3,
        ..Planted::default()
    };
    assert_eq!(hint(planted, &X), (0, 2, Hint::Missing, 1));
}

#[test]
fn a_kink_is_called_a_kink() {
    assert_eq!(
        hint(Planted::default(), &[0.0, 1.0, 1.0]),
        (1, 0, Hint::Kink, 0)
    );
}

#[test]
fn entries_never_written_are_found() {
    let planted = Planted {
        written: Written::OneMissing,
        ..Planted::default()
    };
    let mismatch = check_jacobian(&planted, &X).unwrap_err();
    assert!(
        matches!(mismatch, Mismatch::Update { row: 1, col: 2, .. }),
        "{mismatch}"
    );
}

#[test]
fn entries_that_only_one_way_writes_are_found() {
    let planted = Planted {
        written: Written::OneStale,
        ..Planted::default()
    };
    let mismatch = check_jacobian(&planted, &X).unwrap_err();
    assert_eq!(
        mismatch,
        Mismatch::Update {
            row: 1,
            col: 0,
            full: 0.5,
            updated: 1.0
        }
    );
    assert_eq!(
        mismatch.to_string(),
        "entry (1, 0): 0.5 with the Jacobian, 1 by update over the template"
    );
}

#[test]
fn another_value_is_found() {
    let planted = Planted {
        value: 1e-3,
        ..Planted::default()
    };
    let mismatch = check_jacobian(&planted, &X).unwrap_err();
    assert!(
        matches!(mismatch, Mismatch::Value { row: 1, .. }),
        "{mismatch}"
    );
}

#[test]
fn where_nothing_is_finite_nothing_is_verified() {
    assert_eq!(
        hint(Planted::default(), &[f64::NAN, 1.0, 1.0]).2,
        Hint::NotFinite
    );
    assert_eq!(
        hint(Planted::default(), &[1.0, 1e6, 1.0]).2,
        Hint::NotFinite
    );
}

#[test]
fn mismatches_read_as_sentences() {
    let mismatch = Mismatch::Entry {
        row: 0,
        col: 1,
        generated: 0.0,
        difference: 3.0,
        estimated_error: 2e-15,
        hint: Hint::Missing,
        others: 2,
    };
    let text = "entry (0, 1): generated 0, differences say 3 (error 2.0e-15): \
                the entry is missing from the pattern; 2 other entries disagree";
    assert_eq!(mismatch.to_string(), text);
}

/// A function of single precision.
struct Single {
    factor: f32,
}

impl Function for Single {
    type Scalar = f32;
    const PATTERN: &'static SparsityPattern =
        &SparsityPattern::new(1, 2, Layout::Csr, &[0, 1, 2], &[0, 0], &[0, 2], &[0, 1]);
    const TEMPLATE: &'static [f32] = &[0.0, 0.0];

    fn value_into(&self, x: &[f32], value: &mut [f32]) {
        value[0] = x[0].sin() * x[1];
    }

    fn with_jacobian_into(&self, x: &[f32], value: &mut [f32], entries: &mut [f32]) {
        self.update_into(x, value, entries);
    }

    fn update_into(&self, x: &[f32], value: &mut [f32], entries: &mut [f32]) {
        self.value_into(x, value);
        entries.copy_from_slice(&[self.factor * x[0].cos() * x[1], x[0].sin()]);
    }
}

#[test]
fn single_precision_is_checked_to_its_own_digits() {
    let report = check_jacobian(&Single { factor: 1.0 }, &[0.8, 3.0]).unwrap();
    assert_eq!((report.entries(), report.unresolved()), (2, 0), "{report}");
    let mismatch = check_jacobian(&Single { factor: 1.01 }, &[0.8, 3.0]).unwrap_err();
    assert!(
        matches!(
            mismatch,
            Mismatch::Entry {
                row: 0,
                col: 0,
                hint: Hint::Wrong,
                ..
            }
        ),
        "{mismatch}"
    );
}

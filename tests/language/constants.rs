//! Constant entries: the template has them, and an update writes all other entries on every path.
//!
//! ```text
//! the same on every arm              template     not written
//! differs by arm, or absent on one   zero there   written on every path, zeros included
//! made of inactive run-time values   zero there   written
//! ```
//!
//! We call an update on two different poisons to see which entries it writes.

use jacobian_runtime::jacobian;

/// For each entry whether an update writes it, and its number on top of the template.
fn update<const N: usize>(
    template: [f64; N],
    mut run: impl FnMut(&mut [f64; N]),
) -> ([bool; N], [f64; N]) {
    let mut poisoned = [[1e300; N], [-1e300; N]];
    poisoned.iter_mut().for_each(&mut run);
    let written = std::array::from_fn(|k| poisoned[0][k] == poisoned[1][k]);
    let mut entries = template;
    run(&mut entries);
    (written, entries)
}

/// Checks at a point which entries are written, and that the entries then equal those of
/// `_with_jacobian`.
macro_rules! hold {
    ($f:ident $update:ident $with:ident $template:ident at $x:expr $(, $other:expr)*; writes $writes:expr) => {{
        let x = $x;
        let (written, entries) = update($template, |entries| {
            let mut value = $f(&x $(, $other)*);
            $update(&x $(, $other)*, &mut value, entries);
            assert_eq!(value, $f(&x $(, $other)*));
        });
        assert_eq!(written, $writes, "what is written at {x:?}");
        let (_, jacobian) = $with(&x $(, $other)*);
        assert_eq!(&entries, jacobian.values(), "at {x:?}");
        for (constant, written) in $template.iter().zip(written) {
            assert!(!written || *constant == 0.0, "written and in the template");
        }
        entries
    }};
}

/// Column 0: two on both arms. Column 1: differs. Column 2: on one arm only. Column 3: outside of
/// the branch.
#[jacobian]
fn arms(x: &[f64; 4]) -> [f64; 1] {
    let a = if x[0] > 0.0 {
        2.0 * x[0] + 3.0 * x[1]
    } else {
        2.0 * x[0] + 5.0 * x[1] + 7.0 * x[2]
    };
    [a + 11.0 * x[3]]
}

#[test]
fn what_differs_by_arm_is_written_on_every_path() {
    assert_eq!(ARMS_TEMPLATE, [2.0, 0.0, 0.0, 11.0]);
    let writes = [false, true, true, false];
    let entries = hold!(arms arms_update_into arms_with_jacobian ARMS_TEMPLATE
        at [1.0; 4]; writes writes);
    assert_eq!(entries, [2.0, 3.0, 0.0, 11.0]);
    let entries = hold!(arms arms_update_into arms_with_jacobian ARMS_TEMPLATE
        at [-1.0; 4]; writes writes);
    assert_eq!(entries, [2.0, 5.0, 7.0, 11.0]);
}

/// After the first path, the second must not leave entries of the first.
#[test]
fn a_zero_replaces_what_another_arm_wrote() {
    let (mut value, mut entries) = ([0.0], ARMS_TEMPLATE);
    arms_update_into(&[-1.0; 4], &mut value, &mut entries);
    arms_update_into(&[1.0; 4], &mut value, &mut entries);
    assert_eq!(entries, [2.0, 3.0, 0.0, 11.0]);
}

#[jacobian]
fn early(x: &[f64; 3], stop: bool) -> [f64; 2] {
    let first = 4.0 * x[0];
    if stop {
        return [first, x[1]];
    }
    if x[2] > 1.0 {
        [first + x[2], x[1] + x[2] * x[2]]
    } else {
        [first, x[1] - 6.0 * x[2]]
    }
}

#[test]
fn early_ends_are_paths_too() {
    // By columns: rows 0; 1; 0 and 1.
    assert_eq!(EARLY_TEMPLATE, [4.0, 1.0, 0.0, 0.0]);
    let writes = [false, false, true, true];
    for (x, stop, expected) in [
        ([1.0, 1.0, 3.0], true, [4.0, 1.0, 0.0, 0.0]),
        ([1.0, 1.0, 3.0], false, [4.0, 1.0, 1.0, 6.0]),
        ([1.0, 1.0, 0.5], false, [4.0, 1.0, 0.0, -6.0]),
    ] {
        let entries = hold!(early early_update_into early_with_jacobian EARLY_TEMPLATE
            at x, stop; writes writes);
        assert_eq!(entries, expected);
    }
}

/// Inner arms agree where outer ones do not, and the reverse.
#[jacobian]
fn nested(x: &[f64; 3]) -> [f64; 2] {
    let (mut a, mut b) = (8.0 * x[0], x[1]);
    if x[2] > 0.0 {
        if x[0] > x[1] {
            a += 2.0 * x[1];
            b += x[2];
        } else {
            a += 2.0 * x[1];
            b += 2.0 * x[2];
        }
    } else {
        a += 9.0 * x[1];
        b += x[2];
    }
    [a, b]
}

#[test]
fn only_what_all_nested_arms_agree_on_is_constant() {
    // By columns: row 0; rows 0 and 1; row 1.
    assert_eq!(NESTED_TEMPLATE, [8.0, 0.0, 1.0, 0.0]);
    let writes = [false, true, false, true];
    for (x, expected) in [
        ([2.0, 1.0, 1.0], [8.0, 2.0, 1.0, 1.0]),
        ([1.0, 2.0, 1.0], [8.0, 2.0, 1.0, 2.0]),
        ([1.0, 2.0, -1.0], [8.0, 9.0, 1.0, 1.0]),
    ] {
        let entries = hold!(nested nested_update_into nested_with_jacobian NESTED_TEMPLATE
            at x; writes writes);
        assert_eq!(entries, expected);
    }
}

/// The slope is known at run time only; the sides of a kink are `1` and `-1`.
#[jacobian(wrt(x))]
fn at_run_time(x: &[f64; 3], slope: f64) -> [f64; 2] {
    [slope * x[0] - x[1], x[1].abs() + x[2].max(0.0)]
}

#[test]
fn inactive_values_and_kinks_are_written() {
    assert_eq!(AT_RUN_TIME_TEMPLATE, [0.0, -1.0, 0.0, 0.0]);
    let writes = [true, false, true, true];
    for (x, slope, expected) in [
        ([1.0, 1.0, 1.0], 0.0, [0.0, -1.0, 1.0, 1.0]),
        ([1.0, -1.0, -1.0], 3.0, [3.0, -1.0, -1.0, 0.0]),
    ] {
        let entries = hold!(at_run_time at_run_time_update_into at_run_time_with_jacobian
            AT_RUN_TIME_TEMPLATE at x, slope; writes writes);
        assert_eq!(entries, expected);
    }
}

/// A branch on a value that the function does not depend on, and a join with a variable factor.
#[jacobian]
fn joined(x: &[f64; 2], flag: bool) -> [f64; 2] {
    let a = if flag { 3.0 * x[0] } else { 4.0 * x[0] - x[0] };
    [a, a * x[1]]
}

#[test]
fn a_join_that_is_the_same_on_both_arms_is_constant_until_it_is_multiplied() {
    // By columns: rows 0 and 1; row 1.
    assert_eq!(JOINED_TEMPLATE, [3.0, 0.0, 0.0]);
    for flag in [true, false] {
        let entries = hold!(joined joined_update_into joined_with_jacobian JOINED_TEMPLATE
            at [2.0, 5.0], flag; writes [false, true, true]);
        assert_eq!(entries, [3.0, 15.0, 6.0]);
    }
}

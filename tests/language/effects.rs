//! Side effects of the user's own code: in source order, evaluated once, visible to the code after
//! it.

use std::cell::Cell;

use jacobian_runtime::jacobian;

use crate::support::check;

/// Every call gives another number, so that a call too many, too few or out of order shows.
struct Counter(Cell<f64>);

impl Counter {
    fn new() -> Self {
        Self(Cell::new(0.0))
    }

    fn next(&self) -> f64 {
        self.0.set(self.0.get() + 1.0);
        self.0.get()
    }
}

/// A parameter that changes.
struct Model {
    gain: f64,
    rates: [f64; 3],
    order: i32,
}

impl Model {
    fn new() -> Self {
        Self {
            gain: 1.5,
            rates: [0.5, -0.25, 2.0],
            order: 3,
        }
    }

    fn bump(&mut self) -> f64 {
        self.gain += 1.0;
        self.gain
    }

    fn rate(&self, index: i32) -> f64 {
        self.rates[usize::try_from(index).unwrap_or_default() % 3]
    }
}

const AT: [f64; 2] = [0.7, 1.3];

#[jacobian(wrt(x))]
fn elements_in_order(x: &[f64; 2], counter: &Counter) -> [f64; 2] {
    [counter.next(), x[0] * counter.next()]
}

#[jacobian(wrt(x))]
fn elements_once(x: &[f64; 2], counter: &Counter) -> [f64; 2] {
    let a = [counter.next(), x[0] * counter.next()];
    let (_unused, b) = (counter.next(), x[1] * counter.next());
    [a[0] + a[0] * x[0] + b, a[1] + a[0]]
}

#[jacobian(wrt(x))]
fn unused_results_still_run(x: &[f64; 2], counter: &Counter) -> [f64; 2] {
    counter.next();
    let _ = x[0] * counter.next();
    let dead = counter.next() + x[1];
    let _ = dead;
    [x[1] * counter.next(), x[0]]
}

#[jacobian(wrt(x))]
fn operands_in_order(x: &[f64; 2], counter: &Counter) -> [f64; 2] {
    let a = x[0] * counter.next() - counter.next();
    let b = x[1].powf(counter.next()) + counter.next().max(x[0]);
    [
        a,
        b + { counter.next() } * f64::hypot(counter.next(), x[1] * counter.next()),
    ]
}

#[jacobian(wrt(x))]
fn loops_in_order(x: &[f64; 2], counter: &Counter) -> [f64; 2] {
    let mut y = [0.0; 2];
    for i in 0..2 {
        let k = counter.next();
        y[i] = x[i] * k;
        y[i] += counter.next();
        y[i] *= counter.next() + x[0];
    }
    y
}

#[test]
fn calls_run_once_and_in_source_order() {
    check!(elements_in_order with elements_in_order_with_jacobian at AT; &Counter::new());
    check!(elements_once with elements_once_with_jacobian at AT; &Counter::new());
    check!(unused_results_still_run with unused_results_still_run_with_jacobian at AT; &Counter::new());
    check!(operands_in_order with operands_in_order_with_jacobian at AT; &Counter::new());
    check!(loops_in_order with loops_in_order_with_jacobian at AT; &Counter::new());
}

#[test]
fn as_many_calls_as_in_the_function_itself() {
    let (own, generated) = (Counter::new(), Counter::new());
    let _ = unused_results_still_run(&AT, &own);
    let _ = unused_results_still_run_jacobian(&AT, &generated);
    assert_eq!(own.0, generated.0);
}

#[jacobian(wrt(x))]
fn copies_keep_their_value(x: &[f64; 2], k: f64) -> [f64; 2] {
    let mut s = k;
    let pair = (s, x[0]);
    let list = [s, x[1]];
    if k > 0.0 {
        s = 5.0;
    }
    [pair.0 * x[1] + list[0] * x[0], s * x[1]]
}

#[jacobian(wrt(x))]
fn places_are_read_again_after_a_change(x: &[f64; 2], model: &mut Model) -> [f64; 2] {
    model.gain = 1.0;
    let a = x[0] * model.gain;
    let b = x[0] * model.bump();
    let c = x[0] * model.gain;
    model.gain *= 3.0;
    [a + b, c * x[1] * model.gain]
}

#[jacobian(wrt(x))]
fn cells_are_read_again(x: &[f64; 2], cell: &Cell<f64>) -> [f64; 2] {
    cell.set(2.0);
    let a = cell.get() * x[0];
    cell.set(7.0);
    [a, cell.get() * x[1]]
}

#[test]
fn what_the_users_code_changes_is_seen() {
    check!(copies_keep_their_value with copies_keep_their_value_with_jacobian at AT; 2.5);
    check!(places_are_read_again_after_a_change with places_are_read_again_after_a_change_with_jacobian
        at AT; &mut Model::new());
    check!(cells_are_read_again with cells_are_read_again_with_jacobian at AT; &Cell::new(1.0));
}

fn fill(list: &mut [f64; 2]) -> bool {
    list[0] = 9.0;
    true
}

#[jacobian(wrt(x))]
fn filled_by_a_call(x: &[f64; 2]) -> [f64; 2] {
    let mut a = [1.0, 2.0];
    let _done = fill(&mut a);
    let factor = {
        a.reverse();
        3.0
    };
    [a[0] * x[0], a[1] * factor * x[1]]
}

#[jacobian(wrt(x))]
fn changed_by_reference(x: &[f64; 2]) -> [f64; 2] {
    let mut a = [1.0, 2.0];
    let first = &mut a;
    first[0] = 5.0;
    let mut b = 3.0;
    let old = std::mem::replace(&mut b, 4.0);
    [a[0] * x[0], old * b * x[1]]
}

#[jacobian(wrt(x))]
fn changed_in_an_arm(x: &[f64; 2], k: f64) -> [f64; 2] {
    let mut n = 0.5;
    let z = if k > 0.0 {
        n = 1.0;
        2.0
    } else {
        3.0
    };
    [z * x[0], n * x[1]]
}

#[test]
fn known_locals_that_the_users_code_changes_are_variables() {
    check!(filled_by_a_call with filled_by_a_call_with_jacobian at AT);
    check!(changed_by_reference with changed_by_reference_with_jacobian at AT);
    for k in [-1.0, 1.0] {
        check!(changed_in_an_arm with changed_in_an_arm_with_jacobian at AT; k);
    }
}

const W: f64 = 2.0;

#[jacobian(wrt(x))]
fn active_from_here_on(x: &[f64; 2], k: f64) -> [f64; 2] {
    let mut h = k;
    [
        {
            h = x[1];
            1.0
        },
        h * W,
    ]
}

#[jacobian(wrt(x))]
fn right_side_first(x: &[f64; 2], k: f64) -> [f64; 2] {
    let mut s = k;
    s *= {
        s += 0.5;
        s
    };
    [s * x[0], x[1]]
}

#[jacobian(wrt(x))]
fn matched_by_reference(x: &[f64; 2]) -> [f64; 2] {
    let mut a = [1.0, 2.0];
    match a {
        [ref mut first, _] => *first = 5.0,
    }
    [a[0] * x[0], a[1] * x[1]]
}

#[test]
fn a_change_inside_an_expression_is_seen_by_the_rest_of_it() {
    check!(active_from_here_on with active_from_here_on_with_jacobian at AT; 3.0);
    check!(right_side_first with right_side_first_with_jacobian at AT; 3.0);
    check!(matched_by_reference with matched_by_reference_with_jacobian at AT);
}

#[jacobian(wrt(x))]
fn conditions_matches_and_closures(x: &[f64; 2], k: Option<f64>) -> [f64; 2] {
    let a = if let Some(k) = k { k } else { 1.0 };
    let b = match k {
        Some(k) if k > 1.0 => k,
        _ => 2.0,
    };
    let scaled = |t: f64| t * a;
    [x[0] * scaled(b), x[1] * scaled(0.5)]
}

#[jacobian(wrt(x))]
fn exponents_and_indices(x: &[f64; 3], model: &Model) -> [f64; 3] {
    let mut y = [0.0; 3];
    for i in 0..3 {
        y[i as usize] = x[i as usize].powi(model.order - 1) * model.rate(i);
    }
    [y[0], y[1] * x[0].powi(-model.order), y[2]]
}

#[jacobian(wrt(x))]
fn assertions(x: &[f64; 2], k: f64) -> [f64; 2] {
    let (a, b) = (k - 10.0, x[0]);
    assert!(a * 2.0 > -18.0 && b < 1e9, "{} and {}", a, b);
    let c = b * x[1];
    let d = x[1] * b;
    debug_assert_eq!(c, d, "one value, two names");
    assert_ne!(c + 1.0, d, "{c} {d:?} {half} {x:?}", half = a / 2.0);
    [a * c, d]
}

#[test]
fn other_code_of_the_users_is_kept() {
    for k in [None, Some(0.5), Some(3.0)] {
        check!(conditions_matches_and_closures with conditions_matches_and_closures_with_jacobian at AT; k);
    }
    check!(exponents_and_indices with exponents_and_indices_with_jacobian at [0.7, 1.3, -0.4]; &Model::new());
    check!(assertions with assertions_with_jacobian at AT; 2.5);
    let failed = std::panic::catch_unwind(|| assertions_jacobian(&AT, -2.5));
    assert!(failed.is_err(), "an assertion of the value path is lost");
}

/// An opaque branch without a value at the end of an arm is an effect.
#[jacobian(wrt(x))]
fn at_the_end(x: &[f64; 1], flag: bool, mode: u8) -> [f64; 1] {
    let x = x[0];
    let mut n = 1;
    let root = if x > 0.5 { Some(x * x) } else { None };
    if let Some(_q) = root {
        match mode {
            0 => {}
            _ => {
                n += 1;
            }
        }
    }
    if x > 0.0 {
        let q = x;
        if q > 3.0 {
            return [q * n as f64];
        }
        if flag {
            n += 2;
        }
    } else if x < -3.0 {
        return [x * x];
    }
    [x * n as f64]
}

#[jacobian(wrt(x))]
fn counts_in_loops(x: &[f64; 3], flag: bool) -> [f64; 1] {
    let mut n = 0;
    let mut y = x[0];
    for i in 0..3 {
        if x[i] > 0.0 {
            let q = x[i];
            if q > 2.0 {
                break;
            }
            y *= q;
            if flag {
                n += 1;
            }
        } else {
            if y < -5.0 {
                continue;
            }
            y += 1.0;
        }
    }
    [y * n as f64]
}

#[allow(
    clippy::semicolon_if_nothing_returned,
    reason = "a call without `;` at the end of an arm is what is tried"
)]
#[jacobian(wrt(x))]
fn calls_at_the_end(x: f64, calls: &Cell<i32>) -> f64 {
    let pair = || {
        calls.set(calls.get() + 1);
        (f64::from(calls.get()), 2.0)
    };
    let (a, b) = if x > 0.0 { pair() } else { (x, x * x) };
    let mut y = x * a;
    if x > 1.0 {
        y *= x;
        calls.set(calls.get() + 5)
    } else {
        y -= b;
    }
    y * calls.get() as f64
}

#[test]
fn effects_at_the_end_of_an_arm_happen_once() {
    for x in [-4.0, -1.0, 0.3, 0.7, 1.5, 3.5] {
        for flag in [false, true] {
            for mode in [0, 1] {
                check!(at_the_end with at_the_end_with_jacobian at [x]; flag, mode);
            }
            for at in [[x, 1.0, 2.5], [0.5, x, 1.5], [1.5, 2.5, x]] {
                check!(counts_in_loops with counts_in_loops_with_jacobian at at; flag);
            }
        }
        let (plain, generated) = (Cell::new(1), Cell::new(1));
        let value = calls_at_the_end(x, &plain);
        assert_eq!(
            value,
            calls_at_the_end_with_jacobian(x, &generated).0,
            "{x}"
        );
        assert_eq!(plain, generated, "{x}");
    }
}

#[jacobian]
fn found_before_others_are_asked(x: &[f64; 3]) -> [f64; 3] {
    let checked = |v: &f64| {
        assert!(*v < 5.0, "asked of {v}");
        *v * *v
    };
    let first = x.iter().map(checked).find(|v| *v > 1.0).unwrap_or(0.0);
    let twice = x
        .iter()
        .map(checked)
        .find_map(|v| (v > 1.0).then_some(2.0 * v));
    let place = x.iter().map(checked).position(|v| v > 1.0).unwrap_or(7);
    [
        first,
        twice.unwrap_or(0.5),
        if place < 2 { x[0] } else { x[1] },
    ]
}

#[test]
fn closures_of_later_items_do_not_run_after_a_find() {
    // The last item would panic.
    for at in [
        [1.5, 0.2, 9.0],
        [0.3, 2.0, 6.0],
        [0.3, 0.2, 0.9],
        [0.3, 0.2, 2.0],
    ] {
        check!(found_before_others_are_asked with found_before_others_are_asked_with_jacobian at at);
    }
}

#[jacobian]
fn an_error_is_made_before_its_variable_changes(x: &[f64; 2]) -> [f64; 2] {
    fn tried(v: f64) -> Result<f64, i32> {
        let mut n = 1;
        let first = if v < 0.5 { Err(n) } else { Ok(v) };
        n += 1;
        let second: Result<f64, i32> = first.map(|v| v * f64::from(n));
        n += 10;
        if v > 9.0 { Err(n) } else { second }
    }
    let of = |v: f64| match tried(v) {
        Ok(v) => v,
        Err(n) => v * f64::from(n),
    };
    [of(x[0]), of(x[1]) * x[0]]
}

#[test]
fn errors_keep_the_values_of_their_time() {
    for at in [[0.2, 0.7], [0.7, 0.2], [10.0, 0.3]] {
        check!(an_error_is_made_before_its_variable_changes
            with an_error_is_made_before_its_variable_changes_with_jacobian at at);
    }
}

#[jacobian(wrt(x))]
fn counts_that_may_be_missing(x: &[f64; 2], n: usize) -> [f64; 2] {
    let count = if x[0] > 1.0 { Some(n) } else { None };
    let scale = count.map(|n| n + 1);
    match scale {
        Some(k) => [x[0] * k as f64, x[1]],
        None => [x[0] * x[1], x[1] * x[1]],
    }
}

#[jacobian]
fn moved_closure_with_a_variable_of_its_own(x: &[f64; 2]) -> [f64; 2] {
    let s = 3.0;
    let f = move |v: f64| {
        let mut s = v;
        s += 1.0;
        s * v
    };
    [f(x[0]) * s, f(x[1])]
}

#[test]
fn missing_counts_and_shadowed_names_are_followed() {
    for at in [[0.2, 0.7], [1.7, 0.2]] {
        check!(counts_that_may_be_missing with counts_that_may_be_missing_with_jacobian at at; 3);
        check!(moved_closure_with_a_variable_of_its_own
            with moved_closure_with_a_variable_of_its_own_with_jacobian at at);
    }
}

/// Observers: functions of the caller's that look at active values and give no numbers back.
#[jacobian]
mod observed {
    use core::ops::ControlFlow;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(super) struct State {
        pub(super) x: f64,
        pub(super) v: [f64; 2],
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) enum Go {
        On,
        Stop,
    }

    #[jacobian(wrt(x))]
    pub(super) fn until<F, E>(x: &[f64; 2], mut seen: F, stop: E) -> [f64; 2]
    where
        F: FnMut(f64, &State),
        E: Fn(f64, &State) -> ControlFlow<()>,
    {
        let mut state = State {
            x: x[0],
            v: [1.0, x[1]],
        };
        let mut t = 0.0;
        while t < 2.0 {
            state.x += 0.25 * state.v[0];
            state.v[1] *= state.x;
            t += 0.25;
            seen(t, &state);
            if let ControlFlow::Break(()) = stop(t, &state) {
                break;
            }
        }
        [state.x * x[1], state.v[1]]
    }

    #[jacobian(wrt(x), dim(x = 2))]
    pub(super) fn asked(
        x: &[f64],
        wanted: &dyn Fn(&[f64], f64) -> bool,
        go: fn(f64) -> Go,
        check: impl Fn(&Vec<f64>) -> Result<usize, String>,
    ) -> Result<Vec<f64>, String> {
        let mut y = x.to_vec();
        if wanted(&y, y[0] * y[1]) {
            y[0] *= y[1];
        }
        for _ in 0..4 {
            y[1] = y[1].sin() + y[0];
            match go(y[1]) {
                Go::On => {}
                Go::Stop => break,
            }
        }
        let count = check(&y)?;
        y[0] *= count as f64;
        Ok(y)
    }
}

#[test]
fn observers_see_the_values_once_and_in_order() {
    use observed::{Go, State, asked, until};
    use std::cell::RefCell;
    use std::ops::ControlFlow;

    let seen = RefCell::new(Vec::new());
    let note = |t: f64, state: &State| seen.borrow_mut().push((t, *state));
    let stop = |_: f64, state: &State| {
        if state.x > 2.0 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    for at in [AT, [1.9, -0.4]] {
        let plain = |x: &[f64; 2]| until(x, |_, _| (), stop);
        crate::support::compare("until", at, plain, |x| {
            seen.borrow_mut().clear();
            let (value, jacobian) = observed::until_with_jacobian(x, note, stop);
            (value, jacobian.to_dense())
        });
        let found = seen.replace(Vec::new());
        until(&at, note, stop);
        assert_eq!(found, seen.replace(Vec::new()));
    }
    let wanted = |y: &[f64], product: f64| product > 0.5 && y.len() == 2;
    let go = |y: f64| if y > 1.5 { Go::Stop } else { Go::On };
    let check = |y: &Vec<f64>| {
        if y[0] > -1.0 {
            Ok(y.len())
        } else {
            Err(format!("{}", y[0]))
        }
    };
    for at in [AT, [0.2, 0.3]] {
        let pair = |y: Vec<f64>| [y[0], y[1]];
        let plain = |x: &[f64; 2]| pair(asked(x, &wanted, go, check).unwrap());
        crate::support::compare("asked", at, plain, |x| {
            let found = observed::asked_with_jacobian(x, &wanted, go, check);
            let (value, jacobian) = found.unwrap();
            (pair(value), jacobian.to_dense())
        });
    }
    let low = [-3.0, 0.1];
    let found = observed::asked_with_jacobian(&low, &wanted, go, check);
    let found = found.map(|(value, _)| value);
    assert_eq!(found, asked(&low, &wanted, go, check));
}

/// Text is made of values in every way, and the values stay active.
#[jacobian]
fn described(x: &[f64; 2]) -> [f64; 1] {
    let product = x[0] * x[1];
    let mut log = x[0].to_string() + " and ";
    log.push_str("more");
    let label = product.to_string();
    let (first, count) = (x[1].to_string(), label.len().min(1));
    if log.is_empty() || first.is_empty() {
        return [0.0];
    }
    [product.sin() * x[0] + count as f64 * x[1]]
}

#[test]
fn values_that_text_is_made_of_stay_active() {
    let plain = |x: &[f64; 2]| described(x);
    crate::support::compare("described", AT, plain, |x| {
        let (value, jacobian) = described_with_jacobian(x);
        (value, jacobian.to_dense())
    });
    let x = AT;
    let slope = (x[0] * x[1]).cos() * x[0] * x[1] + (x[0] * x[1]).sin();
    let found = described_jacobian(&x).to_dense();
    assert!((found[0][0] - slope).abs() < 1e-12);
}

//! Faults under load: one bad element among a million, and a function that panics in a thread.
//!
//! Either is an error, or a panic that arrives at the caller. The system stays whole: a later call
//! gives the bits of a system that never saw the fault.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use jacobian_assembly::{Elements, EvaluationError, Jacobian, OneByOne, System};
use jacobian_runtime::{Function, Layout, SparsityPattern};

use super::{difference, reacting};

/// The number of elements. All of them are a campaign.
fn n_elements() -> usize {
    if std::env::var_os("JACOBIAN_FULL").is_some() {
        1_000_000
    } else {
        20_000
    }
}

/// A chain of reactions: the element `i` reads the unknown `i` in an exponential of its own.
fn chain(count: usize, threads: usize) -> System<Jacobian> {
    let mut elements = Elements::new();
    for i in 0..count {
        elements.push([i, (i + 1) % count, i], [i, i], [1.0, 0.0, 0.0]);
    }
    let mut builder = System::jacobian(count, count).threads(threads);
    builder.term(reacting(1.0), elements).unwrap();
    builder.build().unwrap()
}

/// Value and entries as bits.
fn evaluated(system: &mut System<Jacobian>, x: &[f64]) -> Vec<u64> {
    let mut value = vec![0.0; x.len()];
    let mut entries = vec![0.0; system.pattern().nnz()];
    system.jacobian_into(x, &mut value, &mut entries).unwrap();
    value
        .iter()
        .chain(&entries)
        .map(|number| number.to_bits())
        .collect()
}

#[test]
fn one_bad_element_of_many_is_named_and_forgotten() {
    let count = n_elements();
    let good: Vec<f64> = (0..count)
        .map(|i| 0.5 + f64::from(u8::try_from(i % 7).unwrap()) / 10.0)
        .collect();
    let expected = evaluated(&mut chain(count, 1), &good);
    for (threads, bad, number) in [
        (1, count / 3, f64::NAN),
        (4, count - 1, f64::NAN),
        (4, count / 2, 1e4),
        (7, 0, f64::NAN),
    ] {
        let mut system = chain(count, threads);
        let mut x = good.clone();
        x[bad] = number;
        let (mut value, mut entries) = (vec![0.0; count], vec![0.0; system.pattern().nnz()]);
        let found = system.jacobian_into(&x, &mut value, &mut entries);
        // A NaN also enters the element before, as its second variable.
        let first = if number.is_nan() && bad > 0 {
            bad - 1
        } else {
            bad
        };
        let expected_error = EvaluationError::NotFinite {
            term: 0,
            element: first,
        };
        assert_eq!(found, Err(expected_error), "{threads} threads");
        assert!(
            evaluated(&mut system, &good) == expected,
            "{threads} threads"
        );
    }
}

/// `x1 - x0`, which counts its calls down and panics at the last one.
#[derive(Debug)]
struct Failing(AtomicUsize);

impl Failing {
    fn count(&self) {
        let before = self
            .0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                Some(left.saturating_sub(1))
            });
        assert!(before != Ok(1), "this element cannot be evaluated");
    }
}

impl Function for Failing {
    type Scalar = f64;
    const PATTERN: &'static SparsityPattern =
        &SparsityPattern::new(1, 2, Layout::Csc, &[0, 1, 2], &[0, 0], &[0, 2], &[0, 1]);
    const TEMPLATE: &'static [f64] = &[-1.0, 1.0];

    fn value_into(&self, x: &[f64], value: &mut [f64]) {
        self.count();
        value[0] = difference(&[x[0], x[1]]);
    }

    fn with_jacobian_into(&self, x: &[f64], value: &mut [f64], entries: &mut [f64]) {
        self.value_into(x, value);
        entries.copy_from_slice(Self::TEMPLATE);
    }

    fn update_into(&self, x: &[f64], value: &mut [f64], _: &mut [f64]) {
        self.value_into(x, value);
    }
}

#[test]
fn a_panic_in_a_thread_reaches_the_caller_and_leaves_the_system_whole() {
    const COUNT: usize = 3_000;
    let build = |threads, calls| {
        let mut elements = Elements::new();
        (0..COUNT).for_each(|i| elements.push([i, (i + 1) % COUNT], [i], []));
        let mut builder = System::jacobian(COUNT, COUNT).threads(threads);
        let function = OneByOne(Failing(AtomicUsize::new(calls)));
        builder.term(function, elements).unwrap();
        builder.build().unwrap()
    };
    let x: Vec<f64> = (0..COUNT)
        .map(|i| f64::from(u8::try_from(i % 11).unwrap()))
        .collect();
    // Zero calls are left: it never panics.
    let expected = evaluated(&mut build(1, 0), &x);
    for threads in [1, 2, 5] {
        for calls in [1, COUNT / 2, COUNT] {
            let mut system = build(threads, calls);
            let mut value = vec![0.0; COUNT];
            let mut entries = vec![0.0; system.pattern().nnz()];
            let ended = catch_unwind(AssertUnwindSafe(|| {
                system.jacobian_into(&x, &mut value, &mut entries)
            }));
            let said = ended.expect_err("the function panics");
            let said = said.downcast_ref::<&str>().copied();
            assert_eq!(
                said,
                Some("this element cannot be evaluated"),
                "{threads} threads"
            );
            assert!(
                evaluated(&mut system, &x) == expected,
                "{threads} threads, call {calls}"
            );
        }
    }
}

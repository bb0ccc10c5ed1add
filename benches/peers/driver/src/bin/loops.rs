//! Loops that run time ends: ours, by hand, dual numbers and CppAD, interleaved in one process.
//!
//! ```text
//! benches/loops.rs ── generated, by hand, dual ──┐
//! loops.py ── loops.cpp ── CppAD ────────────────┴── check ── take turns ── loop, contestant, ns
//! ```
//!
//! Generated code is the measure: before the clock starts, all others are compared with it. Who
//! disagrees is named and left out.

#[allow(dead_code, unused_macros, reason = "the bench's own table")]
#[path = "../../../../loops.rs"]
mod loops;

use std::ffi::c_int;
use std::hint::black_box;

use loops::{by_hand, dual::Dual, every, generated, over_duals, times};

/// What a loop reads beside its variables, as `loops.cpp` has it.
#[repr(C)]
struct Inputs {
    count: usize,
    number: f64,
    data: *const f64,
}

impl From<(usize, f64)> for Inputs {
    fn from((count, number): (usize, f64)) -> Self {
        let data = std::ptr::null();
        Self {
            count,
            number,
            data,
        }
    }
}

impl From<(f64,)> for Inputs {
    fn from((number,): (f64,)) -> Self {
        Self::from((0, number))
    }
}

impl From<(&[f64],)> for Inputs {
    fn from((data,): (&[f64],)) -> Self {
        let (count, number, data) = (data.len(), 0.0, data.as_ptr());
        Self {
            count,
            number,
            data,
        }
    }
}

/// A loop of `loops.cpp`: replayed or not, how to sweep, `x`, other inputs, `value`, `entries`.
type Taped = unsafe extern "C" fn(bool, c_int, *const f64, *const Inputs, *mut f64, *mut f64);

macro_rules! linked {
    ($($name:literal: $symbol:ident),+ $(,)?) => {
        unsafe extern "C" {
            $(fn $symbol(_: bool, _: c_int, _: *const f64, _: *const Inputs, _: *mut f64, _: *mut f64);)+
        }

        /// The loop of `loops.cpp` with this name.
        fn taped(name: &str) -> Taped {
            match name {
                $($name => $symbol,)+
                _ => panic!("loops.cpp has no {name}"),
            }
        }
    };
}

linked! {
    "two_body": cppad_two_body,
    "kepler": cppad_kepler,
    "horner": cppad_horner,
    "fixed_point": cppad_fixed_point,
    "filter": cppad_filter,
}

/// The ways to use CppAD: replayed, how to sweep.
const WAYS: [(&str, bool, c_int); 6] = [
    ("recorded forward", false, 0),
    ("recorded together", false, 1),
    ("recorded backwards", false, 2),
    ("replayed forward", true, 0),
    ("replayed together", true, 1),
    ("replayed backwards", true, 2),
];

/// Value and Jacobian of a loop with `M` outputs.
type Rows<const M: usize> = ([f64; M], [[f64; 4]; M]);

/// A loop by CppAD: its value and Jacobian, which have the sizes of those that it is compared with.
fn cppad<const M: usize>(
    run: Taped,
    _: &Rows<M>,
) -> impl Fn(usize, &[f64; 4], &Inputs) -> Rows<M> + Copy {
    move |way, x, inputs| {
        let (_, replay, sweep) = WAYS[way];
        let (mut value, mut entries) = ([0.0; M], [[0.0; 4]; M]);
        let (to_value, to_entries) = (value.as_mut_ptr(), entries.as_mut_ptr().cast());
        // SAFETY: the arrays have the sizes of what the same loop returns in Rust.
        unsafe { run(replay, sweep, x.as_ptr(), inputs, to_value, to_entries) };
        (value, entries)
    }
}

/// Whether two results agree to 1e-9, relative to the larger of the number and 1.
fn agree<const M: usize>(found: &Rows<M>, expected: &Rows<M>) -> bool {
    let near = |a: &f64, b: &f64| (a - b).abs() <= 1e-9 * b.abs().max(1.0);
    let all = |rows: &Rows<M>| [&rows.0[..], rows.1.as_flattened()].concat();
    let (found, expected) = (all(found), all(expected));
    found.iter().zip(&expected).all(|(a, b)| near(a, b))
}

/// Checks and times the contestants of one loop.
macro_rules! row {
    ($name:ident, $with_jacobian:ident, $calls:expr; $x:expr, $($input:expr),+) => {{
        let (x, duals) = ($x, Dual::<4>::independents($x));
        let (run, inputs) = (taped(stringify!($name)), Inputs::from(($($input,)+)));
        let (value, jacobian) = generated::$with_jacobian(&x, $($input),+);
        let expected = (value, jacobian.to_dense());
        let by_cppad = cppad(run, &expected);
        let mut names = vec!["generated", "by hand", "dual"];
        let mut agreed = vec![
            true,
            agree(&by_hand::$name(&x, $($input),+), &expected),
            agree(&Dual::rows(over_duals::$name(&duals, $($input),+)), &expected),
        ];
        for (way, (name, ..)) in WAYS.iter().enumerate() {
            names.push(name);
            agreed.push(agree(&by_cppad(way, &x, &inputs), &expected));
        }
        let mut each: Vec<Box<dyn FnMut()>> = vec![
            Box::new(|| { black_box(generated::$with_jacobian(black_box(&x), $(black_box($input)),+)); }),
            Box::new(|| { black_box(by_hand::$name(black_box(&x), $(black_box($input)),+)); }),
            Box::new(|| { black_box(over_duals::$name(black_box(&duals), $(black_box($input)),+)); }),
        ];
        for way in 0..WAYS.len() {
            let (x, inputs) = (&x, &inputs);
            each.push(Box::new(move || {
                black_box(by_cppad(way, black_box(x), black_box(inputs)));
            }));
        }
        let mut racing: Vec<(&str, &mut dyn FnMut())> = vec![];
        for ((name, agreed), run) in names.iter().zip(agreed).zip(&mut each) {
            if agreed {
                racing.push((name, run));
            } else {
                println!("# {}: {name} disagrees", stringify!($name));
            }
        }
        let (names, mut each): (Vec<_>, Vec<_>) = racing.into_iter().unzip();
        for (name, time) in names.iter().zip(times($calls, &mut each)) {
            println!("{}\t{name}\t{time:.2}", stringify!($name));
        }
    }};
}

fn main() {
    every!(row);
}

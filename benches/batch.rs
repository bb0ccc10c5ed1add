//! How long a point takes when many are computed at once: the option `batch` against the scalar
//! code.
//!
//! ```text
//! cargo bench --bench batch --features lanes         the default target, width chosen at run time
//!
//! RUSTFLAGS="-C target-cpu=native" \
//!     cargo bench --bench batch --features lanes -- --markdown hhd fic
//! ```
//!
//! For each benchmark problem: the scalar code (`value = fused`), an interleaved block of eight
//! points a call, a batch of such blocks, and a batch of points one after the other, over the same
//! 256 points. They take turns. It prints nanoseconds per point in quiet turns and, in parentheses,
//! the factor by which each is faster than the scalar code. A batch is 32 points into the same
//! memory, as by a caller that consumes results in place; keeping all results is bound by memory.
//! Before the clock starts, lanes are checked against the scalar code.

#![expect(clippy::print_stdout, reason = "a bench prints its table")]
#![cfg_attr(
    not(feature = "lanes"),
    allow(unused, reason = "there is nothing to measure then")
)]

#[path = "../tests/corpus/mod.rs"]
pub mod corpus;

use std::hint::black_box;
use std::time::{Duration, Instant};

use corpus::sample::sample_points;
use jacobian_runtime::batch::{LANES, Lanes, interleave};

/// Points in a batch.
const BATCH: usize = 4 * LANES;

/// How many turns each contestant gets.
const ROUNDS: usize = 151;

/// The shortest turn: far above the resolution of the clock.
const TURN: Duration = Duration::from_micros(50);

/// Measures the problem of a module.
macro_rules! measure {
    ($module:ident, $markdown:expr) => {{
        use corpus::$module::{
            LANES_NNZ, LANES_PATTERN, PROBLEM, lanes_with_jacobian_batch, lanes_with_jacobian_into,
            lanes_with_jacobian_points,
        };
        const N_COLS: usize = LANES_PATTERN.cols();
        const N_ROWS: usize = LANES_PATTERN.rows();
        let samples = sample_points(&(PROBLEM.base)());
        let points: Vec<[f64; N_COLS]> = samples
            .iter()
            .map(|point| <[f64; N_COLS]>::try_from(point.as_slice()).expect("its columns"))
            .collect();
        let blocks: Vec<[Lanes; N_COLS]> = points.chunks(LANES).map(interleave).collect();
        let (mut value, mut entries) = ([0.0; N_ROWS], [0.0; LANES_NNZ]);
        let mut values = vec![[0.0; N_ROWS]; BATCH];
        let mut all = vec![[0.0; LANES_NNZ]; BATCH];
        let mut value_blocks = vec![[Lanes::default(); N_ROWS]; BATCH / LANES];
        let mut entry_blocks = vec![[Lanes::default(); LANES_NNZ]; BATCH / LANES];

        lanes_with_jacobian_points(&points[..BATCH], &mut values, &mut all).expect("equal lengths");
        for (point, found) in points.iter().zip(&all) {
            lanes_with_jacobian_into(point, &mut value, &mut entries);
            check(PROBLEM.name, &entries, found);
        }
        let mut scalar = || {
            for point in &points {
                lanes_with_jacobian_into(black_box(point), &mut value, &mut entries);
                black_box((&mut value, &mut entries));
            }
        };
        let mut one_value = [[Lanes::default(); N_ROWS]];
        let mut one_entries = [[Lanes::default(); LANES_NNZ]];
        let mut block = || {
            for block in blocks.chunks(1) {
                lanes_with_jacobian_batch(black_box(block), &mut one_value, &mut one_entries)
                    .expect("equal lengths");
                black_box((&mut one_value, &mut one_entries));
            }
        };
        let mut interleaved = || {
            for blocks in blocks.chunks(BATCH / LANES) {
                lanes_with_jacobian_batch(black_box(blocks), &mut value_blocks, &mut entry_blocks)
                    .expect("equal lengths");
                black_box((&mut value_blocks, &mut entry_blocks));
            }
        };
        let mut apart = || {
            for points in points.chunks(BATCH) {
                lanes_with_jacobian_points(black_box(points), &mut values, &mut all)
                    .expect("equal lengths");
                black_box((&mut values, &mut all));
            }
        };
        let ways: [&mut dyn FnMut(); WAYS] =
            [&mut scalar, &mut block, &mut interleaved, &mut apart];
        let times = quiet_times(ways, points.len());
        println!("{}", row(PROBLEM.name, times, $markdown));
    }};
}

/// The contestants beside the name of the problem.
const NAMES: [&str; WAYS] = ["scalar", "block", "batch", "points"];

/// How many they are.
const WAYS: usize = 4;

fn main() {
    // Cargo passes `--bench`. Every argument that is not an option names a problem.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (options, wanted): (Vec<_>, Vec<_>) = arguments
        .iter()
        .partition(|argument| argument.starts_with("--"));
    let markdown = options.iter().any(|option| *option == "--markdown");
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|wanted| *wanted == name);
    println!("{}", header(markdown));
    #[cfg(not(feature = "lanes"))]
    println!("nothing is expanded for lanes without `--features lanes`");
    macro_rules! all {
        ($($module:ident)*) => {$(
            if is_wanted(stringify!($module)) {
                measure!($module, markdown);
            }
        )*};
    }
    #[cfg(feature = "lanes")]
    all!(hhd cpf roe fic fdc snavely arm6 se3b pollu bruss);
}

/// Entries are sums of products; a factor of a million above rounding still shows a wrong formula.
fn check(name: &str, expected: &[f64], found: &[f64]) {
    let scale = expected
        .iter()
        .fold(0.0_f64, |most, entry| most.max(entry.abs()));
    for (expected, found) in expected.iter().zip(found) {
        assert!(
            (expected - found).abs() <= 1e-10 * scale,
            "{name}: {found} is not {expected}"
        );
    }
}

/// The time of one point in a quiet turn, in nanoseconds, for each contestant.
fn quiet_times(mut contestants: [&mut dyn FnMut(); WAYS], points: usize) -> [f64; WAYS] {
    let points = f64::from(u32::try_from(points).expect("few points"));
    let mut turn = |one: usize, sweeps: u32| {
        let start = Instant::now();
        (0..sweeps).for_each(|_| contestants[one]());
        start.elapsed()
    };
    let sweeps = std::array::from_fn::<u32, WAYS, _>(|one| {
        let mut sweeps = 1;
        while turn(one, sweeps) < TURN {
            sweeps *= 2;
        }
        sweeps
    });
    let mut samples = [const { Vec::new() }; WAYS];
    for _ in 0..ROUNDS {
        for one in 0..WAYS {
            let time = turn(one, sweeps[one]).as_secs_f64() * 1e9;
            samples[one].push(time / f64::from(sweeps[one]) / points);
        }
    }
    samples.map(|mut samples: Vec<f64>| {
        samples.sort_by(f64::total_cmp);
        samples[ROUNDS / 20]
    })
}

fn header(markdown: bool) -> String {
    if markdown {
        format!(
            "| problem | {} |\n|---|{}",
            NAMES.join(" | "),
            "---|".repeat(WAYS)
        )
    } else {
        NAMES
            .iter()
            .fold(format!("{:>8}", "problem"), |line, name| {
                line + &format!("{name:>16}")
            })
    }
}

fn row(name: &str, times: [f64; WAYS], markdown: bool) -> String {
    let cells = times.map(|time| format!("{time:.1} ({:.1})", times[0] / time));
    if markdown {
        format!("| {name} | {} |", cells.join(" | "))
    } else {
        cells.iter().fold(format!("{name:>8}"), |line, cell| {
            line + &format!("{cell:>16}")
        })
    }
}

//! Assembled systems against other ways to get the same matrix: `cargo bench --bench assembly`.
//!
//! ```text
//! element      the function of eight elements at a time, on numbers that lie in the cache
//! one thread   System::jacobian_into or hessian_into on one thread
//! assembled    the same as it comes: on all threads, if there are enough elements
//! by hand      a loop over the elements with the derivative written out and known places
//! duals        num-dual for each element, through the same places
//! differences  one-sided, by colours; half of the digits
//! copied       the entries, copied from one slice to another
//! moved        what an assembly has to read and write at least, entries and values, copied on as
//!              many threads as the assembly has: the memory's share, from 100,000 elements on
//! ```
//!
//! All take turns in one process, and the shortest time of each counts, because the machine may be
//! busy. Before anything is timed all must agree. Times are nanoseconds per element; the exponent
//! is that of the time by the number of elements, from the smallest size to the largest.

#![expect(clippy::print_stdout, reason = "a bench prints its table")]
#![allow(
    clippy::suboptimal_flops,
    clippy::many_single_char_names,
    clippy::cast_precision_loss,
    clippy::trivially_copy_pass_by_ref,
    reason = "the functions are written as their users write them; sizes are small"
)]

#[path = "assembly_problems/bratu.rs"]
mod bratu;
#[path = "support/machine.rs"]
pub mod machine;
#[path = "assembly_problems/membrane.rs"]
mod membrane;

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Something to time, with its name.
type Way<'a> = (&'static str, Box<dyn FnMut() + 'a>);

/// Each way runs at least so often, and so long.
const TURNS: usize = 5;
const PATIENCE: Duration = Duration::from_millis(400);

/// The shortest time of each way, in nanoseconds.
fn times(ways: &mut [Way<'_>]) -> Vec<f64> {
    let (mut best, mut spent) = (vec![f64::INFINITY; ways.len()], Duration::ZERO);
    let mut turns = 0;
    while turns < TURNS || spent < PATIENCE * u32::try_from(ways.len()).unwrap_or(1) {
        for ((_, way), best) in ways.iter_mut().zip(&mut best) {
            let start = Instant::now();
            way();
            let took = start.elapsed();
            spent += took;
            *best = best.min(took.as_secs_f64() * 1e9);
        }
        turns += 1;
    }
    best
}

/// These numbers, copied.
fn copy(from: &[f64]) -> Way<'_> {
    let mut to = from.to_vec();
    let copied = move || black_box(&mut to).copy_from_slice(black_box(from));
    ("copied", Box::new(copied))
}

/// Entries and values, copied on all threads where there are elements for them.
fn moved(results: &Results, elements: usize) -> Way<'_> {
    let mut to = [results.entries.clone(), results.value.clone()];
    let n_threads = if elements < 100_000 { 1 } else { threads() };
    let copied = move || {
        std::thread::scope(|scope| {
            let mut parts = Vec::new();
            for (to, from) in to.iter_mut().zip([&results.entries, &results.value]) {
                let len = from.len().div_ceil(n_threads).max(1);
                parts.push(to.chunks_mut(len).zip(from.chunks(len)));
            }
            let copy = |(to, from): (&mut [f64], &[f64])| {
                black_box(to).copy_from_slice(black_box(from));
            };
            for _ in 1..n_threads {
                let mine: Vec<_> = parts.iter_mut().filter_map(Iterator::next).collect();
                scope.spawn(move || mine.into_iter().for_each(copy));
            }
            parts.into_iter().flatten().for_each(copy);
        });
    };
    ("moved", Box::new(copied))
}

/// What all ways must give.
struct Results {
    value: Vec<f64>,
    entries: Vec<f64>,
}

impl Results {
    fn of(rows: usize, entries: usize) -> Self {
        Self {
            value: vec![0.0; rows],
            entries: vec![0.0; entries],
        }
    }

    /// A way that writes to memory of its own.
    fn way<'a>(
        &self,
        name: &'static str,
        mut run: impl FnMut(&mut [f64], &mut [f64]) + 'a,
    ) -> Way<'a> {
        let (mut value, mut entries) = (self.value.clone(), self.entries.clone());
        (name, Box::new(move || run(&mut value, &mut entries)))
    }

    fn agree(&self, tolerance: f64, way: &mut dyn FnMut(&mut [f64], &mut [f64])) {
        let (mut value, mut entries) = (self.value.clone(), self.entries.clone());
        value.fill(f64::NAN);
        entries.fill(f64::NAN);
        way(&mut value, &mut entries);
        let expected = self.value.iter().chain(&self.entries);
        for (found, expected) in value.iter().chain(&entries).zip(expected) {
            let error = (found - expected).abs();
            assert!(
                error <= tolerance * expected.abs().max(1.0),
                "{found} {expected}"
            );
        }
    }
}

/// The times of all ways, by element.
fn timed(elements: usize, ways: &mut [Way<'_>]) -> Row {
    let times = times(ways).into_iter().map(|time| time / elements as f64);
    Row {
        elements,
        times: ways.iter().map(|(name, _)| *name).zip(times).collect(),
    }
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A row of the table: the number of elements, and nanoseconds per element.
struct Row {
    elements: usize,
    times: Vec<(&'static str, f64)>,
}

fn table(title: &str, rows: &[Row]) {
    println!("\n{title}\n");
    let names: Vec<&str> = rows[0].times.iter().map(|(name, _)| *name).collect();
    println!("| elements | {} |", names.join(" | "));
    println!("|{}", "---|".repeat(names.len() + 1));
    for row in rows {
        let times = row.times.iter().map(|(_, time)| format!("{time:.2}"));
        let times: Vec<String> = times.collect();
        println!("| {} | {} |", row.elements, times.join(" | "));
    }
    let (first, last) = (&rows[0], &rows[rows.len() - 1]);
    let grown = (last.elements as f64 / first.elements as f64).ln();
    let exponents = first.times.iter().zip(&last.times);
    let exponents = exponents.map(|((_, few), (_, many))| 1.0 + (many / few).ln() / grown);
    let exponents: Vec<String> = exponents.map(|one| format!("{one:.2}")).collect();
    println!("| exponent | {} |", exponents.join(" | "));
}

fn main() {
    println!("{}, {} threads", machine::processor(), threads());
    let largest = std::env::args().find_map(|word| word.parse().ok());
    let sides = [32, 100, 316, 1000].into_iter();
    let sides: Vec<usize> = sides
        .filter(|side| side * side <= largest.unwrap_or(1_000_000))
        .collect();
    let rows: Vec<Row> = sides.iter().map(|side| bratu::row(*side)).collect();
    table("Bratu's equation, five points, Jacobian by columns", &rows);
    let rows: Vec<Row> = sides.iter().map(|side| membrane::row(*side)).collect();
    table(
        "A membrane of triangles in any order, energy, gradient and Hessian",
        &rows,
    );
}

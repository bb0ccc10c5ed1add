//! Fair timing: measures several contestants in turn on a noisy machine.
//!
//! ```text
//! round 1:  A B C D   round 2:  A B C D   ...   one of the quickest turns, for each contestant
//! ```
//!
//! A shared machine slows down and speeds up every tenth of a second. If another program uses the
//! second thread of a core, some code takes twice as long and some only a tenth longer. So if we
//! measured contestants one after the other, they would run under different conditions, and a
//! median would mix all conditions. Instead they take turns within each round, and we report a turn
//! that nothing disturbed. Each turn sweeps all sample points, so that branch predictors and caches
//! behave as in a solver.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Something to time: evaluates at a point into a value and entries.
pub type Contestant<'a> = Box<dyn FnMut(&[f64], &mut [f64], &mut [f64]) + 'a>;

/// Storage for one evaluation, and the points to evaluate at.
#[derive(Debug)]
pub struct Arena<'a> {
    /// The sample points.
    pub points: &'a [Vec<f64>],
    /// Where values go.
    pub value: Paged,
    /// Where entries go.
    pub entries: Paged,
}

/// Numbers that begin a page of memory. A store of two numbers across the end of a page takes
/// fifteen cycles on Zen 5, which made of 10.1 nanoseconds 13.7, or of a rival's 9.3 13.5, as the
/// heap happened to lie.
#[derive(Debug)]
pub struct Paged {
    room: Vec<f64>,
    first: usize,
}

impl Paged {
    const PAGE: usize = 4096;

    /// A copy of these numbers.
    pub fn of(numbers: &[f64]) -> Self {
        let spare = Self::PAGE / size_of::<f64>();
        let mut room = vec![0.0; numbers.len() + spare];
        let first = room.as_ptr().align_offset(Self::PAGE).min(spare);
        room.truncate(first + numbers.len());
        room[first..].copy_from_slice(numbers);
        Self { room, first }
    }

    fn numbers(&mut self) -> &mut [f64] {
        &mut self.room[self.first..]
    }
}

/// The shortest turn: far above the resolution of the clock.
const TURN: Duration = Duration::from_micros(50);

/// A contestant that has taken this long leaves, once it has a few samples.
const PATIENCE: Duration = Duration::from_secs(2);
const AT_LEAST: usize = 5;

/// The time of one call in a quiet turn, in nanoseconds, for each contestant.
pub fn quiet_times(
    contestants: &mut [Contestant<'_>],
    arena: &mut Arena<'_>,
    rounds: usize,
) -> Vec<f64> {
    let sweeps: Vec<u32> = contestants
        .iter_mut()
        .map(|one| sweeps_per_turn(one, arena))
        .collect();
    let mut samples = vec![Vec::with_capacity(rounds); contestants.len()];
    let mut spent = vec![Duration::ZERO; contestants.len()];
    for _ in 0..rounds {
        let all = contestants.iter_mut().zip(&sweeps);
        for (((one, sweeps), samples), spent) in all.zip(&mut samples).zip(&mut spent) {
            if samples.len() >= AT_LEAST && *spent > PATIENCE {
                continue;
            }
            let start = Instant::now();
            samples.push(turn(one, arena, *sweeps));
            *spent += start.elapsed();
        }
    }
    samples.iter_mut().map(|samples| quiet(samples)).collect()
}

fn sweeps_per_turn(one: &mut Contestant<'_>, arena: &mut Arena<'_>) -> u32 {
    let mut sweeps = 1;
    loop {
        let start = Instant::now();
        turn(one, arena, sweeps);
        if start.elapsed() >= TURN {
            return sweeps;
        }
        sweeps *= 2;
    }
}

/// The mean time of one call, in nanoseconds, over some sweeps of the sample points.
fn turn(one: &mut Contestant<'_>, arena: &mut Arena<'_>, sweeps: u32) -> f64 {
    let (value, entries) = (arena.value.numbers(), arena.entries.numbers());
    let start = Instant::now();
    for _ in 0..sweeps {
        for point in arena.points {
            one(black_box(point), value, entries);
            black_box((&mut *value, &mut *entries));
        }
    }
    let points = u32::try_from(arena.points.len()).expect("few points");
    start.elapsed().as_secs_f64() * 1e9 / f64::from(sweeps * points)
}

/// The quickest but one in twenty, which may be an error of the clock.
fn quiet(samples: &mut [f64]) -> f64 {
    samples.sort_by(f64::total_cmp);
    samples[samples.len() / 20]
}

//! One function of the generated program: the time of its value and of its Jacobian, once a
//! difference agrees.
//!
//! ```text
//! (f(x + h d) - f(x - h d)) / 2h  against  J d  then one line: family:size, technique, nanoseconds
//! ```

use jacobian_runtime::SparsityPattern;

use crate::support::timing::{Arena, Contestant, Paged, quiet_times};

pub type Evaluate = fn(&[f64], &mut [f64], &mut [f64]);

/// How many turns each contestant gets.
const ROUNDS: usize = 31;

pub fn run(
    name: &str,
    pattern: &'static SparsityPattern,
    value: fn(&[f64], &mut [f64]),
    with_jacobian: Evaluate,
) {
    let points: Vec<Vec<f64>> = (0..64).map(|k| point(pattern.cols(), k)).collect();
    check(name, pattern, value, with_jacobian, &points[0]);
    let mut contestants: Vec<Contestant<'_>> = vec![
        Box::new(move |x, y, _| value(x, y)),
        Box::new(with_jacobian),
    ];
    let mut arena = Arena {
        points: &points,
        value: Paged::of(&vec![0.0; pattern.rows()]),
        entries: Paged::of(&vec![0.0; pattern.nnz()]),
    };
    let times = quiet_times(&mut contestants, &mut arena, ROUNDS);
    for (technique, time) in ["f", "jacobian"].iter().zip(times) {
        println!("{name}\t{technique}\t{time}");
    }
}

/// Near one, so that long products stay within range.
fn point(n: usize, k: usize) -> Vec<f64> {
    let coordinate = |i: usize| 1.0 + 0.01 * ((i * 37 + k * 11) % 17) as f64 - 0.08;
    (0..n).map(coordinate).collect()
}

fn check(
    name: &str,
    pattern: &SparsityPattern,
    value: fn(&[f64], &mut [f64]),
    with_jacobian: Evaluate,
    x: &[f64],
) {
    let (mut y, mut entries) = (vec![0.0; pattern.rows()], vec![0.0; pattern.nnz()]);
    with_jacobian(x, &mut y, &mut entries);
    let direction = |i: usize| 0.5 + 0.1 * (i % 5) as f64;
    let mut expected = vec![0.0; pattern.rows()];
    let mut scale = vec![0.0; pattern.rows()];
    for ((row, col), entry) in pattern.entries().zip(&entries) {
        expected[row] += entry * direction(col);
        scale[row] += (entry * direction(col)).abs();
    }
    let h = 1e-6;
    let moved = |sign: f64| {
        let x: Vec<f64> = x
            .iter()
            .enumerate()
            .map(|(i, x)| x + sign * h * direction(i))
            .collect();
        let mut y = vec![0.0; pattern.rows()];
        value(&x, &mut y);
        y
    };
    for (row, (plus, minus)) in moved(1.0).iter().zip(moved(-1.0)).enumerate() {
        let difference = (plus - minus) / (2.0 * h);
        let error = (difference - expected[row]).abs();
        assert!(
            error <= 1e-6 * (scale[row] + 1.0),
            "{name}, row {row}: {error:e}"
        );
    }
}

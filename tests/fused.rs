//! `value = fused`: how far the value may be from the user's, and that the Jacobian is as good as ever.
//!
//! ```text
//! cargo test --test fused -- --nocapture      prints the table
//! ```

#[path = "corpus/mod.rs"]
pub mod corpus;

use corpus::problem::{dual_jacobian, path_sums};
use corpus::sample::sample_points;
use corpus::{BENCHMARKS, FAST};

/// The distance of two numbers in units of the last place of the larger.
fn ulps(a: f64, b: f64) -> f64 {
    let largest = a.abs().max(b.abs());
    if a.to_bits() == b.to_bits() || largest == 0.0 {
        return 0.0;
    }
    let place = f64::from_bits(largest.to_bits() + 1) - largest;
    (a - b).abs() / place
}

#[test]
#[expect(clippy::print_stdout, reason = "the table is for readers")]
fn the_value_stays_close_and_the_jacobian_exact() {
    println!("problem   worst difference of a component, in ulp of the largest component");
    for (problem, expansions) in BENCHMARKS.iter().zip(FAST) {
        for expansion in expansions {
            let mut worst = 0.0_f64;
            for point in sample_points(&(problem.base)()).iter().step_by(16) {
                let mut own = vec![0.0; problem.m];
                (problem.value)(point, &mut own);
                let mut value = vec![0.0; problem.m];
                let mut entries = vec![0.0; problem.nnz];
                (expansion.with_jacobian)(point, &mut value, &mut entries);
                let scale = own.iter().fold(0.0_f64, |most, row| most.max(row.abs()));
                for (own, fused) in own.iter().zip(&value) {
                    worst = worst.max(ulps(scale + own, scale + fused));
                }
                let expected = dual_jacobian(problem, point);
                let sums = path_sums(problem, point);
                let positions = expansion.pattern.entries();
                for ((row, col), entry) in positions.zip(&entries) {
                    let error = (entry - expected[row][col]).abs();
                    assert!(
                        error <= 1e-12 * sums[row][col],
                        "{} ({row}, {col}): {entry} is not {}",
                        problem.name,
                        expected[row][col]
                    );
                }
            }
            println!("{:8} {:8} {worst:.0}", problem.name, expansion.label);
            assert!(worst <= 64.0, "{}: {worst} ulp", problem.name);
        }
    }
}

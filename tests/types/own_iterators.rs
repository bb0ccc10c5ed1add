//! Iterators of the user's own: `for` loops, adapters and consumers over their `next`.

#[jacobian_runtime::jacobian]
mod sequences {
    /// Without an end.
    pub(super) struct Recurrence {
        a: f64,
        b: f64,
    }

    impl Iterator for Recurrence {
        type Item = f64;

        fn next(&mut self) -> Option<f64> {
            let item = self.a;
            self.a = self.b;
            self.b = item + self.b * 0.5;
            Some(item)
        }
    }

    /// With an end that is known.
    pub(super) struct Powers {
        left: usize,
        power: f64,
        base: f64,
    }

    impl Iterator for Powers {
        type Item = f64;

        fn next(&mut self) -> Option<f64> {
            if self.left == 0 {
                return None;
            }
            self.left -= 1;
            self.power *= self.base;
            Some(self.power)
        }
    }

    /// With an end that only run time knows.
    pub(super) struct Halves {
        value: f64,
    }

    impl Iterator for Halves {
        type Item = (usize, f64);

        fn next(&mut self) -> Option<(usize, f64)> {
            self.value *= 0.5;
            (self.value > 0.1).then_some((2, self.value))
        }
    }

    fn powers(base: f64, left: usize) -> Powers {
        Powers {
            left,
            power: 1.0,
            base,
        }
    }

    #[jacobian]
    pub(super) fn without_end(x: &[f64; 2]) -> f64 {
        let [a, b] = *x;
        let mut steps = Recurrence { a, b };
        let first = steps.next().unwrap();
        let two: f64 = steps.by_ref().take(2).map(|v| v * v).sum();
        let after = steps.next().unwrap();
        let weighted: f64 = steps
            .skip(1)
            .step_by(2)
            .zip([1.0, 2.0, 3.0])
            .map(|(v, w)| v * w)
            .sum();
        first * two + after * weighted
    }

    #[jacobian]
    pub(super) fn with_end(x: f64) -> [f64; 4] {
        let mut looped = 0.0;
        for v in powers(x, 3) {
            looped += v * v;
        }
        let mut numbered = 0.0;
        for (i, v) in powers(x, 4).enumerate() {
            numbered += v * i as f64;
        }
        let list: Vec<f64> = powers(x, 3).collect();
        let folded = powers(x, 2).fold(1.0, |product, v| product * (v + 1.0));
        let last = powers(x, 3).last().unwrap();
        let large = powers(x, 5).filter(|v| *v > 0.5).count();
        [
            looped + last,
            numbered,
            list[0] * list[2] * large as f64,
            folded,
        ]
    }

    #[jacobian(wrt(x))]
    pub(super) fn until_small(x: &[f64; 2], most: usize) -> f64 {
        let mut sum = 0.0;
        for (k, v) in (Halves { value: x[0] }) {
            sum += v.powi(2) * k as f64 * x[1];
        }
        let two: f64 = Halves { value: x[0] }
            .take(most)
            .map(|(_, v)| v * x[1])
            .sum();
        sum + two
    }
}

use crate::support::check;
use sequences::{until_small, until_small_with_jacobian, with_end, with_end_with_jacobian};
use sequences::{without_end, without_end_with_jacobian};

#[test]
fn iterators_of_the_users_own_are_followed() {
    for at in [[0.7, 1.3], [1.2, 0.4], [9.1, 0.9]] {
        check!(without_end with without_end_with_jacobian at at);
        check!(until_small with until_small_with_jacobian at at; 2);
        check!(until_small with until_small_with_jacobian at at; 0);
    }
    for x in [0.6, 1.1] {
        let step = 1e-6;
        let (value, jacobian) = with_end_with_jacobian(x);
        assert_eq!(value, with_end(x));
        let (up, down) = (with_end(x + step), with_end(x - step));
        for (row, [entry]) in jacobian.to_dense().into_iter().enumerate() {
            let slope = (up[row] - down[row]) / (2.0 * step);
            assert!(
                (entry - slope).abs() < 1e-7,
                "row {row}: {entry}, not {slope}"
            );
        }
    }
}

#[jacobian_runtime::jacobian]
mod searched {
    struct Count {
        left: usize,
        at: f64,
        step: f64,
    }

    impl Iterator for Count {
        type Item = f64;

        fn next(&mut self) -> Option<f64> {
            if self.left == 0 {
                return None;
            }
            self.left -= 1;
            let item = self.at;
            self.at += self.step;
            Some(item)
        }
    }

    /// A search moves the iterator on.
    #[jacobian]
    pub(super) fn found(x: &[f64; 2]) -> f64 {
        let mut count = Count {
            left: 5,
            at: x[0],
            step: x[1],
        };
        let first = count.find(|v| *v > 1.5).unwrap_or(0.0);
        let all = count.all(|v| v > 0.0);
        first + count.at * x[1] + count.next().unwrap_or(x[0]) + count.left as f64 + f64::from(all)
    }

    /// Two of them, as literals in a chain.
    #[jacobian]
    pub(super) fn zipped(x: &[f64; 2]) -> f64 {
        let (left, at, step) = (3, 1.0, 0.5);
        let pairs = Count { left, at, step }.zip(Count {
            left: 4,
            at,
            step: 2.0,
        });
        let sum: f64 = Count { left, at, step }
            .zip(Count {
                left: 4,
                at,
                step: 2.0,
            })
            .map(|(a, b)| a * x[0] + b * x[1])
            .sum();
        sum * x[0] * pairs.count() as f64
    }
}

#[test]
fn searches_move_the_iterator() {
    use searched::{found, found_with_jacobian, zipped, zipped_with_jacobian};
    check!(zipped with zipped_with_jacobian at [0.7, 1.3]);
    check!(found with found_with_jacobian at [0.7, 1.3]);
    check!(found with found_with_jacobian at [0.4, 0.5]);
}

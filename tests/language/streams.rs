//! Iterator chains over inactive data of a length that only run time knows.

use crate::dual::{agree, compile};

macro_rules! programs {
    ($T:ident $when:ident) => {
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn squares(x: &[$T; 2], data: &[(f64, f64)]) -> [$T; 1] {
            [data
                .iter()
                .map(|(t, y)| (x[0] * t + x[1] - y).powi(2))
                .sum::<$T>()]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn horner(x: &[$T; 2], coefficients: &[f64]) -> [$T; 1] {
            let zero = $T::from(0.0);
            [coefficients
                .iter()
                .rev()
                .fold(zero, |acc, c| acc * x[0] + c * x[1])]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn adapted(x: &[$T; 2], data: &[f64]) -> [$T; 2] {
            let mut n = 0;
            let mut total = x[1];
            data.iter()
                .enumerate()
                .map(|(i, c)| x[0] * c + i as f64)
                .filter(|v| *v > 0.0)
                .take(3)
                .for_each(|v| {
                    n += 1;
                    total += v * v;
                });
            let rest: $T = data
                .windows(2)
                .map(|w| x[0] * w[0] - w[1] * x[1])
                .skip(1)
                .filter_map(|v| if v > 0.2 { Some(v.sin()) } else { None })
                .sum();
            [total * f64::from(n), rest]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn searched(x: &[$T; 2], data: &[f64]) -> [$T; 2] {
            let most = data.iter().map(|c| x[0] * c).reduce(|a, b| a.max(b));
            let last = data
                .iter()
                .map(|c| x[1] * c)
                .take_while(|v| *v < 1.0)
                .last();
            let count = data.iter().filter(|c| x[0] * **c > 0.1).count();
            [most.unwrap_or(x[1]), last.unwrap_or(x[0]) * count as f64]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn looped(x: &[$T; 2], data: &[f64]) -> [$T; 1] {
            let mut sum = x[1];
            for (i, v) in data.iter().map(|c| x[0] * c).enumerate() {
                if v > 2.0 {
                    break;
                }
                if v < 0.0 {
                    continue;
                }
                sum += v * (i + 1) as f64;
            }
            [sum]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn scanned(x: &[$T; 2], data: &[f64]) -> [$T; 2] {
            let product = data
                .iter()
                .scan(x[0], |state, c| {
                    *state = *state * c + x[1];
                    if *state > 5.0 { None } else { Some(*state) }
                })
                .fold(x[1], |a, b| a * (1.0 + b));
            let sum = data
                .iter()
                .zip(data.iter().skip(1))
                .flat_map(|(a, b)| [x[0] * a, x[1] * b])
                .fold(x[0], |a, b| a + b.sin());
            [product, sum]
        }
    };
}

compile!(programs, 2);

const DATA: [f64; 6] = [0.3, -0.2, 1.5, 3.5, 0.1, -1.0];

#[test]
fn chains_are_loops() {
    for n in 0..=DATA.len() {
        let data = &DATA[..n];
        let pairs: Vec<(f64, f64)> = data.iter().map(|v| (*v, v * v)).collect();
        agree!(squares, squares_with_jacobian at [0.7, 1.3]; &pairs);
        agree!(horner, horner_with_jacobian at [0.7, 1.3]; data);
        agree!(adapted, adapted_with_jacobian at [0.7, 1.3]; data);
        agree!(searched, searched_with_jacobian at [0.7, 1.3]; data);
        agree!(looped, looped_with_jacobian at [0.7, 1.3]; data);
        agree!(scanned, scanned_with_jacobian at [0.7, 1.3]; data);
    }
}

/// The sum of nothing is the library's.
#[test]
fn empty_chains_have_the_value_of_the_library() {
    let [value] = generated::squares_with_jacobian(&[0.7, 1.3], &[]).0;
    assert_eq!(
        value.to_bits(),
        Vec::<f64>::new().iter().sum::<f64>().to_bits()
    );
}

macro_rules! more_programs {
    ($T:ident $when:ident) => {
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn paired(x: &[$T; 3], data: &[f64], other: &[f64]) -> [$T; 3] {
            let cycled = data
                .iter()
                .zip(x.iter().cycle())
                .fold(x[0], |t, (d, a)| t * 0.5 + *a * *a * *d);
            let residuals: $T = data
                .iter()
                .map(|d| x[0] * *d)
                .zip(other)
                .map(|(a, t)| (a - x[1] * *t).powi(2))
                .sum();
            let mut sum = x[2];
            for (i, (a, t)) in data
                .iter()
                .map(|d| x[0] * *d)
                .zip(other.iter().skip(1))
                .enumerate()
            {
                sum += (a - x[1] * *t) * i as f64;
            }
            [cycled, residuals, sum]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn turned(x: &[$T; 3], data: &[f64], n: usize, k: usize) -> [$T; 3] {
            let stepped = data
                .iter()
                .map(|d| x[0] * *d)
                .step_by(k)
                .fold(x[1], |t, v| t * v + 1.0);
            let back = (0..n)
                .map(|i| x[i % 3] * i as f64)
                .rev()
                .fold(x[2], |t, v| t * x[0] + v);
            let mut y = [x[0], x[1] * x[1], x[2]];
            y.rotate_left(k - 1);
            y.rotate_right(n % 4);
            [stepped, back, y[0] * y[1].sin()]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn found(x: &[$T; 3], data: &[f64]) -> [$T; 5] {
            let least = data
                .iter()
                .map(|d| (x[0] - *d) * (x[0] - *d))
                .min_by(|a, b| a.partial_cmp(b).unwrap());
            let most = data
                .iter()
                .map(|d| x[1] * *d)
                .max_by(|a, b| a.partial_cmp(b).unwrap());
            let first = data.iter().map(|d| x[0] * *d).find(|v| *v < 0.0);
            let mapped = data.iter().find_map(|d| {
                if x[0] * *d > 1.0 {
                    Some(x[2] * *d)
                } else {
                    None
                }
            });
            let at = data.iter().map(|d| x[0] * *d).position(|v| v > 1.0);
            [
                least.unwrap_or(x[0]),
                most.unwrap_or(x[1]),
                first.unwrap_or(x[2]),
                mapped.unwrap_or(x[0] * x[1]),
                x[0] * at.unwrap_or(17) as f64,
            ]
        }
    };
}

mod more {
    use crate::dual::{agree, compile};

    compile!(more_programs, 3);

    const AT: [f64; 3] = [0.7, 1.3, -0.4];

    #[test]
    fn chains_are_paired_turned_and_searched() {
        for n in 0..=super::DATA.len() {
            let data = &super::DATA[..n];
            for m in 0..4 {
                agree!(paired, paired_with_jacobian at AT; data, &super::DATA[m..]);
            }
            for k in 1..4 {
                agree!(turned, turned_with_jacobian at AT; data, n, k);
            }
            agree!(found, found_with_jacobian at AT; data);
        }
    }
}

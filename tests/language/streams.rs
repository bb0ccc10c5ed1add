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

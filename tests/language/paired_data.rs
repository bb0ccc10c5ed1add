//! Lists of active values beside data of a length that only run time knows, and adapters with
//! counts of run time.

use crate::dual::{agree, compile};

macro_rules! programs {
    ($T:ident $when:ident) => {
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn weighted(x: &[$T; 4], data: &[f64]) -> [$T; 3] {
            let first: $T = x.iter().zip(data).map(|(a, d)| *a * *a * *d).sum();
            let second: $T = data.iter().zip(x).map(|(d, a)| a.sin() * *d).sum();
            let third = x
                .iter()
                .zip(data.iter().rev())
                .enumerate()
                .filter(|(_, (a, d))| **a > **d)
                .fold(x[3], |t, (i, (a, d))| t * *a + *d * i as f64);
            [first, second, third]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn looped(x: &[$T; 4], data: &[(f64, f64)]) -> [$T; 5] {
            let mut y = [$T::from(0.0); 4];
            let mut total = x[0];
            for (i, (a, (t, u))) in x.iter().zip(data.iter()).enumerate() {
                if *a * *t > 3.0 {
                    break;
                }
                if *u < 0.0 {
                    continue;
                }
                y[i] = *a * *t + *u;
                total = total * y[i];
            }
            [y[0], y[1], y[2], y[3], total]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn changed(x: &[$T; 4], data: &[f64]) -> [$T; 4] {
            let mut y = *x;
            for (v, d) in y.iter_mut().zip(data) {
                *v = *v * *d + x[0];
            }
            data.iter()
                .zip(y.iter_mut())
                .for_each(|(d, v)| *v *= *v + *d);
            y
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn counted(x: &[$T; 4], k: usize, s: usize) -> [$T; 6] {
            let head: $T = x.iter().copied().take(k).sum();
            let tail = x.iter().skip(k).fold(x[1], |t, v| t * *v);
            let stepped: $T = x.iter().step_by(s).map(|v| v.sin()).sum();
            let back = x
                .iter()
                .take(k)
                .rev()
                .enumerate()
                .fold(x[2], |t, (i, v)| t * *v + i as f64);
            let pairs: $T = x
                .iter()
                .skip(k)
                .zip(x.iter())
                .map(|(a, b)| *a * *b * *b)
                .sum();
            let picked: $T = x
                .iter()
                .filter(|v| **v > 0.0)
                .skip(1)
                .step_by(s)
                .take(k)
                .map(|v| *v * *v)
                .sum();
            [head, tail, stepped, back, pairs, picked]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn searched(x: &[$T; 4], k: usize, data: &[f64]) -> [$T; 6] {
            let best = x
                .iter()
                .skip(k)
                .copied()
                .max_by(|a, b| a.partial_cmp(b).unwrap())
                .unwrap_or(x[0]);
            let last = x.iter().take(k).last().copied().unwrap_or(x[1]);
            let nth = x.iter().filter(|v| **v > 0.0).nth(k).copied();
            let at = x.iter().skip(k).position(|v| *v > 0.0).unwrap_or(7);
            let found = x
                .iter()
                .zip(data)
                .find(|(v, d)| **v > **d)
                .map(|(v, _)| *v * *v);
            let all = x.iter().zip(data).all(|(v, d)| *v > *d);
            let reduced = x.iter().copied().skip(k).reduce(|a, b| a * b + x[0]);
            [
                best,
                last,
                nth.unwrap_or(x[2] * 3.0),
                x[3] * at as f64,
                found.unwrap_or(x[1]) * if all { 2.0 } else { 1.0 },
                reduced.unwrap_or(x[0] * 2.0),
            ]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn keyed(x: &[$T; 4], limit: f64) -> [$T; 3] {
            let i = (0..4)
                .min_by_key(|i| if x[*i] > limit { 1 } else { 0 })
                .unwrap();
            let (j, v) = x
                .iter()
                .enumerate()
                .max_by_key(|(i, v)| (**v > limit, 7 - *i))
                .unwrap();
            let (k, w) = x
                .iter()
                .enumerate()
                .skip(1)
                .min_by(|a, b| a.1.partial_cmp(b.1).unwrap())
                .unwrap();
            [x[i] * x[0], *v * (j + 1) as f64, *w * *w * k as f64]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn flattened(x: &[$T; 4], k: usize, data: &[f64]) -> [$T; 3] {
            let rows = [[x[0], x[1]], [x[2], x[3]], [x[1], x[2] * x[3]]];
            let sum = rows
                .iter()
                .take(k)
                .flatten()
                .enumerate()
                .fold(x[0], |t, (i, v)| t + *v * i as f64);
            let chained = x
                .iter()
                .take(k)
                .chain(x.iter())
                .enumerate()
                .fold(x[0], |t, (i, v)| t * 0.5 + *v * i as f64);
            let scanned: $T = x
                .iter()
                .zip(data)
                .scan(x[3], |s, (v, d)| {
                    *s = *s * *v + *d;
                    if *s > 4.0 { None } else { Some(*s) }
                })
                .map(|s| s.sin())
                .sum();
            [sum, chained, scanned]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn fitted(x: &[$T; 4], data: &[f64]) -> [$T; 1] {
            // A row of three for each observation, as it is stored in one slice.
            let mut sum = $T::from(0.0);
            for row in data.chunks_exact(3) {
                let z: $T = row.iter().zip(x.iter()).map(|(d, a)| *a * *d).sum();
                sum += (z + x[3]).sin();
            }
            [sum]
        }
    };
}

compile!(programs, 4);

const AT: [f64; 4] = [0.7, 1.3, -0.4, 2.1];
const DATA: [f64; 9] = [0.3, -0.2, 1.5, 3.5, 0.1, -1.0, 0.6, 0.4, 2.5];

#[test]
fn a_list_is_paired_with_data() {
    for n in 0..=DATA.len() {
        let data = &DATA[..n];
        let pairs: Vec<(f64, f64)> = data.iter().map(|v| (*v, v + 0.1)).collect();
        agree!(weighted, weighted_with_jacobian at AT; data);
        agree!(looped, looped_with_jacobian at AT; &pairs);
        agree!(looped, looped_with_jacobian at [0.1, 9.0, 0.3, 1.1]; &pairs);
        agree!(changed, changed_with_jacobian at AT; data);
        agree!(fitted, fitted_with_jacobian at AT; data);
    }
}

#[test]
fn counts_may_be_known_at_run_time_only() {
    for k in 0..6 {
        for s in 1..4 {
            agree!(counted, counted_with_jacobian at AT; k, s);
        }
        for n in 0..6 {
            agree!(searched, searched_with_jacobian at AT; k, &DATA[..n]);
            agree!(flattened, flattened_with_jacobian at AT; k, &DATA[..n]);
        }
    }
    for limit in [-1.0, 0.0, 1.0, 5.0] {
        agree!(keyed, keyed_with_jacobian at AT; limit);
    }
}

/// Each row depends on its own element and on `x[0]`, because positions in pairs are known.
#[test]
fn the_pattern_of_pairs_is_exact() {
    let entries: Vec<_> = generated::CHANGED_PATTERN.entries().collect();
    let expected = [(0, 0), (1, 0), (2, 0), (3, 0), (1, 1), (2, 2), (3, 3)];
    assert_eq!(entries, expected);
}

#[test]
fn a_step_of_zero_panics_as_the_library_does() {
    let message = |run: fn()| {
        let error = std::panic::catch_unwind(run).unwrap_err();
        (*error.downcast::<&str>().unwrap()).to_owned()
    };
    assert_eq!(
        message(|| {
            generated::counted(&AT, 1, 0);
        }),
        message(|| {
            generated::counted_jacobian(&AT, 1, 0);
        }),
    );
}

// A missing item is not computed: the root of a negative number does not leak.
#[jacobian_runtime::jacobian(wrt(x))]
fn roots(x: &[f64; 3], data: &[f64]) -> f64 {
    x.iter().zip(data).map(|(a, d)| a.sqrt() * d).sum()
}

#[test]
fn missing_items_do_not_leak() {
    let (value, jacobian) = roots_with_jacobian(&[4.0, 0.0, -1.0], &[3.0]);
    assert_eq!((value, jacobian.to_dense()), (6.0, [[0.75, 0.0, 0.0]]));
    let (value, _) = roots_with_jacobian(&[4.0, 0.0, -1.0], &[]);
    assert_eq!(value.to_bits(), roots(&[4.0, 0.0, -1.0], &[]).to_bits());
}

// A reference in the pattern of an item is taken off.
#[jacobian_runtime::jacobian(wrt(x))]
fn referred(x: &[f64; 3], data: &[f64], kinds: &[u8]) -> f64 {
    fn plain(v: f64) -> f64 {
        v * 2.0
    }
    let mut sum = 0.0;
    for (&a, &d) in x.iter().zip(data.iter()) {
        sum += a * plain(d) + d.sin();
    }
    for (a, &kind) in x.iter().zip(kinds) {
        sum *= if kind == 1 { *a } else { 1.0 };
    }
    sum
}

#[test]
fn patterns_take_references_off() {
    let at = [0.7, 1.3, -0.4];
    let (value, jacobian) = referred_with_jacobian(&at, &[2.0, 3.0], &[0, 1]);
    assert_eq!(
        value.to_bits(),
        referred(&at, &[2.0, 3.0], &[0, 1]).to_bits()
    );
    let inner = 0.7 * 4.0 + 1.3 * 6.0 + 2.0_f64.sin() + 3.0_f64.sin();
    let expected = [4.0 * 1.3, 6.0 * 1.3 + inner, 0.0];
    for (found, expected) in jacobian.to_dense()[0].iter().zip(expected) {
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    }
}

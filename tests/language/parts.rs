//! Slices and lists of active values whose length only run time knows.

use crate::dual::{agree, compile};

macro_rules! programs {
    ($T:ident $when:ident) => {
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn sliced(x: &[$T; 5], a: usize, b: usize) -> [$T; 6] {
            let head: $T = x[..a].iter().copied().sum();
            let tail = x[b..].iter().fold(x[0], |t, v| t * *v);
            let mut middle = x[1];
            for (i, v) in x[a..b].iter().enumerate() {
                middle = middle * *v + i as f64;
            }
            let w = &x[a..=b];
            let mean = w.iter().copied().sum::<$T>() / w.len() as f64;
            let ends = if w.is_empty() {
                x[2]
            } else {
                w[0] * w[w.len() - 1]
            };
            let mut plain = x[3];
            for v in &x[..b] {
                plain += *v * *v;
            }
            [head, tail, middle, mean, ends, plain]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn passed(x: &[$T; 5], a: usize, b: usize) -> [$T; 3] {
            fn mean(v: &[$T]) -> $T {
                let mut s = $T::from(0.0);
                for i in 0..v.len() {
                    s += v[i];
                }
                s / v.len().max(1) as f64
            }
            fn spread(v: &[$T], m: $T) -> $T {
                v.iter().map(|u| (*u - m) * (*u - m)).sum::<$T>() / v.len().max(1) as f64
            }
            let m = mean(&x[..b]);
            let first = x[a..b].first().copied().unwrap_or(x[0]);
            let last = x[a..b].last().copied().unwrap_or(x[1]);
            let third = x[a..b].get(2).copied().unwrap_or(x[2]);
            [spread(&x[a..b], m), first * last, third * m]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn changed(x: &[$T; 5], a: usize, b: usize) -> [$T; 5] {
            let mut y = *x;
            for v in &mut y[..a] {
                *v = *v * *v;
            }
            for (i, v) in y[a..b].iter_mut().enumerate() {
                *v = *v * i as f64 + x[0];
            }
            y[b..].iter_mut().for_each(|v| *v *= 2.0);
            y
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn collected(x: &[$T; 5], data: &[f64], limit: f64) -> [$T; 4] {
            let pairs: Vec<$T> = x.iter().zip(data).map(|(a, d)| *a * *d).collect();
            let kept: Vec<$T> = x.iter().copied().filter(|v| *v > limit).collect();
            let n = kept.len();
            let many = kept.len() > 1 && !kept.is_empty() && kept[1] > limit;
            let mut sum = x[0];
            for i in 0..n {
                sum = sum * 0.5 + kept[i];
            }
            let first = if many && n > 0 {
                kept[0] * kept[n - 1]
            } else {
                x[1]
            };
            let total = pairs.iter().copied().fold(x[2], |a, b| a + b.sin());
            let some: Vec<(usize, $T)> = kept
                .iter()
                .enumerate()
                .filter(|(i, _)| i % 2 == 0)
                .map(|(i, v)| (i, *v * *v))
                .collect();
            let weighted = some
                .iter()
                .map(|(i, v)| *v * *i as f64)
                .fold(x[4], |a, b| a + b);
            [sum, first, total + pairs.len() as f64, weighted]
        }
    };
}

compile!(programs, 5);

const AT: [f64; 5] = [0.7, 1.3, -0.4, 2.1, 0.9];

#[test]
fn slices_have_bounds_of_run_time() {
    for b in 0..5 {
        for a in 0..=b {
            agree!(sliced, sliced_with_jacobian at AT; a, b);
            agree!(passed, passed_with_jacobian at AT; a, b);
            agree!(changed, changed_with_jacobian at AT; a, b);
        }
    }
}

#[test]
fn lists_have_as_many_items_as_run_time_says() {
    let data = [0.3, -0.2, 1.5, 3.5, 0.1, -1.0];
    for n in 0..=data.len() {
        for limit in [-1.0, 0.0, 0.8, 1.5, 3.0] {
            agree!(collected, collected_with_jacobian at AT; &data[..n], limit);
        }
    }
}

#[test]
fn bounds_panic_as_the_users_code_does() {
    let message = |run: &(dyn Fn() + std::panic::RefUnwindSafe)| {
        let error = std::panic::catch_unwind(run).unwrap_err();
        match error.downcast::<String>() {
            Ok(message) => *message,
            Err(error) => (*error.downcast::<&str>().unwrap()).to_owned(),
        }
    };
    for (a, b) in [(6, 7), (3, 2), (1, 9)] {
        assert_eq!(
            message(&|| {
                generated::changed(&AT, a, b);
            }),
            message(&|| {
                generated::changed_jacobian(&AT, a, b);
            }),
        );
    }
}

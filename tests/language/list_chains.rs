//! Iterator chains over lists in memory that no single loop runs, and methods that change such
//! lists, against dual numbers.

use crate::dual::{agree, compile};

macro_rules! programs {
    ($T:ident $when:ident) => {
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn made(x: &[$T; 3], n: usize) -> [$T; 4] {
            let zero = $T::from(0.0);
            let orbit: Vec<$T> =
                std::iter::successors(Some(x[0]), |v| Some(x[1] * *v * (1.0 - *v)))
                    .take(n)
                    .collect();
            let halved = std::iter::successors(Some(x[2]), |v| Some(*v * 0.5))
                .take_while(|v| v.abs() > 0.1)
                .fold(zero, |a, v| a + v);
            let (mut p, mut q) = (x[0], x[1]);
            let sums: Vec<$T> = std::iter::from_fn(|| {
                let next = p + q * x[2];
                p = q;
                q = next;
                Some(next)
            })
            .take(n)
            .collect();
            let weights: Vec<$T> = std::iter::repeat(x[2]).take(n).collect();
            let both = orbit
                .iter()
                .copied()
                .zip(sums.iter().copied().filter(|s| *s > -0.2))
                .fold(zero, |a, (o, s)| a * x[0] + o * s);
            let last = weights
                .iter()
                .copied()
                .enumerate()
                .rev()
                .fold(x[1], |a, (i, w)| a * w + i as f64);
            [halved, both, last, orbit.last().copied().unwrap_or(zero)]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn slices(x: &[$T; 3], data: &[f64], n: usize) -> [$T; 4] {
            let zero = $T::from(0.0);
            let v: Vec<$T> = data.iter().map(|d| (x[0] * *d).sin() + x[1]).collect();
            let means: Vec<$T> = v
                .windows(n)
                .map(|w| w.iter().copied().fold(zero, |a, b| a + b) / n as f64)
                .collect();
            let mut total = zero;
            for block in v.chunks(n) {
                let m = block.iter().copied().fold(x[2], |a, b| a * b);
                total += m * block.len() as f64;
            }
            for block in v.chunks_exact(n) {
                total += block[0] * block[n - 1];
            }
            let ends = std::iter::once(x[0])
                .chain(v.iter().copied().skip(1).step_by(n))
                .chain(means.iter().copied())
                .fold(zero, |a, b| a * x[2] + b);
            let flat = v
                .iter()
                .copied()
                .flat_map(|a| vec![a, a * x[1]])
                .take(3)
                .fold(zero, |a, b| a + b * b);
            let around = v
                .iter()
                .copied()
                .zip(v.iter().copied().cycle().skip(1))
                .fold(zero, |a, (p, q)| a + p * q.cos());
            [total, ends, flat, around]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn consumed(x: &[$T; 3], data: &[f64], n: usize) -> [$T; 5] {
            let zero = $T::from(0.0);
            let scaled = data.iter().map(|d| x[0] * *d);
            let v: Vec<$T> = scaled.clone().collect();
            let (high, low): (Vec<$T>, Vec<$T>) = v.iter().copied().partition(|a| *a > 0.1);
            let (left, right): (Vec<$T>, Vec<$T>) = scaled.map(|s| (s * x[1], s + x[2])).unzip();
            let there = v.iter().copied().try_fold(x[2], |a, b| {
                let next = a * (1.0 + b);
                if next > -0.9 { Some(next) } else { None }
            });
            let mut items = right.iter().copied();
            let mut before = items.next().unwrap_or(zero);
            let mut steps = zero;
            while let Some(item) = items.next() {
                steps += (item - before) * (item - before);
                before = item;
            }
            [
                high.iter().copied().fold(zero, |a, b| a + b * b) - low.len() as f64 * x[1],
                left.iter().copied().rev().nth(n).unwrap_or(x[0]),
                there.unwrap_or(x[0] * x[1]),
                steps,
                low.iter()
                    .copied()
                    .filter(|a| *a < 0.0)
                    .next()
                    .unwrap_or(x[2]),
            ]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn changed(x: &[$T; 3], data: &[f64], n: usize) -> [$T; 4] {
            let zero = $T::from(0.0);
            let mut level = vec![zero + 1.0, zero + data.len() as f64];
            for d in data {
                let last = level[level.len() - 1];
                level.push(last * x[0] + *d);
            }
            level.dedup();
            level.retain(|v| *v > -0.5);
            level.extend(data.iter().map(|d| x[1] * *d));
            let taken: Vec<$T> = level.drain(..1).collect();
            let rest = level.split_off(level.len() / 2);
            let joined = [&rest[..], &level[..], &taken[..]].concat();
            let mut queue = std::collections::VecDeque::new();
            let (mut sum, mut total) = (zero, zero);
            for v in &joined {
                if queue.len() == n {
                    sum -= queue.pop_front().unwrap();
                }
                queue.push_back(*v * x[2]);
                sum += *v * x[2];
                total = total * x[1] + sum;
            }
            let mut open = vec![(0_usize, x[2])];
            let mut spread = zero;
            while !open.is_empty() {
                let (i, w) = open.remove(0);
                spread += w * joined[i];
                if 2 * i + 1 < joined.len() {
                    open.push((2 * i + 1, w * x[0]));
                }
            }
            [
                total,
                spread,
                taken[0],
                queue.back().copied().unwrap_or(zero),
            ]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn kept(x: &[$T; 3], data: &[f64], _n: usize) -> [$T; 4] {
            let zero = $T::from(0.0);
            let mut roots: Vec<Option<$T>> = Vec::new();
            for d in data {
                roots.push(if *d > 0.0 {
                    Some((x[0] * *d).sqrt())
                } else {
                    None
                });
            }
            let all = roots.iter().copied().flatten().fold(zero, |a, b| a + b);
            let mut first = x[1];
            for root in &roots {
                if let Some(root) = root {
                    first = first * x[2] + *root;
                }
            }
            let mut v: Vec<$T> = data.iter().map(|d| x[1] * *d + x[2]).collect();
            let mut order: Vec<usize> = (0..v.len()).collect();
            order.sort_by(|a, b| v[*a].partial_cmp(&v[*b]).unwrap());
            let ranked = order
                .iter()
                .enumerate()
                .fold(zero, |a, (rank, at)| a * 0.5 + v[*at] * rank as f64);
            v.sort_by(|a, b| a.partial_cmp(b).unwrap());
            let bound = x[0] * 0.5;
            let below = v.partition_point(|a| *a < bound).min(2);
            let mut history = vec![v.clone()];
            for k in 0..2 {
                let row: Vec<$T> = history[k].iter().copied().map(|a| a * x[0]).collect();
                history.push(row);
            }
            let corner = history
                .iter()
                .map(|row| row.last().copied().unwrap_or(x[2]));
            let corner = corner.fold(zero, |a, b| a * x[1] + b);
            [all + first, ranked, x[2] * below as f64, corner]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn assigned(x: &[$T; 3], data: &[f64], n: usize) -> [$T; 2] {
            let zero = $T::from(0.0);
            let mut table = vec![vec![x[0]; data.len()]; n];
            for (i, row) in table.iter_mut().enumerate() {
                for (v, d) in row.iter_mut().zip(data) {
                    *v *= x[1] * *d + i as f64;
                }
            }
            let mut sums = vec![zero; data.len()];
            for row in &table {
                for (sum, v) in sums.iter_mut().zip(row.iter().copied()) {
                    *sum += v;
                }
            }
            let pivot = (0..n).max_by(|a, b| table[*a].len().cmp(&table[*b].len()).then(a.cmp(b)));
            [
                sums.iter().copied().fold(zero, |a, b| a * x[2] + b),
                x[1] * pivot.unwrap_or(7) as f64,
            ]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn cut(x: &[$T; 3], data: &[f64], n: usize) -> [$T; 4] {
            let zero = $T::from(0.0);
            let roots: Option<Vec<$T>> = data
                .iter()
                .map(|d| if *d > -0.5 { Some(x[0] * *d) } else { None })
                .collect();
            let logs = data
                .iter()
                .map(|d| if *d < 3.0 { Ok(x[1] * *d) } else { Err(*d) })
                .collect::<Result<Vec<$T>, f64>>();
            let means = x
                .windows(n)
                .map(|w| w.iter().copied().fold(zero, |a, b| a + b * b))
                .fold(zero, |a, b| a * x[0] + b);
            let positive = x.iter().copied().filter(|v| *v > 0.0);
            let small = x.iter().copied().filter(|v| *v < 1.0);
            let pairs = positive.zip(small).fold(zero, |a, (p, s)| a * x[1] + p * s);
            [
                roots.map_or(x[2], |r| r.iter().copied().fold(zero, |a, b| a + b)),
                match logs {
                    Ok(logs) => logs.last().copied().unwrap_or(x[0]),
                    Err(d) => x[1] * d,
                },
                means,
                pairs,
            ]
        }

        /// Lists that calls make, in chains and loops of a function without any other list.
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x)))]
        pub fn called(x: &[$T; 3], data: &[f64], n: usize) -> [$T; 2] {
            fn powers(base: $T, n: usize) -> Vec<$T> {
                (0..n).fold(vec![base * base], |mut all, _| {
                    all.push(*all.last().unwrap() * base);
                    all
                })
            }
            fn trimmed(data: &[f64]) -> &[f64] {
                let end = data
                    .iter()
                    .rposition(|d| *d > -0.5)
                    .map_or(0, |last| last + 1);
                &data[..end]
            }
            let data = trimmed(data);
            let zero = $T::from(0.0);
            let sum = powers(x[0], data.len())
                .iter()
                .zip(data.iter().rev())
                .filter(|(_, d)| **d > 0.0)
                .map(|(p, d)| *p * *d)
                .fold(zero, |a, b| a * x[1] + b);
            let mut looped = x[2];
            for p in powers(x[1], n) {
                looped = looped * x[0] + p;
            }
            for p in &powers(x[2], 2) {
                looped = looped * *p + x[1];
            }
            [sum, looped]
        }
    };
}

compile!(programs, 3);

const DATA: [f64; 6] = [0.3, -0.2, 1.5, 3.5, 0.1, -1.0];
const AT: [f64; 3] = [0.7, 1.3, -0.4];

#[test]
fn chains_in_parts() {
    for n in 0..6 {
        agree!(made, made_with_jacobian at AT; n);
    }
    for length in 0..=DATA.len() {
        let data = &DATA[..length];
        for n in 1..4 {
            agree!(slices, slices_with_jacobian at AT; data, n);
            agree!(consumed, consumed_with_jacobian at AT; data, n - 1);
            agree!(changed, changed_with_jacobian at AT; data, n);
            agree!(cut, cut_with_jacobian at AT; data, n);
            agree!(called, called_with_jacobian at AT; data, n);
            agree!(assigned, assigned_with_jacobian at AT; data, n);
        }
        agree!(kept, kept_with_jacobian at AT; data, 0);
    }
}

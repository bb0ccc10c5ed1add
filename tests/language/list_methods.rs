//! Methods of lists, `Option`s and iterators that take elements out, split, or have no end.

use jacobian_runtime::jacobian;

use crate::support::check;

/// Positions are known, and one is known only at run time.
#[jacobian]
fn taken_out(x: &[f64; 2]) -> f64 {
    let mut v = vec![x[0], x[1], x[0] * x[1], 2.0];
    let at = (x[0] * 2.0) as usize;
    let first = v.remove(at);
    let second = v.swap_remove(0);
    let tail = v.split_off(1);
    let mut w = vec![x[1]];
    w.append(&mut v);
    let drained: f64 = w.drain(..1).sum();
    first * second + tail[0] * w[0] + drained * (v.len() + w.len()) as f64
}

#[jacobian]
fn refilled(x: &[f64; 2]) -> f64 {
    let mut v = Vec::from([x[0], 0.5]);
    v.resize(3, x[1]);
    v.resize_with(4, || x[0] * x[1]);
    v.retain(|a| *a > 0.6);
    let mut w = [0.0; 2];
    w.fill_with(|| x[1] * x[1]);
    for a in w.as_mut_slice() {
        *a *= x[0];
    }
    v.iter().map(|a| a * a).sum::<f64>() + w[1]
}

#[jacobian]
fn parted(x: &[f64; 2]) -> f64 {
    let (large, small): (Vec<f64>, Vec<f64>) = x.iter().partition(|a| **a > 1.0);
    let (first, rest) = x.split_first().expect("two");
    let (last, before) = x.split_last().expect("two");
    let pieces: f64 = x.rchunks(1).zip([1.0, 3.0]).map(|(c, w)| c[0] * w).sum();
    let equal = if rest.contains(first) || x.is_sorted() {
        x[1]
    } else {
        1.0
    };
    large.iter().sum::<f64>() - small.iter().map(|a| a * a).sum::<f64>()
        + first * rest[0] * last * before[0]
        + pieces * equal
}

/// A closed polygon: each corner beside the next one.
#[jacobian]
fn around(x: &[f64; 3]) -> f64 {
    let area: f64 = x
        .iter()
        .zip(x.iter().cycle().skip(1))
        .map(|(a, b)| a * b * b)
        .sum();
    let weights = [1.0, 4.0];
    let weighted = x.iter().zip(weights.iter().cycle()).map(|(a, w)| a * w);
    let far: f64 = x
        .iter()
        .cycle()
        .step_by(2)
        .take(4)
        .enumerate()
        .map(|(i, a)| a * i as f64)
        .sum();
    let large = x.iter().filter(|a| **a > 1.0).zip(std::iter::repeat(x[0]));
    area + weighted.sum::<f64>() + far + large.map(|(a, b)| a * b).sum::<f64>()
}

#[jacobian]
fn made(x: &[f64; 2]) -> f64 {
    let mut k = 0.0;
    let counted: f64 = std::iter::repeat_with(|| {
        k += 1.0;
        k * x[0]
    })
    .take(3)
    .sum();
    let mut n = 0;
    let ending: f64 = std::iter::from_fn(|| {
        n += 1;
        if n < 3 { Some(x[1] * n as f64) } else { None }
    })
    .take(9)
    .sum();
    let halves: f64 =
        std::iter::successors(Some(x[0]), |a| if *a > 0.2 { Some(a * 0.5) } else { None })
            .take(6)
            .sum();
    let fibonacci: f64 = std::iter::successors(Some((x[0], x[1])), |&(a, b)| Some((b, a + b)))
        .take(6)
        .map(|pair| pair.0)
        .sum();
    let some = std::iter::once(x[0])
        .chain(std::iter::repeat_n(x[1], 2))
        .chain(std::iter::empty());
    let pairs = std::iter::zip(x, [2.0, 3.0]).map(|(a, w)| a * w);
    counted + ending + halves + fibonacci + some.product::<f64>() + pairs.sum::<f64>()
}

#[jacobian]
fn tried(x: &[f64; 2]) -> f64 {
    let product = x.iter().try_fold(
        1.0,
        |so_far, a| if *a > 0.5 { Some(so_far * a) } else { None },
    );
    let sum: Result<f64, f64> =
        x.iter().try_fold(
            0.0,
            |so_far, &a| if a > 1.0 { Err(2.0) } else { Ok(so_far + a) },
        );
    let mut squares = 0.0;
    let done = x.iter().try_for_each(|a| {
        if *a > 1.0 {
            return None;
        }
        squares += a * a;
        Some(())
    });
    let checked = match sum {
        Ok(sum) => sum * x[0],
        Err(factor) => factor * x[1],
    };
    product.unwrap_or(x[0])
        + checked
        + if done.is_some() {
            squares
        } else {
            x[1] + squares
        }
}

#[jacobian]
fn optional(x: &[f64; 2]) -> f64 {
    let there = |a: f64| if a > 1.0 { Some(a) } else { None };
    let (one, other) = (there(x[0]), there(x[1]));
    let pair = one.zip(other).map_or(x[0], |(a, b)| a * b);
    let either = one.xor(other).unwrap_or(1.0) * one.and(other).unwrap_or(x[1]);
    let listed: f64 = [one, other, Some(3.0 * x[0])]
        .into_iter()
        .flatten()
        .map(|a| a * a)
        .sum();
    let chained: f64 = one.iter().chain(other.iter()).map(|a| a * 2.0).sum();
    pair + either + listed + chained
}

#[jacobian]
fn filled(x: &[f64; 2]) -> f64 {
    let mut cache = if x[0] > 1.0 { Some(x[0]) } else { None };
    *cache.get_or_insert(x[1]) *= 2.0;
    let again = *cache.get_or_insert_with(|| x[0] * x[0]);
    let old = cache.replace(x[1] * x[1]);
    let mut new = None;
    *new.insert(x[0]) *= x[1];
    again * old.unwrap_or(1.0) + cache.unwrap() + new.unwrap()
}

#[test]
fn elements_that_are_taken_out_leave_the_others() {
    for at in [[0.7, 1.3], [1.2, 0.4], [0.31, 0.62], [1.4, 1.7]] {
        check!(taken_out with taken_out_with_jacobian at at);
        check!(refilled with refilled_with_jacobian at at);
        check!(parted with parted_with_jacobian at at);
    }
}

#[test]
fn iterators_without_an_end_are_ended_by_take_and_zip() {
    for at in [[0.7, 1.3, 2.1], [1.2, 0.4, 0.3]] {
        check!(around with around_with_jacobian at at);
    }
    for at in [[0.7, 1.3], [1.2, 0.4], [0.31, 0.62]] {
        check!(made with made_with_jacobian at at);
    }
}

#[test]
fn folds_end_at_the_first_none_or_error() {
    for at in [[0.7, 0.9], [1.2, 0.4], [0.31, 0.62], [0.8, 1.7]] {
        check!(tried with tried_with_jacobian at at);
    }
}

#[test]
fn options_are_combined_listed_and_filled() {
    for at in [[0.7, 1.3], [1.2, 0.4], [0.31, 0.62], [1.4, 1.7]] {
        check!(optional with optional_with_jacobian at at);
        check!(filled with filled_with_jacobian at at);
    }
}

/// A trait of one's own for `Vec`, with names that lists do not have.
#[jacobian]
mod statistics {
    pub(super) trait Statistic<T> {
        fn mean(&self) -> T;
        fn spread(&self) -> T;
        fn shifted(&mut self, by: T);
    }

    impl Statistic<f64> for Vec<f64> {
        fn mean(&self) -> f64 {
            self.iter().sum::<f64>() / self.len() as f64
        }

        fn spread(&self) -> f64 {
            let mean = self.mean();
            self.iter().map(|v| (v - mean).powi(2)).sum::<f64>()
        }

        fn shifted(&mut self, by: f64) {
            self.iter_mut().for_each(|v| *v += by);
        }
    }

    pub(super) enum Missing {
        Nothing,
    }

    fn position(n: usize) -> Result<usize, Missing> {
        if n == 0 {
            return Err(Missing::Nothing);
        }
        if n > 4 { Ok(n) } else { Ok(n - 1) }
    }

    #[jacobian]
    pub(super) fn moments(x: &[f64; 2], n: usize) -> Result<f64, &'static str> {
        let mut list = Vec::new();
        list.reserve(2 * n);
        for i in 0..3 {
            list.push(x[0] * x[1] + f64::from(i) * x[1]);
        }
        list.shrink_to_fit();
        list.shifted(x[0] * x[0]);
        let largest: f64 = x[0].max(x[1]).into();
        match position(n) {
            Ok(at) => {
                if at > 3 {
                    return Ok(list.spread() * largest);
                } else {
                    return Ok(list.mean() * x[at % 2]);
                }
            }
            Err(Missing::Nothing) => return Err("nothing"),
        }
    }
}

#[test]
fn traits_of_ones_own_give_methods_to_vectors() {
    for n in 0..7 {
        let whole = statistics::moments(&[0.7, 1.3], n);
        let generated = statistics::moments_with_jacobian(&[0.7, 1.3], n);
        assert_eq!(whole, generated.map(|(value, _)| value));
        if n == 0 {
            continue;
        }
        for at in [[0.7, 1.3], [1.2, 0.4]] {
            crate::support::compare(
                "moments",
                at,
                |x| [statistics::moments(x, n).unwrap()],
                |x| {
                    let (value, jacobian) = statistics::moments_with_jacobian(x, n).unwrap();
                    ([value], jacobian.to_dense())
                },
            );
        }
    }
}

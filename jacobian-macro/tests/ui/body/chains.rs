use jacobian_runtime::jacobian;

elsewhere! {
    fn opaque() -> Vec<f64> {
        Vec::new()
    }

    fn length(v: &f64) -> f64 {
        v.abs()
    }
}

#[jacobian(wrt(x))]
fn chains(x: &[f64; 3], flag: bool) -> f64 {
    let positive = x.iter().filter(|_| flag).take(1).sum::<f64>();
    let largest = x.iter().max_by_key(|a| a.to_bits()).unwrap();
    let mut sorted = *x;
    let mut n = 0;
    sorted.sort_by(|a, b| {
        n += 1;
        a.total_cmp(b)
    });
    let mut kept = opaque();
    kept.push(x[0]);
    let mut named = x.iter();
    let far = named.find(|v| **v > 1.0).unwrap();
    let lengths: f64 = x.iter().map(length).sum();
    let fourth = x.iter().nth(3).unwrap();
    let pairs: f64 = x.chunks(0).map(|c| c[0]).sum();
    let orders = x.iter().zip(0..).map(|(v, i)| (i, *v)).count();
    let mut asked = 0;
    if x.is_sorted_by(|a, b| {
        asked += 1;
        a * x[0] < b * x[1]
    }) {
        return 0.0;
    }
    positive + largest + lengths + fourth + pairs + orders as f64
}

#[jacobian]
fn unknown_length(x: &[f64; 3]) -> f64 {
    let shifted = std::array::from_fn(|i| x[i] + 1.0);
    norm(&shifted)
}

elsewhere! {
    fn norm(x: &[f64; 3]) -> f64 {
        x[0]
    }
}

#[jacobian(wrt(x))]
fn least(x: &[f64; 3], n: &[u32]) -> f64 {
    let rows = [(x[0], 1), (x[1], 2)];
    let first = rows.iter().map(|row| row.1).min().unwrap();
    let least = rows.iter().min().unwrap();
    x.iter().zip(n).map(|(v, i)| v * f64::from(*i)).sum::<f64>() + least.0
}

#[jacobian]
fn negative(x: [f64; 3]) -> f64 {
    let n = 2;
    x.iter().take(n - 3).sum::<f64>() + x.iter().skip(1 - n).sum::<f64>() + x.iter().nth(n - 5).unwrap()
}

#[jacobian]
fn advanced(x: &[f64; 4]) -> f64 {
    let mut rest = x.iter();
    let two: f64 = rest.by_ref().take(2).sum();
    let mut all = x.iter();
    for v in &mut all {
        if *v > 1.0 {
            break;
        }
    }
    two * rest.next().unwrap() * all.next().unwrap()
}

#[jacobian]
fn tuples_of_unknown_length(x: &[f64; 4]) -> f64 {
    x.iter().tuple_windows().map(|pair| pair.0 * pair.1).sum()
}

#[jacobian]
fn lists_that_differ_in_length(x: &[f64; 4], w: &[f64; 3]) -> f64 {
    x.iter().zip_eq(w).map(|(a, b)| a * b).sum()
}

elsewhere! {
    /// Names of itertools.
    trait OfItertools: Iterator + Sized {
        fn tuple_windows(self) -> std::vec::IntoIter<(f64, f64)> {
            Vec::new().into_iter()
        }
        fn zip_eq(self, _: &[f64; 3]) -> std::vec::IntoIter<(f64, f64)> {
            Vec::new().into_iter()
        }
    }

    impl<I: Iterator> OfItertools for I {}
}

fn main() {}

#[jacobian]
fn no_end(x: &[f64; 2]) -> f64 {
    let next = x.iter().cycle();
    let halves: Vec<f64> = std::iter::successors(Some(x[0]), |a| Some(a * 0.5)).collect();
    next.zip(&halves).map(|(a, b)| a * b).sum()
}

#[jacobian]
fn counts_what_it_drops(x: &[f64; 3]) -> f64 {
    let mut seen = 0.0;
    let largest = x.iter().filter(|v| {
        seen += 1.0;
        **v > 0.5
    });
    let sum: f64 = largest.take(1).sum();
    sum * seen
}

#[jacobian]
fn sorted_by_its_keys(x: &[f64; 2]) -> f64 {
    let by_key: std::collections::BTreeMap<i32, f64> = [(2, x[0]), (1, x[1])].into_iter().collect();
    let mut sum = 0.0;
    for (_, value) in by_key.iter() {
        sum = sum * value + value;
    }
    sum
}

#[jacobian]
fn counts_before_a_filter(x: &[f64; 3]) -> f64 {
    let mut seen = 0.0;
    let scaled = x.iter().map(|v| {
        seen += v;
        v * seen
    });
    let first: f64 = scaled.filter(|v| *v > 0.5).take(1).sum();
    first * seen
}

#[jacobian]
fn counts_what_a_step_leaves(x: &[f64; 4]) -> f64 {
    let mut seen = 0.0;
    let every: f64 = x.iter().map(|v| { seen += v; v * seen }).step_by(2).sum();
    every * seen
}

#[jacobian(wrt(x))]
fn counts_beside_a_zip(x: f64, data: &[f64]) -> f64 {
    let mut seen = 0.0;
    let scaled = data.iter().map(|v| { seen += v * x; seen }).zip(data.iter().take(2)).map(|(a, b)| a * b);
    let sum: f64 = scaled.sum();
    sum * seen
}

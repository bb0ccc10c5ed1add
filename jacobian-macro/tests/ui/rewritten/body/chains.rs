use jacobian_runtime::jacobian;

fn opaque() -> Vec<f64> {
    Vec::new()
}

fn length(v: &f64) -> f64 {
    v.abs()
}

#[jacobian(wrt(x))]
fn chains(x: &[f64; 3], flag: bool) -> f64 {
    let positive = x.iter().filter(|_| flag).take(1).sum::<f64>();
    let largest = x.iter().fold(0.0, |a: f64, b| a.max(*b));
    let mut sorted = *x;
    let mut n = 0;
    sorted.sort_by(|a, b| {
        a.total_cmp(b)
    });
    let mut kept = Vec::new();
    kept.push(x[0]);
    let far = x.iter().find(|v| **v > 1.0).unwrap();
    let lengths: f64 = x.iter().map(|v| v.abs()).sum();
    let fourth = x.iter().nth(2).unwrap();
    let pairs: f64 = x.chunks(1).map(|c| c[0]).sum();
    let orders = x.iter().zip(0..).map(|(v, i)| (i, *v)).count();
    let mut asked = 0;
    if x.windows(2).all(|w| w[0] * x[0] < w[1] * x[1]) {
        return 0.0;
    }
    positive + largest + lengths + fourth + pairs + orders as f64
}

#[jacobian(rule(norm(v: &[f64; 3]) -> f64 => [1.0, 0.0, 0.0]))]
fn unknown_length(x: &[f64; 3]) -> f64 {
    let shifted = std::array::from_fn::<_, 3, _>(|i| x[i] + 1.0);
    norm(&shifted)
}

fn norm(x: &[f64; 3]) -> f64 {
    x[0]
}

#[jacobian(wrt(x))]
fn least(x: &[f64; 3], n: &[u32]) -> f64 {
    let rows = [(x[0], 1), (x[1], 2)];
    let first = rows.iter().map(|row| row.1).min().unwrap();
    let least = rows.iter().map(|row| row.0).fold(f64::INFINITY, f64::min);
    x.iter().zip(n).map(|(v, i)| v * f64::from(*i)).sum::<f64>() + least
}

#[jacobian]
fn negative(x: [f64; 3]) -> f64 {
    let n = 2;
    x.iter().take(n - 1).sum::<f64>() + x.iter().skip(n - 1).sum::<f64>() + x.iter().nth(n - 2).unwrap()
}

#[jacobian]
fn advanced(x: &[f64; 4]) -> f64 {
    let two: f64 = x.iter().take(2).sum();
    let mut rest = x.iter().skip(2);
    let mut past = false;
    let mut found = 0.0;
    for v in x.iter() {
        if past {
            found = *v;
            break;
        }
        past = *v > 1.0;
    }
    two * rest.next().unwrap() * found
}

#[jacobian]
fn tuples_of_unknown_length(x: &[f64; 4]) -> f64 {
    x.iter().tuple_windows().map(|(a, b)| a * b).sum()
}

#[jacobian]
fn lists_that_differ_in_length(x: &[f64; 4], w: &[f64; 3]) -> f64 {
    x.iter().zip(w).map(|(a, b)| a * b).sum()
}

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

fn main() {}

#[jacobian]
fn no_end(x: &[f64; 2]) -> f64 {
    let next = x.iter().cycle().take(2);
    let halves: Vec<f64> = std::iter::successors(Some(x[0]), |a| Some(a * 0.5)).take(6).collect();
    next.zip(&halves).map(|(a, b)| a * b).sum()
}

#[jacobian]
fn counts_what_it_drops(x: &[f64; 3]) -> f64 {
    let mut seen = 0.0;
    let mut sum = 0.0;
    for v in x {
        seen += 1.0;
        if *v > 0.5 {
            sum = *v;
            break;
        }
    }
    sum * seen
}

#[jacobian]
fn sorted_by_its_keys(x: &[f64; 2]) -> f64 {
    let by_key: Vec<(i32, f64)> = [(2, x[0]), (1, x[1])].into_iter().collect();
    let mut sum = 0.0;
    for (_, value) in by_key.iter() {
        sum = sum * value + value;
    }
    sum
}

#[jacobian]
fn counts_before_a_filter(x: &[f64; 3]) -> f64 {
    let mut seen = 0.0;
    let mut first = 0.0;
    for v in x {
        seen += v;
        if v * seen > 0.5 {
            first = v * seen;
            break;
        }
    }
    first * seen
}

#[jacobian]
fn counts_what_a_step_leaves(x: &[f64; 4]) -> f64 {
    let mut seen = 0.0;
    let mut every = 0.0;
    for (i, v) in x.iter().enumerate() {
        seen += v;
        if i % 2 == 0 {
            every += v * seen;
        }
    }
    every * seen
}

#[jacobian(wrt(x))]
fn counts_beside_a_zip(x: f64, data: &[f64]) -> f64 {
    let (mut seen, mut sum) = (0.0, 0.0);
    for (v, w) in data.iter().zip(data.iter().take(2)) {
        seen += v * x;
        sum += seen * w;
    }
    sum * seen
}

//! Iterators as parameters of known length, and macros of other crates beside the arithmetic.

use std::borrow::Borrow;

use jacobian_runtime::jacobian;

use crate::support::compare;

#[jacobian(dim(x = 3))]
fn squares(x: impl IntoIterator<Item = f64>) -> f64 {
    x.into_iter().map(|v| v * v).sum()
}

#[jacobian(dim(x = 3))]
fn variance<'a, I>(x: I) -> f64
where
    I: IntoIterator<Item = &'a f64> + Clone,
{
    let mean = x.clone().into_iter().sum::<f64>() / 3.0;
    let mut sum = 0.0;
    for (i, v) in x.into_iter().enumerate() {
        sum += (v - mean).powi(2) * (i as f64 + 1.0);
    }
    sum
}

#[jacobian(dim(points = 2))]
fn slope(points: &mut dyn Iterator<Item = (f64, f64)>) -> f64 {
    let (x, y) = points.fold((0.0, 1.0), |(x, y), (a, b)| (x + a * b, y * b));
    x / y
}

#[jacobian(dim(x = 3, w = 3))]
fn weighted<T: Borrow<f64>, J>(x: impl ExactSizeIterator<Item = T>, w: J) -> f64
where
    J: IntoIterator,
    J::Item: Into<f64>,
{
    let n = x.len() as f64;
    let pairs = x.zip(w);
    pairs.map(|(x, w)| x.borrow().sin() * w.into()).sum::<f64>() / n
}

#[test]
fn iterators_of_known_length() {
    let at = [0.7, 1.3, -0.4];
    let one = |value: f64, dense: [[f64; 3]; 1]| ([value], dense);
    compare(
        "squares",
        at,
        |x| [squares(*x)],
        |x| {
            let (value, jacobian) = squares_with_jacobian(x);
            one(value, jacobian.to_dense())
        },
    );
    compare(
        "variance",
        at,
        |x| [variance(x)],
        |x| {
            let (value, jacobian) = variance_with_jacobian(x);
            one(value, jacobian.to_dense())
        },
    );
    compare(
        "slope",
        [0.7, 1.3, -0.4, 2.0],
        |x| [slope(&mut [(x[0], x[1]), (x[2], x[3])].into_iter())],
        |x| {
            let (value, jacobian) = slope_with_jacobian(&[(x[0], x[1]), (x[2], x[3])]);
            ([value], jacobian.to_dense())
        },
    );
    compare(
        "weighted",
        [0.7, 1.3, -0.4, 2.0, 0.1, 0.9],
        |x| [weighted(x[..3].iter(), x[3..].iter().copied())],
        |x| {
            let (value, jacobian) = weighted_with_jacobian(&x[..3], &x[3..]);
            ([value], jacobian.to_dense())
        },
    );
}

/// Macros of other crates.
mod log {
    macro_rules! debug {
        ($($part:tt)*) => { let _ = format!($($part)*); };
    }
    pub(super) use debug;
}

macro_rules! lazy_static {
    (static ref $name:ident: $ty:ty = $value:expr;) => {
        static $name: std::sync::LazyLock<$ty> = std::sync::LazyLock::new(|| $value);
    };
}

macro_rules! positive {
    ($value:expr) => {
        if $value < 0 {
            return Err("negative");
        }
    };
}

macro_rules! assert_close {
    ($a:expr, $b:expr) => {
        assert!(($a - $b).abs() < 1e-6)
    };
}

#[jacobian(wrt(x))]
fn with_macros(x: &[f64; 2], n: i32) -> Result<f64, &'static str> {
    use log::debug;
    lazy_static! {
        static ref GAIN: f64 = 1.5;
    }
    positive!(n);
    let y = x[0] * x[1];
    log::debug!("{y} of {n}");
    let mut sum = 0.0;
    for v in x {
        debug!("{} {v}", sum);
        sum += *GAIN * v * y;
    }
    assert_close!(y, x[0] * x[1]);
    Ok(sum)
}

#[test]
fn macros_that_observe() {
    assert_eq!(
        with_macros_with_jacobian(&[1.0, 2.0], -1).err(),
        Some("negative")
    );
    compare(
        "with_macros",
        [0.7, 1.3],
        |x| [with_macros(x, 2).unwrap_or(f64::NAN)],
        |x| {
            let (value, jacobian) = with_macros_with_jacobian(x, 2).expect("positive");
            ([value], jacobian.to_dense())
        },
    );
}

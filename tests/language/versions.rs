//! The option `dispatch`: a version for each instruction set, one of which the processor chooses.
//!
//! Values are those of the function, bit for bit, in each version. Entries agree with dual numbers,
//! and those of the versions with fma with each other, bit for bit.

use jacobian_runtime::__private::{Avx2, Avx512, Target, Version};
use jacobian_runtime::{Real, jacobian};

use crate::dual::{agree, compile};
use crate::support::check;

macro_rules! programs {
    ($T:ident $when:ident) => {
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x), dispatch))]
        pub(super) fn orbit(x: &[$T; 4], mass: f64) -> [$T; 4] {
            let [p, q, u, v] = *x;
            let r = (p * p + q * q).sqrt();
            let pull = mass / (r * r * r);
            [
                u * q - v * p,
                p * pull + u * (q * v).sin(),
                q * pull * u - v,
                p * q * u * v + (u * v).exp() * p,
            ]
        }

        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x), dispatch))]
        pub(super) fn searched(x: &[$T; 4], tol: f64) -> [$T; 1] {
            let mut y = x[0];
            loop {
                let next = y * x[1] + x[2] * (y * 0.5).cos();
                if (next - y).abs() < tol {
                    break;
                }
                if next > x[3] {
                    y = y * x[3] + x[1] * x[2];
                    break;
                }
                y = next;
            }
            [y * x[3]]
        }
    };
}

compile!(programs, 4);

#[test]
fn agrees_with_dual_numbers() {
    for x in [[0.7, -0.4, 1.3, 0.2], [-1.5, 2.5, 0.3, -0.8]] {
        agree!(orbit, orbit_with_jacobian at x; 2.0);
    }
    for x in [[0.7, 0.3, 0.4, 5.0], [0.7, 1.3, 0.9, 2.0]] {
        agree!(searched, searched_with_jacobian at x; 1e-10);
    }
}

/// Value and entries in one version.
fn springs_in<V: Version>(version: V, x: &[f64; 6], k: f64) -> ([u64; 6], [u64; SPRINGS_NNZ]) {
    let (mut value, mut entries) = ([f64::NAN; 6], SPRINGS_TEMPLATE);
    version.run(|| __springs_update_into_version(version, x, k, &mut value, &mut entries));
    (value.map(f64::to_bits), entries.map(f64::to_bits))
}

/// Sums of products in pairs, so that registers of two numbers are used.
#[jacobian(wrt(x), dispatch)]
#[jacobian(wrt(x), prefix = single)]
fn springs(x: &[f64; 6], k: f64) -> [f64; 6] {
    let mut forces = [0.0; 6];
    for i in 0..6 {
        let j = (i + 1) % 6;
        let d = x[i] - x[j];
        let force = k * d + d * d * x[i] + x[j] * x[i] * x[(i + 2) % 6];
        forces[i] += force * x[j];
        forces[j] -= force * d + 1.5 * x[i];
    }
    forces
}

#[test]
fn versions_agree() {
    let (x, k) = ([0.1, -0.7, 1.0 / 3.0, 2.3, -1.1, 0.9], 0.3);
    let expected = springs(&x, k).map(f64::to_bits);
    let (mut value, mut plain) = ([f64::NAN; 6], [f64::NAN; SINGLE_NNZ]);
    single_with_jacobian_into(&x, k, &mut value, &mut plain);
    let target = springs_in(Target, &x, k);
    assert_eq!(target, (expected, plain.map(f64::to_bits)));
    let wide = [
        Avx2::new().map(|version| springs_in(version, &x, k)),
        Avx512::new().map(|version| springs_in(version, &x, k)),
    ];
    let wide: Vec<_> = wide.into_iter().flatten().collect();
    for (value, entries) in &wide {
        assert_eq!(*value, expected);
        assert_eq!(*entries, wide[0].1);
        for (entry, plain) in entries.iter().zip(plain) {
            let entry = f64::from_bits(*entry);
            assert!((entry - plain).abs() <= 1e-13 * (1.0 + plain.abs()));
        }
    }
    let (chosen, mut entries) = (wide.last().unwrap_or(&target), [f64::NAN; SPRINGS_NNZ]);
    springs_with_jacobian_into(&x, k, &mut value, &mut entries);
    assert_eq!(entries.map(f64::to_bits), chosen.1);
}

/// `fma` keeps its meaning: rounded twice in all versions.
#[jacobian(wrt(x), dispatch, fma = never, prefix = twice)]
#[jacobian(wrt(x), fma = never, prefix = twice_single)]
fn cubes(x: &[f64; 3]) -> [f64; 2] {
    [
        x[0] * x[0] * x[1] + x[2] * x[1] * x[0],
        x[2] * x[2] * x[2] - x[0] * x[1],
    ]
}

#[test]
fn without_fma_all_versions_are_one() {
    let x = [0.1, 1.0 / 3.0, -0.7];
    let (value, jacobian) = twice_with_jacobian(&x);
    let (expected, single) = twice_single_with_jacobian(&x);
    assert_eq!(value.map(f64::to_bits), expected.map(f64::to_bits));
    let bits = |entries: &[f64]| {
        entries
            .iter()
            .map(|entry| entry.to_bits())
            .collect::<Vec<_>>()
    };
    assert_eq!(bits(jacobian.values()), bits(single.values()));
}

/// Other scalars: the derivative is rounded to `f32`.
#[jacobian(wrt(x), dispatch)]
fn single_precision(x: &[f32; 3]) -> [f32; 1] {
    [x[0] * x[1] * x[0] + x[1] * x[2]]
}

#[jacobian(wrt(x), dispatch)]
fn generic<T: Real>(x: &[T; 2]) -> [T; 1] {
    [x[0] * x[1] * x[0] + x[1] * x[1]]
}

#[test]
fn other_scalars() {
    let (value, jacobian) = single_precision_with_jacobian(&[0.5, 2.0, 3.0]);
    assert_eq!((value, jacobian.to_dense()), ([6.5], [[2.0, 3.25, 2.0]]));
    let (value, jacobian) = generic_with_jacobian(&[0.5_f64, 2.0]);
    assert_eq!((value, jacobian.to_dense()), ([4.5], [[2.0, 4.25]]));
    let (value, jacobian) = generic_with_jacobian(&[0.5_f32, 2.0]);
    assert_eq!((value, jacobian.to_dense()), ([4.5], [[2.0, 4.25]]));
}

/// A function that can fail. Those below have outputs, are methods, or return more than numbers.
#[jacobian(wrt(x), dispatch)]
fn root(x: &[f64; 2], mut shift: f64) -> Result<f64, String> {
    shift += 1.0;
    if x[0] < 0.0 {
        return Err(format!("negative by {shift}"));
    }
    Ok(x[0].sqrt() * x[1] + shift * x[1] * x[1])
}

#[jacobian(wrt(x), dispatch)]
fn flagged(x: &[f64; 2]) -> (f64, bool) {
    (x[0] * x[1] * x[1], x[0] > x[1])
}

#[jacobian(wrt(x), dispatch)]
fn written(x: &[f64; 2], y: &mut [f64; 2]) {
    y[0] *= x[0];
    y[1] = x[0] * x[1] * x[1];
}

struct Spring {
    k: f64,
}

#[jacobian(dispatch)]
impl Spring {
    fn force(&self, x: f64, v: f64) -> f64 {
        self.k * x * x * v - v * v
    }
}

struct Gain<T> {
    k: T,
}

#[jacobian]
impl<T: Real> Gain<T> {
    #[jacobian(wrt(self.k, x), dispatch)]
    fn consumed<'a>(self, x: T, _names: &'a [&'a str]) -> T {
        self.k * x * x
    }
}

macro_rules! made {
    ($name:ident, $t:ident) => {
        #[jacobian(wrt(x), dispatch)]
        fn $name(x: &[$t; 2]) -> $t {
            x[0] * x[1] * x[1] + x[0] * x[0]
        }
    };
}

made!(by_macro, f64);

trait Damped {
    fn damping(&self, v: f64) -> f64;
}

#[jacobian(dispatch)]
impl Damped for Spring {
    fn damping(&self, v: f64) -> f64 {
        self.k * v * v
    }
}

mod lengths {
    #[jacobian_runtime::jacobian(wrt(x), dispatch, const(N = 3))]
    pub(super) fn sum<const N: usize>(x: &[f64; N], factor: impl Into<f64>) -> f64 {
        let factor = factor.into();
        x.iter().map(|x| factor * x * x).sum()
    }
}

#[test]
fn failures_outputs_and_methods() {
    let (value, jacobian) = root_with_jacobian(&[4.0, 3.0], 1.0).expect("positive");
    assert_eq!((value, jacobian.to_dense()), (24.0, [[0.75, 14.0]]));
    let failed = root_with_jacobian(&[-4.0, 3.0], 1.0).map(|(value, _)| value);
    assert_eq!(failed, Err("negative by 2".to_owned()));
    let (value, jacobian) = flagged_with_jacobian(&[2.0, 3.0]);
    assert_eq!((value, jacobian.to_dense()), ((18.0, false), [[9.0, 12.0]]));
    let mut y = [2.0, 0.0];
    let jacobian = written_jacobian(&[2.0, 3.0], &mut y);
    assert_eq!(
        (y, jacobian.to_dense()),
        ([4.0, 18.0], [[2.0, 0.0], [9.0, 12.0]])
    );
    let spring = Spring { k: 2.0 };
    let (value, jacobian) = spring.force_with_jacobian(3.0, 1.0);
    assert_eq!((value, jacobian.to_dense()), (17.0, [[12.0, 16.0]]));
    let (value, jacobian) = spring.damping_with_jacobian(3.0);
    assert_eq!(Damped::damping(&spring, 3.0), value);
    assert_eq!((value, jacobian.to_dense()), (18.0, [[12.0]]));
    let (value, jacobian) = Gain { k: 2.0_f32 }.consumed_with_jacobian(3.0, &["a"]);
    assert_eq!((value, jacobian.to_dense()), (18.0, [[9.0, 12.0]]));
    check!(by_macro with by_macro_with_jacobian at [2.0, 3.0]);
    let (value, jacobian) = lengths::sum_with_jacobian(&[1.0, 2.0, 3.0], 0.5_f32);
    assert_eq!(value, lengths::sum(&[1.0, 2.0, 3.0], 0.5_f32));
    assert_eq!((value, jacobian.to_dense()), (7.0, [[1.0, 2.0, 3.0]]));
}

/// All other functions, of one dependent and of two.
#[jacobian(wrt(x), dispatch, gradient, hessian, hvp, linearize)]
fn well(x: &[f64; 2], depth: f64) -> f64 {
    depth * x[0] * x[0] * x[1] + x[1].sin() * x[0]
}

#[jacobian(wrt(x), dispatch, jvp, vjp, linearize, normal, hessian, batch, as = Pair)]
fn pair(x: &[f64; 2]) -> [f64; 2] {
    [x[0] * x[0] * x[1], x[1] * x[1] - x[0] * x[1] * x[1]]
}

#[test]
fn all_functions() {
    let (x, depth) = ([2.0, 0.5], 3.0);
    check!(well with well_with_jacobian at x; depth);
    let (sine, cosine) = 0.5_f64.sin_cos();
    let expected = [6.0 + sine, 12.0 + 2.0 * cosine];
    assert_eq!(well_gradient(&x, depth), expected);
    let (mut value, mut first, mut entries) = (0.0, [0.0; 2], [0.0; WELL_HESSIAN_NNZ]);
    well_with_hessian_into(&x, depth, &mut value, &mut first, &mut entries);
    assert_eq!((value, first), (well(&x, depth), expected));
    let hessian = [[3.0, 12.0 + cosine], [12.0 + cosine, -2.0 * sine]];
    assert_eq!(WELL_HESSIAN_PATTERN.to_dense(&entries), hessian);
    assert_eq!(well_hvp(&x, depth, &[0.0, 1.0]), hessian[1]);

    check!(pair with pair_with_jacobian at x);
    let dense = [[2.0, 4.0], [-0.25, -1.0]];
    assert_eq!(pair_jacobian(&x).to_dense(), dense);
    assert_eq!(pair_jvp(&x, &[1.0, 2.0]), [10.0, -2.25]);
    assert_eq!(pair_vjp(&x, &[1.0, 2.0]), [1.5, 2.0]);
    let (mut value, mut labels) = ([0.0; 2], [0.0; PAIR_LABELS]);
    pair_linearize_into(&x, &mut value, &mut labels);
    let mut product = [0.0; 2];
    pair_jvp_at(&labels, &[1.0, 2.0], &mut product);
    assert_eq!((value, product), ([2.0, -0.25], [10.0, -2.25]));
    pair_vjp_at(&labels, &[1.0, 2.0], &mut product);
    assert_eq!(product, [1.5, 2.0]);
    let (mut gradient, mut normal) = ([0.0; 2], [0.0; PAIR_NORMAL_NNZ]);
    pair_normal_into(&x, &mut value, &mut gradient, &mut normal);
    assert_eq!(gradient, [4.0625, 8.25]);
    assert_eq!(normal, [4.0625, 8.25, 17.0]);
    let mut entries = [0.0; PAIR_HESSIAN_NNZ];
    pair_hessian_into(&x, &[1.0, 2.0], &mut entries);
    assert_eq!(
        PAIR_HESSIAN_PATTERN.to_dense(&entries),
        [[1.0, 2.0], [2.0, -4.0]]
    );
    let (mut values, mut all) = ([[0.0; 2]; 3], [[0.0; PAIR_NNZ]; 3]);
    pair_with_jacobian_points(&[x; 3], &mut values, &mut all).expect("equally long");
    assert_eq!(values, [[2.0, -0.25]; 3]);
    assert!(jacobian_runtime::check_jacobian(&Pair, &x).is_ok());
}

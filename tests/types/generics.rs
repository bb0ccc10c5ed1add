//! Generic scalars and const parameters: the same function over `f64` and `f32`, and over given
//! lengths.

use jacobian_runtime::{Real, jacobian};

use crate::support::{check, compare};

const AT: [f64; 3] = [0.7, 1.3, -0.4];

#[jacobian(wrt(x))]
fn mixed<T: Real>(x: &[T; 3], k: T, table: &[T; 2], n: i32) -> [T; 3] {
    let half = T::from_f64(0.5);
    let tenth = T::from_f64(1.0 / 10.0);
    let mut sum = T::from_f64(0.0);
    for i in 0..3 {
        sum += x[i].sin() * T::from_f64(i as f64) * table[i % 2].clone();
    }
    let (sine, cosine) = x[2].sin_cos();
    let scaled = (half * x[0] - k).powi(2) + x[1].powf(tenth).powi(n);
    [
        sum + sine * cosine / k,
        scaled.mul_add(x[2], -k) + T::exp(x[0]).recip() + Real::atan2(x[0], x[1]),
        x[1].max(T::from_f64(0.25))
            + tenth * x[0]
            + tenth * x[0]
            + T::from_f64(std::f64::consts::PI),
    ]
}

const TABLE: [f64; 2] = [1.5, 0.3];

#[test]
fn a_generic_function_has_a_generic_jacobian() {
    compare(
        "mixed",
        AT,
        |x| mixed(x, 1.7, &TABLE, 3),
        |x| {
            let (value, jacobian) = mixed_with_jacobian(x, 1.7, &TABLE, 3);
            (value, jacobian.to_dense())
        },
    );
    let double: MixedJacobian<f64> = mixed_jacobian(&AT, 1.7, &TABLE, 3);
    let (at, table) = (AT.map(|x| x as f32), TABLE.map(|x| x as f32));
    let (value, single): ([f32; 3], MixedJacobian<f32>) = mixed_with_jacobian(&at, 1.7, &table, 3);
    let expected = mixed(&at, 1.7_f32, &table, 3);
    assert_eq!(value.map(f32::to_bits), expected.map(f32::to_bits));
    for (found, expected) in single.values().iter().zip(double.values()) {
        assert!((f64::from(*found) - expected).abs() <= 1e-6 * (1.0 + expected.abs()));
    }
}

/// One is exact in every scalar, a tenth is not: its triple is three tenths in none.
#[jacobian]
fn constants<T>(x: &[T; 2]) -> [T; 3]
where
    T: Real + PartialOrd,
{
    let [one, tenth, three] = [1.0, 0.1, 0.300_000_000_000_000_04].map(T::from_f64);
    let two = T::from_f64(2.0);
    if T::from_f64(2.0) > T::from_f64(1.0) {
        [
            two * x[0] + x[1],
            T::from_f64(0.1) * x[0] + T::from_f64(0.1) * x[0] + T::from_f64(0.1) * x[0]
                - T::from_f64(0.300_000_000_000_000_04) * x[0],
            (tenth + tenth + tenth - three) * one * x[1] + two * x[0] - x[0] - x[0],
        ]
    } else {
        [x[0], x[0], x[0]]
    }
}

#[test]
fn what_every_scalar_knows_is_known() {
    let [two, one] = [2.0_f32, 1.0];
    assert_eq!(constants_template::<f32>(), [two, 0.0, one, 0.0]);
    assert_eq!(
        CONSTANTS_NNZ, 4,
        "a tenth is not taken for three tenths less two"
    );
    let (value, jacobian) = constants_with_jacobian(&[0.7_f32, 0.2]);
    assert_eq!(value, constants(&[0.7, 0.2]));
    let tenth = 0.1_f32;
    assert!((jacobian.to_dense()[1][0] - (tenth + tenth + tenth - 0.3)).abs() <= 1e-7);
}

trait Medium {
    const N: usize;
    fn density(&self, t: f64) -> f64;
}

struct Water;

impl Medium for Water {
    const N: usize = 4;
    fn density(&self, t: f64) -> f64 {
        1.0 - 0.01 * t
    }
}

/// A type parameter that is no scalar passes through.
#[jacobian(wrt(x))]
fn buoyancy<'a, M: Medium>(x: &'a [f64; 2], medium: &M, t: f64) -> f64 {
    let factor = medium.density(t) * M::N as f64;
    factor * x[0] * x[1]
}

#[test]
fn other_type_parameters_pass_through() {
    compare(
        "buoyancy",
        [0.7, 1.3],
        |x| [buoyancy(x, &Water, 20.0)],
        |x| {
            let (value, jacobian) = buoyancy_with_jacobian(x, &Water, 20.0);
            ([value], jacobian.to_dense())
        },
    );
}

#[jacobian(const(N = 3, M = 2))]
fn lengths<T: Real, const N: usize, const M: i32>(x: &[T; N], y: &mut [T; N], k: T) -> [T; N] {
    let mut z = [T::from_f64(0.0); N];
    let weights: [usize; N] = std::array::from_fn(|i| i + N);
    for i in 0..N {
        let j = (i + 1) % N;
        z[i] = x[i] * x[j].powi(M) * T::from_f64(N as f64) + k * T::from_f64(weights[i] as f64);
        y[i] = z[i] - x[j];
    }
    z
}

#[jacobian(const(N = 3, M = 2))]
fn products<const N: usize, const M: i32>(x: &[f64; N], k: i32) -> [f64; N] {
    let mut y = [0.0; N];
    for (i, y) in (0..N).zip([1.0; N]) {
        let _ = y;
        let _ = (i, k);
    }
    for i in 0..N {
        y[i] = x[i].powi(M) * x[(i + 1) % N] + N as f64;
    }
    y
}

#[test]
fn const_parameters_take_the_value_that_was_given() {
    compare(
        "products",
        AT,
        |x| products::<3, 2>(x, 1),
        |x| {
            let (value, jacobian) = products_with_jacobian(x, 1);
            (value, jacobian.to_dense())
        },
    );
    let _: ProductsJacobian = products_jacobian(&AT, 1);
    let all = |at: &[f64; 4]| {
        let mut y = [0.0; 3];
        let z = lengths::<f64, 3, 2>(&[at[0], at[1], at[2]], &mut y, at[3]);
        [z[0], z[1], z[2], y[0], y[1], y[2]]
    };
    compare("lengths", [0.7, 1.3, -0.4, 0.9], all, |at| {
        let mut y = [0.0; 3];
        let x = [at[0], at[1], at[2]];
        let (z, jacobian) = lengths_with_jacobian(&x, &mut y, at[3]);
        ([z[0], z[1], z[2], y[0], y[1], y[2]], jacobian.to_dense())
    });
}

struct Spring<T> {
    stiffness: T,
    rest: [T; 2],
}

impl<T: Real> Spring<T> {
    #[jacobian(wrt(x))]
    fn scaled<S: Real>(&self, x: &[S; 2]) -> S
    where
        T: Into<S>,
    {
        let k: S = self.stiffness.into();
        k * x[0] * x[1]
    }
}

#[test]
fn methods_may_be_generic() {
    let spring = Spring {
        stiffness: 2.0_f32,
        rest: [0.0; 2],
    };
    let _ = spring.rest;
    compare(
        "scaled",
        [0.7, 1.3],
        |x| [spring.scaled(x)],
        |x| {
            let (value, jacobian) = spring.scaled_with_jacobian(x);
            ([value], jacobian.to_dense())
        },
    );
}

struct Oscillator<T> {
    stiffness: T,
    rest: [T; 2],
}

#[jacobian]
impl<T: Real> Oscillator<T> {
    fn shifted(&self, x: T, at: usize) -> T {
        (x - self.rest[at]) * T::from_f64(0.5)
    }

    #[jacobian]
    fn force(&self, x: &[T; 3]) -> [T; 2] {
        let mut v = x[2];
        for _ in 0..2 {
            v = v.sin() * self.stiffness + T::from_f64(0.1);
        }
        [
            v * self.shifted(x[0], 0) + T::from_f64(3.0),
            self.shifted(x[1], 1).exp(),
        ]
    }

    #[jacobian(wrt(self.stiffness, self.rest, x), dim(self.rest = 2))]
    fn energy(&self, x: T) -> Option<T> {
        let (a, b) = (self.shifted(x, 0), self.shifted(x, 1));
        Some(self.stiffness * (a * a + b * b))
    }

    #[jacobian]
    fn alone(x: [T; 2]) -> T {
        x[0] * x[1].cos()
    }

    /// A method of plain numbers is not a method of the `impl`.
    #[jacobian]
    #[allow(clippy::unused_self, reason = "what counts is that it is a method")]
    fn plain(&self, x: f64) -> f64 {
        x * x + 0.5
    }

    #[jacobian]
    fn many(&self, x: &[T; 2]) -> [T; 2] {
        let mut y = *x;
        for _ in 0..300 {
            y = [
                (y[0] * y[1]).sin() + T::from_f64(0.1) * x[1],
                y[0] - y[1].cos() * x[0] * self.stiffness,
            ];
        }
        y
    }
}

/// An attribute on the method alone does not see the bounds of the `impl`: the method repeats them.
struct Pair<T>(T, T);

impl<T> Pair<T> {
    #[jacobian]
    fn spread(&self, x: &[T; 2]) -> T
    where
        T: Real,
    {
        (x[0] * self.0 - x[1] * self.1).exp()
    }
}

#[test]
fn the_scalar_may_be_that_of_the_impl() {
    let of = |x: &[f64]| Oscillator {
        stiffness: x[0],
        rest: [x[1], x[2]],
    };
    let body = of(&[1.5, 0.25, -0.5]);
    let at = [0.7, 1.3, -0.4];
    compare(
        "force",
        at,
        |x| body.force(x),
        |x| {
            let (value, jacobian) = body.force_with_jacobian(x);
            (value, jacobian.to_dense())
        },
    );
    compare(
        "energy",
        [1.5, 0.25, -0.5, 0.9],
        |x| [of(x).energy(x[3]).expect("always")],
        |x| {
            let found = of(x).energy_with_jacobian(x[3]).expect("always");
            ([found.0], found.1.to_dense())
        },
    );
    let two = [0.3, 0.2];
    compare(
        "alone",
        two,
        |x| [Oscillator::alone(*x)],
        |x| {
            let (value, jacobian) = Oscillator::alone_with_jacobian(*x);
            ([value], jacobian.to_dense())
        },
    );
    let plain: f64 = body.plain_jacobian(0.7).values()[0];
    assert_eq!(plain, 1.4);
    let (value, _) = body.many_with_jacobian(&two);
    assert_eq!(value.map(f64::to_bits), body.many(&two).map(f64::to_bits));
    let pair = Pair(0.5, 2.0);
    compare(
        "spread",
        two,
        |x| [pair.spread(x)],
        |x| {
            let (value, jacobian) = pair.spread_with_jacobian(x);
            ([value], jacobian.to_dense())
        },
    );
    let single = Pair(0.5_f32, 2.0).spread_jacobian(&[0.25, 0.5]);
    assert_eq!(
        single.values()[0],
        0.5 * Pair(0.5_f32, 2.0).spread(&[0.25, 0.5])
    );
}

/// Exponents that run time knows are handed to the pieces as the integers that they are.
#[jacobian(wrt(x))]
fn powers<T: Real>(x: &[T; 2], n: i32, m: i32) -> [T; 2] {
    let mut y = *x;
    for _ in 0..120 {
        y = [
            (y[0] * y[1]).sin() + T::from_f64(0.1) * x[1].powi(n),
            y[0] - y[1].powi(m) * x[0].powi(n),
        ];
    }
    y
}

/// A single would round this exponent.
#[jacobian(wrt(x))]
fn rounded(x: f32, n: i32) -> f32 {
    let mut y = x.powi(n);
    for _ in 0..300 {
        y = (y * 0.5).sin() + x;
    }
    y + x.powi(n)
}

#[test]
fn exponents_known_at_run_time_reach_the_pieces() {
    let at = [0.3, 0.2];
    check!(powers with powers_with_jacobian at at; 2, 3);
    let (value, _) = rounded_with_jacobian(-1.0, 16_777_217);
    assert_eq!(value.to_bits(), rounded(-1.0, 16_777_217).to_bits());
}

/// More statements than one function may have: the pieces are generic too.
#[cfg(full)]
#[jacobian]
fn long<T: Real>(x: &[T; 2]) -> [T; 2] {
    let mut y = *x;
    for _ in 0..300 {
        y = [
            (y[0] * y[1]).sin() + T::from_f64(0.1) * x[1],
            y[0] - y[1].cos() * x[0],
        ];
    }
    y
}

#[cfg(full)]
#[test]
fn long_generic_bodies_compute_the_same_in_pieces() {
    let at = [0.3, 0.2];
    let (value, jacobian) = long_with_jacobian(&at);
    assert_eq!(value.map(f64::to_bits), long(&at).map(f64::to_bits));
    let (up, down) = (long(&[0.3 + 1e-7, 0.2]), long(&[0.3 - 1e-7, 0.2]));
    let found = jacobian.to_dense();
    for row in 0..2 {
        let expected = (up[row] - down[row]) / 2e-7;
        assert!(
            (found[row][0] - expected).abs() <= 1e-4 * (1.0 + expected.abs()),
            "{row}"
        );
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct State<T> {
    x: T,
    v: [T; 2],
}

#[jacobian(wrt(s.x, s.v, k), dim(s.v = 2))]
fn stepped<T: Real + PartialOrd>(s: &State<T>, k: T, n: usize) -> Option<State<T>> {
    if n > 5 {
        return None;
    }
    let zero = T::from_f64(0.0);
    let limited = |x: T| if x > zero { x.sqrt() } else { x * k };
    let mut v = s.v;
    for i in 0..2 {
        if v[i] < T::from_f64(-1.0) {
            v[i] = -T::from_f64(1.0);
        } else if n == i {
            v[i] *= k;
        }
    }
    Some(State {
        v: [limited(v[0]), v[1] + T::from_f64(0.1)],
        x: s.x + k * v[0],
    })
}

#[test]
fn branches_fields_and_structs_are_generic_too() {
    let state = |x: &[f64; 4]| State {
        x: x[0],
        v: [x[1], x[2]],
    };
    let flat = |State { x, v: [a, b] }: State<f64>| [a, b, x];
    for at in [
        [0.7, 1.3, -0.4, 0.9],
        [0.7, -1.3, -1.4, 0.9],
        [0.7, -0.3, 0.4, 0.9],
    ] {
        for n in [0, 1, 4] {
            compare(
                "stepped",
                at,
                |x| flat(stepped(&state(x), x[3], n).expect("few")),
                |x| {
                    let found = stepped_with_jacobian(&state(x), x[3], n);
                    let (value, jacobian) = found.expect("few");
                    (flat(value), jacobian.to_dense())
                },
            );
        }
    }
    assert!(stepped_jacobian(&state(&[0.0; 4]), 1.0, 9).is_none());
    let single = State {
        x: 0.5_f32,
        v: [0.25, -2.0],
    };
    let (value, _) = stepped_with_jacobian(&single, 2.0, 1).expect("few");
    assert_eq!(Some(value), stepped(&single, 2.0, 1));
}

#[jacobian]
fn generic_helpers(x: &[f64; 3]) -> [f64; 4] {
    fn sq<T: Real>(x: T) -> T {
        x * x * T::from_f64(0.1)
    }
    fn norm<T, const N: usize>(a: [T; N], scale: T) -> T
    where
        T: Real,
    {
        let mut s = T::from_f64(0.0);
        for i in 0..N {
            s += a[i] * a[i];
        }
        s.sqrt() * scale / T::from_f64(N as f64)
    }
    fn dot<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
        let mut s = 0.0;
        for i in 0..N {
            s += a[i] * b[i];
        }
        s
    }
    let g: fn(f64) -> f64 = f64::sin;
    let all = [f64::cos, f64::exp, sq::<f64>];
    let h = if x.len() > 2 { f64::tan } else { f64::sin };
    [
        sq(x[0]) + sq(x[1] * 2.0),
        norm(*x, x[1]) + norm([x[0], x[2]], 2.0),
        dot(x, &[x[1], 2.0, x[0]]) * g(x[2]),
        all.iter().map(|f| f(x[0])).sum::<f64>() + h(x[1]),
    ]
}

#[jacobian(wrt(x))]
fn single_helpers(x: f32, k: f64) -> f32 {
    fn scaled<T: Real>(x: T, k: f64) -> T {
        x * T::from_f64(0.1) + T::from_f64(k) * x * x
    }
    scaled(x, k)
}

#[test]
fn helpers_may_be_generic() {
    check!(generic_helpers with generic_helpers_with_jacobian at [0.7, 1.3, 2.1]);
    let (value, jacobian) = single_helpers_with_jacobian(0.7, 0.3);
    assert_eq!(value.to_bits(), single_helpers(0.7, 0.3).to_bits());
    assert!((jacobian.values()[0] - (0.1 + 0.6 * 0.7)).abs() < 1e-6);
}

//! Functions whose derivatives the caller supplies, `rule(f)`: parameters, methods of objects, and
//! closures in fields. Against dual numbers through the same text where loops end at run time.

use jacobian_runtime::jacobian;

use crate::dual::{self as numbers, Dual, compile};
use crate::support::compare;

macro_rules! programs {
    ($T:ident $when:ident) => {
        /// Newton's iteration with a slope by differences, until run time ends it.
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x), rule(f)))]
        pub(crate) fn newton(f: impl Fn($T) -> $T, x: &[$T; 2]) -> [$T; 1] {
            fn slope(f: &impl Fn($T) -> $T, x: $T, h: f64) -> $T {
                (f(x + h) - f(x - h)) / (2.0 * h)
            }
            let mut root = x[0];
            for _ in 0..30 {
                let step = (f(root) - x[1]) / slope(&f, root, 1e-3);
                root = root - step;
                if step.abs() < 1e-6 {
                    break;
                }
            }
            [root]
        }

        /// Simpson's rule over the function, which is passed on and captured.
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x), rule(f)))]
        pub(crate) fn simpson<F>(f: F, x: &[$T; 2], n: usize) -> [$T; 1]
        where
            F: Fn($T) -> $T,
        {
            let h = (x[1] - x[0]) / (n as f64);
            let at = |k: usize| f(x[0] + h * (0.5 * k as f64));
            let mut sum = h * 0.0;
            for k in 0..n {
                sum = sum + h / 6.0 * (at(2 * k) + at(2 * k + 1) * 4.0 + at(2 * k + 2));
            }
            [sum]
        }

        /// The classical method of Runge and Kutta.
        #[cfg_attr($when(), jacobian_runtime::jacobian(wrt(x), rule(f)))]
        pub(crate) fn rk4(f: impl Fn(f64, [$T; 2]) -> [$T; 2], x: &[$T; 2], n: usize) -> [$T; 2] {
            let (mut y, h, mut t) = ([x[0], x[1]], 0.1, 0.0);
            for _ in 0..n {
                let k1 = f(t, y);
                let k2 = f(
                    t + h / 2.0,
                    [y[0] + k1[0] * (h / 2.0), y[1] + k1[1] * (h / 2.0)],
                );
                let k3 = f(
                    t + h / 2.0,
                    [y[0] + k2[0] * (h / 2.0), y[1] + k2[1] * (h / 2.0)],
                );
                let k4 = f(t + h, [y[0] + k3[0] * h, y[1] + k3[1] * h]);
                for i in 0..2 {
                    y[i] = y[i] + (k1[i] + k2[i] * 2.0 + k3[i] * 2.0 + k4[i]) * (h / 6.0);
                }
                t += h;
            }
            y
        }
    };
}

compile!(programs, 2);

#[test]
fn methods_of_a_function_that_the_caller_gives() {
    use dual as twin;
    use generated as methods;
    let at = [0.9, 0.3];
    let x = Dual::independents(at);
    let (f, df) = (|x: f64| x.sin(), |x: f64| x.cos());

    let (value, jacobian) = methods::newton_with_jacobian(f, &at, df);
    let expected = twin::newton(Dual::sin, &x);
    numbers::compare(
        "newton",
        methods::newton(f, &at),
        (value, jacobian.to_dense()),
        expected,
    );
    // The root has the derivative `1 / cos` by the right side, and none by the start.
    assert!((jacobian.to_dense()[0][1] - 1.0 / value[0].cos()).abs() < 1e-6);

    let (value, jacobian) = methods::simpson_with_jacobian(f, &at, 3, df);
    let expected = twin::simpson(Dual::sin, &x, 3);
    let own = methods::simpson(f, &at, 3);
    numbers::compare("simpson", own, (value, jacobian.to_dense()), expected);

    let swing = |t: f64, y: [f64; 2]| [y[1] * (1.0 + t), -y[0].sin()];
    let by_swing = |t: f64, y: [f64; 2]| [[0.0, 1.0 + t], [-y[0].cos(), 0.0]];
    let dual_swing = |t: f64, y: [Dual<2>; 2]| [y[1] * (1.0 + t), -y[0].sin()];
    for n in [0, 1, 7] {
        let (value, jacobian) =
            methods::rk4_with_jacobian(swing, &at, n, |t, y| by_swing(t, y).map(|row| (0.0, row)));
        let (own, expected) = (methods::rk4(swing, &at, n), twin::rk4(dual_swing, &x, n));
        numbers::compare("rk4", own, (value, jacobian.to_dense()), expected);
    }
}

#[jacobian(wrt(x), rule(f, g(_, b)))]
fn several(
    mut f: impl FnMut(f64, f64) -> (f64, [f64; 2]),
    g: &dyn Fn(usize, &[f64]) -> f64,
    x: &[f64; 2],
    f_prime: f64,
) -> [f64; 2] {
    let (a, [b, c]) = f(x[0], x[1]);
    // The same value twice, a call without active arguments, and a name like that of the option.
    let (d, _) = f(a, a);
    let (e, _) = f(1.0, 2.0);
    [
        d * e * f_prime + b,
        g(2, &[a, b, c]) + x.iter().map(|v| g(0, &[*v])).sum::<f64>(),
    ]
}

#[test]
fn results_may_be_aggregates_and_arguments_lists() {
    fn sum(k: usize, b: &[f64]) -> f64 {
        b.iter().map(|b| b.powi(k as i32 + 1)).sum()
    }
    let f = |a: f64, b: f64| (a * b, [a.sin(), b * b]);
    let by_f = |a: f64, b: f64| ((b, a), [(a.cos(), 0.0), (0.0, 2.0 * b)]);
    compare(
        "several",
        [0.7, 1.3],
        |x| several(f, &sum, x, 0.5),
        |x| {
            let (value, jacobian) = several_with_jacobian(f, &sum, x, 0.5, by_f, |k, b| {
                b.iter()
                    .map(|b| (k as f64 + 1.0) * b.powi(k as i32))
                    .collect()
            });
            (value, jacobian.to_dense())
        },
    );
}

/// `f` writes its result. What `k` holds is active from the second step on.
#[jacobian(wrt(y), rule(f(_, y, _)))]
fn euler(f: &mut dyn FnMut(f64, &[f64], &mut [f64]), y: &[f64; 2], n: usize, out: &mut [f64; 2]) {
    let (mut y, mut k) = (*y, [0.0; 2]);
    for step in 0..n {
        f(step as f64, &y, &mut k);
        for i in 0..2 {
            y[i] += 0.1 * k[i];
        }
    }
    f(0.0, &y, out);
}

#[test]
fn a_function_may_write_its_results() {
    let flow = |t: f64, y: &[f64], out: &mut [f64]| {
        out[0] = y[1] * (1.0 + t);
        out[1] = -y[0].sin();
    };
    let by_flow = |t: f64, y: &[f64]| vec![vec![0.0, 1.0 + t], vec![-y[0].cos(), 0.0]];
    compare(
        "euler",
        [0.7, 1.3],
        |y| {
            let mut out = [0.0; 2];
            euler(&mut { flow }, y, 4, &mut out);
            out
        },
        |y| {
            let mut out = [0.0; 2];
            let jacobian = euler_jacobian(&mut { flow }, y, 4, &mut out, by_flow);
            (out, jacobian.to_dense())
        },
    );
}

/// A function that reads what is active in its output has no derivative by that, and gives NaN.
#[test]
fn an_output_that_is_read_is_not_silently_wrong() {
    let adds = |t: f64, y: &[f64], out: &mut [f64]| {
        out[0] += y[0] * t;
        out[1] = y[1];
    };
    let mut out = [0.0_f64; 2];
    euler_jacobian(&mut { adds }, &[0.7, 1.3], 3, &mut out, |_, _| {
        vec![vec![1.0; 2]; 2]
    });
    assert!(out[0].is_nan());
}

#[jacobian]
mod objects {
    use jacobian_runtime::jacobian;

    pub(super) trait Ode<const N: usize> {
        fn rhs(&self, t: f64, y: &[f64; N]) -> [f64; N];

        fn gain(&self) -> f64 {
            2.0
        }
    }

    fn step<O: Ode<2>>(ode: &O, t: f64, y: &[f64; 2], h: f64) -> [f64; 2] {
        let k = ode.rhs(t, y);
        [y[0] + h * k[0], y[1] + h * k[1] * ode.gain()]
    }

    #[jacobian(wrt(y), rule(first.rhs, second.rhs))]
    pub(super) fn split<A: Ode<2>>(first: &A, second: &impl Ode<2>, y: &[f64; 2]) -> [f64; 2] {
        let second_first = step(second, 0.5, y, 0.1);
        let first = step(first, 0.5, &second_first, 0.1);
        step(second, 1.0, &first, 0.1)
    }

    #[jacobian(wrt(y), rule(Ode::rhs))]
    pub(super) fn any(system: &dyn Ode<2>, y: &[f64; 2]) -> [f64; 2] {
        system.rhs(y[0], y)
    }

    pub(super) struct Solver<S, G> {
        pub(super) system: S,
        pub(super) limit: G,
        pub(super) h: f64,
    }

    impl<S: Ode<2>, G: Fn(f64) -> f64> Solver<S, G> {
        #[jacobian(wrt(y), rule(self.system.rhs, self.limit))]
        pub(super) fn advance(&self, y: &[f64; 2]) -> [f64; 2] {
            let k = step(&self.system, 0.0, y, self.h);
            [k[0], (self.limit)(k[1])]
        }
    }
}

/// Without the trait in view the option says the types.
#[jacobian(wrt(y), rule(system.rhs(t: f64, y: &[f64; 2]) -> [f64; 2]))]
fn alone(system: &impl objects::Ode<2>, y: &[f64; 2]) -> [f64; 2] {
    system.rhs(y[1], y)
}

struct Swing(f64);

impl objects::Ode<2> for Swing {
    fn rhs(&self, t: f64, y: &[f64; 2]) -> [f64; 2] {
        [y[1] * t, -self.0 * y[0].sin()]
    }
}

type Rows2 = [(f64, [f64; 2]); 2];

impl Swing {
    fn prime(&self, t: f64, y: &[f64; 2]) -> Rows2 {
        [(y[1], [0.0, t]), (0.0, [-self.0 * y[0].cos(), 0.0])]
    }
}

#[test]
fn methods_of_objects_of_any_type() {
    const AT: [f64; 2] = [0.7, 1.3];
    let (a, b) = (Swing(1.5), Swing(0.5));
    let [by_a, by_b] = [&a, &b].map(|of| move |t: f64, y: &[f64; 2]| of.prime(t, y));
    compare(
        "split",
        AT,
        |y| objects::split(&a, &b, y),
        |y| {
            let (value, jacobian) = objects::split_with_jacobian(&a, &b, y, by_a, by_b);
            (value, jacobian.to_dense())
        },
    );
    compare(
        "any",
        AT,
        |y| objects::any(&a, y),
        |y| {
            let (value, jacobian) = objects::any_with_jacobian(&a, y, by_a);
            (value, jacobian.to_dense())
        },
    );
    compare(
        "alone",
        AT,
        |y| alone(&a, y),
        |y| {
            let (value, jacobian) = alone_with_jacobian(&a, y, by_a);
            (value, jacobian.to_dense())
        },
    );
    let solver = objects::Solver {
        system: Swing(1.5),
        limit: f64::tanh,
        h: 0.2,
    };
    compare(
        "advance",
        AT,
        |y| solver.advance(y),
        |y| {
            let slope = |x: f64| 1.0 - x.tanh().powi(2);
            let (value, jacobian) = solver.advance_with_jacobian(y, by_a, slope);
            (value, jacobian.to_dense())
        },
    );
}

#[jacobian]
trait Decay {
    fn rate(&self, x: f64) -> f64;

    #[jacobian(rule(self.rate))]
    fn half(&self, x: f64) -> f64 {
        x + 0.5 * self.rate(x)
    }
}

impl Decay for Swing {
    fn rate(&self, x: f64) -> f64 {
        self.0 * x * x
    }
}

/// The trait may still be that of an object.
#[test]
fn a_required_method_of_a_trait() {
    let swing = Swing(1.5);
    assert!((&swing as &dyn Decay).half(2.0) > 0.0);
    compare(
        "half",
        [0.7],
        |[x]| [swing.half(*x)],
        |[x]| {
            let (value, jacobian) = swing.half_with_jacobian(*x, |x| 3.0 * x);
            ([value], jacobian.to_dense())
        },
    );
}

/// The length of a list that a function returns, which is checked where the function is called.
#[jacobian(wrt(x), rule(f), dim(f = 3))]
fn scaled_list<F>(f: &F, x: f64, sign: f64) -> Vec<f64>
where
    F: Fn(f64) -> Vec<f64> + ?Sized,
{
    if x < 0.0 {
        return vec![0.0; f(0.0).len()];
    }
    let mut values: Vec<f64> = f(sign / x);
    for value in &mut values {
        *value /= x * x;
    }
    values
}

#[test]
fn a_function_that_returns_a_list() {
    let f = |t: f64| vec![(-t).exp(), t.sin(), t * t];
    let slope = |t: f64| vec![-(-t).exp(), t.cos(), 2.0 * t];
    for at in [[0.7], [-0.4]] {
        compare(
            "scaled_list",
            at,
            |[x]| scaled_list(&f, *x, 1.5).try_into().unwrap(),
            |[x]| {
                let (value, jacobian) = scaled_list_with_jacobian(&f, *x, 1.5, slope);
                (value.try_into().unwrap(), jacobian.to_dense())
            },
        );
    }
    let short = std::panic::catch_unwind(|| {
        scaled_list_jacobian(&|t: f64| vec![t, t, t, t], 0.7, 1.5, |_| vec![1.0; 4])
    });
    let message = short.expect_err("four numbers");
    let message = message.downcast_ref::<&str>().expect("a text");
    assert_eq!(*message, "the result of `f` must have length 3");
}

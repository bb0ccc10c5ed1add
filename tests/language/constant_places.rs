//! Constants and statics of one's own types whose values are not known, and tables of functions.

use crate::support::check;

#[jacobian_runtime::jacobian]
mod constants {
    use std::sync::LazyLock;

    use jacobian_runtime::jacobian;

    pub(super) struct Ellipsoid {
        a: f64,
        f: f64,
    }

    impl Ellipsoid {
        const AIRY: Self = Self::new(2.5, 0.1);

        const fn new(a: f64, f: f64) -> Self {
            Self { a, f }
        }

        fn radius(&self, lat: f64) -> f64 {
            self.a * (1.0 - self.f * lat.sin().powi(2)).sqrt()
        }
    }

    pub(super) mod other {
        use super::Ellipsoid;

        pub(in super::super) const MOON: Ellipsoid = Ellipsoid::new(1.7, 0.001);
    }

    const WGS84: Ellipsoid = Ellipsoid::new(6.378, 0.003);
    static PLANETS: [Ellipsoid; 2] = [Ellipsoid::new(1.0, 0.2), Ellipsoid::new(3.0, 0.4)];
    static PLAIN: Ellipsoid = Ellipsoid { a: 1.5, f: 0.25 };
    static MADE: LazyLock<Ellipsoid> = LazyLock::new(|| Ellipsoid::new(0.5, 0.6));
    static NODES: &[(f64, f64)] = &[(0.1, 0.3), (0.4, 0.7)];

    #[jacobian]
    pub(super) fn radii(x: &[f64; 2]) -> [f64; 2] {
        let planets: f64 = PLANETS.iter().map(|p| p.radius(x[0])).sum();
        let nodes: f64 = NODES.iter().map(|(n, w)| w * (x[1] + n).sin()).sum();
        [
            WGS84.radius(x[0]) * Ellipsoid::AIRY.radius(x[1]) + planets + other::MOON.radius(x[0]),
            PLAIN.radius(x[0]) * PLAIN.a + MADE.radius(x[1]) * WGS84.f + nodes,
        ]
    }

    #[derive(Clone, Copy, PartialEq)]
    enum Mode {
        Fast,
        Slow(f64),
    }

    impl Mode {
        fn gain(&self, x: f64) -> f64 {
            match self {
                Self::Fast => 2.0 * x,
                Self::Slow(k) => k * x * x,
            }
        }
    }

    #[jacobian]
    pub(super) fn modes(x: &[f64; 2]) -> f64 {
        Mode::Fast.gain(x[0]) + Mode::Slow(0.5).gain(x[1])
    }
}

#[jacobian_runtime::jacobian]
mod functions {
    use jacobian_runtime::jacobian;

    struct Activation {
        f: fn(f64) -> f64,
        name: &'static str,
    }

    const ALL: &[Activation] = &[
        Activation {
            f: cube,
            name: "cube",
        },
        Activation {
            f: f64::tanh,
            name: "tanh",
        },
        Activation {
            f: |x| x.max(0.0),
            name: "relu",
        },
    ];

    static PLAIN: [fn(f64) -> f64; 3] = [f64::sin, f64::cos, cube];

    fn cube(x: f64) -> f64 {
        x * x * x
    }

    fn picked(n: usize) -> fn(f64) -> f64 {
        match n {
            0 => |x| x * x,
            1 => f64::sin,
            _ => cube,
        }
    }

    fn boxed(n: usize, k: f64) -> Box<dyn Fn(f64) -> f64> {
        if n > 0 {
            Box::new(move |x| k * x)
        } else {
            Box::new(f64::exp)
        }
    }

    #[jacobian(wrt(x))]
    pub(super) fn tables(x: &[f64; 2], n: usize) -> f64 {
        let mut sum = 0.0;
        for f in PLAIN.iter() {
            sum += f(x[0]);
        }
        for one in ALL {
            if one.name != "tanh" {
                sum += (one.f)(x[0] * x[1]);
            }
        }
        sum + PLAIN[n](x[1]) + (ALL[1].f)(x[0])
    }

    #[jacobian(wrt(x))]
    pub(super) fn chosen(x: &[f64; 2], n: usize) -> f64 {
        let f = picked(n);
        f(x[0]) + picked(2)(x[1]) * boxed(n, 3.0)(x[0]) + boxed(1, x[1])(x[0])
    }

    struct Stepper<F> {
        f: F,
        h: f64,
    }

    impl<F: Fn(f64, f64) -> f64> Stepper<F> {
        fn new(f: F, h: f64) -> Self {
            Self { f, h }
        }

        fn step(&self, t: f64, y: f64) -> f64 {
            y + self.h * (self.f)(t, y)
        }

        fn slope(&self) -> impl Fn(f64) -> f64 + '_ {
            move |y| (self.f)(0.5, y)
        }
    }

    fn decay(t: f64, y: f64) -> f64 {
        t - y * y
    }

    #[jacobian]
    pub(super) fn steps(x: &[f64; 2]) -> f64 {
        let a = Stepper::new(decay, 0.1);
        let b = Stepper {
            f: |t: f64, y: f64| y.sin() * t,
            h: 0.2,
        };
        a.step(0.1, a.step(0.0, x[0])) * b.step(0.3, x[1]) + b.slope()(x[0])
    }
}

#[test]
fn constants_of_own_types_are_followed() {
    use constants::{modes, modes_with_jacobian, radii, radii_with_jacobian};
    use functions::{
        chosen, chosen_with_jacobian, steps, steps_with_jacobian, tables, tables_with_jacobian,
    };
    for at in [[0.4, 0.7], [-0.6, 1.2]] {
        check!(radii with radii_with_jacobian at at);
        check!(modes with modes_with_jacobian at at);
        check!(steps with steps_with_jacobian at at);
        for n in 0..3 {
            check!(tables with tables_with_jacobian at at; n);
            check!(chosen with chosen_with_jacobian at at; n);
        }
    }
}

/// A constant of a type that the function knows by another name than its module.
#[jacobian_runtime::jacobian]
mod renamed {
    pub(super) mod plane {
        #[derive(Clone, Copy)]
        pub(crate) struct Point {
            pub(crate) x: f64,
            pub(crate) y: f64,
        }

        impl Point {
            pub(crate) const ORIGIN: Point = Point { x: 0.0, y: 1.0 };
        }
    }

    use jacobian_runtime::jacobian;
    use num_complex::Complex64;
    use plane::Point as At;

    #[jacobian]
    pub(super) fn moved(x: &[f64; 2]) -> (At, Complex64) {
        let start = At::ORIGIN;
        let turned = Complex64::I * x[0] + Complex64::ONE;
        let at = At {
            x: start.x + x[0],
            y: start.y * x[1],
        };
        (at, turned)
    }
}

#[test]
fn constants_have_the_types_that_the_function_names() {
    let numbers =
        |(at, z): (renamed::plane::Point, num_complex::Complex64)| [at.x, at.y, z.re, z.im];
    crate::support::compare(
        "moved",
        [0.4, 0.7],
        |x| numbers(renamed::moved(x)),
        |x| {
            let (value, jacobian) = renamed::moved_with_jacobian(x);
            (numbers(value), jacobian.to_dense())
        },
    );
}

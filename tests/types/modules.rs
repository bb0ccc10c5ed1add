//! Attributed modules and `impl` blocks: helpers, constants, paths, options.

use crate::support::{check, compare};

const AT: [f64; 3] = [0.7, 1.3, 2.1];

#[jacobian_runtime::jacobian(order = reverse, const(LATE = 2))]
mod pendulum {
    use std::f64::consts::PI;

    use jacobian_runtime::jacobian;

    use super::elsewhere;

    const N: usize = LAST + 1;
    const LAST: usize = 2;
    const LATE: usize = usize::BITS as usize / 32;
    const G: f64 = 9.81;
    const WEIGHTS: [f64; N] = [0.5, 1.0 / 3.0, G];
    static SCALE: f64 = 0.25;

    fn square(v: f64) -> f64 {
        v * v
    }

    /// Twice a helper, and a constant that nobody knows here.
    fn energy(v: &[f64; N], k: f64) -> f64 {
        let mut sum = elsewhere(SCALE);
        for i in 0..N {
            sum += doubled::square(v[i]) * WEIGHTS[i] * SCALE;
        }
        sum + trigonometry::wave(v[LAST], k)
    }

    mod doubled {
        pub(super) fn square(v: f64) -> f64 {
            2.0 * super::square(v)
        }
    }

    fn normalize(v: &mut [f64; N]) {
        let length = v.iter().map(|&c| square(c)).sum::<f64>().sqrt();
        v.iter_mut().for_each(|c| *c /= length);
    }

    mod trigonometry {
        use super::PI;

        const HALF: f64 = 0.5;

        pub(super) fn wave(v: f64, phase: f64) -> f64 {
            (v * PI * HALF + phase).sin() + super::square(v) * super::G + inner(v)
        }

        fn inner(v: f64) -> f64 {
            super::square(v) - HALF
        }
    }

    #[jacobian(wrt(k), prefix = by_k, order = forward)]
    #[jacobian(wrt(x), prefix = by_x)]
    pub(super) fn work(x: &[f64; N], k: f64) -> [f64; 1] {
        [energy(x, k) * square(k)]
    }

    #[jacobian(wrt(x), layout = csr)]
    pub(super) fn motion(x: &[f64; N], k: f64) -> [f64; N] {
        let mut y = *x;
        normalize(&mut y);
        y[LATE] += energy(x, k) * square(k);
        y
    }
}

/// Not seen: its result must not depend on an independent.
fn elsewhere(k: f64) -> f64 {
    k.mul_add(2.0, 1.0)
}

#[test]
fn helpers_and_constants_of_a_module_are_seen() {
    use pendulum::{by_x_with_jacobian, motion, motion_with_jacobian, work};
    check!(motion with motion_with_jacobian at AT; 0.3);
    check!(work with by_x_with_jacobian at AT; 0.3);
    compare(
        "work by k",
        [0.3],
        |[k]| work(&AT, *k),
        |[k]| {
            let (value, jacobian) = pendulum::by_k_with_jacobian(&AT, *k);
            (value, jacobian.to_dense())
        },
    );
}

/// No function asks: those of numbers are served.
#[jacobian_runtime::jacobian(vjp)]
mod served {
    pub(super) struct Unit;

    pub(super) fn area(x: &[f64; 3]) -> [f64; 1] {
        [product(x[0], x[1]) * x[2]]
    }

    pub(super) fn product(a: f64, b: f64) -> f64 {
        a * b
    }

    pub(super) fn count(n: usize) -> usize {
        n + 1
    }

    pub(super) fn unit() -> Unit {
        Unit
    }
}

#[test]
fn a_module_without_attributes_serves_every_function_of_numbers() {
    use served::{area, area_with_jacobian};
    check!(area with area_with_jacobian at AT);
    assert_eq!(served::product_vjp(2.0, 3.0, &[1.0]), [3.0, 2.0]);
    assert_eq!(served::count(1), 2);
    let served::Unit = served::unit();
}

struct Oscillator {
    mass: f64,
    springs: [f64; 3],
}

#[jacobian_runtime::jacobian]
impl Oscillator {
    const DAMPING: f64 = 0.1;

    fn new() -> Self {
        Self {
            mass: 2.0,
            springs: [1.0, 2.0, 4.0],
        }
    }

    fn force(&self, i: usize, x: f64) -> f64 {
        -self.springs[i] * x - Self::DAMPING * Self::cube(x)
    }

    fn cube(x: f64) -> f64 {
        x * x * x
    }

    #[jacobian]
    fn accelerations(&self, x: &[f64; 3]) -> [f64; 3] {
        let scale = |f: f64| f / self.mass;
        std::array::from_fn(|i| scale(self.force(i, x[i]) - self.force((i + 1) % 3, x[0])))
    }

    #[jacobian(wrt(self.mass, x))]
    fn by_mass(&self, x: f64) -> f64 {
        self.weighted(x) * Oscillator::cube(x)
    }

    fn weighted(&self, x: f64) -> f64 {
        self.mass * x + self.springs[1]
    }
}

#[test]
fn methods_see_each_other() {
    let oscillator = Oscillator::new();
    compare(
        "accelerations",
        AT,
        |x| oscillator.accelerations(x),
        |x| {
            let (value, jacobian) = oscillator.accelerations_with_jacobian(x);
            (value, jacobian.to_dense())
        },
    );
    compare(
        "by_mass",
        [2.5, 0.7],
        |&[mass, x]| {
            let springs = oscillator.springs;
            [Oscillator { mass, springs }.by_mass(x)]
        },
        |&[mass, x]| {
            let springs = oscillator.springs;
            let (value, jacobian) = Oscillator { mass, springs }.by_mass_with_jacobian(x);
            ([value], jacobian.to_dense())
        },
    );
}

/// An item of the module under another name.
#[jacobian_runtime::jacobian]
mod other_names {
    pub(super) struct Vec3 {
        e: [f64; 3],
    }
    pub(super) use Vec3 as Point3;
    use square as sq;

    fn square(x: f64) -> f64 {
        x * x
    }

    impl Point3 {
        pub(super) const fn new(e: [f64; 3]) -> Self {
            Self { e }
        }

        fn dot(&self, other: &Vec3) -> f64 {
            self.e.iter().zip(&other.e).map(|(a, b)| a * b).sum()
        }
    }

    #[jacobian(wrt(p))]
    pub(super) fn power(p: &[Point3; 2], k: f64) -> f64 {
        sq(p[0].dot(&p[1])) * k
    }
}

#[test]
fn an_item_may_have_a_second_name_in_its_module() {
    use other_names::{Point3, power, power_with_jacobian};
    let points = |x: &[f64; 6]| [[x[0], x[1], x[2]], [x[3], x[4], x[5]]].map(Point3::new);
    let at = [0.7, -1.3, 2.0, 0.4, 1.1, -0.6];
    compare(
        "power",
        at,
        |x| [power(&points(x), 0.3)],
        |x| {
            let (value, jacobian) = power_with_jacobian(&points(x), 0.3);
            ([value], jacobian.to_dense())
        },
    );
}

//! Functions attributed elsewhere: exported there, used here.

use jacobian_runtime::jacobian;

use crate::support::{check, compare};

const AT: [f64; 3] = [0.7, 1.3, 2.1];

/// Used before it is defined.
#[jacobian(use(sq, geometry::dot, geometry::solid::volume))]
fn used(x: &[f64; 3]) -> [f64; 3] {
    let a = sq(x[0]) + sq(x[1] * 2.0);
    [
        a,
        geometry::dot(x, &[a, x[2], 1.0]),
        geometry::solid::volume(x[0], x[2]),
    ]
}

mod geometry {
    use jacobian_runtime::jacobian;

    /// The sum of the products.
    #[jacobian(wrt(a), export)]
    pub(crate) fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
        a.iter().zip(b).map(|(a, b)| a * b).sum()
    }

    pub(crate) mod solid {
        #[jacobian_runtime::jacobian(export, order = reverse)]
        #[allow(unreachable_pub, reason = "public for the test of public names")]
        pub fn volume(radius: f64, height: f64) -> f64 {
            const HALF: f64 = 0.5;
            fn square(v: f64) -> f64 {
                v * v
            }
            if height < 0.0 {
                return 0.0;
            }
            HALF * square(radius) * height * std::f64::consts::PI
        }
    }
}

#[jacobian(export)]
fn sq(v: f64) -> f64 {
    v * v
}

mod other {
    //! The same function in another place.

    use super::check;
    use super::geometry::solid::volume;

    #[jacobian_runtime::jacobian(export)]
    #[allow(unreachable_pub, reason = "public for the test of public names")]
    pub fn sq(v: f64) -> f64 {
        v * v
    }

    #[jacobian_runtime::jacobian(use(sq, volume), wrt(x))]
    fn mixed(x: &[f64; 3], sq_of: f64) -> [f64; 1] {
        [sq(x[2]) * sq(sq_of) * volume(x[1], -x[0])]
    }

    #[test]
    fn imported_names_are_names_of_both() {
        check!(mixed with mixed_with_jacobian at super::AT; 0.3);
    }
}

#[test]
fn exported_functions_are_inlined_where_they_are_used() {
    check!(used with used_with_jacobian at AT);
    assert_eq!(sq_jacobian(3.0).to_dense(), [[6.0]]);
}

/// Large enough to be preaccumulated at its calls.
#[jacobian(export)]
fn relaxed(x: &[f64; 3], n: usize) -> [f64; 2] {
    let [mut a, mut b, c] = *x;
    for k in 0..40 {
        let t = 0.9 * a + 0.05 * (b * c).sin();
        b = if b > 1.5 {
            b - 0.1 * t
        } else {
            b * 0.95 + 0.02 * t * t
        };
        a = t + 0.01 * n as f64;
        if k == 39 && a > 100.0 {
            return [a, a];
        }
    }
    [a * c, b]
}

#[jacobian(wrt(x), use(relaxed))]
fn relaxed_twice(x: &[f64; 3], n: usize) -> [f64; 2] {
    let [a, b] = relaxed(&[x[0] * x[1], x[1], x[2]], n);
    let [c, d] = relaxed(&[a, b, x[2]], n + 1);
    [a * c, d + x[0]]
}

#[test]
fn large_functions_are_differentiated_by_themselves() {
    check!(relaxed_twice with relaxed_twice_with_jacobian at [0.7, 1.3, 2.1]; 2);
    check!(relaxed_twice with relaxed_twice_with_jacobian at [0.7, 2.3, -0.4]; 3);
}

#[jacobian(use(crate::exports::geometry::solid::volume))]
#[allow(clippy::wildcard_imports, reason = "as people write it")]
mod inside {
    //! A module and an `impl` whose functions use others.

    use super::geometry::dot;

    const OFFSET: f64 = 0.25;

    fn shifted(v: f64) -> f64 {
        v + OFFSET
    }

    pub(super) mod deeper {
        const WEIGHTS: [f64; 3] = [1.0, 2.0, super::OFFSET];

        #[jacobian(use(super::dot, super::super::sq))]
        pub(in super::super) fn weighted(x: &[f64; 3]) -> f64 {
            super::dot(x, &WEIGHTS) * super::super::sq(super::shifted(x[2]))
        }
    }

    #[jacobian]
    pub(super) fn cylinder(x: &[f64; 3]) -> f64 {
        crate::exports::geometry::solid::volume(x[0], shifted(x[1])) * x[2]
    }

    pub(super) struct Tank(pub(super) f64);

    impl Tank {
        fn scaled(&self, v: f64) -> f64 {
            v * self.0
        }

        #[jacobian(use(dot))]
        pub(super) fn filled(&self, x: &[f64; 3]) -> f64 {
            dot(x, x) + self.scaled(shifted(x[1]))
        }
    }
}

struct Frame<T>(T);

#[jacobian]
impl<T: jacobian_runtime::Real> Frame<T> {
    #[jacobian(use(fourth))]
    fn raised(&self, x: &[T; 3]) -> T {
        fourth(x[0] * self.0) + self.lowered(x[1]) * x[2]
    }

    fn lowered(&self, v: T) -> T {
        v - self.0
    }
}

#[jacobian(export)]
fn fourth<S: jacobian_runtime::Real>(v: S) -> S {
    v * v * v * v
}

#[test]
fn functions_inside_modules_and_impls_use_exported_ones() {
    use inside::deeper::{weighted, weighted_with_jacobian};
    use inside::{Tank, cylinder, cylinder_with_jacobian};

    let single = |(value, jacobian): (f64, jacobian_runtime::SparseJacobian<f64, 1, 3, 3>)| {
        ([value], jacobian.to_dense())
    };
    let tank = Tank(1.5);
    let frame = Frame(0.75);
    compare(
        "weighted",
        AT,
        |x| [weighted(x)],
        |x| single(weighted_with_jacobian(x)),
    );
    compare(
        "cylinder",
        AT,
        |x| [cylinder(x)],
        |x| single(cylinder_with_jacobian(x)),
    );
    compare(
        "filled",
        AT,
        |x| [tank.filled(x)],
        |x| single(tank.filled_with_jacobian(x)),
    );
    compare(
        "raised",
        AT,
        |x| [frame.raised(x)],
        |x| single(frame.raised_with_jacobian(x)),
    );
}

//! Second derivatives that do not exist, or that nobody knows.

use jacobian_runtime::jacobian;

elsewhere! {
    fn square(x: f64) -> f64 {
        x * x
    }

    fn twice(x: f64) -> f64 {
        2.0 * x
    }
}

#[jacobian(gradient, hessian, rule(square(x) => twice(x)))]
fn by_a_rule(x: f64) -> f64 {
    square(x).sin()
}

#[jacobian(hessian, rule(square(x) => { let Some(slope) = Some(2.0 * x) else { return 0.0 }; slope }))]
fn by_a_partial_that_leaves(x: f64) -> f64 {
    square(x)
}

elsewhere! {
    struct Curve(f64);

    impl Curve {
        fn at(&self, x: f64) -> f64 {
            self.0 * x * x
        }

        fn slope(&self, x: f64) -> f64 {
            2.0 * self.0 * x
        }
    }
}

#[jacobian(hessian, wrt(x), rule(Curve::at(self, x) => self.slope(x)))]
fn by_a_method(x: f64, curve: &Curve) -> f64 {
    curve.at(x)
}

elsewhere! {
    mod special {
        pub trait Elliptic {
            fn elliptic_rf(self, y: Self, z: Self) -> Self;
        }

        impl Elliptic for f64 {
            fn elliptic_rf(self, y: f64, z: f64) -> f64 {
                self + y + z
            }
        }
    }
}

#[jacobian(hessian)]
fn by_the_prelude(x: f64) -> f64 {
    special::Elliptic::elliptic_rf(x, 1.0, 2.0)
}

#[jacobian(hessian, rule(roots(p: &[f64; 2]) -> [f64; 2] => slopes(p)))]
fn by_a_rule_with_types(x: &[f64; 2]) -> f64 {
    let r = roots(x);
    r[0] + r[1]
}

elsewhere! {
    fn roots(p: &[f64; 2]) -> [f64; 2] {
        [p[0].sqrt(), p[1].sqrt()]
    }

    fn slopes(p: &[f64; 2]) -> [[f64; 2]; 2] {
        [[0.5 / p[0].sqrt(), 0.0], [0.0, 0.5 / p[1].sqrt()]]
    }
}

#[jacobian(hvp)]
fn two_widths(x: f64, y: f32) -> f64 {
    x * x * f64::from(y)
}

fn main() {}

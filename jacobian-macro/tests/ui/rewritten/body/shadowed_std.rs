//! Names of the standard library that mean something else where the function stands.

mod own_std {
    #[jacobian_runtime::jacobian]
    fn circle(x: f64) -> f64 {
        x * std::f64::consts::PI
    }
}

mod own_f64 {
    #[jacobian_runtime::jacobian]
    fn wave(x: f64) -> f64 {
        f64::sin(x)
    }

    #[jacobian_runtime::jacobian]
    fn small(x: f64) -> f64 {
        f64::EPSILON * x
    }
}

mod own_operators {
    use std::ops::Mul;

    #[jacobian_runtime::jacobian]
    fn product(x: f64) -> f64 {
        x.mul(2.0)
    }
}

fn main() {}

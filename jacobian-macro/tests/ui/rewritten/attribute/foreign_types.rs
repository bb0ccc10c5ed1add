//! The `impl` of a trait for types that cannot have another one here.

use jacobian_runtime::jacobian;

trait Law {
    fn law(&self, x: f64) -> f64;
}

#[jacobian]
mod twice {
    use super::Law;

    impl Law for [f64; 3] {
        #[jacobian]
        fn law(&self, x: f64) -> f64 {
            self[0] * x
        }
    }

    impl Law for f64 {
        #[jacobian(prefix = other)]
        fn law(&self, x: f64) -> f64 {
            self * x
        }
    }
}

#[jacobian]
impl Law for f32 {
    #[jacobian]
    fn law(&self, x: f64) -> f64 {
        x * x * x
    }
}

#[jacobian]
mod blanket {
    pub trait Base {
        fn k(&self) -> f64;
    }

    pub struct Body(f64);

    impl Base for Body {
        fn k(&self) -> f64 {
            self.0
        }
    }

    #[jacobian(scalar(T = Body))]
    pub trait Scaled: Base {
        fn scaled(&self, x: f64) -> f64 {
            x * self.k()
        }
    }

    impl<T: Base> Scaled for T {}
}

fn main() {}

//! The attribute on a trait.

use jacobian_runtime::jacobian;

#[jacobian]
trait Model {
    fn rate(&self, x: f64) -> f64;

    fn step(&self, x: f64) -> f64 {
        x + self.rate(x)
    }
}

#[jacobian]
trait Nothing {
    fn rate(&self, x: f64) -> f64;

    fn name(&self) -> &str {
        "nothing"
    }
}

#[jacobian]
trait Bodiless {
    #[jacobian]
    fn rate(&self, x: f64) -> f64;
}

/// The mistake is in a method that overrides a default method.
#[jacobian]
mod types {
    #[jacobian]
    pub trait Law {
        fn law(&self, x: f64) -> f64 {
            x * x
        }
    }

    pub struct Table(Vec<f64>);

    impl Law for Table {
        fn law(&self, x: f64) -> f64 {
            x * x.to_bits() as f64
        }
    }
}

fn main() {}

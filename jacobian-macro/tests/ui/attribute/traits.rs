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

/// A type may override these methods, and their values cannot be compared.
#[jacobian]
trait Unseen {
    #[jacobian]
    fn checked(&self, x: f64) -> Option<f64> {
        Some(x * x)
    }

    #[jacobian]
    fn filled(&self, x: f64, out: &mut [f64; 2]) {
        *out = [x, x * x];
    }

    #[jacobian(batch)]
    fn many(&self, x: f64) -> f64 {
        x * x
    }

    #[jacobian(dispatch)]
    fn fast(&self, x: f64) -> f64 {
        x * x
    }
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

/// The type behind the trait is not known.
#[jacobian]
mod any {
    pub trait Model {
        fn rate(&self, x: f64) -> f64;
    }

    pub struct Body(f64);
    pub struct Ball(f64);

    impl Model for Body {
        fn rate(&self, x: f64) -> f64 {
            self.0 * x
        }
    }

    impl Model for Ball {
        fn rate(&self, x: f64) -> f64 {
            self.0 + x
        }
    }

    #[jacobian(wrt(x))]
    pub fn by_parameter<M: Model>(m: &M, x: f64) -> f64 {
        m.rate(x)
    }

    #[jacobian(wrt(x))]
    pub fn by_object(m: &dyn Model, x: f64) -> f64 {
        m.rate(x)
    }
}

#[jacobian(wrt(x))]
fn alone<M: Any>(m: &M, x: f64) -> f64 {
    m.rate(x)
}

#[jacobian(wrt(x))]
fn alone_with_object(m: &[Box<dyn Any>], x: f64) -> f64 {
    m[0].rate(x)
}

trait Any {
    fn rate(&self, x: f64) -> f64;
}

fn main() {}

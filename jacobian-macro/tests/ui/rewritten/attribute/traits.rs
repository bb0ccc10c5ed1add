//! The attribute on a trait.

use jacobian_runtime::jacobian;

#[jacobian(rule(self.rate(x) => self.rate_prime(x)))]
trait Model {
    fn rate_prime(&self, x: f64) -> f64;

    fn rate(&self, x: f64) -> f64;

    fn step(&self, x: f64) -> f64 {
        x + self.rate(x)
    }
}

/// Instead of `Nothing`.
#[jacobian]
mod nothing {
    trait Nothing {
        fn rate(&self, x: f64) -> f64;
    }

    struct Body(f64);

    impl Nothing for Body {
        #[jacobian]
        fn rate(&self, x: f64) -> f64 {
            self.0 * x
        }
    }
}

/// Instead of `Bodiless`.
#[jacobian]
mod bodiless {
    trait Bodiless {
        fn rate(&self, x: f64) -> f64;
    }

    struct Body(f64);

    #[jacobian]
    impl Bodiless for Body {
        fn rate(&self, x: f64) -> f64 {
            self.0 * x
        }
    }
}

/// Instead of `Unseen`.
#[jacobian]
mod unseen {
    struct Body;

    impl Unseen for Body {}

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
}

/// The mistake is in a method that overrides a default method.
#[jacobian(rule(bits(x) => 0.0))]
mod types {
    #[jacobian]
    pub trait Law {
        fn law(&self, x: f64) -> f64 {
            x * x
        }
    }

    fn bits(x: f64) -> f64 {
        x.to_bits() as f64
    }

    pub struct Table(Vec<f64>);

    impl Law for Table {
        fn law(&self, x: f64) -> f64 {
            x * bits(x)
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

    #[jacobian(wrt(x), scalar(M = Ball))]
    pub fn by_parameter<M: Model>(m: &M, x: f64) -> f64 {
        m.rate(x)
    }

    #[jacobian(wrt(x), rule(m.rate))]
    pub fn by_object(m: &dyn Model, x: f64) -> f64 {
        m.rate(x)
    }
}

#[jacobian(wrt(x), rule(Any::rate(self, x) => self.rate_prime(x)))]
fn alone<M: Any>(m: &M, x: f64) -> f64 {
    m.rate(x)
}

#[jacobian(wrt(x), rule(Any::rate(self, x) => self.rate_prime(x)))]
fn alone_with_object(m: &[Box<dyn Any>], x: f64) -> f64 {
    m[0].rate(x)
}

trait Any {
    fn rate_prime(&self, x: f64) -> f64;

    fn rate(&self, x: f64) -> f64;
}

fn main() {}

//! The attribute on a method of a trait, which does not see the `impl` or the trait: the first name that rustc prints
//! says it. In a trait, whose method a type may override, rustc refuses the visibility of that constant.

use jacobian_runtime::jacobian;

trait Model {
    fn rate(&self, x: f64) -> f64;
}

struct Body(f64);

impl Model for Body {
    #[jacobian]
    fn rate(&self, x: f64) -> f64 {
        self.0 * x * x
    }
}

trait Unit {
    fn days(x: f64) -> f64;
}

/// A function without `self` looks for the `impl` in the file.
impl Unit for Body {
    #[jacobian]
    fn days(x: f64) -> f64 {
        x / 86_400.0
    }
}

trait Provided {
    #[jacobian]
    fn step(&self, x: f64) -> f64 {
        x * x
    }
}

struct Other(f64);

impl Other {
    #[jacobian]
    fn rate(&self, x: f64) -> f64 {
        self.0 * x * x
    }
}

fn main() {
    let _ = Other(1.0).rate_jacobian(2.0);
}

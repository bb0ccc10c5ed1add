use jacobian_runtime::jacobian;

// The `impl` is not exported.
#[jacobian(export(impl))]
struct Length(f64);

#[jacobian(export)]
impl Length {
    fn doubled(&self) -> f64 {
        2.0 * self.0
    }
}

// The type itself is not exported.
#[jacobian(export(impl))]
struct Angle(f64);

#[jacobian(export)]
impl Angle {
    fn turned(&self) -> f64 {
        self.0 + 1.0
    }
}

#[jacobian(use(Angle))]
fn angle(x: f64) -> f64 {
    Angle(x).turned()
}

/// Instead of `Shape`.
#[jacobian(export)]
mod shapes {
    trait Shape {
        fn area(&self) -> f64;
    }
}

/// Instead of `HALF`.
#[jacobian(export)]
mod numbers {
    const HALF: f64 = 0.5;
}

#[jacobian(export)]
impl Mass {
    fn get(&self) -> f64 {
        self.0
    }
}

#[jacobian(export(impl))]
struct Mass(f64);

#[jacobian(export)]
struct Time(f64);

#[jacobian(export)]
mod units {
    pub(crate) struct Metre(pub(crate) f64);

    pub(crate) fn of(x: f64) -> f64 {
        x + OFFSET
    }

    const OFFSET: f64 = 1.0;

    pub(crate) mod small {
        pub(crate) struct Metre(pub(crate) f64);
    }
}

#[jacobian(use(units))]
fn names(x: f64) -> f64 {
    units::of(x)
}

mod renamed {
    use jacobian_runtime::jacobian;
    use super::units;
    use super::units::Metre as M;

    #[jacobian(use(units::Metre))]
    fn by_another_name(x: f64) -> f64 {
        units::Metre(x).0
    }

    #[jacobian(use(units::small::Metre))]
    fn of_two(x: f64) -> f64 {
        units::small::Metre(x).0
    }
}

fn main() {}

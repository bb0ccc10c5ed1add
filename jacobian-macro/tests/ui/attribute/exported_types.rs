use jacobian_runtime::jacobian;

// The `impl` is not exported.
#[jacobian(export(impl))]
struct Length(f64);

impl Length {
    fn doubled(&self) -> f64 {
        2.0 * self.0
    }
}

// The type itself is not exported.
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

#[jacobian(export)]
trait Shape {
    fn area(&self) -> f64;
}

#[jacobian(export)]
const HALF: f64 = 0.5;

#[jacobian(export(impl))]
impl Mass {
    fn get(&self) -> f64 {
        self.0
    }
}

#[jacobian(export(1 + 2))]
struct Mass(f64);

#[jacobian(export, order = forward)]
struct Time(f64);

#[jacobian(export)]
mod units {
    pub(crate) struct Metre(pub(crate) f64);

    pub(crate) fn of(x: f64) -> f64 {
        x + super::OFFSET
    }

    pub(crate) mod small {
        pub(crate) struct Metre(pub(crate) f64);
    }
}

static OFFSET: f64 = 1.0;

#[jacobian(use(units))]
fn names(x: f64) -> f64 {
    units::of(x)
}

mod renamed {
    use jacobian_runtime::jacobian;
    use super::units::Metre as M;
    use super::units::small::Metre;

    #[jacobian(use(M))]
    fn by_another_name(x: f64) -> f64 {
        M(x).0
    }

    #[jacobian(use(Metre))]
    fn of_two(x: f64) -> f64 {
        Metre(x).0
    }
}

fn main() {}

use jacobian_runtime::jacobian;

fn square(x: f64) -> f64 {
    x * x
}

fn twice(x: f64) -> f64 {
    2.0 * x
}

fn twice_prime(_: f64) -> f64 {
    2.0
}

#[jacobian(gradient, hessian, rule(square(x) => twice(x)), rule(twice(x) => twice_prime(x)))]
fn by_a_rule(x: f64) -> f64 {
    square(x).sin()
}

#[jacobian(hessian, rule(square(x) => Some(2.0 * x).unwrap_or(f64::NAN)))]
fn by_a_partial_that_leaves(x: f64) -> f64 {
    square(x)
}

struct Curve(f64);

impl Curve {
    fn at(&self, x: f64) -> f64 {
        self.0 * x * x
    }

    fn slope(&self, x: f64) -> f64 {
        2.0 * self.0 * x
    }

    fn slope_prime(&self, _: f64) -> f64 {
        2.0 * self.0
    }
}

#[jacobian(hessian, wrt(x), rule(Curve::at(self, x) => self.slope(x)), rule(Curve::slope(self, x) => self.slope_prime(x)))]
fn by_a_method(x: f64, curve: &Curve) -> f64 {
    curve.at(x)
}

mod special {
    pub fn elliptic_rf(x: f64, y: f64, z: f64) -> f64 {
        x + y + z
    }
}

#[jacobian(hessian, rule(special::elliptic_rf(x, _, _) => (2.0 * x, 0.0, 0.0)))]
fn by_the_prelude(x: f64) -> f64 {
    special::elliptic_rf(x, 1.0, 2.0)
}

#[jacobian(rule(roots(p: &[f64; 2]) -> [f64; 2] => slopes(p)))]
fn by_a_rule_with_types(x: &[f64; 2]) -> f64 {
    let r = roots(x);
    r[0] + r[1]
}

fn roots(p: &[f64; 2]) -> [f64; 2] {
    [p[0].sqrt(), p[1].sqrt()]
}

fn slopes(p: &[f64; 2]) -> [[f64; 2]; 2] {
    [[0.5 / p[0].sqrt(), 0.0], [0.0, 0.5 / p[1].sqrt()]]
}

#[jacobian(hvp)]
fn two_widths(x: f64, y: f64) -> f64 {
    x * x * y
}

fn main() {}

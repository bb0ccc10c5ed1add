use jacobian_runtime::jacobian;

fn erf(x: f64) -> f64 {
    x
}

fn flow(x: f64, k: f64) -> f64 {
    x * k
}

fn cdf(scale: f64, x: f64) -> f64 {
    scale * x
}

fn norm(x: &[f64; 2]) -> f64 {
    x[0]
}

#[jacobian(rule(erf(x) => 1.0))]
fn no_call(x: f64) -> f64 {
    erf(x)
}

#[jacobian(rule(flow(x, k) => (k, x)))]
fn too_few(x: f64) -> f64 {
    flow(x, 2.0)
}

#[jacobian(rule(flow(x, k) => (k, x)), rule(norm(v: &[f64; 2]) -> f64 => [1.0, 0.0]))]
fn no_partial(x: f64, y: f64) -> f64 {
    flow(x, y) + norm(&[x, y])
}

struct Normal(f64);
struct Gamma(f64);

impl Normal {
    fn cdf(&self, x: f64) -> f64 {
        x * self.0
    }

    fn cdf_prime(&self, _x: f64) -> f64 {
        self.0
    }

    fn weighted(&self, x: &[f64; 2], n: usize) -> f64 {
        x[0] * n as f64
    }
}

impl Gamma {
    fn cdf(&self, x: f64) -> f64 {
        x + self.0
    }
}

#[jacobian(rule(Gamma::cdf(self, x) => 1.0))]
fn of_another_type(x: f64, gamma: &Gamma) -> f64 {
    gamma.cdf(x)
}

fn first(both: &(Normal, Gamma)) -> &Normal {
    &both.0
}

#[jacobian(rule(Normal::cdf(self, x) => self.0), rule(Gamma::cdf(self, x) => 1.0))]
fn of_two_types(x: f64, both: &(Normal, Gamma)) -> f64 {
    let normal = first(both);
    Normal::cdf(&normal, x)
}

#[jacobian(wrt(normal.0), rule(cdf(scale, x) => (x, scale)))]
fn of_an_active_object(normal: &Normal) -> f64 {
    cdf(normal.0, normal.0)
}

#[jacobian(rule(Normal::cdf(self, x) => 1.0))]
fn of_no_place(x: f64) -> f64 {
    x
}

fn halves(x: &[f64]) -> Vec<f64> {
    x.to_vec()
}

fn weighted(x: &[f64], k: f64) -> f64 {
    x[0] * k
}

#[jacobian(rule(halves(x: &[f64; 2]) -> [f64; 2] => [[0.5, 0.0], [0.0, 0.5]]))]
fn of_unknown_length(x: &[f64; 2]) -> f64 {
    halves(x)[0]
}

#[jacobian(wrt(k), rule(weighted(_x: &[f64], k: f64) -> f64 => [_x[0]]))]
fn of_unknown_columns(x: &[f64], k: f64) -> f64 {
    weighted(x, k)
}

#[jacobian(wrt(x), rule(weighted(x: &[f64; 2], _k: f64) -> f64 => [_k, 0.0]))]
fn of_lists(x: &[f64; 2], n: usize) -> f64 {
    weighted(&x[..], n as f64)
}

struct Curve {
    at: Box<dyn Fn(f64) -> f64>,
}

impl Curve {
    #[jacobian(wrt(x), rule((self.at)(x: f64) -> f64))]
    fn of_a_field(&self, x: f64) -> f64 {
        (self.at)(x)
    }
}

#[jacobian(wrt(x))]
fn of_elements(all: &[u8], x: f64) -> f64 {
    let mut sum = 0.0;
    for k in all {
        let one = match k {
            0 => f64::sin,
            _ => f64::cos,
        };
        sum += one(x);
    }
    sum
}

#[jacobian(rule(Normal::cdf(self, x) => self.cdf_prime(x)), rule(Normal::weighted(self, x: &[f64; 2], _) -> f64 => [1.0, 0.0]))]
fn of_a_method(x: &[f64; 2], normal: &Normal) -> f64 {
    normal.cdf(x[0]) + normal.weighted(x, 2)
}

trait Squash {
    fn squash(self, scale: f64) -> f64;
}

impl Squash for f64 {
    fn squash(self, scale: f64) -> f64 {
        self * scale
    }
}

#[jacobian(rule(Squash::squash(self, k) => (k, 0.0)))]
fn of_a_number(x: f64) -> f64 {
    x.squash(2.0)
}

#[jacobian]
fn of_no_name(x: f64) -> f64 {
    fn chosen(x: f64) -> f64 {
        x.sin()
    }
    chosen(x)
}

#[jacobian(wrt(x))]
fn changed_in_condition(mut x: f64, normal: &Normal) -> f64 {
    x -= normal.0;
    if x > 0.0 { x } else { 2.0 * x }
}

fn main() {}

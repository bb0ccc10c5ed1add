use jacobian_runtime::jacobian;

fn erf(x: f64) -> f64 {
    x
}

fn flow(x: f64, k: f64) -> f64 {
    x * k
}

fn norm(x: &[f64; 2]) -> f64 {
    x[0]
}

#[jacobian(rule(erf => 1.0))]
fn no_call(x: f64) -> f64 {
    erf(x)
}

#[jacobian(rule(flow(x, k) => k))]
fn too_few(x: f64) -> f64 {
    flow(x, 2.0)
}

#[jacobian(rule(flow(x, _) => (2.0, 0.0)), rule(norm(v) => 1.0))]
fn no_partial(x: f64, y: f64) -> f64 {
    flow(x, y) + norm(&[x, y])
}

struct Normal(f64);
struct Gamma(f64);

impl Normal {
    fn cdf(&self, x: f64) -> f64 {
        x * self.0
    }
}

impl Gamma {
    fn cdf(&self, x: f64) -> f64 {
        x + self.0
    }
}

#[jacobian(rule(Normal::cdf(self, x) => self.0))]
fn of_another_type(x: f64, gamma: &Gamma) -> f64 {
    gamma.cdf(x)
}

#[jacobian(rule(Normal::cdf(self, x) => self.0), rule(Gamma::cdf(self, x) => 1.0))]
fn of_two_types(x: f64, both: &(Normal, Gamma)) -> f64 {
    let normal = &both.0;
    normal.cdf(x)
}

#[jacobian(wrt(normal.0), rule(Normal::cdf(self, x) => self.0))]
fn of_an_active_object(normal: &Normal) -> f64 {
    Normal::cdf(normal, normal.0)
}

#[jacobian(rule(Normal::new(1.0).cdf(x) => 1.0))]
fn of_no_place(x: f64) -> f64 {
    x
}

fn main() {}

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

fn main() {}

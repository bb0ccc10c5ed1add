use jacobian_runtime::jacobian;

struct Model {
    k: f64,
}

#[jacobian(wrt(x))]
fn no_such_parameter(x: f64) -> f64 {
    x
}

#[jacobian(wrt(x))]
fn named_twice(x: f64) -> f64 {
    x
}

#[jacobian(wrt(x, model.k))]
fn no_shape(x: f64, model: &Model) -> f64 {
    x * model.k
}

#[jacobian(wrt(x), of(y.k))]
fn output(x: f64, y: &mut Model) {
    y.k = x;
}

#[jacobian]
fn reserved(fma: f64, x: f64) -> f64 {
    let elemental = x * fma;
    elemental
}

fn main() {}

use jacobian_runtime::jacobian;

elsewhere! {
    struct Model {
        k: f64,
    }
}

#[jacobian(wrt(y), dim(z = 3))]
fn no_such_parameter(x: f64) -> f64 {
    x
}

#[jacobian(wrt(x, x))]
fn named_twice(x: f64) -> f64 {
    x
}

#[jacobian(wrt(x, model))]
fn no_shape(x: f64, model: &Model) -> f64 {
    x * model.k
}

#[jacobian(wrt(x, y))]
fn output(x: f64, y: &mut Model) {
    y.k = x;
}

#[jacobian]
fn reserved(__fma: f64, x: f64) -> f64 {
    let __elemental = x * __fma;
    __elemental
}

fn main() {}

use jacobian_runtime::jacobian;

#[jacobian(dim(x = 6))]
fn variadic(x: &[f64]) -> f64 {
    x[0]
}

fn main() {}

use jacobian_runtime::jacobian;

#[jacobian]
unsafe extern "C" fn variadic(x: f64, ...) -> f64 {
    x
}

fn main() {}

use jacobian_runtime::jacobian;

#[jacobian]
unsafe fn unsafe_function(x: f64) -> f64 {
    x
}

#[jacobian]
async fn async_function(x: f64) -> f64 {
    x
}

#[jacobian]
fn opaque_parameter(x: f64, k: impl Fn(f64) -> f64) -> f64 {
    x * k(1.0)
}

fn main() {}

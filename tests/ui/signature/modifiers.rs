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
fn generic<T: Copy, const N: usize>(x: [f64; 2], _t: T) -> f64 {
    x[0]
}

#[jacobian]
fn opaque_parameter(x: f64, k: impl Fn(f64) -> f64) -> f64 {
    x * k(1.0)
}

fn main() {}

use jacobian_runtime::jacobian;

#[jacobian]
unsafe fn unsafe_function(x: f64) -> f64 {
    x
}

#[jacobian]
async fn async_function(x: f64) -> f64 {
    x
}

fn main() {}

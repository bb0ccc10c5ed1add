use jacobian_runtime::jacobian;

unsafe fn inner(x: f64) -> f64 {
    x
}

#[jacobian(rule(safe(x) => 1.0))]
fn unsafe_function(x: f64) -> f64 {
    safe(x)
}

fn safe(x: f64) -> f64 {
    unsafe { inner(x) }
}

#[jacobian]
fn async_function(x: f64) -> f64 {
    x
}

fn main() {}

use jacobian_runtime::jacobian;

#[jacobian(order = reverse)]
fn unknown_option(x: f64) -> f64 {
    x
}

#[jacobian(order = reverse, layout = csr, fma = never)]
fn unknown_choices(x: f64) -> f64 {
    x
}

#[jacobian(layout = csr)]
fn given_twice(x: f64) -> f64 {
    x
}

#[jacobian(batch)]
fn in_lanes_of_doubles(x: f64) -> f64 {
    x
}

#[jacobian(batch)]
fn in_lanes_without_failure(x: f64) -> f64 {
    x
}

fn main() {}

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

#[jacobian(dispatch, fma = auto)]
fn for_one_kind_of_processors(x: f64) -> f64 {
    x
}

#[jacobian(gradient, hessian)]
fn without_a_comma(x: f64) -> f64 {
    x
}

#[jacobian(prefix = fast, wrt(x), order = reverse)]
fn other_forms(x: f64) -> f64 {
    x
}

use jacobian_runtime::loss::huber;

#[jacobian(normal(loss = huber(1.5)))]
fn inside_of_another(x: f64) -> [f64; 1] {
    [x]
}

#[jacobian(wrt(x), batch(per_point(t)))]
fn of_each_point(x: f64, t: f64) -> f64 {
    x * t
}

#[jacobian(verify)]
fn verified_in_part(x: f64) -> f64 {
    x * x
}

#[jacobian(verify)]
fn verified_that_counts(x: f64) -> f64 {
    x * x
}

#[jacobian(verify, scalar(T = f64))]
fn verified_for_any_scalar<T: jacobian_runtime::Real>(x: T) -> T {
    x * x
}

fn main() {}

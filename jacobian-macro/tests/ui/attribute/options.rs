use jacobian_runtime::jacobian;

#[jacobian(ordr = reverse)]
fn unknown_option(x: f64) -> f64 {
    x
}

#[jacobian(order = revers, layout = dense, fma = sometimes)]
fn unknown_choices(x: f64) -> f64 {
    x
}

#[jacobian(layout = csr, layout = csc)]
fn given_twice(x: f64) -> f64 {
    x
}

#[jacobian(batch)]
fn in_lanes_of_doubles(x: f32) -> f32 {
    x
}

#[jacobian(batch)]
fn in_lanes_without_failure(x: f64) -> Option<f64> {
    Some(x)
}

#[jacobian(dispatch = avx2, fma = auto)]
fn for_one_kind_of_processors(x: f64) -> f64 {
    x
}

#[jacobian(gradient hessian)]
fn without_a_comma(x: f64) -> f64 {
    x
}

#[jacobian(prefix = "fast", wrt("x"), order = list(2, 1))]
fn other_forms(x: f64) -> f64 {
    x
}

#[jacobian(normal, loss = huber(1.5))]
fn inside_of_another(x: f64) -> [f64; 1] {
    [x]
}

#[jacobian(wrt(x), per_point(t))]
fn of_each_point(x: f64, t: f64) -> f64 {
    x * t
}

#[jacobian(verify, jvp, hessian, value = fused)]
fn verified_in_part(x: f64) -> f64 {
    x * x
}

#[jacobian(verify)]
fn verified_that_counts(x: f64, calls: &mut u32) -> f64 {
    *calls += 1;
    x * x
}

#[jacobian(verify)]
fn verified_for_any_scalar<T: jacobian_runtime::Real>(x: T) -> T {
    x * x
}

fn main() {}

use jacobian_runtime::jacobian;

#[jacobian(order, wrt, jvp = yes)]
fn wrong_form(x: f64) -> f64 {
    x
}

#[jacobian(unroll = many)]
fn no_number(x: f64) -> f64 {
    x
}

#[jacobian(dim(x = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]))]
fn too_many_lengths(x: &[f64]) -> f64 {
    x[0]
}

#[jacobian(order = list("stale", [0, 1, 2]))]
fn listed_order(x: f64, y: f64) -> f64 {
    (x * y).sin()
}

fn main() {}

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

#[jacobian(dim(x = [2, [3], [4]]))]
fn lengths_and_elements(x: &[Vec<f64>]) -> f64 {
    x[0][0]
}

#[jacobian(wrt(x), dim(list = 3))]
fn length_that_changes(x: f64, mut list: Vec<f64>) -> f64 {
    list.push(1.0);
    x * list.len() as f64
}

#[jacobian(wrt(x), dim(list = 3))]
fn list_that_is_replaced(x: f64, mut list: &[f64]) -> f64 {
    list = &list[1..];
    x * list.len() as f64
}

#[jacobian(order = list("stale", [0, 1, 2]))]
fn listed_order(x: f64, y: f64) -> f64 {
    (x * y).sin()
}

#[jacobian(gradient)]
fn gradient_of_several(x: &[f64; 2]) -> [f64; 2] {
    [x[0] * x[1], x[0] - x[1]]
}

fn main() {}

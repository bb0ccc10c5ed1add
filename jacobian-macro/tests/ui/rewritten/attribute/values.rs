use jacobian_runtime::jacobian;

#[jacobian(order = reverse, wrt(x), jvp)]
fn wrong_form(x: f64) -> f64 {
    x
}

#[jacobian(unroll = 5000)]
fn no_number(x: f64) -> f64 {
    x
}

#[jacobian(dim(x = 3))]
fn too_many_lengths(x: &[f64]) -> f64 {
    x[0]
}

#[jacobian(dim(x = [2, 3]))]
fn lengths_and_elements(x: &[Vec<f64>]) -> f64 {
    x[0][0]
}

#[jacobian(wrt(x), dim(list = 3))]
fn length_that_changes(x: f64, list: Vec<f64>) -> f64 {
    let mut list = list.to_vec();
    list.push(1.0);
    x * list.len() as f64
}

#[jacobian(wrt(x), dim(list = 3))]
fn list_that_is_replaced(x: f64, list: &[f64]) -> f64 {
    let mut list = list.to_vec();
    list = list[1..].to_vec();
    x * list.len() as f64
}

#[jacobian]
fn listed_order(x: f64, y: f64) -> f64 {
    (x * y).sin()
}

#[jacobian(gradient)]
fn gradient_of_several(x: &[f64; 2]) -> f64 {
    let residual = [x[0] * x[1], x[0] - x[1]];
    residual[0] * residual[0] + residual[1] * residual[1]
}

fn main() {}

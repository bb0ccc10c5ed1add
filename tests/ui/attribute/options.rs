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

#[jacobian(batch, export)]
fn not_available(x: f64) -> f64 {
    x
}

fn main() {}

use jacobian_runtime::jacobian;

type Pair = [f64; 2];

#[jacobian]
fn nothing_returned(x: f64) {
    let _ = x;
}

#[jacobian]
fn other_type(x: f64) -> bool {
    x > 0.0
}

#[jacobian]
fn reference(x: &[f64; 2]) -> &f64 {
    &x[0]
}

#[jacobian(wrt(x))]
fn alias_of_inactive(x: f64, k: Pair) -> Pair {
    let _ = x;
    k
}

#[jacobian(wrt(x))]
fn not_wrapped(x: f64, k: Option<f64>) -> Option<f64> {
    let _ = x;
    k
}

#[jacobian(wrt(x))]
fn wrong_count(x: [f64; 2]) -> [f64; 3] {
    x
}

fn main() {}

//! Divisions share their reciprocal between value-free partials, in the order `reverse`.

#[jacobian(order = reverse)]
fn quotient(x: f64, y: f64) -> (f64, f64) {
    let ratio = x / (y * y + 1.0);
    (ratio, ratio.sqrt() / y)
}

//! The first example of the README: a function, its value, and its sparse Jacobian.
//!
//! Run it with `cargo run -p examples`. It fails unless the derivatives are the ones that
//! you find by hand.

#![expect(clippy::print_stdout, reason = "an example shows its result")]
#![expect(clippy::float_cmp, reason = "these numbers are exact")]

// README:begin
use jacobian_runtime::jacobian;

/// A stirred tank in steady state. A turns into B and gives off heat: balances of A, B and heat.
#[jacobian(wrt(x))]
pub fn tank(x: &[f64; 3], feed: f64, heat: f64) -> [f64; 3] {
    let [a, b, temperature] = *x;
    let rate = a * (10.0 - 5.0 / temperature).exp();
    [feed - a - rate, rate - b, 1.0 - temperature + heat * rate]
}

fn main() {
    let x = [0.5, 0.5, 0.5];
    let (value, jacobian) = tank_with_jacobian(&x, 1.0, 0.5);
    println!("value {value:?}\njacobian {:?}", jacobian.to_dense());
    println!("{TANK_PATTERN}\n{TANK_COST}");

    assert_eq!(value, tank(&x, 1.0, 0.5)); // bit for bit the value of your function
    assert_eq!(
        jacobian.to_dense(),
        [[-2.0, 0.0, -10.0], [1.0, -1.0, 10.0], [0.5, 0.0, 4.0]]
    );
    assert_eq!(jacobian.get(0, 1), None); // structurally zero
}
// README:end

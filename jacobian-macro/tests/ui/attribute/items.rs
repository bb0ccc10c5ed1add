use jacobian_runtime::jacobian;

#[jacobian]
struct Point {
    x: f64,
}

#[jacobian]
const HALF: f64 = 0.5;

fn main() {}

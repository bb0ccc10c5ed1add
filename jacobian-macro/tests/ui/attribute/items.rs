use jacobian_runtime::jacobian;

trait Residual {
    fn residual(&self, x: f64) -> f64;
}

struct Model;

#[jacobian]
impl Residual for Model {
    fn residual(&self, x: f64) -> f64 {
        x
    }
}

#[jacobian]
struct Point {
    x: f64,
}

#[jacobian]
const HALF: f64 = 0.5;

fn main() {}

use jacobian_runtime::jacobian;

#[jacobian(hessian)]
fn flagged(x: f64) -> f64 {
    x * x
}

#[jacobian(gradient, hessian)]
fn by_a_rule(x: f64) -> f64 {
    fn square(x: f64) -> f64 {
        x * x
    }
    square(x).sin()
}

#[jacobian(implicit(root(p) => |y| y * y - p))]
fn by_a_solver(p: f64) -> f64 {
    root(2.0 * p)
}

fn root(p: f64) -> f64 {
    p.sqrt()
}

#[jacobian(hessian)]
fn two_widths(x: f64, y: f64) -> f64 {
    x * x * y
}

fn main() {}

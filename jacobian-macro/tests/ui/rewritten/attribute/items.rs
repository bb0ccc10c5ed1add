use jacobian_runtime::jacobian;

/// Instead of `Point`.
#[jacobian]
mod points {
    struct Point {
        x: f64,
    }

    #[jacobian]
    fn square(p: &Point) -> f64 {
        p.x * p.x
    }
}

const HALF: f64 = 0.5;

/// Instead of `HALF`.
#[jacobian]
fn half(x: f64) -> f64 {
    HALF * x
}

fn main() {}

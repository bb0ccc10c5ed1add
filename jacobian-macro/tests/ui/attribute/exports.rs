use jacobian_runtime::jacobian;

mod elsewhere {
    use jacobian_runtime::jacobian;

    static OFFSET: f64 = 1.0;

    #[jacobian(export)]
    pub(crate) fn moved(x: f64) -> f64 {
        x + OFFSET
    }
}

struct Scale(f64);

impl Scale {
    #[jacobian(export)]
    fn apply(&self, x: f64) -> f64 {
        self.0 * x
    }
}

#[jacobian(use(elsewhere::moved))]
fn names(x: f64) -> f64 {
    elsewhere::moved(x) * x
}

#[jacobian]
mod inside {
    #[jacobian(use(super::elsewhere::moved))]
    fn used(x: f64) -> f64 {
        super::elsewhere::moved(x)
    }
}

fn plain(x: f64) -> f64 {
    x
}

#[jacobian(use(plain))]
fn not_exported(x: f64) -> f64 {
    plain(x)
}

fn main() {}

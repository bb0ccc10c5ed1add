use jacobian_runtime::jacobian;

mod elsewhere {
    use jacobian_runtime::jacobian;

    #[jacobian(export)]
    pub(crate) fn moved(x: f64) -> f64 {
        const OFFSET: f64 = 1.0;
        x + OFFSET
    }
}

#[jacobian(export(impl))]
struct Scale(f64);

/// Instead of `impl Scale::apply`.
#[jacobian(export)]
impl Scale {
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

#[jacobian(export)]
fn plain(x: f64) -> f64 {
    x
}

#[jacobian(use(plain))]
fn not_exported(x: f64) -> f64 {
    plain(x)
}

// The mistake is that of the helper: its callers say nothing, and the names of what they generate are there.
#[jacobian(export)]
fn refused(x: f64) -> f64 {
    let mut list = vec![x];
    while list.len() < 100 || x < 100.0 {
        list.push(1.0);
    }
    x
}

#[jacobian(use(refused))]
fn first_caller(x: f64) -> f64 {
    refused(x) * x
}

#[jacobian(use(refused))]
fn second_caller(x: f64) -> f64 {
    refused(x) + x
}

fn main() {
    let _ = (first_caller_jacobian(1.0), second_caller_jacobian(1.0));
}

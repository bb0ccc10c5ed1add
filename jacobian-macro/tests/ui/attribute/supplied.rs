//! Derivatives that the caller gives, `rule(f)`.

use jacobian_runtime::jacobian;

#[jacobian(rule(g))]
fn no_parameter(x: f64, f: fn(f64) -> f64) -> f64 {
    f(x)
}

#[jacobian(wrt(x), rule(lookup_in_table))]
fn unknown_type(x: f64, lookup_in_table: &Table) -> f64 {
    lookup_in_table(x)
}

#[jacobian(wrt(x), rule(f(x)))]
fn too_few(x: f64, f: impl Fn(f64, f64) -> f64) -> f64 {
    f(x, x)
}

#[jacobian(wrt(x), rule(f))]
fn no_length(x: f64, f: &dyn Fn(f64) -> Vec<f64>) -> f64 {
    f(x)[0]
}

#[jacobian(wrt(x), rule(f))]
fn no_numbers(x: f64, f: fn(u8) -> f64) -> f64 {
    f(1) * x
}

#[jacobian(wrt(x), rule(f(_, b)))]
fn active(x: f64, f: impl Fn(f64, f64) -> f64) -> f64 {
    f(x, x)
}

#[jacobian(wrt(x), rule(f))]
fn unknown_output(x: f64, f: impl Fn(f64, &mut [f64])) -> f64 {
    let mut y = Vec::new();
    f(x, &mut y);
    y[0]
}

struct Table {
    f: fn(f64) -> f64,
}

impl Table {
    #[jacobian(wrt(x), rule((self.f)(x: f64) -> f64))]
    fn replaced(&mut self, x: f64, g: fn(f64) -> f64) -> f64 {
        self.f = g;
        (self.f)(x)
    }
}

#[jacobian(rule(f), as = Root)]
fn structure(x: f64, f: fn(f64) -> f64) -> f64 {
    f(x)
}

fn main() {}

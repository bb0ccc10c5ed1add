//! Derivatives that the caller gives, `rule(f)`.

use jacobian_runtime::jacobian;

#[jacobian(rule(f))]
fn no_parameter(x: f64, f: fn(f64) -> f64) -> f64 {
    f(x)
}

#[jacobian(wrt(x), rule(lookup_in_table(x: f64) -> f64))]
fn unknown_type(x: f64, lookup_in_table: &dyn Fn(f64) -> f64) -> f64 {
    lookup_in_table(x)
}

#[jacobian(wrt(x), rule(f))]
fn too_few(x: f64, f: impl Fn(f64, f64) -> f64) -> f64 {
    f(x, x)
}

#[jacobian(wrt(x), rule(f), dim(f = 3))]
fn no_length(x: f64, f: &dyn Fn(f64) -> Vec<f64>) -> f64 {
    f(x)[0]
}

#[jacobian(wrt(x))]
fn no_numbers(x: f64, f: fn(u8) -> f64) -> f64 {
    f(1) * x
}

#[jacobian(wrt(x), rule(f(a, b)))]
fn active(x: f64, f: impl Fn(f64, f64) -> f64) -> f64 {
    f(x, x)
}

#[jacobian(wrt(x), rule(f))]
fn unknown_output(x: f64, f: impl Fn(f64, &mut [f64])) -> f64 {
    let mut y = [0.0; 2];
    f(x, &mut y);
    y[0]
}

struct Table {
    f: fn(f64) -> f64,
}

impl Table {
    #[jacobian(wrt(x), rule(g))]
    fn replaced(&mut self, x: f64, g: fn(f64) -> f64) -> f64 {
        self.f = g;
        g(x)
    }
}

#[jacobian(rule(f))]
fn structure(x: f64, f: fn(f64) -> f64) -> f64 {
    f(x)
}

fn main() {}

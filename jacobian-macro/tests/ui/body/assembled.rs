//! Loops over elements, of which `assemble` cannot record all.

use jacobian_runtime::jacobian;

#[jacobian(assemble)]
fn generic<const N: usize>(u: &[f64], r: &mut [f64]) {
    r[0] = u[N];
}

#[jacobian(assemble)]
fn unnamed((a, b): (usize, usize), u: &[f64], r: &mut [f64]) {
    r[a] = u[b];
}

#[jacobian(assemble)]
fn no_list(u: f64, r: &mut [f64]) {
    r[0] = u;
}

#[jacobian(assemble)]
fn no_rows(u: &[f64]) -> f64 {
    let mut energy = 0.0;
    energy += u[0] * u[0];
    energy
}

#[jacobian(assemble, wrt(self.u))]
fn no_name(u: &[f64], r: &mut [f64]) {
    r[0] = u[0];
}

#[jacobian(assemble)]
fn several(u: &[f64], v: &[f64], r: &mut [f64]) {
    r[0] = u[0] * v[0];
}

#[jacobian(assemble, wrt(h))]
fn no_slice(u: &[f64], h: f64, r: &mut [f64]) {
    r[0] = h * u[0];
}

#[jacobian(assemble, wrt(v))]
fn misnamed(u: &[f64], r: &mut [f64]) {
    r[0] = u[0];
}

#[jacobian(assemble, hessian)]
fn another_option(u: &[f64], r: &mut [f64]) {
    r[0] = u[0];
}

#[jacobian(assemble)]
fn statements(u: &[f64], idx: &[usize], p: i32, r: &mut [f64]) {
    r[0] = u[u[0] as usize];
    let mut sum = 0.0;
    for i in 0..u.len() {
        sum += u[i];
    }
    r[1] = sum;
    r[2] = loop {
        break u[0];
    };
    r[3] = if idx[0] == 0 { 2.0 * u[0] } else { u[1].sin() };
    if u[0] > 0.0 {
        r[4] = u[0];
    }
    r[5] = if u[0] > 0.0 {
        let twice = 2.0 * u[0];
        twice * twice
    } else {
        u[0]
    };
    r[6] = u[0].powi(p);
    let _square = |i: usize| u[i] * u[i];
    for x in u {
        r[7] += x;
    }
    u.iter().enumerate().for_each(|(i, x)| r[i] = *x);
    r[8] *= u[0];
    r[9] = r[0] + u[1];
    if idx.is_empty() {
        return;
    }
    let _half = &u[1..];
    consume(u);
}

fn consume(_: &[f64]) {}

fn main() {}

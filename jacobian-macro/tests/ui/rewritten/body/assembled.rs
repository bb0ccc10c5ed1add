//! Loops over elements as the messages say to write them.

use jacobian_runtime::jacobian;

#[jacobian(assemble)]
fn without_generics(n: usize, u: &[f64], r: &mut [f64]) {
    r[0] = u[n];
}

#[jacobian(assemble)]
fn named(pair: (usize, usize), u: &[f64], r: &mut [f64]) {
    let (a, b) = pair;
    r[a] = u[b];
}

#[jacobian(assemble)]
fn a_list(u: &[[f64; 3]], r: &mut [f64]) {
    r[0] = u[0][1];
}

#[jacobian(assemble)]
fn returned_rows(u: &[f64], n: usize) -> Vec<f64> {
    let mut r = vec![0.0; n];
    r[0] += u[0] * u[0];
    r
}

#[jacobian(assemble, wrt(u))]
fn one_of_several(u: &[f64], v: &[f64], r: &mut [f64]) {
    r[0] = u[0] * v[0];
}

#[jacobian(assemble, wrt(u, v))]
fn both(u: &[f64], v: &[f64], r: &mut [f64]) {
    r[0] = u[0] * v[0];
}

#[jacobian(export)]
fn square(x: f64) -> f64 {
    x * x
}

#[jacobian(assemble, use(square))]
fn statements(u: &[f64], idx: &[usize], p: f64, r: &mut [f64]) {
    r.fill(0.0);
    r[0] = u[idx[0]];
    for i in 0..u.len() {
        r[1] += u[i];
        let mut s = u[i];
        s += if i > 0 { u[i - 1] } else { 0.0 };
        r[10] += s;
    }
    r[2] = square(u[0]);
    if idx[0] == 0 {
        r[3] = 2.0 * u[0];
    } else {
        r[3] = u[1].sin();
    }
    r[4] = if u[0] > 0.0 { u[0] } else { 0.0 };
    let twice = 2.0 * u[0];
    r[5] = if u[0] > 0.0 { twice * twice } else { u[0] };
    r[6] = u[0].powf(p) + u[0].powi(3);
    let before = |i: usize| if i == 0 { 0.0 } else { u[i - 1] };
    for i in 0..u.len() {
        r[7] += u[i] * before(i);
    }
    r[8] -= u[0];
    let kept = u[0] + u[1];
    r[9] = kept;
    if !idx.is_empty() {
        r[11] = kept * kept;
    }
}

struct Rod(f64);

#[jacobian(assemble)]
fn of_a_field(u: &[f64], rod: &Rod, r: &mut [f64]) {
    r[0] = rod.0 * u[0];
}

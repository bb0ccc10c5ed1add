//! Loops over elements as the messages say to write them.

use jacobian_runtime::jacobian;

#[jacobian(assemble)]
fn generic(n: usize, u: &[f64], r: &mut [f64]) {
    r[0] = u[n];
}

#[jacobian(assemble)]
fn unnamed(pair: (usize, usize), u: &[f64], r: &mut [f64]) {
    let (a, b) = pair;
    r[a] = u[b];
}

#[jacobian(assemble)]
fn no_list(u: &[[f64; 3]], r: &mut [f64]) {
    r[0] = u[0][1];
}

#[jacobian(assemble)]
fn no_rows(u: &[f64], n: usize) -> Vec<f64> {
    let mut r = vec![0.0; n];
    r[0] += u[0] * u[0];
    r
}

#[jacobian(assemble, wrt(u))]
fn no_name(u: &[f64], r: &mut [f64]) {
    r[0] = u[0];
}

#[jacobian(assemble, wrt(u))]
fn several(u: &[f64], v: &[f64], r: &mut [f64]) {
    r[0] = u[0] * v[0];
}

#[jacobian(assemble, wrt(u))]
fn no_slice(u: &[f64], h: f64, r: &mut [f64]) {
    r[0] = h * u[0];
}

#[jacobian(assemble, wrt(u))]
fn misnamed(u: &[f64], r: &mut [f64]) {
    r[0] = u[0];
}

#[jacobian(assemble)]
fn another_option(u: &[f64], r: &mut [f64]) {
    r[0] = u[0];
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

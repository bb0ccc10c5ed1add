//! Methods of matrices of nalgebra 0.35 as Rust code: the same operations in the same order.
//!
//! ```text
//! a.angle(&b)              the first parameter is the receiver
//! y.axpy(2.0, &x, 1.0)     `y: &mut M`: the method changes its receiver, which may be a view
//! ```
//!
//! `M` is a matrix of any dimensions, and `f64` is the scalar of the function. A text is parsed
//! where a function uses it. Source: `src/base` of nalgebra 0.35.0, the files `blas.rs`,
//! `blas_uninit.rs`, `statistics.rs`, `norm.rs`, `min_max.rs`, `edition.rs`, `matrix.rs`.

use super::{nalgebra_convolutions, nalgebra_reductions, nalgebra_symmetric};

/// Whether a method reads its receiver or changes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Receiver {
    Reads,
    Changes,
}

/// The text of a method with this number of arguments.
pub(crate) fn method(name: &str, count: usize) -> Option<(&'static str, Receiver)> {
    let mut texts = reading().map(|text| (text, Receiver::Reads));
    let mut changing = changing().map(|text| (text, Receiver::Changes));
    let fits = |text: &str| name_of(text) == name && arguments(text) == count;
    texts
        .find(|(text, _)| fits(text))
        .or_else(|| changing.find(|(text, _)| fits(text)))
}

/// The names of all methods.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    reading().chain(changing()).map(name_of)
}

fn reading() -> impl Iterator<Item = &'static str> {
    let texts = READING.iter().chain(nalgebra_symmetric::READING);
    let texts = texts.chain(nalgebra_reductions::READING);
    texts.chain(nalgebra_convolutions::READING).copied()
}

fn changing() -> impl Iterator<Item = &'static str> {
    CHANGING.iter().chain(nalgebra_symmetric::CHANGING).copied()
}

fn name_of(text: &str) -> &str {
    let name = text.strip_prefix("fn ").unwrap_or(text);
    name.split('(').next().unwrap_or_default()
}

/// The number of parameters behind the receiver.
fn arguments(text: &str) -> usize {
    let head = text.split('{').next().unwrap_or_default();
    head.matches(':').count() - 1
}

const READING: &[&str] = &[
    "fn mean(m: M) -> f64 { m.sum() / (m.len() as f64) }",
    "fn variance(m: M) -> f64 {
        let mean = m.mean();
        let mut sum = 0.0;
        for k in 0..m.len() { sum = sum + (m[k] - mean) * (m[k] - mean); }
        sum / (m.len() as f64) }",
    "fn product(m: M) -> f64 {
        let mut product = 1.0;
        for k in 0..m.len() { product = product * m[k]; }
        product }",
    "fn row_sum(m: M) -> M {
        let mut sums = m.row(0);
        for j in 0..m.ncols() { sums[j] = m.column(j).sum(); }
        sums }",
    "fn row_sum_tr(m: M) -> M { m.row_sum().transpose() }",
    "fn row_mean(m: M) -> M {
        let mut means = m.row(0);
        for j in 0..m.ncols() { means[j] = m.column(j).mean(); }
        means }",
    "fn row_mean_tr(m: M) -> M { m.row_mean().transpose() }",
    "fn row_variance(m: M) -> M {
        let mut variances = m.row(0);
        for j in 0..m.ncols() { variances[j] = m.column(j).variance(); }
        variances }",
    "fn row_product(m: M) -> M {
        let mut products = m.row(0);
        for j in 0..m.ncols() { products[j] = m.column(j).product(); }
        products }",
    "fn column_sum(m: M) -> M {
        let mut sums = m.column(0);
        for i in 0..m.nrows() {
            let mut sum = 0.0;
            for j in 0..m.ncols() { sum = sum + m[(i, j)]; }
            sums[i] = sum;
        }
        sums }",
    "fn column_mean(m: M) -> M {
        let mut means = m.column(0);
        let share = 1.0 / (m.ncols() as f64);
        for i in 0..m.nrows() {
            let mut mean = 0.0;
            for j in 0..m.ncols() { mean = share * m[(i, j)] + mean; }
            means[i] = mean;
        }
        means }",
    "fn column_variance(m: M) -> M {
        let mut variances = m.column_mean();
        let share = 1.0 / (m.ncols() as f64);
        for i in 0..m.nrows() {
            let mut variance = -(variances[i] * variances[i]);
            for j in 0..m.ncols() { variance = variance + share * m[(i, j)] * m[(i, j)]; }
            variances[i] = variance;
        }
        variances }",
    "fn column_product(m: M) -> M {
        let mut products = m.column(0);
        for i in 0..m.nrows() {
            let mut product = 1.0;
            for j in 0..m.ncols() { product = product * m[(i, j)]; }
            products[i] = product;
        }
        products }",
    "fn lp_norm(m: M, p: i32) -> f64 {
        let mut sum = 0.0;
        for k in 0..m.len() { sum = sum + m[k].abs().powi(p); }
        sum.powf(1.0 / (p as f64)) }",
    "fn one_norm(m: M) -> f64 {
        let mut largest = 0.0;
        for j in 0..m.ncols() {
            let mut sum = 0.0;
            for i in 0..m.nrows() { sum = sum + m[(i, j)].abs(); }
            largest = if largest >= sum { largest } else { sum };
        }
        largest }",
    "fn metric_distance(m: M, other: M) -> f64 {
        let mut sum = 0.0;
        for k in 0..m.len() { let d = m[k] - other[k]; sum = sum + d * d; }
        sum.sqrt() }",
    "fn amax(m: M) -> f64 {
        let mut found = m[0].abs();
        for k in 1..m.len() { let e = m[k].abs(); found = if found >= e { found } else { e }; }
        found }",
    "fn amin(m: M) -> f64 {
        let mut found = m[0].abs();
        for k in 1..m.len() { let e = m[k].abs(); found = if found <= e { found } else { e }; }
        found }",
    "fn camax(m: M) -> f64 { m.amax() }",
    "fn camin(m: M) -> f64 { m.amin() }",
    "fn max(m: M) -> f64 {
        let mut found = m[0];
        for k in 1..m.len() { found = if found >= m[k] { found } else { m[k] }; }
        found }",
    "fn min(m: M) -> f64 {
        let mut found = m[0];
        for k in 1..m.len() { found = if found <= m[k] { found } else { m[k] }; }
        found }",
    "fn angle(m: M, other: M) -> f64 {
        let product = m.dot(&other);
        let (n1, n2) = (m.norm(), other.norm());
        if n1 == 0.0 || n2 == 0.0 { 0.0 } else { (product / (n1 * n2)).clamp(-1.0, 1.0).acos() } }",
    "fn lerp(m: M, other: M, t: f64) -> M { let mut r = m; r.axpy(t, &other, 1.0 - t); r }",
    "fn cap_magnitude(m: M, max: f64) -> M {
        let n = m.norm();
        if n > max { m.scale(max / n) } else { m } }",
    "fn try_normalize(m: M, min: f64) -> Option<M> {
        let n = m.norm();
        if n <= min { None } else { Some(m.unscale(n)) } }",
    "fn slerp(m: M, other: M, t: f64) -> M {
        let (a, b) = (m.unscale(m.norm()), other.unscale(other.norm()));
        let cos = a.dot(&b);
        if cos >= 1.0 { return a; }
        let angle = cos.acos();
        let sin = (1.0 - cos * cos).sqrt();
        if sin <= f64::EPSILON {
            a
        } else {
            let (k, l) = (((1.0 - t) * angle).sin() / sin, (t * angle).sin() / sin);
            b * l + a.scale(k)
        } }",
    "fn argmax(m: M) -> (usize, f64) { let i = m.imax(); (i, m[i]) }",
    "fn argmin(m: M) -> (usize, f64) { let i = m.imin(); (i, m[i]) }",
    "fn as_view(m: M) -> M { m }",
    "fn apply_into(m: M, f: F) -> M { let mut r = m; r.apply(f); r }",
    "fn symmetric_part(m: M) -> M { (m.transpose() + m) * 0.5 }",
    "fn hermitian_part(m: M) -> M { (m.transpose() + m) * 0.5 }",
    "fn perp(m: M, other: M) -> f64 { m[0] * other[1] - m[1] * other[0] }",
    "fn tr_dot(m: M, other: M) -> f64 {
        let mut sum = 0.0;
        for j in 0..m.nrows() { for i in 0..m.ncols() { sum = sum + m[(j, i)] * other[(i, j)]; } }
        sum }",
    "fn upper_triangle(m: M) -> M { let mut r = m; r.fill_lower_triangle(0.0, 1); r }",
    "fn lower_triangle(m: M) -> M { let mut r = m; r.fill_upper_triangle(0.0, 1); r }",
    "fn adjoint(m: M) -> M { m.transpose() }",
    "fn conjugate_transpose(m: M) -> M { m.transpose() }",
    "fn conjugate(m: M) -> M { m }",
    "fn add_scalar(m: M, s: f64) -> M { m.map(|e| e + s) }",
    "fn map_diagonal(m: M, f: F) -> M { m.diagonal().map(f) }",
    "fn map_with_location(m: M, f: F) -> M {
        let mut r = m;
        for j in 0..m.ncols() { for i in 0..m.nrows() { r[(i, j)] = f(i, j, m[(i, j)]); } }
        r }",
    "fn zip_zip_map(m: M, a: M, b: M, f: F) -> M {
        let mut r = m;
        for k in 0..m.len() { r[k] = f(m[k], a[k], b[k]); }
        r }",
    "fn fold(m: M, start: f64, f: F) -> f64 {
        let mut value = start;
        for k in 0..m.len() { value = f(value, m[k]); }
        value }",
    "fn zip_fold(m: M, other: M, start: f64, f: F) -> f64 {
        let mut value = start;
        for k in 0..m.len() { value = f(value, m[k], other[k]); }
        value }",
    "fn inf(m: M, other: M) -> M { m.zip_map(&other, |a, b| if a <= b { a } else { b }) }",
    "fn sup(m: M, other: M) -> M { m.zip_map(&other, |a, b| if a >= b { a } else { b }) }",
    "fn mul_to(m: M, other: M, out: &mut M) { out.gemm(1.0, &m, &other, 0.0); }",
    "fn add_to(m: M, other: M, out: &mut M) { for k in 0..m.len() { out[k] = m[k] + other[k]; } }",
    "fn sub_to(m: M, other: M, out: &mut M) { for k in 0..m.len() { out[k] = m[k] - other[k]; } }",
    "fn tr_mul_to(m: M, other: M, out: &mut M) {
        for i in 0..m.ncols() {
            for j in 0..other.ncols() { out[(i, j)] = m.column(i).dot(&other.column(j)); }
        } }",
    "fn pow(m: M, n: u32) -> M { let mut r = m; r.pow_mut(n); r }",
    // As a whole: below only if each element is below.
    "fn simd_clamp(m: M, lo: M, hi: M) -> M {
        if m.iter().zip(lo.iter()).all(|(a, b)| a < b) { lo }
        else if m.iter().zip(hi.iter()).all(|(a, b)| a > b) { hi }
        else { m } }",
    "fn solve_lower_triangular_mut(m: M, b: &mut M) -> bool {
        match m.solve_lower_triangular(&b) {
            Some(x) => { for k in 0..x.len() { b[k] = x[k]; } true }
            None => false } }",
    "fn solve_upper_triangular_mut(m: M, b: &mut M) -> bool {
        match m.solve_upper_triangular(&b) {
            Some(x) => { for k in 0..x.len() { b[k] = x[k]; } true }
            None => false } }",
    "fn tr_solve_lower_triangular_mut(m: M, b: &mut M) -> bool {
        match m.tr_solve_lower_triangular(&b) {
            Some(x) => { for k in 0..x.len() { b[k] = x[k]; } true }
            None => false } }",
    "fn tr_solve_upper_triangular_mut(m: M, b: &mut M) -> bool {
        match m.tr_solve_upper_triangular(&b) {
            Some(x) => { for k in 0..x.len() { b[k] = x[k]; } true }
            None => false } }",
    "fn adjoint_to(m: M, out: &mut M) { m.transpose_to(out); }",
    "fn transpose_to(m: M, out: &mut M) {
        for i in 0..m.nrows() { for j in 0..m.ncols() { out[(j, i)] = m[(i, j)]; } } }",
];

const CHANGING: &[&str] = &[
    "fn axcpy(y: &mut M, a: f64, x: M, c: f64, b: f64) {
        if b == 0.0 {
            for k in 0..x.len() { y[k] = a * x[k] * c; }
        } else {
            for k in 0..x.len() { y[k] = a * x[k] * c + b * y[k]; }
        } }",
    "fn axpy(y: &mut M, a: f64, x: M, b: f64) { y.axcpy(a, &x, 1.0, b); }",
    "fn gemv(y: &mut M, alpha: f64, a: M, x: M, beta: f64) {
        y.axcpy(alpha, &a.column(0), x[0], beta);
        for j in 1..a.ncols() { y.axcpy(alpha, &a.column(j), x[j], 1.0); } }",
    "fn gemv_tr(y: &mut M, alpha: f64, a: M, x: M, beta: f64) {
        if beta == 0.0 {
            for j in 0..a.ncols() { y[j] = alpha * a.column(j).dot(&x); }
        } else {
            for j in 0..a.ncols() { y[j] = alpha * a.column(j).dot(&x) + beta * y[j]; }
        } }",
    "fn gemv_ad(y: &mut M, alpha: f64, a: M, x: M, beta: f64) { y.gemv_tr(alpha, &a, &x, beta); }",
    "fn ger(m: &mut M, alpha: f64, x: M, y: M, beta: f64) {
        for j in 0..m.ncols() { m.column_mut(j).axpy(alpha * y[j], &x, beta); } }",
    "fn gerc(m: &mut M, alpha: f64, x: M, y: M, beta: f64) { m.ger(alpha, &x, &y, beta); }",
    "fn gemm(m: &mut M, alpha: f64, a: M, b: M, beta: f64) {
        for j in 0..m.ncols() { m.column_mut(j).gemv(alpha, &a, &b.column(j), beta); } }",
    "fn gemm_tr(m: &mut M, alpha: f64, a: M, b: M, beta: f64) {
        for j in 0..m.ncols() { m.column_mut(j).gemv_tr(alpha, &a, &b.column(j), beta); } }",
    "fn gemm_ad(m: &mut M, alpha: f64, a: M, b: M, beta: f64) { m.gemm_tr(alpha, &a, &b, beta); }",
    "fn quadform(m: &mut M, alpha: f64, mid: M, right: M, beta: f64) {
        let mut work = mid.column(0);
        m.quadform_with_workspace(&mut work, alpha, &mid, &right, beta); }",
    "fn quadform_tr(m: &mut M, alpha: f64, left: M, mid: M, beta: f64) {
        let mut work = m.column(0);
        m.quadform_tr_with_workspace(&mut work, alpha, &left, &mid, beta); }",
    "fn cmpy(m: &mut M, alpha: f64, a: M, b: M, beta: f64) {
        if beta == 0.0 {
            for k in 0..a.len() { m[k] = alpha * (a[k] * b[k]); }
        } else {
            for k in 0..a.len() { m[k] = beta * m[k] + alpha * (a[k] * b[k]); }
        } }",
    "fn component_mul_assign(m: &mut M, other: M) {
        for k in 0..other.len() { m[k] = m[k] * other[k]; } }",
    "fn component_mul_mut(m: &mut M, other: M) {
        for k in 0..other.len() { m[k] = m[k] * other[k]; } }",
    "fn component_div_assign(m: &mut M, other: M) {
        for k in 0..other.len() { m[k] = m[k] / other[k]; } }",
    "fn component_div_mut(m: &mut M, other: M) {
        for k in 0..other.len() { m[k] = m[k] / other[k]; } }",
    "fn add_assign(m: &mut M, other: M) {
        for k in 0..m.len() { m[k] = m[k] + other[k]; } }",
    "fn sub_assign(m: &mut M, other: M) {
        for k in 0..m.len() { m[k] = m[k] - other[k]; } }",
    "fn try_inverse_mut(m: &mut M) -> bool {
        match m.try_inverse() {
            Some(x) => { for k in 0..x.len() { m[k] = x[k]; } true }
            None => false } }",
    "fn pow_mut(m: &mut M, n: u32) {
        let mut n = n;
        if n == 0 {
            m.fill_with_identity();
        } else if n > 1 {
            let mut x = *m;
            if n % 2 == 0 { m.fill_with_identity(); } else { n -= 1; }
            loop {
                if n % 2 == 1 { *m = *m * x; }
                n /= 2;
                if n == 0 { break; }
                x = x * x;
            }
        } }",
    "fn scale_mut(m: &mut M, s: f64) { for k in 0..m.len() { m[k] = m[k] * s; } }",
    "fn unscale_mut(m: &mut M, s: f64) { for k in 0..m.len() { m[k] = m[k] / s; } }",
    "fn neg_mut(m: &mut M) { for k in 0..m.len() { m[k] = -m[k]; } }",
    "fn add_scalar_mut(m: &mut M, s: f64) { for k in 0..m.len() { m[k] = m[k] + s; } }",
    "fn normalize_mut(m: &mut M) -> f64 { let n = m.norm(); m.unscale_mut(n); n }",
    "fn try_normalize_mut(m: &mut M, min: f64) -> Option<f64> {
        let n = m.norm();
        if n <= min { None } else { m.unscale_mut(n); Some(n) } }",
    "fn set_magnitude(m: &mut M, magnitude: f64) { let n = m.norm(); m.scale_mut(magnitude / n); }",
    "fn try_set_magnitude(m: &mut M, magnitude: f64, min: f64) {
        let n = m.norm();
        if n > min { m.scale_mut(magnitude / n); } }",
    "fn fill_with_identity(m: &mut M) {
        for j in 0..m.ncols() {
            for i in 0..m.nrows() { m[(i, j)] = 0.0; }
            if j < m.nrows() { m[(j, j)] = 1.0; }
        } }",
    "fn fill_diagonal(m: &mut M, e: f64) {
        for j in 0..m.ncols() { if j < m.nrows() { m[(j, j)] = e; } } }",
    "fn fill_row(m: &mut M, i: usize, e: f64) { for j in 0..m.ncols() { m[(i, j)] = e; } }",
    "fn fill_column(m: &mut M, j: usize, e: f64) { for i in 0..m.nrows() { m[(i, j)] = e; } }",
    "fn set_row(m: &mut M, i: usize, row: M) { for j in 0..m.ncols() { m[(i, j)] = row[j]; } }",
    "fn set_column(m: &mut M, j: usize, column: M) {
        for i in 0..m.nrows() { m[(i, j)] = column[i]; } }",
    "fn set_diagonal(m: &mut M, diagonal: M) {
        for i in 0..diagonal.len() { m[(i, i)] = diagonal[i]; } }",
    "fn swap_rows(m: &mut M, a: usize, b: usize) {
        for j in 0..m.ncols() { let kept = m[(a, j)]; m[(a, j)] = m[(b, j)]; m[(b, j)] = kept; } }",
    "fn swap_columns(m: &mut M, a: usize, b: usize) {
        for i in 0..m.nrows() { let kept = m[(i, a)]; m[(i, a)] = m[(i, b)]; m[(i, b)] = kept; } }",
    "fn fill_lower_triangle(m: &mut M, e: f64, shift: usize) {
        for j in 0..m.ncols() { for i in 0..m.nrows() { if i >= j + shift { m[(i, j)] = e; } } } }",
    "fn fill_upper_triangle(m: &mut M, e: f64, shift: usize) {
        for j in 0..m.ncols() { for i in 0..m.nrows() { if j >= i + shift { m[(i, j)] = e; } } } }",
    "fn fill_lower_triangle_with_upper_triangle(m: &mut M) {
        for j in 0..m.ncols() { for i in 0..m.nrows() { if i > j { m[(i, j)] = m[(j, i)]; } } } }",
    "fn fill_upper_triangle_with_lower_triangle(m: &mut M) {
        for j in 0..m.ncols() { for i in 0..m.nrows() { if i < j { m[(i, j)] = m[(j, i)]; } } } }",
    "fn transpose_mut(m: &mut M) {
        for i in 1..m.nrows() {
            for j in 0..i { let kept = m[(i, j)]; m[(i, j)] = m[(j, i)]; m[(j, i)] = kept; }
        } }",
    "fn adjoint_mut(m: &mut M) { m.transpose_mut(); }",
    "fn apply(m: &mut M, f: F) { for k in 0..m.len() { f(&mut m[k]); } }",
    "fn zip_apply(m: &mut M, other: M, f: F) { for k in 0..m.len() { f(&mut m[k], other[k]); } }",
    "fn copy_from_slice(m: &mut M, slice: S) { for k in 0..m.len() { m[k] = slice[k]; } }",
    "fn swap(m: &mut M, a: I, b: I) {
        let kept = m[(a.0, a.1)];
        m[(a.0, a.1)] = m[(b.0, b.1)];
        m[(b.0, b.1)] = kept; }",
    "fn tr_copy_from(m: &mut M, other: M) {
        for j in 0..m.ncols() { for i in 0..m.nrows() { m[(i, j)] = other[(j, i)]; } } }",
];

#[cfg(test)]
mod tests {
    use super::{Receiver, changing, method, reading};

    #[test]
    fn each_text_is_a_function_found_by_its_name() {
        for text in reading().chain(changing()) {
            let function: syn::ItemFn = syn::parse_str(text).expect(text);
            let name = function.sig.ident.to_string();
            let (found, receiver) = method(&name, function.sig.inputs.len() - 1).expect(text);
            assert_eq!(found, text);
            let syn::FnArg::Typed(first) = &function.sig.inputs[0] else {
                panic!("{text}");
            };
            let changes = matches!(*first.ty, syn::Type::Reference(_));
            assert_eq!(changes, receiver == Receiver::Changes, "{text}");
        }
    }
}

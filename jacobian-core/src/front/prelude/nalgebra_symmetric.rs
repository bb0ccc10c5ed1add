//! More methods of matrices of nalgebra 0.35 as Rust code, in the form of `nalgebra_matrices`:
//! products that read half of a symmetric matrix, elements by position, elements by a closure.
//!
//! Source: `src/base` of nalgebra 0.35.0, the files `blas.rs`, `edition.rs`, `matrix.rs`,
//! `statistics.rs`, `componentwise.rs`, `indexing.rs`.

pub(super) const READING: &[&str] = &[
    "fn inf_sup(m: M, other: M) -> P { (m.inf(&other), m.sup(&other)) }",
    "fn row_variance_tr(m: M) -> M { m.row_variance().transpose() }",
    "fn row_product_tr(m: M) -> M { m.row_product().transpose() }",
    "fn compress_rows(m: M, f: F) -> M {
        let mut r = m.row(0);
        for j in 0..m.ncols() { r[j] = f(m.column(j)); }
        r }",
    "fn compress_rows_tr(m: M, f: F) -> M { m.compress_rows(f).transpose() }",
    "fn compress_columns(m: M, start: M, f: F) -> M {
        let mut r = start;
        for j in 0..m.ncols() { f(&mut r, m.column(j)); }
        r }",
    "fn fold_with(m: M, first: F, f: G) -> f64 {
        let mut value = first(Some(&m[0]));
        for k in 1..m.len() { value = f(value, &m[k]); }
        value }",
    // `get(k)`, and `get((i, j))` with the parts of the pair as arguments.
    "fn get(m: M, k: usize) -> Option<f64> { if k < m.len() { Some(m[k]) } else { None } }",
    "fn get(m: M, i: usize, j: usize) -> Option<f64> {
        if i < m.nrows() && j < m.ncols() { Some(m[(i, j)]) } else { None } }",
    "fn conjugate_transpose_to(m: M, out: &mut M) { m.transpose_to(out); }",
    "fn vector_to_matrix_index(m: M, k: usize) -> P { (k % m.nrows(), k / m.nrows()) }",
    "fn rows_with_step(m: M, first: usize, n: usize, step: usize) -> M {
        let mut r = m.rows(0, n);
        for j in 0..m.ncols() { for i in 0..n { r[(i, j)] = m[(first + i * (step + 1), j)]; } }
        r }",
    "fn columns_with_step(m: M, first: usize, n: usize, step: usize) -> M {
        let mut r = m.columns(0, n);
        for j in 0..n { for i in 0..m.nrows() { r[(i, j)] = m[(i, first + j * (step + 1))]; } }
        r }",
    "fn view_with_steps(m: M, start: P, shape: P, steps: P) -> M {
        let rows = m.rows_with_step(start.0, shape.0, steps.0);
        rows.columns_with_step(start.1, shape.1, steps.1) }",
    "fn solve_lower_triangular_unchecked_mut(m: M, b: &mut M) {
        let x = m.solve_lower_triangular_unchecked(&b);
        for k in 0..x.len() { b[k] = x[k]; } }",
    "fn solve_upper_triangular_unchecked_mut(m: M, b: &mut M) {
        let x = m.solve_upper_triangular_unchecked(&b);
        for k in 0..x.len() { b[k] = x[k]; } }",
    "fn tr_solve_lower_triangular_unchecked_mut(m: M, b: &mut M) {
        let x = m.tr_solve_lower_triangular_unchecked(&b);
        for k in 0..x.len() { b[k] = x[k]; } }",
    "fn tr_solve_upper_triangular_unchecked_mut(m: M, b: &mut M) {
        let x = m.tr_solve_upper_triangular_unchecked(&b);
        for k in 0..x.len() { b[k] = x[k]; } }",
    "fn ad_solve_lower_triangular_mut(m: M, b: &mut M) -> bool { m.tr_solve_lower_triangular_mut(b) }",
    "fn ad_solve_upper_triangular_mut(m: M, b: &mut M) -> bool { m.tr_solve_upper_triangular_mut(b) }",
    "fn ad_solve_lower_triangular_unchecked_mut(m: M, b: &mut M) { m.tr_solve_lower_triangular_unchecked_mut(b); }",
    "fn ad_solve_upper_triangular_unchecked_mut(m: M, b: &mut M) { m.tr_solve_upper_triangular_unchecked_mut(b); }",
    "fn solve_lower_triangular_with_diag_mut(m: M, b: &mut M, diag: f64) -> bool {
        if diag == 0.0 {
            false
        } else {
            for j in 0..b.ncols() {
                for i in 0..m.nrows() - 1 {
                    let part = -(b[(i, j)] / diag);
                    for k in i + 1..m.nrows() { b[(k, j)] = part * m[(k, i)] + b[(k, j)]; }
                }
            }
            true
        } }",
    "fn ad_mul_to(m: M, other: M, out: &mut M) { m.tr_mul_to(&other, out); }",
];

pub(super) const CHANGING: &[&str] = &[
    "fn syger(m: &mut M, alpha: f64, x: M, y: M, beta: f64) {
        for j in 0..m.nrows() {
            m.view_range_mut(j.., j..j + 1).axpy(alpha * y[j], &x.rows_range(j..), beta);
        } }",
    "fn ger_symm(m: &mut M, alpha: f64, x: M, y: M, beta: f64) { m.syger(alpha, &x, &y, beta); }",
    "fn hegerc(m: &mut M, alpha: f64, x: M, y: M, beta: f64) { m.syger(alpha, &x, &y, beta); }",
    "fn sygemv(y: &mut M, alpha: f64, a: M, x: M, beta: f64) {
        y.axpy(alpha * x[0], &a.column(0), beta);
        y[0] = y[0] + alpha * a.view_range(1.., 0..1).dot(&x.rows_range(1..));
        for j in 1..a.nrows() {
            let sum = a.view_range(j.., j..j + 1).dot(&x.rows_range(j..));
            y[j] = y[j] + alpha * sum;
            y.rows_range_mut(j + 1..).axpy(alpha * x[j], &a.view_range(j + 1.., j..j + 1), 1.0);
        } }",
    "fn hegemv(y: &mut M, alpha: f64, a: M, x: M, beta: f64) { y.sygemv(alpha, &a, &x, beta); }",
    "fn quadform_tr_with_workspace(m: &mut M, work: &mut M, alpha: f64, left: M, mid: M, beta: f64) {
        work.gemv(1.0, &left, &mid.column(0), 0.0);
        m.ger(alpha, &work, &left.column(0), beta);
        for j in 1..mid.ncols() {
            work.gemv(1.0, &left, &mid.column(j), 0.0);
            m.ger(alpha, &work, &left.column(j), 1.0);
        } }",
    "fn quadform_with_workspace(m: &mut M, work: &mut M, alpha: f64, mid: M, right: M, beta: f64) {
        for j in 0..right.ncols() {
            work.gemv(1.0, &mid, &right.column(j), 0.0);
            m.column_mut(j).gemv_tr(alpha, &right, &work, beta);
        } }",
    "fn fill_with(m: &mut M, f: F) { for k in 0..m.len() { m[k] = f(); } }",
    "fn set_partial_diagonal(m: &mut M, diagonal: D) {
        let n = m.nrows().min(m.ncols());
        for (i, e) in diagonal.enumerate().take(n) { m[(i, i)] = e; } }",
    "fn conjugate_mut(m: &mut M) { }",
    "fn zip_zip_apply(m: &mut M, a: M, b: M, f: F) {
        for k in 0..m.len() { f(&mut m[k], a[k], b[k]); } }",
];

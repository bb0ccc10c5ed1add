//! Decompositions of nalgebra that end after a fixed number of steps, as Rust code: Hessenberg,
//! tridiagonal and bidiagonal form, and `U D U^T`.
//!
//! ```text
//! a.hessenberg()    (q, h)      run/matrix_calls makes a decomposition of the parts
//! ```
//!
//! Each text repeats the operations of nalgebra, so a Householder axis is differentiated like any
//! vector. If all of a column is zero that a reflection is to clear, the parts jump there, and
//! `reduction_rows` makes their partials NaN.
//!
//! Source: `src/linalg/householder.rs`, `hessenberg.rs`, `symmetric_tridiagonal.rs`,
//! `bidiagonal.rs` and `udu.rs` of nalgebra 0.35.0.

/// The axis of the reflection of a vector, and the signed norm. Without a norm there is nothing to
/// reflect.
macro_rules! axis_of {
    () => {
        "fn axis_of(v: M) -> P {
            let mut axis = v;
            let squared = axis.norm_squared();
            let size = squared.sqrt();
            let (modulus, sign) = if axis[0] >= 0.0 { (axis[0], 1.0) } else { (-axis[0], -1.0) };
            let signed = sign * size;
            let factor = (squared + modulus * size) * 2.0;
            axis[0] = axis[0] + signed;
            if factor != 0.0 {
                axis.unscale_mut(factor.sqrt());
                axis.normalize_mut();
                (axis, -signed)
            } else {
                (axis, signed)
            }
        }"
    };
}

/// The orthogonal factor from the axes below the diagonal, column by column.
macro_rules! assembled {
    () => {
        "fn assembled(axes: M, norms: M) -> M {
            let n = axes.nrows();
            let mut q = axes;
            q.fill_with_identity();
            for r in 1..n {
                let i = n - 1 - r;
                let axis = axes.view_range(i + 1.., i..i + 1);
                let sign = norms[i].signum();
                for j in i..n {
                    let part = axis.dot(&q.view_range(i + 1.., j..j + 1)) * (sign * -2.0);
                    q.view_range_mut(i + 1.., j..j + 1).axpy(part, &axis, sign);
                }
            }
            q
        }"
    };
}

pub(super) const READING: &[&str] = &[
    concat!(
        "fn hessenberg(m: M) -> P {",
        axis_of!(),
        assembled!(),
        "let n = m.nrows();
        let (mut h, mut norms) = (m, m.column(0));
        for i in 0..n - 1 {
            let (axis, norm) = axis_of(h.view_range(i + 1.., i..i + 1));
            norms[i] = norm;
            for k in i + 1..n { h[(k, i)] = axis[k - i - 1]; }
            if norm != 0.0 {
                let sign = norm.signum();
                let (mut right, mut work) = (h.view_range(0.., i + 1..), h.column(0));
                right.mul_to(&axis, &mut work);
                right.gerc(sign * -2.0, &work, &axis, sign);
                for j in 0..n - i - 1 {
                    let part = axis.dot(&right.view_range(i + 1.., j..j + 1)) * (sign * -2.0);
                    right.view_range_mut(i + 1.., j..j + 1).axpy(part, &axis, sign);
                    for k in 0..n { h[(k, i + 1 + j)] = right[(k, j)]; }
                }
            }
        }
        let q = assembled(h, norms);
        h.fill_lower_triangle(0.0, 2);
        for i in 0..n - 1 { h[(i + 1, i)] = norms[i].abs(); }
        (q, h) }"
    ),
    concat!(
        "fn symmetric_tridiagonalize(m: M) -> P {",
        axis_of!(),
        assembled!(),
        "let n = m.nrows();
        let (mut t, mut norms) = (m, m.column(0));
        for i in 0..n - 1 {
            let (axis, norm) = axis_of(t.view_range(i + 1.., i..i + 1));
            norms[i] = norm;
            for k in i + 1..n { t[(k, i)] = axis[k - i - 1]; }
            if norm != 0.0 {
                let mut rest = t.view_range(i + 1.., i + 1..);
                let mut p = rest.column(0);
                p.hegemv(2.0, &rest, &axis, 0.0);
                let dot = axis.dot(&p);
                rest.hegerc(-1.0, &p, &axis, 1.0);
                rest.hegerc(-1.0, &axis, &p, 1.0);
                rest.hegerc(dot * 2.0, &axis, &axis, 1.0);
                for j in i + 1..n { for k in i + 1..n { t[(k, j)] = rest[(k - i - 1, j - i - 1)]; } }
            }
        }
        (assembled(t, norms), t.diagonal(), norms.remove_row(n - 1).abs()) }"
    ),
    concat!(
        "fn bidiagonalize(m: M) -> P {",
        axis_of!(),
        "let (rows, cols) = (m.nrows(), m.ncols());
        let (least, upper) = (rows.min(cols), rows >= cols);
        let mut w = m;
        let mut diagonal = if upper { m.row(0).transpose() } else { m.column(0) };
        let mut off = diagonal;
        for step in 0..2 * least - 1 {
            let i = step / 2;
            let shift = step % 2;
            let by_column = if upper { shift == 0 } else { shift == 1 };
            let norm = if by_column {
                let (axis, norm) = axis_of(w.view_range(i + shift.., i..i + 1));
                for k in i + shift..rows { w[(k, i)] = axis[k - i - shift]; }
                if norm != 0.0 {
                    let sign = norm.signum();
                    for j in i + 1..cols {
                        let part = axis.dot(&w.view_range(i + shift.., j..j + 1)) * (sign * -2.0);
                        w.view_range_mut(i + shift.., j..j + 1).axpy(part, &axis, sign);
                    }
                }
                norm
            } else {
                let (axis, norm) = axis_of(w.view_range(i..i + 1, i + shift..).transpose());
                for k in i + shift..cols { w[(i, k)] = axis[k - i - shift]; }
                if i + 1 < rows {
                    if norm != 0.0 {
                        let sign = norm.signum();
                        let mut bottom = w.view_range(i + 1.., i + shift..);
                        let mut work = bottom.column(0);
                        bottom.mul_to(&axis, &mut work);
                        bottom.gerc(sign * -2.0, &work, &axis, sign);
                        for j in i + shift..cols {
                            for k in i + 1..rows { w[(k, j)] = bottom[(k - i - 1, j - i - shift)]; }
                        }
                    }
                }
                norm
            };
            if shift == 0 { diagonal[i] = norm; } else { off[i] = norm; }
        }
        let mut u = if upper { m } else { m * m.transpose() };
        u.fill_with_identity();
        let below = (cols - least).min(1);
        for r in 1..least - below + 1 {
            let i = least - below - r;
            let axis = w.view_range(i + below.., i..i + 1);
            let sign = if upper { diagonal[i].signum() } else { off[i].signum() };
            if axis.norm_squared() != 0.0 {
                for j in i..least {
                    let part = axis.dot(&u.view_range(i + below.., j..j + 1)) * (sign * -2.0);
                    u.view_range_mut(i + below.., j..j + 1).axpy(part, &axis, sign);
                }
            }
        }
        let mut v = if upper { m.tr_mul(&m) } else { m };
        let mut d = if upper { v } else { u };
        v.fill_with_identity();
        d.fill_with_identity();
        let beside = 1 - below;
        for r in 1..least - beside + 1 {
            let i = least - beside - r;
            let axis = w.view_range(i..i + 1, i + beside..).transpose();
            let sign = if upper { off[i].signum() } else { diagonal[i].signum() };
            if axis.norm_squared() != 0.0 {
                let mut part = v.view_range(i.., i + beside..);
                let mut work = part.column(0);
                part.mul_to(&axis, &mut work);
                part.gerc(sign * -2.0, &work, &axis, sign);
                for j in i + beside..cols {
                    for k in i..least { v[(k, j)] = part[(k - i, j - i - beside)]; }
                }
            }
        }
        for i in 0..least { d[(i, i)] = diagonal[i].abs(); }
        for i in 1..least { d[(i - beside, i - below)] = off[i - 1].abs(); }
        (u, d, v, diagonal.abs(), off.remove_row(least - 1).abs()) }"
    ),
    "fn udu(m: M) -> Option<P> {
        let n = m.ncols();
        let (mut u, mut d) = (m, m.column(0));
        for k in 0..u.len() { u[k] = 0.0; }
        for k in 0..n { d[k] = 0.0; }
        d[n - 1] = m[(n - 1, n - 1)];
        if d[n - 1] == 0.0 { return None; }
        u.column_mut(n - 1).axpy(1.0 / d[n - 1], &m.column(n - 1), 0.0);
        for r in 1..n {
            let j = n - 1 - r;
            let mut sum = d[j];
            for k in j + 1..n { sum = sum + d[k] * u[(j, k)].powi(2); }
            d[j] = m[(j, j)] - sum;
            if d[j] == 0.0 { return None; }
            for s in 0..j + 1 {
                let i = j - s;
                let mut sum = u[(i, j)];
                for k in j + 1..n { sum = sum + d[k] * u[(j, k)] * u[(i, k)]; }
                u[(i, j)] = (m[(i, j)] - sum) / d[j];
            }
            u[(j, j)] = 1.0;
        }
        Some((u, d)) }",
];

//! Convolutions of nalgebra, and its methods for lanes of numbers, as Rust code.
//!
//! Source: `src/linalg/convolution.rs` and `src/base/norm.rs` of nalgebra 0.35.0.

pub(super) const READING: &[&str] = &[
    "fn convolve_full(m: M, kernel: M) -> M {
        let (n, count) = (m.len(), kernel.len());
        let mut r = m;
        for k in 1..count { r = r.push(0.0); }
        for k in 0..r.len() { r[k] = 0.0; }
        for i in 0..r.len() {
            let from = if i > n { i - count } else { 0 };
            let to = if i < n - 1 { i } else { n - 1 };
            if from == to {
                r[i] = r[i] + m[from] * kernel[i - from];
            } else {
                for u in from..(to + 1) {
                    if i - u < count { r[i] = r[i] + m[u] * kernel[i - u]; }
                }
            }
        }
        r }",
    "fn convolve_valid(m: M, kernel: M) -> M {
        let mut r = m;
        for k in 1..kernel.len() { r = r.remove_row(0); }
        for i in 0..r.len() {
            let mut sum = 0.0;
            for j in 0..kernel.len() { sum = sum + m[i + j] * kernel[kernel.len() - j - 1]; }
            r[i] = sum;
        }
        r }",
    "fn convolve_same(m: M, kernel: M) -> M {
        let mut r = m;
        for i in 0..m.len() {
            let mut sum = 0.0;
            for j in 0..kernel.len() {
                let e = if i + j < 1 || i + j >= m.len() + 1 { 0.0 } else { m[i + j - 1] };
                sum = sum + e * kernel[kernel.len() - j - 1];
            }
            r[i] = sum;
        }
        r }",
    "fn simd_cap_magnitude(m: M, max: f64) -> M { m.cap_magnitude(max) }",
    "fn simd_unscale(m: M, s: f64) -> M { m.unscale(s) }",
];

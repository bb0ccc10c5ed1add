//! The human heart dipole: the formulas of both parts, every shared product named once.
//!
//! Second and third moments are real and imaginary parts of powers, so that the entries of the
//! columns of `c` and `d` are those of `a` and `b`, turned by a right angle.

use super::fma;

/// The human heart dipole and its 52 entries.
pub fn hhd(x: &[f64; 8], value: &mut [f64; 8], entries: &mut [f64; 52]) {
    let [a, b, c, d, t, u, v, w] = *x;
    let (ts, us, vs, ws) = (t * t, u * u, v * v, w * w);
    let (tv2, uw2) = (2.0 * t * v, 2.0 * u * w);
    let (tsvs, usws) = (ts - vs, us - ws);
    // Real and imaginary parts of the third powers of t + i v and u + i w.
    let (cube_t, cube_v) = (t * fma(-3.0, vs, ts), v * fma(-3.0, ts, vs));
    let (cube_u, cube_w) = (u * fma(-3.0, ws, us), w * fma(-3.0, us, ws));
    // Half the derivatives of the second powers along t, u, times the moments.
    let first = fma(a, t, -(c * v));
    let second = fma(b, u, -(d * w));
    let third = fma(c, t, a * v);
    let fourth = fma(d, u, b * w);
    let fifth = fma(a, tsvs, -(c * tv2));
    let sixth = fma(b, usws, -(d * uw2));
    let seventh = fma(c, tsvs, a * tv2);
    let eighth = fma(d, usws, b * uw2);
    *value = [
        a + b - 0.485,
        c + d + 0.0019,
        first + second + 0.0581,
        third + fourth - 0.015,
        fifth + sixth - 0.105,
        seventh + eighth - 0.0406,
        fma(a, cube_t, fma(c, cube_v, fma(b, cube_u, d * cube_w))) - 0.167,
        fma(c, cube_t, fma(-a, cube_v, fma(d, cube_u, -(b * cube_w)))) + 0.399,
    ];
    // A column to a line: the moments, then the places.
    #[rustfmt::skip]
    let columns = [
        1.0, t, v, tsvs, tv2, cube_t, -cube_v,
        1.0, u, w, usws, uw2, cube_u, -cube_w,
        1.0, -v, t, -tv2, tsvs, cube_v, cube_t,
        1.0, -w, u, -uw2, usws, cube_w, cube_u,
        a, c, 2.0 * first, 2.0 * third, 3.0 * fifth, 3.0 * seventh,
        b, d, 2.0 * second, 2.0 * fourth, 3.0 * sixth, 3.0 * eighth,
        -c, a, -2.0 * third, 2.0 * first, -3.0 * seventh, 3.0 * fifth,
        -d, b, -2.0 * fourth, 2.0 * second, -3.0 * eighth, 3.0 * sixth,
    ];
    *entries = columns;
}

//! The reprojection error: from the image back to the point, so that no matrix is ever formed.
//!
//! With `w` the rotation vector, `A = cos`, `B = sin / |w|`, `C = (1 - cos) / |w|^2` and `g` the
//! gradient of one component with respect to the point seen from the camera:
//!
//! ```text
//! y    = A p + B (w x p) + C (w.p) w + t
//! d/dp = A g + B (g x w) + C (g.w) w                             the rotation transposed
//! d/dw = B (p x g) + C ((w.p) g + (g.w) p)
//!      + (-B (g.p) + B' g.(w x p) + C' (w.p) (g.w)) w            B' = (A - B) / |w|^2, C' likewise
//! ```

use super::{cross, dot, fma};

/// The reprojection error and its 24 entries.
pub fn snavely(x: &[f64; 12], value: &mut [f64; 2], entries: &mut [f64; 24]) {
    let [w0, w1, w2, t0, t1, t2, focal, k1, k2, p0, p1, p2] = *x;
    let (w, p) = ([w0, w1, w2], [p0, p1, p2]);
    let square = dot(w, w);
    let theta = square.sqrt();
    let inverse = 1.0 / square;
    let (sin, cos) = theta.sin_cos();
    // sin / theta, without a second division.
    let b = sin * (theta * inverse);
    let c = (1.0 - cos) * inverse;
    let (b_slope, c_slope) = ((cos - b) * inverse, fma(-2.0, c, b) * inverse);
    let (wxp, wp) = (cross(w, p), dot(w, p));
    let along = c * wp;
    let see = |k: usize, t: f64| fma(cos, p[k], fma(b, wxp[k], fma(along, w[k], t)));
    let y = [see(0, t0), see(1, t1), see(2, t2)];

    let depth = 1.0 / y[2];
    let (u, v) = (-y[0] * depth, -y[1] * depth);
    let r2 = fma(u, u, v * v);
    let d = fma(r2, fma(k2, r2, k1), 1.0);
    let e = 2.0 * fma(2.0 * k2, r2, k1);
    *value = [fma(focal * d, u, 332.65), fma(focal * d, v, -262.09)];
    // The gradients of both components along u and v, and from there along y.
    let scale = -focal * depth;
    let (eu, ev) = (e * u, e * v);
    let (uu, uv, vv) = (fma(eu, u, d), eu * v, fma(ev, v, d));
    let gradients = [
        [scale * uu, scale * uv, scale * fma(uu, u, uv * v)],
        [scale * uv, scale * vv, scale * fma(uv, u, vv * v)],
    ];
    for (row, (g, at)) in gradients.into_iter().zip([u, v]).enumerate() {
        let (gw, gp, pxg, gxw) = (dot(g, w), dot(g, p), cross(p, g), cross(g, w));
        let turn = fma(b_slope, dot(g, wxp), fma(c_slope * wp, gw, -(b * gp)));
        let cgw = c * gw;
        for k in 0..3 {
            let rotated = fma(b, pxg[k], fma(along, g[k], fma(cgw, p[k], turn * w[k])));
            entries[2 * k + row] = rotated;
            entries[6 + 2 * k + row] = g[k];
            entries[18 + 2 * k + row] = fma(cos, g[k], fma(b, gxw[k], cgw * w[k]));
        }
        let bent = focal * at * r2;
        entries[12 + row] = d * at;
        entries[14 + row] = bent;
        entries[16 + row] = bent * r2;
    }
}

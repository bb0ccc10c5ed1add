//! The between factor: the logarithm in closed form, with neither sine nor cosine.
//!
//! With `e = (v, w)` the error quaternion, `n = |v|`, `theta = 2 atan2(n, w)`, `phi = v theta / n`:
//!
//! ```text
//! cot(theta / 2) = w / n          so  W = 1 / theta^2 - w / (2 theta n)
//! rho     = s + (-1/2 [phi] + W [phi]^2) s                    [phi] the matrix of a cross product
//! drho    = J ds + K dphi          J, K three by three
//! dphi    = (theta / n) dv + v (g . de)                       one plane of four, and one direction
//! e       = conj(z) conj(q1) q2:   linear in q2 with the parts of q1 z as weights, signs aside
//! ```

use super::{Vector, cross, dot, fma};

type Quaternion = [f64; 4];
type Matrix = [Vector; 3];

/// The measured rotation and translation.
const Z: Quaternion = [
    0.106_449_259_082_469_9,
    -0.212_898_518_164_939_8,
    0.159_673_888_623_704_82,
    0.958_043_331_742_229,
];
const TZ: Vector = [0.4, -0.3, 0.7];

/// `R(z)^T`, rows first: `v - 2 w (z x v) + 2 z x (z x v)`.
const BACK: Matrix = {
    let [x, y, z, w] = Z;
    let [xx, yy, zz] = [2.0 * x * x, 2.0 * y * y, 2.0 * z * z];
    let [xy, yz, zx] = [2.0 * x * y, 2.0 * y * z, 2.0 * z * x];
    let [wx, wy, wz] = [2.0 * w * x, 2.0 * w * y, 2.0 * w * z];
    [
        [1.0 - yy - zz, xy + wz, zx - wy],
        [xy - wz, 1.0 - zz - xx, yz + wx],
        [zx + wy, yz - wx, 1.0 - xx - yy],
    ]
};

#[inline(always)]
fn apply(m: &Matrix, v: Vector) -> Vector {
    [dot(m[0], v), dot(m[1], v), dot(m[2], v)]
}

/// `conj(p) q`.
#[inline(always)]
fn relative([a, b, c, d]: Quaternion, [x, y, z, w]: Quaternion) -> Quaternion {
    [
        fma(d, x, fma(-w, a, fma(c, y, -(b * z)))),
        fma(d, y, fma(-w, b, fma(a, z, -(c * x)))),
        fma(d, z, fma(-w, c, fma(b, x, -(a * y)))),
        fma(d, w, fma(a, x, fma(b, y, c * z))),
    ]
}

/// The logarithm at the error, and its partials.
struct Logarithm {
    rho: Vector,
    phi: Vector,
    /// `theta / n`.
    scale: f64,
    /// `dphi = scale dv + v (g . de)`.
    g: Quaternion,
    /// `drho / ds`.
    j: Matrix,
    /// `drho / dphi`.
    k: Matrix,
}

#[inline(always)]
fn logarithm(e: Quaternion, s: Vector) -> Logarithm {
    let (v, w) = ([e[0], e[1], e[2]], e[3]);
    let n2 = dot(v, v);
    let n = n2.sqrt();
    let theta = 2.0 * n.atan2(w);
    let m = fma(w, w, n2);
    let (over_n, over_theta, over_m) = (1.0 / n, 1.0 / theta, 1.0 / m);
    let scale = theta * over_n;
    let phi = v.map(|v| v * scale);
    let bend = fma(2.0 * w, over_m, -scale) * over_n * over_n;
    let g = [bend * v[0], bend * v[1], bend * v[2], -2.0 * over_m];

    let square = over_theta * over_theta;
    let cot = 0.5 * w * over_n * over_theta;
    let weight = square - cot;
    // dW / dtheta, over theta.
    let csc = 0.25 * m * (over_n * over_n);
    let slope = square * (fma(-2.0, square, cot) + csc);
    let once = cross(phi, s);
    let twice = cross(phi, once);
    let rho = [0, 1, 2].map(|i| fma(weight, twice[i], fma(-0.5, once[i], s[i])));
    let weighed = phi.map(|phi| weight * phi);
    let (ps, length) = (dot(weighed, s), dot(weighed, phi));
    let h = phi.map(|phi| 0.5 * phi);
    let hs = s.map(|s| 0.5 * s);
    // J = I - 1/2 [phi] + W (phi phi^T - |phi|^2), K as the header says, written out.
    let mut j = [[0.0; 3]; 3];
    let mut k = [[0.0; 3]; 3];
    for a in 0..3 {
        for b in 0..3 {
            j[a][b] = weighed[a] * phi[b];
            let swapped = fma(slope * twice[a], phi[b], -2.0 * (s[a] * weighed[b]));
            k[a][b] = fma(weighed[a], s[b], swapped);
        }
        j[a][a] += 1.0 - length;
        k[a][a] += ps;
    }
    for (a, b, c) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
        // [phi] has -phi_c at (a, b) and phi_c at (b, a).
        j[a][b] += h[c];
        j[b][a] -= h[c];
        k[a][b] -= hs[c];
        k[b][a] += hs[c];
    }
    Logarithm {
        rho,
        phi,
        scale,
        g,
        j,
        k,
    }
}

impl Logarithm {
    /// The derivative of `rho` and `phi` by the error quaternion.
    #[inline(always)]
    fn along(&self, v: Vector, de: Quaternion) -> [f64; 6] {
        let turned = fma(
            self.g[0],
            de[0],
            fma(self.g[1], de[1], fma(self.g[2], de[2], self.g[3] * de[3])),
        );
        let phi = [0, 1, 2].map(|i| fma(self.scale, de[i], v[i] * turned));
        let rho = apply(&self.k, phi);
        [rho[0], rho[1], rho[2], phi[0], phi[1], phi[2]]
    }
}

/// The between factor and its 66 entries.
pub fn se3b(x: &[f64; 14], value: &mut [f64; 6], entries: &mut [f64; 66]) {
    let q1 = [x[0], x[1], x[2], x[3]];
    let q2 = [x[7], x[8], x[9], x[10]];
    let (q, w) = ([x[0], x[1], x[2]], x[3]);
    let d = [x[11] - x[4], x[12] - x[5], x[13] - x[6]];
    let e = relative(Z, relative(q1, q2));
    let v = [e[0], e[1], e[2]];
    // Back into the frame of pose 1: R(q)^T d = d - 2 w (q x d) + 2 q x (q x d).
    let once = cross(q, d).map(|once| 2.0 * once);
    let again = cross(q, once);
    let moved = [0, 1, 2].map(|k| fma(-w, once[k], d[k] + again[k]) - TZ[k]);
    let log = logarithm(e, apply(&BACK, moved));
    value[..3].copy_from_slice(&log.rho);
    value[3..].copy_from_slice(&log.phi);

    // drho / d(moved).
    let outer = [0, 1, 2].map(|a| {
        let row = log.j[a];
        [0, 1, 2].map(|b| {
            fma(
                row[0],
                BACK[0][b],
                fma(row[1], BACK[1][b], row[2] * BACK[2][b]),
            )
        })
    });
    // Translations: the rotation back, as a matrix.
    let [qx, qy, qz] = q;
    let [tx, ty, tz, tw] = [2.0 * qx, 2.0 * qy, 2.0 * qz, 2.0 * w];
    let back = [
        [
            fma(-ty, qy, fma(-tz, qz, 1.0)),
            fma(tx, qy, tw * qz),
            fma(tx, qz, -(tw * qy)),
        ],
        [
            fma(tx, qy, -(tw * qz)),
            fma(-tx, qx, fma(-tz, qz, 1.0)),
            fma(ty, qz, tw * qx),
        ],
        [
            fma(tx, qz, tw * qy),
            fma(ty, qz, -(tw * qx)),
            fma(-tx, qx, fma(-ty, qy, 1.0)),
        ],
    ];
    for b in 0..3 {
        let column = apply(&outer, [back[0][b], back[1][b], back[2][b]]);
        entries[24 + 3 * b..][..3].copy_from_slice(&column.map(|entry| -entry));
        entries[57 + 3 * b..][..3].copy_from_slice(&column);
    }
    // Rotation of pose 2: e = conj(q1 z) q2, the product's parts with their signs.
    let [a, b, c, s] = relative(Z, [-q1[0], -q1[1], -q1[2], q1[3]]);
    let by_second = [[s, c, -b, -a], [-c, s, a, -b], [b, -a, s, -c], [a, b, c, s]];
    for (k, de) in by_second.into_iter().enumerate() {
        entries[33 + 6 * k..][..6].copy_from_slice(&log.along(v, de));
    }
    // Rotation of pose 1: through the error, and through the translation.
    let [a, b, c, s] = q2;
    let conjugated = [[-s, c, -b, a], [-c, -s, a, b], [b, -a, -s, c], [a, b, c, s]];
    // 2 (e_k x (q x d) - w (e_k x d) + q x (e_k x d)), by the rule for double products.
    let qd = dot(q, d);
    let [dx, dy, dz] = d;
    let wd = d.map(|d| w * d);
    let half = [
        [
            fma(qy, dy, qz * dz),
            fma(dx, qy, fma(-2.0 * qx, dy, wd[2])),
            fma(dx, qz, fma(-2.0 * qx, dz, -wd[1])),
        ],
        [
            fma(dy, qx, fma(-2.0 * qy, dx, -wd[2])),
            fma(qz, dz, qx * dx),
            fma(dy, qz, fma(-2.0 * qy, dz, wd[0])),
        ],
        [
            fma(dz, qx, fma(-2.0 * qz, dx, wd[1])),
            fma(dz, qy, fma(-2.0 * qz, dy, -wd[0])),
            qd - qz * dz,
        ],
    ];
    for k in 0..4 {
        let moved = if k < 3 {
            half[k].map(|half| 2.0 * half)
        } else {
            once.map(|once| -once)
        };
        let through = apply(&outer, moved);
        let mut column = log.along(v, relative(Z, conjugated[k]));
        for i in 0..3 {
            column[i] += through[i];
        }
        entries[6 * k..][..6].copy_from_slice(&column);
    }
}

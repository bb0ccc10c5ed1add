//! Euler angles of glam 0.33: the same operations in the same order.
//!
//! Source: `src/euler.rs` of glam 0.33.12, after Ken Shoemake, "Euler angle conversion", Graphics
//! Gems IV, 1994. An order is three axes and three flags here, so that only the orders that
//! a function names are read.

/// The orders: the axes, and whether they are cyclic, whether the first axis is the last one as
/// well, and whether the axes are fixed.
pub(super) const ORDERS: &[&str] = &[
    "const XYZ: $V = $V { i: 0, j: 1, k: 2, even: true, repeated: false, fixed: true };",
    "const XYX: $V = $V { i: 0, j: 1, k: 2, even: true, repeated: true, fixed: true };",
    "const XZY: $V = $V { i: 0, j: 2, k: 1, even: false, repeated: false, fixed: true };",
    "const XZX: $V = $V { i: 0, j: 2, k: 1, even: false, repeated: true, fixed: true };",
    "const YZX: $V = $V { i: 1, j: 2, k: 0, even: true, repeated: false, fixed: true };",
    "const YZY: $V = $V { i: 1, j: 2, k: 0, even: true, repeated: true, fixed: true };",
    "const YXZ: $V = $V { i: 1, j: 0, k: 2, even: false, repeated: false, fixed: true };",
    "const YXY: $V = $V { i: 1, j: 0, k: 2, even: false, repeated: true, fixed: true };",
    "const ZXY: $V = $V { i: 2, j: 0, k: 1, even: true, repeated: false, fixed: true };",
    "const ZXZ: $V = $V { i: 2, j: 0, k: 1, even: true, repeated: true, fixed: true };",
    "const ZYX: $V = $V { i: 2, j: 1, k: 0, even: false, repeated: false, fixed: true };",
    "const ZYZ: $V = $V { i: 2, j: 1, k: 0, even: false, repeated: true, fixed: true };",
    "const ZYXEx: $V = $V { i: 0, j: 1, k: 2, even: true, repeated: false, fixed: false };",
    "const XYXEx: $V = $V { i: 0, j: 1, k: 2, even: true, repeated: true, fixed: false };",
    "const YZXEx: $V = $V { i: 0, j: 2, k: 1, even: false, repeated: false, fixed: false };",
    "const XZXEx: $V = $V { i: 0, j: 2, k: 1, even: false, repeated: true, fixed: false };",
    "const XZYEx: $V = $V { i: 1, j: 2, k: 0, even: true, repeated: false, fixed: false };",
    "const YZYEx: $V = $V { i: 1, j: 2, k: 0, even: true, repeated: true, fixed: false };",
    "const ZXYEx: $V = $V { i: 1, j: 0, k: 2, even: false, repeated: false, fixed: false };",
    "const YXYEx: $V = $V { i: 1, j: 0, k: 2, even: false, repeated: true, fixed: false };",
    "const YXZEx: $V = $V { i: 2, j: 0, k: 1, even: true, repeated: false, fixed: false };",
    "const ZXZEx: $V = $V { i: 2, j: 0, k: 1, even: true, repeated: true, fixed: false };",
    "const XYZEx: $V = $V { i: 2, j: 1, k: 0, even: false, repeated: false, fixed: false };",
    "const ZYZEx: $V = $V { i: 2, j: 1, k: 0, even: false, repeated: true, fixed: false };",
];

pub(super) const MATRIX3: &[&str] = &[
    "fn from_euler(order: EulerRot, a: $S, b: $S, c: $S) -> $V {
        let (x, y, z) = if order.fixed { (a, b, c) } else { (c, b, a) };
        let (x, y, z) = if order.even { (-x, -y, -z) } else { (x, y, z) };
        let (si, ci) = x.sin_cos();
        let (sj, cj) = y.sin_cos();
        let (sh, ch) = z.sin_cos();
        let (cc, cs, sc, ss) = (ci * ch, ci * sh, si * ch, si * sh);
        let (i, j, k) = (order.i, order.j, order.k);
        let mut m = [[0.0; 3]; 3];
        if order.repeated {
            m[i][i] = cj;
            m[i][j] = sj * si;
            m[i][k] = sj * ci;
            m[j][i] = sj * sh;
            m[j][j] = -cj * ss + cc;
            m[j][k] = -cj * cs - sc;
            m[k][i] = -sj * ch;
            m[k][j] = cj * sc + cs;
            m[k][k] = cj * cc - ss;
        } else {
            m[i][i] = cj * ch;
            m[i][j] = sj * sc - cs;
            m[i][k] = sj * cc + ss;
            m[j][i] = cj * sh;
            m[j][j] = sj * ss + cc;
            m[j][k] = sj * cs - sc;
            m[k][i] = -sj;
            m[k][j] = cj * si;
            m[k][k] = cj * ci;
        }
        $V::from_cols_array_2d(&m) }",
    "fn to_euler(self, order: EulerRot) -> ($S, $S, $S) {
        let m = self.to_cols_array_2d();
        let (i, j, k) = (order.i, order.j, order.k);
        let (x, y, z) = if order.repeated {
            let sy = (m[i][j] * m[i][j] + m[i][k] * m[i][k]).sqrt();
            let y = sy.atan2(m[i][i]);
            if sy > 16.0 * $S::EPSILON {
                (m[i][j].atan2(m[i][k]), y, m[j][i].atan2(-m[k][i]))
            } else {
                ((-m[j][k]).atan2(m[j][j]), y, 0.0)
            }
        } else {
            let cy = (m[i][i] * m[i][i] + m[j][i] * m[j][i]).sqrt();
            let y = (-m[k][i]).atan2(cy);
            if cy > 16.0 * $S::EPSILON {
                (m[k][j].atan2(m[k][k]), y, m[j][i].atan2(m[i][i]))
            } else {
                ((-m[j][k]).atan2(m[j][j]), y, 0.0)
            }
        };
        let (x, y, z) = if order.even { (-x, -y, -z) } else { (x, y, z) };
        if order.fixed { (x, y, z) } else { (z, y, x) } }",
];

pub(super) const MATRIX4: &[&str] = &[
    "fn from_euler(order: EulerRot, a: $S, b: $S, c: $S) -> $V {
        $V::from_mat3($Mat3::from_euler(order, a, b, c)) }",
    "fn to_euler(self, order: EulerRot) -> ($S, $S, $S) { $Mat3::from_mat4(self).to_euler(order) }",
];

pub(super) const QUATERNION: &[&str] = &[
    "fn from_euler(order: EulerRot, a: $S, b: $S, c: $S) -> $V {
        let (x, y, z) = if order.fixed { (a, b, c) } else { (c, b, a) };
        let y = if order.even { -y } else { y };
        let (si, ci) = (x * 0.5).sin_cos();
        let (sj, cj) = (y * 0.5).sin_cos();
        let (sh, ch) = (z * 0.5).sin_cos();
        let (cc, cs, sc, ss) = (ci * ch, ci * sh, si * ch, si * sh);
        let (i, j, k) = (order.i, order.j, order.k);
        let mut a = [0.0; 4];
        if order.repeated {
            a[i] = cj * (cs + sc);
            let v = sj * (cc + ss);
            a[j] = if order.even { -v } else { v };
            a[k] = sj * (cs - sc);
            a[3] = cj * (cc - ss);
        } else {
            a[i] = cj * sc - sj * cs;
            let v = cj * ss + sj * cc;
            a[j] = if order.even { -v } else { v };
            a[k] = cj * cs - sj * sc;
            a[3] = cj * cc + sj * ss;
        }
        $V { x: a[0], y: a[1], z: a[2], w: a[3] } }",
    "fn to_euler(self, order: EulerRot) -> ($S, $S, $S) { $Mat3::from_quat(self).to_euler(order) }",
];

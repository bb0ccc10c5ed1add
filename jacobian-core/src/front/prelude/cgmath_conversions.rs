//! Conversions, indices and interpolations of cgmath 0.18, `src/matrix.rs`, `vector.rs` and
//! `quaternion.rs`. Quaternions of matrices are not known.

pub(super) const INDEXED2: &[&str] = &[
    "impl Index<usize> for $V { fn index(&self, i: usize) -> &$I {
        match i { 0 => &self.x, 1 => &self.y, _ => panic!(\"index out of bounds\") } } }",
    "impl IndexMut<usize> for $V { fn index_mut(&mut self, i: usize) -> &mut $I {
        match i { 0 => &mut self.x, 1 => &mut self.y, _ => panic!(\"index out of bounds\") } } }",
];

pub(super) const INDEXED3: &[&str] = &[
    "impl Index<usize> for $V { fn index(&self, i: usize) -> &$I {
        match i { 0 => &self.x, 1 => &self.y, 2 => &self.z, _ => panic!(\"index out of bounds\") } } }",
    "impl IndexMut<usize> for $V { fn index_mut(&mut self, i: usize) -> &mut $I {
        match i { 0 => &mut self.x, 1 => &mut self.y, 2 => &mut self.z, _ => panic!(\"index out of bounds\") } } }",
];

pub(super) const INDEXED4: &[&str] = &[
    "impl Index<usize> for $V { fn index(&self, i: usize) -> &$I {
        match i { 0 => &self.x, 1 => &self.y, 2 => &self.z, 3 => &self.w, _ => panic!(\"index out of bounds\") } } }",
    "impl IndexMut<usize> for $V { fn index_mut(&mut self, i: usize) -> &mut $I {
        match i { 0 => &mut self.x, 1 => &mut self.y, 2 => &mut self.z, 3 => &mut self.w, _ => panic!(\"index out of bounds\") } } }",
];

pub(super) const INTO_MATRIX3: &[&str] = &[
    "impl From<Matrix2> for Matrix3 { fn from(m: Matrix2) -> Matrix3 { Matrix3::new(
        m.x.x, m.x.y, 0.0, m.y.x, m.y.y, 0.0, 0.0, 0.0, 1.0) } }",
    "impl From<Quaternion> for Matrix3 { fn from(q: Quaternion) -> Matrix3 {
        let (x2, y2, z2) = (q.v.x + q.v.x, q.v.y + q.v.y, q.v.z + q.v.z);
        let (xx, xy, xz) = (x2 * q.v.x, x2 * q.v.y, x2 * q.v.z);
        let (yy, yz, zz) = (y2 * q.v.y, y2 * q.v.z, z2 * q.v.z);
        let (sx, sy, sz) = (x2 * q.s, y2 * q.s, z2 * q.s);
        Matrix3::new(
            1.0 - yy - zz, xy + sz, xz - sy,
            xy - sz, 1.0 - xx - zz, yz + sx,
            xz + sy, yz - sx, 1.0 - xx - yy,
        ) } }",
];

pub(super) const INTO_MATRIX4: &[&str] = &[
    "impl From<Matrix2> for Matrix4 { fn from(m: Matrix2) -> Matrix4 { Matrix4::new(
        m.x.x, m.x.y, 0.0, 0.0, m.y.x, m.y.y, 0.0, 0.0,
        0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0) } }",
    "impl From<Matrix3> for Matrix4 { fn from(m: Matrix3) -> Matrix4 { Matrix4::new(
        m.x.x, m.x.y, m.x.z, 0.0, m.y.x, m.y.y, m.y.z, 0.0,
        m.z.x, m.z.y, m.z.z, 0.0, 0.0, 0.0, 0.0, 1.0) } }",
    "impl From<Quaternion> for Matrix4 { fn from(q: Quaternion) -> Matrix4 {
        let (x2, y2, z2) = (q.v.x + q.v.x, q.v.y + q.v.y, q.v.z + q.v.z);
        let (xx, xy, xz) = (x2 * q.v.x, x2 * q.v.y, x2 * q.v.z);
        let (yy, yz, zz) = (y2 * q.v.y, y2 * q.v.z, z2 * q.v.z);
        let (sx, sy, sz) = (x2 * q.s, y2 * q.s, z2 * q.s);
        Matrix4::new(
            1.0 - yy - zz, xy + sz, xz - sy, 0.0,
            xy - sz, 1.0 - xx - zz, yz + sx, 0.0,
            xz + sy, yz - sx, 1.0 - xx - yy, 0.0,
            0.0, 0.0, 0.0, 1.0,
        ) } }",
];

pub(super) const BETWEEN: &[&str] = &[
    "fn nlerp(self, o: Quaternion, amount: $S) -> Quaternion {
        let o = if self.dot(o) < 0.0 { o.neg() } else { o };
        self.mul(1.0 - amount).add(o.mul(amount)).normalize() }",
    "fn slerp(self, o: Quaternion, amount: $S) -> Quaternion {
        let along = self.dot(o);
        let o = if along < 0.0 { o.neg() } else { o };
        let along = if along < 0.0 { -along } else { along };
        if along > 0.9995 {
            self.nlerp(o, amount)
        } else {
            let theta = along.min(1.0).max(-1.0).acos();
            let (a, b) = ((theta * (1.0 - amount)).sin(), (theta * amount).sin());
            self.mul(a).add(o.mul(b)).normalize()
        } }",
];

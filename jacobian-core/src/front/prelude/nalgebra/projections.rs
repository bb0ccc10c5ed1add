//! Perspective and orthographic projections.
//!
//! Source of each formula: `src/geometry/perspective.rs` and `orthographic.rs` of nalgebra 0.35.
//! Its assertions compare by `relative_eq!` with the default tolerances of the crate approx.

/// Methods of both.
pub(super) const ALL: &[&str] = &[
    "fn from_matrix_unchecked(matrix: Matrix4<$S>) -> $V { $V { matrix } }",
    "fn to_projective(&self) -> Projective3 { Projective3 { matrix: self.matrix } }",
    "fn as_projective(&self) -> Projective3 { Projective3 { matrix: self.matrix } }",
    "fn into_inner(self) -> Matrix4<$S> { self.matrix }",
    "fn to_homogeneous(self) -> Matrix4<$S> { self.matrix }",
    "fn as_matrix(&self) -> Matrix4<$S> { self.matrix }",
    "fn set_znear(&mut self, znear: $S) { self.set_znear_and_zfar(znear, self.zfar()); }",
    "fn set_zfar(&mut self, zfar: $S) { self.set_znear_and_zfar(self.znear(), zfar); }",
];

pub(super) const PERSPECTIVE: &[&str] = &[
    "fn new(aspect: $S, fovy: $S, znear: $S, zfar: $S) -> $V {
        let (d, larger) = ((zfar - znear).abs(), zfar.abs().max(znear.abs()));
        assert!(
            zfar != znear && (larger == $S::INFINITY || !(d <= $S::EPSILON || d <= larger * $S::EPSILON)),
            \"The near-plane and far-plane must not be superimposed.\");
        let mut p = $V { matrix: Matrix4::identity() };
        p.set_fovy(fovy);
        p.set_aspect(aspect);
        p.set_znear_and_zfar(znear, zfar);
        p.matrix[(3, 3)] = 0.0;
        p.matrix[(3, 2)] = -1.0;
        p }",
    "fn inverse(&self) -> Matrix4<$S> {
        let m = self.matrix;
        let mut r = m;
        r[(0, 0)] = 1.0 / m[(0, 0)];
        r[(1, 1)] = 1.0 / m[(1, 1)];
        r[(2, 2)] = 0.0;
        r[(2, 3)] = 1.0 / m[(3, 2)];
        r[(3, 2)] = 1.0 / m[(2, 3)];
        r[(3, 3)] = -m[(2, 2)] / (m[(2, 3)] * m[(3, 2)]);
        r }",
    "fn aspect(&self) -> $S { self.matrix[(1, 1)] / self.matrix[(0, 0)] }",
    "fn fovy(&self) -> $S { (1.0 / self.matrix[(1, 1)]).atan() * 2.0 }",
    "fn znear(&self) -> $S {
        let ratio = (-self.matrix[(2, 2)] + 1.0) / (-self.matrix[(2, 2)] - 1.0);
        self.matrix[(2, 3)] / (ratio * 2.0) - self.matrix[(2, 3)] / 2.0 }",
    "fn zfar(&self) -> $S {
        let ratio = (-self.matrix[(2, 2)] + 1.0) / (-self.matrix[(2, 2)] - 1.0);
        (self.matrix[(2, 3)] - ratio * self.matrix[(2, 3)]) / 2.0 }",
    "fn project_point(&self, p: Point3) -> Point3 {
        let (m, c) = (self.matrix, p.coords);
        let k = -1.0 / c[2];
        let z = (m[(2, 2)] * c[2] + m[(2, 3)]) * k;
        Point3 { coords: Vector3::new(m[(0, 0)] * c[0] * k, m[(1, 1)] * c[1] * k, z) } }",
    "fn unproject_point(&self, p: Point3) -> Point3 {
        let (m, c) = (self.matrix, p.coords);
        let k = m[(2, 3)] / (c[2] + m[(2, 2)]);
        Point3 { coords: Vector3::new(c[0] * k / m[(0, 0)], c[1] * k / m[(1, 1)], -k) } }",
    "fn project_vector(&self, p: Vector3<$S>) -> Vector3<$S> {
        let m = self.matrix;
        let k = -1.0 / p[2];
        Vector3::new(m[(0, 0)] * p[0] * k, m[(1, 1)] * p[1] * k, m[(2, 2)]) }",
    "fn set_aspect(&mut self, aspect: $S) {
        assert!(!(aspect.abs() <= $S::EPSILON), \"The aspect ratio must not be zero.\");
        self.matrix[(0, 0)] = self.matrix[(1, 1)] / aspect; }",
    "fn set_fovy(&mut self, fovy: $S) {
        let before = self.matrix[(1, 1)];
        let now = 1.0 / (fovy / 2.0).tan();
        self.matrix[(1, 1)] = now;
        self.matrix[(0, 0)] = self.matrix[(0, 0)] * (now / before); }",
    "fn set_znear_and_zfar(&mut self, znear: $S, zfar: $S) {
        self.matrix[(2, 2)] = (zfar + znear) / (znear - zfar);
        self.matrix[(2, 3)] = zfar * znear * 2.0 / (znear - zfar); }",
];

pub(super) const ORTHOGRAPHIC: &[&str] = &[
    "fn new(left: $S, right: $S, bottom: $S, top: $S, znear: $S, zfar: $S) -> $V {
        let mut p = $V { matrix: Matrix4::identity() };
        p.set_left_and_right(left, right);
        p.set_bottom_and_top(bottom, top);
        p.set_znear_and_zfar(znear, zfar);
        p }",
    "fn from_fov(aspect: $S, vfov: $S, znear: $S, zfar: $S) -> $V {
        assert!(znear != zfar, \"The far plane must not be equal to the near plane.\");
        assert!(!(aspect.abs() <= $S::EPSILON), \"The aspect ratio must not be zero.\");
        let width = zfar * (vfov * 0.5).tan();
        let height = width / aspect;
        $V::new(-width * 0.5, width * 0.5, -height * 0.5, height * 0.5, znear, zfar) }",
    "fn inverse(&self) -> Matrix4<$S> {
        let m = self.matrix;
        let (a, b, c) = (1.0 / m[(0, 0)], 1.0 / m[(1, 1)], 1.0 / m[(2, 2)]);
        let mut r = m;
        r[(0, 0)] = a;
        r[(1, 1)] = b;
        r[(2, 2)] = c;
        r[(0, 3)] = -m[(0, 3)] * a;
        r[(1, 3)] = -m[(1, 3)] * b;
        r[(2, 3)] = -m[(2, 3)] * c;
        r }",
    "fn left(&self) -> $S { (-1.0 - self.matrix[(0, 3)]) / self.matrix[(0, 0)] }",
    "fn right(&self) -> $S { (1.0 - self.matrix[(0, 3)]) / self.matrix[(0, 0)] }",
    "fn bottom(&self) -> $S { (-1.0 - self.matrix[(1, 3)]) / self.matrix[(1, 1)] }",
    "fn top(&self) -> $S { (1.0 - self.matrix[(1, 3)]) / self.matrix[(1, 1)] }",
    "fn znear(&self) -> $S { (1.0 + self.matrix[(2, 3)]) / self.matrix[(2, 2)] }",
    "fn zfar(&self) -> $S { (-1.0 + self.matrix[(2, 3)]) / self.matrix[(2, 2)] }",
    "fn project_point(&self, p: Point3) -> Point3 {
        let (m, c) = (self.matrix, p.coords);
        let (x, y) = (m[(0, 0)] * c[0] + m[(0, 3)], m[(1, 1)] * c[1] + m[(1, 3)]);
        Point3 { coords: Vector3::new(x, y, m[(2, 2)] * c[2] + m[(2, 3)]) } }",
    "fn unproject_point(&self, p: Point3) -> Point3 {
        let (m, c) = (self.matrix, p.coords);
        let (x, y) = ((c[0] - m[(0, 3)]) / m[(0, 0)], (c[1] - m[(1, 3)]) / m[(1, 1)]);
        Point3 { coords: Vector3::new(x, y, (c[2] - m[(2, 3)]) / m[(2, 2)]) } }",
    "fn project_vector(&self, p: Vector3<$S>) -> Vector3<$S> {
        let m = self.matrix;
        Vector3::new(m[(0, 0)] * p[0], m[(1, 1)] * p[1], m[(2, 2)] * p[2]) }",
    "fn set_left(&mut self, left: $S) { self.set_left_and_right(left, self.right()); }",
    "fn set_right(&mut self, right: $S) { self.set_left_and_right(self.left(), right); }",
    "fn set_bottom(&mut self, bottom: $S) { self.set_bottom_and_top(bottom, self.top()); }",
    "fn set_top(&mut self, top: $S) { self.set_bottom_and_top(self.bottom(), top); }",
    "fn set_left_and_right(&mut self, left: $S, right: $S) {
        assert!(left != right, \"The left corner must not be equal to the right corner.\");
        self.matrix[(0, 0)] = 2.0 / (right - left);
        self.matrix[(0, 3)] = -(right + left) / (right - left); }",
    "fn set_bottom_and_top(&mut self, bottom: $S, top: $S) {
        assert!(bottom != top, \"The top corner must not be equal to the bottom corner.\");
        self.matrix[(1, 1)] = 2.0 / (top - bottom);
        self.matrix[(1, 3)] = -(top + bottom) / (top - bottom); }",
    "fn set_znear_and_zfar(&mut self, znear: $S, zfar: $S) {
        assert!(zfar != znear, \"The near-plane and far-plane must not be superimposed.\");
        self.matrix[(2, 2)] = -2.0 / (zfar - znear);
        self.matrix[(2, 3)] = -(zfar + znear) / (zfar - znear); }",
];

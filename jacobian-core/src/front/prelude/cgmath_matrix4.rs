//! The homogeneous matrices of cgmath 0.18, `src/matrix.rs`. `determinant` and `invert` are not
//! known.

pub(super) const MATRIX4: &[&str] = &[
    "fn new(a: $S, b: $S, c: $S, d: $S, e: $S, f: $S, g: $S, h: $S,
        i: $S, j: $S, k: $S, l: $S, m: $S, n: $S, o: $S, p: $S) -> Matrix4 { Matrix4 {
        x: Vector4 { x: a, y: b, z: c, w: d }, y: Vector4 { x: e, y: f, z: g, w: h },
        z: Vector4 { x: i, y: j, z: k, w: l }, w: Vector4 { x: m, y: n, z: o, w: p },
    } }",
    "fn identity() -> Matrix4 { Matrix4::from_nonuniform_scale(1.0, 1.0, 1.0) }",
    "fn from_translation(v: Vector3) -> Matrix4 { Matrix4::new(
        1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, v.x, v.y, v.z, 1.0) }",
    "fn from_scale(k: $S) -> Matrix4 { Matrix4::from_nonuniform_scale(k, k, k) }",
    "fn from_nonuniform_scale(x: $S, y: $S, z: $S) -> Matrix4 { Matrix4::new(
        x, 0.0, 0.0, 0.0, 0.0, y, 0.0, 0.0, 0.0, 0.0, z, 0.0, 0.0, 0.0, 0.0, 1.0) }",
    "fn look_to_rh(eye: Point3, dir: Vector3, up: Vector3) -> Matrix4 {
        let f = dir.normalize();
        let s = f.cross(up).normalize();
        let u = s.cross(f);
        Matrix4::new(
            s.x, u.x, -f.x, 0.0, s.y, u.y, -f.y, 0.0, s.z, u.z, -f.z, 0.0,
            -eye.dot(s), -eye.dot(u), eye.dot(f), 1.0,
        ) }",
    "fn look_to_lh(eye: Point3, dir: Vector3, up: Vector3) -> Matrix4 {
        Matrix4::look_to_rh(eye, dir.neg(), up) }",
    "fn look_at_rh(eye: Point3, center: Point3, up: Vector3) -> Matrix4 {
        Matrix4::look_to_rh(eye, center.sub(eye), up) }",
    "fn look_at_lh(eye: Point3, center: Point3, up: Vector3) -> Matrix4 {
        Matrix4::look_to_lh(eye, center.sub(eye), up) }",
    "fn turn_x(angle: $S) -> Matrix4 {
        let (s, c) = angle.sin_cos();
        Matrix4::new(
            1.0, 0.0, 0.0, 0.0, 0.0, c, s, 0.0, 0.0, -s, c, 0.0, 0.0, 0.0, 0.0, 1.0) }",
    "fn turn_y(angle: $S) -> Matrix4 {
        let (s, c) = angle.sin_cos();
        Matrix4::new(
            c, 0.0, -s, 0.0, 0.0, 1.0, 0.0, 0.0, s, 0.0, c, 0.0, 0.0, 0.0, 0.0, 1.0) }",
    "fn turn_z(angle: $S) -> Matrix4 {
        let (s, c) = angle.sin_cos();
        Matrix4::new(
            c, s, 0.0, 0.0, -s, c, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0) }",
    "fn turn(a: Vector3, angle: $S) -> Matrix4 {
        let (s, c) = angle.sin_cos();
        let k = 1.0 - c;
        Matrix4::new(
            k * a.x * a.x + c, k * a.x * a.y + s * a.z, k * a.x * a.z - s * a.y, 0.0,
            k * a.x * a.y - s * a.z, k * a.y * a.y + c, k * a.y * a.z + s * a.x, 0.0,
            k * a.x * a.z + s * a.y, k * a.y * a.z - s * a.x, k * a.z * a.z + c, 0.0,
            0.0, 0.0, 0.0, 1.0,
        ) }",
    "fn from_angle_x(a: Rad) -> Matrix4 { Matrix4::turn_x(a.radians()) }",
    "fn from_angle_x(a: Deg) -> Matrix4 { Matrix4::turn_x(a.radians()) }",
    "fn from_angle_y(a: Rad) -> Matrix4 { Matrix4::turn_y(a.radians()) }",
    "fn from_angle_y(a: Deg) -> Matrix4 { Matrix4::turn_y(a.radians()) }",
    "fn from_angle_z(a: Rad) -> Matrix4 { Matrix4::turn_z(a.radians()) }",
    "fn from_angle_z(a: Deg) -> Matrix4 { Matrix4::turn_z(a.radians()) }",
    "fn from_axis_angle(axis: Vector3, a: Rad) -> Matrix4 { Matrix4::turn(axis, a.radians()) }",
    "fn from_axis_angle(axis: Vector3, a: Deg) -> Matrix4 { Matrix4::turn(axis, a.radians()) }",
    "fn transpose(&self) -> Matrix4 { Matrix4::new(
        self.x.x, self.y.x, self.z.x, self.w.x, self.x.y, self.y.y, self.z.y, self.w.y,
        self.x.z, self.y.z, self.z.z, self.w.z, self.x.w, self.y.w, self.z.w, self.w.w) }",
    "fn trace(&self) -> $S { self.x.x + self.y.y + self.z.z + self.w.w }",
    "fn transform_vector(&self, o: Vector3) -> Vector3 { self.mul(o.extend(0.0)).truncate() }",
    "fn transform_point(&self, o: Point3) -> Point3 {
        Point3::from_homogeneous(self.mul(o.to_homogeneous())) }",
];

pub(super) const HOMOGENEOUS_POINT: &[&str] = &[
    "fn to_homogeneous(self) -> Vector4 { Vector4 { x: self.x, y: self.y, z: self.z, w: 1.0 } }",
    "fn from_homogeneous(v: Vector4) -> Point3 {
        let k = 1.0 / v.w;
        Point3 { x: v.x * k, y: v.y * k, z: v.z * k } }",
];

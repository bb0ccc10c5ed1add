//! Matrices of four columns of glam 0.33: the same operations in the same order.
//!
//! Source of each formula: `src/f64/dmat4.rs` of glam 0.33.12.

pub(super) const MATRIX4: &[&str] = &[
    "const IDENTITY: $V = $V {
        x_axis: $C { x: 1.0, y: 0.0, z: 0.0, w: 0.0 },
        y_axis: $C { x: 0.0, y: 1.0, z: 0.0, w: 0.0 },
        z_axis: $C { x: 0.0, y: 0.0, z: 1.0, w: 0.0 },
        w_axis: $C { x: 0.0, y: 0.0, z: 0.0, w: 1.0 },
    };",
    "impl Default for $V { fn default() -> $V { $V {
        x_axis: $C { x: 1.0, y: 0.0, z: 0.0, w: 0.0 },
        y_axis: $C { x: 0.0, y: 1.0, z: 0.0, w: 0.0 },
        z_axis: $C { x: 0.0, y: 0.0, z: 1.0, w: 0.0 },
        w_axis: $C { x: 0.0, y: 0.0, z: 0.0, w: 1.0 },
    } } }",
    "impl Mul<$V> for $V { fn mul(self, o: $V) -> $V { $V { $($x: self.mul_vec4(o.$x)),* } } }",
    "impl MulAssign<$V> for $V { fn mul_assign(&mut self, o: $V) {
        let m = *self;
        *self = $V { $($x: m.mul_vec4(o.$x)),* }; } }",
    "fn mul_mat4(self, o: &$V) -> $V { $V { $($x: self.mul_vec4(o.$x)),* } }",
    "fn mul_vec4(self, o: $C) -> $C { $C { $[$y: $(self.$x.$y * o.$i) +*],* } }",
    "fn mul_transpose_vec4(self, o: $C) -> $C { $C { $($i: self.$x.dot(o)),* } }",
    "fn from_cols_array(m: &[$S; 16]) -> $V { $V {
        x_axis: $C { x: m[0], y: m[1], z: m[2], w: m[3] },
        y_axis: $C { x: m[4], y: m[5], z: m[6], w: m[7] },
        z_axis: $C { x: m[8], y: m[9], z: m[10], w: m[11] },
        w_axis: $C { x: m[12], y: m[13], z: m[14], w: m[15] },
    } }",
    "fn from_cols_array_2d(m: &[[$S; 4]; 4]) -> $V { $V {
        x_axis: $C { x: m[0][0], y: m[0][1], z: m[0][2], w: m[0][3] },
        y_axis: $C { x: m[1][0], y: m[1][1], z: m[1][2], w: m[1][3] },
        z_axis: $C { x: m[2][0], y: m[2][1], z: m[2][2], w: m[2][3] },
        w_axis: $C { x: m[3][0], y: m[3][1], z: m[3][2], w: m[3][3] },
    } }",
    "fn from_diagonal(d: $C) -> $V { $V {
        x_axis: $C { x: d.x, y: 0.0, z: 0.0, w: 0.0 },
        y_axis: $C { x: 0.0, y: d.y, z: 0.0, w: 0.0 },
        z_axis: $C { x: 0.0, y: 0.0, z: d.z, w: 0.0 },
        w_axis: $C { x: 0.0, y: 0.0, z: 0.0, w: d.w },
    } }",
    "fn with_axes(m: $Mat3, t: $Vec3) -> $V { $V {
        x_axis: $C { x: m.x_axis.x, y: m.x_axis.y, z: m.x_axis.z, w: 0.0 },
        y_axis: $C { x: m.y_axis.x, y: m.y_axis.y, z: m.y_axis.z, w: 0.0 },
        z_axis: $C { x: m.z_axis.x, y: m.z_axis.y, z: m.z_axis.z, w: 0.0 },
        w_axis: $C { x: t.x, y: t.y, z: t.z, w: 1.0 },
    } }",
    "fn from_mat3(m: $Mat3) -> $V { $V::with_axes(m, $Vec3 { x: 0.0, y: 0.0, z: 0.0 }) }",
    "fn from_mat3_translation(m: $Mat3, t: $Vec3) -> $V { $V::with_axes(m, t) }",
    "fn from_quat(q: $Quat) -> $V {
        $V::with_axes($Mat3::from_quat(q), $Vec3 { x: 0.0, y: 0.0, z: 0.0 }) }",
    "fn from_rotation_translation(q: $Quat, t: $Vec3) -> $V {
        $V::with_axes($Mat3::from_quat(q), t) }",
    "fn from_scale_rotation_translation(s: $Vec3, q: $Quat, t: $Vec3) -> $V {
        let m = $Mat3::from_quat(q);
        $V {
            x_axis: $C { x: m.x_axis.x * s.x, y: m.x_axis.y * s.x, z: m.x_axis.z * s.x, w: 0.0 * s.x },
            y_axis: $C { x: m.y_axis.x * s.y, y: m.y_axis.y * s.y, z: m.y_axis.z * s.y, w: 0.0 * s.y },
            z_axis: $C { x: m.z_axis.x * s.z, y: m.z_axis.y * s.z, z: m.z_axis.z * s.z, w: 0.0 * s.z },
            w_axis: $C { x: t.x, y: t.y, z: t.z, w: 1.0 },
        } }",
    "fn from_axis_angle(axis: $Vec3, angle: $S) -> $V {
        $V::with_axes($Mat3::from_axis_angle(axis, angle), $Vec3 { x: 0.0, y: 0.0, z: 0.0 }) }",
    "fn from_rotation_x(angle: $S) -> $V {
        $V::with_axes($Mat3::from_rotation_x(angle), $Vec3 { x: 0.0, y: 0.0, z: 0.0 }) }",
    "fn from_rotation_y(angle: $S) -> $V {
        $V::with_axes($Mat3::from_rotation_y(angle), $Vec3 { x: 0.0, y: 0.0, z: 0.0 }) }",
    "fn from_rotation_z(angle: $S) -> $V {
        $V::with_axes($Mat3::from_rotation_z(angle), $Vec3 { x: 0.0, y: 0.0, z: 0.0 }) }",
    "fn from_translation(t: $Vec3) -> $V { $V {
        x_axis: $C { x: 1.0, y: 0.0, z: 0.0, w: 0.0 },
        y_axis: $C { x: 0.0, y: 1.0, z: 0.0, w: 0.0 },
        z_axis: $C { x: 0.0, y: 0.0, z: 1.0, w: 0.0 },
        w_axis: $C { x: t.x, y: t.y, z: t.z, w: 1.0 },
    } }",
    "fn from_scale(s: $Vec3) -> $V { $V {
        x_axis: $C { x: s.x, y: 0.0, z: 0.0, w: 0.0 },
        y_axis: $C { x: 0.0, y: s.y, z: 0.0, w: 0.0 },
        z_axis: $C { x: 0.0, y: 0.0, z: s.z, w: 0.0 },
        w_axis: $C { x: 0.0, y: 0.0, z: 0.0, w: 1.0 },
    } }",
    "fn col(self, index: usize) -> $C {
        match index {
            0 => self.x_axis,
            1 => self.y_axis,
            2 => self.z_axis,
            3 => self.w_axis,
            _ => panic!(\"index out of bounds\"),
        } }",
    "fn row(self, index: usize) -> $C {
        match index {
            0 => $C { x: self.x_axis.x, y: self.y_axis.x, z: self.z_axis.x, w: self.w_axis.x },
            1 => $C { x: self.x_axis.y, y: self.y_axis.y, z: self.z_axis.y, w: self.w_axis.y },
            2 => $C { x: self.x_axis.z, y: self.y_axis.z, z: self.z_axis.z, w: self.w_axis.z },
            3 => $C { x: self.x_axis.w, y: self.y_axis.w, z: self.z_axis.w, w: self.w_axis.w },
            _ => panic!(\"index out of bounds\"),
        } }",
    "fn transform_point3(self, o: $Vec3) -> $Vec3 { $Vec3 {
        x: self.w_axis.x + (self.z_axis.x * o.z + (self.y_axis.x * o.y + self.x_axis.x * o.x)),
        y: self.w_axis.y + (self.z_axis.y * o.z + (self.y_axis.y * o.y + self.x_axis.y * o.x)),
        z: self.w_axis.z + (self.z_axis.z * o.z + (self.y_axis.z * o.y + self.x_axis.z * o.x)),
    } }",
    "fn project_point3(self, o: $Vec3) -> $Vec3 {
        let x = self.w_axis.x + (self.z_axis.x * o.z + (self.y_axis.x * o.y + self.x_axis.x * o.x));
        let y = self.w_axis.y + (self.z_axis.y * o.z + (self.y_axis.y * o.y + self.x_axis.y * o.x));
        let z = self.w_axis.z + (self.z_axis.z * o.z + (self.y_axis.z * o.y + self.x_axis.z * o.x));
        let w = self.w_axis.w + (self.z_axis.w * o.z + (self.y_axis.w * o.y + self.x_axis.w * o.x));
        $Vec3 { x: x / w, y: y / w, z: z / w } }",
    "fn transform_vector3(self, o: $Vec3) -> $Vec3 { $Vec3 {
        x: self.z_axis.x * o.z + (self.y_axis.x * o.y + self.x_axis.x * o.x),
        y: self.z_axis.y * o.z + (self.y_axis.y * o.y + self.x_axis.y * o.x),
        z: self.z_axis.z * o.z + (self.y_axis.z * o.y + self.x_axis.z * o.x),
    } }",
    "fn look_to_rh(eye: $Vec3, dir: $Vec3, up: $Vec3) -> $V {
        let s = dir.cross(up).normalize();
        let u = s.cross(dir);
        $V {
            x_axis: $C { x: s.x, y: u.x, z: -dir.x, w: 0.0 },
            y_axis: $C { x: s.y, y: u.y, z: -dir.y, w: 0.0 },
            z_axis: $C { x: s.z, y: u.z, z: -dir.z, w: 0.0 },
            w_axis: $C { x: -eye.dot(s), y: -eye.dot(u), z: eye.dot(dir), w: 1.0 },
        } }",
    "fn look_at_rh(eye: $Vec3, center: $Vec3, up: $Vec3) -> $V {
        $V::look_to_rh(eye, center.sub(eye).normalize(), up) }",
    "fn look_to_lh(eye: $Vec3, dir: $Vec3, up: $Vec3) -> $V { $V::look_to_rh(eye, dir.neg(), up) }",
    "fn look_at_lh(eye: $Vec3, center: $Vec3, up: $Vec3) -> $V {
        $V::look_to_rh(eye, center.sub(eye).normalize().neg(), up) }",
    "fn perspective_rh(fov_y: $S, aspect: $S, near: $S, far: $S) -> $V {
        let (sin, cos) = (0.5 * fov_y).sin_cos();
        let h = cos / sin;
        let w = h / aspect;
        let r = far / (near - far);
        $V {
            x_axis: $C { x: w, y: 0.0, z: 0.0, w: 0.0 },
            y_axis: $C { x: 0.0, y: h, z: 0.0, w: 0.0 },
            z_axis: $C { x: 0.0, y: 0.0, z: r, w: -1.0 },
            w_axis: $C { x: 0.0, y: 0.0, z: r * near, w: 0.0 },
        } }",
    "fn perspective_rh_gl(fov_y: $S, aspect: $S, near: $S, far: $S) -> $V {
        let inv_length = 1.0 / (near - far);
        let f = 1.0 / (0.5 * fov_y).tan();
        let a = f / aspect;
        let b = (near + far) * inv_length;
        let c = (2.0 * near * far) * inv_length;
        $V {
            x_axis: $C { x: a, y: 0.0, z: 0.0, w: 0.0 },
            y_axis: $C { x: 0.0, y: f, z: 0.0, w: 0.0 },
            z_axis: $C { x: 0.0, y: 0.0, z: b, w: -1.0 },
            w_axis: $C { x: 0.0, y: 0.0, z: c, w: 0.0 },
        } }",
    "fn inverse(self) -> $V {
        let (a, b, c, d) = (self.x_axis, self.y_axis, self.z_axis, self.w_axis);
        let c00 = c.z * d.w - d.z * c.w;
        let c02 = b.z * d.w - d.z * b.w;
        let c03 = b.z * c.w - c.z * b.w;
        let c04 = c.y * d.w - d.y * c.w;
        let c06 = b.y * d.w - d.y * b.w;
        let c07 = b.y * c.w - c.y * b.w;
        let c08 = c.y * d.z - d.y * c.z;
        let c10 = b.y * d.z - d.y * b.z;
        let c11 = b.y * c.z - c.y * b.z;
        let c12 = c.x * d.w - d.x * c.w;
        let c14 = b.x * d.w - d.x * b.w;
        let c15 = b.x * c.w - c.x * b.w;
        let c16 = c.x * d.z - d.x * c.z;
        let c18 = b.x * d.z - d.x * b.z;
        let c19 = b.x * c.z - c.x * b.z;
        let c20 = c.x * d.y - d.x * c.y;
        let c22 = b.x * d.y - d.x * b.y;
        let c23 = b.x * c.y - c.x * b.y;
        let x = $C {
            x: b.y * c00 - b.z * c04 + b.w * c08,
            y: -(a.y * c00 - a.z * c04 + a.w * c08),
            z: a.y * c02 - a.z * c06 + a.w * c10,
            w: -(a.y * c03 - a.z * c07 + a.w * c11),
        };
        let y = $C {
            x: -(b.x * c00 - b.z * c12 + b.w * c16),
            y: a.x * c00 - a.z * c12 + a.w * c16,
            z: -(a.x * c02 - a.z * c14 + a.w * c18),
            w: a.x * c03 - a.z * c15 + a.w * c19,
        };
        let z = $C {
            x: b.x * c04 - b.y * c12 + b.w * c20,
            y: -(a.x * c04 - a.y * c12 + a.w * c20),
            z: a.x * c06 - a.y * c14 + a.w * c22,
            w: -(a.x * c07 - a.y * c15 + a.w * c23),
        };
        let w = $C {
            x: -(b.x * c08 - b.y * c16 + b.z * c20),
            y: a.x * c08 - a.y * c16 + a.z * c20,
            z: -(a.x * c10 - a.y * c18 + a.z * c22),
            w: a.x * c11 - a.y * c19 + a.z * c23,
        };
        let k = 1.0 / a.dot($C { x: x.x, y: y.x, z: z.x, w: w.x });
        $V {
            x_axis: $C { $[$y: x.$y * k],* },
            y_axis: $C { $[$y: y.$y * k],* },
            z_axis: $C { $[$y: z.$y * k],* },
            w_axis: $C { $[$y: w.$y * k],* },
        } }",
];

/// The formula of the type that uses no vector registers.
/// The parts of a transformation, of the matrix that is not in registers.
pub(super) const PARTS: &[&str] = &["fn to_scale_rotation_translation(self) -> ($Vec3, $Quat, $Vec3) {
        let r = $Mat3::from_mat4(self);
        let det = r.determinant();
        let scale = $Vec3 { x: r.x_axis.length() * det.signum(), y: r.y_axis.length(), z: r.z_axis.length() };
        let rotation = $Quat::from_rotation_axes(
            r.x_axis.mul(1.0 / scale.x), r.y_axis.mul(1.0 / scale.y), r.z_axis.mul(1.0 / scale.z));
        (scale, rotation, $Vec3 { x: self.w_axis.x, y: self.w_axis.y, z: self.w_axis.z }) }"];

pub(super) const SCALAR: &[&str] = &["fn determinant(self) -> $S {
        let (a, b, c, d) = (self.x_axis, self.y_axis, self.z_axis, self.w_axis);
        let c23 = c.z * d.w - c.w * d.z;
        let c13 = c.y * d.w - c.w * d.y;
        let c12 = c.y * d.z - c.z * d.y;
        let c03 = c.x * d.w - c.w * d.x;
        let c02 = c.x * d.z - c.z * d.x;
        let c01 = c.x * d.y - c.y * d.x;
        a.x * (b.y * c23 - b.z * c13 + b.w * c12)
            - a.y * (b.x * c23 - b.z * c03 + b.w * c02)
            + a.z * (b.x * c13 - b.y * c03 + b.w * c01)
            - a.w * (b.x * c12 - b.y * c02 + b.z * c01) }"];

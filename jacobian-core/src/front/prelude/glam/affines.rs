//! Affine transforms of glam 0.33, a matrix and a translation: the same operations in the same
//! order.
//!
//! Source of each formula: `src/f64/daffine2.rs` and `daffine3.rs` of glam 0.33.12.

pub(super) const AFFINE2: &[&str] = &[
    "const IDENTITY: $V = $V {
        matrix2: $Mat2 { x_axis: $Vec2 { x: 1.0, y: 0.0 }, y_axis: $Vec2 { x: 0.0, y: 1.0 } },
        translation: $Vec2 { x: 0.0, y: 0.0 },
    };",
    "fn from_cols(x: $Vec2, y: $Vec2, z: $Vec2) -> $V {
        $V { matrix2: $Mat2 { x_axis: x, y_axis: y }, translation: z } }",
    "fn from_scale(s: $Vec2) -> $V { $V {
        matrix2: $Mat2 { x_axis: $Vec2 { x: s.x, y: 0.0 }, y_axis: $Vec2 { x: 0.0, y: s.y } },
        translation: $Vec2 { x: 0.0, y: 0.0 },
    } }",
    "fn from_angle(angle: $S) -> $V {
        $V { matrix2: $Mat2::from_angle(angle), translation: $Vec2 { x: 0.0, y: 0.0 } } }",
    "fn from_translation(translation: $Vec2) -> $V { $V {
        matrix2: $Mat2 { x_axis: $Vec2 { x: 1.0, y: 0.0 }, y_axis: $Vec2 { x: 0.0, y: 1.0 } },
        translation,
    } }",
    "fn from_mat2(matrix2: $Mat2) -> $V { $V { matrix2, translation: $Vec2 { x: 0.0, y: 0.0 } } }",
    "fn from_mat2_translation(matrix2: $Mat2, translation: $Vec2) -> $V { $V { matrix2, translation } }",
    "fn from_angle_translation(angle: $S, translation: $Vec2) -> $V {
        $V { matrix2: $Mat2::from_angle(angle), translation } }",
    "fn from_scale_angle_translation(scale: $Vec2, angle: $S, translation: $Vec2) -> $V {
        let m = $Mat2::from_angle(angle);
        let x_axis = $Vec2 { x: m.x_axis.x * scale.x, y: m.x_axis.y * scale.x };
        let y_axis = $Vec2 { x: m.y_axis.x * scale.y, y: m.y_axis.y * scale.y };
        $V { matrix2: $Mat2 { x_axis, y_axis }, translation } }",
    "fn transform_point2(self, o: $Vec2) -> $Vec2 {
        let v = self.matrix2.mul_vec2(o);
        $Vec2 { x: v.x + self.translation.x, y: v.y + self.translation.y } }",
    "fn transform_vector2(self, o: $Vec2) -> $Vec2 { self.matrix2.mul_vec2(o) }",
    "fn inverse(self) -> $V {
        let matrix2 = self.matrix2.inverse();
        let v = matrix2.mul_vec2(self.translation);
        $V { matrix2, translation: $Vec2 { x: -v.x, y: -v.y } } }",
    "impl Mul<$V> for $V { fn mul(self, o: $V) -> $V {
        let v = self.matrix2.mul_vec2(o.translation);
        $V {
            matrix2: self.matrix2.mul_mat2(&o.matrix2),
            translation: $Vec2 { x: v.x + self.translation.x, y: v.y + self.translation.y },
        } } }",
];

/// `$M` and `$T` are the types of the matrix and of the translation.
pub(super) const AFFINE3: &[&str] = &[
    "const IDENTITY: $V = $V { matrix3: $M::IDENTITY, translation: $T { x: 0.0, y: 0.0, z: 0.0 } };",
    "fn from_cols(x: $T, y: $T, z: $T, w: $T) -> $V {
        $V { matrix3: $M { x_axis: x, y_axis: y, z_axis: z }, translation: w } }",
    "fn from_scale(s: $Vec3) -> $V { $V {
        matrix3: $M {
            x_axis: $T { x: s.x, y: 0.0, z: 0.0 },
            y_axis: $T { x: 0.0, y: s.y, z: 0.0 },
            z_axis: $T { x: 0.0, y: 0.0, z: s.z },
        },
        translation: $T { x: 0.0, y: 0.0, z: 0.0 },
    } }",
    "fn from_quat(q: $Quat) -> $V {
        $V { matrix3: $M::from_quat(q), translation: $T { x: 0.0, y: 0.0, z: 0.0 } } }",
    "fn from_axis_angle(axis: $Vec3, angle: $S) -> $V {
        let translation = $T { x: 0.0, y: 0.0, z: 0.0 };
        $V { matrix3: $M::from_axis_angle(axis, angle), translation } }",
    "fn from_rotation_x(angle: $S) -> $V {
        $V { matrix3: $M::from_rotation_x(angle), translation: $T { x: 0.0, y: 0.0, z: 0.0 } } }",
    "fn from_rotation_y(angle: $S) -> $V {
        $V { matrix3: $M::from_rotation_y(angle), translation: $T { x: 0.0, y: 0.0, z: 0.0 } } }",
    "fn from_rotation_z(angle: $S) -> $V {
        $V { matrix3: $M::from_rotation_z(angle), translation: $T { x: 0.0, y: 0.0, z: 0.0 } } }",
    "fn from_translation(t: $Vec3) -> $V {
        $V { matrix3: $M::IDENTITY, translation: $T { x: t.x, y: t.y, z: t.z } } }",
    "fn from_mat3(m: $Mat3) -> $V { $V::from_mat3_translation(m, $Vec3 { x: 0.0, y: 0.0, z: 0.0 }) }",
    "fn from_mat3_translation(m: $Mat3, t: $Vec3) -> $V { $V {
        matrix3: $M {
            x_axis: $T { x: m.x_axis.x, y: m.x_axis.y, z: m.x_axis.z },
            y_axis: $T { x: m.y_axis.x, y: m.y_axis.y, z: m.y_axis.z },
            z_axis: $T { x: m.z_axis.x, y: m.z_axis.y, z: m.z_axis.z },
        },
        translation: $T { x: t.x, y: t.y, z: t.z },
    } }",
    "fn from_rotation_translation(q: $Quat, t: $Vec3) -> $V {
        $V { matrix3: $M::from_quat(q), translation: $T { x: t.x, y: t.y, z: t.z } } }",
    "fn from_scale_rotation_translation(s: $Vec3, q: $Quat, t: $Vec3) -> $V {
        let m = $M::from_quat(q);
        $V {
            matrix3: $M {
                x_axis: $T { x: m.x_axis.x * s.x, y: m.x_axis.y * s.x, z: m.x_axis.z * s.x },
                y_axis: $T { x: m.y_axis.x * s.y, y: m.y_axis.y * s.y, z: m.y_axis.z * s.y },
                z_axis: $T { x: m.z_axis.x * s.z, y: m.z_axis.y * s.z, z: m.z_axis.z * s.z },
            },
            translation: $T { x: t.x, y: t.y, z: t.z },
        } }",
    "fn from_mat4(m: $Mat4) -> $V { $V {
        matrix3: $M {
            x_axis: $T { x: m.x_axis.x, y: m.x_axis.y, z: m.x_axis.z },
            y_axis: $T { x: m.y_axis.x, y: m.y_axis.y, z: m.y_axis.z },
            z_axis: $T { x: m.z_axis.x, y: m.z_axis.y, z: m.z_axis.z },
        },
        translation: $T { x: m.w_axis.x, y: m.w_axis.y, z: m.w_axis.z },
    } }",
    "fn transform_point3(self, o: $Vec3) -> $Vec3 {
        let (m, t) = (self.matrix3, self.translation);
        $Vec3 {
            x: m.x_axis.x * o.x + m.y_axis.x * o.y + m.z_axis.x * o.z + t.x,
            y: m.x_axis.y * o.x + m.y_axis.y * o.y + m.z_axis.y * o.z + t.y,
            z: m.x_axis.z * o.x + m.y_axis.z * o.y + m.z_axis.z * o.z + t.z,
        } }",
    "fn transform_vector3(self, o: $Vec3) -> $Vec3 {
        let m = self.matrix3;
        $Vec3 {
            x: m.x_axis.x * o.x + m.y_axis.x * o.y + m.z_axis.x * o.z,
            y: m.x_axis.y * o.x + m.y_axis.y * o.y + m.z_axis.y * o.z,
            z: m.x_axis.z * o.x + m.y_axis.z * o.y + m.z_axis.z * o.z,
        } }",
    "fn inverse(self) -> $V {
        let matrix3 = self.matrix3.inverse();
        let v = matrix3.mul_vec3(self.translation);
        $V { matrix3, translation: $T { x: -v.x, y: -v.y, z: -v.z } } }",
    "impl Mul<$V> for $V { fn mul(self, o: $V) -> $V {
        let v = self.matrix3.mul_vec3(o.translation);
        let t = self.translation;
        $V {
            matrix3: self.matrix3.mul_mat3(&o.matrix3),
            translation: $T { x: v.x + t.x, y: v.y + t.y, z: v.z + t.z },
        } } }",
];

/// The parts of a transformation of space.
pub(super) const PARTS3: &[&str] = &["fn to_scale_rotation_translation(self) -> ($Vec3, $Quat, $Vec3) {
        let m = self.matrix3;
        let det = m.determinant();
        let scale = $Vec3 { x: m.x_axis.length() * det.signum(), y: m.y_axis.length(), z: m.z_axis.length() };
        let rotation = $Quat::from_rotation_axes(
            m.x_axis.mul(1.0 / scale.x), m.y_axis.mul(1.0 / scale.y), m.z_axis.mul(1.0 / scale.z));
        (scale, rotation, self.translation) }"];

/// The same of the plane.
pub(super) const PARTS2: &[&str] = &["fn to_scale_angle_translation(self) -> ($Vec2, $S, $Vec2) {
        let m = self.matrix2;
        let scale = $Vec2 { x: m.x_axis.length() * m.determinant().signum(), y: m.y_axis.length() };
        (scale, (-m.y_axis.x).atan2(m.y_axis.y), self.translation) }"];

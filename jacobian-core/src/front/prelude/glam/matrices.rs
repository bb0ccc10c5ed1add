//! Matrices of glam 0.33, column by column: the same operations in the same order.
//!
//! Source of each formula: `src/f64/dmat2.rs`, `dmat3.rs` and `dmat4.rs` of glam 0.33.12. Products
//! add the columns from the first to the last.

/// Methods of matrices of two, three and four columns.
pub(super) const ALL: &[&str] = &[
    "pub fn $v($($x: $C),*) -> $V { $V { $($x),* } }",
    "const ZERO: $V = $V { $($x: $C { $[$y: 0.0],* }),* };",
    "impl Mul<$V> for $S { fn mul(self, o: $V) -> $V {
        $V { $($x: $C { $[$y: o.$x.$y * self],* }),* } } }",
    "impl AddAssign<$V> for $V { fn add_assign(&mut self, o: $V) {
        $($[self.$x.$y += o.$x.$y;] *) * } }",
    "impl SubAssign<$V> for $V { fn sub_assign(&mut self, o: $V) {
        $($[self.$x.$y -= o.$x.$y;] *) * } }",
    "impl MulAssign<$S> for $V { fn mul_assign(&mut self, o: $S) {
        $($[self.$x.$y *= o;] *) * } }",
    "impl DivAssign<$S> for $V { fn div_assign(&mut self, o: $S) {
        $($[self.$x.$y /= o;] *) * } }",
    "fn mul_scalar(self, o: $S) -> $V { $V { $($x: $C { $[$y: self.$x.$y * o],* }),* } }",
    "fn div_scalar(self, o: $S) -> $V { $V { $($x: $C { $[$y: self.$x.$y / o],* }),* } }",
    "fn abs(self) -> $V { $V { $($x: $C { $[$y: self.$x.$y.abs()],* }),* } }",
    "fn recip(self) -> $V { $V { $($x: $C { $[$y: 1.0 / self.$x.$y],* }),* } }",
    "fn mul_diagonal_scale(self, o: $C) -> $V {
        $V { $($x: $C { $[$y: self.$x.$y * o.$i],* }),* } }",
    "fn transpose(self) -> $V { $V { $($x: $C { $[$y: self.$y_axis.$i],* }),* } }",
    "fn diagonal(self) -> $C { $C { $($i: self.$x.$i),* } }",
    "fn is_finite(self) -> bool { $($[self.$x.$y.is_finite()] &&*) &&* }",
    "fn is_nan(self) -> bool { $($[self.$x.$y.is_nan()] ||*) ||* }",
    "impl Mul<$C> for $V { fn mul(self, o: $C) -> $C {
        $C { $[$y: $(self.$x.$y * o.$i) +*],* } } }",
    "fn to_cols_array_2d(self) -> [[$S; $n]; $n] { [$([$[self.$x.$y],*]),*] }",
    "fn to_cols_array(self) -> [$S; $n * $n] { [$($[self.$x.$y],*),*] }",
    "fn inverse_or_zero(self) -> $V {
        let inverse = self.inverse();
        if $($[inverse.$x.$y.is_finite()] &&*) &&* {
            inverse
        } else {
            $V { $($x: $C { $[$y: 0.0],* }),* }
        } }",
    "fn try_inverse(self) -> Option<$V> {
        let inverse = self.inverse();
        if $($[inverse.$x.$y.is_finite()] &&*) &&* { Some(inverse) } else { None } }",
];

pub(super) const MATRIX2: &[&str] = &[
    "const IDENTITY: $V = $V { x_axis: $C { x: 1.0, y: 0.0 }, y_axis: $C { x: 0.0, y: 1.0 } };",
    "impl Default for $V { fn default() -> $V {
        $V { x_axis: $C { x: 1.0, y: 0.0 }, y_axis: $C { x: 0.0, y: 1.0 } } } }",
    "impl Mul<$V> for $V { fn mul(self, o: $V) -> $V { $V { $($x: self.mul_vec2(o.$x)),* } } }",
    "impl MulAssign<$V> for $V { fn mul_assign(&mut self, o: $V) {
        let m = *self;
        *self = $V { $($x: m.mul_vec2(o.$x)),* }; } }",
    "fn mul_mat2(self, o: &$V) -> $V { $V { $($x: self.mul_vec2(o.$x)),* } }",
    "fn mul_vec2(self, o: $C) -> $C { $C { $[$y: $(self.$x.$y * o.$i) +*],* } }",
    "fn mul_transpose_vec2(self, o: $C) -> $C { $C { $($i: self.$x.dot(o)),* } }",
    "fn from_cols_array(m: &[$S; 4]) -> $V {
        $V { x_axis: $C { x: m[0], y: m[1] }, y_axis: $C { x: m[2], y: m[3] } } }",
    "fn from_cols_array_2d(m: &[[$S; 2]; 2]) -> $V {
        $V { x_axis: $C { x: m[0][0], y: m[0][1] }, y_axis: $C { x: m[1][0], y: m[1][1] } } }",
    "fn from_diagonal(d: $C) -> $V {
        $V { x_axis: $C { x: d.x, y: 0.0 }, y_axis: $C { x: 0.0, y: d.y } } }",
    "fn from_angle(angle: $S) -> $V {
        let (sin, cos) = angle.sin_cos();
        $V { x_axis: $C { x: cos, y: sin }, y_axis: $C { x: -sin, y: cos } } }",
    "fn from_scale_angle(scale: $C, angle: $S) -> $V {
        let (sin, cos) = angle.sin_cos();
        $V {
            x_axis: $C { x: cos * scale.x, y: sin * scale.x },
            y_axis: $C { x: -sin * scale.y, y: cos * scale.y },
        } }",
    "fn from_mat3(m: $Mat3) -> $V {
        $V { x_axis: $C { x: m.x_axis.x, y: m.x_axis.y }, y_axis: $C { x: m.y_axis.x, y: m.y_axis.y } } }",
    "fn col(self, index: usize) -> $C {
        match index { 0 => self.x_axis, 1 => self.y_axis, _ => panic!(\"index out of bounds\") } }",
    "fn row(self, index: usize) -> $C {
        match index {
            0 => $C { x: self.x_axis.x, y: self.y_axis.x },
            1 => $C { x: self.x_axis.y, y: self.y_axis.y },
            _ => panic!(\"index out of bounds\"),
        } }",
    "fn determinant(self) -> $S { self.x_axis.x * self.y_axis.y - self.x_axis.y * self.y_axis.x }",
    "fn inverse(self) -> $V {
        let inv_det = 1.0 / (self.x_axis.x * self.y_axis.y - self.x_axis.y * self.y_axis.x);
        $V {
            x_axis: $C { x: self.y_axis.y * inv_det, y: self.x_axis.y * -inv_det },
            y_axis: $C { x: self.y_axis.x * -inv_det, y: self.x_axis.x * inv_det },
        } }",
];

pub(super) const MATRIX3: &[&str] = &[
    "const IDENTITY: $V = $V {
        x_axis: $C { x: 1.0, y: 0.0, z: 0.0 },
        y_axis: $C { x: 0.0, y: 1.0, z: 0.0 },
        z_axis: $C { x: 0.0, y: 0.0, z: 1.0 },
    };",
    "impl Default for $V { fn default() -> $V { $V {
        x_axis: $C { x: 1.0, y: 0.0, z: 0.0 },
        y_axis: $C { x: 0.0, y: 1.0, z: 0.0 },
        z_axis: $C { x: 0.0, y: 0.0, z: 1.0 },
    } } }",
    "impl Mul<$V> for $V { fn mul(self, o: $V) -> $V { $V { $($x: self.mul_vec3(o.$x)),* } } }",
    "impl MulAssign<$V> for $V { fn mul_assign(&mut self, o: $V) {
        let m = *self;
        *self = $V { $($x: m.mul_vec3(o.$x)),* }; } }",
    "fn mul_mat3(self, o: &$V) -> $V { $V { $($x: self.mul_vec3(o.$x)),* } }",
    "fn mul_vec3(self, o: $C) -> $C { $C { $[$y: $(self.$x.$y * o.$i) +*],* } }",
    "fn mul_transpose_vec3(self, o: $C) -> $C { $C { $($i: self.$x.dot(o)),* } }",
    "fn from_cols_array(m: &[$S; 9]) -> $V { $V {
        x_axis: $C { x: m[0], y: m[1], z: m[2] },
        y_axis: $C { x: m[3], y: m[4], z: m[5] },
        z_axis: $C { x: m[6], y: m[7], z: m[8] },
    } }",
    "fn from_cols_array_2d(m: &[[$S; 3]; 3]) -> $V { $V {
        x_axis: $C { x: m[0][0], y: m[0][1], z: m[0][2] },
        y_axis: $C { x: m[1][0], y: m[1][1], z: m[1][2] },
        z_axis: $C { x: m[2][0], y: m[2][1], z: m[2][2] },
    } }",
    "fn from_diagonal(d: $C) -> $V { $V {
        x_axis: $C { x: d.x, y: 0.0, z: 0.0 },
        y_axis: $C { x: 0.0, y: d.y, z: 0.0 },
        z_axis: $C { x: 0.0, y: 0.0, z: d.z },
    } }",
    "fn from_mat4(m: $Mat4) -> $V { $V {
        x_axis: $C { x: m.x_axis.x, y: m.x_axis.y, z: m.x_axis.z },
        y_axis: $C { x: m.y_axis.x, y: m.y_axis.y, z: m.y_axis.z },
        z_axis: $C { x: m.z_axis.x, y: m.z_axis.y, z: m.z_axis.z },
    } }",
    "fn from_mat2(m: $Mat2) -> $V { $V {
        x_axis: $C { x: m.x_axis.x, y: m.x_axis.y, z: 0.0 },
        y_axis: $C { x: m.y_axis.x, y: m.y_axis.y, z: 0.0 },
        z_axis: $C { x: 0.0, y: 0.0, z: 1.0 },
    } }",
    "fn from_quat(q: $Quat) -> $V {
        let (x2, y2, z2) = (q.x + q.x, q.y + q.y, q.z + q.z);
        let (xx, xy, xz) = (q.x * x2, q.x * y2, q.x * z2);
        let (yy, yz, zz) = (q.y * y2, q.y * z2, q.z * z2);
        let (wx, wy, wz) = (q.w * x2, q.w * y2, q.w * z2);
        $V {
            x_axis: $C { x: 1.0 - (yy + zz), y: xy + wz, z: xz - wy },
            y_axis: $C { x: xy - wz, y: 1.0 - (xx + zz), z: yz + wx },
            z_axis: $C { x: xz + wy, y: yz - wx, z: 1.0 - (xx + yy) },
        } }",
    "fn from_axis_angle(axis: $Vec3, angle: $S) -> $V {
        let (sin, cos) = angle.sin_cos();
        let (xsin, ysin, zsin) = (axis.x * sin, axis.y * sin, axis.z * sin);
        let rest = 1.0 - cos;
        let xy = axis.x * axis.y * rest;
        let xz = axis.x * axis.z * rest;
        let yz = axis.y * axis.z * rest;
        $V {
            x_axis: $C { x: axis.x * axis.x * rest + cos, y: xy + zsin, z: xz - ysin },
            y_axis: $C { x: xy - zsin, y: axis.y * axis.y * rest + cos, z: yz + xsin },
            z_axis: $C { x: xz + ysin, y: yz - xsin, z: axis.z * axis.z * rest + cos },
        } }",
    "fn from_rotation_x(angle: $S) -> $V {
        let (sin, cos) = angle.sin_cos();
        $V {
            x_axis: $C { x: 1.0, y: 0.0, z: 0.0 },
            y_axis: $C { x: 0.0, y: cos, z: sin },
            z_axis: $C { x: 0.0, y: -sin, z: cos },
        } }",
    "fn from_rotation_y(angle: $S) -> $V {
        let (sin, cos) = angle.sin_cos();
        $V {
            x_axis: $C { x: cos, y: 0.0, z: -sin },
            y_axis: $C { x: 0.0, y: 1.0, z: 0.0 },
            z_axis: $C { x: sin, y: 0.0, z: cos },
        } }",
    "fn from_rotation_z(angle: $S) -> $V {
        let (sin, cos) = angle.sin_cos();
        $V {
            x_axis: $C { x: cos, y: sin, z: 0.0 },
            y_axis: $C { x: -sin, y: cos, z: 0.0 },
            z_axis: $C { x: 0.0, y: 0.0, z: 1.0 },
        } }",
    "fn from_angle(angle: $S) -> $V {
        let (sin, cos) = angle.sin_cos();
        $V {
            x_axis: $C { x: cos, y: sin, z: 0.0 },
            y_axis: $C { x: -sin, y: cos, z: 0.0 },
            z_axis: $C { x: 0.0, y: 0.0, z: 1.0 },
        } }",
    "fn from_translation(t: $Vec2) -> $V { $V {
        x_axis: $C { x: 1.0, y: 0.0, z: 0.0 },
        y_axis: $C { x: 0.0, y: 1.0, z: 0.0 },
        z_axis: $C { x: t.x, y: t.y, z: 1.0 },
    } }",
    "fn from_scale(s: $Vec2) -> $V { $V {
        x_axis: $C { x: s.x, y: 0.0, z: 0.0 },
        y_axis: $C { x: 0.0, y: s.y, z: 0.0 },
        z_axis: $C { x: 0.0, y: 0.0, z: 1.0 },
    } }",
    "fn from_scale_angle_translation(scale: $Vec2, angle: $S, t: $Vec2) -> $V {
        let (sin, cos) = angle.sin_cos();
        $V {
            x_axis: $C { x: cos * scale.x, y: sin * scale.x, z: 0.0 },
            y_axis: $C { x: -sin * scale.y, y: cos * scale.y, z: 0.0 },
            z_axis: $C { x: t.x, y: t.y, z: 1.0 },
        } }",
    "fn col(self, index: usize) -> $C {
        match index {
            0 => self.x_axis,
            1 => self.y_axis,
            2 => self.z_axis,
            _ => panic!(\"index out of bounds\"),
        } }",
    "fn row(self, index: usize) -> $C {
        match index {
            0 => $C { x: self.x_axis.x, y: self.y_axis.x, z: self.z_axis.x },
            1 => $C { x: self.x_axis.y, y: self.y_axis.y, z: self.z_axis.y },
            2 => $C { x: self.x_axis.z, y: self.y_axis.z, z: self.z_axis.z },
            _ => panic!(\"index out of bounds\"),
        } }",
    "fn determinant(self) -> $S { self.x_axis.dot(self.y_axis.cross(self.z_axis)) }",
    "fn inverse(self) -> $V {
        let a = self.y_axis.cross(self.z_axis);
        let b = self.z_axis.cross(self.x_axis);
        let c = self.x_axis.cross(self.y_axis);
        let inv_det = 1.0 / self.x_axis.dot(a);
        $V {
            x_axis: $C { x: a.x * inv_det, y: b.x * inv_det, z: c.x * inv_det },
            y_axis: $C { x: a.y * inv_det, y: b.y * inv_det, z: c.y * inv_det },
            z_axis: $C { x: a.z * inv_det, y: b.z * inv_det, z: c.z * inv_det },
        } }",
    "fn transform_point2(self, o: $Vec2) -> $Vec2 { $Vec2 {
        x: self.x_axis.x * o.x + self.y_axis.x * o.y + self.z_axis.x,
        y: self.x_axis.y * o.x + self.y_axis.y * o.y + self.z_axis.y,
    } }",
    "fn transform_vector2(self, o: $Vec2) -> $Vec2 { $Vec2 {
        x: self.x_axis.x * o.x + self.y_axis.x * o.y,
        y: self.x_axis.y * o.x + self.y_axis.y * o.y,
    } }",
];

//! Types of glam 0.33 in vector registers: `Vec3A`, `Vec4`, `Quat` and `Mat4`.
//!
//! ```text
//! DVec4    ((xx + yy) + zz) + ww        Vec4    (xx + zz) + (yy + ww)
//! ```
//!
//! The order of operations is that of glam on x86-64, without the target feature `fma`. Elsewhere
//! the last bits may differ. Left out: rounding, and `slerp` of `Quat`, which uses a sine of its
//! own.
//!
//! Source of each formula: `src/sse2.rs` and `src/f32/sse2/` of glam 0.33.12.

pub(super) const VECTOR4: &[&str] = &[
    "fn dot(self, o: $V) -> $S {
        (self.x * o.x + self.z * o.z) + (self.y * o.y + self.w * o.w) }",
    "fn element_sum(self) -> $S { (self.x + self.y) + (self.z + self.w) }",
    "fn element_product(self) -> $S { (self.x * self.y) * (self.z * self.w) }",
    "fn normalize(self) -> $V {
        let length = self.dot(self).sqrt();
        $V { $($x: self.$x / length),* } }",
    "fn min_element(self) -> $S {
        let a = if self.x < self.z { self.x } else { self.z };
        let b = if self.y < self.w { self.y } else { self.w };
        if a < b { a } else { b } }",
    "fn max_element(self) -> $S {
        let a = if self.x > self.z { self.x } else { self.z };
        let b = if self.y > self.w { self.y } else { self.w };
        if a > b { a } else { b } }",
];

pub(super) const VECTOR3: &[&str] = &[
    "fn dot(self, o: $V) -> $S { $(self.$x * o.$x) +* }",
    "fn element_sum(self) -> $S { (self.x + self.y) + (self.z + 0.0) }",
    "fn element_product(self) -> $S { (self.x * self.y) * (self.z * 1.0) }",
    "fn normalize(self) -> $V {
        let length = self.dot(self).sqrt();
        $V { $($x: self.$x / length),* } }",
    "fn min_element(self) -> $S {
        let a = if self.x < self.z { self.x } else { self.z };
        let b = if self.y < self.z { self.y } else { self.z };
        if a < b { a } else { b } }",
    "fn max_element(self) -> $S {
        let a = if self.x > self.z { self.x } else { self.z };
        let b = if self.y > self.z { self.y } else { self.z };
        if a > b { a } else { b } }",
    "fn from_vec4(v: Vec4) -> $V { $V { $($x: v.$x),* } }",
    "fn to_vec3(self) -> Vec3 { Vec3 { $($x: self.$x),* } }",
    "impl From<Vec3> for $V { fn from(v: Vec3) -> $V { $V { $($x: v.$x),* } } }",
    "impl From<$V> for Vec3 { fn from(v: $V) -> Vec3 { Vec3 { $($x: v.$x),* } } }",
];

pub(super) const QUATERNION: &[&str] = &[
    "fn dot(self, o: $V) -> $S {
        (self.x * o.x + self.z * o.z) + (self.y * o.y + self.w * o.w) }",
    "fn normalize(self) -> $V {
        let length = self.dot(self).sqrt();
        $V { $($x: self.$x / length),* } }",
    "fn lerp(self, end: $V, s: $S) -> $V {
        let end = if self.dot(end).is_sign_negative() { $V { $($x: -end.$x),* } } else { end };
        let rest = 1.0 - s;
        $V { $($x: self.$x * rest + end.$x * s),* }.normalize() }",
    "fn mul_quat(self, o: $V) -> $V { $V {
        x: (self.w * o.x + self.x * o.w) + (self.y * o.z - self.z * o.y),
        y: (self.w * o.y - self.x * o.z) + (self.z * o.x + self.y * o.w),
        z: (self.w * o.z + self.x * o.y) + (self.z * o.w - self.y * o.x),
        w: (self.w * o.w - self.x * o.x) + (-(self.z * o.z) - self.y * o.y),
    } }",
    "fn mul_vec3a(self, o: Vec3A) -> Vec3A {
        let v = self.mul_vec3(Vec3 { x: o.x, y: o.y, z: o.z });
        Vec3A { x: v.x, y: v.y, z: v.z } }",
    "impl Mul<Vec3A> for $V { fn mul(self, o: Vec3A) -> Vec3A { self.mul_vec3a(o) } }",
];

pub(super) const MATRIX4: &[&str] = &["fn determinant(self) -> $S {
        let (b, c, d) = (self.y_axis, self.z_axis, self.w_axis);
        let c23 = c.z * d.w - c.w * d.z;
        let c13 = c.y * d.w - c.w * d.y;
        let c12 = c.y * d.z - c.z * d.y;
        let c03 = c.x * d.w - c.w * d.x;
        let c02 = c.x * d.z - c.z * d.x;
        let c01 = c.x * d.y - c.y * d.x;
        self.x_axis.dot($C {
            x: b.y * c23 - b.z * c13 + b.w * c12,
            y: -(b.x * c23 - b.z * c03 + b.w * c02),
            z: b.x * c13 - b.y * c03 + b.w * c01,
            w: -(b.x * c12 - b.y * c02 + b.z * c01),
        }) }"];

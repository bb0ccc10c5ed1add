//! Quaternions of glam 0.33: the same operations in the same order.
//!
//! Source of each formula: `src/f64/dquat.rs` and `src/euler.rs` of glam 0.33.12.

/// Methods of quaternions over both scalars.
pub(super) const ALL: &[&str] = &[
    "pub fn $v($($x: $S),*) -> $V { $V { $($x),* } }",
    "const IDENTITY: $V = $V { x: 0.0, y: 0.0, z: 0.0, w: 1.0 };",
    "impl Default for $V { fn default() -> $V { $V { x: 0.0, y: 0.0, z: 0.0, w: 1.0 } } }",
    "fn from_xyzw($($x: $S),*) -> $V { $V { $($x),* } }",
    "fn from_array(a: [$S; 4]) -> $V { $V { x: a[0], y: a[1], z: a[2], w: a[3] } }",
    "fn from_slice(a: &[$S]) -> $V { $V { x: a[0], y: a[1], z: a[2], w: a[3] } }",
    "fn from_vec4(v: $Vec4) -> $V { $V { $($x: v.$x),* } }",
    "fn to_array(self) -> [$S; 4] { [$(self.$x),*] }",
    "fn xyz(self) -> $Vec3 { $Vec3 { x: self.x, y: self.y, z: self.z } }",
    "fn from_axis_angle(axis: $Vec3, angle: $S) -> $V {
        let (s, c) = (angle * 0.5).sin_cos();
        $V { x: axis.x * s, y: axis.y * s, z: axis.z * s, w: c } }",
    "fn from_scaled_axis(v: $Vec3) -> $V {
        let length = (v.x * v.x + v.y * v.y + v.z * v.z).sqrt();
        if length == 0.0 {
            // The identity with its derivatives of first and second order.
            let (x, y, z) = (v.x - v.x.frozen(), v.y - v.y.frozen(), v.z - v.z.frozen());
            let w = 1.0 - 0.125 * (x * x + y * y + z * z);
            $V { x: x * 0.5, y: y * 0.5, z: z * 0.5, w }
        } else {
            let (s, c) = (length * 0.5).sin_cos();
            $V { x: v.x / length * s, y: v.y / length * s, z: v.z / length * s, w: c }
        } }",
    "fn from_rotation_x(angle: $S) -> $V {
        let (s, c) = (angle * 0.5).sin_cos();
        $V { x: s, y: 0.0, z: 0.0, w: c } }",
    "fn from_rotation_y(angle: $S) -> $V {
        let (s, c) = (angle * 0.5).sin_cos();
        $V { x: 0.0, y: s, z: 0.0, w: c } }",
    "fn from_rotation_z(angle: $S) -> $V {
        let (s, c) = (angle * 0.5).sin_cos();
        $V { x: 0.0, y: 0.0, z: s, w: c } }",
    "fn from_rotation_axes(a: $Vec3, b: $Vec3, c: $Vec3) -> $V {
        if c.z <= 0.0 {
            let difference = b.y - a.x;
            let rest = 1.0 - c.z;
            if difference <= 0.0 {
                let square = rest - difference;
                let k = 0.5 / square.sqrt();
                $V { x: square * k, y: (a.y + b.x) * k, z: (a.z + c.x) * k, w: (b.z - c.y) * k }
            } else {
                let square = rest + difference;
                let k = 0.5 / square.sqrt();
                $V { x: (a.y + b.x) * k, y: square * k, z: (b.z + c.y) * k, w: (c.x - a.z) * k }
            }
        } else {
            let sum = b.y + a.x;
            let rest = 1.0 + c.z;
            if sum <= 0.0 {
                let square = rest - sum;
                let k = 0.5 / square.sqrt();
                $V { x: (a.z + c.x) * k, y: (b.z + c.y) * k, z: square * k, w: (a.y - b.x) * k }
            } else {
                let square = rest + sum;
                let k = 0.5 / square.sqrt();
                $V { x: (b.z - c.y) * k, y: (c.x - a.z) * k, z: (a.y - b.x) * k, w: square * k }
            }
        } }",
    "fn from_mat3(m: &$Mat3) -> $V { $V::from_rotation_axes(m.x_axis, m.y_axis, m.z_axis) }",
    "fn from_mat4(m: &$Mat4) -> $V {
        $V::from_rotation_axes(
            $Vec3 { x: m.x_axis.x, y: m.x_axis.y, z: m.x_axis.z },
            $Vec3 { x: m.y_axis.x, y: m.y_axis.y, z: m.y_axis.z },
            $Vec3 { x: m.z_axis.x, y: m.z_axis.y, z: m.z_axis.z },
        ) }",
    "fn from_rotation_arc(from: $Vec3, to: $Vec3) -> $V {
        let dot = from.dot(to);
        if dot > 1.0 - 2.0 * $S::EPSILON {
            $V { x: 0.0, y: 0.0, z: 0.0, w: 1.0 }
        } else if dot < -(1.0 - 2.0 * $S::EPSILON) {
            $V::from_axis_angle(from.any_orthonormal_vector(), core::$S::consts::PI)
        } else {
            let c = from.cross(to);
            $V { x: c.x, y: c.y, z: c.z, w: 1.0 + dot }.normalize()
        } }",
    "fn from_rotation_arc_colinear(from: $Vec3, to: $Vec3) -> $V {
        if from.dot(to) < 0.0 {
            $V::from_rotation_arc(from, to.neg())
        } else {
            $V::from_rotation_arc(from, to)
        } }",
    "fn to_axis_angle(self) -> ($Vec3, $S) {
        let length = (self.x * self.x + self.y * self.y + self.z * self.z).sqrt();
        if length >= 1.0e-8 {
            let angle = 2.0 * length.atan2(self.w);
            ($Vec3 { x: self.x / length, y: self.y / length, z: self.z / length }, angle)
        } else {
            ($Vec3 { x: 1.0, y: 0.0, z: 0.0 }, 0.0)
        } }",
    "fn to_scaled_axis(self) -> $Vec3 {
        let (axis, angle) = self.to_axis_angle();
        $Vec3 { x: axis.x * angle, y: axis.y * angle, z: axis.z * angle } }",
    "fn conjugate(self) -> $V { $V { x: -self.x, y: -self.y, z: -self.z, w: self.w } }",
    "fn inverse(self) -> $V { $V { x: -self.x, y: -self.y, z: -self.z, w: self.w } }",
    "fn length(self) -> $S { self.dot(self).sqrt() }",
    "fn length_squared(self) -> $S { self.dot(self) }",
    "fn length_recip(self) -> $S { 1.0 / self.dot(self).sqrt() }",
    "fn is_finite(self) -> bool { $(self.$x.is_finite()) &&* }",
    "fn is_nan(self) -> bool { $(self.$x.is_nan()) ||* }",
    "fn is_normalized(self) -> bool { (self.dot(self) - 1.0).abs() <= 2e-4 }",
    "fn angle_between(self, o: $V) -> $S { self.dot(o).abs().clamp(-1.0, 1.0).acos() * 2.0 }",
    "fn mul_vec3(self, o: $Vec3) -> $Vec3 {
        let w = self.w;
        let square = self.x * self.x + self.y * self.y + self.z * self.z;
        let k = w * w - square;
        let along = (o.x * self.x + o.y * self.y + o.z * self.z) * 2.0;
        let w2 = w * 2.0;
        $Vec3 {
            x: o.x * k + self.x * along + (self.y * o.z - o.y * self.z) * w2,
            y: o.y * k + self.y * along + (self.z * o.x - o.z * self.x) * w2,
            z: o.z * k + self.z * along + (self.x * o.y - o.x * self.y) * w2,
        } }",
    "impl Neg for $V { fn neg(self) -> $V { $V { $($x: -self.$x),* } } }",
    "impl Add<$V> for $V { fn add(self, o: $V) -> $V { $V { $($x: self.$x + o.$x),* } } }",
    "impl Sub<$V> for $V { fn sub(self, o: $V) -> $V { $V { $($x: self.$x - o.$x),* } } }",
    "impl Mul<$S> for $V { fn mul(self, o: $S) -> $V { $V { $($x: self.$x * o),* } } }",
    "impl Div<$S> for $V { fn div(self, o: $S) -> $V { $V { $($x: self.$x / o),* } } }",
    "impl Mul<$V> for $V { fn mul(self, o: $V) -> $V { self.mul_quat(o) } }",
    "impl Mul<$Vec3> for $V { fn mul(self, o: $Vec3) -> $Vec3 { self.mul_vec3(o) } }",
    "impl MulAssign<$V> for $V { fn mul_assign(&mut self, o: $V) { *self = self.mul_quat(o); } }",
    "impl MulAssign<$S> for $V { fn mul_assign(&mut self, o: $S) { $(self.$x *= o;) * } }",
    "impl DivAssign<$S> for $V { fn div_assign(&mut self, o: $S) { $(self.$x /= o;) * } }",
    "impl AddAssign<$V> for $V { fn add_assign(&mut self, o: $V) { $(self.$x += o.$x;) * } }",
    "impl SubAssign<$V> for $V { fn sub_assign(&mut self, o: $V) { $(self.$x -= o.$x;) * } }",
];

/// The formulas of the type that uses no vector registers.
pub(super) const SCALAR: &[&str] = &[
    "fn look_to_rh(dir: $Vec3, up: $Vec3) -> $V {
        let s = dir.cross(up).normalize();
        let u = s.cross(dir);
        $V::from_rotation_axes(
            $Vec3 { x: s.x, y: u.x, z: -dir.x },
            $Vec3 { x: s.y, y: u.y, z: -dir.y },
            $Vec3 { x: s.z, y: u.z, z: -dir.z }) }",
    "fn look_at_rh(eye: $Vec3, center: $Vec3, up: $Vec3) -> $V {
        $V::look_to_rh(center.sub(eye).normalize(), up) }",
    "fn dot(self, o: $V) -> $S { $(self.$x * o.$x) +* }",
    "fn normalize(self) -> $V {
        let recip = 1.0 / self.dot(self).sqrt();
        $V { $($x: self.$x * recip),* } }",
    "fn lerp(self, end: $V, s: $S) -> $V {
        let bias = if self.dot(end) >= 0.0 { 1.0 } else { -1.0 };
        let rest = 1.0 - s;
        $V { $($x: self.$x * rest + end.$x * bias * s),* }.normalize() }",
    "fn rotate_towards(self, o: $V, max_angle: $S) -> $V {
        let angle = self.angle_between(o);
        if angle <= 1e-4 { return o; }
        self.slerp(o, (max_angle / angle).clamp(-1.0, 1.0)) }",
    "fn slerp_long(self, end: $V, s: $S) -> $V {
        let dot = self.dot(end);
        if dot.abs() > 1.0 - $S::EPSILON {
            let rest = 1.0 - s;
            $V { $($x: self.$x * rest + end.$x * s),* }.normalize()
        } else {
            self.slerp_inside(end, dot, s)
        } }",
    "fn slerp(self, end: $V, s: $S) -> $V {
        let dot = self.dot(end);
        let (end, dot) = if dot < 0.0 {
            ($V { $($x: -end.$x),* }, -dot)
        } else {
            (end, dot)
        };
        if dot > 1.0 - $S::EPSILON {
            let rest = 1.0 - s;
            $V { $($x: self.$x * rest + end.$x * s),* }.normalize()
        } else {
            self.slerp_inside(end, dot, s)
        } }",
    "fn slerp_inside(self, end: $V, dot: $S, s: $S) -> $V {
        let theta = dot.clamp(-1.0, 1.0).acos();
        let a = (theta * (1.0 - s)).sin();
        let b = (theta * s).sin();
        let k = 1.0 / theta.sin();
        $V { $($x: (self.$x * a + end.$x * b) * k),* } }",
    "fn mul_quat(self, o: $V) -> $V { $V {
        x: self.w * o.x + self.x * o.w + self.y * o.z - self.z * o.y,
        y: self.w * o.y - self.x * o.z + self.y * o.w + self.z * o.x,
        z: self.w * o.z + self.x * o.y - self.y * o.x + self.z * o.w,
        w: self.w * o.w - self.x * o.x - self.y * o.y - self.z * o.z,
    } }",
];

//! Vectors of glam 0.33: the same operations in the same order.
//!
//! Source of each formula: `src/f64/dvec3.rs` and its neighbours in glam 0.33.12. `min`, `max` and
//! `clamp` are comparisons there, so they are branches here.

/// Methods of vectors of two, three and four numbers.
pub(super) const ALL: &[&str] = &[
    "impl Sum for $V { fn sum<I>(iter: I) -> $V { iter.fold($V { $($x: 0.0),* }, |all, v| all.add(v)) } }",
    "impl Product for $V { fn product<I>(iter: I) -> $V { iter.fold($V { $($x: 1.0),* }, |all, v| all.mul(v)) } }",
    "pub fn $v($($x: $S),*) -> $V { $V { $($x),* } }",
    "fn new($($x: $S),*) -> $V { $V { $($x),* } }",
    "fn splat(v: $S) -> $V { $V { $($x: v),* } }",
    "fn map(self, f: impl Fn($S) -> $S) -> $V { $V { $($x: f(self.$x)),* } }",
    "const ZERO: $V = $V { $($x: 0.0),* };",
    "const ONE: $V = $V { $($x: 1.0),* };",
    "const NEG_ONE: $V = $V { $($x: -1.0),* };",
    "const NAN: $V = $V { $($x: $S::NAN),* };",
    "const INFINITY: $V = $V { $($x: $S::INFINITY),* };",
    "const NEG_INFINITY: $V = $V { $($x: $S::NEG_INFINITY),* };",
    "const MIN: $V = $V { $($x: $S::MIN),* };",
    "const MAX: $V = $V { $($x: $S::MAX),* };",
    "impl Default for $V { fn default() -> $V { $V { $($x: 0.0),* } } }",
    "impl Neg for $V { fn neg(self) -> $V { $V { $($x: -self.$x),* } } }",
    "impl Add<$V> for $V { fn add(self, o: $V) -> $V { $V { $($x: self.$x + o.$x),* } } }",
    "impl Sub<$V> for $V { fn sub(self, o: $V) -> $V { $V { $($x: self.$x - o.$x),* } } }",
    "impl Mul<$V> for $V { fn mul(self, o: $V) -> $V { $V { $($x: self.$x * o.$x),* } } }",
    "impl Div<$V> for $V { fn div(self, o: $V) -> $V { $V { $($x: self.$x / o.$x),* } } }",
    "impl Rem<$V> for $V { fn rem(self, o: $V) -> $V { $V { $($x: self.$x % o.$x),* } } }",
    "impl Add<$S> for $V { fn add(self, o: $S) -> $V { $V { $($x: self.$x + o),* } } }",
    "impl Sub<$S> for $V { fn sub(self, o: $S) -> $V { $V { $($x: self.$x - o),* } } }",
    "impl Mul<$S> for $V { fn mul(self, o: $S) -> $V { $V { $($x: self.$x * o),* } } }",
    "impl Div<$S> for $V { fn div(self, o: $S) -> $V { $V { $($x: self.$x / o),* } } }",
    "impl Rem<$S> for $V { fn rem(self, o: $S) -> $V { $V { $($x: self.$x % o),* } } }",
    "impl Add<$V> for $S { fn add(self, o: $V) -> $V { $V { $($x: self + o.$x),* } } }",
    "impl Sub<$V> for $S { fn sub(self, o: $V) -> $V { $V { $($x: self - o.$x),* } } }",
    "impl Mul<$V> for $S { fn mul(self, o: $V) -> $V { $V { $($x: self * o.$x),* } } }",
    "impl Div<$V> for $S { fn div(self, o: $V) -> $V { $V { $($x: self / o.$x),* } } }",
    "impl AddAssign<$V> for $V { fn add_assign(&mut self, o: $V) { $(self.$x += o.$x;) * } }",
    "impl SubAssign<$V> for $V { fn sub_assign(&mut self, o: $V) { $(self.$x -= o.$x;) * } }",
    "impl MulAssign<$V> for $V { fn mul_assign(&mut self, o: $V) { $(self.$x *= o.$x;) * } }",
    "impl DivAssign<$V> for $V { fn div_assign(&mut self, o: $V) { $(self.$x /= o.$x;) * } }",
    "impl AddAssign<$S> for $V { fn add_assign(&mut self, o: $S) { $(self.$x += o;) * } }",
    "impl SubAssign<$S> for $V { fn sub_assign(&mut self, o: $S) { $(self.$x -= o;) * } }",
    "impl MulAssign<$S> for $V { fn mul_assign(&mut self, o: $S) { $(self.$x *= o;) * } }",
    "impl DivAssign<$S> for $V { fn div_assign(&mut self, o: $S) { $(self.$x /= o;) * } }",
    "fn min(self, o: $V) -> $V { $V { $($x: if self.$x < o.$x { self.$x } else { o.$x }),* } }",
    "fn max(self, o: $V) -> $V { $V { $($x: if self.$x > o.$x { self.$x } else { o.$x }),* } }",
    "fn clamp(self, low: $V, high: $V) -> $V {
        $(let $x = if self.$x > low.$x { self.$x } else { low.$x };) *
        $V { $($x: if $x < high.$x { $x } else { high.$x }),* } }",
    "fn saturate(self) -> $V {
        $(let $x = if self.$x > 0.0 { self.$x } else { 0.0 };) *
        $V { $($x: if $x < 1.0 { $x } else { 1.0 }),* } }",
    "fn abs(self) -> $V { $V { $($x: self.$x.abs()),* } }",
    "fn signum(self) -> $V { $V { $($x: self.$x.signum()),* } }",
    "fn copysign(self, o: $V) -> $V { $V { $($x: self.$x.copysign(o.$x)),* } }",
    "fn is_finite(self) -> bool { $(self.$x.is_finite()) &&* }",
    "fn is_nan(self) -> bool { $(self.$x.is_nan()) ||* }",
    "fn length(self) -> $S { self.dot(self).sqrt() }",
    "fn length_squared(self) -> $S { self.dot(self) }",
    "fn length_recip(self) -> $S { 1.0 / self.dot(self).sqrt() }",
    "fn distance(self, o: $V) -> $S {
        let d = $V { $($x: self.$x - o.$x),* };
        d.dot(d).sqrt() }",
    "fn distance_squared(self, o: $V) -> $S {
        let d = $V { $($x: self.$x - o.$x),* };
        d.dot(d) }",
    "fn rem_euclid(self, o: $V) -> $V { $V { $($x: self.$x.rem_euclid(o.$x)),* } }",
    "fn div_euclid(self, o: $V) -> $V { $V { $($x: self.$x.div_euclid(o.$x)),* } }",
    "fn try_normalize(self) -> Option<$V> {
        let recip = 1.0 / self.dot(self).sqrt();
        if recip.is_finite() && recip > 0.0 { Some($V { $($x: self.$x * recip),* }) } else { None } }",
    "fn normalize_or(self, fallback: $V) -> $V {
        let recip = 1.0 / self.dot(self).sqrt();
        if recip.is_finite() && recip > 0.0 { $V { $($x: self.$x * recip),* } } else { fallback } }",
    "fn normalize_or_zero(self) -> $V {
        let recip = 1.0 / self.dot(self).sqrt();
        if recip.is_finite() && recip > 0.0 {
            $V { $($x: self.$x * recip),* }
        } else {
            $V { $($x: 0.0),* }
        } }",
    "fn is_normalized(self) -> bool { (self.dot(self) - 1.0).abs() <= 2e-4 }",
    "fn project_onto(self, o: $V) -> $V {
        let k = self.dot(o) / o.dot(o);
        $V { $($x: o.$x * k),* } }",
    "fn reject_from(self, o: $V) -> $V {
        let k = self.dot(o) / o.dot(o);
        $V { $($x: self.$x - o.$x * k),* } }",
    "fn project_onto_normalized(self, o: $V) -> $V {
        let k = self.dot(o);
        $V { $($x: o.$x * k),* } }",
    "fn reject_from_normalized(self, o: $V) -> $V {
        let k = self.dot(o);
        $V { $($x: self.$x - o.$x * k),* } }",
    "fn exp(self) -> $V { $V { $($x: self.$x.exp()),* } }",
    "fn exp2(self) -> $V { $V { $($x: self.$x.exp2()),* } }",
    "fn ln(self) -> $V { $V { $($x: self.$x.ln()),* } }",
    "fn log2(self) -> $V { $V { $($x: self.$x.log2()),* } }",
    "fn powf(self, n: $S) -> $V { $V { $($x: self.$x.powf(n)),* } }",
    "fn sqrt(self) -> $V { $V { $($x: self.$x.sqrt()),* } }",
    "fn sin(self) -> $V { $V { $($x: self.$x.sin()),* } }",
    "fn cos(self) -> $V { $V { $($x: self.$x.cos()),* } }",
    "fn recip(self) -> $V { $V { $($x: 1.0 / self.$x),* } }",
    "fn lerp(self, o: $V, s: $S) -> $V {
        let rest = 1.0 - s;
        $V { $($x: self.$x * rest + o.$x * s),* } }",
    "fn midpoint(self, o: $V) -> $V { $V { $($x: (self.$x + o.$x) * 0.5),* } }",
    "fn move_towards(self, o: $V, d: $S) -> $V {
        let a = $V { $($x: o.$x - self.$x),* };
        let length = a.dot(a).sqrt();
        if length <= d || length <= 1e-4 { return o; }
        $V { $($x: self.$x + a.$x / length * d),* } }",
    "fn clamp_length(self, low: $S, high: $S) -> $V {
        let squared = self.dot(self);
        if squared < low * low {
            let length = squared.sqrt();
            $V { $($x: low * (self.$x / length)),* }
        } else if squared > high * high {
            let length = squared.sqrt();
            $V { $($x: high * (self.$x / length)),* }
        } else {
            self
        } }",
    "fn clamp_length_max(self, high: $S) -> $V {
        let squared = self.dot(self);
        if squared > high * high {
            let length = squared.sqrt();
            $V { $($x: high * (self.$x / length)),* }
        } else {
            self
        } }",
    "fn clamp_length_min(self, low: $S) -> $V {
        let squared = self.dot(self);
        if squared < low * low {
            let length = squared.sqrt();
            $V { $($x: low * (self.$x / length)),* }
        } else {
            self
        } }",
    "fn mul_add(self, a: $V, b: $V) -> $V { $V { $($x: self.$x.mul_add(a.$x, b.$x)),* } }",
    "fn reflect(self, normal: $V) -> $V {
        let k = 2.0 * self.dot(normal);
        $V { $($x: self.$x - k * normal.$x),* } }",
    "fn refract(self, normal: $V, eta: $S) -> $V {
        let d = normal.dot(self);
        let k = 1.0 - eta * eta * (1.0 - d * d);
        if k >= 0.0 {
            let along = eta * d + k.sqrt();
            $V { $($x: eta * self.$x - along * normal.$x),* }
        } else {
            $V { $($x: 0.0),* }
        } }",
    "fn smoothstep(self, edge0: $V, edge1: $V) -> $V {
        $(let $x = (self.$x - edge0.$x) / (edge1.$x - edge0.$x);) *
        $(let $x = if $x > 0.0 { $x } else { 0.0 };) *
        $(let $x = if $x < 1.0 { $x } else { 1.0 };) *
        $V { $($x: $x * $x * (3.0 - 2.0 * $x)),* } }",
];

/// Methods of the types that use no vector registers: sums and products from the first element to
/// the last, and rounding.
pub(super) const SCALAR: &[&str] = &[
    "fn dot(self, o: $V) -> $S { $(self.$x * o.$x) +* }",
    "fn element_sum(self) -> $S { $(self.$x) +* }",
    "fn element_product(self) -> $S { $(self.$x) ** }",
    "fn normalize(self) -> $V {
        let recip = 1.0 / self.dot(self).sqrt();
        $V { $($x: self.$x * recip),* } }",
    "fn round(self) -> $V { $V { $($x: self.$x.round()),* } }",
    "fn floor(self) -> $V { $V { $($x: self.$x.floor()),* } }",
    "fn ceil(self) -> $V { $V { $($x: self.$x.ceil()),* } }",
    "fn trunc(self) -> $V { $V { $($x: self.$x.trunc()),* } }",
    "fn fract(self) -> $V { $V { $($x: self.$x - self.$x.trunc()),* } }",
    "fn fract_gl(self) -> $V { $V { $($x: self.$x - self.$x.floor()),* } }",
];

pub(super) const VECTOR2: &[&str] = &[
    "const X: $V = $V { x: 1.0, y: 0.0 };",
    "const Y: $V = $V { x: 0.0, y: 1.0 };",
    "const NEG_X: $V = $V { x: -1.0, y: 0.0 };",
    "const NEG_Y: $V = $V { x: 0.0, y: -1.0 };",
    "fn from_array(a: [$S; 2]) -> $V { $V { x: a[0], y: a[1] } }",
    "fn from_slice(a: &[$S]) -> $V { $V { x: a[0], y: a[1] } }",
    "fn to_array(self) -> [$S; 2] { [self.x, self.y] }",
    "fn write_to_slice(self, a: &mut [$S]) { a[0] = self.x; a[1] = self.y; }",
    "impl From<[$S; 2]> for $V { fn from(a: [$S; 2]) -> $V { $V { x: a[0], y: a[1] } } }",
    "impl From<$V> for [$S; 2] { fn from(v: $V) -> [$S; 2] { [v.x, v.y] } }",
    "impl From<$V> for ($S, $S) { fn from(v: $V) -> ($S, $S) { (v.x, v.y) } }",
    "impl From<($S, $S)> for $V { fn from(a: ($S, $S)) -> $V { $V { x: a.0, y: a.1 } } }",
    "impl Index<usize> for $V { fn index(&self, i: usize) -> &$S {
        match i { 0 => &self.x, 1 => &self.y, _ => panic!(\"index out of bounds\") } } }",
    "impl IndexMut<usize> for $V { fn index_mut(&mut self, i: usize) -> &mut $S {
        match i { 0 => &mut self.x, 1 => &mut self.y, _ => panic!(\"index out of bounds\") } } }",
    "fn extend(self, z: $S) -> $Vec3 { $Vec3 { x: self.x, y: self.y, z } }",
    "fn with_x(self, x: $S) -> $V { $V { x, y: self.y } }",
    "fn with_y(self, y: $S) -> $V { $V { x: self.x, y } }",
    "fn yx(self) -> $V { $V { x: self.y, y: self.x } }",
    "fn xx(self) -> $V { $V { x: self.x, y: self.x } }",
    "fn yy(self) -> $V { $V { x: self.y, y: self.y } }",
    "fn min_element(self) -> $S { if self.x < self.y { self.x } else { self.y } }",
    "fn max_element(self) -> $S { if self.x > self.y { self.x } else { self.y } }",
    "fn from_angle(angle: $S) -> $V { $V { x: angle.cos(), y: angle.sin() } }",
    "fn to_angle(self) -> $S { self.y.atan2(self.x) }",
    "fn perp(self) -> $V { $V { x: -self.y, y: self.x } }",
    "fn perp_dot(self, o: $V) -> $S { self.x * o.y - self.y * o.x }",
    "fn rotate(self, o: $V) -> $V {
        $V { x: self.x * o.x - self.y * o.y, y: self.y * o.x + self.x * o.y } }",
    "fn rotate_angle(self, angle: $S) -> $V {
        let (sin, cos) = angle.sin_cos();
        $V { x: self.x * cos - self.y * sin, y: self.y * cos + self.x * sin } }",
    "fn angle_to(self, o: $V) -> $S {
        let cos = self.dot(o) / (self.dot(self) * o.dot(o)).sqrt();
        cos.clamp(-1.0, 1.0).acos() * (self.x * o.y - self.y * o.x).signum() }",
];

pub(super) const VECTOR3: &[&str] = &[
    "const X: $V = $V { x: 1.0, y: 0.0, z: 0.0 };",
    "const Y: $V = $V { x: 0.0, y: 1.0, z: 0.0 };",
    "const Z: $V = $V { x: 0.0, y: 0.0, z: 1.0 };",
    "const NEG_X: $V = $V { x: -1.0, y: 0.0, z: 0.0 };",
    "const NEG_Y: $V = $V { x: 0.0, y: -1.0, z: 0.0 };",
    "const NEG_Z: $V = $V { x: 0.0, y: 0.0, z: -1.0 };",
    "fn from_array(a: [$S; 3]) -> $V { $V { x: a[0], y: a[1], z: a[2] } }",
    "fn from_slice(a: &[$S]) -> $V { $V { x: a[0], y: a[1], z: a[2] } }",
    "fn to_array(self) -> [$S; 3] { [self.x, self.y, self.z] }",
    "fn write_to_slice(self, a: &mut [$S]) { a[0] = self.x; a[1] = self.y; a[2] = self.z; }",
    "impl From<[$S; 3]> for $V { fn from(a: [$S; 3]) -> $V { $V { x: a[0], y: a[1], z: a[2] } } }",
    "impl From<$V> for [$S; 3] { fn from(v: $V) -> [$S; 3] { [v.x, v.y, v.z] } }",
    "impl From<$V> for ($S, $S, $S) { fn from(v: $V) -> ($S, $S, $S) { (v.x, v.y, v.z) } }",
    "impl From<($S, $S, $S)> for $V { fn from(a: ($S, $S, $S)) -> $V {
        $V { x: a.0, y: a.1, z: a.2 } } }",
    "impl From<($Vec2, $S)> for $V { fn from(a: ($Vec2, $S)) -> $V {
        let (v, z) = a;
        $V { x: v.x, y: v.y, z } } }",
    "impl Index<usize> for $V { fn index(&self, i: usize) -> &$S {
        match i { 0 => &self.x, 1 => &self.y, 2 => &self.z, _ => panic!(\"index out of bounds\") } } }",
    "impl IndexMut<usize> for $V { fn index_mut(&mut self, i: usize) -> &mut $S {
        match i {
            0 => &mut self.x, 1 => &mut self.y, 2 => &mut self.z,
            _ => panic!(\"index out of bounds\"),
        } } }",
    "fn extend(self, w: $S) -> $Vec4 { $Vec4 { x: self.x, y: self.y, z: self.z, w } }",
    "fn truncate(self) -> $Vec2 { $Vec2 { x: self.x, y: self.y } }",
    "fn from_homogeneous(v: $Vec4) -> $V { $V { x: v.x / v.w, y: v.y / v.w, z: v.z / v.w } }",
    "fn to_homogeneous(self) -> $Vec4 { $Vec4 { x: self.x, y: self.y, z: self.z, w: 1.0 } }",
    "fn with_x(self, x: $S) -> $V { $V { x, y: self.y, z: self.z } }",
    "fn with_y(self, y: $S) -> $V { $V { x: self.x, y, z: self.z } }",
    "fn with_z(self, z: $S) -> $V { $V { x: self.x, y: self.y, z } }",
    "fn xy(self) -> $Vec2 { $Vec2 { x: self.x, y: self.y } }",
    "fn xz(self) -> $Vec2 { $Vec2 { x: self.x, y: self.z } }",
    "fn yz(self) -> $Vec2 { $Vec2 { x: self.y, y: self.z } }",
    "fn yx(self) -> $Vec2 { $Vec2 { x: self.y, y: self.x } }",
    "fn zx(self) -> $Vec2 { $Vec2 { x: self.z, y: self.x } }",
    "fn zy(self) -> $Vec2 { $Vec2 { x: self.z, y: self.y } }",
    "fn xzy(self) -> $V { $V { x: self.x, y: self.z, z: self.y } }",
    "fn yxz(self) -> $V { $V { x: self.y, y: self.x, z: self.z } }",
    "fn yzx(self) -> $V { $V { x: self.y, y: self.z, z: self.x } }",
    "fn zxy(self) -> $V { $V { x: self.z, y: self.x, z: self.y } }",
    "fn zyx(self) -> $V { $V { x: self.z, y: self.y, z: self.x } }",
    "fn cross(self, o: $V) -> $V {
        $V {
            x: self.y * o.z - o.y * self.z,
            y: self.z * o.x - o.z * self.x,
            z: self.x * o.y - o.x * self.y,
        } }",
    "fn angle_between(self, o: $V) -> $S {
        let cos = self.dot(o) / (self.dot(self) * o.dot(o)).sqrt();
        cos.clamp(-1.0, 1.0).acos() }",
    "fn angle_to(self, o: $V, axis: $V) -> $S { self.cross(o).dot(axis).atan2(self.dot(o)) }",
    "fn rotate_x(self, angle: $S) -> $V {
        let (sin, cos) = angle.sin_cos();
        $V { x: self.x, y: self.y * cos - self.z * sin, z: self.y * sin + self.z * cos } }",
    "fn rotate_y(self, angle: $S) -> $V {
        let (sin, cos) = angle.sin_cos();
        $V { x: self.x * cos + self.z * sin, y: self.y, z: self.x * -sin + self.z * cos } }",
    "fn rotate_z(self, angle: $S) -> $V {
        let (sin, cos) = angle.sin_cos();
        $V { x: self.x * cos - self.y * sin, y: self.x * sin + self.y * cos, z: self.z } }",
    "fn any_orthogonal_vector(self) -> $V {
        if self.x.abs() > self.y.abs() {
            $V { x: -self.z, y: 0.0, z: self.x }
        } else {
            $V { x: 0.0, y: self.z, z: -self.y }
        } }",
    "fn any_orthonormal_vector(self) -> $V {
        let sign = self.z.signum();
        let a = -1.0 / (sign + self.z);
        let b = self.x * self.y * a;
        $V { x: b, y: sign + self.y * self.y * a, z: -self.y } }",
    "fn any_orthonormal_pair(self) -> ($V, $V) {
        let sign = self.z.signum();
        let a = -1.0 / (sign + self.z);
        let b = self.x * self.y * a;
        (
            $V { x: 1.0 + sign * self.x * self.x * a, y: sign * b, z: -sign * self.x },
            $V { x: b, y: sign + self.y * self.y * a, z: -self.y },
        ) }",
];

pub(super) const VECTOR4: &[&str] = &[
    "const X: $V = $V { x: 1.0, y: 0.0, z: 0.0, w: 0.0 };",
    "const Y: $V = $V { x: 0.0, y: 1.0, z: 0.0, w: 0.0 };",
    "const Z: $V = $V { x: 0.0, y: 0.0, z: 1.0, w: 0.0 };",
    "const W: $V = $V { x: 0.0, y: 0.0, z: 0.0, w: 1.0 };",
    "fn from_array(a: [$S; 4]) -> $V { $V { x: a[0], y: a[1], z: a[2], w: a[3] } }",
    "fn from_slice(a: &[$S]) -> $V { $V { x: a[0], y: a[1], z: a[2], w: a[3] } }",
    "fn to_array(self) -> [$S; 4] { [self.x, self.y, self.z, self.w] }",
    "fn write_to_slice(self, a: &mut [$S]) { a[0] = self.x; a[1] = self.y; a[2] = self.z; a[3] = self.w; }",
    "impl From<[$S; 4]> for $V { fn from(a: [$S; 4]) -> $V {
        $V { x: a[0], y: a[1], z: a[2], w: a[3] } } }",
    "impl From<$V> for [$S; 4] { fn from(v: $V) -> [$S; 4] { [v.x, v.y, v.z, v.w] } }",
    "impl From<($S, $S, $S, $S)> for $V { fn from(a: ($S, $S, $S, $S)) -> $V {
        $V { x: a.0, y: a.1, z: a.2, w: a.3 } } }",
    "impl From<($Vec3, $S)> for $V { fn from(a: ($Vec3, $S)) -> $V {
        let (v, w) = a;
        $V { x: v.x, y: v.y, z: v.z, w } } }",
    "impl From<$Quat> for $V { fn from(q: $Quat) -> $V { $V { x: q.x, y: q.y, z: q.z, w: q.w } } }",
    "impl Index<usize> for $V { fn index(&self, i: usize) -> &$S {
        match i {
            0 => &self.x, 1 => &self.y, 2 => &self.z, 3 => &self.w,
            _ => panic!(\"index out of bounds\"),
        } } }",
    "impl IndexMut<usize> for $V { fn index_mut(&mut self, i: usize) -> &mut $S {
        match i {
            0 => &mut self.x, 1 => &mut self.y, 2 => &mut self.z, 3 => &mut self.w,
            _ => panic!(\"index out of bounds\"),
        } } }",
    "fn truncate(self) -> $Vec3 { $Vec3 { x: self.x, y: self.y, z: self.z } }",
    "fn project(self) -> $Vec3 {
        $Vec3 { x: self.x / self.w, y: self.y / self.w, z: self.z / self.w } }",
    "fn with_x(self, x: $S) -> $V { $V { x, y: self.y, z: self.z, w: self.w } }",
    "fn with_y(self, y: $S) -> $V { $V { x: self.x, y, z: self.z, w: self.w } }",
    "fn with_z(self, z: $S) -> $V { $V { x: self.x, y: self.y, z, w: self.w } }",
    "fn with_w(self, w: $S) -> $V { $V { x: self.x, y: self.y, z: self.z, w } }",
    "fn xy(self) -> $Vec2 { $Vec2 { x: self.x, y: self.y } }",
    "fn zw(self) -> $Vec2 { $Vec2 { x: self.z, y: self.w } }",
    "fn xyz(self) -> $Vec3 { $Vec3 { x: self.x, y: self.y, z: self.z } }",
    "fn yzw(self) -> $Vec3 { $Vec3 { x: self.y, y: self.z, z: self.w } }",
];

/// Methods of the types that use no vector registers.
pub(super) const SCALAR3: &[&str] = &[
    "fn min_element(self) -> $S {
        let rest = if self.y < self.z { self.y } else { self.z };
        if self.x < rest { self.x } else { rest } }",
    "fn max_element(self) -> $S {
        let rest = if self.y > self.z { self.y } else { self.z };
        if self.x > rest { self.x } else { rest } }",
    "fn rotate_axis(self, axis: $V, angle: $S) -> $V {
        $Quat::from_axis_angle(axis, angle).mul_vec3(self) }",
];

pub(super) const SCALAR4: &[&str] = &[
    "fn min_element(self) -> $S {
        let rest = if self.z < self.w { self.z } else { self.w };
        let rest = if self.y < rest { self.y } else { rest };
        if self.x < rest { self.x } else { rest } }",
    "fn max_element(self) -> $S {
        let rest = if self.z > self.w { self.z } else { self.w };
        let rest = if self.y > rest { self.y } else { rest };
        if self.x > rest { self.x } else { rest } }",
];

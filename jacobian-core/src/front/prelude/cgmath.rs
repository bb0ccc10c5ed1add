//! Vectors, points, angles, matrices and quaternions of cgmath 0.18: the same operations in the
//! same order.
//!
//! Source of each text: `src/vector.rs`, `point.rs`, `angle.rs`, `matrix.rs`, `quaternion.rs` and
//! `structure.rs` of cgmath 0.18.0, without its feature `simd`. Sums of products begin with the
//! first component.

use super::cgmath_conversions::{
    BETWEEN, INDEXED2, INDEXED3, INDEXED4, INTO_MATRIX3, INTO_MATRIX4,
};
use super::cgmath_matrix4::{HOMOGENEOUS_POINT, MATRIX4};
use super::columns;
use super::definition::Type;

/// The fields of a type, with the names of their types.
type Fields = &'static [(&'static str, &'static str)];

const XY: Fields = &[("x", "$S"), ("y", "$S")];
const XYZ: Fields = &[("x", "$S"), ("y", "$S"), ("z", "$S")];
const XYZW: Fields = &[("x", "$S"), ("y", "$S"), ("z", "$S"), ("w", "$S")];

pub(super) const TYPES: &[Type] = &[
    of(
        "Vector2",
        XY,
        &[],
        &[VECTORS, INDEXED2, VECTOR2],
        &[("I", "$S")],
        &["vec2"],
    ),
    of(
        "Vector3",
        XYZ,
        &[],
        &[VECTORS, INDEXED3, VECTOR3],
        &[("I", "$S")],
        &["vec3"],
    ),
    of(
        "Vector4",
        XYZW,
        &[],
        &[VECTORS, INDEXED4, VECTOR4],
        &[("I", "$S")],
        &["vec4"],
    ),
    of(
        "Point2",
        XY,
        &[],
        &[POINTS, POINT2],
        &[("W", "Vector2")],
        &["point2"],
    ),
    of(
        "Point3",
        XYZ,
        &[],
        &[POINTS, POINT3, HOMOGENEOUS_POINT],
        &[("W", "Vector3")],
        &["point3"],
    ),
    of("Rad", &[("0", "$S")], &[], &[ANGLES, RAD], &[], &[]),
    of("Deg", &[("0", "$S")], &[], &[ANGLES, DEG], &[], &[]),
    of(
        "Matrix2",
        &[("x", "Vector2"), ("y", "Vector2")],
        XY,
        &[columns::ALL, MATRICES, OF_COLUMNS, INDEXED2, MATRIX2],
        &[("I", "Vector2")],
        &[],
    ),
    of(
        "Matrix3",
        &[("x", "Vector3"), ("y", "Vector3"), ("z", "Vector3")],
        XYZ,
        &[
            columns::ALL,
            MATRICES,
            OF_COLUMNS,
            INDEXED3,
            MATRIX3,
            INTO_MATRIX3,
        ],
        &[("I", "Vector3")],
        &[],
    ),
    of(
        "Matrix4",
        &[
            ("x", "Vector4"),
            ("y", "Vector4"),
            ("z", "Vector4"),
            ("w", "Vector4"),
        ],
        XYZW,
        &[columns::ALL, MATRICES, INDEXED4, MATRIX4, INTO_MATRIX4],
        &[("I", "Vector4")],
        &[],
    ),
    of(
        "Quaternion",
        &[("v", "Vector3"), ("s", "$S")],
        &[],
        &[QUATERNION, BETWEEN],
        &[],
        &[],
    ),
];

const fn of(
    name: &'static str,
    fields: Fields,
    inner: Fields,
    texts: &'static [&'static [&'static str]],
    names: &'static [(&'static str, &'static str)],
    asked_by: &'static [&'static str],
) -> Type {
    Type {
        name,
        fields,
        inner,
        texts,
        asked_by,
        names,
        ..Type::PLAIN
    }
}

const VECTORS: &[&str] = &[
    "fn new($($x: $S),*) -> $V { $V { $($x),* } }",
    "fn from_value(v: $S) -> $V { $V { $($x: v),* } }",
    "fn zero() -> $V { $V { $($x: 0.0),* } }",
    "fn map(self, f: impl Fn($S) -> $S) -> $V { $V { $($x: f(self.$x)),* } }",
    "fn zip(self, o: $V, f: impl Fn($S, $S) -> $S) -> $V { $V { $($x: f(self.$x, o.$x)),* } }",
    "fn sum(self) -> $S { $(self.$x) + * }",
    "fn product(self) -> $S { $(self.$x) ** }",
    "fn dot(self, o: $V) -> $S { $(self.$x * o.$x) + * }",
    "fn magnitude2(self) -> $S { $(self.$x * self.$x) + * }",
    "fn magnitude(self) -> $S { ($(self.$x * self.$x) + *).sqrt() }",
    "fn normalize(self) -> $V {
        let k = 1.0 / self.magnitude();
        $V { $($x: self.$x * k),* } }",
    "fn normalize_to(self, magnitude: $S) -> $V {
        let k = magnitude / self.magnitude();
        $V { $($x: self.$x * k),* } }",
    "fn distance2(self, o: $V) -> $S { $((o.$x - self.$x) * (o.$x - self.$x)) + * }",
    "fn distance(self, o: $V) -> $S { self.distance2(o).sqrt() }",
    "fn lerp(self, o: $V, amount: $S) -> $V { $V { $($x: self.$x + (o.$x - self.$x) * amount),* } }",
    "fn project_on(self, o: $V) -> $V {
        let k = self.dot(o) / o.magnitude2();
        $V { $($x: o.$x * k),* } }",
    "fn add_element_wise(self, o: $V) -> $V { $V { $($x: self.$x + o.$x),* } }",
    "fn sub_element_wise(self, o: $V) -> $V { $V { $($x: self.$x - o.$x),* } }",
    "fn mul_element_wise(self, o: $V) -> $V { $V { $($x: self.$x * o.$x),* } }",
    "fn div_element_wise(self, o: $V) -> $V { $V { $($x: self.$x / o.$x),* } }",
    "impl Neg for $V { fn neg(self) -> $V { $V { $($x: -self.$x),* } } }",
    "impl Add<$V> for $V { fn add(self, o: $V) -> $V { $V { $($x: self.$x + o.$x),* } } }",
    "impl Sub<$V> for $V { fn sub(self, o: $V) -> $V { $V { $($x: self.$x - o.$x),* } } }",
    "impl Mul<$S> for $V { fn mul(self, o: $S) -> $V { $V { $($x: self.$x * o),* } } }",
    "impl Div<$S> for $V { fn div(self, o: $S) -> $V { $V { $($x: self.$x / o),* } } }",
    "impl Rem<$S> for $V { fn rem(self, o: $S) -> $V { $V { $($x: self.$x % o),* } } }",
    "impl Mul<$V> for $S { fn mul(self, o: $V) -> $V { $V { $($x: self * o.$x),* } } }",
    "impl Div<$V> for $S { fn div(self, o: $V) -> $V { $V { $($x: self / o.$x),* } } }",
    "impl AddAssign<$V> for $V { fn add_assign(&mut self, o: $V) { $(self.$x += o.$x;) * } }",
    "impl SubAssign<$V> for $V { fn sub_assign(&mut self, o: $V) { $(self.$x -= o.$x;) * } }",
    "impl MulAssign<$S> for $V { fn mul_assign(&mut self, o: $S) { $(self.$x *= o;) * } }",
    "impl DivAssign<$S> for $V { fn div_assign(&mut self, o: $S) { $(self.$x /= o;) * } }",
    "impl From<[$S; $n]> for $V { fn from(a: [$S; $n]) -> $V { let [$($x),*] = a; $V { $($x),* } } }",
    "impl From<$V> for [$S; $n] { fn from(v: $V) -> [$S; $n] { [$(v.$x),*] } }",
    "impl Sum for $V { fn sum<I>(iter: I) -> $V {
        iter.fold($V { $($x: 0.0),* }, |all, v| $V { $($x: all.$x + v.$x),* }) } }",
];

const VECTOR2: &[&str] = &[
    "pub fn vec2(x: $S, y: $S) -> Vector2 { Vector2 { x, y } }",
    "fn unit_x() -> Vector2 { Vector2 { x: 1.0, y: 0.0 } }",
    "fn unit_y() -> Vector2 { Vector2 { x: 0.0, y: 1.0 } }",
    "fn perp_dot(self, o: Vector2) -> $S { (self.x * o.y) - (self.y * o.x) }",
    "fn extend(self, z: $S) -> Vector3 { Vector3 { x: self.x, y: self.y, z } }",
    "fn angle(self, o: Vector2) -> Rad { Rad(self.perp_dot(o).atan2(self.dot(o))) }",
];

const VECTOR3: &[&str] = &[
    "pub fn vec3(x: $S, y: $S, z: $S) -> Vector3 { Vector3 { x, y, z } }",
    "fn unit_x() -> Vector3 { Vector3 { x: 1.0, y: 0.0, z: 0.0 } }",
    "fn unit_y() -> Vector3 { Vector3 { x: 0.0, y: 1.0, z: 0.0 } }",
    "fn unit_z() -> Vector3 { Vector3 { x: 0.0, y: 0.0, z: 1.0 } }",
    "fn cross(self, o: Vector3) -> Vector3 { Vector3 {
        x: (self.y * o.z) - (self.z * o.y),
        y: (self.z * o.x) - (self.x * o.z),
        z: (self.x * o.y) - (self.y * o.x),
    } }",
    "fn extend(self, w: $S) -> Vector4 { Vector4 { x: self.x, y: self.y, z: self.z, w } }",
    "fn truncate(self) -> Vector2 { Vector2 { x: self.x, y: self.y } }",
    "fn angle(self, o: Vector3) -> Rad { Rad(self.cross(o).magnitude().atan2(self.dot(o))) }",
];

const VECTOR4: &[&str] = &[
    "pub fn vec4(x: $S, y: $S, z: $S, w: $S) -> Vector4 { Vector4 { x, y, z, w } }",
    "fn truncate(self) -> Vector3 { Vector3 { x: self.x, y: self.y, z: self.z } }",
    "fn angle(self, o: Vector4) -> Rad {
        Rad((self.dot(o) / (self.magnitude() * o.magnitude())).acos()) }",
];

const POINTS: &[&str] = &[
    "fn new($($x: $S),*) -> $V { $V { $($x),* } }",
    "fn from_value(v: $S) -> $V { $V { $($x: v),* } }",
    "fn origin() -> $V { $V { $($x: 0.0),* } }",
    "fn from_vec(v: $W) -> $V { $V { $($x: v.$x),* } }",
    "fn to_vec(self) -> $W { $W { $($x: self.$x),* } }",
    "fn dot(self, o: $W) -> $S { $(self.$x * o.$x) + * }",
    "fn map(self, f: impl Fn($S) -> $S) -> $V { $V { $($x: f(self.$x)),* } }",
    "fn midpoint(self, o: $V) -> $V { $V { $($x: self.$x + (o.$x - self.$x) / 2.0),* } }",
    "fn distance2(self, o: $V) -> $S { $((o.$x - self.$x) * (o.$x - self.$x)) + * }",
    "fn distance(self, o: $V) -> $S { self.distance2(o).sqrt() }",
    "impl Add<$W> for $V { fn add(self, o: $W) -> $V { $V { $($x: self.$x + o.$x),* } } }",
    "impl Sub<$W> for $V { fn sub(self, o: $W) -> $V { $V { $($x: self.$x - o.$x),* } } }",
    "impl Sub<$V> for $V { fn sub(self, o: $V) -> $W { $W { $($x: self.$x - o.$x),* } } }",
    "impl Mul<$S> for $V { fn mul(self, o: $S) -> $V { $V { $($x: self.$x * o),* } } }",
    "impl Div<$S> for $V { fn div(self, o: $S) -> $V { $V { $($x: self.$x / o),* } } }",
    "impl Mul<$V> for $S { fn mul(self, o: $V) -> $V { $V { $($x: self * o.$x),* } } }",
    "impl AddAssign<$W> for $V { fn add_assign(&mut self, o: $W) { $(self.$x += o.$x;) * } }",
    "impl SubAssign<$W> for $V { fn sub_assign(&mut self, o: $W) { $(self.$x -= o.$x;) * } }",
    "impl MulAssign<$S> for $V { fn mul_assign(&mut self, o: $S) { $(self.$x *= o;) * } }",
];

const POINT2: &[&str] = &["pub fn point2(x: $S, y: $S) -> Point2 { Point2 { x, y } }"];
const POINT3: &[&str] = &["pub fn point3(x: $S, y: $S, z: $S) -> Point3 { Point3 { x, y, z } }"];

const ANGLES: &[&str] = &[
    "fn zero() -> $V { $V(0.0) }",
    "impl Neg for $V { fn neg(self) -> $V { $V(-self.0) } }",
    "impl Add<$V> for $V { fn add(self, o: $V) -> $V { $V(self.0 + o.0) } }",
    "impl Sub<$V> for $V { fn sub(self, o: $V) -> $V { $V(self.0 - o.0) } }",
    "impl Div<$V> for $V { fn div(self, o: $V) -> $S { self.0 / o.0 } }",
    "impl Rem<$V> for $V { fn rem(self, o: $V) -> $V { $V(self.0 % o.0) } }",
    "impl Mul<$S> for $V { fn mul(self, o: $S) -> $V { $V(self.0 * o) } }",
    "impl Div<$S> for $V { fn div(self, o: $S) -> $V { $V(self.0 / o) } }",
    "impl AddAssign<$V> for $V { fn add_assign(&mut self, o: $V) { self.0 += o.0; } }",
    "impl SubAssign<$V> for $V { fn sub_assign(&mut self, o: $V) { self.0 -= o.0; } }",
    "impl MulAssign<$S> for $V { fn mul_assign(&mut self, o: $S) { self.0 *= o; } }",
    "fn sin_cos(self) -> ($S, $S) { self.radians().sin_cos() }",
    "fn sin(self) -> $S { self.radians().sin() }",
    "fn cos(self) -> $S { self.radians().cos() }",
    "fn tan(self) -> $S { self.radians().tan() }",
];

const RAD: &[&str] = &[
    "fn radians(self) -> $S { self.0 }",
    "fn full_turn() -> Rad { Rad(core::$S::consts::PI * 2.0) }",
    "fn turn_div_2() -> Rad { Rad(core::$S::consts::PI * 2.0 / 2.0) }",
    "fn turn_div_4() -> Rad { Rad(core::$S::consts::PI * 2.0 / 4.0) }",
    "fn acos(ratio: $S) -> Rad { Rad(ratio.acos()) }",
    "fn asin(ratio: $S) -> Rad { Rad(ratio.asin()) }",
    "fn atan(ratio: $S) -> Rad { Rad(ratio.atan()) }",
    "fn atan2(a: $S, b: $S) -> Rad { Rad(a.atan2(b)) }",
    "impl From<Deg> for Rad { fn from(v: Deg) -> Rad { Rad(v.0 * (core::f64::consts::PI / 180.0) as $S) } }",
];

const DEG: &[&str] = &[
    "fn radians(self) -> $S { self.0 * (core::f64::consts::PI / 180.0) as $S }",
    "fn degrees(v: $S) -> Deg { Deg(v * (180.0 / core::f64::consts::PI) as $S) }",
    "fn acos(ratio: $S) -> Deg { Deg::degrees(ratio.acos()) }",
    "fn asin(ratio: $S) -> Deg { Deg::degrees(ratio.asin()) }",
    "fn atan(ratio: $S) -> Deg { Deg::degrees(ratio.atan()) }",
    "fn atan2(a: $S, b: $S) -> Deg { Deg::degrees(a.atan2(b)) }",
    "impl From<Rad> for Deg { fn from(v: Rad) -> Deg { Deg::degrees(v.0) } }",
];

const MATRICES: &[&str] = &[
    "impl Mul<$C> for $V { fn mul(self, o: $C) -> $C {
        $C { $[$y: $(self.$x.$y * o.$x) + *],* } } }",
    "impl Mul<$V> for $V { fn mul(self, o: $V) -> $V {
        $V { $($x: self.mul(o.$x)),* } } }",
];

const OF_COLUMNS: &[&str] = &["fn transform_vector(&self, o: $C) -> $C { self.mul(o) }"];

const MATRIX2: &[&str] = &[
    "fn new(a: $S, b: $S, c: $S, d: $S) -> Matrix2 {
        Matrix2 { x: Vector2 { x: a, y: b }, y: Vector2 { x: c, y: d } } }",
    "fn identity() -> Matrix2 { Matrix2::new(1.0, 0.0, 0.0, 1.0) }",
    "fn from_angle(theta: Rad) -> Matrix2 {
        let (s, c) = theta.radians().sin_cos();
        Matrix2::new(c, s, -s, c) }",
    "fn from_angle(theta: Deg) -> Matrix2 {
        let (s, c) = theta.radians().sin_cos();
        Matrix2::new(c, s, -s, c) }",
    "fn transpose(&self) -> Matrix2 { Matrix2::new(self.x.x, self.y.x, self.x.y, self.y.y) }",
    "fn determinant(&self) -> $S { self.x.x * self.y.y - self.y.x * self.x.y }",
    "fn trace(&self) -> $S { self.x.x + self.y.y }",
    "fn invert(&self) -> Option<Matrix2> {
        let det = self.determinant();
        if det == 0.0 {
            None
        } else {
            Some(Matrix2::new(self.y.y / det, -self.x.y / det, -self.y.x / det, self.x.x / det))
        } }",
];

const MATRIX3: &[&str] = &[
    "fn new(a: $S, b: $S, c: $S, d: $S, e: $S, f: $S, g: $S, h: $S, i: $S) -> Matrix3 { Matrix3 {
        x: Vector3 { x: a, y: b, z: c }, y: Vector3 { x: d, y: e, z: f }, z: Vector3 { x: g, y: h, z: i },
    } }",
    "fn identity() -> Matrix3 { Matrix3::new(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0) }",
    "fn about_x(angle: $S) -> Matrix3 {
        let (s, c) = angle.sin_cos();
        Matrix3::new(1.0, 0.0, 0.0, 0.0, c, s, 0.0, -s, c) }",
    "fn about_y(angle: $S) -> Matrix3 {
        let (s, c) = angle.sin_cos();
        Matrix3::new(c, 0.0, -s, 0.0, 1.0, 0.0, s, 0.0, c) }",
    "fn about_z(angle: $S) -> Matrix3 {
        let (s, c) = angle.sin_cos();
        Matrix3::new(c, s, 0.0, -s, c, 0.0, 0.0, 0.0, 1.0) }",
    "fn about(a: Vector3, angle: $S) -> Matrix3 {
        let (s, c) = angle.sin_cos();
        let k = 1.0 - c;
        Matrix3::new(
            k * a.x * a.x + c, k * a.x * a.y + s * a.z, k * a.x * a.z - s * a.y,
            k * a.x * a.y - s * a.z, k * a.y * a.y + c, k * a.y * a.z + s * a.x,
            k * a.x * a.z + s * a.y, k * a.y * a.z - s * a.x, k * a.z * a.z + c,
        ) }",
    "fn from_angle_x(a: Rad) -> Matrix3 { Matrix3::about_x(a.radians()) }",
    "fn from_angle_x(a: Deg) -> Matrix3 { Matrix3::about_x(a.radians()) }",
    "fn from_angle_y(a: Rad) -> Matrix3 { Matrix3::about_y(a.radians()) }",
    "fn from_angle_y(a: Deg) -> Matrix3 { Matrix3::about_y(a.radians()) }",
    "fn from_angle_z(a: Rad) -> Matrix3 { Matrix3::about_z(a.radians()) }",
    "fn from_angle_z(a: Deg) -> Matrix3 { Matrix3::about_z(a.radians()) }",
    "fn from_axis_angle(axis: Vector3, a: Rad) -> Matrix3 { Matrix3::about(axis, a.radians()) }",
    "fn from_axis_angle(axis: Vector3, a: Deg) -> Matrix3 { Matrix3::about(axis, a.radians()) }",
    "fn transpose(&self) -> Matrix3 { Matrix3::new(
        self.x.x, self.y.x, self.z.x, self.x.y, self.y.y, self.z.y, self.x.z, self.y.z, self.z.z) }",
    "fn trace(&self) -> $S { self.x.x + self.y.y + self.z.z }",
    "fn determinant(&self) -> $S {
        self.x.x * (self.y.y * self.z.z - self.z.y * self.y.z)
            - self.y.x * (self.x.y * self.z.z - self.z.y * self.x.z)
            + self.z.x * (self.x.y * self.y.z - self.y.y * self.x.z) }",
    "fn invert(&self) -> Option<Matrix3> {
        let det = self.determinant();
        if det == 0.0 { return None; }
        let (a, b, c) = (self.y.cross(self.z), self.z.cross(self.x), self.x.cross(self.y));
        Some(Matrix3::new(
            a.x / det, b.x / det, c.x / det,
            a.y / det, b.y / det, c.y / det,
            a.z / det, b.z / det, c.z / det,
        )) }",
];

const QUATERNION: &[&str] = &[
    "fn new(w: $S, xi: $S, yj: $S, zk: $S) -> Quaternion {
        Quaternion { v: Vector3 { x: xi, y: yj, z: zk }, s: w } }",
    "fn from_sv(s: $S, v: Vector3) -> Quaternion { Quaternion { v, s } }",
    "fn one() -> Quaternion { Quaternion { v: Vector3 { x: 0.0, y: 0.0, z: 0.0 }, s: 1.0 } }",
    "fn about(axis: Vector3, angle: $S) -> Quaternion {
        let (s, c) = (angle * 0.5).sin_cos();
        Quaternion { v: axis.mul(s), s: c } }",
    "fn from_axis_angle(axis: Vector3, a: Rad) -> Quaternion { Quaternion::about(axis, a.radians()) }",
    "fn from_axis_angle(axis: Vector3, a: Deg) -> Quaternion { Quaternion::about(axis, a.radians()) }",
    "fn conjugate(self) -> Quaternion { Quaternion { v: self.v.neg(), s: self.s } }",
    "fn dot(self, o: Quaternion) -> $S { self.s * o.s + self.v.dot(o.v) }",
    "fn magnitude2(self) -> $S { self.dot(self) }",
    "fn magnitude(self) -> $S { self.dot(self).sqrt() }",
    "fn normalize(self) -> Quaternion { self.mul(1.0 / self.magnitude()) }",
    "fn invert(&self) -> Quaternion { self.conjugate().div(self.magnitude2()) }",
    "fn rotate_vector(&self, o: Vector3) -> Vector3 { self.mul(o) }",
    "impl Neg for Quaternion { fn neg(self) -> Quaternion {
        Quaternion { v: self.v.neg(), s: -self.s } } }",
    "impl Add<Quaternion> for Quaternion { fn add(self, o: Quaternion) -> Quaternion {
        Quaternion { v: self.v.add(o.v), s: self.s + o.s } } }",
    "impl Sub<Quaternion> for Quaternion { fn sub(self, o: Quaternion) -> Quaternion {
        Quaternion { v: self.v.sub(o.v), s: self.s - o.s } } }",
    "impl Mul<$S> for Quaternion { fn mul(self, o: $S) -> Quaternion {
        Quaternion { v: self.v.mul(o), s: self.s * o } } }",
    "impl Div<$S> for Quaternion { fn div(self, o: $S) -> Quaternion {
        Quaternion { v: self.v.div(o), s: self.s / o } } }",
    "impl Mul<Vector3> for Quaternion { fn mul(self, o: Vector3) -> Vector3 {
        let t = self.v.cross(o).add(o.mul(self.s));
        self.v.cross(t).mul(2.0).add(o) } }",
    "impl Mul<Quaternion> for Quaternion { fn mul(self, o: Quaternion) -> Quaternion { Quaternion::new(
        self.s * o.s - self.v.x * o.v.x - self.v.y * o.v.y - self.v.z * o.v.z,
        self.s * o.v.x + self.v.x * o.s + self.v.y * o.v.z - self.v.z * o.v.y,
        self.s * o.v.y + self.v.y * o.s + self.v.z * o.v.x - self.v.x * o.v.z,
        self.s * o.v.z + self.v.z * o.s + self.v.x * o.v.y - self.v.y * o.v.x,
    ) } }",
];

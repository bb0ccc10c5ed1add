//! Quaternions, and those of norm one.
//!
//! For a rotation by zero, nalgebra returns the identity from a branch of its own. The derivative
//! of that constant would be zero, but the function is smooth there, and optimizers ask for just
//! this derivative. So these branches add `d = x - frozen(x)`, which is zero and has the derivative
//! of `x`, and terms of `d` squared for the second derivatives. The rotation of a quaternion
//! `(w, v)` with a small `v` is `2 v / w`.
//!
//! Source of each formula: `src/geometry/quaternion*.rs` of nalgebra 0.35.

pub(super) const ALL: &[&str] = &[
    "fn new(w: $S, i: $S, j: $S, k: $S) -> $V { $V { coords: Vector4::new(i, j, k, w) } }",
    "fn from_parts(w: $S, v: Vector3<$S>) -> $V { $V { coords: Vector4::new(v[0], v[1], v[2], w) } }",
    "fn from_imag(v: Vector3<$S>) -> $V { $V { coords: Vector4::new(v[0], v[1], v[2], 0.0) } }",
    "fn from_real(w: $S) -> $V { $V { coords: Vector4::new(0.0, 0.0, 0.0, w) } }",
    "fn from_vector(coords: Vector4<$S>) -> $V { $V { coords } }",
    "fn from(coords: Vector4<$S>) -> $V { $V { coords } }",
    "fn from(c: [$S; 4]) -> $V { $V { coords: Vector4::new(c[0], c[1], c[2], c[3]) } }",
    "fn identity() -> $V { $V { coords: Vector4::new(0.0, 0.0, 0.0, 1.0) } }",
    "fn one() -> $V { $V { coords: Vector4::new(0.0, 0.0, 0.0, 1.0) } }",
    "fn zero() -> $V { $V { coords: Vector4::zeros() } }",
    "impl Default for $V { fn default() -> $V { $V { coords: Vector4::zeros() } } }",
    "fn scalar(&self) -> $S { self.coords[3] }",
    "fn vector(&self) -> Vector3<$S> { self.coords.xyz() }",
    "fn imag(&self) -> Vector3<$S> { self.coords.xyz() }",
    "fn as_vector(&self) -> Vector4<$S> { self.coords }",
    "fn norm(&self) -> $S { self.coords.norm() }",
    "fn magnitude(&self) -> $S { self.coords.norm() }",
    "fn norm_squared(&self) -> $S { self.coords.norm_squared() }",
    "fn magnitude_squared(&self) -> $S { self.coords.norm_squared() }",
    "fn dot(&self, o: $V) -> $S { self.coords.dot(&o.coords) }",
    "fn normalize(&self) -> $V { $V { coords: self.coords.normalize() } }",
    "fn normalize_mut(&mut self) -> $S {
        let n = self.coords.norm();
        self.coords = self.coords.unscale(n);
        n }",
    "fn conjugate(&self) -> $V {
        $V { coords: Vector4::new(-self.coords[0], -self.coords[1], -self.coords[2], self.coords[3]) } }",
    "fn conjugate_mut(&mut self) {
        self.coords[0] = -self.coords[0];
        self.coords[1] = -self.coords[1];
        self.coords[2] = -self.coords[2]; }",
    "fn try_inverse(&self) -> Option<$V> {
        let squared = self.coords.norm_squared();
        if squared >= $S::EPSILON { Some(self.conjugate().div(squared)) } else { None } }",
    "fn try_inverse_mut(&mut self) -> bool {
        let squared = self.coords.norm_squared();
        if squared >= $S::EPSILON { self.coords = self.conjugate().coords / squared; true } else { false } }",
    "fn lerp(&self, o: $V, t: $S) -> $V { $V { coords: self.coords * (1.0 - t) + o.coords * t } }",
    "fn squared(&self) -> $V { self.mul(self) }",
    "fn half(&self) -> $V { $V { coords: self.coords / 2.0 } }",
    "fn inner(&self, o: $V) -> $V { self.mul(o).add(o.mul(self)).half() }",
    "fn outer(&self, o: $V) -> $V { self.mul(o).sub(o.mul(self)).half() }",
    "fn left_div(&self, o: $V) -> Option<$V> {
        match o.try_inverse() { Some(inverse) => Some(inverse.mul(self)), None => None } }",
    "fn right_div(&self, o: $V) -> Option<$V> {
        match o.try_inverse() { Some(inverse) => Some(self.mul(inverse)), None => None } }",
    "fn project(&self, o: $V) -> Option<$V> { self.inner(o).right_div(o) }",
    "fn reject(&self, o: $V) -> Option<$V> { self.outer(o).right_div(o) }",
    "fn cast<T>(&self) -> $V { $V { coords: self.coords.cast::<T>() } }",
    "fn is_pure(&self) -> bool { self.coords[3] == 0.0 }",
    "fn polar_decomposition(&self) -> ($S, $S, Option<UnitVector3>) {
        let v = self.coords.xyz();
        match UnitQuaternion::try_new_and_get($V { coords: self.coords }, 0.0) {
            Some((q, n)) => match UnitVector3::try_new(v, 0.0) {
                Some(axis) => (n, q.angle() / 2.0, Some(axis)),
                None => (n, 0.0, None),
            },
            None => (0.0, 0.0, None),
        } }",
    "fn from_polar_decomposition(scale: $S, theta: $S, axis: UnitVector3) -> $V {
        UnitQuaternion::from_axis_angle(axis, theta * 2.0).value.mul(scale) }",
    // Names of numbers ask for no method, so texts call these by other names.
    "fn sine(&self) -> $V {
        let (v, w) = (self.coords.xyz(), self.coords[3]);
        let z = v.norm();
        let ratio = if z == 0.0 { 1.0 } else { z.sinh() / z };
        let factor = w.cos() * ratio;
        $V::from_parts(w.sin() * z.cosh(), v * factor) }",
    "fn cosine(&self) -> $V {
        let (v, w) = (self.coords.xyz(), self.coords[3]);
        let z = v.norm();
        let ratio = if z == 0.0 { 1.0 } else { z.sinh() / z };
        let factor = -w.sin() * ratio;
        $V::from_parts(w.cos() * z.cosh(), v * factor) }",
    "fn sin(&self) -> $V { self.sine() }",
    "fn cos(&self) -> $V { self.cosine() }",
    "fn tan(&self) -> $V { self.sine().right_div(self.cosine()).unwrap() }",
    "fn axis_of_imag(&self) -> $V { $V::from_imag(self.coords.xyz().normalize()) }",
    "fn asin(&self) -> $V {
        let u = self.axis_of_imag();
        let z = u.mul(self).add($V::identity().sub(self.squared()).powf(0.5)).ln();
        u.mul(z).neg() }",
    "fn acos(&self) -> $V {
        let u = self.axis_of_imag();
        let z = self.add(self.squared().sub($V::identity()).powf(0.5)).ln();
        u.mul(z).neg() }",
    "fn atan(&self) -> $V {
        let u = self.axis_of_imag();
        let ln = u.add(self).right_div(u.sub(self)).unwrap().ln();
        u.half().mul(ln) }",
    "fn sinh(&self) -> $V { self.exp().sub(self.neg().exp()).half() }",
    "fn cosh(&self) -> $V { self.exp().add(self.neg().exp()).half() }",
    "fn tanh(&self) -> $V {
        let (up, down) = (self.exp(), self.neg().exp());
        up.sub(down).half().right_div(up.add(down).half()).unwrap() }",
    "fn asinh(&self) -> $V { self.add($V::identity().add(self.squared()).powf(0.5)).ln() }",
    "fn acosh(&self) -> $V {
        let one = $V::identity();
        self.add(self.add(one).powf(0.5).mul(self.sub(one).powf(0.5))).ln() }",
    "fn atanh(&self) -> $V {
        let one = $V::identity();
        one.add(self).ln().sub(one.sub(self).ln()).half() }",
    "fn pure(&self) -> $V { $V::from_imag(self.coords.xyz()) }",
    "fn ln(&self) -> $V {
        let n = self.coords.norm();
        let v = self.coords.xyz();
        $V::from_parts(n.ln(), v.normalize() * (self.coords[3] / n).acos()) }",
    "fn exp(&self) -> $V { self.exp_eps($S::EPSILON) }",
    "fn exp_eps(&self, eps: $S) -> $V {
        let v = self.coords.xyz();
        let nn = v.norm_squared();
        if nn <= eps * eps {
            // One, whatever the scalar part is, with the derivatives of the exponential.
            let (e, d) = (self.coords[3].exp().frozen(), self.coords[3] - self.coords[3].frozen());
            let u = Vector3::new(v.x - v.x.frozen(), v.y - v.y.frozen(), v.z - v.z.frozen());
            $V::from_parts(1.0 + e * (d + 0.5 * (d * d - u.norm_squared())), (u + u * d) * e)
        } else {
            let w = self.coords[3].exp();
            let n = nn.sqrt();
            let nv = v * (w * n.sin() / n);
            $V::from_parts(w * n.cos(), nv)
        } }",
    "fn powf(&self, n: $S) -> $V { self.ln().mul(n).exp() }",
    "fn sqrt(&self) -> $V { self.powf(0.5) }",
    "impl Neg for $V { fn neg(self) -> $V { $V { coords: -self.coords } } }",
    "impl Add<$V> for $V { fn add(self, o: $V) -> $V { $V { coords: self.coords + o.coords } } }",
    "impl Sub<$V> for $V { fn sub(self, o: $V) -> $V { $V { coords: self.coords - o.coords } } }",
    "impl Mul<$V> for $V { fn mul(self, o: $V) -> $V {
        let (a, b) = (self.coords, o.coords);
        $V::new(
            a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
            a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
            a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
            a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3]) } }",
    "impl Mul<$S> for $V { fn mul(self, o: $S) -> $V { $V { coords: self.coords * o } } }",
    "impl Div<$S> for $V { fn div(self, o: $S) -> $V { $V { coords: self.coords / o } } }",
    "impl Mul<$V> for $S { fn mul(self, o: $V) -> $V { $V { coords: self * o.coords } } }",
    "impl AddAssign<$V> for $V { fn add_assign(&mut self, o: $V) { self.coords = self.coords + o.coords; } }",
    "impl SubAssign<$V> for $V { fn sub_assign(&mut self, o: $V) { self.coords = self.coords - o.coords; } }",
    "impl MulAssign<$V> for $V { fn mul_assign(&mut self, o: $V) {
        let product = self.mul(o);
        self.coords = product.coords; } }",
    "impl MulAssign<$S> for $V { fn mul_assign(&mut self, o: $S) { self.coords = self.coords * o; } }",
    "impl DivAssign<$S> for $V { fn div_assign(&mut self, o: $S) { self.coords = self.coords / o; } }",
];

/// Methods of unit quaternions.
pub(super) const UNIT: &[&str] = &[
    // The numbers themselves, with derivatives of zero.
    "pub fn frozen(v: Vector3<$S>) -> Vector3<$S> {
        Vector3::new(v.x.frozen(), v.y.frozen(), v.z.frozen()) }",
    "fn small(d: Vector3<$S>) -> $V {
        $V { value: Quaternion::from_parts(1.0 - 0.5 * d.norm_squared(), d) } }",
    "fn identity() -> $V { $V { value: Quaternion { coords: Vector4::new(0.0, 0.0, 0.0, 1.0) } } }",
    "fn one() -> $V { $V::identity() }",
    "impl Default for $V { fn default() -> $V { $V::identity() } }",
    "fn quaternion(&self) -> Quaternion { self.value }",
    "fn from_quaternion(q: Quaternion) -> $V { $V::new_normalize(q) }",
    "fn from_axis_angle(axis: UnitVector3, angle: $S) -> $V {
        let (sin, cos) = (angle / 2.0).sin_cos();
        $V { value: Quaternion::from_parts(cos, axis.value * sin) } }",
    "fn from_euler_angles(roll: $S, pitch: $S, yaw: $S) -> $V {
        let (sr, cr) = (roll * 0.5).sin_cos();
        let (sp, cp) = (pitch * 0.5).sin_cos();
        let (sy, cy) = (yaw * 0.5).sin_cos();
        $V { value: Quaternion::new(
            cr * cp * cy + sr * sp * sy,
            sr * cp * cy - cr * sp * sy,
            cr * sp * cy + sr * cp * sy,
            cr * cp * sy - sr * sp * cy) } }",
    "fn new(axisangle: Vector3<$S>) -> $V { $V::new_eps(axisangle, $S::EPSILON) }",
    "fn new_eps(axisangle: Vector3<$S>, eps: $S) -> $V {
        let v = axisangle / 2.0;
        let nn = v.norm_squared();
        if nn <= eps * eps {
            $V::small(v - frozen(v))
        } else {
            // The exponential of the scalar part is one.
            let n = nn.sqrt();
            $V { value: Quaternion::from_parts(n.cos(), v * (n.sin() / n)) }
        } }",
    "fn from_scaled_axis(axisangle: Vector3<$S>) -> $V { $V::new_eps(axisangle, $S::EPSILON) }",
    "fn from_scaled_axis_eps(axisangle: Vector3<$S>, eps: $S) -> $V { $V::new_eps(axisangle, eps) }",
    "fn from_rotation_matrix(r: Rotation3) -> $V {
        let m = r.matrix;
        let trace = m[(0, 0)] + m[(1, 1)] + m[(2, 2)];
        let q = if trace > 0.0 {
            let d = (trace + 1.0).sqrt() * 2.0;
            Quaternion::new(
                0.25 * d,
                (m[(2, 1)] - m[(1, 2)]) / d,
                (m[(0, 2)] - m[(2, 0)]) / d,
                (m[(1, 0)] - m[(0, 1)]) / d)
        } else if m[(0, 0)] > m[(1, 1)] && m[(0, 0)] > m[(2, 2)] {
            let d = (1.0 + m[(0, 0)] - m[(1, 1)] - m[(2, 2)]).sqrt() * 2.0;
            Quaternion::new(
                (m[(2, 1)] - m[(1, 2)]) / d,
                0.25 * d,
                (m[(0, 1)] + m[(1, 0)]) / d,
                (m[(0, 2)] + m[(2, 0)]) / d)
        } else if m[(1, 1)] > m[(2, 2)] {
            let d = (1.0 + m[(1, 1)] - m[(0, 0)] - m[(2, 2)]).sqrt() * 2.0;
            Quaternion::new(
                (m[(0, 2)] - m[(2, 0)]) / d,
                (m[(0, 1)] + m[(1, 0)]) / d,
                0.25 * d,
                (m[(1, 2)] + m[(2, 1)]) / d)
        } else {
            let d = (1.0 + m[(2, 2)] - m[(0, 0)] - m[(1, 1)]).sqrt() * 2.0;
            Quaternion::new(
                (m[(1, 0)] - m[(0, 1)]) / d,
                (m[(0, 2)] + m[(2, 0)]) / d,
                (m[(1, 2)] + m[(2, 1)]) / d,
                0.25 * d)
        };
        $V { value: q } }",
    "fn from(r: Rotation3) -> $V { $V::from_rotation_matrix(r) }",
    "fn from_basis_unchecked(basis: [Vector3<$S>; 3]) -> $V {
        $V::from_rotation_matrix(Rotation3::from_basis_unchecked(basis)) }",
    "fn rotation_between(a: Vector3<$S>, b: Vector3<$S>) -> Option<$V> {
        $V::scaled_rotation_between(a, b, 1.0) }",
    "fn scaled_rotation_between(a: Vector3<$S>, b: Vector3<$S>, s: $S) -> Option<$V> {
        match (UnitVector3::try_new(a, 0.0), UnitVector3::try_new(b, 0.0)) {
            (Some(na), Some(nb)) => $V::scaled_rotation_between_axis(na, nb, s),
            _ => Some($V::identity()),
        } }",
    "fn rotation_between_axis(a: UnitVector3, b: UnitVector3) -> Option<$V> {
        $V::scaled_rotation_between_axis(a, b, 1.0) }",
    "fn scaled_rotation_between_axis(a: UnitVector3, b: UnitVector3, s: $S) -> Option<$V> {
        let c = a.value.cross(&b.value);
        match UnitVector3::try_new(c, $S::EPSILON) {
            Some(axis) => {
                let cos = a.value.dot(&b.value);
                if cos <= -1.0 {
                    None
                } else if cos >= 1.0 {
                    Some($V::identity())
                } else {
                    Some($V::from_axis_angle(axis, cos.acos() * s))
                }
            }
            None => if a.value.dot(&b.value) < 0.0 { None } else { Some($V::identity()) },
        } }",
    "fn face_towards(dir: Vector3<$S>, up: Vector3<$S>) -> $V {
        $V::from_rotation_matrix(Rotation3::face_towards(dir, up)) }",
    "fn look_at_rh(dir: Vector3<$S>, up: Vector3<$S>) -> $V { $V::face_towards(-dir, up).inverse() }",
    "fn look_at_lh(dir: Vector3<$S>, up: Vector3<$S>) -> $V { $V::face_towards(dir, up).inverse() }",
    "fn angle(&self) -> $S {
        let w = self.value.coords[3].abs();
        self.value.coords.xyz().norm().atan2(w) * 2.0 }",
    "fn axis(&self) -> Option<UnitVector3> {
        let v = self.value.coords.xyz();
        UnitVector3::try_new(if self.value.coords[3] >= 0.0 { v } else { -v }, 0.0) }",
    // The scalar part, unless a division by it is not a number.
    "fn divisor(&self) -> $S {
        let w = self.value.coords[3];
        if w < 0.0 || w > 0.0 { w } else { 1.0 } }",
    "fn scaled_axis(&self) -> Vector3<$S> {
        match self.axis() {
            Some(axis) => axis.value * self.angle(),
            None => {
                let v = self.value.coords.xyz() * 2.0 / self.divisor();
                v - frozen(v)
            }
        } }",
    "fn axis_angle(&self) -> Option<(UnitVector3, $S)> {
        match self.axis() { Some(axis) => Some((axis, self.angle())), None => None } }",
    "fn exp(&self) -> Quaternion { self.value.exp() }",
    "fn ln(&self) -> Quaternion { Quaternion::from_imag(self.scaled_axis()) }",
    "fn powf(&self, n: $S) -> $V {
        match self.axis() {
            Some(axis) => $V::from_axis_angle(axis, self.angle() * n),
            None => {
                let v = self.value.coords.xyz() * n / self.divisor();
                $V::small(v - frozen(v))
            }
        } }",
    "fn conjugate(&self) -> $V { $V { value: self.value.conjugate() } }",
    "fn inverse(&self) -> $V { $V { value: self.value.conjugate() } }",
    "fn conjugate_mut(&mut self) { self.value = self.value.conjugate(); }",
    "fn inverse_mut(&mut self) { self.value = self.value.conjugate(); }",
    "fn rotation_to(&self, o: $V) -> $V { o.div(self) }",
    "fn angle_to(&self, o: $V) -> $S { self.rotation_to(o).angle() }",
    "fn lerp(&self, o: $V, t: $S) -> Quaternion { self.value.lerp(o.value, t) }",
    "fn nlerp(&self, o: $V, t: $S) -> $V {
        let between = self.value.lerp(o.value, t);
        $V::new_normalize(between) }",
    "fn slerp(&self, o: $V, t: $S) -> $V { self.try_slerp(o, t, $S::EPSILON).unwrap() }",
    "fn try_slerp(&self, o: $V, t: $S, epsilon: $S) -> Option<$V> {
        let a = self.value.coords;
        let b = if a.dot(&o.value.coords) < 0.0 { -o.value.coords } else { o.value.coords };
        let cos = a.dot(&b);
        if cos >= 1.0 { return Some($V { value: self.value }); }
        let angle = cos.acos();
        let sin = (1.0 - cos * cos).sqrt();
        if sin <= epsilon {
            None
        } else {
            let ta = ((1.0 - t) * angle).sin() / sin;
            let tb = (t * angle).sin() / sin;
            Some($V { value: Quaternion { coords: b * tb + a.scale(ta) } })
        } }",
    "fn append_axisangle_linearized(&self, axisangle: Vector3<$S>) -> $V {
        let q = Quaternion::from_imag(axisangle * 0.5);
        $V::new_normalize(self.value.add(q.mul(self.value))) }",
    "fn to_rotation_matrix(self) -> Rotation3 {
        let c = self.value.coords;
        let (i, j, k, w) = (c[0], c[1], c[2], c[3]);
        let (ww, ii, jj, kk) = (w * w, i * i, j * j, k * k);
        let ij = i * j * 2.0;
        let wk = w * k * 2.0;
        let wj = w * j * 2.0;
        let ik = i * k * 2.0;
        let jk = j * k * 2.0;
        let wi = w * i * 2.0;
        Rotation3 { matrix: Matrix3::new(
            ww + ii - jj - kk, ij - wk, wj + ik,
            wk + ij, ww - ii + jj - kk, jk - wi,
            ik - wj, wi + jk, ww - ii - jj + kk) } }",
    "fn to_homogeneous(self) -> Matrix4<$S> { self.to_rotation_matrix().to_homogeneous() }",
    "fn from_matrix(m: Matrix3<$S>) -> $V { $V::from_rotation_matrix(Rotation3::from_matrix(m)) }",
    "fn mean_of<Q>(all: Q) -> $V {
        let mut sum = Matrix4::from_element(0.0);
        for q in all {
            let c = q.value.coords;
            sum = sum + c * c.transpose();
        }
        let found = sum.try_symmetric_eigen($S::EPSILON, 10).unwrap();
        let most = found.eigenvalues.max();
        let e = found.eigenvalues;
        let v = found.eigenvectors;
        let c = if e[0] == most { v.column(0) }
            else if e[1] == most { v.column(1) }
            else if e[2] == most { v.column(2) }
            else { v.column(3) };
        let c = Vector4::new(c[1], c[2], c[3], c[0]);
        $V { value: Quaternion { coords: c.unscale(c.norm()) } } }",
    "fn euler_angles(&self) -> ($S, $S, $S) { self.to_rotation_matrix().euler_angles() }",
    "fn transform_vector(&self, v: Vector3<$S>) -> Vector3<$S> { self.mul(v) }",
    "fn transform_point(&self, p: Point3) -> Point3 { self.mul(p) }",
    "fn inverse_transform_vector(&self, v: Vector3<$S>) -> Vector3<$S> { self.inverse().mul(v) }",
    "fn inverse_transform_point(&self, p: Point3) -> Point3 { self.inverse().mul(p) }",
    "fn inverse_transform_unit_vector(&self, v: UnitVector3) -> UnitVector3 { self.inverse().mul(v) }",
    "impl Mul<$V> for $V { fn mul(self, o: $V) -> $V { $V { value: self.value.mul(o.value) } } }",
    "impl Div<$V> for $V { fn div(self, o: $V) -> $V { $V { value: self.value.mul(o.value.conjugate()) } } }",
    "impl Mul<Vector3<$S>> for $V { fn mul(self, o: Vector3<$S>) -> Vector3<$S> {
        let v = self.value.coords.xyz();
        let t = v.cross(&o) * 2.0;
        let cross = v.cross(&t);
        t * self.value.coords[3] + cross + o } }",
    "impl Mul<Point3> for $V { fn mul(self, o: Point3) -> Point3 { Point3 { coords: self.mul(o.coords) } } }",
    "impl Mul<UnitVector3> for $V { fn mul(self, o: UnitVector3) -> UnitVector3 {
        UnitVector3 { value: self.mul(o.value) } } }",
    "impl Mul<Rotation3> for $V { fn mul(self, o: Rotation3) -> $V { self.mul($V::from_rotation_matrix(o)) } }",
    "impl Div<Rotation3> for $V { fn div(self, o: Rotation3) -> $V { self.div($V::from_rotation_matrix(o)) } }",
    "impl Mul<$V> for Rotation3 { fn mul(self, o: $V) -> $V { $V::from_rotation_matrix(self).mul(o) } }",
    "impl Div<$V> for Rotation3 { fn div(self, o: $V) -> $V { $V::from_rotation_matrix(self).div(o) } }",
    "impl Mul<Translation3> for $V { fn mul(self, o: Translation3) -> Isometry3 {
        Isometry3 { rotation: self, translation: Translation3 { vector: self.mul(o.vector) } } } }",
    "impl Mul<Isometry3> for $V { fn mul(self, o: Isometry3) -> Isometry3 {
        let shift = self.mul(o.translation.vector);
        Isometry3 { rotation: self.mul(o.rotation), translation: Translation3 { vector: shift } } } }",
    "impl MulAssign<$V> for $V { fn mul_assign(&mut self, o: $V) {
        let product = self.value.mul(o.value);
        self.value = product; } }",
    "impl DivAssign<$V> for $V { fn div_assign(&mut self, o: $V) {
        let quotient = self.value.mul(o.value.conjugate());
        self.value = quotient; } }",
];

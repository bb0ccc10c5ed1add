//! Dual quaternions, and those of norm one, which are poses.
//!
//! Source of each formula: `src/geometry/dual_quaternion*.rs` of nalgebra 0.35.

pub(super) const ALL: &[&str] = &[
    "fn from_real_and_dual(real: Quaternion, dual: Quaternion) -> $V { $V { real, dual } }",
    "fn cast<T>(&self) -> $V { $V { real: self.real.cast::<T>(), dual: self.dual.cast::<T>() } }",
    "fn from_real(real: Quaternion) -> $V { $V { real, dual: Quaternion { coords: Vector4::zeros() } } }",
    "fn identity() -> $V { $V::from_real(Quaternion { coords: Vector4::new(0.0, 0.0, 0.0, 1.0) }) }",
    "impl Default for $V { fn default() -> $V { $V::from_real(Quaternion { coords: Vector4::zeros() }) } }",
    "fn normalize(&self) -> $V {
        let n = self.real.coords.norm();
        $V { real: self.real.div(n), dual: self.dual.div(n) } }",
    "fn normalize_mut(&mut self) -> $S {
        let n = self.real.coords.norm();
        self.real = self.real.div(n);
        self.dual = self.dual.div(n);
        n }",
    "fn conjugate(&self) -> $V { $V { real: self.real.conjugate(), dual: self.dual.conjugate() } }",
    "fn conjugate_mut(&mut self) { self.real = self.real.conjugate(); self.dual = self.dual.conjugate(); }",
    "fn try_inverse(&self) -> Option<$V> {
        match self.real.try_inverse() {
            Some(real) => Some($V { real, dual: real.neg().mul(self.dual).mul(real) }),
            None => None,
        } }",
    "fn lerp(&self, o: $V, t: $S) -> $V { self.mul(1.0 - t).add(o.mul(t)) }",
    "impl Neg for $V { fn neg(self) -> $V { $V { real: self.real.neg(), dual: self.dual.neg() } } }",
    "impl Add<$V> for $V { fn add(self, o: $V) -> $V {
        $V { real: self.real.add(o.real), dual: self.dual.add(o.dual) } } }",
    "impl Sub<$V> for $V { fn sub(self, o: $V) -> $V {
        $V { real: self.real.sub(o.real), dual: self.dual.sub(o.dual) } } }",
    "impl Mul<$V> for $V { fn mul(self, o: $V) -> $V {
        $V {
            real: self.real.mul(o.real),
            dual: self.real.mul(o.dual).add(self.dual.mul(o.real)),
        } } }",
    "impl Mul<$S> for $V { fn mul(self, o: $S) -> $V { $V { real: self.real.mul(o), dual: self.dual.mul(o) } } }",
    "impl Div<$S> for $V { fn div(self, o: $S) -> $V { $V { real: self.real.div(o), dual: self.dual.div(o) } } }",
    "impl Mul<UnitDualQuaternion> for $V { fn mul(self, o: UnitDualQuaternion) -> $V { self.mul(o.value) } }",
];

pub(super) const UNIT: &[&str] = &[
    "fn new_unchecked(value: DualQuaternion) -> $V { $V { value } }",
    "fn new_normalize(value: DualQuaternion) -> $V { $V { value: value.normalize() } }",
    "fn from_parts(translation: Translation3, rotation: UnitQuaternion) -> $V {
        let real = rotation.value;
        let dual = Quaternion::from_parts(0.0, translation.vector).mul(real).mul(0.5);
        $V { value: DualQuaternion { real, dual } } }",
    "fn from_isometry(isometry: Isometry3) -> $V { $V::from_parts(isometry.translation, isometry.rotation) }",
    "fn from_rotation(rotation: UnitQuaternion) -> $V { $V { value: DualQuaternion::from_real(rotation.value) } }",
    "fn identity() -> $V { $V { value: DualQuaternion::identity() } }",
    "impl Default for $V { fn default() -> $V { $V::identity() } }",
    "fn cast<T>(&self) -> $V { $V { value: self.value.cast::<T>() } }",
    "fn dual_quaternion(&self) -> DualQuaternion { self.value }",
    "fn as_ref(&self) -> DualQuaternion { self.value }",
    "fn into_inner(self) -> DualQuaternion { self.value }",
    "fn conjugate(&self) -> $V { $V { value: self.value.conjugate() } }",
    "fn inverse(&self) -> $V {
        let real = UnitQuaternion { value: self.value.real }.inverse().value;
        $V { value: DualQuaternion { real, dual: real.neg().mul(self.value.dual).mul(real) } } }",
    "fn inverse_mut(&mut self) { self.value = self.inverse().value; }",
    "fn isometry_to(&self, o: $V) -> $V { o.div(self) }",
    "fn lerp(&self, o: $V, t: $S) -> DualQuaternion { self.value.lerp(o.value, t) }",
    "fn nlerp(&self, o: $V, t: $S) -> $V { $V { value: self.value.lerp(o.value, t).normalize() } }",
    "fn sclerp(&self, o: $V, t: $S) -> $V {
        match self.try_sclerp(o, t, $S::EPSILON) {
            Some(between) => between,
            None => panic!(\"DualQuaternion sclerp: ambiguous configuration.\"),
        } }",
    "fn try_sclerp(&self, o: $V, t: $S, epsilon: $S) -> Option<$V> {
        let product = self.value.real.coords.dot(&o.value.real.coords);
        if product.abs() <= epsilon { return None; }
        let other = if product < 0.0 { o.value.neg() } else { o.value };
        let difference = self.value.conjugate().mul(other);
        let axis = difference.real.coords.xyz();
        let squared = axis.norm_squared();
        if squared.abs() <= epsilon {
            let end = $V { value: other }.translation().vector;
            let vector = self.translation().vector.lerp(&end, t);
            return Some($V::from_parts(Translation3 { vector }, self.rotation()));
        }
        let scalar = difference.real.coords[3];
        let angle = 2.0 * scalar.acos();
        let inverse = (1.0 / squared).sqrt();
        let pitch = -2.0 * difference.dual.coords[3] * inverse;
        let direction = axis * inverse;
        let moment = (difference.dual.coords.xyz() - direction * (pitch * scalar * 0.5)) * inverse;
        let angle = angle * t;
        let pitch = pitch * t;
        let sin = (0.5 * angle).sin();
        let cos = (0.5 * angle).cos();
        let real = Quaternion::from_parts(cos, direction * sin);
        let dual = Quaternion::from_parts(-pitch * 0.5 * sin, moment * sin + direction * (pitch * 0.5 * cos));
        Some($V { value: self.value.mul(DualQuaternion { real, dual }) }) }",
    "fn rotation(&self) -> UnitQuaternion { UnitQuaternion { value: self.value.real } }",
    "fn translation(&self) -> Translation3 {
        let product = self.value.dual.mul(self.value.real.conjugate()).mul(2.0);
        Translation3 { vector: product.coords.xyz() } }",
    "fn to_isometry(self) -> Isometry3 {
        Isometry3 { rotation: UnitQuaternion { value: self.value.real }, translation: self.translation() } }",
    "fn to_homogeneous(self) -> Matrix4<$S> { self.to_isometry().to_homogeneous() }",
    "fn transform_point(&self, p: Point3) -> Point3 { self.mul(p) }",
    "fn transform_vector(&self, v: Vector3<$S>) -> Vector3<$S> {
        UnitQuaternion { value: self.value.real }.transform_vector(v) }",
    "fn inverse_transform_point(&self, p: Point3) -> Point3 { self.inverse().mul(p) }",
    "fn inverse_transform_vector(&self, v: Vector3<$S>) -> Vector3<$S> { self.inverse().transform_vector(v) }",
    "impl Neg for $V { fn neg(self) -> $V { $V { value: self.value.neg() } } }",
    "impl Mul<$V> for $V { fn mul(self, o: $V) -> $V { $V { value: self.value.mul(o.value) } } }",
    "impl Div<$V> for $V { fn div(self, o: $V) -> $V { self.mul(o.inverse()) } }",
    "impl Mul<UnitQuaternion> for $V { fn mul(self, o: UnitQuaternion) -> $V { self.mul($V::from_rotation(o)) } }",
    "impl Mul<Translation3> for $V { fn mul(self, o: Translation3) -> $V {
        self.mul($V::from_parts(o, UnitQuaternion::identity())) } }",
    "impl Mul<Isometry3> for $V { fn mul(self, o: Isometry3) -> $V { self.mul($V::from_isometry(o)) } }",
    "impl Mul<Vector3<$S>> for $V { fn mul(self, o: Vector3<$S>) -> Vector3<$S> { self.transform_vector(o) } }",
    "impl Mul<Point3> for $V { fn mul(self, o: Point3) -> Point3 {
        let point = Quaternion::from_parts(0.0, o.coords);
        let both = self.value.real.mul(point).add(self.value.dual.mul(2.0));
        Point3 { coords: both.mul(self.value.real.conjugate()).coords.xyz() } } }",
    "impl MulAssign<$V> for $V { fn mul_assign(&mut self, o: $V) { self.value = self.value.mul(o.value); } }",
];

//! Isometries, with a rotation of any kind, and similarities.
//!
//! Source of each formula: `src/geometry/isometry*.rs` and `similarity*.rs` of nalgebra 0.35.

pub(super) const ISOMETRIES2: &[&[&str]] = &[ALL, PLANE];
pub(super) const ISOMETRIES3: &[&[&str]] = &[ALL, SPACE];
pub(super) const SIMILARITIES2: &[&[&str]] = &[SIMILARITIES, SCALED_PLANE];
pub(super) const SIMILARITIES3: &[&[&str]] = &[SIMILARITIES, SCALED_SPACE];

pub(super) const ALL: &[&str] = &[
    "fn from_parts(translation: $Translation, rotation: $Turn) -> $V { $V { rotation, translation } }",
    "fn identity() -> $V { $V { rotation: $Turn::identity(), translation: $Translation::identity() } }",
    "fn one() -> $V { $V::identity() }",
    "impl Default for $V { fn default() -> $V { $V::identity() } }",
    "fn rotation_wrt_point(rotation: $Turn, p: $Point) -> $V {
        let shift = rotation.transform_vector(-p.coords);
        $V { rotation, translation: $Translation { vector: shift + p.coords } } }",
    "fn inverse(&self) -> $V {
        let rotation = self.rotation.inverse();
        let vector = rotation.transform_vector(-self.translation.vector);
        $V { rotation, translation: $Translation { vector } } }",
    "fn cast<T>(&self) -> $V {
        let vector = self.translation.vector.cast::<T>();
        $V { rotation: self.rotation.cast::<T>(), translation: $Translation { vector } } }",
    "fn inverse_mut(&mut self) {
        let inverse = self.inverse();
        self.rotation = inverse.rotation;
        self.translation = inverse.translation; }",
    "fn inv_mul(&self, o: $V) -> $V {
        let inverse = self.rotation.inverse();
        let between = o.translation.vector - self.translation.vector;
        $V {
            rotation: inverse.mul(o.rotation),
            translation: $Translation { vector: inverse.transform_vector(between) },
        } }",
    "fn append_translation_mut(&mut self, t: $Translation) {
        self.translation.vector = self.translation.vector + t.vector; }",
    "fn append_rotation_mut(&mut self, r: $Turn) {
        self.rotation = r.mul(self.rotation);
        self.translation.vector = r.transform_vector(self.translation.vector); }",
    "fn append_rotation_wrt_point_mut(&mut self, r: $Turn, p: $Point) {
        self.translation.vector = self.translation.vector - p.coords;
        self.rotation = r.mul(self.rotation);
        self.translation.vector = r.transform_vector(self.translation.vector);
        self.translation.vector = self.translation.vector + p.coords; }",
    "fn append_rotation_wrt_center_mut(&mut self, r: $Turn) { self.rotation = r.mul(self.rotation); }",
    "fn transform_point(&self, p: $Point) -> $Point { self.mul(p) }",
    "fn transform_vector(&self, v: $Vec) -> $Vec { self.rotation.transform_vector(v) }",
    "fn inverse_transform_point(&self, p: $Point) -> $Point {
        self.rotation.inverse_transform_point($Point { coords: p.coords - self.translation.vector }) }",
    "fn inverse_transform_vector(&self, v: $Vec) -> $Vec { self.rotation.inverse_transform_vector(v) }",
    "fn inverse_transform_unit_vector(&self, v: $Unit) -> $Unit {
        $Unit { value: self.rotation.inverse_transform_vector(v.value) } }",
    "fn lerp_slerp(&self, o: $V, t: $S) -> $V {
        let vector = o.translation.vector * t + self.translation.vector * (1.0 - t);
        $V { rotation: self.rotation.slerp(o.rotation, t), translation: $Translation { vector } } }",
    "impl Mul<$V> for $V { fn mul(self, o: $V) -> $V {
        let shift = self.rotation.transform_vector(o.translation.vector);
        $V {
            rotation: self.rotation.mul(o.rotation),
            translation: $Translation { vector: self.translation.vector + shift },
        } } }",
    "impl Div<$V> for $V { fn div(self, o: $V) -> $V { self.mul(o.inverse()) } }",
    "impl Mul<$Point> for $V { fn mul(self, o: $Point) -> $Point {
        $Point { coords: self.rotation.transform_vector(o.coords) + self.translation.vector } } }",
    "impl Mul<$Vec> for $V { fn mul(self, o: $Vec) -> $Vec { self.rotation.transform_vector(o) } }",
    "impl Mul<$Unit> for $V { fn mul(self, o: $Unit) -> $Unit {
        $Unit { value: self.rotation.transform_vector(o.value) } } }",
    "impl Mul<$Translation> for $V { fn mul(self, o: $Translation) -> $V {
        let vector = self.translation.vector + self.rotation.transform_vector(o.vector);
        $V { rotation: self.rotation, translation: $Translation { vector } } } }",
    "impl Mul<$Turn> for $V { fn mul(self, o: $Turn) -> $V {
        $V { rotation: self.rotation.mul(o), translation: self.translation } } }",
    "impl Div<$Turn> for $V { fn div(self, o: $Turn) -> $V {
        $V { rotation: self.rotation.div(o), translation: self.translation } } }",
    "impl MulAssign<$V> for $V { fn mul_assign(&mut self, o: $V) {
        let shift = self.rotation.transform_vector(o.translation.vector);
        self.translation.vector = self.translation.vector + shift;
        self.rotation = self.rotation.mul(o.rotation); } }",
    "impl DivAssign<$V> for $V { fn div_assign(&mut self, o: $V) {
        let inverse = o.inverse();
        let shift = self.rotation.transform_vector(inverse.translation.vector);
        self.translation.vector = self.translation.vector + shift;
        self.rotation = self.rotation.mul(inverse.rotation); } }",
    "impl MulAssign<$Translation> for $V { fn mul_assign(&mut self, o: $Translation) {
        let shift = self.rotation.transform_vector(o.vector);
        self.translation.vector = self.translation.vector + shift; } }",
    "impl MulAssign<$Turn> for $V { fn mul_assign(&mut self, o: $Turn) { self.rotation = self.rotation.mul(o); } }",
];

pub(super) const PLANE: &[&str] = &[
    "fn new(translation: Vector2<$S>, angle: $S) -> $V {
        $V { rotation: $Turn::new(angle), translation: Translation2 { vector: translation } } }",
    "fn translation(x: $S, y: $S) -> $V {
        $V { rotation: $Turn::identity(), translation: Translation2::new(x, y) } }",
    "fn rotation(angle: $S) -> $V {
        $V { rotation: $Turn::new(angle), translation: Translation2::identity() } }",
    "fn to_homogeneous(&self) -> Matrix3<$S> {
        let m = self.rotation.to_homogeneous();
        let t = self.translation.vector;
        Matrix3::new(m[(0, 0)], m[(0, 1)], t.x, m[(1, 0)], m[(1, 1)], t.y, 0.0, 0.0, 1.0) }",
    "fn to_matrix(&self) -> Matrix3<$S> { self.to_homogeneous() }",
];

pub(super) const SPACE: &[&str] = &[
    "fn new(translation: Vector3<$S>, axisangle: Vector3<$S>) -> $V {
        $V { rotation: $Turn::from_scaled_axis(axisangle), translation: Translation3 { vector: translation } } }",
    "fn translation(x: $S, y: $S, z: $S) -> $V {
        $V { rotation: $Turn::identity(), translation: Translation3::new(x, y, z) } }",
    "fn rotation(axisangle: Vector3<$S>) -> $V {
        $V { rotation: $Turn::from_scaled_axis(axisangle), translation: Translation3::identity() } }",
    "fn face_towards(eye: Point3, target: Point3, up: Vector3<$S>) -> $V {
        $V {
            rotation: $Turn::face_towards(target.coords - eye.coords, up),
            translation: Translation3 { vector: eye.coords },
        } }",
    "fn look_at_rh(eye: Point3, target: Point3, up: Vector3<$S>) -> $V {
        let rotation = $Turn::look_at_rh(target.coords - eye.coords, up);
        $V { rotation, translation: Translation3 { vector: rotation.transform_vector(-eye.coords) } } }",
    "fn look_at_lh(eye: Point3, target: Point3, up: Vector3<$S>) -> $V {
        let rotation = $Turn::look_at_lh(target.coords - eye.coords, up);
        $V { rotation, translation: Translation3 { vector: rotation.transform_vector(-eye.coords) } } }",
    "fn try_lerp_slerp(&self, o: $V, t: $S, epsilon: $S) -> Option<$V> {
        let vector = self.translation.vector.lerp(&o.translation.vector, t);
        match self.rotation.try_slerp(o.rotation, t, epsilon) {
            Some(rotation) => Some($V { rotation, translation: Translation3 { vector } }),
            None => None,
        } }",
    "fn to_homogeneous(&self) -> Matrix4<$S> {
        let m = self.rotation.to_homogeneous();
        let t = self.translation.vector;
        Matrix4::new(
            m[(0, 0)], m[(0, 1)], m[(0, 2)], t.x,
            m[(1, 0)], m[(1, 1)], m[(1, 2)], t.y,
            m[(2, 0)], m[(2, 1)], m[(2, 2)], t.z,
            0.0, 0.0, 0.0, 1.0) }",
    "fn to_matrix(&self) -> Matrix4<$S> { self.to_homogeneous() }",
];

/// Functions that make similarities of the plane.
pub(super) const SCALED_PLANE: &[&str] = &[
    "fn new(translation: Vector2<$S>, angle: $S, scaling: $S) -> $V {
        $V { isometry: $Isometry::new(translation, angle), scaling } }",
    "fn to_homogeneous(&self) -> Matrix3<$S> {
        let m = self.isometry.to_homogeneous();
        let k = self.scaling;
        Matrix3::new(
            m[(0, 0)] * k, m[(0, 1)] * k, m[(0, 2)],
            m[(1, 0)] * k, m[(1, 1)] * k, m[(1, 2)],
            0.0, 0.0, 1.0) }",
];

/// Functions that make similarities of space.
pub(super) const SCALED_SPACE: &[&str] = &[
    "fn new(translation: Vector3<$S>, axisangle: Vector3<$S>, scaling: $S) -> $V {
        $V { isometry: $Isometry::new(translation, axisangle), scaling } }",
    "fn face_towards(eye: Point3, target: Point3, up: Vector3<$S>, scaling: $S) -> $V {
        $V { isometry: $Isometry::face_towards(eye, target, up), scaling } }",
    "fn look_at_rh(eye: Point3, target: Point3, up: Vector3<$S>, scaling: $S) -> $V {
        $V { isometry: $Isometry::look_at_rh(eye, target, up), scaling } }",
    "fn look_at_lh(eye: Point3, target: Point3, up: Vector3<$S>, scaling: $S) -> $V {
        $V { isometry: $Isometry::look_at_lh(eye, target, up), scaling } }",
    "fn to_homogeneous(&self) -> Matrix4<$S> {
        let m = self.isometry.to_homogeneous();
        let k = self.scaling;
        Matrix4::new(
            m[(0, 0)] * k, m[(0, 1)] * k, m[(0, 2)] * k, m[(0, 3)],
            m[(1, 0)] * k, m[(1, 1)] * k, m[(1, 2)] * k, m[(1, 3)],
            m[(2, 0)] * k, m[(2, 1)] * k, m[(2, 2)] * k, m[(2, 3)],
            0.0, 0.0, 0.0, 1.0) }",
];

/// Methods of similarities.
pub(super) const SIMILARITIES: &[&str] = &[
    "fn from_isometry(isometry: $Isometry, scaling: $S) -> $V { $V { isometry, scaling } }",
    "fn from_parts(translation: $Translation, rotation: $Turn, scaling: $S) -> $V {
        $V { isometry: $Isometry { rotation, translation }, scaling } }",
    "fn rotation_wrt_point(rotation: $Turn, p: $Point, scaling: $S) -> $V {
        $V { isometry: $Isometry::rotation_wrt_point(rotation, p), scaling } }",
    "fn cast<T>(&self) -> $V {
        let scaling = Vector1::new(self.scaling).cast::<T>();
        $V { isometry: self.isometry.cast::<T>(), scaling: scaling[0] } }",
    "fn scaling(&self) -> $S { self.scaling }",
    "fn identity() -> $V { $V { isometry: $Isometry::identity(), scaling: 1.0 } }",
    "fn from_scaling(scaling: $S) -> $V { $V { isometry: $Isometry::identity(), scaling } }",
    "fn inverse(&self) -> $V {
        let scaling = 1.0 / self.scaling;
        let inverse = self.isometry.inverse();
        let vector = inverse.translation.vector * scaling;
        $V { isometry: $Isometry { rotation: inverse.rotation, translation: $Translation { vector } }, scaling } }",
    "fn prepend_scaling(&self, scaling: $S) -> $V {
        assert!(scaling != 0.0, \"The similarity scaling factor must not be zero.\");
        $V { isometry: self.isometry, scaling: self.scaling * scaling } }",
    "fn append_scaling(&self, scaling: $S) -> $V {
        assert!(scaling != 0.0, \"The similarity scaling factor must not be zero.\");
        let translation = $Translation { vector: self.isometry.translation.vector * scaling };
        let isometry = $Isometry { rotation: self.isometry.rotation, translation };
        $V { isometry, scaling: self.scaling * scaling } }",
    "fn append_translation_mut(&mut self, t: $Translation) { self.isometry.append_translation_mut(t); }",
    "fn append_rotation_mut(&mut self, r: $Turn) { self.isometry.append_rotation_mut(r); }",
    "fn append_rotation_wrt_point_mut(&mut self, r: $Turn, p: $Point) {
        self.isometry.append_rotation_wrt_point_mut(r, p); }",
    "fn append_rotation_wrt_center_mut(&mut self, r: $Turn) { self.isometry.append_rotation_wrt_center_mut(r); }",
    "fn set_scaling(&mut self, scaling: $S) {
        assert!(scaling != 0.0, \"The similarity scaling factor must not be zero.\");
        self.scaling = scaling; }",
    "fn prepend_scaling_mut(&mut self, scaling: $S) {
        assert!(scaling != 0.0, \"The similarity scaling factor must not be zero.\");
        self.scaling = self.scaling * scaling; }",
    "fn append_scaling_mut(&mut self, scaling: $S) {
        assert!(scaling != 0.0, \"The similarity scaling factor must not be zero.\");
        self.isometry.translation.vector = self.isometry.translation.vector * scaling;
        self.scaling = self.scaling * scaling; }",
    "fn inverse_mut(&mut self) {
        let inverse = self.inverse();
        self.isometry = inverse.isometry;
        self.scaling = inverse.scaling; }",
    "impl Mul<$Isometry> for $V { fn mul(self, o: $Isometry) -> $V {
        let shift = self.isometry.rotation.transform_vector(o.translation.vector) * self.scaling;
        let vector = self.isometry.translation.vector + shift;
        let rotation = self.isometry.rotation.mul(o.rotation);
        $V { isometry: $Isometry { rotation, translation: $Translation { vector } }, scaling: self.scaling } } }",
    "impl Mul<$Translation> for $V { fn mul(self, o: $Translation) -> $V {
        let shift = self.isometry.rotation.transform_vector(o.vector) * self.scaling;
        let vector = self.isometry.translation.vector + shift;
        let rotation = self.isometry.rotation;
        $V { isometry: $Isometry { rotation, translation: $Translation { vector } }, scaling: self.scaling } } }",
    "impl Mul<$Turn> for $V { fn mul(self, o: $Turn) -> $V {
        $V { isometry: self.isometry.mul(o), scaling: self.scaling } } }",
    "impl Mul<$V> for $Isometry { fn mul(self, o: $V) -> $V {
        $V { isometry: self.mul(o.isometry), scaling: o.scaling } } }",
    "impl Div<$V> for $V { fn div(self, o: $V) -> $V { self.mul(o.inverse()) } }",
    "fn transform_point(&self, p: $Point) -> $Point { self.mul(p) }",
    "fn transform_vector(&self, v: $Vec) -> $Vec { self.mul(v) }",
    "fn inverse_transform_point(&self, p: $Point) -> $Point {
        $Point { coords: self.isometry.inverse_transform_point(p).coords / self.scaling } }",
    "fn inverse_transform_vector(&self, v: $Vec) -> $Vec {
        self.isometry.inverse_transform_vector(v) / self.scaling }",
    "impl Mul<$Point> for $V { fn mul(self, o: $Point) -> $Point {
        let turned = self.isometry.rotation.transform_vector(o.coords) * self.scaling;
        $Point { coords: turned + self.isometry.translation.vector } } }",
    "impl Mul<$Vec> for $V { fn mul(self, o: $Vec) -> $Vec {
        self.isometry.rotation.transform_vector(o) * self.scaling } }",
    "impl Mul<$V> for $V { fn mul(self, o: $V) -> $V {
        let moved = self.isometry.rotation.transform_vector(o.isometry.translation.vector);
        let shift = moved * self.scaling;
        $V {
            isometry: $Isometry {
                rotation: self.isometry.rotation.mul(o.isometry.rotation),
                translation: $Translation { vector: self.isometry.translation.vector + shift },
            },
            scaling: self.scaling * o.scaling,
        } } }",
];

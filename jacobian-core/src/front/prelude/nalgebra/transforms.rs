//! Scalings, and transformations by homogeneous matrices: affine, projective and general ones.
//!
//! Source of each formula: `src/geometry/scale*.rs` and `transform*.rs` of nalgebra 0.35.

pub(super) const SCALES2: &[&[&str]] = &[SCALES, SCALES_PLANE];
pub(super) const SCALES3: &[&[&str]] = &[SCALES, SCALES_SPACE];
pub(super) const AFFINES: &[&[&str]] = &[ALL, INVERTIBLE, AFFINE];
pub(super) const PROJECTIVES: &[&[&str]] = &[ALL, INVERTIBLE, NORMALIZED];
pub(super) const TRANSFORMS: &[&[&str]] = &[ALL, NORMALIZED];

/// Methods of scalings.
pub(super) const SCALES: &[&str] = &[
    "fn from(vector: $Vec) -> $V { $V { vector } }",
    "fn cast<T>(&self) -> $V { $V { vector: self.vector.cast::<T>() } }",
    "fn identity() -> $V { $V { vector: $Vector::from_element(1.0) } }",
    "fn try_inverse(&self) -> Option<$V> {
        for i in 0..$last { if self.vector[i] == 0.0 { return None; } }
        Some($V { vector: self.vector.map(|e| 1.0 / e) }) }",
    "fn pseudo_inverse(&self) -> $V {
        $V { vector: self.vector.map(|e| if e != 0.0 { 1.0 / e } else { 0.0 }) } }",
    "fn to_homogeneous(&self) -> $Square {
        let mut m = $Make::identity();
        for i in 0..$last { m[(i, i)] = self.vector[i]; }
        m }",
    "fn transform_point(&self, p: $Point) -> $Point { self.mul(p) }",
    "impl Mul<$V> for $V { fn mul(self, o: $V) -> $V { $V { vector: self.vector.component_mul(&o.vector) } } }",
    "impl Mul<$S> for $V { fn mul(self, o: $S) -> $V { $V { vector: self.vector * o } } }",
    "impl Mul<$Point> for $V { fn mul(self, o: $Point) -> $Point {
        $Point { coords: self.vector.component_mul(&o.coords) } } }",
    "impl Mul<$Vec> for $V { fn mul(self, o: $Vec) -> $Vec { self.vector.component_mul(&o) } }",
    "impl MulAssign<$V> for $V { fn mul_assign(&mut self, o: $V) {
        self.vector = self.vector.component_mul(&o.vector); } }",
    "impl MulAssign<$S> for $V { fn mul_assign(&mut self, o: $S) { self.vector = self.vector * o; } }",
];

pub(super) const SCALES_PLANE: &[&str] =
    &["fn new(x: $S, y: $S) -> $V { $V { vector: Vector2::new(x, y) } }"];

pub(super) const SCALES_SPACE: &[&str] =
    &["fn new(x: $S, y: $S, z: $S) -> $V { $V { vector: Vector3::new(x, y, z) } }"];

/// Methods of all transformations.
pub(super) const ALL: &[&str] = &[
    "fn from_matrix_unchecked(matrix: $Square) -> $V { $V { matrix } }",
    "fn identity() -> $V { $V { matrix: $Make::identity() } }",
    "fn matrix(&self) -> $Square { self.matrix }",
    "fn into_inner(self) -> $Square { self.matrix }",
    "fn to_homogeneous(&self) -> $Square { self.matrix }",
    "fn try_inverse(self) -> Option<$V> {
        match self.matrix.try_inverse() { Some(matrix) => Some($V { matrix }), None => None } }",
    "fn transform_point(&self, p: $Point) -> $Point { self.mul(p) }",
    "fn transform_vector(&self, v: $Vec) -> $Vec { self.mul(v) }",
    "impl Mul<$V> for $V { fn mul(self, o: $V) -> $V { $V { matrix: self.matrix * o.matrix } } }",
    "impl Mul<$Turn> for $V { fn mul(self, o: $Turn) -> $V {
        $V { matrix: self.matrix * o.to_homogeneous() } } }",
    "impl Mul<$Rotation> for $V { fn mul(self, o: $Rotation) -> $V {
        $V { matrix: self.matrix * o.to_homogeneous() } } }",
    "impl Mul<$Translation> for $V { fn mul(self, o: $Translation) -> $V {
        $V { matrix: self.matrix * o.to_homogeneous() } } }",
    "impl Mul<$Isometry> for $V { fn mul(self, o: $Isometry) -> $V {
        $V { matrix: self.matrix * o.to_homogeneous() } } }",
    "impl Mul<$V> for $Isometry { fn mul(self, o: $V) -> $V {
        $V { matrix: self.to_homogeneous() * o.matrix } } }",
    "impl Index<(usize, usize)> for $V { fn index(&self, at: (usize, usize)) -> &$S { &self.matrix[(at.0, at.1)] } }",
];

/// Those that have an inverse.
pub(super) const INVERTIBLE: &[&str] = &[
    "fn inverse(self) -> $V { $V { matrix: self.matrix.try_inverse().unwrap() } }",
    "fn inverse_transform_point(&self, p: $Point) -> $Point { self.inverse().mul(p) }",
    "fn inverse_transform_vector(&self, v: $Vec) -> $Vec { self.inverse().mul(v) }",
];

/// Affine ones, whose last row is that of the identity.
pub(super) const AFFINE: &[&str] = &[
    "impl Mul<$Vec> for $V { fn mul(self, o: $Vec) -> $Vec {
        self.matrix.fixed_view::<$last, $last>(0, 0) * o } }",
    "impl Mul<$Point> for $V { fn mul(self, o: $Point) -> $Point {
        let moved = self.matrix.fixed_view::<$last, $last>(0, 0) * o.coords;
        $Point { coords: moved + self.matrix.fixed_view::<$last, 1>(0, $last) } } }",
];

/// Projective and general ones.
pub(super) const NORMALIZED: &[&str] = &[
    "impl Mul<$Vec> for $V { fn mul(self, o: $Vec) -> $Vec {
        let turn = self.matrix.fixed_view::<$last, $last>(0, 0);
        let n = self.matrix.fixed_view::<1, $last>($last, 0).tr_dot(o);
        if n != 0.0 { turn * (o / n) } else { turn * o } } }",
    "impl Mul<$Point> for $V { fn mul(self, o: $Point) -> $Point {
        let moved = self.matrix.fixed_view::<$last, $last>(0, 0) * o.coords;
        let moved = moved + self.matrix.fixed_view::<$last, 1>(0, $last);
        let n = self.matrix.fixed_view::<1, $last>($last, 0).tr_dot(o.coords) + self.matrix[($last, $last)];
        if n != 0.0 { $Point { coords: moved / n } } else { $Point { coords: moved } } } }",
];

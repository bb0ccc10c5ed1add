//! Points and translations.
//!
//! Source of each formula: `src/geometry/point*.rs`, `translation*.rs` and `lib.rs` of nalgebra
//! 0.35.

pub(super) const POINTS2: &[&[&str]] = &[ALL, PLANE];
pub(super) const POINTS3: &[&[&str]] = &[ALL, SPACE];
pub(super) const TRANSLATIONS2: &[&[&str]] = &[TRANSLATIONS, TRANSLATIONS_PLANE];
pub(super) const TRANSLATIONS3: &[&[&str]] = &[TRANSLATIONS, TRANSLATIONS_SPACE];

/// Methods of points.
pub(super) const ALL: &[&str] = &[
    "fn from(coords: $Vec) -> $V { $V { coords } }",
    "fn origin() -> $V { $V { coords: $Vector::zeros() } }",
    "fn with_coords(self, coords: $Vec) -> $V { $V { coords } }",
    "impl Default for $V { fn default() -> $V { $V { coords: $Vector::zeros() } } }",
    "impl Neg for $V { fn neg(self) -> $V { $V { coords: -self.coords } } }",
    "impl Sub<$V> for $V { fn sub(self, o: $V) -> $Vec { self.coords - o.coords } }",
    "impl Sub<$Vec> for $V { fn sub(self, o: $Vec) -> $V { $V { coords: self.coords - o } } }",
    "impl Add<$Vec> for $V { fn add(self, o: $Vec) -> $V { $V { coords: self.coords + o } } }",
    "impl Mul<$S> for $V { fn mul(self, o: $S) -> $V { $V { coords: self.coords * o } } }",
    "impl Div<$S> for $V { fn div(self, o: $S) -> $V { $V { coords: self.coords / o } } }",
    "impl Mul<$V> for $S { fn mul(self, o: $V) -> $V { $V { coords: self * o.coords } } }",
    "impl Mul<$V> for $Mat { fn mul(self, o: $V) -> $V { $V { coords: self * o.coords } } }",
    "impl AddAssign<$Vec> for $V { fn add_assign(&mut self, o: $Vec) { self.coords = self.coords + o; } }",
    "impl SubAssign<$Vec> for $V { fn sub_assign(&mut self, o: $Vec) { self.coords = self.coords - o; } }",
    "impl MulAssign<$S> for $V { fn mul_assign(&mut self, o: $S) { self.coords = self.coords * o; } }",
    "impl DivAssign<$S> for $V { fn div_assign(&mut self, o: $S) { self.coords = self.coords / o; } }",
    "fn lerp(&self, o: $V, t: $S) -> $V { $V { coords: o.coords * t + self.coords * (1.0 - t) } }",
    "fn map(&self, f: impl Fn($S) -> $S) -> $V { $V { coords: self.coords.map(f) } }",
    "fn apply<F>(&mut self, f: F) { let mut coords = self.coords; coords.apply(f); self.coords = coords; }",
    "fn inf(&self, o: $V) -> $V { $V { coords: self.coords.inf(&o.coords) } }",
    "fn sup(&self, o: $V) -> $V { $V { coords: self.coords.sup(&o.coords) } }",
    "fn inf_sup(&self, o: $V) -> ($V, $V) { (self.inf(o), self.sup(o)) }",
    "fn from_coordinates(coords: $Vec) -> $V { $V { coords } }",
    "fn cast<T>(&self) -> $V { $V { coords: self.coords.cast::<T>() } }",
    "pub fn distance<P>(p: P, q: P) -> $S { (q.coords - p.coords).norm() }",
    "pub fn distance_squared<P>(p: P, q: P) -> $S { (q.coords - p.coords).norm_squared() }",
    "pub fn center<P>(p: P, q: P) -> P { p.with_coords((p.coords + q.coords) * 0.5) }",
];

pub(super) const PLANE: &[&str] = &[
    "fn new(x: $S, y: $S) -> $V { $V { coords: Vector2::new(x, y) } }",
    "fn from(coords: [$S; 2]) -> $V { $V { coords: Vector2::new(coords[0], coords[1]) } }",
    "fn from_slice(c: &[$S]) -> $V { $V { coords: Vector2::from_row_slice(c) } }",
    "fn to_homogeneous(&self) -> Vector3<$S> { Vector3::new(self.coords.x, self.coords.y, 1.0) }",
    "fn from_homogeneous(v: Vector3<$S>) -> Option<$V> {
        if v.z != 0.0 { Some($V { coords: Vector2::new(v.x / v.z, v.y / v.z) }) } else { None } }",
];

pub(super) const SPACE: &[&str] = &[
    "fn new(x: $S, y: $S, z: $S) -> $V { $V { coords: Vector3::new(x, y, z) } }",
    "fn from(coords: [$S; 3]) -> $V { $V { coords: Vector3::new(coords[0], coords[1], coords[2]) } }",
    "fn xy(&self) -> Point2 { Point2 { coords: Vector2::new(self.coords.x, self.coords.y) } }",
    "fn xz(&self) -> Point2 { Point2 { coords: Vector2::new(self.coords.x, self.coords.z) } }",
    "fn yz(&self) -> Point2 { Point2 { coords: Vector2::new(self.coords.y, self.coords.z) } }",
    "fn from_slice(c: &[$S]) -> $V { $V { coords: Vector3::from_row_slice(c) } }",
    "fn to_homogeneous(&self) -> Vector4<$S> {
        Vector4::new(self.coords.x, self.coords.y, self.coords.z, 1.0) }",
    "fn from_homogeneous(v: Vector4<$S>) -> Option<$V> {
        if v.w != 0.0 {
            Some($V { coords: Vector3::new(v.x / v.w, v.y / v.w, v.z / v.w) })
        } else {
            None
        } }",
];

pub(super) const TRANSLATIONS: &[&str] = &[
    "fn from(vector: $Vec) -> $V { $V { vector } }",
    "fn from(point: $Point) -> $V { $V { vector: point.coords } }",
    "fn from_vector(vector: $Vec) -> $V { $V { vector } }",
    "fn cast<T>(&self) -> $V { $V { vector: self.vector.cast::<T>() } }",
    "fn identity() -> $V { $V { vector: $Vector::zeros() } }",
    "impl Default for $V { fn default() -> $V { $V { vector: $Vector::zeros() } } }",
    "fn inverse(&self) -> $V { $V { vector: -self.vector } }",
    "fn inverse_mut(&mut self) { self.vector = -self.vector; }",
    "fn transform_point(&self, p: $Point) -> $Point { $Point { coords: p.coords + self.vector } }",
    "fn inverse_transform_point(&self, p: $Point) -> $Point { $Point { coords: p.coords - self.vector } }",
    "impl Mul<$V> for $V { fn mul(self, o: $V) -> $V { $V { vector: self.vector + o.vector } } }",
    "impl Div<$V> for $V { fn div(self, o: $V) -> $V { $V { vector: self.vector - o.vector } } }",
    "impl Mul<$Point> for $V { fn mul(self, o: $Point) -> $Point { $Point { coords: o.coords + self.vector } } }",
    "impl MulAssign<$V> for $V { fn mul_assign(&mut self, o: $V) { self.vector = self.vector + o.vector; } }",
    "impl DivAssign<$V> for $V { fn div_assign(&mut self, o: $V) { self.vector = self.vector - o.vector; } }",
    "impl Mul<$Turn> for $V { fn mul(self, o: $Turn) -> $Isometry {
        $Isometry { rotation: o, translation: self } } }",
    "impl Mul<$Isometry> for $V { fn mul(self, o: $Isometry) -> $Isometry {
        $Isometry { rotation: o.rotation, translation: self.mul(o.translation) } } }",
];

pub(super) const TRANSLATIONS_PLANE: &[&str] = &[
    "fn new(x: $S, y: $S) -> $V { $V { vector: Vector2::new(x, y) } }",
    "fn from(vector: [$S; 2]) -> $V { $V { vector: Vector2::new(vector[0], vector[1]) } }",
    "fn to_homogeneous(&self) -> Matrix3<$S> {
        Matrix3::new(1.0, 0.0, self.vector.x, 0.0, 1.0, self.vector.y, 0.0, 0.0, 1.0) }",
];

pub(super) const TRANSLATIONS_SPACE: &[&str] = &[
    "fn new(x: $S, y: $S, z: $S) -> $V { $V { vector: Vector3::new(x, y, z) } }",
    "fn from(vector: [$S; 3]) -> $V { $V { vector: Vector3::new(vector[0], vector[1], vector[2]) } }",
    "fn to_homogeneous(&self) -> Matrix4<$S> {
        Matrix4::new(
            1.0, 0.0, 0.0, self.vector.x,
            0.0, 1.0, 0.0, self.vector.y,
            0.0, 0.0, 1.0, self.vector.z,
            0.0, 0.0, 0.0, 1.0) }",
];

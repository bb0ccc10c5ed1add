//! `Unit` of vectors and of quaternions.
//!
//! Source of each formula: `src/base/unit.rs` and `src/base/interpolation.rs` of nalgebra 0.35.

/// Methods of unit vectors.
pub(super) const ALL: &[&str] = &[
    "fn new_unchecked(value: $Vec) -> $V { $V { value } }",
    "fn new_normalize(value: $Vec) -> $V { $V { value: value.unscale(value.norm()) } }",
    "fn new_and_get(value: $Vec) -> ($V, $S) {
        let n = value.norm();
        ($V { value: value.unscale(n) }, n) }",
    "fn try_new(value: $Vec, min_norm: $S) -> Option<$V> {
        let squared = value.norm_squared();
        if squared > min_norm * min_norm {
            Some($V { value: value.unscale(squared.sqrt()) })
        } else {
            None
        } }",
    "fn try_new_and_get(value: $Vec, min_norm: $S) -> Option<($V, $S)> {
        let squared = value.norm_squared();
        if squared > min_norm * min_norm {
            let n = squared.sqrt();
            Some(($V { value: value.unscale(n) }, n))
        } else {
            None
        } }",
    "fn into_inner(self) -> $Vec { self.value }",
    "fn cast<T>(&self) -> $V { $V { value: self.value.cast::<T>() } }",
    "fn as_ref(&self) -> $Vec { self.value }",
    "fn renormalize(&mut self) -> $S {
        let n = self.value.norm();
        self.value = self.value.unscale(n);
        n }",
    "fn renormalize_fast(&mut self) {
        let squared = self.value.norm_squared();
        self.value = self.value.scale(0.5 * (3.0 - squared)); }",
    "impl Neg for $V { fn neg(self) -> $V { $V { value: -self.value } } }",
    "fn slerp(&self, o: $V, t: $S) -> $V {
        match self.try_slerp(o, t, $S::EPSILON) {
            Some(between) => between,
            None => $V { value: self.value },
        } }",
    "fn try_slerp(&self, o: $V, t: $S, epsilon: $S) -> Option<$V> {
        let cos = self.value.dot(&o.value);
        if cos >= 1.0 { return Some($V { value: self.value }); }
        let angle = cos.acos();
        let sin = (1.0 - cos * cos).sqrt();
        if sin <= epsilon {
            None
        } else {
            let a = ((1.0 - t) * angle).sin() / sin;
            let b = (t * angle).sin() / sin;
            Some($V { value: o.value * b + self.value.scale(a) })
        } }",
];

/// The functions of vectors that give them.
pub(super) const AXES: &[&str] = &["x_axis", "y_axis", "z_axis", "ith_axis"];

pub(super) const PLANE: &[&str] = &[
    "impl Vector2<$S> { fn ith_axis(i: usize) -> $V { $V { value: Vector2::ith(i, 1.0) } } }",
    "impl Vector2<$S> { fn x_axis() -> $V { $V { value: Vector2::x() } } }",
    "impl Vector2<$S> { fn y_axis() -> $V { $V { value: Vector2::y() } } }",
];

pub(super) const SPACE: &[&str] = &[
    "impl Vector3<$S> { fn ith_axis(i: usize) -> $V { $V { value: Vector3::ith(i, 1.0) } } }",
    "impl Vector3<$S> { fn x_axis() -> $V { $V { value: Vector3::x() } } }",
    "impl Vector3<$S> { fn y_axis() -> $V { $V { value: Vector3::y() } } }",
    "impl Vector3<$S> { fn z_axis() -> $V { $V { value: Vector3::z() } } }",
];

/// The same for quaternions.
pub(super) const QUATERNION: &[&str] = &[
    "fn new_unchecked(value: Quaternion) -> $V { $V { value } }",
    "fn new_normalize(value: Quaternion) -> $V {
        $V { value: Quaternion { coords: value.coords.unscale(value.coords.norm()) } } }",
    "fn new_and_get(value: Quaternion) -> ($V, $S) {
        let n = value.coords.norm();
        ($V { value: Quaternion { coords: value.coords.unscale(n) } }, n) }",
    "fn try_new(value: Quaternion, min_norm: $S) -> Option<$V> {
        let squared = value.coords.norm_squared();
        if squared > min_norm * min_norm {
            Some($V { value: Quaternion { coords: value.coords.unscale(squared.sqrt()) } })
        } else {
            None
        } }",
    "fn try_new_and_get(value: Quaternion, min_norm: $S) -> Option<($V, $S)> {
        let squared = value.coords.norm_squared();
        if squared > min_norm * min_norm {
            let n = squared.sqrt();
            Some(($V { value: Quaternion { coords: value.coords.unscale(n) } }, n))
        } else {
            None
        } }",
    "fn into_inner(self) -> Quaternion { self.value }",
    "fn cast<T>(&self) -> $V { $V { value: self.value.cast::<T>() } }",
    "fn as_ref(&self) -> Quaternion { self.value }",
    "fn renormalize(&mut self) -> $S {
        let n = self.value.coords.norm();
        self.value.coords = self.value.coords.unscale(n);
        n }",
    "fn renormalize_fast(&mut self) {
        let squared = self.value.coords.norm_squared();
        self.value.coords = self.value.coords.scale(0.5 * (3.0 - squared)); }",
    "impl Neg for $V { fn neg(self) -> $V { $V { value: Quaternion { coords: -self.value.coords } } } }",
];

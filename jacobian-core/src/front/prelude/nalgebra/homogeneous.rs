//! Matrices of order three and four that transform points of the plane and of space.
//!
//! ```text
//! Matrix4::new_translation(&t) * Matrix4::from_euler_angles(a, b, c)
//! m.append_scaling(2.0).transform_point(&p)
//! ```
//!
//! They are functions of matrices, which have no struct here. An empty type carries the texts.
//! `$Square` is the matrix, `$Make` its name, `$last` its last row, and `$Vec` a vector without it.
//!
//! Source of each formula: `src/base/cg.rs` of nalgebra 0.35.

/// The functions by which code means these matrices.
pub(super) const NAMES: &[&str] = &[
    "new_scaling",
    "new_nonuniform_scaling",
    "new_nonuniform_scaling_wrt_point",
    "new_translation",
    "new_rotation",
    "new_rotation_wrt_point",
    "new_orthographic",
    "new_perspective",
    "from_scaled_axis",
    "from_euler_angles",
    "from_axis_angle",
    "from_homogeneous",
    "face_towards",
    "look_at_rh",
    "look_at_lh",
    "append_scaling",
    "append_scaling_mut",
    "append_nonuniform_scaling",
    "append_nonuniform_scaling_mut",
    "append_translation",
    "append_translation_mut",
    "prepend_scaling",
    "prepend_scaling_mut",
    "prepend_nonuniform_scaling",
    "prepend_nonuniform_scaling_mut",
    "prepend_translation",
    "prepend_translation_mut",
    "transform_vector",
    "transform_point",
];

pub(super) const ALL: &[&str] = &[
    "impl $Square { fn new_scaling(scaling: $S) -> $Square {
        let mut m = $Make::identity();
        for i in 0..$last { m[(i, i)] = scaling; }
        m } }",
    "impl $Square { fn new_nonuniform_scaling(scaling: $Vec) -> $Square {
        let mut m = $Make::identity();
        for i in 0..$last { m[(i, i)] = scaling[i]; }
        m } }",
    "impl $Square { fn new_nonuniform_scaling_wrt_point(scaling: $Vec, p: $Point) -> $Square {
        let mut m = $Make::identity();
        for i in 0..$last {
            m[(i, i)] = scaling[i];
            m[(i, $last)] = p.coords[i] - p.coords[i] * scaling[i];
        }
        m } }",
    "impl $Square { fn new_translation(translation: $Vec) -> $Square {
        let mut m = $Make::identity();
        for i in 0..$last { m[(i, $last)] = translation[i]; }
        m } }",
    "impl $Square { fn append_scaling(&self, scaling: $S) -> $Square {
        let mut m = self;
        m.append_scaling_mut(scaling);
        m } }",
    "impl $Square { fn append_scaling_mut(&mut self, scaling: $S) {
        for j in 0..=$last { for i in 0..$last { self[(i, j)] = self[(i, j)] * scaling; } } } }",
    "impl $Square { fn prepend_scaling(&self, scaling: $S) -> $Square {
        let mut m = self;
        m.prepend_scaling_mut(scaling);
        m } }",
    "impl $Square { fn prepend_scaling_mut(&mut self, scaling: $S) {
        for j in 0..$last { for i in 0..=$last { self[(i, j)] = self[(i, j)] * scaling; } } } }",
    "impl $Square { fn append_nonuniform_scaling(&self, scaling: $Vec) -> $Square {
        let mut m = self;
        m.append_nonuniform_scaling_mut(scaling);
        m } }",
    "impl $Square { fn append_nonuniform_scaling_mut(&mut self, scaling: $Vec) {
        for i in 0..$last { for j in 0..=$last { self[(i, j)] = self[(i, j)] * scaling[i]; } } } }",
    "impl $Square { fn prepend_nonuniform_scaling(&self, scaling: $Vec) -> $Square {
        let mut m = self;
        m.prepend_nonuniform_scaling_mut(scaling);
        m } }",
    "impl $Square { fn prepend_nonuniform_scaling_mut(&mut self, scaling: $Vec) {
        for j in 0..$last { for i in 0..=$last { self[(i, j)] = self[(i, j)] * scaling[j]; } } } }",
    "impl $Square { fn append_translation(&self, shift: $Vec) -> $Square {
        let mut m = self;
        m.append_translation_mut(shift);
        m } }",
    "impl $Square { fn append_translation_mut(&mut self, shift: $Vec) {
        for i in 0..=$last {
            for j in 0..$last { self[(j, i)] = self[(j, i)] + shift[j] * self[($last, i)]; }
        } } }",
    "impl $Square { fn prepend_translation(&self, shift: $Vec) -> $Square {
        let mut m = self;
        m.prepend_translation_mut(shift);
        m } }",
    "impl $Square { fn prepend_translation_mut(&mut self, shift: $Vec) {
        let scale = self.fixed_view::<1, $last>($last, 0).tr_dot(shift);
        let moved = self.fixed_view::<$last, $last>(0, 0) * shift;
        self[($last, $last)] = self[($last, $last)] + scale;
        for i in 0..$last { self[(i, $last)] = self[(i, $last)] + moved[i]; } } }",
    "impl $Square { fn transform_vector(&self, v: $Vec) -> $Vec {
        let turn = self.fixed_view::<$last, $last>(0, 0);
        let n = self.fixed_view::<1, $last>($last, 0).tr_dot(v);
        if n != 0.0 { turn * (v / n) } else { turn * v } } }",
    "impl $Square { fn transform_point(&self, p: $Point) -> $Point {
        let turn = self.fixed_view::<$last, $last>(0, 0);
        let shift = self.fixed_view::<$last, 1>(0, $last);
        let n = self.fixed_view::<1, $last>($last, 0).tr_dot(p.coords) + self[($last, $last)];
        let moved = turn * p.coords + shift;
        if n != 0.0 { $Point { coords: moved / n } } else { $Point { coords: moved } } } }",
    "impl $Vec { fn from_homogeneous(v: $Full) -> Option<$Vec> {
        if v[$last] == 0.0 { Some(v.fixed_rows::<$last>(0)) } else { None } } }",
];

pub(super) const PLANE: &[&str] = &[
    "impl Matrix3<$S> { fn new_rotation(angle: $S) -> Matrix3<$S> {
        Rotation2::new(angle).to_homogeneous() } }",
];

pub(super) const SPACE: &[&str] = &[
    "impl Matrix4<$S> { fn new_rotation(axisangle: Vector3<$S>) -> Matrix4<$S> {
        Rotation3::new(axisangle).to_homogeneous() } }",
    "impl Matrix4<$S> { fn new_rotation_wrt_point(axisangle: Vector3<$S>, p: Point3) -> Matrix4<$S> {
        IsometryMatrix3::rotation_wrt_point(Rotation3::new(axisangle), p).to_homogeneous() } }",
    "impl Matrix4<$S> { fn from_scaled_axis(axisangle: Vector3<$S>) -> Matrix4<$S> {
        Rotation3::new(axisangle).to_homogeneous() } }",
    "impl Matrix4<$S> { fn from_euler_angles(roll: $S, pitch: $S, yaw: $S) -> Matrix4<$S> {
        Rotation3::from_euler_angles(roll, pitch, yaw).to_homogeneous() } }",
    "impl Matrix4<$S> { fn from_axis_angle(axis: UnitVector3, angle: $S) -> Matrix4<$S> {
        Rotation3::from_axis_angle(axis, angle).to_homogeneous() } }",
    "impl Matrix4<$S> { fn face_towards(eye: Point3, target: Point3, up: Vector3<$S>) -> Matrix4<$S> {
        IsometryMatrix3::face_towards(eye, target, up).to_homogeneous() } }",
    "impl Matrix4<$S> { fn look_at_rh(eye: Point3, target: Point3, up: Vector3<$S>) -> Matrix4<$S> {
        IsometryMatrix3::look_at_rh(eye, target, up).to_homogeneous() } }",
    "impl Matrix4<$S> { fn look_at_lh(eye: Point3, target: Point3, up: Vector3<$S>) -> Matrix4<$S> {
        IsometryMatrix3::look_at_lh(eye, target, up).to_homogeneous() } }",
    "impl Matrix4<$S> { fn new_orthographic(l: $S, r: $S, b: $S, t: $S, n: $S, f: $S) -> Matrix4<$S> {
        Orthographic3::new(l, r, b, t, n, f).into_inner() } }",
    "impl Matrix4<$S> { fn new_perspective(aspect: $S, fovy: $S, n: $S, f: $S) -> Matrix4<$S> {
        Perspective3::new(aspect, fovy, n, f).into_inner() } }",
];

//! Rotation matrices, and complex numbers of norm one.
//!
//! Source of each formula: `src/geometry/rotation*.rs` and `unit_complex*.rs` of nalgebra 0.35. Its
//! `tr_mul` sums the products of a column as `*` sums those of a row.

pub(super) const ALL: &[&str] = &[
    "fn from_matrix_unchecked(matrix: $Mat) -> $V { $V { matrix } }",
    "fn identity() -> $V { $V { matrix: $Matrix::identity() } }",
    "fn one() -> $V { $V { matrix: $Matrix::identity() } }",
    "impl Default for $V { fn default() -> $V { $V { matrix: $Matrix::identity() } } }",
    "fn matrix(&self) -> $Mat { self.matrix }",
    "fn into_inner(self) -> $Mat { self.matrix }",
    "fn transpose(&self) -> $V { $V { matrix: self.matrix.transpose() } }",
    "fn inverse(&self) -> $V { $V { matrix: self.matrix.transpose() } }",
    "fn transpose_mut(&mut self) { self.matrix = self.matrix.transpose(); }",
    "fn inverse_mut(&mut self) { self.matrix = self.matrix.transpose(); }",
    "fn transform_vector(&self, v: $Vec) -> $Vec { self.matrix * v }",
    "fn transform_point(&self, p: $Point) -> $Point { $Point { coords: self.matrix * p.coords } }",
    "fn inverse_transform_vector(&self, v: $Vec) -> $Vec { self.matrix.transpose() * v }",
    "fn inverse_transform_point(&self, p: $Point) -> $Point {
        $Point { coords: self.matrix.transpose() * p.coords } }",
    "fn inverse_transform_unit_vector(&self, v: $Unit) -> $Unit {
        $Unit { value: self.matrix.transpose() * v.value } }",
    "fn rotation_to(&self, o: $V) -> $V { $V { matrix: o.matrix * self.matrix.transpose() } }",
    "fn angle_to(&self, o: $V) -> $S { self.rotation_to(o).angle() }",
    "fn slerp(&self, o: $V, t: $S) -> $V {
        $Turn::from_rotation_matrix(self).slerp($Turn::from_rotation_matrix(o), t).to_rotation_matrix() }",
    "fn from(q: $Turn) -> $V { q.to_rotation_matrix() }",
    "fn from_matrix(m: $Mat) -> $V { $V { matrix: m.__nearest_rotation() } }",
    "fn renormalize(&mut self) { self.matrix = self.matrix.__renormalized_rotation(); }",
    "fn cast<T>(&self) -> $V { $V { matrix: self.matrix.cast::<T>() } }",
    "impl Index<(usize, usize)> for $V { fn index(&self, at: (usize, usize)) -> $S { self.matrix[(at.0, at.1)] } }",
    "impl Mul<$V> for $V { fn mul(self, o: $V) -> $V { $V { matrix: self.matrix * o.matrix } } }",
    "impl Div<$V> for $V { fn div(self, o: $V) -> $V { $V { matrix: self.matrix * o.matrix.transpose() } } }",
    "impl Mul<$Vec> for $V { fn mul(self, o: $Vec) -> $Vec { self.matrix * o } }",
    "impl Mul<$Mat> for $V { fn mul(self, o: $Mat) -> $Mat { self.matrix * o } }",
    "impl Mul<$V> for $Mat { fn mul(self, o: $V) -> $Mat { self * o.matrix } }",
    "impl Div<$V> for $Mat { fn div(self, o: $V) -> $Mat { self * o.matrix.transpose() } }",
    "impl Mul<$Point> for $V { fn mul(self, o: $Point) -> $Point { $Point { coords: self.matrix * o.coords } } }",
    "impl Mul<$Unit> for $V { fn mul(self, o: $Unit) -> $Unit { $Unit { value: self.matrix * o.value } } }",
    "impl MulAssign<$V> for $V { fn mul_assign(&mut self, o: $V) { self.matrix = self.matrix * o.matrix; } }",
    "impl DivAssign<$V> for $V { fn div_assign(&mut self, o: $V) {
        self.matrix = self.matrix * o.matrix.transpose(); } }",
];

pub(super) const PLANE: &[&str] = &[
    "fn new(angle: $S) -> $V {
        let (sin, cos) = angle.sin_cos();
        $V { matrix: Matrix2::new(cos, -sin, sin, cos) } }",
    "fn angle(&self) -> $S { self.matrix[(1, 0)].atan2(self.matrix[(0, 0)]) }",
    "fn scaled_axis(&self) -> Vector1<$S> { Vector1::new(self.angle()) }",
    "fn powf(&self, n: $S) -> $V { $V::new(self.angle() * n) }",
    "fn rotation_between(a: Vector2<$S>, b: Vector2<$S>) -> $V {
        UnitComplex::scaled_rotation_between(a, b, 1.0).to_rotation_matrix() }",
    "fn scaled_rotation_between(a: Vector2<$S>, b: Vector2<$S>, s: $S) -> $V {
        UnitComplex::scaled_rotation_between(a, b, s).to_rotation_matrix() }",
    "fn to_homogeneous(&self) -> Matrix3<$S> {
        let m = self.matrix;
        Matrix3::new(m[(0, 0)], m[(0, 1)], 0.0, m[(1, 0)], m[(1, 1)], 0.0, 0.0, 0.0, 1.0) }",
];

pub(super) const SPACE: &[&str] = &[
    // A rotation by zero has the identity, which has a derivative: see `quaternions`.
    "fn new(axisangle: Vector3<$S>) -> $V {
        let angle = axisangle.norm();
        if angle == 0.0 {
            $V::small(axisangle - frozen(axisangle))
        } else {
            $V::from_axis_angle(UnitVector3 { value: axisangle.unscale(angle) }, angle)
        } }",
    "pub fn frozen(v: Vector3<$S>) -> Vector3<$S> {
        Vector3::new(v.x.frozen(), v.y.frozen(), v.z.frozen()) }",
    // The identity with its derivatives of first and second order, for a `d` that is zero.
    "fn small(d: Vector3<$S>) -> $V {
        $V { matrix: Matrix3::new(
            1.0 - 0.5 * (d.y * d.y + d.z * d.z),
            0.5 * (d.x * d.y) - d.z,
            0.5 * (d.x * d.z) + d.y,
            0.5 * (d.x * d.y) + d.z,
            1.0 - 0.5 * (d.x * d.x + d.z * d.z),
            0.5 * (d.y * d.z) - d.x,
            0.5 * (d.x * d.z) - d.y,
            0.5 * (d.y * d.z) + d.x,
            1.0 - 0.5 * (d.x * d.x + d.y * d.y)) } }",
    "fn from_scaled_axis(axisangle: Vector3<$S>) -> $V { $V::new(axisangle) }",
    "fn from_axis_angle(axis: UnitVector3, angle: $S) -> $V {
        let u = axis.value;
        if angle != 0.0 {
            let (sqx, sqy, sqz) = (u[0] * u[0], u[1] * u[1], u[2] * u[2]);
            let (sin, cos) = angle.sin_cos();
            let rest = 1.0 - cos;
            $V { matrix: Matrix3::new(
                sqx + (1.0 - sqx) * cos,
                u[0] * u[1] * rest - u[2] * sin,
                u[0] * u[2] * rest + u[1] * sin,
                u[0] * u[1] * rest + u[2] * sin,
                sqy + (1.0 - sqy) * cos,
                u[1] * u[2] * rest - u[0] * sin,
                u[0] * u[2] * rest - u[1] * sin,
                u[1] * u[2] * rest + u[0] * sin,
                sqz + (1.0 - sqz) * cos) }
        } else {
            $V::small(u * (angle - angle.frozen()))
        } }",
    "fn from_euler_angles(roll: $S, pitch: $S, yaw: $S) -> $V {
        let (sr, cr) = roll.sin_cos();
        let (sp, cp) = pitch.sin_cos();
        let (sy, cy) = yaw.sin_cos();
        $V { matrix: Matrix3::new(
            cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr,
            sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr,
            -sp, cp * sr, cp * cr) } }",
    "fn from_basis_unchecked(basis: [Vector3<$S>; 3]) -> $V {
        let (a, b, c) = (basis[0], basis[1], basis[2]);
        $V { matrix: Matrix3::new(a.x, b.x, c.x, a.y, b.y, c.y, a.z, b.z, c.z) } }",
    "fn try_slerp(&self, o: $V, t: $S, epsilon: $S) -> Option<$V> {
        let (p, q) = (UnitQuaternion::from_rotation_matrix(self), UnitQuaternion::from_rotation_matrix(o));
        match p.try_slerp(q, t, epsilon) { Some(q) => Some(q.to_rotation_matrix()), None => None } }",
    "fn euler_angles_ordered(&self, seq: [UnitVector3; 3], extrinsic: bool) -> ([$S; 3], bool) {
        if extrinsic {
            let (d, b, a, observable) = self.angles_about(seq[2].value, seq[1].value, seq[0].value, true);
            ([a, b, d], observable)
        } else {
            let (a, b, d, observable) = self.angles_about(seq[0].value, seq[1].value, seq[2].value, false);
            ([a, b, d], observable)
        } }",
    "fn angles_about(&self, n1: Vector3<$S>, n2: Vector3<$S>, n3: Vector3<$S>, extrinsic: bool) -> P {
        let (pi, whole) = (3.141592653589793, 6.283185307179586);
        assert!(n1.dot(&n2).abs() <= 1e-6 && n3.dot(&n1).abs() <= 1e-6);
        let n1_c_n2 = n1.cross(&n2);
        let (s1, c1) = (n1_c_n2.dot(&n3), n1.dot(&n3));
        let lambda = s1.atan2(c1);
        let c = Matrix3::new(
            n2[0], n2[1], n2[2], n1_c_n2[0], n1_c_n2[1], n1_c_n2[2], n1[0], n1[1], n1[2]);
        let r1l = Matrix3::new(1.0, 0.0, 0.0, 0.0, c1, s1, 0.0, -s1, c1);
        let o = c * self.matrix * (c.transpose() * r1l);
        let (mut a, mut b, mut d) = (0.0, o[(2, 2)].acos(), 0.0);
        let eps = 1e-6;
        let safe = b.abs() >= eps;
        let observable = safe && (b - pi).abs() >= eps;
        b = b + lambda;
        if observable {
            a = o[(0, 2)].atan2(-o[(1, 2)]);
            d = o[(2, 0)].atan2(o[(2, 1)]);
        } else if extrinsic {
            d = if safe {
                -(o[(0, 1)] + o[(1, 0)]).atan2(o[(0, 0)] - o[(1, 1)])
            } else {
                (o[(0, 1)] - o[(1, 0)]).atan2(o[(0, 0)] + o[(1, 1)])
            };
        } else {
            a = if safe {
                (o[(0, 1)] + o[(1, 0)]).atan2(o[(0, 0)] - o[(1, 1)])
            } else {
                (o[(0, 1)] - o[(1, 0)]).atan2(o[(0, 0)] + o[(1, 1)])
            };
        }
        let adjust = if n1[0] == n3[0] && n1[1] == n3[1] && n1[2] == n3[2] {
            b < 0.0 || b > pi
        } else {
            b < -1.5707963267948966 || b > 1.5707963267948966
        };
        if adjust && observable {
            a = a + pi;
            b = 2.0 * lambda - b;
            d = d - pi;
        }
        a = if a < -pi { a + whole } else if a > pi { a - whole } else { a };
        b = if b < -pi { b + whole } else if b > pi { b - whole } else { b };
        d = if d < -pi { d + whole } else if d > pi { d - whole } else { d };
        (a, b, d, observable) }",
    "fn face_towards(dir: Vector3<$S>, up: Vector3<$S>) -> $V {
        let z = dir.normalize();
        let x = up.cross(&z).normalize();
        let y = z.cross(&x);
        $V { matrix: Matrix3::new(x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z) } }",
    "fn look_at_rh(dir: Vector3<$S>, up: Vector3<$S>) -> $V { $V::face_towards(-dir, up).inverse() }",
    "fn look_at_lh(dir: Vector3<$S>, up: Vector3<$S>) -> $V { $V::face_towards(dir, up).inverse() }",
    "fn rotation_between(a: Vector3<$S>, b: Vector3<$S>) -> Option<$V> {
        $V::scaled_rotation_between(a, b, 1.0) }",
    "fn scaled_rotation_between(a: Vector3<$S>, b: Vector3<$S>, s: $S) -> Option<$V> {
        let (n, m) = (a.norm(), b.norm());
        if n <= 0.0 || m <= 0.0 { return Some($V::identity()); }
        let (na, nb) = (a.unscale(n), b.unscale(m));
        match UnitVector3::try_new(na.cross(&nb), $S::EPSILON) {
            Some(axis) => Some($V::from_axis_angle(axis, na.dot(&nb).acos() * s)),
            None => if na.dot(&nb) < 0.0 { None } else { Some($V::identity()) },
        } }",
    "fn angle(&self) -> $S {
        ((self.matrix[(0, 0)] + self.matrix[(1, 1)] + self.matrix[(2, 2)] - 1.0) / 2.0).acos() }",
    "fn twice_skew(&self) -> Vector3<$S> {
        let m = self.matrix;
        Vector3::new(m[(2, 1)] - m[(1, 2)], m[(0, 2)] - m[(2, 0)], m[(1, 0)] - m[(0, 1)]) }",
    "fn axis(&self) -> Option<UnitVector3> { UnitVector3::try_new(self.twice_skew(), $S::EPSILON) }",
    // Zero with the derivatives of the scaled axis of a small rotation. A half turn has none.
    "fn small_axis(&self) -> Vector3<$S> {
        let m = self.matrix;
        if m[(0, 0)] + m[(1, 1)] + m[(2, 2)] > 0.0 {
            let half = self.twice_skew() * 0.5;
            half - frozen(half)
        } else {
            Vector3::zeros()
        } }",
    "fn scaled_axis(&self) -> Vector3<$S> {
        match self.axis() { Some(axis) => axis.value * self.angle(), None => self.small_axis() } }",
    "fn axis_angle(&self) -> Option<(UnitVector3, $S)> {
        match self.axis() { Some(axis) => Some((axis, self.angle())), None => None } }",
    "fn powf(&self, n: $S) -> $V {
        match self.axis() {
            Some(axis) => $V::from_axis_angle(axis, self.angle() * n),
            None => if self.matrix[(0, 0)] < 0.0 {
                $V { matrix: Matrix3::new(-1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0) }
            } else {
                $V::small(self.small_axis() * n)
            },
        } }",
    "fn euler_angles(&self) -> ($S, $S, $S) {
        let m = self.matrix;
        if m[(2, 0)].abs() < 1.0 {
            let pitch = -m[(2, 0)].asin();
            let cos = pitch.cos();
            let roll = (m[(2, 1)] / cos).atan2(m[(2, 2)] / cos);
            let yaw = (m[(1, 0)] / cos).atan2(m[(0, 0)] / cos);
            (roll, pitch, yaw)
        } else if m[(2, 0)] <= -1.0 {
            (m[(0, 1)].atan2(m[(0, 2)]), 1.5707963267948966, 0.0)
        } else {
            (-m[(0, 1)].atan2(-m[(0, 2)]), -1.5707963267948966, 0.0)
        } }",
    "fn to_homogeneous(&self) -> Matrix4<$S> {
        let m = self.matrix;
        Matrix4::new(
            m[(0, 0)], m[(0, 1)], m[(0, 2)], 0.0,
            m[(1, 0)], m[(1, 1)], m[(1, 2)], 0.0,
            m[(2, 0)], m[(2, 1)], m[(2, 2)], 0.0,
            0.0, 0.0, 0.0, 1.0) }",
    "impl Mul<Translation3> for $V { fn mul(self, o: Translation3) -> IsometryMatrix3 {
        IsometryMatrix3 { rotation: self, translation: Translation3 { vector: self.matrix * o.vector } } } }",
    "impl Mul<IsometryMatrix3> for $V { fn mul(self, o: IsometryMatrix3) -> IsometryMatrix3 {
        let shift = self.matrix * o.translation.vector;
        IsometryMatrix3 { rotation: self.mul(o.rotation), translation: Translation3 { vector: shift } } } }",
];

/// Methods of unit complex numbers.
pub(super) const COMPLEX: &[&str] = &[
    "fn new(angle: $S) -> $V {
        let (sin, cos) = angle.sin_cos();
        $V { re: cos, im: sin } }",
    "fn from_angle(angle: $S) -> $V { $V::new(angle) }",
    "fn from_cos_sin_unchecked(cos: $S, sin: $S) -> $V { $V { re: cos, im: sin } }",
    "fn identity() -> $V { $V { re: 1.0, im: 0.0 } }",
    "fn one() -> $V { $V { re: 1.0, im: 0.0 } }",
    "impl Default for $V { fn default() -> $V { $V { re: 1.0, im: 0.0 } } }",
    "fn from_matrix(m: Matrix2<$S>) -> $V { $V::from_rotation_matrix(Rotation2::from_matrix(m)) }",
    "fn from_complex(q: Complex) -> $V { $V::of_parts(q.re, q.im).0 }",
    "fn from_complex_and_get(q: Complex) -> ($V, $S) { $V::of_parts(q.re, q.im) }",
    "fn of_parts(re: $S, im: $S) -> ($V, $S) {
        let norm = (im * im + re * re).sqrt();
        ($V { re: re / norm, im: im / norm }, norm) }",
    "fn cast<T>(&self) -> $V {
        let c = Vector2::new(self.re, self.im).cast::<T>();
        $V { re: c[0], im: c[1] } }",
    "fn from_rotation_matrix(r: Rotation2) -> $V { $V { re: r.matrix[(0, 0)], im: r.matrix[(1, 0)] } }",
    "fn from(r: Rotation2) -> $V { $V { re: r.matrix[(0, 0)], im: r.matrix[(1, 0)] } }",
    "fn rotation_between(a: Vector2<$S>, b: Vector2<$S>) -> $V { $V::scaled_rotation_between(a, b, 1.0) }",
    "fn scaled_rotation_between(a: Vector2<$S>, b: Vector2<$S>, s: $S) -> $V {
        match (UnitVector2::try_new(a, 0.0), UnitVector2::try_new(b, 0.0)) {
            (Some(na), Some(nb)) => $V::scaled_rotation_between_axis(na, nb, s),
            _ => $V::identity(),
        } }",
    "fn rotation_between_axis(a: UnitVector2, b: UnitVector2) -> $V {
        $V::scaled_rotation_between_axis(a, b, 1.0) }",
    "fn scaled_rotation_between_axis(a: UnitVector2, b: UnitVector2, s: $S) -> $V {
        let (u, v) = (a.value, b.value);
        let sin = u.x * v.y - u.y * v.x;
        let cos = u.dot(&v);
        $V::new(sin.atan2(cos) * s) }",
    "fn angle(&self) -> $S { self.im.atan2(self.re) }",
    "fn sin_angle(&self) -> $S { self.im }",
    "fn cos_angle(&self) -> $S { self.re }",
    "fn conjugate(&self) -> $V { $V { re: self.re, im: -self.im } }",
    "fn inverse(&self) -> $V { $V { re: self.re, im: -self.im } }",
    "fn conjugate_mut(&mut self) { self.im = -self.im; }",
    "fn inverse_mut(&mut self) { self.im = -self.im; }",
    "fn rotation_to(&self, o: $V) -> $V { o.div(self) }",
    "fn angle_to(&self, o: $V) -> $S { self.rotation_to(o).angle() }",
    "fn powf(&self, n: $S) -> $V { $V::new(self.angle() * n) }",
    "fn slerp(&self, o: $V, t: $S) -> $V { self.mul($V::new(o.div(self).angle() * t)) }",
    "fn to_rotation_matrix(self) -> Rotation2 {
        Rotation2 { matrix: Matrix2::new(self.re, -self.im, self.im, self.re) } }",
    "fn to_homogeneous(self) -> Matrix3<$S> { self.to_rotation_matrix().to_homogeneous() }",
    "fn transform_vector(&self, v: Vector2<$S>) -> Vector2<$S> { self.mul(v) }",
    "fn transform_point(&self, p: Point2) -> Point2 { self.mul(p) }",
    "fn inverse_transform_vector(&self, v: Vector2<$S>) -> Vector2<$S> { self.inverse().mul(v) }",
    "fn inverse_transform_point(&self, p: Point2) -> Point2 { self.inverse().mul(p) }",
    "impl Mul<$V> for $V { fn mul(self, o: $V) -> $V {
        $V { re: self.re * o.re - self.im * o.im, im: self.re * o.im + self.im * o.re } } }",
    "impl Div<$V> for $V { fn div(self, o: $V) -> $V {
        let c = o.conjugate();
        $V { re: self.re * c.re - self.im * c.im, im: self.re * c.im + self.im * c.re } } }",
    "impl Mul<Vector2<$S>> for $V { fn mul(self, o: Vector2<$S>) -> Vector2<$S> {
        Vector2::new(self.re * o[0] - self.im * o[1], self.im * o[0] + self.re * o[1]) } }",
    "impl Mul<Point2> for $V { fn mul(self, o: Point2) -> Point2 { Point2 { coords: self.mul(o.coords) } } }",
    "impl Mul<UnitVector2> for $V { fn mul(self, o: UnitVector2) -> UnitVector2 {
        UnitVector2 { value: self.mul(o.value) } } }",
    "impl Mul<Rotation2> for $V { fn mul(self, o: Rotation2) -> $V { self.mul($V::from_rotation_matrix(o)) } }",
    "impl Mul<$V> for Rotation2 { fn mul(self, o: $V) -> $V { $V::from_rotation_matrix(self).mul(o) } }",
    "impl Mul<Translation2> for $V { fn mul(self, o: Translation2) -> Isometry2 {
        Isometry2 { rotation: self, translation: Translation2 { vector: self.mul(o.vector) } } } }",
    "impl Mul<Isometry2> for $V { fn mul(self, o: Isometry2) -> Isometry2 {
        let shift = self.mul(o.translation.vector);
        Isometry2 { rotation: self.mul(o.rotation), translation: Translation2 { vector: shift } } } }",
    "impl MulAssign<$V> for $V { fn mul_assign(&mut self, o: $V) {
        let product = self.mul(o);
        self.re = product.re;
        self.im = product.im; } }",
    "impl DivAssign<$V> for $V { fn div_assign(&mut self, o: $V) {
        let quotient = self.div(o);
        self.re = quotient.re;
        self.im = quotient.im; } }",
    "impl Neg for $V { fn neg(self) -> $V { $V { re: -self.re, im: -self.im } } }",
];

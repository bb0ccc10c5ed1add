//! Geometry for robots and surveyors: cameras, frames and distances.
//!
//! ```text
//! pinhole   point ── intrinsics, radial and tangential distortion ── pixel
//! bearing   pose, landmark ── range, bearing
//! geodetic  latitude, longitude, height ── earth-centred coordinates
//! rotate    unit quaternion, vector ── rotated vector, matrices written out
//! ```

use jacobian_runtime::jacobian;

use super::problem::small;
use super::scalar::Scalar;

/// A pinhole camera with the distortion of Brown and Conrady; point, then five coefficients.
#[jacobian]
pub fn pinhole(x: &[f64; 8]) -> [f64; 2] {
    let [px, py, pz, k1, k2, k3, p1, p2] = *x;
    let u = px / pz;
    let v = py / pz;
    let r2 = u * u + v * v;
    let radial = 1.0 + r2 * (k1 + r2 * (k2 + r2 * k3));
    let du = 2.0 * p1 * u * v + p2 * (r2 + 2.0 * u * u);
    let dv = p1 * (r2 + 2.0 * v * v) + 2.0 * p2 * u * v;
    [
        520.0 * (u * radial + du) + 320.0,
        515.0 * (v * radial + dv) + 240.0,
    ]
}

/// The same over any scalar.
pub fn pinhole_twin<S: Scalar>(x: &[S; 8]) -> [S; 2] {
    let [px, py, pz, k1, k2, k3, p1, p2] = *x;
    let (u, v) = (px / pz, py / pz);
    let r2 = u * u + v * v;
    let radial = r2 * (k1 + r2 * (k2 + r2 * k3)) + 1.0;
    let du = p1 * u * v * 2.0 + p2 * (r2 + u * u * 2.0);
    let dv = p1 * (r2 + v * v * 2.0) + p2 * u * v * 2.0;
    [
        (u * radial + du) * 520.0 + 320.0,
        (v * radial + dv) * 515.0 + 240.0,
    ]
}

small! {
    /// The row of the corpus.
    PINHOLE = pinhole(8) -> 2, nnz 16, twin pinhole_twin,
    base [0.4, -0.3, 2.0, -0.28, 0.07, 0.01, 0.002, -0.001],
    items PINHOLE_PATTERN PINHOLE_TEMPLATE PINHOLE_COST
        pinhole_with_jacobian_into pinhole_update_into
}

/// Range and bearing of a landmark from a pose in the plane.
#[jacobian]
pub fn bearing(x: &[f64; 5]) -> [f64; 2] {
    let [px, py, heading, lx, ly] = *x;
    let dx = lx - px;
    let dy = ly - py;
    [dx.hypot(dy), dy.atan2(dx) - heading]
}

/// The same over any scalar.
pub fn bearing_twin<S: Scalar>(x: &[S; 5]) -> [S; 2] {
    let [px, py, heading, lx, ly] = *x;
    let (dx, dy) = (lx - px, ly - py);
    [(dx * dx + dy * dy).sqrt(), dy.atan2(dx) - heading]
}

small! {
    /// The row of the corpus.
    BEARING = bearing(5) -> 2, nnz 9, twin bearing_twin, base [1.0, 2.0, 0.3, 4.0, 3.5],
    items BEARING_PATTERN BEARING_TEMPLATE BEARING_COST bearing_with_jacobian_into bearing_update_into
}

/// Geodetic coordinates in degrees and meters to earth-centred coordinates, on the ellipsoid WGS
/// 84.
#[jacobian]
pub fn geodetic(x: &[f64; 3]) -> [f64; 3] {
    const A: f64 = 6_378_137.0;
    const F: f64 = 1.0 / 298.257_223_563;
    const E2: f64 = F * (2.0 - F);
    let (sin, cos) = x[0].to_radians().sin_cos();
    let east = x[1].to_radians();
    let n = A / (1.0 - E2 * sin * sin).sqrt();
    let level = (n + x[2]) * cos;
    [
        level * east.cos(),
        level * east.sin(),
        (n * (1.0 - E2) + x[2]) * sin,
    ]
}

/// The same over any scalar.
pub fn geodetic_twin<S: Scalar>(x: &[S; 3]) -> [S; 3] {
    let flattening = 1.0 / 298.257_223_563;
    let e2 = flattening * (2.0 - flattening);
    let radians = std::f64::consts::PI / 180.0;
    let (north, east) = (x[0] * radians, x[1] * radians);
    let (sin, cos) = (north.sin(), north.cos());
    let n = S::from(6_378_137.0) / (-(sin * sin * e2) + 1.0).sqrt();
    let level = (n + x[2]) * cos;
    [
        level * east.cos(),
        level * east.sin(),
        (n * (1.0 - e2) + x[2]) * sin,
    ]
}

small! {
    /// The row of the corpus.
    GEODETIC = geodetic(3) -> 3, nnz 8, twin geodetic_twin, base [48.1, 11.6, 520.0],
    items GEODETIC_PATTERN GEODETIC_TEMPLATE GEODETIC_COST
        geodetic_with_jacobian_into geodetic_update_into
}

/// A vector turned by a quaternion, through the matrix of the rotation and a product in loops.
#[jacobian]
pub fn rotate(x: &[f64; 7]) -> [f64; 3] {
    let [w, i, j, k, vector @ ..] = *x;
    let matrix = [
        [
            1.0 - 2.0 * (j * j + k * k),
            2.0 * (i * j - k * w),
            2.0 * (i * k + j * w),
        ],
        [
            2.0 * (i * j + k * w),
            1.0 - 2.0 * (i * i + k * k),
            2.0 * (j * k - i * w),
        ],
        [
            2.0 * (i * k - j * w),
            2.0 * (j * k + i * w),
            1.0 - 2.0 * (i * i + j * j),
        ],
    ];
    let mut result = [0.0; 3];
    for row in 0..3 {
        for column in 0..=2 {
            result[row] += matrix[row][column] * vector[column];
        }
    }
    result
}

/// The same over any scalar, by cross products.
pub fn rotate_twin<S: Scalar>(x: &[S; 7]) -> [S; 3] {
    let [w, q @ ..] = *x;
    let (q, v) = ([q[0], q[1], q[2]], [q[3], q[4], q[5]]);
    let cross =
        |a: [S; 3], b: [S; 3]| [[1, 2], [2, 0], [0, 1]].map(|[i, j]| a[i] * b[j] - a[j] * b[i]);
    let once = cross(q, v);
    let twice = cross(q, once);
    // As a matrix: squares of q along the diagonal cancel between v and the double cross product.
    [0, 1, 2].map(|k| v[k] + (w * once[k] + twice[k]) * 2.0)
}

small! {
    /// The row of the corpus.
    ROTATE = rotate(7) -> 3, nnz 21, twin rotate_twin, base [0.8, 0.3, -0.4, 0.2, 1.0, -2.0, 0.5],
    items ROTATE_PATTERN ROTATE_TEMPLATE ROTATE_COST rotate_with_jacobian_into rotate_update_into
}

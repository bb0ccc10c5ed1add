//! Cameras: projection, distortion, triangulation, bundle adjustment.
//!
//! ```text
//! point in space --pose--> camera --lens--> image plane --calibration--> pixels
//! ```
//!
//! Sources beside each function.

use corpus_twin::row;
use jacobian_runtime::jacobian;

use crate::corpus::problem::{Problem, rows};

/// Every row of this file.
pub const ALL: [Problem; 8] = [
    PINHOLE_PIXELS,
    BROWN_CONRADY,
    FISHEYE,
    RODRIGUES,
    BUNDLE_RESIDUAL,
    STEREO,
    UNDISTORT,
    EPIPOLAR,
];

/// The parameters of a camera.
#[derive(Clone, Copy, Debug)]
pub struct Intrinsics {
    /// Focal lengths in pixels.
    pub focal: [f64; 2],
    /// The principal point.
    pub center: [f64; 2],
    /// Metres between the two cameras of a pair.
    pub baseline: f64,
}

/// The camera of the functions below.
pub static CAMERA: Intrinsics = Intrinsics {
    focal: [458.654, 457.296],
    center: [367.215, 248.375],
    baseline: 0.11,
};

/// A point in front of a camera, in pixels; nothing for a point behind it.
#[row(
    from = "Hartley, Zisserman, Multiple View Geometry in Computer Vision, section 6.1",
    at = [[0.3, -0.2, 2.5], [0.3, -0.2, -1.0]],
    with(camera = &CAMERA)
)]
#[jacobian(wrt(point))]
pub fn pinhole_pixels(point: &[f64; 3], camera: &Intrinsics) -> Option<[f64; 2]> {
    let [x, y, z] = *point;
    if z < 1e-3 {
        return None;
    }
    Some([
        camera.focal[0] * x / z + camera.center[0],
        camera.focal[1] * y / z + camera.center[1],
    ])
}

/// Radial and tangential distortion of a normalized point, with respect to point and coefficients.
#[row(
    from = "Brown, Decentering distortion of lenses, Photogrammetric Engineering 32 (1966)",
    at = [[0.2, -0.3, -0.28, 0.07, 0.0002, 1.8e-5]],
    known = [rows(&[0.2, -0.3, 0.0, 0.0, 0.0, 0.0], &[0.2, -0.3], 0.0)]
)]
#[jacobian]
pub fn brown_conrady(point: [f64; 2], coefficients: &[f64; 4]) -> [f64; 2] {
    let [x, y] = point;
    let [k1, k2, p1, p2] = *coefficients;
    let r2 = x * x + y * y;
    let radial = 1.0 + r2 * (k1 + k2 * r2);
    let tangential = [
        2.0 * p1 * x * y + p2 * (r2 + 2.0 * x * x),
        p1 * (r2 + 2.0 * y * y) + 2.0 * p2 * x * y,
    ];
    [x * radial + tangential[0], y * radial + tangential[1]]
}

/// A fisheye lens: the radius is a polynomial of the angle, with its limit near the axis.
#[row(
    from = "Kannala, Brandt, A generic camera model and calibration method, IEEE TPAMI 28 (2006)",
    at = [[0.6, -0.4, 1.2], [1e-7, 2e-7, 1.5]]
)]
#[jacobian]
pub fn fisheye(point: &[f64; 3]) -> [f64; 2] {
    const K: [f64; 4] = [-0.0101, 0.0047, -0.0033, 0.0005];
    let [x, y, z] = *point;
    let radius = x.hypot(y);
    if radius < 1e-5 * z {
        return [x / z, y / z];
    }
    let theta = radius.atan2(z);
    let square = theta * theta;
    let mut factor = 0.0;
    for k in K.iter().rev() {
        factor = square * (k + factor);
    }
    let scale = theta * (1.0 + factor) / radius;
    [scale * x, scale * y]
}

/// A vector turned by an axis and angle; the first order for small angles.
#[row(
    from = "Rodrigues' formula as in Agarwal and others, Ceres Solver, rotation.h",
    at = [[0.3, -0.5, 0.7, 1.0, 2.0, 3.0], [1e-9, 2e-9, -1e-9, 1.0, 2.0, 3.0]],
    known = [rows(
        &[0.0, 0.0, std::f64::consts::FRAC_PI_2, 1.0, 0.0, 0.0],
        &[0.0, 1.0, 0.0],
        1e-15
    )]
)]
#[jacobian]
pub fn rodrigues(axis: &[f64; 3], point: &[f64; 3]) -> [f64; 3] {
    let dot = |a: &[f64; 3], b: &[f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    fn cross(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
        [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
    }
    let square = dot(axis, axis);
    if square > f64::EPSILON {
        let theta = square.sqrt();
        let (sin, cos) = theta.sin_cos();
        let w = axis.map(|component| component / theta);
        let (turned, along) = (cross(&w, point), dot(&w, point) * (1.0 - cos));
        std::array::from_fn(|i| point[i] * cos + turned[i] * sin + w[i] * along)
    } else {
        let turned = cross(axis, point);
        [
            point[0] + turned[0],
            point[1] + turned[1],
            point[2] + turned[2],
        ]
    }
}

/// A residual of bundle adjustment with a robust loss: quadratic near zero, linear beyond.
#[row(
    from = "Agarwal, Snavely, Seitz, Szeliski, Bundle adjustment in the large, ECCV 2010; Huber 1964",
    at = [
        [0.01, 0.02, -0.01, 0.1, -0.2, -5.0, 500.0, -1e-3, 1e-5, 0.3, 0.2, 0.1],
        [0.01, 0.02, -0.01, 0.1, -0.2, -5.0, 500.0, -1e-3, 1e-5, 0.4, -0.6, 0.3]
    ],
    with(observed = [41.0, 0.5])
)]
#[jacobian(wrt(camera, point))]
pub fn bundle_residual(camera: &[f64; 9], point: &[f64; 3], observed: [f64; 2]) -> [f64; 2] {
    const DELTA: f64 = 5.0;
    let mut p = [0.0; 3];
    // Rotations between neighbouring frames are small.
    for i in 0..3 {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        p[i] = point[i] + camera[j] * point[k] - camera[k] * point[j] + camera[3 + i];
    }
    let (x, y) = (-p[0] / p[2], -p[1] / p[2]);
    let r2 = x * x + y * y;
    let scale = camera[6] * (1.0 + r2 * (camera[7] + camera[8] * r2));
    let mut residual = [scale * x - observed[0], scale * y - observed[1]];
    let norm = (residual[0].powi(2) + residual[1].powi(2)).sqrt();
    if norm > DELTA {
        let weight = (2.0 * DELTA * norm - DELTA * DELTA).sqrt() / norm;
        residual.iter_mut().for_each(|r| *r *= weight);
    }
    residual
}

/// A point from its pixels in two cameras: depth from disparity, or an error if the disparity is
/// zero.
#[row(
    from = "Szeliski, Computer Vision: Algorithms and Applications, section 12.1",
    at = [[400.0, 260.0, 380.0], [400.0, 260.0, 401.0]],
    with(camera = &CAMERA)
)]
#[jacobian(wrt(left, right))]
pub fn stereo(left: [f64; 2], right: f64, camera: &Intrinsics) -> Result<[f64; 3], &'static str> {
    let disparity = left[0] - right;
    if disparity <= 0.5 {
        return Err("too far away");
    }
    let depth = camera.focal[0] * camera.baseline / disparity;
    Ok([
        (left[0] - camera.center[0]) * depth / camera.focal[0],
        (left[1] - camera.center[1]) * depth / camera.focal[1],
        depth,
    ])
}

/// The undistorted point by five fixed-point iterations, as OpenCV does.
#[row(
    from = "OpenCV, undistortPoints",
    at = [[0.2, -0.3]]
)]
#[jacobian]
pub fn undistort(distorted: [f64; 2]) -> [f64; 2] {
    const K1: f64 = -0.28;
    const K2: f64 = 0.07;
    const P1: f64 = 2e-4;
    const P2: f64 = 1.8e-5;
    let [x0, y0] = distorted;
    let (mut x, mut y) = (x0, y0);
    for _ in 0..5 {
        let r2 = x * x + y * y;
        let inverse = 1.0 / (1.0 + (K2 * r2 + K1) * r2);
        let dx = 2.0 * P1 * x * y + P2 * (r2 + 2.0 * x * x);
        let dy = P1 * (r2 + 2.0 * y * y) + 2.0 * P2 * x * y;
        x = (x0 - dx) * inverse;
        y = (y0 - dy) * inverse;
    }
    [x, y]
}

/// Sampson's distance of two points from the epipolar constraint of a fundamental matrix.
#[row(
    from = "Hartley, Zisserman, Multiple View Geometry in Computer Vision, section 11.4.3",
    at = [[0.1, -0.9, 0.2, 0.8, 0.05, -0.7, -0.3, 0.6, 0.02]],
    with(a = [0.3, -0.1], b = [0.25, -0.12])
)]
#[jacobian(wrt(f))]
pub fn epipolar(f: &[[f64; 3]; 3], a: [f64; 2], b: [f64; 2]) -> f64 {
    let (a, b) = ([a[0], a[1], 1.0], [b[0], b[1], 1.0]);
    let mut right = [0.0; 3];
    let mut left = [0.0; 3];
    for i in 0..3 {
        for j in 0..3 {
            right[i] += f[i][j] * a[j];
            left[j] += f[i][j] * b[i];
        }
    }
    let constraint: f64 = right.iter().zip(&b).map(|(line, b)| line * b).sum();
    let gradient = right[0].powi(2) + right[1].powi(2) + left[0].powi(2) + left[1].powi(2);
    constraint / gradient.sqrt()
}

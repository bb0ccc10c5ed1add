//! Iterations, after public crates: series, continued fractions and solvers that run time ends, and
//! elements at indices that run time finds.
//!
//! ```text
//! puruspe   lambda-twist   metfor   sofars   geo   noise   average   oxictl   spec_math   kurbo
//! ```
//!
//! Each is the mathematics of the function named, in lines of our own, with the constructs that the
//! original is made of. The versions are those that were read.

#![allow(
    clippy::unwrap_used,
    missing_docs,
    missing_debug_implementations,
    reason = "code as its crates have it, whose documentation is there"
)]

use corpus_twin::row;
use jacobian_runtime::jacobian;

use crate::corpus::problem::Problem;

/// Every row of this file.
pub const ALL: [Problem; 12] = [
    INCOMPLETE_BETA,
    INCOMPLETE_GAMMA,
    COSM1,
    CUBIC_ROOT,
    WIND,
    KEPLER,
    VINCENTY,
    CURVE,
    MARKER_HEIGHTS,
    FEW_OBSERVATIONS,
    REPETITIVE,
    ARC_LENGTH,
];

#[row(
    from = "puruspe 0.4.4, beta.rs, betai by a continued fraction",
    at = [[2.0, 3.0, 0.2], [2.5, 1.5, 0.9], [7.0, 0.6, 0.5]]
)]
#[jacobian]
pub mod puruspe_beta {
    const LANCZOS: [f64; 7] = [
        1.000000000189712,
        76.18009172948503,
        -86.50532032927205,
        24.01409824118972,
        -1.2317395783752254,
        0.0012086577526594748,
        -0.00000539702438713199,
    ];

    pub fn ln_gamma(x: f64) -> f64 {
        let z = x - 1.0;
        let base = z + 5.5;
        let mut sum = LANCZOS[0];
        for (i, &c) in LANCZOS.iter().enumerate().skip(1) {
            sum += c / (z + i as f64);
        }
        (2.0 * std::f64::consts::PI).sqrt().ln() + sum.ln() - base + base.ln() * (z + 0.5)
    }

    /// The fraction by Lentz's method, until a factor is one.
    fn fraction(a: f64, b: f64, x: f64) -> f64 {
        let mut c = 1.0;
        let mut d = 1.0 / (1.0 - (a + b) * x / (a + 1.0));
        let mut h = d;
        for m in 1..10_000 {
            let m = m as f64;
            let even = m * (b - m) * x / ((a - 1.0 + 2.0 * m) * (a + 2.0 * m));
            d = 1.0 / (1.0 + even * d);
            c = 1.0 + even / c;
            h *= d * c;
            let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 1.0 + 2.0 * m));
            d = 1.0 / (1.0 + odd * d);
            c = 1.0 + odd / c;
            let factor = d * c;
            h *= factor;
            if (factor - 1.0).abs() <= f64::EPSILON {
                break;
            }
        }
        h
    }

    #[jacobian]
    pub fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
        let front =
            (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (1.0 - x).ln()).exp();
        if x < (a + 1.0) / (a + 2.0 * b) {
            front * fraction(a, b, x) / a
        } else {
            1.0 - front * fraction(b, a, 1.0 - x) / b
        }
    }
}

#[row(
    from = "puruspe 0.4.4, gamma.rs, gammp by a series that returns from its loop",
    at = [[2.0, 1.0], [2.5, 3.0], [0.6, 0.2]]
)]
#[jacobian]
pub mod puruspe_gamma {
    fn stirling(x: f64) -> f64 {
        let mut shifted = x;
        let mut product = 1.0;
        let mut steps = 0;
        while shifted < 9.0 && steps < 10 {
            product *= shifted;
            shifted += 1.0;
            steps += 1;
        }
        let r = 1.0 / (shifted * shifted);
        let tail = (1.0 / 12.0 - r * (1.0 / 360.0 - r * (1.0 / 1260.0 - r / 1680.0))) / shifted;
        (shifted - 0.5) * shifted.ln() - shifted + 0.9189385332046727 + tail - product.ln()
    }

    #[jacobian]
    pub fn incomplete_gamma(a: f64, x: f64) -> f64 {
        let mut place = a;
        let mut term = 1.0 / a;
        let mut sum = term;
        for _ in 0..10_000 {
            place += 1.0;
            term *= x / place;
            sum += term;
            if term.abs() < sum.abs() * f64::EPSILON {
                return sum * (a * x.ln() - x - stirling(a)).exp();
            }
        }
        f64::NAN
    }
}

#[row(
    from = "spec_math 0.1.6, cephes64/unity.rs, cosm1 and polevl",
    at = [[0.3], [-0.6], [2.0]]
)]
#[jacobian]
pub mod spec_math_cosm1 {
    const COEFFICIENTS: [f64; 7] = [
        4.737750796424621e-14,
        -1.1470284843425359e-11,
        2.0876754287081521e-9,
        -2.755731921499979e-7,
        2.480158730157055e-5,
        -1.3888888888888872e-3,
        4.1666666666666664e-2,
    ];

    fn polevl(x: f64, coefficients: &[f64], n: usize) -> f64 {
        let mut rest = coefficients.iter().take(n + 1);
        let mut value = *rest.next().unwrap();
        for c in rest {
            value = value * x + *c;
        }
        value
    }

    #[jacobian]
    pub fn cosm1(x: f64) -> f64 {
        if x.abs() <= std::f64::consts::FRAC_PI_4 {
            let square = x * x;
            -0.5 * square + square * square * polevl(square, &COEFFICIENTS, 6)
        } else {
            x.cos() - 1.0
        }
    }
}

#[row(
    from = "lambda-twist 0.7.0, lib.rs, cube_root by Newton's iteration",
    at = [[-3.0, 1.0, 0.5], [1.0, 3.0, -2.0], [-6.0, 11.0, -6.5], [3.0, 3.00001, 1.5], [0.0, -3.0, -2.5]]
)]
#[jacobian]
pub mod lambda_twist_root {
    #[jacobian]
    pub fn cubic_root(b: f64, c: f64, d: f64) -> f64 {
        let mut r;
        if b * b >= 3.0 * c {
            let v = (b * b - 3.0 * c).sqrt();
            let low = (-b - v) / 3.0;
            let mut k = ((low + b) * low + c) * low + d;
            if k > 0.0 {
                r = low - (-k / (3.0 * low + b)).sqrt();
            } else {
                let high = (-b + v) / 3.0;
                k = ((high + b) * high + c) * high + d;
                r = high + (-k / (3.0 * high + b)).sqrt();
            }
        } else {
            r = -b / 3.0;
            if ((3.0 * r + 2.0 * b) * r + c).abs() < 1e-4 {
                r += 1.0;
            }
        }
        for _ in 0..7 {
            let value = ((r + b) * r + c) * r + d;
            let slope = (3.0 * r + 2.0 * b) * r + c;
            r -= value / slope;
        }
        for _ in 0..43 {
            let value = ((r + b) * r + c) * r + d;
            if value.abs() > 1e-13 {
                let slope = (3.0 * r + 2.0 * b) * r + c;
                r -= value / slope;
            } else {
                break;
            }
        }
        r
    }
}

#[row(
    from = "metfor 0.10.0, types/winds.rs, from_cart_to_wind",
    at = [[1.0, 2.0], [-1.0, 0.3], [-0.5, -2.0], [2.0, -1.0]]
)]
#[jacobian]
pub mod metfor_wind {
    pub trait Quantity: Copy {
        fn pack(value: f64) -> Self;
        fn unpack(self) -> f64;
    }

    #[derive(Clone, Copy, Debug)]
    pub struct Knots(f64);

    impl Quantity for Knots {
        fn pack(value: f64) -> Self {
            Knots(value)
        }
        fn unpack(self) -> f64 {
            self.0
        }
    }

    #[jacobian]
    pub fn wind(x: f64, y: f64) -> (f64, f64) {
        let (x, y) = (Knots::pack(x), Knots::pack(y));
        let speed = (x.unpack().powi(2) + y.unpack().powi(2)).sqrt();
        let mut direction = 270.0 - y.unpack().atan2(x.unpack()).to_degrees();
        while direction < 0.0 {
            direction += 360.0;
        }
        while direction >= 360.0 {
            direction -= 360.0;
        }
        (direction, speed)
    }
}

#[row(
    from = "sofars 0.6.2, eph/plan94.rs, the equation of Kepler and the position in its orbit",
    at = [[0.8, 0.3, 1.5], [-2.5, 0.05, 5.2], [3.0, 0.7, 1.0]]
)]
#[jacobian]
pub mod sofars_kepler {
    const MOST: i32 = 10;

    #[jacobian]
    pub fn kepler(mean: f64, e: f64, a: f64) -> [f64; 3] {
        let mut anomaly = mean + e * mean.sin();
        let mut change: f64 = 1.0;
        let mut k = 0;
        while k < MOST && change.abs() > 1e-12 {
            change = (mean - anomaly + e * anomaly.sin()) / (1.0 - e * anomaly.cos());
            anomaly += change;
            k += 1;
        }
        let half = anomaly / 2.0;
        let truth = 2.0 * (((1.0 + e) / (1.0 - e)).sqrt() * half.sin()).atan2(half.cos());
        let r = a * (1.0 - e * anomaly.cos());
        [r * truth.cos(), r * truth.sin(), r]
    }
}

#[row(
    from = "geo 0.33.1, vincenty_distance.rs",
    at = [[-0.1, 51.5, 2.35, 48.85], [10.0, 0.0, 25.0, 0.0], [0.0, 0.0, 179.7, 0.5]]
)]
#[jacobian]
pub mod geo_vincenty {
    const A: f64 = 6378137.0;
    const F: f64 = 1.0 / 298.257223563;
    const B: f64 = A * (1.0 - F);

    #[derive(Debug)]
    pub struct FailedToConverge;

    #[jacobian]
    pub fn vincenty(x: f64, y: f64, to_x: f64, to_y: f64) -> Result<f64, FailedToConverge> {
        let l = (to_x - x).to_radians();
        let (sin_u1, cos_u1) = ((1.0 - F) * y.to_radians().tan()).atan().sin_cos();
        let (sin_u2, cos_u2) = ((1.0 - F) * to_y.to_radians().tan()).atan().sin_cos();
        let mut cos_sq_alpha;
        let mut sin_sigma;
        let mut cos_2_sigma;
        let mut cos_sigma;
        let mut sigma;
        let mut lambda = l;
        let mut previous;
        let mut left = 100;
        loop {
            let (sin_lambda, cos_lambda) = lambda.sin_cos();
            let across = cos_u1 * sin_u2 - sin_u1 * cos_u2 * cos_lambda;
            sin_sigma = ((cos_u2 * sin_lambda) * (cos_u2 * sin_lambda) + across * across).sqrt();
            cos_sigma = sin_u1 * sin_u2 + cos_u1 * cos_u2 * cos_lambda;
            sigma = sin_sigma.atan2(cos_sigma);
            let sin_alpha = cos_u1 * cos_u2 * sin_lambda / sin_sigma;
            cos_sq_alpha = 1.0 - sin_alpha * sin_alpha;
            cos_2_sigma = if cos_sq_alpha == 0.0 {
                0.0
            } else {
                cos_sigma - 2.0 * sin_u1 * sin_u2 / cos_sq_alpha
            };
            let c = F / 16.0 * cos_sq_alpha * (4.0 + F * (4.0 - 3.0 * cos_sq_alpha));
            previous = lambda;
            lambda = l
                + (1.0 - c)
                    * F
                    * sin_alpha
                    * (sigma
                        + c * sin_sigma
                            * (cos_2_sigma
                                + c * cos_sigma * (-1.0 + 2.0 * cos_2_sigma * cos_2_sigma)));
            if (lambda - previous).abs() <= 1e-12 {
                break;
            }
            left -= 1;
            if left == 0 {
                return Err(FailedToConverge);
            }
        }
        let u_sq = cos_sq_alpha * (A * A - B * B) / (B * B);
        let big_a =
            1.0 + u_sq / 16384.0 * (4096.0 + u_sq * (-768.0 + u_sq * (320.0 - 175.0 * u_sq)));
        let big_b = u_sq / 1024.0 * (256.0 + u_sq * (-128.0 + u_sq * (74.0 - 47.0 * u_sq)));
        let delta = big_b
            * sin_sigma
            * (cos_2_sigma + big_b / 4.0 * cos_sigma * (-1.0 + 2.0 * cos_2_sigma * cos_2_sigma));
        Ok(B * big_a * (sigma - delta))
    }
}

#[row(
    from = "noise 0.9.0, noise_fns/modifiers/curve.rs, get",
    at = [[0.3], [-0.4], [1.2], [2.6], [-3.0], [9.0]]
)]
#[jacobian]
pub mod noise_curve {
    const POINTS: [(f64, f64); 5] = [(-1.0, 0.2), (0.0, 0.5), (1.0, -0.3), (2.0, 0.9), (3.0, 0.4)];

    fn cubic(n0: f64, n1: f64, n2: f64, n3: f64, alpha: f64) -> f64 {
        let p = (n3 - n2) - (n0 - n1);
        let q = (n0 - n1) - p;
        ((p * alpha + q) * alpha + (n2 - n0)) * alpha + n1
    }

    #[jacobian]
    pub fn curve(value: f64) -> f64 {
        let count = POINTS.len();
        let found = POINTS.iter().position(|point| point.0 > value);
        let position = found.unwrap_or(count).clamp(2, count);
        let first = (position - 2).clamp(0, count - 1);
        let second = (position - 1).clamp(0, count - 1);
        let third = position.clamp(0, count - 1);
        let fourth = (position + 1).clamp(0, count - 1);
        if second == third {
            return POINTS[second].1;
        }
        let (low, high) = (POINTS[second].0, POINTS[third].0);
        let alpha = (value - low) / (high - low);
        cubic(
            POINTS[first].1,
            POINTS[second].1,
            POINTS[third].1,
            POINTS[fourth].1,
            alpha,
        )
    }
}

#[row(
    from = "average 0.17.0, quantile.rs, add: the markers of the P-square algorithm",
    at = [[-1.0, 0.1, 0.5, 2.0, 3.0, 0.7], [1.0, 2.0, 3.0, 4.0, 5.0, 2.9], [0.1, 0.2, 0.3, 0.4, 0.9, -0.5], [0.1, 0.2, 0.3, 0.4, 0.9, 1.5]]
)]
#[jacobian]
pub mod average_quantile {
    pub struct Markers {
        heights: [f64; 5],
        positions: [f64; 5],
    }

    impl Markers {
        fn parabolic(&self, i: usize, d: f64) -> f64 {
            let (q, n) = (&self.heights, &self.positions);
            q[i] + d / (n[i + 1] - n[i - 1])
                * ((n[i] - n[i - 1] + d) * (q[i + 1] - q[i]) / (n[i + 1] - n[i])
                    + (n[i + 1] - n[i] - d) * (q[i] - q[i - 1]) / (n[i] - n[i - 1]))
        }

        /// The new observation is in one of the cells, whose index run time finds.
        fn add(&mut self, x: f64) {
            let mut cell = 4;
            for i in (1..5).rev() {
                if x < self.heights[i] {
                    cell = i;
                }
            }
            self.heights[0] = self.heights[0].min(x);
            self.heights[4] = self.heights[4].max(x);
            let gap = self.heights[cell] - self.heights[cell - 1];
            let share = (x - self.heights[cell - 1]) / gap;
            let moved = self.parabolic(2, 1.0);
            self.heights[2] = if share > 0.5 {
                moved
            } else {
                self.parabolic(2, -1.0)
            };
        }
    }

    #[jacobian]
    pub fn marker_heights(q: &[f64; 5], x: f64) -> [f64; 5] {
        let mut markers = Markers {
            heights: *q,
            positions: [1.0, 3.0, 5.0, 8.0, 10.0],
        };
        markers.add(x);
        markers.heights
    }
}

#[row(
    from = "average 0.17.0, quantile.rs, quantile of few observations, which are sorted",
    at = [[0.5, -1.0, 2.0], [0.5, 2.0, -1.0], [-1.0, 0.5, 2.0], [2.0, 0.5, -1.0], [-1.0, 2.0, 0.5], [2.0, -1.0, 0.5]],
    with(p = 1)
)]
#[jacobian]
pub mod average_sorted {
    #[jacobian(wrt(q))]
    pub fn few_observations(q: &[f64; 3], p: usize) -> [f64; 2] {
        let mut heights = *q;
        heights.sort_by(|a, b| a.total_cmp(b));
        let index = (p + 1) / 2;
        let middle = 0.5 * heights[index] + 0.5 * heights[index + 1];
        [middle, heights[2] - heights[0]]
    }
}

#[row(
    from = "oxictl 0.1.1, repetitive/repetitive_controller.rs, update of a ring of samples",
    at = [[0.3, -0.2, 0.5, 0.1, 0.7, -0.4], [0.1, -0.2, 0.5, 0.1, 0.7, -0.4], [-0.2, 0.2, 0.5, 0.1, 0.7, -0.4], [-0.6, 0.2, 0.5, 0.1, 0.7, -0.4]],
    with(start = if first > 0.2 { 2 } else if first > 0.0 { 0 } else if first > -0.4 { 1 } else { 3 })
)]
#[jacobian]
pub mod oxictl_repetitive {
    pub struct Controller {
        buffer: [f64; 4],
        head: usize,
        gain: f64,
    }

    impl Controller {
        fn update(&mut self, error: f64) -> f64 {
            let before = (self.head + 3) % 4;
            let after = (self.head + 1) % 4;
            let smooth = 0.25 * self.buffer[before]
                + 0.5 * self.buffer[self.head]
                + 0.25 * self.buffer[after];
            let output = smooth + self.gain * error;
            self.buffer[self.head] = output;
            self.head = after;
            output
        }
    }

    #[jacobian]
    pub fn repetitive(buffer: &[f64; 4], errors: &[f64; 2], start: usize) -> [f64; 3] {
        let mut controller = Controller {
            buffer: *buffer,
            head: start,
            gain: 0.8,
        };
        let first = controller.update(errors[0]);
        let second = controller.update(errors[1]);
        [first, second, controller.buffer[3] * controller.buffer[2]]
    }
}

#[row(
    from = "kurbo 0.13.1, param_curve.rs, gauss_arclen of a QuadBez",
    at = [[0.0, 0.1, 1.0, 2.0, 3.0, -0.5]]
)]
#[jacobian]
pub mod kurbo_arclen {
    const COEFFICIENTS: [(f64, f64); 3] = [
        (0.8888888888888888, 0.0),
        (0.5555555555555556, -0.7745966692414834),
        (0.5555555555555556, 0.7745966692414834),
    ];

    #[derive(Clone, Copy, Debug)]
    pub struct Point {
        pub x: f64,
        pub y: f64,
    }

    impl Point {
        fn lerp(self, to: Point, t: f64) -> Point {
            Point {
                x: self.x + t * (to.x - self.x),
                y: self.y + t * (to.y - self.y),
            }
        }

        fn hypot(self) -> f64 {
            self.x.hypot(self.y)
        }
    }

    impl std::ops::Sub for Point {
        type Output = Point;
        fn sub(self, other: Point) -> Point {
            Point {
                x: self.x - other.x,
                y: self.y - other.y,
            }
        }
    }

    impl std::ops::Mul<Point> for f64 {
        type Output = Point;
        fn mul(self, p: Point) -> Point {
            Point {
                x: self * p.x,
                y: self * p.y,
            }
        }
    }

    pub trait ParamCurve {
        fn eval(&self, t: f64) -> Point;
    }

    pub trait ParamCurveDeriv {
        type DerivResult: ParamCurve;
        fn deriv(&self) -> Self::DerivResult;
        fn gauss_arclen(&self, coefficients: &[(f64, f64)]) -> f64 {
            let d = self.deriv();
            coefficients
                .iter()
                .map(|(w, x)| w * d.eval(0.5 * (x + 1.0)).hypot())
                .sum::<f64>()
                * 0.5
        }
    }

    pub struct Line {
        p0: Point,
        p1: Point,
    }

    pub struct QuadBez {
        p0: Point,
        p1: Point,
        p2: Point,
    }

    impl ParamCurve for Line {
        fn eval(&self, t: f64) -> Point {
            self.p0.lerp(self.p1, t)
        }
    }

    impl ParamCurveDeriv for QuadBez {
        type DerivResult = Line;
        fn deriv(&self) -> Line {
            Line {
                p0: 2.0 * (self.p1 - self.p0),
                p1: 2.0 * (self.p2 - self.p1),
            }
        }
    }

    #[jacobian]
    pub fn arc_length(p: &[[f64; 2]; 3]) -> f64 {
        let [p0, p1, p2] = p.map(|[x, y]| Point { x, y });
        QuadBez { p0, p1, p2 }.gauss_arclen(&COEFFICIENTS)
    }
}

//! Computer graphics and curves, after public crates: vectors with operators, generic containers,
//! easings and splines chosen by enums.
//!
//! ```text
//! bevy_math   euclid   splines   palette   kolor   simple-easing
//! ```
//!
//! Each is the mathematics of the function named, in lines of our own, with the constructs that the
//! original is made of.
//! A source named without a version was not read; only its constructs are in that manner.

#![allow(
    missing_docs,
    missing_debug_implementations,
    reason = "types as their crates have them, whose documentation is there"
)]

use corpus_twin::row;
use jacobian_runtime::jacobian;

use crate::corpus::problem::Problem;

/// Every row of this file.
pub const ALL: [Problem; 6] = [BEZIER_CURVE, LERP_BOTH, SAMPLE, LUV_FROM_XYZ, ENCODE, EASE];

#[row(
    from = "bevy_math 0.20.1, cubic_splines, a Bezier segment by its coefficients",
    at = [[0.0, 0.1, 0.3, 1.2, 0.9, 1.1, 1.0, 0.2, 0.4]]
)]
#[jacobian]
pub mod bevy_cubic {
    use std::ops::{Add, Mul, Sub};

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Vec2 {
        pub x: f64,
        pub y: f64,
    }

    impl Vec2 {
        pub const fn new(x: f64, y: f64) -> Self {
            Self { x, y }
        }
    }

    impl Add for Vec2 {
        type Output = Self;
        fn add(self, rhs: Self) -> Self {
            Self {
                x: self.x + rhs.x,
                y: self.y + rhs.y,
            }
        }
    }

    impl Sub for Vec2 {
        type Output = Self;
        fn sub(self, rhs: Self) -> Self {
            Self {
                x: self.x - rhs.x,
                y: self.y - rhs.y,
            }
        }
    }

    impl Mul<f64> for Vec2 {
        type Output = Self;
        fn mul(self, rhs: f64) -> Self {
            Self {
                x: self.x * rhs,
                y: self.y * rhs,
            }
        }
    }

    pub struct CubicSegment {
        pub coeff: [Vec2; 4],
    }

    impl CubicSegment {
        pub fn bezier(points: [Vec2; 4]) -> Self {
            let [p0, p1, p2, p3] = points;
            let coeff = [
                p0,
                (p1 - p0) * 3.0,
                (p0 - p1 * 2.0 + p2) * 3.0,
                p3 - p0 + (p1 - p2) * 3.0,
            ];
            Self { coeff }
        }

        pub fn position(&self, t: f64) -> Vec2 {
            let [a, b, c, d] = self.coeff;
            a + (b + (c + d * t) * t) * t
        }

        pub fn velocity(&self, t: f64) -> Vec2 {
            let [_, b, c, d] = self.coeff;
            b + (c * 2.0 + d * (3.0 * t)) * t
        }
    }

    #[jacobian]
    pub fn bezier_curve(p: &[[f64; 2]; 4], t: f64) -> [f64; 4] {
        let curve = CubicSegment::bezier([
            Vec2::new(p[0][0], p[0][1]),
            Vec2::new(p[1][0], p[1][1]),
            Vec2::new(p[2][0], p[2][1]),
            Vec2::new(p[3][0], p[3][1]),
        ]);
        let (at, speed) = (curve.position(t), curve.velocity(t));
        [at.x, at.y, speed.x, speed.y]
    }
}

#[row(
    from = "euclid 0.22.14, angle.rs and size.rs, lerp",
    at = [[0.3, 2.8, 0.4, 1.0, 2.0, 3.0], [-3.0, 3.0, 0.7, 1.0, 2.0, 3.0]]
)]
#[jacobian]
pub mod euclid_lerp {
    use std::ops::{Add, Mul, Sub};

    #[derive(Clone, Copy, Debug)]
    pub struct Angle<T> {
        pub radians: T,
    }

    impl<T> Angle<T> {
        pub fn radians(radians: T) -> Self {
            Angle { radians }
        }
    }

    impl Angle<f64> {
        pub fn angle_to(&self, to: Self) -> Self {
            let max = std::f64::consts::PI * 2.0;
            let d = (to.radians - self.radians) % max;
            Angle::radians(2.0 * d % max - d)
        }
    }

    #[derive(Clone, Copy, Debug)]
    pub struct Size3D<T> {
        pub width: T,
        pub height: T,
        pub depth: T,
    }

    impl<T: Add<Output = T>> Add for Size3D<T> {
        type Output = Size3D<T>;
        fn add(self, other: Self) -> Self {
            Size3D {
                width: self.width + other.width,
                height: self.height + other.height,
                depth: self.depth + other.depth,
            }
        }
    }

    impl<T: Copy + Mul<Output = T>> Mul<T> for Size3D<T> {
        type Output = Size3D<T>;
        fn mul(self, scale: T) -> Self {
            Size3D {
                width: self.width * scale,
                height: self.height * scale,
                depth: self.depth * scale,
            }
        }
    }

    fn lerp<T: Copy + Add<Output = T> + Mul<Output = T> + Sub<Output = T>>(
        from: Size3D<T>,
        to: Size3D<T>,
        t: T,
        one: T,
    ) -> Size3D<T> {
        let one_t = one - t;
        from * one_t + to * t
    }

    #[jacobian]
    pub fn lerp_both(a: f64, b: f64, t: f64, size: &[f64; 3]) -> [f64; 4] {
        let (from, to) = (Angle::radians(a), Angle::radians(b));
        let angle = from.radians + from.angle_to(to).radians * t;
        let size = Size3D {
            width: size[0],
            height: size[1],
            depth: size[2],
        };
        let other = Size3D {
            width: a,
            height: b,
            depth: a * b,
        };
        let mixed = lerp(size, other, t, 1.0);
        [angle, mixed.width, mixed.height, mixed.depth]
    }
}

#[row(
    from = "splines 5.0.0, Interpolation and the kinds of interpolation it chooses",
    at = [[0.3, 1.0, 2.5, -0.5, 0.7], [1.3, 1.0, 2.5, -0.5, 0.7], [2.2, 1.0, 2.5, -0.5, 0.7], [3.3, 1.0, 2.5, -0.5, 0.7], [3.8, 1.0, 2.5, -0.5, 0.7]],
    with(kind = if first < 1.0 { Interpolation::Linear } else if first < 2.0 { Interpolation::Cosine } else if first < 3.0 { Interpolation::CatmullRom } else { Interpolation::Step(0.5) })
)]
#[jacobian]
pub mod splines_kinds {
    #[derive(Clone, Copy, Debug)]
    pub enum Interpolation {
        Step(f64),
        Linear,
        Cosine,
        CatmullRom,
    }

    fn lerp(t: f64, a: f64, b: f64) -> f64 {
        a * (1.0 - t) + b * t
    }

    fn hermite(t: f64, x: (f64, f64), a: (f64, f64), b: (f64, f64), y: (f64, f64)) -> f64 {
        let (two_t, three_t) = (2.0 * t, 3.0 * t);
        let (t2, t3) = (t * t, t * t * t);
        let (two_t3, three_t2) = (t2 * two_t, t * three_t);
        let m0 = (b.1 - x.1) / (b.0 - x.0) * (b.0 - a.0);
        let m1 = (y.1 - a.1) / (y.0 - a.0) * (b.0 - a.0);
        a.1 * (two_t3 - three_t2 + 1.0)
            + m0 * (t3 - t2 * 2.0 + t)
            + b.1 * (three_t2 - two_t3)
            + m1 * (t3 - t2)
    }

    #[jacobian(wrt(t, values))]
    pub fn sample(t: f64, values: &[f64; 4], kind: Interpolation) -> f64 {
        let t = t - t.floor();
        match kind {
            Interpolation::Step(threshold) => {
                if t < threshold {
                    values[1]
                } else {
                    values[2]
                }
            }
            Interpolation::Linear => lerp(t, values[1], values[2]),
            Interpolation::Cosine => {
                let cos_nt = (1.0 - (t * std::f64::consts::PI).cos()) * 0.5;
                lerp(cos_nt, values[1], values[2])
            }
            Interpolation::CatmullRom => hermite(
                t,
                (-1.0, values[0]),
                (0.0, values[1]),
                (1.0, values[2]),
                (2.5, values[3]),
            ),
        }
    }
}

#[row(
    from = "palette 0.7.7, luv.rs, Luv from Xyz",
    at = [[0.3, 0.4, 0.2], [0.001, 0.002, 0.001], [0.0, 0.0, 0.0]],
    with(color = Xyz { x: next(), y: next(), z: next() }),
    rows(result.l, result.u, result.v)
)]
#[jacobian]
pub mod palette_luv {
    #[derive(Clone, Copy, Debug)]
    pub struct Xyz {
        pub x: f64,
        pub y: f64,
        pub z: f64,
    }

    #[derive(Clone, Copy, Debug)]
    pub struct Luv {
        pub l: f64,
        pub u: f64,
        pub v: f64,
    }

    impl Luv {
        pub const fn new(l: f64, u: f64, v: f64) -> Self {
            Luv { l, u, v }
        }
    }

    pub trait WhitePoint {
        fn get_xyz() -> Xyz;
    }

    pub struct D65;

    impl WhitePoint for D65 {
        fn get_xyz() -> Xyz {
            Xyz {
                x: 0.95047,
                y: 1.0,
                z: 1.08883,
            }
        }
    }

    #[jacobian(wrt(color.x, color.y, color.z))]
    pub fn luv_from_xyz(color: Xyz) -> Luv {
        let w = D65::get_xyz();
        let kappa = (29.0_f64 / 3.0).powi(3);
        let epsilon = (6.0_f64 / 29.0).powi(3);
        let prime_denom = color.x + 15.0 * color.y + 3.0 * color.z;
        if prime_denom == 0.0 {
            return Luv::new(0.0, 0.0, 0.0);
        }
        let prime_denom_recip = prime_denom.recip();
        let prime_ref_denom_recip = (w.x + 15.0 * w.y + 3.0 * w.z).recip();
        let u_prime = 4.0 * color.x * prime_denom_recip;
        let u_ref_prime = 4.0 * w.x * prime_ref_denom_recip;
        let v_prime = 9.0 * color.y * prime_denom_recip;
        let v_ref_prime = 9.0 * w.y * prime_ref_denom_recip;
        let y_r = color.y / w.y;
        let l = if y_r > epsilon {
            116.0 * y_r.powf(1.0 / 3.0) - 16.0
        } else {
            kappa * y_r
        };
        Luv {
            u: 13.0 * l * (u_prime - u_ref_prime),
            v: 13.0 * l * (v_prime - v_ref_prime),
            l,
        }
    }
}

#[row(
    from = "in the manner of kolor: transfer functions as an enum that is applied to each channel",
    at = [[0.001, 0.2, 0.6], [0.9, 0.003, 0.4], [0.001, 0.001, 0.001]],
    with(transform = if first < 0.5 { Transfer::Srgb } else { Transfer::Pq })
)]
#[jacobian]
pub mod kolor_transfer {
    #[derive(Clone, Copy, Debug)]
    pub enum Transfer {
        Srgb,
        Pq,
    }

    impl Transfer {
        pub fn apply(self, x: f64) -> f64 {
            match self {
                Transfer::Srgb => {
                    if x <= 0.0031308 {
                        12.92 * x
                    } else {
                        1.055 * x.powf(1.0 / 2.4) - 0.055
                    }
                }
                Transfer::Pq => {
                    let y = x.powf(0.1593017578125);
                    ((0.8359375 + 18.8515625 * y) / (1.0 + 18.6875 * y)).powf(78.84375)
                }
            }
        }
    }

    const TO_REC2020: [[f64; 3]; 3] = [
        [0.6274, 0.3293, 0.0433],
        [0.0691, 0.9195, 0.0114],
        [0.0164, 0.0880, 0.8956],
    ];

    #[jacobian(wrt(rgb))]
    pub fn encode(rgb: &[f64; 3], transform: Transfer) -> [f64; 3] {
        TO_REC2020.map(|row| {
            let linear = row.iter().zip(rgb).map(|(m, c)| m * c).sum();
            transform.apply(linear)
        })
    }
}

#[row(
    from = "in the manner of simple-easing: back, elastic and bounce",
    at = [[0.1, 0.3], [0.5, 0.4], [0.7, 0.95], [0.97, 0.8], [0.0, 0.1], [1.0, 0.3]]
)]
#[jacobian]
pub mod simple_easing {
    fn bounce_out(t: f64) -> f64 {
        const N1: f64 = 7.5625;
        const D1: f64 = 2.75;
        if t < 1.0 / D1 {
            N1 * t * t
        } else if t < 2.0 / D1 {
            let t = t - 1.5 / D1;
            N1 * t * t + 0.75
        } else if t < 2.5 / D1 {
            let t = t - 2.25 / D1;
            N1 * t * t + 0.9375
        } else {
            let t = t - 2.625 / D1;
            N1 * t * t + 0.984375
        }
    }

    fn elastic_out(t: f64) -> f64 {
        const C4: f64 = (2.0 * std::f64::consts::PI) / 3.0;
        if t <= 0.0 {
            0.0
        } else if 1.0 <= t {
            1.0
        } else {
            2.0_f64.powf(-10.0 * t) * ((t * 10.0 - 0.75) * C4).sin() + 1.0
        }
    }

    fn back_in_out(t: f64) -> f64 {
        const C2: f64 = 1.70158 * 1.525;
        if t < 0.5 {
            ((2.0 * t).powi(2) * ((C2 + 1.0) * 2.0 * t - C2)) / 2.0
        } else {
            ((2.0 * t - 2.0).powi(2) * ((C2 + 1.0) * (t * 2.0 - 2.0) + C2) + 2.0) / 2.0
        }
    }

    #[jacobian]
    pub fn ease(t: f64, u: f64) -> [f64; 3] {
        let bounce: fn(f64) -> f64 = bounce_out;
        [bounce(u), elastic_out(t), back_in_out(t)]
    }
}

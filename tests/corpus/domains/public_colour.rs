//! Colour and computer graphics, after public crates: own types, traits and generics as
//! these crates write them.
//!
//! ```text
//! palette
//! ```
//!
//! Each is the mathematics of the function named, in lines of our own, with the constructs that the
//! original is made of.

#![allow(
    missing_docs,
    missing_debug_implementations,
    reason = "types as their crates have them, whose documentation is there"
)]

use corpus_twin::row;
use jacobian_runtime::jacobian;

use crate::corpus::problem::Problem;

/// Every row of this file.
pub const ALL: [Problem; 1] = [LINEAR_TO_OKLAB];

#[row(
    from = "palette 0.7.7, oklab.rs, linear_srgb_to_oklab",
    at = [[0.1, 0.2, 0.3], [0.9, 0.01, 0.5]],
    with(colour = LinSrgb { red: next(), green: next(), blue: next() }),
    rows(result.l, result.a, result.b)
)]
#[jacobian]
pub mod oklab {
    #[derive(Clone, Copy, Debug)]
    pub struct LinSrgb {
        pub red: f64,
        pub green: f64,
        pub blue: f64,
    }

    #[derive(Clone, Copy, Debug)]
    pub struct Oklab {
        pub l: f64,
        pub a: f64,
        pub b: f64,
    }

    fn dot(m: &[f64; 3], v: &[f64; 3]) -> f64 {
        m.iter().zip(v).map(|(a, b)| a * b).sum()
    }

    const TO_LMS: [[f64; 3]; 3] = [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ];

    #[jacobian(wrt(colour.red, colour.green, colour.blue))]
    pub fn linear_to_oklab(colour: LinSrgb) -> Oklab {
        let rgb = [colour.red, colour.green, colour.blue];
        let [l, m, s] = [
            dot(&TO_LMS[0], &rgb).cbrt(),
            dot(&TO_LMS[1], &rgb).cbrt(),
            dot(&TO_LMS[2], &rgb).cbrt(),
        ];
        Oklab {
            l: 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            a: 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            b: 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
        }
    }
}

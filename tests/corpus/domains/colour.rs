//! Colour science: transfer curves, spaces, differences, tone.
//!
//! ```text
//! sRGB --gamma--> linear --matrix--> XYZ --cube root--> Lab --> difference
//! ```
//!
//! Sources beside each function.

use corpus_twin::row;
use jacobian_runtime::jacobian;

use crate::corpus::problem::{Problem, rows};

/// Every row of this file.
pub const ALL: [Problem; 7] = [
    SRGB_TO_LINEAR,
    LINEAR_TO_SRGB,
    XYZ_TO_LAB,
    LAB_TO_XYZ,
    RGB_TO_HSL,
    DELTA_E_94,
    TONE_MAP,
];

/// Three channels from sRGB to linear light.
#[row(
    from = "IEC 61966-2-1:1999",
    at = [[0.5, 0.02, 0.9], [0.03, 0.7, 0.01]],
    known = [rows(&[0.0, 1.0, 0.5], &[0.0, 1.0, 0.21404114], 1e-8)]
)]
#[jacobian]
pub fn srgb_to_linear(rgb: &[f64; 3]) -> [f64; 3] {
    rgb.map(|c| {
        if c <= 0.04045 {
            c / 12.92
        } else {
            ((c + 0.055) / 1.055).powf(2.4)
        }
    })
}

/// Three channels from linear light to sRGB, cut off at black and white.
#[row(
    from = "IEC 61966-2-1:1999",
    at = [[0.2, 0.001, 0.8], [-0.1, 0.5, 1.2]]
)]
#[jacobian]
pub fn linear_to_srgb(rgb: &[f64; 3]) -> [f64; 3] {
    let mut out = [0.0; 3];
    for (encoded, &linear) in out.iter_mut().zip(rgb) {
        let linear = linear.clamp(0.0, 1.0);
        *encoded = if linear <= 0.0031308 {
            12.92 * linear
        } else {
            1.055 * linear.powf(1.0 / 2.4) - 0.055
        };
    }
    out
}

/// CIE Lab from XYZ: a cube root, and a line near black.
#[row(
    from = "CIE 15:2004",
    at = [[0.3, 0.4, 0.2], [0.002, 0.003, 0.001]],
    known = [rows(&[0.95047, 1.0, 1.08883], &[100.0, 0.0, 0.0], 1e-13)]
)]
#[jacobian]
pub fn xyz_to_lab(xyz: &[f64; 3]) -> [f64; 3] {
    const WHITE: [f64; 3] = [0.95047, 1.0, 1.08883];
    fn f(t: f64) -> f64 {
        let delta = 6.0 / 29.0;
        if t > delta * delta * delta {
            t.cbrt()
        } else {
            t / (3.0 * delta * delta) + 4.0 / 29.0
        }
    }
    let [x, y, z] = [0, 1, 2].map(|i| f(xyz[i] / WHITE[i]));
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// XYZ from CIE Lab.
#[row(
    from = "CIE 15:2004",
    at = [[60.0, 20.0, -30.0], [5.0, 2.0, -3.0]],
    known = [rows(&[100.0, 0.0, 0.0], &[0.95047, 1.0, 1.08883], 1e-15)]
)]
#[jacobian]
pub fn lab_to_xyz(lab: &[f64; 3]) -> [f64; 3] {
    let y = (lab[0] + 16.0) / 116.0;
    let inverse = |t: f64| {
        if t > 6.0 / 29.0 {
            t * t * t
        } else {
            3.0 * (6.0_f64 / 29.0).powi(2) * (t - 4.0 / 29.0)
        }
    };
    [
        0.95047 * inverse(y + lab[1] / 500.0),
        inverse(y),
        1.08883 * inverse(y - lab[2] / 200.0),
    ]
}

/// Hue, saturation and lightness; grey has no hue.
#[row(
    from = "Joblove, Greenberg, Color spaces for computer graphics, SIGGRAPH 1978",
    at = [[0.8, 0.3, 0.1], [0.2, 0.7, 0.3], [0.1, 0.2, 0.9], [0.9, 0.7, 0.8], [0.4, 0.4, 0.4]],
    known = [rows(&[0.0, 1.0, 0.0], &[120.0, 1.0, 0.5], 1e-15)]
)]
#[jacobian]
pub fn rgb_to_hsl(rgb: [f64; 3]) -> [f64; 3] {
    let [r, g, b] = rgb;
    let largest = r.max(g).max(b);
    let smallest = r.min(g).min(b);
    let (chroma, lightness) = (largest - smallest, 0.5 * (largest + smallest));
    if chroma < 1e-9 {
        return [0.0, 0.0, lightness];
    }
    let sector = if largest == r {
        ((g - b) / chroma).rem_euclid(6.0)
    } else if largest == g {
        (b - r) / chroma + 2.0
    } else {
        (r - g) / chroma + 4.0
    };
    [
        60.0 * sector,
        chroma / (1.0 - (2.0 * lightness - 1.0).abs()),
        lightness,
    ]
}

/// The colour difference of 1994.
#[row(
    from = "CIE 116-1995",
    at = [[60.0, 20.0, -30.0, 58.0, 25.0, -22.0]]
)]
#[jacobian]
pub fn delta_e_94(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    let chroma = |lab: &[f64; 3]| (lab[1].powi(2) + lab[2].powi(2)).sqrt();
    let (ca, cb) = (chroma(a), chroma(b));
    let (dl, dc) = (a[0] - b[0], ca - cb);
    let dh2 = (a[1] - b[1]).powi(2) + (a[2] - b[2]).powi(2) - dc * dc;
    let (sc, sh) = (1.0 + 0.045 * ca, 1.0 + 0.015 * ca);
    (dl * dl + (dc / sc).powi(2) + dh2 / (sh * sh)).sqrt()
}

/// A filmic curve on the luminance: linear in the shadows, a shoulder above.
#[row(
    from = "Hable, Filmic tonemapping operators, 2010; Reinhard and others 2002 for the luminance",
    at = [[0.05, 0.04, 0.06], [2.0, 1.5, 0.3]]
)]
#[jacobian]
pub fn tone_map(rgb: &[f64; 3]) -> [f64; 3] {
    let luminance: f64 = [0.2126, 0.7152, 0.0722]
        .iter()
        .zip(rgb)
        .map(|(w, c)| w * c)
        .sum();
    if luminance < 0.1 {
        return *rgb;
    }
    let curve =
        |x: f64| (x * (0.15 * x + 0.05) + 0.004) / (x * (0.15 * x + 0.5) + 0.06) - 0.02 / 0.3;
    let scale = curve(2.0 * luminance) / (luminance * curve(11.2));
    [rgb[0] * scale, rgb[1] * scale, rgb[2] * scale]
}

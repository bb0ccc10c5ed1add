//! Flow in a channel: a fluid injected through one wall, by collocation.
//!
//! The stream function solves `u'''' = R (u' u'' - u u''')` on `[0, 1]` with both ends given. On
//! each of four intervals of length `h` it is a polynomial in `s`, `0 <= s <= 1`, with eight
//! unknowns:
//!
//! ```text
//! x[8 i + k], k = 0..4   derivatives of order 0 to 3 at the left end
//!             k = 4..8   corrections that make it satisfy the equation at s = rho_1 .. rho_4
//!
//! W_m(s) = sum over k = m..4 of (s h)^(k-m) / (k-m)! x_k
//!        + sum over k = 4..8 of h^(4-m) s^(k-m) / (k-m)! x_k        the m-th derivative at s
//!
//!       o---+-----+---+-----o---+-----+---+-----o          o  continuity of W_0 .. W_3
//!         rho_1 ..  rho_4                                  +  collocation
//! ```
//!
//! With one table of `s^d / d!` the weight of `x_k` in `W_m` is `TAYLOR[s][k - m] * h^(min(k, 4) -
//! m)`, exactly, because `h` is a power of two. Most entries of the Jacobian are such weights:
//! constants.
//!
//! Source: MINPACK-2, section 2.5 (data set FCH); U. Ascher, J. Christiansen, R. D. Russell, A
//! collocation solver for mixed order systems of boundary value problems, Math. Comp. 33 (1979).

use jacobian_runtime::jacobian;

use super::problem::{Expansion, Problem, expansions, fast, twin, value};
use super::scalar::Scalar;

/// The collocation equations of flow in a channel at Reynolds number 10.
#[jacobian]
#[jacobian(value = fused, prefix = fused)]
#[cfg_attr(feature = "searched", jacobian(value = fused, order = search, prefix = searched))]
#[cfg_attr(test, jacobian(value = fused, fma = always, prefix = contracted))]
#[cfg_attr(test, jacobian(fma = never, prefix = unfused))]
#[cfg_attr(feature = "lanes", jacobian(value = fused, batch, prefix = lanes))]
#[jacobian(order = reverse, layout = csr, prefix = by_reverse)]
#[jacobian(order = forward, prefix = by_forward)]
#[jacobian(order = markowitz, prefix = by_markowitz)]
pub fn fic(x: &[f64; 32]) -> [f64; 32] {
    const REYNOLDS: f64 = 10.0;
    /// Powers of the length of an interval.
    const H: [f64; 5] = [1.0, 0.25, 0.0625, 0.015_625, 0.003_906_25];
    /// `rho^d / d!` at the four Gauss points, and at the right end of the interval.
    #[rustfmt::skip]
    const TAYLOR: [[f64; 8]; 5] = [
        [
            1.0, 0.069_431_841_373_443_6, 0.002_410_390_298_253_517_5, 5.578_594_561_214_188e-5,
            9.683_302_316_524_468e-7, 1.344_659_020_824_051_7e-8, 1.556_035_863_920_426e-10, 1.543_406_218_215_89e-12,
        ],
        [
            1.0, 0.330_009_490_251_541_14, 0.054_453_131_828_041_01, 0.005_990_016_759_057_261,
            0.000_494_190_594_313_668_8, 3.261_751_722_331_201e-5, 1.794_015_038_689_343e-6, 8.457_742_691_735_271e-8,
        ],
        [
            1.0, 0.669_990_539_550_781_2, 0.224_443_661_543_773_5, 0.050_125_043_298_821_91,
            0.008_395_826_201_195_99, 0.001_125_024_825_302_777_6, 0.000_125_625_998_285_438_56, 1.202_403_291_040_95e-5,
        ],
        [
            1.0, 0.930_568_158_626_556_4, 0.432_978_548_924_809_9, 0.134_305_350_332_586_25,
            0.031_245_070_638_172_334, 0.005_815_133_569_984_142_5, 0.000_901_896_356_397_936_1, 0.000_119_896_575_949_318_27,
        ],
        [
            1.0, 1.0, 0.5, 0.166_666_666_666_666_66,
            0.041_666_666_666_666_664, 0.008_333_333_333_333_333, 0.001_388_888_888_888_889, 0.000_198_412_698_412_698_4,
        ],
    ];
    let mut f = [0.0; 32];
    f[0] = x[0];
    f[1] = x[1];
    for i in 0..4 {
        for s in 0..5 {
            let mut w = [0.0; 4];
            for m in 0..4 {
                w[m] = x[8 * i + m];
                for k in m + 1..4 {
                    w[m] += TAYLOR[s][k - m] * H[k - m] * x[8 * i + k];
                }
                for k in 4..8 {
                    w[m] += TAYLOR[s][k - m] * H[4 - m] * x[8 * i + k];
                }
            }
            if s < 4 {
                let mut w4 = x[8 * i + 4];
                for k in 5..8 {
                    w4 += TAYLOR[s][k - 4] * x[8 * i + k];
                }
                f[2 + 8 * i + s] = w4 - REYNOLDS * (w[1] * w[2] - w[0] * w[3]);
            } else if i < 3 {
                for m in 0..4 {
                    f[6 + 8 * i + m] = x[8 * (i + 1) + m] - w[m];
                }
            } else {
                f[30] = w[0] - 1.0;
                f[31] = w[1];
            }
        }
    }
    f
}

/// Gauss points, then the right end of the interval.
const POINTS: [f64; 5] = [
    0.069_431_841_373_443_6,
    0.330_009_490_251_541_14,
    0.669_990_539_550_781_2,
    0.930_568_158_626_556_4,
    1.0,
];

/// `WEIGHTS[p][m][k]`: the weight of unknown `k` in the derivative of order `m` at a point,
/// straight from the definition.
const WEIGHTS: [[[f64; 8]; 5]; 5] = {
    let mut weights = [[[0.0; 8]; 5]; 5];
    let mut index = 0;
    while index < 200 {
        let (p, m, k) = (index / 40, index / 8 % 5, index % 8);
        if k >= m {
            weights[p][m][k] = weight(POINTS[p], m, k);
        }
        index += 1;
    }
    weights
};

/// `h^(min(k, 4) - m) s^(k - m) / (k - m)!`
const fn weight(s: f64, m: usize, k: usize) -> f64 {
    let mut weight = 1.0;
    let mut divisor = 1.0;
    let mut order = m;
    while order < k {
        weight *= if order < 4 { 0.25 * s } else { s } / divisor;
        divisor += 1.0;
        order += 1;
    }
    weight
}

/// The same equations over any scalar.
pub fn fic_twin<S: Scalar>(x: &[S; 32]) -> [S; 32] {
    let mut f = *x;
    for i in 0..4 {
        for p in 0..5 {
            let mut w = [
                x[8 * i],
                x[8 * i + 1],
                x[8 * i + 2],
                x[8 * i + 3],
                x[8 * i + 4],
            ];
            for m in 0..5 {
                for k in m + 1..8 {
                    w[m] = w[m] + x[8 * i + k] * WEIGHTS[p][m][k];
                }
            }
            if p < 4 {
                f[2 + 8 * i + p] = w[4] - (w[1] * w[2] - w[0] * w[3]) * 10.0;
            } else if i < 3 {
                for m in 0..4 {
                    f[6 + 8 * i + m] = x[8 * (i + 1) + m] - w[m];
                }
            } else {
                f[30] = w[0] - 1.0;
                f[31] = w[1];
            }
        }
    }
    f
}

/// Near the solution of slow flow, with corrections that are not small.
fn base() -> Vec<f64> {
    let interval = |i: u8| {
        let t = f64::from(i) / 4.0;
        let derivatives = [t * t * (3.0 - 2.0 * t) + 0.1, 6.0 * t * (1.0 - t) + 0.2];
        [
            &derivatives[..],
            &[6.0 * (1.0 - 2.0 * t), -12.0, 0.5, -0.4, 0.3, -0.2],
        ]
        .concat()
    };
    (0..4).flat_map(interval).collect()
}

/// The expansions that are made to be fast.
pub const FAST: &[Expansion] = fast!();

/// The row of the corpus.
pub const PROBLEM: Problem = Problem {
    name: "fic",
    from: "",
    n: 32,
    m: 32,
    nnz: 235,
    colours: 9,
    base,
    further: Vec::new,
    checksums: Some([-2.166_302_884_456e4, -2.836_429_658_699e4]),
    known: &[],
    value: value!(fic),
    twin: twin!(fic_twin, 9),
    expansions: expansions!(
        FIC_PATTERN,
        FIC_TEMPLATE,
        FIC_COST,
        fic_with_jacobian_into,
        fic_update_into
    ),
};

//! Flow in a channel: constants copied as a block, the four points of an interval in four lanes.
//!
//! Entries are stored column by column. The collocation rows of an interval are adjacent in every
//! column, so four lanes are one store.

use super::fma;

const REYNOLDS: f64 = 10.0;
const H: f64 = 0.25;
/// Gauss points of an interval.
const RHO: [f64; 4] = [
    0.069_431_841_373_443_6,
    0.330_009_490_251_541_14,
    0.669_990_539_550_781_2,
    0.930_568_158_626_556_4,
];

/// The four collocation points of an interval.
type Lanes = [f64; 4];

/// `COLLOCATION[m][k]`: the contribution of unknown `k` to derivative `m` at each collocation
/// point.
const COLLOCATION: [[Lanes; 8]; 5] = {
    let mut table = [[[0.0; 4]; 8]; 5];
    let mut m = 0;
    while m < 5 {
        let mut k = m;
        while k < 8 {
            let mut lane = 0;
            while lane < 4 {
                table[m][k][lane] = weight(RHO[lane], m, k);
                lane += 1;
            }
            k += 1;
        }
        m += 1;
    }
    table
};

/// The same at the right end of the interval.
const END: [[f64; 8]; 4] = {
    let mut table = [[0.0; 8]; 4];
    let mut m = 0;
    while m < 4 {
        let mut k = m;
        while k < 8 {
            table[m][k] = weight(1.0, m, k);
            k += 1;
        }
        m += 1;
    }
    table
};

const fn weight(s: f64, m: usize, k: usize) -> f64 {
    let mut weight = 1.0;
    let mut divisor = 1.0;
    let mut power = m;
    while power < k {
        weight *= s / divisor;
        if power < 4 {
            weight *= H;
        }
        divisor += 1.0;
        power += 1;
    }
    weight
}

/// The constant entries at their positions, and the positions of the collocation rows in each
/// column.
const LAYOUT: ([f64; 235], [usize; 32]) = {
    let mut entries = [0.0; 235];
    let mut places = [0; 32];
    let mut next = 0;
    let mut column = 0;
    while column < 32 {
        let (interval, k) = (column / 8, column % 8);
        // Boundary rows at the left, continuity with the interval before: the derivative itself.
        if k < 4 && (interval > 0 || k < 2) {
            entries[next] = 1.0;
            next += 1;
        }
        places[column] = next;
        next += 4;
        // Continuity with the interval after, or the boundary at the right.
        let mut m = 0;
        while m <= k && m < (if interval < 3 { 4 } else { 2 }) {
            entries[next] = if interval < 3 { -END[m][k] } else { END[m][k] };
            next += 1;
            m += 1;
        }
        column += 1;
    }
    (entries, places)
};

/// `a * weight + sum`, lane by lane.
#[inline]
fn add_product(a: Lanes, weight: Lanes, sum: Lanes) -> Lanes {
    let mut result = [0.0; 4];
    for lane in 0..4 {
        result[lane] = fma(a[lane], weight[lane], sum[lane]);
    }
    result
}

/// Flow in a channel and its 235 entries.
pub fn fic(x: &[f64; 32], value: &mut [f64; 32], entries: &mut [f64; 235]) {
    *entries = LAYOUT.0;
    (value[0], value[1]) = (x[0], x[1]);
    for interval in 0..4 {
        let mut z = [0.0; 8];
        z.copy_from_slice(&x[8 * interval..][..8]);
        let partials = collocate(&z, &mut value[2 + 8 * interval..][..4]);
        for k in 0..8 {
            let mut entry = COLLOCATION[4][k];
            for m in 0..4 {
                if m < k {
                    entry = add_product(partials[m], COLLOCATION[m][k], entry);
                } else if m == k {
                    entry = [0, 1, 2, 3].map(|lane| entry[lane] + partials[m][lane]);
                }
            }
            entries[LAYOUT.1[8 * interval + k]..][..4].copy_from_slice(&entry);
        }
        for m in 0..(if interval < 3 { 4 } else { 2 }) {
            let end = (m + 1..8).fold(z[m], |sum, k| fma(END[m][k], z[k], sum));
            let target = if interval < 3 {
                x[8 * (interval + 1) + m]
            } else {
                [1.0, 0.0][m]
            };
            value[6 + 8 * interval + m] = if interval < 3 {
                target - end
            } else {
                end - target
            };
        }
    }
}

/// The residuals at the collocation points, and their partials by the derivatives of order 0 to 3.
#[inline]
fn collocate(z: &[f64; 8], value: &mut [f64]) -> [Lanes; 4] {
    let mut w = [[0.0; 4]; 5];
    for m in 0..5 {
        w[m] = [z[m]; 4];
        for k in m + 1..8 {
            w[m] = add_product([z[k]; 4], COLLOCATION[m][k], w[m]);
        }
    }
    for lane in 0..4 {
        let transport = fma(w[1][lane], w[2][lane], -(w[0][lane] * w[3][lane]));
        value[lane] = fma(-REYNOLDS, transport, w[4][lane]);
    }
    [
        w[3].map(|w| REYNOLDS * w),
        w[2].map(|w| -REYNOLDS * w),
        w[1].map(|w| -REYNOLDS * w),
        w[0].map(|w| REYNOLDS * w),
    ]
}

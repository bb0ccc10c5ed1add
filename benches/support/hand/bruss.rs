//! The Brusselator: constants copied as a block, then two pairs of entries a cell.
//!
//! ```text
//! column of u   D | 2uv - 4 - 2D   3 - 2uv | D        column of v   D | u^2   -u^2 - 2D | D
//! ```
//!
//! Of the eight entries of a cell four are constant. The first cell has no left neighbour and the
//! last no right one, so they are written apart.

use super::fma;

const D: f64 = 0.02 * 33.0 * 33.0;

/// The entries that are constant, in their places.
const TEMPLATE: [f64; 252] = {
    let mut template = [0.0; 252];
    let mut cell = 0;
    while cell < 32 {
        let start = if cell == 0 { 0 } else { 8 * cell - 2 };
        // Left of the diagonal block, and right of it, for both columns of the cell.
        if cell == 0 {
            (template[2], template[5]) = (D, D);
        } else if cell == 31 {
            (template[start], template[start + 3]) = (D, D);
        } else {
            (template[start], template[start + 3]) = (D, D);
            (template[start + 4], template[start + 7]) = (D, D);
        }
        cell += 1;
    }
    template
};

/// The Brusselator and its 252 entries.
pub fn bruss(x: &[f64; 64], value: &mut [f64; 64], entries: &mut [f64; 252]) {
    *entries = TEMPLATE;
    let mut write = |cell: usize, places: [usize; 2], left: [f64; 2], right: [f64; 2]| {
        let [u, v] = [x[2 * cell], x[2 * cell + 1]];
        let here = react(u, v);
        value[2 * cell] = here.rates[0] + diffuse(left[0], u, right[0]);
        value[2 * cell + 1] = here.rates[1] + diffuse(left[1], v, right[1]);
        let [a, b, c, d] = here.partials;
        entries[places[0]..][..2].copy_from_slice(&[a, b]);
        entries[places[1]..][..2].copy_from_slice(&[c, d]);
    };
    write(0, [0, 3], [1.0, 3.0], [x[2], x[3]]);
    for cell in 1..31 {
        let (left, right) = (
            [x[2 * cell - 2], x[2 * cell - 1]],
            [x[2 * cell + 2], x[2 * cell + 3]],
        );
        write(cell, [8 * cell - 1, 8 * cell + 3], left, right);
    }
    write(31, [247, 250], [x[60], x[61]], [1.0, 3.0]);
}

/// The reaction inside a cell.
struct Reaction {
    rates: [f64; 2],
    /// Diagonal block, column by column, the diffusion included.
    partials: [f64; 4],
}

#[inline(always)]
fn react(u: f64, v: f64) -> Reaction {
    let (uu, uv) = (u * u, u * v);
    let uuv = u * uv;
    Reaction {
        rates: [fma(-4.0, u, 1.0 + uuv), fma(3.0, u, -uuv)],
        partials: [
            fma(2.0, uv, -4.0 - 2.0 * D),
            fma(-2.0, uv, 3.0),
            uu,
            -2.0 * D - uu,
        ],
    }
}

#[inline(always)]
fn diffuse(left: f64, here: f64, right: f64) -> f64 {
    D * fma(-2.0, here, left + right)
}

//! Flow in a driven cavity: all powers of the mesh width cancel, and integer weights remain.
//!
//! With `e`, `w`, `n`, `s`, `c` the plain five-point sums at the neighbours and the node itself:
//!
//! ```text
//! f = e + w + n + s - 4 c - 25 (du (e - w) - dv (n - s))     du, dv: differences across the node
//!
//!              1 + b                                          a = 25 du    p = 25 (e - w)
//!    2 + a + b   -8 - 4b - p   2 - a + b                      b = 25 dv    q = 25 (n - s)
//! 1 + a  -8 - 4a - q   20   -8 + 4a + q  1 - a
//!    2 + a - b   -8 + 4b + p   2 - a - b
//!              1 - b
//! ```
//!
//! Beside a wall the point two steps away is a mirror image of the node, and its weight joins the
//! node's. The four fields come first, over all nodes; then each column picks from its neighbours'.

use super::fma;

type Grid = [[f64; 4]; 4];

/// The four fields that weights are made of.
struct Fields {
    a: Grid,
    b: Grid,
    p: Grid,
    q: Grid,
}

/// Flow in a driven cavity and its 132 entries.
pub fn fdc(x: &[f64; 16], value: &mut [f64; 16], entries: &mut [f64; 132]) {
    let fields = fields(x, value);
    macro_rules! columns {
        ($($i:literal)*) => {$(
            column::<$i, 0>(&fields, entries);
            column::<$i, 1>(&fields, entries);
            column::<$i, 2>(&fields, entries);
            column::<$i, 3>(&fields, entries);
        )*};
    }
    columns!(0 1 2 3);
}

/// A row of nodes with both walls and the ghosts beyond.
type Row = [f64; 8];

/// Five-point sums along a row, from wall to wall.
#[inline(always)]
fn sums(below: Row, here: Row, above: Row) -> [f64; 6] {
    let at = |j: usize| {
        let around = (below[j + 1] + above[j + 1]) + (here[j] + here[j + 2]);
        fma(-4.0, here[j + 1], around)
    };
    [at(0), at(1), at(2), at(3), at(4), at(5)]
}

#[inline(always)]
fn fields(x: &[f64; 16], value: &mut [f64; 16]) -> Fields {
    let row = |i: usize| {
        let (first, last) = (x[4 * i], x[4 * i + 3]);
        [
            first,
            0.0,
            first,
            x[4 * i + 1],
            x[4 * i + 2],
            last,
            0.0,
            last,
        ]
    };
    let beyond = |i: usize, more: f64| {
        let at = |j: usize| x[4 * i + j] + more;
        [0.0, 0.0, at(0), at(1), at(2), at(3), 0.0, 0.0]
    };
    let wall = [0.0; 8];
    let psi = [
        beyond(0, 0.0),
        wall,
        row(0),
        row(1),
        row(2),
        row(3),
        wall,
        beyond(3, 0.4),
    ];
    let all = [
        sums(psi[0], psi[1], psi[2]),
        sums(psi[1], psi[2], psi[3]),
        sums(psi[2], psi[3], psi[4]),
        sums(psi[3], psi[4], psi[5]),
        sums(psi[4], psi[5], psi[6]),
        sums(psi[5], psi[6], psi[7]),
    ];
    let mut fields = Fields {
        a: [[0.0; 4]; 4],
        b: [[0.0; 4]; 4],
        p: [[0.0; 4]; 4],
        q: [[0.0; 4]; 4],
    };
    // Named one by one, so that every number stays in a register.
    macro_rules! nodes {
        ($i:literal: $($j:literal)*) => {$(
            let (east, west) = (all[$i + 1][$j + 2], all[$i + 1][$j]);
            let (north, south) = (all[$i + 2][$j + 1], all[$i][$j + 1]);
            let a = 25.0 * (psi[$i + 3][$j + 2] - psi[$i + 1][$j + 2]);
            let b = 25.0 * (psi[$i + 2][$j + 3] - psi[$i + 2][$j + 1]);
            let diffusion = fma(-4.0, all[$i + 1][$j + 1], (east + west) + (north + south));
            value[4 * $i + $j] = fma(-a, east - west, fma(b, north - south, diffusion));
            (fields.a[$i][$j], fields.b[$i][$j]) = (a, b);
            (fields.p[$i][$j], fields.q[$i][$j]) = (25.0 * (east - west), 25.0 * (north - south));
        )*};
    }
    nodes!(0: 0 1 2 3);
    nodes!(1: 0 1 2 3);
    nodes!(2: 0 1 2 3);
    nodes!(3: 0 1 2 3);
    fields
}

/// Whether the row of node `(i + di, j + dj)` has an entry in the column of node `(i, j)`.
const fn inside(i: usize, j: usize, di: isize, dj: isize) -> bool {
    let (row, col) = (i.cast_signed() + di, j.cast_signed() + dj);
    row >= 0 && row < 4 && col >= 0 && col < 4
}

/// The rows that a column reaches, in order.
const REACH: [(isize, isize); 13] = [
    (-2, 0),
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -2),
    (0, -1),
    (0, 0),
    (0, 1),
    (0, 2),
    (1, -1),
    (1, 0),
    (1, 1),
    (2, 0),
];

/// The positions of the entries in the column of a node. `None` if a row would lie outside the
/// cavity.
const fn places(node: usize) -> [Option<usize>; 13] {
    let mut next = 0;
    let mut places = [None; 13];
    let mut column = 0;
    while column <= node {
        let mut k = 0;
        while k < 13 {
            let present = inside(column / 4, column % 4, REACH[k].0, REACH[k].1);
            places[k] = if present { Some(next) } else { None };
            next += present as usize;
            k += 1;
        }
        column += 1;
    }
    places
}

/// The weights of node `(I, J)` in the rows that it reaches.
#[inline(always)]
fn column<const I: usize, const J: usize>(fields: &Fields, entries: &mut [f64; 132]) {
    let place = const { places(4 * I + J) };
    macro_rules! rows {
        ($($k:literal)*) => {$(
            if let Some(place) = place[$k] {
                entries[place] = weight::<I, J>(fields, REACH[$k]);
            }
        )*};
    }
    rows!(0 1 2 3 4 5 6 7 8 9 10 11 12);
}

/// The weight of node `(I, J)` in the row of the node that lies `(di, dj)` further.
#[inline(always)]
fn weight<const I: usize, const J: usize>(fields: &Fields, (di, dj): (isize, isize)) -> f64 {
    let (row, col) = (I.wrapping_add_signed(di), J.wrapping_add_signed(dj));
    let [a, b] = [fields.a[row][col], fields.b[row][col]];
    let [p, q] = [fields.p[row][col], fields.q[row][col]];
    // Seen from the row, the column lies the other way.
    match (-di, -dj) {
        (0, 1) => fma(4.0, a, q - 8.0),
        (0, -1) => fma(-4.0, a, -8.0 - q),
        (1, 0) => fma(-4.0, b, -8.0 - p),
        (-1, 0) => fma(4.0, b, p - 8.0),
        (0, 2) => 1.0 - a,
        (0, -2) => 1.0 + a,
        (2, 0) => 1.0 + b,
        (-2, 0) => 1.0 - b,
        (1, 1) => 2.0 - a + b,
        (-1, 1) => 2.0 - a - b,
        (1, -1) => 2.0 + a + b,
        (-1, -1) => 2.0 + a - b,
        _ => centre::<I, J>(a, b),
    }
}

/// The weight of a node in its own row: 20, and the mirror images.
#[inline(always)]
fn centre<const I: usize, const J: usize>(a: f64, b: f64) -> f64 {
    let across = match J {
        0 => 1.0 + a,
        3 => 1.0 - a,
        _ => 0.0,
    };
    let along = match I {
        0 => 1.0 - b,
        3 => 1.0 + b,
        _ => 0.0,
    };
    20.0 + across + along
}

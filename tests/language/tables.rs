//! Tables and cells: integers that are computed from active values, and what they choose.

use jacobian_runtime::jacobian;

use crate::support::check;

const XS: [f64; 6] = [0.0, 0.4, 1.0, 1.7, 2.5, 3.0];
const YS: [f64; 6] = [1.0, 0.3, -0.4, 0.8, 2.0, 1.1];

macro_rules! along {
    ($function:ident, $generated:ident, [$($x:expr),+] $(; $($argument:expr),+)?) => {
        for x in [$($x),+] {
            check!(one with one_generated at [x]);
            fn one(x: &[f64; 1]) -> f64 {
                $function(x[0] $(, $($argument),+)?)
            }
            fn one_generated(
                x: &[f64; 1],
            ) -> (f64, jacobian_runtime::SparseJacobian<f64, 1, 1, 1>) {
                $generated(x[0] $(, $($argument),+)?)
            }
        }
    };
}

#[jacobian(wrt(x))]
fn uniform(x: f64, h: f64, table: &[f64]) -> f64 {
    let i = ((x / h) as usize).min(table.len() - 2);
    let t = x / h - i as f64;
    table[i] * (1.0 - t) + table[i + 1] * t
}

#[jacobian(wrt(x))]
fn linear(x: f64, xs: &[f64], ys: &[f64]) -> f64 {
    let i = xs.partition_point(|v| *v <= x).clamp(1, xs.len() - 1);
    let t = (x - xs[i - 1]) / (xs[i] - xs[i - 1]);
    ys[i - 1] + t * (ys[i] - ys[i - 1])
}

#[jacobian(wrt(x))]
fn searched(x: f64, xs: &[f64], ys: &[f64]) -> f64 {
    let i = match xs.binary_search_by(|v| v.partial_cmp(&x).unwrap()) {
        Ok(i) => i,
        Err(i) => i.max(1) - 1,
    };
    let j = xs
        .binary_search_by(|v| v.total_cmp(&x))
        .unwrap_or_else(|i| i - 1);
    ys[i] * x + ys[j]
}

#[jacobian(wrt(x))]
fn counted(x: f64, xs: &[f64], ys: &[f64]) -> f64 {
    let i = xs.iter().filter(|v| **v < x).count();
    let j = xs.iter().position(|v| *v > x).unwrap_or(xs.len() - 1);
    let k = xs.iter().take_while(|&&v| v < x).count() - 1;
    ys[i] * x + ys[j] + ys[k] * x * x
}

#[jacobian(wrt(x))]
fn positioned(x: f64, xs: &[f64], ys: &[f64]) -> f64 {
    if xs.iter().any(|v| *v == x) {
        return x * x;
    }
    match xs.iter().position(|&v| v > x) {
        Some(0) => ys[0] * x,
        Some(i) => ys[i - 1] + (x - xs[i - 1]) * (ys[i] - ys[i - 1]),
        None => ys[ys.len() - 1] + x,
    }
}

#[test]
fn tables_of_any_length_are_interpolated() {
    along!(uniform, uniform_with_jacobian, [0.1, 0.75, 1.9, 7.0]; 0.5, &YS);
    along!(linear, linear_with_jacobian, [-1.0, 0.1, 0.7, 2.9, 4.0]; &XS, &YS);
    along!(linear, linear_with_jacobian, [0.2, 5.0]; &XS[..2], &YS[..2]);
    along!(searched, searched_with_jacobian, [0.1, 0.7, 2.9]; &XS, &YS);
    along!(counted, counted_with_jacobian, [0.1, 0.7, 2.9]; &XS, &YS);
    along!(positioned, positioned_with_jacobian, [-1.0, 0.7, 2.9, 4.0]; &XS, &YS);
}

#[jacobian(wrt(x))]
fn bilinear(x: &[f64; 2], grid: &[Vec<f64>]) -> f64 {
    let (i, j) = (x[0].floor() as i64, x[1].floor() as i64);
    let clamp = |k: i64, n: usize| k.clamp(0, n as i64 - 2) as usize;
    let (a, b) = (clamp(i, grid.len()), clamp(j, grid[0].len()));
    let (u, v) = (x[0] - a as f64, x[1] - b as f64);
    let low = grid[a][b] * (1.0 - v) + grid[a][b + 1] * v;
    let high = grid[a + 1][b] * (1.0 - v) + grid[a + 1][b + 1] * v;
    low * (1.0 - u) + high * u
}

#[test]
fn a_grid_is_interpolated() {
    let grid = [
        vec![1.0, 2.0, -1.0],
        vec![0.5, 3.0, 1.5],
        vec![2.5, -2.0, 0.7],
    ];
    for at in [[0.3, 0.4], [1.2, 0.9], [-0.5, 1.5], [5.0, 1.1]] {
        check!(bilinear with bilinear_with_jacobian at at; &grid);
    }
}

// The cell is inactive, the values in it are not.
#[jacobian]
fn of_active_values(x: &[f64; 6]) -> f64 {
    let s = x[0].clamp(0.0, 3.999);
    let i = s.floor() as usize;
    let t = s - i as f64;
    x[1 + i] + t * (x[2 + i] - x[1 + i])
}

#[jacobian]
fn periodic(x: &[f64; 5]) -> f64 {
    let k = x[0].floor() as i32;
    let i = k.rem_euclid(4) as usize;
    let j = (i + 1) % 4;
    let t = x[0] - f64::from(k);
    (1.0 - t) * x[1 + i] + t * x[1 + j]
}

#[jacobian]
fn cubic(x: &[f64; 6]) -> f64 {
    let i = (x[0] as usize).clamp(1, 2);
    let t = x[0] - i as f64;
    let [a, b, c, d] = [x[i], x[i + 1], x[i + 2], x[i + 3]];
    let m = [0.5 * (c - a), 0.5 * (d - b)];
    let (t2, t3) = (t * t, t * t * t);
    (2.0 * t3 - 3.0 * t2 + 1.0) * b
        + (t3 - 2.0 * t2 + t) * m[0]
        + (3.0 * t2 - 2.0 * t3) * c
        + (t3 - t2) * m[1]
}

#[test]
fn active_tables_are_interpolated() {
    let table = [2.5, 1.0, -0.3, 0.8, 1.4, 0.2];
    for x in [0.3, 1.6, 3.1, 5.2, -1.3] {
        let mut at = table;
        at[0] = x;
        check!(of_active_values with of_active_values_with_jacobian at at);
        if x > 0.0 && x < 3.0 {
            check!(cubic with cubic_with_jacobian at at);
        }
        check!(periodic with periodic_with_jacobian at [x, 0.3, 1.7, -0.4, 0.9]);
    }
    // Every value can be in the cell, and the place itself.
    assert_eq!(OF_ACTIVE_VALUES_PATTERN.nnz(), 6);
}

#[jacobian]
fn histogram(x: &[f64; 4]) -> [f64; 3] {
    let mut sums = [0.0; 3];
    let mut counts = [0; 3];
    for v in x {
        let bin = (v * 3.0) as usize;
        let bin = if bin > 2 { 2 } else { bin };
        sums[bin] += v * v;
        counts[bin] += 1;
    }
    let largest = (0..3).max_by_key(|bin| counts[*bin]).unwrap_or(0);
    [sums[0] + counts[0] as f64, sums[1], sums[2] * sums[largest]]
}

#[test]
fn a_histogram_is_filled_and_read() {
    for at in [
        [0.1, 0.2, 0.9, 0.5],
        [0.4, 0.8, 2.0, 0.45],
        [0.1, 0.11, 0.12, 0.13],
    ] {
        check!(histogram with histogram_with_jacobian at at);
    }
}

#[jacobian(wrt(x))]
fn zones(x: f64, cuts: &[f64; 3]) -> f64 {
    match cuts.iter().filter(|c| x >= **c).count() {
        0 => x,
        1 => x * x,
        2 => x.sin(),
        _ => x.cos(),
    }
}

#[jacobian(wrt(x))]
fn from_behind(x: f64, xs: &[f64; 6], ys: &[f64; 6]) -> f64 {
    let i = xs.iter().rposition(|&v| v <= x).unwrap_or(0).min(4);
    let h = xs[i + 1] - xs[i];
    let (a, b) = ((xs[i + 1] - x) / h, (x - xs[i]) / h);
    a * ys[i] + b * ys[i + 1]
}

#[test]
fn a_count_chooses_the_piece() {
    along!(zones, zones_with_jacobian, [0.1, 0.9, 1.4, 3.0]; &[0.5, 1.0, 2.0]);
    along!(from_behind, from_behind_with_jacobian, [-0.3, 0.1, 0.9, 1.4, 3.4]; &XS, &YS);
}

#[jacobian(wrt(x))]
fn fallible(x: f64, xs: &[f64]) -> Option<f64> {
    let i = xs.iter().position(|&v| v > x)?;
    let y = xs.get(i + 1)?;
    Some(x * y)
}

#[test]
fn a_search_may_find_nothing() {
    assert_eq!(
        fallible_jacobian(0.7, &XS).map(|found| found.to_dense()),
        Some([[1.7]])
    );
    assert!(fallible_jacobian(2.7, &XS).is_none());
    assert!(fallible_jacobian(9.0, &XS).is_none());
}

struct Spline {
    knots: Vec<f64>,
    pieces: Vec<[f64; 4]>,
}

#[jacobian]
impl Spline {
    #[jacobian]
    fn value(&self, x: f64) -> f64 {
        let last = self.pieces.len() - 1;
        let i = self
            .knots
            .partition_point(|&k| k <= x)
            .saturating_sub(1)
            .min(last);
        let d = x - self.knots[i];
        let [a, b, c, e] = self.pieces[i];
        a + d * (b + d * (c + d * e))
    }
}

#[test]
fn a_spline_is_evaluated() {
    let spline = Spline {
        knots: vec![0.0, 1.0, 2.5, 3.0],
        pieces: vec![
            [1.0, 0.5, -0.3, 0.2],
            [1.4, 0.1, 0.3, -0.1],
            [0.2, 1.0, 2.0, 0.4],
        ],
    };
    for x in [-0.5, 0.3, 1.9, 2.7, 8.0] {
        check!(value with generated at [x]; &spline);
    }
    fn value(x: &[f64; 1], spline: &Spline) -> f64 {
        spline.value(x[0])
    }
    fn generated(
        x: &[f64; 1],
        spline: &Spline,
    ) -> (f64, jacobian_runtime::SparseJacobian<f64, 1, 1, 1>) {
        spline.value_with_jacobian(x[0])
    }
}

#[jacobian]
fn search_among_active(x: &[f64; 5]) -> f64 {
    let cell = x[1..].partition_point(|v| *v < x[0]);
    let found = x.iter().rposition(|v| v.abs() < 1.0).unwrap_or(0);
    x[cell] * x[found] + cell as f64
}

#[test]
fn active_values_are_searched() {
    for at in [
        [0.5, 0.1, 0.4, 1.6, 2.0],
        [3.0, 0.1, 0.4, 1.6, 2.0],
        [-1.0, 2.1, 2.4, 3.6, 5.0],
    ] {
        check!(search_among_active with search_among_active_with_jacobian at at);
    }
}

#[jacobian(wrt(x))]
fn found(x: f64, table: &[(f64, f64)]) -> f64 {
    let (knot, value) = table.iter().find(|(k, _)| *k > x).unwrap();
    let near = table
        .iter()
        .min_by(|a, b| (a.0 - x).abs().partial_cmp(&(b.0 - x).abs()).unwrap())
        .unwrap();
    let first = match table.iter().rev().find(|pair| pair.1 < x) {
        Some(&(_, below)) => below * x,
        None => x.sin(),
    };
    if let Some(pair) = table.windows(2).find(|pair| x < pair[1].0) {
        return first + (x - pair[0].0) * pair[0].1 + near.1 * x;
    }
    knot * x + value + near.0 * x
}

#[test]
fn an_element_of_a_table_is_found() {
    const TABLE: [(f64, f64); 4] = [(0.0, 1.0), (0.4, 0.3), (1.0, -0.4), (3.0, 1.1)];
    along!(found, found_with_jacobian, [-0.3, 0.1, 0.9, 1.45, 2.9]; &TABLE);
}

/// Rows and parts of constant tables, at positions that run time picks.
#[jacobian]
mod constant_tables {
    use jacobian_runtime::jacobian;

    const ROWS: [[f64; 3]; 2] = [[1.5, 2.5, -3.5], [4.5, 5.5, 6.5]];
    const LIST: [f64; 4] = [1.5, 2.5, 3.5, 4.0];

    fn horner(row: &[f64; 3], y: f64) -> f64 {
        row.iter().rev().fold(0.0, |sum, c| sum * y + c)
    }

    #[jacobian]
    pub(super) fn of_rows(x: &[f64; 2]) -> [f64; 4] {
        let [x, y] = *x;
        let j = (x as usize).min(1);
        let mut powers = 0.0;
        for (i, a) in ROWS[j].iter().enumerate() {
            powers += a * y.powi(i as i32);
        }
        let row = &ROWS[j];
        let mut nested = row.len() as f64;
        for a in row {
            nested = nested * y + a;
        }
        let mut all = 0.0;
        for row in &ROWS {
            all += row[j] * y + row.iter().map(|a| a * x).sum::<f64>();
        }
        let [a, b, _] = ROWS[j];
        let pairs = ROWS[j].iter().zip(&LIST).map(|(a, b)| a * b * x);
        [
            powers,
            nested * all,
            horner(row, y) + a * b * x,
            pairs.sum(),
        ]
    }

    #[jacobian]
    pub(super) fn of_parts(x: &[f64; 2]) -> [f64; 3] {
        let [x, y] = *x;
        let j = (x as usize).min(1);
        let part = &LIST[j..j + 2];
        let mut taken = vec![2.0, 3.0, 4.0];
        for v in taken[j..].iter_mut() {
            *v *= 2.0;
        }
        [
            part[0] * y + part[1] * x + part.len() as f64,
            LIST[j..].iter().map(|v| v * y * y).sum(),
            taken[0] * x + taken[1] * y,
        ]
    }
}

#[test]
fn parts_of_constant_tables_are_data() {
    use constant_tables::*;
    for at in [[0.3, 0.7], [1.4, -0.4]] {
        check!(of_rows with of_rows_with_jacobian at at);
        check!(of_parts with of_parts_with_jacobian at at);
    }
}

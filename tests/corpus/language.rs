//! Functions that exercise the language more than the calculus.
//!
//! ```text
//! elementary  every smooth method once            cholesky  bounds that depend on outer loops
//! powers      exponents of every kind             shapes    several arguments, several results
//! renaming    shadowing, assignment, blocks       degenerate  empty rows, columns, copies
//! ```

use jacobian_runtime::jacobian;

use super::problem::{Expansion, Problem, array, array_mut, small, twin};
use super::scalar::Scalar;

/// Every smooth elemental of one operand.
#[jacobian]
pub fn elementary(x: &[f64; 3]) -> [f64; 24] {
    let [a, b, c] = *x;
    let (sin, cos) = a.sin_cos();
    [
        a.sqrt(),
        a.cbrt(),
        a.exp(),
        a.exp2(),
        a.exp_m1(),
        a.ln(),
        a.log2(),
        a.log10(),
        a.ln_1p(),
        b.sin() + sin,
        b.cos() * cos,
        b.tan(),
        b.asin(),
        b.acos(),
        b.atan(),
        b.sinh(),
        b.cosh(),
        b.tanh(),
        b.asinh(),
        c.acosh(),
        b.atanh(),
        b.recip(),
        f64::exp(-c) - f64::sqrt(c),
        c.to_degrees() + c.to_radians(),
    ]
}

/// The same over any scalar.
pub fn elementary_twin<S: Scalar>(x: &[S; 3]) -> [S; 24] {
    let [a, b, c] = *x;
    let degrees = 180.0 / std::f64::consts::PI;
    [
        a.sqrt(),
        a.cbrt(),
        a.exp(),
        a.exp2(),
        a.exp_m1(),
        a.ln(),
        a.log2(),
        a.log10(),
        a.ln_1p(),
        b.sin() + a.sin(),
        b.cos() * a.cos(),
        b.tan(),
        b.asin(),
        b.acos(),
        b.atan(),
        b.sinh(),
        b.cosh(),
        b.tanh(),
        b.asinh(),
        c.acosh(),
        b.atanh(),
        S::from(1.0) / b,
        (-c).exp() - c.sqrt(),
        c * degrees + c * (1.0 / degrees),
    ]
}

small! {
    /// The row of the corpus.
    ELEMENTARY = elementary(3) -> 24, nnz 26, twin elementary_twin, base [0.7, 0.4, 1.9],
    items ELEMENTARY_PATTERN ELEMENTARY_TEMPLATE ELEMENTARY_COST
        elementary_with_jacobian_into elementary_update_into
}

/// Powers, logarithms to any base, and fused operations.
#[jacobian]
pub fn powers(x: &[f64; 3]) -> [f64; 10] {
    let [a, b, c] = *x;
    [
        a.powi(5),
        a.powi(-2),
        a.powi(1) + b.powi(0),
        a.powf(1.5),
        a.powf(b),
        2.0_f64.powf(c),
        a.mul_add(b, c),
        b.hypot(c),
        b.log(a),
        c.powi(2) * b.powi(3) / a,
    ]
}

/// The same over any scalar.
pub fn powers_twin<S: Scalar>(x: &[S; 3]) -> [S; 10] {
    let [a, b, c] = *x;
    [
        a * a * a * a * a,
        S::from(1.0) / (a * a),
        a + 1.0,
        a * a.sqrt(),
        a.power(b),
        c.exp2(),
        a * b + c,
        (b * b + c * c).sqrt(),
        b.ln() / a.ln(),
        c * c * b * b * b / a,
    ]
}

small! {
    /// The row of the corpus.
    POWERS = powers(3) -> 10, nnz 17, twin powers_twin, base [1.3, 2.4, -0.8],
    items POWERS_PATTERN POWERS_TEMPLATE POWERS_COST powers_with_jacobian_into powers_update_into
}

/// Shadowing, deferred and mutable variables, compound assignment, blocks, tuples, nested arrays.
#[jacobian]
pub fn renaming(x: &[f64; 3]) -> [f64; 4] {
    const WEIGHTS: [[f64; 2]; 2] = [[0.5, -1.5], [2.0, 0.25]];
    let (a, mut b) = (x[0], x[1]);
    let a = a * a;
    let late;
    b += a;
    b *= x[2];
    {
        let a = b - 1.0;
        late = a * x[0];
    }
    b -= late;
    b /= 2.0 + a;
    let mut table = [[a, b], [late, x[2]]];
    table[1][0] -= table[0][1];
    table[0] = [table[0][1], table[0][0]];
    let mut f = [0.0; 4];
    for i in 0..2 {
        for j in 0..2 {
            f[2 * i + j] = WEIGHTS[i][j] * table[i][j];
            f[i] += f[2 * i + j] * table[j][i];
        }
    }
    let scale = {
        let square = late * late;
        1.0 / (1.0 + square)
    };
    f[3] *= scale;
    f
}

/// The same over any scalar.
pub fn renaming_twin<S: Scalar>(x: &[S; 3]) -> [S; 4] {
    let a = x[0] * x[0];
    let b = (x[1] + a) * x[2];
    let late = (b - 1.0) * x[0];
    let b = (b - late) / (a + 2.0);
    let [t00, t01, t10, t11] = [b, a, late - b, x[2]];
    let f0 = t00 * 0.5;
    let f0 = f0 + f0 * t00;
    let f1 = t01 * -1.5;
    let f0 = f0 + f1 * t10;
    let f2 = t10 * 2.0;
    let f1 = f1 + f2 * t01;
    let f3 = t11 * 0.25;
    let f1 = f1 + f3 * t11;
    [f0, f1, f2, f3 * (S::from(1.0) / (late * late + 1.0))]
}

small! {
    /// The row of the corpus.
    RENAMING = renaming(3) -> 4, nnz 12, twin renaming_twin, base [0.8, -1.1, 1.6],
    items RENAMING_PATTERN RENAMING_TEMPLATE RENAMING_COST
        renaming_with_jacobian_into renaming_update_into
}

/// The Cholesky factor of a symmetric matrix of order four, both packed by rows.
#[jacobian]
pub fn cholesky(a: &[f64; 10]) -> [f64; 10] {
    let mut l = *a;
    for i in 0..4 {
        for j in 0..=i {
            for k in 0..j {
                l[i * (i + 1) / 2 + j] -= l[i * (i + 1) / 2 + k] * l[j * (j + 1) / 2 + k];
            }
            if i == j {
                l[i * (i + 1) / 2 + j] = l[i * (i + 1) / 2 + j].sqrt();
            } else {
                l[i * (i + 1) / 2 + j] /= l[j * (j + 1) / 2 + j];
            }
        }
    }
    l
}

/// The same over any scalar.
pub fn cholesky_twin<S: Scalar>(a: &[S; 10]) -> [S; 10] {
    let mut l = *a;
    let at = |i: usize, j: usize| i * (i + 1) / 2 + j;
    for i in 0..4 {
        for j in 0..=i {
            let products = (0..j).fold(l[at(i, j)], |sum, k| sum - l[at(i, k)] * l[at(j, k)]);
            l[at(i, j)] = if i == j {
                products.sqrt()
            } else {
                products / l[at(j, j)]
            };
        }
    }
    l
}

small! {
    /// The row of the corpus.
    CHOLESKY = cholesky(10) -> 10, nnz 45, twin cholesky_twin,
    base [4.0, 1.0, 5.0, -0.5, 0.7, 6.0, 0.3, -1.2, 0.9, 7.0],
    items CHOLESKY_PATTERN CHOLESKY_TEMPLATE CHOLESKY_COST
        cholesky_with_jacobian_into cholesky_update_into
}

/// Rows and columns without entries, copies of inputs, one value twice, a constant.
#[jacobian]
pub fn degenerate(x: &[f64; 4]) -> [f64; 6] {
    let product = x[0] * x[2];
    [x[2], 4.0, product, product, x[2], -x[0]]
}

/// The same over any scalar.
pub fn degenerate_twin<S: Scalar>(x: &[S; 4]) -> [S; 6] {
    let product = x[0] * x[2];
    [x[2], S::from(4.0), product, product, x[2], -x[0]]
}

small! {
    /// The row of the corpus.
    DEGENERATE = degenerate(4) -> 6, nnz 7, twin degenerate_twin, base [1.5, 2.5, -3.5, 0.0],
    items DEGENERATE_PATTERN DEGENERATE_TEMPLATE DEGENERATE_COST
        degenerate_with_jacobian_into degenerate_update_into
}

/// A column, a matrix and a scalar in; a scalar and a matrix returned, a row written.
#[jacobian]
pub fn shapes(
    column: [f64; 2],
    matrix: &[[f64; 2]; 2],
    scale: f64,
    row: &mut [f64; 2],
) -> (f64, [[f64; 2]; 2]) {
    let mut product = [0.0; 2];
    for i in 0..2 {
        for j in 0..2 {
            product[i] += matrix[i][j] * column[j];
        }
        row[i] = scale * column[i] - product[i];
    }
    let determinant = matrix[0][0] * matrix[1][1] - matrix[0][1] * matrix[1][0];
    (
        determinant,
        [[matrix[1][1] * scale, -matrix[0][1]], product],
    )
}

/// The same over any scalar, flattened: column, matrix, scale; determinant, matrix, row.
pub fn shapes_twin<S: Scalar>(x: &[S; 7]) -> [S; 7] {
    let [u, v, a, b, c, d, scale] = *x;
    let product = [a * u + b * v, c * u + d * v];
    let row = [scale * u - product[0], scale * v - product[1]];
    [
        a * d - b * c,
        d * scale,
        -b,
        product[0],
        product[1],
        row[0],
        row[1],
    ]
}

/// The dependents of `shapes` in their order: of the value returned, then of the output.
fn flatten((determinant, matrix): (f64, [[f64; 2]; 2]), row: [f64; 2]) -> [f64; 7] {
    let [[a, b], [c, d]] = matrix;
    [determinant, a, b, c, d, row[0], row[1]]
}

/// The row of the corpus.
pub const SHAPES: Problem = Problem {
    name: "shapes",
    from: "",
    n: 7,
    m: 7,
    nnz: 25,
    colours: 7,
    base: || vec![0.5, -1.5, 2.0, 0.3, -0.7, 1.1, 3.0],
    further: Vec::new,
    checksums: None,
    known: &[],
    value: |x, value| {
        let ([u, v, a, b, c, d, scale], mut row) = (*array(x), [0.0; 2]);
        let result = shapes([u, v], &[[a, b], [c, d]], scale, &mut row);
        *array_mut(value) = flatten(result, row);
    },
    twin: twin!(shapes_twin, 7),
    expansions: &[Expansion {
        label: "default",
        pattern: &SHAPES_PATTERN,
        template: &SHAPES_TEMPLATE,
        cost: SHAPES_COST,
        with_jacobian: |x, value, entries| {
            let ([u, v, a, b, c, d, scale], mut row) = (*array(x), [0.0; 2]);
            let mut result = (0.0, [[0.0; 2]; 2]);
            let matrix = [[a, b], [c, d]];
            let entries = array_mut(entries);
            shapes_with_jacobian_into([u, v], &matrix, scale, &mut row, &mut result, entries);
            *array_mut(value) = flatten(result, row);
        },
        update: |x, value, entries| {
            let ([u, v, a, b, c, d, scale], mut row) = (*array(x), [0.0; 2]);
            let mut result = (0.0, [[0.0; 2]; 2]);
            let matrix = [[a, b], [c, d]];
            let entries = array_mut(entries);
            shapes_update_into([u, v], &matrix, scale, &mut row, &mut result, entries);
            *array_mut(value) = flatten(result, row);
        },
    }],
};

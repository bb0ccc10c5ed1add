//! The option `normal`: the normal equations of least squares, against products of the Jacobian.

use jacobian_runtime::{Real, SparsityPattern, SymmetricPattern, jacobian};

/// `Jᵀ Sᵀ S r` and `Jᵀ Sᵀ S J` times a slope, and the sums of the absolute products.
fn expected<const M: usize, const N: usize>(
    (pattern, entries): (&SparsityPattern, &[f64]),
    residuals: [f64; M],
    root: [[f64; M]; M],
    slope: impl Fn(f64) -> f64,
) -> [([f64; N], [[f64; N]; N]); 2] {
    let mut dense = [[0.0; N]; M];
    for ((row, col), entry) in pattern.entries().zip(entries) {
        dense[row][col] = *entry;
    }
    let sums = |magnitude: fn(f64) -> f64| {
        let root = root.map(|row| row.map(magnitude));
        let (r, jacobian) = (
            residuals.map(magnitude),
            dense.map(|row| row.map(magnitude)),
        );
        let times =
            |of: &dyn Fn(usize) -> f64| root.map(|row| (0..M).map(|k| row[k] * of(k)).sum::<f64>());
        let r = times(&|k| r[k]);
        let columns: [[f64; M]; N] = std::array::from_fn(|col| times(&|k| jacobian[k][col]));
        let dot = |a: &[f64; M], b: &[f64; M]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        (
            columns.map(|column| dot(&column, &r)),
            columns.map(|a| columns.map(|b| dot(&a, &b))),
            dot(&r, &r),
        )
    };
    let (gradient, matrix, norm) = sums(|x| x);
    let slope = slope(norm);
    [(gradient, matrix), {
        let (gradient, matrix, _) = sums(f64::abs);
        (gradient, matrix)
    }]
    .map(|(gradient, matrix)| {
        (
            gradient.map(|x| slope * x),
            matrix.map(|row| row.map(|x| slope * x)),
        )
    })
}

/// Compares with the products, and the entries that are stored with the pattern.
fn compare<const N: usize>(
    name: &str,
    (gradient, entries): ([f64; N], &[f64]),
    pattern: &SymmetricPattern,
    [(of_gradient, of_matrix), (sum_of_gradient, sum_of_matrix)]: [([f64; N], [[f64; N]; N]); 2],
) {
    let close = |what: &str, found: f64, expected: f64, sum: f64| {
        let error = (found - expected).abs();
        assert!(
            error <= 1e-14 * sum || error.is_nan() && expected.is_nan(),
            "{name}, {what}: {found} is not {expected}"
        );
    };
    let matrix = pattern.to_dense::<f64, N>(entries);
    for row in 0..N {
        close(
            "gradient",
            gradient[row],
            of_gradient[row],
            sum_of_gradient[row],
        );
        for col in 0..N {
            close(
                "matrix",
                matrix[row][col],
                of_matrix[row][col],
                sum_of_matrix[row][col],
            );
        }
    }
}

const fn identity<const M: usize>() -> [[f64; M]; M] {
    let (mut matrix, mut row) = ([[0.0; M]; M], 0);
    while row < M {
        matrix[row][row] = 1.0;
        row += 1;
    }
    matrix
}

/// `check_normal!(module of a function f at [x..]; other arguments; weights; their root, slope)`
macro_rules! check_normal {
    ($module:ident at $at:expr; [$($argument:expr),*]; [$($weights:expr),*]; $root:expr, $slope:expr) => {{
        use $module::{F_NORMAL_PATTERN, F_PATTERN, f, f_normal_into, f_with_jacobian, f_with_normal_into};
        let at = $at;
        let (value, jacobian) = f_with_jacobian(&at $(, $argument)*);
        let wanted = expected((&F_PATTERN, jacobian.values()), value, $root, $slope);
        let (mut found, mut gradient) = (value.map(|_| f64::NAN), at.map(|_| f64::NAN));
        let mut entries = [f64::NAN; F_NORMAL_PATTERN.nnz()];
        f_normal_into(&at $(, $argument)* $(, $weights)*, &mut found, &mut gradient, &mut entries);
        assert_eq!(found.map(f64::to_bits), f(&at $(, $argument)*).map(f64::to_bits));
        compare(stringify!($module), (gradient, &entries), &F_NORMAL_PATTERN, wanted);
        let mut stored = [f64::NAN; F_PATTERN.nnz()];
        (found, gradient, entries) = (found.map(|_| f64::NAN), at.map(|_| f64::NAN), entries.map(|_| f64::NAN));
        f_with_normal_into(&at $(, $argument)* $(, $weights)*, &mut found, &mut stored, &mut gradient, &mut entries);
        assert_eq!(found.map(f64::to_bits), value.map(f64::to_bits));
        compare(stringify!($module), (gradient, &entries), &F_NORMAL_PATTERN, wanted);
        for (stored, entry) in stored.iter().zip(jacobian.values()) {
            assert!((stored - entry).abs() <= 1e-14 * entry.abs(), "{stored} is not {entry}");
        }
    }};
}

mod plain {
    use super::jacobian;

    #[jacobian(normal, wrt(x))]
    pub(super) fn f(x: &[f64; 5], k: f64) -> [f64; 4] {
        let r = x[0] * x[1].sin();
        [r - k, x[2] / r, 2.0 * x[2] - x[0] + 1.0, 3.0]
    }
}

mod weighted {
    use super::jacobian;

    #[jacobian(normal(diagonal), wrt(x), layout = csr)]
    pub(super) fn f(x: &[f64; 3]) -> [f64; 3] {
        [
            x[0] * x[0] - x[1],
            1.0 - x[1],
            (x[0] * x[2]).exp() + 2.0 * x[1],
        ]
    }
}

mod informed {
    use super::jacobian;

    #[jacobian(normal(sqrt_information), wrt(x), value = fused)]
    pub(super) fn f(x: &[f64; 4]) -> [f64; 3] {
        [
            x[0] * x[0] - x[1],
            1.0 - x[1],
            (x[0] * x[3]).exp() + 2.0 * x[1],
        ]
    }
}

fn bounded(s: f64, scale: f64) -> (f64, f64) {
    (scale * (s / scale).ln_1p(), 1.0 / (1.0 + s / scale))
}

mod robust {
    use super::{bounded, jacobian};

    #[jacobian(normal(loss = bounded(scale)), wrt(x))]
    pub(super) fn f(x: &[f64; 4], scale: f64) -> [f64; 2] {
        let scale = 2.0 * scale;
        [x[0] * x[1] * scale + x[2], x[3] * x[3] - x[0] + x[1]]
    }
}

mod robust_and_weighted {
    use super::{bounded, jacobian};

    #[jacobian(normal(diagonal, loss = bounded(0.7)), wrt(x))]
    pub(super) fn f(x: &[f64; 3], k: f64) -> [f64; 4] {
        if x[0] > k {
            return [x[0], x[1] * x[2], 0.0, x[2]];
        }
        let y = if x[1] < 0.0 { x[1].sin() } else { x[2].sqrt() };
        [y * x[0], y + x[1], x[2] * x[1], 4.0 * x[0]]
    }
}

mod robust_and_informed {
    use super::{bounded, jacobian};

    #[jacobian(normal(loss = self::bounded(0.7), sqrt_information), wrt(x))]
    pub(super) fn f(x: &[f64; 2], n: usize) -> [f64; 2] {
        let (mut p, mut v) = (x[0], x[1]);
        for _ in 0..n {
            v -= 0.1 * (p * x[1]).sin();
            p += 0.1 * v;
        }
        [p * v, v - x[0]]
    }
}

#[test]
fn normal_equations_are_products_of_the_jacobian() {
    let at = [0.7, 1.3, 0.4, -0.6, 2.0];
    check_normal!(plain at at; [0.3]; []; identity::<4>(), |_| 1.0);
    assert_eq!(plain::F_NORMAL_PATTERN.position(3, 3), None);
    let weights: [f64; _] = [0.5, 2.0, 3.0];
    let mut root = identity::<3>();
    (0..3).for_each(|k| root[k][k] = weights[k].sqrt());
    check_normal!(weighted at [0.7, 1.3, 0.4]; []; [&weights]; root, |_| 1.0);
    let root = [[1.0, 0.5, -0.3], [0.0, 2.0, 0.7], [0.0, 0.1, 0.4]];
    check_normal!(informed at [0.7, 1.3, 5.0, 0.4]; []; [&root]; root, |_| 1.0);
}

#[test]
fn a_loss_scales_by_its_slope() {
    check_normal!(robust at [0.7, 1.3, 0.4, -0.6]; [0.3]; []; identity::<2>(), |s| bounded(s, 0.3).1);
    let weights: [f64; _] = [0.5, 2.0, 3.0, 0.25];
    let mut root = identity::<4>();
    (0..4).for_each(|k| root[k][k] = weights[k].sqrt());
    for at in [[0.7, 1.3, 0.4], [0.1, -1.3, 0.4], [0.1, 1.3, 0.4]] {
        check_normal!(robust_and_weighted at at; [0.5]; [&weights]; root, |s| bounded(s, 0.7).1);
    }
    let root = [[1.0, 0.5], [-0.3, 2.0]];
    for n in [0, 3] {
        check_normal!(robust_and_informed at [0.7, 1.3]; [n]; [&root]; root, |s| bounded(s, 0.7).1);
    }
}

#[jacobian(normal, prefix = own)]
fn generic<T: Real>(x: [T; 2]) -> [T; 2] {
    [x[0] * x[0], x[0] * x[1]]
}

#[jacobian(normal(diagonal))]
fn single(x: f32, y: f32) -> Option<[f32; 1]> {
    (y > 0.0).then(|| [x * y])
}

#[jacobian(normal)]
fn in_place(x: f64, y: &mut [f64; 2]) {
    y[0] *= x;
    y[1] = x * y[0];
}

struct Beam {
    stiffness: f64,
}

#[jacobian]
impl Beam {
    #[jacobian(normal, wrt(self.stiffness, at))]
    fn residual(&self, at: [f64; 2]) -> Result<[f64; 2], String> {
        if at[0] == 0.0 {
            return Err("no load".to_owned());
        }
        Ok([self.stiffness * at[0], at[1] - 1.0])
    }
}

#[jacobian(normal, rule(square(x) => 2.0 * x), wrt(x))]
fn by_a_rule(x: [f64; 2], n: usize) -> [f64; 2] {
    let powers: Vec<f64> = (0..n).map(|k| square(x[0]) * k as f64).collect();
    [powers.iter().sum::<f64>(), square(x[1])]
}

fn square(x: f64) -> f64 {
    x * x
}

#[test]
fn other_scalars_methods_outputs_and_calls_have_normal_equations() {
    let (mut value, mut gradient, mut entries) = ([0.0; 2], [0.0; 2], [0.0; OWN_NORMAL_NNZ]);
    own_normal_into([2.0, 3.0], &mut value, &mut gradient, &mut entries);
    assert_eq!(
        (value, gradient, entries),
        ([4.0, 6.0], [34.0, 12.0], [25.0, 6.0, 4.0])
    );
    let (mut value, mut gradient, mut entries) = ([0.0; 1], [0.0; 2], [0.0; SINGLE_NORMAL_NNZ]);
    let found = single_normal_into(2.0, 3.0, &[0.5], &mut value, &mut gradient, &mut entries);
    assert_eq!((found, value, gradient), (Some(()), [6.0], [9.0, 6.0]));
    assert_eq!(entries, [4.5, 3.0, 2.0]);
    assert!(
        single_normal_into(2.0, -3.0, &[0.5], &mut value, &mut gradient, &mut entries).is_none()
    );
    let (mut y, mut gradient, mut entries) =
        ([3.0, 9.0], [f64::NAN; 3], [0.0; IN_PLACE_NORMAL_NNZ]);
    in_place_normal_into(2.0, &mut y, &mut gradient, &mut entries);
    // y0 = x a, y1 = x x a at x = 2, a = 3.
    assert_eq!(
        (y, gradient),
        ([6.0, 12.0], [18.0 + 144.0, 12.0 + 48.0, 0.0])
    );
    assert_eq!(entries, [9.0 + 144.0, 6.0 + 48.0, 4.0 + 16.0]);
    let (mut value, mut gradient, mut entries) = ([0.0; 2], [0.0; 3], [0.0; 4]);
    let beam = Beam { stiffness: 2.0 };
    let found = beam.residual_normal_into([3.0, 5.0], &mut value, &mut gradient, &mut entries);
    assert_eq!(
        (found, value, gradient),
        (Ok(()), [6.0, 4.0], [18.0, 12.0, 4.0])
    );
    assert_eq!(entries, [9.0, 6.0, 4.0, 1.0]);
    assert_eq!(
        (
            Beam::RESIDUAL_COLUMNS_SELF_STIFFNESS,
            Beam::RESIDUAL_COLUMNS_AT
        ),
        (0..1, 1..3)
    );
    assert!(
        beam.residual_normal_into([0.0; 2], &mut value, &mut gradient, &mut entries)
            .is_err()
    );
    let (mut value, mut gradient, mut entries) = ([0.0; 2], [0.0; 2], [0.0; BY_A_RULE_NORMAL_NNZ]);
    by_a_rule_normal_into([2.0, 3.0], 3, &mut value, &mut gradient, &mut entries);
    assert_eq!(
        (value, gradient, entries),
        ([12.0, 9.0], [144.0, 54.0], [144.0, 0.0, 36.0])
    );
}

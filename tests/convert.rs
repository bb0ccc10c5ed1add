//! A generated Jacobian as a matrix of a solver: borrowed, factored, compared with dense
//! elimination.
//!
//! ```text
//! static pattern  ->  symbolic LU, once
//! entries         ->  numeric LU, per system   ->   J dx = r
//! ```

use faer::Col;
use faer::linalg::solvers::Solve;
use faer::sparse::linalg::solvers::{Lu, SymbolicLu};
use jacobian_runtime::convert::ConvertError;
use jacobian_runtime::{Layout, SparseJacobian, SparsityPattern};

const N: usize = 5;
const NNZ: usize = 13;

/// ```text
/// # # . . .     tridiagonal, but for an empty place on the diagonal
/// # . # . #     and a corner: pivoting is needed
/// . # # # .
/// . . # # #
/// # . . # .
/// ```
const COL_PTRS: [usize; N + 1] = [0, 3, 5, 8, 11, 13];
const ROW_INDICES: [usize; NNZ] = [0, 1, 4, 0, 2, 1, 2, 3, 2, 3, 4, 1, 3];
const ROW_PTRS: [usize; N + 1] = [0, 2, 5, 8, 11, 13];
const COL_INDICES: [usize; NNZ] = [0, 1, 0, 2, 4, 1, 2, 3, 2, 3, 4, 0, 3];

static BY_COLUMNS: SparsityPattern = SparsityPattern::new(
    N,
    N,
    Layout::Csc,
    &COL_PTRS,
    &ROW_INDICES,
    &ROW_PTRS,
    &COL_INDICES,
);
static BY_ROWS: SparsityPattern = SparsityPattern::new(
    N,
    N,
    Layout::Csr,
    &COL_PTRS,
    &ROW_INDICES,
    &ROW_PTRS,
    &COL_INDICES,
);

type Jacobian = SparseJacobian<f64, N, N, NNZ>;

/// Values that make every run of the loops below another system.
fn jacobian(pattern: &'static SparsityPattern, seed: usize) -> Jacobian {
    let mut values = [0.0; NNZ];
    for (value, (row, col)) in values.iter_mut().zip(pattern.entries()) {
        let mixed = (7 * row + 3 * col + 5 * seed) % 11;
        *value = f64::from(u8::try_from(mixed).expect("below 11")) - 4.5;
    }
    SparseJacobian::new(values, pattern)
}

/// Gaussian elimination with partial pivoting.
fn solve_dense(mut matrix: [[f64; N]; N], mut rhs: [f64; N]) -> [f64; N] {
    for step in 0..N {
        let size = |row: &usize| matrix[*row][step].abs();
        let pivot = (step..N)
            .max_by(|a, b| size(a).total_cmp(&size(b)))
            .expect("not empty");
        matrix.swap(step, pivot);
        rhs.swap(step, pivot);
        let pivots = matrix[step];
        for row in step + 1..N {
            let factor = matrix[row][step] / pivots[step];
            for (entry, pivot) in matrix[row].iter_mut().zip(pivots) {
                *entry -= factor * pivot;
            }
            rhs[row] -= factor * rhs[step];
        }
    }
    for row in (0..N).rev() {
        let known: f64 = (row + 1..N).map(|col| matrix[row][col] * rhs[col]).sum();
        rhs[row] = (rhs[row] - known) / matrix[row][row];
    }
    rhs
}

#[track_caller]
fn assert_close(found: impl IntoIterator<Item = f64>, expected: [f64; N]) {
    let scale = expected
        .iter()
        .fold(1.0_f64, |scale, value| scale.max(value.abs()));
    for (found, expected) in found.into_iter().zip(expected) {
        approx::assert_abs_diff_eq!(found, expected, epsilon = 1e-11 * scale);
    }
}

#[test]
fn sparse_lu_solves_what_dense_elimination_solves() {
    let symbolic = SymbolicLu::try_new(BY_COLUMNS.faer_csc()).unwrap();
    let rhs = [1.0, -2.0, 3.0, 0.5, 4.0];
    for seed in 0..8 {
        let jacobian = jacobian(&BY_COLUMNS, seed);
        let matrix = jacobian.faer_csc().unwrap();
        let lu = Lu::try_new_with_symbolic(symbolic.clone(), matrix).unwrap();
        let solution = lu.solve(Col::from_fn(N, |row| rhs[row]));
        let solution: [f64; N] = std::array::from_fn(|row| solution[row]);
        assert_close(solution, solve_dense(jacobian.to_dense(), rhs));
        assert_close(jacobian.mul_vec(&solution), rhs);
    }
}

#[test]
fn entries_written_in_place_are_borrowed_as_they_are() {
    let mut entries = vec![0.0; BY_COLUMNS.nnz()];
    entries.copy_from_slice(jacobian(&BY_COLUMNS, 3).values());
    let matrix = BY_COLUMNS.faer_csc_of(&entries).unwrap();
    assert_close(
        (matrix * Col::from_fn(N, |_| 1.0)).iter().copied(),
        jacobian(&BY_COLUMNS, 3).mul_vec(&[1.0; N]),
    );
}

#[test]
fn rows_and_columns_are_the_same_matrix() {
    let (columns, rows) = (jacobian(&BY_COLUMNS, 1), jacobian(&BY_ROWS, 1));
    assert_eq!(
        columns.faer_csc().unwrap().to_dense(),
        rows.faer_csr().unwrap().to_dense()
    );
}

#[test]
fn a_matrix_in_the_other_order_is_refused() {
    assert_eq!(
        jacobian(&BY_ROWS, 0).faer_csc().unwrap_err(),
        ConvertError::Layout {
            stored: Layout::Csr
        }
    );
}

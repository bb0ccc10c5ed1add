//! Generated Jacobians as matrices of other crates: the same elements as `to_dense`, borrowed where
//! we say so, and a quadratic program that Clarabel solves.

#![expect(clippy::float_cmp, reason = "the elements are copies")]

// Here and not with the language, because solvers are what still needs this version.
#[path = "language/older_nalgebra.rs"]
mod older_nalgebra;
#[path = "language/support.rs"]
#[allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "one function of it"
)]
mod support;

use clarabel::algebra::CscMatrix;
use clarabel::solver::{DefaultSettings, DefaultSolver, IPSolver, NonnegativeConeT, SolverStatus};
use jacobian_runtime::convert::{ConvertError, Dense};
use jacobian_runtime::{Layout, jacobian};
use ndarray::{Array2, Axis};

/// Three rows of five columns, with a row and a column in which nothing varies.
#[jacobian(as = Wide)]
fn wide(x: &[f64; 5]) -> [f64; 3] {
    [x[0] * x[4], 3.0 * x[2], x[2].exp() * x[0] - x[4]]
}

#[jacobian(layout = csr, prefix = wide_by_rows)]
fn wide_again(x: &[f64; 5]) -> [f64; 3] {
    [x[0] * x[4], 3.0 * x[2], x[2].exp() * x[0] - x[4]]
}

const X: [f64; 5] = [0.5, -1.0, 0.25, 7.0, 3.0];

/// The elements row by row, to compare with.
fn expected() -> [[f64; 5]; 3] {
    wide_jacobian(&X).to_dense()
}

#[test]
fn sprs_borrows_in_both_layouts() {
    let (columns, rows) = (wide_jacobian(&X), wide_by_rows_jacobian(&X));
    assert_eq!(columns.sprs().data().as_ptr(), columns.values().as_ptr());
    assert!(columns.sprs().is_csc() && rows.sprs().is_csr());
    for matrix in [columns.sprs(), rows.sprs()] {
        let dense = matrix.to_dense();
        assert_eq!(dense, Array2::from(&columns));
    }
    assert_eq!(
        WIDE_PATTERN.sprs_of(&[0.0; 2]).unwrap_err(),
        ConvertError::Length {
            expected: 6,
            found: 2
        }
    );
}

#[test]
fn nalgebra_sparse_takes_both_layouts_and_coordinates() {
    let (columns, rows) = (wide_jacobian(&X), wide_by_rows_jacobian(&X));
    let csc = columns.pattern().nalgebra_csc_of(columns.values()).unwrap();
    let csr = rows.pattern().nalgebra_csr_of(rows.values()).unwrap();
    let coo = rows.pattern().nalgebra_coo_of(rows.values()).unwrap();
    let dense = nalgebra::DMatrix::from_fn(3, 5, |row, col| expected()[row][col]);
    assert_eq!(nalgebra::DMatrix::from(&csc), dense);
    assert_eq!(nalgebra::DMatrix::from(&csr), dense);
    assert_eq!(nalgebra::DMatrix::from(&coo), dense);
    let error = |stored| ConvertError::Layout { stored };
    assert_eq!(
        WIDE_PATTERN.nalgebra_csr_of(columns.values()).unwrap_err(),
        error(Layout::Csc)
    );
    assert_eq!(
        rows.pattern().nalgebra_csc_of(rows.values()).unwrap_err(),
        error(Layout::Csr)
    );
}

/// Fills a matrix of another library with the wide Jacobian.
fn filled<M: Dense<f64>>(mut matrix: M) -> Result<M, ConvertError> {
    WIDE_PATTERN.dense_into(wide_jacobian(&X).values(), &mut matrix)?;
    Ok(matrix)
}

#[test]
fn dense_matrices_of_four_libraries_are_filled() {
    let new = nalgebra::SMatrix::<f64, 3, 5>::from(&wide_jacobian(&X));
    let old = nalgebra_0_34::SMatrix::<f64, 3, 5>::from(&wide_by_rows_jacobian(&X));
    let dynamic = filled(nalgebra::DMatrix::from_element(3, 5, f64::NAN)).unwrap();
    let old_dynamic = filled(nalgebra_0_34::DMatrix::from_element(3, 5, f64::NAN)).unwrap();
    let array = filled(Array2::from_elem((3, 5), f64::NAN)).unwrap();
    let mut of_faer = faer::Mat::from_fn(3, 5, |_, _| f64::NAN);
    filled(of_faer.as_mut()).unwrap();
    for row in 0..3 {
        for col in 0..5 {
            let at = (row, col);
            let found = [
                new[at],
                old[at],
                dynamic[at],
                old_dynamic[at],
                array[at],
                of_faer[at],
            ];
            assert_eq!(found, [expected()[row][col]; 6], "{at:?}");
        }
    }
}

#[test]
fn a_view_into_a_larger_matrix_is_filled_and_another_shape_is_refused() {
    let mut large = Array2::from_elem((4, 5), 9.0);
    filled(large.slice_axis_mut(Axis(0), (1..).into())).unwrap();
    let below = large.slice_axis(Axis(0), (1..).into());
    assert_eq!(below, Array2::from(&wide_jacobian(&X)));
    assert!(large.row(0).iter().all(|x| *x == 9.0));
    let mut transposed = nalgebra::DMatrix::from_element(5, 3, 9.0);
    assert_eq!(
        filled(&mut transposed).map(|_| ()).unwrap_err(),
        ConvertError::Shape {
            expected: (3, 5),
            found: (5, 3)
        }
    );
}

/// Problem 35 of Hock and Schittkowski (Beale): `f = 1/9` at `(4/3, 7/9, 4/9)`.
#[jacobian(hessian, layout = csr)]
fn beale(x: &[f64; 3]) -> f64 {
    9.0 - 8.0 * x[0] - 6.0 * x[1] - 4.0 * x[2]
        + 2.0 * x[0] * x[0]
        + 2.0 * x[1] * x[1]
        + x[2] * x[2]
        + 2.0 * x[0] * x[1]
        + 2.0 * x[0] * x[2]
}

/// What must not be positive.
#[jacobian]
fn bounds(x: &[f64; 3]) -> [f64; 4] {
    [x[0] + x[1] + 2.0 * x[2] - 3.0, -x[0], -x[1], -x[2]]
}

#[test]
fn clarabel_solves_a_quadratic_program_and_takes_entries_written_in_place() {
    let mut p = BEALE_HESSIAN_PATTERN
        .clarabel_upper_of(&[0.0; BEALE_HESSIAN_NNZ])
        .unwrap();
    let mut a = BOUNDS_PATTERN.clarabel_csc_of(&BOUNDS_TEMPLATE).unwrap();
    assert!(p.check_format().is_ok() && a.check_format().is_ok());
    let settings = DefaultSettings {
        verbose: false,
        presolve_enable: false,
        ..DefaultSettings::default()
    };
    let (zeros, cones) = ([0.0; 4], [NonnegativeConeT(4)]);
    let mut solver = DefaultSolver::new(&p, &zeros[..3], &a, &zeros, &cones, settings).unwrap();
    let mut x = [0.5; 3];
    for _ in 0..2 {
        let (mut value, mut q, mut limits) = (0.0, [0.0; 3], [0.0; 4]);
        let hessian = p.nzval.as_mut_slice().try_into().unwrap();
        beale_with_hessian_into(&x, &mut value, &mut q, hessian);
        bounds_update_into(&x, &mut limits, a.nzval.as_mut_slice().try_into().unwrap());
        solver.update_q(&q.to_vec()).unwrap();
        solver.update_P(&p).unwrap();
        solver
            .update_b(&limits.map(|limit| -limit).to_vec())
            .unwrap();
        solver.update_A(&a).unwrap();
        solver.solve();
        assert_eq!(solver.solution.status, SolverStatus::Solved);
        for (x, step) in x.iter_mut().zip(&solver.solution.x) {
            *x += step;
        }
    }
    for (found, known) in x.into_iter().zip([4.0 / 3.0, 7.0 / 9.0, 4.0 / 9.0]) {
        assert!((found - known).abs() < 1e-6, "{found} {known}");
    }
    assert!((beale(&x) - 1.0 / 9.0).abs() < 1e-8);
}

#[test]
fn the_hessian_of_the_other_layout_is_refused() {
    let by_columns = jacobian_runtime::SymmetricPattern::new(
        jacobian_runtime::SparsityPattern::new(1, 1, Layout::Csc, &[0, 1], &[0], &[0, 1], &[0]),
    );
    let refused: Result<CscMatrix<f64>, _> = by_columns.clarabel_upper_of(&[1.0]);
    assert_eq!(
        refused.unwrap_err(),
        ConvertError::Layout {
            stored: Layout::Csc
        }
    );
}

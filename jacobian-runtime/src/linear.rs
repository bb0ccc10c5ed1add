//! A small dense inverse in generated code, for the derivative of a solver (`implicit(..)`).
//!
//! ```text
//! dy/dp = -(dr/dy)^-1 dr/dp        minus_inverse([[dr1/dy1, ..], ..])
//! ```
//!
//! Gauss-Jordan elimination with row pivots: Golub & Van Loan, Matrix Computations, section 3.4.
//! A singular matrix gives entries that are infinite or not a number.

use core::array::from_fn;

use crate::Real;

/// `-(matrix)^-1`
pub fn minus_inverse<T: Real, const N: usize>(mut matrix: [[T; N]; N]) -> [[T; N]; N] {
    let [zero, minus_one] = [0.0, -1.0].map(T::from_f64);
    let mut inverse = from_fn(|row| from_fn(|col| if row == col { minus_one } else { zero }));
    for step in 0..N {
        for row in step + 1..N {
            // A row with a larger entry in this column moves up. Both rows are selected and not
            // exchanged, because each lane of a batch has a pivot of its own.
            let (upper, lower) = (matrix[step][step].abs(), matrix[row][step].abs());
            exchange_if_less(&mut matrix, (step, row), (upper, lower));
            exchange_if_less(&mut inverse, (step, row), (upper, lower));
        }
        let diagonal = matrix[step][step];
        for col in 0..N {
            matrix[step][col] /= diagonal;
            inverse[step][col] /= diagonal;
        }
        let (pivot, of_inverse) = (matrix[step], inverse[step]);
        for row in (0..N).filter(|row| *row != step) {
            let factor = matrix[row][step];
            for col in 0..N {
                matrix[row][col] -= factor * pivot[col];
                inverse[row][col] -= factor * of_inverse[col];
            }
        }
    }
    inverse
}

/// Exchanges two rows if the first number is less than the second.
fn exchange_if_less<T: Real, const N: usize>(
    matrix: &mut [[T; N]; N],
    (upper, lower): (usize, usize),
    (first, second): (T, T),
) {
    let (above, below) = (matrix[upper], matrix[lower]);
    matrix[upper] = from_fn(|col| second.if_at_most(first, above[col], below[col]));
    matrix[lower] = from_fn(|col| second.if_at_most(first, below[col], above[col]));
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::minus_inverse;

    #[test]
    fn the_inverse_of_a_matrix_that_needs_pivots() {
        let matrix: [[f64; 3]; 3] = [[0.0, 2.0, 0.0], [4.0, 0.0, 1.0], [0.0, 0.0, 0.5]];
        let expected = [[0.0, -0.25, 0.5], [-0.5, 0.0, 0.0], [0.0, 0.0, -2.0]];
        assert_eq!(minus_inverse(matrix), expected);
    }

    #[test]
    fn a_singular_matrix_has_no_finite_inverse() {
        let inverse = minus_inverse([[1.0_f64, 1.0], [1.0, 1.0]]);
        assert!(inverse.iter().flatten().all(|entry| !entry.is_finite()));
    }
}

//! Gaussian elimination that chooses its pivots at run time, of orders 4, 6 and 8: against the
//! solution's own equation, `A dx = db - dA x`.

use jacobian_runtime::jacobian;

/// The system of an order, by elimination with partial pivoting, and its test.
macro_rules! solver {
    ($order:literal $solve:ident $generated:ident $test:ident) => {
        #[jacobian]
        fn $solve(a: &[[f64; $order]; $order], b: &[f64; $order]) -> [f64; $order] {
            let (mut a, mut b) = (*a, *b);
            for k in 0..$order {
                let mut pivot = k;
                for i in k + 1..$order {
                    if a[i][k].abs() > a[pivot][k].abs() {
                        pivot = i;
                    }
                }
                a.swap(k, pivot);
                b.swap(k, pivot);
                for i in k + 1..$order {
                    let factor = a[i][k] / a[k][k];
                    for j in k..$order {
                        a[i][j] -= factor * a[k][j];
                    }
                    b[i] -= factor * b[k];
                }
            }
            let mut x = [0.0; $order];
            for i in (0..$order).rev() {
                let mut sum = b[i];
                for j in i + 1..$order {
                    sum -= a[i][j] * x[j];
                }
                x[i] = sum / a[i][i];
            }
            x
        }

        #[test]
        fn $test() {
            for seed in 0..3 {
                let (a, b) = system::<$order>(seed);
                let (x, jacobian) = $generated(&a, &b);
                assert_eq!(x.map(f64::to_bits), $solve(&a, &b).map(f64::to_bits));
                let dense = jacobian.to_dense();
                for column in 0..$order * ($order + 1) {
                    // What changes is one element of A, or one of b.
                    let (row, moved) = if column < $order * $order {
                        (column / $order, -x[column % $order])
                    } else {
                        (column - $order * $order, 1.0)
                    };
                    for i in 0..$order {
                        let product: f64 = (0..$order).map(|j| a[i][j] * dense[j][column]).sum();
                        let expected = if i == row { moved } else { 0.0 };
                        let size: f64 = (0..$order)
                            .map(|j| (a[i][j] * dense[j][column]).abs())
                            .sum();
                        assert!(
                            (product - expected).abs() <= 1e-11 * (1.0 + size),
                            "seed {seed}, column {column}, equation {i}: {product} for {expected}"
                        );
                    }
                }
            }
        }
    };
}

/// A matrix whose pivots are not on its diagonal, and a right side.
fn system<const N: usize>(seed: usize) -> ([[f64; N]; N], [f64; N]) {
    let number = |k: usize| ((k * 37 + seed * 11 + 5) % 101) as f64 / 50.0 - 1.0;
    let a = std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            let large = if (i + 1 + seed) % N == j { 3.0 } else { 0.0 };
            number(i * N + j) + large
        })
    });
    (a, std::array::from_fn(|i| number(1000 + i)))
}

solver!(4 solve4 solve4_with_jacobian four_equations);
solver!(6 solve6 solve6_with_jacobian six_equations);
solver!(8 solve8 solve8_with_jacobian eight_equations);

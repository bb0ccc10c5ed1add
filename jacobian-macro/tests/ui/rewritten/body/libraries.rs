//! A module that is named like a crate of the prelude is not that crate.

use jacobian_runtime::jacobian;

#[jacobian]
fn of_a_module_named_like_a_library(x: f64) -> f64 {
    x.sin()
}

mod types {
    use jacobian_runtime::jacobian;
    use nalgebra::UnitComplex;
    use ndarray::{Array1, Array2, s};

    #[jacobian]
    fn method_of_a_type(a: &UnitComplex<f64>) -> f64 {
        a.re
    }

    #[jacobian(dim(x = 4))]
    fn three_dimensions(x: &Array1<f64>) -> f64 {
        let b = [0, 1].map(|i| Array2::from_shape_fn((2, 2), |(j, k)| x[i] * x[j + k]));
        b[0].sum() + b[1].sum()
    }

    #[jacobian(dim(a = [2, 2], x = 4))]
    fn reversed_slice(a: &Array2<f64>, x: &Array1<f64>) -> f64 {
        a.rows().into_iter().rev().map(|row| row.sum()).sum::<f64>() + x.slice(s![..;-1]).sum()
    }

    #[jacobian(wrt(x), dim(x = 2))]
    fn matrix_of_unknown_shape(k: &Array2<f64>, x: &Array1<f64>) -> Array1<f64> {
        let k = Array2::from_shape_fn((2, 2), |(i, j)| k[[i, j]]);
    k.dot(x)
    }

    #[jacobian(wrt(x), dim(x = 2, out.1 = 6, out.2 = 6))]
    fn results_of_unknown_lengths(k: &Array2<f64>, x: &Array1<f64>) -> (f64, Array1<f64>, Vec<f64>) {
        let y = k.dot(x);
        let z = y.iter().map(|v| v * v).collect();
        (x[0], y, z)
    }
}

fn main() {}

mod distributions {
    use jacobian_runtime::jacobian;
    use statrs::distribution::{ChiSquared, Continuous, ContinuousCDF};
    use statrs::statistics::Distribution;

    #[jacobian(wrt(x), rule(ChiSquared::cdf(self, x) => self.pdf(x)))]
    fn degrees_of_freedom(k: f64, x: f64) -> f64 {
        statrs::distribution::ChiSquared::new(k).unwrap().cdf(x)
    }

    #[jacobian(wrt(x))]
    fn unknown_method(k: f64, x: f64) -> f64 {
        x * statrs::distribution::ChiSquared::new(k).unwrap().skewness().unwrap()
    }
}

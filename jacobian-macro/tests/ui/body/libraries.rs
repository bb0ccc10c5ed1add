//! A module that is named like a crate of the prelude is not that crate.

use jacobian_runtime::jacobian;

mod libm {
    pub fn sin(x: f64) -> f64 {
        x * x
    }
}

#[jacobian]
fn of_a_module_named_like_a_library(x: f64) -> f64 {
    libm::sin(x)
}

mod types {
    use jacobian_runtime::jacobian;
    use nalgebra::UnitComplex;
    use ndarray::{Array1, Array2, Array3, s};

    #[jacobian]
    fn method_of_a_type(a: &UnitComplex<f64>) -> f64 {
        a.complex().re
    }

    #[jacobian(dim(x = 4))]
    fn three_dimensions(x: &Array1<f64>) -> f64 {
        let b = Array3::from_shape_fn((2, 2, 2), |(i, j, k)| x[i] * x[j + k]);
        b.sum()
    }

    #[jacobian(dim(a = [2, 2], x = 4))]
    fn reversed_slice(a: &Array2<f64>, x: &Array1<f64>) -> f64 {
        a.slice(s![..;-1, ..]).sum() + x.sum()
    }

    #[jacobian(wrt(x), dim(x = 2))]
    fn results_of_unknown_lengths(k: &Array2<f64>, x: &Array1<f64>) -> (f64, Array1<f64>, Vec<f64>) {
        let y = k.dot(x);
        let z = y.iter().map(|v| v * v).collect();
        (x[0], y, z)
    }
}

mod distributions {
    use jacobian_runtime::jacobian;
    use statrs::distribution::ContinuousCDF;
    use statrs::statistics::Distribution;

    #[jacobian]
    fn degrees_of_freedom(k: f64, x: f64) -> f64 {
        statrs::distribution::ChiSquared::new(k).unwrap().cdf(x)
    }

    #[jacobian]
    fn unknown_method(k: f64, x: f64) -> f64 {
        x * statrs::distribution::ChiSquared::new(k).unwrap().skewness().unwrap()
    }
}

fn main() {}

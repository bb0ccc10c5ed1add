//! Lists in fields as independents and outputs, with the length that `dim` gives, and structs with
//! lists as results.

use crate::support::compare;

#[jacobian_runtime::jacobian]
mod polynomials {
    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct Polynomial {
        pub(super) coefficients: Vec<f64>,
        pub(super) scale: f64,
    }

    impl Polynomial {
        #[jacobian(wrt(self.coefficients, x), dim(self.coefficients = 3))]
        pub(super) fn at(&self, x: f64) -> f64 {
            self.coefficients
                .iter()
                .rev()
                .fold(0.0, |sum, c| sum * x + c * self.scale)
        }

        #[jacobian(
            wrt(self.coefficients, other.coefficients),
            dim(self.coefficients = 3, other.coefficients = 2)
        )]
        pub(super) fn minus(mut self, other: &Self) -> Self {
            let least = self.coefficients.len().min(other.coefficients.len());
            for (i, c) in self.coefficients.iter_mut().take(least).enumerate() {
                *c -= other.coefficients[i] * other.coefficients[i];
            }
            for c in other.coefficients.iter().skip(least) {
                self.coefficients.push(-*c);
            }
            self
        }

        #[jacobian(wrt(self.coefficients), of(self.coefficients), dim(self.coefficients = 3))]
        pub(super) fn derive(&mut self, k: f64) {
            for (i, c) in self.coefficients.iter_mut().enumerate() {
                *c *= i as f64 * k;
            }
            self.coefficients.swap(0, 2);
        }
    }
}

use polynomials::Polynomial;

fn polynomial(coefficients: &[f64]) -> Polynomial {
    Polynomial {
        coefficients: coefficients.to_vec(),
        scale: 1.5,
    }
}

#[test]
fn lists_in_fields_are_variables() {
    compare(
        "at",
        [0.4, -0.7, 1.2, 0.9],
        |x| [polynomial(&x[..3]).at(x[3])],
        |x| {
            let (value, jacobian) = polynomial(&x[..3]).at_with_jacobian(x[3]);
            ([value], jacobian.to_dense())
        },
    );
    let rows = |p: Polynomial| {
        let [a, b, c] = p.coefficients[..] else {
            panic!("three coefficients");
        };
        [a, b, c, p.scale]
    };
    compare(
        "minus",
        [0.4, -0.7, 1.2, 0.9, 0.3],
        |x| rows(polynomial(&x[..3]).minus(&polynomial(&x[3..]))),
        |x| {
            let found = polynomial(&x[..3]).minus_with_jacobian(&polynomial(&x[3..]));
            (rows(found.0), found.1.to_dense())
        },
    );
    let first = |p: Polynomial| {
        let [a, b, c, _] = rows(p);
        [a, b, c]
    };
    compare(
        "derive",
        [0.4, -0.7, 1.2],
        |x| {
            let mut p = polynomial(x);
            p.derive(0.8);
            first(p)
        },
        |x| {
            let mut p = polynomial(x);
            let jacobian = p.derive_jacobian(0.8);
            (first(p), jacobian.to_dense())
        },
    );
}

#[test]
#[should_panic(expected = "3")]
fn a_list_of_another_length_panics() {
    let _ = polynomial(&[1.0; 4]).at_with_jacobian(0.5);
}

/// A list of any length, behind a name that the attribute does not see.
type Samples = Vec<f64>;

#[jacobian_runtime::jacobian(dim(x = 3))]
fn total(x: &Samples) -> f64 {
    x.iter().sum()
}

#[jacobian_runtime::jacobian(dim(x = [2, 2]))]
fn total_of_rows(x: &[Vec<f64>]) -> f64 {
    x.iter().flatten().sum()
}

#[test]
fn lists_have_the_lengths_that_are_given() {
    assert_eq!(total_with_jacobian(&vec![1.0, 2.0, 3.0]).0, 6.0);
    let rows = [vec![1.0, 2.0], vec![3.0, 4.0]];
    assert_eq!(total_of_rows_with_jacobian(&rows).0, 10.0);
}

#[test]
#[should_panic(expected = "`x` must have length 3")]
fn a_longer_list_behind_an_alias_panics() {
    let _ = total_jacobian(&vec![1.0; 4]);
}

#[test]
#[should_panic(expected = "the lists in `x` must have length 2")]
fn a_longer_list_inside_panics() {
    let _ = total_of_rows_jacobian(&[vec![1.0; 2], vec![1.0; 3]]);
}

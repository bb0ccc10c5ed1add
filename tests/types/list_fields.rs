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

/// Lists of a length of run time in several parts of a result, each with the length of an option.
#[jacobian_runtime::jacobian]
mod paths {
    pub(super) struct Path {
        pub(super) points: Vec<(f64, f64)>,
        pub(super) count: usize,
    }

    pub(super) struct Failed;

    #[jacobian(wrt(x), dim(out.0 = 3, out.1.points = 3))]
    pub(super) fn several(x: &[f64; 2], n: usize) -> (Vec<f64>, Path) {
        let mut times = Vec::new();
        let mut points = Vec::with_capacity(n);
        for i in 0..n {
            times.push(x[0] * i as f64);
            points.push((times[i].sin(), x[1] * x[0]));
        }
        (times, Path { points, count: n })
    }

    #[jacobian(wrt(x), dim(out = 3))]
    pub(super) fn only(x: &[f64; 2], n: usize) -> Result<Path, Failed> {
        if n == 0 {
            return Err(Failed);
        }
        let points = (0..n).map(|i| (x[0] * i as f64, x[1])).collect();
        Ok(Path { points, count: n })
    }
}

#[test]
fn lists_in_several_parts_of_a_result() {
    let flat = |path: &paths::Path| {
        assert_eq!(path.count, 3);
        let mut each = path.points.iter().flat_map(|(a, b)| [*a, *b]);
        [(); 6].map(|()| each.next().unwrap())
    };
    let all = |(times, path): &(Vec<f64>, paths::Path)| {
        let points = flat(path);
        let mut each = times.iter().copied().chain(points);
        [(); 9].map(|()| each.next().unwrap())
    };
    compare(
        "several",
        [0.7, 1.3],
        |x| all(&paths::several(x, 3)),
        |x| {
            let (value, jacobian) = paths::several_with_jacobian(x, 3);
            (all(&value), jacobian.to_dense())
        },
    );
    compare(
        "only",
        [0.7, 1.3],
        |x| flat(&paths::only(x, 3).ok().unwrap()),
        |x| {
            let (value, jacobian) = paths::only_with_jacobian(x, 3).ok().unwrap();
            (flat(&value), jacobian.to_dense())
        },
    );
}

//! Implementations of traits as solvers and filters ask for them: associated types and constants,
//! `Result`s, receivers of every kind, const parameters, methods that call each other.

use jacobian_runtime::jacobian;

use crate::support::compare;

const AT: [f64; 2] = [0.7, -1.3];

/// As argmin has it: parameters, output and error are associated types or aliases.
trait CostFunction {
    type Param;
    type Output;

    fn cost(&self, param: &Self::Param) -> Result<Self::Output, String>;
}

struct Rosenbrock {
    a: f64,
    b: f64,
}

#[jacobian]
impl CostFunction for Rosenbrock {
    type Param = [f64; 2];
    type Output = f64;

    fn cost(&self, param: &Self::Param) -> Result<Self::Output, String> {
        if param[0].is_nan() {
            return Err(format!("{} is no number", param[0]));
        }
        Ok((self.a - param[0]).powi(2) + self.b * (param[1] - param[0].powi(2)).powi(2))
    }
}

#[test]
fn a_result_of_an_associated_type_is_followed() {
    let function = Rosenbrock { a: 1.0, b: 100.0 };
    compare(
        "cost",
        AT,
        |x| [function.cost(x).expect("a number")],
        |x| {
            let (value, jacobian) = function.cost_with_jacobian(x).expect("a number");
            ([value], jacobian.to_dense())
        },
    );
    assert!(function.cost_jacobian(&[f64::NAN, 0.0]).is_err());
}

/// As `ode_solvers` has it: the derivative is written into a parameter, and a second method stops.
trait System<V> {
    fn system(&self, t: f64, y: &V, dy: &mut V);

    fn solout(&mut self, _t: f64, _y: &V, _dy: &V) -> bool {
        false
    }
}

struct Predator {
    rates: [f64; 3],
}

impl Predator {
    const DECAY: f64 = 0.4;
}

#[jacobian]
impl System<[f64; 2]> for Predator {
    #[jacobian(wrt(y))]
    fn system(&self, t: f64, y: &[f64; 2], dy: &mut [f64; 2]) {
        let growth = self.rates[0] * y[0] / (1.0 + y[0].abs());
        dy[0] = growth - self.rates[1] * y[0] * y[1];
        dy[1] = self.rates[2] * y[0] * y[1] - Self::DECAY * y[1] * t.cos();
    }
}

#[test]
fn an_output_parameter_of_an_impl_has_rows() {
    let system = Predator {
        rates: [1.2, 0.5, 0.3],
    };
    let value = |y: &[f64; 2]| {
        let mut dy = [0.0; 2];
        system.system(0.4, y, &mut dy);
        dy
    };
    compare("system", AT, value, |y| {
        let mut dy = [0.0; 2];
        let jacobian = system.system_jacobian(0.4, y, &mut dy);
        (dy, jacobian.to_dense())
    });
}

/// In a module helpers are in view, and methods of the trait may call each other.
#[jacobian]
mod seen {
    use jacobian_runtime::jacobian;

    pub(super) trait Flow<const N: usize> {
        const SCALE: f64;
        type Rate;

        fn rate(&self, y: &[f64; N]) -> Self::Rate;
        fn advanced(self, y: [f64; N], h: f64) -> [f64; N];
        fn filtered(&mut self, input: f64) -> f64;
    }

    #[derive(Clone, Copy)]
    pub(super) struct Chain {
        pub(super) k: f64,
        pub(super) last: f64,
    }

    impl Chain {
        fn spring(&self, stretch: f64) -> f64 {
            self.k * stretch + stretch.powi(3)
        }
    }

    #[jacobian]
    impl Flow<2> for Chain {
        const SCALE: f64 = 0.5;
        type Rate = [f64; 2];

        #[jacobian]
        fn rate(&self, y: &[f64; 2]) -> Self::Rate {
            [self.spring(y[1] - y[0]) * Self::SCALE, -self.spring(y[1])]
        }

        #[jacobian(wrt(y))]
        fn advanced(self, y: [f64; 2], h: f64) -> [f64; 2] {
            let rate = self.rate(&y);
            std::array::from_fn(|i| y[i] + h * rate[i])
        }

        #[jacobian(wrt(input, self.last), of(self.last))]
        fn filtered(&mut self, input: f64) -> f64 {
            let out = self.last + Self::SCALE * (input - self.last);
            self.last = out * self.k.tanh();
            out
        }
    }
}

#[test]
fn methods_of_an_impl_in_a_module_call_helpers_and_each_other() {
    use seen::{Chain, Flow};

    let chain = Chain { k: 2.0, last: 0.3 };
    compare(
        "rate",
        AT,
        |y| chain.rate(y),
        |y| {
            let (value, jacobian) = chain.rate_with_jacobian(y);
            (value, jacobian.to_dense())
        },
    );
    compare(
        "advanced",
        AT,
        |y| chain.advanced(*y, 0.1),
        |y| {
            let (value, jacobian) = chain.advanced_with_jacobian(*y, 0.1);
            (value, jacobian.to_dense())
        },
    );
    let filtered = |x: &[f64; 2]| {
        let mut state = Chain {
            last: x[1],
            ..chain
        };
        let out = state.filtered(x[0]);
        [out, state.last]
    };
    compare("filtered", AT, filtered, |x| {
        let mut state = Chain {
            last: x[1],
            ..chain
        };
        let (out, jacobian) = state.filtered_with_jacobian(x[0]);
        ([out, state.last], jacobian.to_dense())
    });
}

/// The options of an `impl` are those of its methods, and a method without these parameters is not
/// meant.
#[jacobian]
mod by_options {
    pub(super) trait Compartments {
        fn rates(&self, t: f64, y: &[f64]) -> Vec<f64>;
        fn total(&self, sizes: &[f64]) -> f64;
    }

    pub(super) struct Epidemic {
        pub(super) contact: f64,
    }

    #[jacobian(wrt(y), dim(y = 2))]
    impl Compartments for Epidemic {
        fn rates(&self, t: f64, y: &[f64]) -> Vec<f64> {
            let infection = self.contact * (1.0 + 0.1 * t.cos()) * y[0] * y[1];
            vec![-infection, infection - 0.3 * y[1]]
        }

        fn total(&self, sizes: &[f64]) -> f64 {
            sizes.iter().sum()
        }
    }
}

#[test]
fn the_options_of_an_impl_hold_for_its_methods() {
    use by_options::Compartments;
    let epidemic = by_options::Epidemic { contact: 0.7 };
    let value = |y: &[f64; 2]| [0, 1].map(|row| epidemic.rates(0.4, y)[row]);
    assert!(epidemic.total(&AT) < 0.0);
    compare("rates", AT, value, |y| {
        let (rates, jacobian) = epidemic.rates_with_jacobian(0.4, y);
        ([rates[0], rates[1]], jacobian.to_dense())
    });
}

/// Types of other crates can have no inherent `impl` here, so these methods get free functions.
#[jacobian]
mod foreign_types {
    pub(super) trait Bump {
        const SHARP: f64;
        fn bump(self, k: f64) -> Self;
        fn pair(&self) -> [f64; 2];
        fn shrink(&mut self, k: f64);
    }

    /// It has the name of the method.
    fn bump(x: f64) -> f64 {
        (-x * x).exp()
    }

    impl Bump for f64 {
        const SHARP: f64 = 3.0;

        #[jacobian]
        fn bump(self, k: f64) -> Self {
            bump(self * Self::SHARP) * k
        }

        #[jacobian(wrt(self), prefix = halves)]
        fn pair(&self) -> [f64; 2] {
            [self.bump(2.0), *self]
        }

        #[jacobian]
        fn shrink(&mut self, k: f64) {
            if *self > 0.0 {
                *self *= k;
            }
        }
    }

    pub(super) trait Statistic {
        fn mean(&self) -> f64;
        fn scaled(&self, p: f64) -> f64;
    }

    impl Statistic for Vec<f64> {
        fn mean(&self) -> f64 {
            self.iter().sum::<f64>() / self.len() as f64
        }

        #[jacobian(dim(self = 2))]
        fn scaled(&self, p: f64) -> f64 {
            self.iter().map(|x| x * x).sum::<f64>() * p
        }
    }

    impl Statistic for [f64; 2] {
        #[jacobian]
        fn mean(&self) -> f64 {
            (self[0] * self[1]).sqrt()
        }

        #[jacobian(prefix = scaled_array)]
        fn scaled(&self, p: f64) -> f64 {
            self[0].powi(2) * self[1] * p
        }
    }
}

/// Alone, and for a type parameter.
trait Cube {
    fn cube(self) -> Self;
}

#[jacobian]
impl<T: num_traits::Float> Cube for T {
    fn cube(self) -> Self {
        self * self * self
    }
}

#[test]
fn methods_of_foreign_types_get_free_functions() {
    use foreign_types::*;
    for at in [[0.7, 1.3], [-0.2, 0.4]] {
        let bumped = |x: &[f64; 2]| [x[0].bump(x[1])];
        compare("bump", at, bumped, |x| {
            let (value, jacobian) = bump_with_jacobian(x[0], x[1]);
            ([value], jacobian.to_dense())
        });
        compare(
            "halves",
            [at[0]],
            |x| x[0].pair(),
            |x| {
                let (value, jacobian) = halves_with_jacobian(&x[0]);
                (value, jacobian.to_dense())
            },
        );
        let shrunk = |x: &[f64; 2]| {
            let mut value = x[0];
            value.shrink(x[1]);
            [value]
        };
        compare("shrink", at, shrunk, |x| {
            let mut value = x[0];
            let jacobian = shrink_jacobian(&mut value, x[1]);
            ([value], jacobian.to_dense())
        });
    }
    let at = [0.7, 1.3, 0.4];
    let scaled = |x: &[f64; 3]| [vec![x[0], x[1]].scaled(x[2])];
    compare("scaled", at, scaled, |x| {
        let (value, jacobian) = scaled_with_jacobian(&vec![x[0], x[1]], x[2]);
        ([value], jacobian.to_dense())
    });
    let scaled = |x: &[f64; 3]| [[x[0], x[1]].scaled(x[2])];
    compare("scaled_array", at, scaled, |x| {
        let (value, jacobian) = scaled_array_with_jacobian(&[x[0], x[1]], x[2]);
        ([value], jacobian.to_dense())
    });
    compare(
        "mean",
        AT.map(f64::abs),
        |x| [x.mean()],
        |x| {
            let (value, jacobian) = mean_with_jacobian(x);
            ([value], jacobian.to_dense())
        },
    );
    compare(
        "cube",
        [0.7],
        |x| [x[0].cube()],
        |x| {
            let (value, jacobian) = cube_with_jacobian(x[0]);
            ([value], jacobian.to_dense())
        },
    );
}

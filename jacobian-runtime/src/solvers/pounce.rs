//! pounce: nonlinear programs for a port of Ipopt, an interior-point method, with sparse first and
//! second derivatives.
//!
//! ```text
//! #[jacobian(hessian, as = Program)]           minimize    f0(x)
//! fn program(x) -> [f0, f1, .., fm]            subject to  gl <= fi(x) <= gu,   xl <= x <= xu
//!
//! eval_f, eval_g      value_into       once for each point that the line search tries
//! eval_grad_f,        update_into      once for each iterate: row 0 is the gradient of the
//!   eval_jac_g                         objective, the other rows are the Jacobian of constraints
//! eval_h              your Hessian     weights (objective, multipliers): that of the Lagrangian
//! ```
//!
//! Invariant: a point whose value or derivatives are not finite is reported as one that cannot be
//! evaluated, so that pounce takes a shorter step.

mod callbacks;

use core::fmt;
use std::boxed::Box;
use std::cell::RefCell;
use std::error::Error;
use std::rc::Rc;
use std::vec::Vec;

use pounce_rs::{ApplicationReturnStatus, IpoptApplication};

use crate::{Function, SymmetricPattern};

/// From here on pounce takes a bound as absent.
const ABSENT: f64 = 2e19;

/// A function whose first dependent is to be minimized, while the others are constraints.
///
/// ```
/// use jacobian_runtime::jacobian;
/// use jacobian_runtime::solvers::pounce::Problem;
/// use pounce_rs::IpoptApplication;
///
/// /// Problem 71 of Hock and Schittkowski: the objective, and two constraints.
/// #[jacobian(hessian, as = Hs71)]
/// fn hs71(x: &[f64; 4]) -> [f64; 3] {
///     [
///         x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2],
///         x[0] * x[1] * x[2] * x[3],
///         x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3],
///     ]
/// }
///
/// let problem = Problem::new(Hs71, &[1.0, 5.0, 5.0, 1.0])
///     .with_bounds(&[1.0; 4], &[5.0; 4])
///     .with_constraints(&[25.0, 40.0], &[f64::INFINITY, 40.0])
///     .with_hessian(HS71_HESSIAN_PATTERN, |x, weights, entries| {
///         let (x, weights) = (x.try_into().unwrap(), weights.try_into().unwrap());
///         hs71_hessian_into(x, weights, entries.try_into().unwrap());
///     });
/// let mut pounce = IpoptApplication::new();
/// pounce.initialize_with_options_str("print_level 0")?;
/// let minimum = problem.minimize(&mut pounce)?;
/// assert!((minimum.objective - 17.014_017_3).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Problem<F> {
    f: F,
    start: Vec<f64>,
    /// The lower and upper bounds of the variables, and those of the constraints.
    bounds: [Vec<f64>; 2],
    constraints: [Vec<f64>; 2],
    hessian: Option<Hessian>,
    evaluated: Evaluated,
    last: Option<Minimum>,
}

/// The Hessian of the weighted sum of the dependents.
struct Hessian {
    pattern: SymmetricPattern,
    write: Box<WriteHessian>,
}

type WriteHessian = dyn Fn(&[f64], &[f64], &mut [f64]);

/// The function at one point.
struct Evaluated {
    x: Vec<f64>,
    known: Known,
    value: Vec<f64>,
    entries: Vec<f64>,
}

/// What was computed at a point.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Known {
    Nothing,
    Value,
    Jacobian,
}

/// Where pounce ended.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Minimum {
    /// The variables.
    pub x: Vec<f64>,
    /// The value of the objective.
    pub objective: f64,
    /// The values of the constraints.
    pub constraints: Vec<f64>,
    /// The multipliers of the constraints: with them, the gradient of objective plus weighted
    /// constraints is that of the bounds alone.
    pub multipliers: Vec<f64>,
    /// The multipliers of the lower and of the upper bounds of the variables.
    pub bound_multipliers: [Vec<f64>; 2],
    /// How pounce ended.
    pub status: ApplicationReturnStatus,
}

/// Pounce ended without a minimum.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Failure {
    /// The reason that pounce gives.
    pub status: ApplicationReturnStatus,
    /// The last iterate, if there was one.
    pub last: Option<Box<Minimum>>,
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "pounce found no minimum: {:?}", self.status)
    }
}

impl Error for Failure {}

impl<F: fmt::Debug> fmt::Debug for Problem<F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Problem")
            .field("f", &self.f)
            .field("start", &self.start)
            .field("bounds", &self.bounds)
            .field("constraints", &self.constraints)
            .field("hessian", &self.hessian.as_ref().map(|it| it.pattern))
            .finish_non_exhaustive()
    }
}

impl<F: Function<Scalar = f64>> Problem<F> {
    /// The problem of a function and a start: variables without bounds, and constraints that are
    /// equations, `fi(x) = 0`.
    ///
    /// # Panics
    /// Panics unless `start` is [`COLS`](Function::COLS) long.
    pub fn new(f: F, start: &[f64]) -> Self {
        const {
            assert!(F::ROWS > 0, "the first dependent is the objective");
        }
        check_length("independents", F::COLS, "start", start);
        let equations = std::vec![0.0; F::ROWS - 1];
        Self {
            f,
            start: start.to_vec(),
            bounds: [std::vec![-ABSENT; F::COLS], std::vec![ABSENT; F::COLS]],
            constraints: [equations.clone(), equations],
            hessian: None,
            evaluated: Evaluated {
                x: std::vec![0.0; F::COLS],
                known: Known::Nothing,
                value: std::vec![0.0; F::ROWS],
                entries: F::TEMPLATE.to_vec(),
            },
            last: None,
        }
    }

    /// The bounds of the variables. Write an infinite number where a variable has no bound.
    ///
    /// # Panics
    /// Panics unless both slices are [`COLS`](Function::COLS) long.
    #[must_use]
    pub fn with_bounds(mut self, lower: &[f64], upper: &[f64]) -> Self {
        check_length("independents", F::COLS, "list of lower bounds", lower);
        check_length("independents", F::COLS, "list of upper bounds", upper);
        self.bounds = [lower, upper].map(finite);
        self
    }

    /// The bounds of the constraints, which are the dependents behind the first one. Two equal ones
    /// make an equation, and an infinite one is none.
    ///
    /// # Panics
    /// Panics unless both slices have one number less than [`ROWS`](Function::ROWS).
    #[must_use]
    pub fn with_constraints(mut self, lower: &[f64], upper: &[f64]) -> Self {
        let count = F::ROWS - 1;
        check_length("constraints", count, "list of lower bounds", lower);
        check_length("constraints", count, "list of upper bounds", upper);
        self.constraints = [lower, upper].map(finite);
        self
    }

    /// The Hessian that the option `hessian` generates: its pattern, and a function that writes its
    /// entries at a point with a weight for each dependent. If there is one dependent alone, the
    /// weight is one, and the function may ignore it.
    ///
    /// Without it pounce approximates the Hessian from gradients, by limited memory.
    ///
    /// # Panics
    /// Panics if the pattern has another size than the function has independents.
    #[must_use]
    pub fn with_hessian(
        mut self,
        pattern: SymmetricPattern,
        hessian_into: impl Fn(&[f64], &[f64], &mut [f64]) + 'static,
    ) -> Self {
        assert!(
            pattern.size() == F::COLS,
            "the function has {} independents, the Hessian {} columns",
            F::COLS,
            pattern.size()
        );
        self.hessian = Some(Hessian {
            pattern,
            write: Box::new(hessian_into),
        });
        self
    }

    /// Lets pounce minimize, with the options that were set.
    ///
    /// The option `hessian_approximation` is set here: exact if the problem has a Hessian.
    ///
    /// # Errors
    /// If pounce ends with another status than success, also at an acceptable level. The error has
    /// the last iterate.
    pub fn minimize(self, pounce: &mut IpoptApplication) -> Result<Minimum, Failure>
    where
        F: 'static,
    {
        let wanted = match self.hessian {
            Some(_) => "exact",
            None => "limited-memory",
        };
        let options = pounce.options_mut();
        let set = options.set_string_value("hessian_approximation", wanted, true, true);
        if set.is_err() {
            return Err(Failure {
                status: ApplicationReturnStatus::InvalidOption,
                last: None,
            });
        }
        let shared = Rc::new(RefCell::new(self));
        let status = pounce.optimize_tnlp(Rc::<RefCell<Self>>::clone(&shared));
        let last = shared.borrow_mut().last.take();
        let last = last.map(|minimum| Minimum { status, ..minimum });
        match (status, last) {
            (
                ApplicationReturnStatus::SolveSucceeded
                | ApplicationReturnStatus::SolvedToAcceptableLevel,
                Some(minimum),
            ) => Ok(minimum),
            (status, last) => Err(Failure {
                status,
                last: last.map(Box::new),
            }),
        }
    }

    /// Evaluates at `x` what is not known there. `None` if a number that is wanted is not finite.
    fn at(&mut self, x: &[f64], wanted: Known) -> Option<&Evaluated> {
        let at = &mut self.evaluated;
        // Bits would tell apart zeros of either sign, which is not worth a second evaluation; NaN
        // differs from itself and is evaluated again.
        if at.x != x {
            at.x.copy_from_slice(x);
            at.known = Known::Nothing;
        }
        if at.known < wanted {
            match wanted {
                Known::Jacobian => self.f.update_into(x, &mut at.value, &mut at.entries),
                Known::Value | Known::Nothing => self.f.value_into(x, &mut at.value),
            }
            at.known = wanted;
        }
        let is_finite = |numbers: &[f64]| numbers.iter().all(|number| number.is_finite());
        let entries = (wanted == Known::Jacobian).then_some(&at.entries[..]);
        (is_finite(&at.value) && entries.is_none_or(is_finite)).then_some(at)
    }
}

/// Infinite bounds as pounce knows them.
fn finite(bounds: &[f64]) -> Vec<f64> {
    // NaN stays, and is an error of pounce.
    let finite = |bound: &f64| match *bound {
        f64::INFINITY => ABSENT,
        f64::NEG_INFINITY => -ABSENT,
        bound => bound,
    };
    bounds.iter().map(finite).collect()
}

fn check_length(what: &str, expected: usize, slice: &str, found: &[f64]) {
    assert!(
        found.len() == expected,
        "the function has {expected} {what}, the {slice} {}",
        found.len()
    );
}

//! diffsol: differential equations `M y' = f(y, t)` with a Jacobian whose pattern is known, dense
//! or sparse. Nothing is probed and nothing is coloured.
//!
//! ```text
//! closures, as diffsol has them    pattern by NaN probing, Jacobian by one product for each color
//! Equations                        pattern of the function, its entries written at their places
//! ```

use core::fmt;
use std::cell::{Cell, RefCell};
use std::vec::Vec;

use diffsol::matrix::sparsity::MatrixSparsity;
use diffsol::op::{Op, OpStatistics};
use diffsol::{
    ConstantOp, LinearOp, Matrix, NonLinearOp, NonLinearOpJacobian, OdeEquations, OdeEquationsRef,
    UnitCallable, Vector, VectorIndex,
};

use crate::Function;
use crate::convert::ScatterMap;

/// Differential equations from a function of the state.
///
/// The closure makes the function at a time; `|_| f` if time does not enter. `M` is the matrix of
/// diffsol, for example `NalgebraMat<f64>` or `FaerSparseMat<f64>`.
///
/// ```
/// use diffsol::{FaerSparseLU, FaerSparseMat, OdeBuilder, OdeSolverMethod, Vector};
/// use jacobian_runtime::jacobian;
/// use jacobian_runtime::solvers::diffsol::Equations;
///
/// #[jacobian(wrt(y), as = Decay)]
/// fn decay(y: &[f64; 2], k: f64) -> [f64; 2] {
///     [-k * y[0], k * y[0] - y[1]]
/// }
///
/// type M = FaerSparseMat<f64>;
/// let equations = Equations::<_, _, M>::new(|_t| Decay { k: 0.5 }, &[1.0, 0.0]);
/// let problem = OdeBuilder::<M>::new().rtol(1e-8).atol([1e-10]).build_from_eqn(equations)?;
/// let mut solver = problem.bdf::<FaerSparseLU<f64>>()?;
/// solver.solve(2.0)?;
/// let y = solver.state().y.clone_as_vec();
/// assert!((y[0] - (-1.0_f64).exp()).abs() < 1e-6);
/// # Ok::<(), diffsol::error::DiffsolError>(())
/// ```
pub struct Equations<G, F, M: Matrix> {
    function_at: G,
    start: Vec<f64>,
    mass: Option<Vec<(usize, usize, f64)>>,
    /// Where entries go among the values of the matrix, and the numbers of the entries.
    places: <M::V as Vector>::Index,
    numbers: <M::V as Vector>::Index,
    entries: RefCell<M::V>,
    value: RefCell<Vec<f64>>,
    calls: Cell<usize>,
    matrices: Cell<usize>,
    products: Cell<usize>,
    context: M::C,
    function: core::marker::PhantomData<fn() -> F>,
}

impl<G, F, M> Equations<G, F, M>
where
    G: Fn(f64) -> F,
    F: Function<Scalar = f64>,
    M: Matrix<T = f64>,
{
    /// The equations `y' = f(y)` with the initial state `start`, where `f` is the function at a
    /// time.
    ///
    /// # Panics
    /// Panics unless `start` is [`COLS`](Function::COLS) long. A function with another number of
    /// dependents than independents does not compile.
    pub fn new(function_at: G, start: &[f64]) -> Self {
        const {
            assert!(
                F::ROWS == F::COLS,
                "differential equations need as many dependents as independents"
            );
        }
        assert!(
            start.len() == F::COLS,
            "the function has {} independents, the start {}",
            F::COLS,
            start.len()
        );
        let context = M::C::default();
        let places = places::<F>(M::is_sparse());
        let mut entries = M::V::zeros(F::NNZ, context.clone());
        entries.for_each_batch_host([], |entries, [], _| entries.copy_from_slice(F::TEMPLATE));
        Self {
            function_at,
            start: start.to_vec(),
            mass: None,
            places: VectorIndex::from_vec(places, context.clone()),
            numbers: VectorIndex::from_vec((0..F::NNZ).collect(), context.clone()),
            entries: RefCell::new(entries),
            value: RefCell::new(std::vec![0.0; F::ROWS]),
            calls: Cell::new(0),
            matrices: Cell::new(0),
            products: Cell::new(0),
            context,
            function: core::marker::PhantomData,
        }
    }

    /// The equations `M y' = f(y)`, with the entries of `M` as (row, column, value). A row without
    /// an entry is an algebraic equation.
    ///
    /// # Panics
    /// Panics if an entry is outside of the matrix.
    #[must_use]
    pub fn with_mass(mut self, mass: &[(usize, usize, f64)]) -> Self {
        let n = F::COLS;
        assert!(
            mass.iter().all(|(row, col, _)| *row < n && *col < n),
            "an entry of the mass matrix is outside of {n} rows and columns"
        );
        self.mass = Some(mass.to_vec());
        self
    }
}

/// The place of each entry among the values of a sparse matrix by columns, or among the elements of
/// a dense one.
fn places<F: Function>(is_sparse: bool) -> Vec<usize> {
    let pattern = F::PATTERN;
    if is_sparse {
        let (pointers, indices) = (pattern.col_ptrs(), pattern.row_indices());
        let map = ScatterMap::into_columns(pattern, (0, 0), pointers, indices);
        let map = map.expect("invariant: a pattern has its own entries");
        map.places().to_vec()
    } else {
        let at = |(row, col)| col * F::ROWS + row;
        pattern.entries().map(at).collect()
    }
}

/// The right-hand side.
pub struct Rhs<'a, G, F, M: Matrix>(&'a Equations<G, F, M>);

/// The mass matrix.
pub struct Mass<'a, G, F, M: Matrix>(&'a Equations<G, F, M>);

/// The initial state.
pub struct Start<'a, G, F, M: Matrix>(&'a Equations<G, F, M>);

/// All four have the size of the system.
macro_rules! operator {
    ($($type:ty, |$this:ident| $equations:expr;)*) => {
        $(impl<G, F, M: Matrix> fmt::Debug for $type {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.debug_struct(stringify!($type)).finish_non_exhaustive()
            }
        }

        impl<G, F: Function<Scalar = f64>, M: Matrix<T = f64>> Op for $type {
            type T = f64;
            type V = M::V;
            type M = M;
            type C = M::C;

            fn context(&self) -> &M::C {
                let $this = self;
                &$equations.context
            }

            fn nstates(&self) -> usize {
                F::COLS
            }

            fn nout(&self) -> usize {
                F::COLS
            }

            fn nparams(&self) -> usize {
                0
            }

            fn statistics(&self) -> OpStatistics {
                let $this = self;
                let equations = &$equations;
                let mut statistics = OpStatistics::new();
                statistics.number_of_calls = equations.calls.get();
                statistics.number_of_jac_muls = equations.products.get();
                statistics.number_of_matrix_evals = equations.matrices.get();
                statistics
            }
        })*
    };
}

operator! {
    Equations<G, F, M>, |this| this;
    Rhs<'_, G, F, M>, |this| this.0;
    Mass<'_, G, F, M>, |this| this.0;
    Start<'_, G, F, M>, |this| this.0;
}

fn count(counter: &Cell<usize>) {
    counter.set(counter.get() + 1);
}

impl<G, F, M> NonLinearOp for Rhs<'_, G, F, M>
where
    G: Fn(f64) -> F,
    F: Function<Scalar = f64>,
    M: Matrix<T = f64>,
{
    fn call_inplace(&self, x: &M::V, t: f64, y: &mut M::V) {
        count(&self.0.calls);
        let f = (self.0.function_at)(t);
        y.for_each_batch_host([x], |y, [x], _| f.value_into(x, y));
    }
}

impl<G, F, M> NonLinearOpJacobian for Rhs<'_, G, F, M>
where
    G: Fn(f64) -> F,
    F: Function<Scalar = f64>,
    M: Matrix<T = f64>,
{
    fn jac_mul_inplace(&self, x: &M::V, t: f64, v: &M::V, y: &mut M::V) {
        count(&self.0.products);
        let f = (self.0.function_at)(t);
        let mut value = self.0.value.borrow_mut();
        let mut labels = std::vec![0.0; F::LABELS];
        y.for_each_batch_host([x, v], |y, [x, v], _| {
            f.jvp_into(x, v, &mut value, &mut labels, y);
        });
    }

    fn jacobian_inplace(&self, x: &M::V, t: f64, y: &mut M) {
        count(&self.0.matrices);
        let f = (self.0.function_at)(t);
        let mut entries = self.0.entries.borrow_mut();
        let mut value = self.0.value.borrow_mut();
        entries.for_each_batch_host([x], |entries, [x], _| {
            f.update_into(x, &mut value, entries);
        });
        y.set_data_with_indices(&self.0.places, &self.0.numbers, &entries);
    }

    fn jacobian_sparsity(&self) -> Option<M::Sparsity> {
        sparsity::<M>(F::COLS, F::PATTERN.entries().collect())
    }
}

fn sparsity<M: Matrix>(n: usize, entries: Vec<(usize, usize)>) -> Option<M::Sparsity> {
    M::is_sparse().then(|| {
        MatrixSparsity::try_from_indices(n, n, entries)
            .expect("invariant: entries are inside of the matrix")
    })
}

impl<G, F, M> LinearOp for Mass<'_, G, F, M>
where
    F: Function<Scalar = f64>,
    M: Matrix<T = f64>,
{
    fn gemv_inplace(&self, x: &M::V, _t: f64, beta: f64, y: &mut M::V) {
        let mass = self.0.mass.as_deref().unwrap_or(&[]);
        y.for_each_batch_host([x], |y, [x], _| {
            for y in &mut *y {
                *y *= beta;
            }
            for (row, col, value) in mass {
                y[*row] += value * x[*col];
            }
        });
    }

    fn sparsity(&self) -> Option<M::Sparsity> {
        let mass = self.0.mass.as_deref().unwrap_or(&[]);
        let mut places: Vec<_> = mass.iter().map(|(row, col, _)| (*row, *col)).collect();
        places.sort_unstable();
        places.dedup();
        sparsity::<M>(F::COLS, places)
    }
}

impl<G, F, M> ConstantOp for Start<'_, G, F, M>
where
    F: Function<Scalar = f64>,
    M: Matrix<T = f64>,
{
    fn call_inplace(&self, _t: f64, y: &mut M::V) {
        y.for_each_batch_host([], |y, [], _| y.copy_from_slice(&self.0.start));
    }
}

impl<'a, G, F, M> OdeEquationsRef<'a> for Equations<G, F, M>
where
    G: Fn(f64) -> F,
    F: Function<Scalar = f64>,
    M: Matrix<T = f64>,
{
    type Mass = Mass<'a, G, F, M>;
    type Rhs = Rhs<'a, G, F, M>;
    type Root = UnitCallable<M>;
    type Init = Start<'a, G, F, M>;
    type Out = UnitCallable<M>;
    type Reset = UnitCallable<M>;
}

impl<G, F, M> OdeEquations for Equations<G, F, M>
where
    G: Fn(f64) -> F,
    F: Function<Scalar = f64>,
    M: Matrix<T = f64>,
{
    fn rhs(&self) -> Rhs<'_, G, F, M> {
        Rhs(self)
    }

    fn mass(&self) -> Option<Mass<'_, G, F, M>> {
        self.mass.as_ref().map(|_| Mass(self))
    }

    fn init(&self) -> Start<'_, G, F, M> {
        Start(self)
    }

    fn set_params(&mut self, _p: &M::V) {}

    fn get_params(&self, _p: &mut M::V) {}
}

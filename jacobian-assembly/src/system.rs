//! `System`: terms are added to it, and `build` finds pattern and places.

mod products;

use core::any::Any;
use core::fmt;
use core::marker::PhantomData;

use jacobian_runtime::Layout;

use crate::elements::Elements;
use crate::error::{AssemblyError, EvaluationError, Part};
use crate::owned::Owned;
use crate::pattern::Pattern;
use crate::quantity::{Element, Hessian, Jacobian, Normal, Quantity};
use crate::shares::{self, Share};
use crate::term::Term;
use crate::unplaced::Unplaced;

/// A thread that has fewer elements costs more than it saves.
const ELEMENTS_PER_THREAD: usize = 4096;

/// A term of a system, by which its function is reached.
pub struct Handle<F> {
    term: usize,
    function: PhantomData<fn() -> F>,
}

impl<F> Clone for Handle<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F> Copy for Handle<F> {}

impl<F> fmt::Debug for Handle<F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Handle({})", self.term)
    }
}

/// Terms that are not placed yet: the size of the system and its elements.
#[derive(Debug)]
pub struct Builder<Q> {
    n_rows: usize,
    n_columns: usize,
    layout: Layout,
    threads: Option<usize>,
    terms: Vec<Unplaced>,
    /// The rows that elements have, where no two may have the same.
    taken: Vec<bool>,
    quantity: PhantomData<fn() -> Q>,
}

impl<Q: Quantity> Builder<Q> {
    fn new(n_rows: usize, n_columns: usize) -> Self {
        Self {
            n_rows,
            n_columns,
            layout: Layout::Csc,
            threads: None,
            terms: Vec::new(),
            taken: Vec::new(),
            quantity: PhantomData,
        }
    }

    /// The order in which the entries are stored: by columns unless you say otherwise.
    #[must_use]
    pub fn layout(mut self, layout: Layout) -> Self {
        self.layout = layout;
        self
    }

    /// How many threads share an evaluation. Unless you say otherwise, these are those of rayon's
    /// pool, or fewer if there are not some thousands of elements for each, because waking a thread
    /// takes as long. The results do not depend on it.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// Adds the elements of a function.
    ///
    /// # Errors
    /// Names the first element that does not fit.
    pub fn term<F: Element<Q>>(
        &mut self,
        function: F,
        elements: Elements,
    ) -> Result<Handle<F>, AssemblyError> {
        let shape = F::shape();
        let widths = [shape.n_columns, shape.n_rows, shape.data.iter().sum()];
        let elements = elements.checked(widths, self.n_rows, self.n_columns)?;
        let unplaced = Unplaced::of::<Q, F>(function, shape, elements)?;
        if Q::ROWS_DIFFER {
            self.taken.resize(self.n_rows, false);
            unplaced.take_rows(&mut self.taken)?;
        }
        self.terms.push(unplaced);
        Ok(Handle {
            term: self.terms.len() - 1,
            function: PhantomData,
        })
    }

    /// Finds the pattern of the system, and the place of each number of each element.
    ///
    /// # Errors
    /// There may be no more than 2^31 - 1 rows, columns, elements and entries each.
    pub fn build(self) -> Result<System<Q>, AssemblyError> {
        let n_elements = self.terms.iter().map(Unplaced::n_elements).sum();
        counted(Part::Row, self.n_rows)?;
        counted(Part::Column, self.n_columns)?;
        counted(Part::Element, n_elements)?;
        let size = if Q::IS_SYMMETRIC {
            self.n_columns
        } else {
            self.n_rows
        };
        let pattern = Pattern::of((size, self.n_columns), self.layout, |each| {
            for term in &self.terms {
                term.each_entry(Q::IS_SYMMETRIC, each);
            }
        });
        counted(Part::Entry, pattern.nnz())?;
        Ok(self.placed(pattern))
    }

    fn placed(self, pattern: Pattern) -> System<Q> {
        let mut constants = vec![0.0; pattern.nnz()];
        let position = |row, col| {
            let found = pattern.position(row, col);
            found.expect("invariant: the pattern has all entries")
        };
        let (mut terms, mut n_elements) = (Vec::with_capacity(self.terms.len()), 0);
        for term in self.terms {
            let term = term.placed::<Q>(position, &mut constants, n_elements);
            n_elements += term.n_elements();
            terms.push(term);
        }
        let threads = self.threads.unwrap_or_else(|| {
            let worth = n_elements / ELEMENTS_PER_THREAD;
            default_threads().min(worth)
        });
        let n_energies = if Q::HAS_ENERGY { n_elements } else { 0 };
        System {
            n_rows: self.n_rows,
            constants: constants
                .iter()
                .any(|constant| *constant != 0.0)
                .then_some(constants),
            energies: vec![0.0; n_energies],
            shares: Share::of(threads, [self.n_rows, n_energies], &pattern, &terms),
            pattern,
            terms,
            quantity: PhantomData,
        }
    }
}

/// A sum over elements: the system with its pattern, ready to be evaluated many times.
///
/// `Q` is what is assembled: [`Jacobian`], [`Normal`] or [`Hessian`].
#[derive(Debug)]
pub struct System<Q> {
    n_rows: usize,
    pattern: Pattern,
    /// The sums of entries that never vary, unless there are none.
    constants: Option<Vec<f64>>,
    /// The energies or costs of all elements.
    energies: Vec<f64>,
    terms: Vec<Term>,
    shares: Vec<Share>,
    quantity: PhantomData<fn() -> Q>,
}

impl System<Jacobian> {
    /// A system of residuals with this many rows and columns.
    pub fn jacobian(n_rows: usize, n_columns: usize) -> Builder<Jacobian> {
        Builder::new(n_rows, n_columns)
    }

    /// Writes the residuals and the entries of the Jacobian at `x`.
    ///
    /// # Errors
    /// If a slice has the wrong length, nothing is written. If a result of an element is infinite
    /// or no number, that element is named.
    pub fn jacobian_into(
        &mut self,
        x: &[f64],
        value: &mut [f64],
        entries: &mut [f64],
    ) -> Result<(), EvaluationError> {
        length("value", self.n_rows, value.len())?;
        length("entries", self.pattern.nnz(), entries.len())?;
        self.evaluate(x, value, &mut [], entries)
    }

    /// Writes the residuals alone, for example along a line search. The elements compute their
    /// Jacobians, and these are not kept.
    ///
    /// # Errors
    /// As [`jacobian_into`](Self::jacobian_into).
    pub fn value_into(&mut self, x: &[f64], value: &mut [f64]) -> Result<(), EvaluationError> {
        length("value", self.n_rows, value.len())?;
        self.evaluate(x, value, &mut [], &mut [])
    }
}

impl System<Normal> {
    /// Least squares with this many residuals and unknowns.
    pub fn normal(n_rows: usize, n_columns: usize) -> Builder<Normal> {
        Builder::new(n_rows, n_columns)
    }

    /// Writes the residuals, the gradient `Jᵀ r` and the lower triangle of `Jᵀ J` at `x`, with the
    /// weights and the losses that the functions have, and returns the cost: half the sum of
    /// squares, with the same weights and losses. No Jacobian is stored.
    ///
    /// # Errors
    /// If a slice has the wrong length, nothing is written. If a result of an element is infinite
    /// or no number, that element is named.
    pub fn normal_into(
        &mut self,
        x: &[f64],
        value: &mut [f64],
        gradient: &mut [f64],
        entries: &mut [f64],
    ) -> Result<f64, EvaluationError> {
        length("value", self.n_rows, value.len())?;
        length("gradient", self.pattern.cols(), gradient.len())?;
        length("entries", self.pattern.nnz(), entries.len())?;
        self.evaluate(x, value, gradient, entries)?;
        Ok(sum(&self.energies))
    }
}

impl System<Hessian> {
    /// An energy of this many unknowns.
    pub fn hessian(n_columns: usize) -> Builder<Hessian> {
        Builder::new(0, n_columns)
    }

    /// Writes the gradient and the lower triangle of the Hessian at `x`, and returns the energy.
    ///
    /// # Errors
    /// If a slice has the wrong length, nothing is written. If a result of an element is infinite
    /// or no number, that element is named.
    pub fn hessian_into(
        &mut self,
        x: &[f64],
        gradient: &mut [f64],
        entries: &mut [f64],
    ) -> Result<f64, EvaluationError> {
        length("gradient", self.pattern.cols(), gradient.len())?;
        length("entries", self.pattern.nnz(), entries.len())?;
        self.evaluate(x, &mut [], gradient, entries)?;
        Ok(sum(&self.energies))
    }
}

impl<Q: Quantity> System<Q> {
    /// The positions of the entries.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The function of a term, for example to change a parameter. Places and pattern stay.
    ///
    /// # Panics
    /// Panics if the handle is of another system whose term has a function of another type. Where
    /// the types agree, nobody notices, so keep handles beside their system.
    pub fn function_mut<F: Element<Q>>(&mut self, handle: Handle<F>) -> &mut F {
        let found = self.terms.get_mut(handle.term);
        let function = found.map(|term| term.function.as_any());
        let function = function.and_then(<dyn Any>::downcast_mut);
        function.expect("the handle is of this system")
    }

    /// By how much more elements are evaluated than there are, because they touch the parts of
    /// several threads. It is 1.0 if none does. To keep it small, number neighbouring elements and
    /// unknowns in the same order.
    #[expect(clippy::cast_precision_loss, reason = "a ratio to look at")]
    pub fn redundancy(&self) -> f64 {
        let evaluated: usize = self.shares.iter().map(Share::n_blocks).sum();
        let all: usize = self.terms.iter().map(Term::n_blocks).sum();
        if all == 0 {
            return 1.0;
        }
        evaluated as f64 / all as f64
    }

    fn evaluate(
        &mut self,
        x: &[f64],
        value: &mut [f64],
        gradient: &mut [f64],
        entries: &mut [f64],
    ) -> Result<(), EvaluationError> {
        length("x", self.pattern.cols(), x.len())?;
        let vectors = [
            Owned::of(value, None),
            Owned::of(&mut self.energies, None),
            Owned::of(gradient, None),
            Owned::of(entries, self.constants.as_deref()),
        ];
        let wrong = shares::evaluate(&mut self.shares, &self.terms, x, vectors);
        wrong.map_or(Ok(()), |(term, element)| {
            Err(EvaluationError::NotFinite { term, element })
        })
    }
}

/// Places are counted in 31 bits.
fn counted(part: Part, count: usize) -> Result<(), AssemblyError> {
    match i32::try_from(count) {
        Ok(_) => Ok(()),
        Err(_) => Err(AssemblyError::SystemTooLarge { part, count }),
    }
}

fn length(slice: &'static str, expected: usize, found: usize) -> Result<(), EvaluationError> {
    if found == expected {
        return Ok(());
    }
    Err(EvaluationError::WrongLength {
        slice,
        expected,
        found,
    })
}

/// The sum in pairs, whose rounding errors grow with the logarithm of the count.
fn sum(numbers: &[f64]) -> f64 {
    if numbers.len() <= 64 {
        return numbers.iter().fold(0.0, |sum, number| sum + number);
    }
    let (front, back) = numbers.split_at(numbers.len() / 2);
    sum(front) + sum(back)
}

#[cfg(feature = "rayon")]
fn default_threads() -> usize {
    rayon::current_num_threads()
}

#[cfg(not(feature = "rayon"))]
fn default_threads() -> usize {
    1
}

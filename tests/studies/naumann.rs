//! Comparisons of two papers of Naumann: uni-directional propagation by formula, orders by
//! elimination.
//!
//! ```text
//! n independents, p intermediates, m dependents
//! a row of the Jacobian has at most r entries, a column at most c
//! DF = n (m + p)     DR = m (n + p)     NR = min { r (m + p), c (n + p) }
//! ```
//!
//! DF and DR propagate whole Cartesian bases forward and in reverse, NR as many directions as the
//! sparsity leaves (Newsam and Ramsdell), along every vertex once. The formulas count a product per
//! direction and vertex; orders are counted product by product, those with a factor of plus or
//! minus one included, as in the papers.
//!
//! Source: U. Naumann, Accumulation of Jacobians by dynamic programming, section 1.

use std::cell::RefCell;
use std::collections::BTreeMap;

use jacobian_core::elim::eliminate;
use jacobian_core::graph::LinearGraph;
use jacobian_core::order::choose;
use jacobian_core::pipeline::Compiled;
use jacobian_core::plan::{Counts, Entry};

use super::functions;
use super::sources::Attributed;
use super::subject;

/// A function, and the sizes that the formulas need.
#[derive(Debug)]
pub(crate) struct Function {
    /// The graph to eliminate.
    pub(crate) graph: LinearGraph,
    /// Independents.
    pub(crate) n: usize,
    /// Intermediates.
    pub(crate) p: usize,
    /// Dependents.
    pub(crate) m: usize,
    /// The most entries of a row of the Jacobian.
    pub(crate) of_row: usize,
    /// The most entries of a column.
    pub(crate) of_column: usize,
    counted: RefCell<BTreeMap<String, Counts>>,
}

impl Function {
    /// Of a text, nothing folded before.
    pub(crate) fn of(text: &Attributed) -> Self {
        let Compiled { graph, plan, .. } = subject::compiled(text, "order = reverse, fold = none");
        let (n, m) = (graph.independents().len(), graph.dependents().len());
        let most = |size: usize, places: &mut dyn Iterator<Item = usize>| {
            let mut entries = vec![0; size];
            places.for_each(|place| entries[place] += 1);
            entries.into_iter().max().unwrap_or(0)
        };
        let of_row = most(m, &mut plan.entries().iter().map(Entry::row));
        let of_column = most(n, &mut plan.entries().iter().map(Entry::col));
        Self {
            n,
            p: graph.intermediates().count(),
            m,
            of_row,
            of_column,
            counted: RefCell::default(),
            graph,
        }
    }

    /// One of the functions of the tables, or of the corpus.
    pub(crate) fn named(name: &str) -> Self {
        match name {
            "fdc" | "fic" => Self::of(&subject::function(name)),
            _ => Self::of(&functions::source(name)),
        }
    }

    /// The cost of the order of a method, computed once.
    pub(crate) fn counts(&self, method: &str) -> Counts {
        if let Some(counts) = self.counted.borrow().get(method) {
            return *counts;
        }
        let order = choose(&self.graph, &subject::choice(method));
        let counts = eliminate(&self.graph, &order.expect("the method takes every graph")).counts();
        self.counted.borrow_mut().insert(method.to_owned(), counts);
        counts
    }

    /// All products of the order of a method.
    pub(crate) fn all(&self, method: &str) -> usize {
        self.counts(method).all
    }

    /// The whole basis forward.
    pub(crate) fn dense_forward(&self) -> usize {
        self.n * (self.m + self.p)
    }

    /// The whole basis in reverse.
    pub(crate) fn dense_reverse(&self) -> usize {
        self.m * (self.n + self.p)
    }

    /// As many directions as the sparsity leaves, forward or in reverse.
    pub(crate) fn compressed(&self) -> usize {
        (self.of_row * (self.m + self.p)).min(self.of_column * (self.n + self.p))
    }

    /// The method that takes fewest products, the first of them.
    pub(crate) fn best<'a>(&self, methods: &[&'a str]) -> (&'a str, usize) {
        let costs = methods.iter().map(|method| (*method, self.all(method)));
        costs.min_by_key(|(_, all)| *all).expect("some method")
    }
}

/// A quotient with two digits, computed in integers.
pub(crate) fn ratio(whole: usize, part: usize) -> String {
    let hundredths = (100 * whole + part / 2).checked_div(part).unwrap_or(0);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

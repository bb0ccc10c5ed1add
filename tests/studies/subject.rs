//! The subject of a study: a graph, and its statements if it comes from source.
//!
//! ```text
//! jacobian-elimination/tests/graphs/box_model.json   ------------------> graph
//! tests/corpus/roe.rs  --front, nothing folded--> code list ----> graph
//! ```
//!
//! If the statements are known, a plan uses the products that the value path computes anyway, and
//! an order can be judged by the operations that are executed in the end. A graph of the literature
//! knows no value path.

use jacobian_core::elim::{EliminationOrder, Step, eliminate};
use jacobian_core::graph::{LinearGraph, Pattern};
use jacobian_core::ir::{CodeList, RegionId};
use jacobian_core::order::{OrderChoice, Start, choose_from};
use jacobian_core::pipeline::Compiled;
use jacobian_core::plan::{Counts, Plan};
use jacobian_core::pricing::Pricer;
use jacobian_core::rewrite::{Passes, Summands};
use proc_macro2::TokenStream;

use super::graphs;
use super::sources::{self, Attributed};

/// A function to be studied.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    /// Its name in the tables.
    pub(crate) name: String,
    /// The graph to eliminate.
    pub(crate) graph: LinearGraph,
    /// Its statements, where it comes from source.
    pub(crate) code: Option<CodeList>,
}

impl Subject {
    /// A graph of the literature.
    pub(crate) fn of_literature(name: &str) -> Self {
        let (graph, _) = graphs::read(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        Self {
            name: name.to_owned(),
            graph,
            code: None,
        }
    }

    /// A function of the corpus, nothing folded before.
    pub(crate) fn of_corpus(name: &str) -> Self {
        let compiled = compiled(&function(name), "order = forward, fold = none");
        Self {
            name: name.to_owned(),
            graph: compiled.graph,
            code: Some(compiled.code),
        }
    }

    /// The plan of a method that starts after these steps; nothing where the method does not take
    /// the graph.
    pub(crate) fn plan_after(&self, prefix: &[Step], choice: &OrderChoice) -> Option<Plan> {
        let known = self
            .code
            .as_ref()
            .map(|code| Passes::of(code, Summands::Computed));
        let pattern = Pattern::of(&self.graph);
        let executed = known
            .as_ref()
            .map(|known| Pricer::new(known, RegionId::FUNCTION, &pattern));
        let order = choose_from(&self.graph, Start::Decided(prefix), choice, executed).ok()?;
        Some(self.plan_of(&order))
    }

    /// The plan of an order.
    pub(crate) fn plan_of(&self, order: &EliminationOrder) -> Plan {
        let plan = eliminate(&self.graph, order);
        match &self.code {
            Some(code) => Passes::of(code, Summands::Computed).rewrite(plan, RegionId::FUNCTION),
            None => plan,
        }
    }

    /// The cost of a method, given by its name, after these steps.
    pub(crate) fn counts_after(&self, prefix: &[Step], method: &str) -> Option<Counts> {
        let plan = self.plan_after(prefix, &choice(method))?;
        Some(plan.counts())
    }
}

/// A method by its name.
pub(crate) fn choice(method: &str) -> OrderChoice {
    let parsed: Result<OrderChoice, _> = method.parse();
    parsed.unwrap_or_else(|_| panic!("there is no method {method}"))
}

/// A function of the corpus or of its domains.
pub(crate) fn function(name: &str) -> Attributed {
    let mut found = sources::corpus().into_iter().chain(sources::domains());
    let found = found.find(|function| function.name == name);
    found.unwrap_or_else(|| panic!("there is no function {name}"))
}

/// A function through the whole compiler, with more options than its own.
pub(crate) fn compiled(function: &Attributed, options: &str) -> Compiled {
    jacobian_core::compile_function(arguments(function, options), &function.item)
        .unwrap_or_else(|error| panic!("{}: {error}", function.name))
}

/// The function's own arguments of the attribute, and more.
pub(crate) fn arguments(function: &Attributed, options: &str) -> TokenStream {
    let own = &function.arguments;
    let separator = if own.is_empty() { "" } else { "," };
    let text = format!("{own} {separator} {options}");
    text.parse().expect("options are tokens")
}

//! The planner applies the options: which steps come first, which order, and which of two graphs.
//!
//! ```text
//! graph --fold or statement level--> prefix --choose--> order
//!                                                         |
//!                                                     eliminate --> plan --rewrite, split--> plan
//! ```
//!
//! The function's own graph comes first, then those of the arms and bodies, one after the other.
//! For the body of a loop we also look at forward elimination, statement by statement. A search for
//! few operations also looks at the graph with factored divisions and keeps the better plan. A
//! listed order is cut into the parts of the graphs, and refused if its fingerprint belongs to
//! other graphs.
//!
//! Cost: that of the order that is asked for.

use crate::elim::{self, EliminationOrder, OrderError, Step};
use crate::graph::{self, LinearGraph, Pattern, Vertex};
use crate::ir::{CodeList, RegionId};
use crate::options::{self, Level, Options, ValuePath};
use crate::order::search::{self, Budget, Objective};
use crate::order::{self, OrderChoice, Start};
use crate::plan::Plan;
use crate::pricing::{self, Pricer};
use crate::regions::Arms;
use crate::report::{self, Report};
use crate::rewrite::{self, Passes, Summands};

/// Orders and eliminates one graph after the other, as the options say.
pub(crate) struct Planner<'a> {
    code: &'a CodeList,
    options: &'a Options,
    passes: Passes<'a>,
    pub(crate) choice: OrderChoice,
    /// Of a listed order, the vertices of the graphs still to come.
    listed: Vec<u32>,
    /// One order for each graph, the function's own first.
    pub(crate) orders: Vec<EliminationOrder>,
    /// The steps before the order of the function's own graph, which its report compares orders
    /// after.
    prefix: Vec<Step>,
}

impl<'a> Planner<'a> {
    pub(crate) fn new(code: &'a CodeList, options: &'a Options) -> Self {
        Self {
            code,
            options,
            passes: Passes::of(code, summands(options)),
            choice: choice(options),
            listed: Vec::new(),
            orders: Vec::new(),
            prefix: Vec::new(),
        }
    }

    /// The plan of the function itself, over its graph or the one with factored divisions.
    pub(crate) fn function(
        &mut self,
        graph: LinearGraph,
        pattern: &Pattern,
        arms: &Arms,
    ) -> Result<(LinearGraph, Plan), OrderError> {
        let factored = self.factored(&graph);
        let listed = match &self.choice {
            OrderChoice::List {
                fingerprint,
                vertices,
            } => Some((fingerprint.clone(), vertices.clone())),
            _ => None,
        };
        if let Some((expected, vertices)) = listed {
            let graph = listed_graph(expected, graph, factored, arms)?;
            self.listed = vertices;
            let plan = self.plan(RegionId::FUNCTION, &graph, pattern)?;
            return Ok((graph, plan));
        }
        let Some(factored) = factored else {
            let plan = self.plan(RegionId::FUNCTION, &graph, pattern)?;
            return Ok((graph, plan));
        };
        let prefixes = [&graph, &factored].map(|graph| self.prefix(graph));
        let region = RegionId::FUNCTION;
        let choice = of_plain(&self.choice);
        let plain = self.ordered(region, &graph, pattern, &choice, &prefixes[0])?;
        let other = self.ordered(region, &factored, pattern, &self.choice, &prefixes[1])?;
        let [before, after] = [&plain.1, &other.1].map(|plan| {
            let (operations, time) =
                pricing::operations_and_time(plan, &self.passes, RegionId::FUNCTION);
            search::Weight { operations, time }
        });
        let is_better = match &self.choice {
            OrderChoice::Improved(_) => {
                after.operations <= before.operations && search::is_worth_it(&graph, before, after)
            }
            _ => after.operations < before.operations,
        };
        let [of_graph, of_factored] = prefixes;
        let ((order, plan), graph, prefix) = if is_better {
            (other, factored, of_factored)
        } else {
            (plain, graph, of_graph)
        };
        self.orders.push(order);
        self.prefix = prefix;
        Ok((graph, plan))
    }

    /// The graph with factored divisions. Only searches for operations look at it, because the
    /// orders of the literature are for the literature's graph. An order that is found there is
    /// listed for that graph.
    fn factored(&self, graph: &LinearGraph) -> Option<LinearGraph> {
        let (may_factor, limit) = match &self.choice {
            OrderChoice::Search(budget) => {
                (budget.objective == Objective::Operations, MAX_TO_FACTOR)
            }
            OrderChoice::Improved(budget) => (
                budget.objective == Objective::Operations && budget.moves > 0,
                MAX_TO_FACTOR_BY_DEFAULT,
            ),
            OrderChoice::List { .. } => (true, MAX_TO_FACTOR),
            _ => (false, 0),
        };
        let is_small = graph.n_vertices() <= limit;
        let is_free = self.options.level == Level::CodeList;
        (may_factor && is_small && is_free).then(|| graph::factor_divisions(graph, self.code))?
    }

    pub(crate) fn plan(
        &mut self,
        region: RegionId,
        graph: &LinearGraph,
        pattern: &Pattern,
    ) -> Result<Plan, OrderError> {
        let choice = self.next_choice(region, graph);
        let prefix = self.prefix(graph);
        let mut found = self.ordered(region, graph, pattern, &choice, &prefix)?;
        if let Some(chained) = self.chained(region, graph, pattern, &found.1)? {
            found = chained;
        }
        let (order, plan) = found;
        self.orders.push(order);
        if region == RegionId::FUNCTION {
            self.prefix = prefix;
        }
        Ok(plan)
    }

    /// The body of a loop by forward elimination, statement by statement, if that is better than a
    /// plan by the default order.
    fn chained(
        &self,
        region: RegionId,
        graph: &LinearGraph,
        pattern: &Pattern,
        plan: &Plan,
    ) -> Result<Option<(EliminationOrder, Plan)>, OrderError> {
        let is_body = self.code.loops().iter().any(|one| one.body() == region);
        let operations = |plan| pricing::operations(plan, self.code);
        let before = operations(plan);
        if !is_body || !matches!(self.choice, OrderChoice::Improved(_)) || before < MIN_TO_CHAIN {
            return Ok(None);
        }
        let prefix = statement_level(self.code, graph, Level::Statement);
        let start = Start::Decided(&prefix);
        let chained = self.ordered_from(region, graph, pattern, &OrderChoice::Forward, start)?;
        let is_better = operations(&chained.1) * 10 <= before * MAX_TENTHS_CHAINED;
        Ok(is_better.then_some(chained))
    }

    /// One graph, ordered and eliminated.
    fn ordered(
        &self,
        region: RegionId,
        graph: &LinearGraph,
        pattern: &Pattern,
        choice: &OrderChoice,
        prefix: &[Step],
    ) -> Result<(EliminationOrder, Plan), OrderError> {
        let start = match self.options.level {
            Level::CodeList => Start::Proposed(prefix),
            Level::Statement => Start::Decided(prefix),
        };
        self.ordered_from(region, graph, pattern, choice, start)
    }

    fn ordered_from(
        &self,
        region: RegionId,
        graph: &LinearGraph,
        pattern: &Pattern,
        choice: &OrderChoice,
        start: Start<'_>,
    ) -> Result<(EliminationOrder, Plan), OrderError> {
        let pricer = Pricer::new(&self.passes, region, pattern);
        let order = order::choose_from(graph, start, choice, Some(pricer))?;
        let plan = elim::eliminate_to(graph, pattern, &order);
        let plan = self.passes.rewrite(plan, region);
        Ok((order, rewrite::split_sums(plan)))
    }

    /// The steps that are decided or proposed before an order is chosen.
    fn prefix(&self, graph: &LinearGraph) -> Vec<Step> {
        let prefix = statement_level(self.code, graph, self.options.level);
        if prefix.is_empty() {
            return elim::fold(graph, fold(self.options.fold));
        }
        prefix
    }

    pub(crate) fn report(&self, graph: &LinearGraph, pattern: &Pattern) -> Option<Report> {
        report::report(&self.passes, graph, pattern, &self.prefix)
    }

    /// How this graph is ordered; of a listed order, its part.
    fn next_choice(&mut self, region: RegionId, graph: &LinearGraph) -> OrderChoice {
        if !matches!(self.choice, OrderChoice::List { .. }) {
            return self.choice.clone();
        }
        let own = if region == RegionId::FUNCTION && self.code.n_regions() == 1 {
            self.listed.len()
        } else {
            graph.intermediates().count().min(self.listed.len())
        };
        OrderChoice::List {
            fingerprint: None,
            vertices: self.listed.drain(..own).collect(),
        }
    }
}

/// The plan of a function after all passes.
pub(crate) fn rewritten(code: &CodeList, plan: Plan, options: &Options) -> Plan {
    let passes = Passes::of(code, summands(options));
    rewrite::split_sums(passes.rewrite(plan, RegionId::FUNCTION))
}

/// How the value path adds up products.
fn summands(options: &Options) -> Summands {
    match options.value {
        ValuePath::Exact => Summands::Computed,
        ValuePath::Fused => Summands::Fused,
    }
}

/// Up to this many vertices a function with divisions is planned twice. The default order has a
/// lower limit, twice the vertices that moves are spent on, because folding leaves about half.
const MAX_TO_FACTOR: usize = 2_000;
const MAX_TO_FACTOR_BY_DEFAULT: usize = 600;

/// Statement by statement, each pushes one row of `S` forward. The entries of a row are computed in
/// the same way, so LLVM puts them into vector registers, and few values wait. An order with fewer
/// operations accumulates partials of many statements at once, which are all different. 100 steps
/// of a Runge-Kutta method for two bodies take 3.9 microseconds with 524 operations each, and 6.8
/// with 388. In short bodies all values have registers, and fewer operations are better (Lorenz,
/// 100 steps: 0.91 microseconds with 94, and 1.16 with 111).
const MIN_TO_CHAIN: usize = 150;
const MAX_TENTHS_CHAINED: usize = 14;

/// The search on the graph without factored divisions. Within the default budget all moves go into
/// the graph with them, which contains it; here only the orders that a search starts from are
/// compared.
fn of_plain(choice: &OrderChoice) -> OrderChoice {
    match choice {
        OrderChoice::Improved(budget) if budget.moves <= Budget::default().moves => {
            OrderChoice::EnhancedMarkowitz
        }
        OrderChoice::Search(budget) if budget.moves <= Budget::default().moves => {
            OrderChoice::Search(Budget {
                moves: 0,
                ..*budget
            })
        }
        other => other.clone(),
    }
}

/// The graph that a listed order was made for.
fn listed_graph(
    expected: Option<String>,
    graph: LinearGraph,
    factored: Option<LinearGraph>,
    arms: &Arms,
) -> Result<LinearGraph, OrderError> {
    let Some(expected) = expected else {
        return Ok(graph);
    };
    let found = fingerprint(&graph, arms);
    if found == expected {
        return Ok(graph);
    }
    let fits = |graph: &LinearGraph| fingerprint(graph, arms) == expected;
    factored
        .filter(fits)
        .ok_or(OrderError::Fingerprint { expected, found })
}

/// The fingerprint of all graphs of a function together.
pub(crate) fn fingerprint(graph: &LinearGraph, arms: &Arms) -> String {
    let own = order::structure_hash(graph);
    let hash = arms.iter().fold(own, |sum, arm| {
        let next = order::structure_hash(&arm.graph);
        sum.rotate_left(5).wrapping_mul(0x0100_0000_01b3) ^ next
    });
    format!("{hash:016x}")
}

/// The intermediates inside statements, last first. One vertex per assignment is left.
///
/// Source: ELIAD, section 3.6.
fn statement_level(code: &CodeList, graph: &LinearGraph, level: Level) -> Vec<Step> {
    let inside = |vertex: &Vertex| graph.value(*vertex).is_some_and(|id| !code.is_named(id));
    match level {
        Level::CodeList => Vec::new(),
        Level::Statement => graph
            .intermediates()
            .rev()
            .filter(inside)
            .map(Step::Vertex)
            .collect(),
    }
}

fn fold(fold: options::Fold) -> elim::Fold {
    match fold {
        options::Fold::None => elim::Fold::None,
        options::Fold::Trees => elim::Fold::Trees,
        options::Fold::Full => elim::Fold::Full,
    }
}

fn choice(options: &Options) -> OrderChoice {
    match &options.order {
        options::Order::Named(name) => match name.parse() {
            Ok(OrderChoice::Search(_)) => OrderChoice::Search(budget(options)),
            Ok(OrderChoice::EnhancedMarkowitz) => OrderChoice::Improved(budget(options)),
            Ok(choice) => choice,
            Err(_) => unreachable!("invariant: the front accepts known names only"),
        },
        options::Order::List {
            fingerprint,
            vertices,
        } => OrderChoice::List {
            fingerprint: Some(fingerprint.clone()),
            vertices: vertices
                .iter()
                .map(|vertex| u32::try_from(*vertex).unwrap_or(u32::MAX))
                .collect(),
        },
    }
}

fn budget(options: &Options) -> Budget {
    let objective = match options.objective {
        options::Objective::Operations => Objective::Operations,
        options::Objective::All => Objective::All,
        options::Objective::Multiplications => Objective::Multiplications,
    };
    Budget {
        moves: options.search,
        objective,
        seed: options.seed,
    }
}

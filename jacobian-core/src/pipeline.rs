//! The middle of the compiler, one line per stage.
//!
//! ```text
//! CodeList --differentiate--> partials --linearize--> LinearGraph --choose--> order
//!                 ^                                      |                      |
//!              arms of branches                       Pattern                eliminate --> Plan --> Schedule
//! ```
//!
//! The arms of branches go the same way, each by itself, and before the code around them.

use crate::arms::Arms;
use crate::elim::{self, EliminationOrder, Executed, OrderError, Plan, Step};
use crate::graph::{self, LinearGraph, Pattern, Vertex};
use crate::ir::{CodeList, RegionId, calculus};
use crate::masks::Masks;
use crate::options::{self, Level, Options, Sequence};
use crate::order::search::{Budget, Objective};
use crate::order::{self, OrderChoice, Start};
use crate::report::{self, Report};
use crate::schedule::{self, Cost, Schedule, Sums};

/// A function, ready to be emitted.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// Value path and local partials.
    pub code: CodeList,
    /// The graph that was eliminated.
    pub graph: LinearGraph,
    /// How the order was chosen.
    pub choice: OrderChoice,
    /// The order, of the function and then of its arms.
    pub orders: Vec<EliminationOrder>,
    /// The accumulation code.
    pub plan: Plan,
    /// The arms of branches, with theirs.
    pub arms: Arms,
    /// What other orders would cost, where that is quick to say.
    pub report: Option<Report>,
    /// The statements that are computed as sums of products.
    pub sums: Sums,
    /// The products in which a zero must win.
    pub masks: Masks,
    /// All statements in order.
    pub schedule: Schedule,
    /// What the Jacobian costs beyond the value.
    pub cost: Cost,
}

impl Compiled {
    /// The order that a search found, as it is written in `order = list(..)`.
    pub fn found(&self) -> Option<OrderChoice> {
        if !matches!(self.choice, OrderChoice::Search(_)) {
            return None;
        }
        let vertex = |step: &Step| match step {
            Step::Vertex(vertex) => Some(vertex.0),
            _ => None,
        };
        let steps = self.orders.iter().flat_map(EliminationOrder::steps);
        let vertices = steps.map(vertex).collect::<Option<Vec<u32>>>()?;
        let fingerprint = Some(fingerprint(&self.graph, &self.arms));
        Some(OrderChoice::List {
            fingerprint,
            vertices,
        })
    }
}

/// From code list to schedule.
///
/// # Errors
/// When a listed order does not fit the graph of the function.
pub fn compile(code: CodeList, options: &Options) -> Result<Compiled, OrderError> {
    let mut arms = Arms::default();
    let (code, partials) = calculus::differentiate_with(code, |code, branch, partials| {
        arms.union(code, branch, partials)
    });
    let graph = graph::linearize(&code, &partials);
    let pattern = Pattern::of(&graph);
    let mut planner = Planner::new(&code, options);
    let (graph, plan) = planner.function(graph, &pattern, &arms)?;
    arms.plan(|region, arm| planner.plan(region, &arm.graph, &arm.pattern))?;
    let report = planner.report(&graph, &pattern);
    let Planner { choice, orders, .. } = planner;
    let sequence = match options.schedule {
        Sequence::DepthFirst => schedule::schedule,
        Sequence::Elimination => schedule::schedule_as_eliminated,
    };
    let plain = sequence(&code, &plan, &arms, &Sums::default());
    let sums = Sums::of(&code, &plan, &arms, &plain, options.value);
    let schedule = if sums.is_empty() {
        plain
    } else {
        sequence(&code, &plan, &arms, &sums)
    };
    let masks = Masks::of(&code, &plan, &arms);
    let cost = Cost::of(&code, &plan, &arms, &sums, &schedule);
    Ok(Compiled {
        code,
        graph,
        choice,
        orders,
        plan,
        arms,
        report,
        sums,
        masks,
        schedule,
        cost,
    })
}

/// Orders and eliminates one graph after the other, as the options say.
struct Planner<'a> {
    code: &'a CodeList,
    options: &'a Options,
    known: elim::Known<'a>,
    choice: OrderChoice,
    /// Of a listed order, the vertices of the graphs still to come.
    listed: Vec<u32>,
    orders: Vec<EliminationOrder>,
}

impl<'a> Planner<'a> {
    fn new(code: &'a CodeList, options: &'a Options) -> Self {
        Self {
            code,
            options,
            known: elim::Known::of(code),
            choice: choice(options),
            listed: Vec::new(),
            orders: Vec::new(),
        }
    }

    /// The plan of the function itself, over its graph or the one with factored divisions.
    fn function(
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
        let plain = self.ordered(RegionId::FUNCTION, &graph, pattern, &of_plain(&self.choice))?;
        let other = self.ordered(RegionId::FUNCTION, &factored, pattern, &self.choice)?;
        let price = |plan: &Plan| elim::executed::operations(plan, self.code);
        let is_better = price(&other.1) < price(&plain.1);
        let ((order, plan), graph) = if is_better {
            (other, factored)
        } else {
            (plain, graph)
        };
        self.orders.push(order);
        Ok((graph, plan))
    }

    /// The graph with factored divisions, which only a search for operations looks at: the orders of the
    /// literature are for the literature's graph. An order found there is listed for that graph.
    fn factored(&self, graph: &LinearGraph) -> Option<LinearGraph> {
        let may_factor = match &self.choice {
            OrderChoice::Search(budget) => budget.objective == Objective::Operations,
            OrderChoice::List { .. } => true,
            _ => false,
        };
        let is_small = graph.n_vertices() <= MOST_TO_FACTOR;
        let is_free = self.options.level == Level::CodeList;
        (may_factor && is_small && is_free).then(|| graph::factor_divisions(graph, self.code))?
    }

    fn plan(
        &mut self,
        region: RegionId,
        graph: &LinearGraph,
        pattern: &Pattern,
    ) -> Result<Plan, OrderError> {
        let choice = self.next_choice(region, graph);
        let (order, plan) = self.ordered(region, graph, pattern, &choice)?;
        self.orders.push(order);
        Ok(plan)
    }

    /// One graph, ordered and eliminated.
    fn ordered(
        &self,
        region: RegionId,
        graph: &LinearGraph,
        pattern: &Pattern,
        choice: &OrderChoice,
    ) -> Result<(EliminationOrder, Plan), OrderError> {
        let prefix = self.prefix(graph);
        let start = match self.options.level {
            Level::CodeList => Start::Proposed(&prefix),
            Level::Statement => Start::Decided(&prefix),
        };
        let executed = Executed::new(&self.known, region);
        let order = order::choose_from(graph, start, choice, Some(executed))?;
        let plan = elim::eliminate_to(graph, pattern, &order);
        Ok((order, self.known.share(plan, region)))
    }

    /// What is decided or proposed before an order is chosen.
    fn prefix(&self, graph: &LinearGraph) -> Vec<Step> {
        let prefix = statement_level(self.code, graph, self.options.level);
        if prefix.is_empty() {
            return elim::fold(graph, fold(self.options.fold));
        }
        prefix
    }

    fn report(&self, graph: &LinearGraph, pattern: &Pattern) -> Option<Report> {
        report::report(&self.known, graph, pattern, &self.prefix(graph))
    }

    /// How this graph is ordered; of a listed order, its part.
    fn next_choice(&mut self, region: RegionId, graph: &LinearGraph) -> OrderChoice {
        if !matches!(self.choice, OrderChoice::List { .. }) {
            return self.choice.clone();
        }
        let own = if region == RegionId::FUNCTION && self.code.branches().is_empty() {
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

/// Up to so many vertices a function with divisions is planned twice.
const MOST_TO_FACTOR: usize = 2_000;

/// The search of the graph without factored divisions: within the default budget all moves go into the one with
/// them, which contains it, and here only the portfolio is compared.
fn of_plain(choice: &OrderChoice) -> OrderChoice {
    match choice {
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

/// The fingerprints of all graphs of a function, as one.
fn fingerprint(graph: &LinearGraph, arms: &Arms) -> String {
    let own = order::fingerprint(graph);
    arms.iter().fold(own, |sum, arm| {
        let hash = |text: &str| u64::from_str_radix(text, 16).unwrap_or(0);
        let (sum, next) = (hash(&sum), hash(&order::fingerprint(&arm.graph)));
        format!(
            "{:016x}",
            sum.rotate_left(5).wrapping_mul(0x0100_0000_01b3) ^ next
        )
    })
}

/// The intermediates inside statements, last first: what is left is one vertex per assignment.
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
    }
}

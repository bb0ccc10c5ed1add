//! The middle of the compiler, one line per stage.
//!
//! ```text
//! CodeList --differentiate--> partials --linearize--> LinearGraph --choose--> order
//!                 ^                                      |                      |
//!          arms of branches                           Pattern               eliminate
//!                                                                               |
//!                                                                Schedule <--- Plan
//! ```
//!
//! The arms of branches go the same way, each by itself, and before the code around them.

use crate::derived::normal::{self, Place, Wanted};
use crate::derived::{self, Obstacle, Source};
use crate::elim::{EliminationOrder, OrderError, Step};
use crate::graph::{self, LinearGraph, Pattern, Side};
use crate::ir::{self, CodeList, Constant, ValueId};
use crate::options::{Options, Order, Sequence, ValuePath};
use crate::order::OrderChoice;
use crate::ordered::Map;
use crate::plan::Plan;
use crate::planner::{self, Planner};
use crate::regions::Arms;
use crate::regions::Masks;
use crate::report::{self, OfRegions, Report};
use crate::schedule::{self, Cost, Rewrites, Schedule};

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
    /// The cost of other orders, where that is quick to compute.
    pub report: Option<Report>,
    /// The statements that are computed as other sums, or in calls.
    pub rewrites: Rewrites,
    /// The products in which a zero must win.
    pub masks: Masks,
    /// All statements in order.
    pub schedule: Schedule,
    /// The cost of the Jacobian beyond the value.
    pub cost: Cost,
}

impl Compiled {
    /// What is written as a code list, to be differentiated again.
    pub(crate) fn source(&self) -> Source<'_> {
        Source {
            code: &self.code,
            plan: &self.plan,
            arms: &self.arms,
            masks: &self.masks,
        }
    }

    /// The multiplications of arms and bodies, and the bound of them.
    pub fn report_of_regions(&self) -> Option<OfRegions> {
        let planned = self.arms.iter().filter_map(|arm| {
            let plan = arm.plan.as_ref()?;
            Some((&arm.graph, plan.counts().all))
        });
        report::of_regions(planned)
    }

    /// The function with another plan, over code that has more statements.
    pub(crate) fn replanned(&self, code: CodeList, plan: Plan, options: &Options) -> Self {
        let plan = planner::rewritten(&code, plan, options);
        let Scheduled {
            rewrites,
            schedule,
            masks,
            cost,
        } = Scheduled::of(&code, &plan, &self.arms, options);
        Self {
            code,
            plan,
            // That of the function says nothing about a plan for something else.
            report: None,
            rewrites,
            masks,
            schedule,
            cost,
            ..self.clone()
        }
    }

    /// The plan of the Jacobian, and behind it that of the gradient of `w · f`, by the order of the
    /// options or in reverse. The weights are seeds.
    fn with_weighted_gradient(&self, options: &Options) -> Weighted<'_> {
        let (n_rows, n_cols) = (self.code.dependents().len(), self.code.independents().len());
        let (code, weights) = self.code.clone().with_seeds(n_cols, n_rows);
        let graph = graph::seeded(&self.graph, Side::Left, &weights);
        let row: Vec<(usize, usize)> = (0..n_cols).map(|col| (0, col)).collect();
        let pattern = Pattern::of(&graph).restricted(&row);
        let reverse = Options {
            order: Order::Named("reverse".to_owned()),
            ..options.clone()
        };
        let plans = [options, &reverse].map(|options| {
            let planned =
                Planner::new(&code, options).function(graph.clone(), &pattern, &self.arms);
            planned
                .expect("invariant: an order that is not listed fits")
                .1
        });
        let gradient = plans
            .into_iter()
            .min_by_key(|plan| plan.counts().operations);
        let gradient = gradient.expect("invariant: two plans");
        let plan = derived::with_gradient(&self.plan, &gradient, n_rows);
        Weighted {
            masks: Masks::of(&code, &plan, &self.arms),
            arms: &self.arms,
            code,
            plan,
        }
    }

    /// The same with rows one after the other, for lanes: each number fills a register there, so
    /// few should wait at a time.
    #[must_use]
    pub fn in_lanes(&self, options: &Options) -> Self {
        let Self {
            code,
            plan,
            arms,
            rewrites,
            ..
        } = self;
        Self {
            schedule: sequence(code, plan, arms, rewrites, options, 1),
            ..self.clone()
        }
    }

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
        let fingerprint = Some(planner::fingerprint(&self.graph, &self.arms));
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
    compile_some(code, options, None)
}

/// The same for some entries alone, by row, then column.
pub(crate) fn compile_some(
    code: CodeList,
    options: &Options,
    wanted: Option<&[(usize, usize)]>,
) -> Result<Compiled, OrderError> {
    let linearized = Linearized::of(code);
    let whole = Pattern::of(&linearized.graph);
    let pattern = match wanted {
        Some(wanted) => whole.restricted(wanted),
        None => whole,
    };
    linearized.compile(&pattern, options)
}

/// A function with its graph, before an order is chosen.
#[derive(Clone)]
pub(crate) struct Linearized {
    /// Value path and local partials.
    pub(crate) code: CodeList,
    /// The arms of branches and the bodies of loops.
    pub(crate) arms: Arms,
    /// The graph of the function.
    pub(crate) graph: LinearGraph,
}

impl Linearized {
    pub(crate) fn of(code: CodeList) -> Self {
        let mut arms = Arms::default();
        let (code, partials) = ir::differentiate_with(code, &mut arms);
        let graph = graph::linearize(&code, &partials);
        Self { code, arms, graph }
    }

    /// Orders, eliminates and schedules for the entries of this pattern.
    pub(crate) fn compile(
        self,
        pattern: &Pattern,
        options: &Options,
    ) -> Result<Compiled, OrderError> {
        let mut options = options.clone();
        if self.code.is_mixed() {
            // A value that is rounded to `f32` cannot be fused with others.
            options.value = ValuePath::Exact;
        }
        planned(self, pattern, &options)
    }
}

fn planned(
    linearized: Linearized,
    pattern: &Pattern,
    options: &Options,
) -> Result<Compiled, OrderError> {
    let Linearized {
        code,
        mut arms,
        graph,
    } = linearized;
    let mut planner = Planner::new(&code, options);
    let (graph, plan) = planner.function(graph, pattern, &arms)?;
    arms.plan(|region, arm| planner.plan(region, &arm.graph, &arm.pattern))?;
    let report = planner.report(&graph, pattern);
    let Planner { choice, orders, .. } = planner;
    let Scheduled {
        rewrites,
        schedule,
        masks,
        cost,
    } = Scheduled::of(&code, &plan, &arms, options);
    Ok(Compiled {
        code,
        graph,
        choice,
        orders,
        plan,
        arms,
        report,
        rewrites,
        masks,
        schedule,
        cost,
    })
}

/// The plan of a Jacobian and of a weighted gradient, over code with the weights.
struct Weighted<'a> {
    code: CodeList,
    plan: Plan,
    arms: &'a Arms,
    masks: Masks,
}

impl Weighted<'_> {
    fn source(&self) -> Source<'_> {
        Source {
            code: &self.code,
            plan: &self.plan,
            arms: self.arms,
            masks: &self.masks,
        }
    }
}

/// What follows from a plan: the statements in order, and what they cost.
struct Scheduled {
    rewrites: Rewrites,
    schedule: Schedule,
    masks: Masks,
    cost: Cost,
}

impl Scheduled {
    fn of(code: &CodeList, plan: &Plan, arms: &Arms, options: &Options) -> Self {
        let by_rows = schedule::schedule_by_rows(code, plan, arms, &Rewrites::default());
        let rewrites = Rewrites::of(code, plan, arms, &by_rows, options.value);
        let schedule = sequence(code, plan, arms, &rewrites, options, schedule::GROUP);
        Self {
            masks: Masks::of(code, plan, arms),
            cost: Cost::of(code, plan, arms, &rewrites, &schedule),
            rewrites,
            schedule,
        }
    }
}

/// A function with its first derivatives, and its Hessian as the Jacobian of these.
#[derive(Clone, Debug)]
pub struct Hessian {
    /// The compiler's own output, compiled again. The entries are the lower triangle.
    pub compiled: Compiled,
    /// The values of the function by their new numbers.
    pub renamed: Map<ValueId, ValueId>,
}

/// Differentiates a function again. The weights of several dependents are seeds.
///
/// The gradient of a weighted sum is that of the rows of the Jacobian, or one by a plan of its own,
/// whichever gives the cheaper Hessian.
///
/// # Errors
/// What cannot be differentiated twice. An order that was listed for the function does not fit its
/// gradient, so the default order is taken.
pub fn hessian(function: &Compiled, options: &Options) -> Result<Hessian, Vec<Obstacle>> {
    let options = options.unlisted();
    let of_rows = Hessian::of(derived::second_order(function.source())?, &options);
    if function.code.dependents().len() == 1 {
        return Ok(of_rows);
    }
    let swept = function.with_weighted_gradient(&options);
    let swept = derived::second_order_of_weighted(swept.source())?;
    let swept = Hessian::of(swept, &options);
    let operations = |hessian: &Hessian| hessian.compiled.cost.work.operations();
    let is_cheaper = operations(&swept) < operations(&of_rows);
    Ok(if is_cheaper { swept } else { of_rows })
}

impl Hessian {
    fn of(derived: derived::Derived, options: &Options) -> Self {
        let compiled = compile_some(derived.code, options, Some(&derived.pattern));
        Self {
            compiled: compiled.expect("invariant: an order that is not listed fits"),
            renamed: derived.renamed,
        }
    }
}

/// A function with its normal equations.
#[derive(Clone, Debug)]
pub struct NormalEquations {
    /// The function, with another plan and other rows.
    pub compiled: Compiled,
    /// By entry of the plan, its place.
    pub places: Vec<Place>,
    /// The value that a loss takes.
    pub squared_norm: Option<ValueId>,
}

/// Forms the normal equations from the Jacobian of a function.
pub fn normal(function: &Compiled, wanted: &Wanted, options: &Options) -> NormalEquations {
    let normal::NormalPlan {
        code,
        plan,
        places,
        squared_norm,
    } = normal::normal(&function.code, &function.plan, wanted);
    NormalEquations {
        compiled: function.replanned(code, plan, options),
        places,
        squared_norm,
    }
}

/// The columns that a function computes with. Each column may have a row of its own, that of an
/// output in the same place: there it may be added to.
pub fn columns_computed_with(code: &CodeList, own_rows: &[Option<usize>]) -> Vec<usize> {
    let mut arms = Arms::default();
    let (differentiated, partials) = ir::differentiate_with(code.clone(), &mut arms);
    let pattern = Pattern::of(&graph::linearize(&differentiated, &partials));
    let is_added_to = |column: usize, constant: Option<Constant>| {
        constant.is_some_and(Constant::is_one) || code.is_only_added_to(code.independents()[column])
    };
    let entries = pattern.entries().iter().zip(pattern.constants());
    let computed = entries.filter(|((row, column), constant)| {
        own_rows[*column] != Some(*row) || !is_added_to(*column, **constant)
    });
    computed.map(|((_, column), _)| *column).collect()
}

/// The statements in the order that was asked for, rows in groups of a size where they are many.
fn sequence(
    code: &CodeList,
    plan: &Plan,
    arms: &Arms,
    rewrites: &Rewrites,
    options: &Options,
    size: usize,
) -> Schedule {
    match options.schedule {
        Sequence::DepthFirst => {
            schedule::schedule_depth_first(code, plan, arms, rewrites, options.layout, size)
        }
        Sequence::Elimination => schedule::schedule_as_eliminated(code, plan, arms, rewrites),
    }
}

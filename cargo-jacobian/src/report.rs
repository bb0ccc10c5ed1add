//! What the compiler made of a function, in numbers.
//!
//! ```text
//! Watched --of--> Report --Display--> text for people
//!                        --to_json--> for other programs
//! ```

use std::fmt;

use jacobian_core::Watched;
use jacobian_core::elim::{Elimination, eliminate_to, fold};
use jacobian_core::graph::{LinearGraph, Pattern, spy};
use jacobian_core::options::Fold;
use jacobian_core::order::OrderChoice;
use jacobian_core::order::lower_bound::lower_bound;
use jacobian_core::pipeline::Compiled;
use jacobian_core::report::OfRegions;
use serde_json::{Value, json};

use crate::generated;
use crate::orders::{self, Cost};
use crate::source::Function;
use crate::stored;

/// A graph larger than this is not bounded, because each vertex takes a minimal cut.
pub(crate) const MOST_TO_BOUND: usize = 2_000;

/// The rows of a pattern that is plotted in a report on several functions.
const MOST_ROWS_AMONG_OTHERS: usize = 12;

/// The size of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) intermediates: usize,
    pub(crate) edges: usize,
}

/// Everything that a report says.
pub(crate) struct Report {
    pub(crate) name: String,
    place: String,
    inputs: Vec<(String, usize)>,
    outputs: usize,
    pattern: Pattern,
    constants: usize,
    before: Size,
    after: Size,
    pub(crate) own: Cost,
    orders: Vec<Cost>,
    /// The multiplications of the elimination, those by plus or minus one included, and how many no
    /// vertex order can do without.
    in_all: usize,
    bound: Option<usize>,
    of_regions: Option<OfRegions>,
    /// Products by plus or minus one, and of two numbers, that were never emitted.
    trivial: usize,
    literal: usize,
    /// Instructions of the elimination, before and after the rewriting passes.
    eliminated: usize,
    rewritten: usize,
    packs: usize,
    /// Of the function, and of all that is generated.
    lines: usize,
    /// The operations of one iteration of each loop that runs at run time.
    loops: Vec<usize>,
    branches: usize,
    /// The entries of the Hessian's lower triangle, and its operations beyond the Jacobian.
    hessian: Option<(usize, usize)>,
}

impl Report {
    /// Reports on a function, with all orders if they are asked for.
    pub(crate) fn of(function: &Function, all_orders: bool) -> Self {
        let watched = &function.watched;
        let compiled = &watched.compiled;
        let pattern = Pattern::of(&compiled.graph);
        let inputs = watched.columns.iter().cloned();
        let is_bounded = compiled.graph.intermediates().count() <= MOST_TO_BOUND;
        let unrewritten = compiled.orders.first();
        let unrewritten = unrewritten.map(|order| eliminate_to(&compiled.graph, &pattern, order));
        let counts = compiled.plan.counts();
        Self {
            name: shown_name(watched),
            place: format!("{}:{}", function.file.display(), watched.line),
            inputs: inputs.zip(watched.column_counts.iter().copied()).collect(),
            outputs: pattern.n_rows(),
            constants: pattern.constants().iter().flatten().count(),
            before: Size::of(&compiled.graph),
            after: folded(watched),
            own: Cost::of(order_in_words(compiled), compiled),
            orders: if all_orders {
                orders::compared(watched)
            } else {
                Vec::new()
            },
            in_all: counts.all,
            bound: is_bounded.then(|| lower_bound(&compiled.graph)),
            of_regions: compiled.report_of_regions(),
            trivial: compiled.cost.trivial,
            literal: compiled.cost.literal,
            eliminated: unrewritten.map_or(counts.operations, |plan| plan.counts().operations),
            rewritten: counts.operations,
            packs: stored::packing(watched).packs().len(),
            lines: generated::lines(watched),
            loops: (compiled.cost.loops.iter())
                .map(|one| one.work.operations())
                .collect(),
            branches: compiled.code.branches().len(),
            hessian: watched.hessian.as_ref().map(|hessian| {
                let compiled = &hessian.compiled;
                let entries = compiled.plan.entries().len();
                (entries, compiled.cost.work.operations())
            }),
            pattern,
        }
    }

    /// The number of structural entries.
    pub(crate) fn entries(&self) -> usize {
        self.pattern.entries().len()
    }

    /// The number of columns.
    fn columns(&self) -> usize {
        self.pattern.n_cols()
    }

    /// The same for other programs.
    pub(crate) fn to_json(&self) -> Value {
        let cost = |cost: &Cost| {
            json!({
                "order": cost.order,
                "operations": cost.operations,
                "multiplications": cost.multiplications,
                "registers": cost.registers,
                "cycles": cost.cycles,
            })
        };
        let size = |size: Size| json!({ "intermediates": size.intermediates, "edges": size.edges });
        let input = |(name, columns): &(String, usize)| json!({ "name": name, "columns": columns });
        json!({
            "name": self.name,
            "place": self.place,
            "inputs": self.inputs.iter().map(input).collect::<Vec<_>>(),
            "columns": self.columns(),
            "rows": self.outputs,
            "entries": self.pattern.entries(),
            "constant_entries": self.constants,
            "graph": size(self.before),
            "folded_graph": size(self.after),
            "chosen": cost(&self.own),
            "orders": self.orders.iter().map(cost).collect::<Vec<_>>(),
            "multiplications_in_all": self.in_all,
            "lower_bound": self.bound,
            "regions": self.of_regions.map(|one| {
                json!({ "multiplications": one.multiplications, "lower_bound": one.lower_bound })
            }),
            "trivial_products": self.trivial,
            "literal_products": self.literal,
            "instructions_eliminated": self.eliminated,
            "instructions_rewritten": self.rewritten,
            "packed_sums": self.packs,
            "generated_lines": self.lines,
            "branches": self.branches,
            "operations_of_loops": self.loops,
            "hessian": self.hessian.map(|(entries, operations)| {
                json!({ "entries": entries, "operations": operations })
            }),
        })
    }
}

impl Size {
    fn of(graph: &LinearGraph) -> Self {
        Self {
            intermediates: graph.intermediates().count(),
            edges: graph.n_edges(),
        }
    }
}

/// The name of a function, with what its generated items are called if that is another name.
pub(crate) fn shown_name(watched: &Watched) -> String {
    let Watched { name, prefix, .. } = watched;
    if name.rsplit("::").next() == Some(prefix) {
        return name.clone();
    }
    format!("{name} ({prefix})")
}

/// The order as it was chosen; a list is too long to be read.
fn order_in_words(compiled: &Compiled) -> String {
    match &compiled.choice {
        OrderChoice::List { vertices, .. } => format!("list(..) of {} vertices", vertices.len()),
        choice => choice.to_string(),
    }
}

/// The graph that folding leaves.
fn folded(watched: &Watched) -> Size {
    let graph = &watched.compiled.graph;
    let degree = match watched.options.fold {
        Fold::None => jacobian_core::elim::Fold::None,
        Fold::Trees => jacobian_core::elim::Fold::Trees,
        Fold::Full => jacobian_core::elim::Fold::Full,
    };
    let elimination = Elimination::after(graph, &fold(graph, degree));
    let working = elimination.working();
    let is_left = |vertex: &_| working.in_degree(*vertex) + working.out_degree(*vertex) > 0;
    Size {
        intermediates: graph.intermediates().filter(is_left).count(),
        edges: working.n_edges(),
    }
}

/// `1 entry`, `2 entries`
pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "{}    {}", self.name, self.place)?;
        let input = |(name, columns): &(String, usize)| match columns {
            1 => name.clone(),
            columns => format!("{name} ({columns})"),
        };
        let inputs: Vec<String> = self.inputs.iter().map(input).collect();
        writeln!(
            formatter,
            "  inputs       {}: {}",
            counted(self.columns(), "column", "columns"),
            inputs.join(", ")
        )?;
        writeln!(
            formatter,
            "  outputs      {}",
            counted(self.outputs, "row", "rows")
        )?;
        writeln!(
            formatter,
            "  entries      {}, {} of them constant, fill {:.1} %",
            self.entries(),
            self.constants,
            fill(&self.pattern)
        )?;
        // Of several functions, only small patterns leave the page readable.
        let is_plotted = !self.orders.is_empty() || self.outputs <= MOST_ROWS_AMONG_OTHERS;
        let plot = spy::plot((self.outputs, self.columns()), self.pattern.entries());
        for line in plot.iter().filter(|_| is_plotted) {
            writeln!(formatter, "               {line}")?;
        }
        writeln!(
            formatter,
            "  graph        {}, {}; folded {}, {}",
            counted(self.before.intermediates, "intermediate", "intermediates"),
            counted(self.before.edges, "edge", "edges"),
            counted(self.after.intermediates, "intermediate", "intermediates"),
            counted(self.after.edges, "edge", "edges"),
        )?;
        self.write_costs(formatter)?;
        self.write_order_table(formatter)
    }
}

impl Report {
    fn write_costs(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            formatter,
            "  cost         {} beyond the value, {}, {} alive, {} estimated, by `order = {}`",
            counted(self.own.operations, "operation", "operations"),
            counted(
                self.own.multiplications,
                "multiplication",
                "multiplications"
            ),
            counted(self.own.registers, "value", "values"),
            counted(self.own.cycles, "cycle", "cycles"),
            self.own.order
        )?;
        self.write_bounds(formatter)?;
        writeln!(
            formatter,
            "  saved        {} by one, {} of two numbers; rewriting: {} to {}; {} in vector registers",
            counted(self.trivial, "product", "products"),
            counted(self.literal, "product", "products"),
            counted(self.eliminated, "instruction", "instructions"),
            self.rewritten,
            counted(self.packs, "pair of sums", "pairs of sums"),
        )?;
        if self.loops.len() + self.branches > 0 {
            writeln!(
                formatter,
                "  control      {}, {} at run time",
                counted(self.branches, "branch", "branches"),
                counted(self.loops.len(), "loop", "loops"),
            )?;
            for (number, operations) in (1..).zip(&self.loops) {
                let operations = counted(*operations, "operation", "operations");
                writeln!(
                    formatter,
                    "               loop {number}: {operations} in each iteration"
                )?;
            }
        }
        if let Some((entries, operations)) = self.hessian {
            writeln!(
                formatter,
                "  hessian      {} in the lower triangle, {} beyond value and gradient",
                counted(entries, "entry", "entries"),
                counted(operations, "operation", "operations"),
            )?;
        }
        writeln!(
            formatter,
            "  generated    {}",
            counted(self.lines, "line", "lines")
        )
    }

    fn write_bounds(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(bound) = self.bound {
            writeln!(
                formatter,
                "  bound        {} with those by ±1, no vertex order under {bound}",
                counted(self.in_all, "multiplication", "multiplications")
            )?;
        }
        if let Some(regions) = self.of_regions {
            writeln!(
                formatter,
                "               in arms and bodies {}, no vertex order under {}",
                counted(regions.multiplications, "multiplication", "multiplications"),
                regions.lower_bound
            )?;
        }
        Ok(())
    }

    fn write_order_table(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.orders.is_empty() {
            return Ok(());
        }
        writeln!(
            formatter,
            "  orders       {:>10} {:>10} {:>9} {:>6}",
            "operations", "multiplied", "registers", "cycles"
        )?;
        // Many orders are the same on a small graph.
        let same = |a: &Cost, b: &Cost| a.numbers() == b.numbers();
        for costs in self.orders.chunk_by(same) {
            let [operations, multiplications, registers, cycles] = costs[0].numbers();
            let names: Vec<&str> = costs.iter().map(|cost| cost.order.as_str()).collect();
            writeln!(
                formatter,
                "               {operations:>10} {multiplications:>10} {registers:>9} {cycles:>6}  {}",
                names.join(", ")
            )?;
        }
        Ok(())
    }
}

/// The share of the matrix that is not structurally zero, in percent.
#[expect(clippy::cast_precision_loss, reason = "a percentage with one decimal")]
fn fill(pattern: &Pattern) -> f64 {
    let area = pattern.n_rows() as f64 * pattern.n_cols() as f64;
    100.0 * pattern.entries().len() as f64 / area.max(1.0)
}

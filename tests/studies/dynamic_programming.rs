//! Naumann's dynamic programming: its small examples, its table over eleven functions, and the
//! graph of its run-time study.
//!
//! ```text
//!            n     p     m   r,c     DF     DR     NR     BFRA     best order
//! FDC   published beside ours, one sentence where they differ
//! ```
//!
//! The paper says which functions it took and of which size, not how their programs computed them,
//! and which products with one its program left out. So only its small examples and Speelpenning's
//! function can be reproduced to the last product; of the others the table shows how far the method
//! itself carries.
//!
//! Source: U. Naumann, Accumulation of Jacobians by dynamic programming, INRIA research report
//! 3689, 1999.

use std::sync::OnceLock;

use jacobian_core::order::chained_products::{self, Chain, Numbering};
use jacobian_core::plan::Counts;

use super::naumann::{Function, ratio};
use super::subject::Subject;
use super::table::Table;

/// A row of the paper's table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// The paper's name.
    pub(crate) name: &'static str,
    /// Ours, see [`Function::named`].
    pub(crate) function: &'static str,
    /// `n`, `p`, `m`, the lesser of the most entries of a row and of a column, DF, DR, NR, BFRA.
    pub(crate) published: [usize; 8],
    /// Why ours differ.
    pub(crate) why: &'static str,
}

/// The table of section 4.
pub(crate) const ROWS: [Row; 11] = [
    Row {
        name: "PDJ",
        function: "journal_bearing",
        published: [64, 1447, 1, 1, 92672, 1511, 1511, 1278],
        why: "coefficients around the bearing are formed without unknowns and have no vertices here",
    },
    Row {
        name: "SSC",
        function: "steady_combustion",
        published: [16, 655, 1, 1, 10496, 671, 671, 452],
        why: "neighbouring triangles share differences and exponentials, which value numbering computes once and the published trace anew",
    },
    Row {
        name: "FDC",
        function: "fdc",
        published: [16, 984, 16, 11, 16000, 16000, 11000, 930],
        why: "neighbouring nodes share their Laplacians here, and the collection's program computes them anew",
    },
    Row {
        name: "FCH",
        function: "fic",
        published: [32, 1209, 32, 9, 39712, 39712, 11169, 845],
        why: "the weights of the collocation are numbers at expansion and have no vertices",
    },
    Row {
        name: "WAT",
        function: "watson",
        published: [7, 1683, 7, 7, 11830, 11830, 11830, 4240],
        why: "nearly the published vertices; its BFRA is not far above ours without ones",
    },
    Row {
        name: "DIE",
        function: "discrete_integral",
        published: [20, 2499, 20, 20, 50380, 50380, 50380, 1659],
        why: "every row sums the same cubes, of which value numbering leaves one each: a sixth of the published vertices, and fewer products even with ones",
    },
    Row {
        name: "VDI",
        function: "variably_dimensioned",
        published: [100, 504, 100, 100, 60400, 60400, 60400, 10301],
        why: "the differences from one are needed twice and shared, 100 vertices less; 10,000 products are those of the 10,000 entries",
    },
    Row {
        name: "PEN",
        function: "penalty",
        published: [200, 2399, 1, 1, 480_000, 2599, 2599, 1798],
        why: "more vertices, since the coefficients of the running sums are applied to each term here",
    },
    Row {
        name: "EXP",
        function: "extended_powell",
        published: [96, 479, 1, 1, 4680, 575, 575, 528],
        why: "96 vertices less, fourth powers being one elemental; the published DF is a misprint of 96 (1 + 479) = 46080",
    },
    Row {
        name: "SPE",
        function: "speelpenning",
        published: [50, 48, 1, 1, 2450, 98, 98, 96],
        why: "they do not differ",
    },
    Row {
        name: "GDF",
        function: "gaussian_fit",
        published: [11, 1625, 65, 11, 18590, 106_340, 18590, 1430],
        why: "nearly the published vertices, fewer by the signs and shifts that are shared",
    },
];

/// The greedy orders that the last column is the best of.
pub(crate) const GREEDY: [&str; 7] = [
    "reverse",
    "forward",
    "markowitz",
    "enhanced_markowitz",
    "pre_elimination",
    "lowest_fill_in",
    "minimal_damage",
];

/// Our numbers beside the published ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figures {
    /// `n`, `p`, `m`, the lesser of the most entries of a row and of a column, DF, DR, NR.
    pub(crate) sizes: [usize; 7],
    /// Of the chained products.
    pub(crate) chained: Counts,
    /// The greedy order with the fewest products, and their number.
    pub(crate) best: (&'static str, usize),
}

/// Ours, row by row, computed once for all who ask.
fn figures() -> &'static [Figures] {
    static FIGURES: OnceLock<Vec<Figures>> = OnceLock::new();
    FIGURES.get_or_init(|| ROWS.iter().map(figures_of).collect())
}

/// Ours of one row.
pub(crate) fn figures_of(row: &Row) -> Figures {
    let ours = Function::named(row.function);
    Figures {
        sizes: [
            ours.n,
            ours.p,
            ours.m,
            ours.of_row.min(ours.of_column),
            ours.dense_forward(),
            ours.dense_reverse(),
            ours.compressed(),
        ],
        chained: ours.counts("bfra"),
        best: ours.best(&GREEDY),
    }
}

/// The paper's table with ours below each row.
pub(crate) fn table() -> Table {
    let mut table = Table::new([
        "",
        "n",
        "p",
        "m",
        "r, c",
        "DF",
        "DR",
        "NR",
        "BFRA",
        "without ones",
        "NR / BFRA",
        "without ones",
        "best order",
    ]);
    for (row, ours) in ROWS.iter().zip(figures()) {
        let [.., compressed, chained] = row.published;
        let mut cells = vec![format!("{} published", row.name)];
        cells.extend(row.published.map(|number| number.to_string()));
        let saved = ratio(compressed, chained);
        cells.extend([String::new(), saved, String::new(), String::new()]);
        table.row(cells);
        let (all, without) = (ours.chained.all, ours.chained.nontrivial);
        let mut cells = vec![format!("{} ours", row.name)];
        let numbers = ours.sizes.into_iter().chain([all, without]);
        cells.extend(numbers.map(|number| number.to_string()));
        cells.extend([all, without].map(|count| ratio(ours.sizes[6], count)));
        cells.push(format!("{} {}", ours.best.1, ours.best.0));
        table.row(cells);
    }
    table
}

/// Prices of the case study, Chebyshev quadrature with three nodes: of runs of this many levels
/// more than one.
pub(crate) fn chebyquad(more: usize) -> Vec<usize> {
    let graph = Subject::of_literature("chebyquad3").graph;
    let prices = chained_products::prices(&graph, Numbering::Forward, Chain::Tangent);
    (more..5).map(|last| prices[&(last - more, last)]).collect()
}

/// The small examples: name, published count, our count.
pub(crate) fn examples() -> Vec<(String, usize, usize)> {
    let count = |graph: &str, method: &str| {
        let counts = Subject::of_literature(graph).counts_after(&[], method);
        counts.expect("a tiny graph").all
    };
    let mut examples = Vec::new();
    let mut example = |text: &str, published: usize, graph: &str, method: &str| {
        examples.push((text.to_owned(), published, count(graph, method)));
    };
    example(
        "figure 4, vertices, the first order",
        15,
        "surprise",
        "reverse",
    );
    example("figure 4, vertices, the other", 14, "surprise", "forward");
    example(
        "figure 4, edges, the least",
        13,
        "surprise",
        "edge_annealing",
    );
    example("figure 6, V_LM", 22, "fig6", "markowitz");
    example("figure 6, V_F", 22, "fig6", "forward");
    example("figure 6, V_LR", 18, "fig6", "relative_markowitz");
    example("figure 6, V_B", 18, "fig6", "reverse");
    example("Chebyshev quadrature, BFFT", 27, "chebyquad3", "bfft");
    example(
        "solid fuel ignition, V_LR",
        32,
        "solid_fuel_2x2",
        "relative_markowitz",
    );
    examples
}

/// Generated parts of the page, by name.
pub(crate) fn parts() -> Vec<(&'static str, String)> {
    let mut small = Table::new(["", "published", "ours"]);
    for (name, published, ours) in examples() {
        small.row([name, published.to_string(), ours.to_string()]);
    }
    let reasons = ROWS.map(|row| format!("* {}: {}.\n", row.name, row.why));
    vec![
        ("small", small.markdown()),
        ("large", table().markdown()),
        ("reasons", reasons.concat()),
    ]
}

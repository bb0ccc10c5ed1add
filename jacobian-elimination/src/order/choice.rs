//! Names of orders: parses and prints the option `order` of the attribute.
//!
//! ```text
//! enhanced_markowitz            a method
//! list("91b2...", [4, 2, 3])    the order that an earlier search printed, for the same structure
//! ```
//!
//! A listed order is only valid for the graph it was made for, so it comes with a fingerprint: a
//! 64-bit hash of the vertices with their kinds, and of the edges. It does not depend on labels, on
//! the platform or on the version of the compiler. Source of the hash: FNV-1a (Fowler, Noll and
//! Vo).

use std::fmt;
use std::str::FromStr;

use crate::elim::{EliminationOrder, OrderError, Step};
use crate::graph::{LinearGraph, Vertex};

use super::chained_products::{Chain, Numbering};
use super::unknown::UnknownOrder;
use super::{Budget, Objective, Tie};

/// The choice of an order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum OrderChoice {
    /// From the first intermediate to the last.
    Forward,
    /// From the last to the first.
    Reverse,
    /// The lowest Markowitz degree at each stage.
    Markowitz(Tie),
    /// The lowest Markowitz degree relative to the dependency degree, after hoisting.
    #[default]
    EnhancedMarkowitz,
    /// The lowest relative Markowitz degree without hoisting.
    RelativeMarkowitz,
    /// Single successors first, then reverse.
    PreElimination,
    /// Single successors first, then forward.
    PreEliminationForward,
    /// Single successors first, then the lowest Markowitz degree.
    PreEliminationMarkowitz,
    /// Single successors first, then enhanced Markowitz.
    PreEliminationEnhanced,
    /// The lowest net change of the number of edges.
    LowestFillIn,
    /// The lowest growth of the neighbours' degrees.
    MinimalDamage,
    /// The largest drop of the sum of all degrees.
    OverallMarkowitz,
    /// The highest overlap with the previous vertex, then its neighbours, then Markowitz.
    Sibling,
    /// Neighbours of the previous vertex, then Markowitz.
    SuccessorPredecessor,
    /// Edge eliminations by lowest Markowitz degree.
    EdgeMarkowitz,
    /// Edge eliminations by lowest fill-in.
    EdgeFillIn,
    /// Edge eliminations by the highest overlap with the previous one.
    EdgeSibling,
    /// Separating sets first, then reverse: optimal where every intermediate is used once.
    SingleUse,
    /// Simulated annealing of the reverse vertex order.
    Annealing(Budget),
    /// Simulated annealing of edge eliminations, of all products.
    EdgeAnnealing(Budget),
    /// Edge eliminations by dynamic programming over chained matrix products.
    ChainedProducts(Numbering, Chain),
    /// Face eliminations by lowest Markowitz degree.
    FaceMarkowitz,
    /// Face eliminations, those that absorb first.
    FaceAbsorb,
    /// The optimal vertex order of a tiny graph.
    Exact(Objective),
    /// Enhanced Markowitz, improved within a budget of moves.
    Improved(Budget),
    /// The best order that a search finds within a budget of moves.
    Search(Budget),
    /// An order written by hand or printed by a search.
    List {
        /// The fingerprint of the graph it was made for.
        fingerprint: Option<String>,
        /// The intermediates in order.
        vertices: Vec<u32>,
    },
}

/// The names that users write. `List` has none, because it needs arguments.
const NAMES: &[(&str, OrderChoice)] = &[
    ("forward", OrderChoice::Forward),
    ("reverse", OrderChoice::Reverse),
    ("markowitz", OrderChoice::Markowitz(Tie::Last)),
    ("markowitz_first", OrderChoice::Markowitz(Tie::First)),
    ("enhanced_markowitz", OrderChoice::EnhancedMarkowitz),
    ("relative_markowitz", OrderChoice::RelativeMarkowitz),
    ("pre_elimination", OrderChoice::PreElimination),
    (
        "pre_elimination_forward",
        OrderChoice::PreEliminationForward,
    ),
    (
        "pre_elimination_markowitz",
        OrderChoice::PreEliminationMarkowitz,
    ),
    (
        "pre_elimination_enhanced",
        OrderChoice::PreEliminationEnhanced,
    ),
    ("lowest_fill_in", OrderChoice::LowestFillIn),
    ("minimal_damage", OrderChoice::MinimalDamage),
    ("overall_markowitz", OrderChoice::OverallMarkowitz),
    ("sibling", OrderChoice::Sibling),
    ("successor_predecessor", OrderChoice::SuccessorPredecessor),
    ("edge_markowitz", OrderChoice::EdgeMarkowitz),
    ("edge_fill_in", OrderChoice::EdgeFillIn),
    ("edge_sibling", OrderChoice::EdgeSibling),
    ("single_use", OrderChoice::SingleUse),
    (
        "annealing",
        OrderChoice::Annealing(Budget {
            moves: 5_000,
            objective: Objective::Operations,
            seed: 0,
        }),
    ),
    (
        "edge_annealing",
        OrderChoice::EdgeAnnealing(Budget {
            moves: 5_000,
            objective: Objective::All,
            seed: 0,
        }),
    ),
    (
        "bfft",
        OrderChoice::ChainedProducts(Numbering::Forward, Chain::Tangent),
    ),
    (
        "bffa",
        OrderChoice::ChainedProducts(Numbering::Forward, Chain::Adjoint),
    ),
    (
        "bfrt",
        OrderChoice::ChainedProducts(Numbering::Reverse, Chain::Tangent),
    ),
    (
        "bfra",
        OrderChoice::ChainedProducts(Numbering::Reverse, Chain::Adjoint),
    ),
    ("face_markowitz", OrderChoice::FaceMarkowitz),
    ("face_absorb", OrderChoice::FaceAbsorb),
    ("exact", OrderChoice::Exact(Objective::Operations)),
    (
        "search",
        OrderChoice::Search(Budget {
            moves: 5_000,
            objective: Objective::Operations,
            seed: 0,
        }),
    ),
];

impl OrderChoice {
    /// Every name that `from_str` accepts, in the order of the documentation.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|(name, _)| *name)
    }
}

impl OrderChoice {
    /// Whether the order eliminates faces.
    pub fn is_about_faces(&self) -> bool {
        matches!(self, Self::FaceMarkowitz | Self::FaceAbsorb)
    }
}

impl FromStr for OrderChoice {
    type Err = UnknownOrder;

    fn from_str(name: &str) -> Result<Self, UnknownOrder> {
        let entry = NAMES.iter().find(|(known, _)| *known == name);
        entry
            .map(|(_, choice)| choice.clone())
            .ok_or_else(|| UnknownOrder(name.to_owned()))
    }
}

impl fmt::Display for OrderChoice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = NAMES.iter().find(|(_, choice)| choice == self) {
            return formatter.write_str(name);
        }
        match self {
            Self::Improved(Budget { moves: 0, .. }) => {
                fmt::Display::fmt(&Self::EnhancedMarkowitz, formatter)
            }
            Self::Improved(budget) => {
                write!(
                    formatter,
                    "enhanced_markowitz, improved by up to {} moves for ",
                    budget.moves
                )?;
                match budget.objective {
                    Objective::Operations => formatter.write_str("time"),
                    other => fmt::Display::fmt(&other, formatter),
                }
            }
            Self::Search(budget) => {
                write!(
                    formatter,
                    "search, {} moves, {}",
                    budget.moves, budget.objective
                )
            }
            Self::List {
                fingerprint,
                vertices,
            } => {
                let fingerprint = fingerprint.as_deref().unwrap_or("");
                write!(formatter, "list(\"{fingerprint}\", {vertices:?})")
            }
            other => write!(formatter, "{other:?}"),
        }
    }
}

/// The fingerprint of a graph: the hash of its structure, in hexadecimal.
fn fingerprint(graph: &LinearGraph) -> String {
    format!("{:016x}", structure_hash(graph))
}

/// A hash of the vertices and edges of a graph, without labels.
pub(crate) fn structure_hash(graph: &LinearGraph) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut feed = |number: u32| {
        for byte in number.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for vertex in graph.vertices() {
        feed(graph.kind(vertex) as u32);
    }
    for (source, target, _) in graph.edges() {
        feed(source.0);
        feed(target.0);
    }
    hash
}

/// Checks a listed order against the graph.
pub(super) fn listed(
    graph: &LinearGraph,
    expected: Option<&str>,
    vertices: &[u32],
) -> Result<EliminationOrder, OrderError> {
    let actual = fingerprint(graph);
    if let Some(expected) = expected.filter(|expected| *expected != actual) {
        return Err(OrderError::Fingerprint {
            expected: expected.to_owned(),
            found: actual,
        });
    }
    let steps = vertices
        .iter()
        .map(|vertex| Step::Vertex(Vertex(*vertex)))
        .collect();
    EliminationOrder::try_new(graph, steps)
}

#[cfg(test)]
mod tests {
    use super::{OrderChoice, fingerprint};
    use crate::graph::testing::graph;
    use crate::order::choose;

    #[test]
    fn names_and_choices_correspond() {
        for name in OrderChoice::names() {
            let choice: OrderChoice = name.parse().unwrap();
            assert_eq!(choice.to_string(), name);
        }
        assert!("fastest".parse::<OrderChoice>().is_err());
    }

    #[test]
    fn a_listed_order_fits_only_its_structure() {
        let (first, second) = (graph("x-[a]->u u-[b]->y"), graph("x-[2]->u u-[b]->y"));
        assert_eq!(
            fingerprint(&first),
            fingerprint(&second),
            "labels do not matter"
        );
        let fingerprint = Some(fingerprint(&first));
        let choice = OrderChoice::List {
            fingerprint,
            vertices: vec![1],
        };
        assert_eq!(choose(&second, &choice).unwrap().to_string(), "1");
        let error = choose(&graph("x-[a]->u u-[b]->y x-[c]->y"), &choice).unwrap_err();
        assert!(error.to_string().contains("fingerprint"), "{error}");
    }
}

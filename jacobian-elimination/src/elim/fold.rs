//! Constant folding before ordering: eliminations that execute nothing at run time, because all
//! their labels are literals or plus or minus one.
//!
//! ```text
//! 1   all labels at j literal, |S_j| = 1 or |P_j| = 1     eliminate j
//! 2a  (i, j) trivial, |S_i| = 1                           back eliminate (i, j): i goes
//! 2b  (i, j) trivial, |P_j| = 1                           front eliminate (i, j): j goes
//! 3a  (i, j) trivial, |P_i| = 1                           back eliminate (i, j)
//! 3b  (i, j) trivial, |S_j| = 1                           front eliminate (i, j)
//! 4a  (h, i), (i, j) literal, P_i = {h}, P_j = {i}        back eliminate (i, j)
//! 4b  (i, j), (j, k) literal, S_i = {j}, S_j = {k}        front eliminate (i, j)
//! 4'  (i, j) trivial, all S_j dependent                   front eliminate (i, j)
//! ```
//!
//! Folding makes the problem of ordering smaller. Steps 1 to 2b each drop at least one edge, and
//! they keep the optimum over face eliminations. Steps 3 and 4 keep that optimum too, but they may
//! spread a variable label over more edges. Over vertex orders, both may cost quality, because the
//! order loses a vertex that it could have eliminated at a better moment. The measurements are in
//! `docs/book/src/experiments.md`, under "Which folding by default".
//!
//! The result is a list of [`Step`]s to put in front of an order, not a smaller graph. So labels
//! need no form of their own for folded products, and you can print and check the steps like any
//! other elimination.
//!
//! "Constant" in the papers means literal here. A value that is known only at run time is not
//! folded, because its products would be executed on every call.
//!
//! If a sum of literals is exactly zero, its edge is dropped, and then further rules may apply.
//! Cost: near-linear, because each elimination re-examines only neighbours. Source: Naumann & Utke,
//! "Optimality-preserving elimination of linearities", algorithm 3, and algorithm 2 for 4'.

use crate::ordered::Set;

use crate::graph::{Adjacency, Kind, LinearGraph, Vertex};
use crate::ir::{Constant, Partial};

use super::step::Step;

/// How much to fold before an order is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fold {
    /// Nothing. Products of constants still fold when an order makes them.
    #[default]
    None,
    /// Steps 1, 2a and 2b, which always make the graph smaller.
    Trees,
    /// All steps.
    Full,
}

/// One line of the table above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Step 1.
    ConstantVertex,
    /// Step 2a.
    TrivialToOnlySuccessor,
    /// Step 2b.
    TrivialFromOnlyPredecessor,
    /// Step 3a.
    TrivialBack,
    /// Step 3b.
    TrivialFront,
    /// Step 4a.
    ConstantBack,
    /// Step 4b.
    ConstantFront,
    /// Step 4 of algorithm 2.
    TrivialFrontToDependents,
}

impl Rule {
    /// Algorithm 2, for graphs whose intermediates are used once. Its step 1 is step 2a there, its
    /// step 2 is step 1, and its step 3 is step 2b.
    pub const SINGLE_USE: [Self; 4] = [
        Self::TrivialToOnlySuccessor,
        Self::ConstantVertex,
        Self::TrivialFromOnlyPredecessor,
        Self::TrivialFrontToDependents,
    ];
    /// The directions in which the rule is applied. Step 1 has two conditions, each with its own
    /// direction.
    fn sweeps(self) -> &'static [Sweep] {
        match self {
            Self::ConstantVertex => &[Sweep::Down, Sweep::Up],
            Self::TrivialToOnlySuccessor | Self::TrivialFront | Self::ConstantFront => {
                &[Sweep::Down]
            }
            _ => &[Sweep::Up],
        }
    }

    /// Steps 1, 2a and 2b: those of [`Fold::Trees`].
    pub const TREES: [Self; 3] = [
        Self::ConstantVertex,
        Self::TrivialToOnlySuccessor,
        Self::TrivialFromOnlyPredecessor,
    ];
    /// All steps of algorithm 3: those of [`Fold::Full`].
    pub const FULL: [Self; 7] = [
        Self::ConstantVertex,
        Self::TrivialToOnlySuccessor,
        Self::TrivialFromOnlyPredecessor,
        Self::TrivialBack,
        Self::TrivialFront,
        Self::ConstantBack,
        Self::ConstantFront,
    ];
}

/// The direction in which vertices are examined.
///
/// A rule that moves the predecessors of a vertex on to its only successor starts at the last
/// vertex. For example, in a sum of many additions each addend then moves once. From the first
/// vertex on, it would move with every partial sum, which takes quadratic time. The mirror image of
/// such a rule starts at the first vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sweep {
    /// From the last vertex to the first.
    Down,
    /// From the first to the last.
    Up,
}

/// The eliminations that folding to this degree performs.
pub fn fold(graph: &LinearGraph, fold: Fold) -> Vec<Step> {
    match fold {
        Fold::None => Vec::new(),
        Fold::Trees => fold_by(graph, &Rule::TREES),
        Fold::Full => fold_by(graph, &Rule::FULL),
    }
}

/// The eliminations that these rules allow. An earlier rule is applied as long as it can be, and
/// the process ends when no rule applies.
pub fn fold_by(graph: &LinearGraph, rules: &[Rule]) -> Vec<Step> {
    let known = |label| match label {
        Partial::Literal(constant) => Some(constant),
        Partial::Value { .. } => None,
    };
    let working = Adjacency::of(graph, known);
    let all: Set<Vertex> = graph.intermediates().collect();
    let sweeps = rules
        .iter()
        .flat_map(|rule| rule.sweeps().iter().map(|sweep| (*rule, *sweep)));
    let mut folding = Folding {
        graph,
        working,
        pending: sweeps
            .map(|(rule, sweep)| (rule, sweep, all.clone()))
            .collect(),
        steps: Vec::new(),
    };
    folding.run();
    folding.steps
}

struct Folding<'a> {
    graph: &'a LinearGraph,
    /// The label of each edge if it is a literal, otherwise `None`.
    working: Adjacency<Option<Constant>>,
    /// For each rule and sweep, the vertices that are still to be examined.
    pending: Vec<(Rule, Sweep, Set<Vertex>)>,
    steps: Vec<Step>,
}

impl Folding<'_> {
    fn run(&mut self) {
        // After each vertex the search starts again at the first rule, because an elimination by a
        // later rule may allow an earlier one. The earlier rules come first, as in algorithm 3 of
        // the paper, because they only drop edges.
        while let Some((rule, sweep, vertex)) = self.next() {
            while let Some(step) = self.applicable(rule, sweep, vertex) {
                self.perform(step);
            }
        }
    }

    /// The vertex to examine next, for the first rule that has vertices left.
    fn next(&mut self) -> Option<(Rule, Sweep, Vertex)> {
        self.pending.iter_mut().find_map(|(rule, sweep, vertices)| {
            let vertex = match sweep {
                Sweep::Down => vertices.pop_last(),
                Sweep::Up => vertices.pop_first(),
            };
            vertex.map(|vertex| (*rule, *sweep, vertex))
        })
    }

    /// The step that a rule allows at a vertex. The step eliminates this vertex, or one edge of it.
    fn applicable(&self, rule: Rule, sweep: Sweep, vertex: Vertex) -> Option<Step> {
        let (n_in, n_out) = (
            self.working.in_degree(vertex),
            self.working.out_degree(vertex),
        );
        // Without a path through the vertex there is nothing to multiply. The vertex may have been
        // eliminated, or its edges may have cancelled.
        if n_in == 0 || n_out == 0 {
            return None;
        }
        let (first_in, first_out) = self.first_neighbours(vertex)?;
        let trivial_in = || {
            self.working
                .predecessors(vertex)
                .find(|p| self.is_trivial(*p, vertex))
        };
        let trivial_out = || {
            self.working
                .successors(vertex)
                .find(|s| self.is_trivial(vertex, *s))
        };
        match rule {
            Rule::ConstantVertex => {
                // With two predecessors and two successors, the elimination would replace four
                // edges by up to four, so the graph might not become smaller.
                let is_narrow = match sweep {
                    Sweep::Down => n_out == 1,
                    Sweep::Up => n_in == 1,
                };
                (is_narrow && self.is_constant(vertex)).then_some(Step::Vertex(vertex))
            }
            Rule::TrivialToOnlySuccessor => {
                (n_out == 1 && self.is_trivial(vertex, first_out)).then_some(Step::Vertex(vertex))
            }
            Rule::TrivialFromOnlyPredecessor => {
                (n_in == 1 && self.is_trivial(first_in, vertex)).then_some(Step::Vertex(vertex))
            }
            Rule::TrivialBack => trivial_out()
                .filter(|_| n_in == 1)
                .map(|successor| self.back(vertex, successor)),
            Rule::TrivialFront => trivial_in()
                .filter(|_| n_out == 1)
                .map(|predecessor| self.front(predecessor, vertex)),
            Rule::TrivialFrontToDependents => {
                let is_dependent = |s: Vertex| self.graph.kind(s) == Kind::Dependent;
                let applies = self.working.successors(vertex).all(is_dependent);
                let predecessor = applies.then(trivial_in)??;
                Some(self.front(predecessor, vertex))
            }
            Rule::ConstantBack => {
                // The successor must have no other predecessor. So there is no edge yet that would
                // absorb the product, and the label of the new edge is a literal.
                let only =
                    |s: &Vertex| self.working.in_degree(*s) == 1 && self.is_known(vertex, *s);
                let applies = n_in == 1 && self.is_known(first_in, vertex);
                let successor = applies.then(|| self.working.successors(vertex).find(only))??;
                Some(self.back(vertex, successor))
            }
            Rule::ConstantFront => {
                let only =
                    |p: &Vertex| self.working.out_degree(*p) == 1 && self.is_known(*p, vertex);
                let applies = n_out == 1 && self.is_known(vertex, first_out);
                let predecessor =
                    applies.then(|| self.working.predecessors(vertex).find(only))??;
                Some(self.front(predecessor, vertex))
            }
        }
    }

    fn first_neighbours(&self, vertex: Vertex) -> Option<(Vertex, Vertex)> {
        let first_in = self.working.predecessors(vertex).next()?;
        Some((first_in, self.working.successors(vertex).next()?))
    }

    /// Eliminates this edge towards the predecessors of its source.
    fn back(&self, source: Vertex, target: Vertex) -> Step {
        // If it is the last edge out of its source, the vertex goes with it. Then the step is named
        // as what it is, a vertex elimination, so that no order eliminates the vertex again.
        let takes_all = self.working.out_degree(source) == 1;
        if takes_all {
            Step::Vertex(source)
        } else {
            Step::Back(source, target)
        }
    }

    /// Eliminates this edge towards the successors of its target; the mirror image of `back`.
    fn front(&self, source: Vertex, target: Vertex) -> Step {
        let takes_all = self.working.in_degree(target) == 1;
        if takes_all {
            Step::Vertex(target)
        } else {
            Step::Front(source, target)
        }
    }

    fn label(&self, source: Vertex, target: Vertex) -> Option<Constant> {
        *self
            .working
            .get(source, target)
            .expect("invariant: the edge is there")
    }

    fn is_known(&self, source: Vertex, target: Vertex) -> bool {
        self.label(source, target).is_some()
    }

    fn is_trivial(&self, source: Vertex, target: Vertex) -> bool {
        self.label(source, target).is_some_and(Constant::is_trivial)
    }

    fn is_constant(&self, vertex: Vertex) -> bool {
        self.working
            .predecessors(vertex)
            .all(|source| self.is_known(source, vertex))
            && self
                .working
                .successors(vertex)
                .all(|target| self.is_known(vertex, target))
    }

    fn perform(&mut self, step: Step) {
        let (incoming, outgoing) = match step {
            Step::Vertex(vertex) => (
                self.working.take_predecessors(vertex),
                self.working.take_successors(vertex),
            ),
            Step::Front(source, target) => {
                let label = self
                    .working
                    .remove(source, target)
                    .expect("invariant: it is there");
                let label_of = |s: Vertex| (s, self.label(target, s));
                (
                    vec![(source, label)],
                    self.working.successors(target).map(label_of).collect(),
                )
            }
            Step::Back(source, target) => {
                let label = self
                    .working
                    .remove(source, target)
                    .expect("invariant: it is there");
                let label_of = |p: Vertex| (p, self.label(p, source));
                (
                    self.working.predecessors(source).map(label_of).collect(),
                    vec![(target, label)],
                )
            }
            Step::Face(..) => unreachable!("invariant: folding eliminates no faces"),
        };
        for (source, first) in &incoming {
            for (target, second) in &outgoing {
                self.connect(*source, *target, first.zip(*second));
            }
        }
        let touched = incoming.iter().chain(&outgoing).map(|(vertex, _)| *vertex);
        self.revisit(touched.collect());
        if let Step::Front(_, vertex) | Step::Back(vertex, _) = step {
            self.revisit(vec![vertex]);
        }
        self.steps.push(step);
    }

    fn connect(&mut self, source: Vertex, target: Vertex, factors: Option<(Constant, Constant)>) {
        let product = factors.map(|(first, second)| first.multiply(second));
        let sum = match self.working.get(source, target) {
            // The sum is known only if both summands are.
            Some(present) => present
                .zip(product)
                .map(|(first, second)| first.add(second)),
            None => product,
        };
        // Exactly zero, by residues of the rational number (`ir/constant`). A test of the rounded
        // value would drop edges that are not zero.
        if sum.is_some_and(Constant::is_zero) {
            self.working.remove(source, target);
        } else {
            self.working.insert(source, target, sum);
        }
    }

    /// Examines these vertices again, and their only neighbours, whose rules look at the degrees of
    /// these vertices.
    fn revisit(&mut self, vertices: Vec<Vertex>) {
        for vertex in vertices {
            // Only steps 4a and 4b look at degrees of neighbours, and they ask whether this vertex
            // has one predecessor or one successor. Visiting all neighbours of a vertex of high
            // degree would make folding quadratic.
            let near = (self.working.in_degree(vertex) == 1)
                .then(|| self.working.predecessors(vertex).next())
                .flatten()
                .into_iter()
                .chain(
                    (self.working.out_degree(vertex) == 1)
                        .then(|| self.working.successors(vertex).next())
                        .flatten(),
                );
            let touched: Vec<Vertex> = near.chain([vertex]).collect();
            for vertex in touched {
                if self.graph.kind(vertex) == Kind::Intermediate {
                    for (_, _, pending) in &mut self.pending {
                        pending.insert(vertex);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Fold, Rule, fold, fold_by};
    use crate::graph::testing::graph;

    fn folded(text: &str, rule: Rule) -> String {
        let steps = fold_by(&graph(text), &[rule]);
        steps.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn each_rule_applies_where_its_line_says() {
        assert_eq!(folded("x-[2]->u u-[3]->y", Rule::ConstantVertex), "1");
        assert_eq!(folded("x-[2]->u u-[a]->y", Rule::ConstantVertex), "");
        let tree = "x0-[a]->u x1-[b]->u u-[-1]->y";
        assert_eq!(folded(tree, Rule::TrivialToOnlySuccessor), "2");
        assert_eq!(
            folded(
                "x-[1]->u u-[a]->y u-[b]->z",
                Rule::TrivialFromOnlyPredecessor
            ),
            "1"
        );
        assert_eq!(
            folded("x-[a]->u u-[1]->y u-[b]->z", Rule::TrivialBack),
            "1 <= 2"
        );
        assert_eq!(
            folded("p-[1]->u q-[a]->u u-[b]->y", Rule::TrivialFront),
            "0 => 2"
        );
        assert_eq!(
            folded("x-[2]->u u-[3]->w w-[b]->y u-[a]->z", Rule::ConstantBack),
            "1 <= 2"
        );
        assert_eq!(
            folded("p-[b]->v v-[2]->u q-[a]->u u-[3]->y", Rule::ConstantFront),
            "1 => 3"
        );
    }

    #[test]
    fn what_cancels_lets_further_rules_apply() {
        // Over a and b the literal paths from u to w cancel; then u has a single, trivial out-edge.
        let text = "x-[v]->u u-[1]->a u-[2]->b a-[2]->w b-[-1]->w u-[1]->y w-[v]->y t-[v]->w";
        let steps: Vec<String> = fold(&graph(text), Fold::Trees)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(steps, ["3", "2", "1"]);
    }

    #[test]
    fn nothing_folds_without_literals() {
        assert!(fold(&graph("x-[a]->u u-[b]->y"), Fold::Full).is_empty());
        assert!(fold(&graph("x-[2]->u u-[3]->y"), Fold::None).is_empty());
    }
}

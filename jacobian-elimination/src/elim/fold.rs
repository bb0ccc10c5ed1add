//! Constant folding before ordering: eliminations that execute nothing at run time.
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
//! Folding makes the problem of ordering smaller. Steps 1 to 2b each drop at least one edge and keep the
//! optimum over face eliminations; steps 3 and 4 keep the optimum too but may spread a variable label
//! over more edges. Over vertex orders either may cost quality, since a vertex behind a
//! trivial edge is a free handle for the order; see the method notes in the documentation of
//! `fold`. The answer is a prefix of [`Step`]s rather than a smaller graph: labels then need no
//! form of their own for folded products, and what folding did can be printed and checked like any
//! other elimination.
//!
//! The papers' "constant" means literal here. Values known only at run time are not folded: their products
//! would be executed on every call.
//!
//! A sum of literals that is exactly zero drops its edge, which may let further rules apply.
//! Cost: near-linear; every elimination re-examines the neighbours of what it touched.
//! Source: Naumann & Utke, "Optimality-preserving elimination of linearities", algorithm 3, and
//! algorithm 2 for 4'.

use crate::ordered::Set;

use crate::graph::{Adjacency, Kind, LinearGraph, Vertex};
use crate::ir::{Constant, Partial};

use super::step::Step;

/// How much to fold before an order is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fold {
    /// Nothing: products of constants fold as they arise.
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
    /// Algorithm 2, for graphs whose intermediates are used once. Its step 1 is step 2a there, its step 2 is
    /// step 1, and its step 3 is step 2b.
    pub const SINGLE_USE: [Self; 4] = [
        Self::TrivialToOnlySuccessor,
        Self::ConstantVertex,
        Self::TrivialFromOnlyPredecessor,
        Self::TrivialFrontToDependents,
    ];
    /// The sweeps by which it is applied: a rule with two conditions takes one for each.
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

/// In which direction vertices are examined.
///
/// What moves its predecessors on to its only successor is examined last first, so that along a sum of many
/// additions each addend moves once and not with every partial sum; its mirror image first first.
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

/// The eliminations that these rules allow, each applied as often as possible before the next, and
/// all again until none applies.
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
    /// A label that is known, or that there is one.
    working: Adjacency<Option<Constant>>,
    /// By rule and sweep: the vertices to examine.
    pending: Vec<(Rule, Sweep, Set<Vertex>)>,
    steps: Vec<Step>,
}

impl Folding<'_> {
    fn run(&mut self) {
        while let Some((rule, sweep, vertex)) = self.next() {
            while let Some(step) = self.applicable(rule, sweep, vertex) {
                self.perform(step);
            }
        }
    }

    /// The vertex to examine next, by the first rule that has any left.
    fn next(&mut self) -> Option<(Rule, Sweep, Vertex)> {
        self.pending.iter_mut().find_map(|(rule, sweep, vertices)| {
            let vertex = match sweep {
                Sweep::Down => vertices.pop_last(),
                Sweep::Up => vertices.pop_first(),
            };
            vertex.map(|vertex| (*rule, *sweep, vertex))
        })
    }

    /// The step that a rule allows at a vertex: as the vertex that goes or is reached over.
    fn applicable(&self, rule: Rule, sweep: Sweep, vertex: Vertex) -> Option<Step> {
        let (n_in, n_out) = (
            self.working.in_degree(vertex),
            self.working.out_degree(vertex),
        );
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

    fn back(&self, source: Vertex, target: Vertex) -> Step {
        let takes_all = self.working.out_degree(source) == 1;
        if takes_all {
            Step::Vertex(source)
        } else {
            Step::Back(source, target)
        }
    }

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
            Some(present) => present
                .zip(product)
                .map(|(first, second)| first.add(second)),
            None => product,
        };
        if sum.is_some_and(Constant::is_zero) {
            self.working.remove(source, target);
        } else {
            self.working.insert(source, target, sum);
        }
    }

    /// Examines these vertices again, and those beside them whose rules look at their degrees.
    fn revisit(&mut self, vertices: Vec<Vertex>) {
        for vertex in vertices {
            // A vertex of high degree is no candidate for a rule that looks at its neighbours.
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

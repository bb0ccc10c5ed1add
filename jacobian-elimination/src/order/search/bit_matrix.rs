//! Bit matrices of a part of the graph: fast trial eliminations with an estimate of their price.
//!
//! Annealing tries thousands of orders, and adjacency lists would be too slow for that.
//!
//! ```text
//!              targets          a row per source, a bit per target, in three planes:
//!           inner | outer       EDGE    there is an edge
//! inner   [ 0 1 0 | 1 0 ]       KNOWN   its label is a number
//! outer   [ 1 0 0 | 0 1 ]       MARK    known: not trivial; else: a term that is not a product
//! ```
//!
//! *Inner* vertices are to be eliminated. *Outer* vertices are their other neighbours; one of them
//! may be a source and a target. An elimination works on words: 64 targets at a time for each
//! predecessor.
//!
//! The price models the plan. A trivial factor costs nothing, known labels are folded, and every
//! other product is an instruction. An addition is an instruction only if neither term is a
//! product, because otherwise it is part of a fused multiply-add. The ledger merges more than that
//! (equal sums, composed scalings), so the price is an upper estimate.
//!
//! After the elimination of a set of vertices, edges and known labels do not depend on the order.
//! Marks may depend on it, because a sum may have become a statement earlier. Searches that use
//! this check their results again.
//!
//! Cost of an elimination: predecessors * targets / 64 words.

use crate::ordered::Map;

use crate::elim::label::Label;
use crate::graph::{Adjacency, Vertex};

use super::Objective;

/// The bit matrices. A [`Shape`] knows their sizes.
#[derive(Clone, Debug)]
pub(in crate::order) struct Matrix {
    /// By source, one bit per target in each of the three planes.
    rows: Vec<Word>,
    /// By inner vertex, one bit per source.
    columns: Vec<u64>,
}

impl Matrix {
    /// Takes over the contents of another matrix of the same shape.
    pub(in crate::order) fn copy_from(&mut self, other: &Self) {
        self.rows.copy_from_slice(&other.rows);
        self.columns.copy_from_slice(&other.columns);
    }
}

/// The sizes of a matrix, and the objective that prices its eliminations.
#[derive(Clone, Copy, Debug)]
pub(in crate::order) struct Shape {
    pub(in crate::order) n_inner: usize,
    /// Words per row.
    row_words: usize,
    /// Words per column.
    column_words: usize,
    objective: Objective,
}

/// Cuts the inner vertices out of a graph, with all their neighbours.
pub(in crate::order) fn extract(
    working: &Adjacency<Label>,
    inner: &[Vertex],
    objective: Objective,
) -> (Shape, Matrix) {
    let number = |side: &dyn Fn(Vertex) -> Vec<Vertex>| {
        let mut numbers: Map<Vertex, usize> = inner.iter().copied().zip(0..).collect();
        for vertex in inner.iter().flat_map(|vertex| side(*vertex)) {
            let next = numbers.len();
            numbers.entry(vertex).or_insert(next);
        }
        numbers
    };
    let sources = number(&|vertex| working.predecessors(vertex).collect());
    let targets = number(&|vertex| working.successors(vertex).collect());
    let shape = Shape {
        n_inner: inner.len(),
        row_words: targets.len().div_ceil(64).max(1),
        column_words: sources.len().div_ceil(64).max(1),
        objective,
    };
    let mut matrix = Matrix {
        rows: vec![Word::default(); sources.len() * shape.row_words],
        columns: vec![0; inner.len() * shape.column_words],
    };
    for (source, row) in &sources {
        for (target, label) in edges_within(working, *source, &targets) {
            shape.insert(&mut matrix, *row, target, label);
        }
    }
    (shape, matrix)
}

/// The edges from a source to numbered targets. It walks the shorter of the two lists, because a
/// source may have very many successors outside.
fn edges_within<'a>(
    working: &'a Adjacency<Label>,
    source: Vertex,
    targets: &Map<Vertex, usize>,
) -> Vec<(usize, &'a Label)> {
    if working.out_degree(source) <= targets.len() {
        let successors = working.successors(source);
        let numbered = successors.filter_map(|target| Some((target, *targets.get(&target)?)));
        numbered
            .filter_map(|(target, number)| Some((number, working.get(source, target)?)))
            .collect()
    } else {
        let label =
            |(target, number): (&Vertex, &usize)| Some((*number, working.get(source, *target)?));
        targets.iter().filter_map(label).collect()
    }
}

impl Shape {
    fn insert(&self, matrix: &mut Matrix, source: usize, target: usize, label: &Label) {
        let (is_known, is_marked) = match label {
            Label::Literal(constant) => (true, !constant.is_trivial()),
            Label::Atom(_) => (false, true),
            Label::Open(terms) => (false, terms.iter().any(|term| !term.multiplies())),
        };
        let word = &mut matrix.rows[source * self.row_words + target / 64];
        word.edge |= 1 << (target % 64);
        word.known |= u64::from(is_known) << (target % 64);
        word.mark |= u64::from(is_marked) << (target % 64);
        if target < self.n_inner {
            matrix.columns[target * self.column_words + source / 64] |= 1 << (source % 64);
        }
    }

    // Slices and `while`: without optimization an index into a `Vec` and a step of a range are
    // calls, and annealing comes here a hundred thousand times.

    /// Eliminates an inner vertex and returns the price.
    pub(in crate::order) fn eliminate(&self, matrix: &mut Matrix, inner: usize) -> u32 {
        let degrees = self.degrees(matrix, inner);
        let column: &[u64] = &matrix.columns;
        let rows: &mut [Word] = &mut matrix.rows;
        let mut price = 0;
        let mut word = 0;
        while word < self.column_words {
            let mut sources = column[inner * self.column_words + word];
            while sources != 0 {
                let source = word * 64 + sources.trailing_zeros() as usize;
                sources &= sources - 1;
                price += self.bypass(rows, inner, source, degrees);
            }
            word += 1;
        }
        self.reconnect_columns(matrix, inner);
        price
    }

    fn degrees(&self, matrix: &Matrix, inner: usize) -> Degrees {
        let (rows, columns): (&[Word], &[u64]) = (&matrix.rows, &matrix.columns);
        let (mut n_in, mut n_out) = (0, 0);
        let mut word = 0;
        while word < self.column_words {
            n_in += columns[inner * self.column_words + word].count_ones();
            word += 1;
        }
        word = 0;
        while word < self.row_words {
            n_out += rows[inner * self.row_words + word].edge.count_ones();
            word += 1;
        }
        Degrees { n_in, n_out }
    }

    /// Connects one predecessor with all successors, and returns the price.
    fn bypass(&self, rows: &mut [Word], inner: usize, source: usize, degrees: Degrees) -> u32 {
        let words = self.row_words;
        let (inner_row, row) = (inner * words, source * words);
        let incoming = rows[row + inner / 64].take(1 << (inner % 64));
        let mut price = 0;
        let mut word = 0;
        while word < words {
            let out = rows[inner_row + word];
            if out.edge != 0 {
                let (product, executed, folded) = out.times(incoming, degrees);
                let added = rows[row + word].absorb(product);
                price += match self.objective {
                    Objective::All => out.edge.count_ones(),
                    Objective::Multiplications => (out.edge & !folded).count_ones(),
                    Objective::Operations => executed.count_ones() + added.count_ones(),
                };
            }
            word += 1;
        }
        price
    }

    fn reconnect_columns(&self, matrix: &mut Matrix, inner: usize) {
        let words = self.column_words;
        let column = inner * words;
        let rows: &[Word] = &matrix.rows;
        let columns: &mut [u64] = &mut matrix.columns;
        let mut word = 0;
        // Only the first words have inner targets, which alone have columns.
        while word * 64 < self.n_inner {
            let mut targets = rows[inner * self.row_words + word].edge;
            while targets != 0 {
                let target = word * 64 + targets.trailing_zeros() as usize;
                targets &= targets - 1;
                if target >= self.n_inner {
                    break;
                }
                let mut word = 0;
                while word < words {
                    columns[target * words + word] |= columns[column + word];
                    word += 1;
                }
                columns[target * words + inner / 64] &= !(1 << (inner % 64));
            }
            word += 1;
        }
    }
}

/// The degrees of the vertex that is eliminated.
#[derive(Clone, Copy)]
struct Degrees {
    n_in: u32,
    n_out: u32,
}

/// The label of the edge into the vertex that is eliminated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Incoming {
    Trivial,
    Literal,
    /// A product, which can still be fused with an addition.
    Product,
    /// Any other label.
    Plain,
}

/// One word of each of the three planes.
#[derive(Clone, Copy, Debug, Default)]
struct Word {
    edge: u64,
    known: u64,
    mark: u64,
}

impl Word {
    /// Takes the edge with this bit out; its label.
    fn take(&mut self, bit: u64) -> Incoming {
        let incoming = match (self.known & bit != 0, self.mark & bit != 0) {
            (true, false) => Incoming::Trivial,
            (true, true) => Incoming::Literal,
            (false, false) => Incoming::Product,
            (false, true) => Incoming::Plain,
        };
        self.edge &= !bit;
        self.known &= !bit;
        self.mark &= !bit;
        incoming
    }

    /// The products of these outgoing labels with an incoming one. Then a bit for each product that
    /// is an instruction, and one for each product with a trivial factor.
    fn times(self, incoming: Incoming, degrees: Degrees) -> (Self, u64, u64) {
        let trivial = self.known & !self.mark;
        match incoming {
            Incoming::Trivial => {
                // The outgoing labels pass unchanged. With several predecessors each of them is
                // used several times, so it becomes a statement first and is no product any more.
                let closed = if degrees.n_in == 1 {
                    0
                } else {
                    self.edge & !self.known
                };
                let mark = self.mark | closed;
                (Self { mark, ..self }, 0, self.edge)
            }
            Incoming::Literal => {
                let mark = self.known;
                (Self { mark, ..self }, self.edge & !self.known, trivial)
            }
            Incoming::Product | Incoming::Plain => {
                // The same for an incoming label that passes through trivial outgoing edges.
                let is_plain = incoming == Incoming::Plain || degrees.n_out != 1;
                let product = Self {
                    edge: self.edge,
                    known: 0,
                    mark: if is_plain { trivial } else { 0 },
                };
                (product, self.edge & !trivial, trivial)
            }
        }
    }

    /// Adds products. A bit for each addition that is an instruction of its own.
    fn absorb(&mut self, product: Self) -> u64 {
        let both = self.edge & product.edge;
        if both == 0 {
            self.edge |= product.edge;
            self.known |= product.known;
            self.mark |= product.mark;
            return 0;
        }
        let known = both & self.known & product.known;
        // Plain labels are no products, so two of them cannot be fused into a multiply-add.
        let (self_plain, product_plain) = (self.known | self.mark, product.known | product.mark);
        let open = both & !known;
        *self = Self {
            edge: self.edge | product.edge,
            known: (self.known & !product.edge) | (product.known & !self.edge) | known,
            mark: (self.mark & !product.edge)
                | (product.mark & !self.edge)
                | known
                | (open & (self_plain | product_plain)),
        };
        open & self_plain & product_plain
    }
}

#[cfg(test)]
mod tests {
    use super::{Objective, extract};
    use crate::elim::{Elimination, EliminationOrder, Step, eliminate};
    use crate::graph::testing::named;

    /// The price of an order under each objective, and the counts of its plan.
    fn check(text: &str, order: &str) {
        let (graph, vertex) = named(text);
        let inner: Vec<_> = graph.intermediates().collect();
        let order: Vec<_> = order.split(' ').map(vertex).collect();
        let steps = order.iter().map(|vertex| Step::Vertex(*vertex)).collect();
        let counts = eliminate(&graph, &EliminationOrder::try_new(&graph, steps).unwrap()).counts();
        let expected = [
            (Objective::All, counts.all),
            (Objective::Multiplications, counts.nontrivial),
            (Objective::Operations, counts.operations),
        ];
        let elimination = Elimination::of(&graph);
        for (objective, expected) in expected {
            let (shape, mut matrix) = extract(elimination.working(), &inner, objective);
            let number = |v| inner.iter().position(|other| other == v).unwrap();
            let price: u32 = order
                .iter()
                .map(|v| shape.eliminate(&mut matrix, number(v)))
                .sum();
            assert_eq!(price as usize, expected, "{objective:?}");
        }
    }

    #[test]
    fn the_price_is_that_of_the_plan() {
        let text = "p-[a]->u q-[b]->u u-[1]->v u-[c]->w v-[d]->w v-[2]->y w-[e]->y w-[1]->z \
                    p-[f]->v q-[-1]->w p-[3]->y";
        check(text, "u v w");
        check(text, "w v u");
        check(text, "v u w");
    }

    #[test]
    fn open_sums_join_into_one_chain() {
        // a*b and c*d + 1 * e: the last joins without an instruction, a second plain one does not.
        check(
            "x-[a]->u u-[b]->y x-[c]->v v-[d]->y x-[e]->w w-[1]->y x-[f]->y",
            "u v w",
        );
    }

    #[test]
    fn known_labels_fold() {
        check("x-[2]->u u-[3]->v v-[a]->y x-[-1]->v u-[5]->y", "u v");
        check("x-[2]->u u-[3]->v v-[a]->y x-[-1]->v u-[5]->y", "v u");
    }
}

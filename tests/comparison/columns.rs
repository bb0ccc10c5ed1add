//! Forward over reverse: the gradient's Jacobian by columns, several at once by a colouring.
//!
//! ```text
//! colour 0: columns 0, 3       tangents dx0 = dx3 = 1     a sweep gives H (e0 + e3)
//! colour 1: column 1           ...
//! ```
//!
//! In a star colouring neighbours differ in colour, and so do some two vertices of each path of
//! four. Then every entry stands alone in one of the products, and is read there without
//! arithmetic. The colouring is greedy, in the order of the columns.
//!
//! Counted are the operations of each sweep on what its columns reach, a product with an addition
//! as one. A tangent that is one takes no product.
//!
//! Source: A. H. Gebremedhin, F. Manne, A. Pothen, What color is your Jacobian? Graph coloring for
//! computing derivatives, SIAM Review 47, 2005, section 4.

use std::collections::BTreeSet;

use jacobian_core::graph::{LinearGraph, Vertex};
use jacobian_core::ir::Category;

/// The operations of all sweeps over the graph of a gradient, for the Hessian with these entries.
pub(crate) fn operations(graph: &LinearGraph, lower: &[(usize, usize)]) -> usize {
    let independents: Vec<Vertex> = graph.independents().to_vec();
    let colours = star_colouring(independents.len(), lower);
    let all: BTreeSet<usize> = colours.iter().copied().collect();
    let sweeps = all.iter().map(|colour| {
        let columns = independents.iter().zip(&colours);
        let of_colour = columns.filter(|(_, own)| *own == colour);
        let seeded: Vec<Vertex> = of_colour.map(|(vertex, _)| *vertex).collect();
        sweep(graph, &seeded)
    });
    sweeps.sum()
}

/// The tangent of a vertex.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tangent {
    Zero,
    /// One or minus one.
    One,
    Other,
}

/// The operations of the tangents, where those of some independents are one.
fn sweep(graph: &LinearGraph, seeded: &[Vertex]) -> usize {
    let mut tangents = vec![Tangent::Zero; graph.vertices().count()];
    for vertex in seeded {
        tangents[vertex.0 as usize] = Tangent::One;
    }
    let mut operations = 0;
    for vertex in graph.vertices() {
        let sources = graph.predecessors(vertex);
        let reached: Vec<(Tangent, bool)> = sources
            .map(|(source, label)| {
                let is_one = label.category() == Category::Trivial;
                (tangents[source.0 as usize], is_one)
            })
            .filter(|(tangent, _)| *tangent != Tangent::Zero)
            .collect();
        if reached.is_empty() {
            continue;
        }
        let is_product =
            |(tangent, is_one): &&(Tangent, bool)| *tangent == Tangent::Other && !is_one;
        let products = reached.iter().filter(is_product).count();
        operations += products.max(reached.len() - 1);
        tangents[vertex.0 as usize] = match reached[..] {
            [(Tangent::One, true)] => Tangent::One,
            _ => Tangent::Other,
        };
    }
    operations
}

/// A colour for each column.
fn star_colouring(n_columns: usize, lower: &[(usize, usize)]) -> Vec<usize> {
    let mut neighbours = vec![BTreeSet::new(); n_columns];
    for (row, col) in lower.iter().filter(|(row, col)| row != col) {
        neighbours[*row].insert(*col);
        neighbours[*col].insert(*row);
    }
    let mut colours: Vec<Option<usize>> = vec![None; n_columns];
    for column in 0..n_columns {
        let mut forbidden = BTreeSet::new();
        for near in &neighbours[column] {
            forbidden.extend(colours[*near]);
            for far in neighbours[*near].iter().filter(|far| **far != column) {
                let Some(colour) = colours[*far] else {
                    continue;
                };
                // Without a colour in between, or where the path of four would have two colours.
                let mut beyond = neighbours[*far].iter().filter(|last| *last != near);
                let is_forbidden =
                    colours[*near].is_none() || beyond.any(|last| colours[*last] == colours[*near]);
                if is_forbidden {
                    forbidden.insert(colour);
                }
            }
        }
        colours[column] = (0..n_columns).find(|colour| !forbidden.contains(colour));
    }
    colours.into_iter().map(Option::unwrap_or_default).collect()
}

#[test]
fn an_arrow_takes_two_colours_and_a_tridiagonal_matrix_three() {
    let arrow: Vec<_> = (1..6).map(|row| (row, 0)).collect();
    assert_eq!(star_colouring(6, &arrow), [0, 1, 1, 1, 1, 1]);
    let tridiagonal: Vec<_> = (1..6).map(|row| (row, row - 1)).collect();
    assert_eq!(star_colouring(6, &tridiagonal), [0, 1, 0, 2, 0, 1]);
}

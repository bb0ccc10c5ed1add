//! The cost of an elimination order: multiplications, counted on the structure of the graph alone.
//!
//! ```text
//! vertex j: |P_j| * |S_j|     front (i, j): |S_j|     back (i, j): |P_i|     face: 1
//! ```
//!
//! This is the count of the literature, called `all`: every product of two labels, also by one.
//! Because it sees no labels, it does not see that some cancel. If none do, the count is exactly
//! [`Counts::all`](crate::plan::Counts). Cost: that of the elimination without labels.

use crate::graph::{Adjacency, LinearGraph};

use super::step::Step;

/// The products of all steps.
pub fn products(graph: &LinearGraph, steps: &[Step]) -> usize {
    products_within(graph, steps, usize::MAX).unwrap_or(usize::MAX)
}

/// The products of all steps, or `None` if there are more than `most`.
pub fn products_within(graph: &LinearGraph, steps: &[Step], most: usize) -> Option<usize> {
    let mut working = Adjacency::structure(graph);
    let mut products = 0;
    for step in steps {
        products += perform(&mut working, *step);
        if products > most {
            return None;
        }
    }
    Some(products)
}

/// Rewrites the structure by one step and counts its products. A face changes the dual graph only.
pub fn perform(working: &mut Adjacency<()>, step: Step) -> usize {
    match step {
        Step::Vertex(vertex) => {
            let degree = working.markowitz_degree(vertex);
            working.eliminate(vertex);
            degree
        }
        Step::Front(source, target) => {
            let degree = working.out_degree(target);
            if working.in_degree(target) == 1 {
                working.eliminate(target);
            } else {
                working.remove(source, target);
                let successors: Vec<_> = working.successors(target).collect();
                for successor in successors {
                    working.insert(source, successor, ());
                }
            }
            degree
        }
        Step::Back(source, target) => {
            let degree = working.in_degree(source);
            if working.out_degree(source) == 1 {
                working.eliminate(source);
            } else {
                working.remove(source, target);
                let predecessors: Vec<_> = working.predecessors(source).collect();
                for predecessor in predecessors {
                    working.insert(predecessor, target, ());
                }
            }
            degree
        }
        Step::Face(..) => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::products;
    use crate::elim::Step::{Back, Front, Vertex};
    use crate::graph::testing::named;

    #[test]
    fn each_kind_of_step_has_its_price() {
        let (graph, v) = named("p-[a]->i q-[b]->i i-[c]->y i-[d]->z i-[e]->w");
        assert_eq!(products(&graph, &[Vertex(v("i"))]), 6);
        assert_eq!(products(&graph, &[Front(v("p"), v("i"))]), 3);
        assert_eq!(products(&graph, &[Back(v("i"), v("y"))]), 2);
        let front_all = [Front(v("p"), v("i")), Front(v("q"), v("i"))];
        assert_eq!(products(&graph, &front_all), 6);
    }
}

//! Face elimination: one multiplication at a time.
//!
//! ```text
//! i --a--> j --b--> k         face (a, b): a new edge from i to k has the label a*b;
//!          j --c--> l         a stays because of the face (a, c), b is dropped
//! ```
//!
//! Face elimination is the finest kind: a vertex or edge elimination is a group of face
//! eliminations. So the best face order never needs more multiplications than the best vertex or
//! edge order, and on some graphs it needs fewer. It works on the [`dual`](crate::graph::dual)
//! graph.
//!
//! Cost: one multiplication, and an addition for each edge that absorbs the product or is merged.
//! Source: Naumann, "Optimal accumulation of Jacobian matrices by elimination methods on the dual
//! computational graph".

use crate::graph::dual::{Dual, DualVertex};

use super::label::Label;
use super::ledger::{Ledger, Partners};

/// Eliminates the face between two edges, if it is there.
pub(super) fn eliminate(
    dual: &mut Dual<Label>,
    ledger: &mut Ledger,
    first: DualVertex,
    second: DualVertex,
) {
    if !dual.has_face(first, second) {
        return;
    }
    dual.eliminate(
        (first, second),
        |factors| {
            // An edge that has other faces left is multiplied again later, so a sum on it must
            // become an accumulation now.
            let (one, two) = (factors.first, factors.second);
            ledger.prepare(one, Partners::one(two), factors.after_first);
            ledger.prepare(two, Partners::one(one), factors.after_second);
            ledger.multiply(one.clone(), two.clone())
        },
        Label::add,
    );
}

#[cfg(test)]
mod tests {
    use crate::elim::{EliminationOrder, Step, eliminate};
    use crate::graph::dual::number_of;
    use crate::graph::testing::named;

    #[test]
    fn faces_in_sequence_give_the_jacobian() {
        let (graph, vertex) = named("x-[a]->u u-[b]->y u-[c]->w x-[d]->y");
        let edge = |s, t| number_of(&graph, vertex(s), vertex(t)).unwrap();
        let steps = vec![
            Step::Face(edge("x", "u"), edge("u", "y")),
            Step::Face(edge("x", "u"), edge("u", "w")),
        ];
        let order = EliminationOrder::try_new(&graph, steps).unwrap();
        let plan = eliminate(&graph, &order);
        assert_eq!(
            plan.to_string(),
            "J[0, 0] = v3 + v0 * v1\nJ[1, 0] = v0 * v2\n"
        );
        assert_eq!(plan.counts().all, 2);
    }
}

//! Face elimination: one multiplication at a time.
//!
//! ```text
//! i --a--> j --b--> k         the face of a and b; a new edge with label a*b from where a comes to
//!          j --c--> l         where b leads, while a and b stay for their other faces
//! ```
//!
//! The finest of the eliminations: vertex and edge eliminations are groups of it, and it can
//! undercut them. It works on the [`dual`](crate::graph::dual) graph.
//!
//! Cost: one multiplication; additions where an edge absorbs the product and where edges merge.
//! Source: Naumann, "Optimal accumulation of Jacobian matrices by elimination methods on the dual
//! computational graph".

use crate::graph::dual::{Dual, DualVertex};

use super::label::Label;
use super::ledger::{Afterwards, Ledger, Partners};

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
    let then = |drops| {
        if drops {
            Afterwards::Dropped
        } else {
            Afterwards::Kept
        }
    };
    dual.eliminate(
        (first, second),
        |factors| {
            let (one, two) = (factors.first, factors.second);
            ledger.prepare(one, Partners::one(two), then(factors.drops_first));
            ledger.prepare(two, Partners::one(one), then(factors.drops_second));
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

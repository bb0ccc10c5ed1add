//! The entries of `S` that a loop carries, and those that keep their numbers: a fixpoint.
//!
//! ```text
//! x += v * dt;  v += a(x) * dt;        entering: x0, v0, dt        before the first iteration
//!                                         x0  v0  dt                   x0  v0  dt
//!                                      x   *   *   *                x   1   0   0
//!                                      v   *   *   *                v   0   1   0
//! total += w;  k = 2.0 * w;            total by total0 stays 1, so nothing is carried for it
//! ```
//!
//! `S` starts as the identity on the initial values, or as their seeds. An entry is a number if the
//! body maps the number to itself. We assume this for all entries, and give it up where the body
//! says otherwise: where its Jacobian, by the states and by the values from around, has a variable,
//! or where another entry that it multiplies is given up. An entry is given up once, so this ends.
//!
//! Invariant: an entry that is not listed is zero in every iteration. Cost: the
//! entries of the body's Jacobian by its states, times the values that enter.

use crate::ir::{CodeList, Constant, LoopId, RegionEntry, ValueId};
use crate::ordered::{Map, Set};

/// An entry of `S`: the slot, and the value that enters.
pub(super) type Position = (usize, ValueId);

/// A sum of products: its number, if all factors are numbers.
pub(super) type Sum = Option<Constant>;

/// The active slots of a loop by their states.
pub(super) fn states(code: &CodeList, id: LoopId) -> Map<ValueId, usize> {
    let slots = code.run_time_loop(id).slots().iter().enumerate();
    slots
        .filter(|(_, slot)| code.statement(slot.state).is_active())
        .map(|(index, slot)| (slot.state, index))
        .collect()
}

/// The partials of values that enter a loop by its roots. Those that are not listed are roots.
#[derive(Default)]
pub(super) struct Entering(Map<ValueId, Vec<(ValueId, Sum)>>);

impl Entering {
    /// These values, with their seeds by their positions.
    pub(super) fn of(values: &[ValueId], seeds: impl Iterator<Item = (Position, Sum)>) -> Self {
        let mut entering: Map<_, Vec<_>> = values.iter().map(|id| (*id, Vec::new())).collect();
        for ((position, root), sum) in seeds {
            let seeds = entering.entry(values[position]).or_default();
            seeds.push((root, sum));
        }
        Self(entering)
    }

    fn get(&self, id: ValueId) -> Vec<(ValueId, Sum)> {
        let seeds = self.0.get(&id).cloned();
        seeds.unwrap_or_else(|| vec![(id, Some(Constant::ONE))])
    }
}

/// The entries that a loop carries, by slot, then by value. `body` has the entries of the body's
/// Jacobian: the slot, the state or value from around, and the number if it is one.
pub(super) fn entries(
    code: &CodeList,
    id: LoopId,
    body: &[(Position, Sum)],
    entering: &Entering,
) -> Vec<RegionEntry> {
    let slots = code.run_time_loop(id).slots();
    let states = states(code, id);
    let initial = |slot: usize| {
        let id = slots[slot].initial;
        let is_active = code.statement(id).is_active();
        if is_active {
            entering.get(id)
        } else {
            Vec::new()
        }
    };
    let mut start: Map<Position, Sum> = Map::new();
    for slot in states.values() {
        let seeds = initial(*slot).into_iter();
        start.extend(seeds.map(|(root, sum)| ((*slot, root), sum)));
    }
    let mut next: Map<Position, Sum> = Map::new();
    let mut users: Map<usize, Vec<usize>> = Map::new();
    for ((slot, column), factor) in body {
        let partials = match states.get(column) {
            // The entry by a state meets what the state starts with.
            Some(state) => {
                users.entry(*state).or_default().push(*slot);
                initial(*state)
            }
            None => entering.get(*column),
        };
        for (root, partial) in partials {
            let sum = next.entry((*slot, root)).or_insert(Some(Constant::ZERO));
            *sum = sum.and_then(|sum| Some(sum.add(partial?.multiply((*factor)?))));
        }
    }
    let is_kept = |position: &Position| {
        let [start, next] =
            [&start, &next].map(|sums| sums.get(position).copied().unwrap_or(Some(Constant::ZERO)));
        let difference = start.and_then(|start| Some(next?.add(start.negate())));
        difference.is_some_and(Constant::is_zero)
    };
    let positions = start.keys().chain(next.keys()).copied();
    let changing = positions.filter(|position| !is_kept(position)).collect();
    let variables = spread(changing, &users);
    let mut entries = start.clone();
    entries.extend(variables.iter().map(|position| (*position, None)));
    let entry = |((slot, source), constant)| (slot, source, constant);
    entries.into_iter().map(entry).collect()
}

/// These entries, and all that are computed from them in the same or a later iteration. `users` has
/// for each slot the slots that are computed from it.
fn spread(changing: Set<Position>, users: &Map<usize, Vec<usize>>) -> Set<Position> {
    let mut pending: Vec<Position> = changing.iter().copied().collect();
    let mut variables = changing;
    while let Some((slot, source)) = pending.pop() {
        for user in users.get(&slot).into_iter().flatten() {
            if variables.insert((*user, source)) {
                pending.push((*user, source));
            }
        }
    }
    variables
}

#[cfg(test)]
mod tests {
    use crate::ir::elemental::Operation::{self, Add, Mul, Sin, Sub};
    use crate::ir::loop_region::CarriedEntry;
    use crate::ir::region::JoinEntry;
    use crate::ir::{Category, CodeListBuilder, Origin, Precision, ValueId, differentiate_with};
    use crate::regions::Arms;

    type Apply<'a> = &'a mut dyn FnMut(Operation, &[ValueId]) -> ValueId;

    /// The entries that a loop over three independents carries, as lines `slot source entry`. The
    /// slots start as the given values, and `body` makes the next values of the states.
    fn carried(
        initial: &[ValueId],
        body: impl FnOnce(Apply<'_>, &[ValueId]) -> Vec<ValueId>,
    ) -> Vec<String> {
        let mut builder = CodeListBuilder::new(3, Precision::Double);
        builder.literal(0.0);
        let id = builder.begin_loop();
        let outside = builder.enter(builder.loop_body(id));
        let states: Vec<ValueId> = initial
            .iter()
            .map(|initial| builder.state(id, *initial, Category::Variable))
            .collect();
        let nexts = body(
            &mut |operation, operands| builder.apply(operation, operands, Origin::default()),
            &states,
        );
        builder.end_loop(id, nexts, None);
        builder.enter(outside);
        let exits = (0..states.len())
            .map(|slot| builder.exit(id, slot))
            .collect();
        let (code, _) = differentiate_with(builder.finish(exits), &mut Arms::default());
        let partials = code.run_time_loop(id).partials().iter();
        partials
            .map(|partial| {
                let entry = match partial.entry {
                    CarriedEntry::Literal(constant) => constant.to_string(),
                    CarriedEntry::Value { .. } => "varies".to_owned(),
                };
                format!("{} {} {entry}", partial.slot, partial.source)
            })
            .collect()
    }

    const X: ValueId = ValueId(0);
    const V: ValueId = ValueId(1);
    const W: ValueId = ValueId(2);
    const ZERO: ValueId = ValueId(3);

    #[test]
    fn an_entry_that_the_body_keeps_is_a_number() {
        // x += v: by x it stays one, by v it counts the iterations.
        let entries = carried(&[X], |apply, states| vec![apply(Add, &[states[0], V])]);
        assert_eq!(entries, ["0 v0 1", "0 v1 varies"]);
    }

    #[test]
    fn what_the_body_cancels_exactly_is_no_entry() {
        // x = (x + v) - v
        let entries = carried(&[X], |apply, states| {
            let sum = apply(Add, &[states[0], V]);
            vec![apply(Sub, &[sum, V])]
        });
        assert_eq!(entries, ["0 v0 1"]);
    }

    #[test]
    fn an_initial_value_that_is_overwritten_varies() {
        // x = sin w: by x one before the first iteration, and zero after it.
        let entries = carried(&[X], |apply, _| vec![apply(Sin, &[W])]);
        assert_eq!(entries, ["0 v0 varies", "0 v2 varies"]);
    }

    #[test]
    fn entries_spread_through_later_iterations() {
        // A delay line from v: the last slot depends on v in the third iteration.
        let entries = carried(&[ZERO, ZERO, ZERO], |apply, states| {
            vec![apply(Sin, &[V]), states[0], states[1]]
        });
        assert_eq!(entries, ["0 v1 varies", "1 v1 varies", "2 v1 varies"]);
    }

    #[test]
    fn states_that_change_places_vary() {
        let entries = carried(&[X, V], |_, states| vec![states[1], states[0]]);
        assert_eq!(
            entries,
            ["0 v0 varies", "0 v1 varies", "1 v0 varies", "1 v1 varies"]
        );
    }

    #[test]
    fn states_that_do_not_meet_stay_apart() {
        // x *= w; y += x with y from v: y depends on all, x not on v.
        let entries = carried(&[X, V], |apply, states| {
            let product = apply(Mul, &[states[0], W]);
            vec![product, apply(Add, &[states[1], product])]
        });
        let expected = [
            "0 v0 varies",
            "0 v2 varies",
            "1 v0 varies",
            "1 v1 1",
            "1 v2 varies",
        ];
        assert_eq!(entries, expected);
    }

    #[test]
    fn what_enters_is_by_its_roots_where_they_are_fewer() {
        // (a, b) = (sin x, 2 x); p, q start as a, b; p *= a + q; q *= b: by x alone.
        let mut builder = CodeListBuilder::new(3, Precision::Double);
        let two = builder.literal(2.0);
        let mut apply =
            |operation, operands: &[ValueId]| builder.apply(operation, operands, Origin(0));
        let (a, b) = (apply(Sin, &[X]), apply(Mul, &[two, X]));
        let id = builder.begin_loop();
        let outside = builder.enter(builder.loop_body(id));
        let states = [a, b].map(|initial| builder.state(id, initial, Category::Variable));
        let sum = builder.apply(Add, &[a, states[1]], Origin(0));
        let nexts = [(states[0], sum), (states[1], b)]
            .map(|(state, factor)| builder.apply(Mul, &[state, factor], Origin(0)));
        builder.end_loop(id, nexts.to_vec(), None);
        builder.enter(outside);
        let exit = builder.exit(id, 0);
        let (code, _) = differentiate_with(builder.finish(vec![exit]), &mut Arms::default());
        let partials = code.run_time_loop(id).partials().iter();
        let found: Vec<_> = partials
            .map(|partial| match partial.initial {
                JoinEntry::Literal(constant) => (partial.source, constant.to_string()),
                JoinEntry::Value(id) => {
                    (partial.source, code.statement(id).elemental().to_string())
                }
            })
            .collect();
        // The seed of `a` is computed, and that of `b` is a number.
        assert_eq!(found, [(X, "partial 0.0".to_owned()), (X, "2".to_owned())]);
    }

    #[test]
    fn two_slots_from_one_value_share_its_column() {
        let entries = carried(&[X, X], |apply, states| {
            vec![states[0], apply(Mul, &[states[0], states[1]])]
        });
        assert_eq!(entries, ["0 v0 1", "1 v0 varies"]);
    }
}

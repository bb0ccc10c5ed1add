//! The rows of the table for iterators, arrays and slices.
//!
//! If several names have the same distance from an unknown name, the message suggests the first
//! row.

use crate::ir::elemental::Operation;

use crate::front::flow::machine::Machine;
use crate::front::methods::extremes::Extreme;
use crate::front::methods::filters::{Wanted, While};
use crate::front::methods::iterators::Pieces;
use crate::front::methods::positions::{Which, copied};
use crate::front::methods::predicates::Quantifier;
use crate::front::methods::selections::Selection;
use crate::front::methods::table::{At, Given, Gives, Method, Operands, Parameter, Position, Run};
use crate::front::methods::tuples::Tuples;
use crate::front::names::state::Lowering;
use crate::front::value::found::{Found, Stop};
use crate::front::value::function::Callable;
use crate::front::value::items::{Item, is_uncertain, ready, scattered};
use crate::front::value::maybe::Maybe;
use crate::front::value::{Inactive, Value};
use Parameter::{Borrowed, Elements, Function, Index, Integer, Items, Sequence, Settled};

/// A method that makes one iterator of another.
const fn adapter<M>(
    name: &'static str,
    receiver: Parameter,
    parameters: &'static [Parameter],
    run: Run<M>,
) -> Method<M> {
    Method::new(name, Gives::Items, receiver, parameters, run)
}

/// A method that makes one value of a list.
const fn consumer<M>(
    name: &'static str,
    receiver: Parameter,
    parameters: &'static [Parameter],
    run: Run<M>,
) -> Method<M> {
    Method::new(name, Gives::Value, receiver, parameters, run)
}

/// A method that asks the items one by one until the answer is known.
const fn quantifier<M>(name: &'static str, run: Run<M>) -> Method<M> {
    Method::new(name, Gives::Answer, Items, &[Function], run)
}

/// A method that may find nothing, so that its result is usually unwrapped.
const fn search<M>(
    name: &'static str,
    receiver: Parameter,
    parameters: &'static [Parameter],
    run: Run<M>,
) -> Method<M> {
    Method::new(name, Gives::Maybe, receiver, parameters, run)
}

const COUNT: &[Parameter] = &[Index("count")];
const LENGTH: &[Parameter] = &[Integer("length")];
const POSITION: &[Parameter] = &[Index("index")];

impl<M: Machine> Lowering<M> {
    pub(crate) const ITERATORS: &'static [Method<M>] = &[
        adapter("iter", Elements, &[], |_, mut of, _| {
            listed(of.elements().into_iter().map(Value::referred).collect())
        }),
        adapter("into_iter", Items, &[], |_, mut of, _| given(of.items())),
        adapter("iter_mut", Borrowed, &[], |_, mut of, _| {
            listed(of.elements())
        }),
        adapter("by_ref", Items, &[], |_, mut of, _| given(of.items())),
        adapter("fuse", Items, &[], |_, mut of, _| given(of.items())),
        adapter("peekable", Items, &[], |_, mut of, _| given(of.items())),
        adapter("copied", Items, &[], |_, mut of, _| {
            given(of.items().into_iter().map(copied).collect())
        }),
        adapter("cloned", Items, &[], |_, mut of, _| {
            given(of.items().into_iter().map(copied).collect())
        }),
        adapter("rev", Items, &[], |_, mut of, _| {
            let items = of.items();
            let uncertain = items.iter().any(is_uncertain);
            let items = if uncertain { scattered(items) } else { items };
            given(items.into_iter().rev().collect())
        }),
        adapter("enumerate", Items, &[], |run, mut of, _| {
            run.enumerated(of.items()).map(Given::Items)
        }),
        adapter("flatten", Items, &[], Self::flatten),
        adapter("as_flattened", Items, &[], Self::flatten),
        adapter("zip", Sequence, &[Sequence], Self::zipped),
        adapter("chain", Items, &[Items], |_, mut of, _| {
            let mut items = of.items();
            let after = of.items();
            // Behind items that may be missing no position is known.
            if items.iter().any(is_uncertain) {
                items = scattered(items);
                items.extend(scattered(after));
            } else {
                items.extend(after);
            }
            given(items)
        }),
        adapter("take", Items, COUNT, |run, of, at| {
            run.select(of, at, Selection::Take)
        }),
        adapter("skip", Items, COUNT, |run, of, at| {
            run.select(of, at, Selection::Skip)
        }),
        adapter("step_by", Items, COUNT, |run, of, at| {
            run.select(of, at, Selection::StepBy)
        }),
        adapter("map", Items, &[Function], |_, mut of, _| {
            given(mapped(&mut of))
        }),
        adapter("inspect", Items, &[Function], |_, mut of, _| {
            let (items, function) = (of.items(), Callable::Seen(Box::new(of.function())));
            let seen = |item| Item::Mapped(Box::new(item), function.clone());
            given(items.into_iter().map(seen).collect())
        }),
        adapter("flat_map", Items, &[Function], |run, mut of, at| {
            let mapped = mapped(&mut of);
            run.flattened(mapped, at.call).map(Given::Items)
        }),
        adapter("filter", Items, &[Function], Self::filter),
        adapter("filter_map", Items, &[Function], Self::filter_map),
        adapter("take_while", Items, &[Function], |run, of, at| {
            run.select_while(of, at, While::Take)
        }),
        adapter("skip_while", Items, &[Function], |run, of, at| {
            run.select_while(of, at, While::Skip)
        }),
        adapter("map_while", Items, &[Function], |run, of, at| {
            run.select_while(of, at, While::Map)
        }),
        adapter("scan", Items, &[Settled, Function], |run, mut of, at| {
            let (items, first, function) = (of.items(), of.value(), of.function());
            run.scanned(items, first, &function, at.call)
                .map(Given::Items)
        }),
        adapter("concat", Items, &[], Self::flatten),
        adapter("windows", Elements, LENGTH, |run, of, at| {
            run.pieces(of, at, Pieces::Overlapping)
        }),
        adapter("chunks", Elements, LENGTH, |run, of, at| {
            run.pieces(of, at, Pieces::WithRest)
        }),
        adapter("chunks_exact", Elements, LENGTH, |run, of, at| {
            run.pieces(of, at, Pieces::Whole)
        }),
        adapter("rchunks", Elements, LENGTH, |run, of, at| {
            run.pieces(of, at, Pieces::FromEnd)
        }),
        adapter("chunks_mut", Borrowed, LENGTH, |run, of, at| {
            run.pieces(of, at, Pieces::WithRest)
        }),
        adapter("chunks_exact_mut", Borrowed, LENGTH, |run, of, at| {
            run.pieces(of, at, Pieces::Whole)
        }),
        adapter("zip_eq", Items, &[Items], Self::zipped_equal),
        adapter("cartesian_product", Items, &[Items], Self::product_of_lists),
        adapter("tuple_windows", Items, &[], |run, of, at| {
            run.tuples(of, at, Tuples::Overlapping)
        }),
        adapter("circular_tuple_windows", Items, &[], |run, of, at| {
            run.tuples(of, at, Tuples::Circular)
        }),
        adapter("tuples", Items, &[], |run, of, at| {
            run.tuples(of, at, Tuples::SideBySide)
        }),
        adapter("tuple_combinations", Items, &[], |run, of, at| {
            run.tuples(of, at, Tuples::Chosen)
        }),
        adapter("combinations", Items, LENGTH, Self::combinations),
        consumer("collect_vec", Items, &[], |run, mut of, at| {
            run.taken(of.items(), at.call).map(Given::Value)
        }),
        consumer("sum", Items, &[], |run, mut of, at| {
            run.accumulated(of.items(), Operation::Add, at.call)
                .map(Given::Value)
        }),
        consumer("product", Items, &[], |run, mut of, at| {
            run.accumulated(of.items(), Operation::Mul, at.call)
                .map(Given::Value)
        }),
        consumer("count", Items, &[], |run, mut of, at| {
            run.counted(of.items(), at.call).map(Given::Value)
        }),
        consumer("collect", Items, &[], |run, mut of, at| {
            run.collect(of.items(), at).map(Given::Value)
        }),
        consumer("unzip", Items, &[], |run, mut of, at| {
            run.unzipped(of.items(), at.call).map(Given::Value)
        }),
        consumer("to_vec", Elements, &[], |_, mut of, _| {
            Ok(Given::Value(Value::array(of.elements())))
        }),
        consumer("into_boxed_slice", Elements, &[], |_, mut of, _| {
            Ok(Given::Value(Value::array(of.elements())))
        }),
        consumer("into_vec", Elements, &[], |_, mut of, _| {
            Ok(Given::Value(Value::array(of.elements())))
        }),
        consumer("fold", Items, &[Settled, Function], |run, mut of, at| {
            let (items, first, function) = (of.items(), of.value(), of.function());
            run.folded(items, first, &function, at.call)
                .map(Given::Value)
        }),
        consumer("for_each", Items, &[Function], |run, mut of, at| {
            let (items, function) = (of.items(), of.function());
            run.for_each(items, &function, at.call).map(Given::Value)
        }),
        consumer(
            "try_fold",
            Items,
            &[Settled, Function],
            |run, mut of, at| {
                let (items, first, function) = (of.items(), of.value(), of.function());
                run.folded_while_there(items, first, &function, at)
            },
        ),
        consumer("try_for_each", Items, &[Function], |run, mut of, at| {
            let (items, function) = (of.items(), of.function());
            run.run_while_there(items, &function, at)
        }),
        consumer("partition", Items, &[Function], Self::partitioned),
        consumer("repeat", Elements, LENGTH, |run, mut of, at| {
            let (elements, count) = (of.elements(), of.integer());
            run.repeated_list(&elements, count, at.call)
        }),
        consumer("as_mut_slice", Borrowed, &[], all),
        consumer("make_contiguous", Borrowed, &[], all),
        consumer("split_at", Elements, POSITION, Self::split),
        consumer("split_at_mut", Borrowed, POSITION, Self::split),
        quantifier("any", |run, of, at| run.quantified(of, at, Quantifier::Any)),
        quantifier("all", |run, of, at| run.quantified(of, at, Quantifier::All)),
        search("reduce", Items, &[Function], |run, mut of, at| {
            let (items, function) = (of.items(), of.function());
            run.reduced(items, &function, at.call).map(Given::Value)
        }),
        search("fold1", Items, &[Function], |run, mut of, at| {
            let (items, function) = (of.items(), of.function());
            run.reduced(items, &function, at.call).map(Given::Value)
        }),
        search("sum1", Items, &[], |run, of, at| {
            run.accumulated_if_any(of, at, Operation::Add)
        }),
        search("product1", Items, &[], |run, of, at| {
            run.accumulated_if_any(of, at, Operation::Mul)
        }),
        search("last", Items, &[], Self::last_item),
        search("back", Items, &[], Self::last_item),
        search("first", Items, &[], Self::first_item),
        search("front", Items, &[], Self::first_item),
        search("next", Items, &[], Self::first_item),
        search("peek", Items, &[], Self::first_item),
        search("nth", Items, POSITION, |run, mut of, at| {
            let (items, position) = (of.items(), of.position());
            match position {
                Position::Known(position) => {
                    let position = usize::try_from(position).map_err(|_| Stop)?;
                    run.item_at(items, position, at.call).map(Given::Value)
                }
                Position::RunTime(position) if items.iter().any(is_uncertain) => {
                    let skip = Selection::Skip;
                    let items = run.selected_at_run_time(skip, items, position, at.call)?;
                    let first = run.item_there(items, Which::At(0), at.call);
                    first.map(Given::Value)
                }
                Position::RunTime(position) => {
                    let items = items
                        .into_iter()
                        .map(|item| run.take_settled(item, at.call));
                    let items = items.collect::<Found<Vec<Value>>>()?;
                    run.there(&items, position, at)
                }
            }
        }),
        search("get", Elements, POSITION, |run, mut of, at| {
            let (elements, position) = (of.elements(), of.position());
            match position {
                Position::Known(position) => element(&elements, usize::try_from(position).ok()),
                Position::RunTime(position) => run.there(&elements, position, at),
            }
        }),
        search("split_first", Elements, &[], |_, mut of, _| {
            let mut rest = of.elements();
            let first = (!rest.is_empty()).then(|| rest.remove(0));
            split_off(first, rest)
        }),
        search("split_last", Elements, &[], |_, mut of, _| {
            let mut rest = of.elements();
            split_off(rest.pop(), rest)
        }),
        search("first_mut", Borrowed, &[], first),
        search("front_mut", Borrowed, &[], first),
        search("last_mut", Borrowed, &[], last),
        search("back_mut", Borrowed, &[], last),
        search("get_mut", Borrowed, POSITION, |run, mut of, at| {
            let (elements, position) = (of.elements(), of.position());
            match position {
                Position::Known(position) => element(&elements, usize::try_from(position).ok()),
                Position::RunTime(position) => run.there(&elements, position, at),
            }
        }),
        search("find", Items, &[Function], |run, of, at| {
            run.first_wanted(of, at, Wanted::Item)
        }),
        search("find_map", Items, &[Function], |run, of, at| {
            run.first_wanted(of, at, Wanted::Inside)
        }),
        search("position", Items, &[Function], |run, of, at| {
            run.first_wanted(of, at, Wanted::Position)
        }),
        search("max_by", Items, &[Function], |run, of, at| {
            run.extreme_by(of, at, Extreme::Largest)
        }),
        search("min_by", Items, &[Function], |run, of, at| {
            run.extreme_by(of, at, Extreme::Smallest)
        }),
        search("max_by_key", Items, &[Function], |run, of, at| {
            run.extreme_by_key(of, at, Extreme::Largest)
        }),
        search("min_by_key", Items, &[Function], |run, of, at| {
            run.extreme_by_key(of, at, Extreme::Smallest)
        }),
        search("min", Items, &[], |run, of, at| {
            run.extreme(of, at, Extreme::Smallest)
        }),
        search("max", Items, &[], |run, of, at| {
            run.extreme(of, at, Extreme::Largest)
        }),
    ];
}

impl<M: Machine> Lowering<M> {
    fn last_item(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let items = of.items();
        let position = items.len().saturating_sub(1);
        let last = if items.iter().any(is_uncertain) {
            self.item_there(items, Which::Last, at.call)
        } else {
            self.item_at(items, position, at.call)
        };
        last.map(Given::Value)
    }

    /// The element at a position that only run time knows, if there is one.
    fn there(&mut self, elements: &[Value], position: Inactive, at: At<'_>) -> Found<Given> {
        let found = self.element_if_there(elements, position, at.call)?;
        Ok(Given::Value(found))
    }
}

#[expect(clippy::unnecessary_wraps, reason = "rows of other methods may stop")]
fn given(items: Vec<Item>) -> Found<Given> {
    Ok(Given::Items(items))
}

fn listed(elements: Vec<Value>) -> Found<Given> {
    given(ready(elements))
}

#[expect(clippy::unnecessary_wraps, reason = "rows of other methods may stop")]
fn all<M>(_: &mut Lowering<M>, mut of: Operands, _: At<'_>) -> Found<Given> {
    Ok(Given::Value(Value::array(of.elements())))
}

fn first<M>(_: &mut Lowering<M>, mut of: Operands, _: At<'_>) -> Found<Given> {
    element(&of.elements(), Some(0))
}

fn last<M>(_: &mut Lowering<M>, mut of: Operands, _: At<'_>) -> Found<Given> {
    let elements = of.elements();
    element(&elements, elements.len().checked_sub(1))
}

#[expect(clippy::unnecessary_wraps, reason = "rows of other methods may stop")]
fn element(elements: &[Value], position: Option<usize>) -> Found<Given> {
    let element = position.and_then(|position| elements.get(position).cloned());
    Ok(Given::Value(Maybe::of(element).into_value()))
}

/// One element and the others, as `split_first` gives them.
#[expect(clippy::unnecessary_wraps, reason = "rows of other methods may stop")]
fn split_off(one: Option<Value>, rest: Vec<Value>) -> Found<Given> {
    let pair = one.map(|one| Value::tuple(vec![one, Value::array(rest)]));
    Ok(Given::Value(Maybe::of(pair).into_value()))
}

fn mapped(of: &mut Operands) -> Vec<Item> {
    let (items, function) = (of.items(), of.function());
    let map = |item| Item::Mapped(Box::new(item), function.clone());
    items.into_iter().map(map).collect()
}

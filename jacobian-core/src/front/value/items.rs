//! The items of an iterator as values. A closure runs only when its item is taken.

use std::rc::Rc;

use crate::front::value::Value;
use crate::front::value::function::Callable;
use crate::front::value::integer::Integer;
use crate::front::value::maybe::Maybe;

/// Whether an item may be left out.
pub(crate) fn is_uncertain(item: &Item) -> bool {
    match item {
        Item::Perhaps(_) => true,
        Item::Ready(_) => false,
        Item::Mapped(inner, _) | Item::After(_, inner) => is_uncertain(inner),
        Item::Pair(left, right) => is_uncertain(left) || is_uncertain(right),
    }
}

/// Items that count from a number.
pub(crate) fn counting(start: i128, count: usize) -> Vec<Item> {
    let item = |value| Item::Ready(Value::integer(value));
    (start..).take(count).map(item).collect()
}

/// An item, with closures that have not run yet.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    Ready(Value),
    Mapped(Box<Item>, Callable),
    Pair(Box<Item>, Box<Item>),
    /// An item that may be missing, which only run time knows.
    Perhaps(Rc<Maybe>),
    /// An item after others that are taken first and dropped, because their closures may have
    /// effects.
    After(Vec<Item>, Box<Item>),
}

pub(crate) fn ready(values: Vec<Value>) -> Vec<Item> {
    values.into_iter().map(Item::Ready).collect()
}

pub(crate) fn behind(dropped: Vec<Item>, item: Item) -> Item {
    let dropped: Vec<Item> = dropped.into_iter().filter(has_effects).collect();
    if dropped.is_empty() {
        return item;
    }
    Item::After(dropped, Box::new(item))
}

/// Whether taking the item runs a closure.
pub(crate) fn has_effects(item: &Item) -> bool {
    match item {
        Item::Ready(_) | Item::Perhaps(_) => false,
        Item::Mapped(..) | Item::After(..) => true,
        Item::Pair(left, right) => has_effects(left) || has_effects(right),
    }
}

pub(crate) fn index(value: usize) -> Integer {
    Integer {
        value: i128::try_from(value).expect("invariant: lengths fit"),
        suffix: Some("usize".into()),
    }
}

/// 0, 1, 2, ... as `usize`.
pub(crate) fn indices() -> impl Iterator<Item = Value> {
    (0..).map(|value| Value::Integer(index(value)))
}

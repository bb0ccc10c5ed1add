//! The items of an iterator as values. A closure runs only when its item is taken.

use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::front::read::definitions::Written;
use crate::front::value::Value;
use crate::front::value::function::Callable;
use crate::front::value::integer::Integer;
use crate::front::value::maybe::{Maybe, Presence};

/// An item, with closures that have not run yet.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    Ready(Value),
    Mapped(Box<Item>, Callable),
    Pair(Box<Item>, Box<Item>),
    /// An item that may be missing, which only run time knows.
    Perhaps(Rc<Maybe>, Order),
    /// The same, with closures that run only where the answer is yes.
    Under(Rc<Maybe>, Order, Box<Item>),
    /// An item after others that are taken first and dropped, because their closures may have
    /// effects.
    After(Vec<Item>, Box<Item>),
}

/// Whether items may follow a missing item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// They are missing as well, so an item that is there has a known position.
    Prefix,
    /// Nothing.
    Scattered,
}

/// A list of which only run time knows the items that are there, for example `&x[..k]`.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) items: Vec<Rc<Maybe>>,
    pub(crate) order: Order,
    /// The first item that is there, if the others follow without gaps.
    pub(crate) first: Option<TokenStream>,
    pub(crate) length: TokenStream,
}

impl Part {
    /// Whether the items are references to elements of another list.
    pub(crate) fn has_references(&self) -> bool {
        let mut insides = self.items.iter().map(|found| &found.inside);
        insides.all(|inside| matches!(inside, Value::Reference(_)))
    }
}

/// Whether an item may be left out.
pub(crate) fn is_uncertain(item: &Item) -> bool {
    match item {
        Item::Perhaps(..) | Item::Under(..) => true,
        Item::Ready(_) => false,
        Item::Mapped(inner, _) | Item::After(_, inner) => is_uncertain(inner),
        Item::Pair(left, right) => is_uncertain(left) || is_uncertain(right),
    }
}

/// Whether each item that is there has a position that is known at expansion.
pub(crate) fn has_known_positions(items: &[Item]) -> bool {
    let n_certain = items.iter().take_while(|item| !is_uncertain(item)).count();
    let rest = &items[n_certain..];
    rest.iter()
        .all(|item| is_uncertain(item) && !is_scattered(item))
}

fn is_scattered(item: &Item) -> bool {
    match item {
        Item::Perhaps(_, order) => *order == Order::Scattered,
        Item::Under(_, order, inner) => *order == Order::Scattered || is_scattered(inner),
        Item::Ready(_) => false,
        Item::Mapped(inner, _) | Item::After(_, inner) => is_scattered(inner),
        Item::Pair(left, right) => is_scattered(left) || is_scattered(right),
    }
}

/// The same items without a promise about their order.
pub(crate) fn scattered(items: Vec<Item>) -> Vec<Item> {
    let each = |item| match item {
        Item::Perhaps(found, _) => Item::Perhaps(found, Order::Scattered),
        Item::Under(found, _, inner) => Item::Under(found, Order::Scattered, inner),
        Item::Mapped(inner, function) => Item::Mapped(Box::new(one_scattered(*inner)), function),
        Item::Pair(left, right) => {
            let [left, right] = [left, right].map(|item| Box::new(one_scattered(*item)));
            Item::Pair(left, right)
        }
        Item::After(dropped, inner) => Item::After(dropped, Box::new(one_scattered(*inner))),
        ready @ Item::Ready(_) => ready,
    };
    items.into_iter().map(each).collect()
}

fn one_scattered(item: Item) -> Item {
    scattered(vec![item])
        .pop()
        .expect("invariant: one item gives one")
}

/// The question whether an item is there. `None` if it always is.
pub(crate) fn question(item: &Item) -> Option<TokenStream> {
    let of = |found: &Maybe| match &found.presence {
        Presence::Always => None,
        Presence::Never(..) => Some(quote!(false)),
        Presence::Asked(answer) => Some(found.question(answer)),
    };
    let both = |left: Option<TokenStream>, right: Option<TokenStream>| match (left, right) {
        (Some(left), Some(right)) => Some(quote!((#left && #right))),
        (one, None) | (None, one) => one,
    };
    match item {
        Item::Ready(_) => None,
        Item::Perhaps(found, _) => of(found),
        Item::Under(found, _, inner) => both(of(found), question(inner)),
        Item::Mapped(inner, _) | Item::After(_, inner) => question(inner),
        Item::Pair(left, right) => both(question(left), question(right)),
    }
}

/// The user's own iterator over inactive data, in a variable, and what follows it.
#[derive(Clone, Debug)]
pub(crate) struct Driven {
    pub(crate) iterator: Ident,
    /// The type of its items, as far as it is known.
    pub(crate) written: Option<Written>,
    pub(crate) adapters: Vec<Adapter>,
}

/// Adapters that give one item for each item.
#[derive(Clone, Debug)]
pub(crate) enum Adapter {
    Enumerate,
    Map(Callable),
    /// `copied` and `cloned`
    Copy,
}

/// An iterator without an end: its items by their positions.
#[derive(Clone)]
pub(crate) struct Endless(pub(crate) Rc<dyn Fn(usize) -> Item>);

impl Endless {
    pub(crate) fn item(&self, position: usize) -> Item {
        (self.0)(position)
    }

    pub(crate) fn first(&self, count: usize) -> Vec<Item> {
        (0..count).map(|position| self.item(position)).collect()
    }
}

/// Items that count from a number.
pub(crate) fn counting(start: i128, count: usize) -> Vec<Item> {
    let item = |value| Item::Ready(Value::integer(value));
    (start..).take(count).map(item).collect()
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
        Item::Ready(_) | Item::Perhaps(..) => false,
        Item::Mapped(..) | Item::After(..) => true,
        Item::Under(_, _, inner) => has_effects(inner),
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

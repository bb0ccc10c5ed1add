//! Types that the standard library gives back from a value of known type: an element of a list, the
//! inside of an `Option`, what a map has for a key.
//!
//! ```text
//! springs: &Vec<Spring>
//! springs.first()                    Option<&Spring>
//! springs.get(k)?                    &Spring
//! springs.iter().find(|s| ..)        Option<&Spring>
//! by_name: &HashMap<String, Spring>
//! by_name["left"]                    Spring
//! ```
//!
//! The methods of a type of the user's are found by it. A method that is not in this list gives no
//! type, and then a method with an active argument is refused.

use crate::front::names::item_types::{Typed, items_of};
use crate::front::read::definitions::Written;

/// Methods that give an element of a list, if it is there.
const ELEMENT: &[&str] = &[
    "first",
    "last",
    "get",
    "first_mut",
    "last_mut",
    "get_mut",
    "front",
    "back",
    "front_mut",
    "back_mut",
];

/// Methods that give an item of an iterator, if it is there.
const ITEM: &[&str] = &[
    "next",
    "last",
    "nth",
    "find",
    "reduce",
    "max_by",
    "min_by",
    "max_by_key",
    "min_by_key",
    "next_back",
    "peek",
];

/// Methods that give the value inside of an `Option` or a `Result`.
const INSIDE: &[&str] = &[
    "unwrap",
    "expect",
    "unwrap_or",
    "unwrap_or_else",
    "unwrap_or_default",
];

/// Methods that keep the inside of an `Option` or a `Result`.
const SAME_INSIDE: &[&str] = &[
    "ok",
    "ok_or",
    "ok_or_else",
    "map_err",
    "context",
    "with_context",
    "wrap_err",
    "wrap_err_with",
    "or",
    "or_else",
    "filter",
    "take",
    "as_ref",
    "as_mut",
];

/// Methods that show the same list.
const SAME_LIST: &[&str] = &[
    "as_slice",
    "as_mut_slice",
    "to_vec",
    "into_boxed_slice",
    "to_owned",
    "as_ref",
    "as_mut",
    "borrow",
    "deref",
];

/// The type of what a method of the standard library gives. `typed` says that of an expression.
pub(crate) fn given_by(
    call: &syn::ExprMethodCall,
    receiver: Option<&Written>,
    typed: &Typed<'_>,
) -> Option<Written> {
    let name = call.method.to_string();
    let name = name.as_str();
    let Some(receiver) = receiver else {
        return item_given_by(name, call, typed);
    };
    if let Some(inside) = receiver.inside() {
        return match name {
            _ if INSIDE.contains(&name) => Some(inside),
            _ if SAME_INSIDE.contains(&name) => Some(receiver.clone()),
            "copied" | "cloned" => Some(inside.referred().present()),
            _ => None,
        };
    }
    let Some(part) = receiver.map_value().or_else(|| receiver.element()) else {
        return item_given_by(name, call, typed);
    };
    match name {
        _ if ELEMENT.contains(&name) => Some(part.borrowed().present()),
        "pop" | "pop_front" | "pop_back" => Some(part.present()),
        "remove" | "swap_remove" => Some(part),
        _ if SAME_LIST.contains(&name) => Some(receiver.clone()),
        _ => None,
    }
}

/// The type of an item that a method of an iterator gives.
fn item_given_by(name: &str, call: &syn::ExprMethodCall, typed: &Typed<'_>) -> Option<Written> {
    if !ITEM.contains(&name) {
        return None;
    }
    Some(items_of(&call.receiver, typed)?.present())
}

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

use syn::{Expr, Type};

use crate::front::names::state::Lowering;
use crate::front::read::definitions::Written;
use crate::front::syntax::strip::strip;
use crate::front::syntax::types::{behind_reference, type_arguments};

/// Methods that give an element of a list, if it is there.
const ELEMENT: &[&str] = &["first", "last", "get", "first_mut", "last_mut", "get_mut"];

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

impl<M> Lowering<M> {
    /// The type of what a method of the standard library gives.
    pub(crate) fn type_of_standard_call(&self, call: &syn::ExprMethodCall) -> Option<Written> {
        let name = call.method.to_string();
        let name = name.as_str();
        if let Some(receiver) = self.type_of_expression(&call.receiver) {
            if let Some(inside) = inside_of(&receiver) {
                return match name {
                    _ if INSIDE.contains(&name) => Some(inside),
                    _ if SAME_INSIDE.contains(&name) => Some(receiver),
                    "copied" | "cloned" => {
                        Some(present(&inside.with(behind_reference(&inside.ty))))
                    }
                    _ => None,
                };
            }
            let (element, value) = (receiver.element(), value_of_map(&receiver));
            if let Some(found) = value.or(element) {
                return match name {
                    _ if ELEMENT.contains(&name) => Some(present(&borrowed(&found))),
                    "pop" | "pop_front" | "pop_back" => Some(present(&found)),
                    "remove" | "swap_remove" => Some(found),
                    _ if SAME_LIST.contains(&name) => Some(receiver),
                    _ => None,
                };
            }
        }
        if ITEM.contains(&name) {
            let items = self.type_of_items(&call.receiver)?;
            return Some(present(&items));
        }
        None
    }

    /// The type behind a question mark.
    pub(crate) fn type_behind_question_mark(&self, asked: &syn::ExprTry) -> Option<Written> {
        inside_of(&self.type_of_expression(&asked.expr)?)
    }

    /// The values of a map, and what is there of a list of `Option`s.
    pub(crate) fn type_of_inner_items(&self, call: &syn::ExprMethodCall) -> Option<Written> {
        let values = || value_of_map(&self.type_of_expression(&call.receiver)?);
        match call.method.to_string().as_str() {
            "values" | "values_mut" => values().map(|value| borrowed(&value)),
            "into_values" => values(),
            "flatten" => {
                let items = self.type_of_items(&call.receiver)?;
                let inside = inside_of(&items)?;
                Some(match items.ty {
                    Type::Reference(_) => borrowed(&inside),
                    _ => inside,
                })
            }
            _ => None,
        }
    }

    /// The type of an element at an index, of a map as well.
    pub(crate) fn type_at_index(&self, base: &Expr) -> Option<Written> {
        let base = self.type_of_expression(strip(base))?;
        base.element().or_else(|| value_of_map(&base))
    }
}

/// The type inside of an `Option`, or of the value of a `Result`.
pub(crate) fn inside_of(written: &Written) -> Option<Written> {
    let (name, arguments) = type_arguments(behind_reference(&written.ty))?;
    let is_maybe = name == "Option" || name == "Result";
    let inside = arguments.first().filter(|_| is_maybe)?;
    Some(written.with(inside))
}

/// The type of the values of a map.
pub(crate) fn value_of_map(written: &Written) -> Option<Written> {
    let (name, arguments) = type_arguments(behind_reference(&written.ty))?;
    let is_map = ["HashMap", "BTreeMap", "IndexMap"]
        .iter()
        .any(|map| name == map);
    let value = arguments.get(1).filter(|_| is_map)?;
    Some(written.with(value))
}

/// An `Option` of a part.
pub(crate) fn present(part: &Written) -> Written {
    let ty = &part.ty;
    part.with(&syn::parse_quote!(Option<#ty>))
}

fn borrowed(part: &Written) -> Written {
    let ty = behind_reference(&part.ty);
    part.with(&syn::parse_quote!(&#ty))
}

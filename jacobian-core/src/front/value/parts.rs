//! Aggregates part by part, for the join of values: fields in one order, lists of one length.

use std::rc::Rc;

use quote::quote;

use crate::front::syntax::tokens;
use crate::front::value::{Inactive, Value};

/// What to call lists whose lengths depend on the arm.
pub(crate) fn unequal_lists(meanings: &Meanings) -> Option<String> {
    let lengths = meanings.iter().flatten().filter_map(|value| match value {
        Value::Array(elements) => Some(elements.len()),
        _ => None,
    });
    let (least, most) = (lengths.clone().min()?, lengths.max()?);
    (least != most).then(|| format!("a list of {least} or of {most}"))
}

/// The same meanings with the fields of structs in the order of the first; `None` where these are not of one type.
pub(crate) fn in_one_order(meanings: Meanings, first: &Value) -> Option<Meanings> {
    let Value::Struct(wanted, _) = first else {
        return Some(meanings);
    };
    let ordered = |meaning: Option<Value>| match meaning {
        Some(Value::Struct(layout, fields)) if layout.path == wanted.path => {
            let field = |member| Some(fields[layout.position(member)?].clone());
            let fields: Option<Vec<Value>> = wanted.members.iter().map(field).collect();
            Some(Some(Value::Struct(Rc::clone(wanted), Rc::new(fields?))))
        }
        Some(Value::Struct(..)) => None,
        other => Some(other),
    };
    meanings.into_iter().map(ordered).collect()
}

pub(crate) fn number_of_parts(value: &Value) -> Option<usize> {
    match value {
        Value::Array(elements) | Value::Tuple(elements) | Value::Struct(_, elements) => {
            Some(elements.len())
        }
        Value::Matrix(matrix) => Some(matrix.elements.len()),
        _ => None,
    }
}

/// The parts of aggregates of one length, part by part; opaque ones are indexed.
pub(crate) fn by_part(meanings: &Meanings) -> Option<Vec<Meanings>> {
    let count = meanings.iter().flatten().find_map(number_of_parts)?;
    let is_tuple = meanings
        .iter()
        .flatten()
        .any(|value| matches!(value, Value::Tuple(_)));
    let layout = meanings.iter().flatten().find_map(|value| match value {
        Value::Struct(layout, _) => Some(layout),
        _ => None,
    });
    let part = |value: &Value, position: usize| match value {
        Value::Array(elements) | Value::Tuple(elements) | Value::Struct(_, elements)
            if elements.len() == count =>
        {
            Some(elements[position].clone())
        }
        Value::Matrix(matrix) if matrix.elements.len() == count => {
            Some(matrix.elements[position].clone())
        }
        Value::Inactive(Inactive { tokens, mentions }) => {
            let index = syn::Index::from(position);
            let tokens = tokens::as_operand(tokens.clone());
            let tokens = match layout {
                Some(layout) => {
                    let member = &layout.members[position];
                    quote!(#tokens.#member)
                }
                None if is_tuple => quote!(#tokens.#index),
                None => quote!(#tokens[#index]),
            };
            Some(Value::Inactive(Inactive {
                tokens,
                mentions: mentions.clone(),
            }))
        }
        _ => None,
    };
    let meanings_of = |position: usize| {
        let of = |meaning: &Option<Value>| match meaning {
            None => Some(None),
            Some(value) => part(value, position).map(Some),
        };
        meanings.iter().map(of).collect::<Option<Meanings>>()
    };
    (0..count).map(meanings_of).collect()
}

/// What each arm says; nothing where it has left the function.
pub(crate) type Meanings = Vec<Option<Value>>;

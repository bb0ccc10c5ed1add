//! The parts of aggregates (arrays, tuples, structs, matrices), and aggregates made from parts.

use std::rc::Rc;

use quote::quote;

use crate::front::syntax::tokens;
use crate::front::value::fields::Fields;
use crate::front::value::variants::Variants;
use crate::front::value::{Inactive, Value};

impl Value {
    /// The parts of an aggregate, in order. The elements of a matrix are in column order.
    pub(crate) fn parts(&self) -> Option<&[Self]> {
        match self {
            Self::Array(parts)
            | Self::Tuple(parts)
            | Self::Struct(_, parts)
            | Self::Choice(_, parts) => Some(parts),
            Self::Matrix(matrix) => Some(&matrix.elements),
            Self::Fields(fields) => Some(&fields.values),
            _ => None,
        }
    }

    /// How many values are inside of each other, at most.
    pub(crate) fn nesting(&self) -> usize {
        let inside = match self {
            Self::Maybe(maybe) => maybe.inside.nesting(),
            value => {
                let parts = value.parts().unwrap_or_default().iter();
                parts.map(Self::nesting).max().unwrap_or(0)
            }
        };
        1 + inside
    }

    /// The parts of an aggregate, to be changed. A changed matrix differs from the matrix at its
    /// place, so it loses the place.
    pub(crate) fn parts_mut(&mut self) -> Option<&mut Vec<Self>> {
        match self {
            Self::Array(parts)
            | Self::Tuple(parts)
            | Self::Struct(_, parts)
            | Self::Choice(_, parts) => Some(Rc::make_mut(parts)),
            Self::Matrix(matrix) => {
                matrix.place = None;
                Some(Rc::make_mut(&mut matrix.elements))
            }
            Self::Fields(fields) => Some(&mut Rc::make_mut(fields).values),
            _ => None,
        }
    }

    /// Whether two aggregates are of the same kind and have the same number of parts.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Array(a), Self::Array(b)) | (Self::Tuple(a), Self::Tuple(b)) => {
                a.len() == b.len()
            }
            (Self::Struct(a, _), Self::Struct(b, _)) => Rc::ptr_eq(a, b) || a == b,
            (Self::Choice(a, _), Self::Choice(b, _)) => Rc::ptr_eq(a, b) || a == b,
            (Self::Matrix(a), Self::Matrix(b)) => a.same_shape(b),
            (Self::Fields(a), Self::Fields(b)) => {
                a.place.to_string() == b.place.to_string() && a.members == b.members
            }
            _ => false,
        }
    }

    /// An aggregate of the same kind with other parts. Other values stay the same.
    pub(crate) fn rebuilt(&self, parts: Vec<Self>) -> Self {
        match self {
            Self::Array(_) => Self::array(parts),
            Self::Tuple(_) => Self::tuple(parts),
            Self::Struct(layout, _) => Self::Struct(Rc::clone(layout), Rc::new(parts)),
            Self::Choice(variants, _) => Self::choice(variants, parts),
            Self::Matrix(matrix) => Self::Matrix(matrix.like(parts)),
            Self::Fields(fields) => Self::Fields(Rc::new(Fields {
                values: parts,
                ..(**fields).clone()
            })),
            other => other.clone(),
        }
    }
}

impl Value {
    /// An enum with this tag and these fields. If the tag is known, it is that variant alone.
    pub(crate) fn choice(variants: &Rc<Variants>, parts: Vec<Self>) -> Self {
        let tag = match parts.first() {
            Some(Self::Integer(tag)) => usize::try_from(tag.value).ok(),
            _ => None,
        };
        match tag.and_then(|tag| Some((tag, variants.layouts.get(tag)?))) {
            Some((tag, layout)) => {
                let fields = parts[variants.fields_of(tag)].to_vec();
                Self::Struct(Rc::clone(layout), Rc::new(fields))
            }
            None => Self::Choice(Rc::clone(variants), Rc::new(parts)),
        }
    }

    /// The variants that a value can be. `None` if it is no enum that is taken apart.
    pub(crate) fn variants(&self) -> Option<Variants> {
        match self {
            Self::Choice(variants, _) => Some((**variants).clone()),
            Self::Struct(layout, _) if layout.is_variant => Some(Variants {
                layouts: vec![Rc::clone(layout)],
                are_all: false,
            }),
            _ => None,
        }
    }

    /// The tag and the fields of all variants. `None` if the value is of another type.
    pub(crate) fn in_variants(&self, variants: &Variants) -> Option<Vec<Self>> {
        let mut all = vec![Self::Unassigned; variants.count()];
        match self {
            Self::Unassigned => {}
            Self::Struct(layout, fields) => {
                let variant = variants.find(layout)?;
                all[0] = Self::integer(i128::try_from(variant).ok()?);
                all[variants.fields_of(variant)].clone_from_slice(fields);
            }
            // The tags of both count the variants in one order.
            Self::Choice(known, parts) => {
                all[0] = parts[0].clone();
                for (position, layout) in known.layouts.iter().enumerate() {
                    if variants.find(layout)? != position {
                        return None;
                    }
                    let fields = known.fields_of(position);
                    all[fields.clone()].clone_from_slice(&parts[fields]);
                }
            }
            _ => return None,
        }
        Some(all)
    }
}

/// The description of lists that have different lengths in different arms.
pub(crate) fn unequal_lists(meanings: &Meanings) -> Option<String> {
    let lengths = meanings.iter().flatten().filter_map(|value| match value {
        Value::Array(elements) => Some(elements.len()),
        _ => None,
    });
    let (least, most) = (lengths.clone().min()?, lengths.max()?);
    (least != most).then(|| format!("a list of {least} or of {most}"))
}

/// A value with the shape of several ones, and a scalar where one of them has a scalar. `None` for
/// no values.
pub(crate) fn likeness(values: &[&Value]) -> Option<Value> {
    let first = *values.first()?;
    let is_scalar = |value: &&&Value| matches!(value, Value::Scalar(_));
    if let Some(scalar) = values.iter().find(is_scalar) {
        return Some((**scalar).clone());
    }
    let Some(parts) = first.parts() else {
        return Some(first.clone());
    };
    let all: Option<Vec<&[Value]>> = values.iter().map(|value| value.parts()).collect();
    let all = all.filter(|all| all.iter().all(|other| other.len() == parts.len()));
    let Some(all) = all else {
        return Some(first.clone());
    };
    let column = |position: usize| {
        let column: Vec<&Value> = all.iter().map(|parts| &parts[position]).collect();
        likeness(&column)
    };
    let parts: Option<Vec<Value>> = (0..parts.len()).map(column).collect();
    Some(first.rebuilt(parts?))
}

/// The same values with the fields of structs in the order of the first. `None` if they are of
/// several types.
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

/// The parts of aggregates of the same length, position by position. Opaque aggregates are indexed.
pub(crate) fn by_part(meanings: &Meanings) -> Option<Vec<Meanings>> {
    let count = meanings
        .iter()
        .flatten()
        .find_map(|value| Some(value.parts()?.len()))?;
    // The other fields of a parameter are read from its place, so two parameters have no common
    // parts.
    let mut structs = meanings.iter().flatten();
    if let Some(fields) = structs.find(|value| matches!(value, Value::Fields(_)))
        && !meanings.iter().flatten().all(|value| value.is_like(fields))
    {
        return None;
    }
    let is_tuple = meanings
        .iter()
        .flatten()
        .any(|value| matches!(value, Value::Tuple(_)));
    let layout = meanings.iter().flatten().find_map(|value| match value {
        Value::Struct(layout, _) => Some(layout),
        _ => None,
    });
    let part = |value: &Value, position: usize| match value {
        Value::Inactive(Inactive { tokens, mentions }) => {
            let index = syn::Index::from(position);
            let tokens = tokens::as_operand(tokens.clone());
            let tokens = match layout {
                // Only a method leads to a private field of another crate's type.
                Some(layout) => {
                    let member = &layout.members[position];
                    if layout.is_by_pairs(member) {
                        return None;
                    }
                    layout.part(&tokens, member)
                }
                None if is_tuple => quote!(#tokens.#index),
                None => quote!(#tokens[#index]),
            };
            Some(Value::Inactive(Inactive {
                tokens,
                mentions: mentions.clone(),
            }))
        }
        aggregate => {
            let parts = aggregate.parts().filter(|parts| parts.len() == count)?;
            Some(parts[position].clone())
        }
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

/// The value in each arm. `None` for an arm that has left the function.
pub(crate) type Meanings = Vec<Option<Value>>;

/// A value that one variable can hold.
pub(crate) fn is_plain(value: &Value) -> bool {
    matches!(
        value,
        Value::Integer(_) | Value::Boolean(_) | Value::Inactive(_) | Value::Unassigned
    )
}

/// The parts of a value, as many as another value has. An opaque value is indexed.
pub(crate) fn parts_like(like: &Value, value: &Value) -> Option<Vec<Value>> {
    let count = like.parts()?.len();
    if matches!(value, Value::Unassigned) {
        return Some(vec![Value::Unassigned; count]);
    }
    let is_fitting = match value {
        Value::Inactive(_) => true,
        Value::Struct(..) => like.is_like(value),
        other => other.parts().is_some_and(|parts| parts.len() == count),
    };
    let meanings = vec![Some(like.clone()), Some(value.clone())];
    let parts = by_part(&meanings).filter(|_| is_fitting)?;
    parts.into_iter().map(|mut part| part.pop()?).collect()
}

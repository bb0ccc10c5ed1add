//! Symbolic values: the meaning of an expression while the crate compiles.
//!
//! The front runs the function on these values (abstract interpretation). Scalars become statements
//! of the code list. Known integers and conditions are computed. Aggregates are split into parts.
//! Code that is neither active nor known is kept as tokens.
//!
//! # The running example
//!
//! `let r = x[0] * x[1].sin(); [r - k, x[2] / r]` has these values:
//!
//! ```text
//! x                  Array [Scalar v0, Scalar v1, Scalar v2]     the independents
//! 0                  Integer 0                                   known, so `x[0]` is found at once
//! x[1].sin(), r      Scalar v3, Scalar v4                        statements of the code list
//! k                  Inactive `k`                                tokens, until `r - k` needs them
//! [r - k, x[2] / r]  Array [Scalar v6, Scalar v7]                the rows of the Jacobian
//! ```

pub(crate) mod decomposition;
pub(crate) mod fields;
pub(crate) mod found;
pub(crate) mod function;
pub(crate) mod guard;
pub(crate) mod index;
pub(crate) mod integer;
pub(crate) mod intervals;
pub(crate) mod items;
pub(crate) mod matrix;
pub(crate) mod maybe;
pub(crate) mod parts;
pub(crate) mod place;
pub(crate) mod stored;
pub(crate) mod variants;

use std::rc::Rc;

use proc_macro2::TokenStream;

use crate::interface::{Layout, Shape};
use crate::ir::ValueId;

use crate::front::syntax::tokens;
use crate::front::value::fields::Fields;
use crate::front::value::function::FunctionId;
use crate::front::value::items::{Item, Part};
use crate::front::value::matrix::Matrix;
use crate::front::value::maybe::Maybe;
use crate::front::value::place::Place;
use crate::front::value::stored::Stored;
use crate::front::value::variants::Variants;

pub(crate) use integer::Integer;

/// The meaning of an expression.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// A floating-point value of the code list.
    Scalar(ValueId),
    /// An integer known at expansion.
    Integer(Integer),
    /// A condition known at expansion.
    Boolean(bool),
    /// A fixed array, or a slice of known length.
    Array(Rc<Vec<Value>>),
    /// A tuple. The empty tuple is the unit.
    Tuple(Rc<Vec<Value>>),
    /// A fixed matrix or vector of nalgebra.
    Matrix(Matrix),
    /// An `Option` or a `Result`.
    Maybe(Rc<Maybe>),
    /// The items of an iterator, with closures that have not run yet. It occurs only as a receiver.
    /// A name is bound to an array instead.
    Items(Rc<Vec<Item>>),
    /// A list whose length only run time knows, with a known capacity.
    Part(Rc<Part>),
    /// A list in memory, of any length.
    Stored(Rc<Stored>),
    /// A struct with a literal that we have seen: its fields, in the order of the literal.
    Struct(Rc<Layout>, Rc<Vec<Value>>),
    /// An enum whose variant only run time knows: its tag, and the fields of all variants. Fields
    /// of variants that it cannot be are `Unassigned`.
    Choice(Rc<Variants>, Rc<Vec<Value>>),
    /// A struct of the user's, with some fields that are independents.
    Fields(Rc<Fields>),
    /// An inactive place or temporary of the user's code, of a type that only rustc knows.
    Inactive(Inactive),
    /// An error of the user's, or a part of one, which may contain active values. It can be passed
    /// on, but not used in arithmetic.
    Carried(Inactive),
    /// A `&mut` reference to a variable, or to a part of one.
    Reference(Place),
    /// A closure, or a function of the user's.
    Function(FunctionId),
    /// A variable that is declared but not yet assigned.
    Unassigned,
    /// The value of a name after a mistake in its initializer or assignment. A read of it stops
    /// without another message.
    Poison,
}

/// An expression of the user's that is copied.
#[derive(Clone, Debug)]
pub(crate) struct Inactive {
    pub(crate) tokens: TokenStream,
    /// The values of the code list that the tokens name.
    pub(crate) mentions: Vec<ValueId>,
}

impl Value {
    pub(crate) fn unit() -> Self {
        Self::Tuple(Rc::new(Vec::new()))
    }

    pub(crate) fn array(elements: Vec<Value>) -> Self {
        Self::Array(Rc::new(elements))
    }

    pub(crate) fn tuple(elements: Vec<Value>) -> Self {
        Self::Tuple(Rc::new(elements))
    }

    pub(crate) fn integer(value: i128) -> Self {
        Self::Integer(Integer::new(value))
    }

    /// A value of a shape, with these scalars in order.
    pub(crate) fn of_shape(shape: &Shape, scalars: &mut impl Iterator<Item = Value>) -> Self {
        match shape {
            Shape::Scalar => scalars
                .next()
                .expect("invariant: as many scalars as the shape has"),
            Shape::Array(length, element) => Self::array(
                (0..*length)
                    .map(|_| Self::of_shape(element, scalars))
                    .collect(),
            ),
            Shape::Tuple(elements) => Self::tuple(
                elements
                    .iter()
                    .map(|element| Self::of_shape(element, scalars))
                    .collect(),
            ),
            Shape::Matrix(rows, cols) => {
                let elements = scalars.take(rows * cols);
                Self::Matrix(Matrix::new(*rows, *cols, elements.collect()))
            }
            Shape::Struct(layout, elements) => {
                let fields = elements
                    .iter()
                    .map(|element| Self::of_shape(element, scalars));
                Self::Struct(Rc::clone(layout), Rc::new(fields.collect()))
            }
            Shape::List(elements) => {
                let elements = elements.iter();
                Self::array(
                    elements
                        .map(|element| Self::of_shape(element, scalars))
                        .collect(),
                )
            }
            Shape::Fields(..) | Shape::Enum(..) => {
                unreachable!("invariant: what is only read has a place")
            }
        }
    }

    /// The same value with the fields of structs in the order of a shape, if only the order
    /// differs.
    pub(crate) fn aligned(&self, shape: &Shape) -> Self {
        let each = |elements: &[Self], shapes: &mut dyn Iterator<Item = &Shape>| {
            let pairs = elements.iter().zip(shapes);
            Rc::new(pairs.map(|(value, shape)| value.aligned(shape)).collect())
        };
        match (self, shape) {
            (Self::Array(elements), Shape::Array(_, shape)) => {
                Self::Array(each(elements, &mut std::iter::repeat(&**shape)))
            }
            (Self::Tuple(elements), Shape::Tuple(shapes)) if elements.len() == shapes.len() => {
                Self::Tuple(each(elements, &mut shapes.iter()))
            }
            (Self::Struct(layout, fields), Shape::Struct(wanted, shapes)) => {
                let field = |member| layout.position(member).map(|at| fields[at].clone());
                let ordered: Option<Vec<Self>> = wanted.members.iter().map(field).collect();
                match ordered.filter(|ordered| ordered.len() == fields.len()) {
                    Some(ordered) => {
                        Self::Struct(Rc::clone(wanted), each(&ordered, &mut shapes.iter()))
                    }
                    None => self.clone(),
                }
            }
            _ => self.clone(),
        }
    }

    /// A reference to it, if it is an opaque place. References to other values are the values.
    pub(crate) fn referred(self) -> Self {
        match self {
            Self::Inactive(place) if tokens::is_place(&place.tokens) => Self::Inactive(Inactive {
                tokens: tokens::reference_to(&place.tokens),
                ..place
            }),
            value => value,
        }
    }

    /// The value behind such references.
    pub(crate) fn behind_references(self) -> Self {
        match self {
            Self::Inactive(inactive) => Self::Inactive(Inactive {
                tokens: tokens::behind_references(inactive.tokens),
                ..inactive
            }),
            value => value,
        }
    }

    /// The description of the value in messages.
    pub(crate) fn describe(&self) -> String {
        match self {
            Self::Scalar(_) => "a floating-point value".into(),
            Self::Integer(integer) => format!("the integer {}", integer.value),
            Self::Boolean(value) => format!("the condition `{value}`"),
            Self::Array(elements) => format!("an array of {}", elements.len()),
            Self::Tuple(elements) if elements.is_empty() => "nothing".into(),
            Self::Tuple(elements) => format!("a tuple of {}", elements.len()),
            Self::Matrix(matrix) => matrix.describe(),
            Self::Struct(layout, _) => format!("a struct `{}`", layout.name()),
            Self::Choice(variants, _) => format!("an enum `{}`", variants.name()),
            Self::Maybe(maybe) => maybe.describe(),
            Self::Items(_) => "an iterator".into(),
            Self::Part(part) => format!("a list of at most {}", part.items.len()),
            Self::Stored(_) => "a list that grows in a loop".into(),
            Self::Fields(fields) => format!("`{}`, a struct with active fields", fields.place),
            // Its tokens name values of the generated function, which the user has never seen.
            Self::Inactive(inactive) if !inactive.mentions.is_empty() => {
                "a value that only run time knows".into()
            }
            Self::Inactive(inactive) => {
                format!("`{}`, which is not active", tokens::shown(&inactive.tokens))
            }
            Self::Carried(_) => "what an error holds".into(),
            Self::Reference(_) => "a mutable reference".into(),
            Self::Function(function) => function.describe(),
            Self::Unassigned => "a variable without a value".into(),
            Self::Poison => "an expression with an error".into(),
        }
    }

    /// Whether there are more leaves than the limit. Shared parts are counted each time, so a few
    /// lines of source can make a huge number of leaves. Therefore the walk ends at the limit.
    pub(crate) fn has_more_leaves_than(&self, limit: usize) -> bool {
        let (mut pending, mut leaves) = (vec![self], 0);
        while let Some(value) = pending.pop() {
            match value {
                Self::Maybe(maybe) => pending.push(&maybe.inside),
                other => match other.parts() {
                    Some(parts) => pending.extend(parts),
                    None => leaves += 1,
                },
            }
            if leaves + pending.len() > limit {
                return true;
            }
        }
        false
    }

    /// Visits every leaf.
    pub(crate) fn for_each_leaf(&self, visit: &mut impl FnMut(&Value)) {
        match self {
            Self::Maybe(maybe) => {
                visit(self);
                maybe.inside.for_each_leaf(visit);
            }
            Self::Part(part) => {
                visit(self);
                let insides = part.items.iter().map(|found| &found.inside);
                insides.for_each(|inside| inside.for_each_leaf(visit));
            }
            other => match other.parts() {
                Some(parts) => parts.iter().for_each(|part| part.for_each_leaf(visit)),
                None => visit(other),
            },
        }
    }
}

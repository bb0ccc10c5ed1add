//! Equality of values at the ends of arms: equal values need no join.
//!
//! Two values are equal if they are the same statement, known number or copied place, and are
//! visible in the region that is written now.

use std::rc::Rc;

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use crate::interface::Wrapper;
use crate::ir::ValueId;

use crate::front::names::state::Lowering;
use crate::front::syntax::tokens::{is_path_of_item, is_place};
use crate::front::syntax::types::is_other_primitive;
use crate::front::value::maybe::{Carried, Maybe, Presence};
use crate::front::value::{Inactive, Value};

impl<M> Lowering<M> {
    /// Whether two values are the same and visible in the region that is being written.
    pub(crate) fn is_same(&self, a: &Value, b: &Value) -> bool {
        let is_visible = |id: &ValueId| {
            let code = self.writer.builder.code();
            code.is_visible(code.statement(*id).region(), self.writer.builder.region())
        };
        match (a, b) {
            (Value::Scalar(a), Value::Scalar(b)) => a == b && is_visible(a),
            (Value::Integer(a), Value::Integer(b)) => a.value == b.value,
            (Value::Boolean(a), Value::Boolean(b)) => a == b,
            (Value::Function(a), Value::Function(b)) => a == b,
            (Value::Fields(a), Value::Fields(b)) => Rc::ptr_eq(a, b),
            (Value::Maybe(a), Value::Maybe(b)) => self.is_same_maybe(a, b),
            (Value::Part(a), Value::Part(b)) => Rc::ptr_eq(a, b),
            (Value::Stored(a), Value::Stored(b)) => {
                a.place.to_string() == b.place.to_string() && self.is_declared_here(&a.place)
            }
            (Value::Reference(a), Value::Reference(b)) => a.root == b.root && a.path == b.path,
            (Value::Inactive(a), Value::Inactive(b)) => {
                is_place(&a.tokens)
                    && a.tokens.to_string() == b.tokens.to_string()
                    && a.mentions.iter().all(is_visible)
                    && self.is_declared_here(&a.tokens)
            }
            // Fields of variants that the value cannot be are the same.
            (Value::Choice(_, own), Value::Choice(_, other)) => {
                let is_missing = |part: &Value| matches!(part, Value::Unassigned);
                let mut pairs = own.iter().zip(other.iter());
                a.is_like(b)
                    && pairs.all(|(a, b)| (is_missing(a) && is_missing(b)) || self.is_same(a, b))
            }
            _ => match (a.parts(), b.parts()) {
                (Some(own), Some(other)) => {
                    a.is_like(b) && own.iter().zip(other).all(|(a, b)| self.is_same(a, b))
                }
                _ => false,
            },
        }
    }

    /// Whether every fresh name among the tokens was declared in a region that is open now.
    pub(crate) fn is_declared_here(&self, tokens: &TokenStream) -> bool {
        tokens.clone().into_iter().all(|token| match token {
            TokenTree::Ident(name) => {
                let declared = self.writer.fresh_in.get(&name.to_string());
                declared.is_none_or(|region| {
                    self.writer
                        .builder
                        .code()
                        .is_visible(*region, self.writer.builder.region())
                })
            }
            TokenTree::Group(group) => self.is_declared_here(&group.stream()),
            _ => true,
        })
    }

    /// The value inside of an `Option` without one, which nothing reads. Only rustc knows the type
    /// of an opaque value, so it gets its default value and not zero.
    pub(crate) fn missing_like(&mut self, like: &Value) -> Value {
        match like {
            // A variant, `Region::Hot`, or a constant: a type of the user's may have no default.
            Value::Inactive(code) if is_path_of_item(&code.tokens) => like.clone(),
            // So the integer that is there stays known.
            Value::Integer(_) => like.clone(),
            Value::Inactive(code) => self.unread_like(code).unwrap_or_else(default_value),
            like => self.zero_like(like),
        }
    }

    pub(crate) fn zero_like(&mut self, like: &Value) -> Value {
        match like {
            // `None` is the same everywhere.
            Value::Maybe(maybe)
                if maybe.wrapper == Wrapper::Option
                    && matches!(maybe.presence, Presence::Never(..)) =>
            {
                like.clone()
            }
            Value::Maybe(maybe) => {
                let inside = self.zero_like(&maybe.inside);
                Maybe::there(maybe.wrapper, inside).into_value()
            }
            Value::Integer(_) => Value::integer(0),
            Value::Boolean(_) => Value::Boolean(false),
            // Nothing reads it, but rustc wants a value of the type, which only rustc knows.
            Value::Inactive(code) => match self.unread_like(code) {
                Some(value) => value,
                None if self.is_no_number(code) => default_value(),
                None => Value::Scalar(self.writer.builder.literal(0.0)),
            },
            Value::Unassigned => Value::Unassigned,
            Value::Stored(_) => Value::array(Vec::new()),
            // Nothing goes through it.
            Value::Reference(place) => Value::Reference(place.clone()),
            other => match other.parts() {
                Some(parts) => {
                    let zeros = parts.iter().map(|part| self.zero_like(part)).collect();
                    other.rebuilt(zeros)
                }
                None => Value::Scalar(self.writer.builder.literal(0.0)),
            },
        }
    }

    /// Whether opaque code is certainly no floating-point number.
    pub(crate) fn is_no_number(&self, code: &Inactive) -> bool {
        let ty = self.type_of(code);
        ty.is_some_and(|ty| is_other_primitive(&ty))
            || self.writer.is_no_number(&code.tokens)
            || self.code_holds_no_float(code)
    }

    /// Whether two answers are the same and visible in the region that is being written.
    pub(crate) fn is_same_presence(&self, a: &Maybe, b: &Maybe) -> bool {
        let is_one = |a: &TokenStream, b: &TokenStream| {
            a.to_string() == b.to_string() && self.is_declared_here(a)
        };
        match (&a.presence, &b.presence) {
            (Presence::Always, Presence::Always) => true,
            (Presence::Never(..), Presence::Never(..)) if a.wrapper == Wrapper::Option => true,
            (Presence::Never(a, mentions), Presence::Never(b, _)) => {
                mentions.is_empty() && is_one(a, b)
            }
            (Presence::Asked(a), Presence::Asked(b)) => is_one(a, b),
            _ => false,
        }
    }

    pub(crate) fn is_same_maybe(&self, a: &Maybe, b: &Maybe) -> bool {
        let both_empty = matches!(
            (&a.inside, &b.inside),
            (Value::Unassigned, Value::Unassigned)
        );
        a.wrapper == b.wrapper
            && self.is_same_presence(a, b)
            && (both_empty || self.is_same(&a.inside, &b.inside))
            && self.is_same_error(a, b)
    }

    /// Whether two errors hold the same active values.
    pub(crate) fn is_same_error(&self, a: &Maybe, b: &Maybe) -> bool {
        match (&a.carried, &b.carried) {
            (Carried::Nothing, Carried::Nothing) | (Carried::Lost, Carried::Lost) => true,
            (Carried::Followed(a), Carried::Followed(b))
            | (Carried::Constant(a), Carried::Constant(b)) => self.is_same(a, b),
            _ => false,
        }
    }
}

fn default_value() -> Value {
    Value::Inactive(Inactive {
        tokens: quote!(::core::default::Default::default()),
        mentions: Vec::new(),
    })
}

//! Structs with lists that the user's own code makes without active arguments.
//!
//! ```text
//! let h = Mat::from_rows([[1.0, 0.0]]);     copied, and run once more at expansion
//! &p * &h.t()                               `h.t()` as well
//! ```
//!
//! The code is copied as all code without active values. To learn the lengths of the lists and the
//! integers beside them, it is run at expansion and taken back.
//!
//! Cost: what is taken back is limited, because nothing of it is emitted.

use std::rc::Rc;

use quote::ToTokens;
use syn::Expr;

use crate::interface::Layout;

use crate::front::names::state::Lowering;
use crate::front::read::definitions::{Body, Written};
use crate::front::run::Run;
use crate::front::syntax::cells::names_cell;
use crate::front::syntax::form::Want;
use crate::front::syntax::strip::strip;
use crate::front::syntax::types::{behind_reference, list_element};
use crate::front::value::{Inactive, Value};
use crate::front::write::made::{Known, KnownParts};

/// How deep structs in structs are searched.
const DEEPEST: usize = 4;

/// The most statements that are run to learn what one piece of code makes.
const MOST_RUN: usize = 20_000;

/// The most statements that are run for all pieces of a function.
const MOST_RUN_IN_ALL: usize = 200_000;

/// Methods that put values into a list.
const GROWING: [&str; 5] = ["push", "push_back", "push_front", "insert", "extend"];

impl Lowering<Run> {
    /// While a piece of code is run to learn what it makes, structs with lists are followed.
    pub(crate) fn followed_struct(&mut self, made: &Expr, want: Want<'_>) -> Option<Value> {
        if !self.control.follows_all || !self.makes_struct(made, want) {
            return None;
        }
        let before = self.checkpoint();
        let value = self.eval_parted(made, want);
        let is_fine = self.writer.diagnostics.len() == before.n_errors();
        match value {
            Ok(value @ Value::Struct(..)) if is_fine => Some(value),
            _ => {
                self.rollback(before);
                None
            }
        }
    }

    /// Copied code, with what is known of the struct that it makes.
    pub(crate) fn noted(&mut self, made: &Expr, code: Inactive, want: Want<'_>) -> Value {
        self.note_struct(made, &code, want);
        self.typed_place(code)
    }

    fn note_struct(&mut self, made: &Expr, code: &Inactive, want: Want<'_>) {
        let (made, borrows) = match made {
            Expr::Reference(borrowed) if borrowed.mutability.is_none() => {
                (strip(&borrowed.expr), true)
            }
            made => (made, false),
        };
        if self.control.follows_all || !self.makes_struct(made, want) {
            return;
        }
        let parts = match self.copied_place(made) {
            Some(place) => self.writer.known_parts_of(&place),
            None => self.parts_by_running(made, want),
        };
        if borrows {
            // A variable of its own may hold what is borrowed.
            let owned = code.tokens.clone().into_iter().skip(1).collect();
            self.writer.made.note_code(&owned, parts.clone());
        }
        self.writer.made.note_code(&code.tokens, parts);
    }

    /// The variable that `h.clone()` copies.
    fn copied_place(&self, made: &Expr) -> Option<proc_macro2::TokenStream> {
        let place = match made {
            Expr::MethodCall(call) if call.method == "clone" && call.args.is_empty() => {
                strip(&call.receiver)
            }
            place => place,
        };
        match self.peek(place) {
            Some(Value::Inactive(place)) => Some(place.tokens),
            _ => None,
        }
    }

    fn parts_by_running(&mut self, made: &Expr, want: Want<'_>) -> KnownParts {
        let mut parts = KnownParts::new();
        let writer = &mut self.writer;
        if writer.made.n_run > MOST_RUN_IN_ALL {
            return parts;
        }
        // Loops that are lowered again have a limit of their own.
        let (limit, taken_back) = (writer.limit, writer.taken_back);
        writer.limit = limit.min(writer.spent().saturating_add(MOST_RUN));
        let before = self.checkpoint();
        self.control.follows_all = true;
        let value = self.eval_parted(made, want);
        self.control.follows_all = false;
        let is_fine = self.writer.diagnostics.len() == before.n_errors();
        if let Ok(value @ Value::Struct(..)) = value
            && is_fine
        {
            self.known_inside(&value, String::new(), &mut parts);
        }
        self.rollback(before);
        self.writer.limit = limit;
        self.writer.made.n_run += self.writer.taken_back - taken_back;
        self.writer.taken_back = taken_back;
        parts
    }

    /// Collects the lengths of lists and the integers of a value, by their paths.
    fn known_inside(&self, value: &Value, path: String, found: &mut KnownParts) {
        match value {
            Value::Integer(_) | Value::Boolean(_) if !path.is_empty() => {
                found.push((path, Known::Value(value.clone())));
            }
            Value::Array(elements) if elements.len() <= self.given.unroll => {
                found.push((path.clone(), Known::List(Rc::new(type_of_list(value)))));
                if !matches!(elements.first(), Some(Value::Scalar(_))) {
                    for (at, element) in elements.iter().enumerate() {
                        self.known_inside(element, format!("{path}[{at}]"), found);
                    }
                }
            }
            Value::Tuple(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    self.known_inside(part, format!("{path}.{at}"), found);
                }
            }
            Value::Struct(layout, fields) if layout.made.is_none() && !layout.is_variant => {
                for (member, field) in layout.members.iter().zip(fields.iter()) {
                    if self.is_in_cell(layout, member) {
                        continue;
                    }
                    let member = member.to_token_stream();
                    self.known_inside(field, format!("{path}.{member}"), found);
                }
            }
            Value::Inactive(code) => {
                let parts = self.writer.known_parts_of(&code.tokens).into_iter();
                found.extend(parts.map(|(inside, known)| (format!("{path}{inside}"), known)));
            }
            _ => {}
        }
    }

    /// Takes a list of a struct that copied code has made apart, if an active value is put into it.
    /// Whether that fails.
    pub(crate) fn fails_to_open_made(&mut self, call: &syn::ExprMethodCall) -> bool {
        let name = call.method.to_string();
        let is_active = call.args.iter().any(|part| self.names.is_active(part));
        let is_made = is_active
            && GROWING.contains(&name.as_str())
            && !self.writer.is_trial()
            && matches!(self.peek(&call.receiver), Some(Value::Inactive(list))
                if self.writer.made.has_list(&list.tokens));
        if !is_made {
            return false;
        }
        let place = self.place_behind(&call.receiver);
        place.and_then(|place| self.open(place)).is_err()
    }

    /// Whether a field can change behind a shared reference.
    fn is_in_cell(&self, layout: &Layout, member: &syn::Member) -> bool {
        let declared = layout.own.as_ref().map(Written::of);
        let declared = declared.and_then(|of| self.given.types.field(&of, member));
        declared.is_none_or(|declared| names_cell(&declared.ty.to_token_stream()))
    }

    /// Whether code makes a struct of the user's with lists.
    fn makes_struct(&self, made: &Expr, want: Want<'_>) -> bool {
        let is_made = matches!(
            made,
            Expr::Call(_)
                | Expr::MethodCall(_)
                | Expr::Binary(_)
                | Expr::Unary(_)
                | Expr::Struct(_)
        );
        if !is_made || self.is_in_prelude() || self.writer.is_trial() {
            return false;
        }
        let wanted = || want.map(|ty| self.written(ty));
        let written = self.type_of_expression(made).or_else(wanted);
        written.is_some_and(|written| {
            !matches!(written.ty, syn::Type::Reference(_)) && self.has_lists(&written, 0)
        })
    }

    /// Whether a struct of the user's has lists among its fields, or in structs in them.
    fn has_lists(&self, of: &Written, depth: usize) -> bool {
        let key = self.given.types.key_of(&of.ty, &of.at);
        let types = Rc::clone(&self.given.types);
        let definition = key.as_ref().and_then(|key| types.definition(key));
        let Some(Body::Struct(fields)) = definition.map(|definition| &definition.body) else {
            return false;
        };
        depth < DEEPEST
            && fields.iter().any(|field| {
                let is_list = list_element(behind_reference(&field.ty)).is_some();
                let inner = || self.given.types.field(of, &field.member);
                is_list || inner().is_some_and(|inner| self.has_lists(&inner, depth + 1))
            })
    }
}

/// The type of a list, `[_; 2]`, or `[[_; 2]; 3]` if all lists in it have one length.
fn type_of_list(list: &Value) -> syn::Type {
    let Value::Array(elements) = list else {
        return syn::parse_quote!(_);
    };
    let length = proc_macro2::Literal::usize_unsuffixed(elements.len());
    let count = |element: &Value| match element {
        Value::Array(inner) => Some(inner.len()),
        _ => None,
    };
    let first = elements.first().and_then(count);
    let is_even = elements.iter().all(|element| count(element) == first);
    let element = match (elements.first(), is_even && first.is_some()) {
        (Some(element), true) => type_of_list(element),
        _ => syn::parse_quote!(_),
    };
    syn::parse_quote!([#element; #length])
}

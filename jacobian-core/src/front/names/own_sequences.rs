//! Loops over types of the user's own, by their `IntoIterator`.
//!
//! ```text
//! impl<'a> IntoIterator for &'a Path { fn into_iter(self) -> .. { self.points.iter() } }
//! for p in &path { .. }                for p in (&path).points.iter() { .. }
//! ```
//!
//! Several `impl`s, for values and for references, must go over the same list in the same order,
//! because a value does not always show which of them is meant.

use std::rc::Rc;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Stmt, Type};

use crate::front::names::state::Lowering;
use crate::front::read::definitions::{ARRAY, Head, Key};
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::names_any;
use crate::front::value::Value;

/// How a loop takes what it goes over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    Value,
    Shared,
    Mutable,
}

impl<M> Lowering<M> {
    /// The sequence that `into_iter` of a type of the user's goes over, written with what the loop
    /// goes over in place of `self`.
    pub(crate) fn own_sequence(&self, iterable: &Expr) -> Option<Expr> {
        let place = match strip(iterable) {
            Expr::Reference(reference) => strip(&reference.expr),
            other => other,
        };
        if !matches!(place, Expr::Path(_) | Expr::Field(_)) {
            return None;
        }
        let key = self.peek(place).and_then(|value| self.key_of_value(&value));
        let written = || self.key_of_written(&self.type_of_expression(place)?);
        let key = key.or_else(written)?;
        let heads = self.given.types.methods(&key, "into_iter", 1);
        let of_trait = |head: &Rc<Head>| {
            let last = head.of_trait.as_ref().and_then(|path| path.segments.last());
            last.is_some_and(|last| last.ident == "IntoIterator")
        };
        let all: Option<Vec<(Takes, Expr)>> = heads
            .iter()
            .filter(|head| of_trait(head))
            .map(|head| Some((takes(head), self.only_expression(head)?)))
            .collect();
        let all = all?;
        let forms: Vec<String> = all
            .iter()
            .map(|(_, body)| without_forms(body.to_token_stream()))
            .collect();
        if forms.is_empty() || forms.iter().any(|form| *form != forms[0]) {
            return None;
        }
        let wanted = self.taken_by(iterable);
        let of_form = |form: Takes| all.iter().find(|(takes, _)| *takes == form);
        let (_, body) = of_form(wanted).or_else(|| of_form(Takes::Shared).or(all.first()))?;
        let mut body = body.clone();
        let this: Expr = syn::parse_quote!((#iterable));
        InPlaceOfSelf(this).visit_expr_mut(&mut body);
        Some(body)
    }

    /// The type of a part of a list, `x[1..]`.
    pub(crate) fn key_of_part(&self, part: &Expr) -> Option<Key> {
        let Expr::Index(index) = strip(part) else {
            return None;
        };
        let is_range = matches!(strip(&index.index), Expr::Range(_));
        let list = self.peek(&index.expr).filter(|_| is_range)?;
        matches!(list, Value::Array(_)).then(|| Key::from(ARRAY))
    }

    /// The field to which the `DerefMut` of a type of the user's leads from a place.
    pub(crate) fn list_behind_own(&self, place: &Expr) -> Option<Expr> {
        let place = strip(place);
        if !matches!(place, Expr::Path(_) | Expr::Field(_)) {
            return None;
        }
        let key = self.key_of_value(&self.peek(place)?)?;
        let heads = self.given.types.methods(&key, "deref_mut", 1);
        let [head] = heads.as_slice() else {
            return None;
        };
        let body = self.only_expression(head)?;
        let Expr::Reference(reference) = strip(&body) else {
            return None;
        };
        let mut field = (*reference.expr).clone();
        if !matches!(strip(&field), Expr::Field(_)) {
            return None;
        }
        InPlaceOfSelf(place.clone()).visit_expr_mut(&mut field);
        Some(field)
    }

    /// How a loop takes what it goes over, as far as its form and its type show it.
    fn taken_by(&self, iterable: &Expr) -> Takes {
        let iterable = strip(iterable);
        let name = iterable.to_token_stream().to_string();
        match iterable {
            Expr::Reference(reference) if reference.mutability.is_some() => Takes::Mutable,
            Expr::Reference(_) => Takes::Shared,
            _ if self.names.borrowed.contains(&name) => Takes::Shared,
            other => match (self.peek(other), self.type_of_expression(other)) {
                (Some(Value::Reference(_)), _) => Takes::Mutable,
                (_, Some(written)) if matches!(written.ty, Type::Reference(_)) => Takes::Shared,
                _ => Takes::Value,
            },
        }
    }

    /// The body of a method that is one expression and names nothing but `self`.
    fn only_expression(&self, head: &Head) -> Option<Expr> {
        let Value::Function(id) = &self.names.scopes.anywhere(&head.own)?.value else {
            return None;
        };
        let function = self.names.functions.get(id);
        let Expr::Block(body) = &function.body else {
            return None;
        };
        let [Stmt::Expr(only, None)] = body.block.stmts.as_slice() else {
            return None;
        };
        let is_plain =
            function.lengths.is_empty() && !names_any(&only.to_token_stream(), &["Self"]);
        is_plain.then(|| only.clone())
    }
}

fn takes(head: &Head) -> Takes {
    match &head.self_type {
        Type::Reference(reference) if reference.mutability.is_some() => Takes::Mutable,
        Type::Reference(_) => Takes::Shared,
        _ => Takes::Value,
    }
}

/// The text of a sequence, whether its items are values or references.
fn without_forms(body: TokenStream) -> String {
    let words = body.into_iter().map(|token| match token {
        TokenTree::Group(group) => format!("({})", without_forms(group.stream())),
        token => match token.to_string().as_str() {
            "&" | "mut" => String::new(),
            "iter" | "iter_mut" => "into_iter ".to_owned(),
            word => format!("{word} "),
        },
    });
    words.collect()
}

struct InPlaceOfSelf(Expr);

impl VisitMut for InPlaceOfSelf {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        if matches!(expression, Expr::Path(path) if path.path.is_ident("self")) {
            *expression = self.0.clone();
            return;
        }
        visit_mut::visit_expr_mut(self, expression);
    }
}

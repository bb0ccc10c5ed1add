//! The initial value of a list that is opaque code so far. It says what the elements are, because
//! the list needs that when it is put into memory, as soon as an active value is stored in it.
//!
//! ```text
//! let mut v = vec![0.0; n];      numbers
//! let mut w = a.to_vec();        numbers as well
//! let mut s = self.start();      by the result of the function, `Vec<f64>`
//! let mut d = self.d;            a copy; only texts of the prelude about ndarray write this
//! ```

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Expr;

use crate::front::names::state::Lowering;
use crate::front::read::definitions::Written;
use crate::front::run::Run;
use crate::front::syntax::form::is_vec;
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::{names_any, root_of};
use crate::front::syntax::types::{self, list_element, type_name};
use crate::front::value::found::Found;
use crate::front::value::stored::Stored;
use crate::front::value::{Inactive, Value};

/// Whether a method copies a list.
fn is_copy(method: &proc_macro2::Ident) -> bool {
    ["clone", "to_vec", "to_owned"]
        .iter()
        .any(|name| method == name)
}

impl Lowering<Run> {
    /// Notes the initial value of an opaque variable, and its shape.
    pub(crate) fn note_initial(
        &mut self,
        pattern: &syn::Pat,
        init: &Expr,
        shape: Option<syn::Type>,
    ) {
        self.note_shape(pattern, shape);
        // The type is kept as that of a cast.
        let (pattern, init): (_, Expr) = match pattern {
            syn::Pat::Type(typed) => {
                let ty = &typed.ty;
                (&*typed.pat, syn::parse_quote!((#init) as #ty))
            }
            pattern => match self.list_given(init) {
                Some(ty) => (pattern, syn::parse_quote!((#init) as #ty)),
                None => (pattern, init.clone()),
            },
        };
        if let syn::Pat::Ident(name) = pattern
            && let Some(binding) = self.names.scopes.get(&name.ident.to_string())
            && let Value::Inactive(code) = &binding.value
        {
            let variable = code.tokens.to_string();
            if name.mutability.is_some() {
                self.names.initials.insert(variable, init);
            } else {
                self.names.initials.remove(&variable);
            }
        }
    }

    /// Notes the lists of numbers in a struct that is taken apart, `r.data`, by their types. Not
    /// those behind a reference, because a list in memory is a copy, which its owner would not see.
    pub(crate) fn note_initial_fields(&mut self, of: &TokenStream, fields: &[Inactive]) {
        let is_own = root_of(of).is_some_and(|root| {
            self.writer.fresh_in.contains_key(&root) && !self.writer.reaching.contains(&root)
        });
        let owner = self.type_of_tokens(of);
        if !is_own || !owner.is_some_and(|owner| !matches!(owner.ty, syn::Type::Reference(_))) {
            return;
        }
        for field in fields {
            let Some(written) = self.type_of_tokens(&field.tokens) else {
                continue;
            };
            if self.like_of_list(&written.ty).is_some() {
                let (tokens, ty) = (&field.tokens, &written.ty);
                let initial = syn::parse_quote!((#tokens) as #ty);
                self.names.initials.insert(tokens.to_string(), initial);
            }
        }
    }

    /// The list of numbers that a function gives.
    fn list_given(&mut self, init: &Expr) -> Option<syn::Type> {
        if !matches!(strip(init), Expr::Call(_) | Expr::MethodCall(_)) {
            return None;
        }
        let ty = self.type_of_expression(init)?.ty;
        let is_list = matches!(&ty, syn::Type::Path(path) if types::is_vec(&path.path));
        (is_list && self.like_of_list(&ty).is_some()).then_some(ty)
    }

    /// The initial value of a variable. In a text of the prelude, `let mut d = self.d;` copies a
    /// list, because the variable may change it.
    pub(crate) fn own_lists(
        &mut self,
        pattern: &syn::Pat,
        init: &Expr,
        value: Value,
    ) -> Found<Value> {
        if !self.is_in_prelude() || !names_any(&pattern.to_token_stream(), &["mut"]) {
            return Ok(value);
        }
        match (strip(init), value) {
            (Expr::Tuple(parts), Value::Tuple(values)) => {
                let parts = parts.elems.iter().zip(values.iter());
                let values = parts.map(|(part, value)| self.own_list(part, value.clone()));
                Ok(Value::tuple(values.collect::<Found<_>>()?))
            }
            (init, value) => self.own_list(init, value),
        }
    }

    fn own_list(&mut self, init: &Expr, value: Value) -> Found<Value> {
        match (strip(init), &value) {
            (Expr::Field(_), Value::Inactive(_)) => match self.like_of_initial(init) {
                Some(like) => self.stored_copy(like, &value, init),
                None => Ok(value),
            },
            (Expr::Field(_), _) => self.copied_lists(&value),
            _ => Ok(value),
        }
    }

    /// A value like each element of a list of this type. `None` where an element has other parts
    /// than numbers.
    fn like_of_list(&mut self, ty: &syn::Type) -> Option<Value> {
        self.like_of_type(list_element(ty)?)
    }

    fn like_of_type(&mut self, ty: &syn::Type) -> Option<Value> {
        if let syn::Type::Tuple(parts) = ty {
            let parts = parts.elems.iter().map(|part| self.like_of_type(part));
            return parts.collect::<Option<Vec<_>>>().map(Value::tuple);
        }
        if matches!(ty, syn::Type::Path(_))
            && let Some(like) = self.like_of_list(ty)
        {
            let place = TokenStream::new();
            return Some(Stored { place, like }.into_value());
        }
        let name = type_name(ty)?.to_string();
        self.names_float(&name)
            .then(|| Value::Scalar(self.writer.builder.literal(0.0)))
    }

    fn declared_like(&mut self, initial: Option<&Expr>) -> bool {
        matches!(initial, Some(Expr::Cast(typed)) if self.like_of_list(&typed.ty).is_some())
    }

    /// Whether a list of the user's own certainly holds floating-point numbers, or lists of them.
    pub(crate) fn holds_floats(&mut self, list: &Inactive) -> bool {
        let initial = self.names.initials.get(&list.tokens.to_string());
        let initial = initial.cloned();
        let key = self.key_of_value(&Value::Inactive(list.clone()));
        let layout = key.and_then(|key| self.layout_of(&key));
        if initial.is_some() && layout.is_some_and(|layout| self.is_array_of_crate(&layout)) {
            return true;
        }
        let like = self.declared_like(initial.as_ref());
        let is_number = |name: &Expr| matches!(self.peek(name), Some(Value::Scalar(_)));
        match initial {
            Some(Expr::Cast(typed)) => like || repeats_float(&typed.expr, &is_number),
            Some(initial) => repeats_float(&initial, &is_number),
            None => false,
        }
    }

    /// A value like each element of a list, by the code that makes it.
    pub(crate) fn like_of_initial(&mut self, initial: &Expr) -> Option<Value> {
        let zero = Value::Scalar(self.writer.builder.literal(0.0));
        match strip(initial) {
            Expr::Cast(typed) => {
                let like = self.like_of_list(&typed.ty);
                like.or_else(|| self.like_of_initial(&typed.expr))
            }
            Expr::Macro(list) if is_vec(&list.mac) => {
                let tokens = &list.mac.tokens;
                let list = match syn::parse2::<Expr>(quote!([#tokens])) {
                    Ok(Expr::Repeat(list)) => list,
                    Ok(list @ Expr::Array(_)) => {
                        let list = self.trees.keep(list);
                        let Value::Array(elements) = self.like_of_code(&list) else {
                            return None;
                        };
                        return self.element_like(elements.iter());
                    }
                    _ => return None,
                };
                let element = self.trees.keep(Expr::clone(&list.expr));
                if matches!(strip(&element), Expr::Macro(_)) {
                    let like = self.like_of_initial(&element)?;
                    let place = TokenStream::new();
                    return Some(Stored { place, like }.into_value());
                }
                let element = self.quietly(|run| run.eval(&element)).ok();
                match element.and_then(|element| self.element_like([&element])) {
                    Some(Value::Integer(_)) => None,
                    Some(like) if like.parts().is_some() => Some(like),
                    _ => Some(zero),
                }
            }
            Expr::MethodCall(call) => {
                let names = ["to_vec", "clone", "to_owned", "collect"];
                names.iter().any(|name| call.method == name).then_some(zero)
            }
            // `let mut d = self.d;` copies the elements of a vector of ndarray.
            Expr::Field(field) if self.is_in_prelude() => {
                let Some(Value::Struct(layout, _)) = self.peek(&field.base) else {
                    return None;
                };
                let of = Written::of(layout.own.as_ref()?);
                let written = self.given.types.field(&of, &field.member)?;
                self.like_of_list(&written.ty)
            }
            _ => None,
        }
    }

    /// A value like that of an expression, as far as its form tells.
    pub(crate) fn like_of_code(&mut self, code: &Expr) -> Value {
        match strip(code) {
            Expr::Array(parts) => {
                let parts = parts.elems.iter().map(|part| self.like_of_code(part));
                Value::array(parts.collect())
            }
            Expr::Tuple(parts) => {
                let parts = parts.elems.iter().map(|part| self.like_of_code(part));
                Value::tuple(parts.collect())
            }
            Expr::Macro(list) if is_vec(&list.mac) => {
                let list = self.like_of_initial(code);
                list.map_or(Value::Unassigned, |like| {
                    let place = TokenStream::new();
                    Stored { place, like }.into_value()
                })
            }
            Expr::MethodCall(call)
                if is_copy(&call.method) && self.stored_at_place(&call.receiver).is_some() =>
            {
                let list = self.stored_at_place(&call.receiver);
                list.map_or(Value::Unassigned, Value::Stored)
            }
            code => {
                if let Some(list) = self.stored_at_place(code) {
                    return Value::Stored(list);
                }
                let value = self.quietly(|run| run.eval(code));
                value.unwrap_or(Value::Unassigned)
            }
        }
    }
}

/// Whether code is `vec![0.0; n]`, or `vec![vec![0.0; m]; n]`.
fn repeats_float(initial: &Expr, is_number: &dyn Fn(&Expr) -> bool) -> bool {
    let Expr::Macro(list) = strip(initial) else {
        return false;
    };
    let tokens = &list.mac.tokens;
    match syn::parse2::<Expr>(quote!([#tokens])) {
        Ok(Expr::Repeat(repeated)) if is_vec(&list.mac) => match strip(&repeated.expr) {
            Expr::Lit(number) => matches!(number.lit, syn::Lit::Float(_)),
            inner => is_number(inner) || repeats_float(inner, is_number),
        },
        _ => false,
    }
}

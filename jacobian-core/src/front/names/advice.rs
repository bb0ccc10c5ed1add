//! Options that messages propose, with the user's own names: the one that gives a list its length,
//! or a loop its count.
//!
//! ```text
//! let mut y = vec![none; 2 * n];      `y`, `const(n = 6)`
//! let mut y = self.data.clone();      `y`, `dim(self.data = 6)`
//! table[i] = x;                       `table`, `dim(table = 6)`, if it is a parameter
//! ```

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Expr, Ident};

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::read::length_advice::Examples;
use crate::front::syntax::form::is_vec;
use crate::front::syntax::strip::strip;
use crate::front::syntax::types::{behind_reference, list_element};
use crate::front::value::found::Found;
use crate::front::value::place::Place;
use crate::front::value::{Inactive, Value};

impl<M> Lowering<M> {
    /// The message about an active value that goes into such a list.
    pub(crate) fn active_into_opaque(&self, place: &Place, at: &TokenStream) -> String {
        let name = place.name.to_string();
        if let Ok(Expr::Index(index)) = syn::parse2(at.clone())
            && matches!(*index.expr, Expr::Field(_))
        {
            let lengths = self.lengths_at(&index.expr);
            return messages::active_into_field(&spelled(&index.expr), &lengths);
        }
        messages::active_into_opaque(&name, self.length_option(&place.name).as_deref())
    }

    /// Refuses an index that only run time knows into a list that is too long for a branch for
    /// each element.
    pub(crate) fn refuse_long_choice<T>(&mut self, length: usize, at: &TokenStream) -> Found<T> {
        let limit = self.writer.limit;
        let message = messages::choice_too_long(list_of(at).as_deref(), length, limit);
        self.writer.refuse(at, &message)
    }

    /// The same for many such indices in a loop at run time.
    pub(crate) fn refuse_choices_in_loop<T>(
        &mut self,
        length: usize,
        at: &TokenStream,
    ) -> Found<T> {
        let limit = self.writer.limit;
        let message = messages::choices_in_loop(list_of(at).as_deref(), length, limit);
        self.writer.refuse(at, &message)
    }

    /// The same for many writes at such indices.
    pub(crate) fn refuse_choices_written<T>(
        &mut self,
        length: usize,
        partials: usize,
        at: &TokenStream,
    ) -> Found<T> {
        let limit = self.writer.limit;
        let message = messages::choices_written(list_of(at).as_deref(), (length, partials), limit);
        self.writer.refuse(at, &message)
    }

    /// Whether an opaque variable is a map, by its type or by what it began as.
    pub(crate) fn is_map(&self, kept: &Inactive, ty: Option<&syn::Type>) -> bool {
        let init = self.names.initials.get(&kept.tokens.to_string());
        let texts = [
            ty.map(|ty| ty.to_token_stream().to_string()),
            init.map(|init| init.to_token_stream().to_string()),
        ];
        texts.iter().flatten().any(|text| text.contains("Map"))
    }

    /// The option that gives a `for` loop a known count.
    pub(crate) fn option_of_loop(&self, iterable: &Expr) -> Option<String> {
        match strip(iterable) {
            Expr::Range(range) => {
                let end = range.end.as_deref().and_then(length_in);
                end.or_else(|| length_in(range.start.as_deref()?))
            }
            Expr::Reference(list) => self.option_of_loop(&list.expr),
            Expr::MethodCall(call) => self.option_of_loop(&call.receiver),
            Expr::Path(path) => self.length_option(path.path.get_ident()?),
            field @ Expr::Field(_) => Some(self.dim_of(field)),
            _ => None,
        }
    }

    /// The option that gives a list at a place its lengths.
    fn dim_of(&self, list: &Expr) -> String {
        format!("dim({} = {})", spelled(list), self.lengths_at(list))
    }

    /// Example lengths of a list at a place, in the syntax of `dim`.
    pub(crate) fn lengths_at(&self, list: &Expr) -> String {
        let of = self.type_of_expression(list);
        let lengths = of.and_then(|of| self.given.types.example_lengths(&of));
        lengths.unwrap_or_else(|| Examples::USUAL.alone.to_owned())
    }

    /// The option that gives a list its length.
    fn length_option(&self, name: &Ident) -> Option<String> {
        let said = name.to_string();
        let code = match &self.names.scopes.get(&said)?.value {
            Value::Inactive(code) => code.tokens.to_string(),
            _ => return None,
        };
        match self.names.initials.get(&code) {
            Some(init) => self.length_of_init(init),
            None => self.length_of_parameter(name),
        }
    }

    fn length_of_parameter(&self, name: &Ident) -> Option<String> {
        let said = name.to_string();
        let ty = self.names.types.get(&said)?;
        list_element(behind_reference(ty)).map(|_| self.dim_of(&syn::parse_quote!(#name)))
    }

    /// An initializer may name another variable of the same name, `let mut y = y;`.
    fn length_of_init(&self, init: &Expr) -> Option<String> {
        match strip(init) {
            Expr::Cast(typed) => self.length_of_init(&typed.expr),
            Expr::Path(path) => self.length_of_parameter(path.path.get_ident()?),
            Expr::MethodCall(copy) if copy.args.is_empty() => {
                let list = strip(&copy.receiver);
                let is_field = matches!(list, Expr::Field(_));
                let is_copy = ["clone", "to_vec", "to_owned"]
                    .iter()
                    .any(|name| copy.method == name);
                match list {
                    _ if !is_copy => None,
                    list if is_field => Some(self.dim_of(list)),
                    Expr::Path(path) => self.length_of_parameter(path.path.get_ident()?),
                    _ => None,
                }
            }
            Expr::Macro(list) if is_vec(&list.mac) => {
                let tokens = &list.mac.tokens;
                let list: syn::ExprRepeat = syn::parse2(quote::quote!([#tokens])).ok()?;
                length_in(&list.len)
            }
            _ => None,
        }
    }
}

/// The option about the first name in the length of a list.
fn length_in(length: &Expr) -> Option<String> {
    match strip(length) {
        Expr::Path(_) | Expr::Field(_) => Some(format!("const({} = 6)", spelled(length))),
        Expr::MethodCall(call) if call.method == "len" => {
            Some(format!("dim({} = 6)", spelled(&call.receiver)))
        }
        Expr::Binary(both) => length_in(&both.left).or_else(|| length_in(&both.right)),
        _ => None,
    }
}

/// A place as the user would write it in an option.
fn spelled(place: &Expr) -> String {
    place.to_token_stream().to_string().replace(' ', "")
}

/// The list of which an expression takes an element, as the source writes it.
fn list_of(at: &TokenStream) -> Option<String> {
    match syn::parse2(at.clone()) {
        Ok(Expr::Index(index)) => Some(spelled(&index.expr)),
        Ok(Expr::MethodCall(call)) => Some(spelled(&call.receiver)),
        _ => None,
    }
}

//! Parameters of generic code in types and in code that is copied: with their values, or refused.
//!
//! ```text
//! [f64; N], Grid<R, C>     in an inlined function: `[f64; 3]`, `Grid<3, 2>`, and `Grid<3, _>` if
//!                          nothing says what `C` is
//! vec![0.0; N]             refused if nothing says it: the generated function may have an `N`
//! ```

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Type;

use crate::front::names::functions::Object;
use crate::front::names::scopes::Role;
use crate::front::names::state::Lowering;
use crate::front::syntax::generic_arguments::integer_literal;
use crate::front::syntax::tokens::names_any;
use crate::front::value::Value;

impl<M> Lowering<M> {
    /// What `Self` and the parameters of the running code are.
    pub(crate) fn object(&self) -> Object {
        self.frames.objects.last().copied().unwrap_or(Object::Home)
    }

    /// A type as the running code writes it, with values in place of its const parameters, and `_`
    /// for those that have none.
    pub(crate) fn with_own_lengths(&self, ty: &Type) -> Type {
        let Some(running) = self.frames.calls.last() else {
            return ty.clone();
        };
        let running = self.names.functions.get(running);
        let captured = running.captured.iter().map(|(name, _)| name.clone());
        let names = running.lengths.iter().map(Ident::to_string);
        let names = names.chain(captured.filter(|_| running.around_closure.is_some()));
        let tokens = ty.to_token_stream();
        let used = names.filter(|name| names_any(&tokens, &[name]));
        let meant = used.filter_map(|name| {
            let binding = self.names.scopes.get(&name)?;
            let meant = match &binding.value {
                Value::Integer(integer) => integer_literal(integer.value).into_token_stream(),
                Value::Boolean(flag) => quote!(#flag),
                Value::Unassigned if binding.role == Role::Item => quote!(_),
                _ => return None,
            };
            Some((name, meant))
        });
        let meant: Vec<(String, TokenStream)> = meant.collect();
        if meant.is_empty() {
            return ty.clone();
        }
        let written = crate::spelling::replaced(tokens, &meant);
        syn::parse2(written).unwrap_or_else(|_| ty.clone())
    }

    /// A name among tokens that is a const parameter without a value here, or a type parameter for
    /// which the generated function has another meaning.
    pub(crate) fn open_parameter_in(&self, tokens: &TokenStream) -> Option<Ident> {
        let running = self.names.functions.get(self.frames.calls.last()?);
        let is_open = |name: &Ident| {
            if let Some(binding) = self.names.scopes.get(&name.to_string()) {
                return matches!(binding.value, Value::Unassigned) && binding.role == Role::Item;
            }
            let mut around = self.given.generics.iter();
            *name != self.given.scalar_name
                && self.object() != Object::Home
                && running.type_parameters.contains(name)
                && around.any(|generics| generics.type_params().any(|own| own.ident == *name))
        };
        first_name(tokens.clone(), &is_open)
    }
}

/// A declared type where its const parameters mean nothing, or something else.
pub(crate) fn without_lengths(ty: &Type, lengths: &[Ident]) -> Type {
    let tokens = ty.to_token_stream();
    let names = lengths.iter().map(Ident::to_string);
    let names = names.filter(|name| names_any(&tokens, &[name]));
    let hidden: Vec<(String, TokenStream)> = names.map(|name| (name, quote!(_))).collect();
    if hidden.is_empty() {
        return ty.clone();
    }
    let written = crate::spelling::replaced(tokens, &hidden);
    syn::parse2(written).unwrap_or_else(|_| ty.clone())
}

/// The first name among tokens of which this is true, except names of fields and methods.
fn first_name(tokens: TokenStream, is_wanted: &dyn Fn(&Ident) -> bool) -> Option<Ident> {
    let mut after_dot = false;
    for token in tokens {
        let is_dot = matches!(&token, TokenTree::Punct(dot) if dot.as_char() == '.');
        let found = match token {
            TokenTree::Ident(name) if !after_dot && is_wanted(&name) => Some(name),
            TokenTree::Group(group) => first_name(group.stream(), is_wanted),
            _ => None,
        };
        if found.is_some() {
            return found;
        }
        // The second dot of `0..N` is no access to a field.
        after_dot = is_dot && !after_dot;
    }
    None
}

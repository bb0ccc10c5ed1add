//! A function without its surroundings: which columns it has, and which types it takes for numbers.
//!
//! ```text
//! fn pull(at: Vec3, x: f64) -> Vec3      alone: the column is `x`, and `Vec3` may be a number
//! ```

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Item, Type};

use crate::diag::Diagnostics;
use crate::front::arguments::Arguments;
use crate::front::library::{Home, Library};
use crate::front::{Reading, Signature, mentioned};
use crate::ordered::Set;

use super::generate::orders;
use super::surroundings::defines;

/// The columns that a function has alone. They are kept where it sees more, so that they do not
/// depend on what is around it.
#[derive(Default)]
pub(super) struct Columns {
    /// Empty if they are not known alone. Then they are those of a module.
    names: Vec<Ident>,
    /// The types of parameters that may be numbers, or not.
    unknown: Vec<Set<String>>,
}

impl Columns {
    /// The options with these columns. What is around must have the types that were unknown.
    pub(super) fn with(&self, arguments: &TokenStream, around: &TokenStream) -> TokenStream {
        let is_known = |names: &Set<String>| names.iter().any(|name| defines(around, name));
        if self.names.is_empty() || !self.unknown.iter().all(is_known) {
            return arguments.clone();
        }
        let names = &self.names;
        quote!(wrt(#(#names),*), #arguments)
    }
}

pub(super) fn columns_alone(arguments: &TokenStream, item: &Item) -> Columns {
    let Item::Fn(function) = item else {
        return Columns::default();
    };
    let mut diagnostics = Diagnostics::default();
    let mut parsed = Arguments::parse(arguments.clone(), &orders(), &mut diagnostics);
    let library = Library::of_function(&function.to_token_stream());
    library.surround(&Home::default(), &mut parsed);
    let signature = Signature::understand(function, &parsed, Reading::PLAIN, &mut diagnostics);
    let is_read = diagnostics.finish().is_ok();
    let Some(signature) = signature.filter(|_| is_read && parsed.wrt.is_none()) else {
        return Columns::default();
    };
    // An output may become a variable, which `wrt` would decide.
    let typed = function.sig.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(typed) => Some(typed),
        syn::FnArg::Receiver(_) => None,
    });
    let is_changed = |ty: &Type| matches!(ty, Type::Reference(of) if of.mutability.is_some());
    if typed.clone().any(|typed| is_changed(&typed.ty)) {
        return Columns::default();
    }
    let names = signature.columns.iter().map(|column| {
        let is_whole = column.position.is_some() && column.path.members.is_empty();
        is_whole.then(|| column.path.root.clone())
    });
    let Some(names) = names.collect() else {
        return Columns::default();
    };
    let is_suspect = |typed: &&syn::PatType| {
        let name = typed.pat.to_token_stream().to_string();
        signature.suspects.contains(&name)
    };
    let unknown = typed.filter(is_suspect);
    let unknown = unknown.map(|typed| mentioned(typed.ty.to_token_stream()));
    Columns {
        names,
        unknown: unknown.collect(),
    }
}

/// The names in the type of the value, if that is not seen and one number is put in its place.
pub(super) fn names_taken_for_numbers(alone: &TokenStream) -> Vec<String> {
    let tokens: Vec<TokenTree> = alone.clone().into_iter().collect();
    let inside = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.stream().into_iter().collect(),
        _ => Vec::new(),
    };
    let is_word = |token: &TokenTree, word| matches!(token, TokenTree::Ident(name) if name == word);
    for (at, token) in tokens.iter().enumerate() {
        let parameters: Vec<TokenTree> = inside(token);
        let mut places = parameters.iter();
        if !places.any(|token| is_word(token, "value_out")) {
            continue;
        }
        let body = tokens.get(at + 1).map(inside).unwrap_or_default();
        let is_number = body.windows(4).any(|assigned| match assigned {
            [to, _, TokenTree::Ident(from), TokenTree::Punct(end)] => {
                let is_variable = from.to_string().starts_with("__v");
                is_word(to, "value_out") && is_variable && end.as_char() == ';'
            }
            _ => false,
        });
        let is_in_type =
            |token: &&TokenTree| !matches!(token, TokenTree::Punct(sign) if sign.as_char() == ',');
        let names = places
            .take_while(is_in_type)
            .filter_map(|token| match token {
                TokenTree::Ident(name) => Some(name.to_string()),
                _ => None,
            });
        let names = names.filter(|name| is_number && name.starts_with(char::is_uppercase));
        return names.collect();
    }
    Vec::new()
}

//! `assemble`: a function of loops over elements becomes one that records them.
//!
//! The function of each kind of element is expanded as if it were written by hand, with the options
//! of the user.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::punctuated::Punctuated;

use crate::assemble::{Term, recorded};
use crate::diag::Diagnostics;
use crate::front::{attributes, cfg_branches, messages, option_words};

use super::generate::settle;

/// The option.
const WORD: &str = "assemble";

/// Options that say how a Jacobian is computed, so that they hold for each kind of element.
const HANDED_ON: &[&str] = &[
    "order",
    "search",
    "objective",
    "level",
    "schedule",
    "fold",
    "value",
    "fma",
    "const",
    "unroll",
    "recursion",
    "use",
    "rule",
    "implicit",
    "crate",
];

/// The options of an attribute with `assemble`.
pub(super) struct Asked {
    wrt: Option<Vec<Ident>>,
    handed_on: TokenStream,
    refused: Vec<syn::Error>,
}

/// `None` if the option is not there.
pub(super) fn asked(arguments: &TokenStream) -> Option<Asked> {
    let options = options(arguments);
    let is_asked = |option: &Vec<TokenTree>| matches!(option.as_slice(), [TokenTree::Ident(word)] if word == WORD);
    if !options.iter().any(is_asked) {
        return None;
    }
    let mut asked = Asked {
        wrt: None,
        handed_on: TokenStream::new(),
        refused: Vec::new(),
    };
    for option in options {
        let Some(TokenTree::Ident(word)) = option.first() else {
            continue;
        };
        let name = word.to_string();
        if name == "wrt" {
            asked.choose(&option);
        } else if HANDED_ON.contains(&name.as_str()) || name == option_words::SEEN {
            asked.handed_on.extend(option);
            asked.handed_on.extend(quote!(,));
        } else if name != WORD {
            let message = messages::assemble_option(word);
            asked.refused.push(syn::Error::new(word.span(), message));
        }
    }
    Some(asked)
}

impl Asked {
    fn choose(&mut self, option: &[TokenTree]) {
        let list = match option {
            [_, TokenTree::Group(list)] => list.stream(),
            _ => TokenStream::new(),
        };
        let names = Punctuated::<Ident, syn::Token![,]>::parse_terminated.parse2(list.clone());
        match names {
            Ok(names) if !names.is_empty() => self.wrt = Some(names.into_iter().collect()),
            _ => {
                let place: TokenStream = option.iter().cloned().collect();
                let error = syn::Error::new_spanned(place, messages::ASSEMBLE_WRT);
                self.refused.push(error);
            }
        }
    }
}

/// The options between commas.
fn options(arguments: &TokenStream) -> Vec<Vec<TokenTree>> {
    let mut options = vec![Vec::new()];
    for token in arguments.clone() {
        match &token {
            TokenTree::Punct(comma) if comma.as_char() == ',' => options.push(Vec::new()),
            _ => options
                .last_mut()
                .expect("invariant: there is one")
                .push(token),
        }
    }
    options
}

/// The function that records, with those of the elements inside.
pub(super) fn expand(
    asked: Asked,
    function: &syn::ItemFn,
    expand: impl Fn(TokenStream, syn::ItemFn) -> TokenStream,
) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    diagnostics.push_all(asked.refused);
    // Statements under opposite conditions are one that asks.
    let function = &cfg_branches::branched(function.clone());
    diagnostics.push_all(attributes::refused(function));
    let recorded = recorded(function, asked.wrt.as_deref(), &mut diagnostics);
    let found = recorded.filter(|_| diagnostics.is_empty());
    let items = |term: &Term| {
        let (item, options, handed_on) = (&term.function, term.options(), &asked.handed_on);
        let generated = expand(quote!(#options #handed_on), item.clone());
        quote!(#item #generated)
    };
    let errors = settle(diagnostics, None);
    let function = found.map(|recorded| {
        let items: TokenStream = recorded.terms.iter().map(items).collect();
        recorded.function(&items).to_token_stream()
    });
    quote!(#function #errors)
}

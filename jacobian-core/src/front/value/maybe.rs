//! `Option` and `Result` as values: the value inside, and whether it is there.
//!
//! Invariant: the number inside is read only where it is there.

use std::rc::Rc;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::quote;

use crate::interface::Wrapper;
use crate::ir::ValueId;

use crate::front::value::{Inactive, Value};

/// An `Option` or a `Result`.
#[derive(Clone, Debug)]
pub(crate) struct Maybe {
    pub(crate) wrapper: Wrapper,
    pub(crate) presence: Presence,
    /// The value inside. `Unassigned` if it is always missing.
    pub(crate) inside: Value,
    /// Whether the error may contain active values, which we do not follow.
    pub(crate) carries: bool,
}

/// Whether the value is there.
#[derive(Clone, Debug)]
pub(crate) enum Presence {
    Always,
    /// The value is missing: `None`, with its type if the source says it, or an error.
    Never(TokenStream, Vec<ValueId>),
    /// The answer is a variable of type `Option<()>` or `Result<(), E>`.
    Asked(TokenStream),
}

impl Maybe {
    pub(crate) fn there(wrapper: Wrapper, inside: Value) -> Self {
        Self {
            wrapper,
            presence: Presence::Always,
            inside,
            carries: false,
        }
    }

    /// `None`.
    pub(crate) fn nothing() -> Self {
        Self::missing(Wrapper::Option, quote!(None), Vec::new())
    }

    /// An `Option` or a `Result` that is assigned before it is read. The type of an error is
    /// unknown, so such a `Result` is there.
    pub(crate) fn without_value(wrapper: Wrapper) -> Self {
        match wrapper {
            Wrapper::Option => Self::nothing(),
            Wrapper::Result | Wrapper::Plain => Self::there(wrapper, Value::Unassigned),
        }
    }

    /// Its answer as an expression of type `Option<()>`.
    pub(crate) fn answer(&self) -> Inactive {
        let (tokens, mentions) = match &self.presence {
            Presence::Always => {
                let variant = self.variant();
                (quote!(#variant(())), Vec::new())
            }
            Presence::Never(..) if self.wrapper == Wrapper::Option => {
                (quote!(None::<()>), Vec::new())
            }
            Presence::Never(spelled, mentions) => (spelled.clone(), mentions.clone()),
            Presence::Asked(answer) => (answer.clone(), Vec::new()),
        };
        Inactive { tokens, mentions }
    }

    /// The result of a search among known values.
    pub(crate) fn of(found: Option<Value>) -> Self {
        found.map_or_else(Self::nothing, |found| Self::there(Wrapper::Option, found))
    }

    /// `None` or `Err(..)`, as tokens.
    pub(crate) fn missing(wrapper: Wrapper, spelled: TokenStream, mentions: Vec<ValueId>) -> Self {
        Self {
            wrapper,
            presence: Presence::Never(spelled, mentions),
            inside: Value::Unassigned,
            carries: false,
        }
    }

    pub(crate) fn failed(error: &TokenStream, mentions: Vec<ValueId>) -> Self {
        Self::missing(Wrapper::Result, quote!(Err(#error)), mentions)
    }

    /// The type that the source gives a `None`, `None::<f64>`.
    pub(crate) fn type_of_nothing(&self) -> Option<syn::GenericArgument> {
        let Presence::Never(spelled, _) = &self.presence else {
            return None;
        };
        let nothing = syn::parse2::<syn::Path>(spelled.clone()).ok()?;
        match &nothing.segments.last()?.arguments {
            syn::PathArguments::AngleBracketed(typed) => typed.args.first().cloned(),
            _ => None,
        }
    }

    pub(crate) fn asked(wrapper: Wrapper, answer: TokenStream, inside: Value) -> Self {
        Self {
            wrapper,
            presence: Presence::Asked(answer),
            inside,
            carries: false,
        }
    }

    /// The same, with this flag for active values in the error.
    pub(crate) fn carrying(self, carries: bool) -> Self {
        Self { carries, ..self }
    }

    /// The value of the error, or of a part of it.
    pub(crate) fn error(&self, tokens: TokenStream) -> Value {
        let error = Inactive {
            tokens,
            mentions: Vec::new(),
        };
        if self.carries {
            Value::Carried(error)
        } else {
            Value::Inactive(error)
        }
    }

    /// The same with another value inside.
    pub(crate) fn with(&self, inside: Value) -> Self {
        Self {
            inside,
            ..self.clone()
        }
    }

    pub(crate) fn into_value(self) -> Value {
        Value::Maybe(Rc::new(self))
    }

    /// `Some` or `Ok`.
    pub(crate) fn variant(&self) -> TokenStream {
        match self.wrapper {
            Wrapper::Option => quote!(Some),
            Wrapper::Result | Wrapper::Plain => quote!(Ok),
        }
    }

    /// The condition that the value is there, on the variable with the answer.
    pub(crate) fn question(&self, answer: &TokenStream) -> TokenStream {
        match self.wrapper {
            Wrapper::Option => quote!(#answer.is_some()),
            Wrapper::Result | Wrapper::Plain => quote!(#answer.is_ok()),
        }
    }

    /// The same as a condition, if there is anything to ask.
    pub(crate) fn is_there(&self) -> TokenStream {
        match &self.presence {
            Presence::Always => quote!(true),
            Presence::Never(..) => quote!(false),
            Presence::Asked(answer) => self.question(answer),
        }
    }

    pub(crate) fn describe(&self) -> String {
        match self.wrapper {
            Wrapper::Option => "an `Option`".to_owned(),
            _ => "a `Result`".to_owned(),
        }
    }
}

/// `inside` of the tokens `Variant(inside)`.
pub(crate) fn group_after(tokens: &TokenStream, variant: &str) -> Option<TokenStream> {
    let mut tokens = tokens.clone().into_iter();
    match (tokens.next()?, tokens.next()?, tokens.next()) {
        (TokenTree::Ident(name), TokenTree::Group(group), None)
            if name == variant && group.delimiter() == Delimiter::Parenthesis =>
        {
            Some(group.stream())
        }
        _ => None,
    }
}

/// The arguments of a closure that takes the error of a `Result`, or nothing for an `Option`.
pub(crate) fn errors(maybe: &Maybe, error: Option<TokenStream>) -> Vec<Value> {
    let error = error.map(|tokens| maybe.error(tokens));
    error.into_iter().collect()
}

/// Whether the value is there, or whether it is missing.
pub(crate) fn is_there(maybe: &Maybe, expected: bool) -> Value {
    match &maybe.presence {
        Presence::Always => Value::Boolean(expected),
        Presence::Never(..) => Value::Boolean(!expected),
        Presence::Asked(answer) => {
            let question = maybe.question(answer);
            let tokens = if expected {
                question
            } else {
                quote!(!#question)
            };
            Value::Inactive(Inactive {
                tokens,
                mentions: Vec::new(),
            })
        }
    }
}

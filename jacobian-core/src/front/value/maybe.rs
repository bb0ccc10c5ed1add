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
    /// The active values of the error.
    pub(crate) carried: Carried,
}

/// The active values of an error. The answer has the error itself, as code.
#[derive(Clone, Debug)]
pub(crate) enum Carried {
    Nothing,
    /// There are none. This is the error as a value, to be joined with active ones.
    Constant(Value),
    /// The error as a value. It is read only where the error is there.
    Followed(Value),
    /// Active values that are not followed. Code that reads them is refused.
    Lost,
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
            carried: Carried::Nothing,
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
            carried: Carried::Nothing,
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
            carried: Carried::Nothing,
        }
    }

    /// The same with these active values in the error.
    pub(crate) fn carrying(self, carried: Carried) -> Self {
        Self { carried, ..self }
    }

    /// The value of the error.
    pub(crate) fn error(&self, tokens: TokenStream) -> Value {
        match &self.carried {
            Carried::Followed(error) => error.clone(),
            _ => self.part_of_error(tokens),
        }
    }

    /// The value of a part of an error that is not followed, or of a variant that it never is.
    pub(crate) fn part_of_error(&self, tokens: TokenStream) -> Value {
        let part = Inactive {
            tokens,
            mentions: Vec::new(),
        };
        match self.carried {
            Carried::Lost => Value::Carried(part),
            _ => Value::Inactive(part),
        }
    }

    /// The error, to be joined with one that is followed: `Unassigned` if there never is one, and
    /// `None` if it cannot be joined. With `is_number` all errors are numbers.
    pub(crate) fn error_to_join(&self, is_number: bool) -> Option<Value> {
        let code = |tokens, mentions| Value::Inactive(Inactive { tokens, mentions });
        match (&self.carried, &self.presence) {
            (Carried::Lost, _) => None,
            (Carried::Followed(error) | Carried::Constant(error), _) => Some(error.clone()),
            (Carried::Nothing, Presence::Always) => Some(Value::Unassigned),
            (Carried::Nothing, Presence::Never(spelled, mentions)) => {
                Some(code(group_after(spelled, "Err")?, mentions.clone()))
            }
            (Carried::Nothing, Presence::Asked(answer)) => is_number.then(|| {
                let tokens = quote!(match #answer { Ok(()) => 0.0, Err(__error) => __error });
                code(tokens, Vec::new())
            }),
        }
    }

    /// Whether the error holds active values.
    pub(crate) fn carries(&self) -> bool {
        matches!(self.carried, Carried::Followed(_) | Carried::Lost)
    }

    pub(crate) fn carries_number(&self) -> bool {
        matches!(self.carried, Carried::Followed(Value::Scalar(_)))
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

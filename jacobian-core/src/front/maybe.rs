//! Values that may be missing: `Option` and `Result`, with a number inside that has derivatives.
//!
//! ```text
//! Some(x.ln())                                        there, inside v1
//! if x > 0.0 { Some(x.ln()) } else { None }           there if `met_1` is `Some(())`, inside v2 = join [v1, 0.0]
//! helper(x)?                                          `met_1?;` and then v2
//! ```
//!
//! The number inside is a value of the code list like any other; whether it is there is a variable of the user's
//! kind, `Option<()>` or `Result<(), E>`, which only carries the answer and the error. Where expansion knows
//! the answer there is no variable. Where nothing is inside, the number is zero, and nobody reads it.
//!
//! Invariant: the number inside is read only where the answer is yes. Cost: one branch where arms disagree.

use std::rc::Rc;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Expr;

use crate::interface::{Head, Wrapper};
use crate::ir::ValueId;

use super::Lowering;
use super::branch::{ArmCode, ArmSource};
use super::expression::{Want, strip};
use super::value::{Inactive, Value};

/// An `Option` or a `Result`.
#[derive(Clone, Debug)]
pub(crate) struct Maybe {
    pub(super) wrapper: Wrapper,
    pub(super) presence: Presence,
    /// What is inside; `Unassigned` where nothing ever is.
    pub(super) inside: Value,
    /// Whether the error may hold active values, which nobody follows.
    pub(super) carries: bool,
}

/// Whether something is inside.
#[derive(Clone, Debug)]
pub(crate) enum Presence {
    Always,
    /// Nothing: `None`, of the type if the source says it, or an error.
    Never(TokenStream, Vec<ValueId>),
    /// The answer is a variable of type `Option<()>` or `Result<(), E>`.
    Asked(TokenStream),
}

impl Maybe {
    pub(super) fn there(wrapper: Wrapper, inside: Value) -> Self {
        Self {
            wrapper,
            presence: Presence::Always,
            inside,
            carries: false,
        }
    }

    /// `None`.
    pub(super) fn nothing() -> Self {
        Self::missing(Wrapper::Option, quote!(None), Vec::new())
    }

    /// What a search in known things gives.
    pub(super) fn of(found: Option<Value>) -> Self {
        found.map_or_else(Self::nothing, |found| Self::there(Wrapper::Option, found))
    }

    /// `None` or `Err(..)`, spelled.
    fn missing(wrapper: Wrapper, spelled: TokenStream, mentions: Vec<ValueId>) -> Self {
        Self {
            wrapper,
            presence: Presence::Never(spelled, mentions),
            inside: Value::Unassigned,
            carries: false,
        }
    }

    pub(super) fn failed(error: &TokenStream, mentions: Vec<ValueId>) -> Self {
        Self::missing(Wrapper::Result, quote!(Err(#error)), mentions)
    }

    pub(super) fn asked(wrapper: Wrapper, answer: TokenStream, inside: Value) -> Self {
        Self {
            wrapper,
            presence: Presence::Asked(answer),
            inside,
            carries: false,
        }
    }

    /// The same, where the error holds what that of another holds.
    pub(super) fn carrying(self, carries: bool) -> Self {
        Self { carries, ..self }
    }

    /// What stands for the error, or for a part of it.
    pub(super) fn error(&self, tokens: TokenStream) -> Value {
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

    /// The same with something else inside.
    pub(super) fn with(&self, inside: Value) -> Self {
        Self {
            inside,
            ..self.clone()
        }
    }

    pub(super) fn into_value(self) -> Value {
        Value::Maybe(Rc::new(self))
    }

    /// `Some` or `Ok`.
    pub(super) fn variant(&self) -> TokenStream {
        match self.wrapper {
            Wrapper::Option => quote!(Some),
            Wrapper::Result | Wrapper::Plain => quote!(Ok),
        }
    }

    /// The question whether something is inside, about a variable.
    pub(super) fn question(&self, answer: &TokenStream) -> TokenStream {
        match self.wrapper {
            Wrapper::Option => quote!(#answer.is_some()),
            Wrapper::Result | Wrapper::Plain => quote!(#answer.is_ok()),
        }
    }

    pub(crate) fn describe(&self) -> String {
        match self.wrapper {
            Wrapper::Option => "an `Option`".to_owned(),
            _ => "a `Result`".to_owned(),
        }
    }
}

impl Lowering {
    /// `Some(e)`, `Ok(e)`, `Err(e)` and `None`; nothing for other expressions, and for what stays the user's own.
    pub(super) fn eval_wrapped(&mut self, expression: &Expr, want: Want<'_>) -> Option<Value> {
        match strip(expression) {
            Expr::Path(path) if last_is(&path.path, "None") => {
                let ty = want.map(super::types::unwrap);
                let spelled = match ty {
                    Some((Wrapper::Option, inner)) if self.frames.foreign == 0 => {
                        quote!(None::<#inner>)
                    }
                    _ => quote!(None),
                };
                let nothing = Maybe::missing(Wrapper::Option, spelled, Vec::new());
                Some(nothing.into_value())
            }
            Expr::Call(call) if call.args.len() == 1 => {
                let argument = &call.args[0];
                match variant_called(&call.func)? {
                    "Err" if self.writer.trial.is_some() => Some(self.refuse(expression, "")),
                    "Err" => Some(self.failure(argument)),
                    name => self.eval_present(name, argument),
                }
            }
            _ => None,
        }
    }

    fn eval_present(&mut self, variant: &str, argument: &Expr) -> Option<Value> {
        let wrapper = match variant {
            "Some" => Wrapper::Option,
            _ => Wrapper::Result,
        };
        let is_active = self.names.is_active(argument);
        if self.writer.trial.is_none() && !is_active && self.try_known(argument).is_none() {
            return None;
        }
        let inside = self.eval_apart(argument, None);
        if matches!(inside, Value::Poison) {
            return Some(Value::Poison);
        }
        let inside = self.settle_part(inside);
        Some(Maybe::there(wrapper, inside).into_value())
    }

    /// `Err(error)`, the error evaluated now.
    fn failure(&mut self, error: &Expr) -> Value {
        let carries = self.names.is_active(error);
        let Value::Inactive(kept) = self.keep(error) else {
            return Value::Poison;
        };
        let ty = self
            .frames
            .fallible
            .last()
            .and_then(|(_, error)| error.clone());
        let is_converted = mentions_conversion(kept.tokens.clone());
        let (error, mentions) = match ty.filter(|_| is_converted) {
            Some(ty) => {
                let fresh = self.fresh(&syn::Ident::new("error", proc_macro2::Span::call_site()));
                let tokens = kept.tokens;
                self.keep_statement(quote!(let #fresh: #ty = #tokens;), &kept.mentions);
                (fresh.into_token_stream(), Vec::new())
            }
            // What merely names things may stand wherever it is needed.
            None if is_quiet(kept.tokens.clone()) => (kept.tokens, kept.mentions),
            None => match self.settle_part(Value::Inactive(kept)) {
                Value::Inactive(settled) => (settled.tokens, settled.mentions),
                _ => return Value::Poison,
            },
        };
        let failed = Maybe::failed(&error, mentions);
        failed.carrying(carries).into_value()
    }

    /// Runs one thing where something is inside and another where nothing is, which is given the error.
    pub(super) fn by_presence(
        &mut self,
        maybe: &Maybe,
        present: &dyn Fn(&mut Lowering) -> Value,
        absent: &dyn Fn(&mut Lowering, Option<TokenStream>) -> Value,
        at: &impl ToTokens,
    ) -> Value {
        let Presence::Asked(answer) = &maybe.presence else {
            return match &maybe.presence {
                Presence::Never(spelled, _) => absent(self, group_after(spelled, "Err")),
                _ => present(self),
            };
        };
        if maybe.wrapper == Wrapper::Option {
            return self.if_present(maybe, present, &|lowering| absent(lowering, None), at);
        }
        let error = self.fresh(&syn::Ident::new("error", proc_macro2::Span::call_site()));
        let patterns = vec![quote!(Ok(())), quote!(Err(#error))];
        let error = error.into_token_stream();
        let otherwise = |lowering: &mut Lowering| absent(lowering, Some(error.clone()));
        self.branch_on_answer(
            Head::Match(answer.clone(), patterns),
            present,
            &otherwise,
            at,
        )
    }

    /// The same, where nobody takes the error away.
    pub(super) fn if_present(
        &mut self,
        maybe: &Maybe,
        present: &dyn Fn(&mut Lowering) -> Value,
        absent: &dyn Fn(&mut Lowering) -> Value,
        at: &impl ToTokens,
    ) -> Value {
        match &maybe.presence {
            Presence::Always => present(self),
            Presence::Never(..) => absent(self),
            Presence::Asked(answer) => {
                self.branch_on_answer(Head::If(maybe.question(answer)), present, absent, at)
            }
        }
    }

    fn branch_on_answer(
        &mut self,
        head: Head,
        present: &dyn Fn(&mut Lowering) -> Value,
        absent: &dyn Fn(&mut Lowering) -> Value,
        at: &impl ToTokens,
    ) -> Value {
        let (Head::If(tokens) | Head::Match(tokens, _)) = &head else {
            return Value::Poison;
        };
        let asked = Inactive {
            tokens: tokens.clone(),
            mentions: Vec::new(),
        };
        let arms = vec![
            ArmSource::of(ArmCode::Step(present)),
            ArmSource::of(ArmCode::Step(absent)),
        ];
        self.branch(head, asked, arms, false, at)
    }

    /// An `Option` or `Result` of the user's own, taken apart where it stands.
    pub(super) fn maybe_of(&mut self, kept: Inactive, wrapper: Wrapper) -> Maybe {
        let Inactive { tokens, mentions } = kept;
        let variant = match wrapper {
            Wrapper::Option => "Some",
            Wrapper::Result | Wrapper::Plain => "Ok",
        };
        if let Some(inside) = group_after(&tokens, variant) {
            let inside = self.settle_part(Value::Inactive(Inactive {
                tokens: inside,
                mentions,
            }));
            return Maybe::there(wrapper, inside);
        }
        let [answer, value] = ["answer", "inside"]
            .map(|name| self.fresh(&syn::Ident::new(name, proc_macro2::Span::call_site())));
        let arms = match wrapper {
            Wrapper::Option => quote! {
                Some(inside) => (Some(()), inside),
                None => (None, ::core::default::Default::default()),
            },
            Wrapper::Result | Wrapper::Plain => quote! {
                Ok(inside) => (Ok(()), inside),
                Err(error) => (Err(error), ::core::default::Default::default()),
            },
        };
        self.keep_statement(
            quote!(let (#answer, #value) = match #tokens { #arms };),
            &mentions,
        );
        let inside = Value::Inactive(Inactive {
            tokens: value.into_token_stream(),
            mentions: Vec::new(),
        });
        Maybe::asked(wrapper, answer.into_token_stream(), inside)
    }

    /// How opaque code says it.
    pub(super) fn spell_maybe(
        &self,
        maybe: &Maybe,
        mentions: &mut Vec<ValueId>,
    ) -> Option<TokenStream> {
        let variant = maybe.variant();
        Some(match &maybe.presence {
            Presence::Always => {
                let inside = self.spell(&maybe.inside, mentions)?;
                quote!(#variant(#inside))
            }
            Presence::Never(spelled, mentioned) => {
                mentions.extend(mentioned);
                spelled.clone()
            }
            Presence::Asked(answer) => {
                let inside = self.spell(&maybe.inside, mentions)?;
                quote!(#answer.map(|()| #inside))
            }
        })
    }
}

/// `inside` of the tokens `Variant(inside)`.
pub(super) fn group_after(tokens: &TokenStream, variant: &str) -> Option<TokenStream> {
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

/// The name of the variant that a call constructs.
pub(super) fn variant_called(callee: &Expr) -> Option<&'static str> {
    let Expr::Path(path) = strip(callee) else {
        return None;
    };
    let mut variants = ["Some", "Ok", "Err"].into_iter();
    variants.find(|name| last_is(&path.path, name))
}

/// Whether a path ends so, by itself or in `Option::` and `Result::`.
pub(super) fn last_is(path: &syn::Path, name: &str) -> bool {
    let mut segments = path.segments.iter().rev();
    let last = segments.next().is_some_and(|last| last.ident == name);
    last && segments
        .next()
        .is_none_or(|before| before.ident == "Option" || before.ident == "Result")
}

/// Whether an error is converted into a type that only its context says.
fn mentions_conversion(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(name) => name == "into" || name == "from",
        TokenTree::Group(group) => mentions_conversion(group.stream()),
        _ => false,
    })
}

/// Whether tokens have no effect and can be repeated: paths, literals, and variants of them.
fn is_quiet(tokens: TokenStream) -> bool {
    let mut may_be_call = false;
    tokens.into_iter().all(|token| match token {
        TokenTree::Ident(name) => {
            may_be_call = !name.to_string().starts_with(char::is_uppercase);
            true
        }
        TokenTree::Literal(_) => true,
        TokenTree::Punct(sign) => matches!(sign.as_char(), ':' | ',' | '.'),
        TokenTree::Group(group) => !may_be_call && is_quiet(group.stream()),
    })
}

//! The call to which a rule is applied, as tokens, and what rustc has to check about it.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::Ident;

use crate::ir::ValueId;

use crate::front::names::state::Lowering;
use crate::front::read::rules::{Callee, Rows, Rule, RuleOrigin};
use crate::front::syntax::tokens::as_operand;
use crate::front::value::{Inactive, Value};

/// The call of a rule, without its arguments.
pub(crate) enum Head<'a> {
    Function(TokenStream),
    /// A method by its path, with the object as its first argument.
    Path(&'a TokenStream, TokenStream, &'a Inactive),
    Method(Inactive, &'a Ident),
    /// A method of a number, which is the first argument.
    OfNumber(&'a Ident),
    Field(Inactive),
}

impl Head<'_> {
    pub(crate) fn object(&self) -> Option<&Inactive> {
        match self {
            Self::Function(_) | Self::OfNumber(_) => None,
            Self::Path(_, _, object) => Some(object),
            Self::Method(object, _) | Self::Field(object) => Some(object),
        }
    }

    pub(crate) fn call(&self, arguments: &[TokenStream]) -> TokenStream {
        match self {
            Self::Function(function) => quote!(#function(#(#arguments),*)),
            Self::Path(function, first, _) => quote!(#function(#first, #(#arguments),*)),
            Self::Method(object, method) => {
                let object = as_operand(object.tokens.clone());
                quote!(#object.#method(#(#arguments),*))
            }
            Self::OfNumber(method) => {
                let (number, rest) = arguments
                    .split_first()
                    .expect("invariant: the number is the first argument");
                let number = as_operand(number.clone());
                quote!(#number.#method(#(#rest),*))
            }
            Self::Field(place) => {
                let place = &place.tokens;
                quote!((#place)(#(#arguments),*))
            }
        }
    }
}

/// What is inside of a result that may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inside {
    Numbers,
    /// A part is not differentiated, so it may be of any type.
    OfAnyType,
}

impl Inside {
    pub(crate) fn of(rows: &Rows) -> Self {
        let is_of_any = match rows {
            Rows::Inactive => true,
            Rows::One(_) | Rows::Implicit(_) | Rows::Jacobian(_) => false,
            Rows::Array(parts) | Rows::Tuple(parts) => parts.iter().any(Self::is_of_any),
            Rows::Struct(_, fields) => fields.iter().any(|(_, part)| Self::is_of_any(part)),
            Rows::Maybe(_, inside) => Self::is_of_any(inside),
        };
        if is_of_any {
            Self::OfAnyType
        } else {
            Self::Numbers
        }
    }

    fn is_of_any(rows: &Rows) -> bool {
        Self::of(rows) == Self::OfAnyType
    }
}

/// The arguments of a call: their values, and their tokens.
#[derive(Default)]
pub(crate) struct Passed {
    pub(crate) values: Vec<Value>,
    pub(crate) spelled: Vec<TokenStream>,
    pub(crate) mentions: Vec<ValueId>,
}

impl Passed {
    /// Arguments of which only rustc knows the types.
    pub(crate) fn of_any(count: usize) -> Self {
        Self {
            values: vec![Value::unit(); count],
            spelled: vec![TokenStream::new(); count],
            mentions: Vec::new(),
        }
    }
}

impl<M> Lowering<M> {
    /// Has rustc check that a call is the call that its rule is about.
    pub(crate) fn confirm_call(&mut self, rule: &Rule, head: &Head<'_>, passed: &Passed) {
        if self.writer.is_trial() {
            return;
        }
        match (&rule.callee, head, rule.origin) {
            (Callee::Method(path), Head::Method(object, _), RuleOrigin::User) => {
                self.confirm_object(path, object, passed);
            }
            (Callee::Function(path), Head::Function(called), RuleOrigin::Prelude) => {
                // The user may have a module of that name, and then rustc says so at the call.
                let library = crate::spelling::library();
                let at = called.clone().into_iter().last();
                let at = at.map_or_else(Span::call_site, |last| last.span());
                let path = of_struct(called).unwrap_or_else(|| path.to_token_stream());
                let path = path.into_iter().map(|mut token| {
                    token.set_span(Span::call_site().located_at(at));
                    token
                });
                let check = quote!(let _ = || #library::same(#called, ::#(#path)*););
                if self.writer.conditions_of_build > 0 {
                    return self.writer.keep_check(check, &[]);
                }
                let checks = &mut self.writer.matrices.checks;
                checks.insert(check.to_string(), check);
            }
            _ => {}
        }
    }

    /// Whether an object is declared by the trait whose method this path names.
    fn has_trait_of(&self, method: &syn::Path, object: &Inactive) -> bool {
        let named = method.segments.iter().rev().nth(1);
        let declared = self.declared_type(object);
        let any = declared.and_then(|ty| self.bounds_of_type(&ty));
        named
            .zip(any)
            .is_some_and(|(named, any)| any.traits.iter().any(|name| named.ident == name))
    }

    /// Whether `self` is of any type that implements the trait around.
    pub(crate) fn is_inside_trait(&self) -> bool {
        let this = self.given.home.this.as_ref();
        this.is_some_and(|key| key.ends_with("::Self"))
    }

    /// Has rustc check, once for each object, that it is of the type that the rule names. The
    /// attribute sees no types, and another type may have a method of the same name.
    fn confirm_object(&mut self, method: &syn::Path, object: &Inactive, passed: &Passed) {
        let key = format!("{} {}", method.to_token_stream(), object.tokens);
        // Inside of a trait `self` is of its own type, and an object that has the trait of the rule
        // by its declaration has no other method of this name.
        let is_self = object.tokens.to_string() == "self" && self.is_inside_trait();
        if is_self
            || self.has_trait_of(method, object)
            || !self.writer.matrices.confirmed.insert(key)
        {
            return;
        }
        let library = &crate::spelling::library();
        let arguments = passed.values.iter().zip(&passed.spelled);
        let arguments = arguments.map(|(value, spelled)| {
            let first = spelled.clone().into_iter().next();
            let is_reference =
                matches!(first, Some(TokenTree::Punct(sign)) if sign.as_char() == '&');
            match value {
                Value::Scalar(_) if is_reference => quote!(&0.0),
                Value::Scalar(_) => quote!(0.0),
                _ => quote!(#library::any_value()),
            }
        });
        let place = object.tokens.clone();
        let at = place.clone().into_iter().last();
        let at = at.map_or_else(Span::call_site, |last| last.span());
        let receiver = quote_spanned!(at=> #library::of_rule(&#place));
        let check = quote!(if false { let _ = #method(#receiver, #(#arguments),*); });
        self.writer.keep_check(check, &object.mentions);
    }
}

/// `libm::Libm::<f32>::floor` of a call by the struct, whose functions are others than those of
/// the crate.
fn of_struct(called: &TokenStream) -> Option<TokenStream> {
    let path: syn::Path = syn::parse2(called.clone()).ok()?;
    let mut names = path.segments.iter().rev();
    let (function, of) = (names.next()?, names.next()?);
    let arguments = &of.arguments;
    (!arguments.is_none()).then(|| quote!(libm::Libm #arguments::#function))
}

//! Functions in the option `rule(..)` with the types of their arguments: `rule(f)` alone, for which
//! the caller supplies the derivative, and rules with types.
//!
//! ```text
//! f                                        a parameter; its type says the arguments
//! f(_, y)                                  no partial by the first argument
//! f(t: f64, y: &[f64; 2]) -> [f64; 2]      the types, if they are not in view
//! self.system.rhs, Model::rhs, (self.f)    a method of an object, a closure in a field
//! ```

use proc_macro2::{TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, Token, Type};

use crate::front::syntax::types::returned;

/// A function whose derivative the caller supplies.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) callee: Expr,
    /// `None` if they follow from its type.
    pub(crate) arguments: Option<Vec<Asked>>,
    pub(crate) output: Option<Type>,
    /// Whether `self` is the first of the arguments that are written.
    pub(crate) takes_self: bool,
}

/// A rule with types.
#[derive(Clone, Debug)]
pub(crate) struct TypedRule {
    /// The callee with its arguments, without `self`.
    pub(crate) request: Request,
    pub(crate) partials: Expr,
    /// Which of the rules it is.
    pub(crate) number: usize,
}

/// An argument of such a function.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// `None` for `_`.
    pub(crate) name: Option<Ident>,
    /// Whether there is a partial by it.
    pub(crate) partial: Partial,
    pub(crate) ty: Option<Type>,
}

/// Whether an argument has a partial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Partial {
    /// If it is made of numbers.
    ByType,
    /// Never, because it is never active.
    Never,
}

impl Request {
    /// Whether it gives the type of an argument.
    pub(crate) fn has_types(&self) -> bool {
        let mut arguments = self.arguments.iter().flatten();
        arguments.any(|argument| argument.ty.is_some())
    }

    /// Whether it is about this parameter.
    pub(crate) fn is_about(&self, parameter: &Ident) -> bool {
        matches!(&self.callee, Expr::Path(path) if path.path.is_ident(parameter))
    }
}

impl Parse for Request {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let callee = callee(input)?;
        let mut request = Self {
            callee,
            arguments: None,
            output: None,
            takes_self: false,
        };
        if input.peek(syn::token::Paren) {
            let inner;
            syn::parenthesized!(inner in input);
            let arguments = Punctuated::<Parameter, Token![,]>::parse_terminated(&inner)?;
            let first = arguments.first();
            request.takes_self = first.is_some_and(|Parameter(asked)| asked.is_none());
            let arguments = arguments.into_iter().filter_map(|Parameter(asked)| asked);
            request.arguments = Some(arguments.collect());
            request.output = returned(&input.parse()?);
        }
        Ok(request)
    }
}

/// `f`, `self.system.rhs`, `Model::rhs` or `(self.f)`, without arguments.
fn callee(input: ParseStream<'_>) -> syn::Result<Expr> {
    let mut tokens = TokenStream::new();
    if input.peek(syn::token::Paren) {
        tokens.extend([input.parse::<TokenTree>()?]);
    } else {
        tokens.extend([TokenTree::Ident(Ident::parse_any(input)?)]);
        while input.peek(Token![.]) || input.peek(Token![::]) {
            let is_path = input.peek(Token![::]);
            for _ in 0..if is_path { 2 } else { 1 } {
                tokens.extend([input.parse::<TokenTree>()?]);
            }
            tokens.extend([input.parse::<TokenTree>()?]);
        }
    }
    syn::parse2(tokens)
}

/// `_`, `x`, `x: f64`, `_: f64`, or `self`, which is no argument.
struct Parameter(Option<Asked>);

impl Parse for Parameter {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(Token![self]) || (input.peek(Token![&]) && input.peek2(Token![self])) {
            input.parse::<Option<Token![&]>>()?;
            input.parse::<Token![self]>()?;
            return Ok(Self(None));
        }
        let name: Option<Ident> = if input.peek(Token![_]) {
            input.parse::<Token![_]>()?;
            None
        } else {
            Some(input.parse()?)
        };
        let is_named = |name: &Ident| !name.to_string().starts_with('_');
        let partial = if name.as_ref().is_some_and(is_named) {
            Partial::ByType
        } else {
            Partial::Never
        };
        let ty = if input.peek(Token![:]) {
            input.parse::<Token![:]>()?;
            Some(input.parse()?)
        } else {
            None
        };
        Ok(Self(Some(Asked { name, partial, ty })))
    }
}

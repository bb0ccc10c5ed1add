//! The macros of ndarray: the parts of a slice, and lists that are joined along an axis.
//!
//! ```text
//! s![1..4;2, ..]                  a range of rows, every second one, and all columns
//! concatenate![Axis(0), a, b]     ndarray::concatenate(Axis(0), &[a, b]).unwrap()
//! ```

use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr, Token};

/// A part of a slice: an index, or a range with a step.
pub(crate) enum Part {
    Index(Box<Expr>),
    Range {
        start: Option<Box<Expr>>,
        end: Option<Box<Expr>>,
        limits: Limits,
        step: Option<Box<Expr>>,
    },
}

/// Whether the end of a range belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limits {
    Open,
    Closed,
}

impl Parse for Part {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let expression: Expr = input.parse()?;
        let step = if input.peek(Token![;]) {
            input.parse::<Token![;]>()?;
            Some(Box::new(input.parse()?))
        } else {
            None
        };
        Ok(match (expression, step) {
            (Expr::Range(range), step) => Self::Range {
                start: range.start,
                end: range.end,
                limits: match range.limits {
                    syn::RangeLimits::HalfOpen(_) => Limits::Open,
                    syn::RangeLimits::Closed(_) => Limits::Closed,
                },
                step,
            },
            (index, _) => Self::Index(Box::new(index)),
        })
    }
}

/// Whether a macro makes a slice.
pub(crate) fn is_slice(call: &syn::Macro) -> bool {
    call.path
        .segments
        .last()
        .is_some_and(|last| last.ident == "s")
}

/// Whether a path names an array of ndarray of three dimensions and more, `Array3::zeros`.
pub(crate) fn has_many_dimensions(path: &syn::Path) -> bool {
    let owner = path.segments.iter().rev().nth(1);
    let names = ["Array3", "Array4", "Array5", "Array6", "ArrayD"];
    owner.is_some_and(|owner| names.iter().any(|name| owner.ident == name))
}

/// The parts of a slice. `None` if they are written in another form.
pub(crate) fn parts(call: &syn::Macro) -> Option<Vec<Part>> {
    let list = Punctuated::<Part, Token![,]>::parse_terminated;
    let parts = list.parse2(call.tokens.clone()).ok()?;
    Some(parts.into_iter().collect())
}

/// `concatenate!` or `stack!` of ndarray as the call of a function. The first argument is an axis;
/// the `stack!` of another crate takes none, so it is left alone.
pub(crate) fn joined(call: &syn::Macro) -> Option<Expr> {
    let last = call.path.segments.last()?;
    if last.ident != "concatenate" && last.ident != "stack" {
        return None;
    }
    let list = Punctuated::<Expr, Token![,]>::parse_terminated;
    let mut arguments = list.parse2(call.tokens.clone()).ok()?.into_iter();
    let axis = arguments.next()?;
    let is_axis = |path: &syn::Path| {
        path.segments
            .last()
            .is_some_and(|last| last.ident == "Axis")
    };
    let takes_axis = matches!(&axis, Expr::Call(axis)
        if matches!(&*axis.func, Expr::Path(path) if is_axis(&path.path)));
    let path = &call.path;
    takes_axis.then(|| syn::parse_quote!(#path(#axis, &[#(#arguments),*]).unwrap()))
}

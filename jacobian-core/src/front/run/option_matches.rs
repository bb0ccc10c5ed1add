//! Methods of an opaque `Option` or `Result`. A method of an `Option` that holds a reference or a
//! type of the user's is evaluated as the `match` that does the same.
//!
//! ```text
//! springs.first().map_or(0.0, |s| s.force(x))
//! match springs.first() { Some(s) => s.force(x), None => 0.0 }
//! ```
//!
//! An `Option` of numbers is split into an answer and a number, which needs a number for where
//! nothing is inside. A reference, or a type of the user's, need not have such a value.

use quote::quote;
use syn::{Expr, ExprMethodCall};

use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::run::arms::Goes;
use crate::front::run::option_calls::ONLY_THEIRS;
use crate::front::syntax::leaves::leaves_closure;
use crate::front::syntax::questions;
use crate::front::syntax::strip::strip;
use crate::front::value::found::Found;
use crate::front::value::{Inactive, Value};
use crate::interface::Wrapper;

impl Lowering<Run> {
    /// Whether the method is one of `Option` or `Result`, and the opaque receiver is one.
    pub(crate) fn is_opaque_maybe(&mut self, kept: &Inactive, call: &ExprMethodCall) -> bool {
        Self::OPTIONS.iter().any(|row| call.method == row.name)
            && (ONLY_THEIRS.iter().any(|name| call.method == name)
                || self.wrapper_of(kept).is_some()
                || self.is_maybe(&call.receiver))
    }

    /// A method of an opaque `Option` or `Result`, which is split into an answer and the value
    /// inside.
    pub(crate) fn method_of_opaque_maybe(
        &mut self,
        kept: Inactive,
        call: &ExprMethodCall,
    ) -> Found<Value> {
        if questions::is_question(&call.receiver) {
            return self.keep_method(&kept, call);
        }
        let wrapper = self.wrapper_of(&kept).unwrap_or(Wrapper::Option);
        if let Some(matched) = self.match_without_default(call, wrapper) {
            let matched = self.trees.keep(matched);
            return self.match_at_run_time(&matched, kept, Goes::On);
        }
        let otherwise = self.value_inside(&kept);
        let maybe = self.writer.maybe_or(kept, wrapper, Some(&otherwise))?;
        self.maybe_method(maybe, call)
    }

    /// The `match` for a call, if the inside is a reference or of a type of the user's.
    fn match_without_default(
        &self,
        call: &ExprMethodCall,
        wrapper: Wrapper,
    ) -> Option<syn::ExprMatch> {
        let inside = self.type_of_expression(&call.receiver)?.inside()?;
        let is_own = || Some(self.key_of_written(&inside)?.contains("::"));
        let has_no_default = matches!(inside.ty, syn::Type::Reference(_)) || is_own()?;
        let Some(Expr::Closure(closure)) = call.args.last().filter(|_| has_no_default) else {
            return None;
        };
        let (of, body) = (&call.receiver, &closure.body);
        let mut pattern = closure.inputs.first()?;
        if let syn::Pat::Type(typed) = pattern {
            pattern = &typed.pat;
        }
        if wrapper != Wrapper::Option || leaves_closure(body).is_some() {
            return None;
        }
        let (present, absent) = match (call.method.to_string().as_str(), call.args.first()) {
            ("map", _) => (quote!(Some(#body)), quote!(None)),
            ("and_then", _) => (quote!(#body), quote!(None)),
            // The other argument is evaluated in any case, which makes no difference here.
            ("map_or", Some(otherwise)) if is_plain(otherwise) => {
                (quote!(#body), quote!(#otherwise))
            }
            ("map_or_else", Some(Expr::Closure(otherwise))) => {
                let otherwise = &otherwise.body;
                (quote!(#body), quote!(#otherwise))
            }
            _ => return None,
        };
        Some(syn::parse_quote!(match #of { Some(#pattern) => #present, None => #absent }))
    }
}

/// Whether an expression has no effect, wherever it is evaluated.
fn is_plain(expression: &Expr) -> bool {
    match strip(expression) {
        Expr::Unary(unary) => is_plain(&unary.expr),
        Expr::Field(field) => is_plain(&field.base),
        Expr::Index(index) => is_plain(&index.expr) && is_plain(&index.index),
        other => matches!(other, Expr::Lit(_) | Expr::Path(_)),
    }
}

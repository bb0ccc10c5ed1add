//! `f64::is_nan(x)`, written as `(x as f64).is_nan()`.
//!
//! Conditions are known by their form, and these functions are known as methods. The cast says the
//! type that the path says, because a method cannot be called on a number of a type that is only
//! inferred: `let x = 0.5; f64::is_nan(x)`.

use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprCall};

use crate::front::syntax::questions::is_predicate;
use crate::front::syntax::strip::strip;

/// The function with methods in place of calls of predicates.
pub(crate) fn written(mut function: syn::ItemFn) -> syn::ItemFn {
    let text = function.block.to_token_stream().to_string();
    if text.contains("f64 :: ") || text.contains("f32 :: ") {
        PredicateCalls.visit_block_mut(&mut function.block);
    }
    function
}

struct PredicateCalls;

impl VisitMut for PredicateCalls {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        visit_mut::visit_expr_mut(self, expression);
        if let Expr::Call(call) = expression
            && let Some(written) = as_method(call)
        {
            *expression = written;
        }
    }
}

/// `None` for other calls, and for comparisons of references that have names, `f64::lt(a, b)`.
fn as_method(call: &ExprCall) -> Option<Expr> {
    let Expr::Path(path) = strip(&call.func) else {
        return None;
    };
    let mut segments = path.path.segments.iter();
    let (of, predicate) = (segments.next()?, segments.next()?);
    let is_of_number = of.ident == "f64" || of.ident == "f32";
    let is_plain = path.qself.is_none() && of.arguments.is_none() && segments.next().is_none();
    if !is_of_number || !is_plain || !is_predicate(&predicate.ident) {
        return None;
    }
    let (number, method) = (&of.ident, &predicate.ident);
    let mut arguments = call.args.iter();
    match (arguments.next()?, arguments.next(), arguments.next()) {
        (value, None, None) => Some(syn::parse_quote!(((#value) as #number).#method())),
        (Expr::Reference(left), Some(right), None) if left.mutability.is_none() => {
            let left = &left.expr;
            Some(syn::parse_quote!(((#left) as #number).#method(#right)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;

    #[test]
    fn calls_of_predicates_become_methods() {
        let function: syn::ItemFn = syn::parse_quote! {
            fn f(x: f64) -> bool {
                f64::is_nan(x * x) || f32::total_cmp(&a, &b).is_lt() || f64::lt(c, d) || S::is_nan(x)
            }
        };
        let expected: syn::ItemFn = syn::parse_quote! {
            fn f(x: f64) -> bool {
                ((x * x) as f64).is_nan() || ((a) as f32).total_cmp(&b).is_lt() || f64::lt(c, d) || S::is_nan(x)
            }
        };
        assert_eq!(
            super::written(function).to_token_stream().to_string(),
            expected.to_token_stream().to_string()
        );
    }
}

//! `bail!` and `ensure!` in functions that are inlined, where they would leave the function around.
//!
//! ```text
//! fn g(x: f64) -> Result<f64> {
//!     ensure!(x > 0.0, "x is {x}");         if !(x > 0.0) { return Err(e); }
//!     bail!("never");                       return Err(e);
//! }
//! ```
//!
//! The user's own macro makes the error `e`, in a closure that returns what the function does. So
//! its text, its type and its conversions are those of the macro.

use quote::quote;
use syn::parse::Parser;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ReturnType, Stmt, Token, Type, parse_quote};

use crate::front::syntax::leaves::leaving_macro;

/// The function with a `return` in place of such macros.
pub(crate) fn written(mut function: syn::ItemFn) -> syn::ItemFn {
    if let ReturnType::Type(_, ty) = function.sig.output.clone() {
        Leaving(&ty).visit_block_mut(&mut function.block);
    }
    function
}

struct Leaving<'a>(&'a Type);

impl Leaving<'_> {
    fn returned(&self, call: &syn::Macro) -> Option<Expr> {
        let ty = self.0;
        let error = quote! {
            (|| -> #ty { #call; ::core::unreachable!() })().err().unwrap()
        };
        if leaving_macro(&call.path)? == "bail" {
            return Some(parse_quote!(return Err(#error)));
        }
        let first = |input: syn::parse::ParseStream<'_>| {
            let condition: Expr = input.parse()?;
            let _: proc_macro2::TokenStream = input.parse()?;
            Ok(condition)
        };
        let condition = first.parse2(call.tokens.clone()).ok()?;
        Some(parse_quote!(if !(#condition) { return Err(#error); }))
    }
}

impl VisitMut for Leaving<'_> {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        if let Expr::Macro(call) = expression
            && let Some(written) = self.returned(&call.mac)
        {
            *expression = written;
            return;
        }
        visit_mut::visit_expr_mut(self, expression);
    }

    fn visit_stmt_mut(&mut self, statement: &mut Stmt) {
        if let Stmt::Macro(call) = statement
            && let Some(written) = self.returned(&call.mac)
        {
            *statement = Stmt::Expr(written, Some(Token![;](proc_macro2::Span::call_site())));
            return;
        }
        visit_mut::visit_stmt_mut(self, statement);
    }

    /// They leave the closure only.
    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

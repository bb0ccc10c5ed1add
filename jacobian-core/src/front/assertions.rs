//! Macros: assertions pass through to the value path, with active scalars replaced by their values.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr, Stmt};

use crate::ir::ValueId;

use super::{Lowering, messages};

const ASSERTIONS: &[&str] = &[
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
];

/// Macros from which control does not come back.
const DIVERGING: &[&str] = &["panic", "unreachable", "todo", "unimplemented"];

impl Lowering<'_> {
    /// The user's own panic, with the names it shows replaced.
    fn run_panic(&mut self, call: &syn::Macro) {
        let expression = Expr::Macro(syn::ExprMacro {
            attrs: Vec::new(),
            mac: call.clone(),
        });
        self.run_failure(&expression);
    }

    pub(crate) fn run_macro(&mut self, call: &syn::Macro, statement: &Stmt) {
        if call
            .path
            .get_ident()
            .is_some_and(|name| DIVERGING.iter().any(|known| name == known))
        {
            return self.run_panic(call);
        }
        let is_assertion = call
            .path
            .get_ident()
            .is_some_and(|name| ASSERTIONS.iter().any(|known| name == known));
        if !is_assertion {
            self.refuse(statement, messages::UNKNOWN_MACRO);
            return;
        }
        let arguments = match Punctuated::<Expr, syn::Token![,]>::parse_terminated
            .parse2(call.tokens.clone())
        {
            Ok(arguments) => arguments,
            Err(error) => return self.diagnostics.push(error),
        };
        let mut mentions = Vec::new();
        let outside = std::mem::take(&mut self.activity);
        let observed: Vec<TokenStream> = arguments
            .iter()
            .map(|argument| self.observe(argument, &mut mentions))
            .collect();
        self.activity = outside;
        let captured = self.captured(&call.tokens, &mut mentions);
        let path = &call.path;
        mentions.sort_unstable();
        mentions.dedup();
        self.keep_statement(quote!(#path!(#(#observed),* #captured);), &mentions);
    }

    /// An expression that looks at active values without changing them: comparisons and conditions.
    pub(crate) fn observe(
        &mut self,
        expression: &Expr,
        mentions: &mut Vec<ValueId>,
    ) -> TokenStream {
        if !self.activity.is_active(expression, &self.scopes) {
            let mut kept = expression.clone();
            mentions.extend(self.substitute_expression(&mut kept));
            return kept.into_token_stream();
        }
        match expression {
            Expr::Paren(inner) => {
                let inner = self.observe(&inner.expr, mentions);
                quote!((#inner))
            }
            Expr::Reference(inner) if inner.mutability.is_none() => {
                let inner = self.observe(&inner.expr, mentions);
                quote!(&#inner)
            }
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Not(_)) => {
                let inner = self.observe(&unary.expr, mentions);
                quote!(!#inner)
            }
            Expr::Binary(binary) if super::arithmetic::operation(&binary.op).is_none() => {
                let left = self.observe(&binary.left, mentions);
                let right = self.observe(&binary.right, mentions);
                let op = &binary.op;
                quote!(#left #op #right)
            }
            Expr::MethodCall(call)
                if super::elementals::of_method(&call.method.to_string()).is_none()
                    && !self.is_matrix_method(call) =>
            {
                let receiver = self.observe(&call.receiver, mentions);
                let arguments: Vec<TokenStream> = call
                    .args
                    .iter()
                    .map(|argument| self.observe(argument, mentions))
                    .collect();
                let method = &call.method;
                quote!(#receiver.#method(#(#arguments),*))
            }
            other => self.observe_value(other, mentions),
        }
    }

    fn observe_value(&mut self, expression: &Expr, mentions: &mut Vec<ValueId>) -> TokenStream {
        let value = self.eval_base(expression);
        match self.spell(&value, mentions) {
            Some(tokens) => tokens,
            None => TokenStream::new(),
        }
    }
}

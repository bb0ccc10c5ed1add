//! Macros: assertions pass through to the value path, with active scalars replaced by their values.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr, Stmt};

use crate::ir::ValueId;

use super::value::Value;
use super::{Lowering, messages};

const ASSERTIONS: &[&str] = &[
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
];

/// Macros that show values and change none.
const PRINTING: &[&str] = &["print", "println", "eprint", "eprintln"];

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
        // In a function that is inlined these would leave the one around it.
        let leaving = leaving_macro(&call.path).filter(|_| self.calls.is_empty());
        if call
            .path
            .get_ident()
            .is_some_and(|name| DIVERGING.iter().any(|known| name == known))
            || leaving == Some("bail")
        {
            return self.run_panic(call);
        }
        if is_printing(&call.path) || leaving == Some("ensure") {
            return self.keep_expression_statement(&Expr::Macro(syn::ExprMacro {
                attrs: Vec::new(),
                mac: call.clone(),
            }));
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
                let compares = super::condition::is_predicate(&call.method);
                let arguments: Vec<TokenStream> = call
                    .args
                    .iter()
                    .map(|argument| {
                        let refers = compares && self.stands_for_number(argument);
                        let observed = self.observe(argument, mentions);
                        if refers {
                            quote!(&(#observed))
                        } else {
                            observed
                        }
                    })
                    .collect();
                let method = &call.method;
                quote!(#receiver.#method(#(#arguments),*))
            }
            other => self.observe_value(other, mentions),
        }
    }

    /// Whether an argument that is a reference in the source is spelled as the number behind it.
    fn stands_for_number(&mut self, argument: &Expr) -> bool {
        match super::expression::strip(argument) {
            Expr::Reference(_) => false,
            Expr::Path(path) => {
                let name = path.path.get_ident().map(ToString::to_string);
                let binding = name.and_then(|name| self.scopes.get(&name));
                binding.is_some_and(|binding| !matches!(binding.value, Value::Inactive(_)))
            }
            other => self.activity.is_active(other, &self.scopes),
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

/// Whether a macro prints, by itself or through `log` or `tracing`.
fn is_printing(path: &syn::Path) -> bool {
    let names: Vec<String> = path
        .segments
        .iter()
        .map(|segment| segment.ident.to_string())
        .collect();
    match names.as_slice() {
        [name] => PRINTING.contains(&name.as_str()),
        [library, _] => library == "log" || library == "tracing",
        _ => false,
    }
}

/// `bail!` and `ensure!` of `anyhow` and its kin, which return an error.
fn leaving_macro(path: &syn::Path) -> Option<&'static str> {
    let mut names = ["bail", "ensure"].into_iter();
    let last = path.segments.last()?;
    let first = path.segments.first()?;
    let is_known = path.segments.len() == 1
        || ["anyhow", "eyre", "color_eyre"]
            .iter()
            .any(|name| first.ident == name);
    names.find(|name| is_known && last.ident == name)
}

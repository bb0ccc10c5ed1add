//! Macros: assertions are copied to the value path, with active scalars replaced by their values.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, Stmt};

use crate::ir::ValueId;

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::names::unknown_macros::{
    defines_items, is_asserting, is_measuring, is_observing,
};
use crate::front::run::Run;
use crate::front::syntax::array_macros::{is_slice, joined};
use crate::front::syntax::form::is_vec;
use crate::front::syntax::leaves::leaving_macro;
use crate::front::syntax::macro_expressions::is_comparison;
use crate::front::syntax::matrix_macros::{is_matrix_macro, is_stack};
use crate::front::syntax::patterns::is_matches;
use crate::front::syntax::questions::{self, ASSERTIONS, is_quantifier};
use crate::front::syntax::strip::strip;
use crate::front::syntax::{elementals, inspect, operators};
use crate::front::value::Value;
use crate::front::value::found::Found;

/// Macros that print values and change none.
const PRINTING: &[&str] = &["print", "println", "eprint", "eprintln"];

/// Macros that do not return.
const DIVERGING: &[&str] = &["panic", "unreachable", "todo", "unimplemented"];

impl Lowering<Run> {
    /// Copies the user's own panic, with the names in it replaced.
    fn run_panic(&mut self, call: &syn::Macro) -> Found<()> {
        let expression = Expr::Macro(syn::ExprMacro {
            attrs: Vec::new(),
            mac: call.clone(),
        });
        self.run_failure(&expression)
    }

    pub(crate) fn run_macro(&mut self, call: &syn::Macro, statement: &Stmt) -> Found<()> {
        // In an inlined function these would leave the function around it.
        let leaving = leaving_macro(&call.path).filter(|_| self.frames.calls.is_empty());
        if call
            .path
            .get_ident()
            .is_some_and(|name| DIVERGING.iter().any(|known| name == known))
            || leaving == Some("bail")
        {
            return self.run_panic(call);
        }
        if is_dbg(call) {
            let value = self.eval_dbg(call)?;
            return self.writer.discard(value);
        }
        let is_assertion = call
            .path
            .get_ident()
            .is_some_and(|name| ASSERTIONS.iter().any(|known| name == known));
        if !is_assertion && defines_items(&call.path) && self.frames.foreign == 0 {
            self.writer.at_run_time()?;
            self.writer.add_item(quote!(#call;));
            return Ok(());
        }
        let is_known =
            is_printing(&call.path) || is_observing(&call.path) || is_asserting(&call.path);
        if !is_assertion && (is_known || leaving == Some("ensure") || self.is_apart(call)) {
            return self.keep_expression_statement(&Expr::Macro(syn::ExprMacro {
                attrs: Vec::new(),
                mac: call.clone(),
            }));
        }
        if !is_assertion {
            return self.writer.refuse(statement, messages::UNKNOWN_MACRO);
        }
        let arguments = match Punctuated::<Expr, syn::Token![,]>::parse_terminated
            .parse2(call.tokens.clone())
        {
            Ok(arguments) => arguments,
            Err(error) => return self.writer.refuse_all(&[error]),
        };
        let arguments = self.trees.keep(arguments);
        let mut mentions = Vec::new();
        let mut observed = Vec::with_capacity(arguments.len());
        for argument in arguments.iter() {
            observed.push(self.observe(argument, &mut mentions)?);
        }
        let captured = self.captured(&call.tokens, &[], &mut mentions);
        let path = &call.path;
        mentions.sort_unstable();
        mentions.dedup();
        self.writer
            .keep_statement(quote!(#path!(#(#observed),* #captured);), &mentions)
    }

    /// A macro with a value.
    pub(crate) fn eval_macro(&mut self, call: &syn::ExprMacro) -> Found<Value> {
        match &call.mac {
            list if is_vec(list) => self.eval_vec(list),
            question if is_matches(question) => self.eval_matches(question),
            matrix if is_matrix_macro(matrix) => self.eval_matrix_macro(matrix),
            blocks if is_stack(blocks) => self.eval_stack(blocks),
            printed if is_dbg(printed) => self.eval_dbg(printed),
            slice if is_slice(slice) => self.eval_slice_macro(call),
            list if list
                .path
                .segments
                .last()
                .is_some_and(|last| last.ident == "array") =>
            {
                self.eval_array_macro(call)
            }
            question if is_comparison(question) || is_measuring(&question.path) => {
                match self.keep_active(&Expr::Macro(call.clone()))? {
                    Some(kept) => Ok(Value::Inactive(kept)),
                    None => self.refuse_expression(&Expr::Macro(call.clone())),
                }
            }
            other => match joined(other) {
                Some(joined) => {
                    let joined = self.trees.keep(joined);
                    self.eval(&joined)
                }
                None => self.refuse_expression(&Expr::Macro(call.clone())),
            },
        }
    }

    /// `dbg!(value)` gives the value, and prints it once.
    fn eval_dbg(&mut self, call: &syn::Macro) -> Found<Value> {
        self.writer.at_run_time()?;
        let list = Punctuated::<Expr, syn::Token![,]>::parse_terminated;
        let arguments = match list.parse2(call.tokens.clone()) {
            Ok(arguments) => self.trees.keep(arguments),
            Err(error) => return self.writer.refuse_all(&[error]),
        };
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments.iter() {
            let value = self.eval(argument)?;
            let value = self.writer.settle_part(value)?;
            let mut mentions = Vec::new();
            let Some(spelled) = self.spell(&value, &mut mentions) else {
                return self.writer.refuse(argument, messages::NOT_SPELLED);
            };
            // The form of the standard library, with the text of the user's expression.
            let line = quote::quote_spanned! { argument.span() =>
                ::std::eprintln!(
                    "[{}:{}:{}] {} = {:#?}",
                    ::core::file!(), ::core::line!(), ::core::column!(),
                    ::core::stringify!(#argument), &#spelled
                );
            };
            self.writer.keep_statement(line, &mentions)?;
            values.push(value);
        }
        match values.len() {
            1 => Ok(values.remove(0)),
            _ => Ok(Value::tuple(values)),
        }
    }

    /// An expression that reads active values without computing with them: comparisons and
    /// conditions.
    pub(crate) fn observe(
        &mut self,
        expression: &Expr,
        mentions: &mut Vec<ValueId>,
    ) -> Found<TokenStream> {
        if !self.names.is_active(expression) {
            let mut kept = expression.clone();
            match self.substitute_expression(&mut kept) {
                Ok(found) => mentions.extend(found),
                Err(call) => return self.writer.refuse(&call, messages::UNKNOWN_MACRO),
            }
            return Ok(kept.into_token_stream());
        }
        self.note_changed_by_calls(expression);
        match expression {
            Expr::Paren(inner) => {
                let inner = self.observe(&inner.expr, mentions)?;
                Ok(quote!((#inner)))
            }
            Expr::Reference(inner) if inner.mutability.is_none() => {
                let inner = self.observe(&inner.expr, mentions)?;
                Ok(quote!(&#inner))
            }
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Not(_)) => {
                let inner = self.observe(&unary.expr, mentions)?;
                Ok(quote!(!#inner))
            }
            Expr::Binary(binary) if matches!(binary.op, syn::BinOp::And(_) | syn::BinOp::Or(_)) => {
                let value = self.eval_both(binary)?;
                match self.spell(&value, mentions) {
                    Some(spelled) => Ok(quote!((#spelled))),
                    None => self.writer.refuse(expression, messages::NOT_SPELLED),
                }
            }
            Expr::Binary(binary) if operators::operation(&binary.op).is_none() => {
                let left = self.observe(&binary.left, mentions)?;
                let right = self.observe(&binary.right, mentions)?;
                let op = &binary.op;
                Ok(quote!(#left #op #right))
            }
            // A range in `(a..b).contains(&x)`: both ends may be active.
            Expr::Range(range) => {
                let mut end = |end: &Option<Box<Expr>>| {
                    let end = end.as_ref();
                    end.map(|end| self.observe(end, mentions)).transpose()
                };
                let (start, stop) = (end(&range.start)?, end(&range.end)?);
                let limits = &range.limits;
                Ok(quote!(#start #limits #stop))
            }
            Expr::MethodCall(call) if self.is_run(call) => self.observe_value(expression, mentions),
            Expr::MethodCall(call)
                if elementals::of_method(&call.method.to_string()).is_none()
                    && !self.is_matrix_method(call)
                    && (!Self::is_followed(call) || self.is_spelled(call)) =>
            {
                self.observe_method(call, mentions)
            }
            other => self.observe_value(other, mentions),
        }
    }

    /// Whether a method does more than to read its operands, or reads what only the lowering knows.
    fn is_run(&mut self, call: &ExprMethodCall) -> bool {
        (is_quantifier(call) && !self.is_spelled(call))
            || self.has_effects(call)
            || self.asks_followed(call)
            || (!questions::is_predicate(&call.method) && self.lends_to(call))
            || (self.names_stored(&call.receiver) && !Self::is_followed(call))
    }

    /// A method of the value itself, emitted as a call.
    fn observe_method(
        &mut self,
        call: &ExprMethodCall,
        mentions: &mut Vec<ValueId>,
    ) -> Found<TokenStream> {
        let receiver = self.observe(&call.receiver, mentions)?;
        let receiver = if self.is_copy_of_struct(call) {
            quote!((&#receiver))
        } else if self.is_iterator(&call.receiver) && !self.is_chain(&call.receiver) {
            // Its items have been computed.
            quote!(#receiver.into_iter())
        } else {
            receiver
        };
        let compares = questions::is_predicate(&call.method);
        let lent = self.lent_arguments(call);
        let mut arguments = Vec::with_capacity(call.args.len());
        for (argument, is_lent) in call.args.iter().zip(lent) {
            let refers = (compares || is_lent)
                && self.stands_for_value(argument)
                && !self.is_iterator(argument);
            let observed = self.observe(argument, mentions)?;
            arguments.push(if refers {
                quote!(&(#observed))
            } else {
                observed
            });
        }
        let (method, types) = (&call.method, &call.turbofish);
        Ok(quote!(#receiver.#method #types (#(#arguments),*)))
    }

    /// Whether an iterator is emitted as the chain that it is.
    fn is_chain(&mut self, iterator: &Expr) -> bool {
        !self.names.is_active(iterator)
            || matches!(strip(iterator), Expr::MethodCall(call) if self.is_spelled(call))
    }

    fn observe_value(
        &mut self,
        expression: &Expr,
        mentions: &mut Vec<ValueId>,
    ) -> Found<TokenStream> {
        let value = self.eval_base(expression)?;
        match self.spell(&value, mentions) {
            Some(spelled) => Ok(spelled),
            None => self.writer.refuse(expression, messages::NOT_SPELLED),
        }
    }

    /// Whether the user's own iterator chain can be emitted as it is: no closure in it names an
    /// active value or changes a variable.
    pub(crate) fn is_spelled(&mut self, call: &ExprMethodCall) -> bool {
        let is_own = |types: &syn::AngleBracketedGenericArguments| {
            types.args.to_token_stream().to_string() == self.given.scalar_name
        };
        // A sum of scalars belongs to the code list, because other operations may use it.
        if call.turbofish.as_ref().is_some_and(is_own) {
            return false;
        }
        let is_fixed = match strip(&call.receiver) {
            Expr::MethodCall(inner) => self.is_spelled(inner),
            // These would advance an iterator that has a name.
            Expr::Path(_) => !is_quantifier(call) && call.method != "by_ref",
            _ => true,
        };
        is_fixed
            && call.args.iter().all(|argument| {
                let is_function = match strip(argument) {
                    Expr::Closure(_) => true,
                    Expr::Path(path) => {
                        let name = path.path.get_ident().map(ToString::to_string);
                        let bound = name.and_then(|name| self.names.scopes.get(&name));
                        bound.is_some_and(|bound| matches!(bound.value, Value::Function(_)))
                    }
                    _ => false,
                };
                let changes = || !inspect::assigned_names(argument).is_empty();
                !(changes() || is_function && self.names.is_active(argument))
            })
    }
}

/// Whether a macro is `dbg!`.
fn is_dbg(call: &syn::Macro) -> bool {
    let last = call.path.segments.last();
    last.is_some_and(|last| last.ident == "dbg")
}

/// Whether a macro prints.
fn is_printing(path: &syn::Path) -> bool {
    let name = path.get_ident();
    name.is_some_and(|name| PRINTING.iter().any(|known| name == known))
}

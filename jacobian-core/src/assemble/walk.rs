//! The walk through the statements, which writes the recording code.
//!
//! What depends on no unknown is written as it is. What depends on unknowns becomes a step of an
//! element, and where the control flow turns, the rows that were written since the last turn become
//! a term, with the steps that they need.

use proc_macro2::TokenStream;
use quote::quote;

use crate::front::messages;

use super::names::{assigns, checked, name};
use super::state::Walk;

impl Walk<'_> {
    /// The recording code of the whole body.
    pub(super) fn body(&mut self, block: &syn::Block) -> TokenStream {
        let mut all = TokenStream::new();
        let mut statements = block.stmts.as_slice();
        // A list of rows that is returned, or an empty result.
        if let Some((syn::Stmt::Expr(last, None), before)) = statements.split_last()
            && self.is_returned(last)
        {
            statements = before;
            self.returned = name(last).cloned();
        }
        self.items_of(statements);
        for (position, statement) in statements.iter().enumerate() {
            self.statement(statement, &statements[position + 1..]);
            all.extend(std::mem::take(&mut self.shared));
            all.extend(std::mem::take(&mut self.written));
        }
        self.turn();
        all.extend(std::mem::take(&mut self.written));
        all
    }

    fn is_returned(&self, last: &syn::Expr) -> bool {
        match self.names.meaning_of(last) {
            Some(_) => false,
            // It is declared in the body, so it is not in view before.
            None => name(last).is_some(),
        }
    }

    /// A block of its own, whose code is returned.
    fn block(&mut self, statements: &[syn::Stmt], bind: impl FnOnce(&mut Self)) -> TokenStream {
        let outside = std::mem::take(&mut self.written);
        let place = self.names.enter();
        let n_steps = self.steps.len();
        let items = self.items.clone();
        self.items_of(statements);
        bind(self);
        for (position, statement) in statements.iter().enumerate() {
            self.statement(statement, &statements[position + 1..]);
        }
        self.turn();
        self.steps.truncate(n_steps);
        self.items = items;
        self.names.leave(place);
        std::mem::replace(&mut self.written, outside)
    }

    /// Items are in view in their whole block, also before they are declared.
    fn items_of(&mut self, statements: &[syn::Stmt]) {
        for statement in statements {
            if let syn::Stmt::Item(item) = statement {
                self.items.extend(quote!(#item));
            }
        }
    }

    fn statement(&mut self, statement: &syn::Stmt, after: &[syn::Stmt]) {
        match statement {
            syn::Stmt::Local(local) => self.local(local, after),
            syn::Stmt::Item(item) => self.written.extend(quote!(#item)),
            syn::Stmt::Expr(expr, _) => self.expression(expr),
            syn::Stmt::Macro(call) => match checked(&call.mac) {
                Some(given) => self.checks(&call.mac, &given),
                None => self.plain(&syn::Expr::Macro(syn::ExprMacro {
                    attrs: Vec::new(),
                    mac: call.mac.clone(),
                })),
            },
        }
    }

    /// A macro such as `assert_eq!(u.len(), n)`.
    fn checks(&mut self, call: &syn::Macro, given: &[syn::Expr]) {
        let path = &call.path;
        let given: Vec<syn::Expr> = given.iter().map(|given| self.known(given)).collect();
        self.written.extend(quote!(#path!(#(#given),*);));
    }

    fn expression(&mut self, expr: &syn::Expr) {
        match expr {
            syn::Expr::Assign(assign) => self.assign(expr, &assign.left, None, &assign.right),
            syn::Expr::Binary(both) if assigns(&both.op) => {
                self.assign(expr, &both.left, Some(&both.op), &both.right);
            }
            syn::Expr::MethodCall(call) if self.is_rows(&call.receiver) => self.fill(call),
            _ if !self.names.depends(expr) => self.plain(expr),
            syn::Expr::If(_) | syn::Expr::Match(_) | syn::Expr::Block(_) => {
                self.turn();
                let code = self.branched(expr);
                self.written.extend(code);
            }
            syn::Expr::ForLoop(repeated) => {
                self.turn();
                if self.names.depends(&repeated.expr) {
                    let message = messages::ASSEMBLE_LOOP;
                    return self.diagnostics.error_at(&repeated.expr, message);
                }
                let head = self.known(&repeated.expr);
                let body = self.block(&repeated.body.stmts, |walk| walk.bind(&repeated.pat, false));
                let (label, pat) = (&repeated.label, &repeated.pat);
                self.written
                    .extend(quote!(#label for #pat in #head { #body }));
            }
            syn::Expr::While(repeated) if !self.names.depends(&repeated.cond) => {
                self.turn();
                let cond = self.known(&repeated.cond);
                let body = self.block(&repeated.body.stmts, |walk| {
                    walk.bind_condition(&repeated.cond);
                });
                let label = &repeated.label;
                self.written.extend(quote!(#label while #cond { #body }));
            }
            syn::Expr::Loop(repeated) => {
                self.turn();
                let body = self.block(&repeated.body.stmts, |_| {});
                let label = &repeated.label;
                self.written.extend(quote!(#label loop { #body }));
            }
            syn::Expr::Paren(inner) => self.expression(&inner.expr),
            _ => self
                .diagnostics
                .error_at(expr, messages::ASSEMBLE_STATEMENT),
        }
    }

    /// `if`, `match` and blocks as statements.
    fn branched(&mut self, expr: &syn::Expr) -> TokenStream {
        match expr {
            syn::Expr::If(choice) if !self.names.depends(&choice.cond) => {
                let cond = self.known(&choice.cond);
                let chosen = self.block(&choice.then_branch.stmts, |walk| {
                    walk.bind_condition(&choice.cond);
                });
                let otherwise = choice.else_branch.as_ref().map(|(_, otherwise)| {
                    let otherwise = self.branched(otherwise);
                    quote!(else #otherwise)
                });
                quote!(if #cond { #chosen } #otherwise)
            }
            syn::Expr::Match(choice) if !self.names.depends(&choice.expr) => {
                let scrutinee = self.known(&choice.expr);
                let mut arms = TokenStream::new();
                for arm in &choice.arms {
                    let body = [syn::Stmt::Expr(
                        (*arm.body).clone(),
                        Some(syn::parse_quote!(;)),
                    )];
                    let body = self.block(&body, |walk| walk.bind(&arm.pat, false));
                    let pat = self.known_guard(&arm.pat);
                    arms.extend(quote!(#pat => { #body }));
                }
                quote!(match #scrutinee { #arms })
            }
            syn::Expr::Block(block) => {
                let body = self.block(&block.block.stmts, |_| {});
                let label = &block.label;
                quote!(#label { #body })
            }
            _ => {
                self.diagnostics
                    .error_at(expr, messages::ASSEMBLE_ACTIVE_BRANCH);
                quote!({})
            }
        }
    }
}

//! Choices: which unknown an element reads, or which known value it has instead.
//!
//! `u[i - 1]` is a choice, and so is `if i == 0 { left } else { u[i - 1] }`, because its condition
//! depends on no unknown. A choice is made once, when the system is recorded.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::front::messages;

use super::names::Meaning;
use super::parameters::List;
use super::state::Walk;

impl Walk<'_> {
    /// The code that records a choice. `None` if the expression is none.
    pub(super) fn choice(&mut self, expr: &syn::Expr) -> Option<TokenStream> {
        if !self.names.depends(expr) {
            let known = self.known(expr);
            return Some(quote!(::jacobian_assembly::Variable::Fixed(#known)));
        }
        match expr {
            syn::Expr::Paren(inner) => self.choice(&inner.expr),
            syn::Expr::Group(inner) => self.choice(&inner.expr),
            syn::Expr::Index(_) => {
                let (list, indices) = self.read(expr)?;
                if list.is_rows {
                    return None;
                }
                let place = self.place(&list, &indices);
                Some(quote!(::jacobian_assembly::Variable::Column(#place)))
            }
            syn::Expr::If(choice) if !self.names.depends(&choice.cond) => {
                let (_, otherwise) = choice.else_branch.as_ref()?;
                let cond = self.known(&choice.cond);
                // The names of `if let` are those of its block.
                let outer = self.names.enter();
                self.bind_condition(&choice.cond);
                let chosen = self.chosen_block(&choice.then_branch);
                self.names.leave(outer);
                let (chosen, otherwise) = (chosen?, self.choice(otherwise)?);
                Some(quote!(if #cond { #chosen } else { #otherwise }))
            }
            syn::Expr::Match(choice) if !self.names.depends(&choice.expr) => {
                let scrutinee = self.known(&choice.expr);
                let mut arms = TokenStream::new();
                for arm in &choice.arms {
                    let outer = self.names.enter();
                    self.bind(&arm.pat, false);
                    let chosen = self.choice(&arm.body);
                    self.names.leave(outer);
                    let (pat, chosen) = (self.known_guard(&arm.pat), chosen?);
                    arms.extend(quote!(#pat => #chosen,));
                }
                Some(quote!(match #scrutinee { #arms }))
            }
            syn::Expr::Block(block) if block.label.is_none() => self.chosen_block(&block.block),
            syn::Expr::Call(call) => self.called_choice(call),
            _ => None,
        }
    }

    /// A block whose statements depend on no unknown, with a choice at its end.
    fn chosen_block(&mut self, block: &syn::Block) -> Option<TokenStream> {
        let (last, statements) = block.stmts.split_last()?;
        let syn::Stmt::Expr(last, None) = last else {
            return None;
        };
        let outer = self.names.enter();
        let mut written = Some(TokenStream::new());
        for statement in statements {
            let syn::Stmt::Local(local) = statement else {
                written = None;
                break;
            };
            let is_known = local
                .init
                .as_ref()
                .is_some_and(|init| init.diverge.is_none() && !self.names.depends(&init.expr));
            let (Some(init), true) = (&local.init, is_known) else {
                written = None;
                break;
            };
            let (pat, value) = (&local.pat, self.known(&init.expr));
            self.bind(&local.pat, false);
            if let Some(written) = &mut written {
                written.extend(quote!(let #pat = #value;));
            }
        }
        let last = written.is_some().then(|| self.choice(last)).flatten();
        self.names.leave(outer);
        let (written, last) = (written?, last?);
        Some(quote!({ #written #last }))
    }

    /// A closure that chooses, at the place where it is called.
    fn called_choice(&mut self, call: &syn::ExprCall) -> Option<TokenStream> {
        let (_, Meaning::Choice(closure)) = self.names.meaning_of(&call.func)? else {
            return None;
        };
        let closure = closure.clone();
        if closure.inputs.len() != call.args.len() || !self.names.sees_the_same(&call.func) {
            return None;
        }
        let mut arguments = Vec::new();
        for argument in &call.args {
            if self.names.depends(argument) {
                return None;
            }
            arguments.push(self.known(argument));
        }
        let outer = self.names.enter();
        closure
            .inputs
            .iter()
            .for_each(|input| self.bind(input, false));
        let body = self.choice(&closure.body);
        self.names.leave(outer);
        let (body, inputs) = (body?, closure.inputs.iter().map(parameter));
        let (patterns, types): (Vec<_>, Vec<_>) = inputs.unzip();
        // All at once, because an argument may have the name of another parameter.
        Some(quote!({ let (#(#patterns,)*): (#(#types,)*) = (#(#arguments,)*); #body }))
    }

    /// Whether a closure chooses, or would if it were called.
    pub(super) fn is_choice(&mut self, closure: &syn::ExprClosure) -> bool {
        let outer = self.names.enter();
        closure
            .inputs
            .iter()
            .for_each(|input| self.bind(input, false));
        let n_errors = self.diagnostics.len();
        let found = self.choice(&closure.body).is_some();
        self.diagnostics.truncate(n_errors);
        self.names.leave(outer);
        found
    }

    /// The list and the indices of `u[i][0]`. `None` if it reads something else.
    pub(super) fn read(&self, expr: &syn::Expr) -> Option<(List, Vec<syn::Expr>)> {
        let (mut indices, mut inside) = (Vec::new(), expr);
        while let syn::Expr::Index(index) = inside {
            indices.insert(0, (*index.index).clone());
            inside = &index.expr;
        }
        match self.names.meaning_of(inside) {
            Some((_, Meaning::List(list))) if indices.len() == list.inner.len() + 1 => {
                Some((list.clone(), indices))
            }
            _ => None,
        }
    }

    /// The number of an unknown or row.
    pub(super) fn place(&mut self, list: &List, indices: &[syn::Expr]) -> TokenStream {
        let mut written = Vec::new();
        for index in indices {
            if self.names.depends(index) {
                self.diagnostics.error_at(index, messages::ASSEMBLE_INDEX);
                written.push(quote!(0));
            } else if matches!(index, syn::Expr::Range(_)) {
                let message = messages::assemble_list(&list.name.to_string());
                self.diagnostics.error_at(index, &message);
                written.push(quote!(0));
            } else {
                written.push(self.known(index).into_token_stream());
            }
        }
        let (length, inner, offset) = (&list.length, &list.inner, &list.offset);
        quote! {
            ::jacobian_assembly::recording::place([#(#written),*], [#length #(, #inner)*], #offset)
        }
    }
}

/// The pattern and the type of a parameter of a closure.
fn parameter(input: &syn::Pat) -> (TokenStream, TokenStream) {
    match input {
        syn::Pat::Type(typed) => (typed.pat.to_token_stream(), typed.ty.to_token_stream()),
        pattern => (pattern.to_token_stream(), quote!(_)),
    }
}

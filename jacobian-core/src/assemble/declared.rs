//! Declarations: local values, closures, and lists of rows that are returned.

use proc_macro2::Ident;
use quote::quote;
use syn::visit::Visit;

use crate::front::messages;

use super::names::{Meaning, Names, assigns, bound};
use super::parameters::List;
use super::state::Walk;
use super::terms::Step;
use super::values::{changed, is_zero};

impl Walk<'_> {
    pub(super) fn local(&mut self, local: &syn::Local, after: &[syn::Stmt]) {
        let value = local.init.as_ref();
        if let Some(init) = value
            && let syn::Expr::Closure(closure) = &*init.expr
            && self.names.depends(&init.expr)
        {
            return self.closure(&local.pat, closure);
        }
        if let Some(init) = value
            && let Some(list) = self.new_rows(&local.pat, &init.expr)
        {
            return self.rows_of(list, &init.expr);
        }
        let names = bound(&local.pat);
        let is_active = value.is_some_and(|init| self.names.depends(&init.expr))
            || names
                .iter()
                .any(|(name, is_mutable)| *is_mutable && self.becomes_active(name, after));
        if !is_active {
            let declared = value.map(|init| {
                let expr = self.known(&init.expr);
                let diverge = init.diverge.as_ref().map(|(word, expr)| {
                    let expr = self.known(expr);
                    quote!(#word #expr)
                });
                quote!(= #expr #diverge)
            });
            if value.is_none_or(|init| !self.names.is_steady(&init.expr)) {
                self.recent.clear();
            }
            let pat = &local.pat;
            self.written.extend(quote!(let #pat #declared;));
            let is_outermost = self.names.depth == 0;
            return self.bind(pat, is_outermost && value.is_some());
        }
        let Some(init) = value.filter(|init| init.diverge.is_none()) else {
            return self.diagnostics.error_at(local, messages::ASSEMBLE_VALUE);
        };
        let mut step = Step::default();
        let Some(value) = self.active_value(&init.expr, &mut step) else {
            // What follows would be reported as well, so the names stay in view.
            return self.activate(&names);
        };
        let pat = &local.pat;
        step.code = quote!(let #pat = #value;);
        step.defines = names.iter().map(|(name, _)| name.clone()).collect();
        self.steps.push(step);
        self.activate(&names);
    }

    fn activate(&mut self, names: &[(Ident, bool)]) {
        let depth = self.names.depth;
        for (name, _) in names {
            if self.names.get(name).is_some() {
                self.recent.clear();
            }
            self.names.insert(name, Meaning::Active { depth });
        }
    }

    fn closure(&mut self, pat: &syn::Pat, closure: &syn::ExprClosure) {
        let names = bound(pat);
        match names.as_slice() {
            [(name, false)] if !self.names.copies(closure) && self.is_choice(closure) => {
                self.names.insert(name, Meaning::Choice(closure.clone()));
            }
            _ => self
                .diagnostics
                .error_at(closure, messages::ASSEMBLE_CLOSURE),
        }
    }

    /// `let mut r = vec![0.0; n];` at the outermost level, if it is returned and there is no
    /// parameter for rows.
    fn new_rows(&self, pat: &syn::Pat, value: &syn::Expr) -> Option<List> {
        let syn::Expr::Macro(made) = value else {
            return None;
        };
        let pat = match pat {
            syn::Pat::Type(typed) => &*typed.pat,
            pat => pat,
        };
        let syn::Pat::Ident(name) = pat else {
            return None;
        };
        let has_rows = self.parameters.lists.iter().any(|list| list.is_rows);
        let is_new = self.names.depth == 0
            && name.mutability.is_some()
            && !has_rows
            && self.returned.as_ref() == Some(&name.ident);
        (is_new && made.mac.path.is_ident("vec"))
            .then(|| self.parameters.list(&name.ident, true, Vec::new()))
    }

    fn rows_of(&mut self, list: List, value: &syn::Expr) {
        let syn::Expr::Macro(made) = value else {
            return;
        };
        let parts = made
            .mac
            .parse_body_with(|input: syn::parse::ParseStream<'_>| {
                let zero: syn::Expr = input.parse()?;
                input.parse::<syn::Token![;]>()?;
                Ok((zero, input.parse::<syn::Expr>()?))
            });
        match parts {
            Ok((zero, length)) if is_zero(&zero) => {
                let (name, length) = (&list.length, self.known(&length));
                self.written.extend(quote!(let #name: usize = #length;));
                self.names.insert(&list.name, Meaning::List(list.clone()));
                self.parameters.lists.push(list);
            }
            _ => self.diagnostics.error_at(value, messages::ASSEMBLE_NO_ROWS),
        }
    }

    /// Whether a later statement gives the name a value that depends on unknowns.
    fn becomes_active(&self, name: &Ident, after: &[syn::Stmt]) -> bool {
        let mut later = Later {
            names: self.names.clone(),
            name,
            is_hidden: false,
            found: false,
        };
        for statement in after {
            later.visit_stmt(statement);
        }
        later.found
    }
}

/// Looks for an assignment of a value that depends on unknowns.
struct Later<'a> {
    names: Names,
    name: &'a Ident,
    /// Another variable of that name is in view.
    is_hidden: bool,
    found: bool,
}

impl Later<'_> {
    fn look(&mut self, place: &syn::Expr, value: &syn::Expr) {
        if let Some(name) = changed(place)
            && self.names.depends(value)
        {
            self.found |= name == self.name && !self.is_hidden;
            self.activate(name);
        }
    }

    fn activate(&mut self, name: &Ident) {
        let depth = self.names.depth;
        self.names.insert(name, Meaning::Active { depth });
    }
}

impl<'ast> Visit<'ast> for Later<'_> {
    fn visit_block(&mut self, block: &'ast syn::Block) {
        let (place, is_hidden) = (self.names.enter(), self.is_hidden);
        syn::visit::visit_block(self, block);
        self.names.leave(place);
        self.is_hidden = is_hidden;
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        syn::visit::visit_local(self, local);
        let is_active = |init: &syn::LocalInit| self.names.depends(&init.expr);
        let is_active = local.init.as_ref().is_some_and(is_active);
        for (name, is_mutable) in bound(&local.pat) {
            self.is_hidden |= name == *self.name;
            if is_active {
                self.activate(&name);
            } else {
                self.names.insert(&name, Meaning::Inactive { is_mutable });
            }
        }
    }

    fn visit_expr_assign(&mut self, assign: &'ast syn::ExprAssign) {
        self.look(&assign.left, &assign.right);
    }

    fn visit_expr_binary(&mut self, both: &'ast syn::ExprBinary) {
        if assigns(&both.op) {
            self.look(&both.left, &both.right);
        }
    }
}

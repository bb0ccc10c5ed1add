//! The state of the walk, and what all its steps need: code that is kept, names that come into
//! view, and the turn at which rows become a term.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;

use crate::diag::Diagnostics;
use crate::front::messages;

use super::leaving;
use super::names::{Meaning, Names, bound, changes, length_of};
use super::parameters::Parameters;
use super::terms::{Kind, Slot, Step, Term};

/// The state of the walk.
#[derive(Debug)]
pub(super) struct Walk<'a> {
    pub(super) names: Names,
    pub(super) parameters: Parameters,
    pub(super) diagnostics: &'a mut Diagnostics,
    /// The recording code of the block.
    pub(super) written: TokenStream,
    /// Numbers that all elements share, which stand before the outermost statement.
    pub(super) shared: TokenStream,
    /// Slots that may be used again.
    pub(super) recent: Vec<((Kind, String), Slot)>,
    pub(super) n_names: usize,
    pub(super) terms: Vec<Term>,
    /// What elements have computed so far, in this block and those around.
    pub(super) steps: Vec<Step>,
    /// The rows that were written since the last turn.
    pub(super) rows: Vec<Ident>,
    /// The functions and constants in view, which elements may use as well.
    pub(super) items: TokenStream,
    /// The name in the last line of the function.
    pub(super) returned: Option<Ident>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(parameters: Parameters, diagnostics: &'a mut Diagnostics) -> Self {
        let mut names = Names::default();
        for list in &parameters.lists {
            names.insert(&list.name, Meaning::List(list.clone()));
        }
        for name in &parameters.others {
            names.insert(name, Meaning::Uniform);
        }
        for name in &parameters.changing {
            names.insert(name, Meaning::Inactive { is_mutable: true });
        }
        Self {
            names,
            parameters,
            diagnostics,
            written: TokenStream::new(),
            shared: TokenStream::new(),
            recent: Vec::new(),
            n_names: 0,
            terms: Vec::new(),
            steps: Vec::new(),
            rows: Vec::new(),
            items: TokenStream::new(),
            returned: None,
        }
    }

    /// The control flow turns: the rows that were written become a term.
    pub(super) fn turn(&mut self) {
        // What is read after the turn need not be what was read before.
        self.recent.clear();
        let rows = std::mem::take(&mut self.rows);
        if rows.is_empty() {
            return;
        }
        let term = Term::of(self.terms.len(), rows, (&self.items, &self.steps));
        let (elements, slots) = (&term.elements, |kind| term.slots(kind));
        let (variables, data) = (slots(Kind::Variable), slots(Kind::Data));
        let rows = &term.rows;
        self.written.extend(quote! {
            #elements.push([#(#variables),*], [#(#rows),*], [#(#data),*]);
        });
        self.terms.push(term);
    }

    pub(super) fn plain(&mut self, expr: &syn::Expr) {
        self.recent.clear();
        let known = self.known(expr);
        self.written.extend(quote!(#known;));
    }

    /// The same code, with the lengths of lists as they are called in the recording code.
    ///
    /// Where it leaves the turn of a loop, the rows that were written before are complete.
    pub(super) fn known(&mut self, expr: &syn::Expr) -> syn::Expr {
        if leaving::turns(expr) {
            self.turn();
        }
        leaving::refuse(expr, self.diagnostics);
        if changes(expr) {
            self.recent.clear();
        }
        if let Some(name) = self.names.first_active(|finder| finder.visit_expr(expr)) {
            let message = messages::assemble_list(&name.to_string());
            self.diagnostics.error(name.span(), &message);
        }
        let mut known = expr.clone();
        Lengths(&self.names).visit_expr_mut(&mut known);
        known
    }

    /// The pattern of an arm. Refuses a guard that depends on unknowns.
    pub(super) fn known_guard(&mut self, pattern: &syn::Pat) -> syn::Pat {
        if let Some(name) = self.names.first_active(|finder| finder.visit_pat(pattern)) {
            self.diagnostics
                .error(name.span(), messages::ASSEMBLE_ACTIVE_BRANCH);
        }
        let mut known = pattern.clone();
        Lengths(&self.names).visit_pat_mut(&mut known);
        known
    }

    /// Takes the names of a pattern into view, with values that depend on no unknown.
    pub(super) fn bind(&mut self, pattern: &syn::Pat, is_uniform: bool) {
        for (name, is_mutable) in bound(pattern) {
            if self.names.get(&name).is_some() {
                self.recent.clear();
            }
            let meaning = if is_uniform && !is_mutable {
                // From here on the name is no parameter.
                self.parameters.others.retain(|other| *other != name);
                Meaning::Uniform
            } else {
                Meaning::Inactive { is_mutable }
            };
            self.names.insert(&name, meaning);
        }
    }

    /// The names of `if let` and `while let`.
    pub(super) fn bind_condition(&mut self, condition: &syn::Expr) {
        match condition {
            syn::Expr::Let(found) => self.bind(&found.pat, false),
            syn::Expr::Binary(both) => {
                self.bind_condition(&both.left);
                self.bind_condition(&both.right);
            }
            _ => {}
        }
    }
}

/// Writes `u_len` for `u.len()`.
struct Lengths<'a>(&'a Names);

impl VisitMut for Lengths<'_> {
    fn visit_expr_mut(&mut self, expr: &mut syn::Expr) {
        if let syn::Expr::MethodCall(call) = expr
            && let Some(list) = length_of(self.0, call)
        {
            let length = &list.length;
            *expr = syn::parse_quote!(#length);
            return;
        }
        syn::visit_mut::visit_expr_mut(self, expr);
    }
}

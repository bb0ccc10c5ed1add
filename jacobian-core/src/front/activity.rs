//! Which expressions mention an active name.
//!
//! One walk over an expression answers for all of its parts, so that asking at every level stays
//! linear. Answers hold until a name changes its meaning, which the version of the scopes tells.

use std::collections::BTreeMap;

use syn::visit::{self, Visit};

use super::fields::is_unnamed_field;
use super::scope::Scopes;

/// Answers by the address of the expression. Every tree stays where it is while a function is run, because
/// [`Trees`](super::trees::Trees) keeps those that are made up on the way.
#[derive(Debug, Default)]
pub(crate) struct Activity {
    answers: BTreeMap<usize, bool>,
    /// The version of the scopes that the answers are about.
    version: u64,
}

impl Activity {
    pub(crate) fn is_active(&mut self, expression: &syn::Expr, scopes: &Scopes) -> bool {
        if self.version != scopes.version() {
            self.answers.clear();
            self.version = scopes.version();
        }
        if let Some(answer) = self.answers.get(&address(expression)) {
            return *answer;
        }
        let mut walk = Walk {
            answers: &mut self.answers,
            scopes,
            found: false,
        };
        walk.visit_expr(expression);
        walk.found
    }
}

/// Whether a statement or block mentions an active name.
pub(crate) fn mentions_active(scopes: &Scopes, visit: impl FnOnce(&mut Walk<'_>)) -> bool {
    let mut answers = BTreeMap::new();
    let mut walk = Walk {
        answers: &mut answers,
        scopes,
        found: false,
    };
    visit(&mut walk);
    walk.found
}

fn address(expression: &syn::Expr) -> usize {
    std::ptr::from_ref(expression).addr()
}

pub(crate) struct Walk<'a> {
    answers: &'a mut BTreeMap<usize, bool>,
    scopes: &'a Scopes,
    found: bool,
}

impl Walk<'_> {
    fn meet(&mut self, name: &str) {
        self.found |= self.scopes.get(name).is_some_and(|binding| binding.active);
    }

    /// Tokens that no parser has seen: every identifier that does not follow a dot may be a name.
    fn meet_tokens(&mut self, tokens: proc_macro2::TokenStream) {
        let mut after_dot = false;
        for token in tokens {
            match &token {
                proc_macro2::TokenTree::Ident(name) if !after_dot => self.meet(&name.to_string()),
                proc_macro2::TokenTree::Group(group) => self.meet_tokens(group.stream()),
                _ => {}
            }
            after_dot =
                matches!(&token, proc_macro2::TokenTree::Punct(dot) if dot.as_char() == '.');
        }
    }
}

impl<'ast> Visit<'ast> for Walk<'_> {
    fn visit_expr(&mut self, expression: &'ast syn::Expr) {
        let outside = std::mem::take(&mut self.found);
        match expression {
            syn::Expr::Path(path) if path.qself.is_none() => {
                if let Some(name) = super::library::path_key(&path.path) {
                    self.meet(&name);
                }
            }
            syn::Expr::MethodCall(call) => {
                visit::visit_expr_method_call(self, call);
                // A method of `self` that has to be inlined.
                if matches!(&*call.receiver, syn::Expr::Path(path) if path.path.is_ident("self")) {
                    self.meet(&format!("self.{}", call.method));
                }
            }
            syn::Expr::Field(field) => {
                visit::visit_expr_field(self, field);
                self.found &= !is_unnamed_field(self.scopes, field);
            }
            other => visit::visit_expr(self, other),
        }
        self.answers.insert(address(expression), self.found);
        self.found |= outside;
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.meet_tokens(call.tokens.clone());
    }

    // A nested function sees none of the outer names.
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

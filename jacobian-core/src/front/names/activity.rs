//! Activity analysis: an expression is active if it mentions a name with a value that depends on an
//! independent.
//!
//! One walk over an expression answers for all of its parts, so that asking at every level takes
//! linear time. The answers hold until the value of a name changes, and then the scopes have
//! another version.

use syn::Expr;
use syn::visit::{self, Visit};

use crate::ordered::Map;

use crate::front::names::part_meanings::is_own_part;
use crate::front::names::scopes::{Binding, Holds, Scopes};
use crate::front::syntax::operators::is_compound;
use crate::front::syntax::strip::strip;
use crate::front::syntax::{form, inspect};
use crate::front::value::Value;

/// Answers by the address of the expression. A tree keeps its address while a function is run,
/// because [`Trees`](trees::Trees) keeps the trees that we construct.
#[derive(Debug, Default)]
pub(crate) struct Activity {
    pub(crate) answers: Map<usize, bool>,
    /// The version of the scopes for which the answers hold.
    pub(crate) version: u64,
}

impl Activity {
    pub(crate) fn is_active(&mut self, expression: &Expr, scopes: &Scopes) -> bool {
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
    let mut answers = Map::new();
    let mut walk = Walk {
        answers: &mut answers,
        scopes,
        found: false,
    };
    visit(&mut walk);
    walk.found
}

pub(crate) fn address(expression: &Expr) -> usize {
    std::ptr::from_ref(expression).addr()
}

pub(crate) struct Walk<'a> {
    pub(crate) answers: &'a mut Map<usize, bool>,
    pub(crate) scopes: &'a Scopes,
    pub(crate) found: bool,
}

impl Walk<'_> {
    pub(crate) fn met(&mut self, name: &str) {
        // The items of an iterator are known one by one. A spelling of all of them would be a list,
        // which has no `next`.
        let is_seen = |binding: &Binding| binding.active || binding.holds == Holds::Iterator;
        self.found |= self.scopes.get(name).is_some_and(is_seen);
    }

    /// An operand. The user's own part of an aggregate is inactive, although others are active.
    fn visit_operand(&mut self, operand: &Expr) {
        if !is_own_part(self.scopes, operand) {
            self.visit_expr(operand);
        }
    }

    /// Tokens of a macro, which are not parsed: every identifier that does not follow a dot may be
    /// a name.
    pub(crate) fn met_tokens(&mut self, tokens: proc_macro2::TokenStream) {
        let mut after_dot = false;
        for token in tokens {
            match &token {
                proc_macro2::TokenTree::Ident(name) if !after_dot => self.met(&name.to_string()),
                proc_macro2::TokenTree::Group(group) => self.met_tokens(group.stream()),
                _ => {}
            }
            after_dot =
                matches!(&token, proc_macro2::TokenTree::Punct(dot) if dot.as_char() == '.');
        }
    }
}

impl<'ast> Visit<'ast> for Walk<'_> {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        let outside = std::mem::take(&mut self.found);
        match expression {
            Expr::Path(path) if path.qself.is_none() => {
                if let Some(name) = form::path_key(&path.path) {
                    self.met(&name);
                }
            }
            Expr::MethodCall(call) => {
                if inspect::is_read(&call.method) {
                    self.visit_operand(&call.receiver);
                } else {
                    self.visit_expr(&call.receiver);
                }
                call.args.iter().for_each(|part| self.visit_expr(part));
                // A method of `self` that has to be inlined.
                if matches!(&*call.receiver, Expr::Path(path) if path.path.is_ident("self")) {
                    self.met(&format!("self.{}", call.method));
                }
            }
            Expr::Field(field) => {
                visit::visit_expr_field(self, field);
                // A field that is not an independent is inactive, although its struct is active.
                self.found &= !is_unnamed_field(self.scopes, field);
            }
            // An operand is only read.
            Expr::Binary(binary) if !is_compound(&binary.op) => {
                self.visit_operand(&binary.left);
                self.visit_operand(&binary.right);
            }
            Expr::Unary(unary) => self.visit_operand(&unary.expr),
            Expr::Cast(cast) => self.visit_operand(&cast.expr),
            other => visit::visit_expr(self, other),
        }
        self.answers.insert(address(expression), self.found);
        self.found |= outside;
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.met_tokens(call.tokens.clone());
    }

    // A nested function sees none of the outer names.
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// The deepest field that is looked up. Without a limit, asking at every level would take quadratic
/// time.
pub(crate) const DEEPEST: usize = 16;

/// Whether a field is not an independent, in a struct that has independents among its fields.
pub(crate) fn is_unnamed_field(scopes: &Scopes, field: &syn::ExprField) -> bool {
    let mut members = vec![&field.member];
    let mut base = strip(&field.base);
    let root = loop {
        match base {
            Expr::Field(inner) if members.len() < DEEPEST => {
                members.push(&inner.member);
                base = strip(&inner.base);
            }
            Expr::Path(path) => break path.path.get_ident(),
            _ => return false,
        }
    };
    let binding = root.and_then(|root| scopes.get(&root.to_string()));
    let mut value = binding.map(|binding| &binding.value);
    while let Some(member) = members.pop() {
        let Some(Value::Fields(fields)) = value else {
            return false;
        };
        value = fields.get(member);
        if value.is_none() {
            return true;
        }
    }
    false
}

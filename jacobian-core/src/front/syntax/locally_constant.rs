//! Code whose number does not vary with the active values that it mentions, except where it jumps.
//!
//! ```text
//! f64::from(v0 > 1.0)      table[v0 as usize]      f64::from_bits(f64::to_bits(v0) & MASK)
//! ```
//!
//! The user's own code is copied into the generated function with active values in it. If it gives
//! a number of any other form, that number may have a derivative, and nobody would see it.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::Parser;
use syn::visit::{self, Visit};
use syn::{Expr, Ident, Stmt};

use crate::front::syntax::inspect::assigned_names;
use crate::front::syntax::operators;
use crate::front::syntax::patterns::bound_names;
use crate::front::syntax::questions;
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::{is_place, names_any};
use crate::front::syntax::types::is_other_primitive;

/// Methods and functions whose results are integers, conditions or orderings.
const STEPS: &[&str] = &["to_bits", "classify", "to_int_unchecked", "count", "len"];

/// Macros that give no number.
const WITHOUT_NUMBER: &[&str] = &[
    "panic",
    "unreachable",
    "todo",
    "unimplemented",
    "matches",
    "println",
    "eprintln",
    "print",
    "eprint",
];

/// Whether a number may vary with one of these names.
pub(crate) fn may_vary(code: &TokenStream, names: &[String]) -> bool {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    if !names_any(code, &names) {
        return false;
    }
    let Ok(code) = syn::parse2::<Expr>(code.clone()) else {
        return true;
    };
    let mut search = Search {
        names: &names,
        is_found: false,
    };
    search.visit_expr(&code);
    search.is_found
}

/// The variables to which a statement gives values that may vary with these names.
pub(crate) fn given_variables(statement: &TokenStream, names: &[String]) -> Vec<String> {
    let borrowed: Vec<&str> = names.iter().map(String::as_str).collect();
    if !names_any(statement, &borrowed) {
        return Vec::new();
    }
    let parse = syn::Block::parse_within;
    let statements = parse.parse2(statement.clone()).unwrap_or_default();
    let mut given = Vec::new();
    for statement in &statements {
        match statement {
            Stmt::Local(local) => {
                let value = local.init.as_ref().map(|init| init.expr.to_token_stream());
                if value.is_some_and(|value| may_vary(&value, names)) {
                    given.extend(bound_names(&local.pat).iter().map(Ident::to_string));
                }
            }
            Stmt::Macro(call) => given.extend(written_by(&call.mac)),
            Stmt::Expr(code, _) => {
                if may_vary(&code.to_token_stream(), names) {
                    given.extend(assigned_names(code));
                    given.extend(macro_of(code).and_then(written_by));
                }
            }
            Stmt::Item(_) => {}
        }
    }
    given
}

/// `s` of `write!(s, "{x}")`.
fn written_by(call: &syn::Macro) -> Option<String> {
    let last = call.path.segments.last()?;
    let writes = last.ident == "write" || last.ident == "writeln";
    let names = call.tokens.clone().into_iter();
    let mut names = names.filter_map(|token| match token {
        TokenTree::Ident(name) if name != "mut" => Some(name.to_string()),
        _ => None,
    });
    names.next().filter(|_| writes)
}

/// The macro at the beginning of a chain of methods: `write!(s, "{x}").unwrap()`.
fn macro_of(code: &Expr) -> Option<&syn::Macro> {
    match strip(code) {
        Expr::Macro(call) => Some(&call.mac),
        Expr::MethodCall(call) => macro_of(&call.receiver),
        Expr::Try(inner) => macro_of(&inner.expr),
        _ => None,
    }
}

struct Search<'a> {
    names: &'a [&'a str],
    is_found: bool,
}

impl<'ast> Visit<'ast> for Search<'_> {
    fn visit_expr(&mut self, code: &'ast Expr) {
        match code {
            Expr::Cast(cast) if is_other_primitive(&cast.ty) => {}
            // What becomes a floating-point number was none before.
            Expr::Cast(cast) if is_place(&cast.expr.to_token_stream()) && !is_value(&cast.expr) => {
            }
            Expr::If(branch) if !matches!(*branch.cond, Expr::Let(_)) => {
                self.visit_block(&branch.then_branch);
                if let Some((_, otherwise)) = &branch.else_branch {
                    self.visit_expr(otherwise);
                }
            }
            Expr::Binary(binary)
                if operators::operation(&binary.op).is_none()
                    && !operators::is_compound(&binary.op) => {}
            // An index is an integer.
            Expr::Index(index) => self.visit_expr(&index.expr),
            Expr::MethodCall(call) if gives_step(&call.method) => {}
            Expr::Call(call) => match strip(&call.func) {
                Expr::Path(path)
                    if path
                        .path
                        .segments
                        .last()
                        .is_some_and(|last| gives_step(&last.ident)) => {}
                _ => visit::visit_expr_call(self, call),
            },
            _ => visit::visit_expr(self, code),
        }
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let last = call.path.segments.last();
        let gives_none = last.is_some_and(|last| {
            let is_one_of = |names: &[&str]| names.iter().any(|name| last.ident == name);
            is_one_of(WITHOUT_NUMBER) || is_one_of(questions::ASSERTIONS)
        });
        self.is_found |= !gives_none && names_any(&call.tokens, self.names);
    }

    fn visit_ident(&mut self, name: &'ast Ident) {
        self.is_found |= self.names.iter().any(|active| name == active);
    }
}

/// Whether code is a value of the code list, `__v4`.
fn is_value(code: &Expr) -> bool {
    let code = code.to_token_stream().to_string();
    let number = code.strip_prefix("__v");
    number.is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()))
}

fn gives_step(name: &Ident) -> bool {
    questions::is_predicate(name) || STEPS.iter().any(|step| name == step)
}

//! `cfg` inside of functions, asked of the user's crate: code under `#[cfg(..)]` becomes a branch
//! on `cfg!(..)`, where that means the same.
//!
//! ```text
//! #[cfg(p)] { y *= 2.0; }                            if cfg!(p) { y *= 2.0; }
//! #[cfg(p)] let y = a; #[cfg(not(p))] let y = b;     let y = if cfg!(p) { a } else { b };
//! #[cfg(p)] { a } #[cfg(not(p))] { b }               if cfg!(p) { a } else { b }
//! #[cfg(p)] 0 => a,                                  0 if cfg!(p) => a,
//! ```
//!
//! Only rustc knows the answer, after the expansion, so both sides are differentiated, and the
//! pattern is the union. Whatever has no such form keeps its attribute, and is refused.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr, Item, Pat, Stmt};

use crate::front::syntax::patterns;

/// The function with branches in place of `cfg`.
pub(crate) fn branched(mut function: syn::ItemFn) -> syn::ItemFn {
    let mut names = Vec::new();
    for input in &function.sig.inputs {
        if let syn::FnArg::Typed(typed) = input {
            names.extend(bound(&typed.pat));
        }
    }
    Branches { names }.visit_block_mut(&mut function.block);
    function
}

struct Branches {
    /// The variables in sight.
    names: Vec<String>,
}

impl VisitMut for Branches {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let around = self.names.len();
        let mut written: Vec<Stmt> = Vec::with_capacity(block.stmts.len());
        let mut pending = std::mem::take(&mut block.stmts);
        pending.reverse();
        while let Some(mut statement) = pending.pop() {
            if let Some(next) = pending.last()
                && let Some(merged) = merged(&statement, next, pending.len() == 1)
            {
                pending.pop();
                statement = merged;
            } else if let Some(alone) = self.alone(&statement, pending.is_empty()) {
                statement = alone;
            }
            visit_mut::visit_stmt_mut(self, &mut statement);
            if let Stmt::Local(local) = &statement {
                self.names.extend(bound(&local.pat));
            }
            written.push(statement);
        }
        block.stmts = written;
        self.names.truncate(around);
    }

    fn visit_expr_match_mut(&mut self, found: &mut syn::ExprMatch) {
        for arm in &mut found.arms {
            guard(arm);
        }
        visit_mut::visit_expr_match_mut(self, found);
    }
}

impl Branches {
    /// A statement under `cfg` as one that is always there.
    fn alone(&self, statement: &Stmt, is_last: bool) -> Option<Stmt> {
        let (asked, plain) = taken(statement)?;
        match &plain {
            // Only a variable in sight has a value for the other side.
            Stmt::Local(local) => {
                let name = plain_name(&local.pat)?;
                let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
                let (pattern, value) = (&local.pat, &init.expr);
                let is_known = self.names.contains(&name.to_string());
                is_known.then(
                    || syn::parse_quote!(let #pattern = if cfg!(#asked) { #value } else { #name };),
                )
            }
            // The value of a block must be there on both sides.
            Stmt::Expr(value, None) if is_last && !is_surely_unit(value) => None,
            Stmt::Expr(..) | Stmt::Macro(_) => Some(syn::parse_quote!(if cfg!(#asked) { #plain })),
            Stmt::Item(_) => None,
        }
    }
}

/// Two statements, of which there is always one.
fn merged(first: &Stmt, second: &Stmt, are_last: bool) -> Option<Stmt> {
    let ((asked, a), (other, b)) = (taken(first)?, taken(second)?);
    if !are_opposite(&asked, &other) {
        return None;
    }
    match (&a, &b) {
        (Stmt::Local(a), Stmt::Local(b)) => {
            let is_same =
                a.pat.to_token_stream().to_string() == b.pat.to_token_stream().to_string();
            let (first, second) = (a.init.as_ref()?, b.init.as_ref()?);
            let diverge = first.diverge.is_some() || second.diverge.is_some();
            let (pattern, first, second) = (&a.pat, &first.expr, &second.expr);
            (is_same && !diverge).then(
                || syn::parse_quote!(let #pattern = if cfg!(#asked) { #first } else { #second };),
            )
        }
        (Stmt::Item(Item::Const(a)), Stmt::Item(Item::Const(b))) => {
            let is_same = a.ident == b.ident
                && a.ty.to_token_stream().to_string() == b.ty.to_token_stream().to_string();
            let (first, second) = (&a.expr, &b.expr);
            let mut merged = a.clone();
            merged.expr = syn::parse_quote!(if cfg!(#asked) { #first } else { #second });
            is_same.then_some(Stmt::Item(Item::Const(merged)))
        }
        (Stmt::Expr(_, None), Stmt::Expr(_, None)) if are_last => {
            let branch: Expr = syn::parse_quote!(if cfg!(#asked) { #a } else { #b });
            Some(Stmt::Expr(branch, None))
        }
        (Stmt::Expr(..) | Stmt::Macro(_), Stmt::Expr(..) | Stmt::Macro(_)) => {
            let ends = if are_last && matches!(&b, Stmt::Expr(_, None)) {
                TokenStream::new()
            } else {
                quote!(;)
            };
            let block: syn::Block =
                syn::parse2(quote!({ if cfg!(#asked) { #a } else { #b } #ends })).ok()?;
            block.stmts.into_iter().next()
        }
        _ => None,
    }
}

/// The condition of a statement under one `cfg`, and the statement without it.
fn taken(statement: &Stmt) -> Option<(TokenStream, Stmt)> {
    let mut plain = statement.clone();
    let attributes = match &mut plain {
        Stmt::Local(local) => &mut local.attrs,
        Stmt::Macro(call) => &mut call.attrs,
        Stmt::Item(Item::Const(item)) => &mut item.attrs,
        Stmt::Expr(expression, _) => attributes_of(expression)?,
        Stmt::Item(_) => return None,
    };
    let asked = take(attributes)?;
    Some((asked, plain))
}

/// Takes the condition of the only `cfg` among attributes.
pub(crate) fn take(attributes: &mut Vec<Attribute>) -> Option<TokenStream> {
    let is_cfg = |attribute: &Attribute| attribute.path().is_ident("cfg");
    let mut found = attributes.iter().enumerate().filter(|(_, one)| is_cfg(one));
    let (position, _) = found.next()?;
    if found.next().is_some() {
        return None;
    }
    match attributes.remove(position).meta {
        syn::Meta::List(list) => Some(list.tokens),
        _ => None,
    }
}

/// The attributes of an expression that can be a statement.
fn attributes_of(expression: &mut Expr) -> Option<&mut Vec<Attribute>> {
    Some(match expression {
        // The parser gives the attributes of a statement to what begins it.
        Expr::Assign(inner) => attributes_of(&mut inner.left)?,
        Expr::Binary(inner) => attributes_of(&mut inner.left)?,
        Expr::Cast(inner) => attributes_of(&mut inner.expr)?,
        Expr::Block(inner) => &mut inner.attrs,
        Expr::Break(inner) => &mut inner.attrs,
        Expr::Call(inner) => &mut inner.attrs,
        Expr::Continue(inner) => &mut inner.attrs,
        Expr::Field(inner) => &mut inner.attrs,
        Expr::ForLoop(inner) => &mut inner.attrs,
        Expr::If(inner) => &mut inner.attrs,
        Expr::Index(inner) => &mut inner.attrs,
        Expr::Lit(inner) => &mut inner.attrs,
        Expr::Loop(inner) => &mut inner.attrs,
        Expr::Macro(inner) => &mut inner.attrs,
        Expr::Match(inner) => &mut inner.attrs,
        Expr::MethodCall(inner) => &mut inner.attrs,
        Expr::Paren(inner) => &mut inner.attrs,
        Expr::Path(inner) => &mut inner.attrs,
        Expr::Return(inner) => &mut inner.attrs,
        Expr::Struct(inner) => &mut inner.attrs,
        Expr::Tuple(inner) => &mut inner.attrs,
        Expr::Unary(inner) => &mut inner.attrs,
        Expr::While(inner) => &mut inner.attrs,
        _ => return None,
    })
}

/// An arm under `cfg` gets a guard. A variant may itself be under `cfg`, so its arm is refused.
fn guard(arm: &mut syn::Arm) {
    let mut attributes = arm.attrs.clone();
    let Some(asked) = take(&mut attributes) else {
        return;
    };
    let pattern = patterns::pattern_of(arm).to_token_stream();
    let names_variant = pattern.to_string().contains("::");
    let (guard, body) = (patterns::guard_of(arm), &arm.body);
    let guard = guard.map(|guard| quote!(&& (#guard)));
    let guarded: Result<syn::ExprMatch, _> = syn::parse2(quote! {
        match () { #(#attributes)* #pattern if cfg!(#asked) #guard => #body, }
    });
    if let (false, Ok(mut guarded)) = (names_variant, guarded)
        && let Some(guarded) = guarded.arms.pop()
    {
        *arm = guarded;
    }
}

/// Whether the value of a statement without a semicolon is the unit, by its form.
fn is_surely_unit(expression: &Expr) -> bool {
    match expression {
        Expr::Assign(_) | Expr::ForLoop(_) | Expr::While(_) => true,
        Expr::If(branch) => branch.else_branch.is_none(),
        Expr::Block(block) => !matches!(block.block.stmts.last(), Some(Stmt::Expr(_, None))),
        _ => false,
    }
}

/// `p` and `not(p)`.
pub(crate) fn are_opposite(first: &TokenStream, second: &TokenStream) -> bool {
    let negated = |asked: &TokenStream| quote!(not(#asked)).to_string();
    first.to_string() == negated(second) || second.to_string() == negated(first)
}

fn plain_name(pattern: &Pat) -> Option<syn::Ident> {
    match pattern {
        Pat::Ident(name) if name.subpat.is_none() && name.by_ref.is_none() => {
            Some(name.ident.clone())
        }
        Pat::Type(typed) => plain_name(&typed.pat),
        _ => None,
    }
}

fn bound(pattern: &Pat) -> impl Iterator<Item = String> {
    let names = patterns::bound_names(pattern);
    names.into_iter().map(|name| name.to_string())
}

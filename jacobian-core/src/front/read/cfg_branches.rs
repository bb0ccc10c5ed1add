//! `cfg` inside of functions, asked of the user's crate: code under `#[cfg(..)]` becomes a branch
//! on `cfg!(..)`, where that means the same.
//!
//! ```text
//! #[cfg(p)] { y *= 2.0; }                            if cfg!(p) { y *= 2.0; }
//! #[cfg(p)] let y = a; #[cfg(not(p))] let y = b;     let y = if cfg!(p) { a } else { b };
//! #[cfg(p)] { a } #[cfg(not(p))] { b }               if cfg!(p) { a } else { b }
//! #[cfg(p)] { a } #[cfg(all(q, not(p)))] { b }       the same, where one of them is the value
//! #[cfg(p)] 0 => a,                                  0 if cfg!(p) => a,
//! ```
//!
//! Only rustc knows the answer, after the expansion, so both sides are differentiated, and the
//! pattern is the union. Whatever has no such form keeps its attribute, and is refused.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr, Item, Pat, Stmt};

use crate::front::read::cfg_conditions::{Holding, holding};
use crate::front::syntax::patterns;

/// So many statements are sides of one branch.
const MOST_SIDES: usize = 6;

/// The function with branches in place of `cfg`.
pub(crate) fn branched(mut function: syn::ItemFn) -> syn::ItemFn {
    let mut names = Vec::new();
    for input in &function.sig.inputs {
        if let syn::FnArg::Typed(typed) = input {
            names.extend(bound(&typed.pat));
        }
    }
    let is_value = match &function.sig.output {
        syn::ReturnType::Default => false,
        syn::ReturnType::Type(_, ty) => {
            !matches!(&**ty, syn::Type::Tuple(tuple) if tuple.elems.is_empty())
        }
    };
    Branches { names, is_value }.visit_block_mut(&mut function.block);
    function
}

struct Branches {
    /// The variables in sight.
    names: Vec<String>,
    /// Whether the next block ends with the value of the function.
    is_value: bool,
}

impl VisitMut for Branches {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let around = self.names.len();
        let is_value = std::mem::take(&mut self.is_value);
        let mut written: Vec<Stmt> = Vec::with_capacity(block.stmts.len());
        let mut pending = std::mem::take(&mut block.stmts);
        pending.reverse();
        while let Some(mut statement) = pending.pop() {
            let next: Vec<&Stmt> = std::iter::once(&statement)
                .chain(pending.iter().rev())
                .collect();
            if let Some((count, merged)) = merged(&next, is_value) {
                pending.truncate(pending.len() + 1 - count);
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

/// The next statements, of which there is always one, as one statement.
fn merged(next: &[&Stmt], is_value: bool) -> Option<(usize, Stmt)> {
    let under_cfg: Vec<(TokenStream, Stmt)> = next
        .iter()
        .map_while(|statement| taken(statement))
        .collect();
    (2..=under_cfg.len().min(MOST_SIDES)).find_map(|count| {
        let (sides, are_last) = (&under_cfg[..count], count == next.len());
        let asked: Vec<&TokenStream> = sides.iter().map(|(asked, _)| asked).collect();
        let holding = holding(&asked);
        let ends = matches!(&sides[count - 1].1, Stmt::Expr(value, None) if !is_surely_unit(value));
        let is_whole = match holding {
            Holding::One => true,
            // Where none of them exists there is no value, so rustc refuses the function there.
            Holding::AtMostOne => are_last && is_value && ends,
            Holding::Several => false,
        };
        is_whole
            .then(|| merge(sides, are_last))?
            .map(|merged| (count, merged))
    })
}

fn merge(sides: &[(TokenStream, Stmt)], are_last: bool) -> Option<Stmt> {
    let same = |other: &dyn ToTokens, first: &dyn ToTokens| {
        other.to_token_stream().to_string() == first.to_token_stream().to_string()
    };
    match &sides[0].1 {
        Stmt::Local(first) => {
            let value = |(asked, side): &(TokenStream, Stmt)| match side {
                Stmt::Local(local) if same(&local.pat, &first.pat) => {
                    let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
                    Some((asked.clone(), init.expr.to_token_stream()))
                }
                _ => None,
            };
            let values = sides.iter().map(value).collect::<Option<Vec<_>>>()?;
            let (pattern, chosen) = (&first.pat, chosen(&values));
            Some(syn::parse_quote!(let #pattern = #chosen;))
        }
        Stmt::Item(Item::Const(first)) => {
            let value = |(asked, side): &(TokenStream, Stmt)| match side {
                Stmt::Item(Item::Const(item))
                    if item.ident == first.ident && same(&item.ty, &first.ty) =>
                {
                    Some((asked.clone(), item.expr.to_token_stream()))
                }
                _ => None,
            };
            let values = sides.iter().map(value).collect::<Option<Vec<_>>>()?;
            let mut merged = first.clone();
            merged.expr = syn::parse2(chosen(&values)).ok()?;
            Some(Stmt::Item(Item::Const(merged)))
        }
        _ => {
            let code = |(asked, side): &(TokenStream, Stmt)| match side {
                Stmt::Expr(..) | Stmt::Macro(_) => Some((asked.clone(), side.to_token_stream())),
                _ => None,
            };
            let codes = sides.iter().map(code).collect::<Option<Vec<_>>>()?;
            let is_value = are_last && matches!(sides.last()?.1, Stmt::Expr(_, None));
            let (chosen, end) = (chosen(&codes), (!is_value).then(|| quote!(;)));
            let block: syn::Block = syn::parse2(quote!({ #chosen #end })).ok()?;
            block.stmts.into_iter().next()
        }
    }
}

/// `if cfg!(p) { a } else if cfg!(q) { b } else { c }`
fn chosen(sides: &[(TokenStream, TokenStream)]) -> TokenStream {
    let Some(((asked, code), others)) = sides.split_first() else {
        return TokenStream::new();
    };
    if others.is_empty() {
        return code.clone();
    }
    let otherwise = match others {
        [(_, last)] => quote!({ #last }),
        others => chosen(others),
    };
    quote!(if cfg!(#asked) { #code } else #otherwise)
}

/// The condition of a statement under one `cfg`, and the statement without it.
fn taken(statement: &Stmt) -> Option<(TokenStream, Stmt)> {
    let mut plain = statement.clone();
    let asked = take(attributes_of_statement(&mut plain)?)?;
    Some((asked, plain))
}

/// The attributes of a statement.
pub(crate) fn attributes_of_statement(statement: &mut Stmt) -> Option<&mut Vec<Attribute>> {
    match statement {
        Stmt::Local(local) => Some(&mut local.attrs),
        Stmt::Macro(call) => Some(&mut call.attrs),
        Stmt::Item(Item::Const(item)) => Some(&mut item.attrs),
        Stmt::Expr(expression, _) => attributes_of(expression),
        Stmt::Item(_) => None,
    }
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
pub(crate) fn attributes_of(expression: &mut Expr) -> Option<&mut Vec<Attribute>> {
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

//! Patterns by their form: the names that they bind, whether they always fit, `..`, guards.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Pat};

use crate::ordered::Map;

use crate::front::syntax::strip::strip;

pub(crate) struct Rename<'a> {
    pub(crate) from: &'a syn::Ident,
    pub(crate) to: &'a syn::Ident,
}

impl VisitMut for Rename<'_> {
    fn visit_pat_ident_mut(&mut self, pattern: &mut syn::PatIdent) {
        if pattern.ident == *self.from {
            pattern.ident = self.to.clone();
        }
        visit_mut::visit_pat_ident_mut(self, pattern);
    }

    fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
        if field.colon_token.is_none() {
            field.colon_token = Some(syn::Token![:](proc_macro2::Span::call_site()));
        }
        visit_mut::visit_field_pat_mut(self, field);
    }
}

/// The names that a pattern of a `match` or an `if let` binds. A capitalized name is taken for a
/// constant or a variant.
pub(crate) fn names(pattern: &Pat) -> Vec<syn::Ident> {
    let is_variable = |name: &syn::Ident| !name.to_string().starts_with(char::is_uppercase);
    bound_names(pattern)
        .into_iter()
        .filter(is_variable)
        .collect()
}

/// The names that the pattern of a `let` or a parameter binds. The pattern must always fit, so a
/// capitalized name in it is a variable as well: `let A = x[0];`.
pub(crate) fn bound_names(pattern: &Pat) -> Vec<syn::Ident> {
    struct Names(Vec<syn::Ident>);
    impl<'ast> syn::visit::Visit<'ast> for Names {
        fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
            self.0.push(pattern.ident.clone());
            syn::visit::visit_pat_ident(self, pattern);
        }
    }
    let mut found = Names(Vec::new());
    syn::visit::Visit::visit_pat(&mut found, pattern);
    found.0
}

/// The names that patterns in a block bind, those of closures and inner functions too.
pub(crate) fn bound_in(block: &syn::Block) -> Vec<String> {
    struct Names(Vec<String>);
    impl<'ast> syn::visit::Visit<'ast> for Names {
        fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
            self.0.push(name.ident.to_string());
            syn::visit::visit_pat_ident(self, name);
        }
    }
    let mut names = Names(Vec::new());
    syn::visit::Visit::visit_block(&mut names, block);
    names.0
}

/// Whether a pattern has `ref mut`, so that a name in it changes what is matched.
pub(crate) fn binds_mutably(pattern: &Pat) -> bool {
    struct Mutably(bool);
    impl<'ast> syn::visit::Visit<'ast> for Mutably {
        fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
            self.0 |= name.mutability.is_some() && name.by_ref.is_some();
            syn::visit::visit_pat_ident(self, name);
        }
    }
    let mut mutably = Mutably(false);
    syn::visit::Visit::visit_pat(&mut mutably, pattern);
    mutably.0
}

/// A pattern with `ref mut` on references to parts: names without it are bound to copies, `w` as
/// `&w`.
pub(crate) fn copying_others(pattern: &mut Pat) {
    struct Copying;
    impl VisitMut for Copying {
        fn visit_pat_mut(&mut self, pattern: &mut Pat) {
            match pattern {
                Pat::Ident(name) if is_plain_name(name) && !is_rest(&Pat::Ident(name.clone())) => {
                    *pattern = syn::parse_quote!(&#name);
                }
                other => visit_mut::visit_pat_mut(self, other),
            }
        }

        fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
            let colon = syn::Token![:](proc_macro2::Span::call_site());
            field.colon_token.get_or_insert(colon);
            visit_mut::visit_field_pat_mut(self, field);
        }
    }
    if binds_mutably(pattern) {
        Copying.visit_pat_mut(pattern);
    }
}

/// A pattern that takes a value behind a reference apart, as one for the value itself: `Lp { y }`
/// on `&mut lp` is `Lp { y: ref mut y }` on `lp`.
pub(crate) fn referring(pattern: &Pat, mutability: Option<syn::Token![mut]>) -> Pat {
    struct Referring(Option<syn::Token![mut]>);
    impl VisitMut for Referring {
        fn visit_pat_mut(&mut self, pattern: &mut Pat) {
            match pattern {
                Pat::Ident(name) if is_plain_name(name) && name.subpat.is_none() => {
                    name.by_ref = Some(syn::Token![ref](name.ident.span()));
                    name.mutability = self.0;
                }
                // Behind it the names are values.
                Pat::Reference(_) => {}
                other => visit_mut::visit_pat_mut(self, other),
            }
        }
    }
    let mut pattern = pattern.clone();
    Referring(mutability).visit_pat_mut(&mut pattern);
    pattern
}

/// Whether a pattern has `mut` or `ref`, so that a name in it is not only an alias of a value.
pub(crate) fn binds_variables_of_its_own(pattern: &Pat) -> bool {
    struct Own(bool);
    impl<'ast> syn::visit::Visit<'ast> for Own {
        fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
            self.0 |= name.mutability.is_some() || name.by_ref.is_some();
        }
    }
    let mut own = Own(false);
    syn::visit::Visit::visit_pat(&mut own, pattern);
    own.0
}

/// The refutable patterns in an expression.
pub(crate) fn patterns_in(expression: &Expr) -> Vec<Pat> {
    struct Patterns(Vec<Pat>);
    impl<'ast> syn::visit::Visit<'ast> for Patterns {
        fn visit_arm(&mut self, arm: &'ast syn::Arm) {
            self.0.push(pattern_of(arm).clone());
            syn::visit::visit_arm(self, arm);
        }
        fn visit_expr_let(&mut self, condition: &'ast syn::ExprLet) {
            self.0.push((*condition.pat).clone());
            syn::visit::visit_expr_let(self, condition);
        }
        fn visit_local(&mut self, local: &'ast syn::Local) {
            if local
                .init
                .as_ref()
                .is_some_and(|init| init.diverge.is_some())
            {
                self.0.push(local.pat.clone());
            }
            syn::visit::visit_local(self, local);
        }
    }
    let mut found = Patterns(Vec::new());
    syn::visit::Visit::visit_expr(&mut found, expression);
    found.0
}

/// Statements that compile only if the names are variables, one for each name.
///
/// The name is repeated in a pattern with its own span, so rustc decides as in the user's function.
/// If it is a variable, it has the one type for which the trait is implemented. A constant may have
/// any type.
pub(crate) fn variable_checks<'a>(names: impl Iterator<Item = &'a syn::Ident>) -> Vec<TokenStream> {
    let mut checks = Map::new();
    for name in names {
        // With the span of the name, so that the message of rustc points there.
        let (mut library, at) = (crate::spelling::library(), name.span());
        library.set_span(library.span().located_at(at));
        let asked = quote_spanned!(at=> #library::Bound(#name).is_variable());
        let check = quote!(let _ = || match #library::any_value() { #name => #asked, _ => {} };);
        checks.insert(name.to_string(), check);
    }
    checks.into_values().collect()
}

/// Whether a pattern asks only whether a value is there.
pub(crate) fn is_irrefutable_inside(pattern: &Pat) -> bool {
    match pattern {
        Pat::TupleStruct(variant) => variant.elems.iter().all(is_irrefutable),
        _ => true,
    }
}

/// The name of `whole @ pattern`, and the pattern behind it.
pub(crate) fn behind_name(pattern: &Pat) -> (Option<&syn::Ident>, &Pat) {
    match pattern {
        Pat::Ident(name) if name.by_ref.is_none() && name.mutability.is_none() => {
            match &name.subpat {
                Some((_, inner)) => (Some(&name.ident), inner),
                None => (None, pattern),
            }
        }
        _ => (None, pattern),
    }
}

/// `..` or `rest @ ..`
pub(crate) fn is_rest(pattern: &Pat) -> bool {
    match pattern {
        Pat::Rest(_) => true,
        Pat::Ident(name) => name
            .subpat
            .as_ref()
            .is_some_and(|(_, inner)| matches!(**inner, Pat::Rest(_))),
        _ => false,
    }
}

/// `matches!(..)`
pub(crate) fn is_matches(call: &syn::Macro) -> bool {
    let names = |name| {
        call.path
            .segments
            .last()
            .is_some_and(|last| last.ident == name)
    };
    names("matches")
}

/// The pattern of an arm without its guard.
pub(crate) fn pattern_of(arm: &syn::Arm) -> &Pat {
    match &arm.pat {
        Pat::Guard(guarded) => &guarded.pat,
        pattern => pattern,
    }
}

pub(crate) fn pattern_mut(arm: &mut syn::Arm) -> &mut Pat {
    match &mut arm.pat {
        Pat::Guard(guarded) => &mut guarded.pat,
        pattern => pattern,
    }
}

pub(crate) fn guard_of(arm: &syn::Arm) -> Option<&Expr> {
    match &arm.pat {
        Pat::Guard(guarded) => Some(&guarded.guard),
        _ => None,
    }
}

/// The patterns that `|` joins. If they bind names, each becomes a separate arm.
pub(crate) fn alternatives(pattern: &Pat) -> Vec<&Pat> {
    match pattern {
        Pat::Or(cases) if !names(pattern).is_empty() => cases.cases.iter().collect(),
        pattern => vec![pattern],
    }
}

/// Whether a pattern is a name that is bound by value.
pub(crate) fn is_plain_name(name: &syn::PatIdent) -> bool {
    name.by_ref.is_none() && is_variable(name)
}

/// Whether a name in a pattern is that of a variable, not of a constant or a variant.
pub(crate) fn is_variable(name: &syn::PatIdent) -> bool {
    !name.ident.to_string().starts_with(char::is_uppercase)
}

/// Whether a pattern fits every value.
pub(crate) fn is_irrefutable(pattern: &Pat) -> bool {
    match pattern {
        Pat::Wild(_) | Pat::Rest(_) => true,
        Pat::Ident(_) if is_rest(pattern) => true,
        Pat::Ident(name) => {
            name.subpat.is_none() && !name.ident.to_string().starts_with(char::is_uppercase)
        }
        Pat::Paren(inner) => is_irrefutable(&inner.pat),
        Pat::Reference(inner) => is_irrefutable(&inner.pat),
        Pat::Type(inner) => is_irrefutable(&inner.pat),
        Pat::Tuple(parts) => parts.elems.iter().all(is_irrefutable),
        Pat::Slice(parts) => parts.elems.iter().all(is_irrefutable),
        Pat::Struct(parts) => parts.fields.iter().all(|part| is_irrefutable(&part.pat)),
        _ => false,
    }
}

/// The conditions that `&&` joins.
pub(crate) fn conjuncts<'a>(condition: &'a Expr, found: &mut Vec<&'a Expr>) {
    match strip(condition) {
        Expr::Binary(binary) if matches!(binary.op, syn::BinOp::And(_)) => {
            conjuncts(&binary.left, found);
            conjuncts(&binary.right, found);
        }
        other => found.push(other),
    }
}

/// The path by which a pattern names a variant or a struct.
pub(crate) fn path_of(pattern: &Pat) -> Option<syn::Path> {
    match pattern {
        Pat::TupleStruct(found) => Some(found.path.clone()),
        Pat::Struct(found) => Some(found.path.clone()),
        Pat::Path(found) => Some(found.path.clone()),
        Pat::Ident(name) if !is_variable(name) => Some(name.ident.clone().into()),
        _ => None,
    }
}

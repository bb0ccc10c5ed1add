//! Hygiene: two variables of one name in a function that a macro of the user's writes.
//!
//! ```text
//! macro_rules! twice { ($x:ident, $t:ident) => { #[jacobian] fn f($x: f64) -> f64 {
//!     let t = 2.0 * $x; let $t = $x.sin(); t * $t } } }
//! twice!(x, t);       rustc: two variables `t`, one of the macro's, one of its caller's
//! ```
//!
//! The front knows variables by their names, so it would take the two for one, and the value and
//! its derivative would be those of another function. A span says in which expansion a name was
//! written only where it is printed for debugging, `#4 bytes(7..8)`; the number is the expansion.
//! Names that another attribute has written, whose spans are not at their own text, are passed
//! over: these are the names of the user's scope.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::visit::{self, Visit};

use crate::front::messages;

/// The errors for the functions in an item that have such variables.
pub(super) fn clashes(item: &syn::Item) -> Option<TokenStream> {
    let mut functions = Functions(Vec::new());
    functions.visit_item(item);
    let errors = functions.0.into_iter().reduce(|mut all, one| {
        all.combine(one);
        all
    })?;
    Some(errors.into_compile_error())
}

/// One error for each function.
struct Functions(Vec<syn::Error>);

impl Functions {
    fn look(&mut self, visit: impl FnOnce(&mut Names)) {
        let mut names = Names::default();
        visit(&mut names);
        self.0.extend(names.clash());
    }
}

impl Visit<'_> for Functions {
    fn visit_item_fn(&mut self, function: &syn::ItemFn) {
        self.look(|names| visit::visit_item_fn(names, function));
    }

    fn visit_impl_item_fn(&mut self, function: &syn::ImplItemFn) {
        self.look(|names| visit::visit_impl_item_fn(names, function));
    }

    fn visit_trait_item_fn(&mut self, function: &syn::TraitItemFn) {
        self.look(|names| visit::visit_trait_item_fn(names, function));
    }
}

/// The names in a function that may be those of variables or of loops.
#[derive(Default)]
struct Names {
    bound: BTreeSet<String>,
    /// The expansions in which a name was written, each with its places.
    written: BTreeMap<String, BTreeMap<u32, Vec<Ident>>>,
}

impl Names {
    fn note(&mut self, mark: &str, name: &Ident) {
        if let Some(expansion) = expansion(name) {
            let written = self.written.entry(format!("{mark}{name}")).or_default();
            written.entry(expansion).or_default().push(name.clone());
        }
    }

    /// The names in the tokens of a macro, except those of members, paths and macros.
    fn note_tokens(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let is = |at: Option<usize>, sign: char| {
            let token = at.and_then(|at| tokens.get(at));
            matches!(token, Some(TokenTree::Punct(found)) if found.as_char() == sign)
        };
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => self.note_tokens(group.stream()),
                TokenTree::Ident(name) => {
                    let [before, two_before] = [1, 2].map(|back| at.checked_sub(back));
                    let is_member = is(before, '.') && !is(two_before, '.');
                    let next = |sign| is(Some(at + 1), sign) && !is(Some(at + 2), '=');
                    if !is_member && !is(before, ':') && !next(':') && !next('!') {
                        self.note("", name);
                    }
                }
                _ => {}
            }
        }
    }

    /// The error about a name that means two things.
    fn clash(&self) -> Option<syn::Error> {
        let name = self
            .bound
            .iter()
            .find(|name| self.innermost(name).is_some())?;
        let message = messages::two_variables(name);
        Some(syn::Error::new(self.innermost(name)?.span(), message))
    }

    /// A place of a name in the innermost of the macros that wrote it, if there are several.
    ///
    /// Few names are written in two expansions, and only these are compared with the text, because
    /// asking rustc for it takes time.
    fn innermost(&self, name: &str) -> Option<&Ident> {
        let all = self.written.get(name).filter(|all| all.len() > 1)?;
        let own = |places: &&Vec<Ident>| places.iter().any(stands_at_its_text);
        // Numbers of expansions grow.
        let mut own = all.values().filter(own).rev();
        let last = own.next()?.first();
        own.next().and(last)
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        let name = &pattern.ident;
        // What begins with a capital may be a constant or a variant, `None => ..`, and these have
        // no hygiene. A capital alone is a matrix.
        let text = name.to_string();
        if text.len() == 1 || !text.starts_with(char::is_uppercase) {
            self.bound.insert(text);
        }
        self.note("", name);
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        if let Some(name) = path.path.get_ident() {
            self.note("", name);
        }
        visit::visit_expr_path(self, path);
    }

    fn visit_label(&mut self, label: &'ast syn::Label) {
        self.bound.insert(label.name.to_string());
        visit::visit_label(self, label);
    }

    fn visit_lifetime(&mut self, lifetime: &'ast syn::Lifetime) {
        self.note("'", &lifetime.ident);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.note_tokens(call.tokens.clone());
    }
}

/// The number of the expansion in which a name was written: 4 of `#4 bytes(7..8)`.
fn expansion(name: &Ident) -> Option<u32> {
    let printed = format!("{:?}", name.span());
    let (number, _) = printed.split_once(' ')?;
    number.strip_prefix('#')?.parse().ok()
}

/// Whether the source has this name at its place. That of a label has its quote.
fn stands_at_its_text(name: &Ident) -> bool {
    let text = name.span().source_text();
    text.is_some_and(|text| *name == text.trim_start_matches('\''))
}

//! `cfg` inside of functions that no branch can take the place of: which condition decides.
//!
//! ```text
//! #[cfg(p)] fn root(x: f64) -> f64 { .. }      in a body: `p`
//! #[cfg(p)] { y *= x; }                        a branch, `if cfg!(p) { y *= x; }`, says the same
//! #[cfg(p)] let y = libm::sqrt(x);             `p`: elsewhere there may be no such crate
//! ```
//!
//! The code around is then expanded for both answers, as it is for items under `cfg`.
//!
//! Cost: one walk over each function that the attributed ones may reach.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemFn};

use crate::front::cfg_branches::{attributes_of_statement, branched, take};
use crate::front::cfg_conditions::open_question;
use crate::front::definitions::is_primitive;
use crate::front::names_any;

use super::reached::Reached;

/// A condition with its answer.
pub(super) type Known = (TokenStream, bool);

/// A condition in the bodies of functions, which decides more than a branch.
pub(super) fn condition_in_bodies(items: &[Item], known: &[Known]) -> Option<TokenStream> {
    let mut bodies = Bodies {
        reached: Reached::of(items),
        known,
        found: None,
    };
    for item in items {
        bodies.visit_item(item);
    }
    bodies.found
}

struct Bodies<'a> {
    reached: Reached,
    known: &'a [Known],
    found: Option<TokenStream>,
}

impl Bodies<'_> {
    fn look(&mut self, function: ItemFn) {
        let name = function.sig.ident.to_string();
        let body = function.block.to_token_stream();
        if self.found.is_some() || !self.reached.has(&name) || !names_any(&body, &["cfg"]) {
            return;
        }
        let mut search = Search::knowing(self.known);
        search.visit_block(&function.block);
        let of_crates = search.of_crates;
        self.found = of_crates.or_else(|| {
            let mut search = Search::knowing(self.known);
            search.visit_block(&branched(function).block);
            search.found
        });
    }
}

impl<'ast> Visit<'ast> for Bodies<'_> {
    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        self.look(function.clone());
    }

    fn visit_impl_item_fn(&mut self, method: &'ast syn::ImplItemFn) {
        self.look(ItemFn {
            attrs: Vec::new(),
            vis: method.vis.clone(),
            modifiers: method.modifiers.clone(),
            sig: method.sig.clone(),
            block: Box::new(method.block.clone()),
        });
    }
}

/// Looks for `cfg` attributes.
struct Search<'a> {
    known: &'a [Known],
    found: Option<TokenStream>,
    /// That of a statement which names another crate.
    of_crates: Option<TokenStream>,
}

impl<'a> Search<'a> {
    fn knowing(known: &'a [Known]) -> Self {
        Self {
            known,
            found: None,
            of_crates: None,
        }
    }
}

impl<'ast> Visit<'ast> for Search<'_> {
    fn visit_stmt(&mut self, statement: &'ast syn::Stmt) {
        let mut plain = statement.clone();
        let asked = attributes_of_statement(&mut plain).and_then(take);
        if let Some(asked) = asked {
            let mut crates = Crates { is_named: false };
            crates.visit_stmt(&plain);
            let asked = crates
                .is_named
                .then(|| open_question(&asked, self.known))
                .flatten();
            self.of_crates = self.of_crates.take().or(asked);
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if self.found.is_none() {
            let asked = take(&mut vec![attribute.clone()]);
            self.found = asked.and_then(|asked| open_question(&asked, self.known));
        }
        visit::visit_attribute(self, attribute);
    }
}

/// Looks for paths that may begin with the name of a crate.
struct Crates {
    is_named: bool,
}

impl<'ast> Visit<'ast> for Crates {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        let first = path.segments.first().map(|first| first.ident.to_string());
        let is_crate = first.is_some_and(|first| {
            first.starts_with(char::is_lowercase)
                && !ALWAYS_THERE.contains(&first.as_str())
                && !is_primitive(&first)
        });
        self.is_named |= path.segments.len() > 1 && is_crate;
        visit::visit_path(self, path);
    }
}

/// Where paths begin that name no other crate.
const ALWAYS_THERE: &[&str] = &["core", "crate", "self", "super"];

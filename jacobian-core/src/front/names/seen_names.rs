//! Checks by rustc that names of a function are those of crates that it sees.
//!
//! ```text
//! #[jacobian(see(cgmath))] fn f(v: Vector3<f64>)      the `use` above is not seen, so rustc is
//!                                                     asked: is `Vector3` `::cgmath::Vector3`?
//! ```
//!
//! Two globs that bring one name are an error only if they bring two things.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::syntax::captures::mentioned;

impl<M> Lowering<M> {
    /// A message about what a path means, with the option `see` if it is of another crate.
    pub(crate) fn or_see(&self, message: String, path: &syn::Path) -> String {
        let full = self.names.imports.full_path(path, self.module());
        let Some((root, _)) = full.split_once("::") else {
            return message;
        };
        let is_of_crate = root.starts_with(|first: char| first.is_alphabetic());
        // A path of two names that no import brings may be that of a module or of a type here.
        let is_imported = path.leading_colon.is_some()
            || path
                .segments
                .first()
                .is_none_or(|first| first.ident != root)
            || self.given.types.imports.is_imported(root);
        if is_of_crate && is_imported && self.could_see(root) {
            return messages::or_see(&message, root);
        }
        match self.crate_of_globs(&full) {
            Some(root) => messages::or_see(&message, &root),
            None => message,
        }
    }

    /// Whether a name may be that of another crate, whose source is not seen yet.
    fn could_see(&self, root: &str) -> bool {
        let is_known = ["crate", "self", "super", "std", "core", "alloc"].contains(&root);
        !is_known && !self.given.types.places.seen.iter().any(|seen| seen == root)
    }

    /// The one crate of which a module imports everything, if a path may lead there.
    fn crate_of_globs(&self, full: &str) -> Option<String> {
        let paths = self.names.imports.by_globs(full, self.module());
        let mut roots: Vec<&str> = paths
            .iter()
            .filter_map(|path| path.split("::").next())
            .collect();
        roots.retain(|root| self.could_see(root) && root.starts_with(char::is_alphabetic));
        roots.dedup();
        match roots.as_slice() {
            [root] => Some((*root).to_owned()),
            _ => None,
        }
    }

    /// Notes a check for each name of the function that we take for one of a crate that is seen.
    pub(crate) fn check_seen_names(&mut self, function: &syn::ItemFn) {
        let types = std::rc::Rc::clone(&self.given.types);
        let Some(home) = types.places.modules.get(self.given.home.module) else {
            return;
        };
        let mentioned = mentioned(function.to_token_stream());
        for (name, own) in &home.view {
            if name.contains("::") || !mentioned.contains(name) {
                continue;
            }
            if let Some(path) = types.places.public_path(own) {
                let check = check(&Ident::new(name, Span::call_site()), &path);
                let checks = &mut self.writer.matrices.checks;
                checks.insert(check.to_string(), check);
            }
        }
    }
}

fn check(name: &Ident, path: &syn::Path) -> TokenStream {
    let check = format_ident!("__{name}_is_of_the_crate_that_is_seen");
    quote! {
        #[allow(unused_imports, non_snake_case, dead_code)]
        mod #check {
            mod here {
                pub(super) use super::super::#name;
            }
            mod there {
                pub(super) use #path as #name;
            }
            use here::*;
            use there::*;
            use #name as __Same;
        }
    }
}

//! Checks by rustc that the types of other crates are those that the prelude describes.
//!
//! ```text
//! fn f(z: Complex64)      let _ = |of: Complex64| { let _: ::num_complex::Complex64 = of; };
//! ```
//!
//! The attribute may not see the `use`, and a crate may have a module of that name. Each path in
//! the attributed function that we take for such a type gets a check.
//!
//! Copied code of an inlined function may name such a type, so it is spelled as here.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::visit::Visit;

use crate::ordered::Map;

use crate::front::names::state::Lowering;
use crate::front::prelude::definition::Type;
use crate::front::prelude::types::{Crate, named};
use crate::front::syntax::form::path_key;
use crate::interface::Maker;

impl<M> Lowering<M> {
    /// Notes a check for each type of another crate that the function names.
    pub(crate) fn check_crate_types(
        &mut self,
        function: &syn::ItemFn,
        types: &Map<String, String>,
    ) {
        if types.is_empty() {
            return;
        }
        let mut paths = Paths(Vec::new());
        paths.visit_item_fn(function);
        for path in paths.0 {
            let name = path_key(&path).and_then(|key| types.get(&key));
            let Some(check) = name.and_then(|name| self.crate_type_check(&path, name)) else {
                continue;
            };
            let checks = &mut self.writer.matrices.checks;
            checks.insert(check.to_string(), check);
        }
    }

    /// Spells the type with which a path begins as the attributed function names it. `false` if the
    /// path begins with no type in view of both.
    pub(crate) fn spell_type_here(&self, path: &mut syn::Path) -> bool {
        let types = &self.given.types;
        let Some(first) = path.segments.first() else {
            return false;
        };
        let key = types.key(&first.ident.clone().into(), &self.within());
        let here = key.and_then(|key| types.path_in_view(&key, self.given.home.module));
        let Some(mut here) = here else {
            return false;
        };
        if let Some(last) = here.segments.last_mut() {
            last.arguments.clone_from(&first.arguments);
        }
        here.segments.extend(path.segments.iter().skip(1).cloned());
        *path = here;
        true
    }

    /// A struct literal of a type whose fields are not public, as the call that makes the value.
    /// Only the texts of the prelude have such literals.
    pub(crate) fn made_by_call(&self, expression: &syn::Expr) -> Option<syn::Expr> {
        let syn::Expr::Struct(literal) = expression else {
            return None;
        };
        let key = self.given.types.key(&literal.path, &self.within())?;
        let layout = self.given.types.layout(&key, self.given.home.module)?;
        let Some(Maker::Function(name)) = layout.made else {
            return None;
        };
        let of_member = |member: &syn::Member| {
            let mut fields = literal.fields.iter();
            fields.find(|field| field.member == *member)
        };
        let fields = layout.members.iter().map(of_member);
        let fields: Vec<&syn::FieldValue> = fields.collect::<Option<_>>()?;
        let values = fields.iter().map(|field| &field.expr);
        let (path, name) = (&literal.path, Ident::new(name, Span::call_site()));
        Some(syn::parse_quote!(#path::#name(#(#values),*)))
    }

    /// The crate and the type that a path names. Two crates may have a type of one name.
    fn crate_and_type(
        &self,
        path: &syn::Path,
        name: &str,
    ) -> Option<(&'static Crate, &'static Type)> {
        let types = &self.given.types;
        let key = types.key(path, &self.within());
        let known = key.and_then(|key| {
            let (module, own) = key.split_once("::")?;
            let of = types.crate_of(module.parse().ok()?)?;
            Some((of, of.types.iter().find(|ty| ty.name == own)?))
        });
        known.or_else(|| named(name))
    }

    fn crate_type_check(&self, path: &syn::Path, name: &str) -> Option<TokenStream> {
        let (of, ty) = self.crate_and_type(path, name)?;
        // `Complex64` has its scalar in the name, but `ArrayView1` has not.
        let aliases = ty.aliases.iter().filter(|(alias, _)| *alias == name);
        let is_alias = aliases.count() == 1;
        let full = self.names.imports.full_path(path, None);
        // Without its `use` a name alone is that of the crate.
        let full = match full.strip_prefix('#') {
            Some(_) => format!("{}::{name}", of.paths.first()?),
            None => full,
        };
        let full: syn::Path = syn::parse_str(&full).ok()?;
        // A type with its arguments is checked as it is written.
        let number = Ident::new(&self.given.scalar_name, Span::call_site());
        let given = &with_storage(&path.segments.last()?.arguments, of, &number);
        let has_arguments = !matches!(given, syn::PathArguments::None);
        let is_written = !of.is_plain(name) && (!is_alias || has_arguments);
        let other = of.other_argument(name).map(|other| {
            let root = of
                .paths
                .first()
                .map(|root| Ident::new(root, Span::call_site()));
            if let Ok(length) = other.parse::<usize>() {
                return Literal::usize_unsuffixed(length).to_token_stream();
            }
            let name = Ident::new(other, Span::call_site());
            quote!(::#root::#name)
        });
        let scalar = is_written.then(|| match (given, other) {
            (syn::PathArguments::None, Some(other)) => quote!(<#number, #other>),
            (syn::PathArguments::None, None) => quote!(<#number>),
            (given, _) => quote!(#given),
        });
        let mut plain = path.clone();
        let last = plain.segments.last_mut()?;
        last.arguments = syn::PathArguments::None;
        let at = Span::call_site().located_at(last.ident.span());
        let of_crate = full.to_token_stream().into_iter().map(|mut token| {
            token.set_span(at);
            token
        });
        // Lifetimes of a `let` are inferred, so that a view may be borrowed from anything.
        Some(quote!(let _ = |of: #plain #scalar| { let _: ::#(#of_crate)* #scalar = of; };))
    }
}

/// The arguments of a type with a storage of ndarray that its traits name, because `impl Data` is
/// no type of a variable: `ArrayBase<impl Data<Elem = f64>, Ix1>`.
fn with_storage(given: &syn::PathArguments, of: &Crate, number: &Ident) -> syn::PathArguments {
    let mut given = given.clone();
    if let syn::PathArguments::AngleBracketed(list) = &mut given
        && of.paths.first() == Some(&"ndarray")
    {
        for argument in &mut list.args {
            if let syn::GenericArgument::Type(ty @ syn::Type::ImplTrait(_)) = argument {
                *ty = syn::parse_quote!(::ndarray::OwnedRepr<#number>);
            }
        }
    }
    given
}

/// The paths in some code, and their beginnings: `Complex::new` begins with `Complex`.
struct Paths(Vec<syn::Path>);

impl<'ast> Visit<'ast> for Paths {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        let mut path_so_far = syn::Path {
            leading_colon: path.leading_colon,
            segments: syn::punctuated::Punctuated::new(),
        };
        for segment in &path.segments {
            path_so_far.segments.push(segment.clone());
            self.0.push(path_so_far.clone());
        }
        syn::visit::visit_path(self, path);
    }
}

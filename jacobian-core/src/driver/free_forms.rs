//! Methods of a trait for a type of another crate, read as free functions.
//!
//! ```text
//! impl Erf for f64 { fn erf(self) -> Self { .. } }      stays as it is
//! fn erf(this: f64) -> f64 { <f64 as Erf>::erf(this) }  is differentiated, and not emitted
//! pub fn erf_jacobian(this: f64) -> ..                  is emitted beside the `impl`
//! ```
//!
//! Such a type can have no inherent `impl` here. The receiver is an ordinary parameter of the
//! function, and so it is an independent where its type is one of numbers.

use proc_macro2::{Group, Ident, Literal, TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::visit_mut::VisitMut;
use syn::{Attribute, FnArg, ItemImpl, ReceiverKind, Type};

use super::shared_options::{clauses, options_of};

/// A method as a free function.
pub(super) struct FreeForm {
    pub(super) function: syn::ItemFn,
}

impl FreeForm {
    /// The free function that calls a method. The method is one of the inherent `impl`.
    pub(super) fn of(method: &syn::ItemFn, of_trait: &syn::Path, inherent: &ItemImpl) -> Self {
        let own_type = &inherent.self_ty;
        let mut function = method.clone();
        OwnType(own_type).visit_signature_mut(&mut function.sig);
        let generics = &mut function.sig.generics;
        let of_method = std::mem::take(&mut generics.params);
        generics.params.clone_from(&inherent.generics.params);
        generics.params.extend(of_method);
        if let Some(clauses) = &inherent.generics.where_clause {
            let own = generics.make_where_clause();
            own.predicates.extend(clauses.predicates.clone());
        }
        let mut passed = Vec::new();
        for (position, input) in function.sig.inputs.iter_mut().enumerate() {
            let (name, ty) = match input {
                FnArg::Receiver(receiver) => (this(), type_of_receiver(receiver, own_type)),
                FnArg::Typed(typed) => {
                    let name = match &*typed.pat {
                        syn::Pat::Ident(name) => name.ident.clone(),
                        _ => format_ident!("argument_{position}"),
                    };
                    (name, (*typed.ty).clone())
                }
            };
            *input = syn::parse_quote!(#name: #ty);
            passed.push(name);
        }
        let name = &function.sig.ident;
        let given = arguments_of(&method.sig.generics);
        function.block =
            syn::parse_quote!({ <#own_type as #of_trait>::#name #given(#(#passed),*) });
        Self { function }
    }

    /// The function under the `cfg` of the `impl` that it is made for.
    pub(super) fn under(mut self, attributes: &[Attribute]) -> Self {
        let conditions = attributes.iter().filter(|one| one.path().is_ident("cfg"));
        self.function.attrs.extend(conditions.cloned());
        self
    }

    /// The attributes, with the name of the parameter for `self` in `wrt`, `of` and `dim`.
    pub(super) fn renamed(asked: Vec<Attribute>) -> Vec<Attribute> {
        let each = asked.into_iter().map(|mut attribute| {
            let options = options_of(&attribute);
            if options.is_empty() {
                return attribute;
            }
            let options = clauses(options).map(|(name, clause)| {
                let is_of_places = ["wrt", "of", "dim"].contains(&name.as_str());
                if is_of_places {
                    without_self(clause)
                } else {
                    clause
                }
            });
            let path = attribute.path().clone();
            attribute.meta = syn::Meta::List(syn::parse_quote!(#path(#(#options),*)));
            attribute
        });
        each.collect()
    }

    /// The name that the generated items begin with.
    pub(super) fn prefix(&self, asked: &[Attribute]) -> String {
        let given = asked.iter().flat_map(|one| clauses(options_of(one)));
        let given = given.filter(|(name, _)| name == "prefix");
        let given = given
            .filter_map(|(_, clause)| clause.into_iter().nth(2))
            .last();
        given.map_or_else(
            || self.function.sig.ident.to_string(),
            |given| given.to_string(),
        )
    }

    /// The generated items. Their documentation names the method without a link, because there is
    /// no function of that name.
    pub(super) fn emitted(&self, generated: TokenStream) -> TokenStream {
        let name = &self.function.sig.ident;
        without_links(generated, &format!("[`{name}`]"), &format!("`{name}`"))
    }
}

/// Whether a type is defined outside of this crate: by the language, by std, or by a crate that it
/// is imported from.
pub(super) fn is_of_others(ty: &Type, is_imported: impl Fn(&syn::Path) -> bool) -> bool {
    match ty {
        Type::Path(path) => {
            let last = path.path.segments.last();
            let is_known = |last: &syn::PathSegment| {
                let is_number = path.path.segments.len() == 1
                    && PRIMITIVES.iter().any(|name| last.ident == name);
                is_number || OF_STD.iter().any(|name| last.ident == name)
            };
            last.is_some_and(is_known) || is_imported(&path.path)
        }
        Type::TraitObject(_) => false,
        Type::Paren(inner) => is_of_others(&inner.elem, is_imported),
        Type::Group(inner) => is_of_others(&inner.elem, is_imported),
        _ => true,
    }
}

const PRIMITIVES: &[&str] = &[
    "f64", "f32", "usize", "isize", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64",
    "i128", "bool", "char", "str",
];

/// Types of std that traits are often implemented for.
const OF_STD: &[&str] = &["Vec", "Box", "Rc", "Arc", "Option", "VecDeque"];

/// The parameters of a method as the arguments of its call, `::<B, N>`: options may give types.
fn arguments_of(generics: &syn::Generics) -> Option<TokenStream> {
    let names = generics
        .params
        .iter()
        .filter_map(|parameter| match parameter {
            syn::GenericParam::Type(parameter) => Some(&parameter.ident),
            syn::GenericParam::Const(parameter) => Some(&parameter.ident),
            syn::GenericParam::Lifetime(_) => None,
        });
    let names: Vec<&Ident> = names.collect();
    (!names.is_empty()).then(|| quote!(::<#(#names),*>))
}

fn this() -> Ident {
    format_ident!("this")
}

fn type_of_receiver(receiver: &syn::Receiver, own_type: &Type) -> Type {
    match &receiver.kind {
        ReceiverKind::Reference(and, lifetime, mutability) => {
            syn::parse_quote!(#and #lifetime #mutability #own_type)
        }
        ReceiverKind::Typed(_, ty) => {
            let mut ty = (**ty).clone();
            OwnType(own_type).visit_type_mut(&mut ty);
            ty
        }
        _ => own_type.clone(),
    }
}

/// Writes the type in place of `Self`.
struct OwnType<'a>(&'a Type);

impl VisitMut for OwnType<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        syn::visit_mut::visit_type_mut(self, ty);
        if matches!(ty, Type::Path(path) if path.qself.is_none() && path.path.is_ident("Self")) {
            *ty = self.0.clone();
        }
    }
}

fn without_self(tokens: TokenStream) -> TokenStream {
    let each = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(name) if name == "self" => {
            TokenTree::Ident(Ident::new("this", name.span()))
        }
        TokenTree::Group(group) => {
            let inner = without_self(group.stream());
            let mut inner = Group::new(group.delimiter(), inner);
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        token => token,
    });
    each.collect()
}

/// The tokens with another text in place of a link in string literals.
fn without_links(tokens: TokenStream, link: &str, text: &str) -> TokenStream {
    let each = tokens.into_iter().map(|token| match token {
        TokenTree::Literal(literal) => {
            let written = literal.to_string();
            if !written.starts_with('"') || !written.contains(link) {
                return TokenTree::Literal(literal);
            }
            let replaced = written.replace(link, text);
            replaced
                .parse::<Literal>()
                .map_or(literal.into(), TokenTree::Literal)
        }
        TokenTree::Group(group) => {
            let inner = without_links(group.stream(), link, text);
            let mut inner = Group::new(group.delimiter(), inner);
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        token => token,
    });
    each.collect()
}

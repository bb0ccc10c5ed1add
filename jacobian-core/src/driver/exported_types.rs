//! Types that are exported with the `impl`s that they list.
//!
//! ```text
//! #[jacobian(export(impl, Add))]          asks for the tokens of both `impl`s, and makes one macro
//! pub struct Pose { .. }                  `Pose` with everything
//! #[jacobian(export)] impl Pose { .. }            a macro for the type: __impl_Pose_..
//! #[jacobian(export)] impl Add for Pose { .. }    another one:          __impl_Add_for_Pose_..
//! ```
//!
//! A macro cannot know which `impl`s a type has elsewhere in the file, so the type lists them.
//! rustc checks both ways: each of the list is exported, and each exported one is in a list.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Attribute, Item, ItemImpl};

use crate::diag::Diagnostics;
use crate::front::arguments::Arguments;
use crate::front::messages;

use super::attributed::{is_attribute, without_attributes};
use super::carriers::{attributes_of, carrier, configured, is_public, name_of, visibility_of};
use super::generate::orders;
use super::shared_options::{clauses, options_of};
use super::site::head;

/// The clause `export`, and the other options.
pub(super) fn split(arguments: &TokenStream) -> Option<(TokenStream, TokenStream)> {
    let mut export = None;
    let mut rest = TokenStream::new();
    for (name, clause) in clauses(arguments.clone()) {
        if name == "export" {
            export = Some(clause);
        } else {
            rest.extend(quote!(#clause,));
        }
    }
    Some((export?, rest))
}

/// Takes the option `export` from the attributes of an `impl` in an attributed module, which does
/// everything else that they ask for.
pub(super) fn take_export(block: &mut ItemImpl) -> Option<Attribute> {
    let is_exported = |one: &Attribute| is_attribute(one) && split(&options_of(one)).is_some();
    let position = block.attrs.iter().position(is_exported)?;
    let mut export = block.attrs.remove(position);
    let (clause, rest) = split(&options_of(&export))?;
    let path = export.path().clone();
    if !rest.is_empty() {
        let attribute = syn::parse_quote!(#[#path(#rest)]);
        block.attrs.insert(position, attribute);
    }
    export.meta = syn::Meta::List(syn::parse_quote!(#path(#clause)));
    Some(export)
}

/// An `impl` in the list of a type.
struct Listed {
    span: Span,
    of_trait: Option<syn::Path>,
    of_type: Option<syn::Type>,
}

impl Parse for Listed {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let span = input.span();
        if input.peek(syn::Token![impl]) {
            input.parse::<syn::Token![impl]>()?;
            return Ok(Self {
                span,
                of_trait: None,
                of_type: None,
            });
        }
        let of_trait = Some(input.parse()?);
        let is_of_other = input.peek(syn::Token![for]);
        let of_type = is_of_other.then(|| {
            input.parse::<syn::Token![for]>()?;
            input.parse()
        });
        Ok(Self {
            span,
            of_trait,
            of_type: of_type.transpose()?,
        })
    }
}

/// The macro of a type, or the call of the first macro of its `impl`s.
pub(super) fn of_type(item: &Item, export: TokenStream, rest: &TokenStream) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    let arguments = Arguments::parse(rest.clone(), &orders(), &mut diagnostics);
    for (name, clause) in clauses(rest.clone()) {
        if name != "crate" {
            diagnostics.error_at(&clause, messages::EXPORT_ALONE);
        }
    }
    let list = export.into_iter().nth(1);
    let list = list.map_or_else(TokenStream::new, |list| match list {
        TokenTree::Group(list) => list.stream(),
        other => other.into(),
    });
    let listed = Punctuated::<Listed, syn::Token![,]>::parse_terminated.parse2(list);
    if listed.is_err() {
        diagnostics.error_at(&head(item), messages::EXPORT_LIST);
    }
    let listed = listed.unwrap_or_default();
    if let Err(errors) = diagnostics.finish() {
        return errors.into_compile_error();
    }
    let Some(name) = name_of(item) else {
        return TokenStream::new();
    };
    let keys = listed.iter().map(|one| {
        let of_type = match &one.of_type {
            Some(ty) => ty.to_token_stream(),
            None => name.to_token_stream(),
        };
        key(one.of_trait.as_ref(), &of_type, one.span)
    });
    let keys: Vec<Key> = keys.collect();
    let Some(first) = keys.first().map(Key::of_macro) else {
        return collected(item, &[]);
    };
    let macros: Vec<Ident> = keys.iter().map(Key::of_macro).collect();
    let marks = keys.iter().map(Key::mark);
    let runtime = &arguments.runtime;
    quote! {
        #( #[doc(hidden)] #[allow(non_camel_case_types, dead_code)] type #marks = (); )*
        #first! { { #runtime::__with } (#(#macros),*) [use(#(#macros),*), #rest] [#item] [] }
    }
}

/// The macro of a type with the tokens of its `impl`s. It carries none if one of them is refused.
fn collected(item: &Item, blocks: &[TokenStream]) -> TokenStream {
    let (Some(name), Some(visibility)) = (name_of(item), visibility_of(item)) else {
        return TokenStream::new();
    };
    let carrier = carrier(name, item);
    let id = carrier.name.to_string();
    let item = without_attributes(item.clone());
    carrier.emitted(
        attributes_of(&item),
        Some(&quote!(#id #item #(#blocks)*)),
        is_public(visibility),
        &quote!(#visibility use),
    )
}

/// The macro of an `impl`, which its type asks for.
pub(super) fn of_impl(block: &ItemImpl) -> TokenStream {
    let of_trait = block.trait_.as_ref().map(|(path, _)| path);
    let ty = block.self_ty.to_token_stream();
    let key = key(of_trait, &ty, span_of(&ty));
    let (name, mark) = (key.of_macro(), key.mark());
    let block = Item::Impl(block.clone());
    let carrier = carrier(&name, &block);
    let block = without_attributes(block);
    let emitted = carrier.emitted(
        attributes_of(&block),
        Some(&block.to_token_stream()),
        false,
        &quote!(use),
    );
    let configured = configured(attributes_of(&block));
    quote! {
        #emitted
        #configured const _: #mark = ();
    }
}

/// The name of an `impl`, for its type and for itself: `Mul_f64_for_Pose`.
struct Key {
    name: String,
    span: Span,
}

impl Key {
    fn of_macro(&self) -> Ident {
        let name = &self.name;
        format_ident!(
            "__impl_{name}_which_needs_the_option_export",
            span = self.span
        )
    }

    fn mark(&self) -> Ident {
        let name = &self.name;
        format_ident!(
            "__the_type_lists_impl_{name}_in_its_option_export",
            span = self.span
        )
    }
}

/// Lifetimes, parameters of the type itself and paths before a name make no difference.
fn key(of_trait: Option<&syn::Path>, of_type: &TokenStream, span: Span) -> Key {
    let of_type = match syn::parse2::<syn::Type>(of_type.clone()) {
        Ok(syn::Type::Path(path)) => {
            let last = path.path.segments.last();
            last.map_or_else(String::new, |last| last.ident.unraw().to_string())
        }
        _ => spelled(of_type),
    };
    let last = of_trait.and_then(|path| path.segments.last());
    let name = match last {
        Some(last) => format!("{}_for_{of_type}", spelled(&last.to_token_stream())),
        None => of_type,
    };
    Key { name, span }
}

/// Tokens as a part of a name.
fn spelled(tokens: &TokenStream) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut is_lifetime = false;
    for token in tokens.clone() {
        match token {
            TokenTree::Ident(_) if is_lifetime => is_lifetime = false,
            TokenTree::Ident(name) => words.push(name.unraw().to_string()),
            TokenTree::Punct(mark) if mark.as_char() == '\'' => is_lifetime = true,
            TokenTree::Punct(mark) if mark.as_char() == '&' => words.push("ref".to_owned()),
            TokenTree::Punct(_) => {}
            TokenTree::Literal(value) => words.push(value.to_string().replace('.', "_")),
            TokenTree::Group(group) => words.push(spelled(&group.stream())),
        }
    }
    words.join("_")
}

fn span_of(tokens: &TokenStream) -> Span {
    let first = tokens.clone().into_iter().next();
    first.map_or_else(Span::call_site, |first| first.span())
}

/// The last step of a type whose `impl`s have answered.
pub(super) fn answered(item: TokenStream, blocks: &[TokenStream]) -> Option<TokenStream> {
    let item: Item = syn::parse2(item).ok()?;
    matches!(item, Item::Struct(_) | Item::Enum(_)).then(|| collected(&item, blocks))
}

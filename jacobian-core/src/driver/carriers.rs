//! An exported item becomes a macro that holds its tokens. The attribute of a function that uses
//! the item calls this macro to get them.
//!
//! ```text
//! fn sq(..) { .. }  =>  macro_rules! __jacobian_sq_9f3.. { hands its tokens to a callback }
//!                       pub use __jacobian_sq_9f3.. as sq;
//! ```

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::{Attribute, Item};

/// Whether an item may be seen by other crates.
pub(super) fn is_public(visibility: &syn::Visibility) -> bool {
    matches!(visibility, syn::Visibility::Public(_))
}

/// The macro that hands over the tokens of an item. It is defined under a name of its own, and
/// imported under that of the item.
pub(super) struct Carrier<'a> {
    pub(super) name: Ident,
    item: &'a Ident,
}

/// The name has a hash of the item and of its place.
pub(super) fn carrier<'a>(name: &'a Ident, item: &impl ToTokens) -> Carrier<'a> {
    let hash = hash(&format!("{:?} {}", name.span(), item.to_token_stream()));
    let of_macro = format_ident!(
        "__jacobian_{}_{hash:016x}",
        syn::ext::IdentExt::unraw(name),
        span = Span::call_site()
    );
    Carrier {
        name: of_macro,
        item: name,
    }
}

impl Carrier<'_> {
    pub(super) fn emitted(
        &self,
        attributes: &[Attribute],
        carried: Option<&TokenStream>,
        is_public: bool,
        uses: &TokenStream,
    ) -> TokenStream {
        let (carrier, name) = (&self.name, self.item);
        // Only a macro that is exported from the crate may be re-exported from it.
        let exported = is_public.then(|| quote!(#[macro_export]));
        let configured = configured(attributes);
        let dollar = TokenTree::Punct(proc_macro2::Punct::new('$', proc_macro2::Spacing::Alone));
        quote! {
            #configured #[doc(hidden)] #exported
            macro_rules! #carrier {
                ({ #dollar (#dollar callback:tt)* } #dollar (#dollar rest:tt)*) => {
                    #dollar (#dollar callback)* ! { { #carried } #dollar (#dollar rest)* }
                };
            }
            #configured #[doc(hidden)] #[allow(unused_imports)]
            #uses #carrier as #name;
        }
    }
}

/// The attributes that decide whether an item exists.
pub(super) fn configured(attributes: &[Attribute]) -> TokenStream {
    let configured = attributes.iter().filter(|one| one.path().is_ident("cfg"));
    quote!(#(#configured)*)
}

pub(super) fn name_of(item: &Item) -> Option<&Ident> {
    Some(match item {
        Item::Struct(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Const(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        _ => return None,
    })
}

pub(super) fn visibility_of(item: &Item) -> Option<&syn::Visibility> {
    Some(match item {
        Item::Struct(item) => &item.vis,
        Item::Enum(item) => &item.vis,
        Item::Type(item) => &item.vis,
        Item::Trait(item) => &item.vis,
        Item::Const(item) => &item.vis,
        Item::Fn(item) => &item.vis,
        _ => return None,
    })
}

pub(super) fn attributes_of(item: &Item) -> &[Attribute] {
    match item {
        Item::Struct(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Const(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        _ => &[],
    }
}

/// FNV-1a, which is the same on every machine.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

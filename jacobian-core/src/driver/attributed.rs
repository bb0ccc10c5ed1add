//! Our own attributes inside of an item: they are found, and removed after they are understood.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, ImplItem, Item, TraitItem};

pub(super) fn is_attribute(attribute: &Attribute) -> bool {
    let last = attribute.path().segments.last();
    last.is_some_and(|last| last.ident == "jacobian")
}

/// Removes our attributes from a list and returns them.
pub(super) fn take_attributes(attributes: &mut Vec<Attribute>) -> Vec<Attribute> {
    let (asked, others) = std::mem::take(attributes)
        .into_iter()
        .partition(is_attribute);
    *attributes = others;
    asked
}

/// Lists of one attribute each, because each may choose another scalar, or one list of none.
pub(super) fn one_by_one(attributes: Vec<Attribute>) -> Vec<Vec<Attribute>> {
    if attributes.is_empty() {
        vec![Vec::new()]
    } else {
        attributes.into_iter().map(|one| vec![one]).collect()
    }
}

/// Removes our attributes from a trait and from its methods.
pub(super) fn take_attributes_of_trait(item: &mut syn::ItemTrait) {
    take_attributes(&mut item.attrs);
    for part in &mut item.items {
        if let TraitItem::Fn(method) = part {
            take_attributes(&mut method.attrs);
        }
    }
}

/// The item without our attributes.
pub(super) fn without_attributes(mut item: Item) -> Item {
    struct Strip;
    impl syn::visit_mut::VisitMut for Strip {
        fn visit_item_fn_mut(&mut self, function: &mut syn::ItemFn) {
            take_attributes(&mut function.attrs);
        }
        fn visit_impl_item_fn_mut(&mut self, method: &mut syn::ImplItemFn) {
            take_attributes(&mut method.attrs);
        }
        fn visit_item_trait_mut(&mut self, item: &mut syn::ItemTrait) {
            take_attributes_of_trait(item);
        }
    }
    syn::visit_mut::VisitMut::visit_item_mut(&mut Strip, &mut item);
    item
}

/// Whether a function in the item, or in a module inside, has our attribute.
pub(super) fn has_attributed(item: &Item) -> bool {
    match item {
        Item::Fn(function) => function.attrs.iter().any(is_attribute),
        Item::Impl(block) => {
            let in_block = block.items.iter().any(|item| match item {
                ImplItem::Fn(method) => method.attrs.iter().any(is_attribute),
                _ => false,
            });
            in_block || block.attrs.iter().any(is_attribute)
        }
        Item::Trait(item) => {
            let in_trait = item.items.iter().any(|item| match item {
                TraitItem::Fn(method) => method.attrs.iter().any(is_attribute),
                _ => false,
            });
            in_trait || item.attrs.iter().any(is_attribute)
        }
        Item::Mod(inner) => match &inner.content {
            Some((_, items)) => items.iter().any(has_attributed),
            None => false,
        },
        _ => false,
    }
}

/// Takes the attribute of an `impl` in an attributed module, because the module does what it asks
/// for. Returns what all methods have from it, if none has an attribute of its own.
pub(super) fn take_own_attribute(block: &mut syn::ItemImpl) -> Vec<Attribute> {
    let mut others = block.clone();
    let own = take_attributes(&mut others.attrs);
    *block = others;
    let chooses = has_attributed(&Item::Impl(block.clone()));
    if chooses { Vec::new() } else { own }
}

/// Whether the name of the attribute occurs anywhere, for example in the tokens of a macro.
pub(super) fn mentions_attribute(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(name) => name == "jacobian",
        TokenTree::Group(group) => mentions_attribute(&group.stream()),
        _ => false,
    })
}

/// Whether a function without an attribute of its own may get a Jacobian.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Unattributed {
    /// A free function, if the module serves all of them.
    MayBeServed,
    /// A method in a module gets one only if it has the attribute.
    Stays,
    /// A method with the options of its trait or of the `impl`, if it is about numbers.
    MayHaveThese,
}

/// Whether an item is the `impl` of a trait.
pub(super) fn is_of_trait(item: &Item) -> bool {
    matches!(item, Item::Impl(block) if block.trait_.is_some())
}

/// A message at some tokens, as code.
pub(super) fn refused(at: &impl ToTokens, message: &str) -> TokenStream {
    syn::Error::new_spanned(at, message).into_compile_error()
}

//! Our own attributes inside of an item: they are found, and removed after they are understood.

use proc_macro2::{TokenStream, TokenTree};
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

/// The methods that the attribute of an `impl` is about.
pub(super) enum Served {
    /// All methods of a trait.
    All,
    /// Those that have the attribute themselves.
    Attributed,
}

/// Takes the plain attribute of an `impl` in an attributed module, because the module does what it
/// asks for. One that serves nothing, or that still has options, stays and is expanded alone.
pub(super) fn take_own_attribute(block: &mut syn::ItemImpl) -> Option<Served> {
    let mut others = block.clone();
    let own = take_attributes(&mut others.attrs);
    let is_plain = |attribute: &Attribute| matches!(attribute.meta, syn::Meta::Path(_));
    if own.is_empty() || !own.iter().all(is_plain) {
        return None;
    }
    let is_of_trait = others.trait_.is_some();
    let served = if has_attributed(&Item::Impl(others.clone())) {
        Served::Attributed
    } else if is_of_trait {
        Served::All
    } else {
        return None;
    };
    *block = others;
    Some(served)
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
    /// A method of a trait, if the attribute is on its `impl`.
    IsServed,
    /// A method with the options of its trait, if it is about numbers.
    MayHaveThese,
}

/// Whether an item is the `impl` of a trait.
pub(super) fn is_of_trait(item: &Item) -> bool {
    matches!(item, Item::Impl(block) if block.trait_.is_some())
}

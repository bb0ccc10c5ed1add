//! Generic `impl` blocks whose parameter is a scalar of other people's traits.
//!
//! ```text
//! impl<T: Float, U> Size<T, U> {               impl<U> Size<f64, U> {
//!     fn area(&self, k: T) -> T { .. }   ->        fn area(&self, k: f64) -> f64 { .. }
//! }                                            }
//! ```
//!
//! The block itself stays as it is. What is generated for its methods goes into another block
//! beside it, because `self` is a `Size<f64, U>` there. A parameter is a scalar if its bounds say
//! so, on the block or in the `where` clause of a method, or if the attribute says
//! `scalar(T = f64)`.

use proc_macro2::Ident;
use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{GenericParam, ImplItem, Item, ItemImpl};

use crate::front::read::arguments::{Instance, Meant};
use crate::front::read::derived_impls::with_derived;
use crate::front::read::foreign_numbers;
use crate::front::read::foreign_scalars::{self, Sight};
use crate::front::read::numeric_literals;
use crate::front::read::own_macros::OwnMacros;
use crate::front::syntax::foreign_traits::Chosen;

/// The parameters of a block that are scalars in what is generated for one of its methods.
pub(crate) fn chosen(
    block: &ItemImpl,
    method: Option<&syn::Signature>,
    sight: Sight<'_>,
) -> Vec<Chosen> {
    let mut generics = block.generics.clone();
    if let Some(clause) = method.and_then(|method| method.generics.where_clause.clone()) {
        let predicates = &mut generics.make_where_clause().predicates;
        predicates.extend(clause.predicates);
    }
    let of_trait = block.trait_.iter().map(|(path, _)| path);
    let ty = &block.self_ty;
    foreign_scalars::chosen(&generics, &quote!(#ty #(#of_trait)*), sight)
}

/// The block for these scalars, with the calls of these macros in its methods expanded.
pub(crate) fn concrete(
    block: &ItemImpl,
    chosen: &[Chosen],
    sight: Sight<'_>,
    macros: &OwnMacros,
) -> Option<ItemImpl> {
    let mut own = macros.with_methods(block);
    for item in &mut own.items {
        if let ImplItem::Fn(method) = item {
            let of_method = of_method(block, &method.sig, chosen, sight);
            foreign_numbers::write_method(method, &of_method);
            foreign_scalars::drop_conditions(&mut method.sig.generics, chosen);
        }
    }
    foreign_numbers::write_header(&mut own, chosen);
    let is_chosen = |parameter: &GenericParam| {
        let GenericParam::Type(found) = parameter else {
            return false;
        };
        chosen.iter().any(|one| one.parameter == found.ident)
    };
    let parameters = std::mem::take(&mut own.generics.params).into_iter();
    own.generics.params = parameters.filter(|found| !is_chosen(found)).collect();
    foreign_scalars::drop_conditions(&mut own.generics, chosen);
    let values: Vec<_> = chosen
        .iter()
        .map(|one| (one.parameter.to_string(), one.scalar.to_token_stream()))
        .collect();
    syn::parse2(crate::spelling::replaced(own.into_token_stream(), &values)).ok()
}

/// The scalars with the traits that a method requires of them as well.
fn of_method(
    block: &ItemImpl,
    method: &syn::Signature,
    known: &[Chosen],
    sight: Sight<'_>,
) -> Vec<Chosen> {
    let with_method = chosen(block, Some(method), sight);
    let better = |one: &Chosen| {
        let mut found = with_method.iter();
        let found = found.find(|found| found.parameter == one.parameter);
        let found = found.unwrap_or(one);
        Chosen {
            scalar: one.scalar.clone(),
            ..found.clone()
        }
    };
    known.iter().map(better).collect()
}

/// The items with each block of scalars for one scalar, as a library sees them; and the traits that
/// bounded these scalars.
pub(crate) fn concrete_items(
    items: &[Item],
    sight: Sight<'_>,
    scalar: &str,
    macros: &OwnMacros,
) -> (Vec<Item>, Vec<String>) {
    let mut traits = Vec::new();
    let mut concrete_item = |item: &Item| match item {
        Item::Impl(block) => {
            let given = given_in(block);
            let sight = Sight {
                given: &given,
                ..sight
            };
            let certain = |method| foreign_scalars::certain(chosen(block, method, sight), sight);
            let mut found = certain(None);
            for method in attributed(block) {
                for one in certain(Some(method)) {
                    if !found.iter().any(|known| known.parameter == one.parameter) {
                        found.push(one);
                    }
                }
            }
            for one in &mut found {
                one.scalar = Ident::new(scalar, one.scalar.span());
            }
            if found.is_empty() {
                return item.clone();
            }
            traits.extend(found.iter().flat_map(|one| one.traits.clone()));
            concrete(block, &found, sight, macros).map_or_else(|| item.clone(), Item::Impl)
        }
        Item::Mod(inner) => {
            let mut inner = inner.clone();
            if let Some((_, items)) = &mut inner.content {
                let (concrete, of_inner) = concrete_items(items, sight, scalar, macros);
                *items = concrete;
                traits.extend(of_inner);
            }
            Item::Mod(inner)
        }
        other => other.clone(),
    };
    let items = numeric_literals::in_items(with_derived(items));
    let concrete = items.iter().map(&mut concrete_item).collect();
    (concrete, traits)
}

/// The methods that have our attribute.
fn attributed(block: &ItemImpl) -> impl Iterator<Item = &syn::Signature> {
    block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(method) if method.attrs.iter().any(is_ours) => Some(&method.sig),
        _ => None,
    })
}

fn is_ours(attribute: &syn::Attribute) -> bool {
    let last = attribute.path().segments.last();
    last.is_some_and(|last| last.ident == "jacobian")
}

/// The scalars that the attributes of a block and of its methods give.
fn given_in(block: &ItemImpl) -> Vec<(Ident, Ident)> {
    let of_methods = block.items.iter().flat_map(|item| match item {
        ImplItem::Fn(method) => method.attrs.as_slice(),
        _ => &[],
    });
    let attributes = block.attrs.iter().chain(of_methods);
    attributes
        .filter(|found| is_ours(found))
        .flat_map(|found| match &found.meta {
            syn::Meta::List(list) => scalars_in(list.tokens.clone()),
            _ => Vec::new(),
        })
        .collect()
}

/// The scalars of the option `scalar(..)` among options.
pub(crate) fn scalars_in(options: proc_macro2::TokenStream) -> Vec<(Ident, Ident)> {
    let mut is_named = false;
    let mut found = Vec::new();
    for token in options {
        if let (true, proc_macro2::TokenTree::Group(group)) = (is_named, &token) {
            let terms = Punctuated::<Instance, syn::Token![,]>::parse_terminated;
            // A mistake in an option is reported where the option is read.
            if let Ok(terms) = terms.parse2(group.stream()) {
                found.extend(terms.into_iter().filter_map(|term| match term.meant {
                    Meant::Scalar(scalar) => Some((term.parameter, scalar)),
                    Meant::Type(_) => None,
                }));
            }
        }
        is_named = matches!(&token, proc_macro2::TokenTree::Ident(name) if name == "scalar");
    }
    found
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;

    use super::{chosen, concrete};
    use crate::front::read::foreign_scalars::Sight;
    use crate::front::read::own_macros::OwnMacros;
    use crate::front::read::own_traits::OwnTraits;

    #[test]
    fn the_block_for_doubles_has_numbers() {
        let block: syn::ItemImpl = syn::parse_quote! {
            impl<T: Copy, U> Scale<T> for Size<T, U> where U: Unit<T>, T: Copy {
                type Output = Size<T::Output, U>;
                fn scaled(&self, k: T) -> T where T: Float { self.width * k + T::one() }
            }
        };
        let own = OwnTraits::default();
        let sight = Sight {
            given: &[],
            own: &own,
            asked: None,
        };
        assert!(chosen(&block, None, sight).is_empty());
        let syn::ImplItem::Fn(method) = &block.items[1] else {
            panic!("a method");
        };
        let found = chosen(&block, Some(&method.sig), sight);
        let written = concrete(&block, &found, sight, &OwnMacros::default()).expect("a block");
        let expected = quote::quote! {
            impl<U> Scale<f64> for Size<f64, U> where U: Unit<f64>, {
                type Output = Size<f64, U>;
                fn scaled(&self, k: f64) -> f64 { self.width * k + (1.0 as f64) }
            }
        };
        let plain = |text: String| text.replace([' ', ','], "");
        assert_eq!(
            plain(written.to_token_stream().to_string()),
            plain(expected.to_string())
        );
    }
}

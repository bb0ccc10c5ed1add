//! Modules with items that exist twice, under `cfg(p)` and `cfg(not(p))`, or under `cfg(p)` alone:
//! the module is expanded once for each configuration.
//!
//! ```text
//! #[cfg(feature = "single")] type Float = f32;           #[cfg(feature = "single")] mod m {
//! #[cfg(not(feature = "single"))] type Float = f64;  ->      type Float = f32; ..
//!                                                        }   and the same with `not`, `f64`
//! ```
//!
//! Only rustc knows the answer, after the expansion, so both modules are written, and rustc takes
//! one of them. An attribute that we do not know below `cfg_attr(p, ..)` is a condition as well:
//! the functions under it are refused only where it is there. So is a `cfg` inside of a function
//! that no branch can take the place of.
//!
//! A condition by which an item would exist twice does not hold, because rustc refuses that.
//!
//! Cost: each condition doubles the work, so a module is expanded [`MOST_VERSIONS`] times at most.
//! One that has more configurations stays one, in which such items cannot be looked into.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit_mut::VisitMut;
use syn::{Attribute, ImplItem, Item, ItemMod};

use crate::front::attributes::condition_of_unknown;
use crate::front::cfg_branches::{are_opposite, take};
use crate::front::hidden;

use super::assumed::{Assumed, attributes_of};
use super::attributed::{has_attributed, is_attribute, mentions_attribute};
use super::body_conditions::{Known, condition_in_bodies};
use super::lone_conditions::lone_condition;
use super::module;
use super::own_paths::with_own_paths;
use super::whole::{NotKept, Part};

/// So many configurations are told apart.
const MOST_VERSIONS: usize = 12;

/// So many conditions of one configuration are asked. Some decide nothing, because an item would
/// exist twice.
const MOST_CONDITIONS: usize = 6;

/// The expanded item, written once for each configuration if it differs.
pub(super) fn expand(arguments: &TokenStream, item: Item) -> Option<TokenStream> {
    let module = match item {
        Item::Mod(module) => module,
        Item::Impl(_) => {
            let each = in_each(item, |version| module::expand(arguments, version.clone()));
            return Some(each?.into_iter().collect());
        }
        other => return module::expand(arguments, other),
    };
    let module = with_own_paths(module);
    let is_asked = has_asked(&module);
    let is_plain = |version: &ItemMod| is_asked && !has_asked(version);
    let Some(versions) = versions_of(&module) else {
        return module::expand(arguments, Item::Mod(module));
    };
    let expanded = |(mut version, known): (ItemMod, Vec<Known>)| {
        let known = known.iter().map(asked);
        let under = known.map(|asked| syn::parse_quote!(#[cfg(#asked)]));
        version.attrs.extend(under);
        if is_plain(&version) {
            return Some(version.to_token_stream());
        }
        module::expand(arguments, Item::Mod(version))
    };
    versions.into_iter().map(expanded).collect()
}

/// What the functions in a module generate in each configuration, without the module.
pub(super) fn generated_inside(
    arguments: &TokenStream,
    module: &ItemMod,
    part: Part,
) -> Result<Vec<TokenStream>, NotKept> {
    let is_there = |(version, _): &(ItemMod, Vec<Known>)| has_asked(version);
    let versions = versions_of(module).ok_or(NotKept::OthersChange)?;
    let versions = versions.into_iter().filter(is_there);
    let generated = |(version, known): (ItemMod, Vec<Known>)| {
        let generated = module::generated_inside(arguments, version, part)?;
        let known = known.iter().map(asked);
        Ok(known.fold(generated, |items, asked| under(&asked, items)))
    };
    versions.map(generated).collect()
}

/// A module for each answer to the conditions that decide what is in it. `None` if those are too
/// many.
fn versions_of(module: &ItemMod) -> Option<Vec<(ItemMod, Vec<Known>)>> {
    let is_asked = has_asked(module);
    // Where no attributed function exists, nothing is expanded. That does not mean that all
    // functions are served.
    let is_plain = |version: &ItemMod| is_asked && !has_asked(version);
    let versions = versions(Item::Mod(module.clone()), |version, known| {
        let Item::Mod(version) = version else {
            return None;
        };
        if is_plain(version) {
            return None;
        }
        let items = &version.content.as_ref()?.1;
        let lone = || lone_condition(items).or_else(|| condition_in_bodies(items, known));
        condition_in(version).or_else(lone)
    });
    let versions = versions
        .into_iter()
        .filter_map(|(version, known)| match version {
            Item::Mod(version) => Some((version, known)),
            _ => None,
        });
    let versions: Vec<(ItemMod, Vec<Known>)> = versions.collect();
    let is_open = |version: &ItemMod| !is_plain(version) && condition_in(version).is_some();
    let mut all = versions.iter();
    (!all.any(|(version, _)| is_open(version))).then_some(versions)
}

/// Whether functions of a module have the attribute, or a macro that may make such.
fn has_asked(module: &ItemMod) -> bool {
    let mut items = module.content.iter().flat_map(|(_, items)| items);
    items.any(|item| match item {
        Item::Macro(_) => mentions_attribute(&item.to_token_stream()),
        Item::Mod(inner) => has_asked(inner),
        item => has_attributed(item),
    })
}

/// What an item generates, for each configuration of the code in it, under its conditions.
pub(super) fn in_each(
    item: Item,
    expand: impl Fn(&Item) -> Option<TokenStream>,
) -> Option<Vec<TokenStream>> {
    let versions = versions(item, |version, known| {
        condition_in_bodies(std::slice::from_ref(version), known)
    });
    let expanded = versions.iter().map(|(version, known)| {
        let generated = expand(version)?;
        let asked = known.iter().map(asked);
        Some(asked.fold(generated, |items, asked| under(&asked, items)))
    });
    expanded.collect()
}

/// Items under a condition.
fn under(asked: &TokenStream, items: TokenStream) -> TokenStream {
    let Ok(mut file) = syn::parse2::<syn::File>(items.clone()) else {
        return items;
    };
    for item in &mut file.items {
        let attributes = match item {
            Item::ForeignMod(item) => &mut item.attrs,
            Item::Macro(item) => &mut item.attrs,
            other => match attributes_of(other) {
                Some(attributes) => attributes,
                None => return items,
            },
        };
        attributes.insert(0, syn::parse_quote!(#[cfg(#asked)]));
    }
    file.into_token_stream()
}

/// A condition that holds.
fn asked((condition, holds): &Known) -> TokenStream {
    if *holds {
        quote!(#condition)
    } else {
        quote!(not(#condition))
    }
}

/// An item with the answers to the conditions that have been asked.
type Version = (Item, Vec<Known>);

/// An item for each answer to the conditions that decide what is in it.
fn versions(
    item: Item,
    condition: impl Fn(&Item, &[Known]) -> Option<TokenStream>,
) -> Vec<Version> {
    let mut versions: Vec<Version> = vec![(item, Vec::new())];
    for _ in 0..MOST_CONDITIONS {
        let asked = versions.iter();
        let asked: Vec<Option<(TokenStream, bool)>> = asked
            .map(|(version, known)| {
                let condition = condition(version, known)?;
                let may_hold = !makes_two(version, &condition);
                Some((condition, may_hold))
            })
            .collect();
        let n_more = asked.iter().flatten().filter(|(_, may_hold)| *may_hold);
        if asked.iter().all(Option::is_none) || versions.len() + n_more.count() > MOST_VERSIONS {
            break;
        }
        let each = versions.into_iter().zip(asked);
        versions = each
            .flat_map(|(version, asked)| split(version, asked))
            .collect();
    }
    versions
}

/// A version for each answer to a condition, of which it is known whether it may hold.
fn split((version, known): Version, asked: Option<(TokenStream, bool)>) -> Vec<Version> {
    let Some((condition, may_hold)) = asked else {
        return vec![(version, known)];
    };
    let of = |holds| {
        let mut known = known.clone();
        known.push((condition.clone(), holds));
        let mut version = version.clone();
        Assumed::new(&known).visit_item_mut(&mut version);
        (version, known)
    };
    let answers: &[bool] = if may_hold { &[true, false] } else { &[false] };
    answers.iter().map(|holds| of(*holds)).collect()
}

/// Whether a module would have two items of one kind and name under a condition. One of them is
/// under it, and the other one exists in any case.
fn makes_two(item: &Item, condition: &TokenStream) -> bool {
    let Item::Mod(module) = item else {
        return false;
    };
    let items = module.content.as_ref().map_or(&[][..], |(_, items)| items);
    let is_under = |item: &&Item| {
        condition_of(item).is_some_and(|asked| asked.to_string() == condition.to_string())
    };
    items.iter().filter(is_under).any(|item| {
        let name = hidden::names(item);
        items.iter().any(|other| {
            let is_alike = std::mem::discriminant(item) == std::mem::discriminant(other);
            let is_certain = !std::ptr::eq(item, other) && !is_conditional(other);
            // An import may bring a type and a function of one name.
            is_alike && is_certain && !matches!(item, Item::Use(_)) && hidden::names(other) == name
        })
    }) || items.iter().any(|item| makes_two(item, condition))
}

/// Whether an item need not exist. A macro of attributes may take it away as well.
fn is_conditional(item: &Item) -> bool {
    let mut item = item.clone();
    attributes_of(&mut item).is_none_or(|attributes| {
        let mut attributes = attributes.iter();
        attributes.any(|one| one.path().is_ident("cfg") || one.path().is_ident("cfg_attr"))
    })
}

/// A condition by which the items of a module differ.
fn condition_in(module: &ItemMod) -> Option<TokenStream> {
    let (_, items) = module.content.as_ref()?;
    let mut seen: Vec<(String, TokenStream)> = Vec::new();
    for item in items {
        let names = hidden::names(item);
        let Some(asked) = condition_of(item) else {
            continue;
        };
        for (name, other) in &seen {
            if names.contains(name) && are_opposite(&asked, other) {
                let is_shorter = asked.to_string().len() < other.to_string().len();
                return Some(if is_shorter { asked } else { other.clone() });
            }
        }
        seen.extend(names.into_iter().map(|name| (name, asked.clone())));
    }
    items.iter().find_map(|item| match item {
        Item::Mod(inner) => condition_in(inner),
        Item::Fn(function) => condition_on(&function.attrs),
        Item::Impl(block) => block.items.iter().find_map(|item| match item {
            ImplItem::Fn(method) => condition_on(&method.attrs),
            _ => None,
        }),
        _ => None,
    })
}

/// The condition of an item, unless what is under it is expanded in both configurations anyway.
fn condition_of(item: &Item) -> Option<TokenStream> {
    let mut attributes = match item {
        Item::Const(item) => item.attrs.clone(),
        Item::Enum(item) => item.attrs.clone(),
        Item::Fn(item) if !item.attrs.iter().any(is_attribute) => item.attrs.clone(),
        Item::Mod(item) => item.attrs.clone(),
        Item::Struct(item) => item.attrs.clone(),
        Item::Type(item) => item.attrs.clone(),
        Item::Use(item) => item.attrs.clone(),
        _ => return None,
    };
    take(&mut attributes)
}

/// The condition under which a function has an attribute that we do not know.
fn condition_on(attributes: &[Attribute]) -> Option<TokenStream> {
    let mut attributes = attributes.iter();
    attributes.find_map(|one| condition_of_unknown(&one.meta))
}

#[cfg(test)]
mod tests {
    use quote::{ToTokens, quote};

    use super::expand;

    /// How often a name is defined as a function in what a module expands to.
    fn count(module: &syn::ItemMod, name: &str) -> usize {
        let expanded = expand(&quote!(), syn::Item::Mod(module.clone()));
        let text = expanded.into_token_stream().to_string();
        text.matches(&format!("fn {name} ")).count()
    }

    #[test]
    fn where_no_attributed_function_exists_none_is_served() {
        let module = syn::parse_quote! {
            mod m {
                pub fn other(x: f64) -> f64 { x * x }
                #[cfg(feature = "waves")]
                pub mod waves {
                    pub struct W { pub s: f64 }
                    impl W { #[jacobian] pub fn speed(&self) -> f64 { self.s * self.s } }
                }
                pub use waves::W;
                pub fn size(wave: &waves::W) -> f64 { wave.s }
            }
        };
        assert_eq!(count(&module, "other"), 2, "once in each configuration");
        assert_eq!(count(&module, "speed_jacobian"), 1);
        assert_eq!(count(&module, "other_jacobian"), 0);
    }

    /// Three versions: one with each module, and one with none of them.
    #[test]
    fn a_condition_under_which_an_item_exists_twice_does_not_hold() {
        let module = syn::parse_quote! {
            mod m {
                #[cfg(any(feature = "std", feature = "small"))]
                mod math { pub fn root(x: f64) -> f64 { x.sqrt() } }
                #[cfg(feature = "libm")]
                mod math { pub fn root(x: f64) -> f64 { libm::sqrt(x) } }
                #[jacobian]
                pub fn f(x: f64) -> f64 { math::root(x) }
            }
        };
        assert_eq!(count(&module, "f"), 3);
        let expanded = expand(&quote!(), syn::Item::Mod(module)).into_token_stream();
        let errors = expanded.to_string().matches("compile_error").count();
        assert_eq!(errors, 1, "where there is no module");
    }

    #[test]
    fn a_condition_that_no_attributed_function_reaches_is_not_asked() {
        let module = syn::parse_quote! {
            mod m {
                #[jacobian]
                pub fn f(x: f64) -> f64 { x * x }
                #[cfg(feature = "log")]
                pub mod log { pub fn note() {} }
                pub use log::note;
            }
        };
        assert_eq!(count(&module, "f"), 1);
    }
}

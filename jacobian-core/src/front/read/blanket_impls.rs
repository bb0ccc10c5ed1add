//! Blanket `impl` blocks, `impl<T: Shape> Area for T`: a block for each type in view that has the
//! traits which bound the parameter.
//!
//! ```text
//! impl<T: Shape> Area for T { .. }          impl Area for Disc { .. }
//! impl Shape for Disc { .. }            ->  impl<K> Area for Frame<K> { .. }
//! impl<K> Shape for Frame<K> { .. }
//! ```
//!
//! A parameter may be bounded by traits that a blanket block gives, so the blocks are repeated
//! until there are no more types. Traits that are not in view are rustc's to check, because a type
//! without them does not have the method. A parameter that no trait in view bounds may be any type,
//! so its block gives no method.

use quote::ToTokens;
use syn::{ItemImpl, Type};

use crate::ordered::{Map, Set};

use crate::front::read::definitions::{Key, Types, Within};
use crate::front::read::generics::bounds_of;
use crate::front::read::module_items::Module;
use crate::front::read::type_arguments::{replaced, without_parameters};
use crate::front::syntax::types::name_of_parameter;

/// Blocks that need others may not go on forever.
const ROUNDS: usize = 8;

/// The blocks that the blanket blocks are, with their modules.
pub(crate) fn blocks_of_blankets(
    modules: &[Module],
    types: &Types,
    trait_at: &dyn Fn(usize, &syn::Path) -> Option<String>,
) -> Vec<(usize, ItemImpl)> {
    let mut known = Implementors::default();
    let mut blankets: Vec<(usize, &ItemImpl, String)> = Vec::new();
    for (number, module) in modules.iter().enumerate() {
        for block in &module.blocks {
            let of_trait = block.trait_.as_ref();
            let Some(of_trait) = of_trait.and_then(|(path, _)| trait_at(number, path)) else {
                continue;
            };
            if parameter_of(block).is_some() {
                blankets.push((number, block, of_trait));
            } else {
                known.add(types, &of_trait, number, block);
            }
        }
    }
    let mut found: Vec<(usize, ItemImpl)> = Vec::new();
    for _ in 0..ROUNDS {
        let n_before = found.len();
        for (number, block, of_trait) in &blankets {
            let bounds = bounds_in_view(block, *number, trait_at);
            for own in known.with_all(&bounds) {
                if let Some(block) = for_type(block, &own, types, *number)
                    && known.add(types, of_trait, *number, &block)
                {
                    found.push((*number, block));
                }
            }
        }
        if found.len() == n_before {
            break;
        }
    }
    found
}

/// The parameter that a block is for.
fn parameter_of(block: &ItemImpl) -> Option<&syn::TypeParam> {
    let Type::Path(path) = &*block.self_ty else {
        return None;
    };
    let name = path.path.get_ident()?;
    block.generics.type_params().find(|own| own.ident == *name)
}

/// The traits in view that bound the parameter of a block.
fn bounds_in_view(
    block: &ItemImpl,
    number: usize,
    trait_at: &dyn Fn(usize, &syn::Path) -> Option<String>,
) -> Vec<String> {
    let Some(parameter) = parameter_of(block) else {
        return Vec::new();
    };
    let bounds = bounds_of(parameter, &block.generics);
    let Ok(Type::ImplTrait(bounds)) = syn::parse2(quote::quote!(impl #bounds)) else {
        return Vec::new();
    };
    let path = |bound: &syn::TypeParamBound| match bound {
        syn::TypeParamBound::Trait(bound) => trait_at(number, &bound.path),
        _ => None,
    };
    bounds.bounds.iter().filter_map(path).collect()
}

/// A type with a trait, as the `impl` writes it.
#[derive(Clone)]
struct Implementor {
    key: Key,
    ty: Type,
    generics: syn::Generics,
}

/// The types with each trait, by the own name of the trait.
#[derive(Default)]
struct Implementors {
    of_trait: Map<String, Vec<Implementor>>,
    seen: Set<String>,
}

impl Implementors {
    /// Adds the type of a block. Whether it is new.
    fn add(&mut self, types: &Types, of_trait: &str, number: usize, block: &ItemImpl) -> bool {
        let at = Within {
            module: number,
            this: None,
        };
        let Some(key) = types.key_of(&block.self_ty, &at) else {
            return false;
        };
        let ty = (*block.self_ty).clone();
        let is_new = self
            .seen
            .insert(format!("{of_trait} {key} {}", ty.to_token_stream()));
        if is_new && !matches!(ty, Type::Reference(_)) {
            let generics = block.generics.clone();
            let of_trait = self.of_trait.entry(of_trait.to_owned()).or_default();
            of_trait.push(Implementor { key, ty, generics });
        }
        is_new
    }

    /// The types with all of these traits.
    fn with_all(&self, traits: &[String]) -> Vec<Implementor> {
        let Some((first, others)) = traits.split_first() else {
            return Vec::new();
        };
        let has = |name: &String, own: &Implementor| {
            let all = self.of_trait.get(name).into_iter().flatten();
            all.clone().any(|other| other.key == own.key)
        };
        let of_first = self.of_trait.get(first).into_iter().flatten();
        let fitting = of_first.filter(|own| others.iter().all(|name| has(name, own)));
        fitting.cloned().collect()
    }
}

/// A blanket block for one type. `None` if the type has another name where the block is.
fn for_type(block: &ItemImpl, own: &Implementor, types: &Types, number: usize) -> Option<ItemImpl> {
    let at = Within {
        module: number,
        this: None,
    };
    let ty = if types.key_of(&own.ty, &at).as_ref() == Some(&own.key) {
        own.ty.clone()
    } else {
        let path = types.path_in_view(&own.key, number)?;
        let is_plain = own.generics.params.is_empty();
        is_plain.then(|| syn::parse_quote!(#path))?
    };
    let parameter = parameter_of(block)?.ident.clone();
    let mut for_type = block.clone();
    without_parameters(&mut for_type.generics, std::slice::from_ref(&parameter));
    let taken: Set<String> = for_type
        .generics
        .params
        .iter()
        .map(name_of_parameter)
        .collect();
    if own
        .generics
        .params
        .iter()
        .any(|found| taken.contains(&name_of_parameter(found)))
    {
        return None;
    }
    let meant = [(&parameter, ty.to_token_stream())];
    let mut for_type: ItemImpl =
        syn::parse2(replaced(for_type.into_token_stream(), &meant)).ok()?;
    let generics = &mut for_type.generics;
    generics.params.extend(own.generics.params.iter().cloned());
    if let Some(clauses) = &own.generics.where_clause {
        let predicates = &mut generics.make_where_clause().predicates;
        predicates.extend(clauses.predicates.iter().cloned());
    }
    Some(for_type)
}

//! The methods of all types of a library, from their `impl` blocks and from the defaults of traits.
//!
//! ```text
//! impl Norm for Vec3 { fn norm2(&self) -> f64 { .. } }       norm2, and with it
//! trait Norm { fn norm(&self) -> f64 { self.norm2().sqrt() } }   norm, with `Self` for Vec3
//! ```
//!
//! `Self` is replaced by the type where that is a plain path, so that the body means the same
//! outside of the `impl`.

use std::cell::OnceCell;
use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::visit_mut::VisitMut;

use crate::ordered::{Map, Set};

use crate::front::read::associated::Associated;
use crate::front::read::associated_numbers;
use crate::front::read::attributes;
use crate::front::read::blanket_impls::blocks_of_blankets;
use crate::front::read::definitions::{Head, Types, Within};
use crate::front::read::leaving_macros;
use crate::front::read::module_items::{Known, Module, clear_method_of};
use crate::front::read::own_macros::OwnMacros;
use crate::front::read::own_traits::OwnTraits;
use crate::front::read::trait_arguments::{arguments_of_trait, with_arguments, write_numbers};
use crate::front::syntax::form::{path_key, type_name};
use crate::front::syntax::tokens::names_any;
use crate::front::syntax::types::name_of_parameter;

/// A method of a type.
#[derive(Clone, Debug)]
pub(crate) struct Method {
    pub(crate) known: Known,
    pub(crate) head: Rc<Head>,
    /// Where the names in its body are read.
    pub(crate) within: Within,
    /// Whether `Self` is left in it, so that it means something else outside of the `impl`.
    pub(crate) keeps_self: bool,
}

/// The macros that the code of each module may call.
type MacrosOf<'m> = &'m dyn Fn(usize) -> &'m OwnMacros;

/// The names at a place, with own names.
type View = Vec<(String, String)>;

/// All methods of the modules. Their heads, and the associated constants, are added to the types.
pub(crate) fn gathered(
    modules: &[Module],
    types: &mut Types,
    (macros, own): (MacrosOf<'_>, &OwnTraits),
    view_of: impl Fn(usize) -> View,
) -> Vec<Method> {
    let traits = traits_in(modules);
    let views: Vec<OnceCell<Map<String, String>>> = vec![OnceCell::new(); modules.len()];
    let trait_at = |number: usize, path: &syn::Path| {
        let view = views[number].get_or_init(|| view_of(number).into_iter().collect());
        let own = view.get(&path_key(path)?)?;
        traits.contains_key(own).then(|| own.clone())
    };
    let has_impls = |module: &Module| module.blocks.iter().any(|block| block.trait_.is_some());
    let blankets = if modules.iter().any(has_impls) {
        blocks_of_blankets(modules, types, &trait_at)
    } else {
        Vec::new()
    };
    let mut gathering = Gathering {
        types,
        macros,
        own,
        taken: Set::new(),
        inherent: inherent_in(modules),
        methods: Vec::new(),
    };
    for (number, module) in modules.iter().enumerate() {
        let of_blankets = blankets
            .iter()
            .filter(|(of_module, _)| *of_module == number);
        let blocks = module.blocks.iter();
        for block in blocks.chain(of_blankets.map(|(_, block)| block)) {
            let of_trait = block.trait_.as_ref().map(|(path, _)| path);
            let found = of_trait.and_then(|path| traits.get(&trait_at(number, path)?));
            gathering.block(block, number, found.copied());
        }
        for (ty, constant) in &module.associated {
            let own = format!("{number}::{ty}::{}", constant.ident);
            gathering.constant(ty, constant, own, number);
        }
    }
    let mut methods = gathering.methods;
    // The associated types of all traits are known now.
    for method in methods.iter_mut().filter(|method| method.head.is_default) {
        let of = &method.head.of;
        if let Some(written) = associated_numbers::written(&method.known.item, of, types, own) {
            method.known = Known::of(written);
        }
    }
    methods
}

/// The traits with their modules, by their own names.
fn traits_in(modules: &[Module]) -> Map<String, (usize, &syn::ItemTrait)> {
    let each = modules.iter().enumerate().flat_map(|(number, module)| {
        let traits = module.traits.iter();
        traits.map(move |item| (format!("{number}::{}", item.ident), (number, item)))
    });
    each.collect()
}

/// The items of the blocks without a trait.
fn inherent_in(modules: &[Module]) -> Vec<(String, syn::Ident)> {
    let blocks = modules.iter().flat_map(|module| &module.blocks);
    let blocks = blocks.filter(|block| block.trait_.is_none());
    let named = blocks.flat_map(|block| {
        let names = block.items.iter().filter_map(|item| match item {
            syn::ImplItem::Const(found) => Some(&found.ident),
            item => name_of(item),
        });
        names.map(|name| (type_name(&block.self_ty), name.clone()))
    });
    named.collect()
}

/// Writes `Self::K` in a default as the item of the trait, where the type has another `K`.
struct OfTrait<'a> {
    item: &'a syn::ItemTrait,
    names: Vec<syn::Ident>,
}

impl VisitMut for OfTrait<'_> {
    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        let mut segments = path.path.segments.iter();
        let (Some(first), Some(name), None) = (segments.next(), segments.next(), segments.next())
        else {
            return;
        };
        let is_of_trait = self.item.items.iter().any(|item| match item {
            syn::TraitItem::Const(found) => found.ident == name.ident,
            syn::TraitItem::Fn(found) => found.sig.ident == name.ident,
            _ => false,
        });
        if path.qself.is_none()
            && first.ident == "Self"
            && is_of_trait
            && self.names.contains(&name.ident)
        {
            let of_trait = &self.item.ident;
            *path = syn::parse_quote!(<Self as #of_trait>::#name);
        }
    }
}

struct Gathering<'a, 'm> {
    types: &'a mut Types,
    macros: MacrosOf<'m>,
    own: &'a OwnTraits,
    taken: Set<String>,
    /// The items that types have without a trait: type, name.
    inherent: Vec<(String, syn::Ident)>,
    methods: Vec<Method>,
}

impl Gathering<'_, '_> {
    /// The methods of an `impl`, and those that its trait gives it.
    fn block(
        &mut self,
        block: &syn::ItemImpl,
        number: usize,
        of_trait: Option<(usize, &syn::ItemTrait)>,
    ) {
        let at = Within {
            module: number,
            this: None,
        };
        let Some(key) = self.types.key_of(&block.self_ty, &at) else {
            return;
        };
        self.types.add_associated(&key, block, &at);
        let associated = Associated::of(block);
        let own: Vec<syn::ItemFn> = block.items.iter().filter_map(clear_method_of).collect();
        let is_own = |name: &syn::Ident| {
            let mut names = block.items.iter().filter_map(name_of);
            names.any(|known| known == name)
        };
        let traits = self.own;
        let defaults = of_trait.into_iter().flat_map(|(module, item)| {
            let methods = item.items.iter().filter_map(default_of);
            let methods = methods.filter(|method| !is_own(&method.sig.ident));
            let path = block.trait_.as_ref().map(|(path, _)| path);
            let given = path.map_or_else(Vec::new, |path| arguments_of_trait(item, path));
            let arguments: TokenStream = given.iter().map(|(_, meant)| meant.clone()).collect();
            // A parameter of the method would hide one of the `impl` in an argument.
            let hides_none = move |method: &syn::ItemFn| {
                let own = method.sig.generics.params.iter().map(name_of_parameter);
                !own.into_iter().any(|name| names_any(&arguments, &[&name]))
            };
            let methods = methods.filter(hides_none);
            methods.map(move |mut method| {
                write_numbers(&mut method, item, &given, traits);
                (module, with_arguments(method, &given))
            })
        });
        let own = own.into_iter().map(|method| (false, (number, method)));
        let defaults = defaults.map(|method| (true, method));
        for (is_default, (module, mut method)) in own.chain(defaults) {
            if let Some((_, item)) = of_trait.filter(|_| is_default) {
                let of = type_name(&block.self_ty);
                let hidden = self.inherent.iter().filter(|(owner, _)| *owner == of);
                let names = hidden.map(|(_, name)| name.clone()).collect();
                OfTrait { item, names }.visit_item_fn_mut(&mut method);
                let path = block.trait_.as_ref().map(|(path, _)| path);
                if let Some(path) = path.filter(|_| ["f64", "f32"].contains(&&*key)) {
                    let made = associated_numbers::of_number(&method, path, &key, self.own);
                    method = made.unwrap_or(method);
                }
            }
            associated.clone().visit_item_fn_mut(&mut method);
            let within = Within {
                module,
                this: Some(key.clone()),
            };
            self.method((method, is_default), block, number, within);
        }
    }

    fn method(
        &mut self,
        (mut method, is_default): (syn::ItemFn, bool),
        block: &syn::ItemImpl,
        number: usize,
        within: Within,
    ) {
        let name = method.sig.ident.clone();
        let signature = method.sig.clone();
        let own_params = std::mem::take(&mut method.sig.generics.params);
        let outer = block.generics.params.iter().cloned();
        method.sig.generics.params = outer.chain(own_params).collect();
        if let Some(clauses) = &block.generics.where_clause {
            let own = method.sig.generics.make_where_clause();
            own.predicates.extend(clauses.predicates.iter().cloned());
        }
        let this = without_arguments(&block.self_ty).filter(|_| within.module == number);
        if let Some(this) = &this {
            let tokens = method.to_token_stream();
            // Most methods of the prelude have no `Self`, and parsing one again takes long.
            if names_any(&tokens, &["Self"]) {
                let this = [("Self".to_owned(), this.to_token_stream())];
                let replaced = crate::spelling::replaced(tokens, &this);
                method = syn::parse2(replaced).unwrap_or(method);
            }
        }
        let key = within.this.clone().unwrap_or_else(|| "".into());
        let lengths = method.sig.generics.const_params();
        let head = Rc::new(Head {
            own: self.own_name(number, &type_name(&block.self_ty), &name),
            module: within.module,
            of: key.clone(),
            self_type: (*block.self_ty).clone(),
            of_trait: block.trait_.as_ref().map(|(path, _)| path.clone()),
            is_default,
            signature,
            lengths: lengths.map(|parameter| parameter.ident.clone()).collect(),
        });
        self.types
            .methods
            .entry(key)
            .or_default()
            .push(Rc::clone(&head));
        self.methods.push(Method {
            known: Known::of(leaving_macros::written(
                (self.macros)(within.module).expanded(&method),
            )),
            head,
            within,
            keeps_self: this.is_none(),
        });
    }

    /// A name that no other method has.
    fn own_name(&mut self, number: usize, ty: &str, name: &syn::Ident) -> String {
        let plain = format!("{number}::{ty}.{name}");
        let mut own = plain.clone();
        for count in 2.. {
            if self.taken.insert(own.clone()) {
                break;
            }
            own = format!("{plain} {count}");
        }
        own
    }

    fn constant(&mut self, ty: &str, constant: &syn::ItemConst, own: String, number: usize) {
        let seen = self.types.seen.get(number);
        if let Some(key) = seen.and_then(|seen| seen.get(ty)).cloned() {
            let of_type = self.types.constants.entry(key).or_default();
            of_type.push((constant.ident.to_string(), own));
        }
    }
}

/// The name of a method of an `impl`.
fn name_of(item: &syn::ImplItem) -> Option<&syn::Ident> {
    match item {
        syn::ImplItem::Fn(method) => Some(&method.sig.ident),
        _ => None,
    }
}

/// A method with a default body that exists in every configuration, as a function.
pub(crate) fn default_of(item: &syn::TraitItem) -> Option<syn::ItemFn> {
    let syn::TraitItem::Fn(method) = item else {
        return None;
    };
    let block = method.default.clone()?;
    attributes::are_harmless(&method.attrs).then(|| syn::ItemFn {
        attrs: method.attrs.clone(),
        vis: syn::Visibility::Inherited,
        modifiers: method.modifiers.clone(),
        sig: method.sig.clone(),
        block: Box::new(block),
    })
}

/// The path of a type, if it has no arguments, so that it means the same in expressions.
fn without_arguments(ty: &syn::Type) -> Option<&syn::Path> {
    match ty {
        syn::Type::Path(path) if path.qself.is_none() => {
            let mut segments = path.path.segments.iter();
            segments
                .all(|segment| segment.arguments.is_none())
                .then_some(&path.path)
        }
        _ => None,
    }
}

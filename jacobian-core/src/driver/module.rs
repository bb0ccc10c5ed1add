//! `#[jacobian] mod m { .. }` and `#[jacobian] impl T { .. }`: functions that see each other.
//!
//! ```text
//! #[jacobian(order = reverse)]           options for every function inside
//! mod m {
//!     const G: f64 = 9.81;               known
//!     fn helper(v: f64) -> f64 { .. }    inlined where it is called
//!     #[jacobian(wrt(x))]                its own options come first; the attribute goes
//!     fn f(x: f64, k: f64) -> f64 { .. }
//! }                                      the code generated for `f` goes beside it, inside
//! ```
//!
//! The code for the methods of a trait goes into an inherent `impl` of the type, because the `impl`
//! of a trait cannot have other items.
//!
//! Everything else in the module stays unchanged. If no function has an attribute of its own, every
//! free function that takes and gives floating-point numbers gets a Jacobian.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, ImplItem, Item, ItemMod};

use crate::diag::Diagnostics;
use crate::front::Service;
use crate::front::arguments::Arguments;
use crate::front::library::Home;
use crate::front::{attributes, messages, numeric_literals};

use super::attributed::{
    Unattributed, has_attributed, is_of_trait, mentions_attribute, one_by_one, take_attributes,
    take_attributes_of_trait, take_own_attribute, without_attributes,
};
use super::exported_types::take_export;
use super::exports::{self, exported};
use super::free_forms::FreeForm;
use super::generate::{Generated, generate, orders, settle};
use super::guard;
use super::instances::{Beside, Instances};
use super::macro_items::with_attributed;
use super::provided::with_provided;
use super::shared_options::{hand_down, merged, options_of, refuse_options};
use super::site::{self, Site, head};
use super::visibility::widened_inside;
use super::whole::{NotKept, Part, Whole};

/// The expanded item. `None` if the item is neither a module with a body nor an `impl`.
pub(super) fn expand(arguments: &TokenStream, mut item: Item) -> Option<TokenStream> {
    if let Item::Trait(item) = &mut item {
        // It is attributed like a trait inside of a module.
        item.attrs.push(syn::parse_quote!(#[jacobian]));
    }
    let item = with_attributed(item);
    let written = item.to_token_stream();
    let item = match item {
        Item::Mod(module) => Item::Mod(widened_inside(module)),
        item => item,
    };
    let items = site::items(&item)?;
    let mut diagnostics = Diagnostics::default();
    refuse_options(arguments, is_of_trait(&item), &mut diagnostics);
    let seen = Arguments::parse(arguments.clone(), &orders(), &mut diagnostics).seen;
    let serves_all =
        matches!(item, Item::Mod(_) | Item::Impl(_)) && !items.iter().any(has_attributed);
    let whole = Whole::of(arguments, (&items, written), seen, serves_all);
    if let Item::Impl(block) = &item {
        diagnostics.push_all(attributes::refused_inside(&block.generics));
    }
    let is_inherent = matches!(item, Item::Impl(_)) && !is_of_trait(&item);
    if let Err(errors) = diagnostics.finish() {
        let errors = errors.into_compile_error();
        let item = without_attributes(item);
        return Some(quote!(#item #errors));
    }
    let mut count = 0;
    let mut rewritten = match item.clone() {
        Item::Mod(module) => whole.checked_module(&module, &mut count),
        Item::Impl(block) => {
            whole.methods_of(block, 0, (Unattributed::MayBeServed, &[]), &mut count)
        }
        item => whole.item(item, 0, &mut count),
    };
    if count == 0 {
        let message = if is_inherent {
            messages::NOTHING_ATTRIBUTED
        } else {
            messages::NOTHING_SERVED
        };
        rewritten.extend(whole.unserved.reported(&head(&item), message));
    }
    Some(rewritten)
}

/// A part of what becomes of an attributed module. `None` if the rest cannot stay as it is.
pub(super) fn generated_inside(
    arguments: &TokenStream,
    module: ItemMod,
    part: Part,
) -> Result<TokenStream, NotKept> {
    let mut diagnostics = Diagnostics::default();
    let seen = Arguments::parse(arguments.clone(), &orders(), &mut diagnostics).seen;
    let Some((_, items)) = &module.content else {
        return Err(NotKept::OthersChange);
    };
    let written = module.to_token_stream();
    let whole = Whole::of(arguments, (items, written), seen, false).for_part(part);
    whole.module(module, 0, &mut 0);
    if !diagnostics.is_empty() {
        return Err(NotKept::OthersChange);
    }
    whole.kept()
}

impl Whole {
    /// An item with the code generated for it. Counts the functions that get a Jacobian.
    fn item(&self, item: Item, module: usize, count: &mut usize) -> TokenStream {
        match item {
            Item::Fn(mut function) => {
                let asked = take_attributes(&mut function.attrs);
                let mut site = Site::default();
                site.home.module = module;
                let generated =
                    self.function(&function, asked, &site, Unattributed::MayBeServed, count);
                quote!(#function #generated)
            }
            Item::Impl(mut block) => {
                let export = take_export(&mut block);
                let mut diagnostics = Diagnostics::default();
                hand_down(&mut block, &mut diagnostics);
                let mut errors = settle(diagnostics, None);
                let given = take_own_attribute(&mut block);
                let before = *count;
                let unattributed = self.methods.get();
                let is_asked = !given.is_empty() || has_attributed(&Item::Impl(block.clone()));
                let expanded = self.methods_of(block, module, (unattributed, &given), count);
                if let Some(given) = given.first()
                    && (*count == before && errors.is_empty())
                {
                    *count += 1;
                    let message = messages::NO_METHOD_SERVED;
                    errors.extend(self.unserved.reported(given, message));
                }
                let expanded = quote!(#export #expanded #errors);
                if is_asked {
                    self.keep(Part::Block, &expanded);
                }
                expanded
            }
            Item::Use(mut item) => {
                if mentions_attribute(&item.tree.to_token_stream()) {
                    // The attributes inside are removed, so the import may be unused.
                    item.attrs.push(syn::parse_quote!(#[allow(unused_imports)]));
                }
                item.into_token_stream()
            }
            Item::Trait(item) => self.of_trait(item, module, count),
            item => item.into_token_stream(),
        }
    }

    /// A trait without our attributes. If no `impl` in view gets what is generated, it does.
    fn of_trait(&self, mut item: syn::ItemTrait, module: usize, count: &mut usize) -> TokenStream {
        take_attributes_of_trait(&mut item);
        let served = self.traits.named(module, &item.ident);
        let Some(served) = served.filter(|served| !served.is_implemented) else {
            return item.into_token_stream();
        };
        let inside = self.inside_trait(module, &served.item);
        let site = Site {
            home: Home {
                module,
                of_type: Some("Self".to_owned()),
                ..Home::default()
            },
            around: Some(item.generics.clone()),
            is_of_trait: false,
        };
        // If nothing is served, the trait has its own message.
        *count += 1;
        let generated = with_provided(item, served, &mut |function, method| {
            let asked = method.attributes.clone();
            inside.function(function, asked, &site, method.asked.into(), count)
        });
        self.said.replace(inside.said.take());
        self.checks.put_back(&inside.checks);
        generated
    }

    /// The attributed module with the checks that its functions ask for.
    fn checked_module(&self, module: &ItemMod, count: &mut usize) -> TokenStream {
        let mut expanded = self.whole_module(module, count);
        self.checks.place(&mut expanded, 0, &self.known);
        expanded.into_token_stream()
    }

    /// The attributed module. One without functions of numbers is about its methods, and one
    /// without such methods about those of the numbers in `self` alone.
    fn whole_module(&self, module: &ItemMod, count: &mut usize) -> ItemMod {
        let expanded = self.module(module.clone(), 0, count);
        if *count > 0 {
            return expanded;
        }
        self.methods.set(Unattributed::MayBeServed);
        let expanded = self.module(module.clone(), 0, count);
        if *count > 0 {
            return expanded;
        }
        self.service.set(Service::NumbersOfSelf);
        self.module(module.clone(), 0, count)
    }

    /// The module with this number, with expanded items.
    fn module(&self, mut inner: ItemMod, number: usize, count: &mut usize) -> ItemMod {
        let mut children = self.known.children(number).into_iter();
        if let Some((_, items)) = &mut inner.content {
            for item in items {
                *item = match std::mem::replace(item, Item::Verbatim(TokenStream::new())) {
                    Item::Mod(inner) if inner.content.is_some() => {
                        let child = children.next();
                        Item::Mod(self.module(inner, child.unwrap_or(number), count))
                    }
                    item => Item::Verbatim(self.item(item, number, count)),
                };
            }
        }
        inner
    }

    /// The same, for the methods of the numbers in `self` alone if no others are there.
    fn methods_of(
        &self,
        block: syn::ItemImpl,
        module: usize,
        chosen: (Unattributed, &[Attribute]),
        count: &mut usize,
    ) -> TokenStream {
        let before = (*count, self.service.get());
        let expanded = self.block(block.clone(), module, chosen, count);
        let may_be_served = chosen.0 == Unattributed::MayBeServed || !chosen.1.is_empty();
        if *count > before.0 || before.1 == Service::NumbersOfSelf || !may_be_served {
            return expanded;
        }
        self.service.set(Service::NumbersOfSelf);
        let expanded = self.block(block, module, chosen, count);
        self.service.set(before.1);
        expanded
    }

    fn block(
        &self,
        mut block: syn::ItemImpl,
        module: usize,
        (unattributed, given): (Unattributed, &[Attribute]),
        count: &mut usize,
    ) -> TokenStream {
        let mut whole = block.clone();
        numeric_literals::in_block(&mut whole);
        let of_trait = self.traits.of_block(&block, module, &self.known);
        let defaults = of_trait.map_or_else(Vec::new, |served| served.calls_of_defaults(&block));
        whole
            .items
            .extend(defaults.iter().map(|(call, _)| call.clone()));
        let macros = self.known.macros_in(module);
        let instances = Instances::of(&whole, &self.known.own_traits, macros);
        let mut beside = Beside::default();
        let mut inside = Vec::new();
        let mut refused = TokenStream::new();
        for (position, item) in whole.items.iter().enumerate() {
            let mut own = block.items.get_mut(position);
            let asked = match &mut own {
                Some(ImplItem::Fn(method)) => take_attributes(&mut method.attrs),
                _ => Vec::new(),
            };
            inside.extend(own.map(|item| item.clone()));
            let (asked, unattributed) = match of_trait.and_then(|served| served.asked(item)) {
                Some((attributes, who)) if asked.is_empty() => {
                    (attributes, Unattributed::from(who))
                }
                _ if asked.is_empty() && !given.is_empty() => {
                    (given.to_vec(), Unattributed::MayHaveThese)
                }
                _ => (asked, unattributed),
            };
            for asked in one_by_one(asked) {
                let own = asked.first().map_or_else(TokenStream::new, options_of);
                let options = merged(&self.shared, own);
                let Some(instance) = instances.method(position, &options) else {
                    continue;
                };
                if let Some((free, site)) = self.free_form(&instance, module) {
                    let free = (free.under(&block.attrs), site);
                    let asked = (asked, unattributed);
                    beside.add_free(self.free_items(&free, asked, (&block, item), count));
                    continue;
                }
                let site = Site {
                    home: instance.home(module),
                    around: Some(instance.inherent.generics.clone()),
                    is_of_trait: whole.trait_.is_some(),
                };
                let generated = self.function(&instance.method, asked, &site, unattributed, count);
                if let Some(refusal) = instance.of_all().filter(|_| !generated.is_empty()) {
                    refused.extend(refusal);
                    continue;
                }
                if instance.is_beside {
                    beside.add(&instance.inherent, self.placed(generated));
                } else if !generated.is_empty() {
                    inside.push(ImplItem::Verbatim(generated));
                }
            }
        }
        block.items = inside;
        let beside = beside.emitted(&block, &instances.checks());
        quote!(#block #beside #refused)
    }

    /// The code generated for a method as a free function.
    fn free_items(
        &self,
        (free, site): &(FreeForm, Site),
        (asked, unattributed): (Vec<Attribute>, Unattributed),
        place: (&syn::ItemImpl, &ImplItem),
        count: &mut usize,
    ) -> TokenStream {
        let asked = FreeForm::renamed(asked);
        let name = (free.prefix(&asked), site.home.module);
        let generated = self.function(&free.function, asked, site, unattributed, count);
        if generated.is_empty() {
            return generated;
        }
        let generated = self.placed(generated);
        let refused = self.free_twice(name, place);
        refused.unwrap_or_else(|| free.emitted(generated))
    }

    /// The code generated for a function, once for each attribute.
    fn function(
        &self,
        function: &syn::ItemFn,
        asked: Vec<Attribute>,
        site: &Site,
        unattributed: Unattributed,
        count: &mut usize,
    ) -> TokenStream {
        let is_served = unattributed == Unattributed::MayBeServed && self.serves_all;
        if unattributed == Unattributed::MayHaveThese {
            let own = asked.first().map_or_else(TokenStream::new, options_of);
            if !self.is_numeric(function, own, site) {
                return TokenStream::new();
            }
        }
        if asked.is_empty() && is_served && self.is_numeric(function, TokenStream::new(), site) {
            *count += 1;
            return self.guarded(function, TokenStream::new(), site);
        }
        let mut all = TokenStream::new();
        for attribute in asked {
            *count += 1;
            all.extend(self.guarded(function, options_of(&attribute), site));
        }
        self.keep(Part::Generated, &all);
        all
    }

    fn guarded(&self, function: &syn::ItemFn, own: TokenStream, site: &Site) -> TokenStream {
        guard::caught(|| self.generated(function, own, site), |errors| errors)
    }

    fn generated(&self, function: &syn::ItemFn, own: TokenStream, site: &Site) -> TokenStream {
        let mut diagnostics = Diagnostics::default();
        let arguments = self.arguments(own.clone(), function, site, &mut diagnostics);
        let (shared, sources) = (merged(&self.shared, own), &self.sources);
        let asked = exports::ask(
            &arguments,
            [&quote!(#sources #shared), &function.to_token_stream()],
            || site.carried(&self.item),
        );
        let around = (self.library(&arguments, function), &site.home);
        let generated = match asked.filter(|_| diagnostics.is_empty()) {
            Some(asked) => Some(Generated::Whole(asked, Vec::new())),
            None => generate(function, &arguments, around, &mut diagnostics),
        };
        let export = exported(function, &arguments, &mut diagnostics);
        let generated = match generated {
            Some(Generated::Stubs(stubs)) => {
                diagnostics.say_once(&mut self.said.borrow_mut());
                let errors = settle(diagnostics, None);
                quote!(#stubs #errors)
            }
            generated => {
                if let Some(Generated::Whole(_, elsewhere)) = &generated {
                    self.checks.note(elsewhere);
                }
                settle(diagnostics, generated)
            }
        };
        quote!(#generated #export)
    }
}

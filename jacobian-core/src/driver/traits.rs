//! Traits with the attribute: which methods of which `impl` get Jacobians by it.
//!
//! ```text
//! #[jacobian]
//! mod m {
//!     #[jacobian] trait Model {
//!         fn rate(&self, x: f64) -> f64;
//!         fn step(&self, x: f64) -> f64 { x + self.rate(x) }
//!     }
//!     impl Model for Body { fn rate(..) {..} }                       impl Body { step_jacobian }
//!     impl Model for Ball { fn rate(..) {..}  fn step(..) {..} }     impl Ball { step_jacobian }
//! }
//! ```
//!
//! A default method means something else for each type, and a type may override it. So each `impl`
//! in view gets the derivative of what the method is for its type: that of its own method, or that
//! of a call of the default method, which is followed into the methods of the type. Only if no
//! `impl` is in view, the trait itself gets the functions, see `provided`.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{Attribute, FnArg, ImplItem, Item, ItemTrait, Pat, TraitItem};

use crate::front::library::Library;
use crate::front::trait_arguments::{arguments_of_trait, with_arguments};

use super::attributed::{Unattributed, take_attributes};
use super::shared_options::{merged, options_of};

/// The traits of a module that have the attribute, or methods with it.
#[derive(Default)]
pub(super) struct ServedTraits(Vec<ServedTrait>);

/// A trait without our attributes, and the methods that they are about.
pub(super) struct ServedTrait {
    pub(super) module: usize,
    pub(super) item: ItemTrait,
    pub(super) methods: Vec<ServedMethod>,
    /// Whether a type in view implements it.
    pub(super) is_implemented: bool,
}

/// A method of a trait that gets a Jacobian.
#[derive(Clone)]
pub(super) struct ServedMethod {
    pub(super) method: syn::TraitItemFn,
    /// The attributes with their options. The attribute may also be that of the trait.
    pub(super) attributes: Vec<Attribute>,
    pub(super) asked: Asked,
}

/// The attribute that asks for the Jacobian of a method.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// The attribute of the method itself.
    ForThis,
    /// The attribute of the trait: the method gets one if it takes and gives numbers.
    ForAll,
}

impl ServedTraits {
    pub(super) fn of(items: &[Item], library: &Library) -> Self {
        let mut served = Self::default();
        served.push(items, 0, library);
        served
    }

    fn push(&mut self, items: &[Item], module: usize, library: &Library) {
        let mut children = library.children(module).into_iter();
        for item in items {
            match item {
                Item::Trait(item) => self.0.extend(ServedTrait::of(item, module, library)),
                Item::Mod(inner) => {
                    if let Some((_, items)) = &inner.content {
                        self.push(items, children.next().unwrap_or(module), library);
                    }
                }
                _ => {}
            }
        }
    }

    /// The attributed trait with this name in a module.
    pub(super) fn named(&self, module: usize, name: &syn::Ident) -> Option<&ServedTrait> {
        let mut traits = self.0.iter();
        traits.find(|served| served.module == module && served.item.ident == *name)
    }

    /// The trait of an `impl`, if it has the attribute.
    pub(super) fn of_block(
        &self,
        block: &syn::ItemImpl,
        module: usize,
        library: &Library,
    ) -> Option<&ServedTrait> {
        let (path, _) = block.trait_.as_ref()?;
        let (number, item) = library.trait_at(module, path)?;
        self.named(number, &item.ident)
    }
}

impl ServedTrait {
    fn of(item: &ItemTrait, module: usize, library: &Library) -> Option<Self> {
        let mut item = item.clone();
        let of_trait = take_attributes(&mut item.attrs);
        let shared = of_trait.first().map(options_of);
        let mut methods = Vec::new();
        for part in &mut item.items {
            let TraitItem::Fn(method) = part else {
                continue;
            };
            let own = take_attributes(&mut method.attrs);
            let (attributes, asked) = match &shared {
                // Without an attribute of its own, a method without a body is not meant.
                Some(shared) if own.is_empty() && method.default.is_some() => {
                    (vec![with_options(shared)], Asked::ForAll)
                }
                _ => (own, Asked::ForThis),
            };
            let shared = shared.clone().unwrap_or_default();
            let attributes = attributes.iter().map(|attribute| match asked {
                Asked::ForThis => with_options(&merged(&shared, options_of(attribute))),
                Asked::ForAll => attribute.clone(),
            });
            let attributes: Vec<Attribute> = attributes.collect();
            if !attributes.is_empty() {
                methods.push(ServedMethod {
                    method: method.clone(),
                    attributes,
                    asked,
                });
            }
        }
        // Like in an `impl`, attributes of methods choose among them.
        if methods.iter().any(|served| served.asked == Asked::ForThis) {
            methods.retain(|served| served.asked == Asked::ForThis);
        }
        let is_served = !methods.is_empty() || shared.is_some();
        is_served.then(|| Self {
            is_implemented: library.has_impl_of(module, &item.ident),
            module,
            item,
            methods,
        })
    }

    /// The attributes that the trait has for a method of an `impl`.
    pub(super) fn asked(&self, item: &ImplItem) -> Option<(Vec<Attribute>, Asked)> {
        let ImplItem::Fn(method) = item else {
            return None;
        };
        let mut methods = self.methods.iter();
        let served = methods.find(|served| served.method.sig.ident == method.sig.ident)?;
        Some((served.attributes.clone(), served.asked))
    }

    /// The methods that an `impl` of the trait leaves to it, as methods that call them.
    pub(super) fn calls_of_defaults(
        &self,
        block: &syn::ItemImpl,
    ) -> Vec<(ImplItem, &ServedMethod)> {
        let Some((path, _)) = &block.trait_ else {
            return Vec::new();
        };
        let given = arguments_of_trait(&self.item, path);
        let is_own = |name: &syn::Ident| {
            block
                .items
                .iter()
                .any(|item| matches!(item, ImplItem::Fn(method) if method.sig.ident == *name))
        };
        let left = self.methods.iter();
        let left = left.filter(|served| !is_own(&served.method.sig.ident));
        let left = left.filter(|served| served.method.default.is_some());
        let calls = left.filter_map(|served| {
            let call = with_arguments(call_of(&served.method, path), &given);
            Some((syn::parse2(call.into_token_stream()).ok()?, served))
        });
        calls.collect()
    }
}

impl From<Asked> for Unattributed {
    fn from(asked: Asked) -> Self {
        match asked {
            Asked::ForThis => Self::Stays,
            Asked::ForAll => Self::MayHaveThese,
        }
    }
}

fn with_options(options: &TokenStream) -> Attribute {
    syn::parse_quote!(#[jacobian(#options)])
}

/// `fn step(&self, x: f64) -> f64 { <Self as Model>::step(self, x) }`
fn call_of(method: &syn::TraitItemFn, path: &syn::Path) -> syn::ItemFn {
    let mut signature = method.sig.clone();
    let mut passed = Vec::new();
    for (position, input) in signature.inputs.iter_mut().enumerate() {
        match input {
            FnArg::Receiver(receiver) => {
                if matches!(receiver.kind, syn::ReceiverKind::Value) {
                    receiver.mutability = None;
                }
                passed.push(quote!(self));
            }
            FnArg::Typed(typed) => {
                let name = match &*typed.pat {
                    Pat::Ident(name) => name.ident.clone(),
                    other => format_ident!(
                        "argument_{position}",
                        span = syn::spanned::Spanned::span(other)
                    ),
                };
                passed.push(name.to_token_stream());
                *typed.pat = syn::parse_quote!(#name);
            }
        }
    }
    let name = &signature.ident;
    let kept = method.attrs.iter();
    let kept = kept.filter(|attribute| attribute.path().is_ident("cfg"));
    syn::parse_quote! {
        #(#kept)*
        #signature { <Self as #path>::#name(#(#passed),*) }
    }
}

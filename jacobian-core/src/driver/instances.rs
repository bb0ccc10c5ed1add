//! The methods of an `impl` as they are differentiated, and the blocks that get the code for them.
//!
//! ```text
//! impl Body { #[jacobian] fn f(..) }                into the block itself
//! impl Ode for Body { .. }                          impl Body { .. } beside it
//! impl<T: Float, U> Size<T, U> { .. }               impl<U> Size<f64, U> { .. } beside it
//! impl<M: Model> Solver<M> { .. }                   impl Solver<Body> { .. }, `scalar(M = Body)`
//! impl Law for f64 { .. }                           free functions beside it, see `free_forms`
//! ```
//!
//! Several methods with the same block beside share it.

use std::cell::RefCell;
use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::ItemImpl;

use crate::front::foreign_impls;
use crate::front::foreign_scalars::Sight;
use crate::front::impl_arguments::ImplArguments;
use crate::front::library::Home;
use crate::front::messages;
use crate::front::module_items::method_of;
use crate::front::own_macros::OwnMacros;
use crate::front::own_traits::OwnTraits;
use crate::front::trait_marks;
use crate::front::type_name;
use crate::ordered::Set;

use super::attributed::refused;
use super::free_forms::{FreeForm, is_of_others};
use super::inherent::{Inherited, inherent_impl};

/// An `impl`, and its versions for scalars in place of type parameters.
pub(super) struct Instances<'a> {
    block: &'a ItemImpl,
    own: &'a OwnTraits,
    /// The macros that its methods may call.
    macros: &'a OwnMacros,
    /// The versions made so far, by the scalars.
    made: RefCell<Vec<(String, Rc<Version>)>>,
}

/// The block for some scalars, with the head of the inherent `impl` of its type.
struct Version {
    block: ItemImpl,
    inherent: ItemImpl,
    /// The parameters of the block that have types or values here.
    settled: Vec<Ident>,
    /// The check that the traits of the scalars are those that we know.
    check: Option<TokenStream>,
}

/// A method as it is differentiated.
pub(super) struct Instance {
    pub(super) method: syn::ItemFn,
    /// The head of the block that gets the code, without items if it is beside the user's.
    pub(super) inherent: ItemImpl,
    pub(super) is_beside: bool,
    /// The trait of the block.
    of_trait: Option<syn::Path>,
    /// The parameters that have types or values here.
    settled: Vec<Ident>,
}

impl Instance {
    /// Where the method is.
    pub(super) fn home(&self, module: usize) -> Home {
        let ty = &self.inherent.self_ty;
        // Without arguments, `self` has the type that `Self` is.
        let has_arguments = matches!(&**ty, syn::Type::Path(path)
            if path.path.segments.last().is_some_and(|last| !last.arguments.is_none()));
        Home {
            module,
            of_type: Some(type_name(ty)),
            self_type: has_arguments.then(|| (**ty).clone()),
            settled: self.settled.clone(),
        }
    }

    /// The message for a method of every type, `impl<T: Law> Scaled for T`.
    pub(super) fn of_all(&self) -> Option<TokenStream> {
        let is_of_all = self.is_beside && is_parameter(&self.inherent);
        is_of_all.then(|| refused(&self.method.sig.ident, messages::IMPL_OF_ALL))
    }

    /// The method as a free function, if the type of the block can have no inherent `impl` here.
    pub(super) fn free(&self, is_imported: impl Fn(&syn::Path) -> bool) -> Option<FreeForm> {
        let of_trait = self.of_trait.as_ref()?;
        let is_foreign = is_of_others(&self.inherent.self_ty, is_imported);
        is_foreign.then(|| FreeForm::of(&self.method, of_trait, &self.inherent))
    }

    /// The home of the free function.
    pub(super) fn home_outside(&self, module: usize) -> Home {
        Home {
            module,
            settled: self.settled.clone(),
            ..Home::default()
        }
    }
}

/// Whether a block is for a parameter of its own.
fn is_parameter(block: &ItemImpl) -> bool {
    let syn::Type::Path(path) = &*block.self_ty else {
        return false;
    };
    let mut parameters = block.generics.type_params();
    parameters.any(|own| path.path.is_ident(&own.ident))
}

impl<'a> Instances<'a> {
    pub(super) fn of(block: &'a ItemImpl, own: &'a OwnTraits, macros: &'a OwnMacros) -> Self {
        Self {
            block,
            own,
            macros,
            made: RefCell::default(),
        }
    }

    /// The method at a position among the items, for the scalars that the options give.
    pub(super) fn method(&self, position: usize, options: &TokenStream) -> Option<Instance> {
        let own = method_of(&self.block.items[position])?;
        let given = ImplArguments::of(options, self.block);
        let version = self.version(&own.sig, &given);
        let method = method_of(&version.block.items[position])?;
        let is_of_trait = self.block.trait_.is_some();
        Some(Instance {
            method: if is_of_trait {
                Inherited::new(&version.block, &version.inherent).method(method)
            } else {
                method
            },
            inherent: version.inherent.clone(),
            is_beside: is_of_trait || !version.settled.is_empty(),
            of_trait: (version.block.trait_.as_ref()).map(|(path, _)| path.clone()),
            settled: version.settled.clone(),
        })
    }

    /// The checks of the versions that were made, each once.
    pub(super) fn checks(&self) -> TokenStream {
        let mut seen = Set::new();
        let made = self.made.borrow();
        let checks = made
            .iter()
            .filter_map(|(_, version)| version.check.as_ref());
        checks
            .filter(|check| seen.insert(check.to_string()))
            .cloned()
            .collect()
    }

    fn version(&self, method: &syn::Signature, given: &ImplArguments) -> Rc<Version> {
        let sight = Sight {
            given: &given.scalars,
            own: self.own,
            asked: None,
        };
        // A type that the options give is no scalar, whatever its bounds say.
        let typed = given.typed(self.block);
        let block = typed.as_ref().unwrap_or(self.block);
        let chosen = foreign_impls::chosen(block, Some(method), sight);
        let named = chosen
            .iter()
            .map(|one| format!("{} = {}", one.parameter, one.scalar));
        let key = given.spelled() + &named.collect::<Vec<_>>().join(", ");
        let mut made = self.made.borrow_mut();
        if let Some((_, known)) = made.iter().find(|(known, _)| *known == key) {
            return Rc::clone(known);
        }
        let concrete = if chosen.is_empty() {
            None
        } else {
            foreign_impls::concrete(block, &chosen, sight, self.macros)
        };
        let mut settled: Vec<Ident> = Vec::new();
        if typed.is_some() {
            settled.extend(given.names());
        }
        if concrete.is_some() {
            settled.extend(chosen.iter().map(|one| one.parameter.clone()));
        }
        let check = trait_marks::of_block(block, &chosen, self.own);
        let block = concrete.unwrap_or_else(|| block.clone());
        let mut inherent = inherent_impl(&block);
        if !settled.is_empty() {
            inherent.items.clear();
        }
        let version = Rc::new(Version {
            block,
            inherent,
            settled,
            check,
        });
        made.push((key, Rc::clone(&version)));
        version
    }
}

/// The blocks beside an `impl`, each with its code.
#[derive(Default)]
pub(super) struct Beside {
    blocks: Vec<(ItemImpl, TokenStream)>,
    /// The free functions.
    free: TokenStream,
}

impl Beside {
    /// Adds code to the block with this head.
    pub(super) fn add(&mut self, head: &ItemImpl, code: TokenStream) {
        if code.is_empty() {
            return;
        }
        match self.blocks.iter_mut().find(|(known, _)| known == head) {
            Some((_, known)) => known.extend(code),
            None => self.blocks.push((head.clone(), code)),
        }
    }

    /// Adds free functions.
    pub(super) fn add_free(&mut self, code: TokenStream) {
        self.free.extend(code);
    }

    /// The blocks, under the conditions of the user's block.
    pub(super) fn emitted(self, block: &ItemImpl, checks: &TokenStream) -> TokenStream {
        if self.blocks.is_empty() && self.free.is_empty() {
            return TokenStream::new();
        }
        let free = self.free;
        let conditions = block
            .attrs
            .iter()
            .filter(|attribute| attribute.path().is_ident("cfg"));
        let conditions = quote!(#(#conditions)*);
        let blocks = self.blocks.into_iter().map(|(head, code)| {
            let ty = head.self_ty.to_token_stream();
            let (parameters, _, clauses) = head.generics.split_for_impl();
            quote! {
                #conditions
                #[allow(private_interfaces, private_bounds)]
                impl #parameters #ty #clauses { #code }
            }
        });
        let blocks: TokenStream = blocks.collect();
        let checks = (!checks.is_empty()).then(|| quote!(#conditions #checks));
        quote!(#blocks #free #checks)
    }
}

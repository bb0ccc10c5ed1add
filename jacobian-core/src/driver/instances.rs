//! The methods of an `impl` as they are differentiated, and the blocks that get the code for them.
//!
//! ```text
//! impl Body { #[jacobian] fn f(..) }                into the block itself
//! impl Ode for Body { .. }                          impl Body { .. } beside it
//! impl<T: Float, U> Size<T, U> { .. }               impl<U> Size<f64, U> { .. } beside it
//! impl<M: Model> Solver<M> { .. }                   impl Solver<Body> { .. }, `scalar(M = Body)`
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
use crate::front::own_traits::OwnTraits;
use crate::front::trait_marks;
use crate::front::type_name;
use crate::ordered::Set;

use super::inherent::{Inherited, inherent_impl};

/// An `impl`, and its versions for scalars in place of type parameters.
pub(super) struct Instances<'a> {
    block: &'a ItemImpl,
    own: &'a OwnTraits,
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

    /// The message for a method of the scalar itself, `impl<T: Float> Law for T`. There can be no
    /// other `impl` of it.
    pub(super) fn of_primitive(&self) -> Option<TokenStream> {
        let ty = self.inherent.self_ty.to_token_stream().to_string();
        let is_primitive = self.is_beside && matches!(ty.as_str(), "f64" | "f32");
        if self.is_beside
            && let Some(message) = no_type_here(&self.inherent)
        {
            let name = &self.method.sig.ident;
            let refusal = syn::Error::new_spanned(name, message);
            return Some(refusal.into_compile_error());
        }
        is_primitive.then(|| {
            let name = &self.method.sig.ident;
            syn::Error::new_spanned(name, messages::IMPL_OF_SCALAR).into_compile_error()
        })
    }
}

/// The message for a block whose type cannot have an inherent `impl` here: a parameter, as in
/// `impl<T> Law for T`, or a type of the language or of std.
fn no_type_here(block: &ItemImpl) -> Option<&'static str> {
    let is_of_others = match &*block.self_ty {
        syn::Type::Path(path) => {
            if let Some(name) = path.path.get_ident() {
                let mut parameters = block.generics.type_params();
                let is_parameter = parameters.any(|own| own.ident == *name);
                return is_parameter.then_some(messages::IMPL_OF_ALL);
            }
            let last = path.path.segments.last();
            last.is_some_and(|last| OF_STD.iter().any(|name| last.ident == name))
        }
        syn::Type::TraitObject(_) | syn::Type::Paren(_) | syn::Type::Group(_) => false,
        _ => true,
    };
    is_of_others.then_some(messages::IMPL_OF_OTHERS)
}

/// Types of std that traits are often implemented for.
const OF_STD: &[&str] = &["Vec", "Box", "Rc", "Arc", "Option", "VecDeque"];

impl<'a> Instances<'a> {
    pub(super) fn of(block: &'a ItemImpl, own: &'a OwnTraits) -> Self {
        Self {
            block,
            own,
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
            foreign_impls::concrete(block, &chosen, sight)
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
pub(super) struct Beside(Vec<(ItemImpl, TokenStream)>);

impl Beside {
    /// Adds code to the block with this head.
    pub(super) fn add(&mut self, head: &ItemImpl, code: TokenStream) {
        if code.is_empty() {
            return;
        }
        match self.0.iter_mut().find(|(known, _)| known == head) {
            Some((_, known)) => known.extend(code),
            None => self.0.push((head.clone(), code)),
        }
    }

    /// The blocks, under the conditions of the user's block.
    pub(super) fn emitted(self, block: &ItemImpl, checks: &TokenStream) -> TokenStream {
        if self.0.is_empty() {
            return TokenStream::new();
        }
        let conditions = block
            .attrs
            .iter()
            .filter(|attribute| attribute.path().is_ident("cfg"));
        let conditions = quote!(#(#conditions)*);
        let blocks = self.0.into_iter().map(|(head, code)| {
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
        quote!(#blocks #checks)
    }
}

//! Associated types of types in view: `World::Scalar`, `<World as Space>::Scalar`.
//!
//! ```text
//! impl Space for World { type Scalar = f64; }
//! fn f<S: Space>(p: &Point<S>) -> S::Scalar       with `scalar(S = World)`
//! fn f(p: &Point<World>) -> f64
//! ```
//!
//! A type that has two of one name, for two traits, has none here.

use quote::ToTokens;
use syn::visit_mut::VisitMut;
use syn::{ItemImpl, PathArguments, Type};

use crate::front::read::definitions::{Key, Types, Within, Written, is_primitive};

/// Types that are defined by themselves are rustc's to report.
const DEEPEST: usize = 16;

impl Types {
    /// Adds the associated types of an `impl`.
    pub(crate) fn add_associated(&mut self, of: &Key, block: &ItemImpl, at: &Within) {
        for item in &block.items {
            let syn::ImplItem::Type(item) = item else {
                continue;
            };
            let name = (of.clone(), item.ident.to_string());
            let at = Within {
                this: Some(of.clone()),
                ..at.clone()
            };
            let ty = item.ty.clone();
            let known = self.associated.entry(name).or_default();
            known.push(Written { ty, at });
        }
    }

    /// The type that a path to an associated type means.
    pub(crate) fn associated_type(&self, path: &syn::TypePath, at: &Within) -> Option<Written> {
        let mut owner = path.path.clone();
        let last = owner.segments.pop()?;
        owner.segments.pop_punct();
        if !matches!(last.arguments, PathArguments::None) {
            return None;
        }
        // An associated type of an associated type is left to rustc. So the look-up has an end.
        let of = match path.qself.as_ref().map(|of| &*of.ty) {
            Some(Type::Path(of)) if of.qself.is_none() => &of.path,
            None if !owner.segments.is_empty() => &owner,
            _ => return None,
        };
        // Which arguments a type has in its `impl`, is not known here.
        let has_arguments = |segment: &syn::PathSegment| !segment.arguments.is_none();
        if of.segments.iter().any(has_arguments) {
            return None;
        }
        let number = of.get_ident().map(ToString::to_string);
        let number = number.filter(|name| is_primitive(name)).map(Key::from);
        let key = self.key(of, at).or(number)?;
        match self
            .associated
            .get(&(key, last.ident.to_string()))?
            .as_slice()
        {
            [only] => Some(only.clone()),
            _ => None,
        }
    }

    /// A type, or the one that it means if it is an associated type.
    pub(crate) fn behind_associated(&self, written: &Written) -> Written {
        let mut written = written.clone();
        for _ in 0..DEEPEST {
            let Type::Path(path) = &written.ty else { break };
            let Some(meant) = self.associated_type(path, &written.at) else {
                break;
            };
            written = meant;
        }
        written
    }

    /// A function with the types that associated types mean. `None` if it names none.
    pub(crate) fn without_associated(
        &self,
        function: &syn::ItemFn,
        at: &Within,
    ) -> Option<syn::ItemFn> {
        if self.associated.is_empty() {
            return None;
        }
        let mut meanings = Meanings {
            types: self,
            at,
            has_any: false,
        };
        let mut function = function.clone();
        meanings.visit_item_fn_mut(&mut function);
        meanings.has_any.then_some(function)
    }
}

struct Meanings<'a> {
    types: &'a Types,
    at: &'a Within,
    has_any: bool,
}

impl VisitMut for Meanings<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        syn::visit_mut::visit_type_mut(self, ty);
        let written = Written {
            ty: ty.clone(),
            at: self.at.clone(),
        };
        let meant = self.types.behind_associated(&written);
        let is_other = meant.ty != *ty;
        let spelled = meant.ty.to_token_stream();
        if is_other && self.types.means_the_same(&spelled, &meant.at, self.at) {
            *ty = meant.ty;
            self.has_any = true;
        }
    }
}

//! Types of the parameters of generic functions that are inlined, where the call says them.
//!
//! ```text
//! smooth::<Gaussian>(x, h)            `K` is `Gaussian`
//! Rk2::step::<S>(p, s)                `S` is what it is for the running function
//! Self::weight(x)                     the parameters of the `impl` are those of the running method
//! ```
//!
//! A closure keeps the types of the function that wrote it, wherever it is called.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{GenericArgument, PathArguments, Type};

use crate::front::names::functions::Function;
use crate::front::names::state::Lowering;
use crate::front::read::definitions::Key;
use crate::front::syntax::tokens::names_any;
use crate::front::syntax::types::behind_reference;
use crate::front::value::function::FunctionId;

impl<M> Lowering<M> {
    /// The type that a call gives, as the running code reads it.
    fn key_of_argument(&self, ty: &Type) -> Option<Key> {
        let ty = behind_reference(ty);
        if let Type::Path(path) = ty
            && let Some(known) = path.path.get_ident().and_then(|name| self.known_type(name))
        {
            return Some(known.clone());
        }
        if self.is_scalar_type(ty) {
            return Some(self.given.scalar_name.as_str().into());
        }
        self.given.types.key_of(ty, &self.within())
    }

    /// The types that the path of a call gives for parameters of the function. Those of the
    /// function follow those of the `impl`.
    pub(crate) fn types_given(&self, id: &FunctionId, path: &syn::Path) -> Vec<(Ident, Key)> {
        let function = self.names.functions.get(id);
        let all = &function.type_parameters;
        let mut segments = path.segments.iter().rev();
        let (own, of_type) = (segments.next().map(types_of), segments.next());
        let own = own.unwrap_or_default();
        let Some(n_of_type) = all.len().checked_sub(own.len()) else {
            return Vec::new();
        };
        let (of_impl, of_function) = all.split_at(n_of_type);
        let given = of_type.map(types_of).unwrap_or_default();
        let pairs = of_impl.iter().zip(given).chain(of_function.iter().zip(own));
        let mut found: Vec<(Ident, Key)> = pairs
            .filter_map(|(name, ty)| Some((name.clone(), self.key_of_argument(ty)?)))
            .collect();
        if of_type.is_some_and(|segment| segment.ident == "Self") {
            found.extend(self.types_of_same_type(function, self.frames.calls.last()));
        }
        found
    }

    /// The types of the parameters of an `impl`, from those of the running method of the same type.
    pub(crate) fn types_of_same_type(
        &self,
        function: &Function,
        running: Option<&FunctionId>,
    ) -> Vec<(Ident, Key)> {
        let Some(running) = running else {
            return Vec::new();
        };
        let running = self.names.functions.get(running);
        if running.within.this.is_none() || running.within.this != function.within.this {
            return Vec::new();
        }
        let (Some(this), Some(other)) = (&running.this, &function.this) else {
            return Vec::new();
        };
        let pairs = types_in(this).into_iter().zip(types_in(other));
        let named = pairs.filter_map(|(running, own)| {
            let own = function
                .type_parameters
                .iter()
                .find(|name| names_any(&own.to_token_stream(), &[&name.to_string()]))?;
            let Type::Path(running) = running else {
                return None;
            };
            let known = self.known_type(running.path.get_ident()?)?;
            Some((own.clone(), known.clone()))
        });
        named.collect()
    }
}

/// The types among the arguments of a type.
fn types_in(ty: &Type) -> Vec<&Type> {
    match behind_reference(ty) {
        Type::Path(path) => path.path.segments.last().map(types_of).unwrap_or_default(),
        _ => Vec::new(),
    }
}

fn types_of(segment: &syn::PathSegment) -> Vec<&Type> {
    let PathArguments::AngleBracketed(given) = &segment.arguments else {
        return Vec::new();
    };
    let types = given.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

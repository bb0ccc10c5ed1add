//! Types and values in place of the parameters of an `impl`: `scalar(M = Body)`, `const(N = 4)`.
//!
//! ```text
//! impl<M: Model, const N: usize> Solver<M, N> {      impl Solver<Body, 4> {
//!     fn step(&self, x: f64) -> f64 {           ->       fn step(&self, x: f64) -> f64 {
//!         self.model.rate(x) / N as f64                      self.model.rate(x) / 4usize as f64
//! ```
//!
//! The block itself stays as it is. What is generated for its methods goes into another block
//! beside it, for this type alone.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::visit_mut::VisitMut;
use syn::{ItemImpl, Type};

use crate::diag::Diagnostics;
use crate::front::read::arguments::Arguments;
use crate::front::read::generics::spelled;
use crate::front::read::type_arguments::without_parameters;

/// What the options say about the parameters of an `impl`.
pub(crate) struct ImplArguments {
    /// All scalars, because a `where` clause of a method may bound one.
    pub(crate) scalars: Vec<(Ident, Ident)>,
    types: Vec<(Ident, Type)>,
    /// Values as they are written.
    values: Vec<(Ident, TokenStream)>,
}

impl ImplArguments {
    /// Those that these options give this block. Mistakes are reported where the options are read.
    pub(crate) fn of(options: &TokenStream, block: &ItemImpl) -> Self {
        let mut mistakes = Diagnostics::default();
        let arguments = Arguments::parse(options.clone(), &[], &mut mistakes);
        let _: Result<(), _> = mistakes.finish();
        let is_parameter =
            |name: &Ident| block.generics.type_params().any(|own| own.ident == *name);
        let types = arguments.instances.iter();
        let values = block.generics.const_params().filter_map(|parameter| {
            let value = arguments.constant(&parameter.ident.clone().into())?;
            Some((parameter.ident.clone(), spelled(value, &parameter.ty)))
        });
        Self {
            types: types
                .filter(|(name, _)| is_parameter(name))
                .cloned()
                .collect(),
            values: values.collect(),
            scalars: arguments.scalars,
        }
    }

    /// The parameters that have types or values.
    pub(crate) fn names(&self) -> impl Iterator<Item = Ident> {
        let types = self.types.iter().map(|(name, _)| name.clone());
        types.chain(self.values.iter().map(|(name, _)| name.clone()))
    }

    /// The same as text.
    pub(crate) fn spelled(&self) -> String {
        let each = self.meant().into_iter();
        let each: Vec<String> = each
            .map(|(name, meant)| format!("{name} = {meant}, "))
            .collect();
        each.concat()
    }

    /// The parameters, and the code in their place.
    fn meant(&self) -> Vec<(&Ident, TokenStream)> {
        let types = self.types.iter();
        let types = types.map(|(name, ty)| (name, ty.to_token_stream()));
        let values = self.values.iter();
        let values = values.map(|(name, value)| (name, value.clone()));
        types.chain(values).collect()
    }

    /// The block for these types and values. `None` if there are none.
    pub(crate) fn typed(&self, block: &ItemImpl) -> Option<ItemImpl> {
        if self.types.is_empty() && self.values.is_empty() {
            return None;
        }
        let mut own = block.clone();
        without_parameters(&mut own.generics, &self.names().collect::<Vec<_>>());
        let mut own: ItemImpl = syn::parse2(crate::front::read::type_arguments::replaced(
            own.into_token_stream(),
            &self.meant(),
        ))
        .ok()?;
        let mut of_self = OfSelf((*own.self_ty).clone());
        for item in &mut own.items {
            if let syn::ImplItem::Fn(method) = item {
                of_self.visit_signature_mut(&mut method.sig);
            }
        }
        Some(own)
    }
}

/// Writes the type for `Self` in signatures, because `Self` alone does not tell its arguments.
struct OfSelf(Type);

impl VisitMut for OfSelf {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        match ty {
            Type::Path(path) if path.path.is_ident("Self") => *ty = self.0.clone(),
            _ => syn::visit_mut::visit_type_mut(self, ty),
        }
    }

    fn visit_receiver_mut(&mut self, _: &mut syn::Receiver) {}
}

#[cfg(test)]
mod tests {
    use quote::{ToTokens, quote};

    use super::ImplArguments;

    #[test]
    fn the_block_has_types_and_values_for_its_parameters() {
        let block: syn::ItemImpl = syn::parse_quote! {
            impl<M: Model, U, const N: usize> Solver<M, U, N> where M: Copy {
                fn step(&self, other: &Self, x: f64) -> Option<Self> { M::K * N }
            }
        };
        let options = quote!(wrt(x), scalar(M = Wrap<Body>, T = f32), const(N = 4, Q = 2));
        let found = ImplArguments::of(&options, &block);
        let written = found.typed(&block).expect("a block").into_token_stream();
        let expected = quote! {
            impl<U> Solver<Wrap<Body>, U, 4usize> {
                fn step(&self, other: &Solver<Wrap<Body>, U, 4usize>, x: f64)
                    -> Option<Solver<Wrap<Body>, U, 4usize> > { <Wrap<Body> >::K * 4usize }
            }
        };
        let plain = |text: String| text.replace([' ', ','], "");
        assert_eq!(plain(written.to_string()), plain(expected.to_string()));
        let names: Vec<String> = found.names().map(|name| name.to_string()).collect();
        assert_eq!(names, ["M", "N"]);
        assert_eq!(found.scalars.len(), 1);
    }
}

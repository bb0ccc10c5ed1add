//! Generic functions that are inlined: the scalars among their type parameters.
//!
//! ```text
//! fn sq<T: Real>(x: T) -> T { x * x * T::from_f64(0.5) }      `T` is the scalar of the attributed
//!                                                             function
//! let g: fn(f64) -> f64 = f64::sin;                           the closure `|v| v.sin()`
//! ```
//!
//! A function has one scalar type, so a scalar type parameter is replaced before the body is run.

use quote::{ToTokens, format_ident, quote};

use crate::ir::Precision;

use crate::front::names::state::Lowering;
use crate::front::read::foreign_scalars::{self, Sight};
use crate::front::read::generics;
use crate::front::run::Run;
use crate::front::syntax::elementals;
use crate::front::syntax::foreign_traits::Chosen;
use crate::front::value::Value;
use crate::front::value::found::Found;

impl Lowering<Run> {
    /// The function with the scalar of the attributed function in place of its own scalar.
    pub(crate) fn with_own_scalar(&mut self, item: &syn::ItemFn) -> syn::ItemFn {
        let is_real = |parameter: &&syn::TypeParam| {
            let bounds = generics::bounds_of(parameter, &item.sig.generics);
            let mut tokens = bounds.into_iter();
            tokens.any(|token| token.to_string() == "Real")
        };
        let mut scalars = item.sig.generics.type_params().filter(is_real);
        let (Some(scalar), None) = (scalars.next(), scalars.next()) else {
            return self.with_foreign_scalars(item);
        };
        let name = syn::Ident::new(&self.given.scalar_name, proc_macro2::Span::call_site());
        let values = [(scalar.ident.to_string(), name.into_token_stream())];
        // The bound `T: Real` brings the methods of the trait into scope. The scalar itself needs
        // an import.
        let runtime = &self.given.runtime;
        let import = quote!(use #runtime::Arithmetic as _;);
        if !self
            .writer
            .items
            .iter()
            .any(|item| item.to_string() == import.to_string())
        {
            self.writer.items.push(import);
        }
        let mut own = item.clone();
        let generics = std::mem::take(&mut own.sig.generics);
        let tokens = crate::spelling::replaced(own.into_token_stream(), &values);
        match syn::parse2::<syn::ItemFn>(tokens) {
            Ok(mut own) => {
                own.sig.generics.params = generics.params;
                own
            }
            Err(_) => item.clone(),
        }
    }

    /// The same where the scalar has a trait of other people's, which `f64` and `f32` implement.
    fn with_foreign_scalars(&mut self, item: &syn::ItemFn) -> syn::ItemFn {
        let name = syn::Ident::new(&self.given.scalar_name, proc_macro2::Span::call_site());
        let (inputs, output) = (&item.sig.inputs, &item.sig.output);
        let own = std::rc::Rc::clone(&self.names.own_traits);
        let sight = Sight {
            given: &[],
            own: &own,
            asked: None,
        };
        let chosen = foreign_scalars::chosen(&item.sig.generics, &quote!(#inputs #output), sight);
        let chosen = foreign_scalars::certain(chosen, sight);
        if chosen.is_empty() || self.given.precision == Precision::Generic {
            return item.clone();
        }
        let chosen: Vec<_> = chosen
            .into_iter()
            .map(|one| Chosen {
                scalar: name.clone(),
                ..one
            })
            .collect();
        let traits = chosen.iter().flat_map(|one| &one.traits).cloned();
        self.names.scalar_traits.extend(traits);
        let mut own = item.clone();
        foreign_scalars::without(&mut own, &chosen);
        let values: Vec<_> = chosen
            .iter()
            .map(|one| (one.parameter.to_string(), one.scalar.to_token_stream()))
            .collect();
        let tokens = crate::spelling::replaced(own.into_token_stream(), &values);
        syn::parse2(tokens).unwrap_or_else(|_| item.clone())
    }

    /// `f64::sin` used as a value: a closure that calls it.
    pub(crate) fn method_as_function(&mut self, path: &syn::Path) -> Found<Option<Value>> {
        let mut segments = path.segments.iter().rev();
        let (Some(name), Some(scalar)) = (segments.next(), segments.next()) else {
            return Ok(None);
        };
        if !self.names_scalar(&scalar.ident) {
            return Ok(None);
        }
        let Some(operation) = elementals::of_method(&name.ident.to_string()) else {
            return Ok(None);
        };
        let names = (0..operation.arity()).map(|position| format_ident!("__operand_{position}"));
        let names: Vec<syn::Ident> = names.collect();
        let scalar = &scalar.ident;
        let closure: syn::ExprClosure =
            syn::parse_quote!(|#(#names: #scalar),*| #path(#(#names),*));
        self.closure(&closure).map(|id| Some(Value::Function(id)))
    }
}

//! The result of a function, as its signature declares it.
//!
//! ```text
//! -> [f64; 2]               rows: its two numbers
//! -> Result<Vec<f64>, E>    rows: the numbers of the `Vec` that the function returns
//! -> bool                   no rows; the outputs have them, and the flag is returned as it is
//! -> &Self                  no rows; the fields have them, and the caller has the place
//! ```

use quote::{ToTokens, format_ident};

use crate::interface::{Parameter, Returned, Shape, Wrapper};

use crate::front::messages;
use crate::front::read::outputs::{FieldOutput, is_written};
use crate::front::read::reader::Reader;
use crate::front::syntax::types::{
    is_mutable_borrow, is_other_primitive, is_slice, pointee, unwrap,
};

impl Reader<'_> {
    /// Reports a function that returns no number and has no outputs.
    pub(crate) fn nothing_returned(
        &mut self,
        parameters: &[Parameter],
        signature: &syn::Signature,
    ) {
        let mut borrowed = parameters
            .iter()
            .filter(|parameter| is_mutable_borrow(&parameter.ty));
        let changes =
            |receiver: &&syn::Receiver| is_written(receiver) || receiver.mutability.is_some();
        match (borrowed.next(), signature.receiver().filter(changes)) {
            (Some(parameter), _) if is_slice(&parameter.ty) => {
                let message = messages::output_without_length(&parameter.name.to_string());
                self.diagnostics.error_at(&parameter.ty, &message);
            }
            (Some(parameter), _) => {
                let message = messages::output_of_unknown_type(&parameter.name.to_string());
                self.diagnostics.error_at(&parameter.ty, &message);
            }
            (None, Some(receiver)) => {
                let message = messages::output_of_unknown_type("self");
                self.diagnostics.error_at(receiver, &message);
            }
            (None, None) => self
                .diagnostics
                .error_at(&signature.ident, messages::NO_RESULT),
        }
    }

    /// The result, and whether its type gives its shape.
    pub(crate) fn returned(
        &mut self,
        signature: &syn::Signature,
        parameters: &[Parameter],
        outputs: &[FieldOutput],
    ) -> (Returned, bool) {
        let nothing = |declared, wrapper| Returned {
            value: None,
            shape: Shape::Tuple(Vec::new()),
            wrapper,
            declared,
            assembly: None,
        };
        let syn::ReturnType::Type(_, declared) = &signature.output else {
            return (nothing(None, Wrapper::Plain), true);
        };
        let (wrapper, inner) = unwrap(declared);
        if matches!(&inner, syn::Type::Tuple(tuple) if tuple.elems.is_empty()) {
            return (nothing(Some((**declared).clone()), wrapper), true);
        }
        let has_outputs = !outputs.is_empty()
            || parameters
                .iter()
                .any(|parameter| parameter.output.is_some());
        match &inner {
            // The caller has the place already, and two borrows of it cannot be returned.
            syn::Type::Reference(reference) if has_outputs && !is_static(reference) => {
                return (nothing(Some((**declared).clone()), wrapper), true);
            }
            syn::Type::Reference(_) if has_outputs => {}
            syn::Type::ImplTrait(_)
            | syn::Type::Never(_)
            | syn::Type::Reference(_)
            | syn::Type::Slice(_) => self.refuse_result(&inner),
            pointer if matches!(pointee(pointer), syn::Type::TraitObject(_)) => {
                self.refuse_result(&inner);
            }
            _ => {}
        }
        // `dim(out = 3)` is said of the result, if no parameter is called so.
        let said = self.arguments.dim(&format_ident!("out")).cloned();
        let said = said.filter(|_| !has_parameter(signature, "out"));
        let said = said.map(|lengths| self.with_lengths(&lengths, &inner));
        let said = said.filter(|shape| !shape.is_only_read());
        let shape = self.shape(&inner).or(said);
        if shape.is_none() && is_other_primitive(&inner) && !has_outputs {
            self.refuse_result(&inner);
        }
        let is_declared = shape.is_some();
        let shape = shape.unwrap_or(Shape::Scalar);
        (
            Returned {
                value: Some(inner),
                shape,
                wrapper,
                declared: Some((**declared).clone()),
                assembly: None,
            },
            is_declared,
        )
    }

    fn refuse_result(&mut self, ty: &syn::Type) {
        let message = messages::result_type(&ty.to_token_stream().to_string());
        self.diagnostics.error_at(ty, &message);
    }
}

fn is_static(reference: &syn::TypeReference) -> bool {
    let mut lifetime = reference.lifetime.iter();
    lifetime.any(|lifetime| lifetime.ident == "static")
}

fn has_parameter(signature: &syn::Signature, name: &str) -> bool {
    let names = signature.inputs.iter().map(|input| match input {
        syn::FnArg::Typed(typed) => typed.pat.to_token_stream().to_string(),
        syn::FnArg::Receiver(_) => String::new(),
    });
    names.into_iter().any(|known| known == name)
}

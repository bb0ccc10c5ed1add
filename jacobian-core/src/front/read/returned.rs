//! The result of a function, as its signature declares it.
//!
//! ```text
//! -> [f64; 2]               rows: its two numbers
//! -> Result<Vec<f64>, E>    rows: the numbers of the `Vec` that the function returns
//! -> (Vec<f64>, Fit)        rows: those of the lists in it, `dim(out.0 = 6, out.1.slopes = 3)`
//! -> bool                   no rows; the outputs have them, and the flag is returned as it is
//! -> &Self                  no rows; the fields have them, and the caller has the place
//! ```

use proc_macro2::Ident;
use quote::{ToTokens, format_ident};

use crate::interface::{Parameter, Returned, Shape, Wrapper};

use crate::front::messages;
use crate::front::read::arguments::Arguments;
use crate::front::read::definitions::Body;
use crate::front::read::open_fields::lengths_of_outputs;
use crate::front::read::outputs::{FieldOutput, is_written};
use crate::front::read::own_shapes::list_of_crate;
use crate::front::read::paths::FieldPath;
use crate::front::read::reader::Reader;
use crate::front::syntax::tokens::names_any;
use crate::front::syntax::types::{
    is_mutable_borrow, is_other_primitive, is_slice, list_element, pointee, unwrap,
};

impl Reader<'_> {
    /// Reports a function that returns no number and has no outputs.
    pub(crate) fn nothing_returned(&mut self, parameters: &[Parameter], function: &syn::ItemFn) {
        let (signature, body) = (&function.sig, &function.block);
        let mut borrowed = parameters
            .iter()
            .filter(|parameter| is_mutable_borrow(&parameter.ty));
        let changes =
            |receiver: &&syn::Receiver| is_written(receiver) || receiver.mutability.is_some();
        match (borrowed.next(), signature.receiver().filter(changes)) {
            (Some(parameter), _) if is_slice(&parameter.ty) => {
                let (name, lengths) = (parameter.name.to_string(), self.lengths_of(&parameter.ty));
                let message = messages::output_without_length(&name, &lengths);
                self.diagnostics.error_at(&parameter.ty, &message);
            }
            (Some(parameter), _) => {
                let message = self.written_unseen(&parameter.name, parameters, body);
                self.diagnostics.error_at(&parameter.ty, &message);
            }
            (None, Some(receiver)) => {
                let this = Ident::from(receiver.self_token);
                let message = self.written_unseen(&this, parameters, body);
                self.diagnostics.error_at(receiver, &message);
            }
            (None, None) => self
                .diagnostics
                .error_at(&signature.ident, messages::NO_RESULT),
        }
    }

    /// The message about a struct that is changed, of which no field is an output.
    fn written_unseen(&self, name: &Ident, parameters: &[Parameter], body: &syn::Block) -> String {
        let (root, members) = (name.clone(), Vec::new());
        let of = self.type_of_path(&FieldPath { root, members }, parameters);
        let (name, body) = (name.to_string(), body.to_token_stream());
        let is_named = |field: &str| names_any(&body, &[field]);
        let open = of.and_then(|of| lengths_of_outputs(self.arguments, (&name, &of), &is_named));
        open.unwrap_or_else(|| messages::output_of_unknown_type(&name))
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
            // The numbers of a `Box<[f64; 3]>` would be written into an array. A list is made
            // whole.
            boxed if pointee(boxed) != boxed && list_element(boxed).is_none() => {
                self.refuse_result(&inner);
            }
            _ => {}
        }
        // `dim(out = 3)` is said of the result, if no parameter is called so.
        let said = self.arguments.dim(&format_ident!("out")).cloned();
        let said = said.filter(|_| !has_parameter(signature, "out"));
        // A tuple or a struct of the user's own has no length. Its lists have.
        let said = said.filter(|_| !self.has_parts(&inner));
        let said = said.map(|lengths| {
            let shape = self.with_lengths(&lengths, &inner);
            list_of_crate(self.arguments, &inner, shape)
        });
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

    /// Whether a type is a tuple, or a struct in view that is no list around its elements.
    fn has_parts(&self, ty: &syn::Type) -> bool {
        let types = &self.arguments.types;
        match ty {
            syn::Type::Tuple(_) => true,
            syn::Type::Path(_) => {
                let key = types.key_of(ty, &self.arguments.home);
                key.is_some_and(|key| {
                    let definition = types.definition(&key);
                    let is_struct = definition.is_some_and(|it| matches!(it.body, Body::Struct(_)));
                    is_struct && types.foreign(&key).is_none()
                })
            }
            _ => false,
        }
    }

    fn refuse_result(&mut self, ty: &syn::Type) {
        let message = messages::result_type(&ty.to_token_stream().to_string());
        self.diagnostics.error_at(ty, &message);
    }
}

/// The lengths that options give lists in the result: `dim(out = 6)`, `dim(out.path.x = 6)`.
pub(crate) fn lengths_of_result(
    arguments: &Arguments,
    signature: &syn::Signature,
) -> Vec<(FieldPath, Shape)> {
    if has_parameter(signature, "out") {
        return Vec::new();
    }
    let dims = arguments.dims.iter();
    dims.filter(|(path, _)| path.root == "out")
        .cloned()
        .collect()
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

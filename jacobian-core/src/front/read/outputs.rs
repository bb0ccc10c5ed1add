//! Fields that are outputs: `of(self.p, body.v)`.
//!
//! ```text
//! #[jacobian(wrt(self.q, dt), of(self.q, self.t))]
//! fn advance(&mut self, dt: f64) { self.t += dt; self.q += dt * self.rate(); }
//! rows: self.q, self.t as the call leaves them      columns: self.q as it finds it, dt
//! ```
//!
//! Without `of`, the outputs are the fields that the function assigns, if the definition of the
//! type is in view. Which ones these are is known at the end, so all of them are followed.
//!
//! The generated code writes to a field while it may still need what was there. So the fields are
//! copied at the beginning, and what the function finds in them is read from the copy.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::interface::{Parameter, Shape};
use crate::ir::Precision;

use crate::front::messages;
use crate::front::read::column::{Column, copy_of_optional};
use crate::front::read::paths::FieldPath;
use crate::front::read::reader::{Reader, Unnamed};
use crate::front::syntax::types::{is_mutable_borrow, is_other_primitive, unwrap};

/// A field that is an output.
#[derive(Clone, Debug)]
pub(crate) struct FieldOutput {
    pub(crate) path: FieldPath,
    pub(crate) shape: Shape,
    /// Whether it is an `Option` of that shape.
    pub(crate) is_optional: bool,
    /// The variable that holds what the function finds there.
    before: Ident,
    pub(crate) origin: Origin,
}

/// Why a field is an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// `of(..)` names it.
    Named,
    /// It is one if the function assigns it.
    Assigned,
}

/// The places of several fields.
pub(crate) fn places(outputs: &[FieldOutput], precision: Precision) -> Vec<TokenStream> {
    let places = |output: &FieldOutput| output.places(precision);
    outputs.iter().flat_map(places).collect()
}

impl FieldOutput {
    /// The field as an expression.
    pub(crate) fn place(&self) -> TokenStream {
        let FieldPath { root, members } = &self.path;
        quote!(#root #(.#members)*)
    }

    /// The places that the rows are written to. Those of an optional field that is missing are in a
    /// temporary.
    pub(crate) fn places(&self, precision: Precision) -> Vec<TokenStream> {
        let place = self.place();
        if self.is_optional {
            let zero = self.shape.zero(precision);
            let inside = quote!((*#place.as_mut().unwrap_or(&mut #zero)));
            return self.shape.places_written(&inside);
        }
        self.shape.places_written(&place)
    }

    /// The same field with another length.
    pub(crate) fn with_shape(&self, shape: Shape) -> Self {
        Self {
            shape,
            ..self.clone()
        }
    }

    /// The places that hold what the function finds in the field.
    pub(crate) fn places_before(&self) -> Vec<TokenStream> {
        let before = &self.before;
        let indices = (0..self.shape.count()).map(proc_macro2::Literal::usize_unsuffixed);
        indices.map(|index| quote!(#before[#index])).collect()
    }

    /// The statement that copies it.
    pub(crate) fn copy(&self, precision: Precision) -> TokenStream {
        let (place, before) = (self.place(), &self.before);
        if self.is_optional {
            return copy_of_optional(before, &place, &self.shape, 0, precision);
        }
        let places = self.shape.places(&place);
        quote!(let #before = [#(#places),*];)
    }
}

impl Reader<'_> {
    /// The fields that are outputs, in order. Independents among them are read from the copies.
    pub(crate) fn field_outputs(
        &mut self,
        parameters: &[Parameter],
        signature: &syn::Signature,
        columns: &mut [Column],
    ) -> Vec<FieldOutput> {
        let receiver = signature.receiver();
        let has_other_rows = may_have_rows(signature)
            || parameters
                .iter()
                .any(|parameter| parameter.output.is_some());
        let outputs = if !self.arguments.of.is_empty() {
            self.named_outputs(parameters, receiver, columns)
        } else if self.reading.unnamed == Unnamed::Followed || !has_other_rows {
            self.assigned_outputs(parameters, receiver, columns)
        } else {
            Vec::new()
        };
        for column in columns {
            let mut outputs = outputs.iter();
            let own = outputs.find(|output| output.path == column.path);
            column.before = own.map(FieldOutput::places_before);
        }
        outputs
    }

    /// Those that `of(..)` names.
    fn named_outputs(
        &mut self,
        parameters: &[Parameter],
        receiver: Option<&syn::Receiver>,
        columns: &[Column],
    ) -> Vec<FieldOutput> {
        let mut outputs: Vec<FieldOutput> = Vec::new();
        for path in &self.arguments.of {
            let Some(root) = self.root_of_output(path, parameters, receiver) else {
                continue;
            };
            let path = FieldPath {
                root,
                members: path.members.clone(),
            };
            let is_part = |column: &Column| column.path.overlaps(&path) && column.path != path;
            let overlaps = outputs.iter().any(|known| known.path.overlaps(&path));
            if overlaps || columns.iter().any(is_part) {
                let message = messages::named_twice(&path.to_string());
                self.diagnostics.error(path.root.span(), &message);
                continue;
            }
            let output = self.field_output(path, outputs.len(), Origin::Named, parameters);
            if output.shape.has_variants() {
                let message = messages::output_only_read(&output.path.to_string());
                self.diagnostics.error(output.path.root.span(), &message);
                continue;
            }
            let (count, limit) = (output.shape.count(), self.most_rows());
            if count > limit {
                let message = messages::too_many_rows(&output.path.to_string(), count, limit);
                self.diagnostics.error(output.path.root.span(), &message);
                continue;
            }
            outputs.push(output);
        }
        outputs
    }

    /// How many numbers a field may have, if each is a row.
    fn most_rows(&self) -> usize {
        self.arguments.options.unroll / messages::BRANCH
    }

    /// The fields of numbers that the function can assign, if it can see them.
    fn assigned_outputs(
        &mut self,
        parameters: &[Parameter],
        receiver: Option<&syn::Receiver>,
        columns: &[Column],
    ) -> Vec<FieldOutput> {
        let this = receiver.filter(|receiver| is_written(receiver));
        let this = this.map(|receiver| Ident::from(receiver.self_token));
        let others = parameters
            .iter()
            .filter(|parameter| is_mutable_borrow(&parameter.ty) && parameter.output.is_none());
        let roots = this
            .into_iter()
            .chain(others.map(|parameter| parameter.name.clone()));
        let mut outputs = Vec::new();
        for root in roots {
            let members = Vec::new();
            let whole = FieldPath { root, members };
            let mut pending = self.optional_fields_of(&whole, parameters);
            pending.reverse();
            // Lists have no numbers until `dim` gives their lengths.
            if self.arguments.fields_of(&whole).is_empty() {
                let mut numbers = self.numbers_of(whole, parameters);
                numbers.reverse();
                pending.extend(numbers);
            } else {
                pending.push(whole);
            }
            while let Some(path) = pending.pop() {
                let of_path = columns.iter().filter(|column| column.path.overlaps(&path));
                let deepest = of_path.map(|column| column.path.members.len()).max();
                let is_whole = path.members.is_empty();
                if outputs.iter().any(|known: &FieldOutput| known.path == path) {
                    continue;
                }
                if !is_whole && !self.may_be_numbers(&path, parameters) {
                    pending.extend(self.parts_of(&path, parameters).into_iter().rev());
                } else if !is_whole && deepest.is_none_or(|depth| depth <= path.members.len()) {
                    outputs.push(self.field_output(
                        path,
                        outputs.len(),
                        Origin::Assigned,
                        parameters,
                    ));
                } else {
                    pending.extend(self.parts_of(&path, parameters).into_iter().rev());
                }
            }
        }
        let limit = self.most_rows();
        outputs.retain(|output| output.shape.count() <= limit && !output.shape.has_variants());
        outputs
    }

    fn field_output(
        &self,
        path: FieldPath,
        position: usize,
        origin: Origin,
        parameters: &[Parameter],
    ) -> FieldOutput {
        FieldOutput {
            shape: self.field_shape(&path, parameters),
            is_optional: self.is_optional_field(&path, parameters),
            path,
            before: format_ident!(
                "__before_{}",
                position,
                span = proc_macro2::Span::mixed_site()
            ),
            origin,
        }
    }

    /// The root of an output, as the signature writes it.
    fn root_of_output(
        &mut self,
        path: &FieldPath,
        parameters: &[Parameter],
        receiver: Option<&syn::Receiver>,
    ) -> Option<Ident> {
        let (root, name) = (&path.root, path.to_string());
        let parameter = parameters.iter().find(|parameter| parameter.name == *root);
        let message = match (parameter, receiver.filter(|_| root == "self")) {
            _ if path.members.is_empty() => messages::output_without_field(&name),
            (None, None) => messages::no_such_parameter(&root.to_string()),
            (_, Some(receiver)) if is_written(receiver) => {
                return Some(Ident::from(receiver.self_token));
            }
            (Some(parameter), _) if is_mutable_borrow(&parameter.ty) => {
                return Some(parameter.name.clone());
            }
            _ => messages::output_not_mutable(&root.to_string()),
        };
        self.diagnostics.error(root.span(), &message);
        None
    }
}

/// Whether a method changes what its caller sees.
pub(crate) fn is_written(receiver: &syn::Receiver) -> bool {
    match &receiver.kind {
        syn::ReceiverKind::Reference(_, _, mutability) => mutability.is_some(),
        syn::ReceiverKind::Typed(_, ty) => is_mutable_borrow(ty),
        _ => false,
    }
}

/// Whether a function returns something that can have rows, as far as the type shows.
pub(crate) fn may_have_rows(signature: &syn::Signature) -> bool {
    let syn::ReturnType::Type(_, declared) = &signature.output else {
        return false;
    };
    match unwrap(declared).1 {
        syn::Type::Reference(_) | syn::Type::Never(_) => false,
        syn::Type::Tuple(tuple) => !tuple.elems.is_empty(),
        inner => !is_other_primitive(&inner),
    }
}

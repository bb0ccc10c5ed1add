//! Fields that are outputs: `of(self.p, body.v)`.
//!
//! ```text
//! #[jacobian(wrt(self.q, dt), of(self.q, self.t))]
//! fn advance(&mut self, dt: f64) { self.t += dt; self.q += dt * self.rate(); }
//! rows: self.q, self.t as the call leaves them      columns: self.q as it finds it, dt
//! ```
//!
//! The generated code writes to a field while it may still need what was there. So the fields are
//! copied at the beginning, and what the function finds in them is read from the copy.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::interface::{Parameter, Shape};

use crate::front::messages;
use crate::front::read::column::Column;
use crate::front::read::paths::FieldPath;
use crate::front::read::reader::Reader;
use crate::front::syntax::types::is_mutable_borrow;

/// A field that is an output.
#[derive(Clone, Debug)]
pub(crate) struct FieldOutput {
    pub(crate) path: FieldPath,
    pub(crate) shape: Shape,
    /// The variable that holds what the function finds there.
    before: Ident,
}

impl FieldOutput {
    /// The places that the rows are written to.
    pub(crate) fn places(&self) -> Vec<TokenStream> {
        let FieldPath { root, members } = &self.path;
        self.shape.places(&quote!(#root #(.#members)*))
    }

    /// The places that hold what the function finds in the field.
    pub(crate) fn places_before(&self) -> Vec<TokenStream> {
        let before = &self.before;
        let indices = (0..self.shape.count()).map(proc_macro2::Literal::usize_unsuffixed);
        indices.map(|index| quote!(#before[#index])).collect()
    }

    /// The statement that copies it.
    pub(crate) fn copy(&self) -> TokenStream {
        let (before, places) = (&self.before, self.places());
        quote!(let #before = [#(#places),*];)
    }
}

impl Reader<'_> {
    /// The fields that `of(..)` names, in order. Independents among them are read from the copies.
    pub(crate) fn field_outputs(
        &mut self,
        parameters: &[Parameter],
        receiver: Option<&syn::Receiver>,
        columns: &mut [Column],
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
            let name = path.to_string();
            let is_part = |column: &Column| column.path.overlaps(&path) && column.path != path;
            let overlaps = outputs.iter().any(|known| known.path.overlaps(&path));
            if overlaps || columns.iter().any(is_part) {
                let message = messages::named_twice(&name);
                self.diagnostics.error(path.root.span(), &message);
                continue;
            }
            let before = format_ident!(
                "__before_{}",
                outputs.len(),
                span = proc_macro2::Span::mixed_site()
            );
            outputs.push(FieldOutput {
                shape: self.field_shape(&path, parameters),
                path,
                before,
            });
        }
        for column in columns {
            let mut outputs = outputs.iter();
            let own = outputs.find(|output| output.path == column.path);
            column.before = own.map(FieldOutput::places_before);
        }
        outputs
    }

    /// The root of an output, as the signature writes it.
    fn root_of_output(
        &mut self,
        path: &FieldPath,
        parameters: &[Parameter],
        receiver: Option<&syn::Receiver>,
    ) -> Option<Ident> {
        let (root, name) = (&path.root, path.to_string());
        let is_written = |receiver: &&syn::Receiver| {
            matches!(receiver.kind, syn::ReceiverKind::Reference(_, _, Some(_)))
        };
        let parameter = parameters.iter().find(|parameter| parameter.name == *root);
        let message = match (parameter, receiver.filter(|_| root == "self")) {
            _ if path.members.is_empty() => messages::output_without_field(&name),
            (None, None) => messages::no_such_parameter(&root.to_string()),
            (_, Some(receiver)) if is_written(&receiver) => {
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

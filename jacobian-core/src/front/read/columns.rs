//! The columns of the Jacobian: the parameters and fields that are independents, in order.
//!
//! ```text
//! without `wrt`     every parameter of known shape, and every struct with fields named by `dim`
//! wrt(k, self.a)    those, in this order
//! ```
//!
//! We do not see the type of a field, so the generated code makes rustc check it: `let _: &[f64; 3]
//! = &self.a;`.

use proc_macro2::Ident;
use quote::ToTokens;

use crate::interface::Parameter;
use crate::ir::Precision;

use crate::front::messages;
use crate::front::read::column::Column;
use crate::front::read::paths::FieldPath;
use crate::front::read::reader::Reader;
use crate::front::syntax::types::is_mutable_borrow;
use crate::front::syntax::types::precision_of;

impl Reader<'_> {
    /// The independents, in the order of their columns.
    pub(crate) fn columns(
        &mut self,
        parameters: &[Parameter],
        receiver: Option<&syn::Receiver>,
    ) -> Vec<Column> {
        let mut columns: Vec<Column> = Vec::new();
        for path in self.wanted(parameters, receiver) {
            let Some(column) = self.column(&path, parameters, receiver) else {
                continue;
            };
            if columns.iter().any(|known| known.path.overlaps(&path)) {
                self.diagnostics
                    .error(path.root.span(), &messages::named_twice(&path.to_string()));
                continue;
            }
            columns.push(column);
        }
        columns
    }

    /// The paths in `wrt`, with structs replaced by their fields. Without `wrt`, all possible
    /// independents.
    fn wanted(&self, parameters: &[Parameter], receiver: Option<&syn::Receiver>) -> Vec<FieldPath> {
        let whole = |root: &Ident| FieldPath {
            root: root.clone(),
            members: Vec::new(),
        };
        let named = self.arguments.wrt.clone().unwrap_or_else(|| {
            let has_fields = |name: &Ident| !self.arguments.fields_of(&whole(name)).is_empty();
            let this = receiver.map(|receiver| Ident::from(receiver.self_token));
            let active = parameters
                .iter()
                .filter(|parameter| parameter.independent.is_some() || has_fields(&parameter.name));
            this.into_iter()
                .filter(has_fields)
                .chain(active.map(|parameter| parameter.name.clone()))
                .map(|name| whole(&name))
                .collect()
        });
        let fields = |path: FieldPath| match self.arguments.fields_of(&path) {
            fields if fields.is_empty() => vec![path],
            fields => fields,
        };
        named.into_iter().flat_map(fields).collect()
    }

    fn column(
        &mut self,
        path: &FieldPath,
        parameters: &[Parameter],
        receiver: Option<&syn::Receiver>,
    ) -> Option<Column> {
        let (root, name) = (&path.root, path.to_string());
        let position = parameters
            .iter()
            .position(|parameter| parameter.name == *root);
        let receiver = receiver.filter(|_| root == "self");
        let message = match (position, receiver) {
            (None, Some(_)) if path.members.is_empty() => messages::SELF_AS_INDEPENDENT.to_owned(),
            (None, Some(receiver)) => {
                return Some(self.field(path, Ident::from(receiver.self_token), None));
            }
            (None, None) => messages::no_such_parameter(&root.to_string()),
            (Some(position), _) => {
                let parameter = &parameters[position];
                match (&parameter.independent, path.members.is_empty()) {
                    _ if is_mutable_borrow(&parameter.ty) => {
                        messages::OUTPUT_AS_INDEPENDENT.to_owned()
                    }
                    (Some(shape), true) => {
                        return Some(Column {
                            path: path.clone(),
                            position: Some(position),
                            shape: shape.clone(),
                        });
                    }
                    (None, true) => messages::not_an_independent(&name),
                    (None, false) => {
                        return Some(self.field(path, parameter.name.clone(), Some(position)));
                    }
                    (Some(_), false) => messages::part_of_independent(&name, &root.to_string()),
                }
            }
        };
        self.diagnostics.error(root.span(), &message);
        None
    }

    /// The root is the token of the signature, because it has the hygiene of the body.
    fn field(&self, path: &FieldPath, root: Ident, position: Option<usize>) -> Column {
        Column {
            shape: self.arguments.field_dim(path),
            path: FieldPath {
                root,
                members: path.members.clone(),
            },
            position,
        }
    }

    /// The scalar of the independents, from their types, or else from the type of the result.
    pub(crate) fn precision(
        &mut self,
        parameters: &[Parameter],
        columns: &[Column],
        output: &syn::ReturnType,
    ) -> Precision {
        let mut found: Option<Precision> = None;
        let whole = columns.iter().filter(|column| !column.is_field());
        for position in whole.filter_map(|column| column.position) {
            // An alias names no scalar, so it takes the scalar of the others.
            let Some(precision) = precision_of(&parameters[position].ty, self.scalar) else {
                continue;
            };
            if found.is_some_and(|found| found != precision) {
                self.diagnostics
                    .error_at(&parameters[position].ty, messages::MIXED_SCALARS);
            }
            found = Some(precision);
        }
        let (scalar, output) = (self.scalar, syn::Type::Verbatim(output.to_token_stream()));
        let returned = || precision_of(&output, scalar);
        found.or_else(returned).unwrap_or_default()
    }
}

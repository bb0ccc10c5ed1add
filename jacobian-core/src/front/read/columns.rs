//! The columns of the Jacobian: the parameters and fields that are independents, in order.
//!
//! ```text
//! without `wrt`     every parameter of known shape, every struct with fields named by `dim`, and
//!                   structs that are data
//! wrt(k, self.a)    those, in this order
//! ```
//!
//! The definition of a struct in the attributed module gives the types of its fields. Elsewhere we
//! do not see them, so the generated code makes rustc check what `dim` says: `let _: &[f64; 3] =
//! &self.a;`.

use proc_macro2::Ident;

use crate::interface::{Parameter, Shape, Wrapper};
use crate::ir::{Precision, Width};

use crate::front::messages;
use crate::front::read::column::{Column, ListField};
use crate::front::read::definitions::Written;
use crate::front::read::own_shapes::{DEEPEST, fields_of, precision_of_fields};
use crate::front::read::paths::FieldPath;
use crate::front::read::placed_shapes::{array_of_placed, enum_shape, placed, with_lengths};
use crate::front::read::reader::{Reader, Scalars};
use crate::front::read::service::Service;
use crate::front::syntax::types::{boxed_array, precision_of, unwrap};

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
            if column.shape == Shape::Scalar
                && column.is_field()
                && let Some(ty) = self.generic_unseen(&path, parameters)
            {
                let message = messages::no_number_in_view(&path.to_string(), &ty);
                self.diagnostics.error(path.root.span(), &message);
                continue;
            }
            let unseen = self.unseen_numbers(&path, &column.shape, parameters);
            columns.push(Column { unseen, ..column });
        }
        columns
    }

    /// The paths in `wrt`, with structs replaced by their fields. Without `wrt`, all possible
    /// independents.
    fn wanted(&self, parameters: &[Parameter], receiver: Option<&syn::Receiver>) -> Vec<FieldPath> {
        let named = self.arguments.wrt.clone().unwrap_or_else(|| {
            let this = receiver.map(|receiver| Ident::from(receiver.self_token));
            // Structs of numbers are independents only where nothing else is.
            let has_numbers = parameters.iter().any(|one| self.is_number(one));
            let is_active = |parameter: &&Parameter| {
                self.is_number(parameter) || (!has_numbers && parameter.independent.is_some())
            };
            let mut active: Vec<&Parameter> = parameters.iter().filter(is_active).collect();
            // A function of structs that hold something else beside numbers, for example a marker.
            if active.is_empty() {
                let holds_numbers = |parameter: &&Parameter| {
                    self.holds_numbers(&FieldPath::whole(&parameter.name), parameters)
                };
                let inactive = parameters.iter();
                let inactive = inactive.filter(|parameter| parameter.output.is_none());
                active.extend(inactive.filter(holds_numbers));
            }
            // `fn distance(&self, other: &Point) -> f64` is about both points, and a method that
            // takes no numbers about those of `self`.
            let is_of_self = (self.arguments.service != Service::Numbers || !active.is_empty())
                && this.as_ref().is_some_and(|this| {
                    self.numbers_of(FieldPath::whole(this), parameters) != [FieldPath::whole(this)]
                })
                && self.are_of_self(&active);
            // A function that changes numbers in place and has no others.
            if active.is_empty() && !is_of_self {
                let changed = parameters.iter();
                active.extend(changed.filter(|parameter| parameter.output.is_some()));
            }
            let active = self.with_changed(&active, parameters);
            this.into_iter()
                .filter(|this| is_of_self || self.has_fields(this))
                .chain(active.iter().map(|parameter| parameter.name.clone()))
                .map(|name| FieldPath::whole(&name))
                .collect()
        });
        let fields = |path: FieldPath| match self.arguments.fields_of(&path) {
            fields if fields.is_empty() => self.numbers_of(path, parameters),
            fields => fields,
        };
        named.into_iter().flat_map(fields).collect()
    }

    /// Parameters together with the outputs that are independents as well, in order.
    fn with_changed<'p>(
        &self,
        active: &[&Parameter],
        parameters: &'p [Parameter],
    ) -> Vec<&'p Parameter> {
        let is_known = |parameter: &Parameter| active.iter().any(|one| one.name == parameter.name);
        let each = parameters
            .iter()
            .enumerate()
            .filter(|(position, one)| self.reading.changed.contains(*position) || is_known(one));
        each.map(|(_, parameter)| parameter).collect()
    }

    /// The fields of a struct, if its definition is in view.
    pub(crate) fn parts_of(&self, path: &FieldPath, parameters: &[Parameter]) -> Vec<FieldPath> {
        let of = self.type_of_path(path, parameters);
        let fields = of.and_then(|of| fields_of(self.arguments, &of));
        let fields = fields.unwrap_or_default().into_iter();
        fields.map(|(member, _)| path.then(member)).collect()
    }

    /// The shape of a field: that of `dim(..)`, that of its definition, or else a scalar.
    pub(crate) fn field_shape(&self, path: &FieldPath, parameters: &[Parameter]) -> Shape {
        let written = self.type_of_path(path, parameters);
        if let Some(lengths) = self.arguments.field_dim(path) {
            return match written {
                Some(written) => with_lengths(self.arguments, self.scalar, lengths, &written),
                None => lengths.clone(),
            };
        }
        let shape = written.and_then(|written| {
            let own = self.own_shape(&written);
            let own = own.or_else(|| self.own_shape(&inside_optional(&written)?));
            let own = own.or_else(|| self.own_shape(&written.with(boxed_array(&written.ty)?)));
            own.or_else(|| placed(self.arguments, self.scalar, &written, 0))
                .or_else(|| array_of_placed(self.arguments, self.scalar, &written, 0))
        });
        shape.unwrap_or(Shape::Scalar)
    }

    /// Whether a field is numbers, as far as definitions in view show it.
    pub(crate) fn may_be_numbers(&self, path: &FieldPath, parameters: &[Parameter]) -> bool {
        let Some(written) = self.type_of_path(path, parameters) else {
            return true;
        };
        let boxed = boxed_array(&written.ty).map(|array| written.with(array));
        self.own_shape(&written).is_some()
            || boxed.is_some_and(|array| self.own_shape(&array).is_some())
            || self.arguments.field_dim(path).is_some()
            || self.is_optional_field(path, parameters)
    }

    /// Whether a parameter or field is an enum whose variants are columns.
    fn is_enum(&self, path: &FieldPath, parameters: &[Parameter]) -> bool {
        let written = self.type_of_path(path, parameters);
        written.is_some_and(|of| enum_shape(self.arguments, self.scalar, &of, 0).is_some())
    }

    /// Whether a field may be missing: an `Option` of numbers.
    pub(crate) fn is_optional_field(&self, path: &FieldPath, parameters: &[Parameter]) -> bool {
        let written = self.type_of_path(path, parameters);
        let inside = written.and_then(|written| inside_optional(&written));
        inside.is_some_and(|inside| self.own_shape(&inside).is_some())
    }

    /// The optional fields of numbers in a struct, if its definition is in view.
    pub(crate) fn optional_fields_of(
        &self,
        path: &FieldPath,
        parameters: &[Parameter],
    ) -> Vec<FieldPath> {
        let parts = self.parts_of(path, parameters).into_iter();
        let each = parts.flat_map(|part| {
            if self.is_optional_field(&part, parameters) {
                vec![part]
            } else if part.members.len() < DEEPEST {
                self.optional_fields_of(&part, parameters)
            } else {
                Vec::new()
            }
        });
        each.collect()
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
            (None, Some(_)) if path.members.is_empty() && !self.is_enum(path, parameters) => {
                messages::SELF_AS_INDEPENDENT.to_owned()
            }
            (None, Some(receiver)) => {
                let root = Ident::from(receiver.self_token);
                return Some(self.field(path, root, None, parameters));
            }
            (None, None) => messages::no_such_parameter(&root.to_string()),
            (Some(position), _) => {
                let parameter = &parameters[position];
                let shape = parameter.independent.as_ref().or(parameter.output.as_ref());
                match (shape, path.members.is_empty()) {
                    (Some(shape), true) => {
                        return Some(Column {
                            path: path.clone(),
                            position: Some(position),
                            shape: shape.clone(),
                            list_field: ListField::None,
                            is_optional_field: false,
                            before: None,
                            unseen: None,
                        });
                    }
                    (None, true) => messages::not_an_independent(&name),
                    (None | Some(Shape::Struct(..)), false) => {
                        let root = parameter.name.clone();
                        return Some(self.field(path, root, Some(position), parameters));
                    }
                    (Some(Shape::Matrix(..)), false) => {
                        messages::part_of_matrix(&name, &root.to_string())
                    }
                    (Some(_), false) => {
                        let unseen = self.unseen_in(parameter);
                        messages::part_of_independent(&name, &root.to_string(), unseen)
                    }
                }
            }
        };
        self.diagnostics.error(root.span(), &message);
        None
    }

    /// The root is the token of the signature, because it has the hygiene of the body.
    fn field(
        &self,
        path: &FieldPath,
        root: Ident,
        position: Option<usize>,
        parameters: &[Parameter],
    ) -> Column {
        Column {
            shape: self.field_shape(path, parameters),
            list_field: ListField::of(self.type_of_path(path, parameters)),
            is_optional_field: self.is_optional_field(path, parameters),
            path: FieldPath {
                root,
                members: path.members.clone(),
            },
            position,
            before: None,
            unseen: None,
        }
    }

    /// The scalar of the independents, and the type of each if the function mixes two.
    pub(crate) fn scalars(
        &mut self,
        parameters: &[Parameter],
        columns: &[Column],
        output: &syn::ReturnType,
    ) -> (Precision, Vec<Width>) {
        let precision = self.precision(parameters, columns, output);
        (precision, self.widths(parameters, columns))
    }

    /// The scalar of the independents, from their types, or else from the result or from fields.
    fn precision(
        &mut self,
        parameters: &[Parameter],
        columns: &[Column],
        output: &syn::ReturnType,
    ) -> Precision {
        if self.mixes() {
            return Precision::Double;
        }
        let mut found: Option<Precision> = None;
        let whole = columns.iter().filter(|column| !column.is_field());
        for position in whole.filter_map(|column| column.position) {
            // An alias names no scalar, so it takes the scalar of the others.
            let Some(precision) = self.precision_in(&parameters[position].ty) else {
                continue;
            };
            if found.is_some_and(|found| found != precision) {
                self.diagnostics
                    .error_at(&parameters[position].ty, messages::MIXED_SCALARS);
            }
            found = Some(precision);
        }
        let returned = || match output {
            syn::ReturnType::Type(_, ty) => self.precision_in(ty),
            syn::ReturnType::Default => None,
        };
        let of_field = |column| self.precision_of_column(column, parameters);
        let fields = || columns.iter().find_map(of_field);
        found.or_else(returned).or_else(fields).unwrap_or_default()
    }

    /// The scalar of a column by its type, a field's too.
    fn precision_of_column(&self, column: &Column, parameters: &[Parameter]) -> Option<Precision> {
        let written = self.type_of_path(&column.path, parameters)?;
        precision_of(&written.ty, self.scalar)
            .or_else(|| precision_of_fields(self.arguments, self.scalar, &written, 0))
    }

    /// Whether the function mixes `f32` and `f64`. It does not if its scalar is generic.
    fn mixes(&self) -> bool {
        self.reading.scalars == Scalars::Two && self.scalar.is_none()
    }

    /// The type of each independent, if the function mixes two.
    fn widths(&self, parameters: &[Parameter], columns: &[Column]) -> Vec<Width> {
        if !self.mixes() {
            return Vec::new();
        }
        let widths = columns.iter().flat_map(|column| {
            let width = match self.precision_of_column(column, parameters) {
                Some(Precision::Single) => Width::Single,
                _ => Width::Double,
            };
            vec![width; column.shape.count()]
        });
        widths.collect()
    }

    /// The scalar that a type names, or else that of the first field of a struct that it names.
    pub(crate) fn precision_in(&self, ty: &syn::Type) -> Option<Precision> {
        let at = self.arguments.home.clone();
        let written = Written { ty: ty.clone(), at };
        precision_of(ty, self.scalar)
            .or_else(|| precision_of_fields(self.arguments, self.scalar, &written, 0))
    }
}

/// The type inside of an `Option`.
fn inside_optional(written: &Written) -> Option<Written> {
    let (wrapper, inside) = unwrap(&written.ty);
    (wrapper == Wrapper::Option).then(|| written.with(&inside))
}

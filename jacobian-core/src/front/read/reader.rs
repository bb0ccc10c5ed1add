//! The reader of a signature: its parameters and its result, together with the attribute.

use proc_macro2::{Ident, Span};
use quote::{ToTokens, format_ident};

use crate::diag::Diagnostics;
use crate::interface::{Parameter, Shape};

use crate::front::messages;
use crate::front::read::arguments::Arguments;
use crate::front::read::column::Column;
use crate::front::read::definitions::Written;
use crate::front::read::length_advice::Examples;
use crate::front::read::lengths::constant;
use crate::front::read::own_shapes::{has_struct, list_of_crate, precision_of_fields, shape_of};
use crate::front::read::placed_shapes::{enum_shape, with_lengths};
use crate::front::syntax::matrix_types;
use crate::front::syntax::types::{
    behind_reference, is_mutable_borrow, is_slice, is_unrecognized, optional, precision_of, scalar,
};

/// How a signature is read. What does not succeed in one way may do so in another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    pub(crate) unnamed: Unnamed,
    pub(crate) scalars: Scalars,
    pub(crate) changed: Changed,
}

/// The `&mut` parameters that are independents as well without being named, by their positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changed(u64);

impl Changed {
    /// Those at these positions. A function with more than 64 parameters names its independents.
    pub(crate) fn at(positions: impl IntoIterator<Item = usize>) -> Self {
        let positions = positions.into_iter().filter(|position| *position < 64);
        Self(positions.fold(0, |mask, position| mask | 1 << position))
    }

    /// Whether the parameter at this position is one of them.
    pub(crate) fn contains(self, position: usize) -> bool {
        position < 64 && self.0 >> position & 1 == 1
    }
}

impl Reading {
    /// The first way.
    pub(crate) const PLAIN: Self = Self {
        unnamed: Unnamed::Ignored,
        scalars: Scalars::One,
        changed: Changed(0),
    };
}

/// The floating-point types of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scalars {
    One,
    /// `f32` and `f64`
    Two,
}

/// Which fields are outputs if `of(..)` names none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unnamed {
    /// None, unless nothing else has rows.
    Ignored,
    /// All that the function assigns.
    Followed,
}

pub(crate) struct Reader<'a> {
    pub(crate) arguments: &'a Arguments,
    /// The type parameter that is a scalar.
    pub(crate) scalar: Option<&'a Ident>,
    pub(crate) reading: Reading,
    pub(crate) diagnostics: &'a mut Diagnostics,
}

impl Reader<'_> {
    pub(crate) fn parameters(
        &mut self,
        signature: &syn::Signature,
    ) -> (Vec<Parameter>, Vec<Option<syn::Pat>>) {
        let mut parameters = Vec::new();
        let mut patterns = Vec::new();
        for input in &signature.inputs {
            let syn::FnArg::Typed(typed) = input else {
                continue;
            };
            let (name, mutability, pattern) = match &*typed.pat {
                syn::Pat::Ident(name) if name.subpat.is_none() => {
                    (name.ident.clone(), name.mutability, None)
                }
                pattern => {
                    let name = format_ident!("arg_{}", parameters.len(), span = Span::mixed_site());
                    (name, None, Some(pattern.clone()))
                }
            };
            let parameter = self.parameter(name, &typed.ty);
            parameters.push(Parameter {
                mutability,
                ..parameter
            });
            patterns.push(pattern);
        }
        let named: Vec<String> = parameters
            .iter()
            .map(|parameter| parameter.name.to_string())
            .collect();
        for (path, _) in &self.arguments.dims {
            let name = path.root.to_string();
            let is_receiver = name == "self" && signature.receiver().is_some();
            let is_result = name == "out" && matches!(signature.output, syn::ReturnType::Type(..));
            if !named.contains(&name) && !is_receiver && !is_result {
                self.diagnostics
                    .error(path.root.span(), &messages::no_such_parameter(&name));
            }
        }
        (parameters, patterns)
    }

    pub(crate) fn parameter(&mut self, name: Ident, ty: &syn::Type) -> Parameter {
        let inside = optional(ty);
        let shown = inside.as_ref().map_or(ty, |inside| inside);
        let shape = match self.arguments.dim(&name) {
            // Of a function these are the lengths of its result.
            Some(_)
                if self
                    .arguments
                    .requests
                    .iter()
                    .any(|one| one.is_about(&name)) =>
            {
                None
            }
            Some(lengths) => {
                let shape = self.with_lengths(lengths, shown);
                Some(list_of_crate(self.arguments, shown, shape))
            }
            None => {
                let shape = self.shape(behind_reference(shown));
                let variants = || enum_shape(self.arguments, self.scalar, &self.written(shown), 0);
                shape
                    .or_else(variants)
                    .or_else(|| self.number_by_option(&name, ty))
            }
        };
        let is_input = inside.is_none();
        let is_output = is_mutable_borrow(ty);
        let shape = shape.filter(|shape| {
            let is_known = if is_output {
                !shape.has_variants()
            } else {
                is_input
            };
            is_known || !shape.is_only_read()
        });
        // Where `of(..)` names some of the fields, only these are outputs.
        let is_named = self.arguments.of.iter().any(|path| path.root == name);
        let shape = shape.filter(|_| !is_named);
        let (independent, output) = if is_output {
            // A private field of another crate cannot be written.
            let shape = shape.filter(|shape| !shape.is_made_whole());
            (None, shape.filter(|_| inside.is_none()))
        } else {
            (shape, None)
        };
        Parameter {
            name,
            mutability: None,
            ty: ty.clone(),
            independent,
            output,
        }
    }

    /// A variable whose type is a name that is not in view, `wrt(rate)` for `rate: Rate`: a number.
    /// Rustc checks that it is one.
    fn number_by_option(&self, name: &Ident, ty: &syn::Type) -> Option<Shape> {
        let syn::Type::Path(path) = behind_reference(ty) else {
            return None;
        };
        let mut listed = self.arguments.wrt.iter().flatten();
        let is_listed = listed.any(|path| path.root == *name && path.members.is_empty());
        let types = &self.arguments.types;
        // A single letter is a type parameter.
        let is_name = |name: &Ident| name.to_string().len() > 1;
        let is_unseen = path.path.get_ident().is_some_and(is_name)
            && types
                .key_of(behind_reference(ty), &self.arguments.home)
                .is_none();
        (is_listed && is_unseen && !is_mutable_borrow(ty)).then_some(Shape::Scalar)
    }

    /// The shape that lengths give a list. They may end where the type of the elements says more.
    pub(crate) fn with_lengths(&self, lengths: &Shape, ty: &syn::Type) -> Shape {
        with_lengths(self.arguments, self.scalar, lengths, &self.written(ty))
    }

    /// A type as the signature writes it.
    fn written(&self, ty: &syn::Type) -> Written {
        let (ty, at) = (ty.clone(), self.arguments.home.clone());
        Written { ty, at }
    }

    /// The shape of a type, if it consists of floating-point numbers.
    pub(crate) fn shape(&mut self, ty: &syn::Type) -> Option<Shape> {
        match ty {
            syn::Type::Path(path) => match scalar(&path.path, self.scalar) {
                Some(_) => Some(Shape::Scalar),
                None => self.matrix(&path.path).or_else(|| self.own(ty)),
            },
            // A part that is a reference to several numbers: its places are the same.
            syn::Type::Reference(part) if part.mutability.is_none() => self
                .shape(&part.elem)
                .filter(|shape| *shape != Shape::Scalar),
            syn::Type::Paren(inner) => self.shape(&inner.elem),
            syn::Type::Group(inner) => self.shape(&inner.elem),
            syn::Type::Array(array) => {
                let element = self.shape(&array.elem)?;
                Some(Shape::Array(self.length(&array.len)?, Box::new(element)))
            }
            syn::Type::Tuple(tuple) if !tuple.elems.is_empty() => {
                let elements = tuple.elems.iter().map(|element| self.shape(element));
                elements.collect::<Option<Vec<Shape>>>().map(Shape::Tuple)
            }
            _ => None,
        }
    }

    /// A struct of the user's own.
    fn own(&self, ty: &syn::Type) -> Option<Shape> {
        shape_of(self.arguments, self.scalar, &self.written(ty), 0)
    }

    /// A fixed matrix of nalgebra.
    fn matrix(&self, path: &syn::Path) -> Option<Shape> {
        let last = path.segments.last()?;
        if self.arguments.types.defines(path, &self.arguments.home) {
            return None;
        }
        scalar(matrix_types::element(last)?, self.scalar)?;
        let constant = |length: &syn::Expr| self.constant(length);
        let (rows, cols) = matrix_types::dimensions(last, &constant)?;
        Some(Shape::Matrix(rows, cols))
    }

    /// An array length: a literal, a constant with a given value, or arithmetic on these.
    pub(crate) fn length(&mut self, length: &syn::Expr) -> Option<usize> {
        let value = self.constant(length);
        if value.is_none() {
            self.diagnostics.error_at(
                length,
                &messages::length_not_known(&length.to_token_stream().to_string()),
            );
        }
        value.and_then(|value| usize::try_from(value).ok())
    }

    pub(crate) fn constant(&self, expression: &syn::Expr) -> Option<i128> {
        constant(self.arguments, expression)
    }

    /// Every scalar of a shape becomes a value, so the limit on operations applies to shapes.
    pub(crate) fn limit_sizes(
        &mut self,
        parameters: &[Parameter],
        returned: &Shape,
        signature: &syn::Signature,
    ) {
        let limit = self.arguments.options.unroll;
        for Parameter {
            ty,
            independent,
            output,
            ..
        } in parameters
        {
            let count = independent
                .as_ref()
                .or(output.as_ref())
                .map_or(0, Shape::count);
            if count > limit {
                self.diagnostics
                    .error_at(ty, &messages::shape_too_large(count, limit));
            }
        }
        if returned.count() > limit {
            self.diagnostics.error_at(
                &signature.output,
                &messages::shape_too_large(returned.count(), limit),
            );
        }
    }

    /// Parameters that may be active, because we do not recognize their types. A slice of numbers
    /// is active, so its length is needed.
    pub(crate) fn suspects(&mut self, parameters: &[Parameter], columns: &[Column]) -> Vec<String> {
        if self.arguments.wrt.is_some() {
            return Vec::new();
        }
        let mut suspects = Vec::new();
        for Parameter { name, ty, .. } in parameters
            .iter()
            .filter(|parameter| {
                let shape = parameter.independent.as_ref();
                is_unrecognized(parameter)
                    || shape.is_some_and(|shape| has_struct(&self.arguments.types, shape))
            })
            .filter(|parameter| {
                !columns
                    .iter()
                    .any(|column| column.path.root == parameter.name)
            })
        {
            if is_slice(ty) && self.is_list_of_numbers(ty) {
                let others = self.variables_beside(name, parameters, columns);
                let (name, lengths) = (name.to_string(), self.lengths_of(ty));
                let message = if is_mutable_borrow(ty) {
                    messages::output_without_length(&name, &lengths)
                } else {
                    messages::slice_unknown(&name, &others, &lengths)
                };
                self.diagnostics.error_at(ty, &message);
            }
            suspects.push(name.to_string());
        }
        suspects
    }

    /// Whether a list is one of numbers, or of structs with numbers in view.
    fn is_list_of_numbers(&self, ty: &syn::Type) -> bool {
        let of_structs = || {
            let element = self.written(ty).element();
            let fields = element.filter(|of| self.arguments.types.struct_fields(of).is_some());
            fields.and_then(|of| precision_of_fields(self.arguments, self.scalar, &of, 0))
        };
        precision_of(ty, self.scalar).is_some() || of_structs().is_some()
    }

    /// Example lengths of a list, in the syntax of `dim`.
    pub(crate) fn lengths_of(&self, ty: &syn::Type) -> String {
        let lengths = self.arguments.types.example_lengths(&self.written(ty));
        lengths.unwrap_or_else(|| Examples::USUAL.alone.to_owned())
    }

    /// The independents for a `wrt(..)` without this parameter, for the message.
    fn variables_beside(
        &self,
        name: &Ident,
        parameters: &[Parameter],
        columns: &[Column],
    ) -> Vec<String> {
        let is_variable = |parameter: &&Parameter| {
            let Parameter {
                name: other, ty, ..
            } = parameter;
            let is_number = precision_of(ty, self.scalar).is_some() && !is_slice(ty);
            let is_column = columns.iter().any(|column| column.path.root == *other);
            // An array of unknown length is not a column yet, but it will be one.
            other != name && !is_mutable_borrow(ty) && (is_number || is_column)
        };
        let variables = parameters.iter().filter(is_variable);
        variables
            .map(|parameter| parameter.name.to_string())
            .collect()
    }
}

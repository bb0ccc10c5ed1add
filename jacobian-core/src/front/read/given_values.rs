//! Lengths and integers that `dim` and `const` give. Assertions check them at run time.
//!
//! ```text
//! dim(x = 6)               x.len() == 6
//! const(n = 6)             n == 6             an integer parameter
//! const(self.order = 6)    self.order == 6    an integer field of a parameter
//! dim(b.times = 3)         b.times.len() == 3, if it is no independent and no output
//! ```
//!
//! An integer of known value is as good as a literal: a loop to `n` ends while the macro expands,
//! and a list of `n` elements has a length.

use quote::{ToTokens, quote};

use crate::interface::{Expected, Parameter, ParameterCheck, Shape};

use crate::front::messages;
use crate::front::read::arguments::Arguments;
use crate::front::read::column::Column;
use crate::front::read::outputs::FieldOutput;
use crate::front::read::own_shapes::list_of_crate;
use crate::front::read::paths::FieldPath;
use crate::front::read::reader::Reader;
use crate::front::syntax::integers::fits;
use crate::front::syntax::types::{
    behind_reference, is_mutable_borrow, is_slice, list_element, optional, run_time_matrix,
};

/// The fields and parameters that have columns or rows.
pub(crate) fn followed<'a>(
    columns: &'a [Column],
    outputs: &'a [FieldOutput],
) -> Vec<&'a FieldPath> {
    let columns = columns.iter().map(|column| &column.path);
    columns
        .chain(outputs.iter().map(|output| &output.path))
        .collect()
}

/// The length that `dim` gives a parameter.
pub(crate) fn declared_length(arguments: &Arguments, name: &syn::Ident) -> Option<usize> {
    match arguments.dim(name)? {
        Shape::Array(length, _) => Some(*length),
        Shape::List(elements) => Some(elements.len()),
        _ => None,
    }
}

/// The checks of lengths and integers that the options give to parameters.
pub(crate) fn parameter_checks(
    parameters: &[Parameter],
    arguments: &Arguments,
    optional_fields: &[&FieldPath],
) -> Vec<ParameterCheck> {
    // `dim(f = 3)` beside `rule(f)` is the length of what the function `f` returns.
    let is_function = |parameter: &&Parameter| {
        let mut requests = arguments.requests.iter();
        requests.any(|request| request.is_about(&parameter.name))
    };
    // Inactive slices are checked as well, because loops over them are unrolled.
    let values = parameters.iter().filter(|one| !is_function(one));
    let checked = values.flat_map(|parameter| {
        let inside = lengths_inside(parameter, arguments);
        checked(parameter, arguments).into_iter().chain(inside)
    });
    let of_field = |path: &FieldPath, expected: Expected| {
        let (name, members) = (path.root.clone(), &path.members);
        ParameterCheck {
            place: quote!(#name #(.#members)*),
            name,
            expected,
        }
    };
    let integers = arguments.known_fields.iter();
    let integers = integers.map(|(path, value)| of_field(path, Expected::Value(*value)));
    let dims = arguments.dims.iter();
    let lists =
        dims.filter(|(path, _)| !path.members.is_empty() && !is_of_result(path, parameters));
    let lists = lists.flat_map(|(path, shape)| {
        let length = match shape {
            Shape::Array(length, _) if optional_fields.contains(&path) => {
                Some(Expected::LengthIfPresent(*length))
            }
            Shape::Array(length, _) => Some(Expected::Length(*length)),
            Shape::List(elements) => Some(Expected::Length(elements.len())),
            _ => None,
        };
        let inside = inside_of(shape).filter(|_| !optional_fields.contains(&path));
        let each = length.into_iter().chain(inside);
        each.map(|expected| of_field(path, expected))
            .collect::<Vec<_>>()
    });
    checked.chain(integers).chain(lists).collect()
}

/// Whether an option is about the result, `dim(out.x = 6)`.
pub(crate) fn is_of_result(path: &FieldPath, parameters: &[Parameter]) -> bool {
    let is_out = |parameter: &Parameter| parameter.name == "out";
    path.root == "out" && !parameters.iter().any(is_out)
}

/// The claim about the lists in a list.
fn inside_of(shape: &Shape) -> Option<Expected> {
    if shape.is_only_read() {
        return Some(Expected::Inside(shape.clone()));
    }
    let lengths = lengths_of(shape);
    (lengths.len() > 1).then(|| Expected::LengthsInside(lengths[1..].to_vec()))
}

/// The lengths of lists in lists, outermost first.
pub(crate) fn lengths_of(shape: &Shape) -> Vec<usize> {
    let mut lengths = Vec::new();
    let mut shape = shape;
    while let Shape::Array(length, element) = shape {
        lengths.push(*length);
        shape = element;
    }
    lengths
}

/// The check of the lists in a list. The type of an array says its length.
fn lengths_inside(parameter: &Parameter, arguments: &Arguments) -> Option<ParameterCheck> {
    let shape = arguments.dim(&parameter.name)?;
    let is_known = shape_of_crate(parameter, arguments).is_some()
        || run_time_matrix(&parameter.ty).is_some()
        || optional(&parameter.ty).is_some()
        || known_integer(parameter, arguments).is_some();
    let element = list_element(behind_reference(&parameter.ty));
    let is_array = element.is_some_and(|ty| matches!(ty, syn::Type::Array(_)));
    let expected = inside_of(shape).filter(|_| !is_known)?;
    let is_clear = is_array && matches!(expected, Expected::LengthsInside(_));
    (!is_clear).then(|| ParameterCheck {
        name: parameter.name.clone(),
        place: parameter.name.to_token_stream(),
        expected,
    })
}

/// The check of an integer, or of the length of a list.
fn checked(parameter: &Parameter, arguments: &Arguments) -> Option<ParameterCheck> {
    let name = parameter.name.clone();
    if let Some(value) = known_integer(parameter, arguments) {
        let is_borrowed = matches!(parameter.ty, syn::Type::Reference(_));
        return Some(ParameterCheck {
            place: if is_borrowed {
                quote!(*#name)
            } else {
                quote!(#name)
            },
            name,
            expected: Expected::Value(value),
        });
    }
    let place = name.to_token_stream();
    if let Some(expected) = shape_of_crate(parameter, arguments) {
        return Some(ParameterCheck {
            name,
            place,
            expected,
        });
    }
    let inside = optional(&parameter.ty);
    let ty = behind_reference(inside.as_ref().unwrap_or(&parameter.ty));
    // An alias may be a list of any length.
    let is_alias = matches!(ty, syn::Type::Path(_)) && run_time_matrix(ty).is_none();
    if !is_slice(ty) && !is_alias {
        return None;
    }
    let length = declared_length(arguments, &name)?;
    let expected = match inside {
        Some(_) => Expected::LengthIfPresent(length),
        None => Expected::Length(length),
    };
    Some(ParameterCheck {
        name,
        place,
        expected,
    })
}

/// What `dim` says of a vector or a matrix of another crate.
fn shape_of_crate(parameter: &Parameter, arguments: &Arguments) -> Option<Expected> {
    let shape = arguments.dim(&parameter.name)?.clone();
    let ty = behind_reference(&parameter.ty);
    let Shape::Struct(layout, fields) = list_of_crate(arguments, ty, shape) else {
        return None;
    };
    match fields.as_slice() {
        [Shape::Array(rows, row)] if layout.is_by_pairs(layout.members.first()?) => {
            Some(Expected::Shape(*rows, row.count()))
        }
        [Shape::Array(length, _)] => Some(Expected::Length(*length)),
        _ => None,
    }
}

/// The inactive fields whose lengths `dim(b.times = 3)` gives.
fn known_lists<'a>(arguments: &'a Arguments, followed: &[&FieldPath]) -> Vec<&'a FieldPath> {
    let dims = arguments.dims.iter();
    let fields = dims.filter(|(path, _)| {
        let is_followed = followed.iter().any(|other| other.overlaps(path));
        !path.members.is_empty() && !is_followed
    });
    let lists = fields.filter_map(|(path, shape)| match shape {
        Shape::Array(..) | Shape::List(_) => Some(path),
        _ => None,
    });
    lists.collect()
}

/// The constants without those that are integer parameters, which have checks of their own.
pub(crate) fn named_constants(
    mut given: Vec<(syn::Path, i128)>,
    parameters: &[Parameter],
    arguments: &Arguments,
) -> Vec<(syn::Path, i128)> {
    let known = parameters
        .iter()
        .filter(|parameter| known_integer(parameter, arguments).is_some());
    for parameter in known {
        given.retain(|(path, _)| !path.is_ident(&parameter.name));
    }
    given
}

/// The value that `const(n = 6)` gives an integer parameter.
pub(crate) fn known_integer(parameter: &Parameter, arguments: &Arguments) -> Option<i128> {
    let of_type = integer_type(&parameter.ty)?;
    let mut given = arguments.constants().into_iter();
    let (_, value) = given.find(|(name, _)| *name == parameter.name)?;
    fits(value, &of_type).then_some(value)
}

/// The name of the type of an integer, or of a shared reference to one.
fn integer_type(ty: &syn::Type) -> Option<String> {
    let inner = match ty {
        syn::Type::Reference(reference) if reference.mutability.is_some() => return None,
        ty => behind_reference(ty),
    };
    let syn::Type::Path(path) = inner else {
        return None;
    };
    let name = path.path.get_ident()?.to_string();
    fits(0, &name).then_some(name)
}

impl Reader<'_> {
    /// Refuses `const(b.n = 3)` where there is no `b`, where `b.n` is followed anyway, or where it
    /// may change, and `dim(n = 3)` for an integer.
    pub(crate) fn refuse_given(
        &mut self,
        parameters: &[Parameter],
        receiver: Option<&syn::Receiver>,
        followed: &[&FieldPath],
    ) {
        let lists = known_lists(self.arguments, followed).into_iter();
        let integers = self.arguments.known_fields.iter().map(|(path, _)| path);
        for path in integers.chain(lists) {
            if is_of_result(path, parameters) {
                continue;
            }
            let parameter = parameters.iter().find(|one| one.name == path.root);
            let receiver = receiver.filter(|_| path.root == "self");
            let may_change = parameter
                .is_some_and(|one| one.mutability.is_some() || is_mutable_borrow(&one.ty))
                || receiver.is_some_and(|receiver| receiver.mutability.is_some());
            let message = if parameter.is_none() && receiver.is_none() {
                messages::no_such_parameter(&path.root.to_string())
            } else if followed.iter().any(|other| other.overlaps(path)) {
                messages::constant_of_followed(&path.to_string())
            } else if may_change {
                messages::constant_may_change(&path.to_string(), &path.root.to_string())
            } else {
                continue;
            };
            self.diagnostics.error(path.root.span(), &message);
        }
        for (path, _) in &self.arguments.dims {
            let is_integer = |parameter: &Parameter| {
                parameter.name == path.root && integer_type(&parameter.ty).is_some()
            };
            if path.members.is_empty() && parameters.iter().any(is_integer) {
                let message = messages::length_of_integer(&path.to_string());
                self.diagnostics.error(path.root.span(), &message);
            }
        }
    }
}

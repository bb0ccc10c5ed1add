//! Shapes of the user's own structs, from their definitions.
//!
//! ```text
//! struct State { pos: Vec3, v: [f64; 2] }      State { pos: Vec3 { x, y, z }, v: [2] }: 5 scalars
//! struct Body { mass: f64, name: String }      no shape; its field `mass` has one
//! Vector<3> of struct Vector<const N: usize> { data: [f64; N] }      Vector { data: [3] }
//! ```
//!
//! A struct has a shape if all of it is floating-point numbers. The scalars are in the order of the
//! definition, so that columns and rows of one type agree.

use std::rc::Rc;

use syn::{GenericArgument, Member, Type};

use crate::interface::{ConstArguments, Layout, Shape};

use crate::front::read::arguments::Arguments;
use crate::front::read::definitions::{Body, Types, Written};
use crate::front::read::lengths::constant;
use crate::front::read::paths::FieldPath;
use crate::front::syntax::generic_arguments::{arguments_of, integer_literal, literal_of, name_of};
use crate::front::syntax::matrix_types;
use crate::front::syntax::no_numbers::is_phantom;
use crate::front::syntax::types::{
    behind_reference, is_mutable_borrow, precision_of, scalar, slice_element,
};
use crate::ir::Precision;

/// Types that contain themselves end here.
pub(crate) const DEEPEST: usize = 16;

/// The shape of a type, if it consists of floating-point numbers. `generic` is the type parameter
/// that is the scalar.
pub(crate) fn shape_of(
    arguments: &Arguments,
    generic: Option<&syn::Ident>,
    written: &Written,
    depth: usize,
) -> Option<Shape> {
    let written = &arguments.types.behind_names(written);
    let inside = |ty: &Type| shape_of(arguments, generic, &written.with(ty), depth);
    let is_home = written.at.module == arguments.home.module;
    // A name means the constant of the attributed function only in its own module.
    let length = |length: &syn::Expr| {
        constant(arguments, length).filter(|_| is_home || matches!(length, syn::Expr::Lit(_)))
    };
    match behind_reference(&written.ty) {
        Type::Array(array) => {
            let length = usize::try_from(length(&array.len)?).ok()?;
            Some(Shape::Array(length, Box::new(inside(&array.elem)?)))
        }
        Type::Tuple(tuple) if !tuple.elems.is_empty() => {
            let parts = tuple.elems.iter().map(inside);
            parts.collect::<Option<Vec<Shape>>>().map(Shape::Tuple)
        }
        Type::Path(path) => {
            if scalar(&path.path, generic).is_some() {
                return Some(Shape::Scalar);
            }
            let last = path.path.segments.last()?;
            if !arguments.types.defines(&path.path, &written.at)
                && let Some(element) = matrix_types::element(last)
                && scalar(element, generic).is_some()
                && let Some((rows, cols)) = matrix_types::dimensions(last, &length)
            {
                return Some(Shape::Matrix(rows, cols));
            }
            let fields = fields_of(arguments, written)?;
            let key = arguments.types.key_of(&written.ty, &written.at)?;
            let layout = arguments.types.layout(&key, arguments.home.module)?;
            if depth >= DEEPEST || fields.is_empty() {
                return None;
            }
            let shapes = fields
                .iter()
                .map(|(_, field)| shape_of(arguments, generic, field, depth + 1));
            let shapes = shapes.collect::<Option<Vec<Shape>>>()?;
            let lengths = const_arguments(arguments, written, depth);
            let layout = Layout { lengths, ..layout };
            Some(Shape::Struct(Rc::new(layout), shapes))
        }
        _ => None,
    }
}

/// The const arguments of a declared type. Names are those of the attributed function in its own
/// signature only.
fn const_arguments(arguments: &Arguments, written: &Written, depth: usize) -> ConstArguments {
    let own_type = arguments.self_type.as_ref();
    let ty = match behind_reference(&written.ty) {
        Type::Path(path) if path.path.is_ident("Self") && depth == 0 => own_type,
        ty => Some(ty),
    };
    let Some(Type::Path(path)) = ty.map(behind_reference) else {
        return ConstArguments::default();
    };
    let value = |argument: &GenericArgument| {
        literal_of(argument).or_else(|| {
            let name = name_of(argument).filter(|_| depth == 0)?;
            let value = constant(arguments, &syn::parse_quote!(#name))?;
            Some(integer_literal(value))
        })
    };
    let literals = arguments_of(&path.path);
    ConstArguments(Rc::new(literals.iter().map(value).collect()))
}

/// The scalar of the first number in the structs that a type names.
pub(crate) fn precision_of_fields(
    arguments: &Arguments,
    generic: Option<&syn::Ident>,
    written: &Written,
    depth: usize,
) -> Option<Precision> {
    if depth >= DEEPEST {
        return None;
    }
    if let Some(element) = written.element() {
        return precision_of_fields(arguments, generic, &element, depth + 1);
    }
    let parts: Vec<Written> = if let Type::Tuple(tuple) = behind_reference(&written.ty) {
        let parts = tuple.elems.iter();
        parts.map(|part| written.with(part)).collect()
    } else {
        fields_of(arguments, written).map_or_else(
            || variant_fields(arguments, written).unwrap_or_default(),
            |fields| fields.into_iter().map(|(_, field)| field).collect(),
        )
    };
    parts.into_iter().find_map(|part| {
        let inside = || precision_of_fields(arguments, generic, &part, depth + 1);
        precision_of(&part.ty, generic).or_else(inside)
    })
}

/// The types of the fields of all variants of an enum.
fn variant_fields(arguments: &Arguments, written: &Written) -> Option<Vec<Written>> {
    let types = &arguments.types;
    let key = types.key_of(behind_reference(&written.ty), &written.at)?;
    let layouts = types.variants(&key, arguments.home.module)?;
    let fields = layouts.iter().flat_map(|layout| {
        let members = layout.members.iter();
        members.filter_map(move |member| types.field_in(layout, member))
    });
    Some(fields.collect())
}

/// The fields of a struct with their types, in which arguments take the place of parameters.
pub(crate) fn fields_of(arguments: &Arguments, of: &Written) -> Option<Vec<(Member, Written)>> {
    arguments.types.struct_fields(of)
}

/// The fields of a struct that consist of numbers, those inside of other structs as well. Empty for
/// a type whose definition is not in view.
pub(crate) fn numbers_in(
    arguments: &Arguments,
    generic: Option<&syn::Ident>,
    path: &FieldPath,
    of: &Written,
) -> Vec<FieldPath> {
    let fields = fields_of(arguments, of).unwrap_or_default();
    let mut found = Vec::new();
    for (member, written) in fields {
        let inner = path.then(member);
        if shape_of(arguments, generic, &written, 0).is_some() {
            found.push(inner);
        } else if inner.members.len() < DEEPEST {
            found.extend(numbers_in(arguments, generic, &inner, &written));
        }
    }
    found
}

/// The type of a field, from the type of the root.
pub(crate) fn type_of_field(
    arguments: &Arguments,
    root: &Written,
    members: &[Member],
) -> Option<Written> {
    let mut found = root.clone();
    for member in members {
        let fields = fields_of(arguments, &found)?;
        let field = fields.into_iter().find(|(known, _)| known == member);
        found = field?.1;
    }
    Some(found)
}

/// The shape of a parameter with the lengths that `dim` gives. A list of another crate, as a vector
/// of ndarray, is a struct around its elements.
pub(crate) fn list_of_crate(arguments: &Arguments, ty: &Type, shape: Shape) -> Shape {
    let list = || {
        let key = arguments.types.key_of(ty, &arguments.home)?;
        let definition = arguments.types.definition(&key)?;
        let Body::Struct(fields) = &definition.body else {
            return None;
        };
        let is_list = matches!(fields.as_slice(), [only] if slice_element(&only.ty).is_some());
        let layout = arguments.types.layout(&key, arguments.home.module)?;
        (is_list && definition.made.is_some()).then_some(layout)
    };
    match list() {
        Some(layout) => Shape::Struct(Rc::new(layout), vec![shape]),
        None => shape,
    }
}

/// Whether a shape contains a struct of the user's. A vector or a complex number of another crate
/// is a number like others, and so is a struct with operators.
pub(crate) fn has_struct(types: &Types, shape: &Shape) -> bool {
    match shape {
        Shape::Scalar | Shape::Matrix(..) => false,
        Shape::Array(_, element) => has_struct(types, element),
        Shape::Tuple(parts) | Shape::List(parts) => {
            parts.iter().any(|part| has_struct(types, part))
        }
        Shape::Struct(layout, _) => {
            let own = layout.own.as_ref();
            layout.made.is_none() && !own.is_some_and(|own| types.has_operators(own))
        }
        Shape::Fields(..) | Shape::Enum(..) => true,
    }
}

/// Whether the type of a parameter is a struct of numbers and markers, with operators of its own.
pub(crate) fn is_marked_vector(
    arguments: &Arguments,
    generic: Option<&syn::Ident>,
    ty: &Type,
) -> bool {
    let of = &Written {
        ty: ty.clone(),
        at: arguments.home.clone(),
    };
    let key = arguments.types.key_of(ty, &of.at);
    if is_mutable_borrow(ty) || !key.is_some_and(|key| arguments.types.has_operators(&key)) {
        return false;
    }
    let fields = fields_of(arguments, of).unwrap_or_default();
    let is_marker = |of: &Written| matches!(&of.ty, Type::Path(ty) if is_phantom(&ty.path));
    let (markers, numbers): (Vec<_>, Vec<_>) =
        fields.iter().partition(|(_, field)| is_marker(field));
    let is_number =
        |(_, field): &&(Member, Written)| shape_of(arguments, generic, field, 0).is_some();
    !markers.is_empty() && !numbers.is_empty() && numbers.iter().all(is_number)
}

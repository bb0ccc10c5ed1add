//! Shapes of independents that are read at their places: enums, lists of structs, and structs of
//! which only some fields are numbers.
//!
//! ```text
//! enum Shape { Circle(f64), Rect { w: f64, h: f64 } }      Circle.0, Rect.w, Rect.h: 3 scalars
//! dim(layers = [2, { w: [3, 2], b: 3 }])                   2 structs with 9 scalars each
//! struct Layer { w: Vec<Vec<f64>>, b: Vec<f64>, name: String }        w and b of each
//! ```
//!
//! The columns of an enum are the fields of all variants, in the order of the definition, because
//! only run time knows the variant. Entries of the other variants are zero.

use std::rc::Rc;

use proc_macro2::Ident;
use syn::{Member, Type};

use crate::front::read::arguments::Arguments;
use crate::front::read::definitions::{Body, Written};
use crate::front::read::lengths::constant;
use crate::front::read::own_shapes::{DEEPEST, fields_of, shape_of};
use crate::front::syntax::matrix_types::Extent;
use crate::front::syntax::types::{behind_reference, is_other_primitive, run_time_matrix};
use crate::interface::{Layout, Shape};

/// The shape that lengths give a type. They may end where the type of the elements says more.
pub(crate) fn with_lengths(
    arguments: &Arguments,
    generic: Option<&Ident>,
    lengths: &Shape,
    written: &Written,
) -> Shape {
    let written = &arguments.types.behind_names(written);
    if let Some(matrix) = matrix_by_dim(arguments, lengths, &written.ty) {
        return matrix;
    }
    if let Some(matrix) = fixed_matrix(arguments, generic, lengths, written) {
        return matrix;
    }
    let inside = |shape: &Shape, of: &Option<Written>| match of {
        Some(of) => with_lengths(arguments, generic, shape, of),
        None => shape.clone(),
    };
    match lengths {
        Shape::Scalar => {
            let whole = shape_of(arguments, generic, written, 0);
            let placed = || placed(arguments, generic, written, 0);
            whole.or_else(placed).unwrap_or(Shape::Scalar)
        }
        Shape::Array(length, inner) => {
            Shape::Array(*length, Box::new(inside(inner, &written.element())))
        }
        Shape::List(shapes) => {
            let of = written.element();
            Shape::List(shapes.iter().map(|shape| inside(shape, &of)).collect())
        }
        Shape::Fields(members, shapes) => {
            let given = || members.iter().zip(shapes);
            match fields_of(arguments, written) {
                Some(fields) => some_fields(fields, |member, field| {
                    match given().find(|(known, _)| *known == member) {
                        Some(_) if is_of_others(arguments, field) => None,
                        Some((_, shape)) => Some(with_lengths(arguments, generic, shape, field)),
                        None => numbers(arguments, generic, field, 0),
                    }
                }),
                None => lengths.clone(),
            }
        }
        lengths => lengths.clone(),
    }
}

/// A matrix whose type says its dimensions, if the lengths say the same.
fn fixed_matrix(
    arguments: &Arguments,
    generic: Option<&Ident>,
    lengths: &Shape,
    written: &Written,
) -> Option<Shape> {
    let Shape::Array(length, inner) = lengths else {
        return None;
    };
    let shape = shape_of(arguments, generic, written, 0)?;
    let Shape::Matrix(rows, cols) = shape else {
        return None;
    };
    let is_same = match &**inner {
        Shape::Scalar => rows.min(cols) == 1 && rows * cols == *length,
        Shape::Array(inside, scalar) => {
            **scalar == Shape::Scalar && (rows, cols) == (*length, *inside)
        }
        _ => false,
    };
    is_same.then_some(shape)
}

/// The shape of a type that is made of numbers in part.
pub(crate) fn placed(
    arguments: &Arguments,
    generic: Option<&Ident>,
    written: &Written,
    depth: usize,
) -> Option<Shape> {
    let written = &arguments.types.behind_names(written);
    let variants = enum_shape(arguments, generic, written, depth);
    if variants.is_some() || depth >= DEEPEST {
        return variants;
    }
    let fields = fields_of(arguments, written)?;
    let shape = some_fields(fields, |_, field| {
        numbers(arguments, generic, field, depth + 1)
    });
    (shape.count() > 0).then_some(shape)
}

/// The shape of a field, if some of it are numbers. Only the attribute makes an enum a variable.
fn numbers(
    arguments: &Arguments,
    generic: Option<&Ident>,
    field: &Written,
    depth: usize,
) -> Option<Shape> {
    let whole = shape_of(arguments, generic, field, 0);
    let part = || {
        let found = placed(arguments, generic, field, depth + 1);
        found.filter(|shape| matches!(shape, Shape::Fields(..)))
    };
    let array = || array_of_placed(arguments, generic, field, depth + 1);
    whole.or_else(part).or_else(array)
}

/// The shape of an array of structs that are made of numbers in part.
pub(crate) fn array_of_placed(
    arguments: &Arguments,
    generic: Option<&Ident>,
    written: &Written,
    depth: usize,
) -> Option<Shape> {
    let written = &arguments.types.behind_names(written);
    let Type::Array(array) = behind_reference(&written.ty) else {
        return None;
    };
    let is_home = written.at.module == arguments.home.module;
    let length = constant(arguments, &array.len)
        .filter(|_| is_home || matches!(array.len, syn::Expr::Lit(_)))?;
    let element = numbers(arguments, generic, &written.with(&array.elem), depth)?;
    let length = usize::try_from(length).ok()?;
    Some(Shape::Array(length, Box::new(element)))
}

/// Whether a type is that of integers or flags, or of lists of them.
fn is_of_others(arguments: &Arguments, written: &Written) -> bool {
    let written = arguments.types.behind_names(written);
    match written.element() {
        Some(element) => is_of_others(arguments, &element),
        None => is_other_primitive(&written.ty),
    }
}

/// The fields that have a shape.
fn some_fields(
    fields: Vec<(Member, Written)>,
    shape: impl Fn(&Member, &Written) -> Option<Shape>,
) -> Shape {
    let found = fields.into_iter().filter_map(|(member, field)| {
        let shape = shape(&member, &field)?;
        Some((member, shape))
    });
    let (members, shapes) = found.unzip();
    Shape::Fields(members, shapes)
}

/// The shape of an enum whose variants can be taken apart.
pub(crate) fn enum_shape(
    arguments: &Arguments,
    generic: Option<&Ident>,
    written: &Written,
    depth: usize,
) -> Option<Shape> {
    let (types, module) = (&arguments.types, arguments.home.module);
    let key = types.key_of(behind_reference(&written.ty), &written.at)?;
    let definition = types.definition(&key)?;
    let is_plain = matches!(definition.body, Body::Enum(_))
        && definition.generics.params.is_empty()
        && generic.is_none();
    if !is_plain || depth >= DEEPEST {
        return None;
    }
    let layouts = types.variants(&key, module)?.into_iter().map(Rc::new);
    let layouts: Vec<Rc<Layout>> = layouts.collect();
    let fields = layouts.iter().flat_map(|layout| {
        let members = layout.members.iter();
        members.map(move |member| types.field_in(layout, member))
    });
    let shapes = fields.map(|field| in_variant(arguments, generic, &field?, depth + 1));
    let shape = Shape::Enum(Rc::new(layouts.clone()), shapes.collect::<Option<_>>()?);
    (shape.count() > 0).then_some(shape)
}

/// The shape of a field of a variant. An integer or a flag has no scalars.
fn in_variant(
    arguments: &Arguments,
    generic: Option<&Ident>,
    field: &Written,
    depth: usize,
) -> Option<Shape> {
    let field = &arguments.types.behind_names(field);
    if depth >= DEEPEST {
        return None;
    }
    if is_other_primitive(&field.ty) {
        return Some(Shape::Tuple(Vec::new()));
    }
    if let Some(whole) = shape_of(arguments, generic, field, 0) {
        return Some(whole).filter(is_taken_apart);
    }
    if let Type::Tuple(tuple) = &field.ty {
        let parts = tuple.elems.iter();
        let parts = parts.map(|part| in_variant(arguments, generic, &field.with(part), depth + 1));
        return parts.collect::<Option<_>>().map(Shape::Tuple);
    }
    enum_shape(arguments, generic, field, depth + 1)
}

/// Whether a field of this shape is taken apart where its variant is matched.
fn is_taken_apart(shape: &Shape) -> bool {
    match shape {
        Shape::Scalar => true,
        Shape::Array(_, element) => is_taken_apart(element),
        Shape::Tuple(parts) => parts.iter().all(is_taken_apart),
        Shape::Struct(layout, parts) => layout.made.is_none() && parts.iter().all(is_taken_apart),
        _ => false,
    }
}

/// The shape that lengths give a matrix of nalgebra whose type does not say its dimensions:
/// `dim(x = 6)` of a `DVector`, `dim(a = [3, 2])` of a `DMatrix`.
pub(crate) fn matrix_by_dim(arguments: &Arguments, lengths: &Shape, ty: &Type) -> Option<Shape> {
    let Type::Path(path) = behind_reference(ty) else {
        return None;
    };
    // A `Matrix` may be a type of the user's own.
    if arguments.types.defines(&path.path, &arguments.home) {
        return None;
    }
    let extents = run_time_matrix(ty)?;
    let rows_vary = extents.rows == Extent::RunTime;
    match (lengths, extents.cols) {
        (Shape::Array(length, inner), cols) => match (&**inner, cols) {
            (Shape::Array(cols, inner), Extent::Fixed) if **inner == Shape::Scalar => {
                Some(Shape::Matrix(*length, *cols))
            }
            (Shape::Scalar, Extent::Fixed) => Some(Shape::Matrix(*length, 1)),
            (Shape::Scalar, Extent::RunTime) if !rows_vary => Some(Shape::Matrix(1, *length)),
            (Shape::Array(cols, inner), Extent::RunTime) if **inner == Shape::Scalar => {
                Some(Shape::Matrix(*length, *cols))
            }
            _ => None,
        },
        _ => None,
    }
}

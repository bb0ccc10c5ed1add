//! Parameters and their fields by name, as the attribute writes them.
//!
//! ```text
//! wrt(self.a, b.pose.x, x)        three paths
//! dim(x = 6, b.q = [2, 3])        shapes by path
//! dim(b = { q: [2, 3], t })       the same for the fields of one struct; `t` is a scalar
//! dim(b.r = Vector3<f64>)         a vector or matrix of nalgebra
//! dim(n.layers = [2, { w: 3 }])   two structs in a list, with three numbers each
//! dim(w = [[1], [2]])             lists of different lengths
//! const(N = 6, self.n = 3)        integers: a named constant, and a field
//! ```
//!
//! We do not see the declaration of a struct, so we know its fields only from the attribute. A
//! field without a shape is a scalar.

use std::fmt;

use proc_macro2::Ident;
use syn::Member;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};

use crate::interface::Shape;

use crate::front::messages;
use crate::front::syntax::matrix_types;

/// A parameter, or a field of one: `x`, `self.a`, `b.pose.0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FieldPath {
    /// `self`, or the name of a parameter.
    pub(crate) root: Ident,
    /// The path from there to the field. Empty for the parameter itself.
    pub(crate) members: Vec<Member>,
}

impl FieldPath {
    /// A parameter as a whole.
    pub(crate) fn whole(root: &Ident) -> Self {
        let (root, members) = (root.clone(), Vec::new());
        Self { root, members }
    }

    /// Whether one of the two is the other, or a part of it.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        let common = self.members.len().min(other.members.len());
        self.root == other.root && self.members[..common] == other.members[..common]
    }

    fn of(root: Ident) -> Self {
        Self {
            root,
            members: Vec::new(),
        }
    }

    pub(crate) fn then(&self, member: Member) -> Self {
        let mut path = self.clone();
        path.members.push(member);
        path
    }
}

impl fmt::Display for FieldPath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.root)?;
        self.members.iter().try_for_each(|member| match member {
            Member::Named(name) => write!(formatter, ".{name}"),
            Member::Unnamed(index) => write!(formatter, ".{}", index.index),
        })
    }
}

impl Parse for FieldPath {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let root = if input.peek(syn::Token![self]) {
            input.call(Ident::parse_any)?
        } else {
            input.parse()?
        };
        let mut path = Self::of(root);
        while input.peek(syn::Token![.]) {
            input.parse::<syn::Token![.]>()?;
            path.members.push(input.parse()?);
        }
        Ok(path)
    }
}

/// `x = 6` or `x = [4, 3]` with the outermost length first, `b = { p: 3, q }` for the fields of a
/// struct, or a type.
pub(crate) struct Dim {
    pub(crate) shapes: Vec<(FieldPath, Shape)>,
}

impl Parse for Dim {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let path: FieldPath = input.parse()?;
        input.parse::<syn::Token![=]>()?;
        let mut shapes = Vec::new();
        parse_shape(input, path, &mut shapes)?;
        Ok(Self { shapes })
    }
}

/// The shape after `=` or `:`.
fn parse_shape(
    input: ParseStream<'_>,
    path: FieldPath,
    shapes: &mut Vec<(FieldPath, Shape)>,
) -> syn::Result<()> {
    if path.members.len() > 16 {
        return Err(syn::Error::new(
            path.root.span(),
            messages::TOO_MANY_LENGTHS,
        ));
    }
    if input.peek(syn::Ident) || input.peek(syn::Token![::]) {
        let ty: syn::Type = input.parse()?;
        shapes.push((path, shape_of(&ty)?));
        return Ok(());
    }
    if !input.peek(syn::token::Brace) {
        let shape = parse_lengths(input, &path.root, 0)?;
        shapes.push((path, shape));
        return Ok(());
    }
    let inner;
    syn::braced!(inner in input);
    while !inner.is_empty() {
        let field = path.then(inner.parse()?);
        if inner.peek(syn::Token![:]) {
            inner.parse::<syn::Token![:]>()?;
            parse_shape(&inner, field, shapes)?;
        } else {
            shapes.push((field, Shape::Scalar));
        }
        if !inner.is_empty() {
            inner.parse::<syn::Token![,]>()?;
        }
    }
    Ok(())
}

/// The shape of a type that a field may have: a number, or a matrix with lengths in digits.
fn shape_of(ty: &syn::Type) -> syn::Result<Shape> {
    let digits = |length: &syn::Expr| match length {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Int(int),
            ..
        }) => int.base10_parse().ok(),
        _ => None,
    };
    let shape = match ty {
        syn::Type::Path(path) => path.path.segments.last().and_then(|last| {
            let is_scalar = last.ident == "f64" || last.ident == "f32";
            let matrix = || matrix_types::dimensions(last, &digits);
            if is_scalar {
                return Some(Shape::Scalar);
            }
            matrix().map(|(rows, cols)| Shape::Matrix(rows, cols))
        }),
        _ => None,
    };
    shape.ok_or_else(|| syn::Error::new_spanned(ty, messages::DIM_TYPE))
}

/// `6`, `[4, 3]`, or with the shapes of the elements: `[2, { w: 3, b }]` for two structs, and
/// `[[1], [2]]` or `[{ w: 3 }, { w: 2 }]` for each one.
fn parse_lengths(input: ParseStream<'_>, name: &Ident, depth: usize) -> syn::Result<Shape> {
    let too_many = || Err(syn::Error::new(name.span(), messages::TOO_MANY_LENGTHS));
    if depth > 16 {
        return too_many();
    }
    let nest = |shape, length: usize| Shape::Array(length, Box::new(shape));
    if input.peek(syn::token::Brace) {
        return parse_fields(input, name, depth);
    }
    if !input.peek(syn::token::Bracket) {
        let length = input.parse::<syn::LitInt>()?.base10_parse()?;
        return Ok(nest(Shape::Scalar, length));
    }
    let inner;
    syn::bracketed!(inner in input);
    let (mut lengths, mut elements) = (Vec::new(), Vec::new());
    while !inner.is_empty() {
        if inner.peek(syn::LitInt) && elements.is_empty() {
            lengths.push(inner.parse::<syn::LitInt>()?.base10_parse()?);
        } else {
            elements.push(parse_lengths(&inner, name, depth + 1)?);
        }
        if !inner.is_empty() {
            inner.parse::<syn::Token![,]>()?;
        }
    }
    if lengths.len() > 16 {
        return too_many();
    }
    let element = match elements.as_slice() {
        [] => Shape::Scalar,
        [only] if !lengths.is_empty() => only.clone(),
        [first, others @ ..] if lengths.is_empty() => {
            if others.iter().all(|other| other == first) {
                nest(first.clone(), elements.len())
            } else {
                Shape::List(elements)
            }
        }
        _ => return Err(syn::Error::new(name.span(), messages::LENGTHS_AND_ELEMENTS)),
    };
    Ok(lengths.into_iter().rev().fold(element, nest))
}

/// `{ w: [3, 2], b: 3, t }` for each struct in a list.
fn parse_fields(input: ParseStream<'_>, name: &Ident, depth: usize) -> syn::Result<Shape> {
    let inner;
    syn::braced!(inner in input);
    let (mut members, mut shapes) = (Vec::new(), Vec::new());
    while !inner.is_empty() {
        members.push(inner.parse::<Member>()?);
        if inner.parse::<Option<syn::Token![:]>>()?.is_none() {
            shapes.push(Shape::Scalar);
        } else if inner.peek(syn::Ident) || inner.peek(syn::Token![::]) {
            shapes.push(shape_of(&inner.parse()?)?);
        } else {
            shapes.push(parse_lengths(&inner, name, depth + 1)?);
        }
        if !inner.is_empty() {
            inner.parse::<syn::Token![,]>()?;
        }
    }
    Ok(Shape::Fields(members, shapes))
}

/// `N = 6`, `UP = true`, or `self.order = 6`.
pub(crate) enum Const {
    Named(syn::Path, i128),
    /// A const parameter of type `bool`.
    Flag(syn::Path, bool),
    Field(FieldPath, i128),
}

impl Parse for Const {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if !input.peek2(syn::Token![.]) {
            let path = input.call(syn::Path::parse_mod_style)?;
            if input.peek2(syn::LitBool) {
                input.parse::<syn::Token![=]>()?;
                let flag: syn::LitBool = input.parse()?;
                return Ok(Self::Flag(path, flag.value));
            }
            return Ok(Self::Named(path, parse_value(input)?));
        }
        let path = input.parse()?;
        Ok(Self::Field(path, parse_value(input)?))
    }
}

/// `= 6`, or `= -6`.
fn parse_value(input: ParseStream<'_>) -> syn::Result<i128> {
    input.parse::<syn::Token![=]>()?;
    let negative = input.parse::<Option<syn::Token![-]>>()?.is_some();
    let value: i128 = input.parse::<syn::LitInt>()?.base10_parse()?;
    Ok(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::{Dim, FieldPath};

    #[test]
    fn braces_are_one_path_for_each_field() {
        let dim: Dim = syn::parse_quote!(b = { p: 3, pose: { x, m: [2, 3] }, 0: 4 });
        let shapes: Vec<String> = dim
            .shapes
            .iter()
            .map(|(path, shape)| format!("{path} {}", shape.count()))
            .collect();
        assert_eq!(shapes, ["b.p 3", "b.pose.x 1", "b.pose.m 6", "b.0 4"]);
    }

    #[test]
    fn a_field_overlaps_what_contains_it() {
        let [whole, part, other]: [FieldPath; 3] = [
            syn::parse_quote!(self.a),
            syn::parse_quote!(self.a.b),
            syn::parse_quote!(self.c),
        ];
        assert!(whole.overlaps(&part) && part.overlaps(&whole));
        assert!(!whole.overlaps(&other));
    }
}

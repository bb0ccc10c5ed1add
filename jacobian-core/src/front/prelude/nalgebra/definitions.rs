//! The kinds of definitions of nalgebra's geometry types.

use super::super::definition::{Access, Type};
use super::access::{MATRIX, behind};

/// A type with the scalar as its argument.
pub(super) const fn plain(
    name: &'static str,
    certain: &'static [&'static str],
    fields: &'static [(&'static str, &'static str)],
    texts: &'static [&'static [&'static str]],
    names: &'static [(&'static str, &'static str)],
) -> Type {
    Type {
        name,
        fields,
        certain,
        texts,
        names,
        ..Type::PLAIN
    }
}

/// A point, which a macro makes as well.
pub(super) const fn point(ty: &Type) -> Type {
    Type {
        asked_by: &["point!"],
        ..hidden(ty, behind("coords"))
    }
}

/// A type that code needs if it has one of these names.
pub(super) const fn asked(ty: &Type, by: &'static [&'static str]) -> Type {
    Type {
        asked_by: by,
        ..*ty
    }
}

/// The same with other ways to its fields.
pub(super) const fn hidden(ty: &Type, access: Access) -> Type {
    Type { access, ..*ty }
}

/// The same for a type whose values are made by a function of its own.
pub(super) const fn made(ty: &Type, made_by: &'static str, access: Access) -> Type {
    Type {
        made_by: Some(made_by),
        access,
        ..*ty
    }
}

/// A transformation by a homogeneous matrix.
pub(super) const fn transform(
    name: &'static str,
    certain: &'static [&'static str],
    texts: &'static [&'static [&'static str]],
    names: &'static [(&'static str, &'static str)],
) -> Type {
    let fields = &[("matrix", "$Square")];
    let ty = plain(name, certain, fields, texts, names);
    made(&ty, "from_matrix_unchecked", MATRIX)
}

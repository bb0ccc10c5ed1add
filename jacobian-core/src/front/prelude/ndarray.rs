//! Vectors and matrices of ndarray 0.17 of lengths that `dim` or the code gives: the same
//! operations in the same order.
//!
//! The elements are the field `d`, which is read as the vector itself: `x[0]`, `x.iter()` and
//! `x.len()` are those of a list. Sums and products of eight elements and more are added in eight
//! lanes, as ndarray does for contiguous vectors. The layout of parameters is taken to be the
//! standard one; that of views and transposed matrices follows from what makes them.
//!
//! The receiver gives the length, so a vector that is not active stands on the right: `x.dot(&w)`.

mod elementwise;
mod matrices;
mod operators;
mod transposed;
mod vectors;
mod views;

use super::definition::{Access, Type};

/// The methods that texts call on numbers and lists only.
pub(super) const OF_NUMBERS: &[&str] = &[
    "len", "collect", "iter", "zip", "push", "to_vec", "max", "min",
];

/// A generic type, an argument of it, and the type that it is then.
pub(super) const INSTANCES: &[(&str, &str, &str)] = &[
    ("Array", "Ix1", "Array1"),
    ("Array", "Ix2", "Array2"),
    ("ArrayView", "Ix1", "Array1"),
    ("ArrayView", "Ix2", "Array2"),
    ("ArrayBase", "Ix1", "Array1"),
    ("ArrayBase", "Ix2", "Array2"),
    ("CowArray", "Ix1", "Array1"),
    ("CowArray", "Ix2", "Array2"),
];

pub(super) const TYPES: &[Type] = &[
    VECTOR,
    MATRIX,
    // Their elements are listed, but users do not see these names.
    listed(&inner(
        "StridedView1",
        &[("d", "[$S]"), ("step", "usize")],
        &[views::STRIDED, operators::STRIDED],
    )),
    listed(&inner(
        "Reversed1",
        &[("d", "[$S]")],
        &[views::REVERSED, operators::REVERSED, elementwise::ALL],
    )),
    inner(
        "ViewMut1",
        &[("d", "Vec<&'static mut $S>"), ("step", "usize")],
        &[views::CHANGED, operators::CHANGED_VECTORS],
    ),
    inner(
        "ViewMut2",
        &[("d", "Vec<Vec<&'static mut $S>>")],
        &[views::BLOCKS, operators::CHANGED_BLOCKS],
    ),
    inner(
        "Transposed2",
        &[("d", "[[$S]]")],
        &[transposed::METHODS, operators::TRANSPOSED, elementwise::ALL],
    ),
    inner(
        "Block2",
        &[("d", "[[$S]]"), ("step", "usize")],
        &[transposed::BLOCKS, operators::BLOCKS],
    ),
    Type {
        texts: &[views::SLICES],
        ..slice(
            "SliceR",
            &[("start", "isize"), ("end", "isize"), ("step", "isize")],
        )
    },
    slice("SliceRR", &[("rows", "SliceR"), ("columns", "SliceR")]),
    slice("SliceIR", &[("row", "isize"), ("columns", "SliceR")]),
    slice("SliceRI", &[("rows", "SliceR"), ("column", "isize")]),
    // The number of dimensions, as the argument of a type.
    dimension("Ix1"),
    dimension("Ix2"),
    // Generic types. Their fields are the types that they are with an argument.
    generic("Array", &["Array<", "Array"]),
    generic("ArrayView", &["ArrayView<", "ArrayView"]),
    generic("ArrayBase", &["ArrayBase<"]),
    generic("CowArray", &["CowArray<"]),
];

const VECTOR: Type = Type {
    name: "Array1",
    fields: &[("d", "[$S]")],
    aliases: &[
        ("ArrayView1", "f64"),
        ("ArrayView1", "f32"),
        ("ArrayRef1", "f64"),
        ("ArrayRef1", "f32"),
    ],
    certain: &["Array1<", "ArrayView1<", "ArrayRef1<", "array!"],
    made_by: Some("from_iter"),
    texts: &[
        vectors::METHODS,
        vectors::CHANGING,
        operators::VECTORS,
        elementwise::ALL,
    ],
    access: Access {
        read: &[("d", "")],
        written: &[("d", "")],
        behind: Some("d"),
    },
    asked_by: &["array!", "arr1", "aview1"],
    ..Type::PLAIN
};

/// Its rows are the field `d`, and its elements are read as `a[[i, j]]`.
const MATRIX: Type = Type {
    name: "Array2",
    fields: &[("d", "[[$S]]")],
    aliases: &[
        ("ArrayView2", "f64"),
        ("ArrayView2", "f32"),
        ("ArrayRef2", "f64"),
        ("ArrayRef2", "f32"),
    ],
    certain: &["Array2<", "ArrayView2<", "ArrayRef2<"],
    made_by: Some("from"),
    texts: &[
        matrices::METHODS,
        matrices::CHANGING,
        operators::MATRICES,
        elementwise::ALL,
    ],
    // `BY_PAIRS` of shapes.
    access: Access {
        read: &[("d", "[[]]")],
        written: &[("d", "[[]]")],
        behind: None,
    },
    asked_by: &["array!", "arr2", "aview2"],
    ..VECTOR
};

/// A type that only texts name.
const fn inner(
    name: &'static str,
    fields: &'static [(&'static str, &'static str)],
    texts: &'static [&'static [&'static str]],
) -> Type {
    Type {
        name,
        fields,
        aliases: &[],
        certain: &[],
        made_by: None,
        texts,
        access: Access::PUBLIC,
        asked_by: &[],
        ..VECTOR
    }
}

/// The same with the methods of lists.
const fn listed(ty: &Type) -> Type {
    Type {
        access: Access {
            behind: Some("d"),
            ..Access::PUBLIC
        },
        ..*ty
    }
}

/// What the macro `s!` makes.
const fn slice(name: &'static str, fields: &'static [(&'static str, &'static str)]) -> Type {
    Type {
        asked_by: &["s!", "slice_axis"],
        ..inner(name, fields, &[])
    }
}

const fn dimension(name: &'static str) -> Type {
    inner(name, &[], &[])
}

const fn generic(name: &'static str, certain: &'static [&'static str]) -> Type {
    Type {
        certain,
        ..inner(name, &[("a", "Array1"), ("b", "Array2")], &[])
    }
}

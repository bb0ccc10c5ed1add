//! Types of glam 0.33: vectors, matrices, quaternions and affine transforms.
//!
//! The types of `f64` begin with `D`. Of those of `f32`, glam keeps some in vector registers on
//! most machines, so that sums have another order there; their texts are apart.

mod vectors;

use super::definition::Type;

/// The methods of numbers that texts call on numbers only.
pub(super) const OF_NUMBERS: &[&str] = &[
    "abs",
    "acos",
    "atan2",
    "ceil",
    "clamp",
    "copysign",
    "cos",
    "exp",
    "exp2",
    "floor",
    "is_finite",
    "is_nan",
    "ln",
    "log2",
    "mul_add",
    "powf",
    "rem_euclid",
    "div_euclid",
    "round",
    "signum",
    "sin",
    "sin_cos",
    "sqrt",
    "trunc",
];

/// A type of `f64`.
const fn double(
    name: &'static str,
    certain: &'static [&'static str],
    fields: &'static [(&'static str, &'static str)],
    texts: &'static [&'static [&'static str]],
) -> Type {
    Type {
        name,
        fields,
        aliases: &[],
        certain,
        scalar: Some("f64"),
        made_by: None,
        prefix: "D",
        texts,
    }
}

/// A type of `f32`. Its name is that of other crates' types as well.
const fn single(
    name: &'static str,
    certain: &'static [&'static str],
    fields: &'static [(&'static str, &'static str)],
    texts: &'static [&'static [&'static str]],
) -> Type {
    Type {
        name,
        fields,
        aliases: &[],
        certain,
        scalar: Some("f32"),
        made_by: None,
        prefix: "",
        texts,
    }
}

const XY: &[(&str, &str)] = &[("x", "$S"), ("y", "$S")];
const XYZ: &[(&str, &str)] = &[("x", "$S"), ("y", "$S"), ("z", "$S")];
const XYZW: &[(&str, &str)] = &[("x", "$S"), ("y", "$S"), ("z", "$S"), ("w", "$S")];

const TEXTS2: &[&[&str]] = &[vectors::ALL, vectors::SCALAR, vectors::VECTOR2];
const TEXTS3: &[&[&str]] = &[vectors::ALL, vectors::SCALAR, vectors::VECTOR3];
const TEXTS4: &[&[&str]] = &[
    vectors::ALL,
    vectors::SCALAR,
    vectors::VECTOR4,
    vectors::SCALAR4,
];

pub(super) const TYPES: &[Type] = &[
    double("DVec2", &["DVec2", "dvec2"], XY, TEXTS2),
    double("DVec3", &["DVec3", "dvec3"], XYZ, TEXTS3),
    double("DVec4", &["DVec4", "dvec4"], XYZW, TEXTS4),
    single("Vec2", &[], XY, TEXTS2),
    single("Vec3", &[], XYZ, TEXTS3),
];

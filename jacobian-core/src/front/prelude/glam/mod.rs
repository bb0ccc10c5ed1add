//! Types of glam 0.33: vectors, matrices, quaternions and affine transforms.
//!
//! The types of `f64` begin with `D`. Of those of `f32`, glam keeps some in vector registers on
//! most machines, so that sums have another order there; their texts are apart.

mod affines;
mod euler;
mod matrices;
mod matrix4;
mod quaternions;
mod registers;
mod vectors;

use super::columns;
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
    "tan",
    "trunc",
];

/// Fields, with the names of their types.
type Fields = &'static [(&'static str, &'static str)];
type Texts = &'static [&'static [&'static str]];

/// A type of `f64`, with the fields of a column if it is a matrix.
const fn double(
    name: &'static str,
    certain: &'static [&'static str],
    fields: (Fields, Fields),
    texts: Texts,
) -> Type {
    Type {
        name,
        fields: fields.0,
        inner: fields.1,
        certain,
        scalar: Some("f64"),
        prefix: "D",
        texts,
        ..Type::PLAIN
    }
}

/// A type of `f32`. Many of their names are those of other crates' types as well.
const fn single(
    name: &'static str,
    certain: &'static [&'static str],
    made_by: Option<&'static str>,
    fields: (Fields, Fields),
    texts: Texts,
) -> Type {
    Type {
        scalar: Some("f32"),
        made_by,
        prefix: "",
        ..double(name, certain, fields, texts)
    }
}

const XY: Fields = &[("x", "$S"), ("y", "$S")];
const XYZ: Fields = &[("x", "$S"), ("y", "$S"), ("z", "$S")];
const XYZW: Fields = &[("x", "$S"), ("y", "$S"), ("z", "$S"), ("w", "$S")];
const COLUMNS2: Fields = &[("x_axis", "$Vec2"), ("y_axis", "$Vec2")];
const COLUMNS3: Fields = &[
    ("x_axis", "$Vec3"),
    ("y_axis", "$Vec3"),
    ("z_axis", "$Vec3"),
];
const COLUMNS3A: Fields = &[
    ("x_axis", "Vec3A"),
    ("y_axis", "Vec3A"),
    ("z_axis", "Vec3A"),
];
const COLUMNS4: Fields = &[
    ("x_axis", "$Vec4"),
    ("y_axis", "$Vec4"),
    ("z_axis", "$Vec4"),
    ("w_axis", "$Vec4"),
];
const PARTS2: Fields = &[("matrix2", "$Mat2"), ("translation", "$Vec2")];
const PARTS3: Fields = &[("matrix3", "$Mat3"), ("translation", "$Vec3")];
const PARTS3A: Fields = &[("matrix3", "Mat3A"), ("translation", "Vec3A")];
const ORDER: Fields = &[
    ("i", "usize"),
    ("j", "usize"),
    ("k", "usize"),
    ("even", "bool"),
    ("repeated", "bool"),
    ("fixed", "bool"),
];

const VECTOR2: Texts = &[vectors::ALL, vectors::SCALAR, vectors::VECTOR2];
const VECTOR3: Texts = &[
    vectors::ALL,
    vectors::SCALAR,
    vectors::VECTOR3,
    vectors::SCALAR3,
];
const VECTOR3A: Texts = &[vectors::ALL, vectors::VECTOR3, registers::VECTOR3];
const VECTOR4: Texts = &[
    vectors::ALL,
    vectors::SCALAR,
    vectors::VECTOR4,
    vectors::SCALAR4,
];
const VECTOR4_REGISTER: Texts = &[vectors::ALL, vectors::VECTOR4, registers::VECTOR4];
const MATRIX2: Texts = &[columns::ALL, matrices::ALL, matrices::MATRIX2];
const MATRIX3: Texts = &[
    columns::ALL,
    matrices::ALL,
    matrices::MATRIX3,
    euler::MATRIX3,
];
const MATRIX4: Texts = &[
    columns::ALL,
    matrices::ALL,
    matrix4::MATRIX4,
    matrix4::SCALAR,
    matrix4::PARTS,
    euler::MATRIX4,
];
const MATRIX4_REGISTER: Texts = &[
    columns::ALL,
    matrices::ALL,
    matrix4::MATRIX4,
    registers::MATRIX4,
    euler::MATRIX4,
];
const QUATERNION: Texts = &[quaternions::ALL, quaternions::SCALAR, euler::QUATERNION];
const QUATERNION_REGISTER: Texts = &[quaternions::ALL, registers::QUATERNION, euler::QUATERNION];

pub(super) const TYPES: &[Type] = &[
    double("DVec2", &["DVec2", "dvec2"], (XY, &[]), VECTOR2),
    double("DVec3", &["DVec3", "dvec3"], (XYZ, &[]), VECTOR3),
    double("DVec4", &["DVec4", "dvec4"], (XYZW, &[]), VECTOR4),
    double("DMat2", &["DMat2", "dmat2"], (COLUMNS2, XY), MATRIX2),
    double("DMat3", &["DMat3", "dmat3"], (COLUMNS3, XYZ), MATRIX3),
    double("DMat4", &["DMat4", "dmat4"], (COLUMNS4, XYZW), MATRIX4),
    double("DQuat", &["DQuat", "dquat"], (XYZW, &[]), QUATERNION),
    double(
        "DAffine2",
        &["DAffine2"],
        (PARTS2, &[]),
        &[affines::AFFINE2, affines::PARTS2],
    ),
    double(
        "DAffine3",
        &["DAffine3"],
        (PARTS3, &[]),
        &[affines::AFFINE3, affines::PARTS3],
    ),
    single("Vec2", &[], None, (XY, &[]), VECTOR2),
    single("Vec3", &[], None, (XYZ, &[]), VECTOR3),
    single("Vec3A", &["Vec3A"], Some("new"), (XYZ, &[]), VECTOR3A),
    single("Vec4", &[], Some("new"), (XYZW, &[]), VECTOR4_REGISTER),
    single("Mat2", &[], Some("from_cols"), (COLUMNS2, XY), MATRIX2),
    single("Mat3", &[], None, (COLUMNS3, XYZ), MATRIX3),
    single("Mat3A", &["Mat3A"], None, (COLUMNS3A, XYZ), MATRIX3),
    single("Mat4", &[], None, (COLUMNS4, XYZW), MATRIX4_REGISTER),
    single(
        "Quat",
        &[],
        Some("from_xyzw"),
        (XYZW, &[]),
        QUATERNION_REGISTER,
    ),
    single("Affine2", &[], None, (PARTS2, &[]), &[affines::AFFINE2]),
    single("Affine3", &[], None, (PARTS3, &[]), &[affines::AFFINE3]),
    single(
        "Affine3A",
        &["Affine3A"],
        None,
        (PARTS3A, &[]),
        &[affines::AFFINE3],
    ),
    single("EulerRot", &[], None, (ORDER, &[]), &[euler::ORDERS]),
];

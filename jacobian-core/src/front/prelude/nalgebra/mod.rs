//! Geometry of nalgebra 0.34 and 0.35: points, quaternions, rotations, translations and isometries.
//!
//! Their vectors and matrices are values of the interpreter, so texts use them as users do. The
//! fields are those of nalgebra, and some are private there. `Unit<Vector3<f64>>` has the name
//! `UnitVector3` here, as nalgebra's alias of it does, because its methods are others than those
//! of `Unit<Quaternion<f64>>`.
//!
//! Operators of structs are written as methods, `a.mul(b)`, because signs do not say what they
//! need.

mod access;
mod definitions;
mod duals;
mod givens;
mod homogeneous;
mod isometries;
mod meanings;
mod points;
mod projections;
mod quaternions;
mod reflections;
mod rotations;
mod transforms;
mod units;

use super::definition::Type;
use access::{COMPLEX, MATRIX, PROJECTING, SIMILARITY, UNIT, behind};
use definitions::{asked, hidden, made, plain, point, transform};
use isometries::{ISOMETRIES2, ISOMETRIES3, SIMILARITIES2, SIMILARITIES3};
use meanings::{
    PLANE, PLANE_MATRIX, PLANE_SQUARE, PLANE_WHOLE, SPACE, SPACE_MATRIX, SPACE_SQUARE, SPACE_WHOLE,
};
use points::{POINTS2, POINTS3, TRANSLATIONS2, TRANSLATIONS3};
use transforms::{AFFINES, PROJECTIVES, SCALES2, SCALES3, TRANSFORMS};

/// The methods of numbers that texts call on numbers only.
pub(super) const OF_NUMBERS: &[&str] = &[
    "abs", "acos", "asin", "atan2", "cos", "sin", "sin_cos", "sqrt",
];

/// A generic type, an argument of it, and the type that it is then.
pub(super) const INSTANCES: &[(&str, &str, &str)] = &[
    ("Unit", "[2x1]", "UnitVector2"),
    ("Unit", "[3x1]", "UnitVector3"),
    ("Unit", "Quaternion", "UnitQuaternion"),
    ("Unit", "DualQuaternion", "UnitDualQuaternion"),
    ("Point", "2", "Point2"),
    ("Point", "3", "Point3"),
    ("Rotation", "2", "Rotation2"),
    ("Rotation", "3", "Rotation3"),
    ("Translation", "2", "Translation2"),
    ("Translation", "3", "Translation3"),
    ("Isometry", "UnitComplex", "Isometry2"),
    ("Isometry", "UnitQuaternion", "Isometry3"),
    ("Isometry", "Rotation2", "IsometryMatrix2"),
    ("Isometry", "Rotation3", "IsometryMatrix3"),
    ("Similarity", "UnitComplex", "Similarity2"),
    ("Similarity", "UnitQuaternion", "Similarity3"),
    ("Similarity", "Rotation2", "SimilarityMatrix2"),
    ("Similarity", "Rotation3", "SimilarityMatrix3"),
];

const COORDS: &[(&str, &str)] = &[("coords", "$Vec")];
const REFLECTION: &[(&str, &str)] = &[("axis", "$Vec"), ("bias", "$S")];
const PROJECTION: &[(&str, &str)] = &[("matrix", "Matrix4<$S>")];
const VECTOR: &[(&str, &str)] = &[("vector", "$Vec")];
const VALUE: &[(&str, &str)] = &[("value", "$Vec")];
const PARTS: &[(&str, &str)] = &[("rotation", "$Turn"), ("translation", "$Translation")];
const SCALED: &[(&str, &str)] = &[("isometry", "$Isometry"), ("scaling", "$S")];

const REFLECTIONS: &[&[&str]] = &[reflections::ALL];
const UNITS2: &[&[&str]] = &[units::ALL, units::PLANE];
const UNITS3: &[&[&str]] = &[units::ALL, units::SPACE];
const ROTATIONS2: &[&[&str]] = &[rotations::ALL, rotations::PLANE];
const ROTATIONS3: &[&[&str]] = &[rotations::ALL, rotations::SPACE];
const SQUARES3: &[&[&str]] = &[homogeneous::ALL, homogeneous::PLANE];
const SQUARES4: &[&[&str]] = &[homogeneous::ALL, homogeneous::SPACE];

pub(super) const TYPES: &[Type] = &[
    point(&plain("Point2", &["Point2<"], COORDS, POINTS2, PLANE)),
    point(&plain("Point3", &["Point3<"], COORDS, POINTS3, SPACE)),
    hidden(
        &plain(
            "Quaternion",
            &[
                "Quaternion<",
                "Vector2",
                "Vector3",
                "Vector4",
                "Matrix2",
                "Matrix3",
            ],
            &[("coords", "Vector4<$S>")],
            &[quaternions::ALL],
            SPACE,
        ),
        behind("coords"),
    ),
    made(
        &plain(
            "UnitQuaternion",
            &["UnitQuaternion"],
            &[("value", "Quaternion")],
            &[units::QUATERNION, quaternions::UNIT],
            SPACE,
        ),
        "new_unchecked",
        UNIT,
    ),
    plain(
        "DualQuaternion",
        &["DualQuaternion"],
        &[("real", "Quaternion"), ("dual", "Quaternion")],
        &[duals::ALL],
        SPACE,
    ),
    made(
        &plain(
            "UnitDualQuaternion",
            &["UnitDualQuaternion"],
            &[("value", "DualQuaternion")],
            &[duals::UNIT],
            SPACE,
        ),
        "new_unchecked",
        UNIT,
    ),
    made(
        &plain(
            "UnitComplex",
            &["UnitComplex"],
            &[("re", "$S"), ("im", "$S")],
            &[rotations::COMPLEX],
            PLANE,
        ),
        "from_cos_sin_unchecked",
        COMPLEX,
    ),
    asked(
        &made(
            &plain("UnitVector2", &["UnitVector2"], VALUE, UNITS2, PLANE),
            "new_unchecked",
            UNIT,
        ),
        units::AXES,
    ),
    asked(
        &made(
            &plain("UnitVector3", &["UnitVector3"], VALUE, UNITS3, SPACE),
            "new_unchecked",
            UNIT,
        ),
        units::AXES,
    ),
    made(
        &plain(
            "Rotation2",
            &["Rotation2"],
            &[("matrix", "$Mat")],
            ROTATIONS2,
            PLANE,
        ),
        "from_matrix_unchecked",
        MATRIX,
    ),
    made(
        &plain(
            "Rotation3",
            &["Rotation3<"],
            &[("matrix", "$Mat")],
            ROTATIONS3,
            SPACE,
        ),
        "from_matrix_unchecked",
        MATRIX,
    ),
    hidden(
        &plain(
            "Translation2",
            &["Translation2"],
            VECTOR,
            TRANSLATIONS2,
            PLANE,
        ),
        behind("vector"),
    ),
    hidden(
        &plain(
            "Translation3",
            &["Translation3"],
            VECTOR,
            TRANSLATIONS3,
            SPACE,
        ),
        behind("vector"),
    ),
    plain("Isometry2", &["Isometry2"], PARTS, ISOMETRIES2, PLANE),
    plain("Isometry3", &["Isometry3"], PARTS, ISOMETRIES3, SPACE),
    plain(
        "IsometryMatrix2",
        &["IsometryMatrix2"],
        PARTS,
        ISOMETRIES2,
        PLANE_MATRIX,
    ),
    plain(
        "IsometryMatrix3",
        &["IsometryMatrix3"],
        PARTS,
        ISOMETRIES3,
        SPACE_MATRIX,
    ),
    made(
        &plain(
            "Similarity2",
            &["Similarity2"],
            SCALED,
            SIMILARITIES2,
            PLANE,
        ),
        "from_isometry",
        SIMILARITY,
    ),
    made(
        &plain(
            "Similarity3",
            &["Similarity3"],
            SCALED,
            SIMILARITIES3,
            SPACE,
        ),
        "from_isometry",
        SIMILARITY,
    ),
    made(
        &plain(
            "SimilarityMatrix2",
            &["SimilarityMatrix2"],
            SCALED,
            SIMILARITIES2,
            PLANE_MATRIX,
        ),
        "from_isometry",
        SIMILARITY,
    ),
    made(
        &plain(
            "SimilarityMatrix3",
            &["SimilarityMatrix3"],
            SCALED,
            SIMILARITIES3,
            SPACE_MATRIX,
        ),
        "from_isometry",
        SIMILARITY,
    ),
    made(
        &plain(
            "Perspective3",
            &["Perspective3<"],
            PROJECTION,
            &[projections::ALL, projections::PERSPECTIVE],
            SPACE,
        ),
        "from_matrix_unchecked",
        PROJECTING,
    ),
    made(
        &plain(
            "Orthographic3",
            &["Orthographic3<"],
            PROJECTION,
            &[projections::ALL, projections::ORTHOGRAPHIC],
            SPACE,
        ),
        "from_matrix_unchecked",
        PROJECTING,
    ),
    hidden(
        &plain("Scale2", &["Scale2"], VECTOR, SCALES2, PLANE_WHOLE),
        behind("vector"),
    ),
    hidden(
        &plain("Scale3", &["Scale3"], VECTOR, SCALES3, SPACE_WHOLE),
        behind("vector"),
    ),
    transform("Affine2", &["Affine2"], AFFINES, PLANE_WHOLE),
    transform("Affine3", &["Affine3"], AFFINES, SPACE_WHOLE),
    transform("Projective2", &["Projective2"], PROJECTIVES, PLANE_WHOLE),
    transform("Projective3", &["Projective3"], PROJECTIVES, SPACE_WHOLE),
    transform("Transform2", &["Transform2"], TRANSFORMS, PLANE_WHOLE),
    transform("Transform3", &["Transform3"], TRANSFORMS, SPACE_WHOLE),
    made(
        &plain(
            "GivensRotation",
            &["GivensRotation"],
            &[("c", "$S"), ("s", "$S")],
            &[givens::GIVENS],
            &[],
        ),
        "new_unchecked",
        givens::ACCESS,
    ),
    // Functions of matrices, in types without a value.
    asked(
        &plain(
            "Matrix3Functions",
            &["Matrix3<"],
            &[],
            SQUARES3,
            PLANE_SQUARE,
        ),
        homogeneous::NAMES,
    ),
    asked(
        &plain(
            "Matrix4Functions",
            &["Matrix4<"],
            &[],
            SQUARES4,
            SPACE_SQUARE,
        ),
        homogeneous::NAMES,
    ),
    // Generic types. Their fields are the types that they are with an argument.
    plain(
        "Unit",
        &["Unit<"],
        &[
            ("a", "UnitVector2"),
            ("b", "UnitVector3"),
            ("c", "UnitQuaternion"),
        ],
        &[],
        &[],
    ),
    made(
        &plain(
            "Reflection2",
            &["Reflection2"],
            REFLECTION,
            REFLECTIONS,
            PLANE,
        ),
        "new",
        reflections::ACCESS,
    ),
    made(
        &plain(
            "Reflection3",
            &["Reflection3"],
            REFLECTION,
            REFLECTIONS,
            SPACE,
        ),
        "new",
        reflections::ACCESS,
    ),
    plain(
        "Reflection",
        &["Reflection<"],
        &[("a", "Reflection2"), ("b", "Reflection3")],
        &[],
        &[],
    ),
    plain("Point", &[], &[("a", "Point2"), ("b", "Point3")], &[], &[]),
    plain(
        "Rotation",
        &[],
        &[("a", "Rotation2"), ("b", "Rotation3")],
        &[],
        &[],
    ),
    plain(
        "Translation",
        &[],
        &[("a", "Translation2"), ("b", "Translation3")],
        &[],
        &[],
    ),
    plain(
        "Isometry",
        &[],
        &[("a", "Isometry2"), ("b", "Isometry3")],
        &[],
        &[],
    ),
];

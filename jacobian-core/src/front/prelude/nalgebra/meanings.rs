//! The meanings of names in texts of geometry, in two and in three dimensions.

/// The meanings of names in texts, in two and in three dimensions. `Turn` is the rotation of an
/// isometry.
pub(super) const PLANE: &[(&str, &str)] = &[
    ("Vec", "Vector2<$S>"),
    ("Vector", "Vector2"),
    ("Mat", "Matrix2<$S>"),
    ("Matrix", "Matrix2"),
    ("Point", "Point2"),
    ("Unit", "UnitVector2"),
    ("Translation", "Translation2"),
    ("Rotation", "Rotation2"),
    ("Turn", "UnitComplex"),
    ("Isometry", "Isometry2"),
];
pub(super) const PLANE_MATRIX: &[(&str, &str)] = &[
    ("Vec", "Vector2<$S>"),
    ("Vector", "Vector2"),
    ("Point", "Point2"),
    ("Unit", "UnitVector2"),
    ("Translation", "Translation2"),
    ("Turn", "Rotation2"),
    ("Isometry", "IsometryMatrix2"),
];
pub(super) const SPACE: &[(&str, &str)] = &[
    ("Vec", "Vector3<$S>"),
    ("Vector", "Vector3"),
    ("Mat", "Matrix3<$S>"),
    ("Matrix", "Matrix3"),
    ("Point", "Point3"),
    ("Unit", "UnitVector3"),
    ("Translation", "Translation3"),
    ("Rotation", "Rotation3"),
    ("Turn", "UnitQuaternion"),
    ("Isometry", "Isometry3"),
];
pub(super) const SPACE_MATRIX: &[(&str, &str)] = &[
    ("Vec", "Vector3<$S>"),
    ("Vector", "Vector3"),
    ("Point", "Point3"),
    ("Unit", "UnitVector3"),
    ("Translation", "Translation3"),
    ("Turn", "Rotation3"),
    ("Isometry", "IsometryMatrix3"),
];

/// The meanings of names in texts of matrices that transform points.
pub(super) const PLANE_SQUARE: &[(&str, &str)] = &[
    ("Square", "Matrix3<$S>"),
    ("Make", "Matrix3"),
    ("last", "2"),
    ("Vec", "Vector2<$S>"),
    ("Full", "Vector3<$S>"),
    ("Point", "Point2"),
];
pub(super) const SPACE_SQUARE: &[(&str, &str)] = &[
    ("Square", "Matrix4<$S>"),
    ("Make", "Matrix4"),
    ("last", "3"),
    ("Vec", "Vector3<$S>"),
    ("Full", "Vector4<$S>"),
    ("Point", "Point3"),
];

/// The meanings of names in texts of transformations by homogeneous matrices.
pub(super) const PLANE_WHOLE: &[(&str, &str)] = &[
    ("Square", "Matrix3<$S>"),
    ("Make", "Matrix3"),
    ("last", "2"),
    ("Vec", "Vector2<$S>"),
    ("Vector", "Vector2"),
    ("Point", "Point2"),
    ("Turn", "UnitComplex"),
    ("Rotation", "Rotation2"),
    ("Translation", "Translation2"),
    ("Isometry", "Isometry2"),
];
pub(super) const SPACE_WHOLE: &[(&str, &str)] = &[
    ("Square", "Matrix4<$S>"),
    ("Make", "Matrix4"),
    ("last", "3"),
    ("Vec", "Vector3<$S>"),
    ("Vector", "Vector3"),
    ("Point", "Point3"),
    ("Turn", "UnitQuaternion"),
    ("Rotation", "Rotation3"),
    ("Translation", "Translation3"),
    ("Isometry", "Isometry3"),
];

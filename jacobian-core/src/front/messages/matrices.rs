//! Messages about fixed matrices.

pub(crate) const DIM_TYPE: &str = "cannot take a shape from this type\n\
    help: write lengths, as in `dim(x = [2, 3])`, or a type of nalgebra with its lengths in digits, as in \
    `dim(self.r = Vector3<f64>)`";
pub(crate) const MATRIX_CONSTRUCTOR: &str = "cannot expand this constructor of a matrix\n\
    help: `new`, `zeros`, `identity`, `from_element`, `from_diagonal`, `from`, `from_fn`, and from slices, rows or columns of \
    known length are expanded";
pub(crate) const MATRIX_WITHOUT_TYPE: &str = "cannot name the type of this matrix in the generated code\n\
    help: name a type of nalgebra in this function, as in `let a: Matrix4<f64> = ..;`";
pub(crate) const SVD_FLAGS: &str = "whether this decomposition has its factors is known at run time only\n\
    help: write the flags, as in `svd(true, true)`";
pub(crate) const SVD_WITHOUT_FACTORS: &str = "this decomposition has no factors\n\
    help: ask for both: `svd(true, true)`";
pub(crate) const DECOMPOSITION_CHANGED: &str = "the fields of this decomposition were changed, and this method reads them\n\
    help: call `recompose`, or write the product of the fields";
pub(crate) const MUTABLE_VIEW: &str = "cannot write through a view of a matrix that is no variable\n\
    help: bind the matrix, `let mut m = ..;`, and take the view of the variable; a matrix that is not active is copied first, with \
    `Matrix3::from_fn(|i, j| k[(i, j)])`";

/// `cholesky.rank_one_update(&x, s)` in a branch or in a loop.
pub(crate) const UPDATED_IN_BRANCH: &str = "cannot update a decomposition in a branch or in a loop\n\
     help: decompose the updated matrix, `(a + s * x * x.transpose()).cholesky()`";

/// Blocks of `stack!` that do not fit, or whose dimensions are unknown.
pub(crate) const MATRIX_BLOCKS: &str = "cannot stack these blocks\n\
     help: a block is a matrix of known dimensions, or `0`; name the field of a struct first, `let v: &Vector3<f64> = &body.v`";

/// Methods of matrices that are not expanded, and what to write in their place.
const WAYS: &[(&[&str], &str)] = &[
    (
        &["reshape_generic", "generic_view", "generic_view_mut"],
        "take a view by numbers, `view((0, 0), (2, 2))` or `fixed_view::<2, 2>(0, 0)`, and new dimensions by `from_fn`",
    ),
    (
        &["apply_norm", "apply_metric_distance"],
        "name the norm: `norm()`, `lp_norm(3)`, `amax()`, `metric_distance(&b)`",
    ),
    (
        &["cast"],
        "name the scalar, `m.cast::<f64>()`, and `f32` in the signature if it is among them; else convert the elements",
    ),
    (
        &["index", "index_mut"],
        "write the index in brackets, `m[(0, 1)]`, or take a view, `m.column(1)`",
    ),
    (
        &[
            "fixed_rows_with_step",
            "fixed_columns_with_step",
            "fixed_view_with_steps",
        ],
        "give the number in parentheses, `m.rows_with_step(0, 2, 1)`, `m.view_with_steps((0, 0), (2, 2), (1, 1))`",
    ),
    (
        &[
            "resize_mut",
            "resize_vertically_mut",
            "resize_horizontally_mut",
        ],
        "assign the resized matrix, `m = m.resize(4, 3, 0.0)`",
    ),
];

/// Arguments of a view that do not fit.
pub(crate) fn malformed_block(method: &str, found: &str) -> String {
    format!(
        "cannot take the view `{method}` of {found} with these arguments\n\
         help: give positions, and lengths where the view is made: `fixed_view::<2, 2>(0, 1)`, `view((0, 1), (2, 2))`"
    )
}

/// An operator that does not fit.
pub(crate) fn matrix_operator(operator: &str, found: &str) -> String {
    format!(
        "cannot apply `{operator}` to {found}\n\
         help: sums need equal dimensions, products equal inner dimensions, quotients a scalar divisor"
    )
}

/// A method that is not expanded.
pub(crate) fn matrix_method(method: &syn::Ident, found: &str, known: &[&str]) -> String {
    let name = method.to_string();
    let mut ways = WAYS.iter();
    if let Some((_, way)) = ways.find(|(names, _)| names.contains(&name.as_str())) {
        return format!("cannot expand the method `{method}` of {found}\nhelp: {way}");
    }
    let near = super::nearest::by_distance(&name, known);
    format!(
        "cannot expand the method `{method}` of {found}\n\
         help: of the methods that are expanded, nearest by name: `{}`, `{}`, `{}`",
        near[0], near[1], near[2]
    )
}

/// The exponential of a large matrix.
pub(crate) fn exponential_order(order: usize, limit: usize) -> String {
    format!(
        "cannot follow the exponential of a matrix of order {order}, only up to order {limit}\n\
         help: add its series in a loop, as in `for k in 1..30 {{ term = term * a / k as f64; sum += term; }}`"
    )
}

/// `Rotation3::from_matrix_eps`, which stops where its limits say.
pub(crate) fn iterates(name: &str) -> String {
    format!(
        "cannot follow `{name}`, whose limits decide where the iteration ends\n\
         help: take `from_matrix(&m)`, which iterates to the nearest rotation"
    )
}

/// An argument of another kind.
pub(crate) fn matrix_expected(expected: &str, found: &str) -> String {
    format!("expected {expected}, found {found}\nhelp: both matrices need the same dimensions")
}

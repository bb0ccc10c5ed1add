//! Matrices of nalgebra as generated code meets them: rustc checks that a type is one of them, its
//! dimensions are compared at run time, and a result is made from its elements.

/// Marker of the types that the attribute treats as fixed matrices of nalgebra.
///
/// The attribute sees names only, so a type of yours that is called `Vector3` looks like
/// nalgebra's. Generated code asks for this trait, which turns the mistake into an error of rustc.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a {R} x {C} matrix of nalgebra over `{T}`",
    note = "`#[jacobian]` takes types named like those of nalgebra, and the macros `vector!` and `matrix!`, for its \
            matrices; a macro of another crate is known by its path, `other::vector![..]`",
    note = "turn on a feature of jacobian-runtime: `nalgebra` for nalgebra 0.35, `nalgebra-0-34` for nalgebra 0.34; \
            for a type of your own or of another crate, put its `use other::Vector3` or its definition into the \
            attributed module, so that it is told apart; then `wrt(v.x, v.y)` names its fields"
)]
pub trait Matrix<T, const R: usize, const C: usize> {}

#[cfg(feature = "nalgebra")]
impl<T, S, const R: usize, const C: usize> Matrix<T, R, C>
    for nalgebra::Matrix<T, nalgebra::Const<R>, nalgebra::Const<C>, S>
{
}

#[cfg(feature = "nalgebra-0-34")]
impl<T, S, const R: usize, const C: usize> Matrix<T, R, C>
    for nalgebra_0_34::Matrix<T, nalgebra_0_34::Const<R>, nalgebra_0_34::Const<C>, S>
{
}

impl<T, M: Matrix<T, R, C>, const R: usize, const C: usize> Matrix<T, R, C> for &M {}

/// Compiles only for a matrix.
#[inline(always)]
pub fn matrix<M: Matrix<T, R, C>, T, const R: usize, const C: usize>() {}

/// Compiles only for a matrix, or a reference to one.
#[inline(always)]
pub fn is_matrix<M: Matrix<T, R, C>, T, const R: usize, const C: usize>(_: &M) {}

/// Marker of the matrices of nalgebra, also of those with dimensions that run time says.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a matrix of nalgebra over `{T}`",
    note = "`#[jacobian]` takes `DVector`, `DMatrix` and types with `Dyn` for those of nalgebra",
    note = "turn on a feature of jacobian-runtime: `nalgebra` for nalgebra 0.35, `nalgebra-0-34` for nalgebra 0.34"
)]
pub trait Dimensions<T> {
    /// The rows and columns.
    fn dimensions(&self) -> (usize, usize);
}

#[cfg(feature = "nalgebra")]
impl<T, R: nalgebra::Dim, C: nalgebra::Dim, S: nalgebra::RawStorage<T, R, C>> Dimensions<T>
    for nalgebra::Matrix<T, R, C, S>
{
    fn dimensions(&self) -> (usize, usize) {
        self.shape()
    }
}

#[cfg(feature = "nalgebra-0-34")]
impl<T, R: nalgebra_0_34::Dim, C: nalgebra_0_34::Dim, S: nalgebra_0_34::RawStorage<T, R, C>>
    Dimensions<T> for nalgebra_0_34::Matrix<T, R, C, S>
{
    fn dimensions(&self) -> (usize, usize) {
        self.shape()
    }
}

impl<T, M: Dimensions<T> + ?Sized> Dimensions<T> for &M {
    fn dimensions(&self) -> (usize, usize) {
        (**self).dimensions()
    }
}

impl<T, M: Dimensions<T> + ?Sized> Dimensions<T> for &mut M {
    fn dimensions(&self) -> (usize, usize) {
        (**self).dimensions()
    }
}

/// Panics unless a matrix has these dimensions.
#[track_caller]
pub fn has_dimensions<M: Dimensions<T>, T>(matrix: &M, (rows, cols): (usize, usize), name: &str) {
    let found = matrix.dimensions();
    assert!(
        found == (rows, cols),
        "`{name}` must have {rows} rows and {cols} columns"
    );
}

/// A matrix of nalgebra that is made from its elements, column by column.
pub trait FromElements<T> {
    /// The matrix.
    fn from_elements(rows: usize, cols: usize, elements: &[T]) -> Self;
}

#[cfg(feature = "nalgebra")]
impl<T: nalgebra::Scalar, R: nalgebra::Dim, C: nalgebra::Dim> FromElements<T>
    for nalgebra::OMatrix<T, R, C>
where
    nalgebra::DefaultAllocator: nalgebra::allocator::Allocator<R, C>,
{
    fn from_elements(rows: usize, cols: usize, elements: &[T]) -> Self {
        Self::from_column_slice_generic(R::from_usize(rows), C::from_usize(cols), elements)
    }
}

#[cfg(feature = "nalgebra-0-34")]
impl<T: nalgebra_0_34::Scalar, R: nalgebra_0_34::Dim, C: nalgebra_0_34::Dim> FromElements<T>
    for nalgebra_0_34::OMatrix<T, R, C>
where
    nalgebra_0_34::DefaultAllocator: nalgebra_0_34::allocator::Allocator<R, C>,
{
    fn from_elements(rows: usize, cols: usize, elements: &[T]) -> Self {
        Self::from_column_slice_generic(R::from_usize(rows), C::from_usize(cols), elements)
    }
}

/// The matrix that generated code returns, of the type that is wanted.
pub fn from_elements<M: FromElements<T>, T>(rows: usize, cols: usize, elements: &[T]) -> M {
    M::from_elements(rows, cols, elements)
}

//! The functions of PETSc and MPI that we call, as their headers declare them.
//!
//! Sources: petscsys.h, petscvec.h, petscmat.h, petscsnes.h (PETSc 3.18) and mpi.h (Open MPI 4.1).

use core::ffi::{c_char, c_int, c_void};

/// `PetscInt`: 32 bits, unless PETSc was built otherwise.
#[cfg(not(wide_indices))]
pub(crate) type Int = i32;
/// `PetscInt`: 32 bits, unless PETSc was built otherwise.
#[cfg(wide_indices)]
pub(crate) type Int = i64;

/// `PetscErrorCode`, zero if all went well.
pub(crate) type Code = c_int;

macro_rules! opaque {
    ($($name:ident)*) => {$(
        #[repr(C)]
        #[derive(Debug)]
        pub(crate) struct $name {
            private: [u8; 0],
        }
    )*};
}

opaque!(Communicator VecObject MatObject SnesObject ScatterObject OptionsObject);

pub(crate) type Comm = *mut Communicator;
pub(crate) type Vec = *mut VecObject;
pub(crate) type Mat = *mut MatObject;
pub(crate) type Snes = *mut SnesObject;
pub(crate) type Scatter = *mut ScatterObject;
pub(crate) type Options = *mut OptionsObject;

/// `InsertMode`
pub(crate) const INSERT_VALUES: c_int = 1;
/// `InsertMode`
pub(crate) const ADD_VALUES: c_int = 2;
/// `ScatterMode`
pub(crate) const SCATTER_FORWARD: c_int = 0;
/// `ScatterMode`
pub(crate) const SCATTER_REVERSE: c_int = 1;
/// `SNES_DIVERGED_FUNCTION_DOMAIN`
pub(crate) const FUNCTION_DOMAIN: c_int = -1;
/// `SNES_DIVERGED_FNORM_NAN`
pub(crate) const NORM_IS_NAN: c_int = -4;
/// `SNES_DIVERGED_JACOBIAN_DOMAIN`
pub(crate) const JACOBIAN_DOMAIN: c_int = -10;
/// `MAT_FINAL_ASSEMBLY`
pub(crate) const FINAL_ASSEMBLY: c_int = 0;
/// `PETSC_ERR_USER`, a code of the user's functions.
pub(crate) const ERR_USER: Code = 83;
/// `PETSC_TRUE`
pub(crate) const TRUE: c_int = 1;

pub(crate) type ErrorHandler = unsafe extern "C" fn(
    Comm,
    c_int,
    *const c_char,
    *const c_char,
    Code,
    c_int,
    *const c_char,
    *mut c_void,
) -> Code;
pub(crate) type FunctionCallback = unsafe extern "C" fn(Snes, Vec, Vec, *mut c_void) -> Code;
pub(crate) type JacobianCallback = unsafe extern "C" fn(Snes, Vec, Mat, Mat, *mut c_void) -> Code;

unsafe extern "C" {
    pub(crate) static PETSC_COMM_WORLD: Comm;
    /// What `MPI_COMM_SELF` points to.
    pub(crate) static mut ompi_mpi_comm_self: Communicator;

    pub(crate) fn MPI_Comm_rank(comm: Comm, rank: *mut c_int) -> c_int;
    pub(crate) fn MPI_Comm_size(comm: Comm, size: *mut c_int) -> c_int;

    pub(crate) fn PetscInitialize(
        argc: *mut c_int,
        argv: *mut *mut *mut c_char,
        file: *const c_char,
        help: *const c_char,
    ) -> Code;
    pub(crate) fn PetscFinalize() -> Code;
    pub(crate) fn PetscPushErrorHandler(handler: ErrorHandler, context: *mut c_void) -> Code;
    pub(crate) fn PetscOptionsHasName(
        options: Options,
        prefix: *const c_char,
        name: *const c_char,
        has: *mut c_int,
    ) -> Code;
    pub(crate) fn PetscOptionsSetValue(
        options: Options,
        name: *const c_char,
        value: *const c_char,
    ) -> Code;

    pub(crate) fn VecCreateGhost(
        comm: Comm,
        local: Int,
        global: Int,
        ghosts: Int,
        numbers: *const Int,
        vec: *mut Vec,
    ) -> Code;
    pub(crate) fn VecDestroy(vec: *mut Vec) -> Code;
    pub(crate) fn VecCopy(from: Vec, to: Vec) -> Code;
    pub(crate) fn VecGetSize(vec: Vec, size: *mut Int) -> Code;
    pub(crate) fn VecGetOwnershipRange(vec: Vec, low: *mut Int, high: *mut Int) -> Code;
    pub(crate) fn VecGetArray(vec: Vec, numbers: *mut *mut f64) -> Code;
    pub(crate) fn VecRestoreArray(vec: Vec, numbers: *mut *mut f64) -> Code;
    pub(crate) fn VecGhostGetLocalForm(vec: Vec, local: *mut Vec) -> Code;
    pub(crate) fn VecGhostRestoreLocalForm(vec: Vec, local: *mut Vec) -> Code;
    pub(crate) fn VecGhostUpdateBegin(vec: Vec, insert: c_int, scatter: c_int) -> Code;
    pub(crate) fn VecGhostUpdateEnd(vec: Vec, insert: c_int, scatter: c_int) -> Code;
    pub(crate) fn VecScatterCreateToAll(vec: Vec, scatter: *mut Scatter, all: *mut Vec) -> Code;
    pub(crate) fn VecScatterBegin(
        scatter: Scatter,
        from: Vec,
        to: Vec,
        insert: c_int,
        mode: c_int,
    ) -> Code;
    pub(crate) fn VecScatterEnd(
        scatter: Scatter,
        from: Vec,
        to: Vec,
        insert: c_int,
        mode: c_int,
    ) -> Code;
    pub(crate) fn VecScatterDestroy(scatter: *mut Scatter) -> Code;

    pub(crate) fn MatCreate(comm: Comm, mat: *mut Mat) -> Code;
    pub(crate) fn MatSetSizes(mat: Mat, rows: Int, cols: Int, all_rows: Int, all_cols: Int)
    -> Code;
    pub(crate) fn MatSetType(mat: Mat, name: *const c_char) -> Code;
    pub(crate) fn MatSetFromOptions(mat: Mat) -> Code;
    pub(crate) fn MatSetPreallocationCOO(
        mat: Mat,
        count: isize,
        rows: *mut Int,
        cols: *mut Int,
    ) -> Code;
    pub(crate) fn MatSetValuesCOO(mat: Mat, entries: *const f64, insert: c_int) -> Code;
    pub(crate) fn MatAssemblyBegin(mat: Mat, kind: c_int) -> Code;
    pub(crate) fn MatAssemblyEnd(mat: Mat, kind: c_int) -> Code;
    pub(crate) fn MatDestroy(mat: *mut Mat) -> Code;

    pub(crate) fn SNESCreate(comm: Comm, snes: *mut Snes) -> Code;
    pub(crate) fn SNESSetOptionsPrefix(snes: Snes, prefix: *const c_char) -> Code;
    pub(crate) fn SNESSetFunction(
        snes: Snes,
        residual: Vec,
        function: FunctionCallback,
        context: *mut c_void,
    ) -> Code;
    pub(crate) fn SNESSetJacobian(
        snes: Snes,
        jacobian: Mat,
        preconditioner: Mat,
        function: JacobianCallback,
        context: *mut c_void,
    ) -> Code;
    pub(crate) fn SNESSetCheckJacobianDomainError(snes: Snes, check: c_int) -> Code;
    pub(crate) fn SNESSetFromOptions(snes: Snes) -> Code;
    pub(crate) fn SNESSolve(snes: Snes, right: Vec, solution: Vec) -> Code;
    pub(crate) fn SNESSetFunctionDomainError(snes: Snes) -> Code;
    pub(crate) fn SNESSetJacobianDomainError(snes: Snes) -> Code;
    pub(crate) fn SNESGetConvergedReason(snes: Snes, reason: *mut c_int) -> Code;
    pub(crate) fn SNESGetConvergedReasonString(snes: Snes, reason: *mut *const c_char) -> Code;
    pub(crate) fn SNESGetIterationNumber(snes: Snes, iterations: *mut Int) -> Code;
    pub(crate) fn SNESGetLinearSolveIterations(snes: Snes, iterations: *mut Int) -> Code;
    pub(crate) fn SNESGetFunctionNorm(snes: Snes, norm: *mut f64) -> Code;
    pub(crate) fn SNESDestroy(snes: *mut Snes) -> Code;
}

//! `Nonlinear`: the systems of all ranks as one, solved by PETSc's SNES.

use std::ffi::{CStr, CString, c_void};
use std::panic::resume_unwind;
use std::ptr::{null, null_mut};

use jacobian_assembly::{Jacobian, System};

use crate::error::PetscError;
use crate::local::{Local, derivative, function};
use crate::numbering::Numbering;
use crate::session::{Ranks, int};
use crate::sys;
use crate::vector::Vector;

/// `PETSC_DETERMINE`: PETSc adds up what the ranks have.
const SUM: sys::Int = -1;

/// How a solve ended well.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Converged {
    /// PETSc's name of the test that was met, for example `CONVERGED_FNORM_RELATIVE`.
    pub reason: String,
    /// The Newton steps.
    pub iterations: usize,
    /// The iterations of the linear solver, in all steps together.
    pub linear_iterations: usize,
    /// The norm of the residual.
    pub norm: f64,
}

/// Nonlinear equations whose unknowns and elements are spread over ranks.
///
/// Each rank has a [`System`] of its own elements, in the local numbers of its [`Numbering`]. Where
/// a row of it is a ghost, its owner gets what this rank adds to it.
#[derive(Debug)]
pub struct Nonlinear<'p> {
    ranks: Ranks<'p>,
    n_owned: usize,
    snes: sys::Snes,
    jacobian: sys::Mat,
    solution: Vector<'p>,
    residual: Vector<'p>,
    /// It comes from a box. While PETSc solves, only its callbacks use it.
    local: *mut Local<'p>,
}

impl<'p> Nonlinear<'p> {
    /// Takes the elements of this rank to those of the others. All ranks have to call it.
    ///
    /// The options of the command line whose names begin with `-` and `prefix` choose the methods,
    /// for example `-snes_monitor` where the prefix is empty.
    ///
    /// # Errors
    /// If the system has not as many rows and columns as the numbering, if the owned ranges do not
    /// follow each other, or if PETSc fails.
    pub fn new(
        ranks: Ranks<'p>,
        prefix: &str,
        numbering: &Numbering,
        system: System<Jacobian>,
    ) -> Result<Self, PetscError> {
        check_sizes(ranks, numbering, &system)?;
        let n_owned = numbering.owned().len();
        let vector = || Vector::new(ranks, n_owned, numbering.ghosts());
        let jacobian = matrix(ranks, numbering, &system)?;
        let local = Local::new(ranks, numbering, system)?;
        let mut all = Self {
            ranks,
            n_owned,
            snes: null_mut(),
            jacobian,
            solution: vector()?,
            residual: vector()?,
            local: Box::into_raw(Box::new(local)),
        };
        all.connect(prefix)?;
        Ok(all)
    }

    fn connect(&mut self, prefix: &str) -> Result<(), PetscError> {
        let prefix = CString::new(prefix).map_err(|_| PetscError::ZeroByte)?;
        let (ranks, local) = (self.ranks, self.local.cast::<c_void>());
        // SAFETY: a new object, which is destroyed when we are dropped.
        let code = unsafe { sys::SNESCreate(ranks.comm(), &raw mut self.snes) };
        ranks.check("SNESCreate", code)?;
        // SAFETY: PETSc copies the text.
        let code = unsafe { sys::SNESSetOptionsPrefix(self.snes, prefix.as_ptr()) };
        ranks.check("SNESSetOptionsPrefix", code)?;
        let residual = self.residual.vec();
        // SAFETY: `local` outlives the solver, and both callbacks take it for what it is.
        let code = unsafe { sys::SNESSetFunction(self.snes, residual, function, local) };
        ranks.check("SNESSetFunction", code)?;
        // SAFETY: as above.
        let code = unsafe {
            sys::SNESSetJacobian(self.snes, self.jacobian, self.jacobian, derivative, local)
        };
        ranks.check("SNESSetJacobian", code)?;
        // SAFETY: the solver was made above.
        let code = unsafe { sys::SNESSetCheckJacobianDomainError(self.snes, sys::TRUE) };
        ranks.check("SNESSetCheckJacobianDomainError", code)?;
        // SAFETY: as above.
        let code = unsafe { sys::SNESSetFromOptions(self.snes) };
        ranks.check("SNESSetFromOptions", code)
    }

    /// Solves the equations from `x`, the unknowns that this rank owns. All ranks have to call it.
    ///
    /// # Errors
    /// If there is no convergence. Then `x` is the last iterate.
    ///
    /// # Panics
    /// A panic of a function of yours goes on here. Other ranks may wait for this one then, and
    /// `mpirun` ends them when this process ends.
    pub fn solve(&mut self, x: &mut [f64]) -> Result<Converged, PetscError> {
        if x.len() != self.n_owned {
            return Err(self.ranks.petsc().failure(PetscError::WrongLength {
                what: "the number of unknowns in `x`",
                expected: self.n_owned,
                found: x.len(),
            }));
        }
        self.solution
            .with(|all| all[..x.len()].copy_from_slice(x))?;
        // SAFETY: null stands for a right side of zeros. The callbacks alone use `local`.
        let code = unsafe { sys::SNESSolve(self.snes, null_mut(), self.solution.vec()) };
        let local = self.local();
        let (panic, error) = (local.panic.take(), local.error.take());
        if let Some(panic) = panic {
            resume_unwind(panic);
        }
        if let Some(error) = error {
            return Err(error);
        }
        self.ranks.check("SNESSolve", code)?;
        self.solution
            .with(|all| x.copy_from_slice(&all[..x.len()]))?;
        self.outcome()
    }

    fn outcome(&mut self) -> Result<Converged, PetscError> {
        let (mut why, mut name, mut steps) = (0, null(), 0);
        let (mut linear, mut norm) = (0, 0.0);
        // SAFETY: the solver lives, and writes to these numbers only.
        let codes = unsafe {
            [
                sys::SNESGetConvergedReason(self.snes, &raw mut why),
                sys::SNESGetConvergedReasonString(self.snes, &raw mut name),
                sys::SNESGetIterationNumber(self.snes, &raw mut steps),
                sys::SNESGetLinearSolveIterations(self.snes, &raw mut linear),
                sys::SNESGetFunctionNorm(self.snes, &raw mut norm),
            ]
        };
        for code in codes {
            self.ranks.check("SNESGetConvergedReason", code)?;
        }
        // SAFETY: a text of PETSc that lives as long as its library.
        let reason = unsafe { CStr::from_ptr(name) };
        let reason = reason.to_string_lossy().into_owned();
        let iterations = usize::try_from(steps).unwrap_or(0);
        if why > 0 {
            return Ok(Converged {
                reason,
                iterations,
                linear_iterations: usize::try_from(linear).unwrap_or(0),
                norm,
            });
        }
        let infinite = [sys::FUNCTION_DOMAIN, sys::NORM_IS_NAN, sys::JACOBIAN_DOMAIN];
        if infinite.contains(&why) {
            let element = self.local().infinite;
            return Err(PetscError::Evaluation {
                element,
                iterations,
            });
        }
        Err(PetscError::Diverged {
            reason,
            iterations,
            norm,
        })
    }

    /// The system of this rank, for example to change a parameter of its function.
    pub fn system_mut(&mut self) -> &mut System<Jacobian> {
        let local = self.local();
        local.evaluated = false;
        &mut local.system
    }

    fn local(&mut self) -> &mut Local<'p> {
        // SAFETY: it lives until we are dropped, and PETSc uses it in `solve` only.
        unsafe { &mut *self.local }
    }
}

impl Drop for Nonlinear<'_> {
    fn drop(&mut self) {
        // SAFETY: we own the three. The solver, which knows `local`, goes first.
        unsafe {
            sys::SNESDestroy(&raw mut self.snes);
            sys::MatDestroy(&raw mut self.jacobian);
            drop(Box::from_raw(self.local));
        }
    }
}

/// The numbering and the system agree, and the ranks own all unknowns in their order.
fn check_sizes(
    ranks: Ranks<'_>,
    numbering: &Numbering,
    system: &System<Jacobian>,
) -> Result<(), PetscError> {
    let pattern = system.pattern();
    let counts = [
        ("the number of rows", pattern.rows()),
        ("the number of columns", pattern.cols()),
    ];
    for (what, found) in counts {
        if found != numbering.len() {
            return Err(ranks.petsc().failure(PetscError::WrongLength {
                what,
                expected: numbering.len(),
                found,
            }));
        }
    }
    let owned = numbering.owned();
    let (mut low, mut high, mut count) = (0, 0, 0);
    let plain = Vector::new(ranks, owned.len(), &[])?;
    // SAFETY: a vector that lives, and three numbers of ours.
    let codes = unsafe {
        [
            sys::VecGetOwnershipRange(plain.vec(), &raw mut low, &raw mut high),
            sys::VecGetSize(plain.vec(), &raw mut count),
        ]
    };
    for code in codes {
        ranks.check("VecGetOwnershipRange", code)?;
    }
    let expected = usize::try_from(low).expect("invariant: a count");
    if owned.start != expected && !owned.is_empty() {
        return Err(ranks.petsc().failure(PetscError::OwnedRange {
            found: owned.start,
            expected,
        }));
    }
    let count = usize::try_from(count).expect("invariant: a count");
    let unowned = numbering.ghosts().iter().find(|ghost| **ghost >= count);
    match unowned {
        None => Ok(()),
        Some(unknown) => Err(ranks.petsc().failure(PetscError::Unowned {
            unknown: *unknown,
            count,
        })),
    }
}

/// An empty matrix with the places of the entries, which PETSc keeps in the order of the pattern.
fn matrix(
    ranks: Ranks<'_>,
    numbering: &Numbering,
    system: &System<Jacobian>,
) -> Result<sys::Mat, PetscError> {
    let mut places: [Vec<sys::Int>; 2] = Default::default();
    for (row, col) in system.pattern().entries() {
        places[0].push(int(numbering.global(row))?);
        places[1].push(int(numbering.global(col))?);
    }
    let [mut rows, mut cols] = places;
    let owned = int(numbering.owned().len())?;
    let count = isize::try_from(rows.len()).expect("invariant: no list is longer");
    let mut mat = null_mut();
    // SAFETY: a new object. `Nonlinear` destroys it.
    let code = unsafe { sys::MatCreate(ranks.comm(), &raw mut mat) };
    ranks.check("MatCreate", code)?;
    // SAFETY: the matrix was made above; PETSc copies the text, and may change the lists, which are
    // as long as is said.
    let codes = unsafe {
        [
            sys::MatSetSizes(mat, owned, owned, SUM, SUM),
            sys::MatSetType(mat, c"aij".as_ptr()),
            sys::MatSetFromOptions(mat),
            sys::MatSetPreallocationCOO(mat, count, rows.as_mut_ptr(), cols.as_mut_ptr()),
        ]
    };
    for code in codes {
        ranks.check("MatSetPreallocationCOO", code)?;
    }
    Ok(mat)
}

//! `Local`: what a rank evaluates when PETSc asks, and the two functions by which it asks.

use std::any::Any;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};

use jacobian_assembly::{EvaluationError, Jacobian, System};

use crate::error::PetscError;
use crate::numbering::Numbering;
use crate::session::Ranks;
use crate::sys;
use crate::vector::Vector;

/// What the callbacks work with.
#[derive(Debug)]
pub(crate) struct Local<'p> {
    ranks: Ranks<'p>,
    pub(crate) system: System<Jacobian>,
    x: Vector<'p>,
    value: Vector<'p>,
    /// The local unknowns at which the entries were computed.
    at: Vec<f64>,
    entries: Vec<f64>,
    /// Whether there are entries at all.
    pub(crate) evaluated: bool,
    /// Why the last evaluation was not finite.
    pub(crate) infinite: Option<EvaluationError>,
    /// An error or a panic inside of PETSc, which hands on no more than a code.
    pub(crate) error: Option<PetscError>,
    pub(crate) panic: Option<Box<dyn Any + Send>>,
}

impl<'p> Local<'p> {
    pub(crate) fn new(
        ranks: Ranks<'p>,
        numbering: &Numbering,
        system: System<Jacobian>,
    ) -> Result<Self, PetscError> {
        let vector = || Vector::new(ranks, numbering.owned().len(), numbering.ghosts());
        Ok(Self {
            ranks,
            x: vector()?,
            value: vector()?,
            at: vec![0.0; numbering.len()],
            entries: vec![0.0; system.pattern().nnz()],
            system,
            evaluated: false,
            infinite: None,
            error: None,
            panic: None,
        })
    }

    /// Takes the unknowns from PETSc, with those of the ghosts. Whether they are those of before.
    fn take(&mut self, x: sys::Vec) -> Result<bool, PetscError> {
        // SAFETY: two vectors of PETSc with as many numbers.
        let code = unsafe { sys::VecCopy(x, self.x.vec()) };
        self.ranks.check("VecCopy", code)?;
        self.x.fill_ghosts()?;
        let at = &mut self.at;
        self.x.with(|x| {
            let same = x
                .iter()
                .zip(&*at)
                .all(|(x, at)| x.to_bits() == at.to_bits());
            at.copy_from_slice(x);
            same
        })
    }

    fn evaluate(&mut self) -> Result<(), PetscError> {
        let (system, at, entries) = (&mut self.system, &self.at, &mut self.entries);
        let result = self
            .value
            .with(|value| system.jacobian_into(at, value, entries));
        self.infinite = result?.err();
        self.evaluated = true;
        Ok(())
    }

    fn function(&mut self, snes: sys::Snes, x: sys::Vec, f: sys::Vec) -> Result<(), PetscError> {
        self.take(x)?;
        self.evaluate()?;
        let finite = self.infinite.is_none()
            || self
                .value
                .with(|value| value.iter().all(|number| number.is_finite()))?;
        self.value.add_ghosts()?;
        // SAFETY: two vectors of PETSc with as many numbers.
        let code = unsafe { sys::VecCopy(self.value.vec(), f) };
        self.ranks.check("VecCopy", code)?;
        if finite {
            return Ok(());
        }
        // SAFETY: the solver that called us.
        let code = unsafe { sys::SNESSetFunctionDomainError(snes) };
        self.ranks.check("SNESSetFunctionDomainError", code)
    }

    /// Newton's method asks for the Jacobian where it knows the residual, so the entries are there.
    fn derivative(
        &mut self,
        snes: sys::Snes,
        x: sys::Vec,
        [jacobian, matrix]: [sys::Mat; 2],
    ) -> Result<(), PetscError> {
        let same = self.take(x)?;
        if !(same && self.evaluated) {
            self.evaluate()?;
        }
        if self.infinite.is_some() && !self.entries.iter().all(|entry| entry.is_finite()) {
            // SAFETY: the solver that called us.
            let code = unsafe { sys::SNESSetJacobianDomainError(snes) };
            self.ranks.check("SNESSetJacobianDomainError", code)?;
        }
        // SAFETY: the matrix was told of as many places.
        let code =
            unsafe { sys::MatSetValuesCOO(matrix, self.entries.as_ptr(), sys::INSERT_VALUES) };
        self.ranks.check("MatSetValuesCOO", code)?;
        if jacobian == matrix {
            return Ok(());
        }
        // A matrix without entries, by differences, which wants to know that there is a new point.
        // SAFETY: a matrix of the solver that called us.
        let codes = unsafe {
            [
                sys::MatAssemblyBegin(jacobian, sys::FINAL_ASSEMBLY),
                sys::MatAssemblyEnd(jacobian, sys::FINAL_ASSEMBLY),
            ]
        };
        for code in codes {
            self.ranks.check("MatAssemblyBegin", code)?;
        }
        Ok(())
    }

    /// PETSc understands codes, and neither errors nor panics may run through it.
    fn guarded(&mut self, run: impl FnOnce(&mut Self) -> Result<(), PetscError>) -> sys::Code {
        match catch_unwind(AssertUnwindSafe(|| run(self))) {
            Ok(Ok(())) => return 0,
            Ok(Err(error)) => self.error = Some(error),
            Err(panic) => self.panic = Some(panic),
        }
        sys::ERR_USER
    }
}

pub(crate) unsafe extern "C" fn function(
    snes: sys::Snes,
    x: sys::Vec,
    f: sys::Vec,
    local: *mut c_void,
) -> sys::Code {
    // SAFETY: `Nonlinear` gave it, and nobody else uses it while PETSc solves.
    let local = unsafe { &mut *local.cast::<Local<'_>>() };
    local.guarded(|local| local.function(snes, x, f))
}

pub(crate) unsafe extern "C" fn derivative(
    snes: sys::Snes,
    x: sys::Vec,
    jacobian: sys::Mat,
    matrix: sys::Mat,
    local: *mut c_void,
) -> sys::Code {
    // SAFETY: as above.
    let local = unsafe { &mut *local.cast::<Local<'_>>() };
    local.guarded(|local| local.derivative(snes, x, [jacobian, matrix]))
}

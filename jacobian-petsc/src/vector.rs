//! `Vector`: a vector of PETSc with the ghosts of this rank.

use std::ptr::null_mut;

use crate::error::PetscError;
use crate::session::{Ranks, int};
use crate::sys;

/// `PETSC_DETERMINE`: PETSc adds up what the ranks have.
const SUM: sys::Int = -1;

/// The numbers that this rank owns, and behind them those of its ghosts.
#[derive(Debug)]
pub(crate) struct Vector<'p> {
    ranks: Ranks<'p>,
    vec: sys::Vec,
}

impl<'p> Vector<'p> {
    /// A vector of zeros.
    pub(crate) fn new(
        ranks: Ranks<'p>,
        owned: usize,
        ghosts: &[usize],
    ) -> Result<Self, PetscError> {
        let numbers: Result<Vec<sys::Int>, _> = ghosts.iter().map(|ghost| int(*ghost)).collect();
        let (numbers, owned) = (numbers?, int(owned)?);
        let mut vector = Self {
            ranks,
            vec: null_mut(),
        };
        // SAFETY: the list of ghosts has the length that is said, and PETSc copies it.
        let code = unsafe {
            sys::VecCreateGhost(
                ranks.comm(),
                owned,
                SUM,
                int(numbers.len())?,
                numbers.as_ptr(),
                &raw mut vector.vec,
            )
        };
        ranks.check("VecCreateGhost", code)?;
        Ok(vector)
    }

    pub(crate) fn vec(&self) -> sys::Vec {
        self.vec
    }

    /// Writes what the owners have to the ghosts.
    pub(crate) fn fill_ghosts(&mut self) -> Result<(), PetscError> {
        self.update(sys::INSERT_VALUES, sys::SCATTER_FORWARD)
    }

    /// Adds what the ghosts have to the numbers of their owners.
    pub(crate) fn add_ghosts(&mut self) -> Result<(), PetscError> {
        self.update(sys::ADD_VALUES, sys::SCATTER_REVERSE)
    }

    fn update(&mut self, insert: i32, scatter: i32) -> Result<(), PetscError> {
        // SAFETY: a vector with ghosts, of which nobody has borrowed the numbers.
        let code = unsafe { sys::VecGhostUpdateBegin(self.vec, insert, scatter) };
        self.ranks.check("VecGhostUpdateBegin", code)?;
        // SAFETY: as above.
        let code = unsafe { sys::VecGhostUpdateEnd(self.vec, insert, scatter) };
        self.ranks.check("VecGhostUpdateEnd", code)
    }

    /// Hands out the numbers, those of the ghosts last.
    pub(crate) fn with<T>(
        &mut self,
        use_them: impl FnOnce(&mut [f64]) -> T,
    ) -> Result<T, PetscError> {
        let mut local = null_mut();
        // SAFETY: a vector with ghosts.
        let code = unsafe { sys::VecGhostGetLocalForm(self.vec, &raw mut local) };
        self.ranks.check("VecGhostGetLocalForm", code)?;
        let result = with_numbers(self.ranks, local, use_them);
        // SAFETY: the same pair as above.
        let code = unsafe { sys::VecGhostRestoreLocalForm(self.vec, &raw mut local) };
        self.ranks.check("VecGhostRestoreLocalForm", code)?;
        result
    }
}

impl Drop for Vector<'_> {
    fn drop(&mut self) {
        // SAFETY: we own it, and PETSc runs as long as `ranks` lives. Null is allowed.
        unsafe { sys::VecDestroy(&raw mut self.vec) };
    }
}

/// Hands out the numbers of any vector that this rank has.
fn with_numbers<T>(
    ranks: Ranks<'_>,
    vec: sys::Vec,
    use_them: impl FnOnce(&mut [f64]) -> T,
) -> Result<T, PetscError> {
    let (mut start, mut low, mut high) = (null_mut(), 0, 0);
    // SAFETY: a vector of PETSc, which says its own length.
    let code = unsafe { sys::VecGetOwnershipRange(vec, &raw mut low, &raw mut high) };
    ranks.check("VecGetOwnershipRange", code)?;
    // SAFETY: nobody else has borrowed the numbers, because we are the only ones to do so.
    let code = unsafe { sys::VecGetArray(vec, &raw mut start) };
    ranks.check("VecGetArray", code)?;
    let len = usize::try_from(high - low).expect("invariant: a length");
    let result = if len == 0 {
        use_them(&mut [])
    } else {
        // SAFETY: PETSc hands out that many numbers, for us alone until they are given back.
        use_them(unsafe { std::slice::from_raw_parts_mut(start, len) })
    };
    // SAFETY: the same pair as above.
    let code = unsafe { sys::VecRestoreArray(vec, &raw mut start) };
    ranks.check("VecRestoreArray", code)?;
    Ok(result)
}

/// All numbers of a vector, on each rank.
pub(crate) fn to_all(ranks: Ranks<'_>, vector: &Vector<'_>) -> Result<Vec<f64>, PetscError> {
    let (mut scatter, mut all) = (null_mut(), null_mut());
    // SAFETY: both are new objects, which are destroyed below.
    let code = unsafe { sys::VecScatterCreateToAll(vector.vec, &raw mut scatter, &raw mut all) };
    ranks.check("VecScatterCreateToAll", code)?;
    let (insert, forward) = (sys::INSERT_VALUES, sys::SCATTER_FORWARD);
    // SAFETY: the scatter was made for these two vectors.
    let code = unsafe { sys::VecScatterBegin(scatter, vector.vec, all, insert, forward) };
    ranks.check("VecScatterBegin", code)?;
    // SAFETY: as above.
    let code = unsafe { sys::VecScatterEnd(scatter, vector.vec, all, insert, forward) };
    ranks.check("VecScatterEnd", code)?;
    let numbers = with_numbers(ranks, all, |numbers| numbers.to_vec())?;
    // SAFETY: we made them, and nobody else has them.
    unsafe {
        sys::VecScatterDestroy(&raw mut scatter);
        sys::VecDestroy(&raw mut all);
    }
    Ok(numbers)
}

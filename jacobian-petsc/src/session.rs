//! `Petsc`, the library while it runs, and `Ranks`, the processes that work together.

use std::cell::Cell;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::marker::PhantomData;
use std::ops::Range;
use std::ptr::{addr_of_mut, null, null_mut};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::PetscError;
use crate::sys;
use crate::vector::{Vector, to_all};

static STARTED: AtomicBool = AtomicBool::new(false);

/// PETSc and MPI, from [`start`](Self::start) until this is dropped.
///
/// It belongs to the thread that started it.
#[derive(Debug)]
pub struct Petsc {
    /// Whether a call failed. Then other ranks may wait for this one, and there is no clean end.
    failed: Cell<bool>,
    /// Why, by PETSc's words. PETSc keeps a pointer to it, so it stays where it is.
    said: *mut Said,
    /// MPI was started for calls from one thread.
    thread: PhantomData<*mut ()>,
}

/// The first message since a call began. It is the innermost, which names the cause.
#[derive(Debug, Default)]
struct Said {
    message: Option<String>,
}

impl Petsc {
    /// Starts MPI and PETSc, with the options of the command line and of `PETSC_OPTIONS`.
    ///
    /// # Errors
    /// In a process it can be started once.
    pub fn start() -> Result<Self, PetscError> {
        if STARTED.swap(true, Ordering::SeqCst) {
            return Err(PetscError::AlreadyStarted);
        }
        // PETSc keeps the arguments until the process ends, so they are never freed.
        let words = std::env::args_os().filter_map(|word| {
            let word = CString::new(word.into_encoded_bytes()).ok()?;
            Some(word.into_raw())
        });
        let mut words: Vec<*mut c_char> = words.collect();
        let mut count = c_int::try_from(words.len()).unwrap_or(0);
        words.push(null_mut());
        let mut words = Box::leak(words.into_boxed_slice()).as_mut_ptr();
        let petsc = Self {
            failed: Cell::new(false),
            said: Box::into_raw(Box::default()),
            thread: PhantomData,
        };
        // SAFETY: the arguments live as long as the process, and a null pointer ends them. No file
        // and no help text are given.
        let code = unsafe { sys::PetscInitialize(&raw mut count, &raw mut words, null(), null()) };
        petsc.check("PetscInitialize", code)?;
        // SAFETY: `said` is freed after the last call of PETSc, when `self` is dropped.
        let code = unsafe { sys::PetscPushErrorHandler(remember, petsc.said.cast()) };
        petsc.check("PetscPushErrorHandler", code)?;
        Ok(petsc)
    }

    /// All ranks of this run.
    pub fn world(&self) -> Ranks<'_> {
        Ranks {
            petsc: self,
            // SAFETY: a variable of PETSc, which was set when it started.
            comm: unsafe { sys::PETSC_COMM_WORLD },
        }
    }

    /// This rank by itself, for example to solve a small problem on each.
    pub fn alone(&self) -> Ranks<'_> {
        Ranks {
            petsc: self,
            comm: addr_of_mut!(sys::ompi_mpi_comm_self),
        }
    }

    /// Sets an option such as `-pc_type`, unless the user gave it.
    ///
    /// # Errors
    /// If a text holds a zero byte, or is no option for PETSc.
    pub fn default_option(&self, name: &str, value: &str) -> Result<(), PetscError> {
        let text = |text| CString::new(text).map_err(|_| PetscError::ZeroByte);
        let (name, value) = (text(name)?, text(value)?);
        let mut has = 0;
        // SAFETY: both texts end in a zero and outlive the calls, which copy them.
        let code =
            unsafe { sys::PetscOptionsHasName(null_mut(), null(), name.as_ptr(), &raw mut has) };
        self.check("PetscOptionsHasName", code)?;
        if has == sys::TRUE {
            return Ok(());
        }
        // SAFETY: as above.
        let code = unsafe { sys::PetscOptionsSetValue(null_mut(), name.as_ptr(), value.as_ptr()) };
        self.check("PetscOptionsSetValue", code)
    }

    /// Turns the code of a call into a result.
    pub(crate) fn check(&self, call: &'static str, code: sys::Code) -> Result<(), PetscError> {
        if code == 0 {
            return Ok(());
        }
        // SAFETY: `said` is ours until we are dropped, and PETSc writes to it in calls only.
        let said = unsafe { &mut *self.said };
        let message = said.message.take();
        Err(self.failure(PetscError::Failed {
            call,
            message: message.unwrap_or_else(|| format!("code {code}")),
        }))
    }

    /// Notes an error that other ranks need not have, so that this one does not wait for them.
    pub(crate) fn failure(&self, error: PetscError) -> PetscError {
        self.failed.set(true);
        error
    }
}

impl Drop for Petsc {
    fn drop(&mut self) {
        // The end is an appointment of all ranks. One that failed does not wait for the others: its
        // process ends without it, and mpirun ends the others.
        if self.failed.get() || std::thread::panicking() {
            return;
        }
        // SAFETY: whatever borrows us is gone, so no object of PETSc is left.
        unsafe { sys::PetscFinalize() };
        // SAFETY: it came from a box, and PETSc, which has ended, was the only other to know it.
        drop(unsafe { Box::from_raw(self.said) });
    }
}

/// Keeps what PETSc says about an error, instead of printing it.
unsafe extern "C" fn remember(
    _: sys::Comm,
    _: c_int,
    function: *const c_char,
    _: *const c_char,
    code: sys::Code,
    _: c_int,
    message: *const c_char,
    context: *mut c_void,
) -> sys::Code {
    let text = |text: *const c_char| {
        // SAFETY: PETSc hands out null or a text that ends in a zero.
        let text = (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) });
        text.map(|text| text.to_string_lossy().trim().to_owned())
    };
    // SAFETY: the context is the `Said` that `start` gave, and nobody else uses it in a call.
    let said = unsafe { &mut *context.cast::<Said>() };
    if said.message.is_none() {
        let function = text(function).unwrap_or_default();
        said.message = text(message)
            .filter(|message| !message.is_empty())
            .map(|message| format!("{function}: {message}"));
    }
    code
}

/// Processes that work on one problem.
#[derive(Clone, Copy, Debug)]
pub struct Ranks<'p> {
    petsc: &'p Petsc,
    comm: sys::Comm,
}

impl<'p> Ranks<'p> {
    /// The number of this process, from zero.
    pub fn rank(&self) -> usize {
        let mut rank = 0;
        // SAFETY: the communicator lives as long as `Petsc`. By default MPI ends the run where one
        // of its functions fails, so there is no code to look at.
        unsafe { sys::MPI_Comm_rank(self.comm, &raw mut rank) };
        usize::try_from(rank).expect("invariant: ranks count from zero")
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        let mut size = 0;
        // SAFETY: as in `rank`.
        unsafe { sys::MPI_Comm_size(self.comm, &raw mut size) };
        usize::try_from(size).expect("invariant: a count")
    }

    /// The part of `count` things that this rank has, if all get as many, or one more.
    pub fn share(&self, count: usize) -> Range<usize> {
        let (rank, ranks) = (self.rank(), self.count());
        let start = |rank: usize| rank * (count / ranks) + rank.min(count % ranks);
        start(rank)..start(rank + 1)
    }

    /// The numbers of all ranks, one after the other, on each of them. All ranks have to call it.
    ///
    /// # Errors
    /// If PETSc fails.
    pub fn gather(&self, own: &[f64]) -> Result<Vec<f64>, PetscError> {
        let mut vector = Vector::new(*self, own.len(), &[])?;
        vector.with(|numbers| numbers.copy_from_slice(own))?;
        to_all(*self, &vector)
    }

    pub(crate) fn petsc(&self) -> &'p Petsc {
        self.petsc
    }

    pub(crate) fn comm(&self) -> sys::Comm {
        self.comm
    }

    pub(crate) fn check(&self, call: &'static str, code: sys::Code) -> Result<(), PetscError> {
        self.petsc.check(call, code)
    }
}

/// A number in the integers of PETSc.
pub(crate) fn int(number: usize) -> Result<sys::Int, PetscError> {
    sys::Int::try_from(number).map_err(|_| PetscError::TooLarge { number })
}

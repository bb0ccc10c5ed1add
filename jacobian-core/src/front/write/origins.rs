//! The source expressions that statements come from, for tools that show them.
//!
//! ```text
//! 3    let r = x[0] * x[1].sin();      v1 = independent 1   Origin(1)   x[1]
//!                  v1----               v3 = sin v1          Origin(2)   x[1].sin()
//!                  v3----------
//! ```
//!
//! A value can have several places: where it is computed, where it is computed again, and where it
//! is read. Within rustc nobody asks, and asking for a place takes a call into rustc, so places are
//! only noted where a tool said so. Code from elsewhere, for example a method of nalgebra that we
//! have as text, has the place of its call.

use std::cell::RefCell;

use proc_macro2::{LineColumn, Span};

use crate::ir::{Origin, Place, Places};

thread_local! {
    static NOTED: RefCell<Option<Places>> = const { RefCell::new(None) };
}

/// Runs something that notes places, and gives them with its result.
pub(crate) fn with_places<T>(run: impl FnOnce() -> T) -> (T, Places) {
    let before = NOTED.replace(Some(Places::default()));
    let result = run();
    (result, NOTED.replace(before).unwrap_or_default())
}

/// Where in the source of a function the evaluation is.
#[derive(Debug, Default)]
pub(crate) struct Origins {
    /// The source file of the function. None if no places are noted.
    file: Option<String>,
    here: Option<Here>,
}

/// The place of an expression.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Here {
    place: Place,
    /// Whether the expression itself is there, and not the call of a function from elsewhere.
    is_own: bool,
}

impl Origins {
    /// Those of a function at this place.
    pub(crate) fn of(function: Span) -> Self {
        let is_asked = NOTED.with_borrow(Option::is_some);
        let here = |place| Here {
            place,
            is_own: false,
        };
        Self {
            file: is_asked.then(|| function.file()),
            here: is_asked.then(|| here(place(function))),
        }
    }

    /// The origin of a statement that is written here.
    pub(crate) fn current(&self) -> Origin {
        let noted = |here: Here| NOTED.with_borrow_mut(|it| Some(it.as_mut()?.open(here.place)));
        self.here.and_then(noted).unwrap_or_default()
    }

    /// Whether the expression at hand has a place of its own.
    pub(crate) fn is_own(&self) -> bool {
        self.here.is_some_and(|here| here.is_own)
    }

    /// Notes that a statement has this place too.
    pub(crate) fn add(&self, origin: Origin) {
        let Some(here) = self.here else { return };
        NOTED.with_borrow_mut(|noted| {
            if let Some(noted) = noted {
                noted.add(origin, here.place);
            }
        });
    }

    /// Goes to a place, and gives the one before.
    pub(crate) fn enter(&mut self, at: impl FnOnce() -> Span) -> Option<Here> {
        let before = self.here;
        if let Some(file) = &self.file {
            let at = at();
            let is_own = at.file() == *file;
            self.here = match self.here {
                Some(before) if !is_own => Some(Here { is_own, ..before }),
                _ => Some(Here {
                    place: place(at),
                    is_own,
                }),
            };
        }
        before
    }

    /// Goes back.
    pub(crate) fn leave(&mut self, before: Option<Here>) {
        self.here = before;
    }
}

fn place(span: Span) -> Place {
    let pair = |at: LineColumn| (at.line, at.column);
    Place {
        start: pair(span.start()),
        end: pair(span.end()),
    }
}

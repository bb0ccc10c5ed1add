//! The line of the source that is evaluated, for tools that show where a statement comes from.
//!
//! ```text
//! 3    let r = x[0] * x[1].sin();      v3 = sin v1      Origin(3)
//!                                      v4 = mul v0 v3   Origin(3)
//! ```
//!
//! Within rustc nobody asks, and asking for a line takes a call into rustc, so lines are only noted
//! where a tool said so. Code from elsewhere, for example a method of nalgebra that we have as
//! text, keeps the line of its call.

use std::cell::Cell;

use proc_macro2::Span;

use crate::ir::Origin;

thread_local! {
    static ASKED: Cell<bool> = const { Cell::new(false) };
}

/// Runs something that notes lines.
pub(crate) fn with_lines<T>(run: impl FnOnce() -> T) -> T {
    let before = ASKED.replace(true);
    let result = run();
    ASKED.set(before);
    result
}

/// Where in the source of a function the evaluation is.
#[derive(Debug, Default)]
pub(crate) struct Origins {
    /// The text that the function stands in, if lines are noted.
    file: Option<String>,
    current: Origin,
}

impl Origins {
    /// Those of a function at this place.
    pub(crate) fn of(function: Span) -> Self {
        let line = u32::try_from(function.start().line).unwrap_or_default();
        Self {
            file: ASKED.get().then(|| function.file()),
            current: Origin(if ASKED.get() { line } else { 0 }),
        }
    }

    pub(crate) fn current(&self) -> Origin {
        self.current
    }

    /// Goes to a place, and gives the one before.
    pub(crate) fn enter(&mut self, place: impl FnOnce() -> Span) -> Origin {
        let before = self.current;
        if let Some(file) = &self.file {
            let place = place();
            if place.file() == *file {
                self.current = Origin(u32::try_from(place.start().line).unwrap_or_default());
            }
        }
        before
    }

    /// Goes back.
    pub(crate) fn leave(&mut self, before: Origin) {
        self.current = before;
    }
}

//! Panics: a bug of ours becomes a message, together with all messages before it.
//!
//! The user still gets the function unchanged. In an attributed module each function is guarded
//! separately, so that the user gets the code and the messages of the others.

use std::panic::{AssertUnwindSafe, catch_unwind};

use proc_macro2::TokenStream;

use crate::diag::Diagnostics;
use crate::front::{arguments, messages};
use crate::proof::Mismatch;

use super::generate::settle;

/// Runs a part of an expansion. If it panics, the result is the errors so far and one that asks the
/// user for a report.
pub(super) fn caught<T>(expand: impl FnOnce() -> T, in_place: impl FnOnce(TokenStream) -> T) -> T {
    catch_unwind(AssertUnwindSafe(expand)).unwrap_or_else(|stopped| {
        let mut diagnostics = Diagnostics::saved();
        let span = arguments::attribute_span();
        match stopped.downcast_ref::<Mismatch>() {
            Some(mismatch) => diagnostics.error(span, &messages::unproved(&mismatch.to_string())),
            None => diagnostics.error(span, messages::INTERNAL),
        }
        in_place(settle(diagnostics, None))
    })
}

#[cfg(test)]
mod tests {
    use proc_macro2::{Span, TokenStream};

    use super::{Mismatch, caught};
    use crate::back;
    use crate::diag::Diagnostics;
    use crate::proof::Place;

    #[test]
    fn a_proof_that_fails_says_what_is_wrong() {
        let fails = || -> TokenStream {
            back::demand(Err(Mismatch::Different(Place::Row(2))));
            TokenStream::new()
        };
        let said = caught(fails, |errors| errors).to_string();
        assert!(said.contains("a derivative is wrong"), "{said}");
        assert!(said.contains("(row 2)"), "{said}");
    }

    #[test]
    fn messages_before_a_panic_are_kept() {
        let fails = || -> TokenStream {
            let mut diagnostics = Diagnostics::default();
            diagnostics.error(Span::call_site(), "found before the bug");
            panic!("a bug")
        };
        let said = caught(fails, |errors| errors).to_string();
        assert!(said.contains("found before the bug"), "{said}");
        assert!(said.contains("by a mistake of its own"), "{said}");
        let nothing = caught(TokenStream::new, |errors| errors);
        assert!(nothing.is_empty(), "what is said once is not said again");
    }
}

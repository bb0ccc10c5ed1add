//! Why no function of a module or `impl` gets a Jacobian without asking for it.
//!
//! ```text
//! #[jacobian] impl System for Chain { type State = Vec<f64>; fn rhs(&self, y: &Vec<f64>) .. }
//! ```
//!
//! Here `rhs` would have one if `dim` gave its length, and the message says so.

use std::cell::RefCell;

use proc_macro2::TokenStream;
use quote::ToTokens;

use crate::diag::Diagnostics;
use crate::front::messages;

use super::attributed::refused;

/// What keeps functions without an attribute from a Jacobian.
#[derive(Default)]
pub(super) struct Unserved(RefCell<Vec<syn::Error>>);

impl Unserved {
    /// Finishes the errors of a function without an attribute, and says whether there are none.
    pub(super) fn is_clear(&self, diagnostics: Diagnostics) -> bool {
        let errors = diagnostics.finish();
        let is_clear = errors.is_ok();
        let own = errors.err().into_iter().flatten();
        // A function without numbers is not meant. One that an option would help is.
        let is_helped = |error: &syn::Error| {
            let text = error.to_string();
            let options = ["dim(", "const(", "wrt("];
            text != messages::NOTHING_ACTIVE && options.iter().any(|option| text.contains(option))
        };
        self.0.borrow_mut().extend(own.filter(is_helped));
        is_clear
    }

    /// The errors of these functions. If there are none, the given message is reported instead.
    pub(super) fn reported(&self, head: &impl ToTokens, message: &str) -> TokenStream {
        let mut all = Diagnostics::default();
        all.push_all(self.0.take());
        match all.finish() {
            Ok(()) => refused(head, message),
            Err(errors) => errors.into_compile_error(),
        }
    }
}

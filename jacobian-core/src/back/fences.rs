//! Fences between groups of rows, for LLVM's sake.
//!
//! ```text
//! rows 0 to 7:    value[0] = v8;  entries[0] = a0;  ...
//! __elemental::fence();                                no instruction; no store is moved across
//! rows 8 to 15:   value[8] = v71; entries[9] = a12; ...
//! ```
//!
//! LLVM packs operations that end in neighbouring stores into vectors, wherever in a body they stand. In a long one
//! it packs parts of rows that are far apart, and what is packed early waits for the rest on the stack: on a machine
//! with sixteen vector registers the fused value path of 32 cells (`bruss`) accesses the stack 289 times, and takes
//! 115 ns, where groups by themselves need no stack and take 67. With thirty-two registers a fence is nothing. Functions
//! of few statements are better off in one piece (`pollu`, `cpf`).
//!
//! Cost: linear.

use proc_macro2::TokenStream;
use quote::quote;

use crate::schedule::{MANY, Step};
use crate::spelling;

use super::body::Body;
use super::{packs, pairs};

/// The statements of a body, with fences between groups of rows where they are many.
pub(super) fn statements(body: &Body<'_>) -> TokenStream {
    let steps = body.schedule.steps();
    if steps.len() < MANY {
        return packs::statements(body, steps);
    }
    let group = |steps: &[Step]| pairs::statements(body, &packs::alone(steps));
    let library = spelling::library();
    let (mut statements, mut written) = (TokenStream::new(), 0);
    for end in body.schedule.groups() {
        if *end < steps.len() {
            statements.extend(group(&steps[written..*end]));
            statements.extend(quote!(#library::fence();));
            written = *end;
        }
    }
    statements.extend(group(&steps[written..]));
    statements
}

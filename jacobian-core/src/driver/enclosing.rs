//! Finds whether an associated function that has the attribute alone stands in an `impl`.
//!
//! ```text
//! impl Epoch { #[jacobian] fn seconds(days: f64) -> f64 { 86_400.0 * days } }
//! ```
//!
//! Nothing in such a function tells that it is no free function: it names neither `self` nor
//! `Self`. A free function gets an alias and an unnamed constant, which no `impl` may have.
//!
//! Cost: the file is read only for a function that is indented, and parsed only if some line of it
//! begins an `impl`.

use proc_macro2::TokenStream;
use syn::{Item, ItemFn};

use crate::front::mentions_self;
use crate::limits;
use crate::sources::Files;

use super::guard;
use super::placing::{Attributed, Block, place};
use super::surroundings::OwnFile;

/// The block around a function that has the attribute alone. Nothing is asked for one that tells.
pub(super) fn block_around(
    arguments: &TokenStream,
    function: &ItemFn,
    files: &dyn Files,
) -> Option<Block> {
    if mentions_self(function) || !files.is_indented() {
        return None;
    }
    let own = OwnFile::read_if(files, |text| {
        text.lines().any(|line| has_impl(line.trim_start()))
    })?;
    let item = Item::Fn(function.clone());
    let read = || {
        let attributed = Attributed::of(arguments, &item)?;
        let mut file: syn::File = syn::parse2(own.tokens().clone()).ok()?;
        place(&attributed, &mut file, &[])?.block
    };
    let found = limits::with_stack(own.tokens().clone(), || guard::caught(read, |_| None));
    found.ok().flatten()
}

fn has_impl(line: &str) -> bool {
    let line = line.strip_prefix("unsafe ").unwrap_or(line);
    let rest = line.strip_prefix("impl");
    rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_'))
}

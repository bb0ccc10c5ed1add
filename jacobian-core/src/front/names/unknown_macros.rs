//! Macros that we do not know, as statements that have nothing to do with active values.
//!
//! ```text
//! profiling::scope!("rates");           copied: it names no variable that we follow
//! lazy_static! { static ref G: f64 = 9.81; }      an item of the generated function
//! report!(x);                           refused if `x` is active: it may bind or assign a name
//! skip_unless!(ready);                  refused in a loop: it may be a `continue`
//! ```
//!
//! A macro sees only those local names that are in its tokens, because others are hygienic. It may
//! hide a `return`, `break` or `continue`. A `return` that is not that of the generated function
//! has another type than that one, so rustc refuses it; where it would not, the macro is refused.

use proc_macro2::{TokenStream, TokenTree};

use crate::interface::Wrapper;

use crate::front::names::scopes::Role;
use crate::front::names::state::Lowering;
use crate::front::value::Value;

/// Macros that define items.
const ITEMS: &[&str] = &["lazy_static", "thread_local"];

/// Crates with macros that observe and never decide.
const OBSERVING: &[&str] = &[
    "log",
    "tracing",
    "defmt",
    "slog",
    "puffin",
    "profiling",
    "tracy_client",
    "metrics",
    "static_assertions",
];

/// Macros of such crates that are usually imported.
const IMPORTED: &[&str] = &["trace", "debug", "info", "warn", "error", "event"];

/// Whether a macro prints, logs or measures, by its name. It may read active values.
pub(crate) fn is_observing(path: &syn::Path) -> bool {
    let mut names = path
        .segments
        .iter()
        .map(|segment| segment.ident.to_string());
    match (names.next(), names.next(), names.next()) {
        (Some(name), None, _) => IMPORTED.contains(&name.as_str()),
        (Some(of), Some(_), None) => OBSERVING.contains(&of.as_str()),
        _ => false,
    }
}

/// Whether a macro of such a crate gives a value that holds no number: a span, or whether a level
/// is logged.
pub(crate) fn is_measuring(path: &syn::Path) -> bool {
    let last = path.segments.last();
    let name = last.map_or_else(String::new, |last| last.ident.to_string());
    let is_known = name == "span" || name.ends_with("_span") || name == "log_enabled";
    is_known && (path.segments.len() == 1 || is_observing(path))
}

/// Whether a macro asserts, by its name.
pub(crate) fn is_asserting(path: &syn::Path) -> bool {
    let last = path.segments.last();
    last.is_some_and(|last| {
        let name = last.ident.to_string();
        let starts = ["assert_", "debug_assert", "const_assert"];
        starts.iter().any(|start| name.starts_with(start))
    })
}

/// Whether a macro defines items.
pub(crate) fn defines_items(path: &syn::Path) -> bool {
    let last = path.segments.last();
    last.is_some_and(|last| ITEMS.iter().any(|name| last.ident == name))
}

impl<M> Lowering<M> {
    /// Whether a macro that we do not know can be copied as a statement.
    pub(crate) fn is_apart(&self, call: &syn::Macro) -> bool {
        let mut mentions = Vec::new();
        let captures = !self.captured(&call.tokens, &[], &mut mentions).is_empty();
        let is_free = !captures && self.names_nothing_followed(call.tokens.clone());
        is_free && !self.frames.targets.is_in_loop() && self.would_see_return()
    }

    fn names_nothing_followed(&self, tokens: TokenStream) -> bool {
        tokens.into_iter().all(|token| match token {
            TokenTree::Ident(name) => {
                let binding = self.names.scopes.get(&name.to_string());
                binding.is_none_or(|binding| {
                    binding.role == Role::Item || matches!(binding.value, Value::Inactive(_))
                })
            }
            TokenTree::Group(group) => self.names_nothing_followed(group.stream()),
            _ => true,
        })
    }

    /// Whether rustc would refuse a `return` of the running code in the generated function, or
    /// whether it means the same there.
    fn would_see_return(&self) -> bool {
        let gives_value = self.frames.returns.last().is_some_and(Option::is_some);
        let running = self.frames.fallible.last();
        gives_value && running.is_none_or(|(wrapper, _)| *wrapper == Wrapper::Plain)
    }
}

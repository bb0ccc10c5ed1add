//! The expansion of one function: signature, front, middle and back in a row, and the errors with
//! the result.
//!
//! ```text
//! function --Signature--> stubs            used where anything below reports an error
//!          --lower--> CodeList --compile--> Compiled --emit--> tokens
//! ```
//!
//! Modules, exported functions and the driver itself all call it.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};

use crate::back;
use crate::diag::Diagnostics;
use crate::front::arguments::{self, Arguments};
use crate::front::block_items;
use crate::front::library::{Home, Library};
use crate::front::names_any;
use crate::front::numeric_literals;
use crate::front::{self, Lowered, Reading, Scalars, Signature, Unnamed, messages};
use crate::interface::Interface;
use crate::order::OrderChoice;
use crate::pipeline::{self, Compiled};
use crate::proof;

use super::watch::{self, Watched};
use super::{in_place, per_point, requested};

/// The generated tokens, with the errors.
pub(super) fn settle(diagnostics: Diagnostics, generated: Option<Generated>) -> TokenStream {
    match (diagnostics.finish(), generated) {
        (Ok(()), Some(Generated::Whole(tokens, _) | Generated::Stubs(tokens))) => tokens,
        (Ok(()), None) => TokenStream::new(),
        (Err(errors), Some(Generated::Whole(stubs, _) | Generated::Stubs(stubs))) => {
            let errors = errors.into_compile_error();
            quote!(#stubs #errors)
        }
        (Err(errors), None) => errors.into_compile_error(),
    }
}

/// The names of the elimination orders.
pub(super) fn orders() -> Vec<&'static str> {
    OrderChoice::names().collect()
}

/// The tokens that could be generated for a function.
pub(super) enum Generated {
    /// Everything, and the checks for other modules with the numbers of these modules.
    Whole(TokenStream, Vec<(usize, TokenStream)>),
    Stubs(TokenStream),
}

/// Generates everything for one function, or stubs with errors. `None` if even the signature is not
/// understood.
pub(super) fn generate(
    function: &syn::ItemFn,
    arguments: &Arguments,
    around: (&Library, &Home),
    diagnostics: &mut Diagnostics,
) -> Option<Generated> {
    let n_before = diagnostics.len();
    let first = generate_as_asked(function, arguments, around, diagnostics);
    if diagnostics.len() == n_before || !diagnostics.mention(messages::UNCHOSEN) {
        return first;
    }
    let Some(chosen) = front::with_only_type(&function.sig, arguments) else {
        return first;
    };
    let mut errors = Diagnostics::default();
    let other = generate_as_asked(function, &chosen, around, &mut errors);
    if !errors.is_empty() {
        drop(errors.finish());
        return first;
    }
    diagnostics.truncate(n_before);
    other
}

/// The same with the options as they are.
fn generate_as_asked(
    function: &syn::ItemFn,
    arguments: &Arguments,
    around: (&Library, &Home),
    diagnostics: &mut Diagnostics,
) -> Option<Generated> {
    refuse_reserved(&function.to_token_stream(), diagnostics);
    let function = block_items::function_with_unique_names(function, around.0.words.as_deref());
    let function = numeric_literals::written(function);
    let function = &around.0.expanded(&function, around.1.module);
    let n_before = diagnostics.len();
    let signature = in_place::understand(function, arguments, Reading::PLAIN, around, diagnostics);
    if signature.is_none() {
        // If the signature is understood, `lower` reports them.
        diagnostics.push_all(front::attributes::refused(function));
    }
    let generated = |signature| generate_with(function, signature, arguments, around, diagnostics);
    let mut first = signature.map(generated);
    if diagnostics.len() == n_before {
        return first;
    }
    for reading in other_readings(function, diagnostics) {
        let mut errors = Diagnostics::default();
        let other = in_place::understand(function, arguments, reading, around, &mut errors)
            .filter(|signature| {
                reading.unnamed == Unnamed::Ignored || !signature.outputs.is_empty()
            })
            .map(|signature| generate_with(function, signature, arguments, around, &mut errors));
        let n_errors = errors.len();
        let errors = errors.finish();
        let known = diagnostics.len() - n_before;
        // That both scalars occur is no mistake in this way, so what is left is worth more.
        let is_better = match reading.scalars {
            Scalars::Two if diagnostics.mention(messages::MIXED_SCALARS) => n_errors <= known,
            _ => n_errors < known,
        };
        // Without an error and without a function there is nothing to read in this way.
        if is_better && (other.is_some() || n_errors > 0) {
            diagnostics.truncate(n_before);
            diagnostics.push_all(errors.err().into_iter().flatten().collect());
            first = other;
        }
        if diagnostics.len() == n_before {
            break;
        }
    }
    first
}

/// The other ways to read a signature that may help: perhaps the function assigns fields that have
/// to be outputs, or mixes `f32` and `f64`.
fn other_readings(function: &syn::ItemFn, diagnostics: &Diagnostics) -> Vec<Reading> {
    let followed = Reading {
        unnamed: Unnamed::Followed,
        ..Reading::PLAIN
    };
    let names_single = names_any(&function.to_token_stream(), &["f32"]);
    if !names_single && !diagnostics.mention("`f32`") {
        return vec![followed];
    }
    let scalars = Scalars::Two;
    let mixed = |reading: Reading| Reading { scalars, ..reading };
    vec![followed, mixed(Reading::PLAIN), mixed(followed)]
}

/// The same for one reading of the signature.
fn generate_with(
    function: &syn::ItemFn,
    signature: Signature,
    arguments: &Arguments,
    around: (&Library, &Home),
    diagnostics: &mut Diagnostics,
) -> Generated {
    let interface = signature.interface.clone();
    let lowered = per_point::lower(function, signature, arguments, around, diagnostics)
        .filter(|_| diagnostics.is_empty());
    let code = lowered
        .as_ref()
        .filter(|_| interface.extras.ask_for_products() || watch::is_watched())
        .map(|lowered| lowered.code.clone());
    let compiled = lowered.and_then(|lowered| compile(lowered, arguments, diagnostics));
    if compiled.is_none() && diagnostics.is_empty() {
        // A stop without a message is a bug of ours. Without this error it would look like success.
        diagnostics.error(function.sig.ident.span(), messages::INTERNAL);
    }
    match compiled {
        Some((interface, compiled)) => {
            back::demand(proof::jacobian(&compiled));
            let function = (&interface, &compiled);
            let requested =
                match requested::compile(function, code.as_ref(), arguments, diagnostics) {
                    Ok(requested) => requested,
                    Err(requested::Refused) => return Generated::Stubs(back::stubs(&interface)),
                };
            let emitted = back::emit(&interface, &compiled, &requested, &arguments.options);
            if let Some(code) = code.filter(|_| watch::is_watched()) {
                watch::note(Watched {
                    hessian: requested.hessian,
                    options: arguments.options.clone(),
                    emitted: emitted.clone(),
                    ..Watched::of(&interface, compiled, code, around.1)
                });
            }
            Generated::Whole(emitted, back::checks_elsewhere(&interface))
        }
        None => Generated::Stubs(back::stubs(&interface)),
    }
}

/// Stubs of a function that uses a refused one. The error is reported at the refused function only.
pub(super) fn stubs(
    function: &syn::ItemFn,
    arguments: &Arguments,
    diagnostics: &mut Diagnostics,
) -> Option<Generated> {
    let signature = Signature::understand(function, arguments, Reading::PLAIN, diagnostics)?;
    Some(Generated::Stubs(back::stubs(&signature.interface)))
}

/// Items have no hygiene, so a name of the user's that is also one of ours would mean our item.
fn refuse_reserved(tokens: &TokenStream, diagnostics: &mut Diagnostics) {
    for token in tokens.clone() {
        match token {
            TokenTree::Ident(name) => {
                let text = name.to_string();
                if matches!(text.as_str(), "__fma" | "__elemental" | "__VECTORS")
                    || text.starts_with("__chunk_")
                {
                    diagnostics.error(name.span(), messages::RESERVED);
                }
            }
            TokenTree::Group(group) => refuse_reserved(&group.stream(), diagnostics),
            _ => {}
        }
    }
}

/// Runs the middle. It fails only if an order list of the user's does not fit.
pub(super) fn compile(
    lowered: Lowered,
    arguments: &Arguments,
    diagnostics: &mut Diagnostics,
) -> Option<(Interface, Compiled)> {
    match pipeline::compile(lowered.code, &arguments.options) {
        Ok(compiled) => {
            let n_rows = compiled.code.dependents().len();
            if let Some(option) = lowered.interface.extras.gradient
                && n_rows != 1
            {
                diagnostics.error(option, &messages::gradient_of_several(n_rows));
                return None;
            }
            Some((lowered.interface, compiled))
        }
        Err(error) => {
            diagnostics.error(
                arguments::attribute_span(),
                &messages::order_does_not_fit(&error.to_string()),
            );
            None
        }
    }
}

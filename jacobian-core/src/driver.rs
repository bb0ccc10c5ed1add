//! The driver: tokens in, tokens out, and nothing in between can fail without a message.

use std::panic::{AssertUnwindSafe, catch_unwind};

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};

use crate::back;
use crate::diag::Diagnostics;
use crate::exports;
use crate::front::arguments::{self, Arguments};
use crate::front::library::{Home, Library};
use crate::front::{self, Lowered, Signature, messages};
use crate::limits;
use crate::module;
use crate::order::OrderChoice;
use crate::pipeline::{self, Compiled};

/// Expands `#[jacobian(arguments)] item`.
///
/// The result begins with the item as it was given. Errors become `compile_error!` at the offending
/// expressions, beside stubs of the generated functions where the signature is understood.
pub fn expand(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let input = whole(&arguments, &item);
    // A panic would be our bug; the user still gets the function, and a message to report.
    let guarded =
        AssertUnwindSafe(|| catch_unwind(AssertUnwindSafe(|| expand_within(arguments, &item))));
    let generated = match limits::with_stack(input, guarded) {
        Ok(Ok(Expansion::Instead(expanded))) => return expanded,
        Ok(Ok(Expansion::Beside(generated))) => generated,
        Ok(Err(_)) => refusal(messages::INTERNAL),
        Err(message) => refusal(message),
    };
    let mut expanded = item;
    expanded.extend(generated);
    expanded
}

/// What an expansion adds to the item, or puts in its place.
enum Expansion {
    Beside(TokenStream),
    Instead(TokenStream),
}

/// Everything that is parsed.
fn whole(arguments: &TokenStream, item: &TokenStream) -> TokenStream {
    arguments.clone().into_iter().chain(item.clone()).collect()
}

fn refusal(message: &str) -> TokenStream {
    syn::Error::new(arguments::attribute_span(), message).into_compile_error()
}

fn expand_within(arguments: TokenStream, item: &TokenStream) -> Expansion {
    if let Ok(item @ (syn::Item::Mod(_) | syn::Item::Impl(_))) = syn::parse2(item.clone())
        && let Some(expanded) = module::expand(&arguments, item)
    {
        return Expansion::Instead(expanded);
    }
    let mut diagnostics = Diagnostics::default();
    let tokens = arguments.clone();
    let parsed = Arguments::parse(arguments, &orders(), &mut diagnostics);
    let Some(function) = read_function(item, &mut diagnostics) else {
        return Expansion::Beside(settle(diagnostics, None));
    };
    let export = exported(&function, &parsed, &mut diagnostics);
    let asked =
        exports::ask(&parsed, [&tokens, item], TokenStream::new).filter(|_| diagnostics.is_empty());
    // Of what stands around a single function nothing is known.
    let (library, home) = (Library::default(), Home::default());
    let generated = match asked {
        Some(asked) => Some(Generated::Whole(asked)),
        None => generate(&function, &parsed, (&library, &home), &mut diagnostics),
    };
    let generated = settle(diagnostics, generated);
    Expansion::Beside(quote!(#generated #export))
}

/// What lets other attributed functions see this one, if that was asked for.
pub(crate) fn exported(
    function: &syn::ItemFn,
    arguments: &Arguments,
    diagnostics: &mut Diagnostics,
) -> Option<TokenStream> {
    let export = arguments.export;
    export.then(|| exports::emit(function, diagnostics))
}

/// The later steps of a function that uses others: what their macros hand to `__with!`.
pub fn expand_with(input: TokenStream) -> TokenStream {
    let tokens = input.clone();
    let guarded = AssertUnwindSafe(|| catch_unwind(AssertUnwindSafe(|| exports::answer(input))));
    match limits::with_stack(tokens, guarded) {
        Ok(Ok(generated)) => generated,
        Ok(Err(_)) => refusal(messages::INTERNAL),
        Err(message) => refusal(message),
    }
}

/// What was generated, and the errors.
pub(crate) fn settle(diagnostics: Diagnostics, generated: Option<Generated>) -> TokenStream {
    match (diagnostics.finish(), generated) {
        (Ok(()), Some(Generated::Whole(tokens))) => tokens,
        (Ok(()), _) => TokenStream::new(),
        (Err(errors), Some(Generated::Whole(stubs) | Generated::Stubs(stubs))) => {
            let errors = errors.into_compile_error();
            quote!(#stubs #errors)
        }
        (Err(errors), None) => errors.into_compile_error(),
    }
}

/// The names of the methods to order eliminations.
pub(crate) fn orders() -> Vec<&'static str> {
    OrderChoice::names().collect()
}

/// What could be made of a function.
pub(crate) enum Generated {
    Whole(TokenStream),
    Stubs(TokenStream),
}

pub(crate) fn generate(
    function: &syn::ItemFn,
    arguments: &Arguments,
    around: (&Library, &Home),
    diagnostics: &mut Diagnostics,
) -> Option<Generated> {
    refuse_reserved(&function.to_token_stream(), diagnostics);
    let signature = Signature::understand(function, arguments, diagnostics)?;
    let stubs = back::stubs(&signature.interface);
    let compiled = front::lower(function, signature, arguments, around, diagnostics)
        .filter(|_| diagnostics.is_empty())
        .and_then(|lowered| compile(lowered, arguments, diagnostics));
    if compiled.is_none() && diagnostics.is_empty() {
        // A value that is poison without a message: our mistake, which must not look like success.
        diagnostics.error(function.sig.ident.span(), messages::INTERNAL);
    }
    Some(match compiled {
        Some((interface, compiled)) => {
            Generated::Whole(back::emit(&interface, &compiled, &arguments.options))
        }
        None => Generated::Stubs(stubs),
    })
}

/// Items have no hygiene: a name of the user's that is also one of ours would mean ours.
fn refuse_reserved(tokens: &TokenStream, diagnostics: &mut Diagnostics) {
    for token in tokens.clone() {
        match token {
            TokenTree::Ident(name) => {
                let text = name.to_string();
                if matches!(text.as_str(), "__fma" | "__elemental") || text.starts_with("__chunk_")
                {
                    diagnostics.error(name.span(), messages::RESERVED);
                }
            }
            TokenTree::Group(group) => refuse_reserved(&group.stream(), diagnostics),
            _ => {}
        }
    }
}

fn compile(
    lowered: Lowered,
    arguments: &Arguments,
    diagnostics: &mut Diagnostics,
) -> Option<(crate::interface::Interface, Compiled)> {
    match pipeline::compile(lowered.code, &arguments.options) {
        Ok(compiled) => Some((lowered.interface, compiled)),
        Err(error) => {
            diagnostics.error(
                arguments::attribute_span(),
                &messages::order_does_not_fit(&error.to_string()),
            );
            None
        }
    }
}

/// Parses the item, which must be a function with a body.
fn read_function(item: &TokenStream, diagnostics: &mut Diagnostics) -> Option<syn::ItemFn> {
    match syn::parse2::<syn::ItemFn>(item.clone()) {
        Ok(function) => Some(function),
        Err(error) => {
            match syn::parse2::<syn::Item>(item.clone()) {
                Ok(syn::Item::Impl(found)) => {
                    diagnostics.error_at(&found.impl_token, messages::TRAIT_IMPL);
                }
                Ok(found) => {
                    diagnostics.error_at(&found.to_token_stream(), messages::NOT_A_FUNCTION);
                }
                Err(_) => diagnostics.push(error),
            }
            None
        }
    }
}

/// The middle's result for a function, for tools that look at graphs, orders and costs.
///
/// # Errors
/// The errors that the expansion would report.
pub fn compile_function(
    arguments: TokenStream,
    item: &TokenStream,
) -> Result<Compiled, syn::Error> {
    inspect(arguments, item, |lowered, arguments, diagnostics| {
        compile(lowered, arguments, diagnostics).map(|(_, compiled)| compiled)
    })
}

/// The methods of the standard library and of nalgebra that are followed into active values, by the kind of value.
///
/// These are the tables that the compiler itself dispatches by; docs/language.md lists them.
#[must_use]
pub fn followed_methods() -> [(&'static str, Vec<&'static str>); 4] {
    front::followed_methods()
}

/// The function's value path alone, as the expansion would emit it: what tests of the cost subtract.
///
/// # Errors
/// The errors that the expansion would report.
pub fn expand_value(arguments: TokenStream, item: &TokenStream) -> Result<TokenStream, syn::Error> {
    inspect(arguments, item, |lowered, arguments, _| {
        Some(back::emit_value(
            &lowered.interface,
            &lowered.code,
            &arguments.options,
        ))
    })
}

/// Lowers a function and looks at it, under the limits of an expansion.
fn inspect<T>(
    arguments: TokenStream,
    item: &TokenStream,
    look: impl FnOnce(Lowered, &Arguments, &mut Diagnostics) -> Option<T>,
) -> Result<T, syn::Error> {
    let input = whole(&arguments, item);
    let within = || {
        let mut diagnostics = Diagnostics::default();
        let arguments = Arguments::parse(arguments, &orders(), &mut diagnostics);
        let found = read_function(item, &mut diagnostics).and_then(|function| {
            let signature = Signature::understand(&function, &arguments, &mut diagnostics)?;
            let alone = (&Library::default(), &Home::default());
            let lowered = front::lower(&function, signature, &arguments, alone, &mut diagnostics)?;
            look(lowered, &arguments, &mut diagnostics)
        });
        diagnostics
            .finish()
            .map(|()| found.expect("invariant: without errors there is a result"))
    };
    limits::with_stack(input, within)
        .unwrap_or_else(|message| Err(syn::Error::new(arguments::attribute_span(), message)))
}

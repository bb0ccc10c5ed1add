//! The driver: tokens in, tokens out, and nothing in between can fail without a message.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::back;
use crate::diag::Diagnostics;
use crate::front::arguments::{self, Arguments};
use crate::front::{self, Lowered, Signature, messages};
use crate::limits;
use crate::pipeline::{self, Compiled};

/// Expands `#[jacobian(arguments)] item`.
///
/// The result begins with the item as it was given. Errors become `compile_error!` at the offending
/// expressions, beside stubs of the generated functions where the signature is understood.
pub fn expand(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let expanded = limits::with_stack(&item, || expand_within(arguments, &item));
    let generated = expanded.unwrap_or_else(|message| {
        syn::Error::new(arguments::attribute_span(), message).into_compile_error()
    });
    quote!(#item #generated)
}

fn expand_within(arguments: TokenStream, item: &TokenStream) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    let arguments = Arguments::parse(arguments, &mut diagnostics);
    let generated = read_function(item, &mut diagnostics)
        .and_then(|function| generate(&function, &arguments, &mut diagnostics));
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

/// What could be made of a function.
enum Generated {
    Whole(TokenStream),
    Stubs(TokenStream),
}

fn generate(function: &syn::ItemFn, arguments: &Arguments, diagnostics: &mut Diagnostics) -> Option<Generated> {
    let signature = Signature::understand(function, arguments, diagnostics)?;
    let stubs = back::stubs(&signature.interface);
    let compiled = front::lower(function, signature, arguments, diagnostics)
        .filter(|_| diagnostics.is_empty())
        .and_then(|lowered| compile(lowered, arguments, diagnostics));
    Some(match compiled {
        Some((interface, compiled)) => Generated::Whole(back::emit(&interface, &compiled, &arguments.options)),
        None => Generated::Stubs(stubs),
    })
}

fn compile(
    lowered: Lowered,
    arguments: &Arguments,
    diagnostics: &mut Diagnostics,
) -> Option<(crate::interface::Interface, Compiled)> {
    match pipeline::compile(lowered.code, &arguments.options) {
        Ok(compiled) => Some((lowered.interface, compiled)),
        Err(error) => {
            diagnostics.error(arguments::attribute_span(), &messages::order_does_not_fit(&error.to_string()));
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
                Ok(syn::Item::Impl(found)) => diagnostics.error_at(&found.impl_token, messages::TRAIT_IMPL),
                Ok(found) => diagnostics.error_at(&found.to_token_stream(), messages::NOT_A_FUNCTION),
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
pub fn compile_function(arguments: TokenStream, item: TokenStream) -> Result<Compiled, syn::Error> {
    let within = || {
        let mut diagnostics = Diagnostics::default();
        let arguments = Arguments::parse(arguments, &mut diagnostics);
        let compiled = read_function(&item, &mut diagnostics).and_then(|function| {
            let signature = Signature::understand(&function, &arguments, &mut diagnostics)?;
            let lowered = front::lower(&function, signature, &arguments, &mut diagnostics)?;
            compile(lowered, &arguments, &mut diagnostics)
        });
        diagnostics.finish().map(|()| compiled.expect("invariant: without errors there is a result").1)
    };
    limits::with_stack(&item, within)
        .unwrap_or_else(|message| Err(syn::Error::new(arguments::attribute_span(), message)))
}

/// The function's value path alone, as the expansion would emit it: what tests of the cost subtract.
///
/// # Errors
/// The errors that the expansion would report.
pub fn expand_value(arguments: TokenStream, item: TokenStream) -> Result<TokenStream, syn::Error> {
    let within = || {
        let mut diagnostics = Diagnostics::default();
        let arguments = Arguments::parse(arguments, &mut diagnostics);
        let lowered = read_function(&item, &mut diagnostics).and_then(|function| {
            let signature = Signature::understand(&function, &arguments, &mut diagnostics)?;
            front::lower(&function, signature, &arguments, &mut diagnostics)
        });
        diagnostics.finish().map(|()| {
            let lowered = lowered.expect("invariant: without errors there is a result");
            back::emit_value(&lowered.interface, &lowered.code, &arguments.options)
        })
    };
    limits::with_stack(&item, within)
        .unwrap_or_else(|message| Err(syn::Error::new(arguments::attribute_span(), message)))
}

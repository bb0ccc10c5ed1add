//! The driver: tokens in, tokens out, and nothing in between can fail without a message.
//!
//! ```text
//! expand                          on a stack that fits the input, panics caught
//!   |-- module                    `mod m { .. }`, `impl T { .. }`, `trait T { .. }`: each inside
//!   |-- exports                   `export` and `use(..)`: functions attributed elsewhere
//!   '-- generate                  one function: front, middle, back, errors
//! ```
//!
//! The rooms of the compiler meet in `generate`. The files above it decide which functions it gets.
//! `site` carries the home of a function from one expansion to the next: a module, an `impl`, or
//! none.
//!
//! # The running example
//!
//! For `#[jacobian(wrt(x))] pub fn residual(x: &[f64; 3], k: f64) -> [f64; 2] { .. }` the driver
//! takes these steps:
//!
//! ```text
//! wrt(x), fn residual     neither a module nor exports, so one function for `generate`
//! front                   its code list, with `k` as the user's own code    or messages
//! pipeline                order, plan and schedule
//! back                    RESIDUAL_NNZ, residual_with_jacobian, ..          or stubs
//! result                  pub fn residual, unchanged, and then the generated items
//! ```

mod alone;
mod assembled;
mod assumed;
mod attributed;
mod body_conditions;
mod carriers;
mod configurations;
mod enclosing;
mod exported_items;
mod exported_types;
mod exports;
mod free_forms;
mod generate;
mod getters;
mod guard;
mod hygiene;
mod in_place;
mod inherent;
mod instances;
mod lone_conditions;
mod macro_items;
mod module;
mod own_file;
mod own_paths;
mod per_point;
mod placed_checks;
mod placing;
mod private_names;
mod provided;
mod reached;
mod requested;
mod seeing;
mod shared_options;
mod site;
mod surroundings;
mod traits;
mod unserved;
mod visibility;
mod watch;
mod whole;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::back;
use crate::diag::Diagnostics;
use crate::front::Reading;
use crate::front::arguments::{self, Arguments};
use crate::front::library::{Home, Library};
use crate::front::{self, Lowered, Signature, mentioned, messages};
use crate::limits;
use crate::pipeline::Compiled;
use crate::sources::{Files, NoFiles};

pub use watch::Watched;

use exports::exported;
use generate::{Generated, compile, generate, orders, settle};
use placing::Block;

/// Expands `#[jacobian(arguments)] item`.
///
/// The result begins with the item as it was given. Errors become `compile_error!` at the offending
/// expressions. If the signature is understood, there are also stubs of the generated functions.
pub fn expand(arguments: TokenStream, item: TokenStream) -> TokenStream {
    expand_seeing(arguments, item, &NoFiles)
}

/// The same, with the files in which the option `see(..)` finds the sources of crates.
pub fn expand_seeing(arguments: TokenStream, item: TokenStream, files: &dyn Files) -> TokenStream {
    let read = || {
        let (arguments, item) = (front::opened(&arguments), front::opened(&item));
        let answered = seeing::answered(arguments, &item, files);
        answered.map_err(|errors| {
            let item = match syn::parse2::<syn::Item>(item.clone()) {
                Ok(read) => attributed::without_attributes(read).into_token_stream(),
                Err(_) => item.clone(),
            };
            quote!(#item #errors)
        })
    };
    let read = || guard::caught(read, |errors| Err(quote!(#item #errors)));
    let (arguments, seen) = match limits::with_stack(whole(&arguments, &item), read) {
        Ok(Ok(found)) => found,
        Ok(Err(refused)) => return refused,
        // Input that is too deep is refused below.
        Err(_) => (arguments, TokenStream::new()),
    };
    let input = seen.into_iter().chain(whole(&arguments, &item)).collect();
    let guarded = || {
        guard::caught(
            || expand_within(front::opened(&arguments), &front::opened(&item), files),
            Expansion::Beside,
        )
    };
    let generated = match limits::with_stack(input, guarded) {
        Ok(Expansion::Instead(expanded)) => return expanded,
        Ok(Expansion::Beside(generated)) => generated,
        Err(message) => refusal(message),
    };
    let mut expanded = item;
    expanded.extend(generated);
    expanded
}

/// The same, with what was compiled, in the order of the source: for tools that show it.
pub fn expand_watched(
    arguments: TokenStream,
    item: TokenStream,
    files: &dyn Files,
) -> (TokenStream, Vec<Watched>) {
    watch::watched(|| expand_seeing(arguments, item, files))
}

/// The tokens that an expansion adds to the item, or puts in its place.
enum Expansion {
    Beside(TokenStream),
    Instead(TokenStream),
}

/// All tokens that are parsed, to find the stack that they need.
fn whole(arguments: &TokenStream, item: &TokenStream) -> TokenStream {
    arguments.clone().into_iter().chain(item.clone()).collect()
}

fn refusal(message: &str) -> TokenStream {
    syn::Error::new(arguments::attribute_span(), message).into_compile_error()
}

fn expand_within(arguments: TokenStream, item: &TokenStream, files: &dyn Files) -> Expansion {
    let read = syn::parse2::<syn::Item>(item.clone());
    if let Some(errors) = read.as_ref().ok().and_then(hygiene::clashes) {
        return Expansion::Beside(errors);
    }
    if let Ok(exported) = &read
        && let Some(expanded) = exported_items::expand(&arguments, exported)
    {
        return Expansion::Instead(expanded);
    }
    if let Ok(outer @ (syn::Item::Mod(_) | syn::Item::Impl(_) | syn::Item::Trait(_))) = &read
        && let Some(alone) = configurations::expand(&arguments, outer.clone())
    {
        let helped = own_file::helped(&arguments, outer, std::slice::from_ref(&alone), files);
        return Expansion::Instead(helped.unwrap_or(alone));
    }
    let Ok(read @ syn::Item::Fn(_)) = read else {
        return Expansion::Beside(expand_function(arguments, None, read, item));
    };
    let block = match &read {
        syn::Item::Fn(function) => enclosing::block_around(&arguments, function, files),
        _ => None,
    };
    if let (Some(Block::OfTrait), syn::Item::Fn(function)) = (block, &read) {
        let refused = attributed::refused(&function.sig.ident, messages::NEEDS_IMPL_OF_TRAIT);
        return Expansion::Beside(refused);
    }
    let versions = configurations::in_each(read.clone(), |version| {
        let tokens = version.to_token_stream();
        Some(expand_function(
            arguments.clone(),
            block,
            Ok(version.clone()),
            &tokens,
        ))
    });
    let alone = versions.unwrap_or_default();
    let helped = own_file::helped(&arguments, &read, &alone, files);
    Expansion::Beside(helped.unwrap_or_else(|| alone.into_iter().collect()))
}

/// What a single function generates.
fn expand_function(
    arguments: TokenStream,
    block: Option<Block>,
    read: syn::Result<syn::Item>,
    item: &TokenStream,
) -> TokenStream {
    if let Ok(syn::Item::Fn(function)) = &read
        && let Some(asked) = assembled::asked(&arguments)
    {
        return assembled::expand(asked, function, |options, function| {
            let item = function.to_token_stream();
            expand_function(options, block, Ok(syn::Item::Fn(function)), &item)
        });
    }
    let mut diagnostics = Diagnostics::default();
    let tokens = arguments.clone();
    let mut parsed = Arguments::parse(arguments, &orders(), &mut diagnostics);
    let Some(function) = function_of(read, item, &mut diagnostics) else {
        return settle(diagnostics, None);
    };
    // The parameters of the `impl` are not known.
    parsed.around = block.map(|_| syn::Generics::default());
    let asked =
        exports::ask(&parsed, [&tokens, item], TokenStream::new).filter(|_| diagnostics.is_empty());
    // A single function does not see the items around it. It sees types of other crates by their
    // names, and itself, if it may call itself.
    let home = Home::default();
    let mut library = match parsed.seen.as_slice() {
        [] => Library::of_function(item),
        _ => exports::library_alone(item, &parsed, &home, &mut diagnostics),
    };
    library.surround(&home, &mut parsed);
    if parsed.recursion.is_some() {
        library.push_function(&home, &function.sig.ident.clone().into(), &function);
    }
    refuse_unknown_scalars(&function, &parsed, &mut diagnostics);
    let generated = match asked {
        Some(asked) => Some(Generated::Whole(asked, Vec::new())),
        None => generate(&function, &parsed, (&library, &home), &mut diagnostics),
    };
    let export = exported(&function, &parsed, &mut diagnostics);
    let generated = settle(diagnostics, generated);
    quote!(#generated #export)
}

/// A scalar for a type that the function does not mention would have no effect. It may be that of
/// the `impl` around, which we do not see, so we do not ask for a parameter of the function.
fn refuse_unknown_scalars(
    function: &syn::ItemFn,
    arguments: &Arguments,
    diagnostics: &mut Diagnostics,
) {
    let names = mentioned(function.to_token_stream());
    for (parameter, _) in &arguments.scalars {
        if !names.contains(&parameter.to_string()) {
            let message = messages::no_such_type_parameter(parameter);
            diagnostics.error(parameter.span(), &message);
        }
    }
}

/// The later steps of a function that uses others: the tokens that their macros hand to `__with!`.
pub fn expand_with(input: TokenStream) -> TokenStream {
    let tokens = input.clone();
    let guarded = || guard::caught(|| exports::answer(input), |errors| errors);
    limits::with_stack(tokens, guarded).unwrap_or_else(refusal)
}

/// The item as a function, which must have a body.
fn function_of(
    read: syn::Result<syn::Item>,
    item: &TokenStream,
    diagnostics: &mut Diagnostics,
) -> Option<syn::ItemFn> {
    match read {
        Ok(syn::Item::Fn(function)) => return Some(function),
        Ok(found) => diagnostics.error_at(&found.to_token_stream(), messages::NOT_A_FUNCTION),
        // The parser of functions gives the better message.
        Err(error) => {
            let better = syn::parse2::<syn::ItemFn>(item.clone()).err();
            diagnostics.push(better.unwrap_or(error));
        }
    }
    None
}

/// The result of the middle for a function, for tools that inspect graphs, orders and costs.
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

/// The methods of the standard library and of nalgebra that are followed into active values, by the
/// kind of value.
///
/// These are the tables that the compiler itself dispatches by. The book lists them.
#[must_use]
pub fn followed_methods() -> [(&'static str, Vec<&'static str>); 7] {
    front::followed_methods()
}

/// The value path of a function alone, as the expansion would emit it. Tests of the cost subtract
/// it.
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

/// Lowers a function and inspects it, under the limits of an expansion.
fn inspect<T>(
    arguments: TokenStream,
    item: &TokenStream,
    look: impl FnOnce(Lowered, &Arguments, &mut Diagnostics) -> Option<T>,
) -> Result<T, syn::Error> {
    let input = whole(&arguments, item);
    let within = || {
        let mut diagnostics = Diagnostics::default();
        let mut arguments = Arguments::parse(arguments, &orders(), &mut diagnostics);
        let (library, home) = (Library::of_function(item), Home::default());
        library.surround(&home, &mut arguments);
        let read = syn::parse2(item.clone());
        let found = function_of(read, item, &mut diagnostics).and_then(|function| {
            let signature =
                Signature::understand(&function, &arguments, Reading::PLAIN, &mut diagnostics)?;
            let alone = (&library, &home);
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

//! `#[row(..)]`: makes an attributed function a row of the corpus, with a twin over dual numbers.
//!
//! ```text
//! #[row(from = "..", at = [[1.0, 2.0]])]            pub fn f_twin<D>(x: &[Forward<D>; 2]) ->
//!                                                   Forward<D>
//! #[jacobian]                            ── twin ─>
//! pub fn f(x: &[f64; 2]) -> f64 { .. }   ── row ──> pub const F: Problem = ..
//! ```
//!
//! The oracle must see the function as it was written: loops, branches, closures and all. So the
//! twin is the function's own text with `f64` replaced by a number that carries derivatives, and
//! compiled by rustc; nothing is ported by hand, and nothing is unrolled or analysed here. It
//! shares no code with the compiler that it checks. The twin also notes which arms it enters (see
//! `arms`), because the oracle needs a point in each arm.
//!
//! Arguments: `from`, where the function comes from; `at`, flat points that together reach every
//! arm, the base point first; `with(k = 0.5)`, values of the parameters that are no independents,
//! by the name `first` as a function of the point's first coordinate, where an arm depends on such
//! a parameter; `known = [..]`, published values.
//!
//! A module around types, traits and helpers becomes a row as well: see `module`. With `second(..)`
//! it is a row of second derivatives: see `second`.
//!
//! Keeps: the function itself is emitted unchanged. Takes parameters and results made of `f64`,
//! arrays and tuples; other parameters are passed on as `with` says.

mod arms;
mod asked;
mod module;
mod row;
mod second;
mod twin;

use proc_macro::TokenStream;
use quote::{ToTokens, quote};

/// Makes the function a row of the corpus: `#[row(from = "..", at = [[..], ..], with(..), known =
/// [..])]`.
#[proc_macro_attribute]
pub fn row(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let generated = generate(arguments.into(), item.clone().into());
    let generated = generated.unwrap_or_else(|error| error.to_compile_error().into_token_stream());
    let mut all = item;
    all.extend(TokenStream::from(generated));
    all
}

fn generate(
    arguments: proc_macro2::TokenStream,
    item: proc_macro2::TokenStream,
) -> syn::Result<proc_macro2::TokenStream> {
    let asked = syn::parse2::<asked::Asked>(arguments)?;
    let function = match syn::parse2::<syn::Item>(item)? {
        syn::Item::Fn(function) => function,
        syn::Item::Mod(module) => return module::module(&module, &asked),
        other => return Err(syn::Error::new_spanned(other, "a function or a module")),
    };
    let (twin, arms) = twin::twin(function.clone());
    let row = row::row(&function, &asked, &arms)?;
    Ok(quote!(#twin #row))
}

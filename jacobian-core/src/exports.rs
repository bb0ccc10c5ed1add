//! Functions attributed elsewhere: `export` there, `use(..)` here.
//!
//! ```text
//! #[jacobian(export)]                    fn sq(v: f64) -> f64 { v * v }
//! pub fn sq(v: f64) -> f64 { v * v }     macro_rules! __jacobian_sq_9f3.. { hands its tokens to a callback }
//!                                        pub use __jacobian_sq_9f3.. as sq;
//!
//! #[jacobian(use(geom::sq))]             fn f(x: f64) -> f64 { geom::sq(x) + x }
//! fn f(x: f64) -> f64 { .. }             geom::sq! { { jacobian_runtime::__with } (geom::sq) [..] [fn f ..] }
//!                                     => jacobian_runtime::__with! { { fn sq .. } (geom::sq) [..] [fn f ..] }
//!                                     => f_jacobian, ...
//! ```
//!
//! Functions and macros live in different namespaces, so that `use geom::sq` imports both, and a path names
//! both, across modules and crates. The name that the macro is defined under is a hash of the function and
//! of where it stands, since exported macros of a crate share one namespace.
//!
//! The tokens come without their surroundings: the function may name its parameters, its own items and the
//! standard library.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::parse::Parser;

use crate::diag::Diagnostics;
use crate::driver::{generate, orders, settle};
use crate::front::arguments::Arguments;
use crate::front::library::{Home, Library};
use crate::front::messages;

/// The macro that carries a function, under the function's name.
pub(crate) fn emit(function: &syn::ItemFn, diagnostics: &mut Diagnostics) -> TokenStream {
    let (signature, block) = (&function.sig, &function.block);
    if crate::front::mentions_self(function) {
        diagnostics.error_at(&signature.ident, messages::EXPORTED_METHOD);
        return TokenStream::new();
    }
    let (name, visibility) = (&signature.ident, &function.vis);
    let carrier = format_ident!(
        "__jacobian_{}_{:016x}",
        syn::ext::IdentExt::unraw(name),
        hash(&format!("{:?} {}", name.span(), function.to_token_stream())),
        span = Span::call_site()
    );
    // Only what is exported from the crate may be re-exported from it.
    let exported =
        matches!(visibility, syn::Visibility::Public(_)).then(|| quote!(#[macro_export]));
    let configured = function
        .attrs
        .iter()
        .filter(|attribute| attribute.path().is_ident("cfg"));
    let configured = quote!(#(#configured)*);
    let dollar = TokenTree::Punct(proc_macro2::Punct::new('$', proc_macro2::Spacing::Alone));
    quote! {
        #configured #[doc(hidden)] #exported
        macro_rules! #carrier {
            ({ #dollar (#dollar callback:tt)* } #dollar (#dollar rest:tt)*) => {
                #dollar (#dollar callback)* ! { { #signature #block } #dollar (#dollar rest)* }
            };
        }
        #configured #[doc(hidden)] #[allow(unused_imports)]
        #visibility use #carrier as #name;
    }
}

/// The first step of a function that uses others: their macros are asked for their tokens.
pub(crate) fn ask(
    arguments: &Arguments,
    tokens: &TokenStream,
    item: &TokenStream,
) -> Option<TokenStream> {
    let first = arguments.uses.first()?;
    let (runtime, uses) = (&arguments.runtime, &arguments.uses);
    Some(quote!(#first! { { #runtime::__with } (#(#uses),*) [#tokens] [#item] }))
}

/// The next step: another function is asked, or all are there and the function is expanded.
pub(crate) fn answer(input: TokenStream) -> TokenStream {
    let Some(answer) = Answer::parse(input) else {
        return syn::Error::new(Span::call_site(), messages::INTERNAL).into_compile_error();
    };
    let mut diagnostics = Diagnostics::default();
    let arguments = Arguments::parse(answer.arguments.clone(), &orders(), &mut diagnostics);
    let Answer {
        functions,
        uses,
        arguments: tokens,
        item,
    } = answer;
    if let Some(next) = uses.get(functions.len()) {
        let runtime = &arguments.runtime;
        let functions = functions.iter().rev();
        settle(diagnostics, None);
        return quote! {
            #next! { { #runtime::__with } #({ #functions })* (#(#uses),*) [#tokens] [#item] }
        };
    }
    let mut seen = Vec::with_capacity(uses.len());
    for (path, tokens) in uses.iter().zip(functions) {
        match syn::parse2::<syn::ItemFn>(tokens) {
            Ok(function) => seen.push((path.clone(), function)),
            Err(error) => diagnostics.push(error),
        }
    }
    let library = Library::elsewhere(seen);
    let generated = match syn::parse2::<syn::ItemFn>(item) {
        Ok(function) => {
            let around = (&library, &Home::default());
            generate(&function, &arguments, around, &mut diagnostics)
        }
        Err(error) => {
            diagnostics.push(error);
            None
        }
    };
    settle(diagnostics, generated)
}

/// What arrives at the callback.
struct Answer {
    /// In the order of `uses`, as many as have answered.
    functions: Vec<TokenStream>,
    uses: Vec<syn::Path>,
    arguments: TokenStream,
    item: TokenStream,
}

impl Answer {
    fn parse(input: TokenStream) -> Option<Self> {
        let mut functions = Vec::new();
        let mut rest = Vec::new();
        for token in input {
            match token {
                TokenTree::Group(group)
                    if group.delimiter() == Delimiter::Brace && rest.is_empty() =>
                {
                    functions.push(group.stream());
                }
                TokenTree::Group(group) => rest.push(group.stream()),
                _ => return None,
            }
        }
        // The last one asked stands first.
        functions.reverse();
        let [uses, arguments, item] = <[TokenStream; 3]>::try_from(rest).ok()?;
        let uses =
            syn::punctuated::Punctuated::<syn::Path, syn::Token![,]>::parse_terminated.parse2(uses);
        Some(Self {
            functions,
            uses: uses.ok()?.into_iter().collect(),
            arguments,
            item,
        })
    }
}

/// FNV-1a: the same on every machine.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

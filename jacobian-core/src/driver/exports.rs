//! Functions attributed elsewhere: `export` there, `use(..)` here.
//!
//! ```text
//! #[jacobian(export)]          fn sq(v: f64) -> f64 { v * v }
//!                           => pub fn sq(v: f64) -> f64 { v * v }
//!                              macro_rules! __jacobian_sq_9f3.. { hands its tokens to a callback }
//!                              pub use __jacobian_sq_9f3.. as sq;
//!
//! #[jacobian(use(geom::sq))]   fn f(x: f64) -> f64 { geom::sq(x) + x }
//!                           => fn f(x: f64) -> f64 { .. }
//!                              geom::sq! { { __with } (geom::sq) [..] [fn f ..] [] }
//!                           => __with! { { fn sq .. } (geom::sq) [..] [fn f ..] [] }
//!                           => f_jacobian, ...
//! ```
//!
//! Functions and macros live in different namespaces, so `use geom::sq` imports both, and a path
//! names both, across modules and crates. The macro is defined under another name, with a hash of
//! the function and of its place in the source, because exported macros of a crate share one
//! namespace.
//!
//! The last group is the item around a function of an attributed module or `impl`. The tokens of a
//! used function come without the code around it, so that function may name only its parameters,
//! its own items and the standard library.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::parse::Parser;

use crate::diag::Diagnostics;
use crate::front::arguments::Arguments;
use crate::front::messages;

use super::generate::{generate, orders, settle, stubs};
use super::site::Site;

/// The macro by which other attributed functions see this one, if the attribute asks for it. It is
/// made last, because it depends on whether the function was refused.
pub(super) fn exported(
    function: &syn::ItemFn,
    arguments: &Arguments,
    diagnostics: &mut Diagnostics,
) -> Option<TokenStream> {
    let export = arguments.export;
    export.then(|| emit(function, diagnostics))
}

/// The macro that carries a function, under the name of the function. For a refused function it
/// carries no tokens, because each caller would report the same mistakes again.
fn emit(function: &syn::ItemFn, diagnostics: &mut Diagnostics) -> TokenStream {
    let (signature, block) = (&function.sig, &function.block);
    let carried = diagnostics.is_empty().then(|| quote!(#signature #block));
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
    // Only a macro that is exported from the crate may be re-exported from it.
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
                #dollar (#dollar callback)* ! { { #carried } #dollar (#dollar rest)* }
            };
        }
        #configured #[doc(hidden)] #[allow(unused_imports)]
        #visibility use #carrier as #name;
    }
}

/// The first step of a function that uses others: it calls the macro of the first one, which gives
/// its tokens.
pub(super) fn ask(
    arguments: &Arguments,
    [tokens, item]: [&TokenStream; 2],
    around: impl FnOnce() -> TokenStream,
) -> Option<TokenStream> {
    let first = arguments.uses.first()?;
    let (runtime, uses) = (&arguments.runtime, &arguments.uses);
    let around = around();
    Some(quote!(#first! { { #runtime::__with } (#(#uses),*) [#tokens] [#item] [#around] }))
}

/// The next step: it calls the next macro, or if all tokens are there, it expands the function.
pub(super) fn answer(input: TokenStream) -> TokenStream {
    let internal = || syn::Error::new(Span::call_site(), messages::INTERNAL).into_compile_error();
    let Some(answer) = Answer::parse(input) else {
        return internal();
    };
    let mut diagnostics = Diagnostics::default();
    let mut arguments = Arguments::parse(answer.arguments.clone(), &orders(), &mut diagnostics);
    if answer.functions.len() < answer.uses.len() {
        settle(diagnostics, None);
        return answer.ask_next(&arguments.runtime);
    }
    let Some((mut library, site)) = Site::read(answer.around) else {
        settle(diagnostics, None);
        return internal();
    };
    arguments.known = library.integers(&site.home);
    arguments.around = site.around;
    let is_refused = answer.functions.iter().any(TokenStream::is_empty);
    for (path, tokens) in answer.uses.iter().zip(answer.functions) {
        if tokens.is_empty() {
            continue;
        }
        match syn::parse2::<syn::ItemFn>(tokens) {
            Ok(function) => library.push_elsewhere(&site.home, path, function),
            Err(error) => diagnostics.push(error),
        }
    }
    let generated = match syn::parse2::<syn::ItemFn>(answer.item) {
        Ok(function) if is_refused => stubs(&function, &arguments, &mut diagnostics),
        Ok(function) => {
            let around = (&library, &site.home);
            generate(&function, &arguments, around, &mut diagnostics)
        }
        Err(error) => {
            diagnostics.push(error);
            None
        }
    };
    settle(diagnostics, generated)
}

/// The tokens that arrive at the callback.
struct Answer {
    /// The functions whose macros have answered so far, in the order of `uses`.
    functions: Vec<TokenStream>,
    uses: Vec<syn::Path>,
    arguments: TokenStream,
    item: TokenStream,
    /// The site of the item, see [`Site`].
    around: TokenStream,
}

impl Answer {
    /// Calls the macro of the next function.
    fn ask_next(self, runtime: &syn::Path) -> TokenStream {
        let Self {
            functions,
            uses,
            arguments,
            item,
            around,
        } = self;
        let next = &uses[functions.len()];
        // The last answer comes first, as `parse` expects.
        let functions = functions.iter().rev();
        quote! {
            #next! { { #runtime::__with } #({ #functions })* (#(#uses),*) [#arguments] [#item] [#around] }
        }
    }

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
        // The last function that answered comes first.
        functions.reverse();
        let [uses, arguments, item, around] = <[TokenStream; 4]>::try_from(rest).ok()?;
        let uses =
            syn::punctuated::Punctuated::<syn::Path, syn::Token![,]>::parse_terminated.parse2(uses);
        Some(Self {
            functions,
            uses: uses.ok()?.into_iter().collect(),
            arguments,
            item,
            around,
        })
    }
}

/// FNV-1a, which is the same on every machine.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

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
//!                              use geom::sq as __f_uses_sq_..;
//!                              __f_uses_sq_..! { { __with } (geom::sq) [..] [fn f ..] [] }
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

use std::rc::Rc;

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::parse::Parser;

use crate::diag::Diagnostics;
use crate::front::arguments::Arguments;
use crate::front::elsewhere::{Elsewhere, User};
use crate::front::library::{Home, Library};
use crate::front::{crate_items, messages};

use super::carriers::{carrier, is_public};
use super::exported_types::answered;
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
    let carrier = carrier(name, function);
    let uses = quote!(#visibility use);
    carrier.emitted(
        &function.attrs,
        carried.as_ref(),
        is_public(visibility),
        &uses,
    )
}

/// The first step of a function that uses others: it calls the macro of the first one, which gives
/// its tokens.
pub(super) fn ask(
    arguments: &Arguments,
    [tokens, item]: [&TokenStream; 2],
    around: impl FnOnce() -> TokenStream,
) -> Option<TokenStream> {
    let (runtime, uses) = (&arguments.runtime, &arguments.uses);
    if uses.is_empty() {
        // The tokens around are those of the whole module, which would be read again here.
        return None;
    }
    let around = around();
    let is_in_impl =
        Site::read(around.clone()).is_some_and(|(_, site)| site.home.of_type.is_some());
    let called = Called::of(arguments, item, is_in_impl);
    let (first, imports) = (called.macro_called(0)?, called.imports_of_macros());
    Some(quote! {
        #imports
        #first! { { #runtime::__with } (#(#uses),*) [#tokens] [#item] [#around] }
    })
}

/// The names by which the macros of used functions are called.
///
/// rustc says which name it cannot find, so each macro gets one that says what is missing. Where
/// the function is not exported, the import finds only the function. There is no `use` inside of an
/// `impl`, so a method calls the macro by its path.
struct Called<'a> {
    uses: &'a [syn::Path],
    names: Option<Vec<Ident>>,
}

impl<'a> Called<'a> {
    fn of(arguments: &'a Arguments, item: &TokenStream, is_in_impl: bool) -> Self {
        let uses = arguments.uses.as_slice();
        let function = syn::parse2::<syn::ItemFn>(item.clone()).ok();
        let function = function.filter(|function| {
            !is_in_impl
                && function.sig.receiver().is_none()
                && !crate::front::mentions_self(function)
        });
        let names = function.map(|function| {
            let prefix = arguments.prefix.as_ref().unwrap_or(&function.sig.ident);
            let prefix = syn::ext::IdentExt::unraw(prefix);
            let name = |(number, path): (usize, &syn::Path)| {
                let used = path.segments.last().map(|last| &last.ident);
                let span = used.map_or_else(Span::call_site, Ident::span);
                let used = used.map(syn::ext::IdentExt::unraw);
                format_ident!(
                    "__{prefix}_uses_{}_which_needs_the_option_export_{number}",
                    used.unwrap_or_else(|| prefix.clone()),
                    span = span
                )
            };
            uses.iter().enumerate().map(name).collect()
        });
        Self { uses, names }
    }

    /// The path of a macro.
    fn macro_called(&self, number: usize) -> Option<TokenStream> {
        let path = self.uses.get(number)?;
        Some(match &self.names {
            Some(names) => names[number].to_token_stream(),
            None => path.to_token_stream(),
        })
    }

    fn imports_of_macros(&self) -> TokenStream {
        let names = self.names.iter().flatten();
        let imports = self.uses.iter().zip(names).map(|(path, name)| {
            quote! {
                #[doc(hidden)]
                #[allow(unused_imports, non_snake_case)]
                use #path as #name;
            }
        });
        imports.collect()
    }
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
        return answer.ask_next(&arguments);
    }
    if let Some(exported) = answered(answer.item.clone(), &answer.functions) {
        settle(diagnostics, None);
        return exported;
    }
    let Some((around, site)) = Site::read(answer.around) else {
        settle(diagnostics, None);
        return internal();
    };
    let is_refused = answer.functions.iter().any(TokenStream::is_empty);
    let mut elsewhere = Vec::new();
    for (path, tokens) in answer.uses.iter().zip(answer.functions) {
        match Elsewhere::parse(path, &tokens) {
            Ok(found) => elsewhere.push(found),
            Err(error) => diagnostics.push(error),
        }
    }
    elsewhere.retain(|found| !found.is_empty());
    let user = User {
        items: &around,
        function: &answer.item,
        home: &site.home,
        seen: &arguments.seen,
    };
    let library = library(user, &elsewhere, &arguments, &mut diagnostics);
    library.surround(&site.home, &mut arguments);
    arguments.around = site.around;
    arguments.own_traits = Rc::clone(&library.own_traits);
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

/// The items that a function alone sees, if it sees crates.
pub(super) fn library_alone(
    function: &TokenStream,
    arguments: &Arguments,
    home: &Home,
    diagnostics: &mut Diagnostics,
) -> Library {
    let user = User {
        items: &[],
        function,
        home,
        seen: &arguments.seen,
    };
    library(user, &[], arguments, diagnostics)
}

/// The items that a function sees, for its scalar.
fn library(
    user: User<'_>,
    elsewhere: &[Elsewhere],
    arguments: &Arguments,
    diagnostics: &mut Diagnostics,
) -> Library {
    let mut errors = Vec::new();
    let library = Library::of_user(user, elsewhere, "f64", &mut |path, message| {
        errors.push(syn::Error::new_spanned(path, message));
    });
    diagnostics.push_all(errors);
    let function = syn::parse2::<syn::ItemFn>(user.function.clone()).ok();
    let are_singles = function.is_some_and(|function| {
        crate_items::are_singles(arguments, library.has_generic_crates, &function.sig)
    });
    if are_singles {
        return Library::of_user(user, elsewhere, "f32", &mut |_, _| ());
    }
    library
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
    fn ask_next(self, given: &Arguments) -> TokenStream {
        let site = Site::read(self.around.clone());
        let is_in_impl = site.is_some_and(|(_, site)| site.home.of_type.is_some());
        let called = Called::of(given, &self.item, is_in_impl);
        let (runtime, next) = (&given.runtime, called.macro_called(self.functions.len()));
        let Self {
            functions,
            uses,
            arguments,
            item,
            around,
        } = self;
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

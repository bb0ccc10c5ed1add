//! What is around a function that has the attribute alone: the file that it stands in.
//!
//! ```text
//! fn fall(t: f64) -> f64 { .. }              read where the function alone would be refused
//!
//! #[jacobian]
//! fn height(t: f64) -> f64 { H - fall(t) }
//! ```
//!
//! The file is read as an attributed module in which this function alone has the attribute, and
//! only what the function generates is kept. So names mean what they mean in such a module.
//!
//! A function is found by its tokens, at one place of the file outside of other functions. A
//! function that a macro wrote, or one that stands there twice, sees nothing around it, because
//! nothing says which module it is in.
//!
//! Invariant: what a function generates alone does not depend on its file. The file is read only
//! after an error.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Item, ItemFn, ItemMod};

use crate::diag::Diagnostics;
use crate::front::arguments::Arguments;
use crate::front::{mentioned, names_any};
use crate::limits;
use crate::sources::Files;

use super::attributed::{take_attributes, take_attributes_of_trait};
use super::generate::orders;
use super::seeing::{sources_of, without_sources};
use super::{assembled, configurations, guard};

/// What a function generates where it sees its file, if that helps. `alone` is what it generates
/// alone.
pub(super) fn helped(
    arguments: &TokenStream,
    function: &ItemFn,
    alone: &TokenStream,
    files: &dyn Files,
) -> Option<TokenStream> {
    let mut refused = Vec::new();
    add_errors(alone, &mut refused);
    if refused.is_empty() || assembled::asked(arguments).is_some() {
        return None;
    }
    let text = files.read(&files.own_file()?)?;
    let tokens: TokenStream = without_first_line(&text).parse().ok()?;
    let all = tokens.clone().into_iter().chain(arguments.clone());
    let all = all.chain(function.to_token_stream()).collect();
    let read = || guard::caught(|| seeing(arguments, function, tokens), |_| None);
    let seen = limits::with_stack(all, read).ok().flatten()?;
    let mut left = Vec::new();
    add_errors(&seen, &mut left);
    // An error that stays has its place in the function where the function is read alone.
    let helps = left.is_empty() || left.len() <= refused.len() && left != refused;
    helps.then_some(seen)
}

/// The text without the line that starts a script, which is no Rust, and without the mark of its
/// encoding.
fn without_first_line(text: &str) -> &str {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.starts_with("#!") && !text.starts_with("#![") {
        text.find('\n').map_or("", |end| &text[end..])
    } else {
        text
    }
}

/// What the function generates in its file. `None` if it is not there, or if the file would have to
/// change.
fn seeing(arguments: &TokenStream, function: &ItemFn, file: TokenStream) -> Option<TokenStream> {
    let mut file: syn::File = syn::parse2(file).ok()?;
    let options = without_sources(arguments);
    let mut placing = Placing {
        key: key(&function.attrs, function),
        attributed: function.clone(),
        around: TokenStream::new(),
        places: Vec::new(),
    };
    let asked: Attribute = syn::parse_quote!(#[jacobian(#options)]);
    placing.attributed.attrs.push(asked);
    placing.visit_file_mut(&mut file);
    let [around] = placing.places.as_slice() else {
        return None;
    };
    if names_unknown_scalar(arguments, function, around) {
        return None;
    }
    let items = file.items;
    let module: ItemMod = syn::parse_quote!(mod __file { #(#items)* });
    configurations::generated_inside(&sources_of(arguments), module)
}

/// Whether an option names a type parameter that neither the function nor the `impl` around has.
fn names_unknown_scalar(arguments: &TokenStream, function: &ItemFn, around: &TokenStream) -> bool {
    let mut diagnostics = Diagnostics::default();
    let arguments = Arguments::parse(arguments.clone(), &orders(), &mut diagnostics);
    let all = function.to_token_stream().into_iter().chain(around.clone());
    let names = mentioned(all.collect());
    let mut scalars = arguments.scalars.iter();
    scalars.any(|(parameter, _)| !names.contains(&parameter.to_string()))
}

/// Puts the attributed function in the place of the one with its tokens, and takes the attribute
/// from all others.
struct Placing {
    key: String,
    attributed: ItemFn,
    /// The parameters of the `impl` that is visited.
    around: TokenStream,
    /// The same for each place.
    places: Vec<TokenStream>,
}

impl VisitMut for Placing {
    fn visit_item_fn_mut(&mut self, function: &mut ItemFn) {
        if key(&function.attrs, function) == self.key {
            self.places.push(TokenStream::new());
            *function = self.attributed.clone();
        } else {
            take_attributes(&mut function.attrs);
        }
    }

    fn visit_impl_item_fn_mut(&mut self, method: &mut syn::ImplItemFn) {
        if key(&method.attrs, method) == self.key
            && let Ok(attributed) = syn::parse2(self.attributed.to_token_stream())
        {
            self.places.push(self.around.clone());
            *method = attributed;
        } else {
            take_attributes(&mut method.attrs);
        }
    }

    fn visit_item_impl_mut(&mut self, block: &mut syn::ItemImpl) {
        take_attributes(&mut block.attrs);
        self.around = block.generics.to_token_stream();
        visit_mut::visit_item_impl_mut(self, block);
    }

    fn visit_item_trait_mut(&mut self, item: &mut syn::ItemTrait) {
        take_attributes_of_trait(item);
    }

    fn visit_item_mod_mut(&mut self, module: &mut ItemMod) {
        take_attributes(&mut module.attrs);
        visit_mut::visit_item_mod_mut(self, module);
    }

    fn visit_item_mut(&mut self, item: &mut Item) {
        // Functions inside of functions, of constants and of macros stand elsewhere.
        if matches!(
            item,
            Item::Fn(_) | Item::Impl(_) | Item::Trait(_) | Item::Mod(_)
        ) {
            visit_mut::visit_item_mut(self, item);
        }
    }
}

/// The tokens of a function behind its attributes, because some of these are gone when a macro is
/// asked.
fn key(attributes: &[Attribute], function: &impl ToTokens) -> String {
    let skipped: TokenStream = attributes.iter().map(ToTokens::to_token_stream).collect();
    let skipped = skipped.into_iter().count();
    let mut text = String::new();
    let rest = function.to_token_stream().into_iter().skip(skipped);
    add_text(rest.collect(), &mut text);
    text
}

/// The tokens with spaces between, whatever the author wrote between them.
fn add_text(tokens: TokenStream, text: &mut String) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    proc_macro2::Delimiter::Parenthesis => ("(", ")"),
                    proc_macro2::Delimiter::Brace => ("{", "}"),
                    proc_macro2::Delimiter::Bracket => ("[", "]"),
                    proc_macro2::Delimiter::None => ("", ""),
                };
                text.push_str(open);
                add_text(group.stream(), text);
                text.push_str(close);
            }
            token => {
                text.push_str(&token.to_string());
                text.push(' ');
            }
        }
    }
}

/// The messages in generated code.
fn add_errors(generated: &TokenStream, errors: &mut Vec<String>) {
    if !names_any(generated, &["compile_error"]) {
        return;
    }
    let mut is_asked = false;
    for token in generated.clone() {
        match token {
            TokenTree::Ident(name) => is_asked = name == "compile_error",
            TokenTree::Punct(sign) => is_asked &= sign.as_char() == '!',
            TokenTree::Group(group) if is_asked => errors.push(group.stream().to_string()),
            TokenTree::Group(group) => add_errors(&group.stream(), errors),
            TokenTree::Literal(_) => {}
        }
    }
}

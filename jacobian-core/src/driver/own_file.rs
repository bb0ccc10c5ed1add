//! What is around a function or an `impl` that has the attribute alone: the file that it stands in.
//!
//! ```text
//! fn fall(t: f64) -> f64 { .. }              read where the function alone would be refused
//!
//! #[jacobian]
//! fn height(t: f64) -> f64 { H - fall(t) }
//! ```
//!
//! The file is read as an attributed module in which this item alone has the attribute, and only
//! what the item generates is kept. So names mean what they mean in such a module.
//!
//! An item is found by its tokens, at one place of the file outside of functions. One that a macro
//! wrote, or that stands there twice, sees nothing around it, because nothing says which module it
//! is in.
//!
//! Invariant: what an item generates alone does not depend on its file. The file is read only after
//! an error.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Item, ItemFn, ItemMod};

use crate::diag::Diagnostics;
use crate::front::arguments::Arguments;
use crate::front::mentioned;
use crate::limits;
use crate::sources::Files;

use super::attributed::{take_attributes, take_attributes_of_trait};
use super::generate::orders;
use super::seeing::{sources_of, without_sources};
use super::whole::Part;
use super::{assembled, configurations, guard};

/// What an item generates where it sees its file, if that helps; an `impl` with all that is in it.
/// `alone` is what it generates alone.
pub(super) fn helped(
    arguments: &TokenStream,
    item: &Item,
    alone: &TokenStream,
    files: &dyn Files,
) -> Option<TokenStream> {
    // Errors stand beside what a function generates, and beside or inside of an `impl`.
    let depth = usize::from(matches!(item, Item::Impl(_)));
    let refused = errors_in(alone, depth);
    if refused.is_empty() || assembled::asked(arguments).is_some() {
        return None;
    }
    let attributed = Attributed::of(arguments, item)?;
    let text = files.read(&files.own_file()?)?;
    let tokens: TokenStream = without_first_line(&text).parse().ok()?;
    let all = tokens.clone().into_iter().chain(arguments.clone());
    let all = all.chain(item.to_token_stream()).collect();
    let read = || guard::caught(|| seeing(arguments, attributed, tokens), |_| None);
    let seen = limits::with_stack(all, read).ok().flatten()?;
    let left = errors_in(&seen, depth);
    // Another error in place of one is about what the function names. One that stays has its place
    // in the function where the function is read alone.
    let is_another = left.len() == refused.len() && left != refused;
    let helps = left.len() < refused.len() || matches!(item, Item::Fn(_)) && is_another;
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

/// What the item generates in its file. `None` if it is not there, or if the file would have to
/// change.
fn seeing(
    arguments: &TokenStream,
    attributed: Attributed,
    file: TokenStream,
) -> Option<TokenStream> {
    let mut file: syn::File = syn::parse2(file).ok()?;
    let part = attributed.part();
    let mut placing = Placing {
        attributed,
        around: TokenStream::new(),
        places: Vec::new(),
    };
    placing.visit_file_mut(&mut file);
    let [place] = placing.places.as_slice() else {
        return None;
    };
    if names_unknown_scalar(arguments, place) {
        return None;
    }
    let items = file.items;
    let module: ItemMod = syn::parse_quote!(mod __file { #(#items)* });
    configurations::generated_inside(&sources_of(arguments), &module, part)
}

/// The item with the attribute, and the text by which it is found.
struct Attributed {
    item: Item,
    written: TokenStream,
    text: String,
}

impl Attributed {
    fn of(arguments: &TokenStream, item: &Item) -> Option<Self> {
        let written = item.to_token_stream();
        let mut item = item.clone();
        let options = without_sources(arguments);
        let asked: Attribute = syn::parse_quote!(#[jacobian(#options)]);
        let text = match &mut item {
            Item::Fn(function) => {
                let text = text_of(&function.attrs, function);
                ask(&mut function.attrs, asked);
                text
            }
            Item::Impl(block) => {
                let text = text_of(&block.attrs, block);
                ask(&mut block.attrs, asked);
                text
            }
            _ => return None,
        };
        Some(Self {
            item,
            written,
            text,
        })
    }

    fn is(&self, attributes: &[Attribute], item: &impl ToTokens) -> bool {
        text_of(attributes, item) == self.text
    }

    /// What is kept of the file.
    fn part(&self) -> Part {
        match self.item {
            Item::Impl(_) => Part::Block,
            _ => Part::Generated,
        }
    }
}

/// Leaves this attribute of ours alone. rustc asks for another one by itself.
fn ask(attributes: &mut Vec<Attribute>, asked: Attribute) {
    take_attributes(attributes);
    attributes.push(asked);
}

/// Whether an option names a type parameter that nothing in the place has.
fn names_unknown_scalar(arguments: &TokenStream, place: &TokenStream) -> bool {
    let mut diagnostics = Diagnostics::default();
    let arguments = Arguments::parse(arguments.clone(), &orders(), &mut diagnostics);
    let names = mentioned(place.clone());
    let mut scalars = arguments.scalars.iter();
    scalars.any(|(parameter, _)| !names.contains(&parameter.to_string()))
}

/// Puts the attributed item in the place of the one with its text, and takes the attribute from all
/// others.
struct Placing {
    attributed: Attributed,
    /// The parameters of the `impl` that is visited.
    around: TokenStream,
    /// The item at each place, with the parameters around it.
    places: Vec<TokenStream>,
}

impl Placing {
    /// The item in this place.
    fn place<T: syn::parse::Parse>(&mut self) -> Option<T> {
        let placed = syn::parse2(self.attributed.item.to_token_stream()).ok()?;
        let around = self.around.clone().into_iter();
        let place = around.chain(self.attributed.written.clone());
        self.places.push(place.collect());
        Some(placed)
    }
}

impl VisitMut for Placing {
    fn visit_item_fn_mut(&mut self, function: &mut ItemFn) {
        if self.attributed.is(&function.attrs, function)
            && let Some(placed) = self.place()
        {
            *function = placed;
        } else {
            take_attributes(&mut function.attrs);
        }
    }

    fn visit_impl_item_fn_mut(&mut self, method: &mut syn::ImplItemFn) {
        if self.attributed.is(&method.attrs, method)
            && let Some(placed) = self.place()
        {
            *method = placed;
        } else {
            take_attributes(&mut method.attrs);
        }
    }

    fn visit_item_impl_mut(&mut self, block: &mut syn::ItemImpl) {
        if self.attributed.is(&block.attrs, block)
            && let Some(placed) = self.place()
        {
            *block = placed;
            return;
        }
        take_attributes(&mut block.attrs);
        self.around = block.generics.to_token_stream();
        visit_mut::visit_item_impl_mut(self, block);
        self.around = TokenStream::new();
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

/// The tokens of an item behind its attributes, because some of these are gone when a macro is
/// asked.
fn text_of(attributes: &[Attribute], item: &impl ToTokens) -> String {
    let attributes: TokenStream = attributes.iter().map(ToTokens::to_token_stream).collect();
    let n_skipped = attributes.into_iter().count();
    let rest = item.to_token_stream().into_iter().skip(n_skipped);
    let mut text = String::new();
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

/// The messages in generated code, in groups down to this depth: a walk over all of the code would
/// cost time, though most code has none.
fn errors_in(generated: &TokenStream, depth: usize) -> Vec<String> {
    let mut errors = Vec::new();
    let mut is_asked = false;
    for token in generated.clone() {
        match token {
            TokenTree::Ident(name) => is_asked = name == "compile_error",
            TokenTree::Punct(sign) => is_asked &= sign.as_char() == '!',
            TokenTree::Group(group) if is_asked => errors.push(group.stream().to_string()),
            TokenTree::Group(group) if depth > 0 => {
                errors.extend(errors_in(&group.stream(), depth - 1));
            }
            TokenTree::Group(_) | TokenTree::Literal(_) => {}
        }
    }
    errors
}

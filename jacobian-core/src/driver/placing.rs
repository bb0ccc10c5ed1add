//! Finds an attributed item in the text around it, by its tokens.
//!
//! ```text
//! mod a { fn scaled(x: f64) -> f64 { 3.0 * x }
//!         #[jacobian] fn f(x: f64) -> f64 { scaled(x) } }     found once: in `a`
//! ```
//!
//! One that a macro wrote, or that stands there twice, is not found, because nothing says which
//! module it is in.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Item, ItemFn, ItemMod};

use super::attributed::{take_attributes, take_attributes_of_trait};
use super::seeing::without_sources;
use super::whole::Part;

/// The item with the attribute, and the text by which it is found.
pub(super) struct Attributed {
    item: Item,
    written: TokenStream,
    text: String,
}

impl Attributed {
    pub(super) fn of(arguments: &TokenStream, item: &Item) -> Option<Self> {
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

    /// What is kept of the file.
    pub(super) fn part(&self) -> Part {
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

/// Puts the attributed item in the place of the one with its text, below the module that `modules`
/// lead to, and takes the attribute from all others. Where it stands, if there is one such place.
pub(super) fn place(
    attributed: &Attributed,
    file: &mut syn::File,
    modules: &[String],
) -> Option<Place> {
    let mut placing = Placing {
        attributed,
        modules,
        inside: Vec::new(),
        around: TokenStream::new(),
        block: None,
        places: Vec::new(),
    };
    placing.visit_file_mut(file);
    let place = placing.places.pop()?;
    placing.places.is_empty().then_some(place)
}

/// Whether the `impl` around a function is that of a trait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Block {
    Inherent,
    OfTrait,
}

/// Where the attributed item stands.
pub(super) struct Place {
    /// The item, with the parameters of the `impl` around it.
    pub(super) item: TokenStream,
    /// The modules around it.
    pub(super) modules: Vec<String>,
    pub(super) block: Option<Block>,
}

struct Placing<'a> {
    attributed: &'a Attributed,
    modules: &'a [String],
    /// The modules around what is visited.
    inside: Vec<String>,
    /// The parameters of the `impl` that is visited.
    around: TokenStream,
    block: Option<Block>,
    places: Vec<Place>,
}

impl Placing<'_> {
    /// The attributed item, if this is its place.
    fn placed<T: ToTokens + syn::parse::Parse>(
        &mut self,
        attributes: &[Attribute],
        item: &T,
    ) -> Option<T> {
        let is_here = self.inside.starts_with(self.modules);
        if !is_here || text_of(attributes, item) != self.attributed.text {
            return None;
        }
        let placed = syn::parse2(self.attributed.item.to_token_stream()).ok()?;
        let around = self.around.clone().into_iter();
        self.places.push(Place {
            item: around.chain(self.attributed.written.clone()).collect(),
            modules: self.inside.clone(),
            block: self.block,
        });
        Some(placed)
    }
}

impl VisitMut for Placing<'_> {
    fn visit_item_fn_mut(&mut self, function: &mut ItemFn) {
        if let Some(placed) = self.placed(&function.attrs, function) {
            *function = placed;
        } else {
            take_attributes(&mut function.attrs);
        }
    }

    fn visit_impl_item_fn_mut(&mut self, method: &mut syn::ImplItemFn) {
        if let Some(placed) = self.placed(&method.attrs, method) {
            *method = placed;
        } else {
            take_attributes(&mut method.attrs);
        }
    }

    fn visit_item_impl_mut(&mut self, block: &mut syn::ItemImpl) {
        if let Some(placed) = self.placed(&block.attrs, block) {
            *block = placed;
            return;
        }
        take_attributes(&mut block.attrs);
        self.around = block.generics.to_token_stream();
        self.block = Some(match &block.trait_ {
            Some(_) => Block::OfTrait,
            None => Block::Inherent,
        });
        visit_mut::visit_item_impl_mut(self, block);
        self.around = TokenStream::new();
        self.block = None;
    }

    fn visit_item_trait_mut(&mut self, item: &mut syn::ItemTrait) {
        take_attributes_of_trait(item);
    }

    fn visit_item_mod_mut(&mut self, module: &mut ItemMod) {
        take_attributes(&mut module.attrs);
        self.inside.push(module.ident.to_string());
        visit_mut::visit_item_mod_mut(self, module);
        self.inside.pop();
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

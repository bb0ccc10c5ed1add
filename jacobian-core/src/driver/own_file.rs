//! Helps a function or an `impl` that has the attribute alone: reads its file, then its crate.
//!
//! ```text
//! use crate::units::KM;
//! fn fall(t: f64) -> f64 { .. }              read where the function alone would be refused
//!
//! #[jacobian]
//! fn height(t: f64) -> f64 { H * KM - fall(t) }
//! ```
//!
//! The file is read as an attributed module in which this item alone has the attribute, and only
//! what the item generates is kept. So names mean what they mean in such a module. If an error is
//! left, the whole crate is read so, with its files as modules (`sources/own_crate`).
//!
//! An item is found by its tokens, at one place of the file outside of functions (`placing`).
//!
//! Invariant: what an item generates alone does not depend on its file, except that it is no free
//! function in an `impl` (`enclosing`). The file is read only after an error, or where the value is
//! a struct that was taken for a number, which rustc refuses.

use proc_macro2::{Group, Literal, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Item, ItemMod};

use crate::diag::Diagnostics;
use crate::front::arguments::Arguments;
use crate::front::{mentioned, messages};
use crate::limits;
use crate::sources::Files;

use super::alone::{Columns, columns_alone, names_taken_for_numbers};
use super::attributed::refused as refused_at;
use super::generate::orders;
use super::getters::through_getters;
use super::own_paths::from_root;
use super::placing::{Attributed, place};
use super::private_names::private_name;
use super::seeing::{answered, sources_of, without_sources};
use super::surroundings::{OwnFile, Surroundings, View};
use super::whole::NotKept;
use super::{assembled, configurations, guard};

/// What an item generates where it sees its file or its crate, if that helps; an `impl` with all
/// that is in it. `alone` is what it generates alone, in each configuration.
pub(super) fn helped(
    arguments: &TokenStream,
    item: &Item,
    alone: &[TokenStream],
    files: &dyn Files,
) -> Option<TokenStream> {
    // Errors stand beside what a function generates, and beside or inside of an `impl`.
    let depth = usize::from(matches!(item, Item::Impl(_)));
    let left = Left::of(alone, depth);
    let alone: TokenStream = alone.iter().cloned().collect();
    let refused = errors_in(&alone, depth);
    let taken = names_taken_for_numbers(&alone);
    if refused.is_empty() && taken.is_empty() || assembled::asked(arguments).is_some() {
        return None;
    }
    let own = OwnFile::read(files)?;
    if refused.is_empty() && !own.knows_any(&taken) {
        return None;
    }
    let asked = Asked {
        arguments,
        item,
        columns: columns_alone(arguments, item),
        depth,
        files,
    };
    if refused.is_empty() {
        return asked.with_structs(&taken, own.views(files));
    }
    asked.with_fewer_errors((left, refused), &alone, own.views(files))
}

/// The item that has the attribute.
struct Asked<'a> {
    arguments: &'a TokenStream,
    item: &'a Item,
    columns: Columns,
    /// How deep in groups errors stand.
    depth: usize,
    files: &'a dyn Files,
}

impl Asked<'_> {
    /// What it generates if its value is one of these types, which was taken for a number. No
    /// struct is one, so rustc would refuse what is generated alone.
    fn with_structs(
        &self,
        taken: &[String],
        views: impl Iterator<Item = Surroundings>,
    ) -> Option<TokenStream> {
        let mut views = views.filter(|around| around.define_any(taken));
        views.find_map(|around| match self.seeing(&around) {
            Seen::Generated(seen) if Left::of(&seen, self.depth).all == 0 => {
                Some(seen.into_iter().collect())
            }
            _ => None,
        })
    }

    /// What it generates with the fewest errors.
    fn with_fewer_errors(
        &self,
        (left_alone, mut refused): (Left, Vec<String>),
        alone: &TokenStream,
        views: impl Iterator<Item = Surroundings>,
    ) -> Option<TokenStream> {
        let (mut best, mut note) = (None, None);
        let mut n_left = left_alone.counts();
        for around in views {
            let seen = match self.seeing(&around) {
                Seen::Generated(seen) => seen,
                Seen::Private(name) => {
                    let message = messages::private_elsewhere(&name);
                    let said = self.refused(&message);
                    note = Some(quote!(#alone #said));
                    continue;
                }
                Seen::NeedsImpl => {
                    let message = Literal::string(messages::NEEDS_IMPL);
                    note = Some(saying(&message.into(), alone.clone(), self.depth));
                    continue;
                }
                Seen::Nothing => continue,
            };
            let left = Left::of(&seen, self.depth);
            // Other errors in place of all of them are about what the function names. One that
            // stays has its place in the function where the function is read alone.
            let are_others =
                n_left.0 > 0 && !left.fewest.iter().any(|error| refused.contains(error));
            let is_better = left.counts() < n_left;
            if is_better || matches!(self.item, Item::Fn(_)) && are_others {
                n_left = left.counts();
                refused = left.fewest;
                best = Some(seen.into_iter().collect());
            }
            if n_left.1 == 0 {
                break;
            }
        }
        best.or(note)
    }

    /// A message at the name of the item.
    fn refused(&self, message: &str) -> TokenStream {
        match self.item {
            Item::Impl(block) => refused_at(&block.self_ty, message),
            Item::Fn(function) => refused_at(&function.sig.ident, message),
            _ => TokenStream::new(),
        }
    }

    /// The options, with what the code around needs of the crates that they see; and the sources.
    fn with_sources_for(&self, around: &Surroundings) -> (TokenStream, TokenStream) {
        let alone = || (self.arguments.clone(), TokenStream::new());
        if sources_of(self.arguments).is_empty() {
            return alone();
        }
        let read = || answered(without_sources(self.arguments), &around.tokens, self.files);
        let found = limits::with_stack(around.tokens.clone(), read);
        found.ok().and_then(Result::ok).unwrap_or_else(alone)
    }

    fn seeing(&self, around: &Surroundings) -> Seen {
        let (asked, sources) = self.with_sources_for(around);
        let all = around.tokens.clone().into_iter().chain(sources);
        let all = all.chain(asked.clone());
        let all = all.chain(self.item.to_token_stream()).collect();
        let read = || {
            let arguments = &self.columns.with(&asked, &around.tokens);
            let attributed = Attributed::of(arguments, self.item)?;
            let mut file: syn::File = syn::parse2(around.tokens.clone()).ok()?;
            let place = place(&attributed, &mut file, &around.modules)?;
            if names_unknown_scalar(arguments, &place.item) {
                return None;
            }
            let items = &file.items;
            let module: ItemMod = match around.view {
                View::File => syn::parse_quote!(mod __file { #(#items)* }),
                View::Crate => {
                    let inside = from_root(file.to_token_stream(), &around.root_names);
                    syn::parse2(quote!(mod __crate { #inside })).ok()?
                }
            };
            let part = attributed.part();
            let sources = sources_of(arguments);
            let generated = match configurations::generated_inside(&sources, &module, part) {
                Ok(generated) => generated,
                Err(NotKept::NeedsImpl) => return Some(Seen::NeedsImpl),
                Err(NotKept::OthersChange) => return None,
            };
            let read = |code| through_getters(code, items, &place.modules);
            let generated: Vec<TokenStream> = generated.into_iter().map(read).collect();
            let whole = generated.iter().cloned().collect();
            Some(match private_name(&whole, items, &place.modules) {
                Some(name) => Seen::Private(name),
                None => Seen::Generated(generated),
            })
        };
        let seen = limits::with_stack(all, || guard::caught(read, |_| None));
        seen.ok().flatten().unwrap_or(Seen::Nothing)
    }
}

/// The errors that are left.
struct Left {
    /// Those of the configuration that has the fewest.
    fewest: Vec<String>,
    /// How many there are in all configurations.
    all: usize,
}

impl Left {
    /// The errors in what is generated for each configuration, in groups down to this depth. A
    /// configuration that the crate cannot have, for example without a module that it needs, has
    /// errors that rustc does not see.
    fn of(generated: &[TokenStream], depth: usize) -> Self {
        let each = generated.iter().map(|one| errors_in(one, depth));
        let each: Vec<Vec<String>> = each.collect();
        Self {
            all: each.iter().map(Vec::len).sum(),
            fewest: each.into_iter().min_by_key(Vec::len).unwrap_or_default(),
        }
    }

    /// What is compared: less is better.
    fn counts(&self) -> (usize, usize) {
        (self.fewest.len(), self.all)
    }
}

/// What an item generates with its surroundings.
enum Seen {
    /// In each configuration.
    Generated(Vec<TokenStream>),
    /// It would name this, which is private to another module.
    Private(String),
    /// It is an `impl` of its own, which a method cannot generate.
    NeedsImpl,
    /// It is not there, or something else would have to change.
    Nothing,
}

/// Whether an option names a type parameter that nothing in the place has.
fn names_unknown_scalar(arguments: &TokenStream, place: &TokenStream) -> bool {
    let mut diagnostics = Diagnostics::default();
    let arguments = Arguments::parse(arguments.clone(), &orders(), &mut diagnostics);
    let names = mentioned(place.clone());
    let mut scalars = arguments.scalars.iter();
    let is_unknown = scalars.any(|(parameter, _)| !names.contains(&parameter.to_string()));
    // A mistake is reported where the options are read.
    let _ = diagnostics.finish();
    is_unknown
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

/// The same code with this message in place of each of its own.
fn saying(message: &TokenTree, generated: TokenStream, depth: usize) -> TokenStream {
    let mut is_asked = false;
    let replaced = generated.into_iter().map(|token| match token {
        TokenTree::Group(group) if is_asked || depth > 0 => {
            let inside = if std::mem::take(&mut is_asked) {
                let mut message = message.clone();
                let first = group.stream().into_iter().next();
                message.set_span(first.map_or(group.span(), |first| first.span()));
                message.into()
            } else {
                saying(message, group.stream(), depth - 1)
            };
            let mut with_message = Group::new(group.delimiter(), inside);
            with_message.set_span(group.span());
            with_message.into()
        }
        token => {
            is_asked = match &token {
                TokenTree::Ident(name) => name == "compile_error",
                TokenTree::Punct(sign) => is_asked && sign.as_char() == '!',
                TokenTree::Group(_) | TokenTree::Literal(_) => false,
            };
            token
        }
    });
    replaced.collect()
}

//! Writes `order = ..` into the attribute of a function; everything else in the file stays.
//!
//! ```text
//! #[jacobian]                              #[jacobian(order = list(..))]
//! #[jacobian(wrt(x))]                      #[jacobian(wrt(x), order = list(..))]
//! #[jacobian(order = reverse, wrt(x))]     #[jacobian(order = list(..), wrt(x))]
//! ```

use std::ops::Range;

use proc_macro2::{TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Attribute, Meta, Signature};

use crate::failure::{Done, Failure};
use crate::output;
use crate::source::{Function, is_ours};

/// Replaces or adds the order.
pub(crate) fn into(function: &Function, order: &str) -> Done<()> {
    let path = &function.file;
    let text =
        std::fs::read_to_string(path).map_err(|error| Failure::of_file("read", path, error))?;
    let file =
        syn::parse_file(code(&text)).map_err(|error| Failure::of_file("parse", path, error))?;
    let mut finder = Finder {
        line: function.watched.line,
        found: None,
    };
    finder.visit_file(&file);
    let Some((range, text_of_order)) = finder.found.map(|found| edit(&found, order)) else {
        return Err(Failure::new(format!(
            "`{}` has no attribute of its own: write `#[jacobian(order = {order})]` above it",
            function.watched.name
        )));
    };
    let mut edited = text.clone();
    let skipped = text.len() - code(&text).len();
    edited.replace_range(range.start + skipped..range.end + skipped, &text_of_order);
    output::write(&edited, Some(path))
}

/// The text behind a byte order mark and a line for the shell, which the parser skips.
fn code(text: &str) -> &str {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match text.find('\n') {
        Some(end) if text.starts_with("#!") && !text.starts_with("#![") => &text[end..],
        _ => text,
    }
}

/// Finds the attribute of the function in a line.
struct Finder {
    line: usize,
    found: Option<Attribute>,
}

impl Finder {
    fn look(&mut self, attributes: &[Attribute], signature: &Signature) {
        if signature.ident.span().start().line == self.line {
            self.found = attributes
                .iter()
                .find(|attribute| is_ours(attribute))
                .cloned();
        }
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.look(&item.attrs, &item.sig);
        syn::visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.look(&item.attrs, &item.sig);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        self.look(&item.attrs, &item.sig);
    }
}

/// The characters to replace, and what stands there then.
fn edit(attribute: &Attribute, order: &str) -> (Range<usize>, String) {
    let order = format!("order = {order}");
    match &attribute.meta {
        Meta::List(list) => {
            if let Some(range) = range_of_order(&list.tokens) {
                return (range, order);
            }
            let end = list.delimiter.span().close().byte_range().start;
            let tokens: Vec<TokenTree> = list.tokens.clone().into_iter().collect();
            let separator = match tokens.last() {
                None => "",
                Some(TokenTree::Punct(comma)) if comma.as_char() == ',' => " ",
                Some(_) => ", ",
            };
            (end..end, format!("{separator}{order}"))
        }
        meta => {
            let end = meta.path().span().byte_range().end;
            (end..end, format!("({order})"))
        }
    }
}

/// Where `order = ..` stands among the options.
fn range_of_order(options: &TokenStream) -> Option<Range<usize>> {
    let tokens: Vec<TokenTree> = options.clone().into_iter().collect();
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ',');
    tokens.split(is_comma).find_map(|option| {
        let is_order = matches!(option.first(), Some(TokenTree::Ident(name)) if *name == "order");
        let (first, last) = (option.first()?, option.last()?);
        let range = first.span().byte_range().start..last.span().byte_range().end;
        is_order.then_some(range)
    })
}

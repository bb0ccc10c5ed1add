//! Private names of other modules, which code beside an item cannot name.
//!
//! ```text
//! mod wind {
//!     pub struct Wind { speed: f64 }
//!     impl Wind { pub fn force(&self, x: f64) -> f64 { self.speed * x } }
//! }
//! #[jacobian] fn pull(w: &Wind, x: f64) -> f64 { x * w.force(x) }
//! generated: .. w.speed ..         which rustc refuses here, because it is private to `wind`
//! ```
//!
//! A module that has the attribute makes such names visible (`visibility`). Here nothing but the
//! item can be changed. Types are not known, so a field whose name something visible has as well is
//! left to rustc, and so are methods.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{ImplItem, Item, Visibility};

use crate::front::hidden;
use crate::ordered::Set;

use super::carriers::visibility_of;

/// What code in a module names that is private to a module which is not around it.
pub(super) fn private_name(
    code: &TokenStream,
    items: &[Item],
    modules: &[String],
) -> Option<String> {
    let mut sorter = Sorter {
        from: modules,
        private: Names::default(),
        visible: Names::default(),
    };
    sorter.sort(items, &mut Vec::new());
    let Sorter {
        mut private,
        visible,
        ..
    } = sorter;
    private.fields.retain(|name| !visible.fields.contains(name));
    private.items.retain(|item| !visible.items.contains(item));
    private.found_in(code.clone(), Delimiter::None)
}

#[derive(Default)]
struct Names {
    fields: Set<String>,
    /// Items with the module or the type that they are in, `units::SPEED`.
    items: Set<String>,
}

/// Tells what code in a module can see from what it cannot.
struct Sorter<'a> {
    from: &'a [String],
    private: Names,
    visible: Names,
}

impl Sorter<'_> {
    fn sort(&mut self, items: &[Item], module: &mut Vec<String>) {
        for item in items {
            if let Some(visibility) = visibility_of(item)
                && let Some(around) = module.last()
            {
                let names = hidden::names(item).into_iter();
                let names: Vec<String> = names.map(|name| format!("{around}::{name}")).collect();
                self.names(visibility, module).items.extend(names);
            }
            match item {
                Item::Mod(inner) => {
                    if let Some((_, inside)) = &inner.content {
                        module.push(inner.ident.to_string());
                        self.sort(inside, module);
                        module.pop();
                    }
                }
                Item::Struct(item) => {
                    // A field without a name may be one of a tuple.
                    for field in &item.fields {
                        if let Some(name) = &field.ident {
                            let names = self.names(&field.vis, module);
                            names.fields.insert(name.to_string());
                        }
                    }
                }
                Item::Impl(block) if block.trait_.is_none() => {
                    let of = block.self_ty.to_token_stream().into_iter();
                    let of = of.take_while(|token| token.to_string() != "<").last();
                    let of = of.map(|of| of.to_string()).unwrap_or_default();
                    for part in &block.items {
                        let (visibility, name) = match part {
                            ImplItem::Fn(part) => (&part.vis, &part.sig.ident),
                            ImplItem::Const(part) => (&part.vis, &part.ident),
                            _ => continue,
                        };
                        let names = self.names(visibility, module);
                        names.items.insert(format!("{of}::{name}"));
                    }
                }
                _ => {}
            }
        }
    }

    /// The names with which one of this visibility belongs.
    fn names(&mut self, visibility: &Visibility, module: &[String]) -> &mut Names {
        if is_visible(visibility, module, self.from) {
            &mut self.visible
        } else {
            &mut self.private
        }
    }
}

/// Whether code in the module `from` sees what a module has with this visibility.
pub(super) fn is_visible(visibility: &Visibility, module: &[String], from: &[String]) -> bool {
    let around = module.split_last().map_or(module, |(_, around)| around);
    match visibility {
        Visibility::Public(_) => true,
        Visibility::Restricted(to) if to.path.is_ident("crate") => true,
        Visibility::Restricted(to) if to.path.is_ident("super") => from.starts_with(around),
        Visibility::Restricted(_) | Visibility::Inherited => from.starts_with(module),
    }
}

impl Names {
    /// The first of these names in some code.
    fn found_in(&self, code: TokenStream, within: Delimiter) -> Option<String> {
        if self.fields.is_empty() && self.items.is_empty() {
            return None;
        }
        let tokens: Vec<TokenTree> = code.into_iter().collect();
        let sign = |at: Option<usize>| match at.and_then(|at| tokens.get(at)) {
            Some(TokenTree::Punct(sign)) => Some(sign.as_char()),
            _ => None,
        };
        tokens.iter().enumerate().find_map(|(at, token)| {
            let before = |back| sign(at.checked_sub(back));
            let behind = |ahead| sign(Some(at + ahead));
            let is_part = before(1) == Some('.') && before(2) != Some('.');
            let name = match token {
                TokenTree::Group(group) => return self.found_in(group.stream(), group.delimiter()),
                TokenTree::Ident(name) => name.to_string(),
                _ => return None,
            };
            let is_called = matches!(tokens.get(at + 1), Some(TokenTree::Group(group))
                if group.delimiter() == Delimiter::Parenthesis);
            // In a literal of a struct.
            let begins = within == Delimiter::Brace && (at == 0 || before(1) == Some(','));
            let is_given = begins && behind(1) == Some(':') && behind(2) != Some(':');
            let around = at
                .checked_sub(3)
                .filter(|_| before(1) == Some(':') && before(2) == Some(':'));
            let is_of_path = around.is_some_and(|around| {
                let path = format!("{}::{name}", tokens[around]);
                self.items.contains(&path)
            });
            let is_private = is_part && !is_called && self.fields.contains(&name)
                || is_given && self.fields.contains(&name)
                || is_of_path;
            is_private.then_some(name)
        })
    }
}

//! Items in a configuration: what exists under conditions that are known to hold, or not to.
//!
//! ```text
//! #[cfg(feature = "single")] type Float = f32;         where it holds: type Float = f32;
//! #[cfg(not(feature = "single"))] type Float = f64;    where it does not: type Float = f64;
//! ```

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Fields, ImplItem, Item, ItemMod};

use crate::front::cfg_branches::{
    are_opposite, attributes_of as attributes_of_expression, attributes_of_statement,
};
use crate::front::cfg_conditions::decided;

use super::body_conditions::Known;

/// Conditions that are known to hold, or not to.
pub(super) struct Assumed<'a> {
    known: &'a [Known],
}

impl<'a> Assumed<'a> {
    pub(super) fn new(known: &'a [Known]) -> Self {
        Self { known }
    }

    /// Whether what is under a condition exists. `None` if the condition is open.
    fn exists(&self, asked: &TokenStream) -> Option<bool> {
        let same = self.known.iter().find_map(|(condition, holds)| {
            if asked.to_string() == condition.to_string() {
                return Some(*holds);
            }
            are_opposite(asked, condition).then_some(!holds)
        });
        same.or_else(|| decided(asked, self.known))
    }

    /// Items, without those that do not exist.
    fn items(&mut self, items: &mut Vec<Item>) {
        items.retain_mut(|item| self.keeps(item));
        for item in items {
            self.visit_item_mut(item);
        }
    }

    /// Whether an item exists. If that is certain, its condition goes.
    fn keeps(&self, item: &mut Item) -> bool {
        attributes_of(item).is_none_or(|attributes| self.keeps_under(attributes))
    }

    fn keeps_under(&self, attributes: &mut Vec<Attribute>) -> bool {
        let mut keeps = true;
        attributes.retain(|attribute| {
            let asked = match &attribute.meta {
                syn::Meta::List(list) if list.path.is_ident("cfg") => self.exists(&list.tokens),
                _ => None,
            };
            keeps &= asked != Some(false);
            asked.is_none()
        });
        keeps
    }
}

impl VisitMut for Assumed<'_> {
    fn visit_item_mod_mut(&mut self, module: &mut ItemMod) {
        if let Some((_, items)) = &mut module.content {
            self.items(items);
        }
    }

    fn visit_item_impl_mut(&mut self, block: &mut syn::ItemImpl) {
        block.items.retain_mut(|item| match item {
            ImplItem::Fn(item) => self.keeps_under(&mut item.attrs),
            ImplItem::Const(item) => self.keeps_under(&mut item.attrs),
            ImplItem::Type(item) => self.keeps_under(&mut item.attrs),
            _ => true,
        });
        visit_mut::visit_item_impl_mut(self, block);
    }

    fn visit_fields_mut(&mut self, fields: &mut Fields) {
        let fields = match fields {
            Fields::Named(fields) => &mut fields.named,
            Fields::Unnamed(fields) => &mut fields.unnamed,
            Fields::Unit => return,
        };
        retain(fields, |field| self.keeps_under(&mut field.attrs));
        for field in fields {
            self.visit_field_mut(field);
        }
    }

    fn visit_item_enum_mut(&mut self, definition: &mut syn::ItemEnum) {
        retain(&mut definition.variants, |variant| {
            self.keeps_under(&mut variant.attrs)
        });
        visit_mut::visit_item_enum_mut(self, definition);
    }

    fn visit_expr_struct_mut(&mut self, literal: &mut syn::ExprStruct) {
        retain(&mut literal.fields, |field| {
            self.keeps_under(&mut field.attrs)
        });
        visit_mut::visit_expr_struct_mut(self, literal);
    }

    fn visit_pat_struct_mut(&mut self, pattern: &mut syn::PatStruct) {
        retain(&mut pattern.fields, |field| {
            self.keeps_under(&mut field.attrs)
        });
        visit_mut::visit_pat_struct_mut(self, pattern);
    }

    /// `#[cfg_attr(p, log)]` is `#[log]`, or nothing.
    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        let mut known = Vec::with_capacity(attributes.len());
        for attribute in attributes.drain(..) {
            let parts = match &attribute.meta {
                syn::Meta::List(list) if list.path.is_ident("cfg_attr") => {
                    let tokens = list.tokens.clone().into_iter();
                    let is_part = |token: &TokenTree| token.to_string() != ",";
                    let asked: TokenStream = tokens.clone().take_while(is_part).collect();
                    let rest: Vec<TokenTree> = tokens.skip_while(is_part).skip(1).collect();
                    self.exists(&asked).map(|exists| (exists, rest))
                }
                _ => None,
            };
            match parts {
                Some((true, rest)) => {
                    let parts = rest.split(|token| token.to_string() == ",");
                    let parts = parts.filter(|part| !part.is_empty());
                    let tokens: TokenStream = parts.map(|part| quote!(#[#(#part)*])).collect();
                    known.extend(Attribute::parse_outer.parse2(tokens).unwrap_or_default());
                }
                Some((false, _)) => {}
                None => known.push(attribute),
            }
        }
        *attributes = known;
    }

    /// Statements, without those that do not exist.
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        block.stmts.retain_mut(|statement| match statement {
            syn::Stmt::Item(item) => self.keeps(item),
            other => attributes_of_statement(other).is_none_or(|found| self.keeps_under(found)),
        });
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_expr_array_mut(&mut self, array: &mut syn::ExprArray) {
        retain(&mut array.elems, |element| {
            attributes_of_expression(element).is_none_or(|found| self.keeps_under(found))
        });
        visit_mut::visit_expr_array_mut(self, array);
    }

    fn visit_expr_match_mut(&mut self, found: &mut syn::ExprMatch) {
        found
            .arms
            .retain_mut(|arm| self.keeps_under(&mut arm.attrs));
        visit_mut::visit_expr_match_mut(self, found);
    }
}

pub(super) fn attributes_of(item: &mut Item) -> Option<&mut Vec<Attribute>> {
    Some(match item {
        Item::Const(item) => &mut item.attrs,
        Item::Enum(item) => &mut item.attrs,
        Item::Fn(item) => &mut item.attrs,
        Item::Impl(item) => &mut item.attrs,
        Item::Macro(item) => &mut item.attrs,
        Item::Mod(item) => &mut item.attrs,
        Item::Static(item) => &mut item.attrs,
        Item::Struct(item) => &mut item.attrs,
        Item::Trait(item) => &mut item.attrs,
        Item::Type(item) => &mut item.attrs,
        Item::Use(item) => &mut item.attrs,
        _ => return None,
    })
}

/// Keeps some parts of a list, with the commas behind them: a rest, `..base`, needs the last one.
fn retain<T>(list: &mut Punctuated<T, syn::Token![,]>, mut keeps: impl FnMut(&mut T) -> bool) {
    let parts = std::mem::take(list).into_pairs();
    *list = parts
        .filter_map(|mut part| keeps(part.value_mut()).then_some(part))
        .collect();
}

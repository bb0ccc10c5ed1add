//! Macros of the user's own where the parts of an `impl` or a trait stand.
//!
//! ```text
//! impl Add for V {                                  impl Add for V {
//!     type Output = V;                                  type Output = V;
//!     by_parts! { add(self, other: V), + }     ->       fn add(self, other: V) -> V { .. }
//! }                                                 }
//! ```

use quote::quote;
use syn::{ImplItem, Item, ItemImpl, ItemTrait, TraitItem};

use crate::front::read::own_macros::OwnMacros;

impl OwnMacros {
    /// The item with the parts that calls of these macros in it make. A call that we cannot expand
    /// stays.
    pub(crate) fn with_parts(&self, item: Item) -> Item {
        match item {
            Item::Impl(mut block) => {
                let is_call = |part: &ImplItem| matches!(part, ImplItem::Macro(_));
                if block.items.iter().any(is_call) {
                    block.items = self.parts_of_block(&block);
                }
                Item::Impl(block)
            }
            Item::Trait(mut item) => {
                let is_call = |part: &TraitItem| matches!(part, TraitItem::Macro(_));
                if item.items.iter().any(is_call) {
                    item.items = self.parts_of_trait(&item);
                }
                Item::Trait(item)
            }
            item => item,
        }
    }

    fn parts_of_block(&self, block: &ItemImpl) -> Vec<ImplItem> {
        let each = block.items.iter().flat_map(|part| {
            let made = match part {
                ImplItem::Macro(call) => self.tokens_of(&call.mac).and_then(|tokens| {
                    syn::parse2::<ItemImpl>(quote!(impl __Parts { #tokens })).ok()
                }),
                _ => None,
            };
            made.map_or_else(|| vec![part.clone()], |made| made.items)
        });
        each.collect()
    }

    fn parts_of_trait(&self, item: &ItemTrait) -> Vec<TraitItem> {
        let each = item.items.iter().flat_map(|part| {
            let made = match part {
                TraitItem::Macro(call) => self.tokens_of(&call.mac).and_then(|tokens| {
                    syn::parse2::<ItemTrait>(quote!(trait __Parts { #tokens })).ok()
                }),
                _ => None,
            };
            made.map_or_else(|| vec![part.clone()], |made| made.items)
        });
        each.collect()
    }
}

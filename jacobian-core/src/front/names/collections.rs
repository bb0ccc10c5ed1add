//! The types that items are collected into. A list keeps all items in their order. A map sorts them
//! and merges those with the same key, and a type out of sight may do anything.

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::syntax::form::Want;
use crate::front::syntax::types::{keeps_items, list_element, type_name, unwrap};
use crate::front::value::found::Found;

impl<M> Lowering<M> {
    /// Refuses `collect` into a type that may be one of the user's, unless it is seen to be a list
    /// of the library. Only the `from_iter` of a type knows what becomes of the items.
    pub(crate) fn refuse_unseen_collection(
        &mut self,
        wanted: Want<'_>,
        call: &syn::ExprMethodCall,
    ) -> Found<()> {
        let types = &self.given.types;
        let inside = wanted.map(|ty| unwrap(ty).1);
        if inside.as_ref().is_some_and(|ty| list_element(ty).is_some()) {
            return Ok(());
        }
        let key = inside.as_ref();
        let key = key.and_then(|ty| types.key_of(ty, &self.within()));
        let is_own = key.is_some_and(|key| types.definition(&key).is_some());
        if is_own || types.has_method("from_iter", 1) {
            return self.writer.refuse(call, messages::COLLECTED_TYPE);
        }
        match inside.as_ref().and_then(type_name) {
            Some(name) if !keeps_items(name) && self.names.is_active(&call.receiver) => {
                let message = messages::collected_into(&name.to_string());
                self.writer.refuse(call, &message)
            }
            _ => Ok(()),
        }
    }
}

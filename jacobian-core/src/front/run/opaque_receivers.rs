//! Methods of opaque objects that cannot be followed with an active value: what the message says.
//!
//! ```text
//! n: &Normal      its type is known, so a rule can name it
//! m: &M           any type with the trait that bounds `M`, so one may be chosen
//! m: &dyn Model   the same, but run time chooses
//! ```

use quote::ToTokens;
use syn::{Expr, Type};

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::form::type_name;
use crate::front::syntax::strip::strip;
use crate::front::value::found::Found;
use crate::front::value::{Inactive, Value};

impl Lowering<Run> {
    /// Refuses a method of an opaque object with an active argument.
    pub(crate) fn refuse_method_of_opaque(
        &mut self,
        kept: &Inactive,
        call: &syn::ExprMethodCall,
    ) -> Found<Value> {
        let receiver = match strip(&call.receiver) {
            Expr::Path(path) => path.to_token_stream(),
            _ => kept.tokens.clone(),
        };
        let receiver = receiver.to_string().replace(" . ", ".").replace(" [", "[");
        if receiver == "self" && self.is_inside_trait() {
            let message = messages::required_method(&call.method);
            return self.writer.refuse(call, &message);
        }
        let ty = self.declared_type(kept);
        if let Some(of_any) = ty.as_ref().and_then(|ty| self.bounds_of_type(ty))
            && let Some(of_trait) = of_any.traits.first()
        {
            let types = self.types_with(&of_any.traits, &call.method);
            let parameter = of_any.parameter.as_deref();
            let message =
                messages::method_of_any(&call.method, &receiver, (of_trait, parameter), &types);
            return self.writer.refuse(call, &message);
        }
        let ty = ty.map(|ty| type_name(&ty)).filter(|ty| !ty.is_empty());
        let message = messages::method_of_opaque(&call.method, &receiver, ty.as_deref());
        self.writer.refuse(call, &message)
    }

    /// The types in view with a method of one of these traits.
    fn types_with(&self, traits: &[String], method: &syn::Ident) -> Vec<String> {
        let heads = self.given.types.methods.values().flatten();
        let heads = heads.filter(|head| {
            let of_trait = head.of_trait.as_ref().and_then(|path| path.segments.last());
            let is_of = |last: &syn::PathSegment| traits.iter().any(|name| last.ident == name);
            head.signature.ident == *method && of_trait.is_some_and(is_of)
        });
        let mut types: Vec<String> = heads
            .filter(|head| matches!(head.self_type, Type::Path(_)))
            .map(|head| type_name(&head.self_type))
            .collect();
        types.sort();
        types.dedup();
        types
    }
}

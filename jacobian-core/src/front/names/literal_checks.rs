//! Struct literals that are taken apart, shown to rustc: it checks and infers the types of fields.
//!
//! ```text
//! Filter { gain: 0.3, y: x }          is `gain` an `f32`? The definition is out of sight
//! Plant { name: "n".into(), k: x }    what does `into` give? Only the field says it
//!     let part = "n".into();
//!     if false { let _ = Plant { name: part, k: loop {} }; loop {} }      never run
//! ```

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, Member};

use crate::ir::Precision;

use crate::front::names::state::Lowering;
use crate::front::syntax::open_types::needs_type;
use crate::front::syntax::strip::strip;
use crate::front::value::{Inactive, Value};

impl<M> Lowering<M> {
    /// Shows rustc a literal in which something is open. A base may give other fields.
    pub(crate) fn check_literal(&mut self, value: &Value, written: &[&Expr], has_base: bool) {
        let Value::Struct(layout, values) = value else {
            return;
        };
        let is_here = self.frames.foreign == 0 && !self.is_in_prelude();
        if self.writer.is_trial() || !is_here || layout.made.is_some() {
            return;
        }
        let mut is_open = false;
        let mut has_numbers = false;
        let mut mentions = Vec::new();
        let mut parts = Vec::with_capacity(values.len());
        for ((expression, value), member) in written.iter().zip(&**values).zip(&layout.members) {
            let part = match value {
                Value::Inactive(part) if needs_type(expression) => {
                    is_open = true;
                    mentions.extend(part.mentions.iter().copied());
                    part.tokens.clone()
                }
                value if layout.own.is_none() && !refers(expression) => {
                    let number = self.typed_number(value);
                    has_numbers |= number.is_some();
                    number.unwrap_or_else(|| quote!(loop {}))
                }
                _ => quote!(loop {}),
            };
            parts.push(match member {
                Member::Named(_) => quote!(#member: #part),
                Member::Unnamed(_) => part,
            });
        }
        let (path, base) = (&layout.path, has_base.then(|| quote!(..loop {})));
        let is_tuple = matches!(layout.members.first(), Some(Member::Unnamed(_)));
        let literal = if is_tuple {
            quote!(let _ = #path(#(#parts),*))
        } else {
            quote!(let _ = #path { #(#parts,)* #base })
        };
        if is_open {
            let check = quote!(if false { #literal; loop {} });
            self.writer.keep_check(check, &mentions);
        } else if has_numbers {
            self.writer
                .macro_checks
                .push(quote!(let _ = || { #literal; };));
        }
    }

    /// Code of the type that we take a number for.
    fn typed_number(&self, value: &Value) -> Option<TokenStream> {
        let is_mixed = self.writer.builder.is_mixed();
        match value {
            _ if is_mixed || self.given.precision == Precision::Generic => None,
            Value::Scalar(_) => {
                let scalar = crate::spelling::scalar_type(self.given.precision);
                Some(quote!({ let number: #scalar = loop {}; number }))
            }
            _ => None,
        }
    }

    /// Shows rustc that what is assigned has the type of what was there.
    pub(crate) fn check_same_type(&mut self, old: Option<&Value>, new: &Value) {
        if let (Some(Value::Inactive(Inactive { tokens: old, .. })), Value::Inactive(new)) =
            (old, new)
        {
            let (new, mentions) = (&new.tokens, new.mentions.clone());
            self.writer
                .keep_check(quote!(if false { let _ = [&#old, &#new]; }), &mentions);
        }
    }
}

fn refers(expression: &Expr) -> bool {
    matches!(strip(expression), Expr::Reference(_))
}

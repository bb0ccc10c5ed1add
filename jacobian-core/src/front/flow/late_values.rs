//! Values of variables before the loop that assigns them. Nothing reads these values, but rustc
//! wants one of the right type.
//!
//! ```text
//! for s in samples { if s > x { return Some(s.kind()); } } None      `let mut met_1 = Kind::Low;`
//! ```

use proc_macro2::TokenStream;
use quote::quote;

use crate::front::flow::assumed::Assumed;
use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::maybe::{Maybe, Presence};
use crate::interface::Wrapper;

/// Whether a value is that of a name, which an iteration assigns before it reads it, or that of an
/// exit, which need not be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    OfName,
    OfExit,
}

impl<M> Lowering<M> {
    /// A value like the one that an exit carries. Parts of unknown types are left unassigned.
    pub(crate) fn unread(&self, carried: &Value) -> Value {
        match carried {
            Value::Inactive(code) => self.unread_like(code).unwrap_or(Value::Unassigned),
            Value::Maybe(maybe) => {
                let is_nothing = matches!(maybe.presence, Presence::Never(..));
                if is_nothing && maybe.wrapper == Wrapper::Option {
                    return carried.clone();
                }
                let inside = self.unread(&maybe.inside);
                Maybe::without_value(maybe.wrapper)
                    .with(inside)
                    .into_value()
            }
            Value::Struct(..) | Value::Tuple(_) | Value::Array(_) => {
                let parts = carried.parts().unwrap_or_default().iter();
                carried.rebuilt(parts.map(|part| self.unread(part)).collect())
            }
            _ => Value::Unassigned,
        }
    }
}

/// The code of a value for the inside of an `Option` that is `None` before the loop.
pub(crate) fn default_inside(assumed: &Assumed, initial: &Value) -> TokenStream {
    if let (Assumed::Maybe(_, _, inside, _), Value::Maybe(maybe)) = (assumed, initial)
        && matches!(**inside, Assumed::Variable)
        && let Some(ty) = maybe.type_of_nothing()
    {
        return quote!(<#ty as ::core::default::Default>::default());
    }
    quote!(::core::default::Default::default())
}

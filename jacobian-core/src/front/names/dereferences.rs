//! Dereferences in copied code of names that are parts of aggregates.
//!
//! ```text
//! match &shape {
//!     Shape::Frame { w, h } => *w * *h,      w is active: `v3`; h is not: `__part_1`
//! }                                          `*h` is `__elemental::behind(__part_1)`
//! ```
//!
//! We keep the parts, and not references to them. The user's name may be a reference to the part,
//! as here, or the part itself may be a reference. Only rustc knows the type of the part, so the
//! runtime does what `*` does there: it gives a number, or the value behind a reference.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, ExprPath};

use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::place_referred_to;
use crate::front::value::Value;
use crate::front::write::opaque::is_part;

/// `*name` and `**name`, if the name is such a part.
pub(crate) fn behind_part<'a>(
    expression: &Expr,
    value_of: &dyn Fn(&ExprPath) -> Option<&'a Value>,
) -> Option<TokenStream> {
    let Expr::Unary(unary) = expression else {
        return None;
    };
    if !matches!(unary.op, syn::UnOp::Deref(_)) {
        return None;
    }
    let inner = match strip(&unary.expr) {
        Expr::Path(path) => match value_of(path)? {
            Value::Inactive(part) if is_part(&part.tokens) => part.tokens.clone(),
            _ => return None,
        },
        inner => behind_part(inner, value_of).or_else(|| behind_reference(inner, value_of))?,
    };
    Some(quote!(__elemental::behind(#inner)))
}

/// `*name` of a reference to a variable, inside of `**name`: a closure such as that of `filter`
/// gets a reference to it.
fn behind_reference<'a>(
    expression: &Expr,
    value_of: &dyn Fn(&ExprPath) -> Option<&'a Value>,
) -> Option<TokenStream> {
    let Expr::Unary(unary) = expression else {
        return None;
    };
    match (unary.op, strip(&unary.expr)) {
        (syn::UnOp::Deref(_), Expr::Path(path)) => match value_of(path)? {
            Value::Inactive(reference) => {
                // A variable of a join or a loop. Those of the user's may be no copies.
                let place = place_referred_to(&reference.tokens)?.to_string();
                let tokens = &reference.tokens;
                place
                    .starts_with("__met_")
                    .then(|| quote!(__elemental::behind(#tokens)))
            }
            _ => None,
        },
        _ => None,
    }
}

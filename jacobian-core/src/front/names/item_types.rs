//! Types of the items of inactive iterators, so that their methods and fields are known.
//!
//! ```text
//! for ball in &self.balls                        ball: &Sphere
//! for (i, (a, b)) in left.iter().zip(right).enumerate()
//!                                                i: usize, a: &Sphere, b: Plane
//! ```
//!
//! An iterator that is not in this list, or whose items have types of several places, gives no
//! type. Then a method of an item is refused, where an argument is active.

use syn::{Expr, Type};

use crate::front::read::definitions::Written;
use crate::front::syntax::strip::strip;

/// The types of expressions, as far as they are known.
pub(crate) type Typed<'a> = dyn Fn(&Expr) -> Option<Written> + 'a;

/// Adapters that give some of the items of their receiver.
const SAME_ITEMS: &[&str] = &[
    "rev",
    "skip",
    "take",
    "step_by",
    "filter",
    "take_while",
    "skip_while",
    "inspect",
    "by_ref",
    "fuse",
    "cycle",
    "chain",
];

/// The type of the items of an inactive iterator. `typed` says that of an expression.
pub(crate) fn items_of(iterable: &Expr, typed: &Typed<'_>) -> Option<Written> {
    let borrowed = |list: &Expr| Some(typed(list)?.element()?.borrowed());
    let call = match strip(iterable) {
        Expr::Reference(reference) => return borrowed(&reference.expr),
        Expr::MethodCall(call) => call,
        place => {
            let list = typed(place)?;
            let element = list.element()?;
            return Some(match list.ty {
                Type::Reference(_) => element.borrowed(),
                _ => element,
            });
        }
    };
    let items = || items_of(&call.receiver, typed);
    let values = || typed(&call.receiver)?.map_value();
    let name = call.method.to_string();
    match (name.as_str(), call.args.first()) {
        ("iter" | "iter_mut", None) => borrowed(&call.receiver),
        ("into_iter", None) => items(),
        ("copied" | "cloned", None) => Some(items()?.referred()),
        ("values" | "values_mut", None) => Some(values()?.borrowed()),
        ("into_values", None) => values(),
        ("flatten", None) => {
            let items = items()?;
            let inside = items.inside()?;
            Some(match items.ty {
                Type::Reference(_) => inside.borrowed(),
                _ => inside,
            })
        }
        ("enumerate", None) => {
            let items = items()?;
            let ty = &items.ty;
            Some(items.with(&syn::parse_quote!((usize, #ty))))
        }
        ("zip", Some(other)) => {
            let (left, right) = (items()?, items_of(other, typed)?);
            let (one, two) = (&left.ty, &right.ty);
            let both = left.with(&syn::parse_quote!((#one, #two)));
            Some(both).filter(|_| left.at == right.at)
        }
        ("windows" | "chunks" | "chunks_exact", Some(_)) => {
            let element = typed(&call.receiver)?.element()?;
            let ty = &element.ty;
            Some(element.with(&syn::parse_quote!(&[#ty])))
        }
        (name, _) if SAME_ITEMS.contains(&name) => items(),
        _ => None,
    }
}

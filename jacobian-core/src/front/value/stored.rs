//! Lists in memory: of a length that a loop at run time decides.
//!
//! ```text
//! for d in data { out.push((d, x * d)); }
//!
//! __list_1: Vec<([f64; 2], (f64,))>     for each element its numbers, each with its row of
//!                                       derivatives, and its other parts
//! ```
//!
//! Reading an element gives values with these derivatives as partials by the independents, so the
//! list needs no vertices of its own. A value of this kind is a handle: it names the variable.

use proc_macro2::TokenStream;
use quote::quote;

use crate::interface::Wrapper;

use crate::front::value::maybe::{Maybe, Presence};
use crate::front::value::{Inactive, Value};

/// A list in memory, or a slice of one.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    /// The variable of the generated function, or a part of it.
    pub(crate) place: TokenStream,
    /// A value like each element: a scalar where it has a number that is followed, an integer where
    /// it has something that is certainly no number, and nothing elsewhere.
    pub(crate) like: Value,
}

impl Value {
    /// Whether it is a list in memory.
    pub(crate) fn is_stored(&self) -> bool {
        matches!(self, Self::Stored(_))
    }
}

/// The numbers and the other parts of an element, in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) numbers: usize,
    pub(crate) others: usize,
}

impl Stored {
    pub(crate) fn into_value(self) -> Value {
        Value::Stored(std::rc::Rc::new(self))
    }

    /// The parts of each element.
    pub(crate) fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        self.like.for_each_leaf(&mut |leaf| match leaf {
            Value::Scalar(_) => counts.numbers += 1,
            _ => counts.others += 1,
        });
        counts
    }
}

/// An aggregate with other leaves, each made from a leaf and the leaf of another value at the same
/// place. `None` if they have different shapes.
pub(crate) fn with_leaves<E>(
    like: &Value,
    value: &Value,
    visit: &mut impl FnMut(&Value, &Value) -> Result<Value, E>,
) -> Result<Option<Value>, E> {
    if let Value::Maybe(like) = like {
        return with_leaves_inside(like, value, visit);
    }
    let Some(likes) = like.parts() else {
        return visit(like, value).map(Some);
    };
    let parts = match value {
        // The value inside of an `Option` that has none.
        Value::Unassigned => vec![Value::Unassigned; likes.len()],
        value if like.is_like(value) => value.parts().unwrap_or_default().to_vec(),
        _ => return Ok(None),
    };
    let mut made = Vec::with_capacity(parts.len());
    for (like, part) in likes.iter().zip(&parts) {
        match with_leaves(like, part, visit)? {
            Some(part) => made.push(part),
            None => return Ok(None),
        }
    }
    Ok(Some(like.rebuilt(made)))
}

/// The same for an `Option`: its first leaf is the answer whether the value is there.
fn with_leaves_inside<E>(
    like: &Maybe,
    value: &Value,
    visit: &mut impl FnMut(&Value, &Value) -> Result<Value, E>,
) -> Result<Option<Value>, E> {
    let (answer, inside) = match value {
        Value::Unassigned => (quote!(None), Value::Unassigned),
        Value::Maybe(maybe) if maybe.wrapper == Wrapper::Option => {
            let answer = match &maybe.presence {
                Presence::Always => quote!(Some(())),
                Presence::Never(..) => quote!(None),
                Presence::Asked(answer) => answer.clone(),
            };
            (answer, maybe.inside.clone())
        }
        _ => return Ok(None),
    };
    let answer = Value::Inactive(Inactive {
        tokens: answer,
        mentions: Vec::new(),
    });
    let answer = match visit(&Value::Unassigned, &answer)? {
        Value::Inactive(answer) => answer.tokens,
        _ => TokenStream::new(),
    };
    let inside = match (&like.inside, inside) {
        // Only the other one says how it looks.
        (Value::Unassigned, inside) if inside.parts().is_some() => {
            with_leaves(&inside, &inside, visit)?
        }
        (like, inside) => with_leaves(like, &inside, visit)?,
    };
    Ok(inside.map(|inside| Maybe::asked(Wrapper::Option, answer, inside).into_value()))
}

/// Whether a value is such a list, or has one inside.
pub(crate) fn has_list(value: &Value) -> bool {
    let mut found = false;
    value.for_each_leaf(&mut |leaf| found |= matches!(leaf, Value::Stored(_)));
    found
}

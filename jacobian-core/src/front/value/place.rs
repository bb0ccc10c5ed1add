//! Places: a variable and the path to one of its parts, the target of an assignment or of a `&mut`
//! reference.

use std::rc::Rc;

use crate::front::messages;
use crate::front::value::Value;

/// A variable and the path to one of its parts.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) root: BindingId,
    /// The name of the variable in the source.
    pub(crate) name: syn::Ident,
    pub(crate) path: Vec<usize>,
}

impl Place {
    pub(crate) fn then(&self, position: usize) -> Self {
        let mut place = self.clone();
        place.path.push(position);
        place
    }
}

/// The reason why a path leads nowhere.
pub(crate) enum Unlocated {
    /// The elements are not known.
    Opaque,
    /// The mistake has been reported already.
    Reported,
    /// With the message.
    Said(String),
}

/// The part of a value that a path leads to.
pub(crate) fn locate<'a>(value: &'a mut Value, path: &[usize]) -> Result<&'a mut Value, Unlocated> {
    let Some((position, rest)) = path.split_first() else {
        return Ok(value);
    };
    match value {
        Value::Maybe(maybe) => locate(&mut Rc::make_mut(maybe).inside, rest),
        Value::Inactive(_) => Err(Unlocated::Opaque),
        Value::Poison => Err(Unlocated::Reported),
        other if other.parts().is_none() => {
            Err(Unlocated::Said(messages::not_indexable(&other.describe())))
        }
        aggregate => {
            let is_matrix = matches!(aggregate, Value::Matrix(_));
            let parts = aggregate.parts_mut().expect("invariant: it has parts");
            let length = parts.len();
            match parts.get_mut(*position) {
                Some(part) => locate(part, rest),
                None if is_matrix => Err(Unlocated::Said(messages::not_indexable("a matrix"))),
                None => {
                    let position = i128::try_from(*position).unwrap_or(i128::MAX);
                    Err(Unlocated::Said(messages::index_out_of_bounds(
                        position, length,
                    )))
                }
            }
        }
    }
}

/// The id of a binding. It does not depend on the names in scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BindingId {
    pub(crate) position: usize,
    pub(crate) serial: usize,
}

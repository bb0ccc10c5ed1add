//! Places: a variable and the way to one of its parts, as an assignment or a `&mut` reference names it.

use std::rc::Rc;

use crate::front::messages;
use crate::front::value::Value;

/// A variable and the way to one of its parts.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) root: BindingId,
    /// What the source calls the variable.
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

/// The part of a value that a path leads to.
pub(crate) fn locate<'a>(value: &'a mut Value, path: &[usize]) -> Result<&'a mut Value, String> {
    let Some((position, rest)) = path.split_first() else {
        return Ok(value);
    };
    match value {
        Value::Array(elements) | Value::Tuple(elements) | Value::Struct(_, elements) => {
            let length = elements.len();
            match Rc::make_mut(elements).get_mut(*position) {
                Some(element) => locate(element, rest),
                None => Err(messages::index_out_of_bounds(
                    i128::try_from(*position).unwrap_or(i128::MAX),
                    length,
                )),
            }
        }
        Value::Matrix(matrix) => {
            matrix.place = None;
            match Rc::make_mut(&mut matrix.elements).get_mut(*position) {
                Some(element) => locate(element, rest),
                None => Err(messages::not_indexable("a matrix")),
            }
        }
        Value::Maybe(maybe) => locate(&mut Rc::make_mut(maybe).inside, rest),
        Value::Inactive(_) => Err(messages::ACTIVE_INTO_OPAQUE.to_owned()),
        // Said already.
        Value::Poison => Err(String::new()),
        other => Err(messages::not_indexable(&other.describe())),
    }
}

/// A binding, whatever names are in scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BindingId {
    pub(crate) position: usize,
    pub(crate) serial: usize,
}

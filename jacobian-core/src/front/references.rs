//! Places: where an assignment goes, and what a `&mut` reference refers to.
//!
//! ```text
//! y[1][0] = v             place: variable `y`, way [1, 0]
//! let r = &mut y[1];      r stands for the place: `y`, [1]
//! r[0] = v                the place behind `r`, then [0]: the same as above
//! for v in &mut y { .. }  `v` stands for `y`, [0], then for `y`, [1], ...
//! ```
//!
//! At expansion a reference is a name for a place, so a write through it is a write to the variable. The
//! variable is known by its binding and not by its name, which may be shadowed meanwhile.

use std::rc::Rc;

use syn::Expr;

use super::expression::strip;
use super::scope::BindingId;
use super::value::Value;
use super::{Lowering, messages};

/// A variable and the way to one of its parts.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    root: BindingId,
    /// What the source calls the variable.
    pub(super) name: syn::Ident,
    path: Vec<usize>,
}

impl Place {
    pub(super) fn then(&self, position: usize) -> Self {
        let mut place = self.clone();
        place.path.push(position);
        place
    }
}

impl Lowering {
    /// The place that an expression names; where a reference stands there, what it refers to.
    pub(super) fn place_behind(&mut self, expression: &Expr) -> Option<Place> {
        let place = self.place(expression)?;
        Some(self.follow(place))
    }

    /// The array that an expression names, and where it stands.
    pub(super) fn array_at(&mut self, expression: &Expr) -> Option<(Place, Vec<Value>)> {
        let place = self.place_behind(expression)?;
        match self.load(&place) {
            Some(Value::Array(elements)) => Some((place, elements.to_vec())),
            _ => None,
        }
    }

    /// The place that an expression names, if it is one that can be assigned to.
    pub(super) fn place(&mut self, expression: &Expr) -> Option<Place> {
        match strip(expression) {
            Expr::Path(path) => match path.path.get_ident().map(|name| self.variable(name)) {
                Some(Some(place)) => Some(place),
                _ => self.refuse_place(expression),
            },
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => {
                let behind = self.place_behind(&unary.expr)?;
                if matches!(self.load(&behind), Some(Value::Inactive(_)))
                    && !self.is_output_place(&behind)
                {
                    // A reference of the user's own: nobody knows to what.
                    self.refuse(expression, messages::ACTIVE_INTO_OPAQUE);
                    return None;
                }
                Some(behind)
            }
            Expr::Index(index) => {
                let place = self.place_behind(&index.expr)?;
                if let Some(Value::Matrix(matrix)) = self.load(&place) {
                    let position = self.matrix_index(&matrix, &index.index)?;
                    return Some(place.then(position));
                }
                let position = self.eval_position(&index.index)?;
                if let Ok(position) = usize::try_from(position) {
                    Some(self.follow(place).then(position))
                } else {
                    self.refuse(&index.index, &messages::index_out_of_bounds(position, 0));
                    None
                }
            }
            Expr::Field(field) => {
                let place = self.place_behind(&field.base)?;
                let position = match (self.load(&place), &field.member) {
                    (Some(Value::Struct(layout, _)), member) => layout.position(member),
                    (Some(Value::Matrix(matrix)), syn::Member::Named(name)) => {
                        matrix.coordinate(&name.to_string())
                    }
                    (_, syn::Member::Unnamed(index)) => Some(index.index as usize),
                    (_, syn::Member::Named(_)) => None,
                };
                match position {
                    Some(position) => Some(place.then(position)),
                    None => self.refuse_place(expression),
                }
            }
            Expr::Reference(reference) => self.place(&reference.expr),
            _ => self.refuse_place(expression),
        }
    }

    /// The place of a variable.
    pub(super) fn variable(&self, name: &syn::Ident) -> Option<Place> {
        Some(Place {
            root: self.names.scopes.id(&name.to_string())?,
            name: name.clone(),
            path: Vec::new(),
        })
    }

    fn refuse_place(&mut self, expression: &Expr) -> Option<Place> {
        self.refuse(expression, messages::CANNOT_ASSIGN);
        None
    }

    fn is_output_place(&self, place: &Place) -> bool {
        self.names
            .scopes
            .by_id(place.root)
            .is_some_and(|binding| binding.output)
    }

    /// The place itself, or the one behind it where a reference stands there.
    pub(super) fn follow(&self, mut place: Place) -> Place {
        while let Some(Value::Reference(next)) = self.load(&place) {
            place = next;
        }
        place
    }

    /// What stands at a place.
    pub(super) fn load(&self, place: &Place) -> Option<Value> {
        let mut value = self.names.scopes.by_id(place.root)?.value.clone();
        for position in &place.path {
            value = match value {
                Value::Array(elements) | Value::Tuple(elements) | Value::Struct(_, elements) => {
                    elements.get(*position)?.clone()
                }
                Value::Matrix(matrix) => matrix.elements.get(*position)?.clone(),
                Value::Maybe(maybe) => maybe.inside.clone(),
                _ => return None,
            };
        }
        Some(value)
    }

    /// The value, or what it refers to.
    pub(super) fn behind(&mut self, value: Value, at: &impl quote::ToTokens) -> Value {
        let Value::Reference(place) = value else {
            return value;
        };
        let place = self.follow(place);
        match self.load(&place) {
            Some(value) => value,
            None => self.refuse(at, messages::REFERENCE_LOST),
        }
    }

    /// `&mut expression`: a reference to a variable, to a part of one, or to each element of a slice.
    pub(super) fn borrow(&mut self, reference: &syn::ExprReference) -> Value {
        let target = strip(&reference.expr);
        if let Expr::Index(index) = target
            && let Expr::Range(range) = strip(&index.index)
        {
            let Some(elements) = self.borrow_elements(&index.expr) else {
                return Value::Poison;
            };
            return self.slice(&elements, range, index);
        }
        let Some(place) = self.place_behind(target) else {
            return Value::Poison;
        };
        match self.load(&place) {
            Some(Value::Poison) => Value::Poison,
            Some(Value::Inactive(_)) if !self.is_output_place(&place) => self.refuse(
                reference,
                &messages::expression(&Expr::Reference(reference.clone())),
            ),
            Some(_) => Value::Reference(place),
            None => self.refuse(reference, messages::CANNOT_ASSIGN),
        }
    }

    /// A reference to each element of the array that an expression names.
    pub(super) fn borrow_elements(&mut self, array: &Expr) -> Option<Vec<Value>> {
        let target = match strip(array) {
            Expr::Reference(reference) => strip(&reference.expr),
            other => other,
        };
        if let Expr::Index(index) = target
            && let Expr::Range(range) = strip(&index.index)
        {
            let elements = self.borrow_elements(&index.expr)?;
            return match self.slice(&elements, range, index) {
                Value::Array(part) => Some(Rc::unwrap_or_clone(part)),
                _ => None,
            };
        }
        let place = self.place_behind(target)?;
        match self.load(&place) {
            Some(Value::Array(elements)) => Some(
                (0..elements.len())
                    .map(|position| Value::Reference(place.then(position)))
                    .collect(),
            ),
            Some(Value::Matrix(matrix)) => {
                self.confirm(&matrix);
                let elements = 0..matrix.elements.len();
                Some(
                    elements
                        .map(|position| Value::Reference(place.then(position)))
                        .collect(),
                )
            }
            Some(Value::Poison) => None,
            found => {
                let found = found.map_or_else(|| "this place".to_owned(), |value| value.describe());
                self.refuse(array, &messages::not_iterable(&found));
                None
            }
        }
    }

    /// What a reference to an aggregate is taken apart into: references to its parts.
    pub(super) fn parts_of(&mut self, place: &Place, at: &impl quote::ToTokens) -> Value {
        let place = self.follow(place.clone());
        let refer = |count: usize| {
            (0..count)
                .map(|position| Value::Reference(place.then(position)))
                .collect()
        };
        match self.load(&place) {
            Some(Value::Array(elements)) => Value::array(refer(elements.len())),
            Some(Value::Tuple(elements)) => Value::tuple(refer(elements.len())),
            Some(Value::Struct(layout, elements)) => {
                Value::Struct(layout, Rc::new(refer(elements.len())))
            }
            Some(value) => value,
            None => self.refuse(at, messages::REFERENCE_LOST),
        }
    }

    fn root_value(&self, place: &Place) -> Value {
        let binding = self.names.scopes.by_id(place.root);
        binding.map_or(Value::Poison, |binding| binding.value.clone())
    }

    /// Assigns. Where a reference stands and no reference is assigned, the write goes through it.
    pub(super) fn store(&mut self, place: &Place, value: Value, at: &Expr) {
        if matches!(value, Value::Reference(_)) {
            return self.store_at(place, value, at);
        }
        let place = self.follow(place.clone());
        if let (Some(Value::Array(slots)), Value::Array(values)) = (self.load(&place), &value)
            && slots.len() == values.len()
            && slots.iter().any(|slot| matches!(slot, Value::Reference(_)))
        {
            for (position, value) in values.iter().enumerate() {
                self.store(&place.then(position), value.clone(), at);
            }
            return;
        }
        self.store_at(&place, value, at);
    }

    fn store_at(&mut self, place: &Place, value: Value, at: &Expr) {
        if let Value::Array(_) | Value::Tuple(_) | Value::Struct(..) = &value {
            let both = Value::array(vec![value.clone(), self.root_value(place)]);
            if matches!(self.limited(both, at), Value::Poison) {
                return;
            }
        }
        let active = self.is_active_value(&value);
        self.name_leaves(&value);
        let Some(binding) = self.names.scopes.by_id_mut(place.root) else {
            self.refuse(at, messages::REFERENCE_LOST);
            return;
        };
        match locate(&mut binding.value, &place.path) {
            Ok(slot) => {
                *slot = value;
                binding.active = if place.path.is_empty() {
                    active
                } else {
                    binding.active || active
                };
            }
            Err(message) if message.is_empty() => {}
            Err(message) => {
                self.refuse(at, &message);
            }
        }
    }
}

/// The part of a value that a path leads to.
fn locate<'a>(value: &'a mut Value, path: &[usize]) -> Result<&'a mut Value, String> {
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

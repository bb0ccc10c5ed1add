//! Assignments: a name or an element gets a new value, and the old one is forgotten.

use std::rc::Rc;

use syn::Expr;
use syn::punctuated::Punctuated;

use super::expression::strip;
use super::value::Value;
use super::{Lowering, messages};

/// A place to assign to: a variable and the way to one of its parts.
pub(super) struct Place {
    root: syn::Ident,
    path: Vec<usize>,
}

impl Lowering<'_> {
    /// `place = value`
    pub(crate) fn run_assign(&mut self, assign: &syn::ExprAssign) {
        match strip(&assign.left) {
            Expr::Tuple(places) => return self.run_parts_assign(assign, &places.elems),
            Expr::Array(places) => return self.run_parts_assign(assign, &places.elems),
            _ => {}
        }
        if matches!(strip(&assign.left), Expr::Infer(_)) {
            let value = self.eval(&assign.right);
            return self.discard(value);
        }
        if self.is_opaque_assignment(&assign.left, &assign.right) {
            return self.keep_expression_statement(&Expr::Assign(assign.clone()));
        }
        let value = self.eval(&assign.right);
        if let Some(place) = self.place(&assign.left) {
            let value = self.settle_name(value, &place.root);
            self.store(&place, value, &assign.left);
        }
    }

    /// `place += value` and its like
    pub(crate) fn run_compound(&mut self, binary: &syn::ExprBinary) {
        if self.is_opaque_assignment(&binary.left, &binary.right) {
            return self.keep_expression_statement(&Expr::Binary(binary.clone()));
        }
        // Of two numbers Rust evaluates the right one first, and so must we where it has effects.
        let right = match self.eval(&binary.right) {
            value @ Value::Inactive(_) => self
                .as_scalar(value, &binary.right, true)
                .map_or(Value::Poison, Value::Scalar),
            value => value,
        };
        let Some(place) = self.place(&binary.left) else {
            return;
        };
        let left = self.eval(&binary.left);
        let value = self.combine(&binary.op, left, right, binary);
        self.store(&place, value, &binary.left);
    }

    /// `(a, b) = value` and `[a, b] = value`
    fn run_parts_assign<P>(&mut self, assign: &syn::ExprAssign, places: &Punctuated<Expr, P>) {
        let elements = match self.eval(&assign.right) {
            Value::Tuple(elements) | Value::Array(elements) if elements.len() == places.len() => {
                elements
            }
            Value::Poison => return,
            other => {
                self.refuse(
                    &assign.right,
                    &messages::pattern_does_not_fit(&other.describe()),
                );
                return;
            }
        };
        for (left, value) in places.iter().zip(elements.iter()) {
            if matches!(strip(left), Expr::Infer(_)) {
                continue;
            }
            if let Some(place) = self.place(left) {
                let value = self.settle_name(value.clone(), &place.root);
                self.store(&place, value, left);
            }
        }
    }

    /// Whether the user's variable is opaque, and stays so.
    fn is_opaque_assignment(&mut self, left: &Expr, right: &Expr) -> bool {
        let Some(root) = root_name(left) else {
            return false;
        };
        let opaque_root = match self.scopes.get(&root.to_string()) {
            Some(binding) => match binding.value {
                Value::Inactive(_) => true,
                // Of such a struct only fields that nobody named can be assigned to.
                Value::Fields(_) => !self.activity.is_active(left, &self.scopes),
                _ => false,
            },
            None => true,
        };
        opaque_root && !self.activity.is_active(right, &self.scopes)
    }

    /// An opaque value that a name takes is evaluated now, under a fresh name.
    fn settle_name(&mut self, value: Value, root: &syn::Ident) -> Value {
        match value {
            Value::Inactive(inactive) => self.settle_as(root, inactive),
            value => value,
        }
    }

    /// A value nobody takes; an opaque one is still evaluated.
    pub(crate) fn discard(&mut self, value: Value) {
        if let Value::Inactive(inactive) = value {
            let tokens = inactive.tokens;
            self.keep_statement(quote::quote!(let _ = #tokens;), &inactive.mentions);
        }
    }

    pub(super) fn place(&mut self, expression: &Expr) -> Option<Place> {
        match strip(expression) {
            Expr::Path(path) => match path.path.get_ident() {
                Some(root) if self.scopes.get(&root.to_string()).is_some() => Some(Place {
                    root: root.clone(),
                    path: Vec::new(),
                }),
                _ => self.refuse_place(expression),
            },
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => {
                self.place(&unary.expr)
            }
            Expr::Index(index) => {
                let mut place = self.place(&index.expr)?;
                let position = self.eval_position(&index.index)?;
                if let Ok(position) = usize::try_from(position) {
                    place.path.push(position);
                } else {
                    self.refuse(&index.index, &messages::index_out_of_bounds(position, 0));
                    return None;
                }
                Some(place)
            }
            Expr::Field(field) => {
                let mut place = self.place(&field.base)?;
                let position = match (self.load(&place), &field.member) {
                    (Some(Value::Struct(layout, _)), member) => layout.position(member),
                    (_, syn::Member::Unnamed(index)) => Some(index.index as usize),
                    (_, syn::Member::Named(_)) => None,
                };
                match position {
                    Some(position) => place.path.push(position),
                    None => return self.refuse_place(expression),
                }
                Some(place)
            }
            _ => self.refuse_place(expression),
        }
    }

    fn refuse_place(&mut self, expression: &Expr) -> Option<Place> {
        self.refuse(expression, messages::CANNOT_ASSIGN);
        None
    }

    /// What stands at a place.
    pub(super) fn load(&self, place: &Place) -> Option<Value> {
        let mut value = self.scopes.get(&place.root.to_string())?.value.clone();
        for position in &place.path {
            value = match value {
                Value::Array(elements) | Value::Tuple(elements) | Value::Struct(_, elements) => {
                    elements.get(*position)?.clone()
                }
                _ => return None,
            };
        }
        Some(value)
    }

    fn root_value(&self, place: &Place) -> Value {
        let binding = self.scopes.get(&place.root.to_string());
        binding.map_or(Value::Poison, |binding| binding.value.clone())
    }

    pub(super) fn store(&mut self, place: &Place, value: Value, at: &Expr) {
        if let Value::Array(_) | Value::Tuple(_) | Value::Struct(..) = &value
            && matches!(
                self.limited(
                    Value::array(vec![value.clone(), self.root_value(place)]),
                    at
                ),
                Value::Poison
            )
        {
            return;
        }
        let active = self.is_active_value(&value);
        self.name_leaves(&value);
        let binding = self
            .scopes
            .get_mut(&place.root.to_string())
            .expect("invariant: places have roots");
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
        Value::Inactive(_) => Err(messages::ACTIVE_INTO_OPAQUE.to_owned()),
        // Said already.
        Value::Poison => Err(String::new()),
        other => Err(messages::not_indexable(&other.describe())),
    }
}

fn root_name(expression: &Expr) -> Option<&syn::Ident> {
    match strip(expression) {
        Expr::Path(path) => path.path.get_ident(),
        Expr::Index(index) => root_name(&index.expr),
        Expr::Field(field) => root_name(&field.base),
        Expr::Unary(unary) => root_name(&unary.expr),
        _ => None,
    }
}

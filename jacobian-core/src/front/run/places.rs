//! Places: the targets of assignments and of `&mut`.

use std::rc::Rc;

use quote::ToTokens;
use syn::Expr;

use crate::interface::Layout;

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::read::definitions::{Body, Written};
use crate::front::run::Run;
use crate::front::run::element_places::Target;
use crate::front::run::matrix_changes::is_whole_slice;
use crate::front::syntax::form::root_name;
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::shown;
use crate::front::syntax::types::{list_element, precision_of};
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::place::Place;

/// Fields inside of fields are looked for so far.
const DEEPEST: usize = 4;

impl Lowering<Run> {
    /// The place that an expression names. If it holds a reference, the place that this refers to.
    pub(crate) fn place_behind(&mut self, expression: &Expr) -> Found<Place> {
        let place = self.place(expression)?;
        Ok(self.follow(place))
    }

    /// The array that an expression names, and its place.
    pub(crate) fn array_at(&mut self, expression: &Expr) -> Option<(Place, Vec<Value>)> {
        let place = self.place_behind(expression).ok()?;
        match self.load(&place) {
            Some(Value::Array(elements)) => Some((place, elements.to_vec())),
            _ => None,
        }
    }

    /// The place that an expression names, if we can assign to it.
    pub(crate) fn place(&mut self, expression: &Expr) -> Found<Place> {
        match strip(expression) {
            Expr::Path(path) => match path.path.get_ident().map(|name| self.variable(name)) {
                Some(Some(place)) => Ok(place),
                _ => self.refuse_place(expression),
            },
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => {
                let place = self.place(&unary.expr)?;
                if self.is_hidden(&place) {
                    return Ok(place);
                }
                // A reference of ours to a part, for example one that a pattern binds.
                let place = self.with_referent(place)?;
                let is_ours = matches!(self.load(&place), Some(Value::Reference(_)));
                let behind = self.follow(place);
                let is_part = is_ours && !behind.path.is_empty();
                if matches!(self.load(&behind), Some(Value::Inactive(_)))
                    && !is_part
                    && !self.is_output_place(&behind)
                {
                    // The target of an opaque reference is unknown.
                    let message = messages::active_through_reference(&behind.name.to_string());
                    return self.writer.refuse(expression, &message);
                }
                Ok(behind)
            }
            Expr::Index(index) => {
                let place = self.place_behind(&index.expr)?;
                let place = self.place_of_list(place);
                if let Some(place) = self.own_index_place(&place, index)? {
                    return Ok(place);
                }
                let place = self.place_behind_deref(place, index)?;
                self.element_place(place, index)
            }
            Expr::Field(field) => self.field_place(field, expression),
            Expr::Reference(reference) => self.place(&reference.expr),
            Expr::MethodCall(call) if self.is_mutable_part(call) => {
                if is_whole_slice(call) {
                    return self.place(&call.receiver);
                }
                match self.mutable_view(call)? {
                    Value::Reference(place) => Ok(place),
                    _ => Err(Stop),
                }
            }
            call @ (Expr::Call(_) | Expr::MethodCall(_)) if self.names.is_active(call) => {
                match self.eval(call)? {
                    Value::Reference(place) => Ok(place),
                    _ => self.refuse_place(expression),
                }
            }
            _ => self.refuse_place(expression),
        }
    }

    /// The place of an element. At an index that only run time knows it is a hidden variable.
    pub(crate) fn element_place(&mut self, place: Place, index: &syn::ExprIndex) -> Found<Place> {
        let place = self.follow(place);
        let place = self.open(place)?;
        let position = match self.load(&place) {
            Some(Value::Matrix(matrix)) => self.matrix_position(&matrix, &index.index)?,
            _ => self.position(&index.index)?,
        };
        let target = self.inside(Target::Place(place), &position, index)?;
        match self.reference_to(&target, index)? {
            Value::Reference(place) => Ok(place),
            _ => Err(Stop),
        }
    }

    /// A reference to a target.
    fn reference_to(&mut self, target: &Target, at: &impl ToTokens) -> Found<Value> {
        match target {
            Target::Place(place) => Ok(Value::Reference(place.clone())),
            Target::Among(index, targets) => {
                let references = targets.iter().map(|target| self.reference_to(target, at));
                let references = references.collect::<Found<Vec<Value>>>()?;
                self.one_of(index, references, at)
            }
        }
    }

    fn field_place(&mut self, field: &syn::ExprField, whole: &Expr) -> Found<Place> {
        if self.is_callers(whole) {
            return self.refuse_field(whole);
        }
        let place = self.place_behind(&field.base)?;
        let place = self.open(place)?;
        let place = self.place_with(place, &field.member);
        let position = match (self.load(&place), &field.member) {
            (Some(Value::Poison), _) => return Err(Stop),
            (Some(Value::Struct(layout, _)), member) => layout.position(member),
            (Some(Value::Fields(fields)), member) => match fields.written_position(member) {
                None => {
                    // In a method that is inlined `self` is another struct.
                    let of = &fields.place;
                    let path = shown(&quote::quote!(#of.#member));
                    return self.refuse_field_at(whole, &path);
                }
                known => known,
            },
            (Some(Value::Matrix(matrix)), syn::Member::Named(name)) => {
                matrix.coordinate(&name.to_string())
            }
            (_, syn::Member::Unnamed(index)) => Some(index.index as usize),
            (_, syn::Member::Named(_)) => None,
        };
        match position {
            Some(position) => Ok(place.then(position)),
            None => self.refuse_place(whole),
        }
    }

    /// The place in a struct, or behind its `Deref`, that has a field of this name.
    pub(crate) fn place_with(&self, place: Place, member: &syn::Member) -> Place {
        match self.load(&place) {
            Some(Value::Struct(layout, _)) if layout.position(member).is_none() => {
                match self.position_behind(&layout) {
                    Some(position) => self.place_with(place.then(position), member),
                    None => place,
                }
            }
            _ => place,
        }
    }

    /// The place of the elements, if they are behind the `Deref` of a struct.
    pub(crate) fn place_of_list(&self, place: Place) -> Place {
        match self.load(&place) {
            Some(Value::Struct(layout, _)) => match self.position_behind(&layout) {
                Some(position) => self.place_of_list(place.then(position)),
                None => place,
            },
            _ => place,
        }
    }

    /// Whether the elements of a place are behind its `Deref`.
    pub(crate) fn is_behind_deref(&self, place: &Place) -> bool {
        let value = self.load(place);
        value.is_some_and(|value| self.behind_deref(&value).is_some())
    }

    fn position_behind(&self, layout: &Layout) -> Option<usize> {
        let behind = self.given.types.behind_member(layout.own.as_ref()?)?;
        layout.position(&behind)
    }

    /// Whether the place is in `self` or in a `&mut` parameter, of which we follow nothing.
    pub(crate) fn is_callers(&self, expression: &Expr) -> bool {
        root_name(expression).is_some_and(|root| {
            let root = root.to_string();
            match self.names.scopes.get(&root).map(|binding| &binding.value) {
                None => root == "self",
                Some(Value::Inactive(inactive)) => {
                    inactive.tokens.to_string() == root
                        && self.names.borrowed_mutably.contains(&root)
                }
                Some(_) => false,
            }
        })
    }

    /// Reports a field that would have to be an output.
    pub(crate) fn refuse_field(&mut self, expression: &Expr) -> Found<Place> {
        let path = expression.to_token_stream().to_string().replace(' ', "");
        self.refuse_field_at(expression, &path)
    }

    fn refuse_field_at(&mut self, expression: &Expr, path: &str) -> Found<Place> {
        let written = self.type_of_expression(expression);
        let is_list = written
            .as_ref()
            .is_some_and(|of| list_element(&of.ty).is_some());
        let inner = written.and_then(|written| self.numbers_inside(&written, path, 0));
        let message = match inner {
            Some(fields) if !fields.is_empty() => messages::fields_not_output(path, &fields),
            _ if is_list => messages::list_not_output(path, &self.lengths_at(expression)),
            _ => messages::field_not_output(path),
        };
        self.writer.refuse(expression, &message)
    }

    /// The fields with numbers in a struct that has others beside them. `None` if all of it is
    /// numbers, or if its definition is not in view.
    fn numbers_inside(&self, of: &Written, path: &str, depth: usize) -> Option<Vec<String>> {
        let key = self.key_of_written(of).filter(|_| depth < DEEPEST)?;
        let Body::Struct(fields) = &self.given.types.definition(&key)?.body else {
            return None;
        };
        let (mut found, mut is_mixed) = (Vec::new(), false);
        for field in fields {
            let member = &field.member;
            let path = format!("{path}.{}", member.to_token_stream());
            let written = self.given.types.field(of, member)?;
            match self.numbers_inside(&written, &path, depth + 1) {
                Some(inside) => {
                    is_mixed = true;
                    found.extend(inside);
                }
                None if precision_of(&written.ty, None).is_some() => found.push(path),
                None => is_mixed = true,
            }
        }
        is_mixed.then_some(found)
    }

    pub(crate) fn refuse_place(&mut self, expression: &Expr) -> Found<Place> {
        if let Some(map) = entry_of_map(expression) {
            let map = map.to_token_stream().to_string().replace(' ', "");
            let message = messages::active_into_map(&map);
            return self.writer.refuse(expression, &message);
        }
        self.writer.refuse(expression, messages::CANNOT_ASSIGN)
    }

    /// `&mut expression`: a reference to a variable, to a part of one, or to each element of a
    /// slice.
    pub(crate) fn borrow(&mut self, reference: &syn::ExprReference) -> Found<Value> {
        let target = strip(&reference.expr);
        if let Expr::Index(index) = target
            && let Expr::Range(range) = strip(&index.index)
        {
            let elements = self.borrow_elements(&index.expr)?;
            return self.slice(&elements, range, index);
        }
        let place = self.place_behind(target)?;
        let place = self.open(place)?;
        match self.load(&place) {
            Some(Value::Poison) => Err(Stop),
            Some(Value::Inactive(_))
                if !self.is_output_place(&place)
                    && !self.is_hidden(&place)
                    && !self.is_own_part(&place) =>
            {
                self.writer.refuse(
                    reference,
                    &messages::expression(&Expr::Reference(reference.clone())),
                )
            }
            Some(_) => Ok(Value::Reference(place)),
            None => self.writer.refuse(reference, messages::CANNOT_ASSIGN),
        }
    }

    /// A reference to each element of the array that an expression names.
    pub(crate) fn borrow_elements(&mut self, array: &Expr) -> Found<Vec<Value>> {
        let target = match strip(array) {
            Expr::Reference(reference) => strip(&reference.expr),
            other => other,
        };
        if let Expr::Index(index) = target
            && let Expr::Range(range) = strip(&index.index)
        {
            let elements = self.borrow_elements(&index.expr)?;
            return match self.slice(&elements, range, index)? {
                Value::Array(part) => Ok(Rc::unwrap_or_clone(part)),
                _ => Err(Stop),
            };
        }
        if let Expr::MethodCall(view) = target
            && let Some((place, _, block)) = self.mutable_block(view)?
        {
            let positions = block.positions.into_iter();
            return Ok(positions
                .map(|position| Value::Reference(place.then(position)))
                .collect());
        }
        let place = self.place_behind(target)?;
        let mut place = self.place_of_list(place);
        if matches!(self.load(&place), Some(Value::Inactive(_))) {
            place = self.open(place)?;
        }
        match self.load(&place) {
            Some(Value::Array(elements)) => Ok((0..elements.len())
                .map(|position| Value::Reference(place.then(position)))
                .collect()),
            Some(Value::Matrix(matrix)) => {
                self.writer.confirm(&matrix);
                let elements = 0..matrix.elements.len();
                Ok(elements
                    .map(|position| Value::Reference(place.then(position)))
                    .collect())
            }
            Some(Value::Poison) => Err(Stop),
            found => {
                let found = found.map_or_else(|| "this place".to_owned(), |value| value.describe());
                self.writer.refuse(array, &messages::not_iterable(&found))
            }
        }
    }
}

/// The map of `*map.entry(key).or_insert(0.0)`.
fn entry_of_map(place: &Expr) -> Option<&Expr> {
    match strip(place) {
        Expr::Unary(unary) => entry_of_map(&unary.expr),
        Expr::MethodCall(call) if call.method == "entry" && call.args.len() == 1 => {
            Some(&call.receiver)
        }
        Expr::MethodCall(call) => entry_of_map(&call.receiver),
        _ => None,
    }
}

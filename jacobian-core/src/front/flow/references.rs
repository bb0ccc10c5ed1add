//! Mutable references to one of several places, of which only run time says which.
//!
//! ```text
//! let r = &mut y[i];                        h = selected i [y0, y1, y2], and `r` refers to `h`
//! *r = v;                                   h = v, then y0 = selected (i is 0) [y0, v], ..
//! let r = if c { &mut a } else { &mut b };  the same, by the number of the arm
//! ```
//!
//! The hidden variable `h` is written back to all places that it may mean after each assignment.
//! That is right because nothing else may read or write these places while the reference lives.
//!
//! Invariant: before an expression or a statement ends, all assignments are written back. Cost: two
//! edges for each scalar of each place and assignment.

use std::rc::Rc;

use proc_macro2::Literal;
use quote::{ToTokens, quote};

use crate::ir::elemental::Elemental;

use crate::front::flow::machine::Machine;
use crate::front::flow::meeting::Meeting;
use crate::front::messages;
use crate::front::names::control::Flow;
use crate::front::names::state::Lowering;
use crate::front::value::found::{Found, Stop};
use crate::front::value::index::{Index, Selected};
use crate::front::value::items::Part;
use crate::front::value::matrix::{Block, Matrix};
use crate::front::value::maybe::Maybe;
use crate::front::value::place::{BindingId, Place};
use crate::front::value::{Inactive, Value};
use crate::front::write::indices::Below;

impl<M: Machine> Lowering<M> {
    /// A reference to the place at an index.
    pub(crate) fn reference_to_one(
        &mut self,
        index: &Index,
        places: Vec<Place>,
        at: &impl ToTokens,
    ) -> Found<Value> {
        let places = places.into_iter().map(|place| self.follow(place));
        let places: Vec<Place> = places.collect();
        let first = places.first().ok_or(Stop)?;
        let is_first = |place: &Place| place.root == first.root && place.path == first.path;
        if places.iter().all(is_first) {
            return Ok(Value::Reference(first.clone()));
        }
        let values = places.iter().map(|place| self.value_at(place, at));
        let values = values.collect::<Found<Vec<Value>>>()?;
        let value = M::select(self, index, values, at)?;
        Ok(self.hidden(value, index, &places, at))
    }

    /// Writes what has been assigned through references to the places that they may mean.
    pub(crate) fn write_back(&mut self) {
        while let Some(part) = self.names.unwritten.pop() {
            let binding = self.names.scopes.by_id(part.root);
            let Some(selected) = binding.and_then(|binding| binding.selected.clone()) else {
                continue;
            };
            if let Some((list, index)) = &selected.element {
                let written = self.write_element(list, index, &part, &selected.at);
                if written.is_err() {
                    let whole = Place {
                        path: Vec::new(),
                        ..part.clone()
                    };
                    self.store_found(&whole, Err(Stop), &selected.at);
                }
                continue;
            }
            if let Some((place, block)) = &selected.block {
                let written = self.block_written(&part, place, block);
                self.store_found(place, written, &selected.at);
                continue;
            }
            for (place, is_meant) in &selected.places {
                let mut place = place.clone();
                place.path.extend(&part.path);
                let written = self.written_back(&part, &place, is_meant, &selected.at);
                self.store_found(&place, written, &selected.at);
            }
        }
    }

    /// The value of a place after an assignment through a reference that may mean it.
    fn written_back(
        &mut self,
        part: &Place,
        place: &Place,
        is_meant: &Index,
        at: &syn::Expr,
    ) -> Found<Value> {
        let new = self.value_at(part, at)?;
        let old = self.value_at(place, at)?;
        let old = self.without_earlier(old, is_meant);
        M::select(self, is_meant, vec![old, new], at)
    }

    /// The value before an earlier assignment through the same reference. The later one replaces
    /// it wherever the earlier one had an effect.
    fn without_earlier(&self, old: Value, is_meant: &Index) -> Value {
        let Value::Scalar(id) = old else { return old };
        let statement = self.writer.builder.code().statement(id);
        match (statement.elemental(), statement.operands()) {
            (Elemental::Selected(2), [index, before, _]) if *index == is_meant.id => {
                Value::Scalar(*before)
            }
            _ => old,
        }
    }

    /// Gives references that come from the arms of a branch their values, when all names have
    /// been joined.
    pub(crate) fn fill_references(&mut self, at: &impl ToTokens) {
        for (hidden, index, places) in std::mem::take(&mut self.names.unfilled) {
            let values = places.iter().map(|place| self.value_at(place, at));
            let values = values.collect::<Found<Vec<Value>>>();
            let value = values.and_then(|values| M::select(self, &index, values, at));
            let value = value.unwrap_or(Value::Poison);
            let active = self.is_active_value(&value);
            if let Some(binding) = self.names.scopes.by_id_mut(hidden) {
                (binding.value, binding.active) = (value, active);
            }
        }
    }
}

impl<M> Lowering<M> {
    /// A reference to a block of the matrix at a place: a hidden variable with a copy of it. The
    /// user's code cannot name the matrix while it uses the view, so the copy is up to date.
    pub(crate) fn block_reference(
        &mut self,
        (place, matrix): (&Place, &Matrix),
        block: Block,
        at: &impl ToTokens,
    ) -> Value {
        let value = Value::Matrix(matrix.part(&block));
        let active = self.is_active_value(&value);
        let name = place.name.clone();
        let at = syn::parse2(at.to_token_stream());
        let selected = Selected {
            number: Inactive {
                tokens: quote!(0),
                mentions: Vec::new(),
            },
            places: Vec::new(),
            element: None,
            block: Some((place.clone(), Rc::new(block))),
            at: at.unwrap_or_else(|_| syn::parse_quote!(#name)),
        };
        let selected = Rc::new(selected);
        let root = self.names.scopes.bind_hidden(value, active, selected);
        Value::Reference(Place {
            root,
            name,
            path: Vec::new(),
        })
    }

    /// The matrix at a place after an assignment through a view of a block of it.
    fn block_written(&self, part: &Place, place: &Place, block: &Block) -> Found<Value> {
        let whole = Place {
            path: Vec::new(),
            ..part.clone()
        };
        let (Some(Value::Matrix(view)), Some(Value::Matrix(matrix))) =
            (self.load(&whole), self.load(place))
        else {
            return Err(Stop);
        };
        let mut elements = matrix.elements.to_vec();
        for (position, element) in block.positions.iter().zip(view.elements.iter()) {
            elements[*position] = element.clone();
        }
        Ok(Value::Matrix(matrix.like(elements)))
    }

    fn value_at(&mut self, place: &Place, at: &impl ToTokens) -> Found<Value> {
        let place = self.follow(place.clone());
        match self.load(&place) {
            Some(Value::Poison) => Err(Stop),
            Some(value) => Ok(value),
            None => self.writer.refuse(at, messages::REFERENCE_LOST),
        }
    }

    /// A reference to a new hidden variable.
    fn hidden(
        &mut self,
        value: Value,
        index: &Index,
        places: &[Place],
        at: &impl ToTokens,
    ) -> Value {
        let name = places.first().map(|place| place.name.clone());
        let positions = (index.first..).zip(places);
        let places = positions.map(|(position, place)| {
            let is_meant = self.index_is(index, position);
            (place.clone(), is_meant)
        });
        let places = places.collect();
        let name = name.unwrap_or_else(|| quote::format_ident!("reference"));
        let at = syn::parse2(at.to_token_stream());
        let at = at.unwrap_or_else(|_| syn::parse_quote!(#name));
        let active = self.is_active_value(&value);
        let number = index.tokens.clone();
        let element = None;
        let selected = Rc::new(Selected {
            number,
            places,
            element,
            block: None,
            at,
        });
        let root = self.names.scopes.bind_hidden(value, active, selected);
        Value::Reference(Place {
            root,
            name,
            path: Vec::new(),
        })
    }

    /// Joins references that are different in several arms. The value is filled in when all names
    /// are joined, because an arm may have assigned to the places.
    pub(crate) fn joined_references(
        &mut self,
        meeting: &Meeting,
        by_arm: &[Option<Place>],
    ) -> Found<Value> {
        let at = meeting.at().clone();
        // One number for each place, also for those among which an arm chooses itself.
        let (mut numbers, mut places) = (Vec::with_capacity(by_arm.len()), Vec::new());
        for place in by_arm {
            let Some(place) = place else {
                numbers.push(None);
                continue;
            };
            let first = Literal::usize_unsuffixed(places.len());
            let retired = self.names.scopes.retired(place.root);
            let chosen = retired.and_then(|binding| binding.selected.clone());
            if chosen.as_ref().is_some_and(|chosen| chosen.block.is_some()) {
                return self.writer.refuse(&at, messages::REFERENCE_LOST);
            }
            let number = if let Some(selected) = chosen {
                let part = |(whole, _): &(Place, Index)| {
                    let mut part = whole.clone();
                    part.path.extend(&place.path);
                    part
                };
                places.extend(selected.places.iter().map(part));
                let Inactive { tokens, mentions } = &selected.number;
                Value::Inactive(Inactive {
                    tokens: quote!(#first + #tokens),
                    mentions: mentions.clone(),
                })
            } else {
                let number = i128::try_from(places.len()).map_err(|_| Stop)?;
                places.push(self.follow(place.clone()));
                Value::integer(number)
            };
            numbers.push(Some(number));
        }
        for place in &places {
            self.value_at(place, &at)?;
        }
        let Value::Inactive(number) = meeting.declare(self, numbers)? else {
            return Err(Stop);
        };
        let index = self.index_below(number, Below::Checked(places.len()), &at)?;
        let places: Vec<Place> = places
            .into_iter()
            .skip(index.first)
            .take(index.count)
            .collect();
        let hidden = self.hidden(Value::Unassigned, &index, &places, &at);
        if let Value::Reference(place) = &hidden {
            self.names.unfilled.push((place.root, index, places));
        }
        Ok(hidden)
    }

    /// The value of a block that has been left. Hidden variables that it refers to outlive the
    /// block.
    pub(crate) fn outlived(&mut self, value: Found<Value>) -> Found<Value> {
        if let Some(Flow::Return(Ok(carried)) | Flow::Break(_, Ok(carried))) = &self.control.flow {
            let carried = self.with_hidden(carried.clone());
            if let Some(Flow::Return(old) | Flow::Break(_, old)) = &mut self.control.flow {
                *old = Ok(carried);
            }
        }
        value.map(|value| self.with_hidden(value))
    }

    /// The value, with new hidden variables for those that its references have lost.
    fn with_hidden(&mut self, value: Value) -> Value {
        let mut lost = Vec::new();
        value.for_each_leaf(&mut |leaf| {
            if let Value::Reference(place) = leaf
                && self.names.scopes.retired(place.root).is_some()
            {
                lost.push(place.root);
            }
        });
        if lost.is_empty() {
            return value;
        }
        let mut ids: Vec<(BindingId, BindingId)> = Vec::new();
        for id in lost {
            self.revive(id, &mut ids);
        }
        with_ids(value, &|id| new_id(&ids, id))
    }

    /// Binds a hidden variable again, and those that it may mean.
    fn revive(&mut self, id: BindingId, ids: &mut Vec<(BindingId, BindingId)>) {
        if ids.iter().any(|(old, _)| *old == id) {
            return;
        }
        let Some(binding) = self.names.scopes.retired(id).cloned() else {
            return;
        };
        let Some(selected) = binding.selected else {
            return;
        };
        for (place, _) in &selected.places {
            self.revive(place.root, ids);
        }
        if let Some((place, _)) = &selected.block {
            self.revive(place.root, ids);
        }
        let selected = selected.renamed(&|id| new_id(ids, id));
        let value = with_ids(binding.value, &|id| new_id(ids, id));
        let scopes = &mut self.names.scopes;
        let new = scopes.bind_hidden(value, binding.active, Rc::new(selected));
        ids.push((id, new));
    }
}

fn new_id(ids: &[(BindingId, BindingId)], id: BindingId) -> BindingId {
    let pair = ids.iter().find(|(old, _)| *old == id);
    pair.map_or(id, |(_, new)| *new)
}

/// Whether a value has a reference to such a place.
fn refers(value: &Value, is_meant: &impl Fn(&Place) -> bool) -> bool {
    let mut found = false;
    value.for_each_leaf(&mut |leaf| {
        found |= matches!(leaf, Value::Reference(place) if is_meant(place));
    });
    found
}

/// The value with other ids in its references.
fn with_ids(value: Value, renamed: &impl Fn(BindingId) -> BindingId) -> Value {
    if !refers(&value, &|place| renamed(place.root) != place.root) {
        return value;
    }
    let of_maybe = |maybe: &Maybe| Maybe {
        inside: with_ids(maybe.inside.clone(), renamed),
        ..maybe.clone()
    };
    match value {
        Value::Reference(mut place) => {
            place.root = renamed(place.root);
            Value::Reference(place)
        }
        Value::Maybe(maybe) => of_maybe(&maybe).into_value(),
        Value::Part(part) => {
            let items = part.items.iter().map(|found| Rc::new(of_maybe(found)));
            Value::Part(Rc::new(Part {
                items: items.collect(),
                ..(*part).clone()
            }))
        }
        other => match other.parts() {
            Some(parts) => {
                let parts = parts.iter().map(|part| with_ids(part.clone(), renamed));
                other.rebuilt(parts.collect())
            }
            None => other,
        },
    }
}

/// The places, if all values are references.
pub(crate) fn all_places<'a>(values: impl Iterator<Item = &'a Value>) -> Option<Vec<Place>> {
    let place = |value: &Value| match value {
        Value::Reference(place) => Some(place.clone()),
        _ => None,
    };
    values.map(place).collect()
}

//! Reads and writes of lists in memory.
//!
//! ```text
//! out[i]          let __row_2 = __list_1[i].clone();    v12 = ruled `__row_2.0[0]` by x with the
//!                                                       partial `__row_2.0[1]`
//! out[i] = y      __list_1[i] = ([v5, v9], ());         after each assignment to the element
//! out = other     __list_1 = take(&mut __list_3);       the variable stays, also in loops
//! ```
//!
//! Cost: a partial for each column of a number that is read.

use std::rc::Rc;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};

use crate::interface::{Opaque, Wrapper};
use crate::ir::{Origin, ValueId};

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::value::found::{Found, Stop};
use crate::front::value::index::Selected;
use crate::front::value::maybe::Maybe;
use crate::front::value::place::Place;
use crate::front::value::stored::{Stored, has_list, with_leaves};
use crate::front::value::{Inactive, Value};

impl<M> Lowering<M> {
    /// A value that is assigned to a place. A list in memory keeps its variable, which gets the
    /// elements of the other list: then there is nothing else to store.
    pub(crate) fn stored_over(
        &mut self,
        place: &Place,
        value: Value,
        at: &impl ToTokens,
    ) -> Found<Option<Value>> {
        if !self.names.has_stored {
            return Ok(Some(value));
        }
        let old = self.load(place);
        let (Some(Value::Stored(list)), true) = (&old, is_list(&value)) else {
            return match old {
                Some(old) if has_list(&old) => self.parts_stored_over(place, &old, value, at),
                _ => Ok(Some(value)),
            };
        };
        let target = &list.place;
        if let Value::Stored(other) = &value
            && other.place.to_string() == target.to_string()
        {
            return Ok(None);
        }
        if self.is_shared(place, list) {
            return self.writer.refuse(at, messages::LIST_MOVED);
        }
        let mut mentions = Vec::new();
        let rows = match &value {
            Value::Stored(other) if is_variable(&other.place) => {
                let other = &other.place;
                quote!(::core::mem::take(&mut #other))
            }
            value => self.stored_rows(&list.like, value, &mut mentions, at)?,
        };
        self.writer
            .keep_statement(quote!(#target = #rows;), &mentions)?;
        Ok(None)
    }

    /// The same for a value with lists inside, `(v, n)` or a vector of ndarray.
    fn parts_stored_over(
        &mut self,
        place: &Place,
        old: &Value,
        value: Value,
        at: &impl ToTokens,
    ) -> Found<Option<Value>> {
        let value = match (old, value) {
            (Value::Struct(layout, _), value @ Value::Inactive(_))
                if self.is_array_of_crate(layout) =>
            {
                self.array_in_memory(&value, layout, at)?
            }
            (_, value) => value,
        };
        let (Some(olds), true) = (old.parts(), old.is_like(&value)) else {
            return Ok(Some(value));
        };
        let targets: Vec<String> = olds.iter().flat_map(places_of_lists).collect();
        let mut made = Vec::with_capacity(olds.len());
        for (position, part) in value.parts().unwrap_or_default().iter().enumerate() {
            // What takes its elements from a list that changes here is copied before.
            let is_own = places_of_lists(part) == places_of_lists(&olds[position]);
            let reads_target = |from: &String| targets.iter().any(|to| from.starts_with(to));
            let is_read = !is_own && places_of_lists(part).iter().any(reads_target);
            made.push(if is_read {
                self.copied_lists(part)?
            } else {
                part.clone()
            });
        }
        for (position, part) in made.iter_mut().enumerate() {
            let stored = self.stored_over(&place.then(position), part.clone(), at)?;
            *part = stored.unwrap_or_else(|| olds[position].clone());
        }
        Ok(Some(value.rebuilt(made)))
    }

    /// Whether another name holds the list that a place holds.
    fn is_shared(&self, place: &Place, list: &Stored) -> bool {
        let names = self.names.scopes.snapshot();
        let spelled = list.place.to_string();
        (0..names.len()).any(|position| {
            let mut count = 0;
            names.value(position).for_each_leaf(&mut |leaf| {
                if let Value::Stored(other) = leaf {
                    count += usize::from(other.place.to_string() == spelled);
                }
            });
            count > usize::from(position == place.root.position)
        })
    }

    /// An index of an element, in a variable if only run time knows it.
    pub(crate) fn stored_index(&mut self, index: Value) -> Found<TokenStream> {
        match index {
            Value::Integer(known) => Ok(Literal::i128_unsuffixed(known.value).into_token_stream()),
            Value::Inactive(index) => {
                let name = self.writer.fresh(&Ident::new("index", Span::call_site()));
                let tokens = index.tokens;
                self.writer
                    .keep_statement(quote!(let #name: usize = #tokens;), &index.mentions)?;
                Ok(name.into_token_stream())
            }
            _ => Err(Stop),
        }
    }

    /// The element at an index.
    pub(crate) fn stored_element(&mut self, list: &Stored, index: &TokenStream) -> Found<Value> {
        let place = &list.place;
        if let Value::Stored(inner) = &list.like {
            return Ok(Stored {
                place: quote!(#place[#index]),
                like: inner.like.clone(),
            }
            .into_value());
        }
        let row = self.writer.fresh(&Ident::new("row", Span::call_site()));
        self.writer
            .keep_statement(quote!(let #row = #place[#index].clone();), &[])?;
        self.of_row(&list.like, &row)
    }

    /// A reference to the element at an index: a variable that is written to the list after each
    /// assignment.
    pub(crate) fn stored_reference(
        &mut self,
        list: &Rc<Stored>,
        index: &TokenStream,
        value: Value,
        at: &impl ToTokens,
    ) -> Place {
        let name = Ident::new("element", Span::call_site());
        let source = syn::parse2(at.to_token_stream());
        let selected = Selected {
            number: Inactive {
                tokens: quote!(0),
                mentions: Vec::new(),
            },
            places: Vec::new(),
            element: Some((Rc::clone(list), index.clone())),
            block: None,
            at: source.unwrap_or_else(|_| syn::parse_quote!(#name)),
        };
        let root = self
            .names
            .scopes
            .bind_hidden(value, true, Rc::new(selected));
        Place {
            root,
            name,
            path: Vec::new(),
        }
    }

    /// Writes the element that such a variable holds to the list.
    pub(crate) fn write_element(
        &mut self,
        list: &Stored,
        index: &TokenStream,
        part: &Place,
        at: &impl ToTokens,
    ) -> Found<()> {
        let whole = Place {
            path: Vec::new(),
            ..part.clone()
        };
        let value = self.load(&whole).ok_or(Stop)?;
        if matches!(value, Value::Poison) {
            return Err(Stop);
        }
        let mut mentions = Vec::new();
        let row = self.stored_row(&list.like, &value, &mut mentions, at)?;
        let place = &list.place;
        self.writer
            .keep_statement(quote!(#place[#index] = #row;), &mentions)
    }

    /// An element that may be missing, from an expression of type `Option`.
    pub(crate) fn stored_perhaps(&mut self, list: &Stored, found: &TokenStream) -> Found<Value> {
        let [answer, row] =
            ["answer", "row"].map(|name| self.writer.fresh(&Ident::new(name, Span::call_site())));
        let counts = list.counts();
        let n_columns = self.writer.builder.code().independents().len();
        let zero = self.writer.builder.literal(0.0);
        let zero = self
            .spell(&Value::Scalar(zero), &mut Vec::new())
            .ok_or(Stop)?;
        let width = Literal::usize_unsuffixed(counts.numbers * (1 + n_columns));
        let others = vec![quote!(::core::default::Default::default(),); counts.others];
        self.writer.keep_statement(
            quote! {
                let (#answer, #row) = match #found {
                    Some(__row) => (Some(()), __row),
                    None => (None, ([#zero; #width], (#(#others)*))),
                };
            },
            &[],
        )?;
        let inside = self.of_row(&list.like, &row)?;
        Ok(Maybe::asked(Wrapper::Option, answer.into_token_stream(), inside).into_value())
    }

    /// An element as the user's own code knows it, from its row.
    pub(crate) fn user_element(&mut self, like: &Value, row: &TokenStream) -> Found<TokenStream> {
        let width = 1 + self.writer.builder.code().independents().len();
        let (mut number, mut other) = (0, 0);
        let element = with_leaves(like, like, &mut |leaf, _| -> Found<Value> {
            let tokens = if matches!(leaf, Value::Scalar(_)) {
                let position = Literal::usize_unsuffixed(number * width);
                number += 1;
                quote!(#row.0[#position])
            } else {
                let position = Literal::usize_unsuffixed(other);
                other += 1;
                quote!(#row.1.#position)
            };
            Ok(Value::Inactive(Inactive {
                tokens,
                mentions: Vec::new(),
            }))
        })?;
        self.spell(&element.ok_or(Stop)?, &mut Vec::new())
            .ok_or(Stop)
    }

    fn user_values(&mut self, like: &Value, place: &TokenStream) -> Found<TokenStream> {
        let row = Ident::new("__row", Span::call_site()).into_token_stream();
        let element = match like {
            Value::Stored(inner) => self.user_values(&inner.like, &row)?,
            like => self.user_element(like, &row)?,
        };
        Ok(quote!(#place.iter().map(|__row| #element).collect::<::std::vec::Vec<_>>()))
    }

    /// The values of a list in a variable, as the user's own code knows them.
    pub(crate) fn values_of_list(&mut self, list: &Stored) -> Found<Value> {
        self.writer.at_run_time()?;
        let values = self.writer.fresh(&Ident::new("values", Span::call_site()));
        let collected = self.user_values(&list.like, &list.place)?;
        self.writer
            .keep_statement(quote!(let #values = #collected;), &[])?;
        Ok(Value::Inactive(Inactive {
            tokens: values.into_token_stream(),
            mentions: Vec::new(),
        }))
    }

    /// The value of a row that has been read into a variable.
    pub(crate) fn of_row(&mut self, like: &Value, row: &Ident) -> Found<Value> {
        let independents = self.writer.builder.code().independents().to_vec();
        let (mut number, mut other) = (0, 0);
        let made = with_leaves(like, like, &mut |leaf, _| -> Found<Value> {
            if !matches!(leaf, Value::Scalar(_)) {
                let position = Literal::usize_unsuffixed(other);
                other += 1;
                let part = Inactive {
                    tokens: quote!(#row.1.#position),
                    mentions: Vec::new(),
                };
                let name = Ident::new("part", Span::call_site());
                let part = self.writer.settle_as(
                    &name,
                    Inactive {
                        tokens: {
                            let tokens = part.tokens;
                            quote!(#tokens.clone())
                        },
                        mentions: part.mentions,
                    },
                )?;
                if let (Value::Integer(_), Value::Inactive(part)) = (leaf, &part) {
                    self.writer.no_numbers.insert(part.tokens.to_string());
                }
                return Ok(part);
            }
            let first = number * (1 + independents.len());
            number += 1;
            let mut scalar = |position: usize| {
                let position = Literal::usize_unsuffixed(first + position);
                let opaque = self.writer.push_opaque(Opaque::Scalar {
                    expression: quote!(#row.0[#position]),
                    reference: false,
                });
                self.writer.builder.opaque(opaque, &[], Origin::default())
            };
            let value = scalar(0);
            let partials: Vec<(ValueId, ValueId)> = independents
                .iter()
                .enumerate()
                .map(|(column, id)| (*id, scalar(1 + column)))
                .collect();
            let value = self
                .writer
                .builder
                .ruled(value, &partials, Origin::default());
            Ok(Value::Scalar(value))
        })?;
        made.ok_or(Stop)
    }
}

fn is_list(value: &Value) -> bool {
    matches!(
        value,
        Value::Stored(_) | Value::Array(_) | Value::Part(_) | Value::Inactive(_)
    )
}

/// The places of the lists in a value, spelled.
fn places_of_lists(value: &Value) -> Vec<String> {
    let mut places = Vec::new();
    value.for_each_leaf(&mut |leaf| {
        if let Value::Stored(list) = leaf {
            places.push(list.place.to_string());
        }
    });
    places
}

/// Whether a place is a whole variable.
pub(crate) fn is_variable(place: &TokenStream) -> bool {
    syn::parse2::<Ident>(place.clone()).is_ok()
}

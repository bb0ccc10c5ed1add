//! Patterns of `let`, `for` and parameters: they take values apart and bind names.

use quote::quote;
use syn::Pat;

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::patterns::is_rest;
use crate::front::syntax::tokens::as_operand;
use crate::front::value::integer::typed;
use crate::front::value::{Inactive, Value};

impl Lowering<Run> {
    /// Binds the names of the pattern to the parts of the value.
    pub(crate) fn bind_pattern(&mut self, pattern: &Pat, value: Value) {
        match (pattern, value) {
            (Pat::Ident(name), value) if name.by_ref.is_none() && name.subpat.is_none() => {
                self.bind(&name.ident, value);
            }
            (Pat::Wild(_), _) => {}
            (Pat::Type(pattern), value) => {
                self.bind_pattern(&pattern.pat, typed(value, &pattern.ty));
            }
            (Pat::Reference(reference), value) => {
                let value = self.behind(value, pattern);
                self.bind_pattern(&reference.pat, value);
            }
            (
                Pat::Tuple(_) | Pat::Slice(_) | Pat::Struct(_) | Pat::TupleStruct(_),
                Value::Reference(place),
            ) => {
                let parts = self.parts_of(&place, pattern);
                self.bind_pattern(pattern, parts);
            }
            (Pat::Paren(inner), value) => self.bind_pattern(&inner.pat, value),
            (Pat::Tuple(tuple), Value::Tuple(elements)) => {
                self.bind_parts(&tuple.elems, &elements, pattern);
            }
            (Pat::Slice(slice), Value::Array(elements)) => {
                self.bind_parts(&slice.elems, &elements, pattern);
            }
            (Pat::Struct(parts), Value::Struct(layout, fields)) => {
                for part in &parts.fields {
                    let position = layout.position(&part.member);
                    match position.and_then(|position| fields.get(position)) {
                        Some(field) => self.bind_pattern(&part.pat, field.clone()),
                        None => self.poison_names(&part.pat),
                    }
                }
            }
            (Pat::TupleStruct(parts), Value::Struct(_, fields)) => {
                self.bind_parts(&parts.elems, &fields, pattern);
            }
            (Pat::Struct(parts), Value::Fields(fields)) => self.bind_fields_of(parts, &fields),
            (
                Pat::Tuple(_) | Pat::Slice(_) | Pat::Struct(_) | Pat::TupleStruct(_),
                Value::Inactive(inactive),
            ) if !self.writer.is_trial() => match (pattern, self.places_within(&inactive)) {
                // By places, because what the pattern binds may be references in the user's code.
                (Pat::Tuple(parts), Some(places)) => {
                    self.bind_parts(&parts.elems, &places, pattern);
                }
                (Pat::Slice(parts), Some(places)) => {
                    self.bind_parts(&parts.elems, &places, pattern);
                }
                _ => self.keep_let(pattern, inactive),
            },
            (_, Value::Poison) => self.poison_names(pattern),
            (_, value) => {
                self.writer
                    .refuse(pattern, &messages::pattern_does_not_fit(&value.describe()));
                self.poison_names(pattern);
            }
        }
    }

    /// The parts of an array or tuple in the user's own code, where the type of a parameter spells them.
    fn places_within(&mut self, whole: &Inactive) -> Option<Vec<Value>> {
        let tokens = as_operand(whole.tokens.clone());
        let place = |tokens| {
            Value::Inactive(Inactive {
                tokens,
                mentions: whole.mentions.clone(),
            })
        };
        let part = |index| proc_macro2::Literal::usize_unsuffixed(index);
        match self.type_of(whole)? {
            syn::Type::Tuple(tuple) => {
                let parts = (0..tuple.elems.len()).map(part);
                Some(parts.map(|part| place(quote!(#tokens.#part))).collect())
            }
            syn::Type::Array(_) => {
                let parts = (0..self.length_of(whole)?).map(part);
                Some(parts.map(|part| place(quote!(#tokens[#part]))).collect())
            }
            _ => None,
        }
    }

    pub(crate) fn bind_parts<P>(
        &mut self,
        patterns: &syn::punctuated::Punctuated<Pat, P>,
        elements: &[Value],
        whole: &Pat,
    ) {
        let rest = patterns.iter().position(is_rest);
        let fits = match rest {
            None => patterns.len() == elements.len(),
            Some(_) => patterns.len() - 1 <= elements.len(),
        };
        if !fits {
            self.writer.refuse(
                whole,
                &messages::pattern_length(patterns.len(), elements.len()),
            );
            return self.poison_names(whole);
        }
        let before = rest.unwrap_or(patterns.len());
        let after = patterns.len().saturating_sub(before + 1);
        for (pattern, element) in patterns.iter().zip(&elements[..before]) {
            self.bind_pattern(pattern, element.clone());
        }
        let tail = elements.len() - after;
        for (pattern, element) in patterns
            .iter()
            .rev()
            .take(after)
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .zip(&elements[tail..])
        {
            self.bind_pattern(pattern, element.clone());
        }
        if let Some(Pat::Ident(name)) = rest.and_then(|rest| patterns.iter().nth(rest)) {
            self.bind(&name.ident, Value::array(elements[before..tail].to_vec()));
        }
    }
}

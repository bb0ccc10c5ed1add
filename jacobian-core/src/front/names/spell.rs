//! Spelling of values: the tokens for a value inside of code that is copied unchanged.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};

use crate::interface::Layout;
use crate::ir::{Elemental, Precision, ValueId, Width};

use crate::front::names::distributions::Distribution;
use crate::front::names::state::Lowering;
use crate::front::read::definitions::{Body, Written};
use crate::front::syntax::captures::{named_arguments, names_in};
use crate::front::syntax::types;
use crate::front::value::Value;
use crate::front::value::decomposition::Decomposition;
use crate::front::value::items::Part;
use crate::front::value::matrix::Matrix;
use crate::front::value::maybe::{Maybe, Presence};
use crate::front::value::stored::Stored;
use crate::front::value::variants::Variants;

impl<M> Lowering<M> {
    /// `, t = v7` for every local that the format strings among the tokens capture, except for
    /// names that the code around them binds itself.
    pub(crate) fn captured(
        &self,
        tokens: &TokenStream,
        bound: &[String],
        mentions: &mut Vec<ValueId>,
    ) -> TokenStream {
        let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
        let mut arguments = TokenStream::new();
        let mut done: Vec<String> = named_arguments(&tokens);
        done.extend(bound.iter().cloned());
        for name in tokens.iter().flat_map(|token| names_in(&token.to_string())) {
            if done.contains(&name) {
                continue;
            }
            if let Some(binding) = self.names.scopes.get(&name)
                && let Some(meaning) = self.spell(&binding.value, mentions)
                && meaning.to_string() != name
            {
                let name = format_ident!("{name}");
                arguments.extend(quote!(, #name = #meaning));
            }
            done.push(name);
        }
        arguments
    }

    /// An expression for a value in opaque code. Adds the values of the code list that it names to
    /// `mentions`.
    pub(crate) fn spell(&self, value: &Value, mentions: &mut Vec<ValueId>) -> Option<TokenStream> {
        Some(match value {
            Value::Scalar(id) => self.spell_scalar(*id, mentions),
            Value::Integer(integer) => {
                let magnitude = integer.value.unsigned_abs();
                let literal = format!(
                    "{magnitude}{}",
                    integer.suffix.as_deref().unwrap_or_default()
                );
                let literal: proc_macro2::Literal = literal.parse().ok()?;
                if integer.value < 0 {
                    // In parentheses, because a method call binds stronger than the sign.
                    quote!((-#literal))
                } else {
                    quote!(#literal)
                }
            }
            Value::Boolean(value) => quote!(#value),
            Value::Array(elements) => {
                let elements = self.spell_all(elements, mentions)?;
                quote!([#(#elements),*])
            }
            Value::Tuple(elements) => {
                let elements = self.spell_all(elements, mentions)?;
                quote!((#(#elements,)*))
            }
            Value::Matrix(matrix) => self.spell_matrix(matrix, mentions)?,
            Value::Struct(layout, fields) => {
                if let Some(decomposition) = Decomposition::of(value) {
                    return Some(decomposition.object);
                }
                if let Some(whole) = self.spell_unchanged(value, fields, mentions) {
                    return Some(whole);
                }
                let own = layout.own.as_ref();
                if own.is_some_and(|key| self.given.types.closed_field(key).is_some()) {
                    return None;
                }
                let literal = layout.literal(&self.spell_fields(layout, fields, mentions)?);
                if Distribution::of(value).is_some() {
                    quote!(#literal.unwrap())
                } else {
                    literal
                }
            }
            Value::Choice(variants, parts) => self.spell_choice(variants, parts, mentions)?,
            // What the caller left at the place may be out of date.
            Value::Fields(fields) if !fields.written.is_empty() => return None,
            Value::Fields(fields) => fields.place.clone(),
            Value::Maybe(maybe) => self.spell_maybe(maybe, mentions)?,
            Value::Inactive(inactive) | Value::Carried(inactive) => {
                mentions.extend(&inactive.mentions);
                inactive.tokens.clone()
            }
            Value::Reference(place) => {
                let value = self.load(&self.follow(place.clone()))?;
                self.spell(&value, mentions)?
            }
            Value::Function(function) => self.names.functions.get(function).spell(mentions)?,
            Value::Part(part) => self.spell_part(part, mentions)?,
            Value::Stored(list) => spell_stored(list)?,
            Value::Unassigned | Value::Poison | Value::Items(_) => return None,
        })
    }

    /// The variable of a struct that was taken apart and has all of its fields still: `__k_1`, but
    /// not `K { a: __k_1.a, list: __k_1.list }`, which would move the list.
    fn spell_unchanged(
        &self,
        value: &Value,
        fields: &[Value],
        mentions: &mut Vec<ValueId>,
    ) -> Option<TokenStream> {
        let key = self.key_of_value(value)?;
        let Body::Struct(members) = &self.given.types.definition(&key)?.body else {
            return None;
        };
        let own = |part: &Value| match part {
            Value::Inactive(part) => Some(part.clone()),
            _ => None,
        };
        let at = fields.iter().position(|part| own(part).is_some())?;
        let first = own(&fields[at])?;
        let base = owner_of_part(&first.tokens, &members.get(at)?.member)?;
        let written = self.type_of_tokens(&base)?;
        // Neither a reference to the struct nor a pointer that holds it.
        let is_it = !matches!(written.ty, syn::Type::Reference(_))
            && self.given.types.key_of(&written.ty, &written.at)? == key;
        if !is_it {
            return None;
        }
        let mut parts = members.iter().zip(fields);
        let are_its_own = parts.all(|(field, part)| {
            let member = &field.member;
            let place = quote!(#base.#member);
            match part {
                Value::Inactive(part) => part.tokens.to_string() == place.to_string(),
                Value::Integer(_) | Value::Boolean(_) => {
                    let known = self.writer.known_part(&place);
                    known.is_some_and(|known| is_same(&known, part))
                }
                _ => false,
            }
        });
        if !are_its_own || members.len() != fields.len() {
            return None;
        }
        mentions.extend(&first.mentions);
        Some(base)
    }

    /// The fields of a struct. A list of known elements is an array here, also where the field is
    /// declared as a `Vec`.
    fn spell_fields(
        &self,
        layout: &Layout,
        fields: &[Value],
        mentions: &mut Vec<ValueId>,
    ) -> Option<Vec<TokenStream>> {
        let mut spelled = self.spell_all(fields, mentions)?;
        let Some(own) = layout.own.as_ref().filter(|_| !layout.is_variant) else {
            return Some(spelled);
        };
        for ((member, value), tokens) in layout.members.iter().zip(fields).zip(&mut spelled) {
            if !matches!(value, Value::Array(_) | Value::Part(_)) {
                continue;
            }
            let declared = self.given.types.field(&Written::of(own), member);
            let Some(declared) = declared.filter(|of| types::list_element(&of.ty).is_some()) else {
                continue;
            };
            if let (Value::Part(_), syn::Type::Path(list)) = (value, &declared.ty) {
                // A part is a slice.
                if types::is_vec(&list.path) {
                    *tokens = quote!(#tokens.to_vec());
                }
                continue;
            }
            let list = self.spell_lists(value, &declared.ty, mentions)?;
            *tokens = if matches!(declared.ty, syn::Type::Reference(_)) {
                quote!(&#list)
            } else {
                quote!(#list.into())
            };
        }
        Some(spelled)
    }

    /// The array of the elements of a list. Those that are declared as lists of their own,
    /// `Vec<Vec<f64>>`, are vectors, because they may have different lengths.
    fn spell_lists(
        &self,
        list: &Value,
        ty: &syn::Type,
        mentions: &mut Vec<ValueId>,
    ) -> Option<TokenStream> {
        let (Value::Array(elements), Some(element)) = (list, types::list_element(ty)) else {
            return self.spell(list, mentions);
        };
        let is_list = types::list_element(element).is_some();
        let mut spelled = Vec::with_capacity(elements.len());
        for value in elements.iter() {
            let tokens = self.spell_lists(value, element, mentions)?;
            spelled.push(match (element, value) {
                (syn::Type::Path(path), Value::Array(_)) if types::is_vec(&path.path) => {
                    quote!(::std::vec::Vec::from(#tokens))
                }
                (_, Value::Array(_)) if is_list => quote!(::core::convert::Into::into(#tokens)),
                _ => tokens,
            });
        }
        Some(quote!([#(#spelled),*]))
    }

    /// An expression for a list of a length of run time in opaque code.
    fn spell_part(&self, part: &Part, mentions: &mut Vec<ValueId>) -> Option<TokenStream> {
        let length = &part.length;
        let insides = part.items.iter();
        let insides = insides.map(|found| self.spell(&found.inside, mentions));
        let insides = insides.collect::<Option<Vec<TokenStream>>>()?;
        if let Some(first) = &part.first {
            return Some(quote!((&[#(#insides),*][#first..#first + #length])));
        }
        let there = part.items.iter().map(|found| found.is_there());
        let library = crate::spelling::library();
        Some(quote!((&#library::compact([#(#insides),*], [#(#there),*])[..#length])))
    }

    fn spell_scalar(&self, id: ValueId, mentions: &mut Vec<ValueId>) -> TokenStream {
        let builder = &self.writer.builder;
        if let Elemental::Literal(bits) = builder.code().statement(id).elemental() {
            let number = f64::from_bits(bits);
            return if builder.is_mixed() {
                crate::spelling::untyped(number)
            } else {
                crate::spelling::literal(number, self.given.precision)
            };
        }
        mentions.push(id);
        let name = crate::spelling::value(id);
        if builder.width(id) == Width::Single {
            let single = crate::spelling::scalar_type(Precision::Single);
            quote!((#name as #single))
        } else {
            name.into_token_stream()
        }
    }

    pub(crate) fn spell_all(
        &self,
        values: &[Value],
        mentions: &mut Vec<ValueId>,
    ) -> Option<Vec<TokenStream>> {
        values
            .iter()
            .map(|value| self.spell(value, mentions))
            .collect()
    }

    /// An expression for a matrix in opaque code.
    pub(crate) fn spell_matrix(
        &self,
        matrix: &Matrix,
        mentions: &mut Vec<ValueId>,
    ) -> Option<TokenStream> {
        if let Some(place) = &matrix.place {
            return Some(place.clone());
        }
        let elements: Option<Vec<TokenStream>> = matrix
            .elements
            .iter()
            .map(|element| self.spell(element, mentions))
            .collect();
        let elements = elements?;
        if !matrix.extents.are_fixed() {
            let library = crate::spelling::library();
            let [rows, cols] =
                [matrix.rows, matrix.cols].map(proc_macro2::Literal::usize_unsuffixed);
            return Some(quote!(#library::from_elements(#rows, #cols, &[#(#elements),*])));
        }
        let dimensions = (matrix.rows, matrix.cols);
        Some(
            self.writer
                .fixed_matrix(dimensions, &elements)
                .unwrap_or_else(|| {
                    let columns = elements.chunks(matrix.rows.max(1));
                    let columns = columns.map(|column| quote!([#(#column),*]));
                    quote!(::core::convert::Into::into([#(#columns),*]))
                }),
        )
    }

    /// An expression for an enum whose variant only run time knows.
    fn spell_choice(
        &self,
        variants: &Variants,
        parts: &[Value],
        mentions: &mut Vec<ValueId>,
    ) -> Option<TokenStream> {
        let tag = self.spell(&parts[0], mentions)?;
        let mut arms = Vec::new();
        let is_unassigned = |field: &Value| matches!(field, Value::Unassigned);
        for (position, layout, fields) in variants.made(parts, is_unassigned) {
            let literal = layout.literal(&self.spell_all(fields, mentions)?);
            let number = proc_macro2::Literal::usize_unsuffixed(position);
            arms.push(quote!(#number => #literal,));
        }
        Some(quote!((match #tag { #(#arms)* _ => ::core::unreachable!() })))
    }

    /// An expression for an `Option` or a `Result` in opaque code.
    pub(crate) fn spell_maybe(
        &self,
        maybe: &Maybe,
        mentions: &mut Vec<ValueId>,
    ) -> Option<TokenStream> {
        let variant = maybe.variant();
        Some(match &maybe.presence {
            Presence::Always => {
                let inside = self.spell(&maybe.inside, mentions)?;
                quote!(#variant(#inside))
            }
            Presence::Never(spelled, mentioned) => {
                mentions.extend(mentioned);
                spelled.clone()
            }
            Presence::Asked(answer) => {
                let inside = self.spell(&maybe.inside, mentions)?;
                quote!(#answer.map(|()| #inside))
            }
        })
    }
}

/// An expression for the values of a list in memory.
fn spell_stored(list: &Stored) -> Option<TokenStream> {
    let place = &list.place;
    let is_number = matches!(list.like, Value::Scalar(_));
    is_number.then(|| quote!(#place.iter().map(|row| row.0[0]).collect::<::std::vec::Vec<_>>()))
}

/// A list of a declared type. An array becomes most lists by `Into`.
pub(crate) fn list_of(elements: &[TokenStream], ty: Option<&syn::Type>) -> TokenStream {
    let array = quote!([#(#elements),*]);
    match ty {
        Some(syn::Type::Array(_) | syn::Type::Slice(_)) => array,
        Some(ty) if types::small_element(ty).is_some() => {
            quote!(::core::iter::IntoIterator::into_iter(#array).collect())
        }
        _ => quote!(::core::convert::Into::into(#array)),
    }
}

/// Whether two known values are equal.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Integer(one), Value::Integer(other)) => one.value == other.value,
        (Value::Boolean(one), Value::Boolean(other)) => one == other,
        _ => false,
    }
}

/// `k` of `k.member`.
fn owner_of_part(part: &TokenStream, member: &syn::Member) -> Option<TokenStream> {
    let mut tokens: Vec<TokenTree> = part.clone().into_iter().collect();
    let is_member = tokens.pop()?.to_string() == member.to_token_stream().to_string();
    let dot = tokens.pop()?;
    (is_member && dot.to_string() == ".").then(|| tokens.into_iter().collect())
}

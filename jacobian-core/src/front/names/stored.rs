//! Elements of lists in memory: how they are made, read and written.
//!
//! ```text
//! out.push(y)     __list_1.push(([v5, v9], ()))         the value, and its row: dy/dx
//! out[i]          let __row_2 = __list_1[i].clone();    v12 = ruled `__row_2.0[0]` by x with the
//!                                                       partial `__row_2.0[1]`
//! ```
//!
//! Cost: a row for each number that is stored, and a partial for each column of one that is read.

use std::rc::Rc;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};

use crate::ir::ValueId;

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::value::found::{Found, Stop};
use crate::front::value::stored::{Stored, has_list, with_leaves};
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::Behind;

impl<M> Lowering<M> {
    /// A value like each of these elements. `None` if they have different shapes.
    pub(crate) fn element_like<'a>(
        &self,
        elements: impl IntoIterator<Item = &'a Value>,
    ) -> Option<Value> {
        let mut elements = elements.into_iter();
        let first = elements.next()?;
        let mut like = self.like_of(first, first)?;
        for element in elements {
            like = self.like_of(&like, element)?;
        }
        Some(like)
    }

    fn like_of(&self, like: &Value, element: &Value) -> Option<Value> {
        let made = with_leaves(like, element, &mut |like, leaf| match (like, leaf) {
            (Value::Stored(list), _) | (_, Value::Stored(list)) => Ok(Stored {
                place: TokenStream::new(),
                like: list.like.clone(),
            }
            .into_value()),
            (Value::Scalar(id), _) | (_, Value::Scalar(id)) => Ok(Value::Scalar(*id)),
            (_, Value::Integer(_) | Value::Boolean(_)) => Ok(Value::integer(0)),
            (_, Value::Inactive(code)) if self.writer.is_no_number(&code.tokens) => {
                Ok(Value::integer(0))
            }
            (_, Value::Inactive(code)) if self.is_float(code) => Ok(Value::Scalar(ValueId(0))),
            (_, Value::Inactive(_) | Value::Unassigned) => Ok(Value::Unassigned),
            _ => Err(Stop),
        });
        made.ok().flatten()
    }

    /// Whether opaque code is certainly a number of the function's scalar.
    fn is_float(&self, code: &Inactive) -> bool {
        let name = |ty: syn::Type| crate::front::syntax::types::type_name(&ty).cloned();
        let name = self.type_of(code).and_then(name);
        name.is_some_and(|name| self.names_float(&name.to_string()))
    }

    /// The type of an element in the generated code.
    fn stored_type(&self, list: &Stored) -> TokenStream {
        if let Value::Stored(inner) = &list.like {
            let inner = self.stored_type(inner);
            return quote!(::std::vec::Vec<#inner>);
        }
        let counts = list.counts();
        let n_columns = self.writer.builder.code().independents().len();
        let width = Literal::usize_unsuffixed(counts.numbers * (1 + n_columns));
        let scalar = match self.given.precision {
            crate::ir::Precision::Generic => {
                let name = Ident::new(&self.given.scalar_name, Span::call_site());
                name.into_token_stream()
            }
            precision => crate::spelling::scalar_type(precision),
        };
        let others = vec![quote!(_,); counts.others];
        quote!(([#scalar; #width], (#(#others)*)))
    }

    /// A new list in a variable of its own.
    pub(crate) fn new_stored(
        &mut self,
        like: Value,
        made: &TokenStream,
        mentions: &[ValueId],
    ) -> Found<Rc<Stored>> {
        self.names.has_stored = true;
        let name = self.writer.fresh(&Ident::new("list", Span::call_site()));
        let list = Stored {
            place: name.to_token_stream(),
            like,
        };
        let element = self.stored_type(&list);
        let declared = quote!(let mut #name: ::std::vec::Vec<#element> = #made;);
        self.writer.keep_statement(declared, mentions)?;
        Ok(Rc::new(list))
    }

    /// An element in the generated code.
    pub(crate) fn stored_row(
        &mut self,
        like: &Value,
        value: &Value,
        mentions: &mut Vec<ValueId>,
        at: &impl ToTokens,
    ) -> Found<TokenStream> {
        if let Value::Stored(inner) = like {
            return self.stored_rows(&inner.like, value, mentions, at);
        }
        if self.writer.builder.is_mixed() {
            return self.writer.refuse(at, messages::LIST_OF_TWO_WIDTHS);
        }
        if !self
            .writer
            .spend(self.writer.builder.code().independents().len(), at)
        {
            return Err(Stop);
        }
        let (mut numbers, mut others) = (Vec::new(), Vec::new());
        let value = self.behind(value.clone(), at)?;
        let made = with_leaves(like, &value, &mut |like, leaf| {
            if matches!(leaf, Value::Unassigned) {
                if let Value::Scalar(_) = like {
                    numbers.extend(self.zero_row(&mut *mentions));
                } else {
                    others.push(quote!(::core::default::Default::default(),));
                }
                return Ok(Value::Unassigned);
            }
            if !matches!(like, Value::Scalar(_)) {
                if self.is_active_value(leaf) {
                    return self.writer.refuse(at, messages::ACTIVE_LATER);
                }
                let spelled = self.spell(leaf, mentions).ok_or(Stop)?;
                others.push(quote!(#spelled,));
                return Ok(Value::Unassigned);
            }
            let id = self.as_scalar(leaf.clone(), at, Behind::Reference)?;
            numbers.extend(self.spell(&Value::Scalar(id), mentions));
            let zero = self.writer.builder.literal(0.0);
            for partial in self.writer.builder.row(id) {
                let partial = Value::Scalar(partial.unwrap_or(zero));
                numbers.extend(self.spell(&partial, mentions));
            }
            Ok(Value::Unassigned)
        })?;
        if made.is_none() {
            let message = messages::kind_changes("this list", &like.describe(), &value.describe());
            return self.writer.refuse(at, &message);
        }
        Ok(quote!(([#(#numbers),*], (#(#others)*))))
    }

    /// A number that is not there, and its derivatives.
    fn zero_row(&mut self, mentions: &mut Vec<ValueId>) -> Vec<TokenStream> {
        let zero = Value::Scalar(self.writer.builder.literal(0.0));
        let width = 1 + self.writer.builder.code().independents().len();
        let zero = self.spell(&zero, mentions);
        zero.map_or_else(Vec::new, |zero| vec![zero; width])
    }

    /// The elements of a list in the generated code, as an expression for a `Vec`.
    pub(crate) fn stored_rows(
        &mut self,
        like: &Value,
        list: &Value,
        mentions: &mut Vec<ValueId>,
        at: &impl ToTokens,
    ) -> Found<TokenStream> {
        match list {
            Value::Stored(list) => {
                let place = &list.place;
                Ok(quote!(#place.to_vec()))
            }
            Value::Array(elements) => {
                let mut rows = Vec::with_capacity(elements.len());
                for element in elements.iter() {
                    rows.push(self.stored_row(like, element, mentions, at)?);
                }
                Ok(quote!(::std::vec![#(#rows),*]))
            }
            Value::Part(part) => {
                let mut pushed = Vec::with_capacity(part.items.len());
                for found in &part.items {
                    let row = self.stored_row(like, &found.inside, mentions, at)?;
                    let is_there = found.is_there();
                    pushed.push(quote!(if #is_there { __rows.push(#row); }));
                }
                Ok(quote!({ let mut __rows = ::std::vec::Vec::new(); #(#pushed)* __rows }))
            }
            Value::Inactive(code) => {
                if matches!(like, Value::Maybe(_)) {
                    let message = messages::kind_changes(
                        "this list",
                        "a list of `Option`s",
                        &list.describe(),
                    );
                    return self.writer.refuse(at, &message);
                }
                mentions.extend(&code.mentions);
                let element = Value::Inactive(Inactive {
                    tokens: quote!((*__element)),
                    mentions: Vec::new(),
                });
                let row = self.inactive_row(like, &element)?;
                let tokens = crate::front::syntax::tokens::as_operand(code.tokens.clone());
                Ok(quote!(#tokens.iter().map(|__element| #row).collect::<::std::vec::Vec<_>>()))
            }
            other => {
                let message = messages::kind_changes("this list", "a list", &other.describe());
                self.writer.refuse(at, &message)
            }
        }
    }

    /// An element of the user's own as one without derivatives.
    fn inactive_row(&mut self, like: &Value, element: &Value) -> Found<TokenStream> {
        let Value::Inactive(code) = element else {
            return Err(Stop);
        };
        let tokens = &code.tokens;
        if let Value::Stored(inner) = like {
            let row = self.inactive_row(
                &inner.like,
                &Value::Inactive(Inactive {
                    tokens: quote!((*__element)),
                    mentions: Vec::new(),
                }),
            )?;
            return Ok(
                quote!(#tokens.iter().map(|__element| #row).collect::<::std::vec::Vec<_>>()),
            );
        }
        let zero = self.writer.builder.literal(0.0);
        let zero = self
            .spell(&Value::Scalar(zero), &mut Vec::new())
            .ok_or(Stop)?;
        let n_columns = self.writer.builder.code().independents().len();
        let (mut numbers, mut others) = (Vec::new(), Vec::new());
        spell_leaves(like, tokens, &mut |leaf, tokens| {
            if matches!(leaf, Value::Scalar(_)) {
                numbers.push(tokens);
                numbers.extend(vec![zero.clone(); n_columns]);
            } else {
                others.push(quote!(#tokens.clone(),));
            }
        })?;
        Ok(quote!(([#(#numbers),*], (#(#others)*))))
    }

    /// A list as one in memory: a new variable.
    pub(crate) fn stored_copy(
        &mut self,
        like: Value,
        list: &Value,
        at: &impl ToTokens,
    ) -> Found<Value> {
        let mut mentions = Vec::new();
        let rows = self.stored_rows(&like, list, &mut mentions, at)?;
        self.new_stored(like, &rows, &mentions).map(Value::Stored)
    }

    /// The value with lists of its own.
    pub(crate) fn copied_lists(&mut self, value: &Value) -> Found<Value> {
        if !self.names.has_stored || !has_list(value) {
            return Ok(value.clone());
        }
        match value {
            Value::Stored(list) => {
                let place = &list.place;
                let copied = quote!(#place.to_vec());
                self.new_stored(list.like.clone(), &copied, &[])
                    .map(Value::Stored)
            }
            Value::Maybe(maybe) => {
                let inside = self.copied_lists(&maybe.inside)?;
                Ok(maybe.with(inside).into_value())
            }
            value => {
                let parts = value.parts().ok_or(Stop)?;
                let parts = parts.iter().map(|part| self.copied_lists(part));
                Ok(value.rebuilt(parts.collect::<Found<_>>()?))
            }
        }
    }
}

/// Visits the leaves of an element of the user's own.
fn spell_leaves(
    like: &Value,
    tokens: &TokenStream,
    visit: &mut impl FnMut(&Value, TokenStream),
) -> Found<()> {
    let each: Vec<TokenStream> = match like {
        Value::Array(parts) => (0..parts.len())
            .map(|position| {
                let position = Literal::usize_unsuffixed(position);
                quote!(#tokens[#position])
            })
            .collect(),
        Value::Tuple(parts) => (0..parts.len())
            .map(|position| {
                let position = Literal::usize_unsuffixed(position);
                quote!(#tokens.#position)
            })
            .collect(),
        Value::Struct(layout, _) => layout
            .members
            .iter()
            .map(|member| quote!(#tokens.#member))
            .collect(),
        leaf if leaf.parts().is_none() => {
            visit(leaf, tokens.clone());
            return Ok(());
        }
        _ => return Err(Stop),
    };
    let parts = like.parts().unwrap_or_default();
    parts
        .iter()
        .zip(&each)
        .try_for_each(|(part, tokens)| spell_leaves(part, tokens, visit))
}

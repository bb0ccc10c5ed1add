//! Rules with types, for functions of lists and structs: one Jacobian for all results.
//!
//! ```text
//! rule(Model::rates(self, t: f64, y: &[f64; 2]) -> [f64; 2] => self.jacobian(t, y))
//!
//! m.rates(a, &[b, c])    let called = m.rates(v0, &[v1, v2]);
//!                        let partials = { let t = v0; let y = &[v1, v2]; rows(m.jacobian(t, y)) };
//! the first result       v3 = opaque `called[0]`, v4 = opaque `partials[0][0]`, ..
//!                        v7 = ruled v3, arguments v0, v1, v2, partials v4, v5, v6
//! ```
//!
//! Rows are the numbers of the result, then those of `&mut` outputs. Columns are the numbers of the
//! arguments in order. So the generated function of another attributed function fits as it is.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, Ident};

use crate::interface::Shape;
use crate::ir::ValueId;

use crate::front::names::rule_calls::Head;
use crate::front::names::state::Lowering;
use crate::front::read::requests::TypedRule;
use crate::front::read::rules::{OBJECT, Rule};
use crate::front::read::supplied::Supplied;
use crate::front::run::supplied_calls::{Columns, Taken};
use crate::front::syntax::tokens::as_operand;
use crate::front::value::found::{Found, Stop};
use crate::front::value::{Inactive, Value};

impl<M> Lowering<M> {
    /// Calls a function by a rule with types.
    pub(crate) fn call_by_types(
        &mut self,
        (rule, typed): (&Rule, &TypedRule),
        head: &Head<'_>,
        (supplied, values): (&Supplied, Vec<Value>),
        at: &impl ToTokens,
    ) -> Found<Value> {
        let object = head.object();
        let mut taken = self.arguments_of_supplied(supplied, values, Columns::Flat, at)?;
        taken
            .mentions
            .extend(object.iter().flat_map(|object| &object.mentions));
        let is_active = !taken.partials.is_empty();
        let passed = if is_active { &taken.first } else { &taken.last };
        let call = Inactive {
            tokens: head.call(passed),
            mentions: taken.mentions.clone(),
        };
        let mut results = Vec::new();
        if let Some(shape) = &supplied.returned {
            results.push((self.results_at(call, supplied, shape)?, shape.clone()));
        } else {
            let tokens = call.tokens;
            self.writer
                .keep_statement(quote!(#tokens;), &call.mentions)?;
        }
        for written in &taken.written {
            let numbers = self.numbers_in(&written.local, &written.shape)?;
            results.push((numbers, written.shape.clone()));
        }
        let n_rows = results.iter().map(|(_, shape)| shape.count()).sum();
        let rows = if is_active {
            let body = self.rows_of_typed((rule, typed), supplied, (&taken, object), n_rows);
            Some(self.rows_of_call(body, &taken)?)
        } else {
            None
        };
        let mut made = Vec::with_capacity(results.len());
        let mut row = 0;
        for (numbers, shape) in results {
            made.push(self.with_flat_rows(numbers, &shape, (&rows, &mut row), &taken)?);
        }
        let mut made = made.into_iter();
        let value = match &supplied.returned {
            Some(_) => made.next().ok_or(Stop)?,
            None => Value::unit(),
        };
        for (written, value) in taken.written.iter().zip(made) {
            self.store_at(&written.place, value, &Expr::Verbatim(at.to_token_stream()));
        }
        Ok(value)
    }

    /// A result with the partials of its numbers, whose rows begin here.
    fn with_flat_rows(
        &mut self,
        numbers: Vec<ValueId>,
        shape: &Shape,
        (rows, row): (&Option<TokenStream>, &mut usize),
        taken: &Taken,
    ) -> Found<Value> {
        let mut scalars = Vec::with_capacity(numbers.len());
        for number in numbers {
            let position = Literal::usize_unsuffixed(*row);
            *row += 1;
            scalars.push(match rows {
                Some(rows) => self.with_row(number, &quote!(#rows[#position]), &taken.partials)?,
                None => Value::Scalar(number),
            });
        }
        Ok(Value::of_shape(shape, &mut scalars.into_iter()))
    }

    /// The code of the rule, in which its parameters are the arguments.
    fn rows_of_typed(
        &self,
        (rule, typed): (&Rule, &TypedRule),
        supplied: &Supplied,
        (taken, object): (&Taken, Option<&Inactive>),
        n_rows: usize,
    ) -> TokenStream {
        let library = crate::spelling::library();
        let scalar = Ident::new(&self.given.scalar_name, proc_macro2::Span::call_site());
        let read = rule.parameters.iter().zip(&supplied.arguments);
        let read = read.filter(|(_, argument)| argument.is_read());
        let bindings = read.zip(&taken.of_prime).filter_map(|((name, _), value)| {
            let name = name.as_ref()?;
            Some(quote!(let #name = #value;))
        });
        let object = object.map(|object| as_operand(object.tokens.clone()));
        let values: Vec<(String, TokenStream)> = object
            .into_iter()
            .map(|object| (OBJECT.to_owned(), object))
            .collect();
        let partials = crate::spelling::replaced(typed.partials.to_token_stream(), &values);
        let (rows, columns) = (
            Literal::usize_unsuffixed(n_rows),
            Literal::usize_unsuffixed(taken.n_columns),
        );
        quote! {{
            #(#bindings)*
            #library::jacobian_of_rule::<#scalar, #rows, #columns>(#partials)
        }}
    }
}

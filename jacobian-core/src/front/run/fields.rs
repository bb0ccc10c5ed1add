//! Structs with some fields that are independents: `wrt(self.a, b.pose.x)`.
//!
//! ```text
//! b  =  Fields { place: `b`, known: pose -> Fields { place: `b.pose`, known: x -> v3 } }
//! b.pose.x   v3
//! b.pose.y   the user's own code, not active
//! b.rate()   may read `b.pose.x`: refused
//! ```
//!
//! Fields that `wrt` does not name stay the user's places. The struct as a whole is active, because
//! a use of it may read the independents. The independents are never assigned to, so they are read
//! from where the caller left them.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Expr, Member};

use crate::interface::{Parameter, Shape, Wrapper};
use crate::ir::ValueId;

use crate::front::messages;
use crate::front::methods::positions::plain;
use crate::front::names::state::Lowering;
use crate::front::read::arguments::Arguments;
use crate::front::read::column::Column;
use crate::front::read::paths::FieldPath;
use crate::front::read::signature::Signature;
use crate::front::run::Run;
use crate::front::syntax::form::root_name;
use crate::front::syntax::patterns::binds_variables_of_its_own;
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::as_operand;
use crate::front::value::fields::{Fields, KnownField, all_written};
use crate::front::value::found::Found;
use crate::front::value::maybe::Maybe;
use crate::front::value::{Inactive, Value};

impl Lowering<Run> {
    /// The place of an inactive field or of an element of one, if it is assigned through another
    /// name for a struct with outputs: `self.count` for `s.count` after `let s = self`.
    pub(crate) fn unknown_field(&mut self, left: &Expr, right: &Expr) -> Option<Inactive> {
        let name = root_name(left)?.to_string();
        let binding = self.names.scopes.get(&name)?;
        let is_other_name = matches!(binding.value, Value::Reference(_));
        if !is_other_name || self.names.is_active(right) {
            return None;
        }
        self.unknown_place(left)
    }

    fn unknown_place(&mut self, left: &Expr) -> Option<Inactive> {
        match strip(left) {
            Expr::Field(field) => match self.peek(&field.base)? {
                Value::Fields(fields) if fields.position(&field.member).is_none() => {
                    let (place, member) = (&fields.place, &field.member);
                    Some(Inactive {
                        tokens: quote!(#place.#member),
                        mentions: Vec::new(),
                    })
                }
                _ => None,
            },
            // `s.order[n % 5] = k`
            Expr::Index(index) => {
                let Inactive {
                    tokens,
                    mut mentions,
                } = self.unknown_place(&index.expr)?;
                let at = self.eval(&index.index).ok()?;
                if !matches!(at, Value::Inactive(_) | Value::Integer(_)) {
                    return None;
                }
                let at = self.spell(&at, &mut mentions)?;
                Some(Inactive {
                    tokens: quote!(#tokens[#at]),
                    mentions,
                })
            }
            _ => None,
        }
    }

    /// `field = value`, `field += value` of a field that stays the user's.
    pub(crate) fn keep_field_statement(
        &mut self,
        field: &Inactive,
        operator: &impl ToTokens,
        right: &Expr,
    ) -> Found<()> {
        let Value::Inactive(Inactive {
            tokens,
            mut mentions,
        }) = self.keep(right)?
        else {
            return Ok(());
        };
        mentions.extend(&field.mentions);
        let place = &field.tokens;
        let assigned = quote!(#place #operator #tokens;);
        self.writer.keep_statement(assigned, &mentions)
    }

    pub(crate) fn eval_field(&mut self, field: &syn::ExprField) -> Found<Value> {
        // A trial knows no places, but what is known of them.
        if let Some(Value::Inactive(place)) = self.peek(&field.base)
            && let Some(known) = self.known_field(&place, &field.member)
        {
            return Ok(known);
        }
        let base = self.eval_base(&field.base)?;
        let member = &field.member;
        let found = match (&base, member) {
            (Value::Tuple(elements), Member::Unnamed(index)) => {
                elements.get(index.index as usize).cloned()
            }
            // `v.data.0[0][1]`: the columns of the storage of a matrix.
            (Value::Matrix(_), Member::Named(name)) if name == "data" => Some(base.clone()),
            (Value::Matrix(matrix), Member::Unnamed(index)) if index.index == 0 => {
                let columns = matrix.columns();
                let columns = columns.map(|column| Value::array(column.elements.to_vec()));
                Some(Value::array(columns.collect()))
            }
            (Value::Struct(..) | Value::Matrix(_), _) => self.field_of_struct(&base, member),
            (Value::Fields(fields), _) => match fields.get(member) {
                None => {
                    self.writer.at_run_time()?;
                    let place = &fields.place;
                    Some(Value::Inactive(Inactive {
                        tokens: quote!(#place.#member),
                        mentions: Vec::new(),
                    }))
                }
                known => known.cloned(),
            },
            (Value::Inactive(inner), _) if let Some(known) = self.known_field(inner, member) => {
                Some(known)
            }
            // A field of a struct that is not followed, inside of one that is.
            (Value::Inactive(inner), _) => {
                self.writer.at_run_time()?;
                self.refuse_closed_field(field)?;
                let place = as_operand(inner.tokens.clone());
                let mentions = inner.mentions.clone();
                let tokens = quote!(#place.#member);
                Some(self.typed_place(Inactive { tokens, mentions }))
            }
            _ => None,
        };
        match found {
            Some(Value::Unassigned) => self.writer.refuse(field, messages::UNASSIGNED),
            Some(value) => Ok(value),
            None => {
                let what = format!("field `{}`", member.to_token_stream());
                self.refuse_of_unseen(&base, &what, field)?;
                self.writer
                    .refuse(field, &messages::no_such_field(&base.describe()))
            }
        }
    }

    /// An integer or a flag in a struct that copied code has made.
    fn known_field(&self, of: &Inactive, member: &Member) -> Option<Value> {
        let place = as_operand(of.tokens.clone());
        self.writer.known_part(&quote!(#place.#member))
    }

    /// Binds `self` and the parameters that have independents or outputs among their fields.
    pub(crate) fn bind_fields(&mut self, known: &[KnownField<'_>]) {
        let mut done: Vec<&syn::Ident> = Vec::new();
        for field in known {
            let root = &field.path.root;
            if done.contains(&root) {
                continue;
            }
            done.push(root);
            let of_root = known.iter().filter(|other| other.path.root == *root);
            let of_root: Vec<KnownField<'_>> = of_root.cloned().collect();
            let value = Fields::of(&root.to_token_stream(), &of_root, 0);
            self.bind(root, value);
        }
    }

    pub(crate) fn bind_known_fields(
        &mut self,
        signature: &Signature,
        arguments: &Arguments,
        columns: &[(&Column, Value)],
    ) {
        let mut fields = self.known_fields(signature, arguments, columns);
        for field in &mut fields {
            if signature.is_optional_field(field.path) {
                let FieldPath { root, members } = field.path;
                field.value = self.perhaps(&quote!(#root #(.#members)*), field.value.clone());
            }
        }
        self.bind_fields(&fields);
    }

    /// The value inside of an optional place.
    pub(crate) fn perhaps(&mut self, place: &TokenStream, value: Value) -> Value {
        let answer = quote!(#place.as_ref().map(|_| ()));
        match self.writer.settle_answer(&answer, &[]) {
            Ok(answer) => Maybe::asked(Wrapper::Option, answer, value).into_value(),
            Err(_) => Value::Poison,
        }
    }

    /// `let Params { p, q } = b`: known fields are bound here, the others by the user's own
    /// pattern.
    pub(crate) fn bind_fields_of(&mut self, pattern: &syn::PatStruct, fields: &Fields) {
        let mut rest = pattern.clone();
        rest.fields.clear();
        for part in &pattern.fields {
            match fields.get(&part.member) {
                Some(value) => self.bind_pattern(&part.pat, value.clone()),
                None => rest.fields.push(part.clone()),
            }
        }
        if rest.fields.is_empty() {
            return;
        }
        rest.rest.get_or_insert_with(|| syn::PatRest {
            attrs: Vec::new(),
            dot2_token: syn::Token![..](proc_macro2::Span::call_site()),
        });
        let (whole, name) = (&fields.place, fields.place.to_string());
        let is_reference =
            self.names.borrowed.contains(&name) || self.names.borrowed_mutably.contains(&name);
        let rest = syn::Pat::Struct(rest);
        // `ref` may not be below a pattern that is behind a reference.
        let tokens = if is_reference && binds_variables_of_its_own(&rest) {
            quote!(*#whole)
        } else {
            whole.clone()
        };
        let place = Inactive {
            tokens,
            mentions: Vec::new(),
        };
        self.keep_let(&rest, place);
    }

    /// The fields that are independents or outputs, or integers of known value, as the function
    /// begins.
    fn known_fields<'a>(
        &mut self,
        signature: &'a Signature,
        arguments: &'a Arguments,
        columns: &[(&'a Column, Value)],
    ) -> Vec<KnownField<'a>> {
        let is_output =
            |path: &FieldPath| signature.outputs.iter().any(|output| output.path == *path);
        let is_column = |path: &FieldPath| columns.iter().any(|(column, _)| column.path == *path);
        let independents = columns.iter().filter(|(column, _)| column.is_field());
        let independents = independents.map(|(column, value)| KnownField {
            path: &column.path,
            value: value.clone(),
            is_output: is_output(&column.path),
        });
        let opaque = |tokens| Value::Inactive(plain(tokens));
        let others = signature.outputs.iter();
        let others = others.filter(|output| !is_column(&output.path));
        let others = others.map(|output| KnownField {
            path: &output.path,
            value: self.independent(
                &output.shape,
                &output.place(),
                &mut output.places_before().into_iter().map(opaque),
            ),
            is_output: true,
        });
        let others: Vec<KnownField<'_>> = others.collect();
        let integers = arguments.known_fields.iter();
        let integers = integers.map(|(path, value)| KnownField {
            path,
            value: Value::integer(*value),
            is_output: false,
        });
        let mut known: Vec<_> = independents.chain(others).chain(integers).collect();
        for field in known.iter_mut().filter(|field| field.is_output) {
            field.value = all_written(field.value.clone());
        }
        known
    }

    /// An output whose structs are known in part. Its numbers are read before the body writes to
    /// the other fields.
    pub(crate) fn output_at_places(&mut self, parameter: &Parameter, shape: &Shape) -> Value {
        let places = parameter.output_places();
        let read = |tokens| {
            self.writer
                .settle_part(Value::Inactive(plain(tokens)))
                .unwrap_or(Value::Poison)
        };
        let numbers: Vec<Value> = places.into_iter().map(read).collect();
        let name = &parameter.name;
        self.independent(shape, &quote!(#name), &mut numbers.into_iter())
    }

    /// Notes the independents of types that are not in view.
    pub(crate) fn note_unseen_columns(&mut self, signature: &Signature) {
        let mut numbers = self
            .writer
            .builder
            .code()
            .independents()
            .to_vec()
            .into_iter();
        for column in &signature.columns {
            let own: Vec<ValueId> = numbers.by_ref().take(column.shape.count()).collect();
            if let Some(unseen) = &column.unseen {
                self.note_unseen(unseen, &own);
            }
        }
    }
}

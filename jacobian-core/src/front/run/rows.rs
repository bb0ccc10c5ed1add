//! The rows of the Jacobian: a scalar for each number of a value, and those of the fields that are
//! outputs.
//!
//! A field of type `Option` is made present or missing before its rows are written:
//!
//! ```text
//! self.last = Some(x);        self.last = Some(0.0);
//!                             *self.last.as_mut().unwrap_or(&mut 0.0) = v0;
//! ```

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::quote;

use crate::interface::{Parameter, Shape, Wrapper};
use crate::ir::ValueId;

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::read::outputs::{FieldOutput, Origin};
use crate::front::read::paths::FieldPath;
use crate::front::read::signature::Signature;
use crate::front::syntax::types::{holds_list, type_name};
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::maybe::Presence;
use crate::front::write::opaque::Behind;

impl<M> Lowering<M> {
    pub(crate) fn note_found_in_outputs(&mut self, signature: &Signature) {
        let found = signature.outputs.iter();
        let found = found.map(|output| self.field_now(output).unwrap_or(Value::Poison));
        self.names.found_in_outputs = found.collect();
    }

    /// The value that a field that is an output has now.
    fn field_now(&self, output: &FieldOutput) -> Option<Value> {
        let binding = self.names.scopes.get(&output.path.root.to_string())?;
        let mut value = &binding.value;
        for member in &output.path.members {
            let Value::Fields(fields) = value else {
                return None;
            };
            value = fields.get(member)?;
        }
        Some(value.clone())
    }

    /// Adds the rows of the fields that are outputs, and gives the places that they are written to.
    pub(crate) fn field_rows(
        &mut self,
        signature: &Signature,
        rows: &mut Vec<ValueId>,
        end: Option<&syn::Stmt>,
    ) -> Found<Vec<TokenStream>> {
        let mut fields = Vec::new();
        for (output, before) in signature
            .outputs
            .iter()
            .zip(&self.names.found_in_outputs.clone())
        {
            let value = self.field_now(output).ok_or(Stop)?;
            if output.origin == Origin::Assigned && self.is_same(&value, before) {
                continue;
            }
            let value = if output.is_optional {
                self.written_optional(output, value, end)?
            } else {
                value
            };
            let name = output.path.to_string();
            self.refuse_rearranged((&name, &output.place()), &output.shape, &value, end)?;
            let shape = self.push_rows(&value, rows, end)?;
            let resized = self.with_its_length(output, &shape, end)?;
            let output = resized.as_ref().unwrap_or(output);
            fields.extend(output.places(signature.interface.precision));
        }
        let is_declared = |parameter: &Parameter| parameter.output.is_some();
        let interface = &signature.interface;
        let has_value = interface.returned.value.is_some();
        if rows.is_empty() && !has_value && !interface.parameters.iter().any(is_declared) {
            // The lists that it writes have lengths that nobody gave, so nothing would be a row.
            let message = messages::output_of_unknown_type("self");
            return self.writer.refuse(&end, &message);
        }
        Ok(fields)
    }

    /// Refuses an output whose structs are known in part, unless each is at its own place. The
    /// fields of others would be lost.
    pub(crate) fn refuse_rearranged(
        &mut self,
        (name, place): (&str, &TokenStream),
        shape: &Shape,
        value: &Value,
        end: Option<&syn::Stmt>,
    ) -> Found<()> {
        if !shape.is_only_read() || is_in_place(shape, place, value) {
            return Ok(());
        }
        self.writer.refuse(&end, &messages::output_rearranged(name))
    }

    /// Gives an output that is a list its length after the call, if that is another one. Its
    /// numbers are zeros until the rows are written.
    fn with_its_length(
        &mut self,
        output: &FieldOutput,
        found: &Shape,
        end: Option<&syn::Stmt>,
    ) -> Found<Option<FieldOutput>> {
        let (before, after) = (output.shape.count(), found.count());
        if before == after {
            return Ok(None);
        }
        if let (Shape::Array(_, element), Shape::Array(length, other)) = (&output.shape, found)
            && (*length == 0 || element.count() == other.count())
            && !output.is_optional
            && !output.shape.is_only_read()
            && self.may_be_resized(&output.path)
        {
            let (place, zero) = (output.place(), element.zero(self.writer.precision));
            let count = proc_macro2::Literal::usize_unsuffixed(*length);
            self.writer
                .keep_statement(quote!(#place.resize_with(#count, || #zero);), &[])?;
            let shape = Shape::Array(*length, element.clone());
            return Ok(Some(output.with_shape(shape)));
        }
        let message = messages::output_length_changes(&output.path.to_string(), before, after);
        self.writer.refuse(&end, &message)
    }

    /// Whether the type of a field is a list of std that can have any length, without lists inside.
    fn may_be_resized(&self, path: &FieldPath) -> bool {
        let types = &self.given.types;
        let root = self.type_of_root(&path.root.to_string());
        let mut members = path.members.iter();
        let written = members.try_fold(root, |of, member| Some(types.field(&of?, member)));
        let Some(written) = written.flatten().map(|of| types.behind_names(&of)) else {
            return false;
        };
        let element = written.element().map(|of| types.behind_names(&of));
        type_name(&written.ty).is_some_and(|name| name == "Vec" || name == "VecDeque")
            && element.is_some_and(|of| !holds_list(&of.ty))
    }

    /// Makes an optional output present or missing, and gives what is inside: zeros if nothing is.
    fn written_optional(
        &mut self,
        output: &FieldOutput,
        value: Value,
        end: Option<&syn::Stmt>,
    ) -> Found<Value> {
        let maybe = match value {
            Value::Maybe(maybe) => (*maybe).clone(),
            Value::Inactive(kept) => self.maybe_of(kept, Wrapper::Option)?,
            other => {
                let message = messages::not_maybe(&output.path.to_string(), &other.describe());
                return self.writer.refuse(&end, &message);
            }
        };
        let place = output.place();
        let zero = output.shape.zero(self.writer.precision);
        let assigned = match &maybe.presence {
            Presence::Always => quote!(::core::option::Option::Some(#zero)),
            Presence::Never(..) => quote!(::core::option::Option::None),
            Presence::Asked(answer) => quote!((#answer).map(|_| #zero)),
        };
        self.writer
            .keep_statement(quote!(#place = #assigned;), &[])?;
        if !matches!(maybe.inside, Value::Unassigned) {
            return Ok(maybe.inside);
        }
        let zeros = std::iter::repeat_with(|| Value::Scalar(self.writer.builder.literal(0.0)));
        Ok(Value::of_shape(&output.shape, &mut zeros.into_iter()))
    }

    pub(crate) fn refuse_size(&mut self, declared: &Shape, found: &Shape, end: Option<&syn::Stmt>) {
        if self.writer.diagnostics.is_empty() {
            let message = messages::result_does_not_fit(declared.count(), found.count());
            self.writer.report(&end, &message);
        }
    }

    pub(crate) fn push_rows(
        &mut self,
        value: &Value,
        rows: &mut Vec<ValueId>,
        at: Option<&syn::Stmt>,
    ) -> Found<Shape> {
        let mut each = |run: &mut Self, parts: &[Value]| -> Found<Vec<Shape>> {
            let shapes = parts.iter().map(|part| run.push_rows(part, rows, at));
            shapes.collect()
        };
        match value {
            Value::Array(elements)
                if elements.iter().any(|part| matches!(part, Value::Fields(_))) =>
            {
                Ok(Shape::List(each(self, elements)?))
            }
            Value::Array(elements) => {
                let mut shape = None;
                for element in elements.iter() {
                    let element = match &shape {
                        None => element.clone(),
                        Some(shape) => element.aligned(shape),
                    };
                    let found = self.push_rows(&element, rows, at)?;
                    if *shape.get_or_insert_with(|| found.clone()) != found {
                        return self.writer.refuse(&at, messages::UNEQUAL_PARTS);
                    }
                }
                let element = shape.unwrap_or(Shape::Scalar);
                Ok(Shape::Array(elements.len(), Box::new(element)))
            }
            Value::Tuple(elements) => Ok(Shape::Tuple(each(self, elements)?)),
            Value::Matrix(matrix) => {
                self.writer.confirm(matrix);
                // The elements of a matrix must be numbers. rustc would refuse others as well, but
                // in its own words.
                if each(self, &matrix.elements)?
                    .iter()
                    .any(|shape| *shape != Shape::Scalar)
                {
                    return self.writer.refuse(&at, messages::UNEQUAL_PARTS);
                }
                Ok(Shape::Matrix(matrix.rows, matrix.cols))
            }
            Value::Fields(fields) => {
                let shapes = each(self, &fields.values)?;
                Ok(Shape::Fields(fields.members.clone(), shapes))
            }
            Value::Struct(layout, fields) => {
                Ok(Shape::Struct(Rc::clone(layout), each(self, fields)?))
            }
            Value::Unassigned => self.writer.refuse(&at, messages::UNASSIGNED),
            leaf => {
                rows.push(self.as_scalar(leaf.clone(), &at, Behind::Nothing)?);
                Ok(Shape::Scalar)
            }
        }
    }
}

/// Whether each struct of a value that is known in part is at its own place.
fn is_in_place(shape: &Shape, place: &TokenStream, value: &Value) -> bool {
    let element = |index: usize| {
        let index = proc_macro2::Literal::usize_unsuffixed(index);
        quote!(#place[#index])
    };
    match (shape, value) {
        (Shape::Fields(members, shapes), Value::Fields(fields)) => {
            let mut parts = members.iter().zip(shapes).zip(&fields.values);
            fields.place.to_string() == place.to_string()
                && fields.members == *members
                && parts.all(|((member, shape), part)| {
                    is_in_place(shape, &quote!(#place.#member), part)
                })
        }
        (Shape::Fields(..), _) => false,
        (Shape::Array(length, inner), Value::Array(parts)) if shape.is_only_read() => {
            let mut each = parts.iter().enumerate();
            parts.len() == *length && each.all(|(at, part)| is_in_place(inner, &element(at), part))
        }
        (Shape::List(shapes), Value::Array(parts)) => {
            let mut each = shapes.iter().zip(parts.iter()).enumerate();
            parts.len() == shapes.len()
                && each.all(|(at, (shape, part))| is_in_place(shape, &element(at), part))
        }
        (shape, value) => !shape.is_only_read() && is_of_count(shape, value),
    }
}

/// Whether a value has as many numbers as its place.
fn is_of_count(shape: &Shape, value: &Value) -> bool {
    match (shape, value) {
        (Shape::Array(length, element), Value::Array(parts)) => {
            parts.len() == *length && parts.iter().all(|part| is_of_count(element, part))
        }
        (Shape::Array(..), Value::Inactive(_)) => false,
        _ => true,
    }
}

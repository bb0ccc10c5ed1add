//! Evaluation of expressions.
//!
//! An expression without an active name is first *tried*: if all of it is known at expansion
//! (weights, powers of constants, index arithmetic) it is computed and may feed labels; otherwise
//! it stays opaque as a whole. An expression with an active name must be understood part by part.

use std::rc::Rc;

use syn::Expr;
use syn::spanned::Spanned;

use crate::ir::ValueId;

use crate::front::messages;
use crate::front::names::scopes::Role;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::run::literals::type_of_suffixed;
use crate::front::syntax::form::{self, Want, is_from_fn};
use crate::front::syntax::strip::{lone_call, strip};
use crate::front::syntax::texts::is_text;
use crate::front::syntax::{questions, tokens};
use crate::front::value::found::{Found, Stop};
use crate::front::value::{Inactive, Value};
use crate::front::write::indices::Below;
use crate::front::write::opaque::Behind;

impl Lowering<Run> {
    /// The value of an expression of any type.
    pub(crate) fn eval(&mut self, expression: &Expr) -> Found<Value> {
        self.eval_as(expression, None)
    }

    /// The value of an expression that is expected to have a type.
    pub(crate) fn eval_as(&mut self, expression: &Expr, want: Want<'_>) -> Found<Value> {
        let before = self.writer.origins.enter(|| expression.span());
        let value = self.eval_any(expression, want);
        self.writer.leave_expression(before, &value);
        self.write_back();
        value
    }

    fn eval_any(&mut self, expression: &Expr, want: Want<'_>) -> Found<Value> {
        // Nothing that follows can succeed, so we do not spend time on it.
        if self.writer.exhausted || self.writer.has_stopped() {
            return Err(Stop);
        }
        if let Some(ty) = want
            && let Some(value) = self.eval_of_other_width(expression, ty)?
        {
            return Ok(value);
        }
        match expression {
            Expr::Closure(closure) => return self.closure(closure).map(Value::Function),
            Expr::Call(call) if is_from_fn(call) => {
                if let Some(value) = self.eval_from_fn(call, want)? {
                    return Ok(value);
                }
            }
            Expr::If(_) | Expr::Match(_) | Expr::Cast(_) => {
                if let Some(function) = self.function_made(expression)? {
                    return Ok(function);
                }
            }
            _ => {}
        }
        if let Some(value) = self.eval_wrapped(expression, want)? {
            return Ok(value);
        }
        let is_inactive = !self.writer.is_trial() && !self.names.is_active(expression);
        let is_copied = is_inactive && self.may_be_copied(expression);
        if is_copied && !self.makes_function(expression) && !self.always_fails(expression) {
            return self.eval_inactive(expression, want);
        }
        self.eval_parted(expression, want)
    }

    /// Evaluates an expression part by part.
    pub(crate) fn eval_parted(&mut self, expression: &Expr, want: Want<'_>) -> Found<Value> {
        if let Some(array) = self.eval_into_array(expression, want)? {
            return Ok(array);
        }
        match expression {
            Expr::Paren(inner) => self.eval_as(&inner.expr, want),
            Expr::Group(inner) => self.eval_as(&inner.expr, want),
            Expr::Lit(literal) => self.eval_literal(literal),
            Expr::Path(path) => self.eval_path(path),
            // Comparisons and the like come before the operators below, because they are emitted
            // for run time. A trial knows their operands, so it computes them.
            question if !self.writer.is_trial() && questions::is_question(question) => {
                self.eval_condition(question)
            }
            text if is_text(text) => self.keep(text),
            Expr::Unary(unary) => self.eval_unary(unary),
            Expr::Binary(binary) => self.eval_binary(binary),
            Expr::MethodCall(call) if let Some(answer) = self.known_contains(call)? => Ok(answer),
            Expr::MethodCall(call) => match self.eval_method(call, want)? {
                Value::Items(items) => self.taken(Rc::unwrap_or_clone(items), call),
                value => Ok(value),
            },
            Expr::Call(call) => self.eval_call(call, want),
            Expr::Index(index) => self.eval_index(index),
            Expr::Field(field) => self.eval_field(field),
            Expr::Array(array) => self.eval_array(array, want),
            Expr::Tuple(tuple) => self.eval_tuple(tuple, want),
            Expr::Struct(literal) => self.eval_struct(literal, want),
            Expr::Repeat(repeat) => self.eval_repeat(repeat),
            Expr::Reference(reference) if reference.mutability.is_none() => {
                self.eval_borrowed(&reference.expr, want)
            }
            Expr::Reference(reference) => self.borrow(reference),
            Expr::Range(range) => self.range_of_numbers(range),
            Expr::Cast(cast) => self.eval_cast(cast),
            Expr::Macro(call) => self.eval_macro(call),
            Expr::If(_) | Expr::Match(_) | Expr::Block(_) => self.eval_branching(expression, want),
            Expr::Try(question) => self.eval_try(question),
            Expr::Unsafe(found) if let Some(call) = lone_call(found) => self.eval_as(call, want),
            Expr::Loop(each) => {
                self.writer.at_run_time()?;
                self.eval_loop(each)
            }
            Expr::Return(returned) => {
                self.writer.at_run_time()?;
                self.run_return(returned)
            }
            other => self.refuse_expression(other),
        }
    }

    pub(crate) fn eval_array(&mut self, array: &syn::ExprArray, want: Want<'_>) -> Found<Value> {
        let suffixed = type_of_suffixed(&array.elems);
        let parts = self.eval_parts(&array.elems, true, suffixed.as_ref().or(want))?;
        let value = self.writer.limited(Value::array(parts), array)?;
        match suffixed {
            Some(ty) => self.in_declared_width(value, &self.written(&ty), array),
            None => Ok(value),
        }
    }

    pub(crate) fn eval_tuple(&mut self, tuple: &syn::ExprTuple, want: Want<'_>) -> Found<Value> {
        let parts = self.eval_parts(&tuple.elems, false, want)?;
        self.writer.limited(Value::tuple(parts), tuple)
    }

    /// The parts of an aggregate, in order. Opaque parts are evaluated now. A mistake in one part
    /// does not hide mistakes in the others.
    pub(crate) fn eval_parts<P>(
        &mut self,
        parts: &syn::punctuated::Punctuated<Expr, P>,
        is_array: bool,
        want: Want<'_>,
    ) -> Found<Vec<Value>> {
        // If one element of an array is an active scalar, all elements are scalars, unless its type
        // is one of the user's. Elements of a tuple have types of their own.
        let is_scalar = |part: &&Expr| {
            let is_computed = matches!(
                strip(part),
                Expr::Binary(_) | Expr::Unary(_) | Expr::MethodCall(_) | Expr::Index(_)
            );
            is_computed && !questions::is_question(strip(part))
        };
        let scalars = is_array
            && parts
                .iter()
                .filter(is_scalar)
                .any(|part| self.names.is_active(part) && !self.has_own_type(part));
        let mut values = Vec::with_capacity(parts.len());
        for (position, part) in parts.iter().enumerate() {
            let want = match want {
                Some(syn::Type::Array(array)) => Some(&*array.elem),
                Some(syn::Type::Tuple(tuple)) => tuple.elems.get(position),
                _ => None,
            };
            let scalars = scalars || want.is_some_and(|ty| self.is_scalar_type(ty));
            let value = self.eval_as(part, want);
            values.push(value.and_then(|value| {
                match value {
                    Value::Inactive(_) if scalars => self
                        .as_scalar(value, part, Behind::Nothing)
                        .map(Value::Scalar),
                    value if is_array => self.settle_typed(value, part),
                    value => self.settle_variant(value, part),
                }
            }));
        }
        values.into_iter().collect()
    }

    /// The value of an expression that is indexed or dereferenced: references are followed.
    pub(crate) fn eval_base(&mut self, base: &Expr) -> Found<Value> {
        let value = self.eval(base)?;
        self.behind(value, base)
    }

    /// The value of an expression as a scalar of the code list; an operand of arithmetic may be a
    /// reference to one.
    pub(crate) fn eval_scalar(&mut self, expression: &Expr, behind: Behind) -> Found<ValueId> {
        let value = self.eval(expression)?;
        self.as_scalar(value, expression, behind)
    }

    pub(crate) fn eval_path(&mut self, path: &syn::ExprPath) -> Found<Value> {
        if let (None, Some(name)) = (&path.qself, form::path_key(&path.path))
            && let Some(binding) = self.names.scopes.get(&name)
        {
            let is_written = match &binding.value {
                Value::Fields(fields) => !fields.written.is_empty(),
                _ => binding.role == Role::Output,
            };
            if let (true, Some(name)) = (is_written, path.path.get_ident()) {
                return match self.variable(name) {
                    Some(place) => Ok(Value::Reference(place)),
                    None => Err(Stop),
                };
            }
            let value = binding.value.clone();
            return match value {
                Value::Unassigned if binding.role == Role::Item => {
                    let message = messages::of_type_parameter(&path.path);
                    self.writer.refuse(path, &message)
                }
                Value::Unassigned => self.writer.refuse(path, messages::UNASSIGNED),
                Value::Poison => Err(Stop),
                Value::Inactive(code) if self.is_known_code(&code.tokens) => {
                    Ok(Value::Inactive(code))
                }
                value => self.named_value(value, path),
            };
        }
        if let Some(value) = self.given.constant(&path.path) {
            return Ok(Value::integer(value));
        }
        if let Some(value) = self.standard_constant(&path.path) {
            return Ok(value);
        }
        if let (None, Some(value)) = (&path.qself, self.unit_struct(&path.path)) {
            return Ok(value);
        }
        if let Some(variant) = self.variant_of_path(path) {
            return Ok(variant);
        }
        match self.method_as_function(&path.path)? {
            Some(value) => Ok(value),
            None => self.writer.refuse(path, messages::NOT_DIFFERENTIATED),
        }
    }

    pub(crate) fn eval_unary(&mut self, unary: &syn::ExprUnary) -> Found<Value> {
        match unary.op {
            syn::UnOp::Deref(_) => self.eval_base(&unary.expr),
            syn::UnOp::Neg(_) => {
                let value = self.eval(&unary.expr)?;
                let value = self.settle_own(value, &unary.expr)?;
                match self.own_unary(("neg", "Neg"), &value, unary)? {
                    Some(negated) => Ok(negated),
                    None => self.negate(value, unary),
                }
            }
            syn::UnOp::Not(_) => match self.eval(&unary.expr)? {
                Value::Boolean(value) => Ok(Value::Boolean(!value)),
                other => self.writer.refuse(
                    unary,
                    &messages::operator_not_defined("!", &other.describe()),
                ),
            },
            _ => self.refuse_expression(&Expr::Unary(unary.clone())),
        }
    }

    pub(crate) fn eval_index(&mut self, index: &syn::ExprIndex) -> Found<Value> {
        self.prepare_slice(index)?;
        let base = self.eval_base(&index.expr)?;
        if let Some(value) = self.own_index(&base, index)? {
            return Ok(value);
        }
        let base = self.own_deref(&base, index)?.unwrap_or(base);
        let elements = match self.list_behind(base) {
            Value::Array(elements) => elements,
            Value::Matrix(matrix) => {
                return self.matrix_element(&matrix, &index.index);
            }
            Value::Inactive(inactive) => return self.index_opaque(inactive, index),
            Value::Part(part) => return self.part_index(&part, index),
            Value::Stored(list) => return self.stored_at(&list, index),
            other => {
                let message = self
                    .not_an_array(&index.expr, &other)
                    .unwrap_or_else(|| messages::not_indexable(&other.describe()));
                return self.writer.refuse(&index.expr, &message);
            }
        };
        if let Expr::Range(range) = strip(&index.index) {
            return self.slice(&elements, range, index);
        }
        let position = self.eval(&index.index)?;
        let position = match position {
            Value::Inactive(position) => {
                return self.element_at_run_time(&elements, position, index);
            }
            position => self.known_integer(position, &index.index, "index")?,
        };
        match usize::try_from(position)
            .ok()
            .and_then(|position| elements.get(position))
        {
            Some(Value::Unassigned) => self.writer.refuse(index, messages::UNASSIGNED),
            Some(element) => Ok(element.clone()),
            None if self.writer.builder.depth() > 0 => self.no_element(position, elements.len()),
            None => self.writer.refuse(
                index,
                &messages::index_out_of_bounds(position, elements.len()),
            ),
        }
    }

    /// An element of an opaque aggregate, at a known position.
    pub(crate) fn index_opaque(&mut self, base: Inactive, index: &syn::ExprIndex) -> Found<Value> {
        self.writer.at_run_time()?;
        let position = self.eval(&index.index)?;
        if let Value::Inactive(position) = position {
            return self.run_time_element(&Value::Inactive(base), position);
        }
        let position = self.known_integer(position, &index.index, "index")?;
        let Inactive { tokens, mentions } = base;
        let tokens = tokens::as_operand(tokens);
        match usize::try_from(position).map(proc_macro2::Literal::usize_unsuffixed) {
            Ok(position) => Ok(self.typed_place(Inactive {
                tokens: quote::quote!(#tokens[#position]),
                mentions,
            })),
            Err(_) => self
                .writer
                .refuse(index, &messages::index_out_of_bounds(position, 0)),
        }
    }

    /// An element at an index that only run time knows.
    fn element_at_run_time(
        &mut self,
        elements: &[Value],
        position: Inactive,
        at: &syn::ExprIndex,
    ) -> Found<Value> {
        let is_followed = |one: &Value| {
            matches!(one, Value::Integer(_) | Value::Reference(_)) || self.is_active_value(one)
        };
        let is_followed = elements.is_empty() || elements.iter().any(is_followed);
        let array = Value::array(elements.to_vec());
        // Structs with fields that are private elsewhere are selected field by field.
        if is_followed || self.spell(&array, &mut Vec::new()).is_none() {
            let index = self.index_below(position, Below::Length(elements.len()), &at.index)?;
            return self.element_at(&index, elements, at);
        }
        self.run_time_element(&array, position)
    }

    /// An element of an inactive array, at an index that only run time knows.
    fn run_time_element(&mut self, base: &Value, position: Inactive) -> Found<Value> {
        let mut mentions = position.mentions;
        let Some(array) = self.spell(base, &mut mentions) else {
            return Err(Stop);
        };
        let (array, position) = (tokens::as_operand(array), position.tokens);
        Ok(self.typed_place(Inactive {
            tokens: quote::quote!(#array[#position]),
            mentions,
        }))
    }

    /// An index that must be known.
    pub(crate) fn eval_position(&mut self, index: &Expr) -> Found<i128> {
        self.eval_integer(index, "index")
    }

    pub(crate) fn eval_cast(&mut self, cast: &syn::ExprCast) -> Found<Value> {
        let value = self.eval(&cast.expr)?;
        if let (syn::Type::Infer(_), Value::Integer(integer)) = (&*cast.ty, &value)
            && i8::try_from(integer.value).is_ok_and(|small| small >= 0)
        {
            // rustc finds the type, and each integer type holds the value.
            return Ok(Value::integer(integer.value));
        }
        let name = match &*cast.ty {
            syn::Type::Path(path) => path.path.get_ident().map(ToString::to_string),
            _ => None,
        };
        self.cast(value, &name.unwrap_or_default(), cast)
    }

    pub(crate) fn refuse_expression(&mut self, expression: &Expr) -> Found<Value> {
        self.writer
            .refuse(expression, &messages::expression(expression))
    }

    /// An index that must be known and below a bound.
    pub(crate) fn position_below(&mut self, index: &Expr, bound: usize) -> Found<usize> {
        let found = self.eval_position(index)?;
        self.below(found, bound, index)
    }
}

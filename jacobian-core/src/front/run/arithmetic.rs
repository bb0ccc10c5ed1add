//! Operators on scalars, known integers and known conditions.

use syn::{BinOp, Expr};

use crate::ir::Elemental;
use crate::ir::elemental::Operation;

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::operators::{
    is_bitwise, is_compound, is_integral, is_whole, operation, plain, spelled,
};
use crate::front::syntax::strip::strip;
use crate::front::syntax::{integers, tokens};
use crate::front::value::found::{Found, Stop};
use crate::front::value::integer::Integer;
use crate::front::value::matrix::Matrix;
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::Behind;

impl Lowering<Run> {
    pub(crate) fn eval_binary(&mut self, binary: &syn::ExprBinary) -> Found<Value> {
        if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) {
            return self.eval_short_circuit(binary);
        }
        if is_compound(&binary.op) {
            return self.writer.refuse(binary, messages::ASSIGNMENT_AS_VALUE);
        }
        let Ok(left) = self.eval(&binary.left) else {
            // A mistake on the left does not hide one on the right.
            self.eval(&binary.right)?;
            return Err(Stop);
        };
        if let Some(answer) = self.known_equality(binary, &left)? {
            return Ok(answer);
        }
        let left = self.as_known_matrix(left, &binary.left)?;
        // The left operand is evaluated first, even if it is opaque. Beside a matrix it may be a
        // matrix itself, so we ask for the dimensions of the right operand before we evaluate that.
        let beside = match &left {
            Value::Inactive(_) => self.dimensions_of(&binary.right),
            _ => None,
        };
        // A value that only run time knows is an integer if it meets a literal such as `3`.
        let is_opaque = matches!(left, Value::Inactive(_));
        let integers = is_integral(&binary.left)
            || is_integral(&binary.right)
            || (is_opaque
                && (is_whole(&binary.right)
                    || matches!(self.peek(&binary.right), Some(Value::Integer(_)))
                    || self.is_count(&binary.left)
                    || self.is_count(&binary.right)));
        let left = match beside {
            _ if self.is_own_operand(&left, &binary.left) => self.settle_own(left, &binary.left)?,
            None if integers => left,
            Some(right) => self.beside_matrix(left, &binary.left, right, &binary.op)?,
            None => self.settle(left, &binary.left, binary)?,
        };
        let right = self.eval(&binary.right)?;
        let right = self.as_known_matrix(right, &binary.right)?;
        let right = self.settle_own(right, &binary.right)?;
        let right = match &left {
            Value::Matrix(Matrix { rows, cols, .. }) => {
                self.beside_matrix(right, &binary.right, (*rows, *cols), &binary.op)?
            }
            _ => right,
        };
        if integers {
            return self.combine_counts(&binary.op, left, right, binary);
        }
        self.refuse_unclear_deref(binary, &left, &right)?;
        self.combine(&binary.op, left, right, binary)
    }

    /// Whether an expression is an integer by the types of its operands, for example of fields.
    pub(crate) fn is_count(&self, expression: &Expr) -> bool {
        if let Expr::Binary(binary) = strip(expression)
            && operation(&binary.op).is_some()
        {
            return self.is_count(&binary.left) || self.is_count(&binary.right);
        }
        let written = self.type_of_expression(expression);
        let key = written.and_then(|written| self.key_of_written(&written));
        key.is_some_and(|key| integers::fits(0, &key))
    }

    /// `left op right` of integers or conditions, where some may be known only at run time, for
    /// example `n + usize::from(x > 0.0)`.
    pub(crate) fn combine_counts(
        &mut self,
        op: &BinOp,
        left: Value,
        right: Value,
        at: &impl quote::ToTokens,
    ) -> Found<Value> {
        let is_known = |value: &Value| matches!(value, Value::Integer(_));
        let is_own = |value: &Value| {
            is_known(value) || matches!(value, Value::Inactive(_) | Value::Boolean(_))
        };
        let are_known = is_known(&left) && is_known(&right);
        if !is_own(&left) || !is_own(&right) {
            return self.combine_scalars(op, left, right, at);
        }
        if are_known {
            return self.combine(op, left, right, at);
        }
        self.writer.at_run_time()?;
        let mut mentions = Vec::new();
        let [left, right] = [left, right].map(|value| self.spell(&value, &mut mentions));
        let op = plain(op);
        Ok(Value::Inactive(Inactive {
            tokens: quote::quote!(((#left) #op (#right))),
            mentions,
        }))
    }

    /// Evaluates an opaque left operand now, before the right operand, as Rust does.
    pub(crate) fn settle(
        &mut self,
        value: Value,
        at: &Expr,
        whole: &syn::ExprBinary,
    ) -> Found<Value> {
        match value {
            Value::Inactive(_) if operation(&whole.op).is_some() => self
                .as_scalar(value, at, Behind::Reference)
                .map(Value::Scalar),
            value => Ok(value),
        }
    }

    /// `left op right`.
    pub(crate) fn combine(
        &mut self,
        op: &BinOp,
        left: Value,
        right: Value,
        at: &impl quote::ToTokens,
    ) -> Found<Value> {
        let (left, right) = (self.behind(left, at)?, self.behind(right, at)?);
        if let Some(value) = self.own_operator(op, &left, &right, at)? {
            return Ok(value);
        }
        if let Some(value) = self.operator_behind_deref(op, &left, &right, at) {
            return value;
        }
        match (left, right) {
            (Value::Integer(left), Value::Integer(right)) => {
                self.combine_integers(op, &left, &right, at)
            }
            // A number beside a known integer is an integer.
            (left @ Value::Inactive(_), right @ Value::Integer(_))
            | (left @ Value::Integer(_), right @ Value::Inactive(_)) => {
                self.combine_counts(op, left, right, at)
            }
            (left, right) if is_bitwise(op) => self.combine_counts(op, left, right, at),
            (left, right) => self.combine_scalars(op, left, right, at),
        }
    }

    pub(crate) fn combine_scalars(
        &mut self,
        op: &BinOp,
        left: Value,
        right: Value,
        at: &impl quote::ToTokens,
    ) -> Found<Value> {
        if matches!(
            (&left, &right),
            (Value::Matrix(_), _) | (_, Value::Matrix(_))
        ) {
            return self.combine_matrices(op, left, right, at);
        }
        let is_aggregate =
            |value: &Value| matches!(value, Value::Array(_) | Value::Tuple(_) | Value::Struct(..));
        if is_aggregate(&left) || is_aggregate(&right) {
            // `*m` of a struct with a `Deref` to a number is the struct so far.
            let behind = (self.own_deref(&left, at)?, self.own_deref(&right, at)?);
            let behind = (
                behind.0.or_else(|| self.behind_deref(&left)),
                behind.1.or_else(|| self.behind_deref(&right)),
            );
            if behind.0.is_some() || behind.1.is_some() {
                let (left, right) = (behind.0.unwrap_or(left), behind.1.unwrap_or(right));
                return self.combine_scalars(op, left, right, at);
            }
            let found = format!("{} and {}", left.describe(), right.describe());
            return self
                .writer
                .refuse(at, &messages::operator_not_defined(&spelled(op), &found));
        }
        // Both sides are evaluated before the first error returns, so that a mistake on the left
        // does not hide one on the right.
        let left = self.as_scalar(left, at, Behind::Reference);
        let right = self.as_scalar(right, at, Behind::Reference);
        let (left, right) = (left?, right?);
        if let Some(operation) = operation(op) {
            return Ok(self.writer.apply(operation, &[left, right]));
        }
        // Not arithmetic, so a comparison: it is known only if both sides are constants.
        let code = self.writer.builder.code();
        match (
            code.statement(left).constant(),
            code.statement(right).constant(),
        ) {
            (Some(left), Some(right)) => {
                match integers::compare(op, left.value().partial_cmp(&right.value())) {
                    Some(answer) => Ok(Value::Boolean(answer)),
                    None => self.writer.refuse(
                        at,
                        &messages::operator_not_defined(&spelled(op), "floating-point values"),
                    ),
                }
            }
            _ => self.writer.refuse(
                at,
                &messages::operator_not_defined(&spelled(op), "floating-point values"),
            ),
        }
    }

    pub(crate) fn combine_integers(
        &mut self,
        op: &BinOp,
        left: &Integer,
        right: &Integer,
        at: &impl quote::ToTokens,
    ) -> Found<Value> {
        if let Some(answer) = integers::compare(op, Some(left.value.cmp(&right.value))) {
            return Ok(Value::Boolean(answer));
        }
        let is_shift = matches!(
            op,
            BinOp::Shl(_) | BinOp::ShlAssign(_) | BinOp::Shr(_) | BinOp::ShrAssign(_)
        );
        // The right side of a shift has a type of its own.
        let other = right.suffix.clone().filter(|_| !is_shift);
        let suffix = left.suffix.clone().or(other);
        match integers::combine(op, left.value, right.value) {
            Some(value) if integers::drops_bits(op, value, suffix.as_deref()) => {
                self.writer.refuse(at, messages::INTEGER_TYPE)
            }
            // The user's program panics here, or wraps in a release build.
            Some(value)
                if suffix
                    .as_deref()
                    .is_some_and(|ty| !integers::fits(value, ty)) =>
            {
                self.writer.refuse(at, messages::INTEGER_OVERFLOW)
            }
            Some(value) => Ok(Value::Integer(Integer { value, suffix })),
            None => self.writer.refuse(at, messages::NOT_DIFFERENTIATED),
        }
    }

    /// `-value`
    pub(crate) fn negate(&mut self, value: Value, at: &syn::ExprUnary) -> Found<Value> {
        match value {
            Value::Integer(mut integer) => match integer.value.checked_neg() {
                Some(negated) => {
                    integer.value = negated;
                    Ok(Value::Integer(integer))
                }
                None => self.writer.refuse(at, messages::INTEGER_TOO_LARGE),
            },
            Value::Matrix(matrix) => {
                self.writer.confirm(&matrix);
                let elements = matrix.elements.iter();
                let negated = elements.map(|element| self.negate(element.clone(), at));
                let negated = negated.collect::<Found<Vec<Value>>>()?;
                Ok(Value::Matrix(Matrix::new(
                    matrix.rows,
                    matrix.cols,
                    negated,
                )))
            }
            value => {
                let id = self.as_scalar(value, at, Behind::Reference)?;
                Ok(match self.writer.builder.code().statement(id).elemental() {
                    // A negative literal is a literal: the sign is exact.
                    Elemental::Literal(bits) => {
                        Value::Scalar(self.writer.builder.literal(-f64::from_bits(bits)))
                    }
                    _ => self.writer.apply(Operation::Neg, &[id]),
                })
            }
        }
    }

    pub(crate) fn eval_short_circuit(&mut self, binary: &syn::ExprBinary) -> Found<Value> {
        let decisive = matches!(binary.op, BinOp::Or(_));
        match self.eval(&binary.left)? {
            Value::Boolean(left) if left == decisive => Ok(Value::Boolean(decisive)),
            Value::Boolean(_) => self.eval(&binary.right),
            _ => self.writer.refuse(&binary.left, ""),
        }
    }

    /// `value as name`.
    pub(crate) fn cast(&mut self, value: Value, name: &str, at: &syn::ExprCast) -> Found<Value> {
        let value = match &value {
            Value::Inactive(code) => self.number_of_variant(code).unwrap_or(value),
            _ => value,
        };
        match value {
            #[expect(clippy::cast_precision_loss, reason = "the cast that the user wrote")]
            Value::Integer(integer) if self.names_float(name) => {
                let number = match name {
                    "f32" => f64::from(integer.value as f32),
                    _ => integer.value as f64,
                };
                let number = Value::Scalar(self.writer.builder.literal(number));
                Ok(self.in_width(number, name))
            }
            Value::Integer(integer) => {
                if integers::fits(integer.value, name) {
                    Ok(Value::Integer(Integer {
                        value: integer.value,
                        suffix: Some(name.to_owned()),
                    }))
                } else {
                    self.writer
                        .refuse(at, &messages::cast_not_supported(name, "an integer"))
                }
            }
            Value::Scalar(_) if self.names_float(name) => Ok(self.in_width(value, name)),
            // An integer that an active value leads to is locally constant, so it is inactive.
            Value::Scalar(_) if integers::fits(0, name) => {
                self.writer.at_run_time()?;
                let mut mentions = Vec::new();
                let Some(tokens) = self.spell(&value, &mut mentions) else {
                    return Err(Stop);
                };
                let ty = &at.ty;
                Ok(Value::Inactive(Inactive {
                    tokens: quote::quote!((#tokens as #ty)),
                    mentions,
                }))
            }
            // The user's own number, cast as the user wrote.
            Value::Inactive(Inactive { tokens, mentions }) => {
                self.writer.at_run_time()?;
                let (ty, tokens) = (&at.ty, tokens::as_operand(tokens));
                Ok(Value::Inactive(Inactive {
                    tokens: quote::quote!((#tokens as #ty)),
                    mentions,
                }))
            }
            other => self
                .writer
                .refuse(at, &messages::cast_not_supported(name, &other.describe())),
        }
    }
}

//! The implicit function theorem: `implicit(solve(p) => |y| y * y - p)`.
//!
//! ```text
//! y = solve(p)              v3 = opaque `solve(v0)`    the user's own solver, unchanged
//! r(y, p), y a variable     v7 = mul 2 v4              its slope dr/dy
//! dy/dp = -(dr/dy)^-1 dr/dp v9 = sub v8 v0             r(v3, p), active by p alone
//!                           v11 = ruled v3, v9, v10    v10 = -1 / v7: the partial by r
//! ```
//!
//! The residual is lowered twice: once with the solution as a variable, for its slopes, and once
//! with the solution as a number. The second one is an operand of the result, and its partial is
//! minus the inverse of the slopes. So elimination forms `dr/dp`, and chooses the order.
//!
//! Cost: two residuals, and the inverse of a small matrix by cofactors.

use quote::{ToTokens, quote};
use syn::{ExprClosure, Pat};

use crate::ir::elemental::Operation;
use crate::ir::{CodeListBuilder, Origin, ValueId};

use crate::front::messages;
use crate::front::names::rule_calls::Passed;
use crate::front::names::state::Lowering;
use crate::front::read::rules::{OBJECT, Rule};
use crate::front::run::Run;
use crate::front::syntax::strip::strip;
use crate::front::value::found::{Found, Stop};
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::Behind;

/// The most unknowns of one solver. Cofactors of a larger matrix are many and inaccurate.
const MOST_UNKNOWNS: usize = 4;

impl Lowering<Run> {
    /// The result of a solver, with the partials of its residual.
    pub(crate) fn implicit_result(
        &mut self,
        rule: &Rule,
        residual: &ExprClosure,
        called: Inactive,
        object: Option<&Inactive>,
        passed: &Passed,
        at: &impl ToTokens,
    ) -> Found<Value> {
        let name = syn::Ident::new("called", proc_macro2::Span::call_site());
        let Value::Inactive(called) = self.writer.settle_as(&name, called)? else {
            return Err(Stop);
        };
        let unknowns = self.unknowns(&residual.inputs[0], &called)?;
        let mut solution = Vec::new();
        for place in leaves(&unknowns) {
            solution.push(self.as_scalar(place, at, Behind::Nothing)?);
        }
        let mut arguments = Vec::new();
        for value in &passed.values {
            value.for_each_leaf(&mut |leaf| {
                if let Value::Scalar(id) = leaf {
                    arguments.push(*id);
                }
            });
        }
        let code = self.writer.builder.code();
        let active = arguments.iter().find(|id| code.statement(**id).is_active());
        let Some(active) = active.copied() else {
            return Ok(filled(&unknowns, &solution));
        };
        let one = self.writer.builder.literal(1.0);
        let builder = &mut self.writer.builder;
        let variable = |id: &ValueId| builder.ruled(*id, &[(active, one)], Origin::default());
        let variables: Vec<ValueId> = solution.iter().map(variable).collect();
        let lowered = (rule, residual, object, passed);
        let rows = self.residual(lowered, filled(&unknowns, &variables), solution.len(), at)?;
        let Some(slopes) = self.writer.builder.tangents(&variables, &rows) else {
            return self.writer.refuse(at, messages::IMPLICIT_BRANCHES);
        };
        let rows = self.residual(lowered, filled(&unknowns, &solution), solution.len(), at)?;
        let builder = &mut self.writer.builder;
        let inverse = builder.as_derivative(|builder| minus_inverse(builder, &slopes));
        let results = solution.iter().zip(inverse).map(|(value, partials)| {
            let pairs = rows.iter().copied().zip(partials);
            let pairs = pairs.filter_map(|(row, partial)| Some((row, partial?)));
            let is_active = |row: ValueId| builder.code().statement(row).is_active();
            let pairs: Vec<_> = pairs.filter(|(row, _)| is_active(*row)).collect();
            builder.ruled(*value, &pairs, Origin::default())
        });
        let results: Vec<ValueId> = results.collect();
        Ok(filled(&unknowns, &results))
    }

    /// The unknowns as the pattern of the residual takes them apart: places in the result.
    fn unknowns(&mut self, pattern: &Pat, called: &Inactive) -> Found<Value> {
        let tokens = &called.tokens;
        let place = |tokens| {
            Value::Inactive(Inactive {
                tokens,
                mentions: Vec::new(),
            })
        };
        let elements = |count: usize| {
            let positions = (0..count).map(proc_macro2::Literal::usize_unsuffixed);
            let places = positions.map(|position| place(quote!(#tokens[#position])));
            Value::array(places.collect())
        };
        let unknowns = match pattern {
            Pat::Ident(_) => place(tokens.clone()),
            Pat::Slice(parts) => elements(parts.elems.len()),
            Pat::Tuple(parts) => {
                let positions = (0..parts.elems.len()).map(syn::Index::from);
                let places = positions.map(|position| place(quote!(#tokens.#position)));
                Value::tuple(places.collect())
            }
            Pat::Type(typed) => match &*typed.ty {
                syn::Type::Array(array) => {
                    let count = self.eval_integer(&array.len, "length")?;
                    elements(usize::try_from(count).map_err(|_| Stop)?)
                }
                _ => place(tokens.clone()),
            },
            other => return self.writer.refuse(other, messages::IMPLICIT_MALFORMED),
        };
        if leaves(&unknowns).len() > MOST_UNKNOWNS {
            let message = messages::too_many_unknowns(MOST_UNKNOWNS);
            return self.writer.refuse(pattern, &message);
        }
        Ok(unknowns)
    }

    /// The rows of the residual at these values of the unknowns.
    fn residual(
        &mut self,
        (rule, residual, object, passed): (&Rule, &ExprClosure, Option<&Inactive>, &Passed),
        unknowns: Value,
        count: usize,
        at: &impl ToTokens,
    ) -> Found<Vec<ValueId>> {
        let mark = if self.frames.calls.is_empty() {
            self.names.scopes.enter()
        } else {
            self.names.scopes.enter_function()
        };
        // The residual is code beside the attributed function, as partials of a rule are.
        let calls = std::mem::take(&mut self.frames.calls);
        let foreign = std::mem::take(&mut self.frames.foreign);
        let object = object.map_or(Value::Poison, |object| Value::Inactive(object.clone()));
        self.names.scopes.bind(OBJECT.to_owned(), object, false);
        for (name, value) in rule.parameters.iter().zip(&passed.values) {
            if let Some(name) = name {
                self.bind(name, value.clone());
            }
        }
        self.bind_pattern(&residual.inputs[0], unknowns);
        let value = self.eval(strip(&residual.body));
        let rows = value.and_then(|value| {
            let parts = leaves(&value).into_iter();
            let rows = parts.map(|part| self.as_scalar(part, &residual.body, Behind::Nothing));
            rows.collect::<Found<Vec<ValueId>>>()
        });
        self.frames.calls = calls;
        self.frames.foreign = foreign;
        self.names.scopes.leave(mark);
        let rows = rows?;
        if rows.len() == count {
            return Ok(rows);
        }
        let message = messages::residual_does_not_fit(count, rows.len());
        self.writer.refuse(at, &message)
    }
}

/// The leaves of a value, in order.
fn leaves(value: &Value) -> Vec<Value> {
    let mut leaves = Vec::new();
    value.for_each_leaf(&mut |leaf| leaves.push(leaf.clone()));
    leaves
}

/// The same value with these scalars as its leaves.
fn filled(like: &Value, scalars: &[ValueId]) -> Value {
    let mut scalars = scalars.iter().map(|id| Value::Scalar(*id));
    match like.parts() {
        Some(parts) => like.rebuilt(scalars.take(parts.len()).collect()),
        None => scalars.next().unwrap_or(Value::Poison),
    }
}

/// `-(slopes)^-1`, by cofactors. `None` is zero.
fn minus_inverse(
    builder: &mut CodeListBuilder,
    slopes: &[Vec<Option<ValueId>>],
) -> Vec<Vec<Option<ValueId>>> {
    let all: Vec<usize> = (0..slopes.len()).collect();
    let determinant = determinant(builder, slopes, &all, &all);
    // A singular matrix gives infinite partials, as a division by zero does.
    let determinant = determinant.unwrap_or_else(|| builder.literal(0.0));
    let without = |skipped: usize| -> Vec<usize> {
        all.iter().copied().filter(|one| *one != skipped).collect()
    };
    let mut entry = |row: usize, col: usize| {
        // The inverse has the cofactor of the transposed position.
        let (rows, cols) = (without(col), without(row));
        let minor = if rows.is_empty() {
            Some(builder.literal(1.0))
        } else {
            self::determinant(builder, slopes, &rows, &cols)
        };
        let quotient = apply(builder, Operation::Div, &[minor?, determinant]);
        Some(if (row + col).is_multiple_of(2) {
            apply(builder, Operation::Neg, &[quotient])
        } else {
            quotient
        })
    };
    let row = |row: usize, entry: &mut dyn FnMut(usize, usize) -> Option<ValueId>| {
        (0..slopes.len()).map(|col| entry(row, col)).collect()
    };
    (0..slopes.len()).map(|at| row(at, &mut entry)).collect()
}

/// The determinant of a part of a matrix, by its first row. `None` is zero.
fn determinant(
    builder: &mut CodeListBuilder,
    matrix: &[Vec<Option<ValueId>>],
    rows: &[usize],
    cols: &[usize],
) -> Option<ValueId> {
    let (first, rest) = rows.split_first()?;
    if rest.is_empty() {
        return matrix[*first][cols[0]];
    }
    let mut total: Option<ValueId> = None;
    for (position, col) in cols.iter().enumerate() {
        let others: Vec<usize> = cols.iter().copied().filter(|other| other != col).collect();
        let minor = determinant(builder, matrix, rest, &others);
        let (Some(factor), Some(minor)) = (matrix[*first][*col], minor) else {
            continue;
        };
        let term = apply(builder, Operation::Mul, &[factor, minor]);
        total = Some(match (total, position % 2 == 0) {
            (None, true) => term,
            (None, false) => apply(builder, Operation::Neg, &[term]),
            (Some(total), true) => apply(builder, Operation::Add, &[total, term]),
            (Some(total), false) => apply(builder, Operation::Sub, &[total, term]),
        });
    }
    total
}

fn apply(builder: &mut CodeListBuilder, operation: Operation, operands: &[ValueId]) -> ValueId {
    builder.apply(operation, operands, Origin::default())
}

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
//! For second derivatives the result is a step of Newton's method from there,
//! `y - (dr/dy)^-1 r(y, p)`, with the inverse as a number. The residual is zero and so is its
//! derivative, so the step changes neither value nor first derivative. Its second derivative is
//! minus the inverse times all second derivatives of the residual, and replaces what was missing in
//! that of `y`:
//!
//! ```text
//! y1 = ruled v3, v9, v10          the result as above
//! r1 = r(y1, p)                   active by y1 and by p
//! y2 = ruled v3, y1 1, r1 v10     d2y2 = v10 (r_yy dy dy + 2 r_yp dy dp + r_pp dp dp)
//! ```
//!
//! Cost: two residuals, three for second derivatives, and the inverse of a small matrix, see
//! `implicit_slopes`.

use quote::{ToTokens, quote};
use syn::{ExprClosure, Pat};

use crate::ir::{Origin, ValueId};

use crate::front::messages;
use crate::front::names::rule_calls::Passed;
use crate::front::names::state::Lowering;
use crate::front::read::rules::{OBJECT, Rule};
use crate::front::run::Run;
use crate::front::syntax::strip::strip;
use crate::front::value::found::{Found, Stop};
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::Behind;

/// A matrix of numbers. `None` is zero.
type Slopes = Vec<Vec<Option<ValueId>>>;

/// The most unknowns of one solver. Each pair of them has a number in the generated code.
const MOST_UNKNOWNS: usize = 32;

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
        let Value::Inactive(called) = self.writer.settle_followed(&name, called)? else {
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
            return self.writer.refuse(at, messages::IMPLICIT_LOOPS);
        };
        let rows = self.residual(lowered, filled(&unknowns, &solution), solution.len(), at)?;
        let inverse = self.minus_inverse(&slopes)?;
        if !self.given.is_second_order {
            let results = self.corrected(&solution, None, &rows, &inverse);
            return Ok(filled(&unknowns, &results));
        }
        let inverse = self.frozen_numbers(inverse)?;
        let first = self.corrected(&solution, None, &rows, &inverse);
        let rows = self.residual(lowered, filled(&unknowns, &first), solution.len(), at)?;
        let results = self.corrected(&solution, Some(&first), &rows, &inverse);
        Ok(filled(&unknowns, &results))
    }

    /// The solution with partials by the rows of the residual, and by a solution that is active
    /// already. Where there may be second derivatives, these partials count as numbers.
    fn corrected(
        &mut self,
        solution: &[ValueId],
        first: Option<&[ValueId]>,
        rows: &[ValueId],
        inverse: &Slopes,
    ) -> Vec<ValueId> {
        let is_second_order = self.given.is_second_order;
        let builder = &mut self.writer.builder;
        let one = builder.literal(1.0);
        let corrected = solution.iter().enumerate().map(|(place, value)| {
            let own = first.map(|first| (first[place], one));
            let pairs = rows.iter().copied().zip(inverse[place].iter().copied());
            let pairs = pairs.filter_map(|(row, partial)| Some((row, partial?)));
            let is_active = |row: ValueId| builder.code().statement(row).is_active();
            let pairs = own.into_iter().chain(pairs);
            let pairs: Vec<_> = pairs.filter(|(row, _)| is_active(*row)).collect();
            let value = if is_second_order {
                let sources: Vec<ValueId> = pairs.iter().map(|(source, _)| *source).collect();
                builder.open_ruled(*value, &sources)
            } else {
                *value
            };
            builder.ruled(value, &pairs, Origin::default())
        });
        corrected.collect()
    }

    /// The same numbers as inactive ones.
    fn frozen_numbers(&mut self, mut numbers: Slopes) -> Found<Slopes> {
        for number in numbers.iter_mut().flatten().flatten() {
            if self.writer.builder.code().statement(*number).is_active()
                && let Value::Scalar(frozen) = self.frozen(*number)?
            {
                *number = frozen;
            }
        }
        Ok(numbers)
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
        let objects = std::mem::take(&mut self.frames.objects);
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
        self.frames.objects = objects;
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

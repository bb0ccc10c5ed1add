//! The sequence that a `for` loop runs over, when it is known at expansion, and ranges of active
//! numbers as values.
//!
//! ```text
//! a..b        the struct `Range`, whose fields are public
//! a..=b       the struct `RangeInclusive`, whose ends are read by methods: `*r.start()`
//! ```
//!
//! `r.contains(&x)` is a condition, which run time asks of a range that is made of the values.

use std::rc::Rc;

use syn::{Expr, ExprMethodCall, RangeLimits};

use crate::interface::{Access, ConstArguments, Layout, Maker};

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens;
use crate::front::value::found::{Found, Stop};
use crate::front::value::integer::Integer;
use crate::front::value::items;
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::Behind;

impl Lowering<Run> {
    /// `a..b` and `a..=b` of active numbers.
    pub(crate) fn range_of_numbers(&mut self, range: &syn::ExprRange) -> Found<Value> {
        let whole = Expr::Range(range.clone());
        let (Some(start), Some(end)) = (&range.start, &range.end) else {
            return self.refuse_expression(&whole);
        };
        if !self.names.is_active(&whole) {
            return self.refuse_expression(&whole);
        }
        let ends = [self.eval(start)?, self.eval(end)?];
        // An integer that active values lead to is no number of the code list.
        if !ends.iter().any(|end| matches!(end, Value::Scalar(_))) {
            return self.refuse_expression(&whole);
        }
        let mut numbers = Vec::with_capacity(2);
        for (value, at) in ends.into_iter().zip([start, end]) {
            let number = self.as_scalar(value, at, Behind::Nothing)?;
            numbers.push(Value::Scalar(number));
        }
        let (path, made) = match range.limits {
            RangeLimits::HalfOpen(_) => (syn::parse_quote!(::core::ops::Range), None),
            RangeLimits::Closed(_) => (
                syn::parse_quote!(::core::ops::RangeInclusive),
                Some(Maker::Function("new")),
            ),
        };
        let layout = Layout {
            path,
            members: vec![syn::parse_quote!(start), syn::parse_quote!(end)],
            own: None,
            is_variant: false,
            made,
            access: Access::default(),
            lengths: ConstArguments::default(),
        };
        Ok(Value::Struct(Rc::new(layout), Rc::new(numbers)))
    }

    /// The ends of `a..=b`. `None` for another method.
    pub(crate) fn range_method(value: &Value, call: &ExprMethodCall) -> Option<Value> {
        let Value::Struct(_, ends) = value else {
            return None;
        };
        let is_closed = is_closed_range(value) && call.args.is_empty();
        let [start, end] = ends.as_slice() else {
            return None;
        };
        match call.method.to_string().as_str() {
            "start" if is_closed => Some(start.clone()),
            "end" if is_closed => Some(end.clone()),
            "into_inner" if is_closed => Some(Value::tuple(vec![start.clone(), end.clone()])),
            _ => None,
        }
    }

    /// The items of an iterable expression in order.
    pub(crate) fn items_of(&mut self, iterable: &Expr) -> Found<Vec<Value>> {
        match strip(iterable) {
            Expr::Range(range) => {
                let (start, end) = self.eval_range(range, None)?;
                let count = usize::try_from(end.saturating_sub(start)).unwrap_or(0);
                if !self.writer.spend(count, iterable) {
                    return Err(Stop);
                }
                let suffix = self.range_suffix(range);
                let item = |value| {
                    Value::Integer(Integer {
                        value,
                        suffix: suffix.clone(),
                    })
                };
                Ok((start..end).map(item).collect())
            }
            Expr::MethodCall(call) if Self::is_adapter(call) => {
                let items = self.chain_of(iterable)?;
                self.each_taken(items, call)
            }
            Expr::Reference(reference)
                if reference.mutability.is_some() && self.is_iterator(&reference.expr) =>
            {
                self.writer.refuse(iterable, messages::ITERATOR_LEFT)
            }
            Expr::Reference(reference) if reference.mutability.is_some() => {
                self.borrow_elements(iterable)
            }
            // A mutable reference by its name: the items are references to its parts.
            other => match self.eval(other)? {
                Value::Reference(place) => {
                    let parts = self.parts_of(&place, iterable)?;
                    self.elements(parts, iterable)
                }
                value => {
                    let are_references = self.is_shared_reference(iterable, &value);
                    // A vector of ndarray is the list of its elements.
                    let elements = self.elements(self.list_behind(value), other)?;
                    if are_references {
                        return Ok(elements.into_iter().map(Value::referred).collect());
                    }
                    Ok(elements)
                }
            },
        }
    }

    /// Whether a list is behind a shared reference, which makes its items references as well.
    fn is_shared_reference(&self, spelled: &Expr, list: &Value) -> bool {
        let Value::Inactive(list) = list else {
            return matches!(spelled, Expr::Reference(_));
        };
        let is_parameter =
            |name: &proc_macro2::Ident| self.names.borrowed.contains(&name.to_string());
        let is_borrowed = syn::parse2(list.tokens.clone()).is_ok_and(|name| is_parameter(&name));
        matches!(spelled, Expr::Reference(_))
            || is_borrowed
            || tokens::place_referred_to(&list.tokens).is_some()
    }

    /// The length of an opaque array, if the type of a parameter gives it.
    pub(crate) fn length_of(&mut self, array: &Inactive) -> Option<usize> {
        match self.type_of(array)? {
            syn::Type::Array(array) => match self.try_known(&array.len)? {
                Value::Integer(length) => usize::try_from(length.value).ok(),
                _ => None,
            },
            _ => None,
        }
    }

    /// `k.len()`, if the type of the parameter gives it.
    pub(crate) fn spelled_length(&mut self, call: &ExprMethodCall) -> Option<Value> {
        if call.method != "len" || !call.args.is_empty() {
            return None;
        }
        let Value::Inactive(array) = self.peek_element(&call.receiver)? else {
            return None;
        };
        Some(Value::Integer(items::index(self.length_of(&array)?)))
    }

    /// The value that a place holds, without evaluating anything but known indices.
    fn peek_element(&mut self, place: &Expr) -> Option<Value> {
        match strip(place) {
            Expr::Field(field) => {
                let base = self.peek_element(&field.base)?;
                self.peek_field(base, &field.member)
            }
            Expr::Index(index) => {
                let Value::Inactive(list) = self.peek_element(&index.expr)? else {
                    return None;
                };
                let Value::Integer(at) = self.try_known(&index.index)? else {
                    return None;
                };
                let at = usize::try_from(at.value).ok()?;
                let (at, list) = (
                    proc_macro2::Literal::usize_unsuffixed(at),
                    tokens::behind_references(list.tokens),
                );
                Some(Value::Inactive(Inactive {
                    tokens: quote::quote!(#list[#at]),
                    mentions: Vec::new(),
                }))
            }
            place => self.peek(place),
        }
    }

    /// The elements of an array or slice, as values.
    pub(crate) fn elements_of(&mut self, array: &Expr) -> Found<Vec<Value>> {
        let value = self.eval_base(array)?;
        self.elements(value, array)
    }

    /// The elements of an array. An opaque array has them too, if its type gives its length.
    pub(crate) fn elements(&mut self, value: Value, at: &Expr) -> Found<Vec<Value>> {
        match value {
            Value::Array(elements) => Ok(Rc::unwrap_or_clone(elements)),
            Value::Matrix(matrix) => {
                self.writer.confirm(&matrix);
                Ok(Rc::unwrap_or_clone(matrix.elements))
            }
            Value::Inactive(inactive) if self.length_of(&inactive).is_some() => {
                let whole = &inactive.tokens;
                // `&k` is a reference as well, which is spelled without parentheses.
                let borrowed = tokens::place_referred_to(&quote::quote!((#whole)));
                let whole = borrowed.unwrap_or_else(|| whole.clone());
                let inactive = Inactive {
                    tokens: tokens::behind_references(whole),
                    ..inactive
                };
                let length = self.length_of(&inactive).unwrap_or_default();
                let element = |position| {
                    let position = proc_macro2::Literal::usize_unsuffixed(position);
                    let tokens = tokens::as_operand(inactive.tokens.clone());
                    Inactive {
                        tokens: quote::quote!(#tokens[#position]),
                        mentions: inactive.mentions.clone(),
                    }
                };
                self.writer.at_run_time()?;
                if !self.writer.spend(length, at) {
                    return Err(Stop);
                }
                let elements = (0..length).map(element);
                Ok(elements.map(|place| self.typed_place(place)).collect())
            }
            found => {
                let message = self
                    .not_an_array(at, &found)
                    .unwrap_or_else(|| messages::not_iterable(&found.describe()));
                self.writer.refuse(at, &message)
            }
        }
    }

    /// The bounds of a range, end excluded. A range may be open only if a length closes it.
    pub(crate) fn eval_range(
        &mut self,
        range: &syn::ExprRange,
        length: Option<usize>,
    ) -> Found<(i128, i128)> {
        let length = length.and_then(|length| i128::try_from(length).ok());
        let start = match (&range.start, length) {
            (Some(start), _) => self.eval_integer(start, "loop bound")?,
            (None, Some(_)) => 0,
            (None, None) => return self.refuse_open_range(range),
        };
        let end = match (&range.end, length) {
            (Some(end), _) => self.eval_integer(end, "loop bound")?,
            (None, Some(length)) => length,
            (None, None) => return self.refuse_open_range(range),
        };
        let inclusive = matches!(range.limits, RangeLimits::Closed(_)) && range.end.is_some();
        Ok((
            start,
            if inclusive {
                end.checked_add(1).ok_or(Stop)?
            } else {
                end
            },
        ))
    }

    pub(crate) fn refuse_open_range(&mut self, range: &syn::ExprRange) -> Found<(i128, i128)> {
        self.writer.refuse(range, messages::OPEN_RANGE)
    }

    /// The type of the loop variable, if a bound has a suffix.
    pub(crate) fn range_suffix(&mut self, range: &syn::ExprRange) -> Option<String> {
        let bounds = [range.start.as_deref(), range.end.as_deref()];
        bounds
            .into_iter()
            .flatten()
            .find_map(|bound| match self.try_known(bound) {
                Some(Value::Integer(integer)) => integer.suffix,
                _ => None,
            })
    }

    /// Whether the loop runs over something that can be known at expansion.
    pub(crate) fn is_known_iterable(&mut self, iterable: &Expr) -> bool {
        // The loop will run later, so this look does not count against the limit on operations.
        let executed = self.writer.executed;
        let found = self.quietly(|run| run.items_of(iterable));
        self.writer.executed = executed;
        found.is_ok()
    }
}

/// Whether a value is `a..=b` of active numbers.
pub(super) fn is_closed_range(value: &Value) -> bool {
    matches!(value, Value::Struct(layout, _) if layout.own.is_none()
        && layout.made.is_some()
        && layout.path.segments.last().is_some_and(|last| last.ident == "RangeInclusive"))
}

//! Ranges of active numbers as values.
//!
//! ```text
//! a..b        the struct `Range`, whose fields are public
//! a..=b       the struct `RangeInclusive`, whose ends are read by methods: `*r.start()`
//! ```
//!
//! `contains` is a condition, which run time asks of a range that is made of the values.

use std::rc::Rc;

use syn::{Expr, ExprMethodCall, RangeLimits};

use crate::interface::{Access, ConstArguments, Layout, Maker};

use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::value::Value;
use crate::front::value::found::Found;
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
}

/// Whether a value is `a..=b` of active numbers.
pub(super) fn is_closed_range(value: &Value) -> bool {
    matches!(value, Value::Struct(layout, _) if layout.own.is_none()
        && layout.made.is_some()
        && layout.path.segments.last().is_some_and(|last| last.ident == "RangeInclusive"))
}

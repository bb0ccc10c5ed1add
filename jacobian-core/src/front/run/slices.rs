//! Slices of arrays: `&x[a..b]`.
//!
//! ```text
//! &x[1..3]           known: two elements
//! &x[i..i + 2]       `i` from run time: the length is known, and each element is one of several
//! &x[i - 1..=i + 1]  the same
//! ```

use syn::Expr;

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::form;
use crate::front::syntax::strip::strip;
use crate::front::value::Value;
use crate::front::value::found::Found;
use crate::front::write::indices::Below;

impl Lowering<Run> {
    /// A range of elements.
    pub(crate) fn slice(
        &mut self,
        elements: &[Value],
        range: &syn::ExprRange,
        at: &syn::ExprIndex,
    ) -> Found<Value> {
        if let Some(window) = self.window(elements, range, at)? {
            return Ok(window);
        }
        if let Some(part) = self.slice_at_run_time(elements, range)? {
            return Ok(part);
        }
        let (start, end) = self.eval_range(range, Some(elements.len()))?;
        let bounds = usize::try_from(start).ok().zip(usize::try_from(end).ok());
        if let Some(slice) = bounds.and_then(|(start, end)| elements.get(start..end)) {
            return Ok(Value::array(slice.to_vec()));
        }
        let message = messages::range_out_of_bounds(start, end, elements.len());
        self.writer.refuse(at, &message)
    }

    /// A part with a known length at a place that only run time knows. `None` if the length cannot
    /// be seen or the start is known.
    fn window(
        &mut self,
        elements: &[Value],
        range: &syn::ExprRange,
        at: &syn::ExprIndex,
    ) -> Found<Option<Value>> {
        let (Some(start), Some(end)) = (&range.start, &range.end) else {
            return Ok(None);
        };
        let ((base, from), (other, to)) = (self.with_offset(start), self.with_offset(end));
        // The base is written twice, so a call would be made twice.
        if base != other || !form::is_place(base) || self.writer.is_trial() {
            return Ok(None);
        }
        let closed = matches!(range.limits, syn::RangeLimits::Closed(_));
        let length = usize::try_from(to - from + i128::from(closed));
        let Some(length) = length.ok().filter(|length| *length <= elements.len()) else {
            return Ok(None);
        };
        let Value::Inactive(position) = self.eval(start)? else {
            return Ok(None);
        };
        let below = Below::Part {
            length,
            of: elements.len(),
        };
        let index = self.index_below(position, below, start)?;
        let element = |run: &mut Self, offset: usize| {
            let candidates = &elements[index.first + offset..][..index.count];
            run.one_of(&index, candidates.to_vec(), at)
        };
        let part = (0..length).map(|offset| element(self, offset));
        let part = part.collect::<Found<Vec<Value>>>()?;
        Ok(Some(Value::array(part)))
    }

    /// `base + 2` as base and offset.
    fn with_offset<'a>(&mut self, bound: &'a Expr) -> (&'a Expr, i128) {
        let bound = strip(bound);
        let Expr::Binary(binary) = bound else {
            return (bound, 0);
        };
        let sign = match binary.op {
            syn::BinOp::Add(_) => 1,
            syn::BinOp::Sub(_) => -1,
            _ => return (bound, 0),
        };
        match self.try_known(&binary.right) {
            Some(Value::Integer(offset)) => {
                let (base, inner) = self.with_offset(&binary.left);
                (base, inner + sign * offset.value)
            }
            _ => (bound, 0),
        }
    }
}

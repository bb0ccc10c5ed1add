//! Methods that rearrange or fill an array in place: assignments at expansion.
//!
//! ```text
//! y.fill(0.0)      y.swap(0, 2)      y.reverse()      y.copy_from_slice(&z)
//! ```

use syn::Expr;

use crate::front::messages;
use crate::front::methods::lists;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::form::{self, is_place};
use crate::front::value::Value;
use crate::front::write::writer::TrialState;

pub(crate) const METHODS: &[&str] = &[
    "fill",
    "swap",
    "reverse",
    "copy_from",
    "copy_from_slice",
    "clone_from_slice",
    "rotate_left",
    "rotate_right",
];

impl Lowering<Run> {
    /// Runs a method on an array whose elements are known; false where it is something else.
    pub(crate) fn run_array_method(&mut self, call: &syn::ExprMethodCall) -> bool {
        let name = call.method.to_string();
        if self.run_block_method(call) {
            return true;
        }
        if !METHODS.contains(&name.as_str()) && !lists::METHODS.contains(&name.as_str()) {
            return false;
        }
        if let Expr::Index(part) = form::strip(&call.receiver)
            && let Expr::Range(range) = form::strip(&part.index)
            && is_place(&part.expr)
        {
            return self.run_part_method(call, &part.expr, range);
        }
        if !is_place(&call.receiver) {
            return false;
        }
        let outer = self.writer.trial.replace(TrialState::Running);
        let place = self.place_behind(&call.receiver);
        self.writer.trial = outer;
        let Some(place) = place else { return false };
        let elements = match self.load(&place) {
            Some(Value::Array(elements)) => elements,
            Some(Value::Matrix(matrix)) => {
                return self.run_matrix_method(&place, &matrix, call);
            }
            _ => return false,
        };
        if self.stays_opaque(&name, call) {
            return false;
        }
        if let Some(rearranged) = self.rearranged(&name, elements.to_vec(), call) {
            self.store(&place, Value::array(rearranged), &call.receiver);
        }
        true
    }

    /// The same on a part, `y[1..3].fill(0.0)`.
    pub(crate) fn run_part_method(
        &mut self,
        call: &syn::ExprMethodCall,
        whole: &Expr,
        range: &syn::ExprRange,
    ) -> bool {
        let Some(place) = self.place_behind(whole) else {
            return true;
        };
        let Some(Value::Array(elements)) = self.load(&place) else {
            return false;
        };
        let Some((start, end)) = self.eval_range(range, Some(elements.len())) else {
            return true;
        };
        let bounds = usize::try_from(start).ok().zip(usize::try_from(end).ok());
        let Some(part) = bounds.and_then(|(start, end)| elements.get(start..end)) else {
            let message = messages::range_out_of_bounds(start, end, elements.len());
            self.writer.refuse(&call.receiver, &message);
            return true;
        };
        let name = call.method.to_string();
        if let (Some(rearranged), Some((start, end))) =
            (self.rearranged(&name, part.to_vec(), call), bounds)
        {
            let mut elements = elements.to_vec();
            elements.splice(start..end, rearranged);
            self.store(&place, Value::array(elements), whole);
        }
        true
    }

    pub(crate) fn rearranged(
        &mut self,
        name: &str,
        mut elements: Vec<Value>,
        call: &syn::ExprMethodCall,
    ) -> Option<Vec<Value>> {
        let arguments: Vec<&Expr> = call.args.iter().collect();
        match (name, arguments.as_slice()) {
            ("reverse", []) => elements.reverse(),
            ("fill", [value]) => {
                let value = self.eval(value);
                let value = self.writer.settle_part(value);
                elements.fill(value);
            }
            ("swap", [first, second]) => {
                let first = self.index_below(first, elements.len())?;
                let second = self.index_below(second, elements.len())?;
                elements.swap(first, second);
            }
            ("rotate_left", [count]) => {
                let count = self.index_below(count, elements.len() + 1)?;
                elements.rotate_left(count);
            }
            ("rotate_right", [count]) => {
                let count = self.index_below(count, elements.len() + 1)?;
                elements.rotate_right(count);
            }
            ("copy_from_slice" | "clone_from_slice", [source]) => match self.eval(source) {
                Value::Array(source) if source.len() == elements.len() => {
                    elements = source.to_vec();
                }
                Value::Poison => return None,
                other => {
                    self.writer
                        .refuse(source, &messages::pattern_does_not_fit(&other.describe()));
                    return None;
                }
            },
            _ if lists::METHODS.contains(&name) => return self.resized(name, elements, call),
            _ => {
                self.writer
                    .refuse(call, &messages::wrong_arity(name, 1, arguments.len()));
                return None;
            }
        }
        Some(elements)
    }
}

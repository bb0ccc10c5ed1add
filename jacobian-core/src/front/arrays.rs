//! Methods that rearrange or fill an array in place: assignments at expansion.
//!
//! ```text
//! y.fill(0.0)      y.swap(0, 2)      y.reverse()      y.copy_from_slice(&z)
//! ```

use syn::Expr;

use super::value::Value;
use super::{Lowering, messages};

const METHODS: &[&str] = &[
    "fill",
    "swap",
    "reverse",
    "copy_from_slice",
    "clone_from_slice",
    "rotate_left",
    "rotate_right",
];

impl Lowering<'_> {
    /// Runs a method on an array whose elements are known; false where it is something else.
    pub(crate) fn run_array_method(&mut self, call: &syn::ExprMethodCall) -> bool {
        let name = call.method.to_string();
        if !METHODS.contains(&name.as_str()) || !is_place(&call.receiver) {
            return false;
        }
        let outer = self.trial.replace(super::TrialState::Running);
        let place = self.place(&call.receiver);
        self.trial = outer;
        let Some(place) = place else { return false };
        let place = self.follow(place);
        let Some(Value::Array(elements)) = self.load(&place) else {
            return false;
        };
        if let Some(rearranged) = self.rearranged(&name, elements.to_vec(), call) {
            self.store(&place, Value::array(rearranged), &call.receiver);
        }
        true
    }

    fn rearranged(
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
                let value = self.settle_part(value);
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
                    self.refuse(source, &messages::pattern_does_not_fit(&other.describe()));
                    return None;
                }
            },
            _ => {
                self.refuse(call, &messages::wrong_arity(name, 1, arguments.len()));
                return None;
            }
        }
        Some(elements)
    }

    fn index_below(&mut self, index: &Expr, bound: usize) -> Option<usize> {
        let position = self.eval_position(index)?;
        let found = usize::try_from(position)
            .ok()
            .filter(|position| *position < bound);
        if found.is_none() {
            self.refuse(index, &messages::index_out_of_bounds(position, bound));
        }
        found
    }
}

fn is_place(expression: &Expr) -> bool {
    match super::expression::strip(expression) {
        Expr::Path(_) => true,
        Expr::Index(index) => is_place(&index.expr),
        Expr::Field(field) => is_place(&field.base),
        Expr::Unary(unary) => is_place(&unary.expr),
        _ => false,
    }
}

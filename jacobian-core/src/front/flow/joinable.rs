//! Questions about values before they are joined.
//!
//! The errors of arms are joined if they are of one shape. Otherwise the derivatives that they hold
//! are lost, which matters only to code that reads them. Cost: linear in the parts.

use crate::front::names::state::Lowering;
use crate::front::syntax::variants::is_quiet;
use crate::front::value::Value;
use crate::front::value::parts::Meanings;

impl<M> Lowering<M> {
    /// Whether values can certainly be joined: they are of one shape.
    pub(crate) fn can_join(&self, meanings: &Meanings) -> bool {
        let values: Vec<&Value> = meanings.iter().flatten().collect();
        self.are_of_one_shape(&values)
    }

    fn are_of_one_shape(&self, values: &[&Value]) -> bool {
        let is_missing = |value: &&Value| matches!(value, Value::Unassigned);
        let values = values.iter().copied();
        let values: Vec<&Value> = values.filter(|value| !is_missing(value)).collect();
        let Some(first) = values.first() else {
            return true;
        };
        let by_column = |all: Vec<Vec<Value>>, count: usize| {
            (0..count).all(|at| {
                let column: Vec<&Value> = all.iter().map(|parts| &parts[at]).collect();
                self.are_of_one_shape(&column)
            })
        };
        if let Some(variants) = self.variants_among(&values) {
            let all = values
                .iter()
                .map(|value| self.in_variants(value, &variants));
            let all: Option<Vec<Vec<Value>>> = all.collect();
            return all.is_some_and(|all| by_column(all, variants.count()));
        }
        let is_leaf = |value: &&Value| {
            matches!(
                value,
                Value::Scalar(_) | Value::Integer(_) | Value::Boolean(_) | Value::Inactive(_)
            )
        };
        match first.parts() {
            Some(parts) => {
                let same = values.iter().all(|value| first.is_like(value));
                let all = values.iter().filter_map(|value| value.parts());
                same && by_column(all.map(<[Value]>::to_vec).collect(), parts.len())
            }
            None => values.iter().all(is_leaf),
        }
    }
}

/// The literal or variant that all of these are, apart from those that are missing.
pub(crate) fn one_constant(meanings: &Meanings) -> Option<Value> {
    let mut codes = Vec::new();
    for value in meanings.iter().flatten() {
        match value {
            Value::Unassigned => {}
            Value::Inactive(code) if is_quiet(code.tokens.clone()) => codes.push(code),
            _ => return None,
        }
    }
    let first = *codes.first()?;
    let text = first.tokens.to_string();
    let is_one = codes.iter().all(|code| code.tokens.to_string() == text);
    is_one.then(|| Value::Inactive(first.clone()))
}

/// Whether a variable that only some arms assign keeps its value. It is read only behind another
/// assignment, or where control comes from an arm that has assigned it. Numbers are kept for that.
pub(crate) fn keeps_assigned(values: &[&Value]) -> bool {
    let mut assigned = values
        .iter()
        .filter(|value| !matches!(value, Value::Unassigned))
        .peekable();
    assigned.peek().is_some() && assigned.all(|value| is_of_scalars(value))
}

fn is_of_scalars(value: &Value) -> bool {
    let mut all = true;
    value.for_each_leaf(&mut |leaf| all &= matches!(leaf, Value::Scalar(_)));
    all
}

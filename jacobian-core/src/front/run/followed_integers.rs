//! Branches without active values that give a known integer another known value.
//!
//! ```text
//! let mut left = i;                     `left` is 4
//! if upwind { left = i - 1; }           `left` is one of 3 and 4
//! flux[i] = u[left];                    columns 3 and 4, and not all of them
//! ```
//!
//! Such a branch is followed, so that the values which the integer can have stay known. As the
//! user's own code it could give the integer any value, and every read at that index would be one
//! of all elements.
//!
//! Cost: that of the arms, twice if they cannot be followed.

use syn::Expr;

use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::run::arms::Goes;
use crate::front::syntax::inspect;
use crate::front::value::Value;
use crate::front::value::found::Found;

impl Lowering<Run> {
    /// Whether a branch assigns to a variable that holds integers known at expansion.
    pub(crate) fn changes_known_integer(&self, branch: &Expr) -> bool {
        let holds_integer = |name: &String| {
            let binding = self.names.scopes.get(name);
            binding.is_some_and(|binding| {
                let mut holds = false;
                binding
                    .value
                    .for_each_leaf(&mut |leaf| holds |= matches!(leaf, Value::Integer(_)));
                holds || self.is_bounded(&binding.value)
            })
        };
        let assigned = inspect::assigned_names(branch);
        assigned.iter().any(holds_integer)
    }

    /// Whether a value is a variable of run time that has one of several known integers.
    fn is_bounded(&self, value: &Value) -> bool {
        match value {
            Value::Inactive(place) => self.writer.bounds(&place.tokens).is_some(),
            _ => false,
        }
    }

    /// Follows such a branch. If that fails, it stays the user's own code.
    pub(crate) fn follow_integers(&mut self, branch: &Expr) -> Found<()> {
        let before = self.checkpoint();
        let n_errors = self.writer.diagnostics.len();
        let found = match branch {
            Expr::If(branch) => self.eval_if(branch, Goes::On),
            Expr::Match(found) => self.eval_match(found, Goes::On),
            other => self.eval(other),
        };
        match found {
            Ok(value) if self.writer.diagnostics.len() == n_errors => self.writer.discard(value),
            _ => {
                self.rollback(before);
                self.keep_expression_statement(branch)
            }
        }
    }
}

//! Closures as text, for code that is copied unchanged.
//!
//! ```text
//! let far = || Bad::Far { at: x };      x is active: calls of `far` are followed,
//! level(i).ok_or_else(far)?             but an error is the user's own: `|| Bad::Far { at: v3 }`
//! ```

use quote::{ToTokens, quote};
use syn::Expr;

use crate::front::names::functions::Spelling;
use crate::front::names::state::Lowering;
use crate::front::syntax::tokens::any_name;
use crate::front::value::Value;

impl<M> Lowering<M> {
    /// An active closure as text, for code that makes an error. What it captures does not change
    /// while it lives.
    pub(crate) fn spelling_of_active(&self, closure: &syn::ExprClosure) -> Spelling {
        let literal = Expr::Closure(closure.clone());
        if self.names_unspelled(&literal) || self.taken_name_in(&literal).is_some() {
            return Spelling::Inlined;
        }
        match self.spelling_of(closure) {
            Spelling::Literal(text, mentions) => Spelling::InlinedLiteral(text, mentions),
            spelling => spelling,
        }
    }

    /// An inactive closure as text, if it can be written so.
    pub(crate) fn spelling_of(&self, closure: &syn::ExprClosure) -> Spelling {
        let mut literal = Expr::Closure(closure.clone());
        match self.substitute_expression(&mut literal) {
            Ok(mentions) => Spelling::Literal(quote!((#literal)), mentions),
            Err(_) => Spelling::Inlined,
        }
    }

    /// Whether an expression names a local whose value cannot be written as text.
    pub(crate) fn names_unspelled(&self, expression: &Expr) -> bool {
        let is_unspelled = |name: &str| match self.names.scopes.get(name) {
            None => false,
            Some(found) => match &found.value {
                Value::Function(function) => {
                    let function = self.names.functions.get(function);
                    function.is_inlined() && function.spell(&mut Vec::new()).is_none()
                }
                value => self.spell(value, &mut Vec::new()).is_none(),
            },
        };
        any_name(&expression.to_token_stream(), &is_unspelled)
    }
}

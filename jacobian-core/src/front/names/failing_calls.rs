//! Calls of functions that always fail, whose values have no type.
//!
//! ```text
//! fn bad<T>(why: &str) -> Result<T, Error> { Err(Error(why)) }
//! if x > 0.0 { Ok(x.ln()) } else { bad("negative") }              followed, not copied
//! ```

use quote::ToTokens;
use syn::Expr;

use crate::front::names::state::Lowering;
use crate::front::syntax::form::path_key;
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::names_any;
use crate::front::value::Value;

impl<M> Lowering<M> {
    /// Whether an expression calls a function of the user's whose value may have any type. There is
    /// no such value, so the function gives an error. If the call was copied, rustc could not infer
    /// the type of the value beside that of another arm.
    pub(crate) fn always_fails(&self, expression: &Expr) -> bool {
        let call = match strip(expression) {
            Expr::Call(call) => call,
            Expr::Block(block) => {
                return match block.block.stmts.last() {
                    Some(syn::Stmt::Expr(end, None)) => self.always_fails(end),
                    _ => false,
                };
            }
            _ => return false,
        };
        let Expr::Path(callee) = strip(&call.func) else {
            return false;
        };
        let key = path_key(&callee.path).filter(|_| callee.qself.is_none());
        let binding = key.and_then(|key| self.names.scopes.get(&key));
        let Some(Value::Function(id)) = binding.map(|binding| &binding.value) else {
            return false;
        };
        let function = self.names.functions.get(id);
        let Some(syn::Type::Path(result)) = &function.result else {
            return false;
        };
        let Some(value) = result.path.get_ident().filter(|_| function.may_fail()) else {
            return false;
        };
        let name = value.to_string();
        let takes = |pattern: &syn::Pat| names_any(&pattern.to_token_stream(), &[&name]);
        function.type_parameters.contains(value) && !function.parameters.iter().any(takes)
    }
}

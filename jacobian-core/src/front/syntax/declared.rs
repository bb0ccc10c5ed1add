//! The variables that a closure declares itself, so that it does not change one of the same name
//! around it.

use quote::ToTokens;

use crate::ordered::Set;

use crate::front::syntax::captures::mentioned;
use crate::front::syntax::patterns::bound_names;

/// The names that a body declares at its top before any statement mentions them, so that they are
/// none of the variables around.
pub(crate) fn declared_first(body: &syn::Expr) -> Vec<String> {
    let syn::Expr::Block(block) = body else {
        return Vec::new();
    };
    let (mut declared, mut seen) = (Vec::new(), Set::new());
    for statement in &block.block.stmts {
        if let syn::Stmt::Local(local) = statement {
            if let Some(init) = &local.init {
                seen.extend(mentioned(init.expr.to_token_stream()));
                let diverge = init.diverge.as_ref();
                seen.extend(
                    diverge
                        .iter()
                        .flat_map(|(_, code)| mentioned(code.to_token_stream())),
                );
            }
            let names = bound_names(&local.pat);
            let names = names.iter().map(ToString::to_string);
            declared.extend(names.filter(|name| !seen.contains(name)));
        } else {
            seen.extend(mentioned(statement.to_token_stream()));
        }
    }
    declared
}

//! Branches on `cfg!(..)` in code that is copied, as blocks under `cfg`: the other side may name
//! items that do not exist in the build.
//!
//! ```text
//! if cfg!(p) { a } else { b }       { #[cfg(p)] { a } #[cfg(not(p))] { b } }
//! ```

use syn::visit_mut::{self, VisitMut};
use syn::{Expr, parse_quote};

use crate::front::syntax::strip::strip;

/// Writes all of them so.
pub(crate) fn with_cfg(expression: &mut Expr) {
    Blocks.visit_expr_mut(expression);
}

struct Blocks;

impl VisitMut for Blocks {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        visit_mut::visit_expr_mut(self, expression);
        let Expr::If(branch) = expression else {
            return;
        };
        let Expr::Macro(condition) = strip(&branch.cond) else {
            return;
        };
        if !condition.mac.path.is_ident("cfg") {
            return;
        }
        let (asked, then) = (&condition.mac.tokens, &branch.then_branch);
        *expression = match &branch.else_branch {
            None => parse_quote!({ #[cfg(#asked)] #then }),
            Some((_, otherwise)) => {
                parse_quote!({ #[cfg(#asked)] #then #[cfg(not(#asked))] { #otherwise } })
            }
        };
    }
}

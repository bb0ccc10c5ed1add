//! Definite assignment: does copied code give a value to a variable on every path?
//!
//! ```text
//! let mut w;
//! if k != 2 { d = c; } else { w = c * s; d = w; }        nothing can read `w` behind this
//! ```
//!
//! Invariant: the answer is [`Assigns::NotAlways`] only if some path passes the code without an
//! assignment. Then rustc lets nothing read the variable before it is assigned again.

use syn::visit::{self, Visit};
use syn::{Block, Expr, Stmt};

/// Whether code assigns a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Assigns {
    /// On every path, or this is not known.
    Perhaps,
    NotAlways,
}

/// Whether this code assigns the variable on every path.
pub(crate) fn assigns(code: &Expr, name: &str) -> Assigns {
    let both = |left, right| match (left, right) {
        (Assigns::Perhaps, Assigns::Perhaps) => Assigns::Perhaps,
        _ => Assigns::NotAlways,
    };
    match code {
        Expr::Block(block) if block.label.is_none() => in_block(&block.block, name),
        Expr::Paren(inner) => assigns(&inner.expr, name),
        Expr::If(choice) => {
            let then = in_block(&choice.then_branch, name);
            let otherwise = choice.else_branch.as_ref();
            let otherwise = otherwise.map_or(Assigns::NotAlways, |(_, other)| assigns(other, name));
            either(
                mentions_or_leaves(&choice.cond, name),
                both(then, otherwise),
            )
        }
        Expr::Match(choice) => {
            let arms = choice.arms.iter().map(|arm| assigns(&arm.body, name));
            let all = arms.fold(Assigns::Perhaps, both);
            either(mentions_or_leaves(&choice.expr, name), all)
        }
        // A body may run zero times.
        Expr::While(repeated) => {
            either(mentions_or_leaves(&repeated.cond, name), Assigns::NotAlways)
        }
        Expr::ForLoop(repeated) => {
            either(mentions_or_leaves(&repeated.expr, name), Assigns::NotAlways)
        }
        other => either(mentions_or_leaves(other, name), Assigns::NotAlways),
    }
}

fn in_block(block: &Block, name: &str) -> Assigns {
    let perhaps = block.stmts.iter().any(|statement| match statement {
        Stmt::Expr(code, _) => assigns(code, name) == Assigns::Perhaps,
        other => {
            let mut seen = Seen { name, found: false };
            seen.visit_stmt(other);
            seen.found
        }
    });
    either(perhaps, Assigns::NotAlways)
}

fn either(is_certain: bool, otherwise: Assigns) -> Assigns {
    if is_certain {
        Assigns::Perhaps
    } else {
        otherwise
    }
}

fn mentions_or_leaves(code: &Expr, name: &str) -> bool {
    let mut seen = Seen { name, found: false };
    seen.visit_expr(code);
    seen.found
}

/// Whether code names the variable, or may leave the place where it stands.
struct Seen<'a> {
    name: &'a str,
    found: bool,
}

impl<'ast> Visit<'ast> for Seen<'_> {
    fn visit_expr(&mut self, code: &'ast Expr) {
        self.found |= match code {
            Expr::Path(path) => path.path.is_ident(self.name),
            // A macro may contain anything, `panic!` for example.
            Expr::Return(_)
            | Expr::Break(_)
            | Expr::Continue(_)
            | Expr::Loop(_)
            | Expr::Macro(_) => true,
            _ => false,
        };
        if !self.found {
            visit::visit_expr(self, code);
        }
    }
    fn visit_macro(&mut self, _: &'ast syn::Macro) {
        self.found = true;
    }
}

//! Code that is no floating-point number, by its form: comparisons, flags, variants of enums.
//!
//! ```text
//! Out { v: x * x, n: names.len(), ok: x > 0.0, status: Status::Fine }     `v` has a row
//! ```
//!
//! The type of a field is often out of sight. The form of the code that fills it says enough in
//! most cases. Code of any other form is taken for a number, so rustc refuses it if it is none.

use proc_macro2::TokenStream;
use syn::{Block, Expr, Stmt};

use crate::front::syntax::operators;
use crate::front::syntax::strip::strip;
use crate::front::syntax::types::is_other_primitive;

const METHODS: &[&str] = &[
    "as_str",
    "collect",
    "contains",
    "count",
    "eq",
    "len",
    "partition_point",
    "to_string",
    "to_vec",
];

const MACROS: &[&str] = &["concat", "format", "matches", "stringify", "vec"];

/// Types whose functions give themselves, as in `String::new()`.
const HOLDERS: &[&str] = &["String", "Vec", "Box", "Rc", "Arc", "HashMap", "BTreeMap"];

/// Whether a path is that of `PhantomData`, which holds nothing and whose type only rustc infers.
pub(crate) fn is_phantom(path: &syn::Path) -> bool {
    let last = path.segments.last();
    last.is_some_and(|last| last.ident == "PhantomData")
}

/// Whether code is such a path and nothing else.
pub(crate) fn is_phantom_code(tokens: &TokenStream) -> bool {
    syn::parse2(tokens.clone()).is_ok_and(|path: syn::Path| is_phantom(&path))
}

/// Whether the form of an expression shows that it is no floating-point number.
pub(crate) fn is_no_number(expression: &Expr) -> bool {
    match strip(expression) {
        Expr::Lit(literal) => match &literal.lit {
            syn::Lit::Float(_) => false,
            syn::Lit::Int(int) => !int.suffix().starts_with('f'),
            _ => true,
        },
        Expr::Binary(binary) => match operators::operation(&binary.op) {
            Some(_) => is_no_number(&binary.left) || is_no_number(&binary.right),
            None => true,
        },
        Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Not(_)) || is_no_number(&unary.expr),
        Expr::Cast(cast) => is_other_primitive(&cast.ty),
        Expr::Macro(call) => {
            let last = call.mac.path.segments.last();
            last.is_some_and(|last| is_one_of(&last.ident, MACROS))
        }
        Expr::MethodCall(call) => {
            is_one_of(&call.method, METHODS)
                || call.method.to_string().starts_with("is_")
                || (call.method == "clone" && is_no_number(&call.receiver))
        }
        Expr::Path(path) => is_variant(&path.path) || is_phantom(&path.path),
        Expr::Call(call) => match strip(&call.func) {
            Expr::Path(callee) => {
                let mut segments = callee.path.segments.iter().rev();
                is_variant(&callee.path)
                    || segments
                        .nth(1)
                        .is_some_and(|holder| is_one_of(&holder.ident, HOLDERS))
            }
            _ => false,
        },
        Expr::Reference(inner) => is_no_number(&inner.expr),
        Expr::Block(block) => ends_in_no_number(&block.block),
        Expr::If(branch) => {
            let otherwise = branch.else_branch.as_ref();
            ends_in_no_number(&branch.then_branch)
                || otherwise.is_some_and(|(_, otherwise)| is_no_number(otherwise))
        }
        Expr::Match(found) => found.arms.iter().any(|arm| is_no_number(&arm.body)),
        Expr::Struct(_) | Expr::Array(_) | Expr::Tuple(_) | Expr::Closure(_) | Expr::Range(_) => {
            true
        }
        _ => false,
    }
}

fn is_one_of(name: &syn::Ident, names: &[&str]) -> bool {
    names.iter().any(|known| name == known)
}

/// `Status::Clipped`, but not `MAX` and not `clipped`.
fn is_variant(path: &syn::Path) -> bool {
    path.segments.last().is_some_and(|last| {
        let name = last.ident.to_string();
        name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase)
    })
}

fn ends_in_no_number(block: &Block) -> bool {
    matches!(block.stmts.last(), Some(Stmt::Expr(value, None)) if is_no_number(value))
}

//! Parts of known aggregates in copied code: only the part is copied, not the aggregate.
//!
//! ```text
//! let list = [a, b];  list[1].max(k)                     `__part_2.max(k)`
//! let s = S { y: x, name: n };  s.name.len() as f64      `__part_3.len() as f64`
//! ```
//!
//! A copy of the whole would move the user's parts, or name active ones.

use syn::{Expr, Member};

use crate::front::names::scopes::Scopes;
use crate::front::syntax::strip::strip;
use crate::front::value::Value;

/// The deepest part that is looked up. Without a limit, asking at every level would take quadratic
/// time.
const DEEPEST: usize = 16;

/// Whether an expression names a part that is the user's own, of an aggregate in which others are
/// active, or something inside of such a part.
pub(crate) fn is_own_part(scopes: &Scopes, expression: &Expr) -> bool {
    let value_of = |path: &syn::ExprPath| {
        let binding = scopes.get(&path.path.get_ident()?.to_string())?;
        Some(&binding.value)
    };
    let mut part = strip(expression);
    for _ in 0..DEEPEST {
        part = match part {
            Expr::Field(field) => {
                if let Some(Value::Inactive(_)) = part_of(part, &value_of, 0) {
                    return true;
                }
                strip(&field.base)
            }
            Expr::Index(index) if matches!(strip(&index.index), Expr::Lit(_)) => {
                if let Some(Value::Inactive(_)) = part_of(part, &value_of, 0) {
                    return true;
                }
                strip(&index.expr)
            }
            _ => return false,
        };
    }
    false
}

/// The part of a known aggregate that an expression names: `s.list[2].k`.
pub(crate) fn part_of<'a>(
    expression: &Expr,
    value_of: &dyn Fn(&syn::ExprPath) -> Option<&'a Value>,
    depth: usize,
) -> Option<&'a Value> {
    if depth > DEEPEST {
        return None;
    }
    match strip(expression) {
        Expr::Path(path) if path.qself.is_none() => value_of(path),
        Expr::Field(field) => match (part_of(&field.base, value_of, depth + 1)?, &field.member) {
            (Value::Struct(layout, parts), member) => parts.get(layout.position(member)?),
            (Value::Tuple(parts), Member::Unnamed(index)) => parts.get(index.index as usize),
            _ => None,
        },
        Expr::Index(index) => {
            let position = match strip(&index.index) {
                Expr::Lit(syn::ExprLit {
                    lit: syn::Lit::Int(int),
                    ..
                }) => int.base10_parse().ok()?,
                Expr::Path(path) => match value_of(path)? {
                    Value::Integer(integer) => usize::try_from(integer.value).ok()?,
                    _ => return None,
                },
                _ => return None,
            };
            match part_of(&index.expr, value_of, depth + 1)? {
                Value::Array(elements) => elements.get(position),
                _ => None,
            }
        }
        _ => None,
    }
}

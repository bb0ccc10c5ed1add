//! Tails of branches, and their types: the type of a `let` is written into the calls of
//! `array::from_fn`, `collect` and `into` at the ends of its arms.
//!
//! ```text
//! let y: [f64; 3] = if c { array::from_fn(f) } else { z };
//!                   if c { array::from_fn::<f64, 3, _>(f) } else { z }
//! let y: Complex64 = if c { x.into() } else { z };
//!                    if c { { let __converted: Complex64 = x.into(); __converted } } else { z }
//! ```
//!
//! The length of such an array comes from the type around the call, and only this type says how
//! often the closure runs. The calls are found by syntax alone, so the evaluation does not have to
//! pass a type into the arms.

use quote::quote;
use syn::{Block, Expr, Stmt, Type, TypeArray, parse_quote};

use crate::front::syntax::form::is_from_fn;
use crate::front::syntax::patterns::bound_names;
use crate::front::syntax::strip::strip;
use crate::front::syntax::types::list_element;

/// The expression with its type written into its ends. `None` if there is nothing to write.
pub(crate) fn with_type(expression: &Expr, ty: &Type) -> Option<Expr> {
    if !is_branching(expression) {
        // A call that is not in a branch is evaluated with the type of the `let`.
        return None;
    }
    let mut typed = expression.clone();
    write(&mut typed, ty).then_some(typed)
}

/// Whether an expression is a call of `array::from_fn`, or may end in one.
pub(crate) fn ends_in_array(expression: &Expr) -> bool {
    matches!(strip(expression), Expr::Call(call) if is_from_fn(call)) || is_branching(expression)
}

/// Whether the value of an argument may depend on the type that is wanted: a call, a branch or
/// block that may end in one, or a reference to one of these.
pub(crate) fn takes_type(argument: &Expr) -> bool {
    match strip(argument) {
        Expr::Reference(reference) => takes_type(&reference.expr),
        Expr::MethodCall(_) | Expr::Call(_) => true,
        other => is_branching(other),
    }
}

/// The ends of the arms of a branch, those that see no other names than the branch itself.
pub(crate) fn tails(expression: &Expr) -> std::vec::IntoIter<&Expr> {
    let mut ends = Vec::new();
    match expression {
        Expr::Block(block) => ends.extend(only_end(&block.block)),
        Expr::If(branch) if !matches!(*branch.cond, Expr::Let(_)) => {
            ends.extend(only_end(&branch.then_branch));
            ends.extend(branch.else_branch.as_ref().map(|(_, end)| &**end));
        }
        Expr::Match(found) => {
            let arms = found.arms.iter();
            let arms = arms.filter(|arm| bound_names(&arm.pat).is_empty());
            ends.extend(arms.map(|arm| &*arm.body));
        }
        _ => {}
    }
    ends.into_iter()
}

/// The end of a block that has nothing else.
fn only_end(block: &Block) -> Option<&Expr> {
    match block.stmts.as_slice() {
        [Stmt::Expr(end, None)] => Some(end),
        _ => None,
    }
}

fn is_branching(expression: &Expr) -> bool {
    match expression {
        Expr::Paren(inner) => is_branching(&inner.expr),
        Expr::Group(inner) => is_branching(&inner.expr),
        Expr::If(_) | Expr::Match(_) | Expr::Block(_) => true,
        _ => false,
    }
}

/// Writes the type into every end of the expression that is such a call. Says whether there was
/// one.
fn write(expression: &mut Expr, ty: &Type) -> bool {
    match expression {
        Expr::Paren(inner) => write(&mut inner.expr, ty),
        Expr::Group(inner) => write(&mut inner.expr, ty),
        Expr::Block(block) if block.label.is_none() => write_at_end(&mut block.block, ty),
        Expr::If(branch) => {
            let then = write_at_end(&mut branch.then_branch, ty);
            let otherwise = branch.else_branch.as_mut();
            otherwise.is_some_and(|(_, otherwise)| write(otherwise, ty)) || then
        }
        Expr::Match(found) => {
            let mut is_written = false;
            for arm in &mut found.arms {
                is_written |= write(&mut arm.body, ty);
            }
            is_written
        }
        Expr::Call(call) if is_from_fn(call) => match (&mut *call.func, ty) {
            (Expr::Path(callee), Type::Array(ty)) => write_arguments(&mut callee.path, ty),
            _ => false,
        },
        Expr::MethodCall(call)
            if call.method == "collect"
                && call.turbofish.is_none()
                && list_element(ty).is_some() =>
        {
            call.turbofish = Some(parse_quote!(::<#ty>));
            true
        }
        Expr::MethodCall(call) if call.method == "into" && call.args.is_empty() => {
            *expression = parse_quote!({
                let __converted: #ty = #call;
                __converted
            });
            true
        }
        _ => false,
    }
}

fn write_at_end(block: &mut Block, ty: &Type) -> bool {
    match block.stmts.last_mut() {
        Some(Stmt::Expr(end, None)) => write(end, ty),
        _ => false,
    }
}

fn write_arguments(path: &mut syn::Path, ty: &TypeArray) -> bool {
    let (element, length) = (&ty.elem, &ty.len);
    match path.segments.last_mut() {
        Some(last) if last.arguments.is_none() => {
            // Braces let the length be any expression.
            let arguments = syn::parse2(quote!(::<#element, { #length }, _>));
            arguments.is_ok_and(|arguments| {
                last.arguments = syn::PathArguments::AngleBracketed(arguments);
                true
            })
        }
        _ => false,
    }
}

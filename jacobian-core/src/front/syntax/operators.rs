//! Operators of the source: their elementals, and whether they assign or are operators of integers.

use syn::{BinOp, Expr};

use crate::ir::elemental::Operation;

use crate::front::syntax::integers;
use crate::front::syntax::strip::strip;

/// The elemental of an operator, or of the operator inside a compound assignment.
pub(crate) fn operation(op: &BinOp) -> Option<Operation> {
    Some(match op {
        BinOp::Add(_) | BinOp::AddAssign(_) => Operation::Add,
        BinOp::Sub(_) | BinOp::SubAssign(_) => Operation::Sub,
        BinOp::Mul(_) | BinOp::MulAssign(_) => Operation::Mul,
        BinOp::Div(_) | BinOp::DivAssign(_) => Operation::Div,
        BinOp::Rem(_) | BinOp::RemAssign(_) => Operation::Rem,
        _ => return None,
    })
}

/// The operator inside a compound assignment, or itself.
pub(crate) fn plain(op: &BinOp) -> BinOp {
    match op {
        BinOp::AddAssign(_) => syn::parse_quote!(+),
        BinOp::SubAssign(_) => syn::parse_quote!(-),
        BinOp::MulAssign(_) => syn::parse_quote!(*),
        BinOp::DivAssign(_) => syn::parse_quote!(/),
        BinOp::RemAssign(_) => syn::parse_quote!(%),
        BinOp::BitAndAssign(_) => syn::parse_quote!(&),
        BinOp::BitOrAssign(_) => syn::parse_quote!(|),
        BinOp::BitXorAssign(_) => syn::parse_quote!(^),
        BinOp::ShlAssign(_) => syn::parse_quote!(<<),
        BinOp::ShrAssign(_) => syn::parse_quote!(>>),
        op => *op,
    }
}

/// The method of a trait of `std::ops` that an operator is, with the name of the trait. A compound
/// assignment is another method than the operator inside it.
pub(crate) fn overload(op: &BinOp) -> Option<(&'static str, &'static str)> {
    Some(match op {
        BinOp::Add(_) => ("add", "Add"),
        BinOp::Sub(_) => ("sub", "Sub"),
        BinOp::Mul(_) => ("mul", "Mul"),
        BinOp::Div(_) => ("div", "Div"),
        BinOp::Rem(_) => ("rem", "Rem"),
        BinOp::BitXor(_) => ("bitxor", "BitXor"),
        BinOp::BitAnd(_) => ("bitand", "BitAnd"),
        BinOp::BitOr(_) => ("bitor", "BitOr"),
        BinOp::Shl(_) => ("shl", "Shl"),
        BinOp::Shr(_) => ("shr", "Shr"),
        BinOp::AddAssign(_) => ("add_assign", "AddAssign"),
        BinOp::SubAssign(_) => ("sub_assign", "SubAssign"),
        BinOp::MulAssign(_) => ("mul_assign", "MulAssign"),
        BinOp::DivAssign(_) => ("div_assign", "DivAssign"),
        BinOp::RemAssign(_) => ("rem_assign", "RemAssign"),
        BinOp::BitXorAssign(_) => ("bitxor_assign", "BitXorAssign"),
        BinOp::BitAndAssign(_) => ("bitand_assign", "BitAndAssign"),
        BinOp::BitOrAssign(_) => ("bitor_assign", "BitOrAssign"),
        BinOp::ShlAssign(_) => ("shl_assign", "ShlAssign"),
        BinOp::ShrAssign(_) => ("shr_assign", "ShrAssign"),
        _ => return None,
    })
}

/// Whether the operator is one of integers and conditions that floating-point numbers do not have.
pub(crate) fn is_bitwise(op: &BinOp) -> bool {
    matches!(
        plain(op),
        BinOp::BitAnd(_) | BinOp::BitOr(_) | BinOp::BitXor(_) | BinOp::Shl(_) | BinOp::Shr(_)
    )
}

/// Whether an expression is an integer by its form: a cast to one, `usize::from(..)`, `count()`, or
/// `if .. { 1 } else { 2 }`.
pub(crate) fn is_integral(expression: &Expr) -> bool {
    let names_integer =
        |name: Option<&syn::Ident>| name.is_some_and(|name| integers::fits(0, &name.to_string()));
    match strip(expression) {
        Expr::Cast(cast) => {
            matches!(&*cast.ty, syn::Type::Path(ty) if names_integer(ty.path.get_ident()))
        }
        Expr::Call(call) => match &*call.func {
            Expr::Path(callee) => {
                let mut segments = callee.path.segments.iter().rev();
                segments.next().is_some_and(|name| name.ident == "from")
                    && names_integer(segments.next().map(|ty| &ty.ident))
            }
            _ => false,
        },
        Expr::MethodCall(call) => {
            let is_count = call.method == "count" || call.method == "len";
            (is_count && call.args.is_empty()) || call.method == "partition_point"
        }
        Expr::Binary(binary) => {
            let is_arithmetic = operation(&binary.op).is_some();
            is_arithmetic && (is_integral(&binary.left) || is_integral(&binary.right))
        }
        Expr::If(branch) => {
            let otherwise = branch.else_branch.as_ref();
            ends_in_integer(&branch.then_branch)
                || otherwise.is_some_and(|(_, otherwise)| is_integer(otherwise))
        }
        Expr::Match(found) => found.arms.iter().any(|arm| is_integer(&arm.body)),
        Expr::Block(block) => ends_in_integer(&block.block),
        _ => false,
    }
}

/// The same for the end of an arm, which may be a literal.
fn is_integer(end: &Expr) -> bool {
    match strip(end) {
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => is_integer(&unary.expr),
        end => is_whole(end) || is_integral(end),
    }
}

fn ends_in_integer(block: &syn::Block) -> bool {
    matches!(block.stmts.last(), Some(syn::Stmt::Expr(end, None)) if is_integer(end))
}

/// Whether an expression is a literal that no floating-point type has.
pub(crate) fn is_whole(expression: &Expr) -> bool {
    let Expr::Lit(literal) = strip(expression) else {
        return false;
    };
    matches!(&literal.lit, syn::Lit::Int(int) if !int.suffix().starts_with('f'))
}

/// Whether the operator assigns, for example `+=`.
pub(crate) fn is_compound(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::AddAssign(_)
            | BinOp::SubAssign(_)
            | BinOp::MulAssign(_)
            | BinOp::DivAssign(_)
            | BinOp::RemAssign(_)
            | BinOp::BitXorAssign(_)
            | BinOp::BitAndAssign(_)
            | BinOp::BitOrAssign(_)
            | BinOp::ShlAssign(_)
            | BinOp::ShrAssign(_)
    )
}

pub(crate) fn spelled(op: &BinOp) -> String {
    quote::ToTokens::to_token_stream(op).to_string()
}

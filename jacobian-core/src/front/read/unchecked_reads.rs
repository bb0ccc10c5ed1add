//! `unsafe` blocks whose reason is access to elements without a check of the index.
//!
//! ```text
//! unsafe { *v.get_unchecked(i) }               { v[i] }
//! unsafe { *v.get_unchecked_mut(i) = y; }      { v[i] = y; }
//! unsafe { a.uget((i, j)) }                    { (&a[(i, j)]) }      of ndarray
//! unsafe { x.last().unwrap_unchecked() }       { x.last().unwrap() }
//! ```
//!
//! The element is the same one. Where an index is out of bounds, the code of the user has no
//! meaning, and the generated code panics. A block that may do more than that stays as it is. So
//! does each block where a type of the user's own has a method of such a name. A call of an
//! `unsafe` function of the user's own gets a block of its own, because it is copied if it is
//! inactive.

use quote::ToTokens;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, UnOp, parse_quote};

use crate::front::syntax::captures::mentioned;
use crate::front::syntax::operators::is_compound;
use crate::front::syntax::strip::{lone_call, strip};
use crate::front::syntax::tokens::names_any;
use crate::ordered::Set;

/// Methods that give an element without a check, and that change nothing else.
pub(crate) const UNCHECKED: [&str; 5] = [
    "get_unchecked",
    "get_unchecked_mut",
    "uget",
    "uget_mut",
    "unwrap_unchecked",
];

/// Names in code that may do something else for which it is `unsafe`.
const OTHER_REASONS: [&str; 24] = [
    "add",
    "arch",
    "as_mut_ptr",
    "as_ptr",
    "asm",
    "assume_init",
    "cast",
    "const",
    "from_raw_parts",
    "from_raw_parts_mut",
    "from_utf8_unchecked",
    "get_disjoint_unchecked_mut",
    "offset",
    "ptr",
    "read",
    "set_len",
    "static",
    "to_int_unchecked",
    "transmute",
    "unchecked_add",
    "unchecked_mul",
    "unchecked_sub",
    "unreachable_unchecked",
    "write",
];

/// The names of the user's own functions and methods that are `unsafe`, or that are called as one
/// for access without a check.
pub(crate) fn names(items: &[syn::Item]) -> Vec<String> {
    let mut found = Named(Vec::new());
    for item in items {
        found.visit_item(item);
    }
    found.0
}

struct Named(Vec<String>);

impl<'ast> Visit<'ast> for Named {
    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        let is_unsafe = matches!(signature.safety, syn::Safety::Unsafe(_));
        if is_unsafe || UNCHECKED.iter().any(|known| signature.ident == known) {
            self.0.push(signature.ident.to_string());
        }
    }

    /// `extern "C" { fn scale(k: f64) -> f64; }`
    fn visit_foreign_item_fn(&mut self, function: &'ast syn::ForeignItemFn) {
        self.0.push(function.sig.ident.to_string());
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        if matches!(item.mutability, syn::StaticMutability::Mut(_)) {
            self.0.push(item.ident.to_string());
        }
    }
}

/// The function with checked access in place of such blocks. The body of an `unsafe` function is
/// one of them.
pub(crate) fn written(mut function: syn::ItemFn, own: &Set<String>) -> syn::ItemFn {
    let has_own = UNCHECKED.iter().any(|name| own.contains(*name));
    let is_pointer = |argument: &syn::FnArg| match argument {
        syn::FnArg::Typed(typed) => matches!(*typed.ty, syn::Type::Ptr(_)),
        syn::FnArg::Receiver(_) => false,
    };
    if has_own || function.sig.inputs.iter().any(is_pointer) {
        return function;
    }
    let mut blocks = Blocks(Accesses(own));
    if matches!(function.sig.safety, syn::Safety::Unsafe(_)) && blocks.0.are_all(&function.block) {
        blocks.0.visit_block_mut(&mut function.block);
    }
    blocks.visit_block_mut(&mut function.block);
    function
}

/// Turns the blocks into plain ones.
struct Blocks<'a>(Accesses<'a>);

impl VisitMut for Blocks<'_> {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        if let Expr::Unsafe(found) = expression
            && self.0.are_all(&found.block)
        {
            let mut block = found.block.clone();
            self.0.visit_block_mut(&mut block);
            *expression = match block.stmts.as_slice() {
                [syn::Stmt::Expr(value, None)] if has_value(value) => parse_quote!((#value)),
                _ => parse_quote!(#block),
            };
            return;
        }
        visit_mut::visit_expr_mut(self, expression);
    }

    /// Items inside are functions of their own.
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// Whether an expression may be an operand.
fn has_value(expression: &Expr) -> bool {
    match expression {
        Expr::Assign(_) | Expr::ForLoop(_) | Expr::While(_) => false,
        Expr::Binary(binary) => !is_compound(&binary.op),
        _ => true,
    }
}

/// Turns the accesses in a block into checked ones. It knows what is `unsafe` of the user's own.
struct Accesses<'a>(&'a Set<String>);

impl Accesses<'_> {
    /// Whether a block is `unsafe` for these, and for nothing else that we know.
    fn are_all(&self, block: &syn::Block) -> bool {
        let tokens = block.to_token_stream();
        let is_own = || {
            mentioned(tokens.clone())
                .iter()
                .any(|name| self.0.contains(name))
        };
        !names_any(&tokens, &OTHER_REASONS) && (names_any(&tokens, &UNCHECKED) || is_own())
    }

    fn calls_own(&self, expression: &Expr) -> bool {
        let name = match expression {
            Expr::MethodCall(call) => &call.method,
            Expr::Call(call) => match strip(&call.func) {
                Expr::Path(path) if !path.path.segments.is_empty() => {
                    &path.path.segments[path.path.segments.len() - 1].ident
                }
                _ => return false,
            },
            _ => return false,
        };
        self.0.contains(&name.to_string())
    }
}

impl Accesses<'_> {
    /// Whether code reads, changes or borrows a `static mut` of the user's.
    fn begins_at_static(&self, expression: &Expr) -> bool {
        match expression {
            Expr::Path(path) => {
                let last = path.path.segments.last();
                last.is_some_and(|last| self.0.contains(&last.ident.to_string()))
            }
            Expr::Assign(assign) => self.begins_at_static(&assign.left),
            Expr::Binary(binary) if is_compound(&binary.op) => self.begins_at_static(&binary.left),
            Expr::Field(field) => self.begins_at_static(&field.base),
            Expr::Index(index) => self.begins_at_static(&index.expr),
            Expr::MethodCall(call) => self.begins_at_static(&call.receiver),
            Expr::Reference(reference) => self.begins_at_static(&reference.expr),
            Expr::Paren(inner) => self.begins_at_static(&inner.expr),
            _ => false,
        }
    }
}

impl VisitMut for Accesses<'_> {
    /// The callee of a call is wrapped with it.
    fn visit_expr_call_mut(&mut self, call: &mut syn::ExprCall) {
        if !matches!(strip(&call.func), Expr::Path(_)) {
            self.visit_expr_mut(&mut call.func);
        }
        for argument in &mut call.args {
            self.visit_expr_mut(argument);
        }
    }

    /// Items inside are functions of their own.
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    /// A call of the user's own that is alone is as it should be.
    fn visit_expr_unsafe_mut(&mut self, found: &mut syn::ExprUnsafe) {
        if lone_call(found).is_none_or(|call| !self.calls_own(call)) {
            visit_mut::visit_expr_unsafe_mut(self, found);
        }
    }

    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        if self.begins_at_static(expression) {
            *expression = parse_quote!(unsafe { #expression });
            return;
        }
        visit_mut::visit_expr_mut(self, expression);
        if self.calls_own(expression) {
            *expression = parse_quote!(unsafe { #expression });
            return;
        }
        if let Expr::Unary(unary) = expression
            && matches!(unary.op, UnOp::Deref(_))
            && let Expr::Reference(reference) = strip(&unary.expr)
            && matches!(*reference.expr, Expr::Index(_))
        {
            // `*&v[i]` is the place `v[i]`.
            *expression = (*reference.expr).clone();
            return;
        }
        let Expr::MethodCall(call) = expression else {
            return;
        };
        let receiver = &call.receiver;
        let receiver: Expr = match &**receiver {
            Expr::Unary(_) | Expr::Reference(_) => parse_quote!((#receiver)),
            _ => (**receiver).clone(),
        };
        let changed = match (call.method.to_string().as_str(), call.args.first()) {
            ("get_unchecked" | "uget", Some(index)) => parse_quote!((&#receiver[#index])),
            ("get_unchecked_mut" | "uget_mut", Some(index)) => {
                parse_quote!((&mut #receiver[#index]))
            }
            ("unwrap_unchecked", None) => parse_quote!(#receiver.unwrap()),
            _ => return,
        };
        *expression = changed;
    }
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;

    use super::{names, written};
    use crate::ordered::Set;

    #[track_caller]
    fn check(items: &str, expected: &str) {
        let file: syn::File = syn::parse_str(items).expect("items");
        let own: Set<String> = names(&file.items).into_iter().collect();
        let Some(syn::Item::Fn(function)) = file.items.last() else {
            panic!("a function comes last");
        };
        let expected: syn::Block = syn::parse_str(expected).expect("a block");
        let found = written(function.clone(), &own).block;
        assert_eq!(
            found.to_token_stream().to_string(),
            expected.to_token_stream().to_string()
        );
    }

    #[test]
    fn access_without_a_check_becomes_checked() {
        check(
            "fn f(v: &[f64]) -> f64 { unsafe { *v.get_unchecked(1) * v.get_unchecked(2) } }",
            "{ (v[1] * (&v[2])) }",
        );
        check(
            "fn f(v: &mut [f64], i: usize) { unsafe { *(*v).get_unchecked_mut(i) += 1.0 }; }",
            "{ { (*v)[i] += 1.0 }; }",
        );
        check(
            "unsafe fn f(v: &[f64]) -> f64 { *v.get_unchecked(1) }",
            "{ v[1] }",
        );
    }

    #[test]
    fn other_reasons_stay() {
        for body in [
            "{ unsafe { *v.as_ptr().add(1) } }",
            "{ unsafe { *v.get_unchecked(1) * std::mem::transmute::<u64, f64>(k) } }",
            "{ unsafe { other(k) } }",
        ] {
            check(&format!("fn f(v: &[f64], k: u64) -> f64 {body}"), body);
        }
        let own = "trait Own { fn get_unchecked(&self, k: u64) -> f64; }";
        let body = "{ unsafe { *v.get_unchecked(1) } }";
        check(&format!("{own} fn f(v: &[f64]) -> f64 {body}"), body);
    }

    #[test]
    fn a_call_of_the_users_own_keeps_its_block() {
        check(
            "unsafe fn at(k: usize) -> usize { k } \
             fn f(v: &[f64]) -> f64 { unsafe { let k = at(1); *v.get_unchecked(k) } }",
            "{ { let k = unsafe { at(1) }; v[k] } }",
        );
        check(
            "static mut CALLS: u32 = 0; extern \"C\" { fn at(k: f64) -> f64; } \
             fn f(v: &[f64]) -> f64 { unsafe { CALLS += 1; at(2.0) * v.get_unchecked(1) } }",
            "{ { unsafe { CALLS += 1 }; (unsafe { at(2.0) }) * (&v[1]) } }",
        );
    }
}

//! Items of traits in sight that have the name of an item of `f64`, or of a trait of another crate.
//!
//! ```text
//! trait Kernel { fn exp(self) -> Self; }              `x.exp()` of a `T: Kernel` is this one
//! impl Kernel for f64 {
//!     fn exp(self) -> f64 { f64::exp(self) }          which means the same as that of `f64`
//! }
//! ```

use quote::ToTokens;
use syn::Expr;

use crate::front::syntax::elementals::is_of_number;
use crate::front::syntax::foreign_traits::{Item as Kind, Other, Shadowed};
use crate::front::syntax::form::type_name;
use crate::front::syntax::questions::PREDICATES;
use crate::front::syntax::same_bodies::forwards;
use crate::front::syntax::strip::strip;
use crate::front::syntax::types::behind_reference;

/// Associated constants of `f64`.
const CONSTANTS: &[&str] = &[
    "MAX",
    "MIN",
    "EPSILON",
    "INFINITY",
    "NEG_INFINITY",
    "NAN",
    "MIN_POSITIVE",
];

/// The item of a trait, unless floating-point types cannot have one of the same name.
pub(crate) fn shadowing(of_trait: &syn::Ident, item: &syn::TraitItem) -> Option<Shadowed> {
    let (name, kind) = match item {
        syn::TraitItem::Fn(method) => {
            let kind = match method.sig.receiver() {
                Some(receiver) => Kind::Method {
                    count: method.sig.inputs.len(),
                    by_reference: matches!(receiver.kind, syn::ReceiverKind::Reference(..)),
                },
                None => Kind::Function,
            };
            (&method.sig.ident, kind)
        }
        syn::TraitItem::Const(constant) => (&constant.ident, Kind::Constant),
        _ => return None,
    };
    let name = name.to_string();
    let is_of_scalars = match kind {
        Kind::Constant => CONSTANTS.contains(&name.as_str()),
        _ => is_of_number(&name) || PREDICATES.contains(&name.as_str()),
    };
    if kind == Kind::Constant && !is_of_scalars {
        return None;
    }
    Some(Shadowed {
        of_trait: of_trait.clone(),
        name,
        kind,
        other: if is_of_scalars {
            Other::Scalar
        } else {
            Other::Traits
        },
    })
}

/// The methods of the `impl` of a trait for `Vec`, another list of std or any type, with their
/// numbers of arguments, but for those that only call the method of the same name.
pub(crate) fn methods_of_lists(block: &syn::ItemImpl) -> Vec<(String, usize)> {
    const LISTS: &[&str] = &["Box", "Rc", "Arc", "Vec", "VecDeque"];
    let of = type_name(behind_reference(&block.self_ty));
    let is_list = LISTS.contains(&of.as_str());
    let mut parameters = block.generics.type_params();
    let is_for_any = parameters.any(|parameter| parameter.ident == of);
    if block.trait_.is_none() || !(is_list || is_for_any) {
        return Vec::new();
    }
    let other = |item: &syn::ImplItem| match item {
        syn::ImplItem::Fn(method) if method.sig.receiver().is_some() => {
            let body = Expr::Block(syn::ExprBlock {
                attrs: Vec::new(),
                label: None,
                block: method.block.clone(),
            });
            let named = (method.sig.ident.to_string(), method.sig.inputs.len());
            (!forwards(&body, &method.sig, &of)).then_some(named)
        }
        _ => None,
    };
    block.items.iter().filter_map(other).collect()
}

/// The items of an `impl` that are only another way to call what the type has under the same name:
/// `fn sin(self) -> f64 { self.sin() }`.
pub(crate) fn forwarding(block: &syn::ItemImpl, ty: &str) -> Vec<String> {
    let forwards = |item: &syn::ImplItem| match item {
        syn::ImplItem::Fn(method) => {
            let [syn::Stmt::Expr(body, None)] = method.block.stmts.as_slice() else {
                return None;
            };
            let name = method.sig.ident.to_string();
            let callee = match strip(body) {
                // Inside of the `impl`, a method that the type has itself comes first.
                Expr::MethodCall(call) => (call.method == name).then_some(&*call.receiver)?,
                Expr::Call(call) => {
                    let Expr::Path(path) = strip(&call.func) else {
                        return None;
                    };
                    let path = path.to_token_stream().to_string().replace(' ', "");
                    let path = path.replace(&format!("<{ty}>"), ty);
                    (path == format!("{ty}::{name}") || path == format!("Self::{name}"))
                        .then_some(call.args.first()?)?
                }
                _ => return None,
            };
            let receiver = match strip(callee) {
                Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => strip(&unary.expr),
                receiver => receiver,
            };
            let is_self = matches!(receiver, Expr::Path(path) if path.path.is_ident("self"));
            let arguments = match strip(body) {
                Expr::MethodCall(call) => call.args.iter().collect::<Vec<_>>(),
                Expr::Call(call) => call.args.iter().skip(1).collect(),
                _ => return None,
            };
            let parameters = method.sig.inputs.iter().skip(1);
            let same = parameters.zip(&arguments).all(|(parameter, argument)| {
                let syn::FnArg::Typed(typed) = parameter else {
                    return false;
                };
                typed.pat.to_token_stream().to_string() == argument.to_token_stream().to_string()
            });
            (is_self && same && arguments.len() + 1 == method.sig.inputs.len()).then_some(name)
        }
        syn::ImplItem::Const(constant) => {
            let value = constant.expr.to_token_stream().to_string().replace(' ', "");
            let name = constant.ident.to_string();
            (value == format!("{ty}::{name}")).then_some(name)
        }
        _ => None,
    };
    block.items.iter().filter_map(forwards).collect()
}

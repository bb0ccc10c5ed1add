//! `x.as_()` of num-traits, written as the cast that it is.
//!
//! ```text
//! let y: f64 = x.as_();            let y: f64 = (x) as f64;
//! T: AsPrimitive<f64>              x.as_() * y.as_()      (x) as f64 * (y) as f64
//! <T as AsPrimitive<f32>>::as_(x)  (x) as f32
//! ```
//!
//! The target of such a conversion is a matter of inference for rustc. We know it from the type of
//! a `let`, from the result of the function, from the path, or if all bounds of the function name
//! the same target. Then it is the target in arithmetic, but not of an argument or an index, which
//! may ask for another type.

use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, GenericArgument, PathArguments, Stmt, Type, parse_quote};

use crate::front::syntax::integers;
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::names_any;

/// The function with these conversions as casts, as far as their targets are known.
pub(crate) fn written(mut function: syn::ItemFn) -> syn::ItemFn {
    if !names_any(&function.block.to_token_stream(), &["as_"]) {
        return function;
    }
    let parameters = function.sig.generics.type_params();
    let parameters: Vec<String> = parameters.map(|one| one.ident.to_string()).collect();
    let mut bounds = Bounds(Vec::new());
    bounds.visit_generics(&function.sig.generics);
    let casts = Casts {
        target: bounds.only(),
        parameters,
    };
    if let (Some(Stmt::Expr(last, None)), syn::ReturnType::Type(_, ty)) =
        (function.block.stmts.last_mut(), &function.sig.output)
    {
        casts.cast_to(last, ty);
    }
    let mut casts = casts;
    casts.visit_block_mut(&mut function.block);
    function
}

/// The targets in the bounds `AsPrimitive<X>`.
struct Bounds(Vec<Type>);

impl Bounds {
    /// The target, if all bounds have the same.
    fn only(self) -> Option<Type> {
        let mut targets = self.0.into_iter();
        let first = targets.next()?;
        targets.all(|other| other == first).then_some(first)
    }
}

impl<'ast> Visit<'ast> for Bounds {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.0.extend(target_of(path).cloned());
        visit::visit_path(self, path);
    }
}

/// The target in `AsPrimitive<X>`.
fn target_of(path: &syn::Path) -> Option<&Type> {
    let last = path
        .segments
        .last()
        .filter(|last| last.ident == "AsPrimitive")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match arguments.args.first()? {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}

struct Casts {
    /// The target in arithmetic.
    target: Option<Type>,
    /// The names of the type parameters.
    parameters: Vec<String>,
}

impl Casts {
    /// Writes a conversion as a cast to a type, if that is a number.
    fn cast_to(&self, expression: &mut Expr, ty: &Type) {
        let Some(from) = converted(expression) else {
            return;
        };
        let Type::Path(path) = ty else {
            return;
        };
        let is_number = path.path.get_ident().is_some_and(|name| {
            let name = name.to_string();
            matches!(name.as_str(), "f64" | "f32")
                || integers::fits(0, &name)
                || self.parameters.contains(&name)
        });
        if is_number {
            *expression = parse_quote!(((#from) as #ty));
        }
    }

    fn cast_in_arithmetic(&self, expression: &mut Expr) {
        if let Some(target) = &self.target {
            self.cast_to(expression, target);
        }
    }
}

impl VisitMut for Casts {
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        if let (syn::Pat::Type(pattern), Some(init)) = (&local.pat, &mut local.init) {
            self.cast_to(&mut init.expr, &pattern.ty);
        }
        visit_mut::visit_local_mut(self, local);
    }

    fn visit_expr_binary_mut(&mut self, binary: &mut syn::ExprBinary) {
        self.cast_in_arithmetic(&mut binary.left);
        self.cast_in_arithmetic(&mut binary.right);
        visit_mut::visit_expr_binary_mut(self, binary);
    }

    fn visit_expr_method_call_mut(&mut self, call: &mut syn::ExprMethodCall) {
        self.cast_in_arithmetic(&mut call.receiver);
        visit_mut::visit_expr_method_call_mut(self, call);
    }

    /// `<T as AsPrimitive<f64>>::as_(x)`, `AsPrimitive::<f64>::as_(x)`
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        if let Expr::Call(call) = expression
            && let Expr::Path(callee) = strip(&call.func)
            && callee
                .path
                .segments
                .last()
                .is_some_and(|last| last.ident == "as_")
            && let Some(from) = call.args.first().filter(|_| call.args.len() == 1)
        {
            let mut of_trait = callee.path.clone();
            of_trait.segments.pop();
            of_trait.segments.pop_punct();
            if let Some(target) = target_of(&of_trait) {
                let mut cast: Expr = parse_quote!((#from).as_());
                self.cast_to(&mut cast, target);
                *expression = cast;
            }
        }
        visit_mut::visit_expr_mut(self, expression);
    }

    /// Items inside have bounds of their own.
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// `x` of `x.as_()`
fn converted(expression: &Expr) -> Option<Expr> {
    match strip(expression) {
        Expr::MethodCall(call) if call.method == "as_" && call.args.is_empty() => {
            Some((*call.receiver).clone())
        }
        _ => None,
    }
}

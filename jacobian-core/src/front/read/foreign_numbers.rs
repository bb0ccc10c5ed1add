//! Numbers of other people's traits: `T::one()`, `T::from(2.0).unwrap()` and `x.modulus()`, written
//! with the methods that `f64` has itself.
//!
//! ```text
//! T::from(2.0).unwrap()        (2.0 as f64)          the conversion cannot fail here
//! T::from_usize(n)             Some((n as f64))
//! Float::sqrt(x), T::PI()      f64::sqrt(x), (::core::f64::consts::PI)
//! Signed::abs(&x)              f64::abs(x)
//! x.is_zero(), x.modulus()     x.eq(&0.0), x.abs()
//! T::RealField                 T
//! ```
//!
//! The walk goes from the outside to the inside, because `unwrap` belongs to what it is called on.
//! Code that is not known here stays as it is. If it is inactive, rustc compiles it; if it is
//! active, the evaluator refuses it.
//!
//! `Zero::zero()` does not say of which type it is. In a `let` whose type does not name the scalar
//! it is left alone.

use proc_macro2::{Ident, Span};
use quote::quote;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, GenericArgument, PathArguments, Type};

use crate::front::read::foreign_callees::{Callee, Gives, Of, Scalars, is_itself};
use crate::front::syntax::elementals::is_of_number;
use crate::front::syntax::foreign_texts;
use crate::front::syntax::foreign_traits::{
    self, BY_REFERENCE, Chosen, Constant, Item, Other, Shadowed, UNSEEN,
};
use crate::front::syntax::macro_expressions;
use crate::front::syntax::questions::PREDICATES;
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::names_any;

/// Rewrites a function in place. The names of the parameters stay in it, for the caller to replace.
pub(crate) fn write(function: &mut syn::ItemFn, chosen: &[Chosen]) {
    if chosen.is_empty() {
        return;
    }
    let mut walk = Numbers(Scalars::all(chosen));
    walk.visit_signature_mut(&mut function.sig);
    walk.visit_block_mut(&mut function.block);
}

/// Rewrites a method of an `impl` with these scalars.
pub(crate) fn write_method(method: &mut syn::ImplItemFn, chosen: &[Chosen]) {
    Numbers(Scalars::all(chosen)).visit_impl_item_fn_mut(method);
}

/// Rewrites the types in the head of an `impl`, and in the items beside its methods.
pub(crate) fn write_header(block: &mut syn::ItemImpl, chosen: &[Chosen]) {
    let mut walk = Numbers(Scalars::all(chosen));
    walk.visit_type_mut(&mut block.self_ty);
    if let Some((path, _)) = &mut block.trait_ {
        walk.visit_path_mut(path);
    }
    for item in &mut block.items {
        if !matches!(item, syn::ImplItem::Fn(_)) {
            walk.visit_impl_item_mut(item);
        }
    }
}

struct Numbers<'a>(Scalars<'a>);

impl Numbers<'_> {
    /// `T::one()`, `T::pi()`, `T::epsilon()`, `Zero::zero()`
    fn constant(&self, call: &syn::ExprCall) -> Option<Expr> {
        let callee = self.0.callee(&call.func).filter(|_| call.args.is_empty())?;
        if callee.is_free && !matches!(callee.name.as_str(), "zero" | "one") {
            return None;
        }
        let has = |traits: &[&str]| callee.one.has(traits);
        let constant = foreign_traits::constant(&callee.name, &has)?;
        let scalar = &callee.one.scalar;
        let named = |name: &str| Ident::new(name, Span::call_site());
        let number = match constant {
            Constant::Number(digits) => {
                let digits: Expr = syn::parse_str(digits).ok()?;
                quote!(#digits as #scalar)
            }
            Constant::Limit(name) => {
                let name = named(name);
                quote!(#scalar::#name)
            }
            Constant::Perhaps(name) => {
                let name = named(name);
                return syn::parse2(quote!(Some(#scalar::#name))).ok();
            }
            Constant::Named(name) => {
                let name = named(&name);
                quote!(::core::#scalar::consts::#name)
            }
        };
        syn::parse2(quote!((#number))).ok()
    }

    /// `Float::sqrt(x)`, `<T as Signed>::abs(&x)`, `ComplexField::modulus(x)`
    fn applied(&self, call: &syn::ExprCall) -> Option<Expr> {
        let callee = self.0.callee(&call.func).filter(|callee| !callee.is_free)?;
        if self.shadowed_by(&callee).is_some() {
            return None;
        }
        let mut arguments = call.args.iter();
        let receiver = arguments.next()?;
        let by_reference = match &callee.of_trait {
            Some(found) => BY_REFERENCE.contains(&found.as_str()),
            None => matches!(receiver, Expr::Reference(_)),
        };
        let plain = |argument: &Expr| match argument {
            Expr::Reference(reference) if by_reference => (*reference.expr).clone(),
            argument => argument.clone(),
        };
        let receiver = plain(receiver);
        let rest: Vec<Expr> = arguments.map(plain).collect();
        let scalar = &callee.one.scalar;
        let method = &callee.last.ident;
        let is_own = is_of_number(&callee.name) || PREDICATES.contains(&callee.name.as_str());
        // The `clamp` of nalgebra does not panic, so it stays a method of the trait.
        let is_own = is_own && !(callee.name == "clamp" && callee.one.has(&["RealField"]));
        if is_own && !PREDICATES.contains(&callee.name.as_str()) {
            return syn::parse2(quote!(#scalar::#method(#receiver #(, #rest)*))).ok();
        }
        let is_method = is_own || foreign_texts::is_method(&callee.name);
        is_method
            .then(|| syn::parse2(quote!((#receiver).#method(#(#rest),*))).ok())
            .flatten()
    }

    /// A method of a trait in the words of `f64`.
    fn method(&self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let (receiver, name) = (&call.receiver, call.method.to_string());
        if let Some((shadowed, by_reference)) = self.shadowed_method(&name, call.args.len() + 1) {
            if shadowed.other == Other::Traits {
                return None;
            }
            let (of_trait, method, rest) = (&shadowed.of_trait, &call.method, call.args.iter());
            let reference = by_reference.then(|| quote!(&));
            // The receiver may be a reference to the scalar.
            let receiver = quote!(#reference #receiver.clone());
            let scalar = &self.0.chosen.first()?.scalar;
            let callee = quote!(<#scalar as #of_trait>::#method);
            return syn::parse2(quote!(#callee(#receiver #(, #rest)*))).ok();
        }
        let inner = match &**receiver {
            Expr::Call(inner) => self.0.converted(inner),
            _ => None,
        };
        match (name.as_str(), inner) {
            ("unwrap" | "expect", Some((number, Gives::Option | Gives::Either))) => {
                return Some(number);
            }
            ("unwrap" | "expect", None) => {
                if let Expr::MethodCall(inner) = &**receiver
                    && let Some(number) = self.as_primitive(inner)
                {
                    return Some(number);
                }
            }
            _ => {}
        }
        if let Some(number) = self.as_primitive(call) {
            return syn::parse2(quote!(Some(#number))).ok();
        }
        match (name.as_str(), call.args.len()) {
            // Calls, because the receiver may be a reference to the scalar.
            ("is_zero", 0) if self.0.any_has(&["Zero", UNSEEN]) => {
                syn::parse2(quote!(#receiver.eq(&0.0))).ok()
            }
            ("is_one", 0) if self.0.any_has(&["One", UNSEEN]) => {
                syn::parse2(quote!(#receiver.eq(&1.0))).ok()
            }
            ("into", 0) if self.0.any_has(&["From", UNSEEN]) && is_number(receiver) => {
                let scalar = &self.0.inferred(|one| one.has(&["From", UNSEEN]))?.scalar;
                syn::parse2(quote!((#receiver as #scalar))).ok()
            }
            (name, n_arguments) => {
                let renamed =
                    foreign_traits::renamed(name, n_arguments, &|traits| self.0.any_has(traits))?;
                let mut call = call.clone();
                call.method = Ident::new(&renamed, call.method.span());
                Some(Expr::MethodCall(call))
            }
        }
    }

    /// The expression in other words, if it needs them.
    fn written(&self, expression: &Expr) -> Option<Expr> {
        let call = match expression {
            Expr::MethodCall(call) => return self.method(call),
            Expr::Call(call) => call,
            _ => return None,
        };
        // The path is read for itself.
        let callee = self.0.callee(&call.func);
        let is_own = |callee: &Callee<'_>| self.shadowed_by(callee).is_some();
        if callee.is_some_and(|callee| is_own(&callee)) {
            return None;
        }
        if let Some(number) = self.constant(call).or_else(|| self.cast(call)) {
            return Some(number);
        }
        match self.0.converted(call) {
            Some((number, Gives::Number | Gives::Either)) => Some(number),
            Some((number, Gives::Option)) => syn::parse2(quote!(Some(#number))).ok(),
            None => self.applied(call),
        }
    }

    /// `num_traits::cast::<T, usize>(x)` is `x.to_usize()`.
    fn cast(&self, call: &syn::ExprCall) -> Option<Expr> {
        let callee = self.0.callee(&call.func)?;
        let PathArguments::AngleBracketed(types) = &callee.last.arguments else {
            return None;
        };
        let (Some(GenericArgument::Type(Type::Path(target))), 1) =
            (types.args.last(), call.args.len())
        else {
            return None;
        };
        let method = format!("to_{}", target.path.get_ident()?);
        let converts = callee.is_free && callee.name == "cast" && callee.one.has(&["NumCast"]);
        let is_known = foreign_texts::is_method(&method);
        let (from, method) = (&call.args[0], Ident::new(&method, Span::call_site()));
        (converts && is_known).then(|| syn::parse2(quote!((#from).#method())).ok())?
    }

    /// The item of a trait in sight that a path names: `T::exp`, `<T as Kernel>::exp`.
    fn shadowed_by(&self, callee: &Callee<'_>) -> Option<&Shadowed> {
        let mut all = self.0.chosen.iter().flat_map(|one| &one.shadowed);
        let of_trait = callee.of_trait.as_ref();
        all.find(|found| {
            found.name == callee.name && of_trait.is_none_or(|name| found.of_trait == name)
        })
    }

    /// The method of a trait in sight that has this name and number of arguments, and whether it
    /// takes its receiver by reference.
    fn shadowed_method(&self, name: &str, n_arguments: usize) -> Option<(&Shadowed, bool)> {
        let all = self.0.chosen.iter().flat_map(|one| &one.shadowed);
        let mut all = all.filter(|found| found.name == name);
        all.find_map(|found| match found.kind {
            Item::Method {
                count,
                by_reference,
            } if count == n_arguments => Some((found, by_reference)),
            _ => None,
        })
    }

    /// The scalar of `Trait::method`, if the trait is in sight.
    fn of_own_trait(&self, path: &syn::Path) -> Option<&Chosen> {
        let of_trait = &path.segments.iter().rev().nth(1)?.ident;
        let is_own = |one: &&Chosen| one.own_traits.iter().any(|name| of_trait == name);
        self.0.chosen.iter().find(is_own)
    }

    /// `x.to_f64()`, which is `Some` of what we return.
    fn as_primitive(&self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let one = self.0.chosen.iter().find(|one| one.has(&["ToPrimitive"]))?;
        let scalar = &one.scalar;
        let is_own = call.method == format!("to_{scalar}") && call.args.is_empty();
        let receiver = &call.receiver;
        // The receiver may be a reference, or an integer.
        is_own
            .then(|| syn::parse2(quote!((#receiver.clone() as #scalar))).ok())
            .flatten()
    }
}

/// A literal, perhaps negative.
fn is_number(expression: &Expr) -> bool {
    match strip(expression) {
        Expr::Lit(literal) => matches!(literal.lit, syn::Lit::Float(_) | syn::Lit::Int(_)),
        Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Neg(_)) && is_number(&unary.expr),
        _ => false,
    }
}

impl VisitMut for Numbers<'_> {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        // `ComplexField::modulus(x)` is a method first, and then the method `abs`.
        for _ in 0..3 {
            match self.written(expression) {
                Some(written) => *expression = written,
                None => break,
            }
        }
        visit_mut::visit_expr_mut(self, expression);
    }

    /// `vec![T::zero(); 3]`, `assert!(x > T::from(2.0).unwrap())`
    fn visit_macro_mut(&mut self, call: &mut syn::Macro) {
        if macro_expressions::has_expressions(call) {
            macro_expressions::change_each(call, &mut |part| self.visit_expr_mut(part));
        }
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        let is_other = match &local.pat {
            syn::Pat::Type(typed) => {
                let names = self.0.chosen.iter().map(|one| one.parameter.to_string());
                let names: Vec<String> = names.collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let ty = &typed.ty;
                !matches!(**ty, Type::Infer(_)) && !names_any(&quote!(#ty), &names)
            }
            _ => false,
        };
        let outer = self.0.is_other;
        self.0.is_other |= is_other;
        visit_mut::visit_local_mut(self, local);
        self.0.is_other = outer;
    }

    /// `T::RealField`, `<T as ComplexField>::RealField`
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = &*ty {
            let segments: Vec<&Ident> = path.path.segments.iter().map(|part| &part.ident).collect();
            let of = match (&path.qself, segments.as_slice()) {
                (Some(of), [.., name]) if is_itself(name) => self.0.parameter(&of.ty),
                (None, [of, name]) if is_itself(name) => {
                    self.0.chosen.iter().find(|one| one.parameter == **of)
                }
                _ => None,
            };
            if let Some(one) = of {
                let parameter = &one.parameter;
                *ty = syn::parse_quote!(#parameter);
                return;
            }
        }
        visit_mut::visit_type_mut(self, ty);
    }

    /// `T::RealField::one` is `T::one`, and `Float::max` as a function is `f64::max`.
    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        let segments: Vec<&Ident> = path.path.segments.iter().map(|part| &part.ident).collect();
        let of_itself = match (&path.qself, segments.as_slice()) {
            (None, [of, name, last]) if is_itself(name) => {
                let of = self.0.chosen.iter().find(|one| one.parameter == **of);
                of.map(|one| (&one.parameter, (*last).clone()))
            }
            _ => None,
        };
        if let Some((parameter, last)) = of_itself {
            *path = syn::parse_quote!(#parameter::#last);
            return;
        }
        let function = Expr::Path(path.clone());
        if let Some(callee) = self.0.callee(&function)
            && callee.of == Of::Parameter
            && let Some(shadowed) = self.shadowed_by(&callee)
        {
            let (of_trait, last, scalar) = (&shadowed.of_trait, &callee.last, &callee.one.scalar);
            if let Some(of) = path.qself.as_mut().filter(|of| of.position > 1) {
                // The trait has its path, `<T as inner::Gain>::K`.
                *of.ty = syn::parse_quote!(#scalar);
                return;
            }
            *path = syn::parse_quote!(<#scalar as #of_trait>::#last);
            return;
        }
        if let (None, Some(one)) = (&path.qself, self.of_own_trait(&path.path)) {
            let mut of_trait = path.path.clone();
            let last = of_trait.segments.pop();
            of_trait.segments.pop_punct();
            let scalar = &one.scalar;
            *path = syn::parse_quote!(<#scalar as #of_trait>::#last);
            return;
        }
        if let Some(callee) = self.0.callee(&function)
            && callee.of_trait.is_some()
            && is_of_number(&callee.name)
        {
            let (scalar, last) = (&callee.one.scalar, &callee.last);
            *path = syn::parse_quote!(#scalar::#last);
            return;
        }
        visit_mut::visit_expr_path_mut(self, path);
    }
}

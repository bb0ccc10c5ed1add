//! Scalars of other people's traits: a type parameter bound by `num_traits::Float`, nalgebra's
//! `RealField` or operators alone is `f64` in what is generated.
//!
//! ```text
//! fn f<T: Float>(x: &[T; 2]) -> T {                  fn f(x: &[f64; 2]) -> f64 {
//!     x[0].sin() * T::from(2.0).unwrap()       ->        x[0].sin() * (2.0 as f64)
//!         + T::one() / x[1].powi(2)                          + (1.0 as f64) / x[1].powi(2)
//! }                                                  }
//! ```
//!
//! We do not know the trait, but we know what its methods do for `f64`: most have the names of the
//! inherent ones. What makes a scalar out of nothing or out of a number has no such name, so it is
//! written as a number here. The function itself stays generic. `scalar(T = f32)` chooses another
//! scalar, and it also names parameters whose bounds we do not recognize.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, GenericParam, Type, TypeParamBound, WherePredicate};

use crate::front::syntax::tokens::names_any;

/// Traits of floating-point scalars.
const FLOATS: &[&str] = &[
    "Float",
    "FloatCore",
    "FloatConst",
    "Num",
    "NumCast",
    "NumOps",
    "NumAssign",
    "NumAssignOps",
    "NumRef",
    "Signed",
    "FromPrimitive",
    "ToPrimitive",
    "Zero",
    "One",
    "RealField",
    "ComplexField",
    "SimdRealField",
    "DualNum",
    "Scalar",
];

/// Traits of the operators. They say little, so they count only where nothing else is a number.
const OPERATORS: &[&str] = &["Add", "Sub", "Mul", "Div"];

/// The type parameters that become scalars, with the scalar in place of each.
pub(crate) fn chosen(
    generics: &syn::Generics,
    signature: &TokenStream,
    given: &[(Ident, Ident)],
) -> Vec<(Ident, Ident)> {
    let has_float = names_any(signature, &["f64", "f32"]);
    let scalar = |parameter: &syn::TypeParam| {
        let name = &parameter.ident;
        if let Some((_, scalar)) = given.iter().find(|(known, _)| known == name) {
            return Some((name.clone(), scalar.clone()));
        }
        let traits = traits_of(parameter, generics);
        let is_among = |known: &[&str]| traits.iter().any(|name| known.contains(&name.as_str()));
        let is_scalar =
            !is_among(&["Real"]) && (is_among(FLOATS) || (is_among(OPERATORS) && !has_float));
        is_scalar.then(|| (name.clone(), Ident::new("f64", Span::call_site())))
    };
    generics.type_params().filter_map(scalar).collect()
}

/// The function with scalars in place of these type parameters. Their names are still in the
/// types; the caller replaces them together with those of const parameters.
pub(crate) fn without(function: &mut syn::ItemFn, chosen: &[(Ident, Ident)]) {
    let is_chosen = |name: &Ident| chosen.iter().any(|(parameter, _)| parameter == name);
    let generics = &mut function.sig.generics;
    let kept = std::mem::take(&mut generics.params).into_iter();
    generics.params = kept
        .filter(
            |parameter| !matches!(parameter, GenericParam::Type(found) if is_chosen(&found.ident)),
        )
        .collect();
    if let Some(clause) = &mut generics.where_clause {
        let kept = std::mem::take(&mut clause.predicates).into_iter();
        // What is required of the parameter is true of the scalar, or rustc refuses the function.
        let is_about_chosen = |predicate: &WherePredicate| {
            let named: Vec<String> = chosen.iter().map(|(name, _)| name.to_string()).collect();
            let named: Vec<&str> = named.iter().map(String::as_str).collect();
            names_any(&predicate.to_token_stream(), &named)
        };
        clause.predicates = kept.filter(|found| !is_about_chosen(found)).collect();
    }
    numbers(function, chosen);
}

/// Writes `T::one()`, `T::from(2.0).unwrap()` and their like as numbers.
pub(crate) fn numbers(function: &mut syn::ItemFn, chosen: &[(Ident, Ident)]) {
    if !chosen.is_empty() {
        Numbers(chosen).visit_block_mut(&mut function.block);
    }
}

/// The last names of the traits that bound a parameter, also in a `where` clause.
fn traits_of(parameter: &syn::TypeParam, generics: &syn::Generics) -> Vec<String> {
    let predicates = generics.where_clause.iter();
    let predicates = predicates.flat_map(|clause| &clause.predicates);
    let in_clause = predicates.filter_map(|predicate| match predicate {
        WherePredicate::Type(predicate) if is_named(&predicate.bounded_ty, &parameter.ident) => {
            Some(&predicate.bounds)
        }
        _ => None,
    });
    let bounds = std::iter::once(&parameter.bounds).chain(in_clause);
    let last = |bound: &TypeParamBound| match bound {
        TypeParamBound::Trait(found) => Some(found.path.segments.last()?.ident.to_string()),
        _ => None,
    };
    bounds.flatten().filter_map(last).collect()
}

fn is_named(ty: &Type, name: &Ident) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident(name))
}

/// The walk that writes numbers.
struct Numbers<'a>(&'a [(Ident, Ident)]);

impl Numbers<'_> {
    /// The scalar and the name in `T::name` or `<T as Trait>::name`.
    fn associated(&self, callee: &Expr) -> Option<(&Ident, String)> {
        let Expr::Path(path) = callee else {
            return None;
        };
        let segments: Vec<&Ident> = path
            .path
            .segments
            .iter()
            .map(|found| &found.ident)
            .collect();
        let (of, name) = match (&path.qself, segments.as_slice()) {
            (None, [of, name]) => ((*of).clone(), name),
            (Some(of), [.., name]) => match &*of.ty {
                Type::Path(of) => (of.path.get_ident()?.clone(), name),
                _ => return None,
            },
            _ => return None,
        };
        let (_, scalar) = self.0.iter().find(|(parameter, _)| *parameter == of)?;
        Some((scalar, name.to_string()))
    }

    /// `T::one()`, `T::pi()`, `T::epsilon()`
    fn constant(&self, call: &syn::ExprCall) -> Option<Expr> {
        if !call.args.is_empty() {
            return None;
        }
        let (scalar, name) = self.associated(&call.func)?;
        let upper = name.to_uppercase();
        let number = match name.as_str() {
            "zero" | "default" => quote!(0.0 as #scalar),
            "one" => quote!(1.0 as #scalar),
            "neg_zero" => quote!(-0.0 as #scalar),
            "epsilon" | "default_epsilon" => quote!(#scalar::EPSILON),
            "infinity" => quote!(#scalar::INFINITY),
            "neg_infinity" => quote!(#scalar::NEG_INFINITY),
            "nan" => quote!(#scalar::NAN),
            "max_value" => quote!(#scalar::MAX),
            "min_value" => quote!(#scalar::MIN),
            "min_positive_value" => quote!(#scalar::MIN_POSITIVE),
            "two_pi" => quote!(::core::#scalar::consts::TAU),
            _ if CONSTANTS.contains(&upper.as_str()) => {
                let name = Ident::new(&upper, Span::call_site());
                quote!(::core::#scalar::consts::#name)
            }
            _ => return None,
        };
        syn::parse2(quote!((#number))).ok()
    }

    /// `T::from(2.0)`, `T::from_f64(2.0)`, `nalgebra::convert(2.0)`
    fn converted(&self, call: &syn::ExprCall) -> Option<Expr> {
        let [from] = call.args.iter().collect::<Vec<_>>()[..] else {
            return None;
        };
        let scalar = match self.associated(&call.func) {
            Some((scalar, name)) if name == "from" || name.starts_with("from_") => scalar.clone(),
            Some(_) => return None,
            None => self.of_convert(&call.func)?,
        };
        syn::parse2(quote!((#from as #scalar))).ok()
    }

    /// The scalar that nalgebra's function `convert` makes.
    fn of_convert(&self, callee: &Expr) -> Option<Ident> {
        let Expr::Path(path) = callee else {
            return None;
        };
        let mut segments = path.path.segments.iter().rev();
        let is_convert = segments.next()?.ident == "convert";
        let library = &segments.next()?.ident;
        let is_known = ["nalgebra", "na", "simba"]
            .iter()
            .any(|name| library == name);
        let (_, scalar) = self.0.first()?;
        (is_convert && is_known).then(|| scalar.clone())
    }

    /// A scalar that a number was turned into, where that might have failed for another scalar:
    /// `T::from(2.0).unwrap()`, `x.to_f64().unwrap()`.
    fn unwrapped(&self, call: &syn::ExprMethodCall) -> Option<Expr> {
        if call.method != "unwrap" && call.method != "expect" {
            return None;
        }
        match &*call.receiver {
            Expr::Call(inner) => {
                self.associated(&inner.func)?;
                self.converted(inner)
            }
            Expr::MethodCall(inner) if inner.args.is_empty() => {
                let (_, scalar) = self.0.first()?;
                let is_own = inner.method == format!("to_{scalar}");
                is_own.then(|| (*inner.receiver).clone())
            }
            _ => None,
        }
    }
}

/// Constants of `core::f64::consts`, which the traits have as functions in either case.
const CONSTANTS: &[&str] = &[
    "PI",
    "TAU",
    "E",
    "FRAC_PI_2",
    "FRAC_PI_3",
    "FRAC_PI_4",
    "FRAC_PI_6",
    "FRAC_PI_8",
    "FRAC_1_PI",
    "FRAC_2_PI",
    "FRAC_2_SQRT_PI",
    "FRAC_1_SQRT_2",
    "SQRT_2",
    "LN_2",
    "LN_10",
    "LOG2_E",
    "LOG10_E",
    "LOG2_10",
    "LOG10_2",
];

impl VisitMut for Numbers<'_> {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        // From the outside, because `unwrap` belongs to what it is called on.
        let written = match &*expression {
            Expr::MethodCall(call) => self.unwrapped(call),
            Expr::Call(call) => self.constant(call).or_else(|| self.converted(call)),
            _ => None,
        };
        if let Some(written) = written {
            *expression = written;
        }
        visit_mut::visit_expr_mut(self, expression);
    }
}

#[cfg(test)]
mod tests {
    use quote::{ToTokens, quote};

    use super::{chosen, without};

    #[test]
    fn numbers_are_written_out() {
        let mut function: syn::ItemFn = syn::parse_quote! {
            fn f<T, const N: usize>(x: &[T; N]) -> T where T: num_traits::Float, [T; N]: Sized {
                T::from(2.0).unwrap() * x[0] + <T as One>::one() * T::PI() + nalgebra::convert(N)
            }
        };
        let found = chosen(&function.sig.generics, &quote!(x: &[T; N]), &[]);
        without(&mut function, &found);
        let written = function.to_token_stream().to_string();
        let expected = quote! {
            fn f<const N: usize>(x: &[T; N]) -> T {
                (2.0 as f64) * x[0] + (1.0 as f64) * (::core::f64::consts::PI) + (N as f64)
            }
        };
        assert_eq!(written, expected.to_string());
    }

    #[test]
    fn operators_alone_count_where_nothing_else_is_a_number() {
        let function: syn::ItemFn = syn::parse_quote!(
            fn f<S: Mul<f64>, F: Fn(Scalar)>() {}
        );
        let names = |signature| chosen(&function.sig.generics, &signature, &[]).len();
        assert_eq!(names(quote!(x: f64, s: S)), 0);
        assert_eq!(names(quote!(s: S)), 1);
    }
}

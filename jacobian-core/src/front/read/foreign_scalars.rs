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

use crate::front::syntax::integers;
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
];

/// Traits of the operators. They say little, so they count only where nothing else is a number.
const OPERATORS: &[&str] = &["Add", "Sub", "Mul", "Div"];

/// A type parameter that becomes a scalar.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    pub(crate) parameter: Ident,
    pub(crate) scalar: Ident,
    /// The last names of the traits that bound it. They decide what `T::pi()` is.
    pub(crate) traits: Vec<String>,
}

impl Chosen {
    fn has(&self, traits: &[&str]) -> bool {
        self.traits
            .iter()
            .any(|name| traits.contains(&name.as_str()))
    }
}

/// The type parameters that become scalars.
pub(crate) fn chosen(
    generics: &syn::Generics,
    signature: &TokenStream,
    given: &[(Ident, Ident)],
) -> Vec<Chosen> {
    let has_float = names_any(signature, &["f64", "f32"]);
    let of = |parameter: &syn::TypeParam| {
        let name = &parameter.ident;
        let given = given.iter().find(|(known, _)| known == name);
        let double = || Ident::new("f64", Span::call_site());
        let chosen = Chosen {
            parameter: name.clone(),
            scalar: given.map_or_else(double, |(_, scalar)| scalar.clone()),
            traits: traits_of(parameter, generics),
        };
        let is_scalar = given.is_some()
            || !chosen.has(&["Real"])
                && (chosen.has(FLOATS) || (chosen.has(OPERATORS) && !has_float));
        is_scalar.then_some(chosen)
    };
    generics.type_params().filter_map(of).collect()
}

/// The function with scalars in place of these type parameters. Their names are still in the
/// types; the caller replaces them together with those of const parameters.
pub(crate) fn without(function: &mut syn::ItemFn, chosen: &[Chosen]) {
    let is_chosen = |name: &Ident| chosen.iter().any(|one| one.parameter == *name);
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
            let named: Vec<String> = chosen.iter().map(|one| one.parameter.to_string()).collect();
            let named: Vec<&str> = named.iter().map(String::as_str).collect();
            names_any(&predicate.to_token_stream(), &named)
        };
        clause.predicates = kept.filter(|found| !is_about_chosen(found)).collect();
    }
    numbers(function, chosen);
}

/// Writes `T::one()`, `T::from(2.0).unwrap()` and their like as numbers.
pub(crate) fn numbers(function: &mut syn::ItemFn, chosen: &[Chosen]) {
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
struct Numbers<'a>(&'a [Chosen]);

impl Numbers<'_> {
    /// The parameter and the name in `T::name` or `<T as Trait>::name`.
    fn associated(&self, callee: &Expr) -> Option<(&Chosen, String)> {
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
        let of = self.0.iter().find(|one| one.parameter == of)?;
        Some((of, name.to_string()))
    }

    /// `T::one()`, `T::pi()`, `T::epsilon()`
    fn constant(&self, call: &syn::ExprCall) -> Option<Expr> {
        if !call.args.is_empty() {
            return None;
        }
        let (of, name) = self.associated(&call.func)?;
        let scalar = &of.scalar;
        let number = match name.as_str() {
            "zero" if of.has(NUMBERS) || of.has(&["Zero"]) => quote!(0.0 as #scalar),
            "one" if of.has(NUMBERS) || of.has(&["One"]) => quote!(1.0 as #scalar),
            "default" if of.has(&["Default"]) => quote!(0.0 as #scalar),
            "default_epsilon" if of.has(FIELDS) => quote!(#scalar::EPSILON),
            "two_pi" if of.has(FIELDS) => quote!(::core::#scalar::consts::TAU),
            name if of.has(LIMITED) && limit(name).is_some() => {
                let limit = Ident::new(limit(name)?, Span::call_site());
                quote!(#scalar::#limit)
            }
            name => {
                let upper = name.to_uppercase();
                // `FloatConst` writes them in capitals, `RealField` in small letters.
                let is_known = (name == upper && of.has(&["FloatConst"]))
                    || (name != upper && name != "tau" && of.has(FIELDS));
                if !is_known || !CONSTANTS.contains(&upper.as_str()) {
                    return None;
                }
                let name = Ident::new(&upper, Span::call_site());
                quote!(::core::#scalar::consts::#name)
            }
        };
        syn::parse2(quote!((#number))).ok()
    }

    /// `T::from(2.0)`, `T::from_f64(2.0)`, `nalgebra::convert(2.0)`
    fn converted(&self, call: &syn::ExprCall) -> Option<Expr> {
        let [from] = call.args.iter().collect::<Vec<_>>()[..] else {
            return None;
        };
        let scalar = match self.associated(&call.func) {
            Some((of, name)) if name == "from" && of.has(WITH_FROM) => of.scalar.clone(),
            Some((of, name)) if of.has(WITH_PRIMITIVES) && is_of_primitive(&name) => {
                of.scalar.clone()
            }
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
        let of = self.0.iter().find(|one| one.has(FIELDS))?;
        (is_convert && is_known).then(|| of.scalar.clone())
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
                let of = self.0.iter().find(|one| one.has(WITH_TO))?;
                let is_own = inner.method == format!("to_{}", of.scalar);
                is_own.then(|| (*inner.receiver).clone())
            }
            _ => None,
        }
    }
}

/// Traits of nalgebra and simba.
const FIELDS: &[&str] = &["RealField", "ComplexField", "SimdRealField"];

/// Traits with limits, `from` and the like, of their own or of a trait that they require. These
/// here have `zero` and `one`.
const NUMBERS: &[&str] = &[
    "Num",
    "NumAssign",
    "NumRef",
    "Signed",
    "Float",
    "FloatCore",
    "RealField",
    "ComplexField",
    "SimdRealField",
    "DualNum",
];
const LIMITED: &[&str] = &["Float", "FloatCore"];
const WITH_FROM: &[&str] = &["NumCast", "Float", "FloatCore", "From", "DualNum"];
const WITH_PRIMITIVES: &[&str] = &["FromPrimitive", "RealField", "ComplexField", "DualNum"];
const WITH_TO: &[&str] = &["ToPrimitive", "NumCast", "Float", "FloatCore"];

/// The constant that `Float::epsilon()` and its like are for a scalar.
fn limit(name: &str) -> Option<&'static str> {
    Some(match name {
        "epsilon" => "EPSILON",
        "infinity" => "INFINITY",
        "neg_infinity" => "NEG_INFINITY",
        "nan" => "NAN",
        "max_value" => "MAX",
        "min_value" => "MIN",
        "min_positive_value" => "MIN_POSITIVE",
        _ => return None,
    })
}

/// `from_f64`, `from_usize` and their like.
fn is_of_primitive(name: &str) -> bool {
    let primitive = name.strip_prefix("from_");
    primitive.is_some_and(|name| name == "f64" || name == "f32" || integers::fits(0, name))
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
            fn f<T, const N: usize>(x: &[T; N]) -> T where T: num_traits::Float + FloatConst + FromPrimitive, [T; N]: Sized {
                T::from(2.0).unwrap() * x[0] + <T as One>::one() * T::PI() + T::from_usize(N)
                    + T::from_degrees(1.0)
            }
        };
        let found = chosen(&function.sig.generics, &quote!(x: &[T; N]), &[]);
        without(&mut function, &found);
        let written = function.to_token_stream().to_string();
        let expected = quote! {
            fn f<const N: usize>(x: &[T; N]) -> T {
                (2.0 as f64) * x[0] + (1.0 as f64) * (::core::f64::consts::PI) + (N as f64)
                    + T::from_degrees(1.0)
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

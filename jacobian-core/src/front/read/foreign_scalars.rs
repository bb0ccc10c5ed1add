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
//! written as a number; see [`foreign_numbers`]. The function itself stays generic.
//! `scalar(T = f32)` chooses another scalar, and it also names parameters whose bounds we do not
//! recognize.

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::{GenericParam, Type, WherePredicate};

use crate::front::read::foreign_numbers;
use crate::front::read::own_traits::OwnTraits;
use crate::front::syntax::foreign_traits::{
    Chosen, OPERATORS, UNSEEN, is_of_numbers, name_of_bound,
};
use crate::front::syntax::tokens::names_any;
use crate::front::syntax::types::behind_reference;

/// What is known of type parameters beside their bounds.
#[derive(Clone, Copy)]
pub(crate) struct Sight<'a> {
    /// The scalars that the attribute chooses.
    pub(crate) given: &'a [(Ident, Ident)],
    /// The traits that the items around define.
    pub(crate) own: &'a OwnTraits,
    /// A function that is asked for. A parameter that it takes and returns is a scalar by any trait
    /// that is not seen, if it has no other numbers: rustc checks that `f64` has the trait.
    pub(crate) asked: Option<&'a syn::Signature>,
}

/// The type parameters that become scalars.
pub(crate) fn chosen(
    generics: &syn::Generics,
    signature: &TokenStream,
    Sight { given, own, asked }: Sight<'_>,
) -> Vec<Chosen> {
    let is_generic = |parameter: &syn::TypeParam| {
        let traits = own.seen(traits_of(parameter, generics));
        traits.iter().any(|name| name == "Real") && !own.is_own("Real")
    };
    let has_float = names_any(signature, &["f64", "f32"]) || generics.type_params().any(is_generic);
    let of = |parameter: &syn::TypeParam| {
        let name = &parameter.ident;
        let given = given.iter().find(|(known, _)| known == name);
        let double = || Ident::new("f64", Span::call_site());
        let traits = own.seen(traits_of(parameter, generics));
        let is_generic = is_generic(parameter);
        let is_seen = traits.iter().any(|name| own.is_of(name, "f64"));
        // Points and vectors have operators as well.
        let is_other = traits.iter().any(|name| own.is_of_others_only(name));
        let scalar = given.map_or_else(double, |(_, scalar)| scalar.clone());
        let mut chosen = as_scalar(parameter, generics, scalar, own);
        if is_generic && given.is_some() {
            // It may be another trait of this name.
            chosen.traits.push(UNSEEN.to_owned());
        }
        let is_guessed = chosen.has(&[UNSEEN])
            && !has_float
            && asked.is_some_and(|asked| is_taken_and_returned(name, asked));
        let by_bounds =
            is_seen || chosen.is_number() || (chosen.has(OPERATORS) && !has_float && !is_other);
        let is_scalar = given.is_some() || ((by_bounds || is_guessed) && !is_generic);
        is_scalar.then_some(chosen)
    };
    generics.type_params().filter_map(of).collect()
}

/// The scalars without those whose traits another type in sight implements as well. In code that is
/// inlined, the arguments say which of the types each one is.
pub(crate) fn certain(chosen: Vec<Chosen>, Sight { given, own, .. }: Sight<'_>) -> Vec<Chosen> {
    let is_given = |one: &Chosen| given.iter().any(|(name, _)| *name == one.parameter);
    let is_either = |one: &Chosen| {
        let numbers = one.traits.iter().filter(|name| is_of_numbers(name));
        let mut traits = numbers.chain(&one.own_traits).peekable();
        // Another type needs all of them: a vector may have `Zero`, but not `Num`.
        traits.peek().is_some() && traits.all(|name| own.is_of_others(name))
    };
    let chosen = chosen.into_iter();
    chosen
        .filter(|one| is_given(one) || !is_either(one))
        .collect()
}

/// What a type parameter is as this scalar.
pub(crate) fn as_scalar(
    parameter: &syn::TypeParam,
    generics: &syn::Generics,
    scalar: Ident,
    own: &OwnTraits,
) -> Chosen {
    let mut traits = own.seen(traits_of(parameter, generics));
    let own_traits = own.of_scalar(&traits, &scalar.to_string());
    if traits.iter().any(|name| own.is_unseen(name)) {
        traits.push(UNSEEN.to_owned());
    }
    Chosen {
        parameter: parameter.ident.clone(),
        shadowed: own.shadowed(&own_traits, &scalar.to_string()),
        own_traits,
        crates: own.crates().cloned().collect(),
        scalar,
        traits: own.closed(traits),
    }
}

/// Whether a parameter is in the types of both the arguments and the result.
fn is_taken_and_returned(parameter: &Ident, signature: &syn::Signature) -> bool {
    let name = parameter.to_string();
    let (inputs, output) = (&signature.inputs, &signature.output);
    let is_in = |tokens: TokenStream| names_any(&tokens, &[&name]);
    is_in(inputs.to_token_stream()) && is_in(output.to_token_stream())
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
    drop_conditions(generics, chosen);
    foreign_numbers::write(function, chosen);
}

/// Removes the conditions on scalars from a `where` clause.
pub(crate) fn drop_conditions(generics: &mut syn::Generics, chosen: &[Chosen]) {
    if let Some(clause) = &mut generics.where_clause {
        let kept = std::mem::take(&mut clause.predicates).into_iter();
        clause.predicates = kept
            .filter(|found| !is_about_scalars(found, chosen))
            .collect();
    }
}

/// Whether a condition says something of the scalars alone. That is true of `f64`, or rustc refuses
/// the function. A condition on another type, `F: Fn(T) -> T`, is still needed.
fn is_about_scalars(predicate: &WherePredicate, chosen: &[Chosen]) -> bool {
    let WherePredicate::Type(predicate) = predicate else {
        return false;
    };
    let named: Vec<String> = chosen.iter().map(|one| one.parameter.to_string()).collect();
    let named: Vec<&str> = named.iter().map(String::as_str).collect();
    names_any(&predicate.bounded_ty.to_token_stream(), &named)
}

/// The names of the traits that bound a parameter, also in a `where` clause.
fn traits_of(parameter: &syn::TypeParam, generics: &syn::Generics) -> Vec<String> {
    let predicates = generics.where_clause.iter();
    let predicates = predicates.flat_map(|clause| &clause.predicates);
    let in_clause = predicates.filter_map(|predicate| match predicate {
        // `for<'a> &'a T: Mul<&'a T, Output = T>` is about the scalar as well.
        WherePredicate::Type(predicate)
            if is_named(behind_reference(&predicate.bounded_ty), &parameter.ident) =>
        {
            Some(&predicate.bounds)
        }
        _ => None,
    });
    let bounds = std::iter::once(&parameter.bounds).chain(in_clause);
    bounds.flatten().filter_map(name_of_bound).collect()
}

fn is_named(ty: &Type, name: &Ident) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident(name))
}

#[cfg(test)]
mod tests {
    use quote::{ToTokens, quote};

    use super::{Sight, chosen, without};
    use crate::front::read::own_traits::OwnTraits;

    #[test]
    fn numbers_are_written_out() {
        let mut function: syn::ItemFn = syn::parse_quote! {
            fn f<T, const N: usize>(x: &[T; N]) -> T where T: num_traits::Float + FloatConst + FromPrimitive, [T; N]: Sized {
                T::from(2.0).unwrap() * x[0] + <T as One>::one() * T::PI() + T::from_usize(N).unwrap()
                    + T::from_degrees(1.0)
            }
        };
        let own = OwnTraits::default();
        let sight = Sight {
            given: &[],
            own: &own,
            asked: None,
        };
        let found = chosen(&function.sig.generics, &quote!(x: &[T; N]), sight);
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
        let own = OwnTraits::default();
        let sight = Sight {
            given: &[],
            own: &own,
            asked: None,
        };
        let names = |signature| chosen(&function.sig.generics, &signature, sight).len();
        assert_eq!(names(quote!(x: f64, s: S)), 0);
        assert_eq!(names(quote!(s: S)), 1);
    }
}

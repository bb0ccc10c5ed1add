//! Parameters that are whatever becomes numbers: `impl Into<f64>`, `V: AsRef<[f64]>`.
//!
//! ```text
//! fn f(x: impl Into<f64>, v: &impl AsRef<[f64; 3]>)    fn f(x: f64, v: &[f64; 3])
//! fn f<P: Borrow<f64>>(x: P)                           fn f(x: f64)
//! fn f<P: Into<f64>>(x: Point<P>, v: [P; 3])           fn f(x: Point<f64>, v: [f64; 3])
//! fn f<T: Float>(x: impl Borrow<T>) -> T               fn f<T: Float>(x: T) -> T
//! fn f(x: impl Iterator<Item = (f64, f64)>)            fn f(x: &[(f64, f64)])    dim(x = 3)
//! fn f(x: f64, g: impl Fn(f64) -> f64)                 stays: `g` is inactive
//! ```
//!
//! The generated functions take the numbers themselves, for which `into`, `as_ref` and `borrow` are
//! the identity. The function itself stays as it is.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{FnArg, GenericParam, ItemFn, Type, TypeParam, TypeParamBound};

use crate::front::read::generics::bounds_of;
use crate::front::read::type_arguments::replaced;
use crate::front::syntax::tokens::names_any;
use crate::front::syntax::types::behind_reference;

/// What the options say of the parameters.
pub(crate) struct Variables<'a> {
    /// Whether a parameter may be a variable.
    pub(crate) is_variable: &'a dyn Fn(&syn::Ident) -> bool,
    /// Whether they give its length.
    pub(crate) has_length: &'a dyn Fn(&syn::Ident) -> bool,
    /// The type parameters that are scalars.
    pub(crate) scalars: &'a [String],
}

/// A parameter that may be a variable.
#[derive(Clone, Copy)]
struct Variable {
    has_length: bool,
}

impl Variables<'_> {
    fn named(&self, pattern: &syn::Pat) -> Option<Variable> {
        match pattern {
            syn::Pat::Ident(name) if (self.is_variable)(&name.ident) => Some(Variable {
                has_length: (self.has_length)(&name.ident),
            }),
            _ => None,
        }
    }
}

/// The function with numbers in place of such parameters. `None` if it has none.
pub(crate) fn plain(
    function: &ItemFn,
    named: &[(TypeParam, Type)],
    variables: &Variables<'_>,
) -> Option<ItemFn> {
    let mut plain = function.clone();
    let mut has_any = !named.is_empty();
    for input in &mut plain.sig.inputs {
        let FnArg::Typed(typed) = input else {
            continue;
        };
        let Some(variable) = variables.named(&typed.pat) else {
            continue;
        };
        let items = |ty: &Type| {
            let found = element(ty, function, variables.scalars);
            found.filter(|_| variable.has_length)
        };
        let of = |ty| number(ty, named, (&items, variables.scalars));
        let found = match &*typed.ty {
            Type::Reference(reference) => of(&reference.elem),
            ty => of(ty),
        };
        if let Some(ty) = found {
            *typed.ty = match (&*typed.ty, ty) {
                (Type::Reference(_), ty @ Type::Reference(_)) => ty,
                (Type::Reference(reference), ty) => Type::Reference(syn::TypeReference {
                    elem: Box::new(ty),
                    ..reference.clone()
                }),
                (_, ty) => ty,
            };
            has_any = true;
        }
    }
    let generics = &mut plain.sig.generics;
    let is_plain = |parameter: &GenericParam| {
        let GenericParam::Type(found) = parameter else {
            return false;
        };
        named.iter().any(|(known, _)| known.ident == found.ident)
    };
    let parameters = std::mem::take(&mut generics.params).into_iter();
    generics.params = parameters.filter(|found| !is_plain(found)).collect();
    if let Some(clause) = &mut generics.where_clause {
        let names: Vec<String> = named.iter().map(|(one, _)| one.ident.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let kept = std::mem::take(&mut clause.predicates).into_iter();
        clause.predicates = kept
            .filter(|found| !names_any(&found.to_token_stream(), &names))
            .collect();
    }
    has_any.then_some(plain)
}

/// Whether a parameter has `impl Trait` in its type, so that nobody can name the function with its
/// types.
pub(crate) fn has_impl_trait(function: &ItemFn) -> bool {
    function.sig.inputs.iter().any(|input| {
        let FnArg::Typed(typed) = input else {
            return false;
        };
        names_any(&typed.ty.to_token_stream(), &["impl"])
    })
}

/// Whether a type parameter is an iterator, so that the type in its place is another one.
pub(crate) fn has_lists(named: &[(TypeParam, Type)]) -> bool {
    let is_list = |ty: &Type| matches!(behind_reference(ty), Type::Slice(_));
    let is_iterator = |parameter: &TypeParam| {
        let bounds = parameter.bounds.to_token_stream();
        !names_any(&bounds, &["AsRef", "Borrow", "Into"])
    };
    named
        .iter()
        .any(|(parameter, ty)| is_list(ty) && is_iterator(parameter))
}

/// The type parameters that are numbers, with their types.
pub(crate) fn plain_parameters(
    function: &ItemFn,
    variables: &Variables<'_>,
) -> Vec<(TypeParam, Type)> {
    let generics = &function.sig.generics;
    let plain = |parameter: &TypeParam| {
        let bounds = parsed(bounds_of(parameter, generics))?;
        // A parameter that the body or the result names is needed there.
        let name = parameter.ident.to_string();
        let (output, block) = (&function.sig.output, &function.block);
        let is_named = names_any(&output.to_token_stream(), &[&name])
            || names_any(&block.to_token_stream(), &[&name]);
        let typed = function.sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(typed) => Some(typed),
            FnArg::Receiver(_) => None,
        });
        let mut typed = typed.filter(|typed| names_any(&typed.ty.to_token_stream(), &[&name]));
        let mut has_length = true;
        let is_variable = typed.all(|typed| {
            let variable = variables.named(&typed.pat);
            has_length &= variable.is_some_and(|variable| variable.has_length);
            variable.is_some()
        });
        let scalars = variables.scalars;
        let items = |ty: &Type| element(ty, function, scalars).filter(|_| has_length);
        let found = number_of(&bounds, (&items, scalars))
            .or_else(|| items_of(&name, &bounds, function, has_length));
        let ty = found.filter(|_| !is_named && is_variable)?;
        Some((parameter.clone(), ty))
    };
    generics.type_params().filter_map(plain).collect()
}

/// What the items of an iterator are, and the type parameters that are scalars.
type Meaning<'a> = (&'a dyn Fn(&Type) -> Option<Type>, &'a [String]);

fn number(ty: &Type, named: &[(TypeParam, Type)], meaning: Meaning<'_>) -> Option<Type> {
    match ty {
        Type::ImplTrait(found) => number_of(&found.bounds, meaning),
        Type::TraitObject(found) => number_of(&found.bounds, meaning),
        Type::Path(path) if path.path.get_ident().is_some() => {
            let name = path.path.get_ident()?;
            let mut named = named.iter();
            let found = named.find(|(known, _)| known.ident == *name);
            found.map(|(_, ty)| ty.clone())
        }
        ty => with_numbers(ty, named),
    }
}

/// A type with numbers in place of the parameters inside: `Point<f64>` for `Point<P>`, and
/// `[f64; 3]` for `[P; 3]`.
fn with_numbers(ty: &Type, named: &[(TypeParam, Type)]) -> Option<Type> {
    let is_number = |ty: &Type| matches!(ty, Type::Path(_));
    let numbers = named.iter().filter(|(_, ty)| is_number(ty));
    let numbers: Vec<(&syn::Ident, TokenStream)> = numbers
        .map(|(parameter, ty)| (&parameter.ident, ty.to_token_stream()))
        .collect();
    let written = ty.to_token_stream();
    let names: Vec<String> = numbers.iter().map(|(name, _)| name.to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    if !names_any(&written, &names) {
        return None;
    }
    syn::parse2(replaced(written, &numbers)).ok()
}

/// The numbers that a conversion gives, if one of the bounds is such a conversion and the others
/// say nothing else.
fn number_of(
    bounds: &Punctuated<TypeParamBound, syn::Token![+]>,
    (items, scalars): Meaning<'_>,
) -> Option<Type> {
    let mut found = None;
    for bound in bounds {
        let bound = match bound {
            TypeParamBound::Trait(bound) => bound,
            TypeParamBound::Lifetime(_) => continue,
            _ => return None,
        };
        let last = bound.path.segments.last()?;
        let name = last.ident.to_string();
        match (name.as_str(), &last.arguments) {
            (name, _) if MARKERS.contains(&name) => {}
            (name, syn::PathArguments::AngleBracketed(arguments)) if ITERATORS.contains(&name) => {
                if found.is_some() {
                    return None;
                }
                let item = item_of(arguments)?;
                let item = items(item)?;
                found = Some(syn::parse_quote!(&[#item]));
            }
            ("Into" | "AsRef" | "Borrow", syn::PathArguments::AngleBracketed(arguments)) => {
                let Some(syn::GenericArgument::Type(ty)) = arguments.args.first() else {
                    return None;
                };
                let is_by_reference = name == "AsRef" || matches!(ty, Type::Slice(_));
                if !is_numeric(ty, scalars) || found.is_some() {
                    return None;
                }
                found = Some(if is_by_reference {
                    syn::parse_quote!(&#ty)
                } else {
                    ty.clone()
                });
            }
            _ => return None,
        }
    }
    found
}

/// Traits of iterators that say what their items are.
const ITERATORS: &[&str] = &[
    "IntoIterator",
    "Iterator",
    "ExactSizeIterator",
    "DoubleEndedIterator",
];

/// Bounds that say nothing of the numbers.
const MARKERS: &[&str] = &[
    "Copy",
    "Clone",
    "Debug",
    "Sized",
    "Send",
    "Sync",
    "FusedIterator",
];

/// `T` of `Iterator<Item = T>`
fn item_of(arguments: &syn::AngleBracketedGenericArguments) -> Option<&Type> {
    arguments.args.iter().find_map(|argument| match argument {
        syn::GenericArgument::AssocType(item) if item.ident == "Item" => Some(&item.ty),
        _ => None,
    })
}

/// The numbers in an item of an iterator: the type behind references, or what a type parameter
/// becomes.
fn element(item: &Type, function: &ItemFn, scalars: &[String]) -> Option<Type> {
    let item = behind_reference(item);
    if is_numeric(item, scalars) {
        return Some(item.clone());
    }
    if let Type::Path(path) = item
        && let Some(name) = path.path.get_ident()
        && let Some(parameter) = function
            .sig
            .generics
            .type_params()
            .find(|one| one.ident == *name)
    {
        let bounds = parsed(bounds_of(parameter, &function.sig.generics))?;
        return number_of(&bounds, (&|_| None, scalars));
    }
    None
}

/// The list for `I: IntoIterator` with `I::Item: Into<f64>`.
fn items_of(
    name: &str,
    bounds: &Punctuated<TypeParamBound, syn::Token![+]>,
    function: &ItemFn,
    has_length: bool,
) -> Option<Type> {
    let is_known = |bound: &TypeParamBound| match bound {
        TypeParamBound::Trait(bound) => bound.path.segments.last().is_some_and(|last| {
            let last = last.ident.to_string();
            ITERATORS.contains(&last.as_str()) || MARKERS.contains(&last.as_str())
        }),
        _ => true,
    };
    if !has_length || !bounds.iter().all(is_known) {
        return None;
    }
    let clause = function.sig.generics.where_clause.as_ref()?;
    clause.predicates.iter().find_map(|predicate| {
        let syn::WherePredicate::Type(predicate) = predicate else {
            return None;
        };
        let of = predicate.bounded_ty.to_token_stream().to_string();
        let is_item = of == format!("{name} :: Item")
            || (of.starts_with(&format!("< {name} as ")) && of.ends_with(":: Item"));
        let item = number_of(&predicate.bounds, (&|_| None, &[])).filter(|_| is_item)?;
        let item = behind_reference(&item).clone();
        Some(syn::parse_quote!(&[#item]))
    })
}

fn parsed(bounds: TokenStream) -> Option<Punctuated<TypeParamBound, syn::Token![+]>> {
    let parser = Punctuated::<TypeParamBound, syn::Token![+]>::parse_terminated;
    syn::parse::Parser::parse2(parser, bounds).ok()
}

fn is_numeric(ty: &Type, scalars: &[String]) -> bool {
    let is_inside = |ty: &Type| is_numeric(ty, scalars);
    match ty {
        Type::Path(path) => path.path.get_ident().is_some_and(|name| {
            name == "f64" || name == "f32" || scalars.iter().any(|known| name == known)
        }),
        Type::Array(array) => is_inside(&array.elem),
        Type::Slice(slice) => is_inside(&slice.elem),
        Type::Tuple(tuple) => !tuple.elems.is_empty() && tuple.elems.iter().all(is_inside),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;

    use super::{Variables, plain, plain_parameters};

    #[test]
    fn conversions_are_the_numbers_that_they_give() {
        let function: syn::ItemFn = syn::parse_quote! {
            fn f<P: Borrow<f64>, V>(x: impl Into<f64>, p: P, v: &V, g: impl Fn(f64) -> f64) -> f64
            where
                V: AsRef<[f64]> + Clone,
            {
                x.into()
            }
        };
        let expected: syn::ItemFn = syn::parse_quote! {
            fn f<>(x: f64, p: f64, v: &[f64], g: impl Fn(f64) -> f64) -> f64 where { x.into() }
        };
        let variables = Variables {
            is_variable: &|_| true,
            has_length: &|name| name != "y",
            scalars: &["F".to_owned()],
        };
        let numbers = |function: &syn::ItemFn| {
            plain(
                function,
                &plain_parameters(function, &variables),
                &variables,
            )
        };
        let found = numbers(&function).expect("some");
        assert_eq!(
            found.to_token_stream().to_string(),
            expected.to_token_stream().to_string()
        );
        let kept: syn::ItemFn = syn::parse_quote!(
            fn f<T: Into<f64>>(x: T) -> T {}
        );
        assert!(numbers(&kept).is_none());
        let of_a_scalar: syn::ItemFn = syn::parse_quote! {
            fn f<F: Float, P: Into<[F; 2]>>(x: &impl Borrow<F>, p: P, v: impl Iterator<Item = F>) {}
        };
        let expected: syn::ItemFn = syn::parse_quote! {
            fn f<F: Float>(x: &F, p: [F; 2], v: &[F]) {}
        };
        let found = numbers(&of_a_scalar).expect("some");
        assert_eq!(
            found.to_token_stream().to_string(),
            expected.to_token_stream().to_string()
        );
        let iterators: syn::ItemFn = syn::parse_quote! {
            fn f<'a, I: IntoIterator<Item = &'a f64>, T: Into<f64>, J>(x: I, y: impl Iterator<Item = f64>, z: J, w: &mut dyn Iterator<Item = (f64, f64)>, v: impl Iterator<Item = T>)
            where J: IntoIterator, J::Item: Into<f64> {}
        };
        let expected: syn::ItemFn = syn::parse_quote! {
            fn f<'a>(x: &[f64], y: impl Iterator<Item = f64>, z: &[f64], w: &[(f64, f64)], v: &[f64]) {}
        };
        let found = numbers(&iterators).expect("some");
        assert_eq!(
            found.to_token_stream().to_string(),
            expected.to_token_stream().to_string()
        );
    }
}

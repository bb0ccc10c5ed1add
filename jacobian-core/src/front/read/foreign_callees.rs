//! The functions of other people's traits that a callee names, and the conversions among them.
//!
//! ```text
//! T::one, <T as One>::one      of the parameter `T`
//! Float::max, Zero::zero       of a trait, for the scalar that inference finds
//! num_traits::cast             of the crate of such a trait
//! ```

use proc_macro2::Ident;
use quote::quote;
use syn::{Expr, Type};

use crate::front::syntax::foreign_traits::{self, Chosen, ITSELF, UNSEEN, WITH_FROM};
use crate::front::syntax::integers;
use crate::front::syntax::strip::{cast_operand, strip};

/// How the source says of which type a function is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Of {
    /// `T::one`, `<T as One>::one`
    Parameter,
    /// `One::one`, `num_traits::one`: inference decides.
    Inferred,
}

/// A function of a trait, or of the crate of the trait.
pub(crate) struct Callee<'a> {
    pub(crate) one: &'a Chosen,
    pub(crate) of: Of,
    /// The trait, if the source names it.
    pub(crate) of_trait: Option<String>,
    pub(crate) name: String,
    /// The last segment, with its turbofish.
    pub(crate) last: syn::PathSegment,
    /// Whether it is a function of a crate, for example `num_traits::cast`.
    pub(crate) is_free: bool,
}

/// The scalars of a function, and what the source around a callee says of its type.
#[derive(Clone, Copy)]
pub(crate) struct Scalars<'a> {
    pub(crate) chosen: &'a [Chosen],
    /// Whether the type of a `let` around says that the value is no scalar.
    pub(crate) is_other: bool,
}

impl<'a> Scalars<'a> {
    pub(crate) fn all(chosen: &'a [Chosen]) -> Self {
        Self {
            chosen,
            is_other: false,
        }
    }

    pub(crate) fn any_has(self, traits: &[&str]) -> bool {
        self.chosen.iter().any(|one| one.has(traits))
    }

    pub(crate) fn parameter(self, ty: &Type) -> Option<&'a Chosen> {
        let Type::Path(path) = ty else {
            return None;
        };
        let name = path.path.get_ident().filter(|_| path.qself.is_none())?;
        self.chosen.iter().find(|one| one.parameter == *name)
    }

    /// The scalar that inference finds: there must be one that the trait allows.
    pub(crate) fn inferred(self, allowed: impl Fn(&Chosen) -> bool) -> Option<&'a Chosen> {
        let first = self.chosen.iter().find(|one| allowed(one))?;
        let is_alone = self.chosen.iter().all(|one| one.scalar == first.scalar);
        (is_alone && !self.is_other).then_some(first)
    }

    pub(crate) fn callee(self, callee: &Expr) -> Option<Callee<'a>> {
        let Expr::Path(path) = strip(callee) else {
            return None;
        };
        let segments: Vec<&syn::PathSegment> = path.path.segments.iter().collect();
        let (last, before) = segments.split_last()?;
        let callee = |one, of, of_trait, is_free| Callee {
            one,
            of,
            of_trait,
            name: last.ident.to_string(),
            last: (*last).clone(),
            is_free,
        };
        if let Some(of) = &path.qself {
            let of_trait = before.last().map(|found| found.ident.to_string());
            return Some(callee(
                self.parameter(&of.ty)?,
                Of::Parameter,
                of_trait,
                false,
            ));
        }
        let [.., owner] = before else {
            return None;
        };
        let owner = owner.ident.to_string();
        if let (1, Some(one)) = (
            before.len(),
            self.chosen.iter().find(|one| one.parameter == owner),
        ) {
            return Some(callee(one, Of::Parameter, None, false));
        }
        if let Some(one) =
            self.inferred(|one| foreign_traits::is_of_numbers(&owner) && one.has(&[&owner, UNSEEN]))
        {
            return Some(callee(one, Of::Inferred, Some(owner), false));
        }
        let is_free = |one: &&Chosen| one.names_crate(&owner);
        let one = self.inferred(Chosen::is_number).filter(is_free)?;
        Some(callee(one, Of::Inferred, None, true))
    }

    /// A number turned into a scalar, and whether the conversion gives an `Option`:
    /// `T::from_f64(2.0)`, `nalgebra::convert(2.0)`.
    pub(crate) fn converted(self, call: &syn::ExprCall) -> Option<(Expr, Gives)> {
        let [from] = call.args.iter().collect::<Vec<_>>()[..] else {
            return None;
        };
        let callee = self.callee(&call.func)?;
        let (gives, from) = self.conversion(&callee, from)?;
        let scalar = &callee.one.scalar;
        // A cast binds stronger than `-` of `T::from(n - 1)`.
        let from = cast_operand(from);
        let number = syn::parse2(quote!((#from as #scalar))).ok()?;
        Some((number, gives))
    }

    fn conversion<'b>(self, callee: &Callee<'_>, from: &'b Expr) -> Option<(Gives, &'b Expr)> {
        let one = callee.one;
        let fields: &[&str] = &["ComplexField", "SimdComplexField"];
        if callee.is_free {
            if self.targets_other(&callee.last) {
                return None;
            }
            return Some(match callee.name.as_str() {
                "cast" if one.has(&["NumCast"]) => (Gives::Option, from),
                "convert" | "convert_unchecked" if one.has(fields) => (Gives::Number, from),
                "convert_ref" if one.has(fields) => (Gives::Number, referred(from)?),
                _ => return None,
            });
        }
        let of_trait = callee.of_trait.as_deref();
        Some(match callee.name.as_str() {
            "from" => match of_trait {
                Some("NumCast") => (Gives::Option, from),
                Some("From") if callee.of == Of::Parameter => (Gives::Number, from),
                None if one.has(WITH_FROM) => (Gives::Number, from),
                None if one.has(&["NumCast"]) => (Gives::Option, from),
                None if one.has(&[UNSEEN]) => (Gives::Either, from),
                _ => return None,
            },
            name if is_of_primitive(name) && one.has(&["FromPrimitive"]) => (Gives::Option, from),
            name if is_of_primitive(name) && one.has(&[UNSEEN]) => (Gives::Either, from),
            "from_subset" if one.has(fields) => (Gives::Number, referred(from)?),
            "from_real" | "from_simd_real" | "splat" if one.has(fields) => (Gives::Number, from),
            "from_re" if one.has(&["DualNum"]) => (Gives::Number, from),
            _ => return None,
        })
    }

    /// Whether a turbofish names another type than a scalar of ours: `cast::<_, usize>(x)`.
    fn targets_other(self, last: &syn::PathSegment) -> bool {
        let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else {
            return false;
        };
        match arguments.args.last() {
            Some(syn::GenericArgument::Type(Type::Infer(_))) | None => false,
            Some(syn::GenericArgument::Type(ty)) => self.parameter(ty).is_none(),
            Some(_) => true,
        }
    }
}

/// The result of a conversion.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gives {
    Number,
    Option,
    /// A trait that is not seen: an `Option` if the source unwraps it.
    Either,
}

/// `x` of `&x`
fn referred(from: &Expr) -> Option<&Expr> {
    match strip(from) {
        Expr::Reference(reference) => Some(&*reference.expr),
        _ => None,
    }
}

/// `from_f64`, `from_usize` and their like.
fn is_of_primitive(name: &str) -> bool {
    let primitive = name.strip_prefix("from_");
    primitive.is_some_and(|name| name == "f64" || name == "f32" || integers::fits(0, name))
}

/// Whether an associated type is the scalar itself.
pub(crate) fn is_itself(name: &Ident) -> bool {
    ITSELF.iter().any(|known| name == known)
}

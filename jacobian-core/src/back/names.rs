//! The names of the generated items, made from the prefix in snake case.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};

use crate::interface::{GenericScalar, Interface};

/// The names of the generated items.
#[derive(Debug)]
pub(crate) struct Names {
    pub(crate) nnz: Ident,
    pub(crate) pattern: Ident,
    pub(crate) cost: Ident,
    /// A constant, or a function where the scalar is generic: constants have no type parameters.
    pub(crate) template: Ident,
    pub(crate) alias: Ident,
    pub(crate) jacobian: Ident,
    pub(crate) with_jacobian: Ident,
    pub(crate) with_jacobian_into: Ident,
    pub(crate) update_into: Ident,
    /// A private function that returns a value which holds more than numbers.
    pub(crate) assembled: Ident,
    /// The private function that computes, if `update_into` compares it with the user's.
    pub(crate) unverified: Ident,
    pub(crate) linearize_into: Ident,
    /// The number of labels.
    pub(crate) labels: Ident,
    pub(crate) hessian_linearize_into: Ident,
    pub(crate) hessian_labels: Ident,
    pub(crate) gradient: Ident,
    pub(crate) with_gradient: Ident,
    pub(crate) with_gradient_into: Ident,
    pub(crate) hessian_into: Ident,
    pub(crate) with_hessian_into: Ident,
    pub(crate) normal_into: Ident,
    pub(crate) with_normal_into: Ident,
    /// `Self::` inside an `impl`.
    pub(crate) path: TokenStream,
    is_method: bool,
}

impl Names {
    pub(crate) fn of(interface: &Interface) -> Self {
        let prefix = &interface.prefix;
        let (upper, camel) = (upper(prefix), camel(prefix));
        let name = |text: String| format_ident!("{text}", span = interface.span);
        Self {
            nnz: name(format!("{upper}_NNZ")),
            pattern: name(format!("{upper}_PATTERN")),
            cost: name(format!("{upper}_COST")),
            template: match interface.scalar {
                None => name(format!("{upper}_TEMPLATE")),
                Some(_) => name(format!("{prefix}_template")),
            },
            alias: name(format!("{camel}Jacobian")),
            jacobian: name(format!("{prefix}_jacobian")),
            with_jacobian: name(format!("{prefix}_with_jacobian")),
            with_jacobian_into: name(format!("{prefix}_with_jacobian_into")),
            update_into: name(format!("{prefix}_update_into")),
            assembled: name(format!("__{prefix}_assembled")),
            unverified: name(format!("__{prefix}_update_unverified")),
            linearize_into: name(format!("{prefix}_linearize_into")),
            labels: name(format!("{upper}_LABELS")),
            hessian_linearize_into: name(format!("{prefix}_hessian_linearize_into")),
            hessian_labels: name(format!("{upper}_HESSIAN_LABELS")),
            gradient: name(format!("{prefix}_gradient")),
            with_gradient: name(format!("{prefix}_with_gradient")),
            with_gradient_into: name(format!("{prefix}_with_gradient_into")),
            hessian_into: name(format!("{prefix}_hessian_into")),
            with_hessian_into: name(format!("{prefix}_with_hessian_into")),
            normal_into: name(format!("{prefix}_normal_into")),
            with_normal_into: name(format!("{prefix}_with_normal_into")),
            path: if interface.is_method {
                quote!(Self::)
            } else {
                TokenStream::new()
            },
            is_method: interface.is_method,
        }
    }

    /// `Self::` inside an `impl`, for links of the documentation.
    pub(crate) fn prefix(&self) -> &'static str {
        if self.is_method { "Self::" } else { "" }
    }

    /// The template as an expression.
    pub(crate) fn template_value(&self, interface: &Interface) -> TokenStream {
        let Self { template, path, .. } = self;
        match &interface.scalar {
            None => quote!(#path #template),
            Some(scalar) if scalar.is_of_impl => quote!(#path #template()),
            Some(GenericScalar { name, .. }) => quote!(#path #template::<#name>()),
        }
    }

    /// The number of entries as the length of an array: by name, except inside an `impl`, where
    /// `Self` may have parameters that a length must not depend on.
    pub(crate) fn length(&self, nnz: usize) -> TokenStream {
        if self.is_method {
            return Literal::usize_unsuffixed(nnz).into_token_stream();
        }
        self.nnz.to_token_stream()
    }
}

/// The names of the functions of a product.
pub(crate) struct ProductNames {
    pub(crate) by_value: Ident,
    pub(crate) into: Ident,
    /// From labels.
    pub(crate) at: Ident,
    /// Of several vectors.
    pub(crate) many_into: Ident,
    pub(crate) cost: Ident,
}

impl ProductNames {
    /// Of the product with this short name, for example `jvp`.
    pub(crate) fn of(interface: &Interface, word: &str) -> Self {
        let prefix = &interface.prefix;
        let name = |text: String| format_ident!("{text}", span = interface.span);
        Self {
            by_value: name(format!("{prefix}_{word}")),
            into: name(format!("{prefix}_{word}_into")),
            at: name(format!("{prefix}_{word}_at")),
            many_into: name(format!("{prefix}_{word}_many_into")),
            cost: name(upper(&format!("{prefix}_{word}_COST"))),
        }
    }
}

/// The names of the functions of many points.
pub(crate) struct BatchNames {
    /// Interleaved points.
    pub(crate) blocks: Ident,
    /// One point after the other.
    pub(crate) points: Ident,
    /// The private function that both call.
    pub(crate) lanes: Ident,
}

impl BatchNames {
    /// Of those that compute normal equations.
    pub(crate) fn of_normal(interface: &Interface) -> Self {
        let prefix = &interface.prefix;
        let name = |end| format_ident!("{prefix}_normal_{end}", span = interface.span);
        Self {
            blocks: name("batch"),
            points: name("points"),
            lanes: name("lanes"),
        }
    }

    /// Of the function that adds them up, which has no form for blocks.
    pub(crate) fn of_sums(interface: &Interface) -> Self {
        let own = Self::of_normal(interface);
        let prefix = &interface.prefix;
        let name = |end| format_ident!("{prefix}_normal_sum_{end}", span = interface.span);
        Self {
            points: name("into"),
            lanes: name("lanes"),
            ..own
        }
    }

    /// Of the functions that compute this, for example `jacobian`.
    pub(crate) fn of(interface: &Interface, word: &str) -> Self {
        let prefix = &interface.prefix;
        let name = |end| format_ident!("{prefix}_with_{word}_{end}", span = interface.span);
        Self {
            blocks: name("batch"),
            points: name("points"),
            lanes: name("lanes"),
        }
    }
}

/// A constant whose name is an error message, for methods of traits.
///
/// The attribute on a method does not see the `impl` around it. In the `impl` of a trait, rustc
/// refuses each item that is not the trait's and prints its name, so this is the first of them.
/// In a trait, a type may override the method and not know of its derivative. There rustc refuses
/// the visibility `pub(self)`, which an inherent `impl` allows. Methods of traits have no
/// visibility, and nothing is added to those that have one.
pub(crate) fn needs_an_inherent_impl(interface: &Interface) -> TokenStream {
    let is_private = matches!(interface.visibility, syn::Visibility::Inherited);
    if !interface.is_method || !is_private {
        return TokenStream::new();
    }
    let name = format_ident!(
        "{}_JACOBIAN_BELONGS_ON_THE_IMPL",
        upper(&interface.prefix),
        span = interface.span
    );
    let attributes = &interface.attributes;
    quote! {
        #(#attributes)* #[doc(hidden)] #[allow(dead_code, deprecated, clippy::all, clippy::pedantic)]
        pub(self) const #name: () = ();
    }
}

fn upper(prefix: &str) -> String {
    prefix.to_uppercase()
}

fn camel(prefix: &str) -> String {
    let capitalized = |word: &str| {
        let mut letters = word.chars();
        letters
            .next()
            .map(|first| first.to_uppercase().chain(letters).collect::<String>())
            .unwrap_or_default()
    };
    prefix.split('_').map(capitalized).collect()
}

#[cfg(test)]
mod tests {
    use super::{camel, upper};

    #[test]
    fn snake_case_becomes_the_other_cases() {
        assert_eq!(camel("roe_flux_1d"), "RoeFlux1d");
        assert_eq!(upper("roe_flux_1d"), "ROE_FLUX_1D");
    }
}

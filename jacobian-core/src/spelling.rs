//! How values and literals are written in generated code.
//!
//! The name of a value is a function of its number, so that the front can mention values in opaque
//! code long before the back declares them. Names carry mixed-site hygiene: they can neither capture
//! nor be captured by names of the user's.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use crate::ir::{Precision, ValueId};

/// The name of a value of the code list.
pub(crate) fn value(id: ValueId) -> Ident {
    local(&id.to_string())
}

/// A name that only generated code can see.
pub(crate) fn local(name: &str) -> Ident {
    format_ident!("{name}", span = Span::mixed_site())
}

/// The helper for `a * b + c`. Items have no hygiene, so the name is one that nobody else uses.
pub(crate) fn fma() -> Ident {
    Ident::new("__fma", Span::mixed_site())
}

/// The runtime's elementals, under a name that nobody else uses.
pub(crate) fn library() -> Ident {
    Ident::new("__elemental", Span::mixed_site())
}

/// The type of scalars.
pub(crate) fn scalar_type(precision: Precision) -> TokenStream {
    let name = match precision {
        Precision::Single => "f32",
        Precision::Double => "f64",
    };
    let name = Ident::new(name, Span::call_site());
    quote!(::core::primitive::#name)
}

/// A number, in the shortest form that reads back as the same one.
pub(crate) fn literal(number: f64, precision: Precision) -> TokenStream {
    let scalar = scalar_type(precision);
    if number.is_nan() {
        return quote!(<#scalar>::NAN);
    }
    if number.is_infinite() {
        return if number > 0.0 {
            quote!(<#scalar>::INFINITY)
        } else {
            quote!(<#scalar>::NEG_INFINITY)
        };
    }
    let magnitude = magnitude(number.abs(), precision);
    if number.is_sign_negative() {
        quote!((-#magnitude))
    } else {
        quote!(#magnitude)
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "constants of single functions are singles"
)]
fn magnitude(number: f64, precision: Precision) -> Literal {
    let (digits, suffix) = match precision {
        Precision::Single => (format!("{:?}", number as f32), "f32"),
        Precision::Double => (format!("{number:?}"), "f64"),
    };
    format!("{digits}_{suffix}")
        .parse()
        .expect("invariant: a finite number is a literal")
}

#[cfg(test)]
mod tests {
    use super::literal;
    use crate::ir::Precision::{Double, Single};

    #[test]
    fn numbers_read_back_as_themselves() {
        for number in [0.0, 0.1, 1e300, 5e-324, f64::MAX, 1e16, 123_456_789.125] {
            let text = literal(number, Double).to_string();
            let digits = text.strip_suffix("_f64").expect("a suffix");
            assert_eq!(
                digits.parse::<f64>().map(f64::to_bits),
                Ok(number.to_bits()),
                "{text}"
            );
        }
        assert_eq!(literal(f64::from(0.1_f32), Single).to_string(), "0.1_f32");
        assert_eq!(literal(-0.0, Double).to_string(), "(- 0.0_f64)");
    }
}

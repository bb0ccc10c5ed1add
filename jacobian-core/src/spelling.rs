//! How values and literals are written in generated code.
//!
//! The name of a value is a function of its number, so that the front can mention values in opaque
//! code long before the back declares them. Names carry mixed-site hygiene: they can neither
//! capture nor be captured by names of the user's.

use proc_macro2::{Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};

use crate::ir::{Precision, ValueId};
use crate::ordered::Map;

/// What stands for a generic scalar, and for the function that rounds a double to it.
const SCALAR: &str = "__Scalar";
const CONSTANT: &str = "__constant";

/// The tokens with the user's type parameter in place of its stand-in.
pub(crate) fn with_scalar(tokens: TokenStream, scalar: &Ident, runtime: &syn::Path) -> TokenStream {
    let values = [
        (SCALAR.to_owned(), quote!(#scalar)),
        (CONSTANT.to_owned(), quote!(#runtime::__private::constant)),
    ];
    replaced(tokens, &values)
}

/// The tokens with numbers written for lanes, and types left to inference.
pub(crate) fn with_lanes(
    tokens: TokenStream,
    number: &mut impl FnMut(&TokenStream) -> TokenStream,
) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut rest = tokens.as_slice();
    let mut found = TokenStream::new();
    while let [token, after @ ..] = rest {
        rest = after;
        match (token, after) {
            // `__constant::<__Scalar>(2.0_f64)`: three signs, the type, a sign, the number.
            (
                TokenTree::Ident(name),
                [
                    _,
                    _,
                    _,
                    TokenTree::Ident(ty),
                    _,
                    TokenTree::Group(digits),
                    after @ ..,
                ],
            ) if name == CONSTANT && ty == SCALAR => {
                found.extend(number(&digits.stream()));
                rest = after;
            }
            (TokenTree::Ident(name), _) if name == SCALAR => found.extend(quote!(_)),
            (TokenTree::Group(group), _) => {
                let mut inner = Group::new(group.delimiter(), with_lanes(group.stream(), number));
                inner.set_span(group.span());
                found.extend([TokenTree::Group(inner)]);
            }
            (other, _) => found.extend([other.clone()]),
        }
    }
    found
}

/// Whether the next name in code may be a variable or a parameter: it is neither that of a field or
/// a method, nor that of a function, nor a later part of a path.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Before {
    is_dot: bool,
    is_fn: bool,
    n_colons: usize,
}

impl Before {
    pub(crate) fn is_free(self) -> bool {
        self.is_free_or_in_path() && self.n_colons < 2
    }

    fn is_free_or_in_path(self) -> bool {
        !self.is_dot && !self.is_fn
    }

    pub(crate) fn after(self, token: &TokenTree) -> Self {
        let is_sign = |sign| matches!(token, TokenTree::Punct(found) if found.as_char() == sign);
        Self {
            // The second dot of `0..N` is no access to a field.
            is_dot: is_sign('.') && !self.is_dot,
            is_fn: matches!(token, TokenTree::Ident(word) if word == "fn"),
            n_colons: if is_sign(':') { self.n_colons + 1 } else { 0 },
        }
    }
}

/// The tokens with names replaced, but for fields, methods and functions of the same name.
pub(crate) fn replaced(tokens: TokenStream, values: &[(String, TokenStream)]) -> TokenStream {
    replaced_where(tokens, values, &Before::is_free)
}

/// The same for a text of ours, in which a name may be replaced inside of a path: `::core::S::MAX`.
pub(crate) fn filled(tokens: TokenStream, values: &[(String, TokenStream)]) -> TokenStream {
    replaced_where(tokens, values, &Before::is_free_or_in_path)
}

fn replaced_where(
    tokens: TokenStream,
    values: &[(String, TokenStream)],
    may_be_meant: &dyn Fn(Before) -> bool,
) -> TokenStream {
    let mut before = Before::default();
    let mut found = TokenStream::new();
    for token in tokens {
        let is_free = may_be_meant(before);
        before = before.after(&token);
        match token {
            TokenTree::Group(group) => {
                let inside = replaced_where(group.stream(), values, may_be_meant);
                let mut inner = Group::new(group.delimiter(), inside);
                inner.set_span(group.span());
                found.extend([TokenTree::Group(inner)]);
            }
            TokenTree::Ident(name) if is_free => {
                match values.iter().find(|(known, _)| name == known) {
                    Some((_, value)) => found.extend(value.clone()),
                    None => found.extend([TokenTree::Ident(name)]),
                }
            }
            other => found.extend([other]),
        }
    }
    found
}

/// The tokens with values of the code list by their new numbers.
pub(crate) fn renumbered(tokens: TokenStream, numbers: &Map<ValueId, ValueId>) -> TokenStream {
    let renumber = |token: TokenTree| match token {
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), renumbered(group.stream(), numbers));
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        TokenTree::Ident(name) => {
            let text = name.to_string();
            let number = text
                .strip_prefix("__v")
                .and_then(|digits| digits.parse().ok());
            let new = number.and_then(|number| numbers.get(&ValueId(number)));
            TokenTree::Ident(new.map_or(name, |new| value(*new)))
        }
        other => other,
    };
    tokens.into_iter().map(renumber).collect()
}

/// The name of a value of the code list.
pub(crate) fn value(id: ValueId) -> Ident {
    local(&id.to_string())
}

/// A variable of generated code, `__v4` for `v4`.
///
/// Hygiene keeps it apart from the user's variables, but not from constants and statics: `let v4 =
/// ..` where a constant `v4` is in scope is a pattern that compares, and does not compile. Nobody
/// calls a constant `__v4`.
pub(crate) fn local(name: &str) -> Ident {
    format_ident!("__{name}", span = Span::mixed_site())
}

/// The parameters that generated functions have beside the user's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Added {
    /// Where the value is written.
    Value,
    /// Where the entries of the Jacobian are written.
    Entries,
    /// All points of a batch.
    Points,
    /// One point of a batch.
    Point,
    /// The independents one after another, as solvers have them.
    Flat,
    /// What a Jacobian-vector product multiplies.
    Dx,
    /// What a vector-Jacobian product multiplies.
    W,
    /// Where the gradient is written.
    Gradient,
    /// Where the entries of the Jacobian are written, beside those of the Hessian.
    Jacobian,
    /// Where the entries of the normal matrix are written.
    Normal,
    /// The weights of residuals.
    Weights,
    /// The square root of their information matrix.
    SqrtInformation,
    /// Where a product with a vector is written.
    Product,
    /// Where the labels are written by which vectors are multiplied.
    LabelsOut,
    /// The labels by which a vector is multiplied.
    LabelsIn,
}

/// A parameter of a generated function, under the name that documentation shows.
///
/// As for [`local`], a constant or a static of this name where the user's function is would break
/// the generated one, and rustc resolves constants in patterns whatever the span says. So the names
/// are readable, but none that somebody would give to a constant: `value_out` and `dx_in` rather
/// than `value` and `dx`.
pub(crate) fn parameter(added: Added) -> Ident {
    let name = match added {
        Added::Value => "value_out",
        Added::Entries => "entries_out",
        Added::Points => "points_in",
        Added::Point => "point_in",
        Added::Flat => "x_in",
        Added::Dx => "dx_in",
        Added::W => "w_in",
        Added::Gradient => "gradient_out",
        Added::Jacobian => "jacobian_out",
        Added::Normal => "normal_out",
        Added::Weights => "weights_in",
        Added::SqrtInformation => "sqrt_information_in",
        Added::Product => "product_out",
        Added::LabelsOut => "labels_out",
        Added::LabelsIn => "labels_in",
    };
    Ident::new(name, Span::mixed_site())
}

/// Where the value and the entries are written.
pub(crate) fn targets() -> [Ident; 2] {
    [Added::Value, Added::Entries].map(parameter)
}

/// The helper for `a * b + c`. Items have no hygiene, so the name is one that nobody else uses.
pub(crate) fn fma() -> Ident {
    Ident::new("__fma", Span::mixed_site())
}

/// The runtime's elementals, under a name that nobody else uses.
pub(crate) fn library() -> Ident {
    Ident::new("__elemental", Span::mixed_site())
}

/// The type of scalars; a generic one by a stand-in, until [`with_scalar`].
pub(crate) fn scalar_type(precision: Precision) -> TokenStream {
    let name = match precision {
        Precision::Single => "f32",
        Precision::Double => "f64",
        Precision::Generic => {
            let stand_in = Ident::new(SCALAR, Span::call_site());
            return quote!(#stand_in);
        }
    };
    let name = Ident::new(name, Span::call_site());
    quote!(::core::primitive::#name)
}

/// A number, in the shortest form that reads back as the same one.
pub(crate) fn literal(number: f64, precision: Precision) -> TokenStream {
    if precision == Precision::Generic {
        let scalar = scalar_type(precision);
        let (constant, double) = (
            Ident::new(CONSTANT, Span::call_site()),
            literal(number, Precision::Double),
        );
        return quote!(#constant::<#scalar>(#double));
    }
    if !number.is_finite() {
        let scalar = scalar_type(precision);
        return if number.is_nan() {
            quote!(<#scalar>::NAN)
        } else if number > 0.0 {
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

/// An `f32` of the user's as the `f64` that holds it, in a function that mixes both. It compiles
/// only if the expression is an `f32`.
pub(crate) fn widened(expression: &TokenStream) -> TokenStream {
    let [single, double] = [Precision::Single, Precision::Double].map(scalar_type);
    let name = local("single");
    quote!(<#double>::from({ let #name: #single = #expression; #name }))
}

/// A number whose type is that of its place.
pub(crate) fn untyped(number: f64) -> TokenStream {
    let typed = literal(number, Precision::Double).to_string();
    let untyped = typed.replace("_f64", "");
    if number.is_finite() {
        untyped
            .parse()
            .expect("invariant: a finite number is a literal")
    } else {
        literal(number, Precision::Double)
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "constants of single functions are singles"
)]
fn magnitude(number: f64, precision: Precision) -> Literal {
    let (digits, suffix) = match precision {
        Precision::Single => (format!("{:?}", number as f32), "f32"),
        Precision::Double | Precision::Generic => (format!("{number:?}"), "f64"),
    };
    format!("{digits}_{suffix}")
        .parse()
        .expect("invariant: a finite number is a literal")
}

/// Whether all lists in a list have a length, and the lists in these have the next one.
pub(crate) fn have_lengths(list: &TokenStream, lengths: &[usize]) -> TokenStream {
    let [length, inside @ ..] = lengths else {
        return quote!(true);
    };
    let (number, inner) = (Literal::usize_unsuffixed(*length), local("list"));
    let rest = if inside.is_empty() {
        TokenStream::new()
    } else {
        let rest = have_lengths(&quote!(#inner), inside);
        quote!(&& #rest)
    };
    quote! {
        ::core::iter::Iterator::all(&mut #list.iter(), |#inner| #inner.len() == #number #rest)
    }
}

/// Lengths in a sentence: `3`, `3 of 2`.
pub(crate) fn spoken(lengths: &[usize]) -> String {
    let lengths: Vec<String> = lengths.iter().map(ToString::to_string).collect();
    lengths.join(" of ")
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

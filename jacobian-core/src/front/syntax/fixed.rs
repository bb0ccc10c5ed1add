//! Numbers that nothing can change while the function runs, and code that only computes with such
//! numbers.
//!
//! ```text
//! fn f(x: &[f64; 2], h: f64, q: &[f64; 3], mut k: f64) -> ..     h and q are fixed, k is not
//! 1.0 / h.sqrt()    q[1]    2.0 * (q[0] - h)                     the same number everywhere
//! ```
//!
//! Other code between two uses of such an expression cannot change it, so it is computed once.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::front::syntax::elementals;
use crate::ordered::Set;

/// The types of numbers that have no parts.
const NUMBERS: &[&str] = &[
    "f64", "f32", "usize", "isize", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64",
    "i128",
];

/// Whether a value of this type is made of numbers that nobody can change through a shared
/// reference.
pub(crate) fn is_of_numbers(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Path(path) => path
            .path
            .get_ident()
            .is_some_and(|name| is_number(&name.to_string())),
        syn::Type::Array(array) => is_of_numbers(&array.elem),
        syn::Type::Slice(slice) => is_of_numbers(&slice.elem),
        syn::Type::Tuple(parts) => parts.elems.iter().all(is_of_numbers),
        syn::Type::Reference(to) => to.mutability.is_none() && is_of_numbers(&to.elem),
        syn::Type::Paren(inner) => is_of_numbers(&inner.elem),
        syn::Type::Group(inner) => is_of_numbers(&inner.elem),
        _ => false,
    }
}

fn is_number(name: &str) -> bool {
    NUMBERS.contains(&name)
}

/// The variable of a pattern, if nothing can be assigned to it.
pub(crate) fn unchanged_variable(pattern: &syn::Pat) -> Option<&syn::Ident> {
    match pattern {
        syn::Pat::Ident(name) => {
            let is_plain = name.mutability.is_none() && name.by_ref.is_none();
            (is_plain && name.subpat.is_none()).then_some(&name.ident)
        }
        syn::Pat::Type(typed) => unchanged_variable(&typed.pat),
        _ => None,
    }
}

/// Whether code is arithmetic with literals and with the variables of these names, and nothing
/// else.
pub(crate) fn is_fixed(code: &TokenStream, variables: &Set<String>) -> bool {
    let mut before = Before::Nothing;
    let mut tokens = code.clone().into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_call = matches!(tokens.peek(), Some(TokenTree::Group(operands)) if operands.delimiter() == Delimiter::Parenthesis);
        let is_known = match &token {
            TokenTree::Literal(_) => true,
            TokenTree::Punct(sign) => matches!(sign.as_char(), '+' | '-' | '*' | '/' | '%' | '.'),
            TokenTree::Group(group) => match group.delimiter() {
                Delimiter::Brace => false,
                // The operands of a method; a call of something else never gets here.
                Delimiter::Parenthesis if before == Before::Method => {
                    are_fixed(&group.stream(), variables)
                }
                _ => is_fixed(&group.stream(), variables),
            },
            TokenTree::Ident(name) => {
                let name = name.to_string();
                match before {
                    Before::Dot => is_call && elementals::is_of_number(&name),
                    Before::Conversion => is_number(&name),
                    _ => name == "as" || (!is_call && variables.contains(&name)),
                }
            }
        };
        if !is_known {
            return false;
        }
        before = match &token {
            TokenTree::Punct(sign) if sign.as_char() == '.' => Before::Dot,
            TokenTree::Ident(_) if before == Before::Dot => Before::Method,
            TokenTree::Ident(name) if name == "as" => Before::Conversion,
            _ => Before::Nothing,
        };
    }
    true
}

/// What stands before a token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    Dot,
    Method,
    Conversion,
}

/// The same for operands with commas between them.
fn are_fixed(operands: &TokenStream, variables: &Set<String>) -> bool {
    let is_comma =
        |token: &TokenTree| matches!(token, TokenTree::Punct(comma) if comma.as_char() == ',');
    let tokens: Vec<TokenTree> = operands.clone().into_iter().collect();
    tokens
        .split(is_comma)
        .all(|operand| is_fixed(&operand.iter().cloned().collect(), variables))
}

#[cfg(test)]
mod tests {
    use super::{is_fixed, is_of_numbers};
    use crate::ordered::Set;

    #[test]
    fn only_arithmetic_of_fixed_variables_is_fixed() {
        let variables: Set<String> = ["h", "q", "n"].map(str::to_owned).into_iter().collect();
        let is_fixed = |code: &str| is_fixed(&code.parse().expect("tokens"), &variables);
        for code in [
            "1.0 / h",
            "-q[n - 1] * (2.0 + h.sqrt())",
            "h.powf(q[0]).mul_add(q[1], 1.0)",
            "(n as f64).exp()",
            "q.0 % 3.0",
            "*h",
        ] {
            assert!(is_fixed(code), "{code}");
        }
        for code in [
            "1.0 / k",
            "q[k]",
            "h.next()",
            "h(1.0)",
            "h.powf(k)",
            "h.sqrt",
            "h as Meters",
            "h::sqrt(h)",
            "{ h }",
            "h += 1.0",
            "&mut h",
            "f!(h)",
            "h < q[0]",
            "h.exp",
        ] {
            assert!(!is_fixed(code), "{code}");
        }
    }

    #[test]
    fn types_of_numbers() {
        for ty in ["f64", "&f64", "&[f64; 3]", "&[[f32; 2]]", "(f64, usize)"] {
            assert!(is_of_numbers(&syn::parse_str(ty).expect("a type")), "{ty}");
        }
        for ty in [
            "&mut f64",
            "Cell<f64>",
            "&[&mut f64; 2]",
            "T",
            "&Vec<f64>",
            "Meters",
        ] {
            assert!(!is_of_numbers(&syn::parse_str(ty).expect("a type")), "{ty}");
        }
    }
}

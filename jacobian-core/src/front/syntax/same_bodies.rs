//! Whether the bodies of several methods do the same: of `impl Add for V` and `impl Add<&V> for &V`
//! one usually calls the other, or both have the same text but for references.
//!
//! ```text
//! fn add(self, o: V) -> V { V::new(self.x + o.x, ..) }       a body of its own
//! fn add(self, o: &V) -> V { V::new(self.x + o.x, ..) }      the same
//! fn add(self, o: &V) -> V { *self + *o }                    calls another one
//! ```
//!
//! A value and a reference to it are the same here, so only such methods can be told apart safely.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;

use crate::ordered::Map;

/// A method: its name, the names of its parameters and its body.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    pub(crate) name: String,
    pub(crate) parameters: Vec<String>,
    pub(crate) body: TokenStream,
}

/// The position of the method whose body the others have as well, or call. `None` if there are
/// several bodies.
pub(crate) fn common_body(methods: &[Written]) -> Option<usize> {
    let own: Vec<usize> = (0..methods.len())
        .filter(|position| !calls_another(&methods[*position]))
        .collect();
    let first = own.first().copied().unwrap_or(0);
    let text = |position: &usize| plain(&methods[*position]);
    let wanted = text(&first);
    own.iter()
        .all(|position| text(position) == wanted)
        .then_some(first)
}

/// Whether a body reads no field and makes nothing, so that it can only call another method on its
/// parameters.
fn calls_another(method: &Written) -> bool {
    let tokens = flat(method.body.clone());
    let is_own = |name: &str| name == method.name || name == "clone" || name == "to_owned";
    let fields = tokens
        .windows(2)
        .any(|pair| pair[0] == "." && !is_own(&pair[1]));
    let makes = tokens
        .iter()
        .any(|token| matches!(token.as_str(), "[" | "fn" | "for" | "if"));
    let names_other = tokens.iter().any(|token| {
        let is_type = token.starts_with(char::is_uppercase);
        is_type && tokens.iter().all(|other| *other != method.name)
    });
    let sign = match method.name.trim_end_matches("_assign") {
        "add" => "+",
        "sub" | "neg" => "-",
        "mul" => "*",
        "div" => "/",
        "rem" => "%",
        _ => method.name.as_str(),
    };
    let calls = tokens
        .iter()
        .any(|token| *token == sign || *token == method.name);
    calls && !fields && !makes && !names_other
}

/// The body without references, with numbers for the parameters.
fn plain(method: &Written) -> Vec<String> {
    let names: Map<&str, usize> = method
        .parameters
        .iter()
        .map(String::as_str)
        .zip(0..)
        .collect();
    let tokens = flat(method.body.clone()).into_iter();
    let named = tokens.map(|token| match names.get(token.as_str()) {
        Some(position) => format!("parameter {position}"),
        None => token,
    });
    named.collect()
}

/// Whether a method does nothing but call another one of its name on the same values: `self.sin()`,
/// `f64::sin(*self)`, `self.iter().sum()`.
pub(crate) fn forwards(body: &syn::Expr, signature: &syn::Signature, of: &str) -> bool {
    let name = signature.ident.to_string();
    let mut parameters = Vec::new();
    for input in signature.inputs.iter().skip(1) {
        let syn::FnArg::Typed(typed) = input else {
            return false;
        };
        parameters.push(typed.pat.to_token_stream().to_string());
    }
    let arguments = parameters.join(",");
    let text = flat(body.to_token_stream()).concat();
    let text = text.trim_matches(['{', '}']);
    let text = text.replace("::<f64>()", "()").replace("::<f32>()", "()");
    let items = [".iter()", ".into_iter()", ".copied()", ".cloned()"];
    let plain = items
        .iter()
        .fold(text.clone(), |text, item| text.replace(item, ""));
    let comma = if arguments.is_empty() { "" } else { "," };
    let types = [of, "Self", "f64", "f32", "<f64>", "<f32>", "Vec", "<[f64]>"];
    plain == format!("self.{name}({arguments})")
        || types
            .iter()
            .any(|ty| text == format!("{ty}::{name}(self{comma}{arguments})"))
}

/// The tokens in a row. References and parentheses around single names are left out.
fn flat(tokens: TokenStream) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let inner = flat(group.stream());
                let is_single = group.delimiter() == Delimiter::Parenthesis && inner.len() == 1;
                let after_name = found.last().is_some_and(|last| is_name(last));
                if is_single && !after_name {
                    found.extend(inner);
                    continue;
                }
                let (open, close) = match group.delimiter() {
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    _ => ("(", ")"),
                };
                found.push(open.to_owned());
                found.extend(inner);
                found.push(close.to_owned());
            }
            TokenTree::Punct(sign) => match sign.as_char() {
                '&' => {}
                // A dereference, and not a product.
                '*' if !found.last().is_some_and(|last| is_operand_end(last)) => {}
                sign => found.push(sign.to_string()),
            },
            other => found.push(other.to_string()),
        }
    }
    found
}

fn is_name(token: &str) -> bool {
    token.starts_with(|first: char| first.is_alphanumeric() || first == '_')
}

fn is_operand_end(token: &str) -> bool {
    is_name(token) && !matches!(token, "return" | "in" | "if" | "match")
        || matches!(token, ")" | "]" | "}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn method(body: &str) -> Written {
        Written {
            name: "add".into(),
            parameters: vec!["self".into(), "o".into()],
            body: body.parse().expect("tokens"),
        }
    }

    #[test]
    fn a_method_may_only_call_another_one() {
        let check = |text: &str, expected: bool| {
            let method: syn::ItemFn = syn::parse_str(text).expect("a method");
            let body = syn::Expr::Block(syn::ExprBlock {
                attrs: Vec::new(),
                label: None,
                block: (*method.block).clone(),
            });
            assert_eq!(forwards(&body, &method.sig, "V"), expected, "{text}");
        };
        check("fn sin(&self) -> f64 { f64::sin(*self) }", true);
        check("fn max(self, o: f64) -> f64 { self.max(o) }", true);
        check("fn sum(&self) -> f64 { self.iter().sum::<f64>() }", true);
        check("fn at(&self, k: usize) -> f64 { V::at(&self, k) }", true);
        check(
            "fn at(&self, k: usize) -> f64 { V::at(self, k + 1) }",
            false,
        );
        check("fn sin(&self) -> f64 { <V as Wave>::sin(self) }", false);
        check("fn sum(&self) -> f64 { self.0.sum() }", false);
    }

    fn check(bodies: &[&str], expected: Option<usize>) {
        let all: Vec<Written> = bodies.iter().map(|body| method(body)).collect();
        assert_eq!(common_body(&all), expected, "{bodies:?}");
    }

    #[test]
    fn a_method_that_calls_another_one_does_the_same() {
        check(&["{ V::new(self.x + o.x) }", "{ *self + *o }"], Some(0));
        check(&["{ &self + &o }", "{ V { x: self.x + o.x } }"], Some(1));
        check(&["{ self.add(*o) }", "{ V(self.0 + o.0) }"], Some(1));
        check(
            &["{ V(self.0 + o.0) }", "{ (*self).add((*o).clone()) }"],
            Some(0),
        );
        check(&["{ V(self.0 + o.0) }", "{ V::add(*self, *o) }"], Some(0));
    }

    #[test]
    fn bodies_that_differ_by_references_are_the_same() {
        check(&["{ V(self.0 + o.0) }", "{ V((&self).0 + o.0) }"], Some(0));
        check(&["{ V(self.0 * o.0) }", "{ V(self.0 * (*o).0) }"], Some(0));
    }

    #[test]
    fn other_bodies_are_not() {
        check(&["{ V(self.0 + o.0) }", "{ V(self.0 - o.0) }"], None);
        check(&["{ V(self.0 * o.0) }", "{ V(o.0 * self.0) }"], None);
        check(&["{ V(self.0 + o.0) }", "{ V::ZERO }"], None);
        check(&["{ V(self.0 + o.0) }", "{ self }"], None);
        check(&["{ V(self.0 + o.0) }", "{ self - o }"], None);
    }
}

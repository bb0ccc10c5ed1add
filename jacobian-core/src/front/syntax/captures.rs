//! Captured names: identifiers in code, and names inside format strings such as `"bad {t}"`.
//!
//! Generated code gives locals other names, so a captured local becomes a named argument with its
//! value.

use proc_macro2::{TokenStream, TokenTree};

use crate::ordered::Set;

/// `name = ` behind a comma.
pub(crate) fn named_arguments(tokens: &[TokenTree]) -> Vec<String> {
    let is = |token: &TokenTree, c: char| matches!(token, TokenTree::Punct(punct) if punct.as_char() == c);
    let named = tokens
        .windows(3)
        .filter(|window| is(&window[0], ',') && is(&window[2], '='));
    named.map(|window| window[1].to_string()).collect()
}

/// The names in braces of a string literal. Positions and escaped braces are not names.
pub(crate) fn names_in(literal: &str) -> Vec<String> {
    if !literal.ends_with('"') {
        return Vec::new();
    }
    let plain = literal.replace("{{", "").replace("}}", "");
    let in_braces = plain
        .split('{')
        .skip(1)
        .filter_map(|rest| rest.split(['}', ':']).next());
    let is_name = |name: &&str| name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    in_braces
        .map(str::trim)
        .filter(is_name)
        .map(String::from)
        .collect()
}

/// Every identifier and path that may be a name in scope, including those in format strings. A
/// method of `self` is named `self.method`.
pub(crate) fn mentioned(tokens: TokenStream) -> Set<String> {
    let mut names = Set::new();
    let mut pending = vec![tokens];
    while let Some(tokens) = pending.pop() {
        // The path so far, and the signs after it.
        let (mut path, mut signs) = (String::new(), String::new());
        for token in tokens {
            match token {
                TokenTree::Punct(sign) if matches!(sign.as_char(), ':' | '.') => {
                    signs.push(sign.as_char());
                }
                TokenTree::Ident(name) => {
                    match signs.as_str() {
                        "::" if !path.is_empty() => path = format!("{path}::{name}"),
                        "." if path == "self" => path = format!("self.{name}"),
                        "." => path.clear(),
                        _ => path = name.to_string(),
                    }
                    signs.clear();
                    names.insert(path.clone());
                }
                TokenTree::Group(group) => {
                    pending.push(group.stream());
                    path.clear();
                    signs.clear();
                }
                TokenTree::Literal(literal) => {
                    names.extend(names_in(&literal.to_string()));
                    signs.clear();
                }
                TokenTree::Punct(_) => {
                    path.clear();
                    signs.clear();
                }
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::{mentioned, names_in};

    #[test]
    fn paths_and_methods_of_self_are_names_of_their_own() {
        let tokens = "a.b(self::c, x[i], super::d::e) + self.f(1.0..g) - \"{h}\"";
        let names = mentioned(tokens.parse().unwrap());
        for name in ["a", "self::c", "x", "i", "super::d::e", "self.f", "g", "h"] {
            assert!(names.contains(name), "{name} in {names:?}");
        }
        assert!(!names.contains("b") && !names.contains("c") && !names.contains("e"));
    }

    #[test]
    fn names_are_found_where_format_would_find_them() {
        assert_eq!(
            names_in("\"{a} {b:?} {0} {} {{c}} {d:>8.3}\""),
            ["a", "b", "d"]
        );
        assert!(names_in("{a}").is_empty(), "not a string");
    }
}

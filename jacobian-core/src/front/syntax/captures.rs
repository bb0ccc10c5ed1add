//! Captured names: identifiers in code, and names inside format strings such as `"bad {t}"`.
//!
//! Generated code gives locals other names, so a captured local becomes a named argument with its
//! value.

use proc_macro2::{Literal, TokenStream, TokenTree};

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
    let mut names = Vec::new();
    if literal.ends_with('"') {
        with_names(literal, &mut |name| {
            names.push(name.to_owned());
            name.to_owned()
        });
    }
    names
}

/// A format string with other names in its braces.
pub(crate) fn renamed(
    literal: &Literal,
    rename: &mut impl FnMut(&str) -> String,
) -> Option<Literal> {
    let mut written: Literal = with_names(&literal.to_string(), rename).parse().ok()?;
    written.set_span(literal.span());
    Some(written)
}

fn with_names(text: &str, rename: &mut impl FnMut(&str) -> String) -> String {
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(brace) = rest.find('{') {
        let (before, behind) = rest.split_at(brace + 1);
        written.push_str(before);
        rest = behind;
        if let Some(behind) = rest.strip_prefix('{') {
            written.push('{');
            rest = behind;
            continue;
        }
        let (inside, behind) = rest.split_at(rest.find('}').unwrap_or(rest.len()));
        let (name, form) = inside.split_at(inside.find(':').unwrap_or(inside.len()));
        if is_name(name.trim()) {
            written.push_str(&rename(name.trim()));
        } else {
            written.push_str(name);
        }
        push_form(form, rename, &mut written);
        rest = behind;
    }
    written.push_str(rest);
    written
}

/// The form behind the colon. It captures names as well: `{value:>width$.digits$}`.
fn push_form(form: &str, rename: &mut impl FnMut(&str) -> String, written: &mut String) {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut pieces = form.split('$').peekable();
    while let Some(piece) = pieces.next() {
        if pieces.peek().is_none() {
            written.push_str(piece);
            return;
        }
        let (before, name) = piece.split_at(piece.trim_end_matches(is_word).len());
        written.push_str(before);
        if is_name(name) {
            written.push_str(&rename(name));
        } else {
            written.push_str(name);
        }
        written.push('$');
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
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
        assert_eq!(
            names_in("\"{a:>w$.p$} {:1$} {b:02$}\""),
            ["a", "w", "p", "b"]
        );
        assert!(names_in("{a}").is_empty(), "not a string");
    }
}

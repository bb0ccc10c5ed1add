//! Names that code captures, and those in format strings: `assert!(t > 0.0, "bad {t}")` mentions `t`.
//!
//! Generated code gives locals other names, so a captured local becomes a named argument that says what
//! the name stands for.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use quote::{format_ident, quote};

use crate::ir::ValueId;

use super::Lowering;

impl Lowering<'_> {
    /// `, t = v7` for every local that the format strings among the tokens capture.
    pub(crate) fn captured(
        &self,
        tokens: &TokenStream,
        mentions: &mut Vec<ValueId>,
    ) -> TokenStream {
        let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
        let mut arguments = TokenStream::new();
        let mut done: Vec<String> = named_arguments(&tokens);
        for name in tokens.iter().flat_map(|token| names_in(&token.to_string())) {
            if done.contains(&name) {
                continue;
            }
            if let Some(binding) = self.scopes.get(&name)
                && let Some(meaning) = self.spell(&binding.value, mentions)
                && meaning.to_string() != name
            {
                let name = format_ident!("{name}");
                arguments.extend(quote!(, #name = #meaning));
            }
            done.push(name);
        }
        arguments
    }
}

/// `name = ` behind a comma.
fn named_arguments(tokens: &[TokenTree]) -> Vec<String> {
    let is = |token: &TokenTree, c: char| matches!(token, TokenTree::Punct(punct) if punct.as_char() == c);
    let named = tokens
        .windows(3)
        .filter(|window| is(&window[0], ',') && is(&window[2], '='));
    named.map(|window| window[1].to_string()).collect()
}

/// The names in braces of a string literal; positions and escaped braces are none.
fn names_in(literal: &str) -> Vec<String> {
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

/// Every identifier that may be a name in scope, those in format strings included.
pub(super) fn mentioned(tokens: TokenStream) -> BTreeSet<String> {
    fn walk(tokens: TokenStream, names: &mut BTreeSet<String>) {
        let mut after_dot = false;
        for token in tokens {
            let is_dot = matches!(&token, TokenTree::Punct(dot) if dot.as_char() == '.');
            match token {
                TokenTree::Ident(name) if !after_dot => {
                    names.insert(name.to_string());
                }
                TokenTree::Group(group) => walk(group.stream(), names),
                TokenTree::Literal(literal) => {
                    names.extend(names_in(&literal.to_string()));
                }
                _ => {}
            }
            // The second dot of `..x` is no field access.
            after_dot = is_dot && !after_dot;
        }
    }
    let mut names = BTreeSet::new();
    walk(tokens, &mut names);
    names
}

#[cfg(test)]
mod tests {
    use super::names_in;

    #[test]
    fn names_are_found_where_format_would_find_them() {
        assert_eq!(
            names_in("\"{a} {b:?} {0} {} {{c}} {d:>8.3}\""),
            ["a", "b", "d"]
        );
        assert!(names_in("{a}").is_empty(), "not a string");
    }
}

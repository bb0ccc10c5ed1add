//! `macro_rules!` of the user's: rules are matched and their bodies written out, as rustc does it.
//!
//! ```text
//! macro_rules! sq { ($e:expr) => {{ let t = $e; t * t }}; }
//! sq!(t + 1.0)                  { let t_1 = (t + 1.0); t_1 * t_1 }
//! ```
//!
//! A variable that the body declares is another one than a variable of the same name at the call
//! (hygiene), so it gets a name of its own. What follows `$` keeps the call's names.
//!
//! Source: the Rust Reference, "Macros By Example".

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::quote;
use syn::parse::{ParseStream, Parser};

use crate::front::syntax::captures::{names_in, renamed};
use crate::front::syntax::macro_matching::{
    Bindings, Bound, Matcher, matched, matchers, repetition,
};
use crate::ordered::Set;

/// The rules of one macro.
#[derive(Clone, Debug)]
pub(crate) struct Rules(Vec<Rule>);

#[derive(Clone, Debug)]
struct Rule {
    matcher: Vec<Matcher>,
    body: TokenStream,
}

/// Begins the names that the body of a macro has itself, until it is known which of them are
/// variables.
const MARK: &str = "__of_macro_";

impl Rules {
    /// Reads the tokens between the braces of `macro_rules!`. `None` if they are none.
    pub(crate) fn of(tokens: TokenStream) -> Option<Self> {
        let mut tokens = tokens.into_iter().peekable();
        let mut rules = Vec::new();
        while let Some(first) = tokens.next() {
            let TokenTree::Group(matcher) = first else {
                return None;
            };
            let arrow = [tokens.next()?.to_string(), tokens.next()?.to_string()];
            let TokenTree::Group(body) = tokens.next()? else {
                return None;
            };
            if arrow != ["=", ">"] {
                return None;
            }
            rules.push(Rule {
                matcher: matchers(matcher.stream())?,
                body: body.stream(),
            });
            tokens.next_if(|token| token.to_string() == ";");
        }
        Some(Self(rules))
    }

    /// The body of the first rule that fits, with names of its own for its variables, and the names
    /// in it that are no variables of its own. `None` if no rule fits.
    pub(crate) fn expand(
        &self,
        call: &TokenStream,
        number: usize,
    ) -> Option<(TokenStream, Set<String>)> {
        let fits = |rule: &Rule| {
            let parser = |input: ParseStream<'_>| matched(&rule.matcher, input);
            let bindings = parser.parse2(call.clone()).ok()?;
            transcribed(rule.body.clone(), &bindings, &mut Vec::new())
        };
        let marked = self.0.iter().find_map(fits)?;
        let own = variables(&marked)?;
        let mut others = Set::new();
        let tokens = unmarked(marked, &own, number, &mut others);
        Some((tokens, others))
    }
}

/// The body with the fragments in place of their names. `None` for what is not followed.
fn transcribed(
    body: TokenStream,
    bindings: &Bindings,
    within: &mut Vec<Bindings>,
) -> Option<TokenStream> {
    let mut written = TokenStream::new();
    let mut tokens = body.into_iter().peekable();
    let mut after_dot = false;
    while let Some(token) = tokens.next() {
        let is = |sign: char| matches!(&token, TokenTree::Punct(found) if found.as_char() == sign);
        let (is_dollar, is_dot) = (is('$'), is('.'));
        match token {
            _ if is_dollar => match tokens.next()? {
                TokenTree::Group(inner) => {
                    let (separator, _) = repetition(&mut tokens)?;
                    let inner = inner.stream();
                    let rounds = rounds_of(&inner, bindings, within)?;
                    for (position, round) in rounds.into_iter().enumerate() {
                        if position > 0 {
                            written.extend(separator.iter().cloned());
                        }
                        within.push(round);
                        let inner = transcribed(inner.clone(), bindings, within);
                        within.pop();
                        written.extend(inner?);
                    }
                }
                // The macro is one of this crate, so `$crate` is the crate of the call.
                TokenTree::Ident(name) if name == "crate" => {
                    written.extend([TokenTree::Ident(name)]);
                }
                TokenTree::Ident(name) => match found(&name.to_string(), bindings, within)? {
                    Bound::One(tokens) => written.extend(tokens.clone()),
                    Bound::Many(_) => return None,
                },
                _ => return None,
            },
            TokenTree::Group(group) => {
                let inner = transcribed(group.stream(), bindings, within)?;
                let mut group = Group::new(group.delimiter(), inner);
                group.set_span(group.span());
                written.extend([TokenTree::Group(group)]);
            }
            // `iter::Sum` begins with a module, not with a variable.
            TokenTree::Ident(name)
                if !after_dot && may_be_variable(&name) && !begins_path(tokens.peek()) =>
            {
                // `r#t` is the variable `t`.
                let plain = name.to_string();
                let plain = plain.strip_prefix("r#").unwrap_or(&plain);
                let marked = Ident::new(&format!("{MARK}{plain}"), name.span());
                written.extend([TokenTree::Ident(marked)]);
            }
            // A format string may capture variables of the body, which get names of their own.
            TokenTree::Literal(literal) if !names_in(&literal.to_string()).is_empty() => {
                let marked = renamed(&literal, &mut |name| format!("{MARK}{name}"))?;
                written.extend([TokenTree::Literal(marked)]);
            }
            token => written.extend([token]),
        }
        after_dot = is_dot;
    }
    Some(written)
}

fn found<'a>(name: &str, bindings: &'a Bindings, within: &'a [Bindings]) -> Option<&'a Bound> {
    let inner = within.iter().rev().find_map(|round| round.get(name));
    inner.or_else(|| bindings.get(name))
}

/// The rounds of the repetition that the names in a part of the body come from.
fn rounds_of(
    part: &TokenStream,
    bindings: &Bindings,
    within: &[Bindings],
) -> Option<Vec<Bindings>> {
    let mut pending = vec![part.clone()];
    while let Some(part) = pending.pop() {
        let mut tokens = part.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match (token, tokens.peek()) {
                (TokenTree::Punct(sign), Some(TokenTree::Ident(name))) if sign.as_char() == '$' => {
                    if let Some(Bound::Many(rounds)) = found(&name.to_string(), bindings, within) {
                        return Some(rounds.clone());
                    }
                }
                (TokenTree::Group(group), _) => pending.push(group.stream()),
                _ => {}
            }
        }
    }
    None
}

/// Whether a name before this token is the first of a path.
fn begins_path(next: Option<&TokenTree>) -> bool {
    let is_colon = |sign: &proc_macro2::Punct| sign.as_char() == ':';
    matches!(next, Some(TokenTree::Punct(sign))
        if is_colon(sign) && sign.spacing() == proc_macro2::Spacing::Joint)
}

/// Whether a name may be one of a local variable: keywords, types and constants are none.
fn may_be_variable(name: &Ident) -> bool {
    let text = name.to_string();
    let is_word = syn::parse_str::<Ident>(&text).is_ok();
    is_word && text.starts_with(|first: char| first.is_lowercase() || first == '_')
}

/// The marked names that the body declares. `None` if it is neither an expression nor statements.
fn variables(marked: &TokenStream) -> Option<Set<String>> {
    struct Names(Set<String>);
    impl<'ast> syn::visit::Visit<'ast> for Names {
        fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
            self.0.insert(name.ident.to_string());
            syn::visit::visit_pat_ident(self, name);
        }
    }
    let block: syn::Block = syn::parse2(quote!({ #marked })).ok()?;
    let mut names = Names(Set::new());
    syn::visit::Visit::visit_block(&mut names, &block);
    Some(names.0)
}

/// Gives variables of the body names of their own, and other marked names their plain ones.
fn unmarked(
    marked: TokenStream,
    own: &Set<String>,
    number: usize,
    others: &mut Set<String>,
) -> TokenStream {
    let mut chosen = |text: &str| match text.strip_prefix(MARK) {
        Some(plain) if own.contains(text) => format!("__{plain}_in_macro_{number}"),
        Some(plain) => {
            others.insert(plain.to_owned());
            plain.to_owned()
        }
        None => text.to_owned(),
    };
    unmarked_by(marked, &mut chosen)
}

fn unmarked_by(marked: TokenStream, chosen: &mut impl FnMut(&str) -> String) -> TokenStream {
    let token = |token: TokenTree| match token {
        TokenTree::Ident(name) if name.to_string().starts_with(MARK) => {
            TokenTree::Ident(word(&chosen(&name.to_string()), name.span()))
        }
        TokenTree::Literal(literal) if literal.to_string().contains(MARK) => {
            TokenTree::Literal(renamed(&literal, chosen).unwrap_or(literal))
        }
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), unmarked_by(group.stream(), chosen));
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        token => token,
    };
    marked.into_iter().map(token).collect()
}

/// A name, as `r#if` where it is a keyword.
fn word(text: &str, span: proc_macro2::Span) -> Ident {
    match syn::parse_str::<Ident>(text) {
        Ok(_) => Ident::new(text, span),
        Err(_) => Ident::new_raw(text, span),
    }
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::Rules;

    fn expanded(rules: proc_macro2::TokenStream, call: &proc_macro2::TokenStream) -> String {
        let rules = Rules::of(rules).expect("rules");
        let (tokens, _) = rules.expand(call, 1).expect("a rule fits");
        tokens.to_string()
    }

    #[test]
    fn variables_of_the_body_are_not_those_of_the_call() {
        let rules = quote!(($e:expr) => {{ let t = $e; t * t }};);
        let expected = quote!({
            let __t_in_macro_1 = (t + 1.0);
            __t_in_macro_1 * __t_in_macro_1
        });
        assert_eq!(expanded(rules, &quote!(t + 1.0)), expected.to_string());
    }

    #[test]
    fn repetitions_and_rules() {
        let rules = quote! {
            ($x:expr; $c:expr) => { $c };
            ($x:expr; $c:expr, $($rest:expr),+) => { $c + $x * horner!($x; $($rest),+) };
        };
        assert_eq!(
            expanded(rules.clone(), &quote!(x; 1.0, 2.0, 3.0)),
            quote!(1.0 + x * horner!(x; 2.0, 3.0)).to_string()
        );
        assert_eq!(
            expanded(rules, &quote!(x; a + b)),
            quote!((a + b)).to_string()
        );
        let nested = quote!(($([$($v:ident)*])*) => { 0.0 $(+ 1.0 $(* $v)*)* };);
        assert_eq!(
            expanded(nested, &quote!([a b] [c])),
            quote!(0.0 + 1.0 * a * b + 1.0 * c).to_string()
        );
    }
}

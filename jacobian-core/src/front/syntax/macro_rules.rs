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

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};

use crate::ordered::{Map, Set};

/// The rules of one macro.
#[derive(Clone, Debug)]
pub(crate) struct Rules(Vec<Rule>);

#[derive(Clone, Debug)]
struct Rule {
    matcher: Vec<Matcher>,
    body: TokenStream,
}

#[derive(Clone, Debug)]
enum Matcher {
    Token(TokenTree),
    Group(Delimiter, Vec<Matcher>),
    /// `$name:kind`
    Fragment(String, String),
    Repeated(Repetition),
}

/// `$( .. ) , *`
#[derive(Clone, Debug)]
struct Repetition {
    inner: Vec<Matcher>,
    separator: Option<TokenTree>,
    sign: char,
}

/// The tokens that a name of the matcher got from the call.
#[derive(Clone, Debug)]
enum Bound {
    One(TokenStream),
    Many(Vec<Bindings>),
}

type Bindings = Map<String, Bound>;

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

fn matchers(tokens: TokenStream) -> Option<Vec<Matcher>> {
    let mut tokens = tokens.into_iter().peekable();
    let mut found = Vec::new();
    while let Some(token) = tokens.next() {
        let is_dollar = matches!(&token, TokenTree::Punct(sign) if sign.as_char() == '$');
        found.push(match token {
            _ if is_dollar => match tokens.next()? {
                TokenTree::Group(inner) => {
                    let inner = matchers(inner.stream())?;
                    let (separator, sign) = repetition(&mut tokens)?;
                    Matcher::Repeated(Repetition {
                        inner,
                        separator,
                        sign,
                    })
                }
                TokenTree::Ident(name) => {
                    tokens.next_if(|colon| colon.to_string() == ":")?;
                    Matcher::Fragment(name.to_string(), tokens.next()?.to_string())
                }
                _ => return None,
            },
            TokenTree::Group(group) => Matcher::Group(group.delimiter(), matchers(group.stream())?),
            token => Matcher::Token(token),
        });
    }
    Some(found)
}

/// The separator and the sign behind `$( .. )`.
fn repetition(
    tokens: &mut std::iter::Peekable<proc_macro2::token_stream::IntoIter>,
) -> Option<(Option<TokenTree>, char)> {
    let sign = |token: &TokenTree| match token {
        TokenTree::Punct(sign) if matches!(sign.as_char(), '*' | '+' | '?') => Some(sign.as_char()),
        _ => None,
    };
    let first = tokens.next()?;
    if let Some(sign) = sign(&first) {
        return Some((None, sign));
    }
    // Separators of several signs, such as `=>`, are not read.
    let second = sign(&tokens.next()?)?;
    Some((Some(first), second))
}

fn matched(matchers: &[Matcher], input: ParseStream<'_>) -> syn::Result<Bindings> {
    let mut bindings = Bindings::new();
    for matcher in matchers {
        match matcher {
            Matcher::Token(expected) => {
                let found: TokenTree = input.parse()?;
                if found.to_string() != expected.to_string() {
                    return Err(input.error("another token"));
                }
            }
            Matcher::Group(delimiter, inner) => {
                let TokenTree::Group(group) = input.parse()? else {
                    return Err(input.error("no group"));
                };
                if group.delimiter() != *delimiter {
                    return Err(input.error("another delimiter"));
                }
                let parser = |input: ParseStream<'_>| matched(inner, input);
                bindings.extend(parser.parse2(group.stream())?);
            }
            Matcher::Fragment(name, kind) => {
                bindings.insert(name.clone(), Bound::One(fragment(kind, input)?));
            }
            Matcher::Repeated(repetition) => {
                let rounds = rounds(repetition, input)?;
                for name in names(&repetition.inner) {
                    bindings.insert(name, Bound::Many(rounds.clone()));
                }
            }
        }
    }
    Ok(bindings)
}

/// What each round of a repetition matches, as long as one fits.
fn rounds(repetition: &Repetition, input: ParseStream<'_>) -> syn::Result<Vec<Bindings>> {
    use syn::parse::discouraged::Speculative;
    let mut rounds = Vec::new();
    let most = if repetition.sign == '?' {
        1
    } else {
        usize::MAX
    };
    while !input.is_empty() && rounds.len() < most {
        let ahead = input.fork();
        if let (Some(separator), false) = (&repetition.separator, rounds.is_empty()) {
            match ahead.parse::<TokenTree>() {
                Ok(found) if found.to_string() == separator.to_string() => {}
                _ => break,
            }
        }
        // Without tokens of its own a round would fit for ever.
        match matched(&repetition.inner, &ahead) {
            Ok(round) if ahead.cursor() != input.cursor() => rounds.push(round),
            _ => break,
        }
        input.advance_to(&ahead);
    }
    if repetition.sign == '+' && rounds.is_empty() {
        return Err(input.error("nothing to repeat"));
    }
    Ok(rounds)
}

fn names(matchers: &[Matcher]) -> Vec<String> {
    let of = |matcher: &Matcher| match matcher {
        Matcher::Token(_) => Vec::new(),
        Matcher::Group(_, inner) => names(inner),
        Matcher::Fragment(name, _) => vec![name.clone()],
        Matcher::Repeated(repetition) => names(&repetition.inner),
    };
    matchers.iter().flat_map(of).collect()
}

fn fragment(kind: &str, input: ParseStream<'_>) -> syn::Result<TokenStream> {
    Ok(match kind {
        "expr" => {
            let expression: syn::Expr = input.parse()?;
            match expression {
                syn::Expr::Lit(_) | syn::Expr::Path(_) | syn::Expr::Paren(_) => {
                    expression.into_token_stream()
                }
                // The expression stays one operand wherever the body puts it.
                expression => quote!((#expression)),
            }
        }
        "ident" => input.call(Ident::parse_any)?.into_token_stream(),
        "literal" => {
            let sign: Option<syn::Token![-]> = input.parse()?;
            let literal: syn::Lit = input.parse()?;
            match sign {
                Some(sign) => quote!((#sign #literal)),
                None => literal.into_token_stream(),
            }
        }
        "ty" => input.parse::<syn::Type>()?.into_token_stream(),
        "path" => input.parse::<syn::Path>()?.into_token_stream(),
        "block" => input.parse::<syn::Block>()?.into_token_stream(),
        "pat" => input
            .call(syn::Pat::parse_multi_with_leading_vert)?
            .into_token_stream(),
        "pat_param" => input.call(syn::Pat::parse_single)?.into_token_stream(),
        "lifetime" => input.parse::<syn::Lifetime>()?.into_token_stream(),
        "tt" => input.parse::<TokenTree>()?.into_token_stream(),
        _ => return Err(input.error("a kind of fragment that is not followed")),
    })
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
                        if let (Some(separator), true) = (&separator, position > 0) {
                            written.extend([separator.clone()]);
                        }
                        within.push(round);
                        let inner = transcribed(inner.clone(), bindings, within);
                        within.pop();
                        written.extend(inner?);
                    }
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
            TokenTree::Ident(name) if !after_dot && may_be_variable(&name) => {
                let marked = Ident::new(&format!("{MARK}{name}"), name.span());
                written.extend([TokenTree::Ident(marked)]);
            }
            // A format string that captures a variable of the body would lose it.
            TokenTree::Literal(literal) if literal.to_string().contains('{') => {
                let captured = super::captures::names_in(&literal.to_string());
                if !captured.is_empty() {
                    return None;
                }
                written.extend([TokenTree::Literal(literal)]);
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
    let token = |token: TokenTree| match token {
        TokenTree::Ident(name) => {
            let text = name.to_string();
            let Some(plain) = text.strip_prefix(MARK) else {
                return TokenTree::Ident(name);
            };
            let chosen = if own.contains(&text) {
                format!("__{plain}_in_macro_{number}")
            } else {
                others.insert(plain.to_owned());
                plain.to_owned()
            };
            TokenTree::Ident(Ident::new(&chosen, name.span()))
        }
        TokenTree::Group(group) => {
            let inner = unmarked(group.stream(), own, number, others);
            let mut inner = Group::new(group.delimiter(), inner);
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        token => token,
    };
    marked.into_iter().map(token).collect()
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

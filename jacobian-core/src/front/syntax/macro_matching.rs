//! The left side of a rule of `macro_rules!`: which tokens of a call each of its names gets.
//!
//! ```text
//! $x:expr; $($c:expr),+        against      t + 1.0; 2.0, k
//! x: (t + 1.0)                 c: [2.0], [k]                 a round for each repetition
//! ```
//!
//! Cost: linear in the tokens, times the depth of repetitions.
//!
//! Source: the Rust Reference, "Macros By Example".

use proc_macro2::{Delimiter, Ident, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};

use crate::ordered::Map;

#[derive(Clone, Debug)]
pub(crate) enum Matcher {
    Token(TokenTree),
    Group(Delimiter, Vec<Matcher>),
    /// `$name:kind`
    Fragment(String, String),
    Repeated(Repetition),
}

/// `$( .. ) , *`
#[derive(Clone, Debug)]
pub(crate) struct Repetition {
    inner: Vec<Matcher>,
    /// The signs of one token, for example the two of `=>`.
    separator: Vec<TokenTree>,
    sign: char,
}

/// The tokens that a name of the matcher got from the call.
#[derive(Clone, Debug)]
pub(crate) enum Bound {
    One(TokenStream),
    Many(Vec<Bindings>),
}

pub(crate) type Bindings = Map<String, Bound>;

/// Reads the matcher of a rule. `None` if it is none.
pub(crate) fn matchers(tokens: TokenStream) -> Option<Vec<Matcher>> {
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
pub(crate) fn repetition(
    tokens: &mut std::iter::Peekable<proc_macro2::token_stream::IntoIter>,
) -> Option<(Vec<TokenTree>, char)> {
    let sign = |token: &TokenTree| match token {
        TokenTree::Punct(sign) if matches!(sign.as_char(), '*' | '+' | '?') => Some(sign.as_char()),
        _ => None,
    };
    let mut separator = Vec::new();
    loop {
        let next = tokens.next()?;
        if let Some(sign) = sign(&next) {
            return Some((separator, sign));
        }
        // A separator is one token to rustc, but three signs at most to us, as in `..=`.
        let goes_on = matches!(separator.last(), Some(TokenTree::Punct(last)) if last.spacing() == Spacing::Joint);
        if separator.len() == 3 || !(separator.is_empty() || goes_on) {
            return None;
        }
        separator.push(next);
    }
}

/// What the names of a matcher get from a call.
pub(crate) fn matched(matchers: &[Matcher], input: ParseStream<'_>) -> syn::Result<Bindings> {
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
        let is_separated = |sign: &TokenTree| {
            let found = ahead.parse::<TokenTree>();
            found.is_ok_and(|found| found.to_string() == sign.to_string())
        };
        if !rounds.is_empty() && !repetition.separator.iter().all(is_separated) {
            break;
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
        "expr" | "expr_2021" => {
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
        "item" => input.parse::<syn::Item>()?.into_token_stream(),
        "stmt" => statement(input)?,
        "vis" => input.parse::<syn::Visibility>()?.into_token_stream(),
        "meta" => input.parse::<syn::Meta>()?.into_token_stream(),
        "lifetime" => input.parse::<syn::Lifetime>()?.into_token_stream(),
        "tt" => input.parse::<TokenTree>()?.into_token_stream(),
        _ => return Err(input.error("a kind of fragment that is not followed")),
    })
}

/// A statement without the semicolon behind it, which belongs to the macro or to its body.
fn statement(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    use syn::parse::discouraged::Speculative;
    if input.peek(syn::Token![let]) {
        let keyword: syn::Token![let] = input.parse()?;
        let pattern = syn::Pat::parse_single(input)?;
        let mut written = quote!(#keyword #pattern);
        if let Some(colon) = input.parse::<Option<syn::Token![:]>>()? {
            let ty: syn::Type = input.parse()?;
            written.extend(quote!(#colon #ty));
        }
        if let Some(equals) = input.parse::<Option<syn::Token![=]>>()? {
            let value: syn::Expr = input.parse()?;
            written.extend(quote!(#equals #value));
            if let Some(keyword) = input.parse::<Option<syn::Token![else]>>()? {
                let block: syn::Block = input.parse()?;
                written.extend(quote!(#keyword #block));
            }
        }
        // A second semicolon in the macro's body is an empty statement.
        return Ok(quote!(#written;));
    }
    let ahead = input.fork();
    match ahead.parse::<syn::Item>() {
        Ok(syn::Item::Macro(_) | syn::Item::Verbatim(_)) | Err(_) => {
            Ok(input.parse::<syn::Expr>()?.into_token_stream())
        }
        Ok(item) => {
            input.advance_to(&ahead);
            Ok(item.into_token_stream())
        }
    }
}

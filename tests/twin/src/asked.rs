//! Parser of the attribute `#[row(..)]`.
//!
//! ```text
//! from = "..",  at = [[1.0, 2.0], ..],  with(k = 0.5, up = first > 0.0),  known = [..]
//! on = Body,  rows(result.x, result.v),  second(hessian, vjp)
//! ```
//!
//! Keeps: an argument that is not given is empty, and an unknown name is refused at its place.

use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, Token};

/// The arguments of the attribute.
pub(crate) struct Asked {
    pub(crate) from: Expr,
    pub(crate) at: Expr,
    pub(crate) with: Vec<(Ident, Expr)>,
    pub(crate) known: Expr,
    /// The type whose method is called, for a module.
    pub(crate) on: Option<syn::Type>,
    /// The numbers of `result` one by one, for a module.
    pub(crate) rows: Option<Punctuated<Expr, Token![,]>>,
    /// The options whose generated functions the row calls, in place of those of the Jacobian.
    pub(crate) second: Option<Vec<Ident>>,
}

impl Parse for Asked {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut asked = Self {
            from: syn::parse_quote!(""),
            at: syn::parse_quote!([]),
            with: Vec::new(),
            known: syn::parse_quote!([]),
            on: None,
            rows: None,
            second: None,
        };
        while !input.is_empty() {
            let name: Ident = input.parse()?;
            if name == "with" {
                let inside;
                syn::parenthesized!(inside in input);
                let pairs = Punctuated::<Pair, Token![,]>::parse_terminated(&inside)?;
                asked.with = pairs.into_iter().map(|pair| (pair.0, pair.1)).collect();
            } else if name == "rows" {
                let inside;
                syn::parenthesized!(inside in input);
                asked.rows = Some(Punctuated::parse_terminated(&inside)?);
            } else if name == "second" {
                let inside;
                syn::parenthesized!(inside in input);
                let options = Punctuated::<Ident, Token![,]>::parse_terminated(&inside)?;
                asked.second = Some(options.into_iter().collect());
            } else if name == "on" {
                input.parse::<Token![=]>()?;
                asked.on = Some(input.parse()?);
            } else {
                input.parse::<Token![=]>()?;
                let place = match name.to_string().as_str() {
                    "from" => &mut asked.from,
                    "at" => &mut asked.at,
                    "known" => &mut asked.known,
                    _ => {
                        return Err(syn::Error::new(
                            name.span(),
                            "from, at, with, known, on, rows or second",
                        ));
                    }
                };
                *place = input.parse()?;
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(asked)
    }
}

struct Pair(Ident, Expr);

impl Parse for Pair {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = Ident::parse_any(input)?;
        input.parse::<Token![=]>()?;
        Ok(Self(name, input.parse()?))
    }
}

//! `coord!` and `point!` of geo-types, written as values.
//!
//! ```text
//! coord! { x: a, y: b }       Coord { x: a, y: b }
//! point!(x: a, y: b)          Point::new(a, b)
//! ```

use syn::parse::Parser;
use syn::{Expr, ExprMacro, Ident, Token, parse_quote};

/// A call of such a macro as a value.
pub(crate) fn written(expression: &Expr) -> Option<Expr> {
    let Expr::Macro(ExprMacro { mac: call, .. }) = expression else {
        return None;
    };
    let mut path = call.path.clone();
    let last = &mut path.segments.last_mut()?.ident;
    let name = match last.to_string().as_str() {
        "coord" => "Coord",
        "point" => "Point",
        _ => return None,
    };
    *last = Ident::new(name, last.span());
    // `point![x, y]` is a macro of nalgebra.
    let coordinates = |input: syn::parse::ParseStream<'_>| {
        let one = |name: &str| {
            let found: Ident = input.parse()?;
            let _: Token![:] = input.parse()?;
            let value: Expr = input.parse()?;
            let _: Option<Token![,]> = input.parse()?;
            if found == name {
                Ok(value)
            } else {
                Err(input.error("expected another coordinate"))
            }
        };
        Ok((one("x")?, one("y")?))
    };
    let (x, y) = coordinates.parse2(call.tokens.clone()).ok()?;
    Some(match name {
        "Coord" => parse_quote!(#path { x: #x, y: #y }),
        _ => parse_quote!(#path::new(#x, #y)),
    })
}

//! The option `batch`, many points at once.
//!
//! ```text
//! batch                        inactive parameters are the same for all points
//! batch(per_point(t, y))       each point has its own `t` and `y`
//! ```

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;

use crate::front::messages;
use crate::front::read::clause::{Clause, choose};
use crate::front::read::paths::FieldPath;

/// `per_point(t, y)`
struct Part(Vec<FieldPath>);

impl Parse for Part {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let word = input.parse()?;
        choose("batch", &word, &[("per_point", ())])?;
        if !input.peek(syn::token::Paren) {
            return Err(syn::Error::new(
                word.span(),
                messages::PER_POINT_WITHOUT_NAMES,
            ));
        }
        let inner;
        syn::parenthesized!(inner in input);
        let paths = Punctuated::<FieldPath, syn::Token![,]>::parse_terminated(&inner)?;
        Ok(Self(paths.into_iter().collect()))
    }
}

/// The names in the option.
pub(super) fn read(clause: &Clause) -> syn::Result<Vec<FieldPath>> {
    let parts = clause.optional_list(Punctuated::<Part, syn::Token![,]>::parse_terminated)?;
    Ok(parts
        .into_iter()
        .flatten()
        .flat_map(|part| part.0)
        .collect())
}

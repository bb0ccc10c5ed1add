//! The row of a function with second derivatives, products and normal equations.
//!
//! ```text
//! second(several, hessian, vjp)   f_with_hessian_into(x, w, &mut value, &mut first, &mut entries)
//!                                 f_vjp_into(x, w, &mut value, &mut product)
//! ```
//!
//! The calls take the weights `w`, the direction `dx`, and three places to write to, of which each
//! uses the first ones. `several` says that there are several dependents: their Hessian has
//! weights. The twin runs over the hyper-dual numbers of num-dual.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::row::{Further, Row};

/// Whether a call takes an input.
#[derive(Clone, Copy)]
enum Takes {
    Never,
    Always,
    /// With several dependents.
    Several,
}

/// The function that an option generates.
struct Generated {
    option: &'static str,
    into: &'static str,
    weights: Takes,
    direction: Takes,
    n_targets: usize,
    /// The part of the name of its pattern.
    pattern: Option<&'static str>,
}

const GENERATED: [Generated; 5] = [
    Generated {
        option: "hessian",
        into: "with_hessian_into",
        weights: Takes::Several,
        direction: Takes::Never,
        n_targets: 2,
        pattern: Some("HESSIAN"),
    },
    Generated {
        option: "jvp",
        into: "jvp_into",
        weights: Takes::Never,
        direction: Takes::Always,
        n_targets: 1,
        pattern: None,
    },
    Generated {
        option: "vjp",
        into: "vjp_into",
        weights: Takes::Always,
        direction: Takes::Never,
        n_targets: 1,
        pattern: None,
    },
    Generated {
        option: "hvp",
        into: "hvp_into",
        weights: Takes::Several,
        direction: Takes::Always,
        n_targets: 2,
        pattern: None,
    },
    Generated {
        option: "normal",
        into: "with_normal_into",
        weights: Takes::Always,
        direction: Takes::Never,
        n_targets: 3,
        pattern: Some("NORMAL"),
    },
];

/// `pub const F: Problem = ..`, where `each` makes a closure that calls a generated function.
pub(crate) fn row(
    row: &Row<'_>,
    options: &[Ident],
    twin: &TokenStream,
    each: impl Fn(&Ident, &Further) -> syn::Result<TokenStream>,
) -> syn::Result<TokenStream> {
    let Row {
        name, owner, value, ..
    } = row;
    let upper = name.to_string().to_uppercase();
    let [constant, pattern] = ["", "_PATTERN"].map(|end| format_ident!("{upper}{end}"));
    let is_asked = |option: &str| options.iter().any(|one| one == option);
    let mut calls = Vec::new();
    for generated in GENERATED.iter().filter(|one| is_asked(one.option)) {
        let into = format_ident!("{name}_{}", generated.into);
        let call = each(&into, &generated.further(is_asked("several")))?;
        let option = generated.option;
        let symmetric = generated
            .pattern
            .map(|part| format_ident!("{upper}_{part}_PATTERN"));
        let symmetric = symmetric.map_or(quote!(None), |one| quote!(Some(&#owner #one)));
        calls.push(quote!((#option, #call, #symmetric)));
    }
    let (at, text) = (&row.asked.at, name.to_string());
    Ok(quote! {
        #[doc = "The row of the program."]
        pub const #constant: crate::corpus::problem::Problem = crate::corpus::problem::Problem {
            name: #text,
            points: || #at.iter().map(|point| point.to_vec()).collect(),
            value: #value,
            twin: #twin,
            pattern: &#owner #pattern,
            calls: &[#(#calls),*],
        };
    })
}

impl Generated {
    fn further(&self, is_several: bool) -> Further {
        let takes = |takes: Takes| match takes {
            Takes::Never => false,
            Takes::Always => true,
            Takes::Several => is_several,
        };
        let mut inputs = TokenStream::new();
        for (is_taken, input) in [
            (takes(self.weights), quote!(row_w)),
            (takes(self.direction), quote!(row_dx)),
        ] {
            if is_taken {
                inputs.extend(quote!(crate::corpus::problem::array(#input),));
            }
        }
        let names = ["row_a", "row_b", "row_c"].map(|name| format_ident!("{name}"));
        let targets = &names[..self.n_targets];
        Further {
            parameters: quote!([row_w, row_dx], [#(#names),*]),
            inputs,
            targets: quote!(#(crate::corpus::problem::array_mut(#targets)),*),
        }
    }
}

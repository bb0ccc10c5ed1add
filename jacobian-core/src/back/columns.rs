//! The ranges of columns: `F_COLUMNS_CAMERA` for the variable `camera`.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use crate::interface::Interface;

/// For each variable, the range of its columns.
pub(super) fn emit(interface: &Interface) -> TokenStream {
    let (visibility, attributes) = (&interface.visibility, &interface.attributes);
    let named = |path: &String| {
        let path = path.replace("r#", "").replace('.', "_");
        format!("{}_COLUMNS_{}", interface.prefix, path).to_uppercase()
    };
    let names: Vec<String> = interface.columns.iter().map(named).collect();
    let mut end = 0;
    let each = interface
        .columns
        .iter()
        .zip(&interface.column_counts)
        .zip(&names);
    let constants = each.map(|((path, count), name)| {
        let first = end;
        end += count;
        // Fields may have names that differ in their dots alone.
        if names.iter().filter(|other| *other == name).count() > 1 {
            return TokenStream::new();
        }
        let doc = format!(
            "The columns of `{path}` in the Jacobian of `{}`.",
            interface.name
        );
        let name = format_ident!("{name}", span = interface.span);
        let [first, end] = [first, end].map(Literal::usize_unsuffixed);
        quote! {
            #(#attributes)* #[doc = #doc] #[allow(dead_code, deprecated)]
            #visibility const #name: ::core::ops::Range<::core::primitive::usize> = #first..#end;
        }
    });
    constants.collect()
}

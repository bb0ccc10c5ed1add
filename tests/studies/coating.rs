//! Coating thickness standardization: 63 pairs of measurements, a bilinear model, errors in all
//! variables.
//!
//! ```text
//! s_i = u_i + x_(8+i)          the point where the i-th sample was truly taken, u_i, v_i as
//!                              measured
//! t_i = v_i + x_(71+i)
//!
//! rows   0..63    x0 + x1 s_i + x2 t_i + x3 s_i t_i - y_i          rows 126..189   4.08  x_(8+i)
//! rows  63..126   x4 + x5 s_i + x6 t_i + x7 s_i t_i - z_i          rows 189..252   0.417 x_(71+i)
//! ```
//!
//! 252 rows, 134 columns, 882 entries, of which the weights of the last 126 rows and the ones are
//! constant. Each sum is written out where it is used, so that no statement has an intermediate
//! variable, as the published table counts it. The measurements are those of the corpus
//! (`tests/corpus/domains/coating.rs`), which has the problem for nine samples and over two arrays.
//!
//! Source: MINPACK-2, section 3 (data set CTS); A. Boggs, R. Byrd, R. Schnabel, A stable and
//! efficient algorithm for nonlinear orthogonal distance regression, SIAM J. Sci. Stat. Comput. 8
//! (1987).

use proc_macro2::TokenStream;
use quote::quote;

use super::sources::Attributed;

/// The function, as the front reads it.
pub(crate) fn function() -> Attributed {
    Attributed {
        name: "coating".to_owned(),
        arguments: TokenStream::new(),
        item: item(),
        from: None,
    }
}

/// The measurements as constants: those of the function of the corpus.
pub(crate) fn data() -> TokenStream {
    let item: syn::ItemFn =
        syn::parse2(super::subject::function("coating").item).expect("the corpus is Rust");
    let constants = item
        .block
        .stmts
        .into_iter()
        .filter_map(|statement| match statement {
            syn::Stmt::Item(syn::Item::Const(constant)) => Some(constant),
            _ => None,
        });
    quote!(#(#constants)*)
}

fn item() -> TokenStream {
    let data = data();
    quote! {
        pub fn coating(x: &[f64; 134]) -> [f64; 252] {
            #data
            let mut f = [0.0; 252];
            for i in 0..63 {
                f[i] = x[0] + x[1] * (THICKNESS[i] + x[8 + i]) + x[2] * (DENSITY[i] + x[71 + i])
                    + x[3] * (THICKNESS[i] + x[8 + i]) * (DENSITY[i] + x[71 + i]) - RESPONSES[0][i];
                f[63 + i] = x[4] + x[5] * (THICKNESS[i] + x[8 + i]) + x[6] * (DENSITY[i] + x[71 + i])
                    + x[7] * (THICKNESS[i] + x[8 + i]) * (DENSITY[i] + x[71 + i]) - RESPONSES[1][i];
                f[126 + i] = 4.08 * x[8 + i];
                f[189 + i] = 0.417 * x[71 + i];
            }
            f
        }
    }
}

//! Macros of the user's own in methods of a generic `impl`, expanded before its scalar is chosen.
//!
//! ```text
//! macro_rules! lit { ($e:expr) => { F::from($e).unwrap() } }
//! impl<F: Float> Spring<F> {                    impl Spring<f64> {
//!     fn f(&self, x: F) -> F { lit!(2.0) * x }  ->  fn f(&self, x: f64) -> f64 { 2.0 * x }
//! }                                             }
//! ```
//!
//! A macro may name the parameter of the block that calls it. The block for one scalar no longer
//! has that parameter, so the calls are expanded first. The functions of a module are expanded
//! before they are read, so they need no such step.

use syn::{ImplItem, ImplItemFn, ItemImpl};

use crate::front::read::own_macros::OwnMacros;

impl OwnMacros {
    /// The block with the calls of these macros in its methods expanded.
    pub(crate) fn with_methods(&self, block: &ItemImpl) -> ItemImpl {
        let mut expanded = block.clone();
        for item in &mut expanded.items {
            if let ImplItem::Fn(method) = item {
                self.expand_method(method);
            }
        }
        expanded
    }

    fn expand_method(&self, method: &mut ImplItemFn) {
        let (signature, block) = (&method.sig, &method.block);
        let function: syn::ItemFn = syn::parse_quote!(#signature #block);
        if !self.has_calls(&function) {
            return;
        }
        let expanded = self.without_calls(&function);
        // Calls that are left are tried again when the method is read. That expansion counts its
        // variables from one, so it must not meet variables that were counted here.
        if !self.has_calls(&expanded) {
            method.block = *expanded.block;
        }
    }
}

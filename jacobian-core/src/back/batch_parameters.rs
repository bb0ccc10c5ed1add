//! The parameters of functions of many points: what all points share, and what each has.
//!
//! ```text
//! fn f(x: f64, t: f64, k: f64, w: &[f64; 2])      per_point(t, w)
//!     shared: k
//!     slices: t: &[f64], w: &[[f64; 2]]           Part::of(..) for each
//! ```

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use crate::interface::{Interface, Parameter, PerPoint, Shape};

use super::kernel::Batch;
use super::{function_struct, functions, weights};

/// The inactive parameters.
pub(super) fn inactive(interface: &Interface) -> impl Iterator<Item = &Parameter> {
    let parameters = interface.parameters.iter();
    parameters.filter(|parameter| function_struct::is_held(parameter))
}

/// The parameters that are the same for all points.
pub(super) fn shared(interface: &Interface) -> impl Iterator<Item = &Parameter> {
    inactive(interface).filter(|parameter| interface.of_point(&parameter.name).is_none())
}

impl Batch<'_> {
    /// Parameters, and weights behind them. Those of which each point has its own are slices.
    pub(super) fn parameters<'p>(
        &self,
        parameters: impl Iterator<Item = &'p Parameter>,
        scalar: &TokenStream,
        is_flat: bool,
    ) -> TokenStream {
        let interface = self.interface;
        let slice = |name: &Ident, count: usize, is_flat: bool| {
            let length = Literal::usize_unsuffixed(count);
            if is_flat {
                quote!(#name: &[#scalar],)
            } else {
                quote!(#name: &[[#scalar; #length]],)
            }
        };
        let own = parameters.map(|parameter| {
            let Some(PerPoint { name, shape, .. }) = interface.of_point(&parameter.name) else {
                return functions::spelled([parameter]);
            };
            slice(name, shape.count(), is_flat && *shape == Shape::Scalar)
        });
        let weights = self.least_squares.into_iter().filter_map(|found| {
            let name = weights::name(found.option.weights)?;
            Some(slice(&name, found.n_weights(), false))
        });
        own.chain(weights).collect()
    }

    /// The slices of data, with the weights behind them.
    pub(super) fn parts(&self, is_flat: bool) -> TokenStream {
        let runtime = &self.interface.runtime;
        let own = self.interface.extras.per_point.iter().map(|own| {
            let (name, is_number) = (&own.name, own.shape == Shape::Scalar);
            let chunks = (is_number && is_flat).then(|| quote!(.as_chunks::<1>().0));
            quote!(#name #chunks)
        });
        let weights = self.least_squares.into_iter();
        let weights = weights.filter_map(|found| weights::name(found.option.weights));
        let each = own.chain(weights.map(|name| quote!(#name)));
        quote!(&[#(#runtime::batch::__private::Part::of(#each)),*])
    }

    /// The numbers of a point beside its independents, from the slices of data.
    pub(super) fn data_at(&self, index: &Ident, is_flat: bool) -> Vec<TokenStream> {
        let own = self.interface.extras.per_point.iter();
        let own = own.map(|own| {
            let is_number = own.shape == Shape::Scalar && is_flat;
            let count = (!is_number).then(|| own.shape.count());
            (own.name.clone(), count)
        });
        let weights = self.least_squares.into_iter().filter_map(|found| {
            let name = weights::name(found.option.weights)?;
            Some((name, Some(found.n_weights())))
        });
        let places = own.chain(weights).flat_map(|(name, count)| match count {
            None => vec![quote!(#name[#index])],
            Some(count) => (0..count)
                .map(Literal::usize_unsuffixed)
                .map(|number| quote!(#name[#index][#number]))
                .collect(),
        });
        places.collect()
    }
}

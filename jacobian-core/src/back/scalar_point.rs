//! The scalar code of a batch, for one point: a closure that calls the function of one point.
//!
//! ```text
//! |x_in, data, value_out, none, entries_out| {
//!     let mut result = 0.0;
//!     decay_with_jacobian_into(&[x_in[0], x_in[1]], data[0], data[1], &mut result, entries_out);
//!     value_out[0] = result;
//! }
//! ```
//!
//! It runs where the lanes of a block take different arms, and where nothing can be put into lanes.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use crate::interface::{Interface, Parameter, PerPoint, Weights};
use crate::spelling::{self, Added};

use super::kernel::{Batch, LeastSquares, Points, Results};
use super::weights::loss_name;
use super::{flattened, functions, lanes};

impl Batch<'_> {
    /// The scalar code, for points that part. It is empty if none can.
    pub(crate) fn point(&self, points: Points) -> TokenStream {
        let double = spelling::scalar_type(crate::ir::Precision::Double);
        let types = self.types_of_point(&double);
        let [_, data, value, first, target] = self.parameters_of_point();
        let x = spelling::parameter(Added::Flat);
        let (value, cost) = match self.results() {
            Results::OfEach => (value, None),
            Results::Sums => (spelling::local("cost"), Some(self.cost())),
        };
        let body = (points == Points::MayPart).then(|| {
            let (before, called) = (cost.as_ref().map(|(before, _)| before), self.called());
            let after = cost.as_ref().map(|(_, after)| after);
            quote!(#before #called #after)
        });
        let names = [x, data, value, first, target];
        quote!(|#(#names: #types),*| { #body })
    }

    /// The call of the function for one point.
    fn called(&self) -> TokenStream {
        let interface = self.interface;
        let (x, result) = (spelling::parameter(Added::Flat), spelling::local("result"));
        let flattened::Arguments {
            before,
            list,
            after,
        } = flattened::arguments(interface, |name| argument(interface, name));
        let call = functions::sibling(interface, self.scalar);
        let (declared, zero) = (
            interface.returned.value.iter(),
            interface.returned.shape.zero(interface.precision),
        );
        let pass = interface
            .returned
            .value
            .as_ref()
            .map(|_| quote!(&mut #result,));
        let unload = flattened::unload(interface, &result);
        let weights = (self.n_weights > 0).then(|| {
            let places = (self.n_columns..self.n_in()).map(Literal::usize_unsuffixed);
            quote!(&[#(#x[#places]),*],)
        });
        let weights = weights.or_else(|| self.least_squares.map(|found| self.weighed(found)));
        let [_, _, _, first, target] = self.parameters_of_point();
        let given = self.first.as_ref().map(|_| quote!(#first,));
        quote! {
            #before
            #(let mut #result: #declared = #zero;)*
            #call(#list #weights #pass #given #target);
            #unload
            #after
        }
    }

    /// The weights of the residuals of one point, as an argument.
    fn weighed(
        &self,
        LeastSquares {
            option,
            n_residuals,
            ..
        }: LeastSquares<'_>,
    ) -> TokenStream {
        let places: Vec<TokenStream> = self.weights_of_point().collect();
        match option.weights {
            Weights::None => TokenStream::new(),
            Weights::Diagonal => quote!(&[#(#places),*],),
            Weights::SqrtInformation => {
                let rows = places.chunks(n_residuals.max(1));
                let rows = rows.map(|row| quote!([#(#row),*]));
                quote!(&[#(#rows),*],)
            }
        }
    }

    /// The cost of one point, from its residuals: what stands before the call, and behind it.
    fn cost(&self) -> (TokenStream, TokenStream) {
        let interface = self.interface;
        let found = self.least_squares;
        let found = found.expect("invariant: only least squares are added up");
        let (value, cost) = (spelling::parameter(Added::Value), spelling::local("cost"));
        let runtime = &interface.runtime;
        let n_residuals = Literal::usize_unsuffixed(found.n_residuals);
        let weights = self.weights_of_point();
        let norm = match found.option.weights {
            Weights::None => quote!(squared_norm(&#value)),
            Weights::Diagonal => quote!(weighted_norm(&#value, &[#(#weights),*])),
            Weights::SqrtInformation => quote!(rooted_norm(&#value, &[#(#weights),*])),
        };
        let norm = quote!(#runtime::batch::__private::#norm);
        let before = quote!(let mut #value = [0.0; #n_residuals];);
        if found.option.loss.is_none() {
            return (before, quote!(#cost[0] = #norm;));
        }
        let own = interface
            .extras
            .per_point
            .iter()
            .map(|PerPoint { name, .. }| {
                let own = argument(interface, name);
                quote!(let #name = #own;)
            });
        let (loss, name) = (self.loss(), loss_name());
        (before, quote!(#(#own)* #loss #cost[0] = #name(#norm).0;))
    }
}

/// An inactive parameter of the function at one point. If each point has its own, it is made of
/// the numbers of this point.
fn argument(interface: &Interface, name: &Ident) -> TokenStream {
    let data = lanes::data();
    let mut first = 0;
    for own in &interface.extras.per_point {
        let count = own.shape.count();
        if own.name != *name {
            first += count;
            continue;
        }
        let mut places = (first..first + count)
            .map(Literal::usize_unsuffixed)
            .map(|k| quote!(#data[#k]));
        let mut parameters = interface.parameters.iter();
        let declared = parameters.find(|parameter| parameter.name == *name);
        let is_reference = |of: &Parameter| matches!(of.ty, syn::Type::Reference(_));
        let borrow = declared.filter(|of| is_reference(of)).map(|_| quote!(&));
        let built = flattened::build(&own.shape, &mut places);
        return quote!(#borrow #built);
    }
    quote!(#name)
}

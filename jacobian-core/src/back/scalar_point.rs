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

use crate::interface::{Interface, Parameter, PerPoint, Shape, Weights};
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
        let x = spelling::parameter(Added::Flat);
        let whole = self.whole_point();
        // What is not copied is passed like an inactive parameter.
        let mut own = interface.clone();
        for parameter in &mut own.parameters {
            if whole == Some(&parameter.name) {
                parameter.independent = None;
            }
        }
        let flattened::Arguments {
            before,
            list,
            after,
        } = flattened::arguments(&own, |name| match whole {
            Some(whole) if whole == name => quote!(#x),
            _ => argument(interface, name),
        });
        let call = functions::sibling(interface, self.scalar);
        let (declare, pass, unload) = self.value();
        let weights = (self.n_weights > 0).then(|| {
            let places = (self.n_columns..self.n_in()).map(Literal::usize_unsuffixed);
            quote!(&[#(#x[#places]),*],)
        });
        let weights = weights.or_else(|| self.least_squares.map(|found| self.weighed(found)));
        let [_, _, _, first, target] = self.parameters_of_point();
        let given = self.first.as_ref().map(|_| quote!(#first,));
        quote! {
            #before
            #declare
            #call(#list #weights #pass #given #target);
            #unload
            #after
        }
    }

    /// The parameter that has the form of a point, a reference to an array of all columns. It need
    /// not be copied, which takes longer than some functions.
    fn whole_point(&self) -> Option<&Ident> {
        let parameters = self.interface.parameters.iter();
        let mut independents = parameters.filter(|of| of.independent.is_some());
        let only = independents
            .next()
            .filter(|_| independents.next().is_none())?;
        let is_flat = only.independent.as_ref().is_some_and(is_list_of_numbers);
        let is_array = match &only.ty {
            syn::Type::Reference(of) => matches!(*of.elem, syn::Type::Array(_)),
            _ => false,
        };
        (is_flat && is_array && self.n_weights == 0).then_some(&only.name)
    }

    /// The code that stores the value: the statements before the call, the argument for the value,
    /// and the statements after the call.
    fn value(&self) -> (TokenStream, TokenStream, TokenStream) {
        let interface = self.interface;
        let (value, result) = (spelling::parameter(Added::Value), spelling::local("result"));
        let Some(declared) = &interface.returned.value else {
            return Default::default();
        };
        let mut parameters = interface.parameters.iter();
        let is_whole = is_list_of_numbers(&interface.returned.shape)
            && matches!(declared, syn::Type::Array(_))
            && parameters.all(|parameter| parameter.output.is_none());
        if is_whole && self.results() == Results::OfEach {
            return (
                TokenStream::new(),
                quote!(&mut *#value,),
                TokenStream::new(),
            );
        }
        let zero = interface.returned.shape.zero(interface.precision);
        (
            quote!(let mut #result: #declared = #zero;),
            quote!(&mut #result,),
            flattened::unload(interface, &result),
        )
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
        let found = self.least_squares;
        let found = found.expect("invariant: only least squares are added up");
        let (value, cost) = (spelling::parameter(Added::Value), spelling::local("cost"));
        let n_residuals = Literal::usize_unsuffixed(found.n_residuals);
        let (before, norm) = self.norm(found);
        (
            quote!(let mut #value = [0.0; #n_residuals];),
            quote!(#before #cost[0] = #norm;),
        )
    }

    /// What the loss, if there is one, makes of the squared norm of the residuals of one point, and
    /// the statements in front of it.
    pub(super) fn norm(&self, found: LeastSquares<'_>) -> (TokenStream, TokenStream) {
        let (interface, value) = (self.interface, spelling::parameter(Added::Value));
        let runtime = &interface.runtime;
        let weights = self.weights_of_point();
        let norm = match found.option.weights {
            Weights::None => quote!(squared_norm(&#value)),
            Weights::Diagonal => quote!(weighted_norm(&#value, &[#(#weights),*])),
            Weights::SqrtInformation => quote!(rooted_norm(&#value, &[#(#weights),*])),
        };
        let norm = quote!(#runtime::batch::__private::#norm);
        if found.option.loss.is_none() {
            return (TokenStream::new(), norm);
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
        (quote!(#(#own)* #loss), quote!(#name(#norm).0))
    }
}

fn is_list_of_numbers(shape: &Shape) -> bool {
    matches!(shape, Shape::Array(_, element) if **element == Shape::Scalar)
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

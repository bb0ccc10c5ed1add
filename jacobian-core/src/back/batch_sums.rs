//! The normal equations of many points, added up: a fit has one vector of variables and many data.
//!
//! ```text
//! decay_normal_sum_into(p: &[f64; 3], t: &[f64], y: &[f64], &mut gradient, &mut normal) -> f64
//! ```
//!
//! The variables are those of the function, and the same for all points. The result is the cost.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use crate::interface::Interface;
use crate::ir::Precision;
use crate::options::Fma;
use crate::spelling::{self, Added};

use super::batch_parameters::shared;
use super::functions;
use super::kernel::Batch;
use super::preamble::preamble;

impl Batch<'_> {
    /// The public function.
    pub(super) fn door_of_sums(&self, refused: Option<&TokenStream>) -> TokenStream {
        let interface = self.interface;
        let runtime = &interface.runtime;
        let head = functions::head(interface, &self.doc_of_sums());
        let (generics, where_clause) = (&interface.generics, &interface.generics.where_clause);
        let (name, scalar) = (&self.names.points, spelling::scalar_type(Precision::Double));
        let receiver = functions::receiver(interface);
        let parameters = interface.parameters.iter();
        let parameters = parameters.filter(|parameter| parameter.output.is_none());
        let parameters = self.parameters(parameters, &scalar, true);
        let [gradient, normal] = [Added::Gradient, Added::Normal].map(spelling::parameter);
        let (n_columns, nnz) = (
            Literal::usize_unsuffixed(self.n_columns),
            &self.entries.length,
        );
        let body = refused.cloned().unwrap_or_else(|| {
            let checks = self.checks_of_variables();
            let (point, data) = (&interface.independents, self.parts(true));
            let point = point.iter().take(self.n_columns);
            let call = functions::sibling(interface, &self.names.lanes);
            let arguments = shared(interface).map(|parameter| &parameter.name);
            let sums = spelling::local("sums");
            quote! {
                #checks
                let #sums = #runtime::batch::__private::Sums {
                    point: [#(#point),*], data: #data, gradient: #gradient, normal: #normal,
                };
                #call(#sums #(, #arguments)*)
            }
        });
        quote! {
            #head fn #name #generics (
                #receiver
                #parameters
                #gradient: &mut [#scalar; #n_columns],
                #normal: &mut [#scalar; #nnz],
            ) -> #scalar #where_clause {
                #body
            }
        }
    }

    /// The checks of the lengths of variables.
    fn checks_of_variables(&self) -> TokenStream {
        let mut interface: Interface = self.interface.clone();
        let is_variable = |name: &Ident| {
            let mut parameters = self.interface.parameters.iter();
            let found = parameters.find(|parameter| parameter.name == *name);
            found.is_some_and(|parameter| parameter.independent.is_some())
        };
        interface
            .parameter_checks
            .retain(|check| is_variable(&check.name));
        interface.items.clear();
        preamble(&interface, Fma::Never)
    }

    fn doc_of_sums(&self) -> String {
        format!(
            "{}, added up over many points, which share the variables. Returns the cost: half the \
             sum of the squared norms{}.{}\n\n\
             The first, ninth, .. point are added up in order, and so are the second, tenth, .., and \
             then the eight sums in pairs.\n\n\
             # Panics\nWhere the slices are not equally long.",
            self.computes,
            match self
                .least_squares
                .and_then(|found| found.option.loss.as_ref())
            {
                None => "",
                Some(_) => ", or of their losses",
            },
            self.facts
        )
    }
}

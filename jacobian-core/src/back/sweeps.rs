//! Sweeps: products from the labels, which need neither the function nor its parameters.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use crate::graph::Side;
use crate::interface::{Interface, Shape, Wrapper};
use crate::options::Options;
use crate::pipeline::Compiled;
use crate::spelling::{self, Added};

use super::body::Target;
use super::computation::{Computation, elements};
use super::facts;
use super::functions::{
    arguments, done, head, into_result, lints, parameters, propagate, refused, sibling,
};
use super::labels::{Lengths, Linearized};
use super::names::ProductNames;
use super::product_parameters::Function;
use super::versions::Signature;

/// The most numbers of a vector and its product with which LLVM may compute several products at
/// once, each in a lane. They are gathered and scattered one by one, which takes the longer the
/// more they are, and longer than what is computed with them (docs/book/src/experiments.md).
const MAX_GATHERED: usize = 24;

impl Linearized<'_> {
    /// The product for one vector, and for several.
    pub(super) fn product(
        &self,
        word: &str,
        side: Side,
        swept: Option<&Compiled>,
        options: &Options,
    ) -> TokenStream {
        let names = ProductNames::of(self.function.interface, word);
        let at = self.at(&names.at, side, swept, options);
        let many = self.many(&names, side);
        quote!(#at #many)
    }

    /// A product from the labels.
    fn at(
        &self,
        name: &Ident,
        side: Side,
        swept: Option<&Compiled>,
        options: &Options,
    ) -> TokenStream {
        let Function {
            interface,
            names,
            entries,
            ..
        } = self.function;
        let Lengths { vector, from, to } = self.lengths(side);
        let (scalar, labels) = (
            spelling::scalar_type(interface.precision),
            spelling::parameter(Added::LabelsIn),
        );
        let (given, product) = (
            spelling::parameter(vector),
            spelling::parameter(Added::Product),
        );
        let (body, modules) = match swept {
            Some(swept) => self.sweep(name, side, swept, options),
            None if entries.refused => (refused(), TokenStream::new()),
            None => {
                let method = match side {
                    Side::Right => quote!(mul_into),
                    Side::Left => quote!(tr_mul_into),
                };
                let (path, pattern) = (&names.path, &names.pattern);
                let body = quote!(#path #pattern.#method(#labels, #given, #product));
                (body, TokenStream::new())
            }
        };
        let Interface {
            visibility,
            attributes,
            inline,
            ..
        } = interface;
        let doc = self.doc_of_product(side, swept);
        let (generics, where_clause) = scalar_alone(interface);
        let lints = lints();
        let [from, to] = [from, to].map(Literal::usize_unsuffixed);
        let ty = self.labels();
        let signature = Signature {
            interface: &without_receiver(interface),
            head: quote!(#(#attributes)* #(#inline)* #[doc = #doc] #lints #visibility),
            name,
            generics,
            parameters: quote! {
                #labels: &#ty, #given: &[#scalar; #from], #product: &mut [#scalar; #to],
            },
            result: TokenStream::new(),
            where_clause,
        };
        let function = match swept {
            Some(_) => signature.computing(&body),
            None => signature.with(&body),
        };
        quote!(#function #modules)
    }

    fn doc_of_product(&self, side: Side, swept: Option<&Compiled>) -> String {
        let takes = swept.map(|swept| format!("It takes {}. ", facts::work(swept)));
        format!(
            "Writes {} from the labels that `{}` has written.\n\n{}{}",
            self.said(side),
            self.into,
            takes.unwrap_or_default(),
            self.links()
        )
    }

    /// The statements of a product from the labels, and the modules for its parts.
    fn sweep(
        &self,
        name: &Ident,
        side: Side,
        swept: &Compiled,
        options: &Options,
    ) -> (TokenStream, TokenStream) {
        let Lengths { vector, from, to } = self.lengths(side);
        let mut own = self.function.interface.clone();
        let labels = elements(Added::LabelsIn, self.n_labels);
        own.independents = labels.chain(elements(vector, from)).collect();
        own.returned.wrapper = Wrapper::Plain;
        let computation = Computation {
            interface: &own,
            compiled: swept,
            targets: vec![Target::first(spelling::parameter(Added::Product), to)],
            slots: &[],
            template: None,
            places: Vec::new(),
            further: (0..to).collect(),
            prefix: name,
        };
        computation.emit_alone(options)
    }

    /// Several vectors at one point.
    fn many(&self, names: &ProductNames, side: Side) -> TokenStream {
        let Function {
            interface, entries, ..
        } = self.function;
        let ProductNames { many_into, at, .. } = names;
        let Lengths { vector, from, to } = self.lengths(side);
        let [vector, product, labels] =
            [vector, Added::Product, Added::LabelsOut].map(spelling::parameter);
        let each = if from + to > MAX_GATHERED {
            let runtime = &interface.runtime;
            quote!(#runtime::__private::alone(#vector))
        } else {
            quote!(#vector)
        };
        let [from, to] = [from, to].map(Literal::usize_unsuffixed);
        let path = self.function.names.prefix();
        let doc = format!(
            "Writes the value of `{}`, and {} for each of several vectors, by [`{path}{}`] and \
             [`{path}{at}`].\n\n{}",
            interface.name,
            self.said(side),
            self.into,
            self.links()
        );
        let head = head(interface, &doc);
        let n_vectors = Ident::new("__VECTORS", interface.span);
        let mut generics = interface.generics.clone();
        let parameter = syn::parse_quote!(const #n_vectors: ::core::primitive::usize);
        generics.params.push(parameter);
        let where_clause = &interface.generics.where_clause;
        let (parameters, result) = (parameters(interface), into_result(interface));
        let ((given, weights), (targets, pass)) = (self.given(), self.targets());
        let (scalar, zero) = (
            spelling::scalar_type(interface.precision),
            Shape::Scalar.zero(interface.precision),
        );
        let length = Literal::usize_unsuffixed(self.n_labels);
        let call = sibling(interface, &self.into);
        let path = &self.function.names.path;
        let (arguments, propagate, done) =
            (arguments(interface), propagate(interface), done(interface));
        let body = if entries.refused {
            refused()
        } else {
            quote! {
                let mut #labels = [#zero; #length];
                #call(#arguments #weights #pass &mut #labels) #propagate;
                for (#vector, #product) in ::core::iter::zip(#vector, #product) {
                    #path #at(&#labels, #each, #product);
                }
                #done
            }
        };
        quote! {
            #head fn #many_into #generics (
                #parameters #given #vector: &[[#scalar; #from]; #n_vectors], #targets
                #product: &mut [[#scalar; #to]; #n_vectors],
            ) #result #where_clause { #body }
        }
    }
}

fn without_receiver(interface: &Interface) -> Interface {
    Interface {
        receiver: None,
        ..interface.clone()
    }
}

/// The parameter and the bound of a generic scalar. A sweep only adds and multiplies, so it needs
/// none of the user's bounds, which may name other parameters.
fn scalar_alone(interface: &Interface) -> (TokenStream, TokenStream) {
    let (scalar, runtime) = (
        spelling::scalar_type(interface.precision),
        &interface.runtime,
    );
    match &interface.scalar {
        None => (TokenStream::new(), TokenStream::new()),
        Some(generic) if generic.is_of_impl => {
            (TokenStream::new(), quote!(where #scalar: #runtime::Real))
        }
        Some(_) => (quote!(<#scalar: #runtime::Real>), TokenStream::new()),
    }
}

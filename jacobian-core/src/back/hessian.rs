//! The Hessian: the function with its first derivatives, compiled again.
//!
//! ```text
//! F_HESSIAN_NNZ, _PATTERN, _COST, _TEMPLATE     of the lower triangle
//! f_with_hessian_into                           value, gradient or Jacobian, and Hessian
//! f_hessian_into                                the Hessian alone
//! ```
//!
//! For several dependents it is the Hessian of `w · f`, with one parameter more, `w`.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use crate::interface::{Head, Interface, Opaque, Shape};
use crate::ir::OpaqueId;
use crate::options::Options;
use crate::pipeline::{self, Compiled, Hessian};
use crate::spelling::{self, Added};

use super::body::{Body, row_places};
use super::chunks::{self, Modules};
use super::constants::{self, Entries};
use super::functions::{
    arguments, constant_stores, done, head, into_result, parameters, refused, sibling,
};
use super::names::Names;
use super::preamble::{helpers, preamble};
use super::printers::PRINTERS;

/// The pieces of code that read the weights of the dependents, beside those of the function.
pub(crate) fn weights(n_rows: usize) -> Vec<Opaque> {
    if n_rows == 1 {
        return Vec::new();
    }
    let weights = spelling::parameter(Added::W);
    let read = |row: usize| {
        let row = Literal::usize_unsuffixed(row);
        Opaque::Scalar {
            expression: quote!(#weights[#row]),
            reference: false,
        }
    };
    (0..n_rows).map(read).collect()
}

/// A function and its Hessian.
struct Second<'a> {
    interface: &'a Interface,
    names: &'a Names,
    /// The function: its Jacobian is written beside the Hessian.
    first: &'a Entries,
    n_rows: usize,
    entries: Entries,
    /// The names of the constants.
    constants: Names,
}

/// Everything that the option `hessian` adds.
pub(super) fn emit(
    (interface, names, first): (&Interface, &Names, &Entries),
    n_rows: usize,
    hessian: &Hessian,
    options: &Options,
) -> TokenStream {
    let compiled = &hessian.compiled;
    let mut own = interface.clone();
    own.opaques.extend(weights(n_rows));
    for opaque in &mut own.opaques {
        renumber(opaque, hessian);
    }
    let second = Second {
        interface: &own,
        names,
        first,
        n_rows,
        entries: Entries::of(compiled, interface, options.layout),
        constants: Names::of(&prefixed(interface)),
    };
    let constants = second.constants(compiled);
    let (body, modules) = second.body(compiled, options);
    let (with_value, alone) = (second.with_value(&body), second.alone());
    quote!(#constants #with_value #modules #alone)
}

/// The functions of a refused one without bodies.
pub(super) fn stubs(interface: &Interface, names: &Names, first: &Entries) -> TokenStream {
    if interface.extras.hessian.is_none() {
        return TokenStream::new();
    }
    let second = Second {
        interface,
        names,
        first,
        n_rows: interface.n_rows_declared(),
        entries: Entries::unknown(interface),
        constants: Names::of(&prefixed(interface)),
    };
    let (with_value, alone) = (second.with_value(&refused()), second.alone());
    let (visibility, attributes) = (&interface.visibility, &interface.attributes);
    let nnz = &second.constants.nnz;
    quote! {
        #(#attributes)* #[doc(hidden)] #[allow(dead_code, deprecated)]
        #visibility const #nnz: ::core::primitive::usize = 0;
        #with_value
        #alone
    }
}

/// The interface by whose names the constants of the Hessian are called.
fn prefixed(interface: &Interface) -> Interface {
    Interface {
        prefix: format!("{}_hessian", interface.prefix),
        ..interface.clone()
    }
}

/// Names the values in a piece of the user's code by their new numbers.
fn renumber(opaque: &mut Opaque, hessian: &Hessian) {
    let again = |tokens: &mut TokenStream| {
        *tokens = spelling::renumbered(std::mem::take(tokens), &hessian.renamed);
    };
    match opaque {
        Opaque::Scalar { expression, .. } => again(expression),
        Opaque::Integer(tokens) | Opaque::Statement(tokens) | Opaque::Condition(tokens) => {
            again(tokens);
        }
        Opaque::Branch { head, .. } => match head {
            Head::Always => {}
            Head::If(condition) => again(condition),
            Head::Match(matched, patterns) => {
                again(matched);
                patterns.iter_mut().for_each(again);
            }
        },
    }
}

impl Second<'_> {
    fn constants(&self, compiled: &Compiled) -> TokenStream {
        let (interface, names) = (self.interface, &self.constants);
        let Interface {
            visibility,
            attributes,
            runtime,
            ..
        } = interface;
        let Names {
            nnz, pattern, cost, ..
        } = names;
        let count = Literal::usize_unsuffixed(self.entries.nnz());
        let lower = constants::emit_pattern(interface, &self.entries);
        let cost_value = constants::emit_cost(interface, compiled);
        let what = self.subject();
        let nnz_doc = format!(
            "The number of structural entries in the lower triangle of the Hessian of {what}."
        );
        let pattern_doc = format!("The sparsity pattern of the Hessian of {what}.");
        let cost_doc = format!(
            "What the Hessian of {what} and the first derivatives cost per call beyond the value.\n\n\
             Order: {}.",
            compiled.choice
        );
        let template_doc = format!(
            "The entries of the Hessian of {what} that never vary; zero where an entry does."
        );
        let template = self.entries.template().into_iter();
        let values: Vec<TokenStream> = template
            .map(|value| spelling::literal(value, interface.precision))
            .collect();
        let template =
            constants::emit_template(interface, names, &quote!(doc = #template_doc), &values);
        quote! {
            #(#attributes)* #[doc = #nnz_doc] #[allow(dead_code, deprecated)]
            #visibility const #nnz: ::core::primitive::usize = #count;
            #(#attributes)* #[doc = #pattern_doc]
            #[allow(dead_code, deprecated, long_running_const_eval)]
            #visibility const #pattern: #runtime::SymmetricPattern =
                #runtime::SymmetricPattern::new(#lower);
            #(#attributes)* #[doc = #cost_doc] #[allow(dead_code, deprecated)]
            #visibility const #cost: #runtime::Cost = #cost_value;
            #template
        }
    }

    /// `w_in: &[f64; M],` for several dependents.
    fn weights(&self) -> Option<TokenStream> {
        let scalar = spelling::scalar_type(self.interface.precision);
        let (weights, length) = (
            spelling::parameter(Added::W),
            Literal::usize_unsuffixed(self.n_rows),
        );
        (self.n_rows != 1).then(|| quote!(#weights: &[#scalar; #length],))
    }

    /// Where the first derivatives are written, and the type.
    fn first(&self) -> (Ident, TokenStream) {
        let scalar = spelling::scalar_type(self.interface.precision);
        if self.n_rows == 1 {
            let length = Literal::usize_unsuffixed(self.first.n_cols);
            (
                spelling::parameter(Added::Gradient),
                quote!([#scalar; #length]),
            )
        } else {
            let length = self.names.length(self.first.nnz());
            (
                spelling::parameter(Added::Jacobian),
                quote!([#scalar; #length]),
            )
        }
    }

    /// The places of what is stored: the values, and the first derivatives.
    fn places(&self) -> Vec<TokenStream> {
        let (first, _) = self.first();
        let place = |index: usize| {
            let index = Literal::usize_unsuffixed(index);
            quote!(#first[#index])
        };
        let mut places = row_places(self.interface);
        if self.n_rows == 1 {
            places.extend((0..self.first.n_cols).map(place));
        } else {
            places.extend(self.first.slots.iter().copied().map(place));
        }
        places
    }

    /// What the derivatives are of.
    fn subject(&self) -> String {
        if self.n_rows == 1 {
            format!("`{}`", self.interface.name)
        } else {
            format!("`w_in · {}`", self.interface.name)
        }
    }

    /// The body of the function that computes everything, and the modules for its parts.
    fn body(&self, compiled: &Compiled, options: &Options) -> (TokenStream, TokenStream) {
        let interface = self.interface;
        let preamble = preamble(interface, options.fma);
        let template = self.constants.template_value(interface);
        let constants = constant_stores(interface, &self.entries, &template);
        let body = Body::of(interface, &compiled.code, compiled, &self.entries, PRINTERS);
        let mut body = body.storing_to(self.places());
        body.fma = options.fma;
        body.view.value_path = options.value;
        let modules = Modules {
            prefix: self.names.with_hessian_into.clone(),
            helpers: helpers(interface, options.fma),
        };
        let (statements, modules) = chunks::statements_and_modules(&body, &modules);
        let done = done(interface);
        (quote!(#preamble #constants #statements #done), modules)
    }

    fn with_value(&self, body: &TokenStream) -> TokenStream {
        let [value, _] = spelling::targets();
        let value_type = self.interface.returned.value.as_ref();
        let value = value_type.map(|ty| quote!(#value: &mut #ty,));
        let (first, first_type) = self.first();
        let first_said = if self.n_rows == 1 {
            "its gradient"
        } else {
            "the entries of its Jacobian"
        };
        let doc = format!(
            "Writes the value of `{}`, {first_said}, and the lower triangle of the Hessian of {}, in the \
             order of the pattern.",
            self.interface.name,
            self.subject()
        );
        let targets = quote!(#value #first: &mut #first_type,);
        self.function(&self.names.with_hessian_into, &doc, &targets, body)
    }

    fn alone(&self) -> TokenStream {
        let interface = self.interface;
        let [value, target] = spelling::targets();
        let (first, first_type) = self.first();
        let doc = format!(
            "Writes the lower triangle of the Hessian of {}, in the order of the pattern.",
            self.subject()
        );
        let zero = Shape::Scalar.zero(interface.precision);
        let n_first = Literal::usize_unsuffixed(if self.n_rows == 1 {
            self.first.n_cols
        } else {
            self.first.nnz()
        });
        let value_type = interface.returned.value.as_ref();
        let zeros = interface.returned.shape.zero(interface.precision);
        let declare = value_type.map(|ty| quote!(let mut #value: #ty = #zeros;));
        let pass = value_type.map(|_| quote!(&mut #value,));
        let weights = self.weights().map(|_| spelling::parameter(Added::W));
        let weights = weights.iter();
        let call = sibling(interface, &self.names.with_hessian_into);
        let arguments = arguments(interface);
        let body = if self.entries.refused {
            refused()
        } else {
            quote! {
                #declare
                let mut #first: #first_type = [#zero; #n_first];
                #call(#arguments #(#weights,)* #pass &mut #first, #target)
            }
        };
        self.function(&self.names.hessian_into, &doc, &TokenStream::new(), &body)
    }

    /// A function that writes the entries of the Hessian behind other targets.
    fn function(
        &self,
        name: &Ident,
        doc: &str,
        targets: &TokenStream,
        body: &TokenStream,
    ) -> TokenStream {
        let interface = self.interface;
        let head = head(interface, doc);
        let (generics, where_clause) = (&interface.generics, &interface.generics.where_clause);
        let (parameters, result) = (parameters(interface), into_result(interface));
        let weights = self.weights();
        let [_, target] = spelling::targets();
        let scalar = spelling::scalar_type(interface.precision);
        let nnz = self.constants.length(self.entries.nnz());
        quote! {
            #head fn #name #generics (
                #parameters #weights #targets #target: &mut [#scalar; #nnz],
            ) #result #where_clause {
                #body
            }
        }
    }
}

/// Compiles the function with its first derivatives again.
pub(crate) fn compile(
    interface: &Interface,
    compiled: &Compiled,
    options: &Options,
) -> Result<Hessian, Vec<crate::derived::Obstacle>> {
    let first = u32::try_from(interface.opaques.len()).expect("invariant: ids are 32 bits");
    let n_weights = weights(compiled.code.dependents().len()).len();
    let weights: Vec<OpaqueId> = (first..).take(n_weights).map(OpaqueId).collect();
    pipeline::hessian(compiled, &weights, options)
}

//! The normal equations of least squares: `Jᵀ W r` and `Jᵀ W J`, beside the value.
//!
//! ```text
//! F_NORMAL_NNZ, _PATTERN, _COST, _TEMPLATE     of the lower triangle of JᵀWJ
//! F_COLUMNS_CAMERA                             the columns of the variable `camera`
//! f_normal_into                                value, gradient and normal matrix
//! f_with_normal_into                           the entries of the Jacobian as well
//! ```
//!
//! Both functions have a body of their own, in which the plan of the Jacobian is continued: the
//! entries become values, and only `f_with_normal_into` stores them. What is stored goes to several
//! arrays, which are ranges of one list of slots.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use crate::derived::normal::{self, Jacobian, Place, Stored, Wanted};
use crate::interface::{Interface, Normal, Weights};
use crate::ir::OpaqueId;
use crate::options::Options;
use crate::pipeline::{self, Compiled, NormalEquations};
use crate::proof;
use crate::spelling;

use super::assembly::Assembled;
use super::body::row_places;
use super::computation::Computation;
use super::constants::{self, Described, Entries};
use super::equations::Equations;
use super::functions::{done, head, into_result, parameters, refused};
use super::names::Names;
use super::proven::demand;
use super::stubs::of_symmetric;
use super::versions::Signature;
use super::{columns, weights};

/// The number of products that the normal equations add up.
pub(crate) fn n_products(option: &Normal, compiled: &Compiled) -> usize {
    let n_rows = compiled.code.dependents().len();
    let weights = weights::of_option(option.weights);
    normal::n_products(&compiled.plan, n_rows, weights)
}

/// Everything that the option `normal` adds.
pub(super) fn emit(
    interface: &Interface,
    names: &Names,
    compiled: &Compiled,
    jacobian: &Entries,
    options: &Options,
) -> TokenStream {
    let Some(option) = &interface.extras.normal else {
        return TokenStream::new();
    };
    let n_rows = compiled.code.dependents().len();
    let n_opaques = u32::try_from(interface.opaques.len()).expect("invariant: ids are 32 bits");
    let formed = |jacobian: Jacobian, stored: Stored| {
        let wanted = Wanted {
            stored,
            weights: weights::of_option(option.weights),
            slope: option.loss.as_ref().map(|_| OpaqueId(n_opaques)),
            jacobian,
        };
        let found = pipeline::normal(compiled, &wanted, options);
        demand(proof::normal(compiled, &found, &wanted));
        found
    };
    let alone = formed(Jacobian::Inside, Stored::Residuals);
    let of_place = alone.compiled.plan.entries().iter().zip(&alone.places);
    let of_normal = of_place.filter(|(_, place)| **place == Place::Normal);
    let n_columns = jacobian.n_cols;
    let entries = Entries::of_some(
        of_normal.map(|(entry, _)| entry),
        &alone.compiled,
        n_columns,
        interface,
        options.layout,
    );
    let equations = Equations::of(interface, names, option, jacobian, entries, n_rows);
    let constants = equations.constants(&alone.compiled);
    let columns = columns::emit(interface);
    let (body, modules) = equations.body(Jacobian::Inside, &alone, options);
    let without = equations.computed(Jacobian::Inside, &body);
    let both = formed(Jacobian::Stored, Stored::Residuals);
    let (body, modules_of_both) = equations.body(Jacobian::Stored, &both, options);
    let with = equations.computed(Jacobian::Stored, &body);
    let many = equations.many_points(&formed, options);
    quote!(#constants #columns #without #modules #with #modules_of_both #many)
}

/// The functions of a refused one without bodies.
pub(super) fn stubs(interface: &Interface, names: &Names, jacobian: &Entries) -> TokenStream {
    let Some(option) = &interface.extras.normal else {
        return TokenStream::new();
    };
    let n_rows = interface.n_rows_declared();
    let unknown = Entries::unknown(interface);
    let equations = Equations::of(interface, names, option, jacobian, unknown, n_rows);
    let [without, with] = [Jacobian::Inside, Jacobian::Stored]
        .map(|stored| equations.function(stored).with(&refused()));
    let constants = of_symmetric(interface, &equations.constants);
    let columns = columns::emit(interface);
    let many = equations.many_points_refused();
    quote!(#constants #columns #without #with #many)
}

impl Equations<'_> {
    fn constants(&self, compiled: &Compiled) -> TokenStream {
        let (interface, name) = (self.interface, &self.interface.name);
        let runtime = &interface.runtime;
        let facts = self.entries.facts.unlinked("Normal matrix");
        let lower = constants::emit_pattern(interface, &self.entries);
        let described = Described {
            entries: &self.entries,
            compiled,
            pattern_type: quote!(#runtime::SymmetricPattern),
            pattern: quote!(#runtime::SymmetricPattern::new(#lower)),
            docs: [
                format!(
                    "The number of structural entries in the lower triangle of the normal matrix of \
                     `{name}`.{facts}"
                ),
                format!(
                    "The sparsity pattern of the normal matrix of `{name}`: the lower \
                     triangle.{facts}{}",
                    self.entries.facts.plot()
                ),
                format!(
                    "What the normal equations of `{name}` cost per call beyond the value, the \
                     Jacobian included.\n\nOrder: {}.{facts}",
                    compiled.choice
                ),
                format!(
                    "The entries of the normal matrix of `{name}` that never vary; zero where an \
                     entry does.{facts}"
                ),
            ],
        };
        described.emit(interface, &self.constants)
    }

    fn name(&self, stored: Jacobian) -> &Ident {
        match stored {
            Jacobian::Stored => &self.names.with_normal_into,
            Jacobian::Inside => &self.names.normal_into,
        }
    }

    /// The body of a function, and the modules for its parts.
    fn body(
        &self,
        stored: Jacobian,
        equations: &NormalEquations,
        options: &Options,
    ) -> (TokenStream, TokenStream) {
        let (interface, compiled) = (self.interface, &equations.compiled);
        let mut own = self.with_loss(equations);
        let weights = weights::places(self.option.weights, self.n_rows);
        own.independents.extend(weights);
        let n_targets = match stored {
            Jacobian::Stored => 3,
            Jacobian::Inside => 2,
        };
        let computation = Computation {
            interface: &own,
            compiled,
            targets: self.targets().into_iter().take(n_targets).collect(),
            slots: &self.slots(equations),
            template: None,
            places: row_places(interface),
            further: Vec::new(),
            prefix: self.name(stored),
        };
        let loss = weights::loss(self.option, interface);
        computation.emit(&loss, options)
    }

    /// The function with these statements.
    fn computed(&self, stored: Jacobian, statements: &TokenStream) -> TokenStream {
        let Some(assembled) = Assembled::of(self.interface, self.name(stored)) else {
            let done = done(self.interface);
            return self.function(stored).computing(&quote!(#statements #done));
        };
        let (weights, targets) = (self.weights(), self.targets_of(stored));
        let function = assembled.function(&quote!(#weights #targets), statements);
        let weights = weights::passed(self.option.weights);
        let [normal, gradient, jacobian] = self.targets().map(|target| target.name);
        let jacobian = (stored == Jacobian::Stored).then(|| quote!(#jacobian,));
        let further = quote!(#weights #jacobian #gradient, #normal);
        let written = self.function(stored).with(&assembled.written(&further));
        quote!(#function #written)
    }

    /// The parameter for the weights, if there are any.
    fn weights(&self) -> TokenStream {
        let scalar = spelling::scalar_type(self.interface.precision);
        weights::parameter(self.option.weights, self.n_rows, &scalar)
    }

    /// The parameters for what is written beside the value.
    fn targets_of(&self, stored: Jacobian) -> TokenStream {
        let scalar = spelling::scalar_type(self.interface.precision);
        let [normal, gradient, jacobian] = self.targets().map(|target| target.name);
        let jacobian = (stored == Jacobian::Stored).then(|| {
            let nnz = self.names.length(self.jacobian.nnz());
            quote!(#jacobian: &mut [#scalar; #nnz],)
        });
        let n_columns = Literal::usize_unsuffixed(self.jacobian.n_cols);
        let nnz = self.constants.length(self.entries.nnz());
        quote! {
            #jacobian #gradient: &mut [#scalar; #n_columns], #normal: &mut [#scalar; #nnz],
        }
    }

    /// The function with this body.
    fn function(&self, stored: Jacobian) -> Signature<'_> {
        let interface = self.interface;
        let name = self.name(stored);
        let with = match stored {
            Jacobian::Stored => ", the entries of its Jacobian",
            Jacobian::Inside => "",
        };
        let head = head(interface, &self.doc(with));
        let (parameters, result) = (parameters(interface), into_result(interface));
        let (weights, targets) = (self.weights(), self.targets_of(stored));
        let [value, _] = spelling::targets();
        let value_type = interface.returned.value.as_ref();
        let value = value_type.map(|ty| quote!(#value: &mut #ty,));
        let parameters = quote!(#parameters #weights #value #targets);
        Signature::of(interface, name, (head, parameters, result))
    }

    fn doc(&self, with: &str) -> String {
        let weighted = match self.option.weights {
            Weights::None => "",
            Weights::Diagonal => " The residuals have the weights `weights_in`.",
            Weights::SqrtInformation => {
                " The residuals and their Jacobian are multiplied by `sqrt_information_in`."
            }
        };
        let robust = match self.option.loss {
            None => "",
            Some(_) => {
                " Both are multiplied by the slope of the loss at the squared norm; its second \
                 derivative is left out."
            }
        };
        format!(
            "Writes the value of `{}`{with}, the gradient of half its squared norm, `Jᵀ r`, and the \
             lower triangle of `Jᵀ J`, in the order of the pattern.{weighted}{robust}{}{}",
            self.interface.name,
            self.facts(),
            self.jacobian.facts.line("Jacobian", self.names)
        )
    }
}

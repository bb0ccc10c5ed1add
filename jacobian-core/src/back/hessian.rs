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

use crate::interface::{Interface, Shape};
use crate::options::Options;
use crate::pipeline::{Compiled, Hessian};
use crate::spelling::{self, Added};

use super::assembly::Assembled;
use super::body::{Target, row_places};
use super::computation::{Computation, elements, renumbered};
use super::constants::{self, Described, Entries};
use super::functions::{arguments, done, head, into_result, parameters, refused, sibling};
use super::kernel::{Array, AsTrait, Batch};
use super::names::{BatchNames, Names};
use super::stubs::of_symmetric;
use super::versions::Signature;

/// A function and its Hessian.
struct Second<'a> {
    interface: &'a Interface,
    names: &'a Names,
    first: First,
    entries: Entries,
    /// The names of the constants.
    constants: Names,
    /// What the derivatives are of, as the documentation says it.
    subject: String,
    /// The number of weights, if there are any.
    n_weights: Option<usize>,
}

/// The first derivatives, which are written beside the Hessian: a gradient, or the entries of a
/// Jacobian.
struct First {
    array: Array,
    /// The slots of what is stored behind the values.
    slots: Vec<usize>,
    said: &'static str,
}

impl First {
    fn of(names: &Names, entries: &Entries, n_rows: usize) -> Self {
        if n_rows == 1 {
            let length = Literal::usize_unsuffixed(entries.n_cols);
            return Self {
                array: Array {
                    name: spelling::parameter(Added::Gradient),
                    length: quote!(#length),
                    count: entries.n_cols,
                },
                slots: (0..entries.n_cols).collect(),
                said: "its gradient",
            };
        }
        Self {
            array: Array {
                name: spelling::parameter(Added::Jacobian),
                length: names.length(entries.nnz()),
                count: entries.nnz(),
            },
            slots: entries.slots.clone(),
            said: "the entries of its Jacobian",
        }
    }
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
    own.independents.extend(elements(Added::W, n_rows));
    let own = renumbered(&own, &hessian.renamed);
    let entries = Entries::of(compiled, interface, options.layout);
    let second = Second::of((&own, names, first), n_rows, entries);
    let constants = second.constants(compiled);
    let (body, modules) = second.body(compiled, options);
    let (with_value, alone) = (second.computed(&body), second.alone());
    let batch = second.batch(first).emit(compiled, options);
    quote!(#constants #with_value #modules #alone #batch)
}

/// The functions of a refused one without bodies.
pub(super) fn stubs(interface: &Interface, names: &Names, first: &Entries) -> TokenStream {
    if interface.extras.hessian.is_none() {
        return TokenStream::new();
    }
    let n_rows = interface.n_rows_declared();
    let second = Second::of(
        (interface, names, first),
        n_rows,
        Entries::unknown(interface),
    );
    let (with_value, alone) = (second.with_value().with(&refused()), second.alone());
    let batch = second.batch(first).stubs();
    let constants = of_symmetric(interface, &second.constants);
    quote!(#constants #with_value #alone #batch)
}

impl<'a> Second<'a> {
    fn of(
        (interface, names, first): (&'a Interface, &'a Names, &Entries),
        n_rows: usize,
        entries: Entries,
    ) -> Self {
        let name = &interface.name;
        // The constants are named like those of a function of this name.
        let prefixed = Interface {
            prefix: format!("{}_hessian", interface.prefix),
            ..interface.clone()
        };
        let has_weights = n_rows != 1;
        Self {
            interface,
            names,
            first: First::of(names, first, n_rows),
            entries,
            constants: Names::of(&prefixed),
            subject: if has_weights {
                format!("`w_in · {name}`")
            } else {
                format!("`{name}`")
            },
            n_weights: has_weights.then_some(n_rows),
        }
    }

    fn facts(&self) -> String {
        self.entries.facts.line("Hessian", &self.constants)
    }

    fn constants(&self, compiled: &Compiled) -> TokenStream {
        let (interface, what) = (self.interface, &self.subject);
        let runtime = &interface.runtime;
        let facts = self.entries.facts.unlinked("Hessian");
        let lower = constants::emit_pattern(interface, &self.entries);
        let described = Described {
            entries: &self.entries,
            compiled,
            pattern_type: quote!(#runtime::SymmetricPattern),
            pattern: quote!(#runtime::SymmetricPattern::new(#lower)),
            docs: [
                format!(
                    "The number of structural entries in the lower triangle of the Hessian of \
                     {what}.{facts}"
                ),
                format!(
                    "The sparsity pattern of the Hessian of {what}: the lower triangle.{facts}{}",
                    self.entries.facts.plot()
                ),
                format!(
                    "What the Hessian of {what} and the first derivatives cost per call beyond the \
                     value.\n\nOrder: {}.{facts}",
                    compiled.choice
                ),
                format!(
                    "The entries of the Hessian of {what} that never vary; zero where an entry \
                     does.{facts}"
                ),
            ],
        };
        described.emit(interface, &self.constants)
    }

    /// The body of the function that computes everything, and the modules for its parts.
    fn body(&self, compiled: &Compiled, options: &Options) -> (TokenStream, TokenStream) {
        let First { array, slots, .. } = &self.first;
        let entries = Target::first(spelling::parameter(Added::Entries), self.entries.nnz());
        let first = entries.next(array.name.clone(), array.count);
        let computation = Computation {
            interface: self.interface,
            compiled,
            further: slots.iter().map(|slot| first.first + slot).collect(),
            targets: vec![entries, first],
            slots: &self.entries.slots,
            template: Some(self.constants.template_value(self.interface)),
            places: row_places(self.interface),
            prefix: &self.names.with_hessian_into,
        };
        computation.emit(&TokenStream::new(), options)
    }

    /// The function that writes value, first derivatives and Hessian by these statements.
    fn computed(&self, statements: &TokenStream) -> TokenStream {
        let interface = self.interface;
        let Some(assembled) = self.assembled() else {
            let done = done(interface);
            return self.with_value().computing(&quote!(#statements #done));
        };
        let (first, [_, target]) = (&self.first.array.name, spelling::targets());
        let (weights, first_target) = (self.weights(), self.target_of_first());
        let entries = self.target_of_entries();
        let further = quote!(#weights #first_target #entries);
        let function = assembled.function(&further, statements);
        let weights = self.weights_passed();
        let written = assembled.written(&quote!(#weights #first, #target));
        let with_value = self.with_value().with(&written);
        quote!(#function #with_value)
    }

    fn assembled(&self) -> Option<Assembled<'_>> {
        Assembled::of(self.interface, &self.names.with_hessian_into)
    }

    /// The parameter for the weights, if there are any.
    fn weights(&self) -> TokenStream {
        let scalar = spelling::scalar_type(self.interface.precision);
        let weights = spelling::parameter(Added::W);
        let length = self.n_weights.map(Literal::usize_unsuffixed);
        let length = length.iter();
        quote!(#(#weights: &[#scalar; #length],)*)
    }

    fn weights_passed(&self) -> TokenStream {
        let weights = spelling::parameter(Added::W);
        let passed = self.n_weights.map(|_| quote!(#weights,));
        passed.unwrap_or_default()
    }

    fn target_of_first(&self) -> TokenStream {
        let Array { name, length, .. } = &self.first.array;
        let scalar = spelling::scalar_type(self.interface.precision);
        quote!(#name: &mut [#scalar; #length],)
    }

    fn target_of_entries(&self) -> TokenStream {
        let [_, target] = spelling::targets();
        let scalar = spelling::scalar_type(self.interface.precision);
        let nnz = self.constants.length(self.entries.nnz());
        quote!(#target: &mut [#scalar; #nnz],)
    }

    fn with_value(&self) -> Signature<'_> {
        let interface = self.interface;
        let said = self.first.said;
        let doc = format!(
            "Writes the value of `{}`, {said}, and the lower triangle of the Hessian of {}, in the order \
             of the pattern.{}",
            interface.name,
            self.subject,
            self.facts()
        );
        let [value, _] = spelling::targets();
        let value_type = interface.returned.value.as_ref();
        let value = value_type.map(|ty| quote!(#value: &mut #ty,));
        let first = self.target_of_first();
        let targets = quote!(#value #first);
        self.function(&self.names.with_hessian_into, &doc, &targets)
    }

    fn alone(&self) -> TokenStream {
        let interface = self.interface;
        let Array { name, length, .. } = &self.first.array;
        let doc = format!(
            "Writes the lower triangle of the Hessian of {}, in the order of the pattern.{}{}",
            self.subject,
            self.facts(),
            self.entries.facts.plot()
        );
        let [value, target] = spelling::targets();
        let value_type = interface.returned.value.as_ref();
        let zeros = interface.returned.shape.zero(interface.precision);
        let declare = value_type.map(|ty| quote!(let mut #value: #ty = #zeros;));
        let pass = value_type.map(|_| quote!(&mut #value,));
        let zero = Shape::Scalar.zero(interface.precision);
        let weights = self.weights_passed();
        let call = sibling(interface, &self.names.with_hessian_into);
        let arguments = arguments(interface);
        let first = quote!(let mut #name = [#zero; #length];);
        let body = if self.entries.refused {
            refused()
        } else if let Some(assembled) = self.assembled() {
            let dropped = assembled.dropped(&quote!(#weights &mut #name, #target));
            let done = done(interface);
            quote!(#first #dropped #done)
        } else {
            quote! {
                #declare
                #first
                #call(#arguments #weights #pass &mut #name, #target)
            }
        };
        let signature = self.function(&self.names.hessian_into, &doc, &TokenStream::new());
        signature.with(&body)
    }

    /// The functions of many points.
    fn batch<'b>(&'b self, first: &Entries) -> Batch<'b> {
        let First { array, slots, said } = &self.first;
        Batch {
            interface: self.interface,
            names: BatchNames::of(self.interface, "hessian"),
            as_trait: AsTrait::Hessian(self.constants.pattern.clone()),
            scalar: &self.names.with_hessian_into,
            computes: format!(
                "The value of `{}`, {said}, and the lower triangle of the Hessian of {}",
                self.interface.name, self.subject
            ),
            facts: self.facts(),
            n_columns: first.n_cols,
            n_weights: self.n_weights.unwrap_or(0),
            n_rows: first.n_rows,
            first: Some(array.clone()),
            first_slots: slots,
            entries: Array {
                name: spelling::parameter(Added::Entries),
                length: self.constants.length(self.entries.nnz()),
                count: self.entries.nnz(),
            },
            slots: &self.entries.slots,
            least_squares: None,
        }
    }

    /// A function that takes the weights, and writes the entries of the Hessian behind other
    /// targets.
    fn function<'n>(&'n self, name: &'n Ident, doc: &str, targets: &TokenStream) -> Signature<'n> {
        let interface = self.interface;
        let head = head(interface, doc);
        let (parameters, result) = (parameters(interface), into_result(interface));
        let (weights, entries) = (self.weights(), self.target_of_entries());
        let parameters = quote!(#parameters #weights #targets #entries);
        Signature::of(interface, name, (head, parameters, result))
    }
}

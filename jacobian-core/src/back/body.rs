//! The computation: the schedule as the body of a function.
//!
//! ```text
//! assert lengths;  items of the user's body;  the helpers `__fma` and `__elemental`
//! the user's own code, in source order
//! let v3 = v0 * v1;  value[0] = v3;  entries[0] = v1;  ...          short: one sequence
//! let live_0 = __chunk_0(&[..], entries);  value[0] = live_0[4];    long: functions, see chunks.rs
//! ```

use std::rc::Rc;

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::interface::{Interface, Shape};
use crate::ir::{CodeList, Precision, RegionId, ValueId};
use crate::options::{Fma, Options, ValuePath};
use crate::pipeline::Compiled;
use crate::plan::{AccumulationId, Plan, Term};
use crate::regions::Arms;
use crate::schedule::{Call, CallId, Rewrites, Schedule, Step};
use crate::spelling;

use super::branch;
use super::chain::Chains;
use super::chunks::{self, Modules};
use super::constants::{self, Entries};
use super::names::Names;
use super::{functions, statement};

/// The function that writes the value and the entries that vary.
pub(crate) fn emit_update(
    interface: &Interface,
    names: &Names,
    compiled: &Compiled,
    entries: &Entries,
    options: &Options,
) -> TokenStream {
    let Names { update_into, .. } = names;
    let doc = format!(
        "Writes the value of `{}` and the entries of its Jacobian that vary; the others are those of the template.",
        interface.name
    );
    let head = functions::head(interface, &doc);
    let (generics, where_clause) = (&interface.generics, &interface.generics.where_clause);
    let parameters = functions::parameters(interface);
    let (targets, result) = (
        functions::targets(interface, names, entries),
        functions::into_result(interface),
    );
    let preamble = preamble(interface, options.fma);
    let body = Body {
        fma: options.fma,
        value_path: options.value,
        ..Body::of(interface, &compiled.code, compiled, entries)
    };
    let modules = Modules {
        prefix: update_into.clone(),
        helpers: helpers(interface, options.fma),
    };
    let (statements, modules) = chunks::statements_and_modules(&body, &modules);
    let done = functions::done(interface);
    quote! {
        #head fn #update_into #generics (#parameters #targets) #result #where_clause {
            #preamble
            #statements
            #done
        }
        #modules
    }
}

/// The value alone, for counting.
pub(crate) fn emit_value(
    interface: &Interface,
    names: &Names,
    code: &CodeList,
    schedule: &Schedule,
    options: &Options,
) -> TokenStream {
    let name = &names.update_into;
    let parameters = functions::parameters(interface);
    let value = spelling::local("value");
    let target = interface
        .returned
        .value
        .as_ref()
        .map(|ty| quote!(#value: &mut #ty));
    let result = functions::into_result(interface);
    let preamble = preamble(interface, options.fma);
    let arms = Arms::default();
    let body = Body::of_value(interface, code, &arms, schedule);
    let statements = body.steps(schedule.steps());
    let done = functions::done(interface);
    quote! {
        fn #name(#parameters #target) #result {
            #preamble
            #statements
            #done
        }
    }
}

pub(crate) fn preamble(interface: &Interface, fma: Fma) -> TokenStream {
    let checks = interface.length_checks.iter().map(|check| {
        let (name, length) = (&check.name, Literal::usize_unsuffixed(check.length));
        let message = format!("`{name}` must have length {length}");
        quote!(::core::assert!(#name.len() == #length, #message);)
    });
    let constants = interface
        .is_method
        .then(|| constants::constant_checks(interface, |check| quote!(const { #check };)));
    // Who only calls the Jacobian of a method still uses the method.
    let (name, turbofish) = (&interface.name, &interface.turbofish);
    let used = match (interface.is_method, turbofish) {
        (true, _) => quote!(let _ = Self::#name #turbofish;),
        (false, Some(_)) => quote!(let _ = #name #turbofish;),
        (false, None) => TokenStream::new(),
    };
    let (items, types) = (&interface.items, &interface.type_checks);
    let helpers = helpers(interface, fma);
    quote! {
        #used
        #constants
        #(#checks)*
        #(#types)*
        #(#items)*
        #helpers
    }
}

/// What statements call by short names.
pub(crate) fn helpers(interface: &Interface, fma: Fma) -> TokenStream {
    let runtime = &interface.runtime;
    let (helper, mode) = (
        spelling::fma(),
        proc_macro2::Ident::new(fma.name(), proc_macro2::Span::call_site()),
    );
    let scalar = match &interface.scalar {
        None => Some(spelling::scalar_type(interface.precision)),
        Some(_) => None,
    };
    let scalar = scalar.iter();
    let library = spelling::library();
    quote! {
        use #runtime::__private as #library;
        #runtime::__fma_fn!(#mode, #helper #(, #scalar)*);
    }
}

/// What the statements refer to.
#[derive(Clone)]
pub(crate) struct Body<'a> {
    pub(crate) interface: &'a Interface,
    pub(crate) code: &'a CodeList,
    pub(crate) arms: &'a Arms,
    /// The statements to emit, and what their accumulations are.
    pub(crate) schedule: &'a Schedule,
    pub(crate) plan: Option<&'a Plan>,
    pub(crate) rewrites: Option<&'a Rewrites>,
    pub(crate) entries: Option<&'a Entries>,
    /// Whether this is an arm: there every value of the code around has a name.
    pub(crate) is_arm: bool,
    /// How sums of products are rounded.
    pub(crate) fma: Fma,
    /// Whether the value path is to stay as the user wrote it.
    pub(crate) value_path: ValuePath,
    /// Where each row is written.
    places: Rc<Vec<TokenStream>>,
    pub(crate) chains: Chains<'a>,
    /// How a result is written to its place.
    pub(crate) store: fn(&TokenStream, &TokenStream) -> TokenStream,
}

impl<'a> Body<'a> {
    /// Value and Jacobian, for the scalar of this code list.
    pub(crate) fn of(
        interface: &'a Interface,
        code: &'a CodeList,
        compiled: &'a Compiled,
        entries: &'a Entries,
    ) -> Self {
        let plain = Self::of_value(interface, code, &compiled.arms, &compiled.schedule);
        Self {
            chains: Chains {
                masks: Some((&compiled.masks, RegionId::FUNCTION)),
                ..plain.chains
            },
            plan: Some(&compiled.plan),
            rewrites: Some(&compiled.rewrites),
            entries: Some(entries),
            ..plain
        }
    }

    fn of_value(
        interface: &'a Interface,
        code: &'a CodeList,
        arms: &'a Arms,
        schedule: &'a Schedule,
    ) -> Self {
        let chains = Chains {
            code,
            precision: interface.precision,
            masks: None,
        };
        Self {
            interface,
            code,
            arms,
            schedule,
            plan: None,
            rewrites: None,
            entries: None,
            is_arm: false,
            fma: Fma::Auto,
            value_path: ValuePath::Exact,
            places: Rc::new(row_places(interface)),
            chains,
            store: |place, result| quote!(#place = #result;),
        }
    }

    /// The same for an arm.
    pub(crate) fn inside(
        &self,
        region: RegionId,
        plan: Option<&'a Plan>,
        schedule: &'a Schedule,
    ) -> Self {
        let masks = self.chains.masks.map(|(masks, _)| (masks, region));
        Self {
            chains: Chains {
                masks,
                ..self.chains
            },
            plan,
            schedule,
            is_arm: true,
            ..self.clone()
        }
    }

    /// The statements of these steps.
    pub(crate) fn steps(&self, steps: &[Step]) -> TokenStream {
        steps.iter().map(|step| self.step(*step)).collect()
    }

    pub(crate) fn step(&self, step: Step) -> TokenStream {
        match step {
            Step::Value(id) if self.sum(id).is_some() => {
                let sum = self.chains.sum(self.sum(id).unwrap_or_default());
                self.result(step, &sum)
            }
            Step::Value(id) => statement::assignment(self.interface, self.code, id),
            Step::Call(id) => self.several(self.call(id)),
            Step::StoreValue(row) => {
                self.store_value(row, &statement::operand(self.code, self.dependent(row)))
            }
            Step::Accumulation(id) => self.result(step, &self.chains.sum(self.accumulation(id))),
            Step::StoreEntry(index) => self.result(step, &self.entry(index)),
            Step::Branch(id) => branch::emit(self, id),
        }
    }

    /// Where the result of a sum goes.
    pub(crate) fn result(&self, step: Step, sum: &TokenStream) -> TokenStream {
        match step {
            Step::Value(id) => {
                let name = spelling::value(id);
                quote!(let #name = #sum;)
            }
            Step::Accumulation(id) => {
                let name = spelling::local(&id.to_string());
                quote!(let #name = #sum;)
            }
            Step::StoreEntry(index) => {
                let (target, slot) = (
                    spelling::local("entries"),
                    Literal::usize_unsuffixed(self.slot(index)),
                );
                (self.store)(&quote!(#target[#slot]), sum)
            }
            Step::Call(_) | Step::StoreValue(_) | Step::Branch(_) => {
                unreachable!("invariant: these sum nothing")
            }
        }
    }

    /// What an accumulation sums.
    pub(crate) fn accumulation(&self, id: AccumulationId) -> &'a [Term] {
        let plan = self.plan;
        plan.expect("invariant: accumulations belong to a plan")
            .accumulation(id)
            .terms()
    }

    /// What an entry sums.
    pub(crate) fn terms(&self, index: usize) -> &'a [Term] {
        let plan = self.plan;
        plan.expect("invariant: entries belong to a plan").entries()[index].terms()
    }

    /// What an entry is.
    pub(crate) fn entry(&self, index: usize) -> TokenStream {
        self.chains.sum(self.terms(index))
    }

    /// Row and column of an entry.
    pub(crate) fn place(&self, index: usize) -> (usize, usize) {
        let plan = self.plan.expect("invariant: entries belong to a plan");
        let entry = &plan.entries()[index];
        (entry.row(), entry.col())
    }

    /// Where an entry is written.
    pub(crate) fn slot(&self, index: usize) -> usize {
        let entries = self.entries.expect("invariant: a plan has entries");
        entries.slots[index]
    }

    /// What a call of this schedule computes.
    pub(crate) fn call(&self, id: CallId) -> &'a Call {
        let rewrites = self.rewrites;
        rewrites.expect("invariant: calls are rewrites").call(id)
    }

    /// Several elementals at once; one after the other where the scalar is another one.
    fn several(&self, call: &Call) -> TokenStream {
        if self.code.precision() == Precision::Double {
            return statement::call(self.code, call);
        }
        let each = call.results();
        each.map(|id| statement::assignment(self.interface, self.code, id))
            .collect()
    }

    /// What a statement sums, if it is computed that way.
    pub(crate) fn sum(&self, id: ValueId) -> Option<&'a [Term]> {
        self.rewrites?.sum(id)
    }

    pub(crate) fn dependent(&self, row: usize) -> ValueId {
        self.code.dependents()[row]
    }

    /// Writes an expression into a row.
    pub(crate) fn store_value(&self, row: usize, expression: &TokenStream) -> TokenStream {
        (self.store)(&self.places[row], expression)
    }
}

/// The places of the rows: of the value, then of each output.
fn row_places(interface: &Interface) -> Vec<TokenStream> {
    let value = spelling::local("value");
    let mut places = match (&interface.returned.value, &interface.returned.shape) {
        (None, _) => Vec::new(),
        (Some(_), Shape::Scalar) => vec![quote!(*#value)],
        (Some(_), shape) => shape.places(&quote!(#value)),
    };
    for parameter in &interface.parameters {
        places.extend(parameter.output_places());
    }
    places
}

//! The body: prints the steps of one region as statements.
//!
//! ```text
//! v3 (step)              let v3 = v0 * v1;
//! store value 0          value[0] = v3;
//! a0                     let a0 = __fma(v3, v4, v5);
//! store entry 2          entries[2] = a0;
//! ```

use std::rc::Rc;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use crate::interface::{Interface, Shape};
use crate::ir::{BranchId, CodeList, LoopId, Precision, RegionId};
use crate::options::{Fma, ValuePath};
use crate::packing::View;
use crate::pipeline::Compiled;
use crate::plan::Plan;
use crate::regions::Arms;
use crate::schedule::{Call, Schedule, Step};
use crate::spelling::{self, Added};

use super::constants::Entries;
use super::fma_chain::Chains;
use super::statement;

/// Write branches and loops as statements. These are function pointers, because the arms of a
/// branch are bodies again, so `branch` uses this file, and no two files use each other.
#[derive(Clone, Copy)]
pub(crate) struct Printers {
    pub(crate) branch: fn(&Body<'_>, BranchId) -> TokenStream,
    pub(crate) run_time_loop: fn(&Body<'_>, LoopId) -> TokenStream,
}

/// An array that entries are stored to: a range of all slots. Between the ranges of two arrays
/// there is a gap, so that no two neighbouring slots are in different arrays.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) name: Ident,
    /// The slot of its first number.
    pub(crate) first: usize,
    pub(crate) length: usize,
}

impl Target {
    /// The first of several arrays.
    pub(crate) fn first(name: Ident, length: usize) -> Self {
        Self {
            name,
            first: 0,
            length,
        }
    }

    /// The one after this.
    pub(crate) fn next(&self, name: Ident, length: usize) -> Self {
        Self {
            name,
            first: self.first + self.length + 1,
            length,
        }
    }
}

/// A region, with all that its statements need.
#[derive(Clone)]
pub(crate) struct Body<'a> {
    pub(crate) interface: &'a Interface,
    /// The steps, and the code that they refer to.
    pub(crate) view: View<'a>,
    pub(crate) arms: &'a Arms,
    /// The arrays that entries are stored to.
    pub(crate) targets: Rc<Vec<Target>>,
    /// How sums of products are rounded.
    pub(crate) fma: Fma,
    /// The place of each row, for example `value[2]`.
    places: Rc<Vec<TokenStream>>,
    /// The number of rows that the user's function has. Those behind them are stored to the arrays
    /// of entries.
    n_returned: usize,
    pub(crate) chains: Chains<'a>,
    /// Writes a result to its place. In lanes, this is a call and not an assignment.
    pub(crate) store: fn(&TokenStream, &TokenStream) -> TokenStream,
    printers: Printers,
}

impl<'a> Body<'a> {
    /// Value and Jacobian, for the scalar of this code list.
    pub(crate) fn of(
        interface: &'a Interface,
        code: &'a CodeList,
        compiled: &'a Compiled,
        entries: &'a Entries,
        printers: Printers,
    ) -> Self {
        let target = Target::first(spelling::parameter(Added::Entries), entries.nnz());
        Self::of_compiled(interface, code, compiled, printers)
            .writing_to(vec![target], &entries.slots)
    }

    /// The same without arrays for the entries.
    pub(crate) fn of_compiled(
        interface: &'a Interface,
        code: &'a CodeList,
        compiled: &'a Compiled,
        printers: Printers,
    ) -> Self {
        let (arms, schedule) = (&compiled.arms, &compiled.schedule);
        let plain = Self::of_value(interface, code, arms, schedule, printers);
        Self {
            chains: Chains {
                masks: Some((&compiled.masks, RegionId::FUNCTION)),
                ..plain.chains
            },
            view: View {
                plan: Some(&compiled.plan),
                rewrites: Some(&compiled.rewrites),
                masks: Some(&compiled.masks),
                ..plain.view
            },
            ..plain
        }
    }

    /// The same with other arrays for the entries, and the slots of the entries in these.
    pub(crate) fn writing_to(mut self, targets: Vec<Target>, slots: &'a [usize]) -> Self {
        self.targets = Rc::new(targets);
        self.view.slots = slots;
        self
    }

    /// The parameters of a chunk that are these arrays.
    pub(crate) fn target_parameters(&self, scalar: &TokenStream) -> Vec<TokenStream> {
        let parameter = |target: &Target| {
            let (name, length) = (&target.name, Literal::usize_unsuffixed(target.length));
            quote!(#name: &mut [#scalar; #length])
        };
        self.targets.iter().map(parameter).collect()
    }

    /// The array of a slot, and the position in it.
    pub(crate) fn target(&self, slot: usize) -> (&Ident, Literal) {
        let holds = |target: &&Target| target.first <= slot;
        let target = self.targets.iter().rev().find(holds);
        let target = target.expect("invariant: a slot is in an array");
        let position = Literal::usize_unsuffixed(slot - target.first);
        (&target.name, position)
    }

    /// The same with the places of the rows, and behind them rows at slots of the arrays.
    pub(crate) fn storing_to(self, mut places: Vec<TokenStream>, further: &[usize]) -> Self {
        let n_returned = places.len();
        places.extend(further.iter().map(|slot| {
            let (target, position) = self.target(*slot);
            quote!(#target[#position])
        }));
        Self {
            places: Rc::new(places),
            n_returned,
            ..self
        }
    }

    /// Whether a step stores to something of the user's, whose type only the generated function
    /// can name.
    pub(crate) fn is_returned(&self, step: Step) -> bool {
        matches!(step, Step::StoreValue(row) if row < self.n_returned)
    }

    /// The value alone.
    pub(crate) fn of_value(
        interface: &'a Interface,
        code: &'a CodeList,
        arms: &'a Arms,
        schedule: &'a Schedule,
        printers: Printers,
    ) -> Self {
        let chains = Chains {
            code,
            precision: interface.precision,
            masks: None,
        };
        Self {
            interface,
            view: View {
                code,
                plan: None,
                schedule,
                rewrites: None,
                masks: None,
                region: RegionId::FUNCTION,
                slots: &[],
                value_path: ValuePath::Exact,
            },
            arms,
            targets: Rc::default(),
            fma: Fma::Auto,
            places: Rc::new(row_places(interface)),
            n_returned: usize::MAX,
            chains,
            store: |place, result| quote!(#place = #result;),
            printers,
        }
    }

    /// The same for an arm, or for the body of a loop.
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
            view: View {
                plan,
                schedule,
                region,
                ..self.view
            },
            ..self.clone()
        }
    }

    /// The statements of these steps.
    pub(crate) fn steps(&self, steps: &[Step]) -> TokenStream {
        steps.iter().map(|step| self.step(*step)).collect()
    }

    pub(crate) fn step(&self, step: Step) -> TokenStream {
        match step {
            // A rewrite may compute a value of the user as a sum of products, for example
            // `a * b + c` with `value = fused`.
            Step::Value(id) => match self.view.sum(id) {
                Some(terms) => self.result(step, &self.chains.sum(terms)),
                None => statement::assignment(self.interface, self.view.code, id),
            },
            Step::Call(id) => self.several(self.view.call(id)),
            Step::StoreValue(row) => {
                let (code, value) = (self.view.code, self.view.dependent(row));
                // Rows of a result that is put together at the end are doubles until then.
                let is_kept = self.interface.returned.assembly.is_some()
                    && row < self.interface.returned.shape.count();
                let value = if code.is_mixed() && !is_kept {
                    statement::row(code, value)
                } else {
                    statement::operand(code, value)
                };
                self.store_value(row, &value)
            }
            Step::Accumulation(id) => {
                self.result(step, &self.chains.sum(self.view.accumulation(id)))
            }
            Step::StoreEntry(index) => self.result(step, &self.entry(index)),
            Step::Branch(id) => (self.printers.branch)(self, id),
            Step::Loop(id) => (self.printers.run_time_loop)(self, id),
        }
    }

    /// The statement that assigns a sum to the result of a step.
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
                let (target, slot) = self.target(self.view.slots[index]);
                (self.store)(&quote!(#target[#slot]), sum)
            }
            Step::Call(_) | Step::StoreValue(_) | Step::Branch(_) | Step::Loop(_) => {
                unreachable!("invariant: these sum nothing")
            }
        }
    }

    /// An entry as an expression.
    pub(crate) fn entry(&self, index: usize) -> TokenStream {
        self.chains.sum(self.view.entry(index).terms())
    }

    /// Several elementals in one call. Vectorized functions exist for `f64` only, so for other
    /// scalars the elementals are computed one after the other.
    fn several(&self, call: &Call) -> TokenStream {
        if self.view.code.precision() == Precision::Double {
            return statement::call(self.view.code, call);
        }
        let each = call.results();
        each.map(|id| statement::assignment(self.interface, self.view.code, id))
            .collect()
    }

    /// Writes an expression into a row.
    pub(crate) fn store_value(&self, row: usize, expression: &TokenStream) -> TokenStream {
        (self.store)(&self.places[row], expression)
    }
}

/// The places of the rows: of the value, then of each output.
pub(crate) fn row_places(interface: &Interface) -> Vec<TokenStream> {
    let value = spelling::parameter(Added::Value);
    let mut places = match (&interface.returned.value, &interface.returned.shape) {
        (None, _) => Vec::new(),
        (Some(_), Shape::Scalar) => vec![quote!(*#value)],
        (Some(_), shape) => shape.places_written(&quote!(#value)),
    };
    for parameter in &interface.parameters {
        places.extend(parameter.output_places());
    }
    places.extend(interface.field_outputs.iter().cloned());
    places
}

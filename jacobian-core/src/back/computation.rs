//! The body of a generated function that computes more than the Jacobian.
//!
//! ```text
//! assert lengths;  items of the user's body;  the helpers `__fma` and `__elemental`
//! entries_out[3] = 0.0;                              entries that are known
//! let v3 = v0 * v1;  value[0] = v3;  ...             the schedule, in chunks if it is long
//! ```

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use crate::interface::{Head, Interface, Opaque};
use crate::ir::ValueId;
use crate::options::Options;
use crate::ordered::Map;
use crate::pipeline::Compiled;
use crate::schedule::constant_of;
use crate::spelling::{self, Added};

use super::body::{Body, Target};
use super::chunks::{self, Modules};
use super::functions::is_copied;
use super::preamble::{helpers, helpers_inside, preamble};
use super::printers::PRINTERS;

/// What a generated function computes.
pub(super) struct Computation<'a> {
    /// With the places of the independents and seeds, and the opaque pieces.
    pub(super) interface: &'a Interface,
    pub(super) compiled: &'a Compiled,
    /// The arrays that entries are stored to.
    pub(super) targets: Vec<Target>,
    /// By entry of the plan, its slot in these.
    pub(super) slots: &'a [usize],
    /// The constant that the one array begins as where most of its entries are known.
    pub(super) template: Option<TokenStream>,
    /// Where the values of the user's function are stored.
    pub(super) places: Vec<TokenStream>,
    /// The slots in the arrays of the values behind these.
    pub(super) further: Vec<usize>,
    /// The beginning of the names of modules.
    pub(super) prefix: &'a Ident,
}

impl Computation<'_> {
    /// The statements of a function with the user's parameters, and the modules for its parts.
    /// `first` stands before the others.
    pub(super) fn emit(
        &self,
        first: &TokenStream,
        options: &Options,
    ) -> (TokenStream, TokenStream) {
        let preamble = preamble(self.interface, options.fma);
        let (statements, modules) = self.statements(options);
        (quote!(#preamble #first #statements), modules)
    }

    /// The same for a function that has none of the user's parameters.
    pub(super) fn emit_alone(&self, options: &Options) -> (TokenStream, TokenStream) {
        let helpers = helpers_inside(self.interface, options.fma);
        let (statements, modules) = self.statements(options);
        (quote!(#helpers #statements), modules)
    }

    fn statements(&self, options: &Options) -> (TokenStream, TokenStream) {
        let (interface, compiled) = (self.interface, self.compiled);
        let body = Body::of_compiled(interface, &compiled.code, compiled, PRINTERS);
        let mut body = body
            .writing_to(self.targets.clone(), self.slots)
            .storing_to(self.places.clone(), &self.further);
        body.fma = options.fma;
        body.view.value_path = options.value;
        let known = self.known(&body);
        let modules = Modules {
            prefix: self.prefix.clone(),
            helpers: helpers(interface, options.fma),
        };
        let (statements, modules) = chunks::statements_and_modules(&body, &modules);
        (quote!(#known #statements), modules)
    }

    /// The stores of entries that are known at expansion.
    fn known(&self, body: &Body<'_>) -> TokenStream {
        let entries = self.compiled.plan.entries();
        let stores = entries.iter().zip(self.slots).filter_map(|(entry, slot)| {
            let constant = constant_of(entry.terms())?;
            let constant = spelling::literal(constant, self.interface.precision);
            let (target, position) = body.target(*slot);
            Some(quote!(#target[#position] = #constant;))
        });
        let stores: Vec<TokenStream> = stores.collect();
        match &self.template {
            Some(template) if is_copied(stores.len(), entries.len()) => {
                let target = &self.targets[0].name;
                quote!(*#target = #template;)
            }
            _ => quote!(#(#stores)*),
        }
    }
}

/// The places of the elements of a vector.
pub(super) fn elements(vector: Added, length: usize) -> impl Iterator<Item = TokenStream> {
    let vector = spelling::parameter(vector);
    (0..length).map(move |index| {
        let index = Literal::usize_unsuffixed(index);
        quote!(#vector[#index])
    })
}

/// The interface of a code list with new numbers: pieces of the user's code name values by them.
pub(super) fn renumbered(interface: &Interface, renamed: &Map<ValueId, ValueId>) -> Interface {
    let mut own = interface.clone();
    own.opaques
        .iter_mut()
        .for_each(|opaque| renumber(opaque, renamed));
    if let Some(whole) = &mut own.returned.assembly {
        *whole = spelling::renumbered(std::mem::take(whole), renamed);
    }
    own
}

/// Names the values in a piece of the user's code by their new numbers.
fn renumber(opaque: &mut Opaque, renamed: &Map<ValueId, ValueId>) {
    let again = |tokens: &mut TokenStream| {
        *tokens = spelling::renumbered(std::mem::take(tokens), renamed);
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

//! The computation: `residual_update_into`, with the schedule as its body.
//!
//! ```text
//! assert lengths;  items of the user's body;  the helpers `__fma` and `__elemental`
//! the user's own code, in source order
//! let v3 = v0 * v1;  value[0] = v3;  entries[0] = v1;  ...          short: see packed.rs
//! let live_0 = __chunk_0(&[..], entries);  value[0] = live_0[4];    long: functions, see chunks.rs
//! ```
//!
//! A result that holds more than numbers is put together from its rows at the end, by a private
//! function that returns it: see `assembly`.
//!
//! This file is above those that print statements, branches, loops and chunks.

use proc_macro2::TokenStream;
use quote::quote;

use crate::interface::Interface;
use crate::ir::CodeList;
use crate::options::Options;
use crate::pipeline::Compiled;
use crate::regions::Arms;
use crate::schedule::Schedule;
use crate::spelling::{self, Added};

use super::assembly::{self, Assembled};
use super::body::Body;
use super::chunks::{self, Modules};
use super::constants::Entries;
use super::functions;
use super::names::Names;
use super::preamble::{helpers, preamble};
use super::printers::PRINTERS;
use super::verify::Verified;
use super::versions::{self, Signature};

/// The function that writes the value and the entries that vary.
pub(super) fn emit(
    interface: &Interface,
    names: &Names,
    compiled: &Compiled,
    entries: &Entries,
    options: &Options,
) -> TokenStream {
    let Names { update_into, .. } = names;
    let doc = format!(
        "Writes the value of `{}` and the entries of its Jacobian that vary; the others are those of the template.{}",
        interface.name,
        entries.facts.line("Jacobian", names)
    );
    let head = functions::head(interface, &doc);
    let parameters = functions::parameters(interface);
    let (targets, result) = (
        functions::targets(interface, names, entries),
        functions::into_result(interface),
    );
    let signature = Signature::of(
        interface,
        update_into,
        (head, quote!(#parameters #targets), result.clone()),
    );
    let verified = Verified::of(interface, names, entries);
    let outer = verified
        .as_ref()
        .map(|verified| signature.with(&verified.body()));
    let signature = match &verified {
        Some(verified) => verified.unverified(&quote!(#parameters #targets), result),
        None => signature,
    };
    let check = versions::check(interface);
    let preamble = preamble(interface, options.fma);
    let mut body = Body::of(interface, &compiled.code, compiled, entries, PRINTERS);
    body.fma = options.fma;
    body.view.value_path = options.value;
    let modules = Modules {
        prefix: update_into.clone(),
        helpers: helpers(interface, options.fma),
    };
    let (statements, modules) = chunks::statements_and_modules(&body, &modules);
    let done = functions::done(interface);
    if let Some(assembled) = Assembled::of(interface, update_into) {
        let assembled = assembled.named(&names.assembled);
        let further = functions::target_of_entries(interface, names, entries);
        let function = assembled.function(&further, &quote!(#preamble #statements));
        let entries = spelling::parameter(Added::Entries);
        let written = assembled.written(&quote!(#entries));
        let written = signature.with(&quote!(#check #written));
        return quote!(#function #written #modules);
    }
    let function = signature.computing(&quote!(#check #preamble #statements #done));
    quote!(#outer #function #modules)
}

/// The value alone, for counting.
pub(super) fn emit_value(
    interface: &Interface,
    names: &Names,
    code: &CodeList,
    schedule: &Schedule,
    options: &Options,
) -> TokenStream {
    let name = &names.update_into;
    let parameters = functions::parameters(interface);
    let value = spelling::parameter(Added::Value);
    let target = interface
        .returned
        .value
        .as_ref()
        .map(|ty| quote!(#value: &mut #ty));
    let result = functions::into_result(interface);
    let preamble = preamble(interface, options.fma);
    let arms = Arms::default();
    let body = Body::of_value(interface, code, &arms, schedule, PRINTERS);
    let statements = body.steps(schedule.steps());
    let done = functions::done(interface);
    let (preamble, done) = match &interface.returned.assembly {
        None => (preamble, done),
        Some(whole) => {
            let rows = assembly::rows(interface);
            (
                quote!(#preamble let __out = #value; #rows),
                quote!(*__out = #whole; #done),
            )
        }
    };
    quote! {
        fn #name(#parameters #target) #result {
            #preamble
            #statements
            #done
        }
    }
}

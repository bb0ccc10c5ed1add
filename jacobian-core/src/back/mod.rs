//! From schedule to tokens: everything that stands beside the user's function.
//!
//! ```text
//! RESIDUAL_NNZ, _PATTERN, _COST, _TEMPLATE     constants        (constants.rs)
//! residual_update_into                         the computation  (body.rs, branch.rs, chain.rs, chunks.rs)
//! residual_with_jacobian_into                  constant entries, then the computation
//! residual_with_jacobian, residual_jacobian    by value         (functions.rs)
//! Residual                                     `Function`       (function_struct.rs)
//! residual_with_jacobian_batch                 many points      (batch.rs, kernel.rs, lanes.rs)
//! ```
//!
//! Generated code names the runtime by absolute path, its own variables with mixed-site hygiene, and
//! nothing else.

mod across;
mod anew;
mod batch;
mod blocks;
mod body;
mod branch;
mod chain;
mod chunks;
mod constants;
mod fences;
mod function_struct;
mod functions;
mod kernel;
mod lanes;
mod names;
mod neighbours;
mod numbers;
mod packs;
mod pairs;
mod pinned;
mod seeds;
mod statement;
mod sums;
mod superwords;
mod uses;

use proc_macro2::TokenStream;
use quote::quote;

use crate::interface::Interface;
use crate::ir::CodeList;
use crate::options::{Layout, Options};
use crate::pipeline::Compiled;
use crate::schedule;
use crate::spelling;

use constants::Entries;
use names::Names;

/// Everything that the attribute adds.
pub(crate) fn emit(interface: &Interface, compiled: &Compiled, options: &Options) -> TokenStream {
    let names = Names::of(interface);
    let entries = Entries::of(compiled, interface, options.layout);
    let constants = constants::emit(interface, &names, compiled, &entries);
    let update = body::emit_update(interface, &names, compiled, &entries, options);
    let functions = functions::emit(interface, &names, &entries);
    let function_struct = function_struct::emit(interface, &names, &entries);
    let batch = batch::emit(interface, &names, compiled, &entries, options);
    settled(
        interface,
        quote!(#constants #update #functions #function_struct #batch),
    )
}

/// The name of a generic scalar where the stand-in was.
fn settled(interface: &Interface, tokens: TokenStream) -> TokenStream {
    match &interface.scalar {
        Some(scalar) => spelling::with_scalar(tokens, &scalar.name, &interface.runtime),
        None => tokens,
    }
}

/// The generated functions without bodies, so that callers of a refused function still resolve.
pub(crate) fn stubs(interface: &Interface) -> TokenStream {
    let names = Names::of(interface);
    let entries = Entries::unknown(interface);
    let constants = constants::emit_stubs(interface, &names);
    let update = functions::stub_update(interface, &names);
    let functions = functions::emit(interface, &names, &entries);
    let batch = batch::stubs(interface, &names, &entries);
    settled(interface, quote!(#constants #update #functions #batch))
}

/// A function that computes the value alone, with the statements that the expansion would use.
pub(crate) fn emit_value(interface: &Interface, code: &CodeList, options: &Options) -> TokenStream {
    let names = Names::of(interface);
    let schedule = schedule::schedule_value(code);
    let value = body::emit_value(interface, &names, code, &schedule, options);
    settled(interface, value)
}

/// Which layout, by the runtime's name for it.
fn layout_name(layout: Layout) -> TokenStream {
    match layout {
        Layout::Csc => quote!(Csc),
        Layout::Csr => quote!(Csr),
    }
}

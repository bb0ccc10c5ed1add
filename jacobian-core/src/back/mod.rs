//! From schedule to tokens: all items that are emitted beside the user's function.
//!
//! ```text
//! RESIDUAL_NNZ, _PATTERN, _COST, _TEMPLATE     constants        (constants.rs, facts.rs)
//! residual_update_into                         the computation  (update.rs, branch.rs, chunks.rs,
//!                                                                run_time_loop.rs, packed.rs)
//! residual_with_jacobian_into                  constant entries, then the computation
//! residual_with_jacobian, residual_jacobian    by value         (functions.rs)
//! residual_gradient, residual_with_gradient    of one row       (gradient.rs)
//! residual_jvp, residual_vjp, residual_hvp     with vectors     (products.rs, linearize.rs)
//! residual_with_hessian_into                   compiled again   (hessian.rs)
//! residual_normal_into                         another plan     (normal.rs)
//! __residual_update_unverified                 compared by `_update_into`    (verify.rs)
//! Residual                                     `Function`       (function_struct.rs)
//! residual_with_jacobian_batch                 many points      (batch.rs, batch_struct.rs,
//!                                                                kernel.rs, lanes.rs)
//! ```
//!
//! Generated code names the runtime by absolute path, its own variables with mixed-site hygiene,
//! and nothing else.
//!
//! # The running example
//!
//! For `let r = x[0] * x[1].sin(); [r - k, x[2] / r]` the body of `residual_update_into` is:
//!
//! ```text
//! let v5: f64 = scalar(k);                               the user's own code
//! let v1 = x[1];  let v3 = v1.sin();                     the value path, as the user wrote it
//! let v2 = x[2];  let v0 = x[0];  let v4 = v0 * v3;  let v7 = v2 / v4;
//! let v9 = 1.0 / v4;  let v10 = v7 * v9;                 local partials
//! store(entries, 0, [v3, -v3 * v10]);                    two entries at once
//! let v8 = cos(v1);  let a0 = v0 * v8;  entries[2] = a0;
//! let v6 = v4 - v5;  value[0] = v6;
//! store(entries, 3, [-v10 * a0, v9]);  value[1] = v7;
//! ```

mod assembly;
mod batch;
mod batch_parameters;
mod batch_struct;
mod batch_sums;
mod batch_traits;
mod blocks;
mod body;
mod branch;
mod chunks;
mod columns;
mod computation;
mod constant_docs;
mod constant_table;
mod constants;
mod cuts;
mod equations;
mod facts;
mod flattened;
mod fma_chain;
mod function_struct;
mod functions;
mod gradient;
mod hessian;
mod inputs;
mod kernel;
mod labels;
mod lanes;
mod lanes_pay;
mod linearize;
mod names;
mod normal;
mod normal_points;
mod packed;
mod pinned;
mod preamble;
mod printers;
mod product_parameters;
mod products;
mod proven;
mod run_time_loop;
mod scalar_point;
mod sections;
mod siblings;
mod statement;
mod stubs;
mod sweeps;
mod trait_products;
mod update;
mod uses;
mod verify;
mod versions;
mod weights;

pub(crate) use normal::n_products as n_products_of_normal;
pub(crate) use preamble::checks_elsewhere;
pub(crate) use proven::demand;

use proc_macro2::TokenStream;
use quote::quote;

use crate::graph::Side;
use crate::interface::Interface;
use crate::ir::CodeList;
use crate::options::Options;
use crate::pipeline::{Compiled, Hessian};
use crate::products::{HessianProduct, Linearization, Product};
use crate::schedule;
use crate::spelling;

use constants::Entries;
use names::Names;
use product_parameters::Function;

/// The compiled Hessian and products that the options ask for. A product that is asked for may be
/// `None` here; then the Jacobian is formed for it.
#[derive(Debug, Default)]
pub(crate) struct Requested {
    pub(crate) hessian: Option<Hessian>,
    pub(crate) jvp: Option<Product>,
    pub(crate) vjp: Option<Product>,
    pub(crate) hvp: Option<HessianProduct>,
    pub(crate) linearization: Option<Linearization>,
}

/// Everything that the attribute adds.
pub(crate) fn emit(
    interface: &Interface,
    compiled: &Compiled,
    requested: &Requested,
    options: &Options,
) -> TokenStream {
    let names = Names::of(interface);
    let entries = Entries::of(compiled, interface, options.layout);
    let constants = constants::emit(interface, &names, compiled, &entries);
    let update = update::emit(interface, &names, compiled, &entries, options);
    let functions = functions::emit(interface, &names, &entries);
    let gradient = gradient::emit(interface, &names, &entries);
    let n_rows = compiled.code.dependents().len();
    let hessian = requested.hessian.as_ref();
    let hessian = hessian
        .map(|hessian| hessian::emit((interface, &names, &entries), n_rows, hessian, options));
    let normal = normal::emit(interface, &names, compiled, &entries, options);
    let function = Function {
        interface,
        names: &names,
        entries: &entries,
        compiled: Some(compiled),
    };
    let products = products(function, requested, options);
    let own = trait_products::Own {
        jvp: requested.jvp.is_some(),
        vjp: requested.vjp.is_some(),
        labels: requested.linearization.is_some(),
    };
    let function_struct = function_struct::emit(interface, &names, &entries, &own);
    let batch = batch::emit(interface, &names, compiled, &entries, options);
    let inherent = names::needs_an_inherent_impl(interface);
    settled(
        interface,
        quote! {
            #inherent #constants #update #functions #gradient #products #hessian #normal
            #function_struct #batch
        },
    )
}

/// The products with vectors that were asked for.
fn products(function: Function<'_>, requested: &Requested, options: &Options) -> TokenStream {
    let extras = &function.interface.extras;
    let product = |side, swept: &Option<Product>| function.product(side, swept.as_ref(), options);
    let jvp = extras.jvp.then(|| product(Side::Right, &requested.jvp));
    let vjp = extras.vjp.then(|| product(Side::Left, &requested.vjp));
    let found = requested.hvp.as_ref();
    let own = found.map(|found| function.interface_of_gradient(found));
    let hvp = extras
        .hvp
        .map(|_| function.hessian_product(found.zip(own.as_ref()), options));
    let of_hessian = found.and_then(|found| found.linearization.as_ref());
    let of_hessian = (extras.linearize.is_some() && extras.hvp.is_some())
        .then(|| linearize::emit_hessian(function, own.as_ref(), of_hessian, options));
    let labels = || linearize::emit(function, requested.linearization.as_ref(), options);
    let linearized = extras.linearize.map(|_| labels());
    quote!(#jvp #vjp #linearized #hvp #of_hessian)
}

/// Puts the name of the generic scalar in place of the placeholder.
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
    let jacobian = stubs::of_jacobian(interface, &names);
    let functions = functions::emit(interface, &names, &entries);
    let gradient = gradient::emit(interface, &names, &entries);
    let hessian = hessian::stubs(interface, &names, &entries);
    let normal = normal::stubs(interface, &names, &entries);
    let function = Function {
        interface,
        names: &names,
        entries: &entries,
        compiled: None,
    };
    let products = products(function, &Requested::default(), &Options::default());
    let batch = batch::stubs(interface, &names, &entries);
    let inherent = names::needs_an_inherent_impl(interface);
    settled(
        interface,
        quote!(#inherent #jacobian #functions #gradient #products #hessian #normal #batch),
    )
}

/// A function that computes the value alone, with the statements that the expansion would use.
pub(crate) fn emit_value(interface: &Interface, code: &CodeList, options: &Options) -> TokenStream {
    let names = Names::of(interface);
    let schedule = schedule::schedule_value(code);
    let own = Interface {
        extras: interface.extras.in_one_version(),
        ..interface.clone()
    };
    let value = update::emit_value(&own, &names, code, &schedule, options);
    settled(interface, value)
}

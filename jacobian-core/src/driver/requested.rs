//! Compiles the Hessian and the products that the options of a function ask for, or refuses them.
//!
//! ```text
//! hessian     the derivatives of a compiled function          again, from its output
//! jvp, hvp    the code list before it was differentiated      again, from the start
//! normal      sums over the plan of the Jacobian              here only refused
//! ```

use proc_macro2::Span;

use crate::back::{self, Requested};
use crate::derived::Obstacle;
use crate::diag::Diagnostics;
use crate::front::arguments::Arguments;
use crate::front::{messages, places_named};
use crate::graph::Side;
use crate::interface::{Interface, Normal};
use crate::ir::CodeList;
use crate::pipeline::{self, Compiled, Hessian};
use crate::products::{self, HessianProduct, Labels};
use crate::proof;

/// A derivative that was asked for and refused. The message is reported.
pub(super) struct Refused;

/// Compiles what the options ask for. `code` is the function before it was differentiated.
pub(super) fn compile(
    (interface, compiled): (&Interface, &Compiled),
    code: Option<&CodeList>,
    arguments: &Arguments,
    diagnostics: &mut Diagnostics,
) -> Result<Requested, Refused> {
    let (extras, options) = (&interface.extras, &arguments.options);
    // All of them are asked, so that all mistakes are reported at once.
    let normal = refuse_normal(interface, compiled, arguments, diagnostics);
    let hvp = hvp(interface, code, arguments, diagnostics);
    let hessian = hessian(interface, compiled, arguments, diagnostics);
    let ((), hvp, hessian) = (normal?, hvp?, hessian?);
    let n_cols = interface.independents.len();
    let swept = code.filter(|code| !code.is_mixed());
    let product = |is_asked_for: bool, side| {
        let code = swept.filter(|_| is_asked_for)?;
        let found = products::product(compiled, code, side, n_cols, options);
        back::demand(proof::product(&found.compiled, side, n_cols));
        Some(found)
    };
    Ok(Requested {
        hessian,
        jvp: product(extras.jvp, Side::Right),
        vjp: product(extras.vjp, Side::Left),
        hvp,
        linearization: swept.filter(|_| extras.linearize.is_some()).map(|code| {
            let found = products::linearize(code, options);
            back::demand(proof::linearization(&found));
            found
        }),
    })
}

/// The product with the Hessian, if it was asked for.
fn hvp(
    interface: &Interface,
    code: Option<&CodeList>,
    arguments: &Arguments,
    diagnostics: &mut Diagnostics,
) -> Result<Option<HessianProduct>, Refused> {
    let (Some(span), Some(code)) = (interface.extras.hvp, code) else {
        return Ok(None);
    };
    let option = ("hvp", span);
    let labels = if interface.extras.linearize.is_some() {
        Labels::Wanted
    } else {
        Labels::Unwanted
    };
    products::hessian(code, labels, &arguments.options)
        .map(|found| {
            back::demand(proof::hessian_product(code, &found));
            Some(found)
        })
        .map_err(|obstacles| report(obstacles, option, diagnostics))
}

fn report(
    obstacles: Vec<Obstacle>,
    (name, span): (&str, Span),
    diagnostics: &mut Diagnostics,
) -> Refused {
    for obstacle in obstacles {
        let message = match obstacle {
            Obstacle::Ruled => messages::hessian_of_ruled(name),
            Obstacle::TwoWidths => messages::hessian_of_two_widths(name),
        };
        diagnostics.error(span, &message);
    }
    Refused
}

/// The Hessian, if it was asked for.
fn hessian(
    interface: &Interface,
    compiled: &Compiled,
    arguments: &Arguments,
    diagnostics: &mut Diagnostics,
) -> Result<Option<Hessian>, Refused> {
    let Some(span) = interface.extras.hessian else {
        return Ok(None);
    };
    let option = ("hessian", span);
    pipeline::hessian(compiled, &arguments.options)
        .map(|found| {
            back::demand(proof::hessian(compiled, &found));
            Some(found)
        })
        .map_err(|obstacles| report(obstacles, option, diagnostics))
}

/// Refuses normal equations that were asked for and cannot be formed.
fn refuse_normal(
    interface: &Interface,
    compiled: &Compiled,
    arguments: &Arguments,
    diagnostics: &mut Diagnostics,
) -> Result<(), Refused> {
    let Some(option) = &interface.extras.normal else {
        return Ok(());
    };
    let limit = arguments.options.unroll;
    let message = if compiled.code.is_mixed() {
        messages::NORMAL_OF_TWO_WIDTHS.to_owned()
    } else if interface.is_one_number() {
        messages::NORMAL_OF_ONE.to_owned()
    } else if back::n_products_of_normal(option, compiled) > limit {
        let n_products = back::n_products_of_normal(option, compiled);
        messages::normal_too_large(n_products, limit)
    } else {
        return variables_of_loss(option, interface, diagnostics);
    };
    diagnostics.error(option.span, &message);
    Err(Refused)
}

/// Refuses a loss with an argument that names a variable.
fn variables_of_loss(
    option: &Normal,
    interface: &Interface,
    diagnostics: &mut Diagnostics,
) -> Result<(), Refused> {
    let arguments = option.loss.iter().flat_map(|loss| &loss.arguments);
    let mut result = Ok(());
    for argument in arguments {
        let places = places_named(argument);
        let is_named = |variable: &&String| places.iter().any(|place| overlap(place, variable));
        if let Some(variable) = interface.columns.iter().find(is_named) {
            diagnostics.error_at(argument, &messages::loss_names_variable(variable));
            result = Err(Refused);
        }
    }
    result
}

/// Whether two paths of fields are the same place, or one is inside of the other.
fn overlap(a: &str, b: &str) -> bool {
    let is_inside = |inner: &str, outer: &str| {
        let rest = inner.strip_prefix(outer);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    is_inside(a, b) || is_inside(b, a)
}

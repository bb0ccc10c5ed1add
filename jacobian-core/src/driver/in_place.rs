//! Outputs that are variables as well: `&mut` parameters with whose numbers the function computes.
//!
//! ```text
//! fn f(x: f64, y: &mut [f64; 2]) { y[0] = x; y[1] += x * x; }     columns: x
//! fn f(x: f64, y: &mut [f64; 2]) { y[0] *= x; y[1] = x * x; }     columns: x, y[0], y[1]
//! ```
//!
//! Whether it does is seen in the Jacobian by all outputs: a number that is only added to has one
//! entry in its own row, 1, or 0 on some of the ways through the function. So such a function is
//! lowered twice. `wrt(..)` decides otherwise, and so does a function that can be differentiated
//! only without these columns, for example with `as`.

use crate::diag::Diagnostics;
use crate::front::arguments::Arguments;
use crate::front::library::{Home, Library};
use crate::front::{self, Changed, Lowered, Reading, Signature, computes_with};
use crate::pipeline;

/// The signature of a function, with the outputs that are variables as well.
pub(super) fn understand(
    function: &syn::ItemFn,
    arguments: &Arguments,
    reading: Reading,
    around: (&Library, &Home),
    diagnostics: &mut Diagnostics,
) -> Option<Signature> {
    let signature = Signature::understand(function, arguments, reading, diagnostics)?;
    let candidates = candidates(function, arguments, &signature);
    if candidates.is_empty() {
        return Some(signature);
    }
    let with = |positions: &[usize]| Reading {
        changed: Changed::at(positions.iter().copied()),
        ..reading
    };
    let mut errors = Diagnostics::default();
    let trial = Signature::understand(function, arguments, with(&candidates), &mut errors);
    let trial = trial.and_then(|trial| {
        let columns = trial.columns_of_parameters();
        let lowered = front::lower(function, trial, arguments, around, &mut errors)?;
        Some((columns, lowered))
    });
    let is_refused = errors.finish().is_err();
    let Some((columns, lowered)) = trial.filter(|_| !is_refused) else {
        return Some(signature);
    };
    let read = with(&variables(&candidates, &columns, lowered));
    if read.changed == Changed::default() {
        return Some(signature);
    }
    Signature::understand(function, arguments, read, diagnostics)
}

/// The positions of outputs that may be variables.
fn candidates(function: &syn::ItemFn, arguments: &Arguments, signature: &Signature) -> Vec<usize> {
    if arguments.wrt.is_some() {
        return Vec::new();
    }
    let columns = signature.columns_of_parameters();
    let parameters = signature.interface.parameters.iter().enumerate();
    let candidates = parameters.filter(|(position, parameter)| {
        parameter.output.is_some()
            && !signature.is_output_of_structs(*position)
            && !columns.contains(&Some(*position))
            && computes_with(&function.block, &parameter.name)
    });
    candidates.map(|(position, _)| position).collect()
}

/// The outputs whose numbers the function computes with. `columns` are the parameters of the
/// columns, by position.
fn variables(candidates: &[usize], columns: &[Option<usize>], lowered: Lowered) -> Vec<usize> {
    let Lowered { code, interface } = lowered;
    let mut own_rows = vec![None; columns.len()];
    let mut row = interface.returned.shape.count();
    for (position, parameter) in interface.parameters.iter().enumerate() {
        let n_rows = parameter.output_places().len();
        let of_parameter = (0..columns.len()).filter(|at| columns[*at] == Some(position));
        for (column, own) in of_parameter.zip(row..row + n_rows) {
            own_rows[column] = Some(own);
        }
        row += n_rows;
    }
    let computed = pipeline::columns_computed_with(&code, &own_rows);
    let is_read = |position: &&usize| {
        let mut computed = computed.iter();
        computed.any(|column| columns[*column] == Some(**position))
    };
    candidates.iter().filter(is_read).copied().collect()
}

//! From syntax to code list: the function is run at expansion on [values](value::Value).
//!
//! ```text
//! for i in 0..2 { y[i] = k.a * x[i].sin(); }   v2 = opaque `k.a`   kept as written, evaluated once
//!                                              v3 = sin v0
//!                                              v4 = mul v2 v3
//!                                              v5 = opaque `k.a`, ...
//! ```
//!
//! Loops are unrolled, assignments give names new values, and aggregates are split into scalars.
//! The result is in single-assignment form. Code that mentions no active name is not interpreted
//! further: it is *opaque*, and it is emitted at the same place. An expression that can be neither
//! differentiated nor kept is reported, and its statement stops there. The names that the statement
//! should have set are poisoned and the next statement runs, so that all mistakes of a function are
//! found in one pass.
//!
//! Cost: proportional to the operations that the function unrolls to.

mod flow;
pub(crate) mod messages;
mod methods;
mod names;
mod prelude;
mod read;
mod run;
mod syntax;
mod value;
mod write;

use crate::diag::Diagnostics;
use crate::interface::Interface;
use crate::ir::CodeList;

use names::control::Flow;
use names::state::Lowering;
use read::arguments::Arguments;
use read::generics::with_own_types;
use read::library::{Home, Library};
use run::Run;
use run::result::Finished;
use syntax::{matrix_types, patterns};
use value::found::Found;

pub(crate) use read::reader::{Changed, Reading, Scalars, Unnamed};
pub(crate) use read::service::Service;
pub(crate) use read::signature::Signature;
pub(crate) use read::unchosen_types::with_only_type;
pub(crate) use read::{
    arguments, associated, attributes, block_items, cfg_branches, cfg_conditions, crate_items,
    definitions, elsewhere, foreign_impls, foreign_scalars, hidden, impl_arguments, library,
    methods_of_types, module_items, numeric_literals, option_words, own_macros, own_traits, places,
    seen, trait_arguments, trait_marks,
};
pub(crate) use syntax::captures::mentioned;
pub(crate) use syntax::form::type_name;
pub(crate) use syntax::found_numbers::computes_with;
pub(crate) use syntax::fragments::opened;
pub(crate) use syntax::inspect::mentions_self;
pub(crate) use syntax::patterns::bound_in;
pub(crate) use syntax::places_named::places_named;
pub(crate) use syntax::questions::ASSERTIONS;
pub(crate) use syntax::tokens::names_any;
pub(crate) use write::origins::with_places;

/// A lowered function: its code list and its interface.
#[derive(Debug)]
pub(crate) struct Lowered {
    pub(crate) code: CodeList,
    pub(crate) interface: Interface,
}

/// Lowers the body of a function with its signature.
pub(crate) fn lower(
    function: &syn::ItemFn,
    mut signature: Signature,
    arguments: &Arguments,
    around: (&Library, &Home),
    diagnostics: &mut Diagnostics,
) -> Option<Lowered> {
    // Refused attributes are reported first and alone. The code below them may not exist, so other
    // errors in it would mislead.
    let unclear = attributes::refused(function);
    if !unclear.is_empty() {
        diagnostics.push_all(unclear);
        return None;
    }
    // The interpreter owns the diagnostics while it runs, so that it borrows nothing from its
    // caller.
    let mut lowering = Lowering::new(&signature, arguments, std::mem::take(diagnostics));
    lowering.read_data(&mut signature.interface.extras.per_point);
    let rows = lowering.run_function(function, &signature, arguments, around);
    *diagnostics = std::mem::take(&mut lowering.writer.diagnostics);
    Some(lowering.into_lowered(signature, rows.ok()?))
}

impl Lowering<Run> {
    /// Runs the function on its parameters. Gives the rows of its Jacobian and the shape of the
    /// result.
    fn run_function(
        &mut self,
        function: &syn::ItemFn,
        signature: &Signature,
        arguments: &Arguments,
        (library, home): (&Library, &Home),
    ) -> Found<Finished> {
        let block = signature.block.as_ref().unwrap_or(&function.block);
        self.writer.matrices.seen =
            matrix_types::mentions(quote::ToTokens::to_token_stream(function));
        self.names.is_alone = library.alone.is_some();
        match library.with_body(block, home) {
            Some((library, inside)) => self.bind_library(&library, &inside, home),
            None => self.bind_library(library, home, home),
        }
        let (kept, scalar) = (&signature.interface.generics, &self.given.scalar_name);
        let own = with_own_types(function, kept, arguments, scalar);
        self.check_crate_types(own.as_ref().unwrap_or(function), &arguments.crate_types);
        if !arguments.seen.is_empty() {
            self.check_seen_names(function);
        }
        self.refuse_closed_columns(signature)?;
        self.bind_parameters(signature, arguments);
        let result = self.run_body(block);
        if matches!(self.control.flow, Some(Flow::Fail)) {
            return self
                .writer
                .refuse(&block.stmts.last(), messages::ALWAYS_FAILS);
        }
        let finished = self.finish_result(signature, block, result)?;
        let declared = signature.interface.returned.declared.as_ref();
        self.refuse_closed_shape(&finished.shape, &declared)?;
        Ok(finished)
    }

    fn into_lowered(self, signature: Signature, finished: Finished) -> Lowered {
        let mut checks = self.writer.matrices.checks;
        for check in self.writer.macro_checks {
            checks.insert(check.to_string(), check);
        }
        let mut interface = Interface {
            opaques: self.writer.opaques,
            items: self.writer.items,
            ..signature.interface
        };
        interface.type_checks.extend(checks.into_values());
        let names = &self.writer.pattern_names;
        let here = names.iter().filter(|asked| asked.module.is_none());
        let here = patterns::variable_checks(here.map(|asked| &asked.name));
        interface.type_checks.extend(here);
        for asked in names {
            let check = patterns::variable_checks(std::iter::once(&asked.name));
            let of_module = asked.module.map(|module| (module, check));
            interface.checks_elsewhere.extend(of_module);
        }
        interface.field_outputs = finished.fields;
        interface.returned.shape = finished.shape;
        interface.returned.assembly = finished.assembly;
        Lowered {
            code: self.writer.builder.finish(finished.rows),
            interface,
        }
    }
}

/// The methods that we follow, by the kind of value.
pub(crate) fn followed_methods() -> [(&'static str, Vec<&'static str>); 7] {
    use methods::table::all_names;
    let mut matrices = all_names(Lowering::<Run>::MATRICES);
    matrices.extend(all_names(Lowering::<Run>::MATRIX_SHAPES));
    matrices.extend(all_names(Lowering::<Run>::MATRIX_LINES));
    matrices.extend(Lowering::<Run>::matrix_texts());
    let mut listed = std::collections::BTreeSet::new();
    matrices.retain(|name| listed.insert(*name));
    matrices.extend(all_names(Lowering::<Run>::DECOMPOSING));
    matrices.extend(all_names(Lowering::<Run>::REDUCING));
    // Texts of the prelude call methods that begin with underscores.
    matrices.retain(|name| !name.starts_with('_'));
    let mut decompositions = all_names(Lowering::<Run>::DECOMPOSITIONS);
    decompositions.extend(all_names(Lowering::<Run>::REDUCTIONS));
    decompositions.extend(["solve_mut", "q_tr_mul", "rank_one_update"]);
    let mut listed = std::collections::BTreeSet::new();
    decompositions.retain(|name| listed.insert(*name));
    [
        (
            "iterators, arrays and slices",
            all_names(Lowering::<Run>::ITERATORS),
        ),
        (
            "arrays and `Vec`, in place",
            all_names(Lowering::<Run>::LISTS),
        ),
        ("`Option` and `Result`", all_names(Lowering::<Run>::OPTIONS)),
        ("matrices of nalgebra", matrices),
        ("decompositions of nalgebra", decompositions),
        ("integers", all_names(Lowering::<Run>::INTEGERS)),
        ("floating-point numbers", syntax::elementals::method_names()),
    ]
}

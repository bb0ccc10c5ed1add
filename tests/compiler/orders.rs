//! Searches through the whole compiler: a search is never worse than the orders it starts from.
//!
//! We compare executed operations: the instructions of the plan after it reuses products of the
//! value path, and the local partials. The functions are those of the corpus.

use crate::{campaign, sources};
use jacobian_core::ir::instructions::Work;
use jacobian_core::ir::{Elemental, RegionId, Role};
use jacobian_core::pipeline::Compiled;
use jacobian_core::pricing;
use jacobian_core::rewrite::{Passes, Summands};
use proc_macro2::TokenStream;
use quote::quote;

use crate::sources::{Attributed, corpus};

/// The orders that a search begins with.
const PORTFOLIO: [&str; 12] = [
    "forward",
    "reverse",
    "markowitz",
    "enhanced_markowitz",
    "relative_markowitz",
    "pre_elimination",
    "pre_elimination_forward",
    "pre_elimination_markowitz",
    "pre_elimination_enhanced",
    "lowest_fill_in",
    "minimal_damage",
    "overall_markowitz",
];

/// The function under another order; nothing where its attribute asks for one itself.
fn compile(function: &Attributed, order: &TokenStream) -> Option<Compiled> {
    let arguments = &function.arguments;
    let separator = (!arguments.is_empty()).then(|| quote!(,));
    let arguments = quote!(#arguments #separator #order);
    jacobian_core::compile_function(arguments, &function.item).ok()
}

fn executed(compiled: &Compiled) -> usize {
    pricing::operations(&compiled.plan, &compiled.code)
}

fn time(compiled: &Compiled) -> usize {
    let passes = Passes::of(&compiled.code, Summands::Computed);
    pricing::operations_and_time(&compiled.plan, &passes, RegionId::FUNCTION).1
}

/// The rule of this name, without moves that improve it.
fn named(name: &str) -> TokenStream {
    let name = quote::format_ident!("{name}");
    quote!(order = #name, search = 0)
}

#[test]
fn a_search_executes_no_more_than_any_order_of_its_portfolio() {
    let mut n_compared = 0;
    for function in corpus().into_iter().step_by(campaign::size(4, 1)) {
        let Some(searched) = compile(&function, &quote!(order = search, search = 200)) else {
            continue;
        };
        if searched.graph.intermediates().count() > 120 {
            continue;
        }
        n_compared += 1;
        for name in PORTFOLIO {
            let other = compile(&function, &named(name)).expect("it compiled under a search");
            let (found, other) = (executed(&searched), executed(&other));
            assert!(found <= other, "{}: {found}, {name} {other}", function.name);
        }
    }
    assert!(
        n_compared > campaign::size(5, 20),
        "only {n_compared} functions of the corpus"
    );
}

/// Enhanced Markowitz executes no more and takes no longer than the rule alone, and the default
/// whether or not it is named.
#[test]
fn the_default_improves_enhanced_markowitz() {
    let mut n_better = 0;
    for function in corpus() {
        let [Some(default), Some(same), Some(rule)] = [
            quote!(),
            quote!(order = enhanced_markowitz),
            quote!(search = 0),
        ]
        .map(|order| compile(&function, &order)) else {
            continue;
        };
        assert_eq!(default.orders, same.orders, "{}", function.name);
        assert!(executed(&default) <= executed(&rule), "{}", function.name);
        assert!(time(&default) <= time(&rule), "{}", function.name);
        n_better += usize::from(executed(&default) < executed(&rule));
    }
    assert!(n_better > 6, "only {n_better} functions are better");
}

#[test]
fn more_moves_execute_no_more() {
    let mut n_compared = 0;
    for function in corpus() {
        if !["robot_arm", "roe_flux_1d", "snavely"].contains(&function.name.as_str()) {
            continue;
        }
        n_compared += 1;
        let [few, many] = [quote!(search = 5000), quote!(search = 12000)].map(|moves| {
            let compiled = compile(&function, &quote!(order = search, #moves));
            executed(&compiled.expect("it compiles"))
        });
        assert!(many <= few, "{}: {few}, then {many}", function.name);
    }
    assert_eq!(n_compared, 3);
}

/// Where another rule is ahead, the default starts from there as well: on the arm the forward
/// order.
#[test]
fn the_default_looks_beyond_enhanced_markowitz() {
    let arm = corpus()
        .into_iter()
        .find(|function| function.name == "arm6")
        .expect("it is in the corpus");
    let [default, forward] =
        [quote!(), named("forward")].map(|order| compile(&arm, &order).expect("it compiles"));
    assert!(executed(&default) <= executed(&forward));
}

/// The default minimizes time, a search operations: here the fewest take longer than the rule
/// alone.
#[test]
fn the_default_is_improved_for_time() {
    let function = corpus()
        .into_iter()
        .find(|function| function.name == "renaming")
        .expect("it is in the corpus");
    let [default, rule, searched] = [quote!(), quote!(search = 0), quote!(order = search)]
        .map(|order| compile(&function, &order).expect("it compiles"));
    let times = [&default, &rule, &searched].map(time);
    assert!(times.is_sorted() && times[0] < times[1], "{times:?}");
    let counts = [&searched, &default, &rule].map(executed);
    assert!(counts.is_sorted() && counts[1] < counts[2], "{counts:?}");
}

/// Who asks for a search does not get more than who asks for nothing.
#[test]
fn a_search_executes_no_more_than_the_default() {
    let mut n_better = 0;
    for function in corpus().into_iter().step_by(campaign::size(4, 1)) {
        let [Some(default), Some(searched)] =
            [quote!(), quote!(order = search)].map(|order| compile(&function, &order))
        else {
            continue;
        };
        if searched.graph.intermediates().count() > 200 {
            continue;
        }
        let (found, default) = (executed(&searched), executed(&default));
        assert!(found <= default, "{}: {found}, {default}", function.name);
        n_better += usize::from(found < default);
    }
    assert!(n_better > 0, "a search has found nothing");
}

/// A division of two active values is factored if that executes fewer operations, and the printed
/// list gives the same order again.
#[test]
fn a_search_factors_divisions_and_its_list_says_so() {
    let function = corpus()
        .into_iter()
        .find(|function| function.name == "snavely");
    let function = function.expect("a function of the corpus");
    let plain = compile(&function, &quote!(order = lowest_fill_in)).expect("it compiles");
    let searched = compile(&function, &quote!(order = search, search = 1000)).expect("it compiles");
    let n_vertices = |compiled: &Compiled| compiled.graph.n_vertices();
    assert_eq!(
        n_vertices(&searched),
        n_vertices(&plain) + 2,
        "two divisions"
    );
    let list = searched
        .found()
        .expect("a search has found something")
        .to_string();
    let list: TokenStream = list.parse().expect("a list is Rust");
    let listed = compile(&function, &quote!(order = #list)).expect("the list fits");
    assert_eq!(n_vertices(&listed), n_vertices(&searched));
    assert_eq!(executed(&listed), executed(&searched));
}

/// The cheap gradient principle: Griewank & Walther, Evaluating Derivatives, section 3.3. Value and
/// gradient together execute at most four times the operations of the function.
#[test]
fn a_gradient_costs_at_most_four_times_the_function() {
    let mut n_compared = 0;
    let functions = corpus().into_iter().chain(sources::domains());
    for function in functions.step_by(campaign::size(4, 1)) {
        let Some(compiled) = compile(&function, &quote!(fold = trees)) else {
            continue;
        };
        // A loop at run time carries its derivatives forward, so it costs more with more columns.
        let code = &compiled.code;
        if code.dependents().len() != 1 || !code.loops().is_empty() {
            continue;
        }
        n_compared += 1;
        let operations =
            |work: Work| work.multiplications + work.additions + work.divisions + work.elementals;
        let of_value = |id| {
            let statement = code.statement(id);
            let is_executed = statement.role() == Role::Value && statement.constant().is_none();
            match statement.elemental() {
                Elemental::Operation(operation) if is_executed => operations(operation.work()),
                _ => 0,
            }
        };
        let value: usize = code.ids().map(of_value).sum();
        let both = value + operations(compiled.cost.work);
        assert!(both <= 4 * value, "{}: {both} for {value}", function.name);
    }
    assert!(
        n_compared > campaign::size(5, 30),
        "only {n_compared} functions have a gradient"
    );
}

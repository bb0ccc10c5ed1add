//! The functions of the elimination literature, from Rust source: their counts through the whole
//! compiler.
//!
//! ```text
//! as traced by the literature      from Rust source, after value numbering
//! RoeFlux_1d           98          83 intermediates
//! RobotArm_6DOF       108          73
//! HumanHeartDipole     78          70
//! PropaneCombustion    51          50
//! ```
//!
//! From source you cannot get exactly the graph that the literature traced, because equal
//! statements are merged before the graph is built. If the trace computes nothing twice (nearly all
//! of the last two), the published counts remain, and otherwise the counts are lower. The traced
//! graphs are tested in the core, from their data.

use jacobian_core::pipeline::Compiled;
use jacobian_core::plan::Counts;
use jacobian_core::pricing;
use proc_macro2::TokenStream;
use quote::quote;

use crate::sources::corpus;

/// The human heart dipole of MINPACK-2, statement by statement as the literature traced it.
fn human_heart_dipole() -> TokenStream {
    quote!(
        fn human_heart_dipole(x: &[f64; 8]) -> [f64; 8] {
            let [a, b, c, d, t, u, v, w] = *x;
            let tv = t.powi(2) - v.powi(2);
            let uw = u.powi(2) - w.powi(2);
            let t3 = t * (t.powi(2) - v.powi(2) * 3.0);
            let v3 = v * (v.powi(2) - t.powi(2) * 3.0);
            let u3 = u * (u.powi(2) - w.powi(2) * 3.0);
            let w3 = w * (w.powi(2) - u.powi(2) * 3.0);
            [
                a + b - 1.0,
                c + d - 1.0,
                a * t + b * u - c * v - d * w - 1.0,
                a * v + b * w + c * t + d * u - 1.0,
                a * tv - 2.0 * c * t * v + b * uw - 2.0 * d * u * w - 1.0,
                c * tv - 2.0 * a * t * v + d * uw - 2.0 * b * u * w - 1.0,
                a * t3 + c * v3 + b * u3 + d * w3 - 1.0,
                c * t3 - a * v3 + d * u3 - b * w3 - 1.0,
            ]
        }
    )
}

/// The combustion of propane of MINPACK-2, likewise.
fn propane_combustion() -> TokenStream {
    quote!(
        fn propane_combustion(x: &[f64; 11]) -> [f64; 11] {
            let s = (40.0 / x[10]).sqrt();
            [
                x[0] + x[3] - 3.0,
                2.0 * x[0] + x[1] + x[3] + x[6] + x[7] + x[8] + 2.0 * x[9] - 10.0,
                2.0 * x[1] + 2.0 * x[4] + x[5] + x[6] - 8.0,
                2.0 * x[2] + x[8] - 40.0,
                x[1] * x[3] - x[0] * x[4],
                (x[1] * x[3]).sqrt() - x[0].sqrt() * s * x[5],
                (x[0] * x[1]).sqrt() - x[3].sqrt() * x[6] * s,
                x[0] - x[3] * x[7] * 40.0 / x[10],
                x[0] * x[2].sqrt() - x[3] * x[8] * s,
                x[0].powi(2) - x[3].powi(2) * x[9] * 40.0 / x[10],
                x[10] - x[0] - x[1] - x[2] - x[3] - x[4] - x[5] - x[6] - x[7] - x[8] - x[9],
            ]
        }
    )
}

fn source(name: &str) -> TokenStream {
    match name {
        "human_heart_dipole" => human_heart_dipole(),
        "propane_combustion" => propane_combustion(),
        _ => {
            let found = corpus().into_iter().find(|function| function.name == name);
            found.expect("a function of the corpus").item
        }
    }
}

fn compile(name: &str, arguments: TokenStream) -> Compiled {
    let function = source(name);
    jacobian_core::compile_function(arguments, &function).expect("it compiles")
}
/// Intermediates, edges, lower bound; products by forward, reverse, Markowitz with first ties.
type Facts = (usize, usize, usize, [usize; 3]);

/// The counts from source. The reverse order of the dipole is published as 172 and takes 164 here,
/// because the literature's trace squares eight variables twice and value numbering does not.
const TRACED: [(&str, Facts); 4] = [
    ("roe_flux_1d", (83, 151, 203, [538, 334, 387])),
    ("robot_arm", (73, 130, 173, [292, 264, 203])),
    ("human_heart_dipole", (70, 136, 148, [240, 164, 194])),
    ("propane_combustion", (50, 102, 88, [151, 90, 111])),
];

#[test]
fn graphs_and_greedy_orders() {
    let found = TRACED.map(|(name, _)| {
        let order = |order: &str| {
            let order = quote::format_ident!("{order}");
            compile(name, quote!(order = #order, fold = none))
        };
        let compiled = ["forward", "reverse", "markowitz_first"].map(order);
        let graph = &compiled[0].graph;
        let bound = compiled[0]
            .report
            .as_ref()
            .expect("small enough")
            .lower_bound;
        let all = compiled
            .each_ref()
            .map(|compiled| compiled.plan.counts().all);
        let n_intermediates = graph.intermediates().count();
        (name, (n_intermediates, graph.n_edges(), bound, all))
    });
    assert_eq!(found, TRACED);
}

fn searched(name: &str, moves: usize, objective: &str) -> Counts {
    let objective = quote::format_ident!("{objective}");
    let arguments = quote!(order = search, search = #moves, objective = #objective);
    compile(name, arguments).plan.counts()
}

/// The targets are those for the graphs as the literature traced them, or after common
/// subexpressions.
#[test]
fn a_long_search_reaches_the_best_known() {
    let all = searched("roe_flux_1d", 100_000, "all").all;
    assert!(all <= 280, "{all} against 320 by reinforcement learning");
    let multiplications = searched("roe_flux_1d", 100_000, "multiplications").nontrivial;
    assert!(multiplications <= 160, "{multiplications}");
    // The prototype's 187 left out the 78 operations that form partials, which a search weighs as
    // well: it may spend one to save two.
    let compiled = compile("roe_flux_1d", quote!(order = search, search = 100_000));
    let operations = pricing::operations(&compiled.plan, &compiled.code);
    assert!(operations <= 187 + 78, "{operations}");
}

#[test]
fn a_search_reaches_what_is_certified() {
    let targets = [
        ("robot_arm", [189, 126, 104]),
        ("human_heart_dipole", [148, 48, 40]),
        ("propane_combustion", [88, 24, 23]),
    ];
    for (name, [all, multiplications, operations]) in targets {
        let found = searched(name, 100_000, "all").all;
        assert!(found <= all, "{name}: {found}");
        let found = searched(name, 100_000, "multiplications").nontrivial;
        assert!(found <= multiplications, "{name}: {found}");
        let found = searched(name, 5_000, "ops").operations;
        assert!(found <= operations, "{name}: {found}");
    }
}

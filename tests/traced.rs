//! The functions of the elimination literature, from Rust source: published counts through the whole compiler.
use jacobian_core::elim::Counts;
use jacobian_core::pipeline::Compiled;
use proc_macro2::TokenStream;
use quote::quote;

mod sources;

use sources::corpus;

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
    jacobian_core::compile_function(arguments, &source(name)).expect("it compiles")
}
#[test]
fn probe() {
    for name in [
        "roe_flux_1d",
        "robot_arm",
        "human_heart_dipole",
        "propane_combustion",
    ] {
        for args in [
            quote!(order = forward, fold = none),
            quote!(order = reverse, fold = none),
            quote!(order = markowitz_first, fold = none),
            quote!(order = markowitz, fold = none),
            quote!(order = enhanced_markowitz, fold = none),
            quote!(
                order = search,
                search = 100000,
                objective = all,
                fold = none
            ),
            quote!(order = search, search = 100000, objective = all),
            quote!(
                order = search,
                search = 100000,
                objective = multiplications,
                fold = none
            ),
            quote!(order = search, search = 100000, objective = multiplications),
            quote!(order = search, search = 100000),
            quote!(order = search),
        ] {
            let c = compile(name, args.clone());
            println!(
                "{name} {args}: {} {} {} edges {} | {} lower {:?}",
                c.graph.independents().len(),
                c.graph.intermediates().count(),
                c.graph.dependents().len(),
                c.graph.n_edges(),
                c.plan.counts(),
                c.report.map(|r| r.lower_bound)
            );
        }
    }
}

//! Naumann's enhanced Markowitz rule: the motivating example, the three case studies and the
//! comparison with LM.
//!
//! ```text
//! Speelpenning  n(n-1)/2 - 1 forward,  2n - 4 reverse and EM               a curve over n
//! absorption    3/2 n^2 + 3/2 n - 1,  2 n^2 + 5 n - 4,  EM n^2 + 4 n - 4   formulas against counts
//! flow          a block of 31 columns of a stencil's Jacobian
//! ```
//!
//! Figures of the paper are damaged in the scan that is at hand: digits are missing from its last
//! table and from the counts of the flow problem. Legible figures are quoted as they are. The
//! coefficients of the absorption function's formulas are restored: with `n + 1` inner products
//! they hold for every size.
//!
//! Source: U. Naumann, An enhanced Markowitz rule for accumulating Jacobian matrices efficiently.

use super::functions::{sized, source};
use super::naumann::{Function, ratio};
use super::subject::Subject;
use super::table::Table;

/// The functions that LM and EM are compared on: those of the other paper's table.
pub(crate) const FUNCTIONS: [&str; 10] = [
    "journal_bearing",
    "steady_combustion",
    "fdc",
    "fic",
    "watson",
    "discrete_integral",
    "variably_dimensioned",
    "penalty",
    "extended_powell",
    "gaussian_fit",
];

/// The motivating example under these methods.
pub(crate) fn motivating() -> [(&'static str, usize); 6] {
    let subject = Subject::of_literature("em_motivating");
    let methods = [
        "forward",
        "reverse",
        "markowitz_first",
        "markowitz",
        "enhanced_markowitz",
        "exact",
    ];
    methods.map(|method| {
        let counts = subject.counts_after(&[], method);
        (method, counts.expect("a tiny graph").all)
    })
}

/// Sizes of Speelpenning's function.
pub(crate) const SPEELPENNING: [usize; 7] = [4, 8, 16, 32, 50, 64, 128];

/// Speelpenning's function of a size.
pub(crate) fn speelpenning(n: usize) -> Function {
    Function::of(&sized("speelpenning", 50, n))
}

/// Sizes of the absorption function.
pub(crate) const ABSORPTION: [usize; 6] = [2, 3, 5, 8, 16, 32];

/// The absorption function of a size.
pub(crate) fn absorption(n: usize) -> Function {
    Function::of(&sized("absorption", 5, n))
}

/// The formulas of the absorption function: forward, reverse, EM.
pub(crate) fn absorption_formulas(n: usize) -> [usize; 3] {
    let square = n * n;
    [
        3 * (square + n) / 2 - 1,
        2 * square + 5 * n - 4,
        square + 4 * n - 4,
    ]
}

/// The methods of a curve.
const METHODS: [&str; 5] = [
    "forward",
    "reverse",
    "markowitz_first",
    "markowitz",
    "enhanced_markowitz",
];

/// A curve over sizes, with dense propagation beside it.
pub(crate) fn curve(sizes: &[usize], function: fn(usize) -> Function) -> Table {
    let mut head = vec!["n", "DF", "DR"];
    head.extend(METHODS);
    let mut table = Table::new(head);
    for n in sizes {
        let function = function(*n);
        let dense = [*n, function.dense_forward(), function.dense_reverse()];
        let counts = METHODS.iter().map(|method| function.all(method));
        table.row(dense.into_iter().chain(counts).map(|cell| cell.to_string()));
    }
    table
}

/// The block of the flow problem.
pub(crate) fn flow() -> Function {
    Function::of(&source("unsaturated_flow"))
}

/// Sizes and counts of functions by formula and by order.
pub(crate) fn comparison(functions: &[(&str, Function)]) -> Table {
    let mut head = vec!["", "n", "p", "m", "NR"];
    head.extend(METHODS);
    head.extend(["EM without ones", "NR / EM"]);
    let mut table = Table::new(head);
    for (name, function) in functions {
        let sizes = [function.n, function.p, function.m, function.compressed()];
        let counts = METHODS.iter().map(|method| function.all(method));
        let without = function.counts("enhanced_markowitz").nontrivial;
        let cells = sizes.into_iter().chain(counts).chain([without]);
        let cells = cells.map(|cell| cell.to_string());
        let saved = ratio(function.compressed(), function.all("enhanced_markowitz"));
        table.row(
            std::iter::once((*name).to_owned())
                .chain(cells)
                .chain([saved]),
        );
    }
    table
}

/// The functions of the comparison.
pub(crate) fn functions() -> Vec<(&'static str, Function)> {
    let named = |name: &'static str| (name, Function::named(name));
    FUNCTIONS.into_iter().map(named).collect()
}

/// Generated parts of the page, by name.
pub(crate) fn parts() -> Vec<(&'static str, String)> {
    let mut small = Table::new(["", "products"]);
    for (method, all) in motivating() {
        small.row([method.to_owned(), all.to_string()]);
    }
    let flow = comparison(&[("unsaturated_flow", flow())]);
    vec![
        ("motivating", small.markdown()),
        (
            "speelpenning",
            curve(&SPEELPENNING, speelpenning).markdown(),
        ),
        ("absorption", curve(&ABSORPTION, absorption).markdown()),
        ("flow", flow.markdown()),
        ("rules", comparison(&functions()).markdown()),
    ]
}

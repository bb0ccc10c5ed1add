//! The options of the attribute: all of them give the same Jacobian, up to rounding.
//!
//! ```text
//! order = any name      same pattern, same value, same entries up to rounding
//! fold, layout, fma     likewise
//! wrt                   some of the columns, in another order
//! jvp, vjp              J dx and w J, as the dense matrix gives them
//! as                    the trait that solvers take; the self-check accepts it
//! ```
//!
//! One function carries all attributes: smooth, with shared subexpressions, constants and a dense
//! part, so that different orders give different plans.

use std::collections::BTreeSet;

use crate::corpus::problem::{Problem, dual_jacobian, path_sums, twin, value};
use crate::corpus::sample::sample_points;
use crate::corpus::scalar::Scalar;
use approx::assert_relative_eq;
use jacobian_runtime::{Function, check_jacobian, jacobian};

/// Two products of sums under roots and sines, then a linear end.
#[jacobian(as = Plain)]
#[jacobian(order = forward, prefix = by_forward, as = ByForward)]
#[jacobian(order = reverse, prefix = by_reverse, as = ByReverse)]
#[jacobian(order = markowitz, prefix = by_markowitz, as = ByMarkowitz)]
#[jacobian(order = markowitz_first, prefix = by_markowitz_first, as = ByMarkowitzFirst)]
#[jacobian(order = enhanced_markowitz, prefix = by_enhanced, as = ByEnhanced)]
#[jacobian(order = relative_markowitz, prefix = by_relative, as = ByRelative)]
#[jacobian(order = pre_elimination, prefix = by_pre, as = ByPre)]
#[jacobian(order = pre_elimination_forward, prefix = by_pre_forward, as = ByPreForward)]
#[jacobian(order = pre_elimination_markowitz, prefix = by_pre_markowitz, as = ByPreMarkowitz)]
#[jacobian(order = pre_elimination_enhanced, prefix = by_pre_enhanced, as = ByPreEnhanced)]
#[jacobian(order = lowest_fill_in, prefix = by_fill_in, as = ByFillIn)]
#[jacobian(order = minimal_damage, prefix = by_damage, as = ByDamage)]
#[jacobian(order = overall_markowitz, prefix = by_overall, as = ByOverall)]
#[jacobian(order = sibling, prefix = by_sibling, as = BySibling)]
#[jacobian(order = successor_predecessor, prefix = by_locality, as = ByLocality)]
#[jacobian(order = edge_markowitz, prefix = by_edge, as = ByEdge)]
#[jacobian(order = edge_fill_in, prefix = by_edge_fill_in, as = ByEdgeFillIn)]
#[jacobian(order = edge_sibling, prefix = by_edge_sibling, as = ByEdgeSibling)]
#[jacobian(fold = none, prefix = unfolded, as = Unfolded)]
#[jacobian(fold = trees, prefix = trees_folded, as = TreesFolded)]
#[jacobian(fold = full, prefix = folded, as = Folded)]
#[jacobian(layout = csr, prefix = by_rows, as = ByRows)]
#[jacobian(fma = always, prefix = fused, as = Fused)]
#[jacobian(fma = never, prefix = unfused, as = Unfused)]
#[jacobian(jvp, vjp, prefix = products)]
pub fn wing(x: &[f64; 5]) -> [f64; 4] {
    const WEIGHTS: [f64; 3] = [0.5, -2.0, 1.0];
    let [a, b, c, d, e] = *x;
    let lift = (a * b + c).sin() * (b - 2.0 * d);
    let drag = (a * a + 3.0 + b * c).sqrt();
    let ratio = lift / drag;
    let mut sum = 0.0;
    for k in 0..3 {
        sum += WEIGHTS[k] * x[k + 1] * ratio;
    }
    [
        sum * drag,
        (ratio * c).exp() - sum,
        lift * drag + e,
        e - 2.0 * a + d / 4.0,
    ]
}

/// The same over any scalar.
pub fn wing_twin<S: Scalar>(x: &[S; 5]) -> [S; 4] {
    let [a, b, c, d, e] = *x;
    let lift = (a * b + c).sin() * (b - d * 2.0);
    let drag = (a * a + b * c + 3.0).sqrt();
    let ratio = lift / drag;
    let sum = (b * 0.5 - c * 2.0 + d) * ratio;
    [
        sum * drag,
        (ratio * c).exp() - sum,
        lift * drag + e,
        e - a * 2.0 + d / 4.0,
    ]
}

const WING: Problem = Problem {
    name: "wing",
    from: "",
    n: 5,
    m: 4,
    nnz: 16,
    colours: 5,
    base: || vec![0.7, 1.3, -0.4, 0.9, 2.0],
    further: Vec::new,
    checksums: None,
    known: &[],
    value: value!(wing),
    twin: twin!(wing_twin, 5),
    expansions: &[],
};

/// Calls a generic function with each of some functions' types.
macro_rules! for_each {
    ($check:ident: $($function:ident)*) => { $($check(&$function, stringify!($function));)* };
}

/// Calls it with everything that differs from the defaults in one option.
macro_rules! for_all {
    ($check:ident) => {
        for_each! { $check: Plain ByForward ByReverse ByMarkowitz ByMarkowitzFirst ByEnhanced }
        for_each! { $check: ByRelative ByPre ByPreForward ByPreMarkowitz ByPreEnhanced ByFillIn }
        for_each! { $check: ByDamage ByOverall BySibling ByLocality ByEdge ByEdgeFillIn }
        for_each! { $check: ByEdgeSibling Unfolded TreesFolded Folded ByRows Fused Unfused }
    };
}

fn places<F: Function>(_: &F) -> BTreeSet<(usize, usize)> {
    F::PATTERN.entries().collect()
}

fn agrees_with_dual_numbers<F: Function<Scalar = f64>>(function: &F, name: &str) {
    for x in sample_points(&(WING.base)()) {
        let (dense, sums) = (dual_jacobian(&WING, &x), path_sums(&WING, &x));
        let (mut value, mut entries) = ([f64::NAN; 4], vec![f64::NAN; F::NNZ]);
        function.with_jacobian_into(&x, &mut value, &mut entries);
        assert_eq!(value, wing(&[x[0], x[1], x[2], x[3], x[4]]), "{name}");
        for ((row, col), entry) in F::PATTERN.entries().zip(&entries) {
            let error = (entry - dense[row][col]).abs();
            assert!(
                error <= 1e-12 * sums[row][col],
                "{name} at ({row}, {col}) is {entry:e}"
            );
        }
    }
}

#[test]
fn every_option_gives_the_same_jacobian() {
    for_all!(agrees_with_dual_numbers);
}

fn has_the_same_pattern<F: Function<Scalar = f64>>(function: &F, name: &str) {
    assert_eq!(F::NNZ, WING.nnz, "{name}");
    assert_eq!(places(function), places(&Plain), "{name}");
    let constants = |template: &[f64]| template.iter().filter(|entry| **entry != 0.0).count();
    assert_eq!(
        constants(F::TEMPLATE),
        4,
        "{name}: e in row 2, and all of row 3"
    );
}

#[test]
fn every_option_keeps_the_pattern() {
    for_all!(has_the_same_pattern);
}

fn passes_the_self_check<F: Function<Scalar = f64>>(function: &F, name: &str) {
    let report = check_jacobian(function, &(WING.base)());
    let report = report.unwrap_or_else(|mismatch| panic!("{name}: {mismatch}"));
    assert_eq!(report.entries(), WING.nnz, "{name}");
}

#[test]
fn every_option_passes_the_self_check() {
    for_all!(passes_the_self_check);
}

#[test]
fn orders_differ_in_what_they_cost() {
    let costs = [WING_COST, BY_FORWARD_COST, BY_REVERSE_COST, BY_PRE_COST];
    let multiplications: BTreeSet<_> = costs.iter().map(|cost| cost.multiplications).collect();
    assert!(multiplications.len() > 1, "{multiplications:?}");
}

#[test]
fn products_are_those_of_the_matrix() {
    let (dx, w) = ([0.3, -1.0, 2.0, 0.5, -0.7], [1.5, -0.25, 0.75, 2.0]);
    for x in sample_points(&(WING.base)()).iter().take(16) {
        let x = [x[0], x[1], x[2], x[3], x[4]];
        let jacobian = wing_jacobian(&x);
        let (along, back) = (products_jvp(&x, &dx), products_vjp(&x, &w));
        assert_relative_eq!(along[..], jacobian.mul_vec(&dx)[..], max_relative = 1e-11);
        assert_relative_eq!(back[..], jacobian.tr_mul_vec(&w)[..], max_relative = 1e-11);
    }
}

/// Two attributes on one function, with different independents.
#[jacobian(wrt(y, x))]
#[jacobian(wrt(p), prefix = spring_by_p)]
pub fn spring(x: f64, y: f64, p: [f64; 2]) -> [f64; 2] {
    [p[0] * x - p[1] * x * x * y, y + p[0]]
}

#[test]
fn columns_are_those_asked_for_in_that_order() {
    let (x, y, p) = (1.5, -0.5, [2.0, 3.0]);
    let by_state = spring_jacobian(x, y, p).to_dense();
    assert_eq!(
        by_state,
        [[-p[1] * x * x, p[0] - 2.0 * p[1] * x * y], [1.0, 0.0]]
    );
    let by_parameter = spring_by_p_jacobian(x, y, p).to_dense();
    assert_eq!(by_parameter, [[x, -x * x * y], [1.0, 0.0]]);
}

/// Single precision.
#[jacobian]
pub fn single(x: &[f32; 2]) -> [f32; 2] {
    [
        (x[0] * x[1]).sin() / x[1],
        0.1 * x[0].powi(3) - x[1].hypot(x[0]),
    ]
}

#[test]
fn single_precision_is_single_throughout() {
    let x = [0.8_f32, -1.7];
    let (value, jacobian) = single_with_jacobian(&x);
    assert_eq!(value, single(&x));
    let [a, b] = x.map(f64::from);
    let (product, length) = (a * b, a.hypot(b));
    let expected = [
        [
            product.cos(),
            (product.cos() * product - product.sin()) / (b * b),
        ],
        [0.3 * a * a - a / length, -b / length],
    ];
    for (row, expected) in jacobian.to_dense().iter().zip(expected) {
        let row = row.map(f64::from);
        assert_relative_eq!(row[..], expected[..], max_relative = 1e-6, epsilon = 1e-6);
    }
}

//! The corpus against itself: values bit by bit, Jacobians against dual numbers, patterns, counts.
//!
//! ```text
//! guarantee of the contract            test
//! 1  the value is the user's           values_are_the_users_bit_by_bit, ..._for_hostile_inputs
//! 2  the pattern is exact              patterns_are_what_the_twins_depend_on, ..._on_no_option
//! 5  one side at a kink                kinks_take_the_documented_side
//! tolerance                            jacobians_agree_with_dual_numbers
//! second derivatives, products         second_derivatives_agree_with_hyper_dual_numbers
//! constant entries                     templates_hold_what_never_varies, updates_write_the_rest
//! 4  branches stay branches            sample_points_reach_every_arm, so that each is compared
//! ```
//!
//! Published checksums tie functions and twins to the formulas they were written from.
//!
//! Two files beside this one share the corpus, which takes long to build: `options` compares the
//! options of the attribute, `fused` measures what `value = fused` costs in accuracy.

#![expect(clippy::float_cmp, reason = "these tests mean equality")]

#[path = "../campaign/mod.rs"]
mod campaign;
#[path = "../corpus/mod.rs"]
pub mod corpus;
#[path = "../corpus/domains/mod.rs"]
pub mod domains;
#[path = "../page/mod.rs"]
mod page;
#[path = "../scratch/mod.rs"]
mod scratch;
#[path = "../second/mod.rs"]
mod second;
#[path = "../sources/mod.rs"]
mod sources;

pub mod fused;
pub mod options;

use std::collections::BTreeSet;

use approx::assert_relative_eq;
use corpus::BENCHMARKS;
use corpus::problem::{Expansion, Problem, Published, dual_jacobian, path_sums};
use corpus::sample::sample_points;
use jacobian_runtime::{Layout, SparsityPattern};

/// Two doubles are the same when their bits are, or when both are NaN.
fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

/// The function as the user wrote it.
fn value_of(problem: &Problem, x: &[f64]) -> Vec<f64> {
    let mut value = vec![0.0; problem.m];
    (problem.value)(x, &mut value);
    value
}

/// Value and entries of an expansion, from storage full of poison.
fn evaluate(problem: &Problem, expansion: &Expansion, x: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let mut value = vec![f64::NAN; problem.m];
    let mut entries = vec![f64::NAN; expansion.pattern.nnz()];
    (expansion.with_jacobian)(x, &mut value, &mut entries);
    (value, entries)
}

/// The corpus, its domains included.
fn everything() -> impl Iterator<Item = &'static Problem> {
    corpus::everything().chain(domains::everything())
}

/// The base point with points near it, then each further point with some points near it.
fn points(problem: &Problem) -> Vec<Vec<f64>> {
    let mut points = sample_points(&(problem.base)());
    for further in (problem.further)() {
        points.extend(sample_points(&further).into_iter().take(32));
    }
    points
}

/// The base point and the further ones, each with a few neighbours.
fn few_points(problem: &Problem, each: usize) -> Vec<Vec<f64>> {
    let further = (problem.further)();
    let bases = std::iter::once((problem.base)()).chain(further);
    let few = |base: Vec<f64>| sample_points(&base).into_iter().take(each);
    bases.flat_map(few).collect()
}

fn expansions() -> impl Iterator<Item = (&'static Problem, &'static Expansion)> {
    everything().flat_map(|problem| problem.expansions.iter().map(move |one| (problem, one)))
}

fn places(pattern: &SparsityPattern) -> BTreeSet<(usize, usize)> {
    pattern.entries().collect()
}

/// Zero, NaN, infinities, subnormals and giants, one coordinate at a time and all at once.
fn hostile_points(base: &[f64]) -> Vec<Vec<f64>> {
    let extremes = [
        0.0,
        -0.0,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        5e-324,
        -1e-310,
        1e308,
        -1e200,
    ];
    let mut points = Vec::new();
    for extreme in extremes {
        points.push(vec![extreme; base.len()]);
        for coordinate in 0..base.len() {
            let mut point = base.to_vec();
            point[coordinate] = extreme;
            points.push(point);
        }
    }
    points.push(base.iter().map(|x| -x).collect());
    points
}

#[test]
fn every_function_is_accepted_as_it_is_written() {
    let mut functions = sources::corpus();
    functions.extend(sources::domains());
    functions.extend(sources::modules());
    let is_accepted = |function: &&sources::Attributed| {
        let expanded = jacobian_core::expand(function.arguments.clone(), function.item.clone());
        !expanded.to_string().contains("compile_error")
    };
    let written: BTreeSet<&str> = functions.iter().map(|one| one.name.as_str()).collect();
    let rows: BTreeSet<&str> = everything().map(|row| row.name).collect();
    assert_eq!(written, rows, "functions without a row, or the reverse");
    // Those with a row are built into this program, so rustc has accepted them.
    let asked = functions.iter().step_by(campaign::size(4, 1));
    let refused: Vec<_> = asked.filter(|one| !is_accepted(one)).collect();
    let names: Vec<_> = refused.iter().map(|function| &function.name).collect();
    assert!(names.is_empty(), "refused: {names:?}");
    assert!(
        written.len() >= 120,
        "the corpus has shrunk to {}",
        written.len()
    );
}

#[test]
fn sample_points_reach_every_arm() {
    let (mut n_arms, mut missed) = (0, Vec::new());
    for problem in everything() {
        let reached = domains::notes::during(|| {
            for x in points(problem) {
                let mut value = vec![0.0; problem.m];
                (problem.twin.real)(&x, &mut value);
            }
        });
        n_arms += problem.twin.arms.len();
        for (index, arm) in problem.twin.arms.iter().enumerate() {
            if !reached.contains(&(problem.name, index)) {
                missed.push(format!("{}: {arm}", problem.name));
            }
        }
    }
    assert!(
        missed.is_empty(),
        "no sample point reaches\n{}",
        missed.join("\n")
    );
    assert!(n_arms > 200, "only {n_arms} arms were noted");
}

/// The text in the corpus is that of the whole problem but for one number.
#[test]
fn coating_thickness_has_the_size_of_the_collection() {
    let coating = sources::domains()
        .into_iter()
        .find(|one| one.name == "coating");
    let coating = coating.expect("a function of the corpus");
    let whole = sources::resized(coating.item, 9, 63);
    let compiled = jacobian_core::compile_function(coating.arguments, &whole).expect("it compiles");
    let graph = &compiled.graph;
    let shape = (graph.dependents().len(), graph.independents().len());
    assert_eq!(shape, (252, 134));
    // Six unknowns in each response of a sheet, and two diagonals.
    assert_eq!(compiled.plan.entries().len(), 63 * 14);
}

#[test]
fn values_match_the_published_checksums() {
    for problem in &BENCHMARKS {
        let [published, _] = problem.checksums.expect("the benchmarks have checksums");
        let value = value_of(problem, &(problem.base)());
        let weighted = value
            .iter()
            .zip(1_u8..)
            .map(|(f, weight)| f64::from(weight) * f);
        assert_relative_eq!(weighted.sum::<f64>(), published, max_relative = 1e-12);
    }
}

#[test]
fn jacobians_match_the_published_checksums() {
    for problem in &BENCHMARKS {
        let [_, published] = problem.checksums.expect("the benchmarks have checksums");
        for expansion in problem.expansions {
            let (_, entries) = evaluate(problem, expansion, &(problem.base)());
            let weighted = expansion
                .pattern
                .entries()
                .zip(&entries)
                .map(|((i, j), entry)| {
                    let [i, j] = [i, j].map(|k| f64::from(u8::try_from(k).expect("small")));
                    (1.0 + 0.7 * i + 0.3 * j) * entry
                });
            assert_relative_eq!(weighted.sum::<f64>(), published, max_relative = 1e-12);
        }
    }
}

#[test]
fn values_are_those_that_are_published() {
    let mut found = 0;
    for problem in everything() {
        for known in problem.known {
            let value = value_of(problem, known.at);
            let (expected, value) = match known.value {
                Published::Rows(rows) => (rows.to_vec(), value),
                Published::Squares(sum) => (vec![sum], vec![value.iter().map(|f| f * f).sum()]),
            };
            assert_eq!(value.len(), expected.len(), "{}", problem.name);
            for (a, b) in value.iter().zip(&expected) {
                let near = (a - b).abs() <= known.within;
                assert!(near, "{} at {:?}: {a}, not {b}", problem.name, known.at);
            }
            found += 1;
        }
    }
    assert!(found > 0, "nothing published was found");
}

#[test]
fn twins_compute_what_the_functions_do() {
    for problem in everything() {
        for x in points(problem) {
            let expected = value_of(problem, &x);
            let mut twin = vec![0.0; problem.m];
            (problem.twin.real)(&x, &mut twin);
            let sums = path_sums(problem, &x);
            for ((a, b), sums) in expected.iter().zip(&twin).zip(&sums) {
                let terms: f64 = sums.iter().zip(&x).map(|(sum, x)| sum * x.abs()).sum();
                let near = (a - b).abs() <= 1e-12 * (1.0 + a.abs() + terms);
                assert!(near, "{} at {x:?}: {a} and {b}", problem.name);
            }
        }
    }
}

#[test]
fn values_are_the_users_bit_by_bit() {
    for (problem, expansion) in expansions() {
        for x in points(problem) {
            let (value, _) = evaluate(problem, expansion, &x);
            let expected = value_of(problem, &x);
            let equal = value.iter().zip(&expected).all(|(a, b)| same(*a, *b));
            assert!(
                equal,
                "{} {}: {value:?}, not {expected:?}",
                problem.name, expansion.label
            );
        }
    }
}

#[test]
fn values_are_the_users_for_hostile_inputs() {
    for (problem, expansion) in expansions() {
        for x in hostile_points(&(problem.base)()) {
            // A clamp between limits that are not ordered panics, in the user's code as in ours.
            if problem.name == "kinks" && (x[0].is_nan() || x[0] > 10.0) {
                continue;
            }
            let (value, _) = evaluate(problem, expansion, &x);
            let expected = value_of(problem, &x);
            let (name, label) = (problem.name, expansion.label);
            for (row, (a, b)) in value.iter().zip(&expected).enumerate() {
                assert!(
                    same(*a, *b),
                    "{name} {label} row {row} at {x:?}: {a:e}, not {b:e}"
                );
            }
        }
    }
}

#[test]
fn jacobians_agree_with_dual_numbers() {
    for problem in everything() {
        let points = if campaign::is_full() {
            points(problem)
        } else {
            few_points(problem, 16)
        };
        for x in points {
            let (dense, sums) = (dual_jacobian(problem, &x), path_sums(problem, &x));
            for expansion in problem.expansions {
                let (value, entries) = evaluate(problem, expansion, &x);
                if value[0] == domains::number::NOTHING {
                    continue;
                }
                for ((row, col), entry) in expansion.pattern.entries().zip(&entries) {
                    let (exact, scale) = (dense[row][col], sums[row][col]);
                    let error = (entry - exact).abs();
                    let (name, label) = (problem.name, expansion.label);
                    assert!(
                        error <= 1e-12 * scale,
                        "{name} {label} at ({row}, {col}): {entry:e}, not {exact:e}, scale {scale:e}"
                    );
                }
            }
        }
    }
}

#[test]
fn patterns_are_what_the_twins_depend_on() {
    for problem in everything() {
        // A path sum is zero at one point by accident only; at many points, by structure.
        let mut depends = BTreeSet::new();
        for x in &few_points(problem, 16) {
            for (row, sums) in path_sums(problem, x).iter().enumerate() {
                let columns = sums.iter().enumerate().filter(|(_, sum)| **sum != 0.0);
                depends.extend(columns.map(|(col, _)| (row, col)));
            }
        }
        assert_eq!(depends.len(), problem.nnz, "{}", problem.name);
        for expansion in problem.expansions {
            assert_eq!(
                places(expansion.pattern),
                depends,
                "{} {}",
                problem.name,
                expansion.label
            );
        }
    }
}

#[test]
fn patterns_state_their_shape_in_both_orders() {
    for (problem, expansion) in expansions() {
        let pattern = expansion.pattern;
        let shape = (pattern.rows(), pattern.cols(), pattern.nnz());
        assert_eq!(
            shape,
            (problem.m, problem.n, problem.nnz),
            "{}",
            problem.name
        );
        let by_columns = (0..pattern.cols()).flat_map(|col| {
            let rows = &pattern.row_indices()[pattern.col_ptrs()[col]..pattern.col_ptrs()[col + 1]];
            rows.iter().map(move |row| (*row, col))
        });
        let by_rows = (0..pattern.rows()).flat_map(|row| {
            let cols = &pattern.col_indices()[pattern.row_ptrs()[row]..pattern.row_ptrs()[row + 1]];
            cols.iter().map(move |col| (row, *col))
        });
        let (by_columns, by_rows): (Vec<_>, Vec<_>) = (by_columns.collect(), by_rows.collect());
        let entries: Vec<_> = pattern.entries().collect();
        match pattern.layout() {
            Layout::Csc => assert_eq!(entries, by_columns, "{}", problem.name),
            Layout::Csr => assert_eq!(entries, by_rows, "{}", problem.name),
        }
        assert_eq!(
            BTreeSet::from_iter(by_columns),
            BTreeSet::from_iter(by_rows),
            "{}",
            problem.name
        );
    }
}

#[test]
fn templates_hold_what_never_varies() {
    for (problem, expansion) in expansions() {
        let points = points(problem);
        let samples: Vec<_> = points
            .iter()
            .map(|x| evaluate(problem, expansion, x))
            .filter(|(value, _)| value[0] != domains::number::NOTHING)
            .map(|(_, entries)| entries)
            .collect();
        for (place, constant) in expansion.template.iter().enumerate() {
            if *constant != 0.0 {
                let always = samples
                    .iter()
                    .all(|entries| same(entries[place], *constant));
                assert!(always, "{} {} entry {place}", problem.name, expansion.label);
            }
        }
    }
}

/// The entries that an update writes, found by writing onto two different poisons.
fn written(problem: &Problem, expansion: &Expansion, x: &[f64]) -> Vec<bool> {
    let mut value = vec![0.0; problem.m];
    let poisoned = [1e300, -1e300].map(|poison| {
        let mut entries = vec![poison; problem.nnz];
        (expansion.update)(x, &mut value, &mut entries);
        entries
    });
    let pairs = poisoned[0].iter().zip(&poisoned[1]);
    pairs
        .map(|(a, b)| !(a.to_bits() == 1e300_f64.to_bits() && *b == -1e300))
        .collect()
}

#[test]
fn updates_write_the_rest() {
    for (problem, expansion) in expansions() {
        for x in &few_points(problem, 32) {
            let (value, entries) = evaluate(problem, expansion, x);
            if value[0] == domains::number::NOTHING {
                continue;
            }
            let (name, label) = (problem.name, expansion.label);
            let mut updated = expansion.template.to_vec();
            for (entry, written) in updated.iter_mut().zip(written(problem, expansion, x)) {
                assert!(
                    written || *entry != 0.0,
                    "{name} {label}: a zero that nobody writes"
                );
                if written {
                    assert!(
                        *entry == 0.0,
                        "{name} {label}: a constant that is written again"
                    );
                    *entry = f64::NAN;
                }
            }
            let mut value_too = vec![f64::NAN; problem.m];
            (expansion.update)(x, &mut value_too, &mut updated);
            let pairs = updated
                .iter()
                .chain(&value_too)
                .zip(entries.iter().chain(&value));
            for (a, b) in pairs {
                assert!(same(*a, *b), "{name} {label}: {a:e} updated, {b:e} at once");
            }
        }
    }
}

#[test]
fn collocation_and_kinetics_have_constant_entries() {
    let constants = |name| {
        let problem = BENCHMARKS
            .iter()
            .find(|problem| problem.name == name)
            .expect("a benchmark");
        let template = problem.expansions[0].template;
        template.iter().filter(|entry| **entry != 0.0).count()
    };
    // Flow in a channel: all but four collocation rows of eight entries in each interval.
    assert_eq!(constants("fic"), 235 - 4 * 4 * 8);
    // The Brusselator: the coupling of neighbours, twice 31 for each species.
    assert_eq!(constants("bruss"), 4 * 31);
    // The first two rows of the human heart dipole.
    assert_eq!(constants("hhd"), 4);
}

pub mod kinked {
    //! One function for each kink, and ties.

    use jacobian_runtime::jacobian;

    /// Each kink once.
    #[jacobian]
    #[jacobian(order = forward, prefix = ties_forward)]
    #[jacobian(order = reverse, prefix = ties_reverse)]
    pub fn ties(x: &[f64; 2]) -> [f64; 5] {
        let [a, b] = *x;
        [
            a.abs(),
            a.max(b),
            a.min(b),
            a.clamp(-1.0, 1.0),
            (a - b).abs() * a,
        ]
    }
}

#[test]
fn kinks_take_the_documented_side() {
    use kinked::{ties, ties_forward_jacobian, ties_reverse_jacobian, ties_with_jacobian};
    // At zero `abs` goes to the right; extrema and limits take their first operand.
    let cases = [
        (
            [0.0, 0.0],
            [[1.0, 0.0], [1.0, 0.0], [1.0, 0.0], [1.0, 0.0], [0.0, 0.0]],
        ),
        (
            [1.0, 1.0],
            [[1.0, 0.0], [1.0, 0.0], [1.0, 0.0], [1.0, 0.0], [1.0, -1.0]],
        ),
        (
            [-1.0, 2.0],
            [[-1.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 0.0], [4.0, -1.0]],
        ),
        (
            [3.0, 2.0],
            [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 0.0], [4.0, -3.0]],
        ),
    ];
    for (x, expected) in cases {
        let (value, jacobian) = ties_with_jacobian(&x);
        assert_eq!(value, ties(&x), "at {x:?}");
        assert_eq!(jacobian.to_dense(), expected, "at {x:?}");
        assert_eq!(
            ties_forward_jacobian(&x).to_dense(),
            expected,
            "forward at {x:?}"
        );
        assert_eq!(
            ties_reverse_jacobian(&x).to_dense(),
            expected,
            "reverse at {x:?}"
        );
    }
}

pub mod cancelling {
    //! Paths that are all constant and sum to zero leave no entry, even if rounding gives another
    //! sum.

    use jacobian_runtime::jacobian;

    /// Sums of constant paths: zero, zero, not zero.
    #[jacobian]
    #[jacobian(order = forward, fold = none, prefix = thirds_forward)]
    #[jacobian(order = reverse, fold = full, layout = csr, prefix = thirds_reverse)]
    pub fn thirds(x: &[f64; 2]) -> [f64; 3] {
        let third = x[0] / 3.0;
        [
            third + third + third - x[0] + x[1],
            -x[1] + x[1],
            0.1 * x[0] + 0.2 * x[0] - 0.3 * x[0],
        ]
    }
}

#[test]
fn entries_that_cancel_exactly_are_not_in_the_pattern() {
    use cancelling::{THIRDS_FORWARD_PATTERN, THIRDS_PATTERN, THIRDS_REVERSE_PATTERN};
    use cancelling::{thirds, thirds_with_jacobian};
    // The doubles nearest to 0.1, 0.2 and 0.3 do not cancel, so the last row keeps its entry.
    let expected = BTreeSet::from([(0, 1), (2, 0)]);
    assert_eq!(places(&THIRDS_PATTERN), expected);
    assert_eq!(places(&THIRDS_FORWARD_PATTERN), expected);
    assert_eq!(places(&THIRDS_REVERSE_PATTERN), expected);
    // The value is computed as written, rounding and all.
    let x = [0.7, 2.0];
    assert_eq!(thirds_with_jacobian(&x).0, thirds(&x));
}

#[test]
fn all_generated_functions_agree() {
    use corpus::classics::{
        ROSENBROCK_NNZ, ROSENBROCK_PATTERN, RosenbrockJacobian, rosenbrock, rosenbrock_jacobian,
        rosenbrock_with_jacobian, rosenbrock_with_jacobian_into,
    };
    let x = [-1.2, 1.0];
    let jacobian: RosenbrockJacobian = rosenbrock_jacobian(&x);
    let (value, again) = rosenbrock_with_jacobian(&x);
    let (mut value_into, mut entries) = ([0.0; 2], [0.0; ROSENBROCK_NNZ]);
    rosenbrock_with_jacobian_into(&x, &mut value_into, &mut entries);
    assert_eq!(value, rosenbrock(&x));
    assert_eq!(value_into, value);
    assert_eq!(jacobian.values(), &entries);
    assert_eq!(again, jacobian);
    assert_eq!(jacobian.to_dense(), [[24.0, 10.0], [-1.0, 0.0]]);
    assert_eq!(jacobian.get(1, 1), None);
    assert_eq!(jacobian.get(0, 0), Some(24.0));
    assert_eq!(jacobian.pattern(), &ROSENBROCK_PATTERN);
    let triplets: Vec<_> = jacobian.iter().collect();
    assert_eq!(triplets, [(0, 0, 24.0), (1, 0, -1.0), (0, 1, 10.0)]);
}

#[test]
fn products_agree_with_the_dense_matrix() {
    use corpus::hhd::{by_reverse_jacobian, hhd_jacobian};
    let x = [
        0.299, 0.186, -0.0273, 0.0254, -0.474, 0.474, -0.0892, 0.0892,
    ];
    let direction = [1.0, -2.0, 0.5, 3.0, -1.5, 0.25, 2.0, -0.75];
    let by_columns = hhd_jacobian(&x);
    let by_rows = by_reverse_jacobian(&x);
    assert_eq!(by_rows.pattern().layout(), Layout::Csr);
    let dense = by_columns.to_dense();
    let expected: [f64; 8] = dense.map(|row| row.iter().zip(&direction).map(|(a, d)| a * d).sum());
    let transposed: [f64; 8] =
        std::array::from_fn(|col| (0..8).map(|row| dense[row][col] * direction[row]).sum());
    for jacobian in [by_columns.mul_vec(&direction), by_rows.mul_vec(&direction)] {
        assert_relative_eq!(
            jacobian[..],
            expected[..],
            max_relative = 1e-12,
            epsilon = 1e-14
        );
    }
    for jacobian in [
        by_columns.tr_mul_vec(&direction),
        by_rows.tr_mul_vec(&direction),
    ] {
        assert_relative_eq!(
            jacobian[..],
            transposed[..],
            max_relative = 1e-12,
            epsilon = 1e-14
        );
    }
}

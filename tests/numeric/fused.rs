//! Accuracy of `value = fused`: distances from `value = exact` for value and entries, published in
//! docs/book/src/fused.md.
//!
//! ```text
//! cargo test --test numeric fused::              compares the page with the measurement
//! BLESS=1 cargo test --test numeric fused::      writes the page
//! ```
//!
//! Nothing is timed. IEEE arithmetic gives the same figures on every machine, also for `mul_add`,
//! which is exact with and without hardware. Three problems call the platform's trigonometric
//! functions, and one takes its base point from them. Their figures may differ by a factor of two
//! between machines.

use crate::corpus::problem::{Expansion, Problem, dual_jacobian, path_sums};
use crate::corpus::sample::sample_points;
use crate::corpus::{BENCHMARKS, FAST};
use crate::page;
use jacobian_runtime::jacobian;

/// Problems whose figures depend on the mathematical library of the platform.
const PLATFORM: [&str; 4] = ["snavely", "arm6", "se3b", "bruss"];

/// No figure in the last two columns of either kind may exceed this.
const BOUND: f64 = 16.0;

/// The head of the table of docs/book/src/fused.md.
const HEAD: &str = "\
| | value, ulp | of terms | entries, ulp | of terms | fma: value, ulp | of terms | entries, ulp | of terms |
|---|---|---|---|---|---|---|---|---|
";

/// The distance of two numbers in units of the last place of the larger.
fn ulps(a: f64, b: f64) -> f64 {
    let largest = a.abs().max(b.abs());
    if a.to_bits() == b.to_bits() || largest == 0.0 {
        return 0.0;
    }
    let place = f64::from_bits(largest.to_bits() + 1) - largest;
    (a - b).abs() / place
}

/// The largest differences found: in units of the last place of the number, and of its terms.
#[derive(Clone, Copy, Default)]
struct Worst {
    own: f64,
    of_terms: f64,
}

impl Worst {
    fn see(&mut self, exact: f64, fused: f64, terms: f64) {
        self.own = self.own.max(ulps(exact, fused));
        if exact.to_bits() != fused.to_bits() {
            let unit = terms * f64::EPSILON;
            self.of_terms = self.of_terms.max((exact - fused).abs() / unit);
        }
    }

    fn cells(self) -> [f64; 2] {
        [self.own, self.of_terms]
    }
}

/// Value and entries of an expansion.
fn evaluate(problem: &Problem, expansion: &Expansion, point: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let mut value = vec![0.0; problem.m];
    let mut entries = vec![0.0; problem.nnz];
    (expansion.with_jacobian)(point, &mut value, &mut entries);
    (value, entries)
}

/// Value, ulp and of terms, then entries likewise, of expansions against an exact one.
fn differences(problem: &Problem, exact: &Expansion, expansions: &[&Expansion]) -> Vec<[f64; 4]> {
    let mut worst = vec![[Worst::default(); 2]; expansions.len()];
    let places: Vec<_> = exact.pattern.entries().collect();
    for point in &sample_points(&(problem.base)()) {
        let (value, entries) = evaluate(problem, exact, point);
        let sums = path_sums(problem, point);
        for (expansion, worst) in expansions.iter().zip(&mut worst) {
            let (fused, fused_entries) = evaluate(problem, expansion, point);
            for (row, (exact, fused)) in value.iter().zip(&fused).enumerate() {
                let reach = sums[row].iter().zip(point).map(|(sum, x)| sum * x.abs());
                worst[0].see(*exact, *fused, reach.sum::<f64>() + exact.abs());
            }
            for ((place, exact), fused) in places.iter().zip(&entries).zip(&fused_entries) {
                worst[1].see(*exact, *fused, sums[place.0][place.1]);
            }
        }
    }
    let cells = |[value, entries]: [Worst; 2]| {
        let ([a, b], [c, d]) = (value.cells(), entries.cells());
        [a, b, c, d]
    };
    worst.into_iter().map(cells).collect()
}

fn labelled<'a>(expansions: &'a [Expansion], label: &str) -> &'a Expansion {
    let mut found = expansions.iter().filter(|one| one.label == label);
    found.next().expect("an expansion of this label")
}

/// The row of a problem in the page.
fn row_of(page: &str, name: &str) -> Option<Vec<f64>> {
    let start = format!("| {name} | ");
    let row = page.lines().find_map(|line| line.strip_prefix(&start))?;
    let cells = row.trim_end_matches(" |").split(" | ");
    cells.map(|cell| cell.parse().ok()).collect()
}

/// A figure as the page shows it, rounded up in the last digit unless that does not matter.
fn shown(figure: f64) -> String {
    if figure >= 1e4 {
        format!("{figure:.1e}")
    } else if figure >= 10.0 || figure.fract() == 0.0 {
        format!("{}", figure.ceil())
    } else {
        format!("{}", (figure * 10.0).ceil() / 10.0)
    }
}

#[test]
fn the_page_says_how_far_fused_is_from_exact() {
    let mut table = HEAD.to_owned();
    for (problem, expansions) in BENCHMARKS.iter().zip(FAST) {
        let both = ["fused", "contracted"].map(|label| labelled(expansions, label));
        // Without fused multiply-adds: by `fma = auto` derivative code would have them where the
        // target has.
        let exact = labelled(expansions, "unfused");
        let figures: Vec<f64> = differences(problem, exact, &both).concat();
        for (column, figure) in figures.iter().enumerate() {
            let is_of_terms = column % 2 == 1;
            assert!(
                !is_of_terms || *figure <= BOUND,
                "{}, column {column}: {figure} units of its terms",
                problem.name
            );
        }
        let cells: Vec<String> = figures.iter().copied().map(shown).collect();
        let row = ["| ", problem.name, " | ", &cells.join(" | "), " |\n"];
        table += &row.concat();
    }
    let path = page::path("docs/book/src/fused.md");
    let there = std::fs::read_to_string(&path).expect("the page is there");
    if std::env::var_os("BLESS").is_some() {
        let page = page::filled(&there, &[("table", table.clone())]);
        std::fs::write(path, page).expect("the page can be written");
        return;
    }
    for problem in &BENCHMARKS {
        let [new, old] = [&table, &there].map(|page| row_of(page, problem.name).expect("a row"));
        let is_platform = PLATFORM.contains(&problem.name);
        // With hardware fma the first half is the second: `fma = auto`.
        let columns = if cfg!(target_feature = "fma") {
            4..8
        } else {
            0..8
        };
        for column in columns {
            let (new, old) = (new[column], old[column]);
            // Rounding errors may cancel on one platform and not on another, so these figures are
            // bounds only.
            let holds = if is_platform {
                column % 2 == 0 || new <= 2.0 * old + 1.0
            } else {
                new.to_bits() == old.to_bits()
            };
            assert!(holds, "{}, column {column}: {new}, not {old}", problem.name);
        }
    }
}

#[test]
fn the_jacobian_of_a_fused_value_is_exact() {
    for (problem, expansions) in BENCHMARKS.iter().zip(FAST) {
        for expansion in expansions {
            for point in sample_points(&(problem.base)()).iter().step_by(16) {
                let (_, entries) = evaluate(problem, expansion, point);
                let expected = dual_jacobian(problem, point);
                let sums = path_sums(problem, point);
                for ((row, col), entry) in expansion.pattern.entries().zip(&entries) {
                    let error = (entry - expected[row][col]).abs();
                    assert!(
                        error <= 1e-12 * sums[row][col],
                        "{} {} ({row}, {col}): {entry} is not {}",
                        problem.name,
                        expansion.label,
                        expected[row][col]
                    );
                }
            }
        }
    }
}

/// A stencil with ghosts of zero beyond both ends, sums that begin with zero, products beside
/// zeros, and arms.
#[jacobian]
#[jacobian(value = fused, fma = never, prefix = fused_ghosts)]
fn ghosts(x: &[f64; 4]) -> [f64; 7] {
    let mut y = [0.0; 7];
    let row = [0.0, x[0], x[1], x[2], x[3], 0.0];
    for k in 0..4 {
        y[k] = (row[k] + row[k + 2]) - 2.0 * row[k + 1] + 0.0;
    }
    let mut sum = 0.0;
    for k in 0..3 {
        sum += x[k] * x[k + 1];
    }
    let beside = x[0] * x[1] + 0.0;
    y[4] = 0.0 - sum;
    y[5] = (beside - x[2]) * (beside + x[3]);
    y[6] = if x[0] > x[3] {
        (0.0 + x[0]) * (x[1] - 0.0) + (0.0 + 0.0 + x[2])
    } else {
        0.0 - (x[0] * x[3] + 0.0)
    };
    y
}

#[test]
fn what_has_zero_added_to_it_stays_what_it_is() {
    let points = [
        [1.5, -0.25, 3.0, 0.75],
        [-0.1, 0.7, -0.0, 2.0],
        [0.0, -0.0, 0.0, -0.0],
        [1e-310, 1.0, f64::MAX, -1e300],
    ];
    for point in points {
        let (fused, exact) = (
            fused_ghosts_with_jacobian(&point),
            ghosts_with_jacobian(&point),
        );
        // All but the sign of a zero.
        let bits = |number: &f64| (number + 0.0).to_bits();
        let all = |value: &[f64], entries: &[f64]| -> Vec<u64> {
            value.iter().chain(entries).map(bits).collect()
        };
        let fused = all(&fused.0, fused.1.values());
        assert_eq!(fused, all(&exact.0, exact.1.values()), "{point:?}");
    }
}

/// The code generated for a function `f`, from the update function on.
fn update_of(options: &str, item: &str) -> String {
    let [options, item] = [options, item].map(|text| text.parse().expect("tokens"));
    let all = jacobian_core::expand(options, item).to_string();
    let (_, ours) = all.split_once("fn f_update_into").expect("an update");
    ours.to_owned()
}

#[test]
fn zeros_stay_where_rows_would_lose_their_likeness() {
    let rows = |first: &str| {
        let item = format!(
            "fn f(x: &[f64; 2]) -> [f64; 3] {{
                let mut y = [0.0; 3];
                for i in 0..3 {{
                    y[i] = (x[0] + 0.1 * i as f64) * x[1];
                }}
                y[0] = {first};
                y
            }}"
        );
        update_of("value = fused", &item)
    };
    let (alike, unlike) = (rows("y[0]"), rows("(x[0] + 0.1 * 0.0).sin()"));
    assert!(alike.contains("0.1_f64 * 0.0_f64"), "{alike}");
    assert!(!unlike.contains("0.1_f64 * 0.0_f64"), "{unlike}");
}

#[test]
fn what_is_rewritten_is_not_computed_as_written() {
    let expanded = |options: &str, body: &str| {
        update_of(options, &format!("fn f(x: &[f64; 2]) -> f64 {{ {body} }}"))
    };
    let rewritten = [
        ("(0.0 + x[0] + 0.0) + x[1]", "0.0_f64", None),
        (
            "(2.0 * x[0].atan2(x[1])).sin()",
            ".sin",
            Some("sin_cos_of_twice_atan2"),
        ),
        ("x[0].atan2(x[1]).cos()", ".cos", Some("sin_cos_of_atan2")),
    ];
    for (body, written, instead) in rewritten {
        let [exact, fused] = ["", "value = fused"].map(|options| {
            expanded(options, body)
                .replace(" . ", ".")
                .replace(" (", "(")
        });
        assert!(exact.contains(written), "{exact}");
        assert!(!fused.contains(written), "{fused}");
        assert!(
            instead.is_none_or(|name| fused.contains(name) && !exact.contains(name)),
            "{fused}"
        );
    }
}

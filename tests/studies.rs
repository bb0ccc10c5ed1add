//! Reproduces the tables of the papers: generates the book's `papers.md`, and checks the figures
//! that its text claims.
//!
//! `BLESS=1 cargo test --test studies` accepts a changed page. The examples print the same tables
//! with times.

mod campaign;
#[path = "studies/mod.rs"]
mod studies;

use studies::{
    data_locality, dynamic_programming, eliad, enhanced_markowitz, growth, linearities, page,
    solid_fuel,
};

#[test]
fn the_page_and_its_plot_are_what_is_generated() {
    if !campaign::is_full() && std::env::var_os("BLESS").is_none() {
        // All tables take an unoptimized compiler minutes: by default those of one paper are
        // compared.
        let page = std::fs::read_to_string(page::path()).expect("the page is there");
        let parts = enhanced_markowitz::parts();
        assert!(!parts.is_empty(), "the paper has tables");
        for (name, table) in parts {
            assert!(page.contains(&table), "{name} is not what is generated");
        }
        return;
    }
    let counts = growth::all_counts();
    let plot = growth::path("growth_operations.svg");
    let generated = [
        (page::path(), page::text(&counts)),
        (plot, growth::operations_plot(&counts)),
    ];
    for (path, text) in generated {
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &text).expect("a page can be written");
        }
        let page = std::fs::read_to_string(&path).expect("the page is there");
        let different = text.lines().zip(page.lines()).find(|(new, old)| new != old);
        let name = path.display();
        assert_eq!(different, None, "left: generated, right: {name}");
        assert_eq!(text.lines().count(), page.lines().count(), "{name}");
    }
}

fn eliad_test(name: &str) -> eliad::Test {
    let mut tests = eliad::tests().into_iter();
    tests.find(|test| test.name == name).expect("one of five")
}

/// Table VI: the coating problem has no intermediates at statement level and 882 entries, exactly
/// as published.
#[test]
fn the_coating_problem_has_the_published_extended_jacobian() {
    let test = eliad_test("CTS");
    assert_eq!(eliad::blocks(&test), [[0, 0, 0, 882, 0]; 2]);
}

/// Section 6.2.4: pre-elimination alone finishes flow in a channel; section 6.3.4: it leaves two
/// intermediates of the combustion of propane and none fewer of the dipole.
#[test]
fn pre_elimination_leaves_what_is_published() {
    let left = |name| eliad::blocks(&eliad_test(name)).map(|counts| counts[0]);
    assert_eq!(left("FIC")[1], 0);
    assert_eq!(left("CPF")[1], 2);
    if campaign::is_full() {
        let [before, after] = left("HHD");
        assert_eq!(before, after);
    }
}

/// Table IV: under every order the executed operations equal those of hand-written code, as
/// published for the statement level.
#[test]
fn every_elimination_of_the_coating_problem_executes_what_hand_code_does() {
    let rows = eliad::rows(&eliad_test("CTS"));
    let executed = rows.iter().filter(|row| row.lines.is_some());
    let flops: Vec<f64> = executed.filter_map(|row| row.flops).collect();
    assert_eq!(flops.len(), 9, "by hand, six of the paper, two of ours");
    let by_hand = flops[0];
    let agree = |ratio: &f64| (ratio - by_hand).abs() < 1e-12;
    assert!(flops.iter().all(agree), "{flops:?}");
    assert!(by_hand < 1.85);
}

/// A search finds no more flops than any technique of the tables.
#[test]
fn a_search_is_no_worse_than_the_techniques_of_the_tables() {
    for name in ["CPF", "HHD", "Roe"].into_iter().take(campaign::size(1, 3)) {
        let rows = eliad::rows(&eliad_test(name));
        let of = |row: &eliad::Row| row.nominal.and(row.flops).unwrap_or(f64::INFINITY);
        let least = rows.iter().map(of).fold(f64::INFINITY, f64::min);
        let search = rows.iter().find(|row| row.technique == "search");
        let search = search.map_or(f64::INFINITY, of);
        assert!(search <= least + 1e-12, "{name}: {search} for {least}");
    }
}

/// Depth-first statements need no register beyond sixteen for problems whose rows share nothing.
#[test]
fn depth_first_statements_of_sparse_problems_fit_into_registers() {
    for name in ["fic", "bruss"] {
        let subject = studies::subject::Subject::of_corpus(name);
        let reverse = &data_locality::HIERARCHIES[0];
        let outcome = data_locality::outcome(&subject, reverse);
        assert_eq!(outcome.depth_first.traffic, 0, "{name}");
        assert!(outcome.as_eliminated.traffic > 30, "{name}");
    }
}

/// Speelpenning's function: of n factors, forward elimination takes n (n - 1) / 2 - 1 products and
/// reverse 2 n - 4, at n = 50 the published 1224 and 96.
#[test]
fn growth_of_a_product_is_quadratic_forward_and_linear_reverse() {
    let speelpenning = &growth::FAMILIES[0];
    let counts = growth::counts(speelpenning);
    for count in &counts {
        let [forward, reverse, ..] = count.operations;
        assert_eq!(forward, count.n * (count.n - 1) / 2 - 1);
        assert_eq!(reverse, 2 * count.n - 4);
    }
    let exponents: Vec<f64> = growth::panel(speelpenning, &counts)
        .lines
        .iter()
        .map(studies::plot::Line::exponent)
        .collect();
    let [_, _, forward, reverse, ..] = exponents[..] else {
        panic!("a line for each order")
    };
    assert!((forward - 2.0).abs() < 0.05, "{forward}");
    assert!((reverse - 1.0).abs() < 0.05, "{reverse}");
}

/// Section 4.3: step 2a takes 40 intermediates of a node of the driven cavity, and as many edges.
/// The paper has 70 intermediates where the graph rebuilt from its picture has 66.
#[test]
fn folding_a_node_of_the_driven_cavity_takes_what_is_published() {
    let stages = linearities::stages("driven_cavity_point");
    let (first, folded) = (&stages[0], &stages[linearities::ONLY_2A]);
    assert_eq!(first.intermediates, 66);
    assert_eq!(first.intermediates - folded.intermediates, 40);
    assert_eq!(first.edges - folded.edges, 40);
}

/// Section 4.1: both predecessors of the addition in the box model go.
#[test]
fn folding_the_box_model_takes_the_predecessors_of_its_sum() {
    let stages = linearities::stages("box_model");
    let gone: Vec<String> = stages[linearities::ONLY_2A]
        .steps
        .iter()
        .map(ToString::to_string)
        .collect();
    for predecessor in ["10", "13"] {
        assert!(gone.contains(&predecessor.to_owned()), "{gone:?}");
    }
}

/// Steps 1, 2a and 2b each take at least one edge with a vertex.
#[test]
fn folding_makes_every_graph_smaller() {
    for name in linearities::CASES {
        let stages = linearities::stages(name);
        let (first, trees) = (&stages[0], &stages[linearities::TREES]);
        let vertices = first.intermediates - trees.intermediates;
        let edges = first.edges - trees.edges;
        assert!(
            vertices > 0 && edges >= vertices,
            "{name}: {vertices}, {edges}"
        );
    }
}

/// Of the dynamic programming paper everything small is reproduced, but for the tie in the solid
/// fuel problem.
#[test]
fn small_examples_of_dynamic_programming() {
    for (what, published, ours) in dynamic_programming::examples() {
        let expected = if what.starts_with("solid fuel") {
            28
        } else {
            published
        };
        assert_eq!(ours, expected, "{what}");
    }
    let levels: Vec<Vec<usize>> = (1..5).map(dynamic_programming::chebyquad).collect();
    let published = [vec![3, 3, 12, 9], vec![9, 12, 21], vec![18, 18], vec![27]];
    assert_eq!(levels, published);
}

/// The claims of the page about the large table: brackets, and that no row needs chained products.
#[test]
fn the_large_table_of_dynamic_programming() {
    let rows = &dynamic_programming::ROWS;
    for row in rows.iter().take(campaign::size(2, rows.len())) {
        let ours = dynamic_programming::figures_of(row);
        let ([n, _, m, narrow, .., published], counts) = (row.published, ours.chained);
        let sizes = [ours.sizes[0], ours.sizes[2], ours.sizes[3]];
        assert_eq!(sizes, [n, m, narrow], "{}", row.name);
        let brackets = (counts.nontrivial..=counts.all).contains(&published);
        assert_eq!(brackets, row.name != "DIE", "{}: {counts}", row.name);
        assert!(ours.best.1 <= counts.all, "{}: {:?}", row.name, ours.best);
    }
}

/// The three codes of the run-time study compute the same.
#[test]
fn codes_of_the_solid_fuel_problem_agree() {
    let u = [0.3, -0.2, 0.7, 0.1];
    let (value, dense) = solid_fuel::dense_forward(&u, &solid_fuel::IDENTITY);
    let pattern = &solid_fuel::SOLID_FUEL_PATTERN;
    assert_eq!(pattern.nnz(), 12);
    for (other, entries) in [solid_fuel::by_elimination(&u), solid_fuel::by_hand(&u)] {
        for (a, b) in value.iter().zip(other) {
            assert!((a - b).abs() <= 1e-14, "{a} {b}");
        }
        for ((row, col), entry) in pattern.entries().zip(entries) {
            assert!((dense[row][col] - entry).abs() <= 1e-14, "({row}, {col})");
        }
    }
}

#[test]
fn codes_of_the_larger_solid_fuel_problem_agree() {
    let u = std::array::from_fn(|i| std::array::from_fn(|j| if i > j { 0.3 } else { -0.2 }));
    let dense = solid_fuel::larger_dense(&u, &solid_fuel::directions());
    let codes = [
        solid_fuel::larger_by_elimination(&u),
        solid_fuel::larger_by_hand(&u),
    ];
    for entries in codes {
        for ((row, col), entry) in solid_fuel::LARGER_PATTERN.entries().zip(entries) {
            assert!((dense[row][col] - entry).abs() <= 1e-14, "({row}, {col})");
        }
    }
}

/// The formulas of the enhanced Markowitz paper, at sizes beyond those of the page.
#[test]
fn formulas_of_the_enhanced_markowitz_paper() {
    for n in 3..=12 {
        let function = enhanced_markowitz::absorption(n);
        let methods = ["forward", "reverse", "enhanced_markowitz"];
        let counts = methods.map(|method| function.all(method));
        assert_eq!(
            counts,
            enhanced_markowitz::absorption_formulas(n),
            "n = {n}"
        );
        let function = enhanced_markowitz::speelpenning(n);
        let counts = methods.map(|method| function.all(method));
        let [forward, reverse] = [n * (n - 1) / 2 - 1, 2 * n - 4];
        assert_eq!(counts, [forward, reverse, reverse], "n = {n}");
    }
}

/// "There was none for which LM delivered a lower operations count than EM": so with first ties,
/// not with last.
#[test]
fn plain_and_enhanced_markowitz() {
    let mut ahead = Vec::new();
    for (name, function) in enhanced_markowitz::functions() {
        let [first, last, enhanced] = ["markowitz_first", "markowitz", "enhanced_markowitz"]
            .map(|method| function.all(method));
        assert!(enhanced <= first, "{name}: {enhanced}, {first}");
        if last < enhanced {
            ahead.push(name);
        }
    }
    assert_eq!(ahead, ["watson", "discrete_integral"]);
    let flow = enhanced_markowitz::flow();
    let counts = ["enhanced_markowitz", "markowitz", "forward"].map(|method| flow.all(method));
    assert!(
        counts.is_sorted() && counts[2] < flow.compressed(),
        "{counts:?}"
    );
}

//! The generated parts of the book's `methods.md`: tables of counts, and a card for each method
//! from the header of its file.
//!
//! ```text
//! counts --> tables          order/markowitz.rs --its header--> a card
//! ```
//!
//! A method is explained once, in the file that implements it, and the page repeats that. The prose
//! of the page is markdown.

use std::fmt::Write;
use std::path::PathBuf;

use jacobian_core::order::OrderChoice;
use jacobian_core::plan::Counts;

use super::markers::filled;
use super::{Function, counts, hessians, of_literature, of_problems};

/// Where a method is explained: the names it explains, and the file below
/// `jacobian-elimination/src`.
const SECTIONS: [(&str, &str); 16] = [
    ("forward, reverse", "order/forward_reverse.rs"),
    ("markowitz, markowitz_first", "order/markowitz.rs"),
    (
        "enhanced_markowitz, relative_markowitz",
        "order/enhanced_markowitz.rs",
    ),
    (
        "pre_elimination, pre_elimination_forward, pre_elimination_markowitz, pre_elimination_enhanced",
        "order/pre_elimination.rs",
    ),
    (
        "lowest_fill_in, minimal_damage, overall_markowitz",
        "order/fill_in.rs",
    ),
    ("sibling, successor_predecessor", "order/data_locality.rs"),
    (
        "edge_markowitz, edge_fill_in, edge_sibling",
        "order/edge_orders.rs",
    ),
    ("face_markowitz, face_absorb", "order/face_orders.rs"),
    ("single_use", "order/single_use.rs"),
    ("bfft, bffa, bfrt, bfra", "order/chained_products.rs"),
    ("annealing", "order/search/anneal.rs"),
    ("edge_annealing", "order/edge_annealing.rs"),
    ("search", "order/search/mod.rs"),
    ("exact", "order/exhaustive.rs"),
    ("fold = none, trees, full", "elim/fold.rs"),
    ("the lower bound", "order/lower_bound.rs"),
];

/// Where the page is.
pub(crate) fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/book/src/methods.md")
}

/// The page with its parts generated.
///
/// # Errors
/// When data or sources are missing.
pub(crate) fn text() -> Result<String, String> {
    let page = std::fs::read_to_string(path()).map_err(|error| error.to_string())?;
    let literature = of_literature()?;
    let published = |Function {
                         name, published, ..
                     }: &Function| format!("* {name}: {published}\n");
    let published: Vec<String> = literature.iter().map(published).collect();
    let parts = [
        ("cards", cards()?),
        ("published", published.concat()),
        ("literature", tables(&literature)),
        ("problems", tables(&of_problems()?)),
        ("hessians", hessians::table()?),
    ];
    Ok(filled(&page, &parts))
}

/// A section for each family of methods.
fn cards() -> Result<String, String> {
    let mut text = String::new();
    for (names, file) in SECTIONS {
        line(&mut text, &format!("### {names}\n"));
        text.push_str(&header(file)?);
        line(&mut text, &format!("\n(`{file}`)\n"));
    }
    Ok(text)
}

/// A count by its name.
type Measure = (&'static str, fn(&Counts) -> usize);

/// The costs, by method and function.
type Rows = Vec<(&'static str, Vec<Option<Counts>>)>;

fn tables(functions: &[Function]) -> String {
    let mut page = String::new();
    let costs = |method| functions.iter().map(|f| counts(f, method)).collect();
    let rows: Rows = OrderChoice::names()
        .map(|method| (method, costs(method)))
        .collect();
    let measures: [Measure; 3] = [
        ("ops", |counts| counts.operations),
        ("nontriv", |counts| counts.nontrivial),
        ("all", |counts| counts.all),
    ];
    for measure in measures {
        table(&mut page, measure, functions, &rows);
    }
    page
}

fn table(page: &mut String, (title, count): Measure, functions: &[Function], rows: &Rows) {
    let of_all = title == "all";
    let names: Vec<&str> = functions.iter().map(|function| function.name).collect();
    line(page, &format!("| {title} | {} |", names.join(" | ")));
    line(page, &format!("|---|{}", "---:|".repeat(names.len())));
    let column = |index: usize| {
        rows.iter()
            .filter_map(move |(_, cells)| cells[index].as_ref())
    };
    let best: Vec<Option<usize>> = (0..names.len())
        .map(|index| column(index).map(count).min())
        .collect();
    for (method, cells) in rows {
        let mut text = format!("| {method} |");
        for (index, cell) in cells.iter().enumerate() {
            let shown = cell.as_ref().map(|counts| {
                let number = count(counts);
                let share = (functions[index].bound * 100).checked_div(number);
                let share = share.filter(|_| of_all);
                let share = share.map_or(String::new(), |share| format!(" {share}%"));
                if best[index] == Some(number) {
                    format!("**{number}**{share}")
                } else {
                    format!("{number}{share}")
                }
            });
            let _ = write!(text, " {} |", shown.as_deref().unwrap_or("-"));
        }
        line(page, &text);
    }
    page.push('\n');
}

/// The documentation at the head of a source file, without the links that only rustdoc resolves.
fn header(file: &str) -> Result<String, String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("jacobian-elimination/src");
    let source =
        std::fs::read_to_string(path.join(file)).map_err(|error| format!("{file}: {error}"))?;
    let mut text = String::new();
    for documented in source.lines().map_while(|line| line.strip_prefix("//!")) {
        line(
            &mut text,
            &unlinked(documented.strip_prefix(' ').unwrap_or(documented)),
        );
    }
    Ok(text)
}

/// `[`this`](super::this)` and `[`this`]` become `this` in code.
fn unlinked(documented: &str) -> String {
    let mut text = String::new();
    let mut rest = documented;
    while let Some((before, after)) = rest.split_once("[`") {
        let Some((name, mut behind)) = after.split_once("`]") else {
            break;
        };
        if let Some(target) = behind.strip_prefix('(') {
            behind = target.split_once(')').map_or(behind, |(_, behind)| behind);
        }
        let _ = write!(text, "{before}`{name}`");
        rest = behind;
    }
    text + rest
}

fn line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

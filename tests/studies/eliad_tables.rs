//! Prints the tables of ELIAD: published columns beside ours, and the reasons for differences.
//!
//! ```text
//! technique | flops, published | flops | units put back
//!           | lines, published | lines | time, published [| time]
//! ```
//!
//! The page shows no times of ours; the example adds them as a last column.

use super::eliad::{Row, Test, blocks, rows, tests};
use super::eliad_published as published;
use super::table::Table;

/// A table of the paper beside ours; `time` gives the ratio of times of a technique, where it was
/// measured.
pub(crate) fn table(
    test: &Test,
    rows: &[Row],
    time: impl Fn(&str) -> Option<f64>,
    with_times: bool,
) -> Table {
    let mut head = vec![
        test.name,
        "flops, published",
        "flops",
        "units put back",
        "lines, published",
        "lines",
        "time, published",
    ];
    head.extend(with_times.then_some("time"));
    let mut table = Table::new(head);
    for row in rows {
        let printed = test.published.iter().find(|known| known.0 == row.technique);
        let (flops, lines, times) = printed.map_or((0.0, 0, [0.0; 5]), |p| (p.1, p.2, p.3));
        let mut cells = vec![
            label(row.technique).to_owned(),
            shown((flops > 0.0).then_some(flops)),
            shown(row.flops),
            shown(row.nominal),
            (lines > 0)
                .then_some(lines)
                .map_or(dash(), |n| n.to_string()),
            row.lines.map_or(dash(), |n| n.to_string()),
            range(&times),
        ];
        if with_times {
            cells.push(shown(time(row.technique)));
        }
        table.row(cells);
    }
    table
}

/// The entry of our column for a tool that we do not have.
fn label(technique: &str) -> &str {
    match technique {
        "ADIFOR" => "ADIFOR; ours: dual numbers",
        "FD" => "one-sided differences",
        other => other,
    }
}

fn dash() -> String {
    "-".to_owned()
}

fn shown(number: Option<f64>) -> String {
    number.map_or(dash(), |number| format!("{number:.2}"))
}

/// The range of the legible numbers.
pub(crate) fn range(times: &[f64]) -> String {
    let legible = || times.iter().copied().filter(|time| *time > 0.0);
    let least = legible().fold(f64::INFINITY, f64::min);
    let most = legible().fold(0.0, f64::max);
    if most > 0.0 {
        format!("{least:.2} to {most:.2}")
    } else {
        dash()
    }
}

/// Table VI.
pub(crate) fn blocks_table(tests: &[Test]) -> Table {
    let mut table = Table::new([
        "VI",
        "p, published",
        "p",
        "B L R T, published",
        "B L R T",
        "pre-eliminated: p, published",
        "p",
        "B L R T, published",
        "B L R T",
    ]);
    for test in tests {
        let known = published::BLOCKS.iter().find(|known| known.0 == test.name);
        let known = known.expect("the table has all five").1;
        let mut cells = vec![test.name.to_owned()];
        for (published, ours) in known.iter().zip(blocks(test)) {
            let joined = |counts: &[usize; 5]| {
                let counts = counts[1..].iter().map(usize::to_string);
                counts.collect::<Vec<_>>().join(" ")
            };
            cells.extend([published[0].to_string(), ours[0].to_string()]);
            cells.extend([joined(published), joined(&ours)]);
        }
        table.row(cells);
    }
    table
}

/// Tables VII to IX: the published ratios, and our best time over that of each rival, if times were
/// measured.
pub(crate) fn speed_ups(ours: impl Fn(&str) -> Option<[Option<f64>; 3]>) -> Table {
    let titles = [
        "VII: over differences",
        "VIII: over conventional tools (ours: dual numbers)",
        "IX: over hand-coding",
    ];
    let head = titles.map(|title| [format!("{title}, published"), "ours".to_owned()]);
    let mut table = Table::new(std::iter::once(String::new()).chain(head.into_iter().flatten()));
    for (name, known) in published::SPEED_UPS {
        let measured = ours(name).unwrap_or_default();
        let cells = known
            .iter()
            .zip(measured)
            .flat_map(|(known, measured)| [range(known), shown(measured)]);
        table.row(std::iter::once(name.to_owned()).chain(cells));
    }
    table
}

/// The same as published, for a page without times.
fn published_speed_ups() -> Table {
    let head = [
        "",
        "VII: over differences",
        "VIII: over conventional tools",
        "IX: over hand-coding",
    ];
    let mut table = Table::new(head);
    for (name, known) in published::SPEED_UPS {
        let ranges = known.iter().map(|known| range(known));
        table.row(std::iter::once(name.to_owned()).chain(ranges));
    }
    table
}

/// Generated parts of the page, by name.
pub(crate) fn parts() -> Vec<(&'static str, String)> {
    let tests = tests();
    let ratios = tests
        .iter()
        .map(|test| table(test, &rows(test), |_| None, false).markdown());
    vec![
        ("eliad", ratios.collect()),
        ("extended", blocks_table(&tests).markdown()),
        ("speedups", published_speed_ups().markdown()),
    ]
}

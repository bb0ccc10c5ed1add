//! ELIAD's tables as they are shown: published columns beside ours, and why they differ.
//!
//! ```text
//! technique | flops, published | flops | units put back | lines, published | lines | time, published [| time]
//! ```
//!
//! The page shows no times of ours; the example adds them as a last column.

use super::eliad::{Row, Test, blocks, rows, tests};
use super::eliad_published as published;
use super::table::Table;

/// A table of the paper beside ours; `time` gives the ratio of times of a technique, where it was measured.
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

/// What stands in our column where the paper's tool is not ours.
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

/// From the least to the largest of those that are legible.
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

/// Tables VII to IX: what is published, and the best of ours over each rival where times were measured.
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

const INTRODUCTION: &str = "\
## ELIAD (Forth, Tadjouddine, Pryce and Reid)

`cargo run --example eliad_tables`; with `--full` also the times, by a program of all these expansions that it \
builds and runs.

Tables I to V. Flops are those of value and Jacobian over those of the function; lines are its statements, \
one to a line; times are ratios to the function, published as the range over the paper's five machines. VE-SL and \
VE-CL eliminate at statement level and on the code list; P is pre-elimination; F, R, Mark and VLR are forward, reverse, \
Markowitz and relative Markowitz; DFT sequences statements depth first. All these with `fold = none`; the last rows are the \
attribute's defaults and `order = search`.

";

/// The section of the page.
pub(crate) fn section() -> String {
    let tests = tests();
    let mut text = INTRODUCTION.to_owned();
    for test in &tests {
        text += &table(test, &rows(test), |_| None, false).markdown();
    }
    text += DIFFERENCES;
    text += &blocks_table(&tests).markdown();
    text += BLOCKS;
    text + &published_speed_ups().markdown()
}

const DIFFERENCES: &str = "\
Where these differ from the published numbers:

* **What is counted.** The paper counts what its Fortran says: products by one are there, and left to the compiler. Here they are \
never emitted. The column *units put back* adds the products by plus or minus one, and those of two numbers; with them the \
orders without pre-elimination come close to the paper (Roe 13.2 and 9.3 for 12.9 and 9.5 on the code list, CPF 3.7 and 2.7 for 3.8 and 2.8).
* **The functions.** Theirs are MINPACK-2's and a Roe flux in Fortran, of 222, 84, 68, 1638 and 1266 flops; ours take fewer, \
since equal statements are one. CTS as MINPACK-2 writes it forms each of its sums twice, 26 flops to a sample where 20 are needed, \
so our ratio is of less work to less work.
* **Statement level and code list** hardly differ here, where in the paper the code list costs up to half as much again: what \
makes it long are products by one.
* **Relative Markowitz** is the best order of the paper on Roe and the reason why it recommends cross-country orders. On our \
flux pre-elimination followed by reverse is better, plain reverse better still, and a search better than all of them. Ties and the \
writing of the function decide such a ranking.
* **Pre-elimination** changes less here than in the paper, again because most of what it saves there are products by one.
* **Hand-coding.** MINPACK-2's own Jacobians are not at hand; ours are written anew, and count less: the expert also rewrote \
the value, which generated code may not touch (HHD). FIC by hand works on lanes and tables that are not counted here; tables \
are left out of the lines. CTS by hand executes what all eliminations execute, but in a loop, which the compiler vectorizes, as \
it does the function: in time both win clearly over unrolled code. The paper unrolled them as well, and there all are level.
* **Conventional tools** are not at hand. Beside ADIFOR stand dual numbers with one direction for each colour of columns, \
counted by the paper's formula (12) on the code list; TAMC has no counterpart.

Table VI, entries of the extended Jacobian at statement level: B from independents to intermediates, L between \
intermediates, R from independents to dependents, T from intermediates to dependents.

";
const BLOCKS: &str = "\
CTS is the same to the last entry. FIC and CPF differ by how sums are written and by entries that are zero (FIC has 246 in the \
paper and 235 structural ones here); pre-elimination alone finishes FIC and leaves two intermediates of CPF, as published. \
The published HHD assigns its values through temporaries, which moves entries from R to T.

Tables VII to IX: speed-ups of the best elimination, over the paper's five machines. Ours need a clock: the example prints them.

";

//! Is the plan right? It is evaluated at random points, beside the chain rule and differences.
//!
//! ```text
//! code list --evaluate--> values and partials --plan-> entries ---.
//! code list --dual numbers, forward-----------------> entries ----+--> worst entry
//! f(x + h), f(x - h) --differences------------------> entries ---'
//! ```
//!
//! Dual numbers go through the values statement by statement with a table of slopes of their own,
//! so they share nothing with partials, elimination and rewriting; differences do without that
//! table. Each point has a path through branches and loops, which all three go ([`path`]). What the
//! user's own code computes is a random number here. A label that is far larger than all entries
//! loses digits (Reid's example, in Forth, Tadjouddine, Pryce & Reid 2004). Products with vectors
//! and normal equations are not evaluated; for them speaks the proof that each expansion goes
//! through (book: `trust.md`).

mod condition;
mod machine;
mod path;
mod slopes;
mod subject;
mod sums;

use std::collections::BTreeSet;

use clap::ArgMatches;
use jacobian_core::proof::{self, Verdict};

use crate::failure::{Done, Failure};
use crate::output;
use crate::source::{Function, Sources};

use machine::{Machine, Number, Purpose};
use path::{MAX_ITERATIONS, Path, Random};
use subject::Subject;

/// The plan and the chain rule may differ by so much of the sum of all paths without their signs.
/// By that measure every order of elimination is accurate.
const TOLERANCE: f64 = 1e-9;

/// Smaller numbers have fewer digits.
const SMALLEST: f64 = 1e-250;

/// Half the distance of the points of a difference.
const STEP: f64 = 1e-6;

/// Checks the functions that are asked for. It fails if a plan disagrees with the chain rule.
pub(crate) fn run(matches: &ArgMatches) -> Done<()> {
    let (path, name) = crate::asked(matches)?;
    let points = *matches.get_one::<u64>("points").expect("it has a default");
    let mut sources = Sources::read(&path)?;
    sources.keep(name)?;
    let mut lines = Vec::new();
    let mut wrong = Vec::new();
    for function in &sources.functions {
        for (of, checked) in of_function(function, points) {
            let name = format!("{}{of}", function.watched.name);
            let (said, is_right) = checked.or_proved(function);
            lines.push(format!("{name}: {said}\n"));
            if !is_right {
                wrong.push(format!(
                    "the plan of `{name}` disagrees with the chain rule: {said}"
                ));
            }
        }
    }
    output::write(&lines.concat(), None)?;
    if wrong.is_empty() {
        return Ok(());
    }
    Err(Failure::new(wrong.join("\nerror: ")))
}

/// What was found at all points.
#[derive(Default)]
struct Checked {
    points: usize,
    /// By entry: whether it was finite at some point.
    seen: Vec<bool>,
    loops: usize,
    /// The arms that do not leave the function.
    arms: usize,
    /// The arms that some point took, with their branches.
    entered: BTreeSet<(usize, usize)>,
    /// Whether differences would move numbers of the user's own code.
    has_rules: bool,
    /// The largest deviation of the plan from the chain rule, relative to the paths without signs.
    by_chain_rule: Worst,
    /// The largest deviation from differences, relative to the entry, the
    /// value, or one.
    by_differences: Worst,
    /// The largest label of the plan, relative to the largest entry or partial.
    growth: f64,
}

/// A deviation with its entry.
#[derive(Clone, Copy, Default)]
struct Worst {
    deviation: f64,
    entry: (usize, usize),
}

impl Worst {
    fn note(&mut self, deviation: f64, entry: (usize, usize)) {
        if deviation > self.deviation {
            *self = Self { deviation, entry };
        }
    }
}

impl Checked {
    fn is_right(&self) -> bool {
        self.by_chain_rule.deviation <= TOLERANCE
    }

    /// What is said, and whether it is right. Where no point is finite, the proof of the function
    /// must do.
    fn or_proved(&self, function: &Function) -> (String, bool) {
        let is_empty = self.points == 0 && !self.seen.is_empty();
        match is_empty.then(|| proof::jacobian(&function.watched.compiled)) {
            Some(Ok(Verdict::Proved)) => (format!("proved, but {self}"), true),
            Some(Err(mismatch)) => (mismatch.to_string(), false),
            Some(Ok(Verdict::Unchecked(_))) | None => (self.to_string(), self.is_right()),
        }
    }
}

impl std::fmt::Display for Checked {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.points == 0 && !self.seen.is_empty() {
            return write!(
                formatter,
                "not evaluated, because no random point gave finite numbers"
            );
        }
        let worst = |worst: Worst| format!("{:.1e} at {:?}", worst.deviation, worst.entry);
        write!(
            formatter,
            "{} entries at {} points",
            self.seen.len(),
            self.points
        )?;
        let unseen = self.seen.iter().filter(|seen| !**seen).count();
        if unseen > 0 {
            write!(formatter, ", {unseen} of them never finite")?;
        }
        if self.arms > 0 {
            let entered = self.entered.len();
            write!(formatter, " through {entered} of {} arms", self.arms)?;
        }
        if self.loops > 0 {
            write!(formatter, ", loops run 0 to {MAX_ITERATIONS} times")?;
        }
        write!(
            formatter,
            ", at most {} from the chain rule, ",
            worst(self.by_chain_rule)
        )?;
        if self.has_rules {
            write!(
                formatter,
                "without differences because of the caller's partials"
            )?;
        } else {
            write!(formatter, "{} from differences", worst(self.by_differences))?;
        }
        write!(
            formatter,
            "; labels grow to {:.1} times the largest entry or partial",
            self.growth
        )
    }
}

/// Evaluates the Jacobian and the Hessian of a function.
fn of_function(function: &Function, points: u64) -> Vec<(&'static str, Checked)> {
    let watched = &function.watched;
    let conditions = watched.conditions.iter().map(|condition| {
        let condition = condition.as_ref()?.clone();
        syn::parse2(condition).ok()
    });
    let jacobian = Subject::of(&watched.compiled, conditions.collect());
    let mut checked = vec![("", checked(&jacobian, points))];
    if let Some(hessian) = &watched.hessian {
        // Its values have other numbers, so its conditions are unknown and it takes any arms.
        let hessian = Subject::of(&hessian.compiled, Vec::new());
        checked.push((", Hessian", self::checked(&hessian, points)));
    }
    checked
}

fn checked(subject: &Subject<'_>, points: u64) -> Checked {
    let compiled = subject.compiled;
    let mut checked = Checked {
        seen: vec![false; compiled.plan.entries().len()],
        loops: compiled.code.loops().len(),
        arms: subject.branches().map(|(_, open)| open.len()).sum(),
        has_rules: subject.has_rules(),
        ..Checked::default()
    };
    for point in 0..points {
        let mut random = Random::of_point(point);
        let independents = compiled.code.independents().iter();
        let x: Vec<f64> = independents.map(|_| random.next()).collect();
        let growth = compare(subject, &x, (point, random), &mut checked);
        checked.growth = checked.growth.max(growth);
    }
    checked
}

/// Compares the entries at a point, those that are finite. Gives the growth of labels.
fn compare(
    subject: &Subject<'_>,
    x: &[f64],
    (point, random): (u64, Random),
    checked: &mut Checked,
) -> f64 {
    let compiled = subject.compiled;
    let start = (Path::of_point(point), random.clone());
    let mut planned = Machine::run(subject, Purpose::Plan, x, start);
    let entries = planned.entries();
    let path = planned.path();
    let rows = compiled.code.dependents();
    let run = |column: usize, x: &[f64]| -> Vec<Number> {
        let start = (path.again(), random.clone());
        let mut machine = Machine::run(subject, Purpose::Along(column), x, start);
        rows.iter().map(|id| machine.number(*id)).collect()
    };
    let moved = |column: usize, by: f64| {
        let mut moved = x.to_vec();
        moved[column] += by;
        run(column, &moved)
    };
    let columns: Vec<[Vec<Number>; 3]> = (0..x.len())
        .map(|column| [run(column, x), moved(column, STEP), moved(column, -STEP)])
        .collect();
    let mut is_finite = false;
    for (index, (entry, found)) in compiled.plan.entries().iter().zip(entries).enumerate() {
        let (row, col) = (entry.row(), entry.col());
        let [by_rule, above, below] = [0, 1, 2].map(|run: usize| columns[col][run][row]);
        let deviation = (found - by_rule.tangent).abs() / by_rule.paths.max(SMALLEST);
        if !(deviation.is_finite() && by_rule.paths.is_finite()) {
            continue;
        }
        is_finite = true;
        checked.seen[index] = true;
        checked.by_chain_rule.note(deviation, (row, col));
        let difference = (above.value - below.value) / (2.0 * STEP);
        let size = difference.abs().max(by_rule.value.abs()).max(1.0);
        let deviation = (found - difference).abs() / size;
        checked.by_differences.note(deviation, (row, col));
    }
    checked.points += usize::from(is_finite);
    checked.entered.extend(&planned.entered);
    planned.label / planned.largest.max(SMALLEST)
}

#[cfg(test)]
mod tests;

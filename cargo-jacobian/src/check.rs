//! Is the plan right? It is evaluated at random points, beside the chain rule and differences.
//!
//! ```text
//! code list --evaluate--> values and partials --plan----------> entries ---.
//!                                  '-- chain rule over the graph -> entries --'--> worst entry
//! f(x + h), f(x - h) ----------------------------- differences -> entries --'
//! ```
//!
//! The chain rule is applied vertex by vertex, so it shares nothing with elimination and rewriting;
//! differences share nothing with the table of derivatives either. What the user's own code
//! computes is a random number here. A label that is far larger than all entries loses digits
//! (Reid's example, in Forth, Tadjouddine, Pryce & Reid 2004). A function with branches or loops is
//! not evaluated; for it speaks the proof that each expansion goes through (book: `trust.md`).

use clap::ArgMatches;
use jacobian_core::ir::evaluate::evaluate;
use jacobian_core::ir::{Elemental, Partial, ValueId};
use jacobian_core::pipeline::Compiled;
use jacobian_core::plan::{Atom, Product, Term};
use jacobian_core::proof::{self, Verdict};

use crate::failure::{Done, Failure};
use crate::output;
use crate::source::{Function, Sources};

/// The plan and the chain rule may differ by so much of the sum of all paths without their signs.
/// By that measure every order of elimination is accurate.
const TOLERANCE: f64 = 1e-9;

/// Smaller numbers have fewer digits.
const SMALLEST: f64 = 1e-250;

/// Half the distance of the points of a difference.
const STEP: f64 = 1e-6;

/// Checks the functions that are asked for. It fails if a plan disagrees with the chain rule.
pub(crate) fn run(matches: &ArgMatches) -> Done<()> {
    let (path, name) = crate::asked(matches);
    let points = *matches.get_one::<u64>("points").expect("it has a default");
    let mut sources = Sources::read(&path)?;
    sources.keep(name)?;
    let mut lines = Vec::new();
    let mut wrong = Vec::new();
    for function in &sources.functions {
        let name = &function.watched.name;
        let (line, is_right) = match checked(function, points) {
            Ok(checked) => (checked.to_string(), checked.is_right()),
            Err(reason) => match proof::jacobian(&function.watched.compiled) {
                Ok(Verdict::Proved) => {
                    (format!("proved, but not evaluated, because {reason}"), true)
                }
                Ok(Verdict::Unchecked(_)) => (format!("not checked, because {reason}"), true),
                Err(mismatch) => (mismatch.to_string(), false),
            },
        };
        lines.push(format!("{name}: {line}\n"));
        if !is_right {
            wrong.push(format!(
                "the plan of `{name}` disagrees with the chain rule: {line}"
            ));
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
    entries: usize,
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
}

impl std::fmt::Display for Checked {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.points == 0 {
            return write!(
                formatter,
                "not checked, because no random point gave finite numbers"
            );
        }
        let worst = |worst: Worst| format!("{:.1e} at {:?}", worst.deviation, worst.entry);
        write!(
            formatter,
            "{} entries at {} points, at most {} from the chain rule, {} from differences; labels \
             grow to {:.1} times the largest entry or partial",
            self.entries,
            self.points,
            worst(self.by_chain_rule),
            worst(self.by_differences),
            self.growth
        )
    }
}

fn checked(function: &Function, points: u64) -> Result<Checked, &'static str> {
    let compiled = &function.watched.compiled;
    let code = &compiled.code;
    if !code.branches().is_empty() || !code.loops().is_empty() {
        return Err("it has branches or loops at run time");
    }
    let is_known = |id: ValueId| {
        let elemental = code.statement(id).elemental();
        !matches!(elemental, Elemental::Ruled(_) | Elemental::Selected(_))
    };
    if !code.ids().all(is_known) {
        return Err("it has derivatives of the caller's, or indices of run time");
    }
    let mut checked = Checked {
        entries: compiled.plan.entries().len(),
        ..Checked::default()
    };
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..points {
        let x: Vec<f64> = code.independents().iter().map(|_| random.next()).collect();
        let own: Vec<f64> = code.ids().map(|_| random.next()).collect();
        let point = Point { compiled, own };
        if let Some(found) = point.compare(&x, &mut checked) {
            checked.points += 1;
            checked.growth = checked.growth.max(found);
        }
    }
    Ok(checked)
}

/// A function with a number for each piece of the user's own code.
struct Point<'a> {
    compiled: &'a Compiled,
    own: Vec<f64>,
}

impl Point<'_> {
    /// The values of all statements.
    fn values(&self, x: &[f64]) -> Vec<f64> {
        let code = &self.compiled.code;
        let mut values = Vec::new();
        for id in code.ids() {
            let statement = code.statement(id);
            values.push(match statement.elemental() {
                Elemental::Independent(column) => x[column as usize],
                Elemental::Literal(bits) => f64::from_bits(bits),
                Elemental::Operation(operation) => {
                    let operands = statement.operands().iter();
                    let operands: Vec<f64> = operands.map(|id| values[id.0 as usize]).collect();
                    evaluate(operation, &operands, code.precision())
                }
                _ => self.own[id.0 as usize],
            });
        }
        values
    }

    /// Compares the entries at a point. Gives the growth of labels, or nothing where a number is
    /// not finite.
    fn compare(&self, x: &[f64], checked: &mut Checked) -> Option<f64> {
        let values = self.values(x);
        let planned = self.planned(&values)?;
        let expected = self.chain_rule(&values, |label| label);
        let paths = self.chain_rule(&values, f64::abs);
        let differences = self.differences(x);
        let mut largest: f64 = SMALLEST;
        for (entry, found) in self.compiled.plan.entries().iter().zip(&planned.entries) {
            let (row, col) = (entry.row(), entry.col());
            let (by_rule, by_difference) = (expected[col][row], differences[col][row]);
            let value = values[self.compiled.code.dependents()[row].0 as usize];
            let deviation = (found.value - by_rule).abs() / paths[col][row].max(SMALLEST);
            checked.by_chain_rule.note(deviation, (row, col));
            let deviation =
                (found.value - by_difference).abs() / by_difference.abs().max(value.abs()).max(1.0);
            checked.by_differences.note(deviation, (row, col));
            largest = largest.max(found.value.abs());
        }
        for (_, _, label) in self.compiled.graph.edges() {
            largest = largest.max(label_value(label, &values).abs());
        }
        Some(planned.label / largest)
    }

    /// The entries by the plan.
    fn planned(&self, values: &[f64]) -> Option<Planned> {
        let plan = &self.compiled.plan;
        let mut sums: Vec<f64> = Vec::new();
        let mut label: f64 = 0.0;
        for accumulation in plan.accumulations() {
            let sum = Sum::of(accumulation.terms(), values, &sums);
            label = label.max(sum.summand);
            sums.push(sum.value);
        }
        let entries = plan.entries().iter();
        let entries: Vec<Sum> = entries
            .map(|entry| Sum::of(entry.terms(), values, &sums))
            .collect();
        let is_finite = entries.iter().all(|entry| entry.summand.is_finite());
        is_finite.then_some(Planned { entries, label })
    }

    /// The entries by the chain rule with the labels, or with what is made of them, by column and
    /// row.
    fn chain_rule(&self, values: &[f64], of_label: fn(f64) -> f64) -> Vec<Vec<f64>> {
        let graph = &self.compiled.graph;
        let column = |seed| {
            let mut tangents = vec![0.0; graph.n_vertices()];
            for vertex in graph.vertices() {
                let from = graph.predecessors(vertex);
                let products = from.map(|(source, label)| {
                    let source: f64 = tangents[source.index()];
                    // What does not depend on the column adds nothing, whatever the label.
                    if source == 0.0 {
                        0.0
                    } else {
                        source * of_label(label_value(label, values))
                    }
                });
                let sum: f64 = products.sum();
                tangents[vertex.index()] = if vertex == seed { 1.0 } else { sum };
            }
            let rows = graph.dependents().iter();
            rows.map(|row| tangents[row.index()]).collect()
        };
        graph
            .independents()
            .iter()
            .map(|seed| column(*seed))
            .collect()
    }

    /// The entries by central differences, by column and row.
    fn differences(&self, x: &[f64]) -> Vec<Vec<f64>> {
        let code = &self.compiled.code;
        let column = |col: usize| {
            let at = |sign: f64| {
                let mut moved = x.to_vec();
                moved[col] += sign * STEP;
                let values = self.values(&moved);
                let rows = code.dependents().iter();
                rows.map(|id| values[id.0 as usize]).collect::<Vec<f64>>()
            };
            let rows = at(1.0).into_iter().zip(at(-1.0));
            rows.map(|(above, below)| (above - below) / (2.0 * STEP))
                .collect()
        };
        (0..x.len()).map(column).collect()
    }
}

/// What the plan computes.
struct Planned {
    entries: Vec<Sum>,
    /// The largest summand of a label.
    label: f64,
}

/// A sum, and the largest of its summands.
struct Sum {
    value: f64,
    summand: f64,
}

impl Sum {
    fn of(terms: &[Term], values: &[f64], sums: &[f64]) -> Self {
        let atom = |atom: Atom| match atom {
            Atom::Value(id) => values[id.0 as usize],
            Atom::Accumulation(id) => sums[id.index()],
        };
        let mut sum = Self {
            value: 0.0,
            summand: 0.0,
        };
        for term in terms {
            let product = match term.product {
                Product::Literal(constant) => constant.value(),
                Product::Atom(a) => atom(a),
                Product::Scaled(constant, a) => constant.value() * atom(a),
                Product::Pair(a, b) => atom(a) * atom(b),
            };
            sum.summand = sum.summand.max(product.abs());
            sum.value += if term.negative { -product } else { product };
        }
        sum
    }
}

fn label_value(label: Partial, values: &[f64]) -> f64 {
    match label {
        Partial::Literal(constant) => constant.value(),
        Partial::Value { id, negative, .. } => {
            let value = values[id.0 as usize];
            if negative { -value } else { value }
        }
    }
}

/// Numbers from 0.3 to 1.7, the same in each run (xorshift, Marsaglia 2003).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let share = u32::try_from(self.0 >> 32).expect("32 bits");
        0.3 + 1.4 * f64::from(share) / f64::from(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::checked;
    use crate::source::Function;
    use jacobian_core::{Disk, expand_watched};
    use quote::quote;

    /// `x / y` with the plan of `x * y`, whose entries are at the same places.
    #[test]
    fn a_plan_of_another_function_is_wrong() {
        let function = |body| {
            let item = quote!(fn f(x: f64, y: f64) -> f64 { #body });
            let (_, mut watched) = expand_watched(quote!(), item, &Disk);
            Function {
                file: "f.rs".into(),
                watched: watched.remove(0),
            }
        };
        let product = function(quote!(x * y));
        let mut quotient = function(quote!(x / y));
        for right in [&product, &quotient] {
            let checked = checked(right, 5).expect("no branches");
            assert!(
                checked.is_right() && checked.by_differences.deviation < 1e-6,
                "{checked}"
            );
        }
        quotient.watched.compiled.plan = product.watched.compiled.plan;
        let checked = checked(&quotient, 5).expect("no branches");
        assert!(!checked.is_right(), "{checked}");
    }
}

//! A plan as columns: values, sums that several others use, and entries.

use jacobian_core::pipeline::Compiled;
use jacobian_core::plan::{Atom, Term};

use super::columns::{self, At};
use crate::explore::sum;

/// The plan of a function.
pub(super) fn of(compiled: &Compiled) -> String {
    let plan = &compiled.plan;
    let sums = plan.accumulations().iter().enumerate();
    let sums: Vec<(String, &[Term])> = sums
        .map(|(number, one)| (format!("a{number}"), one.terms()))
        .collect();
    let entries = plan.entries().iter();
    let entries: Vec<(String, &[Term])> = entries
        .map(|one| (format!("J[{}, {}]", one.row(), one.col()), one.terms()))
        .collect();
    let mut values = Vec::new();
    let mut links: Vec<(At, At)> = Vec::new();
    for (column, list) in [(1, &sums), (2, &entries)] {
        for (row, (_, terms)) in list.iter().enumerate() {
            for atom in terms.iter().flat_map(|term| term.atoms()) {
                let from = match atom {
                    Atom::Accumulation(_) => {
                        let name = atom.to_string();
                        let number = sums.iter().position(|(other, _)| *other == name);
                        (1, number.expect("a sum is used where it is made"))
                    }
                    Atom::Value(id) => {
                        let known = values.iter().position(|other| *other == id);
                        (
                            0,
                            known.unwrap_or_else(|| {
                                values.push(id);
                                values.len() - 1
                            }),
                        )
                    }
                };
                let link = (from, (column, row));
                // A sum that uses another one is in the same column: its text says so.
                if from.0 < column && !links.contains(&link) {
                    links.push(link);
                }
            }
        }
    }
    let written = |list: &[(String, &[Term])]| -> Vec<String> {
        let one = |(name, terms): &(String, &[Term])| format!("{name} = {}", sum(terms));
        list.iter().map(one).collect()
    };
    let names = values.iter().map(ToString::to_string).collect();
    let count = |count: usize, one: &str, many: &str| crate::report::counted(count, one, many);
    let columns = [
        (
            count(values.len(), "value or partial", "values and partials"),
            names,
        ),
        (
            count(sums.len(), "shared sum", "shared sums"),
            written(&sums),
        ),
        (count(entries.len(), "entry", "entries"), written(&entries)),
    ];
    columns::of(&columns, &links)
}

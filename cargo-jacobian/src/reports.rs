//! Reports on all functions that are asked for, and budgets that they must keep.

use clap::ArgMatches;
use serde_json::Value;

use crate::failure::{Done, Failure};
use crate::output;
use crate::report::Report;
use crate::source::Sources;

/// Prints the reports. It fails if a function is over a budget, or refused.
pub(crate) fn run(matches: &ArgMatches) -> Done<()> {
    let (path, name) = crate::asked(matches)?;
    let mut sources = Sources::read(&path)?;
    sources.keep(name)?;
    let with_orders = matches.get_flag("orders") || sources.functions.len() == 1;
    let reports = sources
        .functions
        .iter()
        .map(|one| Report::of(one, with_orders));
    let reports: Vec<Report> = reports.collect();
    let text = if matches.get_flag("json") {
        let all = reports.iter().map(Report::to_json).collect();
        format!("{:#}\n", Value::Array(all))
    } else {
        reports
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("\n")
    };
    output::write(&text, None)?;
    for unseen in sources.unseen.iter().filter(|_| name.is_none()) {
        eprintln!("note: {unseen}");
    }
    let over = over_budget(matches, &reports);
    let refused = sources.refusals.iter().filter(|_| name.is_none());
    let mistakes: Vec<String> = over
        .into_iter()
        .chain(refused.map(ToString::to_string))
        .collect();
    if mistakes.is_empty() {
        return Ok(());
    }
    Err(Failure::new(mistakes.join("\nerror: ")))
}

fn over_budget(matches: &ArgMatches, reports: &[Report]) -> Vec<String> {
    let most = |name| matches.get_one::<u64>(name).copied();
    let (operations, entries) = (most("max-operations"), most("max-entries"));
    let mut mistakes = Vec::new();
    for report in reports {
        for (most, count, what) in [
            (operations, report.own.operations, "operations"),
            (entries, report.entries(), "entries"),
        ] {
            if let Some(most) = most
                && count as u64 > most
            {
                let name = &report.name;
                mistakes.push(format!(
                    "`{name}` has {count} {what}, over the budget of {most}"
                ));
            }
        }
    }
    mistakes
}

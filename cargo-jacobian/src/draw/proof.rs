//! The equation that is proved: by row, the entries times a direction, and the chain rule along it,
//! as numbers modulo a prime.

use jacobian_core::pipeline::Compiled;
use jacobian_core::proof;

use super::columns::{self, At};

/// Both sides for each row of a function.
pub(super) fn of(compiled: &Compiled) -> String {
    let rows = proof::sides(compiled);
    let mut entries = Vec::new();
    let mut links: Vec<(At, At)> = Vec::new();
    for entry in compiled.plan.entries() {
        links.push(((0, entries.len()), (1, entry.row())));
        entries.push(format!("J[{}, {}]", entry.row(), entry.col()));
    }
    links.extend((0..rows.len()).map(|row| ((1, row), (2, row))));
    let products = rows.iter().map(|[product, _]| product.to_string());
    let tangents = rows.iter().map(|[product, tangent]| {
        let sign = if product == tangent { "=" } else { "is not" };
        format!("{sign} {tangent}")
    });
    let columns = [
        ("entries".to_owned(), entries),
        (
            "rows of J dx, from the schedule".to_owned(),
            products.collect(),
        ),
        ("by the chain rule".to_owned(), tangents.collect()),
    ];
    columns::of(&columns, &links)
}

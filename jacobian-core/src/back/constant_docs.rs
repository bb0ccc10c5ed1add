//! Documentation of the generated constants: what an editor shows when you point at them.
//!
//! Invariant: each sentence names the user's function as a link, so that it can be found from the
//! constant.

use crate::interface::{Interface, Shape};
use crate::pipeline::Compiled;

use super::facts::Facts;

/// The sentences above the constants.
pub(super) struct Docs<'a> {
    name: String,
    interface: &'a Interface,
}

impl<'a> Docs<'a> {
    pub(super) fn of(interface: &'a Interface) -> Self {
        let prefix = if interface.is_method { "Self::" } else { "" };
        Self {
            name: format!("[`{prefix}{}`]", interface.name),
            interface,
        }
    }

    pub(super) fn nnz(&self, facts: &Facts) -> String {
        format!(
            "The number of structural entries of the Jacobian of {}.{}",
            self.name,
            facts.unlinked("Jacobian")
        )
    }

    pub(super) fn pattern(&self, facts: &Facts) -> String {
        let columns: Vec<String> = self
            .interface
            .columns
            .iter()
            .map(|name| format!("`{name}`"))
            .collect();
        let rows = match &self.interface.returned.shape {
            Shape::Struct(layout, shapes) => format!(" Rows: {}.", layout.rows(shapes)),
            _ => String::new(),
        };
        format!(
            "The sparsity pattern of the Jacobian of {}: structural entries only.\n\nColumns: {}.{rows}{}{}",
            self.name,
            columns.join(", "),
            facts.unlinked("Jacobian"),
            facts.plot()
        )
    }

    pub(super) fn cost(&self, compiled: &Compiled) -> String {
        let counts = compiled.plan.counts();
        let list = compiled.found();
        let list = list.map(|list| format!(", found again at no cost by `order = {list}`"));
        format!(
            "What the Jacobian of {} costs per call beyond the value.\n\nOrder: {}{}. Elimination: {} \
             multiplications in all, {} of them not by plus or minus one; operations executed, a fused \
             multiply-add counted once: {}.{}{}",
            self.name,
            compiled.choice,
            list.unwrap_or_default(),
            counts.all,
            counts.nontrivial,
            counts.operations,
            match compiled.code.loops() {
                [] => "",
                _ =>
                    " That is outside of loops; `loops` has the operations of one iteration of each.",
            },
            compiled
                .report
                .as_ref()
                .map(|report| format!(" {report}"))
                .unwrap_or_default(),
        )
    }

    pub(super) fn template(&self, facts: &Facts) -> String {
        format!(
            "The entries of the Jacobian of {} that never vary; zero where an entry does.{}",
            self.name,
            facts.unlinked("Jacobian")
        )
    }
}

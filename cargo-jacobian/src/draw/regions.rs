//! The graph of a function beside those of its regions: arms of branches and bodies of loops.

use std::fmt::Write;

use jacobian_core::elim::Elimination;
use jacobian_core::graph::LinearGraph;
use jacobian_core::ir::{CodeList, RegionId};
use jacobian_core::pipeline::Compiled;

use super::sheet;
use super::strip::Layout;

const MARGIN: usize = 10;

/// All graphs of a function.
pub(super) fn of(compiled: &Compiled) -> String {
    let mut graphs: Vec<(String, &LinearGraph)> = vec![("the function".into(), &compiled.graph)];
    for (region, _) in compiled.arms.plans() {
        if let Some(arm) = compiled.arms.get(region) {
            graphs.push((title(&compiled.code, region), &arm.graph));
        }
    }
    let (mut x, mut height, mut body) = (MARGIN, 0, String::new());
    for (title, graph) in graphs {
        let layout = Layout::of(graph);
        let width = layout.width.max(title.len() * 7 + 2 * MARGIN);
        let frame = layout.frame(&title, Elimination::of(graph).working(), None);
        let _ = writeln!(
            body,
            "<g transform=\"translate({x} {MARGIN})\">\n<rect width=\"{width}\" height=\"{}\" \
             rx=\"6\" fill=\"none\" stroke=\"#999\"/>\n{frame}</g>",
            layout.height
        );
        x += width + MARGIN;
        height = height.max(layout.height);
    }
    sheet(x, height + 2 * MARGIN, &body)
}

/// `branch 0, arm 1`, `loop 0`
fn title(code: &CodeList, region: RegionId) -> String {
    let of_branch = code
        .branches()
        .iter()
        .enumerate()
        .find_map(|(number, branch)| {
            let arm = branch.arms().iter().position(|arm| *arm == region)?;
            Some(format!("branch {number}, arm {}", arm + 1))
        });
    let of_loop = || {
        let mut loops = code.loops().iter();
        let number = loops.position(|one| one.body() == region)?;
        Some(format!("loop {number}"))
    };
    of_branch
        .or_else(of_loop)
        .unwrap_or_else(|| format!("region {}", region.0))
}

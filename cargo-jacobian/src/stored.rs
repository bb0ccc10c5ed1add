//! Where generated code stores each entry: alone, or together with others of a vector register.

use jacobian_core::Watched;
use jacobian_core::ir::RegionId;
use jacobian_core::options::Layout;
use jacobian_core::packing::{Packing, View};
use jacobian_core::pipeline::Compiled;
use jacobian_core::plan::places_by_columns;

/// The rows and columns of the entries, and where each is stored.
pub(crate) fn positions(watched: &Watched) -> (Vec<(usize, usize)>, Vec<usize>) {
    let entries = watched.compiled.plan.entries().iter();
    let positions: Vec<(usize, usize)> = entries.map(|entry| (entry.row(), entry.col())).collect();
    let slots = match watched.options.layout {
        Layout::Csc => places_by_columns(&positions),
        Layout::Csr => (0..positions.len()).collect(),
    };
    (positions, slots)
}

/// The sums that share vector registers, and the stores.
pub(crate) fn packing(watched: &Watched) -> Packing {
    let Compiled {
        code,
        plan,
        schedule,
        rewrites,
        masks,
        ..
    } = &watched.compiled;
    let (_, slots) = positions(watched);
    let view = View {
        code,
        plan: Some(plan),
        schedule,
        rewrites: Some(rewrites),
        masks: Some(masks),
        region: RegionId::FUNCTION,
        slots: &slots,
        value_path: watched.options.value,
    };
    Packing::of(&view)
}

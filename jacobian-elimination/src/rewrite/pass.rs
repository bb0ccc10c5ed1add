//! The form of a pass: the plan of a region in, an equal plan out.

use std::fmt::Debug;

use crate::ir::{CodeList, RegionId};
use crate::plan::Plan;

/// A pass, with the facts about the code list that it looks up.
pub(super) trait Pass: Debug {
    /// The plan of a region, rewritten. The code list is the one that the facts are about.
    fn apply(&self, plan: Plan, code: &CodeList, region: RegionId) -> Plan;
}

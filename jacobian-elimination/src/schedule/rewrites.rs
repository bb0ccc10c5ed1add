//! Rewrites of statements: sums of products, and calls that compute several elementals.
//!
//! ```text
//! v6 = v3 * v4 + v2                             sums of products: fuse.rs
//! [(v4, v5), (v6, _)] = sin_cos [v0, v1]        several elementals at once: calls.rs
//! ```
//!
//! A rewritten statement keeps its name, so its users do not change. The value path is left as it
//! is unless `value = fused` allows more.

use crate::ordered::Map;

use crate::ir::{CodeList, Precision, ValueId};
use crate::options::ValuePath;
use crate::plan::{Plan, Term};
use crate::regions::Arms;

use super::calls::{Call, CallId, Calls};
use super::{Schedule, fuse};

/// The values that are computed in another way than the code list says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rewrites {
    sums: Map<ValueId, Vec<Term>>,
    calls: Calls,
}

impl Rewrites {
    /// The statements of a schedule that are better computed as sums, or in calls.
    pub fn of(
        code: &CodeList,
        plan: &Plan,
        arms: &Arms,
        schedule: &Schedule,
        path: ValuePath,
    ) -> Self {
        let calls = if code.precision() == Precision::Double {
            Calls::of(code, schedule, path)
        } else {
            Calls::default()
        };
        Self {
            sums: fuse::sums(code, plan, arms, schedule, path),
            calls,
        }
    }

    /// The terms of a value that is computed as a sum.
    pub fn sum(&self, id: ValueId) -> Option<&[Term]> {
        self.sums.get(&id).map(Vec::as_slice)
    }

    /// The sums, for tests of the proof.
    #[cfg(test)]
    pub(crate) fn sums_mut(&mut self) -> impl Iterator<Item = &mut Vec<Term>> {
        self.sums.values_mut()
    }

    /// The calls, for tests of the proof.
    #[cfg(test)]
    pub(crate) fn calls_mut(&mut self) -> &mut [Call] {
        self.calls.all_mut()
    }

    /// The call that computes a value, if one does.
    pub fn call_of(&self, id: ValueId) -> Option<CallId> {
        self.calls.that_computes(id)
    }

    /// A call by its number.
    pub fn call(&self, id: CallId) -> &Call {
        self.calls.get(id)
    }
}

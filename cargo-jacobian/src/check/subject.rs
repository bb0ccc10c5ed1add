//! What is evaluated: compiled code with its statements by region, its open arms and conditions.
//!
//! ```text
//! region 0    v0, v1, v4        the function
//! region 1    v2, v3            an arm
//! ```

use jacobian_core::ir::{Branch, BranchId, Elemental, Loop, OpaqueId, RegionId, ValueId};
use jacobian_core::pipeline::Compiled;
use syn::Expr;

/// A Jacobian or a Hessian.
pub(super) struct Subject<'a> {
    pub(super) compiled: &'a Compiled,
    /// By region.
    statements: Vec<Vec<ValueId>>,
    /// By branch: the arms that do not leave the function.
    open: Vec<Vec<usize>>,
    /// By opaque piece: the condition, if it is one.
    conditions: Vec<Option<Expr>>,
}

impl<'a> Subject<'a> {
    pub(super) fn of(compiled: &'a Compiled, conditions: Vec<Option<Expr>>) -> Self {
        let code = &compiled.code;
        let mut statements: Vec<Vec<ValueId>> = Vec::new();
        let arms = code.branches().iter().flat_map(Branch::arms);
        let bodies = code.loops().iter().map(Loop::body);
        let of_values = code.ids().map(|id| code.statement(id).region());
        let regions = of_values.chain(arms.copied()).chain(bodies);
        let last = regions.map(RegionId::index).max().unwrap_or_default();
        statements.resize(last + 1, Vec::new());
        for id in code.ids() {
            statements[code.statement(id).region().index()].push(id);
        }
        let open = code.branches().iter().map(|branch| {
            let ends = |arm: &usize| {
                branch
                    .slots()
                    .iter()
                    .all(|slot| slot.results[*arm].is_some())
            };
            (0..branch.arms().len()).filter(ends).collect()
        });
        Self {
            compiled,
            statements,
            open: open.collect(),
            conditions,
        }
    }

    pub(super) fn n_regions(&self) -> usize {
        self.statements.len()
    }

    pub(super) fn statements(&self, region: RegionId) -> &[ValueId] {
        &self.statements[region.index()]
    }

    /// The arms that do not leave the function.
    pub(super) fn open_arms(&self, branch: BranchId) -> &[usize] {
        &self.open[branch.index()]
    }

    /// The branches of the user that hand out values, with their open arms. The others, such as an
    /// `if` that only leaves a loop, have nothing to evaluate.
    pub(super) fn branches(&self) -> impl Iterator<Item = (usize, &[usize])> {
        let branches = self.compiled.code.branches().iter().enumerate();
        let is_counted =
            |branch: &Branch| !branch.is_preaccumulation() && !branch.slots().is_empty();
        let of_user = branches.filter(move |(_, branch)| is_counted(branch));
        of_user.map(|(index, _)| (index, self.open[index].as_slice()))
    }

    pub(super) fn condition(&self, piece: OpaqueId) -> Option<&Expr> {
        self.conditions.get(piece.0 as usize)?.as_ref()
    }

    /// The region, and those inside of it.
    pub(super) fn inside(&self, region: RegionId) -> impl Iterator<Item = RegionId> {
        let regions = (0_u32..).map(RegionId).take(self.n_regions());
        regions.filter(move |inner| self.compiled.code.is_visible(region, *inner))
    }

    /// Whether values of the user's own code move with the variables, which differences cannot
    /// follow here.
    pub(super) fn has_rules(&self) -> bool {
        let code = &self.compiled.code;
        let is_rule = |id| matches!(code.statement(id).elemental(), Elemental::Ruled(_));
        code.ids().any(is_rule)
    }
}

//! Forward differentiation of a piece of code that has just been built: the derivatives of results
//! with respect to seeds, as statements.
//!
//! ```text
//! v5 = mul v3 v3        v3 is the seed
//! v6 = sub v5 v1        v7 = mul 2 v3: the derivative of v6 with respect to v3
//! ```
//!
//! The front needs it for `implicit(..)`: the slopes of a residual make the partials of the
//! solution. All other derivatives are formed later, by elimination.
//!
//! Cost: that of the partials, and of a sum of products for each statement and seed. Source:
//! Griewank & Walther, Evaluating Derivatives, section 3.1.

use super::code_list::{CodeListBuilder, Origin, Role};
use super::elemental::{Elemental, Operation};
use super::ids::{BranchId, ValueId};
use super::partial_builder::PartialBuilder;
use super::row_table::Tangent;
use super::{Constant, Partial};
use crate::ordered::Map;

impl CodeListBuilder {
    /// The derivatives of the results (rows) by the seeds (columns). `None` if a result may depend
    /// on a seed through a loop.
    pub fn tangents(&mut self, seeds: &[ValueId], results: &[ValueId]) -> Option<Vec<Tangent>> {
        let first = seeds.iter().min()?.index();
        let after = self.code().statements().len();
        let is_straight = |elemental: Elemental| {
            matches!(
                elemental,
                Elemental::Literal(_)
                    | Elemental::Opaque(_)
                    | Elemental::Operation(_)
                    | Elemental::Ruled(_)
                    | Elemental::Selected(_)
                    | Elemental::Join(..)
            )
        };
        let written = &self.code().statements()[first..];
        if !written.iter().all(|one| is_straight(one.elemental())) {
            return None;
        }
        self.as_derivative(|builder| {
            let empty = Self::new(0, builder.code().precision());
            let mut table = PartialBuilder {
                builder: std::mem::replace(builder, empty),
                origin: Origin::default(),
            };
            let mut tangents: Map<ValueId, Tangent> = Map::new();
            for (column, seed) in seeds.iter().enumerate() {
                let one = table.builder.literal(1.0);
                let unit = (0..seeds.len()).map(|other| (other == column).then_some(one));
                tangents.insert(*seed, unit.collect());
            }
            let ids: Vec<ValueId> = table.builder.code().ids().collect();
            // The derivative of a statement of an arm is computed in that arm as well.
            let outside = table.builder.region();
            for target in &ids[first..after] {
                let region = table.builder.code().statement(*target).region();
                table.builder.enter(region);
                table.push_forward(*target, seeds.len(), &mut tangents);
            }
            table.builder.enter(outside);
            *builder = table.builder;
            let zero = vec![None; seeds.len()];
            let row = |result| {
                tangents
                    .get(result)
                    .cloned()
                    .unwrap_or_else(|| zero.clone())
            };
            Some(results.iter().map(row).collect())
        })
    }

    /// Adds statements that belong to the derivative and not to the value.
    pub fn as_derivative<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        let role = self.set_role(Role::Derivative);
        let written = write(self);
        self.set_role(role);
        written
    }
}

impl PartialBuilder {
    /// The tangent of a statement, from those of its operands.
    pub(super) fn push_forward(
        &mut self,
        target: ValueId,
        n_seeds: usize,
        tangents: &mut Map<ValueId, Tangent>,
    ) {
        let statement = self.builder.code().statement(target);
        if tangents.contains_key(&target) || !statement.is_active() {
            return;
        }
        let (elemental, operands) = (statement.elemental(), statement.operands().to_vec());
        if let Elemental::Join(branch, slot) = elemental {
            let slot = self.builder.code().branch(branch).slots()[slot as usize].clone();
            if let Some(tangent) = self.joined(branch, &slot.results, n_seeds, tangents) {
                tangents.insert(target, tangent);
            }
            return;
        }
        if !operands
            .iter()
            .any(|operand| tangents.contains_key(operand))
        {
            return;
        }
        let mut tangent: Tangent = vec![None; n_seeds];
        for (source, partial) in self.labelled(elemental, &operands, target) {
            let Some(of_source) = tangents.get(&source).cloned() else {
                continue;
            };
            for (total, slope) in tangent.iter_mut().zip(of_source) {
                let Some(slope) = slope else { continue };
                let term = self.scaled_by(partial, slope);
                *total = Some(match *total {
                    None => term,
                    Some(total) => self.apply(Operation::Add, &[total, term]),
                });
            }
        }
        tangents.insert(target, tangent);
    }

    /// The tangent of a join: in each arm that of the value which the arm hands out.
    fn joined(
        &mut self,
        branch: BranchId,
        results: &[Option<ValueId>],
        n_seeds: usize,
        tangents: &Map<ValueId, Tangent>,
    ) -> Option<Tangent> {
        let of_arms: Vec<Option<&Tangent>> = results
            .iter()
            .map(|result| tangents.get(&(*result)?))
            .collect();
        of_arms.iter().flatten().next()?;
        let zero = self.builder.literal(0.0);
        let of_seed = |seed: usize| {
            let arm = |of_arm: Option<&Tangent>| of_arm?[seed];
            of_arms.iter().find_map(|of_arm| arm(*of_arm))?;
            let slopes = results.iter().zip(&of_arms);
            let slopes =
                slopes.map(|(result, of_arm)| result.map(|_| arm(*of_arm).unwrap_or(zero)));
            Some(self.builder.join_of_numbers(branch, slopes.collect()))
        };
        Some((0..n_seeds).map(of_seed).collect())
    }

    /// `partial * slope`
    fn scaled_by(&mut self, partial: Partial, slope: ValueId) -> ValueId {
        let (factor, negative) = match partial {
            Partial::Literal(constant) => (self.builder.literal(constant.value()), false),
            Partial::Value { id, negative, .. } => (id, negative),
        };
        let is_one = |id: ValueId, table: &Self| table.constant(id).is_some_and(Constant::is_one);
        let product = if is_one(slope, self) {
            factor
        } else if is_one(factor, self) {
            slope
        } else {
            self.apply(Operation::Mul, &[factor, slope])
        };
        if negative {
            self.apply(Operation::Neg, &[product])
        } else {
            product
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CodeListBuilder, Origin, ValueId};
    use crate::ir::Precision;
    use crate::ir::elemental::Operation::{Mul, Sub};

    #[test]
    fn the_slopes_of_a_residual() {
        let mut builder = CodeListBuilder::new(1, Precision::Double);
        let one = builder.literal(1.0);
        let y = builder.ruled(one, &[(ValueId(0), one)], Origin(0));
        let square = builder.apply(Mul, &[y, y], Origin(0));
        let residual = builder.apply(Sub, &[square, ValueId(0)], Origin(0));
        let slopes = builder.tangents(&[y], &[residual]);
        let slope = slopes.and_then(|slopes| slopes[0][0]).expect("not zero");
        assert_eq!(
            builder.finish(vec![slope]).to_string(),
            "v0 = independent 0\nv1 = 1\nv2 = ruled 1 v1 v0 v1\nv3 = mul v2 v2\n\
             v4 = sub v3 v0\nv5 = add v2 v2    (derivative)\ndependents: v5"
        );
    }
}

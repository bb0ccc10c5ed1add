//! The callbacks of pounce: which numbers it asks for, and where it wants them.
//!
//! Places are counted from zero. Those of the constraints are the entries of the function without
//! its first row, which is the gradient of the objective.

use pounce_rs::{
    ApplicationReturnStatus, BoundsInfo, Index, IndexStyle, IpoptCq, IpoptData, NlpInfo, Solution,
    SparsityRequest, StartingPoint, TNLP,
};

use super::{Known, Minimum, Problem};
use crate::Function;

/// The entries of the constraints, with their rows among all dependents.
fn constraint_entries<F: Function>() -> impl Iterator<Item = (usize, (usize, usize))> {
    let entries = F::PATTERN.entries().enumerate();
    entries.filter(|(_, (row, _))| *row > 0)
}

/// Writes places as pounce counts them.
fn write_places(
    places: impl Iterator<Item = (usize, usize)>,
    rows: &mut [Index],
    cols: &mut [Index],
) -> bool {
    for ((row, col), (row_into, col_into)) in places.zip(rows.iter_mut().zip(cols)) {
        let (Ok(row), Ok(col)) = (row.try_into(), col.try_into()) else {
            return false;
        };
        (*row_into, *col_into) = (row, col);
    }
    true
}

impl<F: Function<Scalar = f64>> TNLP for Problem<F> {
    fn get_nlp_info(&mut self) -> Option<NlpInfo> {
        let hessian = self.hessian.as_ref();
        Some(NlpInfo {
            n: F::COLS.try_into().ok()?,
            m: (F::ROWS - 1).try_into().ok()?,
            nnz_jac_g: constraint_entries::<F>().count().try_into().ok()?,
            nnz_h_lag: hessian.map_or(0, |it| it.pattern.nnz()).try_into().ok()?,
            index_style: IndexStyle::C,
        })
    }

    fn get_bounds_info(&mut self, bounds: BoundsInfo<'_>) -> bool {
        bounds.x_l.copy_from_slice(&self.bounds[0]);
        bounds.x_u.copy_from_slice(&self.bounds[1]);
        bounds.g_l.copy_from_slice(&self.constraints[0]);
        bounds.g_u.copy_from_slice(&self.constraints[1]);
        true
    }

    fn get_starting_point(&mut self, start: StartingPoint<'_>) -> bool {
        // Multipliers of a warm start are not known.
        if start.init_z || start.init_lambda {
            return false;
        }
        if start.init_x {
            start.x.copy_from_slice(&self.start);
        }
        true
    }

    fn eval_f(&mut self, x: &[f64], _: bool) -> Option<f64> {
        Some(self.at(x, Known::Value)?.value[0])
    }

    fn eval_grad_f(&mut self, x: &[f64], _: bool, gradient: &mut [f64]) -> bool {
        let Some(at) = self.at(x, Known::Jacobian) else {
            return false;
        };
        gradient.fill(0.0);
        for ((row, col), entry) in F::PATTERN.entries().zip(&at.entries) {
            if row == 0 {
                gradient[col] = *entry;
            }
        }
        true
    }

    fn eval_g(&mut self, x: &[f64], _: bool, constraints: &mut [f64]) -> bool {
        let Some(at) = self.at(x, Known::Value) else {
            return false;
        };
        constraints.copy_from_slice(&at.value[1..]);
        true
    }

    fn eval_jac_g(&mut self, x: Option<&[f64]>, _: bool, wanted: SparsityRequest<'_>) -> bool {
        match (wanted, x) {
            (SparsityRequest::Structure { irow, jcol }, _) => {
                let places = constraint_entries::<F>().map(|(_, (row, col))| (row - 1, col));
                write_places(places, irow, jcol)
            }
            (SparsityRequest::Values { values }, Some(x)) => {
                let Some(at) = self.at(x, Known::Jacobian) else {
                    return false;
                };
                for (value, (entry, _)) in values.iter_mut().zip(constraint_entries::<F>()) {
                    *value = at.entries[entry];
                }
                true
            }
            (SparsityRequest::Values { .. }, None) => false,
        }
    }

    fn eval_h(
        &mut self,
        x: Option<&[f64]>,
        _: bool,
        objective: f64,
        multipliers: Option<&[f64]>,
        _: bool,
        wanted: SparsityRequest<'_>,
    ) -> bool {
        let Some(hessian) = &self.hessian else {
            return false;
        };
        match (wanted, x) {
            (SparsityRequest::Structure { irow, jcol }, _) => {
                write_places(hessian.pattern.lower().entries(), irow, jcol)
            }
            (SparsityRequest::Values { values }, Some(x)) => {
                let multipliers = multipliers.unwrap_or_default();
                if F::ROWS == 1 {
                    // The generated function of one dependent takes no weight.
                    (hessian.write)(x, &[1.0], values);
                    for entry in values.iter_mut() {
                        *entry *= objective;
                    }
                } else {
                    let mut weights = std::vec![objective];
                    weights.extend_from_slice(multipliers);
                    (hessian.write)(x, &weights, values);
                }
                values.iter().all(|entry| entry.is_finite())
            }
            (SparsityRequest::Values { .. }, None) => false,
        }
    }

    fn finalize_solution(&mut self, solution: Solution<'_>, _: &IpoptData, _: &IpoptCq) {
        self.last = Some(Minimum {
            x: solution.x.to_vec(),
            objective: solution.obj_value,
            constraints: solution.g.to_vec(),
            multipliers: solution.lambda.to_vec(),
            bound_multipliers: [solution.z_l.to_vec(), solution.z_u.to_vec()],
            // Replaced where the run has ended.
            status: ApplicationReturnStatus::InternalError,
        });
    }
}

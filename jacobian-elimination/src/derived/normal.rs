//! Normal equations: the plan of a Jacobian becomes that of `Jᵀ W r` and `Jᵀ W J`.
//!
//! ```text
//! J[0, 0] = v3                       N[0, 0] = v3 * v3 + a1 * a1
//! J[0, 1] = a0              --->     N[1, 0] = v3 * a0
//! J[1, 0] = -v3 * v10                N[1, 1] = a0 * a0
//!                                    g[0]    = v3 * v6 - a1 * v7        a1 = v3 * v10
//! ```
//!
//! Nothing is differentiated again, so whatever has a Jacobian has normal equations. The entries of
//! the Jacobian become values, and only products of two of them in one row are formed. Of the
//! symmetric matrix there is the lower triangle alone.
//!
//! Weights are values of the user's: one for each row, or a matrix `S` that rows are multiplied by,
//! with `W = Sᵀ S`. A loss gives one weight more for all rows, its slope at `rᵀ W r`.
//!
//! Invariant: an entry is in the pattern if a row, times `S` where it is given, has both columns.
//! Cost: linear in the products that are formed.

use crate::ir::elemental::Operation;
use crate::ir::{CodeList, CodeListBuilder, OpaqueId, Origin, ValueId};
use crate::ordered::{Map, Set};
use crate::plan::sum::merge;
use crate::plan::unused::plan_of_used;
use crate::plan::{Atom, Entry, Plan, Signed, Term};

use super::factors::{Factor, Sums, factor_of};

/// The weights of the rows. They are seeds, behind the independents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// All are one.
    None,
    /// One for each row.
    Diagonal,
    /// A square matrix, row by row, that the rows are multiplied by: the root of the weights.
    Root,
}

/// Whether the entries of the Jacobian are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jacobian {
    /// They are written to a place of their own.
    Stored,
    /// They are values between others.
    Inside,
}

/// What is stored beside the entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// The values of the function.
    Residuals,
    /// The squared norm, or the loss that this piece of opaque code computes from it.
    Cost(Option<OpaqueId>),
}

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// What is stored beside the entries.
    pub stored: Stored,
    /// The weights of the rows.
    pub weights: Weights,
    /// The piece of opaque code that computes the slope of a loss from the squared norm.
    pub slope: Option<OpaqueId>,
    /// Whether the Jacobian is stored.
    pub jacobian: Jacobian,
}

/// Where an entry of the plan is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// To the lower triangle of the normal matrix.
    Normal,
    /// To the gradient, at its row.
    Gradient,
    /// To the Jacobian, as this entry of its plan.
    Jacobian(usize),
}

/// The normal equations of a function: a plan over its code.
#[derive(Clone, Debug)]
pub struct NormalPlan {
    /// The code of the function, with the weights. Its rows are those of the normal matrix; the
    /// values of the function are stored.
    pub code: CodeList,
    /// The accumulation code.
    pub plan: Plan,
    /// By entry of the plan, its place.
    pub places: Vec<Place>,
    /// The squared norm, if a loss or the cost is asked for.
    pub squared_norm: Option<ValueId>,
}

/// The number of products that the normal equations of a plan add up.
pub fn n_products(plan: &Plan, n_rows: usize, weights: Weights) -> usize {
    let mut lengths = vec![0_usize; n_rows];
    for entry in plan.entries() {
        lengths[entry.row()] += 1;
    }
    let squares = |length: &usize| length * (length + 3) / 2;
    match weights {
        Weights::Root => {
            let mut columns: Vec<usize> = plan.entries().iter().map(Entry::col).collect();
            columns.sort_unstable();
            columns.dedup();
            n_rows * (plan.entries().len() + squares(&columns.len()))
        }
        Weights::None | Weights::Diagonal => lengths.iter().map(squares).sum(),
    }
}

/// The plan of the normal equations, from that of the Jacobian.
pub fn normal(code: &CodeList, plan: &Plan, wanted: &Wanted) -> NormalPlan {
    let mut normal = Normal::of(code, plan);
    let jacobian: Vec<Factor> = plan
        .entries()
        .iter()
        .map(|entry| normal.sums.value(entry.terms()))
        .collect();
    let mut equations = Equations {
        rows: rows_of(plan, &jacobian, code.dependents().len()),
        residuals: code
            .dependents()
            .iter()
            .map(|id| factor_of(code, *id))
            .collect(),
        weights: None,
        scale: None,
    };
    let (first, n_rows) = (code.independents().len(), code.dependents().len());
    match wanted.weights {
        Weights::None => {}
        Weights::Diagonal => equations.weights = Some(normal.seeds(first, n_rows)),
        Weights::Root => {
            let root = normal.seeds(first, n_rows * n_rows);
            equations = normal.times(&root, &equations);
        }
    }
    let is_needed = wanted.slope.is_some() || wanted.stored != Stored::Residuals;
    let squared_norm = is_needed.then(|| normal.squared_norm(&equations));
    let stored = normal.stored(wanted.stored, code, squared_norm);
    if let (Some(slope), Some(squared_norm)) = (wanted.slope, squared_norm) {
        let builder = &mut normal.builder;
        let slope = builder.opaque(slope, &[squared_norm], Origin::default());
        normal.weigh_by(slope, &mut equations);
    }
    let mut entries = normal.products(&equations, code.independents().len());
    if wanted.jacobian == Jacobian::Stored {
        let stored = plan.entries().iter().zip(&jacobian).enumerate();
        entries.extend(stored.map(|(index, (entry, factor))| {
            let column = entry.col();
            let terms = factor.term().into_iter().collect();
            (Entry::new(column, column, terms), Place::Jacobian(index))
        }));
    }
    entries.sort_by_key(|(entry, _)| entry.row());
    let (entries, places) = entries.into_iter().unzip();
    let independents = code.independents().to_vec();
    NormalPlan {
        code: normal.builder.finish_storing(independents, stored),
        plan: plan_of_used(normal.sums.accumulations, entries, plan.counts()),
        places,
        squared_norm,
    }
}

/// A row of a Jacobian: columns with their entries.
type Row = Vec<(usize, Factor)>;

/// What the sums are formed of.
struct Equations {
    rows: Vec<Row>,
    residuals: Vec<Factor>,
    /// By row, its weight, unless all are one.
    weights: Option<Vec<Factor>>,
    /// What all sums are multiplied by.
    scale: Option<Factor>,
}

impl Equations {
    /// Whether a weight of all rows is multiplied fewer times with the entries of the Jacobian than
    /// with the sums.
    fn has_fewer_entries_than_sums(&self) -> bool {
        let is_value = |(_, factor): &&(usize, Factor)| matches!(factor, Factor::Value(_));
        let n_entries: usize = self
            .rows
            .iter()
            .map(|row| row.iter().filter(is_value).count())
            .sum();
        let (mut sums, mut columns) = (Set::new(), Set::new());
        for row in &self.rows {
            for (position, (col, _)) in row.iter().enumerate() {
                columns.insert(*col);
                sums.extend(row[..=position].iter().map(|(other, _)| (*col, *other)));
            }
        }
        n_entries <= sums.len() + columns.len()
    }
}

/// The Jacobian row by row, columns ascending.
fn rows_of(plan: &Plan, jacobian: &[Factor], n_rows: usize) -> Vec<Row> {
    let mut rows = vec![Vec::new(); n_rows];
    for (entry, factor) in plan.entries().iter().zip(jacobian) {
        rows[entry.row()].push((entry.col(), *factor));
    }
    rows
}

/// The code and the plan that are being written.
struct Normal {
    builder: CodeListBuilder,
    sums: Sums,
}

impl Normal {
    fn of(code: &CodeList, plan: &Plan) -> Self {
        Self {
            builder: CodeListBuilder::resume(code.clone()),
            sums: Sums::of(plan),
        }
    }

    /// The values that are stored beside the entries.
    fn stored(&mut self, stored: Stored, code: &CodeList, norm: Option<ValueId>) -> Vec<ValueId> {
        match (stored, norm) {
            (Stored::Cost(Some(loss)), Some(norm)) => {
                vec![self.builder.opaque(loss, &[norm], Origin::default())]
            }
            (Stored::Cost(None), Some(norm)) => vec![norm],
            _ => code.dependents().to_vec(),
        }
    }

    /// The elements of a vector, whose first one has this number.
    fn seeds(&mut self, first: usize, length: usize) -> Vec<Factor> {
        let seeds = self.builder.seeds(first, length).into_iter();
        seeds.map(Factor::of_value).collect()
    }

    /// A factor as a statement. Accumulations are no statements.
    fn statement(&mut self, factor: Factor) -> ValueId {
        let Signed { negative, value } = match factor {
            Factor::Number(number) => return self.builder.literal(number.value()),
            Factor::Value(value) => value,
        };
        let Atom::Value(id) = value else {
            unreachable!("invariant: residuals and weights are statements")
        };
        if negative {
            return self.apply(Operation::Neg, &[id]);
        }
        id
    }

    fn apply(&mut self, operation: Operation, operands: &[ValueId]) -> ValueId {
        self.builder.apply(operation, operands, Origin::default())
    }

    /// A sum of products as a statement.
    fn scalar_product(&mut self, pairs: impl Iterator<Item = [Factor; 2]>) -> ValueId {
        let mut sum = None;
        for pair in pairs {
            let operands = pair.map(|factor| self.statement(factor));
            let product = self.apply(Operation::Mul, &operands);
            sum = Some(match sum {
                None => product,
                Some(sum) => self.apply(Operation::Add, &[sum, product]),
            });
        }
        sum.unwrap_or_else(|| self.builder.literal(0.0))
    }

    /// The equations with rows multiplied by a matrix, which is given row by row.
    fn times(&mut self, root: &[Factor], equations: &Equations) -> Equations {
        let n_rows = equations.rows.len();
        let mut columns: Map<usize, Vec<(usize, Factor)>> = Map::new();
        for (index, row) in equations.rows.iter().enumerate() {
            for (col, factor) in row {
                columns.entry(*col).or_default().push((index, *factor));
            }
        }
        let (mut rows, mut residuals) = (Vec::new(), Vec::new());
        for weights in root.chunks(n_rows.max(1)) {
            let row = columns.iter().map(|(col, entries)| {
                let products = entries.iter();
                let products = products.filter_map(|(row, factor)| weights[*row].times(*factor));
                let terms: Vec<Term> = products.collect();
                (*col, self.sums.value(&terms))
            });
            rows.push(row.collect());
            let pairs = weights.iter().zip(&equations.residuals);
            let residual =
                self.scalar_product(pairs.map(|(weight, residual)| [*weight, *residual]));
            residuals.push(Factor::of_value(residual));
        }
        Equations {
            rows,
            residuals,
            weights: None,
            scale: None,
        }
    }

    /// The sum of the squares of the residuals, with their weights.
    fn squared_norm(&mut self, equations: &Equations) -> ValueId {
        let residuals = &equations.residuals;
        match &equations.weights {
            None => self.scalar_product(residuals.iter().map(|residual| [*residual; 2])),
            Some(weights) => {
                let weighted = weights.iter().zip(residuals);
                let weighted: Vec<Factor> = weighted
                    .map(|(weight, residual)| {
                        let operands = [*weight, *residual].map(|factor| self.statement(factor));
                        Factor::of_value(self.apply(Operation::Mul, &operands))
                    })
                    .collect();
                let pairs = weighted.into_iter().zip(residuals);
                self.scalar_product(pairs.map(|(weighted, residual)| [weighted, *residual]))
            }
        }
    }

    /// Gives all rows one weight more.
    fn weigh_by(&mut self, weight: ValueId, equations: &mut Equations) {
        let weight = Factor::of_value(weight);
        equations.weights = match equations.weights.take() {
            Some(weights) => {
                let weights = weights.into_iter();
                Some(
                    weights
                        .map(|of_row| self.sums.product(weight, of_row))
                        .collect(),
                )
            }
            None if equations.has_fewer_entries_than_sums() => {
                Some(vec![weight; equations.rows.len()])
            }
            None => {
                equations.scale = Some(weight);
                None
            }
        };
    }

    /// The entries of the normal matrix and the gradient.
    fn products(&mut self, equations: &Equations, n_columns: usize) -> Vec<(Entry, Place)> {
        let mut matrix: Map<(usize, usize), Vec<Term>> = Map::new();
        let mut gradient = vec![Vec::new(); n_columns];
        for (index, row) in equations.rows.iter().enumerate() {
            let weight = equations.weights.as_ref().map(|weights| weights[index]);
            for (position, (col, factor)) in row.iter().enumerate() {
                let left = match weight {
                    Some(weight) => self.sums.product(weight, *factor),
                    None => *factor,
                };
                for (other, right) in &row[..=position] {
                    let terms = matrix.entry((*col, *other)).or_default();
                    terms.extend(left.times(*right));
                }
                gradient[*col].extend(left.times(equations.residuals[index]));
            }
        }
        let matrix = matrix
            .into_iter()
            .map(|((row, col), terms)| (row, col, terms, Place::Normal));
        let gradient = gradient.into_iter().enumerate();
        let gradient = gradient.map(|(col, terms)| (col, col, terms, Place::Gradient));
        let sums = matrix.chain(gradient);
        let entries = sums.map(|(row, col, terms, place)| {
            let terms = merge(terms);
            let terms = match equations.scale {
                None => terms,
                Some(scale) => self.sums.value(&terms).times(scale).into_iter().collect(),
            };
            (Entry::new(row, col, terms), place)
        });
        entries.collect()
    }
}

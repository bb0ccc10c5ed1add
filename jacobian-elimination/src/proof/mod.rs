//! The proof of each expansion: what was compiled is evaluated at random points of a prime field,
//! and must be the derivative of the function there.
//!
//! ```text
//! CodeList --compile--> Schedule --evaluate--> J dx ---.
//!     '--------------- chain rule -----------> J dx ---'--> equal, or an error and no code
//! ```
//!
//! This is translation validation (Pnueli, Siegel & Singerman 1998): the compiler is not proved,
//! but each of its outputs is. A derivative is a rational function of the values and partials of
//! the function, and two different ones agree at a random point with the probability of their
//! degree in `2^61` (Schwartz 1980, Zippel 1979). Each claim is checked at two points. See
//! docs/book/src/trust.md for what this shows and what not.
//!
//! `chain_rule` and `slopes` are written without elimination, calculus table and rewriting, so
//! that both sides have no line in common but `model`, which says what an operation is.

mod again;
mod arms;
mod chain_rule;
mod claims;
#[cfg(test)]
mod faults;
mod field;
mod jacobians;
mod model;
mod normal;
#[cfg(test)]
mod other_faults;
mod packs;
mod paths;
mod sequence;
mod slopes;
mod sums;

use crate::derived::normal::Wanted;
use crate::graph::Side;
use crate::ir::{CodeList, Constant, Elemental, Statement, ValueId};
use crate::ordered::Map;
use crate::packing::{Packing, View};
use crate::pipeline::{Compiled, Hessian, NormalEquations};
use crate::products::{HessianProduct, Linearization, Way};

use again::First;
use chain_rule::{Given, Point};
use claims::{Claims, Held};
use field::Residue;
use jacobians::{Entries, Evaluated};
use model::{Model, Roots};

pub use claims::{Disorder, Mismatch, Place, Reason, Verdict};

/// The points at which all claims must hold.
const POINTS: u64 = 2;

/// The points at which roots are true. A claim that needs them must hold at as many as at others,
/// and has this many trials: half of all radicands have roots.
const TRIALS: u64 = 48;

/// Proves a Jacobian.
///
/// # Errors
/// Where it is wrong.
pub fn jacobian(compiled: &Compiled) -> Result<Verdict, Mismatch> {
    proved(&compiled.code, |model, claims| {
        let evaluated = Evaluated::of(compiled, model, &Given::default(), claims);
        evaluated.claim(Entries::Jacobian, claims);
    })
}

/// Both sides of the claim about each row at the first point: the entries times the direction, and
/// the tangent by the chain rule.
pub fn sides(compiled: &Compiled) -> Vec<[u64; 2]> {
    let mut claims = Claims::default();
    let model = Model::new(0, Roots::Free);
    let evaluated = Evaluated::of(compiled, model, &Given::default(), &mut claims);
    let sides = evaluated.sides().into_iter();
    sides.map(|sides| sides.map(Residue::number)).collect()
}

/// Proves the product of a Jacobian with a vector whose first element is this seed.
///
/// # Errors
/// Where it is wrong.
pub fn product(compiled: &Compiled, side: Side, first: usize) -> Result<Verdict, Mismatch> {
    let (entries, direction) = match side {
        Side::Right => (Entries::Right, Some(first)),
        Side::Left => (Entries::Left(first), None),
    };
    multiplied(compiled, entries, direction)
}

fn multiplied(
    compiled: &Compiled,
    entries: Entries,
    direction: Option<usize>,
) -> Result<Verdict, Mismatch> {
    proved(&compiled.code, |model, claims| {
        let given = Given {
            direction,
            ..Given::default()
        };
        let evaluated = Evaluated::of(compiled, model, &given, claims);
        evaluated.claim(entries, claims);
    })
}

/// Proves a Hessian.
///
/// # Errors
/// Where it is wrong.
pub fn hessian(function: &Compiled, hessian: &Hessian) -> Result<Verdict, Mismatch> {
    let first = match function.code.dependents() {
        [_] => First::Gradient,
        _ => First::Entries(&function.plan),
    };
    proved(&function.code, |model, claims| {
        let compiled = &hessian.compiled;
        again::claim(&function.code, &compiled.code, first, model, claims);
        let evaluated = Evaluated::of(compiled, model, &Given::default(), claims);
        evaluated.claim(Entries::Lower, claims);
    })
}

/// Proves a product with the Hessian of a function.
///
/// # Errors
/// Where it is wrong.
pub fn hessian_product(code: &CodeList, found: &HessianProduct) -> Result<Verdict, Mismatch> {
    let (n_rows, n_cols) = (code.dependents().len(), code.independents().len());
    let first = if n_rows == 1 { n_cols } else { n_cols + n_rows };
    let compiled = &found.product.compiled;
    let derived = proved(code, |model, claims| {
        again::claim(code, &compiled.code, First::Gradient, model, claims);
    })?;
    let entries = match found.product.way {
        Way::Eliminated => Entries::Right,
        Way::Formed => Entries::RightOfLower,
    };
    let product = multiplied(compiled, entries, Some(first))?;
    let labels = found.linearization.as_ref();
    let labels = labels.map_or(Ok(Verdict::Proved), linearization)?;
    Ok(derived.and(product).and(labels))
}

/// Proves labels and the sweeps over them.
///
/// # Errors
/// Where they are wrong.
pub fn linearization(found: &Linearization) -> Result<Verdict, Mismatch> {
    let code = &found.labels.code;
    let (rows, columns) = (code.dependents(), code.independents());
    proved(code, |model, claims| {
        let labels = Evaluated::of(&found.labels, model, &Given::default(), claims);
        let entries = labels.entries();
        let tangents =
            |ids: &[_]| -> Vec<_> { ids.iter().map(|id| labels.point.tangent(*id)).collect() };
        let mut stored = |sweep: &Compiled, vector: &[_]| -> Vec<_> {
            let seeds = [&entries[..], vector].concat();
            let given = Given {
                seeds: &seeds,
                ..Given::default()
            };
            Evaluated::of(sweep, model, &given, claims);
            // The labels that are numbers are rounded there, and exact here.
            let path = Some(0);
            let exact = Point::of(&sweep.code, model, &Given { path, ..given }, |_, _, _| {
                Residue::ZERO
            });
            let rows = sweep.code.dependents().iter();
            rows.map(|id| exact.value(*id)).collect()
        };
        let directions = tangents(columns);
        let right = stored(&found.right, &directions);
        let weights: Vec<_> = (0..rows.len()).map(|row| weight(model, row)).collect();
        let left = stored(&found.left, &weights);
        let tangents = tangents(rows);
        for (row, (product, tangent)) in right.into_iter().zip(&tangents).enumerate() {
            claims.equal(Place::Row(row), product, *tangent);
        }
        let products =
            |a: &[Residue], b: &[Residue]| chain_rule::total(a.iter().zip(b).map(|(a, b)| *a * *b));
        let expected = products(&weights, &tangents);
        claims.equal(Place::Product, products(&left, &directions), expected);
    })
}

fn weight(model: Model, row: usize) -> Residue {
    model.random(model::Key::Arm, chain_rule::number(row))
}

/// Proves normal equations.
///
/// # Errors
/// Where they are wrong.
pub fn normal(
    function: &Compiled,
    found: &NormalEquations,
    wanted: &Wanted,
) -> Result<Verdict, Mismatch> {
    proved(&function.code, |model, claims| {
        let evaluated = Evaluated::of(&found.compiled, model, &Given::default(), claims);
        let rows = function.code.dependents();
        normal::claim(&evaluated, (rows, &function.plan), (found, wanted), claims);
    })
}

/// Proves that the statements of a function can run in their order.
///
/// # Errors
/// Where they cannot.
pub fn sequence(compiled: &Compiled) -> Result<Verdict, Mismatch> {
    proved(&compiled.code, |model, claims| {
        Evaluated::of(compiled, model, &Given::default(), claims);
    })
}

/// Proves that the units of a packing compute what the steps of their region do.
///
/// # Errors
/// Where they do not.
pub fn packing(view: &View<'_>, packing: &Packing) -> Result<Verdict, Mismatch> {
    if packing.packs().is_empty() {
        // The sums are those of the steps, so only their order and places can be wrong, and these
        // are the same at every point.
        let mut claims = Claims::default();
        packs::claim(view, packing, Model::new(0, Roots::Free), &mut claims);
        let different = claims.failed().next().map(|claim| claims.place(claim));
        return match (claims.disorder, different) {
            (Some(disorder), _) => Err(Mismatch::Disorder(disorder)),
            (None, Some(place)) => Err(Mismatch::Different(place)),
            (None, None) => Ok(Verdict::Proved),
        };
    }
    proved(view.code, |model, claims| {
        packs::claim(view, packing, model, claims);
    })
}

/// Collects the claims at the points where they must hold.
fn proved(code: &CodeList, mut claim: impl FnMut(Model, &mut Claims)) -> Result<Verdict, Mismatch> {
    let mut at = |seed: u64, roots: Roots| {
        let mut claims = Claims::default();
        claim(Model::new(seed, roots), &mut claims);
        match claims.disorder {
            Some(disorder) => Err(Mismatch::Disorder(disorder)),
            None => Ok(claims),
        }
    };
    // By claim that does not hold where roots are free: how often it has held since.
    let mut open: Map<usize, Open> = Map::new();
    for seed in 0..POINTS {
        let claims = at(seed, Roots::Free)?;
        for claim in claims.failed() {
            let place = claims.place(claim);
            let known = open.entry(claim).or_insert(Open::at(place));
            known.is_near &= claims.held(claim) == Held::Nearly;
        }
    }
    if open.is_empty() {
        return Ok(Verdict::Proved);
    }
    if has_infinities(code) {
        return Ok(Verdict::Unchecked(Reason::Infinities));
    }
    let rounds = has_rounded_constants(code);
    open.retain(|_, claim| !(rounds && claim.is_near));
    if open.is_empty() {
        return Ok(Verdict::Unchecked(Reason::Rounding));
    }
    let mut verdict = Verdict::Proved;
    for seed in POINTS..POINTS + TRIALS {
        model::take_untrue();
        let claims = at(seed, Roots::True)?;
        let is_true = !model::take_untrue();
        for (claim, known) in open.iter_mut() {
            match claims.held(*claim) {
                Held::Exactly => known.n_held += 1,
                Held::Nearly if rounds => {
                    known.n_held += 1;
                    verdict = Verdict::Unchecked(Reason::Rounding);
                }
                Held::Nearly | Held::Not if is_true => {
                    return Err(Mismatch::Different(known.place));
                }
                Held::Nearly | Held::Not => {}
            }
        }
        open.retain(|_, claim| claim.n_held < POINTS);
        if open.is_empty() {
            return Ok(verdict);
        }
    }
    // Of a function with many roots, some have been untrue at every point.
    Ok(Verdict::Unchecked(Reason::Roots))
}

/// A claim that does not hold where roots are free.
struct Open {
    place: Place,
    /// Whether rounding makes the difference.
    is_near: bool,
    /// How often it held where roots are true.
    n_held: u64,
}

impl Open {
    fn at(place: Place) -> Self {
        Self {
            place,
            is_near: true,
            n_held: 0,
        }
    }
}

/// Whether a number that is computed at expansion is rounded.
fn has_rounded_constants(code: &CodeList) -> bool {
    let model = Model::new(0, Roots::Free);
    let constant = |id: &ValueId| Some(model.constant(code.statement(*id).constant()?));
    let is_rounded = |statement: &Statement| {
        let Elemental::Operation(operation) = statement.elemental() else {
            return false;
        };
        let operands: Option<Vec<_>> = statement.operands().iter().map(constant).collect();
        let exact = operands.map(|operands| model.value(operation, &operands));
        let folded = statement
            .constant()
            .map(|constant| model.constant(constant));
        exact
            .zip(folded)
            .is_some_and(|(exact, folded)| exact != folded)
    };
    code.has_rounded_literals() || code.statements().iter().any(is_rounded)
}

/// Whether a number of the function is infinite or NaN.
fn has_infinities(code: &CodeList) -> bool {
    let numbers = code.statements().iter().filter_map(Statement::constant);
    numbers
        .map(Constant::value)
        .any(|number| !number.is_finite())
}

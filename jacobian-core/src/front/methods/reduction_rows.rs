//! The rows of the table for decompositions whose parts are computed at once: `schur`,
//! `hessenberg`, `symmetric_tridiagonalize`, `bidiagonalize` and `udu`.

use quote::quote;

use crate::front::flow::machine::Machine;
use crate::front::methods::decompositions::opaque;
use crate::front::methods::differentials::Terms;
use crate::front::methods::table::{At, Given, Gives, Method, Operands, Parameter, Run};
use crate::front::methods::triangular::Triangle;
use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::decomposition::{Decomposition, Kind};
use crate::front::value::found::{Found, Stop};
use crate::front::value::matrix::Matrix;
use crate::front::value::maybe::Maybe;
use crate::front::write::opaque::Behind;
use crate::interface::Wrapper;
use crate::ir::Origin;
use Parameter::{Base, Settled};

const fn row<M>(name: &'static str, parameters: &'static [Parameter], run: Run<M>) -> Method<M> {
    Method::new(name, Gives::Value, Parameter::Value, parameters, run)
}

/// A method that messages do not suggest.
const fn other<M>(name: &'static str, parameters: &'static [Parameter], run: Run<M>) -> Method<M> {
    Method::new(name, Gives::Unsuggested, Parameter::Value, parameters, run)
}

impl<M: Machine> Lowering<M> {
    /// The methods of such decompositions.
    pub(crate) const REDUCTIONS: &'static [Method<M>] = &[
        row("q", &[], Self::part_row),
        row("h", &[], Self::part_row),
        row("u", &[], Self::part_row),
        row("d", &[], Self::part_row),
        row("v_t", &[], Self::part_row),
        row("diagonal", &[], Self::part_row),
        row("off_diagonal", &[], Self::part_row),
        row("unpack", &[], Self::unpack_row),
        row("unpack_h", &[], Self::unpack_row),
        row("unpack_tridiagonal", &[], Self::unpack_row),
        row("d_matrix", &[], |run, mut of, at| {
            let subject = subject(&mut of)?;
            let Some(Value::Matrix(d)) = subject.part("d").filter(|_| subject.kind == Kind::Udu)
            else {
                return run.refuse_decomposition(&subject, at);
            };
            let elements = run.diagonal_matrix(d);
            let found = Matrix::new(d.rows, d.rows, elements).with(subject.matrix.extents);
            Ok(Given::Value(Value::Matrix(found)))
        }),
        row("recompose", &[], Self::recompose_row),
        row("eigenvalues", &[], |run, mut of, at| {
            let subject = run.only_schur(&mut of, at)?;
            let object = &subject.object;
            let code = quote!(#object.eigenvalues());
            Ok(Given::Value(run.eigenvalues_by(&subject.matrix, code)?))
        }),
        row("complex_eigenvalues", &[], |run, mut of, at| {
            let subject = run.only_schur(&mut of, at)?;
            let object = &subject.object;
            let code = quote!(#object.complex_eigenvalues());
            let found = run.complex_eigenvalues_by(&subject.matrix, code, at)?;
            Ok(Given::Value(found))
        }),
    ];

    /// The methods of matrices that give them, and others that iterate. Texts of the prelude give
    /// the rest.
    pub(crate) const REDUCING: &'static [Method<M>] = &[
        row("schur", &[], |run, mut of, at| {
            let matrix = run.square(&mut of, usize::MAX, at)?;
            Ok(Given::Value(run.schur(&matrix, at)?))
        }),
        other("try_schur", &[Settled, Settled], |run, mut of, at| {
            let matrix = run.square(&mut of, usize::MAX, at)?;
            let limits = [of.value(), of.value()];
            Ok(Given::Value(run.try_schur(&matrix, &limits, at)?))
        }),
        row("lblt", &[], |run, mut of, at| {
            let matrix = run.square(&mut of, usize::MAX, at)?;
            Ok(Given::Value(run.decomposed(Kind::Lblt, &matrix, at)?))
        }),
        other(
            "try_symmetric_eigen",
            &[Settled, Settled],
            |run, mut of, at| {
                let matrix = run.square(&mut of, usize::MAX, at)?;
                let limits = [of.value(), of.value()];
                let plain = quote!(symmetric_eigen);
                let (answer, object, matrix) = run.tried(&matrix, &limits, &plain, at)?;
                let of = Decomposition::new(Kind::SymmetricEigen, object, matrix);
                let found = run.symmetric_eigen(of)?;
                let answer = run.writer.settle_answer(&answer, &[])?;
                let found = Maybe::asked(Wrapper::Option, answer, found).into_value();
                Ok(Given::Value(found))
            },
        ),
        other("try_polar", &[Settled, Settled], |run, mut of, at| {
            let matrix = run.square(&mut of, usize::MAX, at)?;
            let limits = [of.value(), of.value()];
            let (answer, object, matrix) = run.tried(&matrix, &limits, &quote!(polar), at)?;
            let found = run.polar_at(&matrix, &object)?;
            let answer = run.writer.settle_answer(&answer, &[])?;
            let found = Maybe::asked(Wrapper::Option, answer, found).into_value();
            Ok(Given::Value(found))
        }),
        other(
            "solve_lower_triangular_unchecked",
            &[Base],
            |run, of, at| run.triangle_row(of, Triangle::Lower, at),
        ),
        other(
            "solve_upper_triangular_unchecked",
            &[Base],
            |run, of, at| run.triangle_row(of, Triangle::Upper, at),
        ),
        other(
            "tr_solve_lower_triangular_unchecked",
            &[Base],
            |run, of, at| run.triangle_row(of, Triangle::Lower, at),
        ),
        other(
            "tr_solve_upper_triangular_unchecked",
            &[Base],
            |run, of, at| run.triangle_row(of, Triangle::Upper, at),
        ),
        other(
            "ad_solve_lower_triangular_unchecked",
            &[Base],
            |run, of, at| run.triangle_row(of, Triangle::Lower, at),
        ),
        other(
            "ad_solve_upper_triangular_unchecked",
            &[Base],
            |run, of, at| run.triangle_row(of, Triangle::Upper, at),
        ),
        other("__nearest_rotation", &[], |run, mut of, at| {
            run.nearest_rotation(&of.matrix(), at)
        }),
        other("__renormalized_rotation", &[], |run, mut of, at| {
            run.nearest_rotation(&of.matrix(), at)
        }),
    ];

    fn part_row(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let subject = subject(&mut of)?;
        let name = at.call.method.to_string();
        // The parts of `udu` are fields without methods, and `schur` gives its parts together.
        let has_methods = !matches!(subject.kind, Kind::Udu | Kind::Schur);
        match subject.part(&name).filter(|_| has_methods) {
            Some(part) => Ok(Given::Value(part.clone())),
            None => self.refuse_decomposition(&subject, at),
        }
    }

    /// All parts as nalgebra lists them, or those that a method names.
    fn unpack_row(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let subject = subject(&mut of)?;
        let fields = &subject.fields;
        let found = match (subject.kind, at.call.method.to_string().as_str()) {
            (Kind::Schur | Kind::Hessenberg | Kind::SymmetricTridiagonal, "unpack") => {
                Value::tuple(fields.clone())
            }
            (Kind::Bidiagonal, "unpack") => Value::tuple(fields[..3].to_vec()),
            (Kind::Hessenberg, "unpack_h") => fields[1].clone(),
            (Kind::SymmetricTridiagonal, "unpack_tridiagonal") => {
                Value::tuple(fields[1..].to_vec())
            }
            _ => return self.refuse_decomposition(&subject, at),
        };
        Ok(Given::Value(found))
    }

    /// `tridiagonal.recompose()`, which multiplies `Q T Q^T`.
    fn recompose_row(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let subject = subject(&mut of)?;
        let (Kind::SymmetricTridiagonal, [Value::Matrix(q), Value::Matrix(d), Value::Matrix(off)]) =
            (subject.kind, subject.fields.as_slice())
        else {
            return self.refuse_decomposition(&subject, at);
        };
        let order = q.rows;
        let mut elements = self.diagonal_matrix(d);
        for (k, element) in off.elements.iter().enumerate() {
            elements[k * order + k + 1] = element.clone();
            elements[(k + 1) * order + k] = element.clone();
        }
        let t = Matrix::new(order, order, elements).with(q.extents);
        let Value::Matrix(left) = self.product(q, &t, at.call)? else {
            return Err(Stop);
        };
        Ok(Given::Value(self.product(
            &left,
            &q.transposed(),
            at.call,
        )?))
    }

    /// The parts of a decomposition by reflections, with partials that are NaN where a norm is
    /// zero. There the axis of a reflection is not unique, and the parts jump.
    pub(crate) fn with_jumps(&mut self, kind: Kind, parts: &[Value]) -> Found<Vec<Value>> {
        let norms: Vec<Value> = match (kind, parts) {
            (Kind::Hessenberg, [_, Value::Matrix(h)]) => {
                let each = 1..h.rows;
                each.map(|k| h.get(k, k - 1).clone()).collect()
            }
            (Kind::SymmetricTridiagonal, [_, _, Value::Matrix(off)]) => off.elements.to_vec(),
            (Kind::Bidiagonal, [_, _, _, Value::Matrix(on), Value::Matrix(off)]) => on
                .elements
                .iter()
                .chain(off.elements.iter())
                .cloned()
                .collect(),
            _ => return Ok(parts.to_vec()),
        };
        self.writer.at_run_time()?;
        let [zero, not_a_number] = [0.0, f64::NAN].map(|number| self.writer.number(number));
        let mut jumps: Terms = Vec::new();
        for norm in &norms {
            let Value::Scalar(id) = norm else { continue };
            let mut code = opaque(quote!());
            let norm = self.spell(norm, &mut code.mentions).ok_or(Stop)?;
            code.tokens = quote!((if #norm == #zero { #not_a_number } else { #zero }));
            jumps.push((*id, self.writer.materialize(code, Behind::Nothing)?));
        }
        let mut found = Vec::with_capacity(parts.len());
        for part in parts {
            let Value::Matrix(matrix) = part else {
                return Err(Stop);
            };
            let each = matrix
                .elements
                .iter()
                .map(|element| self.jumping(element, &jumps));
            let elements = each.collect::<Found<Vec<Value>>>()?;
            found.push(Value::Matrix(matrix.like(elements)));
        }
        Ok(found)
    }

    /// A number with further partials.
    fn jumping(&mut self, element: &Value, jumps: &Terms) -> Found<Value> {
        let Value::Scalar(id) = element else {
            return Ok(element.clone());
        };
        if !self.writer.builder.code().statement(*id).is_active() {
            return Ok(element.clone());
        }
        let Value::Scalar(value) = self.frozen(*id)? else {
            return Err(Stop);
        };
        let builder = &mut self.writer.builder;
        let own = (*id, builder.literal(1.0));
        let terms: Terms = std::iter::once(own).chain(jumps.iter().copied()).collect();
        Ok(Value::Scalar(builder.ruled(
            value,
            &terms,
            Origin::default(),
        )))
    }

    fn diagonal_matrix(&mut self, d: &Matrix) -> Vec<Value> {
        let order = d.rows;
        let mut elements = self.filled(order, order, |_, _| 0.0);
        for (k, element) in d.elements.iter().enumerate() {
            elements[k * order + k] = element.clone();
        }
        elements
    }

    fn only_schur(&mut self, of: &mut Operands, at: At<'_>) -> Found<Decomposition> {
        let subject = subject(of)?;
        if subject.kind == Kind::Schur {
            return Ok(subject);
        }
        self.refuse_decomposition(&subject, at)
    }
}

/// The decomposition that a row is called on.
fn subject(of: &mut Operands) -> Found<Decomposition> {
    Decomposition::of(&of.value()).ok_or(Stop)
}

//! The rows of the table for decompositions, and for the methods of matrices that give them.
//!
//! A method that a decomposition of this kind does not have is refused like an unknown method.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::interface::Wrapper;

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::methods::decompositions::opaque;
use crate::front::methods::table::{self, At, Given, Gives, Method, Operands, Parameter, Run};
use crate::front::methods::triangular::Triangle;
use crate::front::names::state::Lowering;
use crate::front::value::decomposition::{Decomposition, Kind};
use crate::front::value::found::{Found, Stop};
use crate::front::value::maybe::Maybe;
use crate::front::value::{Inactive, Value};
use Parameter::{Base, Settled};

const fn row<M>(name: &'static str, parameters: &'static [Parameter], run: Run<M>) -> Method<M> {
    Method::new(name, Gives::Value, Parameter::Value, parameters, run)
}

/// A method that messages do not suggest.
const fn other<M>(name: &'static str, parameters: &'static [Parameter], run: Run<M>) -> Method<M> {
    Method::new(name, Gives::Unsuggested, Parameter::Value, parameters, run)
}

/// These rows always give a value.
fn value(found: Found<Value>) -> Found<Given> {
    found.map(Given::Value)
}

/// The decomposition that a row is called on.
fn subject(of: &mut Operands) -> Found<Decomposition> {
    Decomposition::of(&of.value()).ok_or(Stop)
}

impl<M: Machine> Lowering<M> {
    /// The methods of decompositions.
    pub(crate) const DECOMPOSITIONS: &'static [Method<M>] = &[
        row("solve", &[Base], |run, mut of, at| {
            let (subject, right) = (subject(&mut of)?, of.value());
            match subject.kind {
                Kind::Svd | Kind::SymmetricEigen => run.refuse_decomposition(&subject, at),
                _ => value(run.solved(&subject, right, at)),
            }
        }),
        other("solve", &[Base, Settled], |run, mut of, at| {
            let (subject, right, limit) = (subject(&mut of)?, of.value(), of.value());
            match subject.kind {
                Kind::Svd => value(run.least_squares(&subject, (right, limit), at)),
                _ => run.refuse_decomposition(&subject, at),
            }
        }),
        row("determinant", &[], |run, mut of, at| {
            let subject = subject(&mut of)?;
            match subject.kind {
                Kind::Qr | Kind::Svd | Kind::SymmetricEigen => {
                    run.refuse_decomposition(&subject, at)
                }
                Kind::Lblt => value(run.determinant_of_symmetric(&subject)),
                _ => value(run.determinant_of(&subject, at)),
            }
        }),
        row("try_inverse", &[], |run, mut of, at| {
            let subject = subject(&mut of)?;
            match subject.kind {
                Kind::Lu | Kind::FullPivLu | Kind::Qr | Kind::ColPivQr => {
                    value(run.inverse(&subject, at))
                }
                _ => run.refuse_decomposition(&subject, at),
            }
        }),
        row("inverse", &[], |run, mut of, at| {
            let subject = run.only(subject(&mut of)?, &[Kind::Cholesky], at)?;
            value(run.inverse(&subject, at))
        }),
        row("ln_determinant", &[], |run, mut of, at| {
            let subject = run.only(subject(&mut of)?, &[Kind::Cholesky], at)?;
            value(run.determinant_of(&subject, at))
        }),
        row("l", &[], |run, mut of, at| {
            let kinds = [Kind::Lu, Kind::FullPivLu, Kind::Cholesky];
            run.factor_row(subject(&mut of)?, &kinds, at)
        }),
        row("u", &[], |run, mut of, at| {
            run.factor_row(subject(&mut of)?, &[Kind::Lu, Kind::FullPivLu], at)
        }),
        row("q", &[], |run, mut of, at| {
            let subject = subject(&mut of)?;
            if subject.kind == Kind::FullPivLu {
                return value(run.of_object(&subject, at, &[]));
            }
            run.factor_row(subject, &[Kind::Qr, Kind::ColPivQr], at)
        }),
        row("r", &[], |run, mut of, at| {
            run.factor_row(subject(&mut of)?, &[Kind::Qr, Kind::ColPivQr], at)
        }),
        other("unpack_r", &[], |run, mut of, at| {
            run.factor_row(subject(&mut of)?, &[Kind::Qr, Kind::ColPivQr], at)
        }),
        other("to_polar", &[], |run, mut of, at| {
            let subject = run.only(subject(&mut of)?, &[Kind::Svd], at)?;
            if subject.matrix.rows != subject.matrix.cols {
                return run.refuse_decomposition(&subject, at);
            }
            run.unchanged(&subject, at)?;
            value(run.polar_of_svd(&subject))
        }),
        row("unpack", &[], |run, mut of, at| {
            let subject = subject(&mut of)?;
            value(run.unpacked(&subject, at))
        }),
        row("recompose", &[], |run, mut of, at| {
            let subject = run.only(subject(&mut of)?, &[Kind::Svd, Kind::SymmetricEigen], at)?;
            value(run.recomposed(&subject, at))
        }),
        row("pseudo_inverse", &[Settled], |run, mut of, at| {
            let subject = run.only(subject(&mut of)?, &[Kind::Svd], at)?;
            let (limit, object) = (of.value(), subject.object.clone());
            run.unchanged(&subject, at)?;
            value(run.pseudo_inverse((&object, &subject.matrix), &limit))
        }),
        row("rank", &[Settled], |run, mut of, at| {
            let subject = run.only(subject(&mut of)?, &[Kind::Svd], at)?;
            run.unchanged(&subject, at)?;
            let limit = of.value();
            value(run.of_object(&subject, at, &[limit]))
        }),
        row("is_invertible", &[], |run, mut of, at| {
            let kinds = [Kind::Lu, Kind::FullPivLu, Kind::Qr, Kind::ColPivQr];
            let subject = run.only(subject(&mut of)?, &kinds, at)?;
            value(run.of_object(&subject, at, &[]))
        }),
        row("p", &[], |run, mut of, at| {
            let kinds = [Kind::Lu, Kind::FullPivLu, Kind::ColPivQr];
            let subject = run.only(subject(&mut of)?, &kinds, at)?;
            value(run.of_object(&subject, at, &[]))
        }),
    ];

    /// The methods of matrices that decompose them or solve with them.
    pub(crate) const DECOMPOSING: &'static [Method<M>] = &[
        row("lu", &[], |run, mut of, at| {
            value(run.decomposed(Kind::Lu, &of.matrix(), at))
        }),
        row("full_piv_lu", &[], |run, mut of, at| {
            value(run.decomposed(Kind::FullPivLu, &of.matrix(), at))
        }),
        row("cholesky", &[], |run, mut of, at| {
            value(
                run.square(&mut of, usize::MAX, at)
                    .and_then(|matrix| run.decomposed(Kind::Cholesky, &matrix, at)),
            )
        }),
        row("qr", &[], |run, mut of, at| {
            value(run.decomposed(Kind::Qr, &of.matrix(), at))
        }),
        row("col_piv_qr", &[], |run, mut of, at| {
            value(run.decomposed(Kind::ColPivQr, &of.matrix(), at))
        }),
        row("symmetric_eigen", &[], |run, mut of, at| {
            let matrix = run.square(&mut of, usize::MAX, at)?;
            let found = run.decomposed(Kind::SymmetricEigen, &matrix, at)?;
            let subject = Decomposition::of(&found).ok_or(Stop)?;
            value(run.symmetric_eigen(subject))
        }),
        row("symmetric_eigenvalues", &[], |run, mut of, at| {
            let matrix = run.square(&mut of, usize::MAX, at)?;
            value(run.symmetric_eigenvalues(&matrix, at))
        }),
        row("svd", &[Base, Base], Self::svd_row),
        other("svd_unordered", &[Base, Base], Self::svd_row),
        other(
            "try_svd",
            &[Base, Base, Settled, Settled],
            Self::try_svd_row,
        ),
        other(
            "try_svd_unordered",
            &[Base, Base, Settled, Settled],
            Self::try_svd_row,
        ),
        row("singular_values", &[], |run, mut of, at| {
            value(run.singular_values(&of.matrix(), at))
        }),
        other("singular_values_unordered", &[], |run, mut of, at| {
            value(run.singular_values(&of.matrix(), at))
        }),
        row("eigenvalues", &[], |run, mut of, at| {
            let matrix = run.square(&mut of, usize::MAX, at)?;
            value(run.eigenvalues(&matrix, at))
        }),
        row("complex_eigenvalues", &[], |run, mut of, at| {
            let matrix = run.square(&mut of, usize::MAX, at)?;
            value(run.complex_eigenvalues(&matrix, at))
        }),
        row("polar", &[], |run, mut of, at| {
            let matrix = run.square(&mut of, usize::MAX, at)?;
            value(run.polar(&matrix, at))
        }),
        row("exp", &[], |run, mut of, at| {
            let matrix = run.square(&mut of, usize::MAX, at)?;
            value(run.exponential(&matrix, at))
        }),
        row("pseudo_inverse", &[Settled], |run, mut of, at| {
            let (matrix, limit) = (of.matrix(), of.value());
            let matrix = run.kept_matrix(&matrix, at.call)?;
            let place = matrix.known_place()?;
            value(run.pseudo_inverse((&quote!(#place.clone_owned()), &matrix), &limit))
        }),
        row("rank", &[Settled], |run, mut of, at| {
            let (matrix, limit) = (of.matrix(), of.value());
            let matrix = run.kept_matrix(&matrix, at.call)?;
            let place = matrix.known_place()?;
            value(run.asked_of(&place, at, &[limit]))
        }),
        row("is_invertible", &[], |run, mut of, at| {
            let matrix = run.kept_matrix(&of.matrix(), at.call)?;
            let place = matrix.known_place()?;
            value(run.asked_of(&place, at, &[]))
        }),
        row("solve_lower_triangular", &[Base], |run, of, at| {
            run.triangle_row(of, Triangle::Lower, at)
        }),
        row("solve_upper_triangular", &[Base], |run, of, at| {
            run.triangle_row(of, Triangle::Upper, at)
        }),
        other("tr_solve_lower_triangular", &[Base], |run, of, at| {
            run.triangle_row(of, Triangle::Lower, at)
        }),
        other("tr_solve_upper_triangular", &[Base], |run, of, at| {
            run.triangle_row(of, Triangle::Upper, at)
        }),
        other("ad_solve_lower_triangular", &[Base], |run, of, at| {
            run.triangle_row(of, Triangle::Lower, at)
        }),
        other("ad_solve_upper_triangular", &[Base], |run, of, at| {
            run.triangle_row(of, Triangle::Upper, at)
        }),
    ];

    pub(crate) fn triangle_row(
        &mut self,
        mut of: Operands,
        triangle: Triangle,
        at: At<'_>,
    ) -> Found<Given> {
        let matrix = self.square(&mut of, usize::MAX, at)?;
        value(self.solved_triangle(&matrix, of.value(), triangle, at))
    }

    /// The factor of `lu`, if the matrix is square, or of another decomposition.
    fn factor_row(&mut self, of: Decomposition, kinds: &[Kind], at: At<'_>) -> Found<Given> {
        let of = self.only(of, kinds, at)?;
        self.only_square(&of, at)?;
        value(self.factor(&of, &at.call.method.to_string()))
    }

    fn svd_row(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let matrix = of.matrix();
        let (Value::Boolean(u), Value::Boolean(v)) = (of.value(), of.value()) else {
            return self.writer.refuse(at.call, messages::SVD_FLAGS);
        };
        let matrix = self.kept_matrix(&matrix, at.call)?;
        let (place, method) = (matrix.known_place()?, &at.call.method);
        let code = quote!(#place.clone_owned().#method(#u, #v));
        let object = self.writer.variable("svd", opaque(code))?;
        let both = quote!(#place.clone_owned().#method(true, true));
        value(self.svd(Decomposition::new(Kind::Svd, object, matrix), [u, v], both))
    }

    /// `a.try_svd(true, true, eps, limit)`. Its fields are computed before it is asked whether it
    /// is there, so the decomposition of zeros, which always ends, is in place of a missing one.
    fn try_svd_row(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let matrix = of.matrix();
        let (Value::Boolean(u), Value::Boolean(v)) = (of.value(), of.value()) else {
            return self.writer.refuse(at.call, messages::SVD_FLAGS);
        };
        let mut mentions = Vec::new();
        let limits = [of.value(), of.value()];
        let limits = self.spell_all(&limits, &mut mentions).ok_or(Stop)?;
        let limits = quote!((#(#limits),*));
        let limits = self.writer.variable(
            "limits",
            Inactive {
                tokens: limits,
                mentions,
            },
        )?;
        let matrix = self.kept_matrix(&matrix, at.call)?;
        let (place, method, zero) = (
            matrix.known_place()?,
            &at.call.method,
            self.writer.number(0.0),
        );
        let tried =
            |u: bool, v: bool| quote!(#place.clone_owned().#method(#u, #v, #limits.0, #limits.1));
        let otherwise = |u: bool, v: bool| quote!(#place.map(|_| #zero).svd(#u, #v));
        let code = opaque(tried(u, v));
        let (answer, object) = self
            .writer
            .answered(Wrapper::Option, code, &otherwise(u, v))?;
        let (both, none) = (tried(true, true), otherwise(true, true));
        let both = quote!((match #both { Some(__svd) => __svd, None => #none }));
        let found = self.svd(Decomposition::new(Kind::Svd, object, matrix), [u, v], both)?;
        let answer = self.writer.settle_answer(&answer, &[])?;
        value(Ok(Maybe::asked(Wrapper::Option, answer, found).into_value()))
    }

    /// The factors of a decomposition, as `unpack` gives them.
    fn unpacked(&mut self, of: &Decomposition, at: At<'_>) -> Found<Value> {
        self.only_square(of, at)?;
        let object = &of.object;
        let permutation = |tokens: TokenStream| Value::Inactive(opaque(tokens));
        let parts = match of.kind {
            Kind::Cholesky => return self.factor(of, "l"),
            Kind::Lu => vec![
                permutation(quote!(#object.clone().unpack().0)),
                self.factor(of, "l")?,
                self.factor(of, "u")?,
            ],
            Kind::FullPivLu => vec![
                permutation(quote!(#object.clone().unpack().0)),
                self.factor(of, "l")?,
                self.factor(of, "u")?,
                permutation(quote!(#object.clone().unpack().3)),
            ],
            Kind::Qr => vec![self.factor(of, "q")?, self.factor(of, "r")?],
            Kind::ColPivQr => vec![
                self.factor(of, "q")?,
                self.factor(of, "r")?,
                permutation(quote!(#object.clone().unpack().2)),
            ],
            _ => return self.refuse_decomposition(of, at),
        };
        let parts = parts.into_iter().map(|part| self.writer.settle_part(part));
        Ok(Value::tuple(parts.collect::<Found<Vec<Value>>>()?))
    }

    /// A question about a decomposition, whose answer does not vary near the matrix.
    fn of_object(&mut self, of: &Decomposition, at: At<'_>, given: &[Value]) -> Found<Value> {
        self.asked_of(&of.object, at, given)
    }

    /// The same of an object at a place in the generated code.
    pub(crate) fn asked_of(
        &mut self,
        object: &TokenStream,
        at: At<'_>,
        given: &[Value],
    ) -> Found<Value> {
        let mut mentions = Vec::new();
        let given = self.spell_all(given, &mut mentions).ok_or(Stop)?;
        let method = &at.call.method;
        let tokens = quote!(#object.#method(#(#given),*));
        Ok(Value::Inactive(Inactive { tokens, mentions }))
    }

    /// Refuses the factors of `lu` of a matrix that is not square.
    fn only_square(&mut self, of: &Decomposition, at: At<'_>) -> Found<()> {
        let is_lu = matches!(of.kind, Kind::Lu | Kind::FullPivLu);
        if is_lu && of.matrix.rows != of.matrix.cols {
            return self.refuse_decomposition(of, at);
        }
        Ok(())
    }

    /// Refuses a method that decompositions of another kind have.
    fn only(&mut self, of: Decomposition, kinds: &[Kind], at: At<'_>) -> Found<Decomposition> {
        if kinds.contains(&of.kind) {
            return Ok(of);
        }
        self.refuse_decomposition(&of, at)
    }

    /// The refusal of a method that is not expanded.
    pub(crate) fn refuse_decomposition<T>(&mut self, of: &Decomposition, at: At<'_>) -> Found<T> {
        let known = match of.kind {
            Kind::Schur => vec!["unpack", "eigenvalues", "complex_eigenvalues"],
            Kind::Udu => vec!["d_matrix"],
            kind if kind.is_of_parts() => [&["unpack"], kind.parts()].concat(),
            _ => table::names(Self::DECOMPOSITIONS),
        };
        let found = format!("a decomposition `{}`", of.kind.name());
        let message = messages::matrix_method(&at.call.method, &found, &known);
        self.writer.refuse(&at.call.to_token_stream(), &message)
    }
}

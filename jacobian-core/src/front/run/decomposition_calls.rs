//! Methods of decompositions that change something in place: `lu.solve_mut(&mut b)`,
//! `qr.q_tr_mul(&mut b)`, `cholesky.rank_one_update(&x, s)`.

use quote::quote;
use syn::Expr;

use crate::front::messages;
use crate::front::methods::decompositions::opaque;
use crate::front::methods::table::At;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::strip::strip;
use crate::front::value::Value;
use crate::front::value::decomposition::{Decomposition, Kind};
use crate::front::value::found::{Found, Stop};
use crate::front::value::matrix::Matrix;
use crate::front::write::opaque::Behind;
use crate::ir::elemental::Operation;

impl Lowering<Run> {
    /// Runs such a method. `None` for another one.
    pub(crate) fn decomposition_in_place(
        &mut self,
        found: &Value,
        of: &Decomposition,
        call: &syn::ExprMethodCall,
    ) -> Found<Option<Value>> {
        let is_square = of.matrix.rows == of.matrix.cols;
        match (call.method.to_string().as_str(), of.kind, call.args.len()) {
            ("solve_mut", _, 1) => self.solve_in_place(found.clone(), of.kind, call).map(Some),
            ("q_tr_mul", Kind::Qr | Kind::ColPivQr, 1) if is_square => {
                self.turn_in_place(found, call).map(Some)
            }
            ("rank_one_update", Kind::Cholesky, 2) => self.update_cholesky(found, call).map(Some),
            _ => Ok(None),
        }
    }

    /// The place that an argument `&mut b` names.
    fn changed_argument(argument: &Expr) -> Expr {
        match strip(argument) {
            Expr::Reference(reference) => (*reference.expr).clone(),
            reference => syn::parse_quote!(*#reference),
        }
    }

    /// `qr.q_tr_mul(&mut b)`: `b` becomes `Q^T b`.
    fn turn_in_place(&mut self, found: &Value, call: &syn::ExprMethodCall) -> Found<Value> {
        let of = Decomposition::of(found).ok_or(Stop)?;
        let place = self.place_behind(&Self::changed_argument(&call.args[0]))?;
        let Some(Value::Matrix(before)) = self.load(&place) else {
            return self.refuse_decomposition(&of, At { call, want: None });
        };
        let Value::Matrix(q) = self.factor(&of, "q")? else {
            return Err(Stop);
        };
        let left = self.kept_matrix(&q.transposed(), call)?;
        let right = self.kept_matrix(&before, call)?;
        let (object, at) = (&of.object, right.known_place()?);
        let code = quote!({
            let mut __turned = #at.clone_owned();
            #object.q_tr_mul(&mut __turned);
            __turned
        });
        let values = self.numbers("turned", code, (right.rows, right.cols))?;
        let turned = match self.with_product_rule((&left, &right), &values) {
            Value::Matrix(turned) => Value::Matrix(turned.with(before.extents)),
            other => other,
        };
        self.store(&place, turned, &call.args[0]);
        Ok(Value::unit())
    }

    /// `cholesky.rank_one_update(&x, s)`: the decomposition of `A + s x x^T`.
    fn update_cholesky(&mut self, found: &Value, call: &syn::ExprMethodCall) -> Found<Value> {
        if self.writer.builder.depth() > 0 {
            return self.writer.refuse(call, messages::UPDATED_IN_BRANCH);
        }
        let of = Decomposition::of(found).ok_or(Stop)?;
        let place = self.place_behind(&call.receiver)?;
        let x = self.eval_base(&call.args[0])?;
        let x = self.right_side(of.matrix.rows, x, &call.args[0])?;
        let scale = Value::Scalar(self.eval_scalar(&call.args[1], Behind::Nothing)?);
        let mut elements = Vec::with_capacity(of.matrix.elements.len());
        for (k, element) in of.matrix.elements.iter().enumerate() {
            let (row, col) = (k % of.matrix.rows, k / of.matrix.rows);
            let [left, right] = [row, col].map(|at| x.get(at, 0).clone());
            let square = self.scalars(Operation::Mul, &left, &right, call)?;
            let part = self.scalars(Operation::Mul, &scale, &square, call)?;
            elements.push(self.scalars(Operation::Add, element, &part, call)?);
        }
        let updated = Matrix::new(of.matrix.rows, of.matrix.cols, elements);
        let updated = self.kept_matrix(&updated.with(of.matrix.extents), call)?;
        let mut code = opaque(quote!());
        let scale = self.spell(&scale, &mut code.mentions).ok_or(Stop)?;
        let (object, at) = (&of.object, x.known_place()?);
        code.tokens = quote!({
            let mut __updated = #object.clone();
            __updated.rank_one_update(&#at.clone_owned(), #scale);
            __updated
        });
        let object = self.writer.variable("cholesky", code)?;
        let found = Decomposition::new(Kind::Cholesky, object, updated).into_value();
        self.store(&place, found, &call.receiver);
        Ok(Value::unit())
    }

    /// `lu.solve_mut(&mut b)`, written with `solve`.
    fn solve_in_place(
        &mut self,
        found: Value,
        kind: Kind,
        call: &syn::ExprMethodCall,
    ) -> Found<Value> {
        let place: Expr = match strip(&call.args[0]) {
            Expr::Reference(reference) => (*reference.expr).clone(),
            reference => syn::parse_quote!(*#reference),
        };
        let of = proc_macro2::Ident::new("__decomposition", call.method.span());
        let block: syn::Block = if kind == Kind::Cholesky {
            syn::parse_quote!({
                let __solution = #of.solve(&#place);
                #place = __solution;
            })
        } else {
            syn::parse_quote!({
                match #of.solve(&#place) {
                    Some(__solution) => {
                        #place = __solution;
                        true
                    }
                    None => false,
                }
            })
        };
        let block = self.trees.keep(block);
        let scope = self.names.scopes.enter();
        self.bind(&of, found);
        let value = self.eval_block(&block);
        self.names.scopes.leave(scope);
        value
    }
}

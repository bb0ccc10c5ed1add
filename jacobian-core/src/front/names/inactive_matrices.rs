//! Types of inactive matrices of nalgebra, so that they are factors of active numbers.
//!
//! ```text
//! self.turn, of Matrix3<f64>      self.turn * p            3 x 3 times 3 x 1
//! self.turn * self.shift          SMatrix<f64, 3, 1>       a product of inactive matrices
//! self.shift.norm()               f64
//! ```

use proc_macro2::{Ident, Literal, Span};
use syn::{Expr, Type};

use crate::front::names::state::Lowering;
use crate::front::read::definitions::Written;
use crate::front::read::matrix_keys::literal;
use crate::front::syntax::matrix_types;
use crate::front::syntax::strip::strip;
use crate::front::syntax::types::behind_reference;
use crate::front::value::Value;

impl<M> Lowering<M> {
    /// The type of a sum or product of matrices of nalgebra, which may be inactive.
    pub(crate) fn type_of_product(
        &self,
        name: &str,
        left: &Written,
        right: &Written,
    ) -> Option<Written> {
        let number = |written: &Written| {
            let key = self.given.types.key_of(&written.ty, &written.at);
            key.is_some_and(|key| *key == *self.given.scalar_name)
        };
        let [of_left, of_right] = [left, right].map(|side| self.matrix_of_written(side));
        match (name, of_left, of_right) {
            ("add" | "sub", Some(one), Some(other)) if one == other => Some(left.clone()),
            ("mul" | "div", Some(_), None) if number(right) => Some(left.clone()),
            ("mul", None, Some(_)) if number(left) => Some(right.clone()),
            ("mul", Some((rows, inner)), Some((same, cols))) if inner == same => {
                Some(self.type_of_matrix(left, (rows, cols)))
            }
            _ => None,
        }
    }

    /// The type of what a method of an inactive matrix gives, if it is a matrix or a number.
    pub(crate) fn type_of_matrix_method(
        &self,
        name: &str,
        receiver: &Written,
        (rows, cols): (usize, usize),
    ) -> Option<Written> {
        let scalar = self.scalar_word();
        match name {
            "transpose" => Some(self.type_of_matrix(receiver, (cols, rows))),
            "try_normalize" => Some(receiver.referred().present()),
            "try_inverse" if rows == cols => Some(receiver.referred().present()),
            "cross_matrix" if (rows, cols) == (3, 1) => Some(self.type_of_matrix(receiver, (3, 3))),
            "xy" => Some(self.type_of_matrix(receiver, (2, 1))),
            "xyz" => Some(self.type_of_matrix(receiver, (3, 1))),
            "diagonal" => Some(self.type_of_matrix(receiver, (rows, 1))),
            "normalize" | "cross" | "abs" | "component_mul" | "component_div" | "scale"
            | "unscale" | "clone_owned" | "into_owned" | "lerp" => Some(receiver.referred()),
            "norm" | "norm_squared" | "magnitude" | "magnitude_squared" | "dot" | "sum"
            | "trace" | "determinant" | "max" | "min" | "amax" | "amin" | "angle"
            | "metric_distance" | "product" | "mean" => {
                Some(receiver.with(&syn::parse_quote!(#scalar)))
            }
            _ => None,
        }
    }

    /// The type of a variable that holds a matrix, if the method gives an `Option` of one. The
    /// dimensions of what the other methods give are known from the variable.
    pub(crate) fn type_of_inverted(&self, method: &str, receiver: &Expr) -> Option<Written> {
        let Expr::Path(path) = strip(receiver) else {
            return None;
        };
        let is_optional = method == "try_normalize" || method == "try_inverse";
        let name = path.path.get_ident().filter(|_| is_optional)?.to_string();
        match &self.names.scopes.get(&name)?.value {
            Value::Matrix(matrix) => {
                let at = self.written(&syn::parse_quote!(()));
                Some(self.type_of_matrix(&at, (matrix.rows, matrix.cols)))
            }
            _ => None,
        }
    }

    fn type_of_matrix(&self, at: &Written, (rows, cols): (usize, usize)) -> Written {
        let [rows, cols] = [rows, cols].map(Literal::usize_unsuffixed);
        let scalar = self.scalar_word();
        at.with(&syn::parse_quote!(::nalgebra::SMatrix<#scalar, #rows, #cols>))
    }

    fn scalar_word(&self) -> Ident {
        Ident::new(&self.given.scalar_name, Span::call_site())
    }

    /// The dimensions of a matrix type of nalgebra with the scalar of the function.
    pub(crate) fn matrix_of_written(&self, written: &Written) -> Option<(usize, usize)> {
        let key = self.given.types.key_of(&written.ty, &written.at)?;
        let Type::Path(path) = behind_reference(&written.ty) else {
            return None;
        };
        let element = matrix_types::element(path.path.segments.last()?)?;
        let is_ours = element.is_ident(&self.given.scalar_name) && key.starts_with('[');
        matrix_of(&written.ty).filter(|_| is_ours)
    }
}

/// The dimensions of a matrix type with literal lengths.
pub(crate) fn matrix_of(ty: &Type) -> Option<(usize, usize)> {
    let Type::Path(path) = behind_reference(ty) else {
        return None;
    };
    let last = path.path.segments.last()?;
    matrix_types::element(last)?;
    matrix_types::dimensions(last, &literal)
}

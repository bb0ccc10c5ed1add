//! `try_inverse` of matrices of order one to three, by the formulas of nalgebra.
//!
//! ```text
//! m.try_inverse()      d = m11 m22 - m21 m12;  nothing if d == 0.0, else cofactors over d
//! ```
//!
//! The formulas are written here as the Rust code of nalgebra (`linalg/inverse.rs`), operation by
//! operation, and are inlined like a function of the user's: the branch on the determinant becomes
//! a branch, and the result may be missing. From order four on nalgebra eliminates with pivots, and
//! we refuse that.
//!
//! Invariant: the value is bit for bit that of nalgebra.

use std::rc::Rc;

use crate::front::flow::machine::Machine;
use crate::front::names::functions::Function;
use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::function::Callable;
use crate::front::value::matrix::Matrix;

impl<M: Machine> Lowering<M> {
    /// The inverse of a matrix of order one to three, which may be missing.
    pub(crate) fn try_inverse(
        &mut self,
        matrix: &Matrix,
        at: &syn::ExprMethodCall,
    ) -> Found<Value> {
        let order = matrix.rows;
        let formula = match order {
            1 => first(),
            2 => second(),
            3 => third(),
            _ => return Err(Stop),
        };
        let function = self.names.functions.add(Function::of_item(&formula, false));
        let elements = Rc::clone(&matrix.elements);
        let value = self.call(
            &Callable::Function(function),
            vec![Value::Array(elements)],
            at,
        )?;
        let Value::Maybe(found) = value else {
            return Ok(value);
        };
        Ok(match &found.inside {
            Value::Array(elements) => {
                let inverse = Matrix::new(order, order, elements.to_vec());
                found.with(Value::Matrix(inverse)).into_value()
            }
            _ => Value::Maybe(found),
        })
    }
}

fn first() -> syn::ItemFn {
    syn::parse_quote! {
        fn try_inverse(m: [f64; 1]) -> Option<[f64; 1]> {
            let [determinant] = m;
            if determinant == 0.0 {
                None
            } else {
                Some([1.0 / determinant])
            }
        }
    }
}

/// Elements are in order of columns, as nalgebra stores them.
fn second() -> syn::ItemFn {
    syn::parse_quote! {
        fn try_inverse(m: [f64; 4]) -> Option<[f64; 4]> {
            let [m11, m21, m12, m22] = m;
            let determinant = m11 * m22 - m21 * m12;
            if determinant == 0.0 {
                None
            } else {
                Some([
                    m22 / determinant,
                    -m21 / determinant,
                    -m12 / determinant,
                    m11 / determinant,
                ])
            }
        }
    }
}

fn third() -> syn::ItemFn {
    syn::parse_quote! {
        fn try_inverse(m: [f64; 9]) -> Option<[f64; 9]> {
            let [m11, m21, m31, m12, m22, m32, m13, m23, m33] = m;
            let minor_m12_m23 = m22 * m33 - m32 * m23;
            let minor_m11_m23 = m21 * m33 - m31 * m23;
            let minor_m11_m22 = m21 * m32 - m31 * m22;
            let determinant = m11 * minor_m12_m23 - m12 * minor_m11_m23 + m13 * minor_m11_m22;
            if determinant == 0.0 {
                None
            } else {
                Some([
                    minor_m12_m23 / determinant,
                    -minor_m11_m23 / determinant,
                    minor_m11_m22 / determinant,
                    (m13 * m32 - m33 * m12) / determinant,
                    (m11 * m33 - m31 * m13) / determinant,
                    (m12 * m31 - m32 * m11) / determinant,
                    (m12 * m23 - m22 * m13) / determinant,
                    (m13 * m21 - m23 * m11) / determinant,
                    (m11 * m22 - m21 * m12) / determinant,
                ])
            }
        }
    }
}

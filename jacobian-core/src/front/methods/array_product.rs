//! The product of two matrices of ndarray.
//!
//! ```text
//! a.dot(&b)     let __product_1 = { let __c = arr2(&[[..], [..]]).dot(&arr2(&[[..], [..]]));
//!                                   [__c[[0, 0]], __c[[1, 0]], ..] };     dC = dA B + A dB
//! ```
//!
//! ndarray leaves it to the crate matrixmultiply, which uses fused multiply-adds where the machine
//! has them. So the generated code calls it, as for large matrices of nalgebra.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

use crate::front::flow::machine::Machine;
use crate::front::names::state::Lowering;
use crate::front::value::found::{Found, Stop};
use crate::front::value::matrix::Matrix;
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::Behind;

impl<M: Machine> Lowering<M> {
    /// The rows of the product of two matrices, given by their rows.
    pub(crate) fn product_of_rows(
        &mut self,
        (left, right): (&Value, &Value),
        at: &impl ToTokens,
    ) -> Found<Value> {
        self.writer.at_run_time()?;
        let (a, left) = self.matrix_of_rows(left, at)?;
        let (b, right) = self.matrix_of_rows(right, at)?;
        assert_eq!(a.cols, b.rows, "invariant: the text compares the shapes");
        if !self.writer.spend(a.elements.len() * b.cols, at) {
            return Err(Stop);
        }
        let positions = (0..b.cols).flat_map(|col| (0..a.rows).map(move |row| (row, col)));
        let elements = positions.map(|(row, col)| {
            let [row, col] = [row, col].map(Literal::usize_unsuffixed);
            quote!(__c[[#row, #col]])
        });
        let (left_tokens, right_tokens) = (left.tokens, right.tokens);
        let tokens = quote! {{
            let __c = ::ndarray::arr2(&#left_tokens).dot(&::ndarray::arr2(&#right_tokens));
            [#(#elements),*]
        }};
        let mentions = left.mentions.into_iter().chain(right.mentions).collect();
        let place = self
            .writer
            .variable("product", Inactive { tokens, mentions })?;
        let values = self.numbers_at(&place, (a.rows, b.cols))?;
        let product = self.with_product_rule((&a, &b), &values);
        match product {
            Value::Matrix(product) => Ok(by_rows(&product)),
            _ => Err(Stop),
        }
    }

    /// A list of rows as a matrix of numbers, and its spelling.
    fn matrix_of_rows(&mut self, rows: &Value, at: &impl ToTokens) -> Found<(Matrix, Inactive)> {
        let mut ids = Vec::new();
        let mut count = 0;
        let Value::Array(rows) = rows else {
            return Err(Stop);
        };
        for row in rows.iter() {
            let Value::Array(elements) = row else {
                return Err(Stop);
            };
            count = elements.len();
            for element in elements.iter() {
                ids.push(self.as_scalar(element.clone(), at, Behind::Nothing)?);
            }
        }
        let listed: Vec<Value> = ids.into_iter().map(Value::Scalar).collect();
        let mut mentions = Vec::new();
        let spelled = self.spell_all(&listed, &mut mentions).ok_or(Stop)?;
        let spelled = spelled.chunks(count.max(1)).map(|row| quote!([#(#row),*]));
        let tokens: TokenStream = quote!([#(#spelled),*]);
        let matrix = Matrix::new(count, rows.len(), listed).transposed();
        Ok((matrix, Inactive { tokens, mentions }))
    }
}

fn by_rows(matrix: &Matrix) -> Value {
    let row = |row: usize| {
        let columns = 0..matrix.cols;
        Value::array(columns.map(|col| matrix.get(row, col).clone()).collect())
    };
    Value::array((0..matrix.rows).map(row).collect())
}

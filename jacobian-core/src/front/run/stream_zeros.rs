//! The zero from which a sum of vectors starts, in a loop that only run time ends.
//!
//! ```text
//! ws.iter().map(|w| a * *w).sum::<Vector3<f64>>()     starts from three zeros
//! ```
//!
//! Most sums are of numbers, so this is tried if the items do not add up to one. One round of the
//! loop shows what an item is; it is taken back.

use syn::{Block, ExprMethodCall, parse_quote};

use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::streams::Stream;
use crate::front::value::Value;
use crate::front::value::found::Found;
use crate::front::value::matrix::Matrix;

impl Lowering<Run> {
    /// The value of a consumer, with the zero that fits the items of a sum.
    pub(crate) fn consumed_from_zero(
        &mut self,
        stream: &Stream<'_>,
        call: &ExprMethodCall,
    ) -> Found<Value> {
        let before = self.checkpoint();
        let value = self.consumed(stream, call, None);
        let is_fine = self.writer.diagnostics.len() == before.n_errors();
        if is_fine || call.method != "sum" || self.writer.is_trial() {
            return value;
        }
        self.rollback(before);
        let zero = self.zero_of_items(stream);
        self.consumed(stream, call, zero)
    }

    /// The zero of the items, if they are matrices of fixed dimensions.
    fn zero_of_items(&mut self, stream: &Stream<'_>) -> Option<Value> {
        let before = self.checkpoint();
        let each: Block = parse_quote!({
            __total = Some(__each);
        });
        let steps = stream.as_loop(None, &parse_quote!(__each), &each);
        let block: Block = parse_quote!({ let mut __total = None; #(#steps)* __total });
        let block = self.trees.keep(block);
        let found = self.eval_block(&block);
        self.rollback(before);
        let Ok(Value::Maybe(last)) = found else {
            return None;
        };
        let Value::Matrix(item) = &last.inside else {
            return None;
        };
        let zero = Value::Scalar(self.writer.builder.literal(0.0));
        let elements = vec![zero; item.rows * item.cols];
        let zeros = Matrix::new(item.rows, item.cols, elements);
        item.extents.are_fixed().then_some(Value::Matrix(zeros))
    }
}

//! `OneByOne`: a function without `batch` as an element.

use jacobian_runtime::batch::{BatchFunction, LANES, Lanes};
use jacobian_runtime::{Function, SparsityPattern};

/// A [`Function`] whose elements are evaluated one after the other, for functions that cannot be
/// put into lanes or that you wrote by hand.
///
/// Elements have no data of their own, because the struct holds what they share.
#[derive(Clone, Copy, Debug)]
pub struct OneByOne<F>(pub F);

impl<F: Function<Scalar = f64>> Function for OneByOne<F> {
    type Scalar = f64;
    const PATTERN: &'static SparsityPattern = F::PATTERN;
    const TEMPLATE: &'static [f64] = F::TEMPLATE;

    fn value_into(&self, x: &[f64], value: &mut [f64]) {
        self.0.value_into(x, value);
    }

    fn with_jacobian_into(&self, x: &[f64], value: &mut [f64], entries: &mut [f64]) {
        self.0.with_jacobian_into(x, value, entries);
    }

    fn update_into(&self, x: &[f64], value: &mut [f64], entries: &mut [f64]) {
        self.0.update_into(x, value, entries);
    }
}

impl<F: Function<Scalar = f64>> BatchFunction for OneByOne<F> {
    const DATA: &'static [usize] = &[];

    fn with_jacobian_batch(
        &self,
        points: &[Lanes],
        _: &[Lanes],
        value: &mut [Lanes],
        entries: &mut [Lanes],
    ) {
        let mut x = vec![0.0; F::COLS];
        let (mut row, mut own) = (vec![0.0; F::ROWS], F::TEMPLATE.to_vec());
        for (block, points) in points.chunks_exact(F::COLS.max(1)).enumerate() {
            for lane in 0..LANES {
                for (x, lanes) in x.iter_mut().zip(points) {
                    *x = lanes[lane];
                }
                self.0.update_into(&x, &mut row, &mut own);
                for (lanes, number) in value[block * F::ROWS..].iter_mut().zip(&row) {
                    lanes[lane] = *number;
                }
                for (lanes, number) in entries[block * F::NNZ..].iter_mut().zip(&own) {
                    lanes[lane] = *number;
                }
            }
        }
    }
}

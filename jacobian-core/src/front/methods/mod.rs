//! Methods of the standard library and of nalgebra, applied to evaluated values.
//!
//! In the running example `x[1].sin()` is such a method: its receiver is `v1`, and `scalars`
//! appends the elemental `v3 = sin v1` to the code list.
//!
//! Iterators, lists, `Option`, `Result` and matrices have a [`table`]. Each row has a name, says
//! how receiver and arguments are evaluated, and has a function. The evaluator follows the row, so
//! that everything is evaluated once and in order. The function works on values, and calls closures
//! through [`Machine`](super::flow::machine::Machine).

pub(crate) mod array_product;
pub(crate) mod collect;
pub(crate) mod consumers;
pub(crate) mod decomposition_rows;
pub(crate) mod decompositions;
pub(crate) mod differentials;
pub(crate) mod effects;
pub(crate) mod eigenvalues;
pub(crate) mod exponential;
pub(crate) mod extremes;
pub(crate) mod factors;
pub(crate) mod filters;
pub(crate) mod foreign_methods;
pub(crate) mod integers;
pub(crate) mod iterator_rows;
pub(crate) mod iterators;
pub(crate) mod list_ranges;
pub(crate) mod lists;
pub(crate) mod matrix_blocks;
pub(crate) mod matrix_constructors;
pub(crate) mod matrix_inverse;
mod matrix_lines;
pub(crate) mod matrix_methods;
pub(crate) mod matrix_operators;
pub(crate) mod matrix_rows;
pub(crate) mod matrix_shape_rows;
pub(crate) mod missing;
pub(crate) mod option_changes;
pub(crate) mod options;
pub(crate) mod parts;
pub(crate) mod polar;
pub(crate) mod positions;
pub(crate) mod predicates;
pub(crate) mod pseudo_inverse;
pub(crate) mod reduction_rows;
pub(crate) mod rotations;
pub(crate) mod scalars;
pub(crate) mod schur;
pub(crate) mod selections;
pub(crate) mod solves;
pub(crate) mod spectra;
pub(crate) mod table;
pub(crate) mod text_calls;
pub(crate) mod triangular;
pub(crate) mod tuples;

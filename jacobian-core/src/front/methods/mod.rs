//! What the standard library and nalgebra do to values.

pub(crate) mod collect;
pub(crate) mod consumers;
pub(crate) mod filters;
pub(crate) mod integers;
pub(crate) mod iterator_rows;
pub(crate) mod iterators;
pub(crate) mod lists;
pub(crate) mod matrix_blocks;
pub(crate) mod matrix_constructors;
pub(crate) mod matrix_inverse;
pub(crate) mod matrix_methods;
pub(crate) mod matrix_operators;
pub(crate) mod option_changes;
pub(crate) mod options;
pub(crate) mod predicates;
pub(crate) mod scalars;
pub(crate) mod table;

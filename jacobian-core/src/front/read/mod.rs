//! The signature, the attribute and the items around the function, read once before the body runs.
//!
//! For the running example, `fn residual(x: &[f64; 3], k: f64) -> [f64; 2]` with `wrt(x)`, this
//! room finds three columns `x[0]`, `x[1]`, `x[2]` and two rows, and that `k` is inactive.

pub(crate) mod arguments;
pub(crate) mod associated;

pub(crate) mod attributes;
pub(crate) mod blanket_impls;
pub(crate) mod block_items;
pub(crate) mod cfg_branches;
pub(crate) mod clause;
pub(crate) mod column;
pub(crate) mod columns;
pub(crate) mod crate_items;
pub(crate) mod definitions;
pub(crate) mod elsewhere;
pub(crate) mod enums;
pub(crate) mod foreign_callees;
pub(crate) mod foreign_impls;
pub(crate) mod foreign_numbers;
pub(crate) mod foreign_scalars;
pub(crate) mod function_types;
pub(crate) mod generics;
pub(crate) mod given;
pub(crate) mod given_values;
pub(crate) mod hidden;
pub(crate) mod impl_arguments;
pub(crate) mod impl_parameters;
pub(crate) mod imports;
pub(crate) mod impossible;
pub(crate) mod iterator_crates;
pub(crate) mod layouts;
pub(crate) mod lengths;
pub(crate) mod library;
pub(crate) mod matrix_keys;
pub(crate) mod methods_of_types;
pub(crate) mod module_items;
pub(crate) mod module_paths;
pub(crate) mod outputs;
pub(crate) mod own_macros;
pub(crate) mod own_shapes;
pub(crate) mod own_traits;
pub(crate) mod paths;
pub(crate) mod primitive_casts;
pub(crate) mod reader;
pub(crate) mod requests;
pub(crate) mod resolve;
pub(crate) mod returned;
pub(crate) mod rules;
pub(crate) mod signature;
pub(crate) mod supplied;
pub(crate) mod supplied_callees;
pub(crate) mod supplied_rows;
pub(crate) mod supply;
pub(crate) mod surroundings;
pub(crate) mod trait_arguments;
pub(crate) mod trait_marks;
pub(crate) mod traits_in_view;
pub(crate) mod type_aliases;
pub(crate) mod type_arguments;
pub(crate) mod type_lookup;
pub(crate) mod type_names;
pub(crate) mod variant_imports;
pub(crate) mod views;

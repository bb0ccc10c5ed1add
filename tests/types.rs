//! The input language: types, traits and generics of the user's own and of other crates.
//!
//! ```text
//! opened       opaque arrays and structs that become active part by part
//! made_structs  structs with lists that inactive code makes, beside active ones
//! own_copies   clones, `mut` parameters, bases of struct literals
//! own_iterators  `next` of the user's own
//! list_fields  lists in fields, structs with lists as results
//! lists_of_structs  as variables and outputs by default, with text beside the numbers
//! nested_lists  lists of structs with lists, lists of different lengths
//! fields       fields of `self` and of struct parameters as independents
//! generics     one generic scalar, const parameters, other type parameters
//! foreign_methods  what these bounds bring, against the crates
//! foreign_scalars  generic scalars with bounds of other crates
//! number_or_struct  traits of both, known by the arguments
//! iterator_parameters  iterators of known length, macros that observe
//! typed_rules  rules with types
//! unseen_traits  scalars with bounds that are not seen, fields of `self` without options
//! generic_impls  scalars that are parameters of an `impl`, traits of the user's own
//! generic_types  structs of a generic scalar
//! space_traits  type parameters that are points, vectors, states and matrices
//! matrices     vectors and matrices of nalgebra
//! named_self   names for `self` and its parts, conditions with effects
//! names_alike  types of other crates named like those of nalgebra, calls of the user's own
//! inferred_types  widths, variants and references that only their place says
//! self_fields  fields that are outputs
//! optional_fields  fields of type `Option` as outputs and independents
//! exported_types  types from elsewhere, with their `impl`s
//! enums        variants, inactive or with active data
//! enum_parameters  enums as independents
//! enum_corners  enums in enums and in `Option`s, names that copy a part
//! enum_values  variants that only run time knows
//! own_traits   defaults, references, lengths of one's own traits and generics
//! own_conversions  `into`, `sum`, `default`, `Deref` of types of one's own
//! own_crate    functions alone that name items of other files of their crate
//! own_file     what stands around a function that has the attribute alone
//! own_types    methods and operators of structs
//! inherent_operators  methods with the names of operators, beside the traits
//! structs      literals as results and locals, the order of their fields
//! inactive_types  what lists, maps and `Option`s of inactive types hold
//! modules      attributed modules and `impl` blocks
//! module_paths modules that name each other
//! nested_state methods of a field, and fields of the same name around it
//! unfollowed_fields  flags, counts and variants of active numbers, kept in fields
//! traits       the `impl` of a trait
//! exports      functions attributed elsewhere
//! ```
//!
//! With `JACOBIAN_FULL` set, those under `#[cfg(full)]` are built too.
//!
//! It is one suite with `tests/language.rs`, which says how the programs are checked. As two
//! programs they are built beside each other.

#![allow(
    clippy::default_trait_access,
    clippy::manual_midpoint,
    clippy::too_many_lines,
    for_loops_over_fallibles,
    unexpected_cfgs,
    unused_qualifications,
    clippy::needless_range_loop,
    clippy::from_iter_instead_of_collect,
    clippy::toplevel_ref_arg,
    clippy::match_single_binding,
    clippy::redundant_closure_call,
    clippy::redundant_else,
    clippy::reserve_after_initialization,
    clippy::unnecessary_result_map_or_else,
    clippy::useless_conversion,
    clippy::needless_borrows_for_generic_args,
    clippy::redundant_locals,
    clippy::ref_option,
    clippy::deref_addrof,
    clippy::useless_vec,
    clippy::unwrap_used,
    clippy::needless_for_each,
    clippy::let_unit_value,
    clippy::float_cmp,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_lossless,
    clippy::erasing_op,
    clippy::eq_op,
    clippy::identity_op,
    clippy::items_after_statements,
    clippy::needless_late_init,
    clippy::needless_return,
    clippy::unnecessary_wraps,
    clippy::result_unit_err,
    clippy::trivially_copy_pass_by_ref,
    clippy::init_numbered_fields,
    clippy::clone_on_copy,
    clippy::explicit_iter_loop,
    clippy::cloned_instead_of_copied,
    clippy::map_identity,
    clippy::filter_next,
    clippy::iter_next_slice,
    clippy::let_and_return,
    clippy::op_ref,
    clippy::needless_lifetimes,
    clippy::neg_multiply,
    clippy::precedence,
    clippy::suboptimal_flops,
    clippy::manual_swap,
    clippy::manual_unwrap_or,
    clippy::manual_unwrap_or_default,
    clippy::manual_filter_map,
    clippy::map_unwrap_or,
    clippy::or_then_unwrap,
    clippy::obfuscated_if_else,
    clippy::redundant_closure,
    clippy::redundant_closure_for_method_calls,
    clippy::assign_op_pattern,
    clippy::unused_self,
    clippy::match_wildcard_for_single_variants,
    clippy::iter_nth,
    clippy::manual_contains,
    clippy::allow_attributes_without_reason,
    unreachable_pub,
    dead_code,
    clippy::needless_continue,
    clippy::never_loop,
    clippy::type_complexity,
    clippy::unnecessary_min_or_max,
    clippy::unnecessary_filter_map,
    clippy::unnecessary_lazy_evaluations,
    clippy::mem_replace_with_default,
    clippy::uninlined_format_args,
    clippy::unnecessary_operation,
    clippy::no_effect,
    clippy::no_effect_underscore_binding,
    clippy::let_underscore_untyped,
    clippy::needless_pass_by_value,
    clippy::needless_pass_by_ref_mut,
    clippy::print_stdout,
    clippy::print_stderr,
    uncommon_codepoints,
    unused_assignments,
    confusable_idents,
    mixed_script_confusables,
    reason = "the programs are odd on purpose"
)]

// A known crate under another name, for `foreign_scalars`.
extern crate num_traits as libnum;
// A name for this crate from outside: its types are those of another crate.
extern crate self as another_crate;

#[cfg(full)]
#[path = "types/any_types.rs"]
mod any_types;
#[cfg(full)]
#[path = "types/blanket_impls.rs"]
mod blanket_impls;
#[cfg(full)]
#[path = "types/enum_corners.rs"]
mod enum_corners;
#[path = "types/enum_parameters.rs"]
mod enum_parameters;
#[path = "types/enum_values.rs"]
mod enum_values;
#[path = "types/enums.rs"]
mod enums;
#[path = "types/exported_types.rs"]
mod exported_types;
#[path = "types/exports.rs"]
mod exports;
#[path = "types/fields.rs"]
mod fields;
#[cfg(full)]
#[path = "types/foreign_methods.rs"]
mod foreign_methods;
#[cfg(full)]
#[path = "types/foreign_scalars.rs"]
mod foreign_scalars;
#[path = "types/generic_impls.rs"]
mod generic_impls;
#[path = "types/generic_types.rs"]
mod generic_types;
#[path = "types/generics.rs"]
mod generics;
#[path = "types/geometry.rs"]
mod geometry;
#[path = "types/impl_arguments.rs"]
mod impl_arguments;
#[cfg(full)]
#[path = "types/inactive_types.rs"]
mod inactive_types;
#[path = "types/inferred_types.rs"]
mod inferred_types;
#[cfg(full)]
#[path = "types/inherent_operators.rs"]
mod inherent_operators;
#[cfg(full)]
#[path = "types/iterator_parameters.rs"]
mod iterator_parameters;
#[path = "types/list_fields.rs"]
mod list_fields;
#[cfg(full)]
#[path = "types/lists_of_structs.rs"]
mod lists_of_structs;
#[cfg(full)]
#[path = "types/made_structs.rs"]
mod made_structs;
#[expect(clippy::question_mark, reason = "`let .. else` is what is tested")]
#[path = "types/matrices.rs"]
mod matrices;
#[cfg(full)]
#[path = "types/module_paths.rs"]
mod module_paths;
#[path = "types/modules.rs"]
mod modules;
#[cfg(full)]
#[path = "types/named_self.rs"]
mod named_self;
#[cfg(full)]
#[path = "types/names_alike.rs"]
mod names_alike;
#[cfg(full)]
#[path = "types/nested_lists.rs"]
mod nested_lists;
#[cfg(full)]
#[path = "types/nested_state.rs"]
mod nested_state;
#[cfg(full)]
#[path = "types/number_or_struct.rs"]
mod number_or_struct;
#[cfg(full)]
#[path = "types/opened.rs"]
mod opened;
#[path = "types/optional_fields.rs"]
mod optional_fields;
#[path = "types/own_conversions.rs"]
mod own_conversions;
#[cfg(full)]
#[path = "types/own_copies.rs"]
mod own_copies;
#[path = "types/own_crate.rs"]
mod own_crate;
#[path = "types/own_file.rs"]
mod own_file;
#[path = "types/own_iterators.rs"]
mod own_iterators;
#[cfg(full)]
#[path = "types/own_sequences.rs"]
mod own_sequences;
#[path = "types/own_traits.rs"]
mod own_traits;
#[path = "types/own_types.rs"]
mod own_types;
#[cfg(full)]
#[path = "types/receivers.rs"]
mod receivers;
#[cfg(full)]
#[path = "types/resized_fields.rs"]
mod resized_fields;
#[path = "types/self_fields.rs"]
mod self_fields;
#[cfg(full)]
#[path = "types/space_traits.rs"]
mod space_traits;
#[path = "types/structs.rs"]
mod structs;
#[path = "language/support.rs"]
mod support;
#[path = "types/trait_defaults.rs"]
mod trait_defaults;
#[path = "types/trait_impls.rs"]
mod trait_impls;
#[path = "types/traits.rs"]
mod traits;
#[cfg(full)]
#[path = "types/type_aliases.rs"]
mod type_aliases;
#[cfg(full)]
#[path = "types/type_arguments.rs"]
mod type_arguments;
#[cfg(full)]
#[path = "types/typed_rules.rs"]
mod typed_rules;
#[cfg(full)]
#[path = "types/unfollowed_fields.rs"]
mod unfollowed_fields;
#[cfg(full)]
#[path = "types/unseen_traits.rs"]
mod unseen_traits;

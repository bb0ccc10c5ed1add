//! Functions of other crates that the attribute knows by their paths, against these crates: values
//! bit for bit, derivatives against differences.
//!
//! ```text
//! libm                elementary and special functions, also for `f32`
//! special             error, gamma, beta, elliptic: methods of numbers, by imported traits
//! puruspe, statrs     special functions; distributions as objects
//! num-complex         complex numbers as two values
//! nalgebra            matrices, decompositions, quaternions, rotations, isometries
//! glam                vectors, matrices, quaternions and affine transforms
//! ndarray             vectors and matrices of known shape, and of lengths of run time
//! itertools, rayon    iterators, written with those of the standard library
//! cgmath, geo-types   vectors, points, angles, matrices, quaternions; coordinates and lines
//! ordered-float       numbers with an order, as items and keys
//! arrayvec, smallvec  lists, written with `Vec`
//! derive_more         operators, conversions and constructors that a derive writes
//! ```
//!
//! With `JACOBIAN_FULL` set, those under `#[cfg(full)]` are built too.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::explicit_iter_loop,
    clippy::float_cmp,
    clippy::needless_pass_by_value,
    clippy::op_ref,
    clippy::redundant_closure_for_method_calls,
    clippy::suspicious_arithmetic_impl,
    clippy::unwrap_used,
    reason = "programs as their users write them"
)]

#[path = "language/support.rs"]
mod support;

#[path = "libraries/far_points.rs"]
mod far_points;
#[path = "libraries/nalgebra_decompositions.rs"]
mod nalgebra_decompositions;
#[cfg(full)]
#[path = "libraries/nalgebra_duals.rs"]
mod nalgebra_duals;
#[cfg(full)]
#[path = "libraries/nalgebra_dynamic.rs"]
mod nalgebra_dynamic;
#[cfg(full)]
#[path = "libraries/nalgebra_eigenvalues.rs"]
mod nalgebra_eigenvalues;
#[cfg(full)]
#[path = "libraries/nalgebra_exponential.rs"]
mod nalgebra_exponential;
#[cfg(full)]
#[path = "libraries/nalgebra_homogeneous.rs"]
mod nalgebra_homogeneous;
#[cfg(full)]
#[path = "libraries/nalgebra_in_place.rs"]
mod nalgebra_in_place;
#[path = "libraries/nalgebra_matrices.rs"]
mod nalgebra_matrices;
#[cfg(full)]
#[path = "libraries/nalgebra_reductions.rs"]
mod nalgebra_reductions;
#[cfg(full)]
#[path = "libraries/nalgebra_transforms.rs"]
mod nalgebra_transforms;
#[cfg(full)]
#[path = "libraries/nalgebra_views.rs"]
mod nalgebra_views;
#[cfg(full)]
#[path = "libraries/cgmath.rs"]
mod of_cgmath;
#[cfg(full)]
#[path = "libraries/derives.rs"]
mod of_derives;
#[cfg(full)]
#[path = "libraries/geo_types.rs"]
mod of_geo_types;
#[path = "libraries/glam_matrices.rs"]
mod of_glam_matrices;
#[cfg(full)]
#[path = "libraries/glam_singles.rs"]
mod of_glam_singles;
#[path = "libraries/glam_vectors.rs"]
mod of_glam_vectors;
#[path = "libraries/itertools.rs"]
mod of_itertools;
#[path = "libraries/libm.rs"]
mod of_libm;
#[cfg(full)]
#[path = "libraries/nalgebra_fields.rs"]
mod of_nalgebra_fields;
#[path = "libraries/nalgebra_geometry.rs"]
mod of_nalgebra_geometry;
#[path = "libraries/nalgebra_poses.rs"]
mod of_nalgebra_poses;
#[path = "libraries/ndarray.rs"]
mod of_ndarray;
#[cfg(full)]
#[path = "libraries/ndarray_at_run_time.rs"]
mod of_ndarray_at_run_time;
#[cfg(full)]
#[path = "libraries/ndarray_matrices.rs"]
mod of_ndarray_matrices;
#[path = "libraries/ndarray_views.rs"]
mod of_ndarray_views;
#[path = "libraries/num_complex.rs"]
mod of_num_complex;
#[cfg(full)]
#[path = "libraries/ordered_float.rs"]
mod of_ordered_float;
#[cfg(full)]
#[path = "libraries/puruspe.rs"]
mod of_puruspe;
#[cfg(full)]
#[path = "libraries/small_crates.rs"]
mod of_small_crates;
#[cfg(full)]
#[path = "libraries/small_lists.rs"]
mod of_small_lists;
#[cfg(full)]
#[path = "libraries/special.rs"]
mod of_special;
#[path = "libraries/statrs.rs"]
mod of_statrs;
#[cfg(full)]
#[path = "libraries/seen.rs"]
mod seen;

const _: () = {
    let _ = residual;
};
/// The number of structural entries of the Jacobian of [`residual`].
pub const RESIDUAL_NNZ: ::core::primitive::usize = 5;
/**The sparsity pattern of the Jacobian of [`residual`]: structural entries only.

Columns: `x`.*/
pub const RESIDUAL_PATTERN: ::jacobian_runtime::SparsityPattern = ::jacobian_runtime::SparsityPattern::new(
    2,
    3,
    ::jacobian_runtime::Layout::Csc,
    &[0, 2, 4, 5],
    &[0, 1, 0, 1, 1],
    &[0, 2, 5],
    &[0, 1, 0, 1, 2],
);
/**What the Jacobian of [`residual`] costs per call beyond the value.

Order: enhanced_markowitz, improved by up to 5000 moves for time. Elimination: 5 multiplications in all, 3 of them not by plus or minus one; operations executed, a fused multiply-add counted once: 3. The best greedy order is `forward` with 3 operations; no vertex order takes fewer than 5 multiplications in all.*/
pub const RESIDUAL_COST: ::jacobian_runtime::Cost = ::jacobian_runtime::Cost {
    multiplications: 4,
    additions: 0,
    divisions: 1,
    elementals: 1,
    trivial: 2,
    literal: 0,
    loops: &[],
};
/// The entries of the Jacobian of [`residual`] that never vary; zero where an entry does.
pub const RESIDUAL_TEMPLATE: [::core::primitive::f64; RESIDUAL_NNZ] = [
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
];
/// The Jacobian of [`residual`], by value.
pub type ResidualJacobian = ::jacobian_runtime::SparseJacobian<
    ::core::primitive::f64,
    2,
    3,
    RESIDUAL_NNZ,
>;
/// Writes the value of `residual` and the entries of its Jacobian that vary; the others are those of the template.
pub fn residual_update_into(
    x: &[f64; 3],
    k: f64,
    value_out: &mut [f64; 2],
    entries_out: &mut [::core::primitive::f64; RESIDUAL_NNZ],
) {
    use ::jacobian_runtime::__private as __elemental;
    ::jacobian_runtime::__fma_fn!(auto, __fma, ::core::primitive::f64);
    // line 5: [r - k, x[2] / r]
    let __v5: ::core::primitive::f64 = __elemental::scalar(k);
    let __v1 = x[1];
    // line 4: let r = x[0] * x[1].sin();
    let __v3 = __v1.sin();
    let __v2 = x[2];
    let __v0 = x[0];
    let __v4 = __v0 * __v3;
    // line 5: [r - k, x[2] / r]
    let __v7 = __v2 / __v4;
    // partials of line 5
    let __v9 = 1.0 / __v4;
    let __v10 = __v7 * __v9;
    __elemental::store(entries_out, 0, [__v3, -__v3 * __v10]);
    // partials of line 4
    let __v8 = __elemental::cos(__v1);
    let __a0 = __v0 * __v8;
    __elemental::store(entries_out, 2, [__a0, -__v10 * __a0]);
    // line 5: [r - k, x[2] / r]
    let __v6 = __v4 - __v5;
    value_out[0] = __v6;
    entries_out[4] = __v9;
    value_out[1] = __v7;
}
/// Writes the value of `residual` and every entry of its Jacobian, in the order of the pattern.
pub fn residual_with_jacobian_into(
    x: &[f64; 3],
    k: f64,
    value_out: &mut [f64; 2],
    entries_out: &mut [::core::primitive::f64; RESIDUAL_NNZ],
) {
    residual_update_into(x, k, value_out, entries_out)
}
/// The value of `residual` and its sparse Jacobian.
pub fn residual_with_jacobian(x: &[f64; 3], k: f64) -> ([f64; 2], ResidualJacobian) {
    let mut value_out: [f64; 2] = [0.0; 2];
    let mut entries_out = [0.0; RESIDUAL_NNZ];
    residual_with_jacobian_into(x, k, &mut value_out, &mut entries_out);
    (value_out, ::jacobian_runtime::SparseJacobian::new(entries_out, &RESIDUAL_PATTERN))
}
/// The sparse Jacobian of `residual`.
pub fn residual_jacobian(x: &[f64; 3], k: f64) -> ResidualJacobian {
    let mut value_out: [f64; 2] = [0.0; 2];
    let mut entries_out = [0.0; RESIDUAL_NNZ];
    residual_with_jacobian_into(x, k, &mut value_out, &mut entries_out);
    ::jacobian_runtime::SparseJacobian::new(entries_out, &RESIDUAL_PATTERN)
}

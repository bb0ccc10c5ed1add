fn arm(q: &[f64; 3], load: f64) -> [f64; 3] {
    let sag = load * (q[0].sin() - q[1].cos());
    let first = [q[0] + sag, q[1] + sag, q[2]];
    let x = first[0].cos() + first[1].cos() * first[2].cos();
    let y = first[0].sin() + first[1].sin() * first[2].sin();
    [x, y, y.atan2(x) + q[2].sin().atan2(load)]
}
#[allow(deprecated, clippy::all, clippy::pedantic)]
const _: () = {
    let _ = arm;
};
///The number of structural entries of the Jacobian of [`arm`].
#[allow(dead_code, deprecated)]
const ARM_NNZ: ::core::primitive::usize = 12;
/**The sparsity pattern of the Jacobian of [`arm`]: structural entries only.

Columns: `q`, `load`.*/
#[allow(dead_code, deprecated, long_running_const_eval)]
const ARM_PATTERN: ::jacobian_runtime::SparsityPattern = ::jacobian_runtime::SparsityPattern::new(
    3,
    4,
    ::jacobian_runtime::Layout::Csc,
    &[0, 3, 6, 9, 12],
    &[0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2],
    &[0, 4, 8, 12],
    &[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3],
);
/**What the Jacobian of [`arm`] costs per call beyond the value.

Order: enhanced_markowitz, improved by up to 5000 moves for time. Elimination: 49 multiplications in all, 21 of them not by plus or minus one; operations executed, a fused multiply-add counted once: 21. The best greedy order is `markowitz` with 21 operations; no vertex order takes fewer than 39 multiplications in all.*/
#[allow(dead_code, deprecated)]
const ARM_COST: ::jacobian_runtime::Cost = ::jacobian_runtime::Cost {
    multiplications: 27,
    additions: 14,
    divisions: 2,
    elementals: 2,
    trivial: 28,
    literal: 0,
};
///The entries of the Jacobian of [`arm`] that never vary; zero where an entry does.
#[allow(dead_code, deprecated, clippy::all, clippy::pedantic)]
const ARM_TEMPLATE: [::core::primitive::f64; ARM_NNZ] = [
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
];
///The Jacobian of [`arm`], by value.
#[allow(dead_code, deprecated)]
type ArmJacobian = ::jacobian_runtime::SparseJacobian<
    ::core::primitive::f64,
    3,
    4,
    ARM_NNZ,
>;
///Writes the value of `arm` and the entries of its Jacobian that vary; the others are those of the template.
#[allow(
    unused,
    deprecated,
    non_snake_case,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::allow_attributes_without_reason,
    clippy::missing_inline_in_public_items,
)]
fn arm_update_into(
    q: &[f64; 3],
    load: f64,
    value: &mut [f64; 3],
    entries: &mut [::core::primitive::f64; ARM_NNZ],
) {
    use ::jacobian_runtime::__private as __elemental;
    ::jacobian_runtime::__fma_fn!(auto, __fma, ::core::primitive::f64);
    let v0 = q[0];
    let v3 = load;
    let v1 = q[1];
    let v2 = q[2];
    let [(v4, v23), (v24, v5), (v17, v12)] = __elemental::calls::sin_cos([v0, v1, v2]);
    let v6 = v4 - v5;
    let v7 = v3 * v6;
    let v8 = v0 + v7;
    let v9 = v1 + v7;
    let [(v15, v10), (v16, v11)] = __elemental::calls::sin_cos([v8, v9]);
    let v14 = __fma(v11, v12, v10);
    value[0] = v14;
    let a0 = v12 * v16;
    let a2 = a0 + v15;
    let a4 = v3 * a2;
    let a10 = __fma(v23, a4, v15);
    entries[0] = -a10;
    let a11 = __fma(v24, a4, a0);
    entries[3] = -a11;
    let a1 = v11 * v17;
    entries[6] = -a1;
    let a12 = v6 * a2;
    entries[9] = -a12;
    let v19 = __fma(v16, v17, v15);
    value[1] = v19;
    let a3 = a1 + v10;
    let a5 = v3 * a3;
    let a6 = __fma(v23, a5, v10);
    entries[1] = a6;
    let a7 = __fma(v24, a5, a1);
    entries[4] = a7;
    entries[7] = a0;
    let a8 = v6 * a3;
    entries[10] = a8;
    let v20 = v19.atan2(v14);
    let v21 = v17.atan2(v3);
    let v22 = v20 + v21;
    value[2] = v22;
    let v25 = v14 * v14;
    let v26 = __fma(v19, v19, v25);
    let v27 = 1.0 / v26;
    let v28 = v14 * v27;
    let v29 = v19 * v27;
    entries[2] = __fma(v29, a10, v28 * a6);
    entries[5] = __fma(v29, a11, v28 * a7);
    let v30 = v3 * v3;
    let v31 = __fma(v17, v17, v30);
    let v32 = 1.0 / v31;
    let v33 = v3 * v32;
    let a9 = __fma(v16, v28, v33);
    entries[8] = __fma(v29, a1, v12 * a9);
    let v34 = v17 * v32;
    entries[11] = __fma(v29, a12, __fma(v28, a8, -v34));
}
///Writes the value of `arm` and every entry of its Jacobian, in the order of the pattern.
#[allow(
    unused,
    deprecated,
    non_snake_case,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::allow_attributes_without_reason,
    clippy::missing_inline_in_public_items,
)]
fn arm_with_jacobian_into(
    q: &[f64; 3],
    load: f64,
    value: &mut [f64; 3],
    entries: &mut [::core::primitive::f64; ARM_NNZ],
) {
    arm_update_into(q, load, value, entries)
}
///The value of `arm` and its sparse Jacobian.
#[allow(
    unused,
    deprecated,
    non_snake_case,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::allow_attributes_without_reason,
    clippy::missing_inline_in_public_items,
)]
fn arm_with_jacobian(q: &[f64; 3], load: f64) -> ([f64; 3], ArmJacobian) {
    let mut value: [f64; 3] = [0.0; 3];
    let mut entries = [0.0; ARM_NNZ];
    arm_with_jacobian_into(q, load, &mut value, &mut entries);
    (value, ::jacobian_runtime::SparseJacobian::new(entries, &ARM_PATTERN))
}
///The sparse Jacobian of `arm`.
#[allow(
    unused,
    deprecated,
    non_snake_case,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::allow_attributes_without_reason,
    clippy::missing_inline_in_public_items,
)]
fn arm_jacobian(q: &[f64; 3], load: f64) -> ArmJacobian {
    let mut value: [f64; 3] = [0.0; 3];
    let mut entries = [0.0; ARM_NNZ];
    arm_with_jacobian_into(q, load, &mut value, &mut entries);
    ::jacobian_runtime::SparseJacobian::new(entries, &ARM_PATTERN)
}

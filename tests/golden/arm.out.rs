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
/**The number of structural entries of the Jacobian of [`arm`].

Jacobian: 3 × 4, 12 entries by columns. Beyond the value: 45 operations, order enhanced_markowitz; 49 multiplications with those by ±1, no vertex order under 39.*/
#[allow(dead_code, deprecated)]
const ARM_NNZ: ::core::primitive::usize = 12;
/**The sparsity pattern of the Jacobian of [`arm`]: structural entries only.

Columns: `q`, `load`.

Jacobian: 3 × 4, 12 entries by columns. Beyond the value: 45 operations, order enhanced_markowitz; 49 multiplications with those by ±1, no vertex order under 39.

```text
####
####
####
```*/
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
    loops: &[],
};
/**The entries of the Jacobian of [`arm`] that never vary; zero where an entry does.

Jacobian: 3 × 4, 12 entries by columns. Beyond the value: 45 operations, order enhanced_markowitz; 49 multiplications with those by ±1, no vertex order under 39.*/
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
/**The Jacobian of [`arm`], by value.

Jacobian: 3 × 4, 12 entries by columns. Beyond the value: 45 operations, order enhanced_markowitz; 49 multiplications with those by ±1, no vertex order under 39. See [`ARM_PATTERN`] and [`ARM_COST`].

```text
####
####
####
```*/
#[allow(dead_code, deprecated)]
type ArmJacobian = ::jacobian_runtime::SparseJacobian<
    ::core::primitive::f64,
    3,
    4,
    ARM_NNZ,
>;
/**Writes the value of `arm` and the entries of its Jacobian that vary; the others are those of the template.

Jacobian: 3 × 4, 12 entries by columns. Beyond the value: 45 operations, order enhanced_markowitz; 49 multiplications with those by ±1, no vertex order under 39. See [`ARM_PATTERN`] and [`ARM_COST`].*/
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
    value_out: &mut [f64; 3],
    entries_out: &mut [::core::primitive::f64; ARM_NNZ],
) {
    use ::jacobian_runtime::__private as __elemental;
    ::jacobian_runtime::__fma_fn!(auto, __fma, ::core::primitive::f64);
    let __v0 = q[0];
    let __v3 = load;
    let __v1 = q[1];
    let __v2 = q[2];
    let [(__v4, __v23), (__v24, __v5), (__v17, __v12)] = __elemental::calls::sin_cos([
        __v0,
        __v1,
        __v2,
    ]);
    let __v6 = __v4 - __v5;
    let __v7 = __v3 * __v6;
    let __v8 = __v0 + __v7;
    let __v9 = __v1 + __v7;
    let [(__v15, __v10), (__v16, __v11)] = __elemental::calls::sin_cos([__v8, __v9]);
    let __v14 = __fma(__v11, __v12, __v10);
    value_out[0] = __v14;
    let __a0 = __v12 * __v16;
    let __a2 = __a0 + __v15;
    let __a4 = __v3 * __a2;
    let __a10 = __fma(__v23, __a4, __v15);
    let __a11 = __fma(__v24, __a4, __a0);
    let __a1 = __v11 * __v17;
    let __a12 = __v6 * __a2;
    let __v19 = __fma(__v16, __v17, __v15);
    value_out[1] = __v19;
    let __a3 = __a1 + __v10;
    let __a5 = __v3 * __a3;
    let __a6 = __fma(__v23, __a5, __v10);
    __elemental::store(entries_out, 0, [-__a10, __a6]);
    let __a7 = __fma(__v24, __a5, __a1);
    __elemental::store(entries_out, 3, [-__a11, __a7]);
    __elemental::store(entries_out, 6, [-__a1, __a0]);
    let __a8 = __v6 * __a3;
    __elemental::store(entries_out, 9, [-__a12, __a8]);
    let __v20 = __v19.atan2(__v14);
    let __v21 = __v17.atan2(__v3);
    let __v22 = __v20 + __v21;
    value_out[2] = __v22;
    let __v25 = __v14 * __v14;
    let __v26 = __fma(__v19, __v19, __v25);
    let __v27 = 1.0 / __v26;
    let __v28 = __v14 * __v27;
    let __v29 = __v19 * __v27;
    entries_out[2] = __fma(__v29, __a10, __v28 * __a6);
    entries_out[5] = __fma(__v29, __a11, __v28 * __a7);
    let __v30 = __v3 * __v3;
    let __v31 = __fma(__v17, __v17, __v30);
    let __v32 = 1.0 / __v31;
    let __v33 = __v3 * __v32;
    let __a9 = __fma(__v16, __v28, __v33);
    entries_out[8] = __fma(__v29, __a1, __v12 * __a9);
    let __v34 = __v17 * __v32;
    entries_out[11] = __fma(__v29, __a12, __fma(__v28, __a8, -__v34));
}
/**Writes the value of `arm` and every entry of its Jacobian, in the order of the pattern.

Jacobian: 3 × 4, 12 entries by columns. Beyond the value: 45 operations, order enhanced_markowitz; 49 multiplications with those by ±1, no vertex order under 39. See [`ARM_PATTERN`] and [`ARM_COST`].*/
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
    value_out: &mut [f64; 3],
    entries_out: &mut [::core::primitive::f64; ARM_NNZ],
) {
    arm_update_into(q, load, value_out, entries_out)
}
/**The value of `arm` and its sparse Jacobian.

Jacobian: 3 × 4, 12 entries by columns. Beyond the value: 45 operations, order enhanced_markowitz; 49 multiplications with those by ±1, no vertex order under 39. See [`ARM_PATTERN`] and [`ARM_COST`].*/
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
    let mut value_out: [f64; 3] = [0.0; 3];
    let mut entries_out = [0.0; ARM_NNZ];
    arm_with_jacobian_into(q, load, &mut value_out, &mut entries_out);
    (value_out, ::jacobian_runtime::SparseJacobian::new(entries_out, &ARM_PATTERN))
}
/**The sparse Jacobian of `arm`.

Jacobian: 3 × 4, 12 entries by columns. Beyond the value: 45 operations, order enhanced_markowitz; 49 multiplications with those by ±1, no vertex order under 39. See [`ARM_PATTERN`] and [`ARM_COST`].

```text
####
####
####
```*/
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
    let mut value_out: [f64; 3] = [0.0; 3];
    let mut entries_out = [0.0; ARM_NNZ];
    arm_with_jacobian_into(q, load, &mut value_out, &mut entries_out);
    ::jacobian_runtime::SparseJacobian::new(entries_out, &ARM_PATTERN)
}

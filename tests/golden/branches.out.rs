fn friction(x: &[f64; 2], limit: f64) -> [f64; 2] {
    let [v, load] = *x;
    if load <= 0.0 {
        return [0.0, 0.0];
    }
    let slip = if v.abs() < limit {
        v / limit
    } else {
        v.signum() * (1.0 + (v.abs() / limit).ln())
    };
    [slip * load, slip * slip * load]
}
#[allow(deprecated, clippy::all, clippy::pedantic)]
const _: () = {
    let _ = friction;
};
/**The number of structural entries of the Jacobian of [`friction`].

Jacobian: 2 × 2, 4 entries by columns. Beyond the value: 10 operations, order enhanced_markowitz; in arms of branches 7 multiplications, no vertex order under 7.*/
#[allow(dead_code, deprecated)]
const FRICTION_NNZ: ::core::primitive::usize = 4;
/**The sparsity pattern of the Jacobian of [`friction`]: structural entries only.

Columns: `x`.

Jacobian: 2 × 2, 4 entries by columns. Beyond the value: 10 operations, order enhanced_markowitz; in arms of branches 7 multiplications, no vertex order under 7.

```text
##
##
```*/
#[allow(dead_code, deprecated, long_running_const_eval)]
const FRICTION_PATTERN: ::jacobian_runtime::SparsityPattern = ::jacobian_runtime::SparsityPattern::new(
    2,
    2,
    ::jacobian_runtime::Layout::Csc,
    &[0, 2, 4],
    &[0, 1, 0, 1],
    &[0, 2, 4],
    &[0, 1, 0, 1],
);
/**What the Jacobian of [`friction`] costs per call beyond the value.

Order: enhanced_markowitz, improved by up to 5000 moves for time. Elimination: 0 multiplications in all, 0 of them not by plus or minus one; operations executed, a fused multiply-add counted once: 0.*/
#[allow(dead_code, deprecated)]
const FRICTION_COST: ::jacobian_runtime::Cost = ::jacobian_runtime::Cost {
    multiplications: 6,
    additions: 1,
    divisions: 2,
    elementals: 1,
    trivial: 1,
    literal: 0,
    loops: &[],
};
/**The entries of the Jacobian of [`friction`] that never vary; zero where an entry does.

Jacobian: 2 × 2, 4 entries by columns. Beyond the value: 10 operations, order enhanced_markowitz; in arms of branches 7 multiplications, no vertex order under 7.*/
#[allow(dead_code, deprecated, clippy::all, clippy::pedantic)]
const FRICTION_TEMPLATE: [::core::primitive::f64; FRICTION_NNZ] = [
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
];
/**The Jacobian of [`friction`], by value.

Jacobian: 2 × 2, 4 entries by columns. Beyond the value: 10 operations, order enhanced_markowitz; in arms of branches 7 multiplications, no vertex order under 7. See [`FRICTION_PATTERN`] and [`FRICTION_COST`].

```text
##
##
```*/
#[allow(dead_code, deprecated)]
type FrictionJacobian = ::jacobian_runtime::SparseJacobian<
    ::core::primitive::f64,
    2,
    2,
    FRICTION_NNZ,
>;
/**Writes the value of `friction` and the entries of its Jacobian that vary; the others are those of the template.

Jacobian: 2 × 2, 4 entries by columns. Beyond the value: 10 operations, order enhanced_markowitz; in arms of branches 7 multiplications, no vertex order under 7. See [`FRICTION_PATTERN`] and [`FRICTION_COST`].*/
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
fn friction_update_into(
    x: &[f64; 2],
    limit: f64,
    value_out: &mut [f64; 2],
    entries_out: &mut [::core::primitive::f64; FRICTION_NNZ],
) {
    use ::jacobian_runtime::__private as __elemental;
    ::jacobian_runtime::__fma_fn!(auto, __fma, ::core::primitive::f64);
    let __v0 = x[0];
    let __v1 = x[1];
    let [__v17, __v18, __v27, __v28, __v29, __v30] = if __v1 <= 0.0 {
        [0.0_f64, 0.0_f64, 0.0_f64, 0.0_f64, 0.0_f64, 0.0_f64]
    } else {
        let __v3 = __v0.abs();
        let [__v13, __v23, __v24] = if __v3 < limit {
            let __v4: ::core::primitive::f64 = __elemental::scalar(limit);
            let __v5 = __v0 / __v4;
            let __v20 = 1.0 / __v4;
            [__v5, __v20, 0.0_f64]
        } else {
            let __v8: ::core::primitive::f64 = __elemental::scalar(limit);
            let __v6 = __v0.signum();
            let __v9 = __v3 / __v8;
            let __v10 = __v9.ln();
            let __v11 = 1.0_f64 + __v10;
            let __v12 = __v6 * __v11;
            let __v21 = 1.0 / __v8;
            let __v22 = 1.0 / __v9;
            let __a0 = __v6 * __v22;
            [__v12, 0.0_f64, __v21 * __a0]
        };
        let __v14 = __v13 * __v1;
        let __v15 = __v13 * __v13;
        let __v16 = __v15 * __v1;
        let __v19 = __elemental::abs_partial(__v0);
        let __a0 = __fma(__v19, __v24, __v23);
        let __a1 = 2.0_f64 * __v14;
        [__v14, __v16, __v1 * __a0, __v13, __elemental::masked(__a0, __a1), __v15]
    };
    __elemental::store(entries_out, 0, [__v27, __v29]);
    value_out[0] = __v17;
    __elemental::store(entries_out, 2, [__v28, __v30]);
    value_out[1] = __v18;
}
/**Writes the value of `friction` and every entry of its Jacobian, in the order of the pattern.

Jacobian: 2 × 2, 4 entries by columns. Beyond the value: 10 operations, order enhanced_markowitz; in arms of branches 7 multiplications, no vertex order under 7. See [`FRICTION_PATTERN`] and [`FRICTION_COST`].*/
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
fn friction_with_jacobian_into(
    x: &[f64; 2],
    limit: f64,
    value_out: &mut [f64; 2],
    entries_out: &mut [::core::primitive::f64; FRICTION_NNZ],
) {
    friction_update_into(x, limit, value_out, entries_out)
}
/**The value of `friction` and its sparse Jacobian.

Jacobian: 2 × 2, 4 entries by columns. Beyond the value: 10 operations, order enhanced_markowitz; in arms of branches 7 multiplications, no vertex order under 7. See [`FRICTION_PATTERN`] and [`FRICTION_COST`].*/
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
fn friction_with_jacobian(x: &[f64; 2], limit: f64) -> ([f64; 2], FrictionJacobian) {
    let mut value_out: [f64; 2] = [0.0; 2];
    let mut entries_out = [0.0; FRICTION_NNZ];
    friction_with_jacobian_into(x, limit, &mut value_out, &mut entries_out);
    (value_out, ::jacobian_runtime::SparseJacobian::new(entries_out, &FRICTION_PATTERN))
}
/**The sparse Jacobian of `friction`.

Jacobian: 2 × 2, 4 entries by columns. Beyond the value: 10 operations, order enhanced_markowitz; in arms of branches 7 multiplications, no vertex order under 7. See [`FRICTION_PATTERN`] and [`FRICTION_COST`].

```text
##
##
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
fn friction_jacobian(x: &[f64; 2], limit: f64) -> FrictionJacobian {
    let mut value_out: [f64; 2] = [0.0; 2];
    let mut entries_out = [0.0; FRICTION_NNZ];
    friction_with_jacobian_into(x, limit, &mut value_out, &mut entries_out);
    ::jacobian_runtime::SparseJacobian::new(entries_out, &FRICTION_PATTERN)
}

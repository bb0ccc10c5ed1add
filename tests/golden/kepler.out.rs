fn kepler(mean: f64, eccentricity: f64) -> f64 {
    let mut angle = mean;
    loop {
        let step = (angle - eccentricity * angle.sin() - mean)
            / (1.0 - eccentricity * angle.cos());
        angle -= step;
        if step.abs() < 1e-12 {
            break;
        }
    }
    angle
}
#[allow(deprecated, clippy::all, clippy::pedantic)]
const _: () = {
    let _ = kepler;
};
/**The number of structural entries of the Jacobian of [`kepler`].

Jacobian: 1 × 2, 2 entries by columns. Beyond the value: 0 operations, 13 operations in each iteration of loop 1, order enhanced_markowitz; in arms and bodies of loops 17 multiplications, no vertex order under 15.*/
#[allow(dead_code, deprecated)]
const KEPLER_NNZ: ::core::primitive::usize = 2;
/**The sparsity pattern of the Jacobian of [`kepler`]: structural entries only.

Columns: `mean`, `eccentricity`.

Jacobian: 1 × 2, 2 entries by columns. Beyond the value: 0 operations, 13 operations in each iteration of loop 1, order enhanced_markowitz; in arms and bodies of loops 17 multiplications, no vertex order under 15.

```text
##
```*/
#[allow(dead_code, deprecated, long_running_const_eval)]
const KEPLER_PATTERN: ::jacobian_runtime::SparsityPattern = ::jacobian_runtime::SparsityPattern::new(
    1,
    2,
    ::jacobian_runtime::Layout::Csc,
    &[0, 1, 2],
    &[0, 0],
    &[0, 2],
    &[0, 1],
);
/**What the Jacobian of [`kepler`] costs per call beyond the value.

Order: enhanced_markowitz, improved by up to 5000 moves for time. Elimination: 0 multiplications in all, 0 of them not by plus or minus one; operations executed, a fused multiply-add counted once: 0. That is outside of loops; `loops` has the operations of one iteration of each.*/
#[allow(dead_code, deprecated)]
const KEPLER_COST: ::jacobian_runtime::Cost = ::jacobian_runtime::Cost {
    multiplications: 0,
    additions: 0,
    divisions: 0,
    elementals: 0,
    trivial: 0,
    literal: 0,
    loops: &[
        ::jacobian_runtime::LoopCost {
            multiplications: 7,
            additions: 5,
            divisions: 1,
            elementals: 0,
        },
    ],
};
/**The entries of the Jacobian of [`kepler`] that never vary; zero where an entry does.

Jacobian: 1 × 2, 2 entries by columns. Beyond the value: 0 operations, 13 operations in each iteration of loop 1, order enhanced_markowitz; in arms and bodies of loops 17 multiplications, no vertex order under 15.*/
#[allow(dead_code, deprecated, clippy::all, clippy::pedantic)]
const KEPLER_TEMPLATE: [::core::primitive::f64; KEPLER_NNZ] = [0.0_f64, 0.0_f64];
/**The Jacobian of [`kepler`], by value.

Jacobian: 1 × 2, 2 entries by columns. Beyond the value: 0 operations, 13 operations in each iteration of loop 1, order enhanced_markowitz; in arms and bodies of loops 17 multiplications, no vertex order under 15. See [`KEPLER_PATTERN`] and [`KEPLER_COST`].

```text
##
```*/
#[allow(dead_code, deprecated)]
type KeplerJacobian = ::jacobian_runtime::SparseJacobian<
    ::core::primitive::f64,
    1,
    2,
    KEPLER_NNZ,
>;
/**Writes the value of `kepler` and the entries of its Jacobian that vary; the others are those of the template.

Jacobian: 1 × 2, 2 entries by columns. Beyond the value: 0 operations, 13 operations in each iteration of loop 1, order enhanced_markowitz; in arms and bodies of loops 17 multiplications, no vertex order under 15. See [`KEPLER_PATTERN`] and [`KEPLER_COST`].*/
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
fn kepler_update_into(
    mean: f64,
    eccentricity: f64,
    value_out: &mut f64,
    entries_out: &mut [::core::primitive::f64; KEPLER_NNZ],
) {
    use ::jacobian_runtime::__private as __elemental;
    ::jacobian_runtime::__fma_fn!(auto, __fma, ::core::primitive::f64);
    let __v0 = mean;
    let __v1 = eccentricity;
    let [__v17, __v22, __v24] = {
        let [mut __v2, mut __v21, mut __v23]: [::core::primitive::f64; 3] = [
            __v0,
            1.0_f64,
            0.0_f64,
        ];
        loop {
            let __v3 = __v2.sin();
            let __v4 = __v1 * __v3;
            let __v5 = __v2 - __v4;
            let __v6 = __v5 - __v0;
            let __v8 = __v2.cos();
            let __v9 = __v1 * __v8;
            let __v10 = 1.0_f64 - __v9;
            let __v11 = __v6 / __v10;
            let __v13 = __v11.abs();
            let mut __met_2;
            if __v13 < 1e-12 {
                __met_2 = 3;
            } else {
                __met_2 = 0;
            }
            let __v12 = __v2 - __v11;
            let __v18 = 1.0 / __v10;
            let __v19 = __v11 * __v18;
            let __a0 = __fma(-__v10, __v18, __fma(__v4, __v19, 1.0_f64));
            let __stop = __met_2 == 3;
            [__v2, __v21, __v23] = [
                __v12,
                __fma(__v21, __a0, __v18),
                __fma(__v23, __a0, __fma(__v3, __v18, -__v8 * __v19)),
            ];
            if __stop {
                break;
            }
        }
        [__v2, __v21, __v23]
    };
    __elemental::store(entries_out, 0, [__v22, __v24]);
    *value_out = __v17;
}
/**Writes the value of `kepler` and every entry of its Jacobian, in the order of the pattern.

Jacobian: 1 × 2, 2 entries by columns. Beyond the value: 0 operations, 13 operations in each iteration of loop 1, order enhanced_markowitz; in arms and bodies of loops 17 multiplications, no vertex order under 15. See [`KEPLER_PATTERN`] and [`KEPLER_COST`].*/
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
fn kepler_with_jacobian_into(
    mean: f64,
    eccentricity: f64,
    value_out: &mut f64,
    entries_out: &mut [::core::primitive::f64; KEPLER_NNZ],
) {
    kepler_update_into(mean, eccentricity, value_out, entries_out)
}
/**The value of `kepler` and its sparse Jacobian.

Jacobian: 1 × 2, 2 entries by columns. Beyond the value: 0 operations, 13 operations in each iteration of loop 1, order enhanced_markowitz; in arms and bodies of loops 17 multiplications, no vertex order under 15. See [`KEPLER_PATTERN`] and [`KEPLER_COST`].*/
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
fn kepler_with_jacobian(mean: f64, eccentricity: f64) -> (f64, KeplerJacobian) {
    let mut value_out: f64 = 0.0;
    let mut entries_out = [0.0; KEPLER_NNZ];
    kepler_with_jacobian_into(mean, eccentricity, &mut value_out, &mut entries_out);
    (value_out, ::jacobian_runtime::SparseJacobian::new(entries_out, &KEPLER_PATTERN))
}
/**The sparse Jacobian of `kepler`.

Jacobian: 1 × 2, 2 entries by columns. Beyond the value: 0 operations, 13 operations in each iteration of loop 1, order enhanced_markowitz; in arms and bodies of loops 17 multiplications, no vertex order under 15. See [`KEPLER_PATTERN`] and [`KEPLER_COST`].

```text
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
fn kepler_jacobian(mean: f64, eccentricity: f64) -> KeplerJacobian {
    let mut value_out: f64 = 0.0;
    let mut entries_out = [0.0; KEPLER_NNZ];
    kepler_with_jacobian_into(mean, eccentricity, &mut value_out, &mut entries_out);
    ::jacobian_runtime::SparseJacobian::new(entries_out, &KEPLER_PATTERN)
}

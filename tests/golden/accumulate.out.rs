fn accumulate(x: &[f64], y: &mut [f64], scale: &mut f64) -> f64 {
    for i in 0..x.len() {
        y[i] += x[i] * *scale;
    }
    *scale *= x[0];
    y[0] * y[1]
}
#[allow(deprecated, clippy::all, clippy::pedantic)]
const _: () = {
    let _ = accumulate;
};
/**The number of structural entries of the Jacobian of [`accumulate`].

Jacobian: 4 × 2, 5 entries by columns. Beyond the value: 2 operations, order enhanced_markowitz; 8 multiplications with those by ±1, no vertex order under 7.*/
#[allow(dead_code, deprecated)]
const ACCUMULATE_NNZ: ::core::primitive::usize = 5;
/**The sparsity pattern of the Jacobian of [`accumulate`]: structural entries only.

Columns: `x`.

Jacobian: 4 × 2, 5 entries by columns. Beyond the value: 2 operations, order enhanced_markowitz; 8 multiplications with those by ±1, no vertex order under 7.

```text
##
#.
.#
#.
```*/
#[allow(dead_code, deprecated, long_running_const_eval)]
const ACCUMULATE_PATTERN: ::jacobian_runtime::SparsityPattern = ::jacobian_runtime::SparsityPattern::new(
    4,
    2,
    ::jacobian_runtime::Layout::Csc,
    &[0, 3, 5],
    &[0, 1, 3, 0, 2],
    &[0, 2, 3, 4, 5],
    &[0, 1, 0, 1, 0],
);
/**What the Jacobian of [`accumulate`] costs per call beyond the value.

Order: enhanced_markowitz, improved by up to 5000 moves for time. Elimination: 8 multiplications in all, 2 of them not by plus or minus one; operations executed, a fused multiply-add counted once: 2. The best greedy order is `forward` with 2 operations; no vertex order takes fewer than 7 multiplications in all.*/
#[allow(dead_code, deprecated)]
const ACCUMULATE_COST: ::jacobian_runtime::Cost = ::jacobian_runtime::Cost {
    multiplications: 2,
    additions: 0,
    divisions: 0,
    elementals: 0,
    trivial: 6,
    literal: 0,
    loops: &[],
};
/**The entries of the Jacobian of [`accumulate`] that never vary; zero where an entry does.

Jacobian: 4 × 2, 5 entries by columns. Beyond the value: 2 operations, order enhanced_markowitz; 8 multiplications with those by ±1, no vertex order under 7.*/
#[allow(dead_code, deprecated, clippy::all, clippy::pedantic)]
const ACCUMULATE_TEMPLATE: [::core::primitive::f64; ACCUMULATE_NNZ] = [
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
];
/**The Jacobian of [`accumulate`], by value.

Jacobian: 4 × 2, 5 entries by columns. Beyond the value: 2 operations, order enhanced_markowitz; 8 multiplications with those by ±1, no vertex order under 7. See [`ACCUMULATE_PATTERN`] and [`ACCUMULATE_COST`].

```text
##
#.
.#
#.
```*/
#[allow(dead_code, deprecated)]
type AccumulateJacobian = ::jacobian_runtime::SparseJacobian<
    ::core::primitive::f64,
    4,
    2,
    ACCUMULATE_NNZ,
>;
/**Writes the value of `accumulate` and the entries of its Jacobian that vary; the others are those of the template.

Jacobian: 4 × 2, 5 entries by columns. Beyond the value: 2 operations, order enhanced_markowitz; 8 multiplications with those by ±1, no vertex order under 7. See [`ACCUMULATE_PATTERN`] and [`ACCUMULATE_COST`].

# Panics
Panics unless `x` has length 2 and `y` has length 2.*/
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
fn accumulate_update_into(
    x: &[f64],
    y: &mut [f64],
    scale: &mut f64,
    value_out: &mut f64,
    entries_out: &mut [::core::primitive::f64; ACCUMULATE_NNZ],
) {
    ::core::assert!(x.len() == 2, "`x` must have length 2");
    ::core::assert!(y.len() == 2, "`y` must have length 2");
    use ::jacobian_runtime::__private as __elemental;
    ::jacobian_runtime::__fma_fn!(auto, __fma, ::core::primitive::f64);
    let __v2: ::core::primitive::f64 = __elemental::scalar(*scale);
    let __v4: ::core::primitive::f64 = __elemental::scalar(y[0]);
    let __v7: ::core::primitive::f64 = __elemental::scalar(y[1]);
    let __v1 = x[1];
    let __v6 = __v1 * __v2;
    let __v8 = __v7 + __v6;
    __elemental::store(entries_out, 0, [__v2 * __v8, __v2]);
    let __v0 = x[0];
    let __v3 = __v0 * __v2;
    let __v5 = __v4 + __v3;
    let __v9 = __v5 * __v8;
    *value_out = __v9;
    y[0] = __v5;
    __elemental::store(entries_out, 2, [__v2, __v2 * __v5]);
    entries_out[4] = __v2;
    y[1] = __v8;
    *scale = __v3;
}
/**Writes the value of `accumulate` and every entry of its Jacobian, in the order of the pattern.

Jacobian: 4 × 2, 5 entries by columns. Beyond the value: 2 operations, order enhanced_markowitz; 8 multiplications with those by ±1, no vertex order under 7. See [`ACCUMULATE_PATTERN`] and [`ACCUMULATE_COST`].

# Panics
Panics unless `x` has length 2 and `y` has length 2.*/
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
fn accumulate_with_jacobian_into(
    x: &[f64],
    y: &mut [f64],
    scale: &mut f64,
    value_out: &mut f64,
    entries_out: &mut [::core::primitive::f64; ACCUMULATE_NNZ],
) {
    accumulate_update_into(x, y, scale, value_out, entries_out)
}
/**The value of `accumulate` and its sparse Jacobian.

Jacobian: 4 × 2, 5 entries by columns. Beyond the value: 2 operations, order enhanced_markowitz; 8 multiplications with those by ±1, no vertex order under 7. See [`ACCUMULATE_PATTERN`] and [`ACCUMULATE_COST`].

# Panics
Panics unless `x` has length 2 and `y` has length 2.*/
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
fn accumulate_with_jacobian(
    x: &[f64],
    y: &mut [f64],
    scale: &mut f64,
) -> (f64, AccumulateJacobian) {
    let mut value_out: f64 = 0.0;
    let mut entries_out = [0.0; ACCUMULATE_NNZ];
    accumulate_with_jacobian_into(x, y, scale, &mut value_out, &mut entries_out);
    (
        value_out,
        ::jacobian_runtime::SparseJacobian::new(entries_out, &ACCUMULATE_PATTERN),
    )
}
/**The sparse Jacobian of `accumulate`.

Jacobian: 4 × 2, 5 entries by columns. Beyond the value: 2 operations, order enhanced_markowitz; 8 multiplications with those by ±1, no vertex order under 7. See [`ACCUMULATE_PATTERN`] and [`ACCUMULATE_COST`].

```text
##
#.
.#
#.
```

# Panics
Panics unless `x` has length 2 and `y` has length 2.*/
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
fn accumulate_jacobian(x: &[f64], y: &mut [f64], scale: &mut f64) -> AccumulateJacobian {
    let mut value_out: f64 = 0.0;
    let mut entries_out = [0.0; ACCUMULATE_NNZ];
    accumulate_with_jacobian_into(x, y, scale, &mut value_out, &mut entries_out);
    ::jacobian_runtime::SparseJacobian::new(entries_out, &ACCUMULATE_PATTERN)
}

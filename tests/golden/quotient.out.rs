fn quotient(x: f64, y: f64) -> (f64, f64) {
    let ratio = x / (y * y + 1.0);
    (ratio, ratio.sqrt() / y)
}
#[allow(deprecated, clippy::all, clippy::pedantic)]
const _: () = {
    let _ = quotient;
};
/**The number of structural entries of the Jacobian of [`quotient`].

Jacobian: 2 × 2, 4 entries by columns. Beyond the value: 12 operations, order reverse; 8 multiplications with those by ±1, no vertex order under 7.*/
#[allow(dead_code, deprecated)]
const QUOTIENT_NNZ: ::core::primitive::usize = 4;
/**The sparsity pattern of the Jacobian of [`quotient`]: structural entries only.

Columns: `x`, `y`.

Jacobian: 2 × 2, 4 entries by columns. Beyond the value: 12 operations, order reverse; 8 multiplications with those by ±1, no vertex order under 7.

```text
##
##
```*/
#[allow(dead_code, deprecated, long_running_const_eval)]
const QUOTIENT_PATTERN: ::jacobian_runtime::SparsityPattern = ::jacobian_runtime::SparsityPattern::new(
    2,
    2,
    ::jacobian_runtime::Layout::Csc,
    &[0, 2, 4],
    &[0, 1, 0, 1],
    &[0, 2, 4],
    &[0, 1, 0, 1],
);
/**What the Jacobian of [`quotient`] costs per call beyond the value.

Order: reverse. Elimination: 8 multiplications in all, 5 of them not by plus or minus one; operations executed, a fused multiply-add counted once: 5. The best greedy order is `markowitz` with 4 operations; no vertex order takes fewer than 7 multiplications in all.*/
#[allow(dead_code, deprecated)]
const QUOTIENT_COST: ::jacobian_runtime::Cost = ::jacobian_runtime::Cost {
    multiplications: 8,
    additions: 1,
    divisions: 3,
    elementals: 0,
    trivial: 3,
    literal: 0,
    loops: &[],
};
/**The entries of the Jacobian of [`quotient`] that never vary; zero where an entry does.

Jacobian: 2 × 2, 4 entries by columns. Beyond the value: 12 operations, order reverse; 8 multiplications with those by ±1, no vertex order under 7.*/
#[allow(dead_code, deprecated, clippy::all, clippy::pedantic)]
const QUOTIENT_TEMPLATE: [::core::primitive::f64; QUOTIENT_NNZ] = [
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
];
/**The Jacobian of [`quotient`], by value.

Jacobian: 2 × 2, 4 entries by columns. Beyond the value: 12 operations, order reverse; 8 multiplications with those by ±1, no vertex order under 7. See [`QUOTIENT_PATTERN`] and [`QUOTIENT_COST`].

```text
##
##
```*/
#[allow(dead_code, deprecated)]
type QuotientJacobian = ::jacobian_runtime::SparseJacobian<
    ::core::primitive::f64,
    2,
    2,
    QUOTIENT_NNZ,
>;
/**Writes the value of `quotient` and the entries of its Jacobian that vary; the others are those of the template.

Jacobian: 2 × 2, 4 entries by columns. Beyond the value: 12 operations, order reverse; 8 multiplications with those by ±1, no vertex order under 7. See [`QUOTIENT_PATTERN`] and [`QUOTIENT_COST`].*/
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
fn quotient_update_into(
    x: f64,
    y: f64,
    value_out: &mut (f64, f64),
    entries_out: &mut [::core::primitive::f64; QUOTIENT_NNZ],
) {
    use ::jacobian_runtime::__private as __elemental;
    ::jacobian_runtime::__fma_fn!(auto, __fma, ::core::primitive::f64);
    let __v1 = y;
    let __v2 = __v1 * __v1;
    let __v4 = __v2 + 1.0_f64;
    let __v10 = 1.0 / __v4;
    let __v0 = x;
    let __v5 = __v0 / __v4;
    let __v6 = __v5.sqrt();
    let __v14 = 0.5_f64 / __v6;
    let __v15 = 1.0 / __v1;
    let __a0 = __v14 * __v15;
    __elemental::store(entries_out, 0, [__v10, __v10 * __a0]);
    value_out.0 = __v5;
    let __v9 = 2.0_f64 * __v1;
    let __v11 = __v5 * __v10;
    let __v7 = __v6 / __v1;
    let __v16 = __v7 * __v15;
    let __a1 = __v11 * __a0;
    __elemental::store(entries_out, 2, [-__v9 * __v11, __fma(-__v9, __a1, -__v16)]);
    value_out.1 = __v7;
}
/**Writes the value of `quotient` and every entry of its Jacobian, in the order of the pattern.

Jacobian: 2 × 2, 4 entries by columns. Beyond the value: 12 operations, order reverse; 8 multiplications with those by ±1, no vertex order under 7. See [`QUOTIENT_PATTERN`] and [`QUOTIENT_COST`].*/
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
fn quotient_with_jacobian_into(
    x: f64,
    y: f64,
    value_out: &mut (f64, f64),
    entries_out: &mut [::core::primitive::f64; QUOTIENT_NNZ],
) {
    quotient_update_into(x, y, value_out, entries_out)
}
/**The value of `quotient` and its sparse Jacobian.

Jacobian: 2 × 2, 4 entries by columns. Beyond the value: 12 operations, order reverse; 8 multiplications with those by ±1, no vertex order under 7. See [`QUOTIENT_PATTERN`] and [`QUOTIENT_COST`].*/
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
fn quotient_with_jacobian(x: f64, y: f64) -> ((f64, f64), QuotientJacobian) {
    let mut value_out: (f64, f64) = (0.0, 0.0);
    let mut entries_out = [0.0; QUOTIENT_NNZ];
    quotient_with_jacobian_into(x, y, &mut value_out, &mut entries_out);
    (value_out, ::jacobian_runtime::SparseJacobian::new(entries_out, &QUOTIENT_PATTERN))
}
/**The sparse Jacobian of `quotient`.

Jacobian: 2 × 2, 4 entries by columns. Beyond the value: 12 operations, order reverse; 8 multiplications with those by ±1, no vertex order under 7. See [`QUOTIENT_PATTERN`] and [`QUOTIENT_COST`].

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
fn quotient_jacobian(x: f64, y: f64) -> QuotientJacobian {
    let mut value_out: (f64, f64) = (0.0, 0.0);
    let mut entries_out = [0.0; QUOTIENT_NNZ];
    quotient_with_jacobian_into(x, y, &mut value_out, &mut entries_out);
    ::jacobian_runtime::SparseJacobian::new(entries_out, &QUOTIENT_PATTERN)
}

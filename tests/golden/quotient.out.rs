fn quotient(x: f64, y: f64) -> (f64, f64) {
    let ratio = x / (y * y + 1.0);
    (ratio, ratio.sqrt() / y)
}
#[allow(deprecated, clippy::all, clippy::pedantic)]
const _: () = {
    let _ = quotient;
};
///The number of structural entries of the Jacobian of [`quotient`].
#[allow(dead_code, deprecated)]
const QUOTIENT_NNZ: ::core::primitive::usize = 4;
/**The sparsity pattern of the Jacobian of [`quotient`]: structural entries only.

Columns: `x`, `y`.*/
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
};
///The entries of the Jacobian of [`quotient`] that never vary; zero where an entry does.
#[allow(dead_code, deprecated, clippy::all, clippy::pedantic)]
const QUOTIENT_TEMPLATE: [::core::primitive::f64; QUOTIENT_NNZ] = [
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
];
///The Jacobian of [`quotient`], by value.
#[allow(dead_code, deprecated)]
type QuotientJacobian = ::jacobian_runtime::SparseJacobian<
    ::core::primitive::f64,
    2,
    2,
    QUOTIENT_NNZ,
>;
///Writes the value of `quotient` and the entries of its Jacobian that vary; the others are those of the template.
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
    value: &mut (f64, f64),
    entries: &mut [::core::primitive::f64; QUOTIENT_NNZ],
) {
    use ::jacobian_runtime::__private as __elemental;
    ::jacobian_runtime::__fma_fn!(auto, __fma, ::core::primitive::f64);
    let v1 = y;
    let v2 = v1 * v1;
    let v4 = v2 + 1.0_f64;
    let v10 = 1.0 / v4;
    let v0 = x;
    let v5 = v0 / v4;
    let v6 = v5.sqrt();
    let v14 = 0.5_f64 / v6;
    let v15 = 1.0 / v1;
    let a0 = v14 * v15;
    __elemental::store(entries, 0, [v10, v10 * a0]);
    value.0 = v5;
    let v9 = 2.0_f64 * v1;
    let v11 = v5 * v10;
    let v7 = v6 / v1;
    let v16 = v7 * v15;
    let a1 = v11 * a0;
    __elemental::store(entries, 2, [-v9 * v11, __fma(-v9, a1, -v16)]);
    value.1 = v7;
}
///Writes the value of `quotient` and every entry of its Jacobian, in the order of the pattern.
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
    value: &mut (f64, f64),
    entries: &mut [::core::primitive::f64; QUOTIENT_NNZ],
) {
    quotient_update_into(x, y, value, entries)
}
///The value of `quotient` and its sparse Jacobian.
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
    let mut value: (f64, f64) = (0.0, 0.0);
    let mut entries = [0.0; QUOTIENT_NNZ];
    quotient_with_jacobian_into(x, y, &mut value, &mut entries);
    (value, ::jacobian_runtime::SparseJacobian::new(entries, &QUOTIENT_PATTERN))
}
///The sparse Jacobian of `quotient`.
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
    let mut value: (f64, f64) = (0.0, 0.0);
    let mut entries = [0.0; QUOTIENT_NNZ];
    quotient_with_jacobian_into(x, y, &mut value, &mut entries);
    ::jacobian_runtime::SparseJacobian::new(entries, &QUOTIENT_PATTERN)
}

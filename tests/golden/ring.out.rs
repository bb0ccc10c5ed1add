pub(crate) fn ring(x: &[f64; 4]) -> [f64; 4] {
    const N: usize = 4;
    const H: f64 = 0.25;
    let mut y = [0.0; N];
    for i in 0..N {
        y[i] = (x[(i + 1) % N] - x[i]) / H;
        if i > 1 {
            y[i] *= x[i];
        }
    }
    y
}
#[allow(deprecated, clippy::all, clippy::pedantic)]
const _: () = {
    let _ = ring;
};
/**The number of structural entries of the Jacobian of [`ring`].

Jacobian: 4 × 4, 8 entries by rows. Beyond the value: 4 operations, order enhanced_markowitz; 12 multiplications with those by ±1, no vertex order under 10.*/
#[allow(dead_code, deprecated)]
pub(crate) const RING_NNZ: ::core::primitive::usize = 8;
/**The sparsity pattern of the Jacobian of [`ring`]: structural entries only.

Columns: `x`.

Jacobian: 4 × 4, 8 entries by rows. Beyond the value: 4 operations, order enhanced_markowitz; 12 multiplications with those by ±1, no vertex order under 10.

```text
##..
.##.
..##
#..#
```*/
#[allow(dead_code, deprecated, long_running_const_eval)]
pub(crate) const RING_PATTERN: ::jacobian_runtime::SparsityPattern = ::jacobian_runtime::SparsityPattern::new(
    4,
    4,
    ::jacobian_runtime::Layout::Csr,
    &[0, 2, 4, 6, 8],
    &[0, 3, 0, 1, 1, 2, 2, 3],
    &[0, 2, 4, 6, 8],
    &[0, 1, 1, 2, 2, 3, 0, 3],
);
/**What the Jacobian of [`ring`] costs per call beyond the value.

Order: enhanced_markowitz, improved by up to 5000 moves for time. Elimination: 12 multiplications in all, 4 of them not by plus or minus one; operations executed, a fused multiply-add counted once: 4. The best greedy order is `forward` with 4 operations; no vertex order takes fewer than 10 multiplications in all.*/
#[allow(dead_code, deprecated)]
pub(crate) const RING_COST: ::jacobian_runtime::Cost = ::jacobian_runtime::Cost {
    multiplications: 2,
    additions: 2,
    divisions: 0,
    elementals: 0,
    trivial: 8,
    literal: 0,
    loops: &[],
};
/**The entries of the Jacobian of [`ring`] that never vary; zero where an entry does.

Jacobian: 4 × 4, 8 entries by rows. Beyond the value: 4 operations, order enhanced_markowitz; 12 multiplications with those by ±1, no vertex order under 10.*/
#[allow(dead_code, deprecated, clippy::all, clippy::pedantic)]
pub(crate) const RING_TEMPLATE: [::core::primitive::f64; RING_NNZ] = [
    (-4.0_f64),
    4.0_f64,
    (-4.0_f64),
    4.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
];
/**The Jacobian of [`ring`], by value.

Jacobian: 4 × 4, 8 entries by rows. Beyond the value: 4 operations, order enhanced_markowitz; 12 multiplications with those by ±1, no vertex order under 10. See [`RING_PATTERN`] and [`RING_COST`].

```text
##..
.##.
..##
#..#
```*/
#[allow(dead_code, deprecated)]
pub(crate) type RingJacobian = ::jacobian_runtime::SparseJacobian<
    ::core::primitive::f64,
    4,
    4,
    RING_NNZ,
>;
/**Writes the value of `ring` and the entries of its Jacobian that vary; the others are those of the template.

Jacobian: 4 × 4, 8 entries by rows. Beyond the value: 4 operations, order enhanced_markowitz; 12 multiplications with those by ±1, no vertex order under 10. See [`RING_PATTERN`] and [`RING_COST`].*/
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
pub(crate) fn ring_update_into(
    x: &[f64; 4],
    value_out: &mut [f64; 4],
    entries_out: &mut [::core::primitive::f64; RING_NNZ],
) {
    const N: usize = 4;
    const H: f64 = 0.25;
    use ::jacobian_runtime::__private as __elemental;
    ::jacobian_runtime::__fma_fn!(auto, __fma, ::core::primitive::f64);
    let __v1 = x[1];
    let __v0 = x[0];
    let __v6 = __v1 - __v0;
    let __v7 = __v6 / 0.25_f64;
    value_out[0] = __v7;
    let __v2 = x[2];
    let __v8 = __v2 - __v1;
    let __v9 = __v8 / 0.25_f64;
    value_out[1] = __v9;
    let __v3 = x[3];
    let __v10 = __v3 - __v2;
    let __v11 = __v10 / 0.25_f64;
    let __v12 = __v11 * __v2;
    value_out[2] = __v12;
    let __a0 = 4.0_f64 * __v2;
    __elemental::store(entries_out, 4, [__v11 - __a0, __a0]);
    let __v13 = __v0 - __v3;
    let __v14 = __v13 / 0.25_f64;
    let __v15 = __v14 * __v3;
    value_out[3] = __v15;
    let __a1 = 4.0_f64 * __v3;
    __elemental::store(entries_out, 6, [__a1, __v14 - __a1]);
}
/**Writes the value of `ring` and every entry of its Jacobian, in the order of the pattern.

Jacobian: 4 × 4, 8 entries by rows. Beyond the value: 4 operations, order enhanced_markowitz; 12 multiplications with those by ±1, no vertex order under 10. See [`RING_PATTERN`] and [`RING_COST`].*/
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
pub(crate) fn ring_with_jacobian_into(
    x: &[f64; 4],
    value_out: &mut [f64; 4],
    entries_out: &mut [::core::primitive::f64; RING_NNZ],
) {
    entries_out[0] = (-4.0_f64);
    entries_out[1] = 4.0_f64;
    entries_out[2] = (-4.0_f64);
    entries_out[3] = 4.0_f64;
    ring_update_into(x, value_out, entries_out)
}
/**The value of `ring` and its sparse Jacobian.

Jacobian: 4 × 4, 8 entries by rows. Beyond the value: 4 operations, order enhanced_markowitz; 12 multiplications with those by ±1, no vertex order under 10. See [`RING_PATTERN`] and [`RING_COST`].*/
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
pub(crate) fn ring_with_jacobian(x: &[f64; 4]) -> ([f64; 4], RingJacobian) {
    let mut value_out: [f64; 4] = [0.0; 4];
    let mut entries_out = [0.0; RING_NNZ];
    ring_with_jacobian_into(x, &mut value_out, &mut entries_out);
    (value_out, ::jacobian_runtime::SparseJacobian::new(entries_out, &RING_PATTERN))
}
/**The sparse Jacobian of `ring`.

Jacobian: 4 × 4, 8 entries by rows. Beyond the value: 4 operations, order enhanced_markowitz; 12 multiplications with those by ±1, no vertex order under 10. See [`RING_PATTERN`] and [`RING_COST`].

```text
##..
.##.
..##
#..#
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
pub(crate) fn ring_jacobian(x: &[f64; 4]) -> RingJacobian {
    let mut value_out: [f64; 4] = [0.0; 4];
    let mut entries_out = [0.0; RING_NNZ];
    ring_with_jacobian_into(x, &mut value_out, &mut entries_out);
    ::jacobian_runtime::SparseJacobian::new(entries_out, &RING_PATTERN)
}

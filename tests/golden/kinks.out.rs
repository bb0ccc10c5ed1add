fn kinks(a: f32, b: f32) -> [f32; 4] {
    [a.min(b), (a * b).abs(), a.clamp(-1.0, 1.0) + b.floor(), b.rem_euclid(2.0)]
}
#[allow(deprecated, clippy::all, clippy::pedantic)]
const _: () = {
    let _ = kinks;
};
/**The number of structural entries of the Jacobian of [`kinks`].

Jacobian: 4 × 2, 6 entries by columns. Beyond the value: 6 operations, order enhanced_markowitz; 3 multiplications with those by ±1, no vertex order under 3.*/
#[allow(dead_code, deprecated)]
const KINKS_NNZ: ::core::primitive::usize = 6;
/**The sparsity pattern of the Jacobian of [`kinks`]: structural entries only.

Columns: `a`, `b`.

Jacobian: 4 × 2, 6 entries by columns. Beyond the value: 6 operations, order enhanced_markowitz; 3 multiplications with those by ±1, no vertex order under 3.

```text
##
##
#.
.#
```*/
#[allow(dead_code, deprecated, long_running_const_eval)]
const KINKS_PATTERN: ::jacobian_runtime::SparsityPattern = ::jacobian_runtime::SparsityPattern::new(
    4,
    2,
    ::jacobian_runtime::Layout::Csc,
    &[0, 3, 6],
    &[0, 1, 2, 0, 1, 3],
    &[0, 2, 4, 5, 6],
    &[0, 1, 0, 1, 0, 1],
);
/**What the Jacobian of [`kinks`] costs per call beyond the value.

Order: enhanced_markowitz, improved by up to 5000 moves for time. Elimination: 3 multiplications in all, 2 of them not by plus or minus one; operations executed, a fused multiply-add counted once: 2. The best greedy order is `forward` with 2 operations; no vertex order takes fewer than 3 multiplications in all.*/
#[allow(dead_code, deprecated)]
const KINKS_COST: ::jacobian_runtime::Cost = ::jacobian_runtime::Cost {
    multiplications: 2,
    additions: 0,
    divisions: 0,
    elementals: 4,
    trivial: 1,
    literal: 0,
    loops: &[],
};
/**The entries of the Jacobian of [`kinks`] that never vary; zero where an entry does.

Jacobian: 4 × 2, 6 entries by columns. Beyond the value: 6 operations, order enhanced_markowitz; 3 multiplications with those by ±1, no vertex order under 3.*/
#[allow(dead_code, deprecated, clippy::all, clippy::pedantic)]
const KINKS_TEMPLATE: [::core::primitive::f32; KINKS_NNZ] = [
    0.0_f32,
    0.0_f32,
    0.0_f32,
    0.0_f32,
    0.0_f32,
    1.0_f32,
];
/**The Jacobian of [`kinks`], by value.

Jacobian: 4 × 2, 6 entries by columns. Beyond the value: 6 operations, order enhanced_markowitz; 3 multiplications with those by ±1, no vertex order under 3. See [`KINKS_PATTERN`] and [`KINKS_COST`].

```text
##
##
#.
.#
```*/
#[allow(dead_code, deprecated)]
type KinksJacobian = ::jacobian_runtime::SparseJacobian<
    ::core::primitive::f32,
    4,
    2,
    KINKS_NNZ,
>;
/**Writes the value of `kinks` and the entries of its Jacobian that vary; the others are those of the template.

Jacobian: 4 × 2, 6 entries by columns. Beyond the value: 6 operations, order enhanced_markowitz; 3 multiplications with those by ±1, no vertex order under 3. See [`KINKS_PATTERN`] and [`KINKS_COST`].*/
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
fn kinks_update_into(
    a: f32,
    b: f32,
    value_out: &mut [f32; 4],
    entries_out: &mut [::core::primitive::f32; KINKS_NNZ],
) {
    use ::jacobian_runtime::__private as __elemental;
    ::jacobian_runtime::__fma_fn!(auto, __fma, ::core::primitive::f32);
    let __v0 = a;
    let __v1 = b;
    let __v12 = __elemental::min_first(__v0, __v1);
    entries_out[0] = __v12;
    let __v3 = __v0 * __v1;
    let __v14 = __elemental::abs_partial(__v3);
    entries_out[1] = __v1 * __v14;
    let __v15 = __elemental::clamp_inside(__v0, (-1.0_f32), 1.0_f32);
    entries_out[2] = __v15;
    let __v2 = __v0.min(__v1);
    value_out[0] = __v2;
    let __v4 = __v3.abs();
    value_out[1] = __v4;
    let __v13 = __elemental::min_second(__v0, __v1);
    entries_out[3] = __v13;
    entries_out[4] = __v0 * __v14;
    let __v7 = __v0.clamp((-1.0_f32), 1.0_f32);
    let __v8 = __v1.floor();
    let __v9 = __v7 + __v8;
    value_out[2] = __v9;
    let __v11 = __v1.rem_euclid(2.0_f32);
    value_out[3] = __v11;
}
/**Writes the value of `kinks` and every entry of its Jacobian, in the order of the pattern.

Jacobian: 4 × 2, 6 entries by columns. Beyond the value: 6 operations, order enhanced_markowitz; 3 multiplications with those by ±1, no vertex order under 3. See [`KINKS_PATTERN`] and [`KINKS_COST`].*/
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
fn kinks_with_jacobian_into(
    a: f32,
    b: f32,
    value_out: &mut [f32; 4],
    entries_out: &mut [::core::primitive::f32; KINKS_NNZ],
) {
    entries_out[5] = 1.0_f32;
    kinks_update_into(a, b, value_out, entries_out)
}
/**The value of `kinks` and its sparse Jacobian.

Jacobian: 4 × 2, 6 entries by columns. Beyond the value: 6 operations, order enhanced_markowitz; 3 multiplications with those by ±1, no vertex order under 3. See [`KINKS_PATTERN`] and [`KINKS_COST`].*/
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
fn kinks_with_jacobian(a: f32, b: f32) -> ([f32; 4], KinksJacobian) {
    let mut value_out: [f32; 4] = [0.0; 4];
    let mut entries_out = [0.0; KINKS_NNZ];
    kinks_with_jacobian_into(a, b, &mut value_out, &mut entries_out);
    (value_out, ::jacobian_runtime::SparseJacobian::new(entries_out, &KINKS_PATTERN))
}
/**The sparse Jacobian of `kinks`.

Jacobian: 4 × 2, 6 entries by columns. Beyond the value: 6 operations, order enhanced_markowitz; 3 multiplications with those by ±1, no vertex order under 3. See [`KINKS_PATTERN`] and [`KINKS_COST`].

```text
##
##
#.
.#
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
fn kinks_jacobian(a: f32, b: f32) -> KinksJacobian {
    let mut value_out: [f32; 4] = [0.0; 4];
    let mut entries_out = [0.0; KINKS_NNZ];
    kinks_with_jacobian_into(a, b, &mut value_out, &mut entries_out);
    ::jacobian_runtime::SparseJacobian::new(entries_out, &KINKS_PATTERN)
}

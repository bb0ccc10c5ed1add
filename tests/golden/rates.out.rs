fn rates(x: &[f64; 2], model: &Model, t: f64) -> [f64; 2] {
    let speed = model.rate(t);
    let mut limit = 1.0;
    if speed > limit {
        limit = speed;
    }
    assert!(x[0] < limit, "out of range: {}", x[0]);
    [x[0] * speed + model.offset, x[1].powi(model.order) * limit]
}
#[allow(deprecated, clippy::all, clippy::pedantic)]
const _: () = {
    let _ = rates;
};
/**The number of structural entries of the Jacobian of [`rates`].

Jacobian: 2 × 2, 2 entries by columns. Beyond the value: 2 operations, order enhanced_markowitz; 2 multiplications with those by ±1, no vertex order under 2.*/
#[allow(dead_code, deprecated)]
const RATES_NNZ: ::core::primitive::usize = 2;
/**The sparsity pattern of the Jacobian of [`rates`]: structural entries only.

Columns: `x`.

Jacobian: 2 × 2, 2 entries by columns. Beyond the value: 2 operations, order enhanced_markowitz; 2 multiplications with those by ±1, no vertex order under 2.

```text
#.
.#
```*/
#[allow(dead_code, deprecated, long_running_const_eval)]
const RATES_PATTERN: ::jacobian_runtime::SparsityPattern = ::jacobian_runtime::SparsityPattern::new(
    2,
    2,
    ::jacobian_runtime::Layout::Csc,
    &[0, 1, 2],
    &[0, 1],
    &[0, 1, 2],
    &[0, 1],
);
/**What the Jacobian of [`rates`] costs per call beyond the value.

Order: enhanced_markowitz, improved by up to 5000 moves for time. Elimination: 2 multiplications in all, 1 of them not by plus or minus one; operations executed, a fused multiply-add counted once: 1. The best greedy order is `forward` with 1 operations; no vertex order takes fewer than 2 multiplications in all.*/
#[allow(dead_code, deprecated)]
const RATES_COST: ::jacobian_runtime::Cost = ::jacobian_runtime::Cost {
    multiplications: 1,
    additions: 0,
    divisions: 0,
    elementals: 1,
    trivial: 1,
    literal: 0,
    loops: &[],
};
/**The entries of the Jacobian of [`rates`] that never vary; zero where an entry does.

Jacobian: 2 × 2, 2 entries by columns. Beyond the value: 2 operations, order enhanced_markowitz; 2 multiplications with those by ±1, no vertex order under 2.*/
#[allow(dead_code, deprecated, clippy::all, clippy::pedantic)]
const RATES_TEMPLATE: [::core::primitive::f64; RATES_NNZ] = [0.0_f64, 0.0_f64];
/**The Jacobian of [`rates`], by value.

Jacobian: 2 × 2, 2 entries by columns. Beyond the value: 2 operations, order enhanced_markowitz; 2 multiplications with those by ±1, no vertex order under 2. See [`RATES_PATTERN`] and [`RATES_COST`].

```text
#.
.#
```*/
#[allow(dead_code, deprecated)]
type RatesJacobian = ::jacobian_runtime::SparseJacobian<
    ::core::primitive::f64,
    2,
    2,
    RATES_NNZ,
>;
/**Writes the value of `rates` and the entries of its Jacobian that vary; the others are those of the template.

Jacobian: 2 × 2, 2 entries by columns. Beyond the value: 2 operations, order enhanced_markowitz; 2 multiplications with those by ±1, no vertex order under 2. See [`RATES_PATTERN`] and [`RATES_COST`].*/
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
fn rates_update_into(
    x: &[f64; 2],
    model: &Model,
    t: f64,
    value_out: &mut [f64; 2],
    entries_out: &mut [::core::primitive::f64; RATES_NNZ],
) {
    use ::jacobian_runtime::__private as __elemental;
    ::jacobian_runtime::__fma_fn!(auto, __fma, ::core::primitive::f64);
    let __speed_1 = model.rate(t);
    let mut __limit_2 = 1.0_f64;
    if __speed_1 > __limit_2 {
        __limit_2 = __speed_1;
    }
    let __v0 = x[0];
    assert!(__v0 < __limit_2, "out of range: {}", __v0);
    let __v7: ::core::primitive::f64 = __elemental::scalar(__speed_1);
    let __v9: ::core::primitive::f64 = __elemental::scalar(model.offset);
    let __v11 = model.order;
    let __v13: ::core::primitive::f64 = __elemental::scalar(__limit_2);
    let __v8 = __v0 * __v7;
    let __v10 = __v8 + __v9;
    value_out[0] = __v10;
    let __v1 = x[1];
    let __v15 = __elemental::powi_partial(__v1, __v11);
    __elemental::store(entries_out, 0, [__v7, __v13 * __v15]);
    let __v12 = __v1.powi(__v11);
    let __v14 = __v12 * __v13;
    value_out[1] = __v14;
}
/**Writes the value of `rates` and every entry of its Jacobian, in the order of the pattern.

Jacobian: 2 × 2, 2 entries by columns. Beyond the value: 2 operations, order enhanced_markowitz; 2 multiplications with those by ±1, no vertex order under 2. See [`RATES_PATTERN`] and [`RATES_COST`].*/
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
fn rates_with_jacobian_into(
    x: &[f64; 2],
    model: &Model,
    t: f64,
    value_out: &mut [f64; 2],
    entries_out: &mut [::core::primitive::f64; RATES_NNZ],
) {
    rates_update_into(x, model, t, value_out, entries_out)
}
/**The value of `rates` and its sparse Jacobian.

Jacobian: 2 × 2, 2 entries by columns. Beyond the value: 2 operations, order enhanced_markowitz; 2 multiplications with those by ±1, no vertex order under 2. See [`RATES_PATTERN`] and [`RATES_COST`].*/
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
fn rates_with_jacobian(
    x: &[f64; 2],
    model: &Model,
    t: f64,
) -> ([f64; 2], RatesJacobian) {
    let mut value_out: [f64; 2] = [0.0; 2];
    let mut entries_out = [0.0; RATES_NNZ];
    rates_with_jacobian_into(x, model, t, &mut value_out, &mut entries_out);
    (value_out, ::jacobian_runtime::SparseJacobian::new(entries_out, &RATES_PATTERN))
}
/**The sparse Jacobian of `rates`.

Jacobian: 2 × 2, 2 entries by columns. Beyond the value: 2 operations, order enhanced_markowitz; 2 multiplications with those by ±1, no vertex order under 2. See [`RATES_PATTERN`] and [`RATES_COST`].

```text
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
fn rates_jacobian(x: &[f64; 2], model: &Model, t: f64) -> RatesJacobian {
    let mut value_out: [f64; 2] = [0.0; 2];
    let mut entries_out = [0.0; RATES_NNZ];
    rates_with_jacobian_into(x, model, t, &mut value_out, &mut entries_out);
    ::jacobian_runtime::SparseJacobian::new(entries_out, &RATES_PATTERN)
}

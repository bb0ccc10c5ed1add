pub fn pendulum(state: [f64; 2], damping: f64) -> [f64; 2] {
    let [angle, rate] = state;
    [rate, -angle.sin() - damping * rate]
}
#[allow(deprecated, clippy::all, clippy::pedantic)]
const _: () = {
    let _ = pendulum;
};
/**The number of structural entries of the Jacobian of [`pendulum`].

Jacobian: 2 × 2, 3 entries by columns. Beyond the value: 1 operation, order enhanced_markowitz; 3 multiplications with those by ±1, no vertex order under 3.*/
#[allow(dead_code, deprecated)]
pub const PENDULUM_NNZ: ::core::primitive::usize = 3;
/**The sparsity pattern of the Jacobian of [`pendulum`]: structural entries only.

Columns: `state`.

Jacobian: 2 × 2, 3 entries by columns. Beyond the value: 1 operation, order enhanced_markowitz; 3 multiplications with those by ±1, no vertex order under 3.

```text
.#
##
```*/
#[allow(dead_code, deprecated, long_running_const_eval)]
pub const PENDULUM_PATTERN: ::jacobian_runtime::SparsityPattern = ::jacobian_runtime::SparsityPattern::new(
    2,
    2,
    ::jacobian_runtime::Layout::Csc,
    &[0, 1, 3],
    &[1, 0, 1],
    &[0, 1, 3],
    &[1, 0, 1],
);
/**What the Jacobian of [`pendulum`] costs per call beyond the value.

Order: enhanced_markowitz, improved by up to 5000 moves for time. Elimination: 3 multiplications in all, 0 of them not by plus or minus one; operations executed, a fused multiply-add counted once: 0. The best greedy order is `forward` with 0 operations; no vertex order takes fewer than 3 multiplications in all.*/
#[allow(dead_code, deprecated)]
pub const PENDULUM_COST: ::jacobian_runtime::Cost = ::jacobian_runtime::Cost {
    multiplications: 0,
    additions: 0,
    divisions: 0,
    elementals: 1,
    trivial: 3,
    literal: 0,
    loops: &[],
};
/**The entries of the Jacobian of [`pendulum`] that never vary; zero where an entry does.

Jacobian: 2 × 2, 3 entries by columns. Beyond the value: 1 operation, order enhanced_markowitz; 3 multiplications with those by ±1, no vertex order under 3.*/
#[allow(dead_code, deprecated, clippy::all, clippy::pedantic)]
pub const PENDULUM_TEMPLATE: [::core::primitive::f64; PENDULUM_NNZ] = [
    0.0_f64,
    1.0_f64,
    0.0_f64,
];
/**The Jacobian of [`pendulum`], by value.

Jacobian: 2 × 2, 3 entries by columns. Beyond the value: 1 operation, order enhanced_markowitz; 3 multiplications with those by ±1, no vertex order under 3. See [`PENDULUM_PATTERN`] and [`PENDULUM_COST`].

```text
.#
##
```*/
#[allow(dead_code, deprecated)]
pub type PendulumJacobian = ::jacobian_runtime::SparseJacobian<
    ::core::primitive::f64,
    2,
    2,
    PENDULUM_NNZ,
>;
/**Writes the value of `pendulum` and the entries of its Jacobian that vary; the others are those of the template.

Jacobian: 2 × 2, 3 entries by columns. Beyond the value: 1 operation, order enhanced_markowitz; 3 multiplications with those by ±1, no vertex order under 3. See [`PENDULUM_PATTERN`] and [`PENDULUM_COST`].*/
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
pub fn pendulum_update_into(
    state: [f64; 2],
    damping: f64,
    value_out: &mut [f64; 2],
    entries_out: &mut [::core::primitive::f64; PENDULUM_NNZ],
) {
    use ::jacobian_runtime::__private as __elemental;
    ::jacobian_runtime::__fma_fn!(auto, __fma, ::core::primitive::f64);
    let __v4: ::core::primitive::f64 = __elemental::scalar(damping);
    let __v0 = state[0];
    let __v7 = __elemental::cos(__v0);
    entries_out[0] = -__v7;
    let __v1 = state[1];
    value_out[0] = __v1;
    entries_out[2] = -__v4;
    let __v2 = __v0.sin();
    let __v3 = -__v2;
    let __v5 = __v4 * __v1;
    let __v6 = __v3 - __v5;
    value_out[1] = __v6;
}
/**Writes the value of `pendulum` and every entry of its Jacobian, in the order of the pattern.

Jacobian: 2 × 2, 3 entries by columns. Beyond the value: 1 operation, order enhanced_markowitz; 3 multiplications with those by ±1, no vertex order under 3. See [`PENDULUM_PATTERN`] and [`PENDULUM_COST`].*/
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
pub fn pendulum_with_jacobian_into(
    state: [f64; 2],
    damping: f64,
    value_out: &mut [f64; 2],
    entries_out: &mut [::core::primitive::f64; PENDULUM_NNZ],
) {
    entries_out[1] = 1.0_f64;
    pendulum_update_into(state, damping, value_out, entries_out)
}
/**The value of `pendulum` and its sparse Jacobian.

Jacobian: 2 × 2, 3 entries by columns. Beyond the value: 1 operation, order enhanced_markowitz; 3 multiplications with those by ±1, no vertex order under 3. See [`PENDULUM_PATTERN`] and [`PENDULUM_COST`].*/
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
pub fn pendulum_with_jacobian(
    state: [f64; 2],
    damping: f64,
) -> ([f64; 2], PendulumJacobian) {
    let mut value_out: [f64; 2] = [0.0; 2];
    let mut entries_out = [0.0; PENDULUM_NNZ];
    pendulum_with_jacobian_into(state, damping, &mut value_out, &mut entries_out);
    (value_out, ::jacobian_runtime::SparseJacobian::new(entries_out, &PENDULUM_PATTERN))
}
/**The sparse Jacobian of `pendulum`.

Jacobian: 2 × 2, 3 entries by columns. Beyond the value: 1 operation, order enhanced_markowitz; 3 multiplications with those by ±1, no vertex order under 3. See [`PENDULUM_PATTERN`] and [`PENDULUM_COST`].

```text
.#
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
pub fn pendulum_jacobian(state: [f64; 2], damping: f64) -> PendulumJacobian {
    let mut value_out: [f64; 2] = [0.0; 2];
    let mut entries_out = [0.0; PENDULUM_NNZ];
    pendulum_with_jacobian_into(state, damping, &mut value_out, &mut entries_out);
    ::jacobian_runtime::SparseJacobian::new(entries_out, &PENDULUM_PATTERN)
}

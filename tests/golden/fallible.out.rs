pub fn fallible(x: &[f64; 2], t: f64) -> Result<f64, RangeError> {
    let k = lookup(t)?;
    if k < 0.0 {
        return Err(RangeError);
    }
    Ok(x[0].powf(x[1]) * k)
}
#[allow(deprecated, clippy::all, clippy::pedantic)]
const _: () = {
    let _ = fallible;
};
/**The number of structural entries of the Jacobian of [`fallible`].

Jacobian: 1 × 2, 2 entries by columns. Beyond the value: 5 operations, order enhanced_markowitz; 2 multiplications with those by ±1, no vertex order under 2.*/
#[allow(dead_code, deprecated)]
pub const FALLIBLE_NNZ: ::core::primitive::usize = 2;
/**The sparsity pattern of the Jacobian of [`fallible`]: structural entries only.

Columns: `x`.

Jacobian: 1 × 2, 2 entries by columns. Beyond the value: 5 operations, order enhanced_markowitz; 2 multiplications with those by ±1, no vertex order under 2.

```text
##
```*/
#[allow(dead_code, deprecated, long_running_const_eval)]
pub const FALLIBLE_PATTERN: ::jacobian_runtime::SparsityPattern = ::jacobian_runtime::SparsityPattern::new(
    1,
    2,
    ::jacobian_runtime::Layout::Csc,
    &[0, 1, 2],
    &[0, 0],
    &[0, 2],
    &[0, 1],
);
/**What the Jacobian of [`fallible`] costs per call beyond the value.

Order: enhanced_markowitz, improved by up to 5000 moves for time. Elimination: 2 multiplications in all, 2 of them not by plus or minus one; operations executed, a fused multiply-add counted once: 2. The best greedy order is `forward` with 2 operations; no vertex order takes fewer than 2 multiplications in all.*/
#[allow(dead_code, deprecated)]
pub const FALLIBLE_COST: ::jacobian_runtime::Cost = ::jacobian_runtime::Cost {
    multiplications: 3,
    additions: 0,
    divisions: 0,
    elementals: 2,
    trivial: 0,
    literal: 0,
    loops: &[],
};
/**The entries of the Jacobian of [`fallible`] that never vary; zero where an entry does.

Jacobian: 1 × 2, 2 entries by columns. Beyond the value: 5 operations, order enhanced_markowitz; 2 multiplications with those by ±1, no vertex order under 2.*/
#[allow(dead_code, deprecated, clippy::all, clippy::pedantic)]
pub const FALLIBLE_TEMPLATE: [::core::primitive::f64; FALLIBLE_NNZ] = [0.0_f64, 0.0_f64];
/**The Jacobian of [`fallible`], by value.

Jacobian: 1 × 2, 2 entries by columns. Beyond the value: 5 operations, order enhanced_markowitz; 2 multiplications with those by ±1, no vertex order under 2. See [`FALLIBLE_PATTERN`] and [`FALLIBLE_COST`].

```text
##
```*/
#[allow(dead_code, deprecated)]
pub type FallibleJacobian = ::jacobian_runtime::SparseJacobian<
    ::core::primitive::f64,
    1,
    2,
    FALLIBLE_NNZ,
>;
/**Writes the value of `fallible` and the entries of its Jacobian that vary; the others are those of the template.

Jacobian: 1 × 2, 2 entries by columns. Beyond the value: 5 operations, order enhanced_markowitz; 2 multiplications with those by ±1, no vertex order under 2. See [`FALLIBLE_PATTERN`] and [`FALLIBLE_COST`].*/
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
pub fn fallible_update_into(
    x: &[f64; 2],
    t: f64,
    value_out: &mut f64,
    entries_out: &mut [::core::primitive::f64; FALLIBLE_NNZ],
) -> Result<(), RangeError> {
    use ::jacobian_runtime::__private as __elemental;
    ::jacobian_runtime::__fma_fn!(auto, __fma, ::core::primitive::f64);
    let __k_1 = lookup(t)?;
    if __k_1 < 0.0 {
        return Err(RangeError);
    }
    let __v5: ::core::primitive::f64 = __elemental::scalar(__k_1);
    let __v1 = x[1];
    let __v0 = x[0];
    let __v4 = __v0.powf(__v1);
    let [__v9] = __elemental::calls::lower_power([__v0], [__v1], [__v4]);
    let __v10 = __elemental::masked(__v1, __v9);
    let __v11 = __elemental::powf_exponent_partial(__v0, __v4);
    __elemental::store(entries_out, 0, [__v5 * __v10, __v5 * __v11]);
    let __v6 = __v4 * __v5;
    *value_out = __v6;
    ::core::result::Result::Ok(())
}
/**Writes the value of `fallible` and every entry of its Jacobian, in the order of the pattern.

Jacobian: 1 × 2, 2 entries by columns. Beyond the value: 5 operations, order enhanced_markowitz; 2 multiplications with those by ±1, no vertex order under 2. See [`FALLIBLE_PATTERN`] and [`FALLIBLE_COST`].*/
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
pub fn fallible_with_jacobian_into(
    x: &[f64; 2],
    t: f64,
    value_out: &mut f64,
    entries_out: &mut [::core::primitive::f64; FALLIBLE_NNZ],
) -> Result<(), RangeError> {
    fallible_update_into(x, t, value_out, entries_out)
}
/**The value of `fallible` and its sparse Jacobian.

Jacobian: 1 × 2, 2 entries by columns. Beyond the value: 5 operations, order enhanced_markowitz; 2 multiplications with those by ±1, no vertex order under 2. See [`FALLIBLE_PATTERN`] and [`FALLIBLE_COST`].*/
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
pub fn fallible_with_jacobian(
    x: &[f64; 2],
    t: f64,
) -> Result<(f64, FallibleJacobian), RangeError> {
    let mut value_out: f64 = 0.0;
    let mut entries_out = [0.0; FALLIBLE_NNZ];
    fallible_with_jacobian_into(x, t, &mut value_out, &mut entries_out)?;
    ::core::result::Result::Ok((
        value_out,
        ::jacobian_runtime::SparseJacobian::new(entries_out, &FALLIBLE_PATTERN),
    ))
}
/**The sparse Jacobian of `fallible`.

Jacobian: 1 × 2, 2 entries by columns. Beyond the value: 5 operations, order enhanced_markowitz; 2 multiplications with those by ±1, no vertex order under 2. See [`FALLIBLE_PATTERN`] and [`FALLIBLE_COST`].

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
pub fn fallible_jacobian(x: &[f64; 2], t: f64) -> Result<FallibleJacobian, RangeError> {
    let mut value_out: f64 = 0.0;
    let mut entries_out = [0.0; FALLIBLE_NNZ];
    fallible_with_jacobian_into(x, t, &mut value_out, &mut entries_out)?;
    ::core::result::Result::Ok(
        ::jacobian_runtime::SparseJacobian::new(entries_out, &FALLIBLE_PATTERN),
    )
}

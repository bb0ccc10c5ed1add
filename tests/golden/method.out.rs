#[inline]
pub fn gradient(&self, x: &[f64; Self::N]) -> [f64; 2] {
    let mut energy = 0.0;
    for i in 0..Self::N {
        energy += self.mass[i] * x[i] * x[i];
    }
    [energy, x[0] / 3.0 + x[0] / 3.0 + x[0] / 3.0 - x[0]]
}
/**The number of structural entries of the Jacobian of [`Self::gradient`].

Jacobian: 2 × 3, 3 entries by columns. Beyond the value: 3 operations, order enhanced_markowitz; 16 multiplications with those by ±1, no vertex order under 12.*/
#[allow(dead_code, deprecated)]
pub const FIELD_NNZ: ::core::primitive::usize = 3;
/**The sparsity pattern of the Jacobian of [`Self::gradient`]: structural entries only.

Columns: `x`.

Jacobian: 2 × 3, 3 entries by columns. Beyond the value: 3 operations, order enhanced_markowitz; 16 multiplications with those by ±1, no vertex order under 12.

```text
###
...
```*/
#[allow(dead_code, deprecated, long_running_const_eval)]
pub const FIELD_PATTERN: ::jacobian_runtime::SparsityPattern = ::jacobian_runtime::SparsityPattern::new(
    2,
    3,
    ::jacobian_runtime::Layout::Csc,
    &[0, 1, 2, 3],
    &[0, 0, 0],
    &[0, 3, 3],
    &[0, 1, 2],
);
/**What the Jacobian of [`Self::gradient`] costs per call beyond the value.

Order: enhanced_markowitz, improved by up to 5000 moves for time. Elimination: 16 multiplications in all, 4 of them not by plus or minus one; operations executed, a fused multiply-add counted once: 3. The best greedy order is `forward` with 3 operations; no vertex order takes fewer than 12 multiplications in all.*/
#[allow(dead_code, deprecated)]
pub const FIELD_COST: ::jacobian_runtime::Cost = ::jacobian_runtime::Cost {
    multiplications: 3,
    additions: 0,
    divisions: 0,
    elementals: 0,
    trivial: 12,
    literal: 1,
    loops: &[],
};
/**The entries of the Jacobian of [`Self::gradient`] that never vary; zero where an entry does.

Jacobian: 2 × 3, 3 entries by columns. Beyond the value: 3 operations, order enhanced_markowitz; 16 multiplications with those by ±1, no vertex order under 12.*/
#[allow(dead_code, deprecated, clippy::all, clippy::pedantic)]
pub const FIELD_TEMPLATE: [::core::primitive::f64; 3] = [0.0_f64, 0.0_f64, 0.0_f64];
#[inline]
/**Writes the value of `gradient` and the entries of its Jacobian that vary; the others are those of the template.

Jacobian: 2 × 3, 3 entries by columns. Beyond the value: 3 operations, order enhanced_markowitz; 16 multiplications with those by ±1, no vertex order under 12. See [`Self::FIELD_PATTERN`] and [`Self::FIELD_COST`].*/
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
pub fn field_update_into(
    &self,
    x: &[f64; Self::N],
    value_out: &mut [f64; 2],
    entries_out: &mut [::core::primitive::f64; 3],
) {
    let _ = Self::gradient;
    const {
        ::core::assert!(Self::N == 3, "`const(Self::N = 3)` does not match the constant")
    };
    use ::jacobian_runtime::__private as __elemental;
    ::jacobian_runtime::__fma_fn!(auto, __fma, ::core::primitive::f64);
    let __v4: ::core::primitive::f64 = __elemental::scalar(self.mass[0usize]);
    let __v8: ::core::primitive::f64 = __elemental::scalar(self.mass[1usize]);
    let __v12: ::core::primitive::f64 = __elemental::scalar(self.mass[2usize]);
    let __v0 = x[0];
    let __v5 = __v4 * __v0;
    let __v1 = x[1];
    let __v9 = __v8 * __v1;
    __elemental::store(entries_out, 0, [2.0_f64 * __v5, 2.0_f64 * __v9]);
    let __v6 = __v5 * __v0;
    let __v7 = 0.0_f64 + __v6;
    let __v10 = __v9 * __v1;
    let __v11 = __v7 + __v10;
    let __v2 = x[2];
    let __v13 = __v12 * __v2;
    let __v14 = __v13 * __v2;
    let __v15 = __v11 + __v14;
    value_out[0] = __v15;
    entries_out[2] = 2.0_f64 * __v13;
    let __v17 = __v0 / 3.0_f64;
    let __v18 = __v17 + __v17;
    let __v19 = __v18 + __v17;
    let __v20 = __v19 - __v0;
    value_out[1] = __v20;
}
#[inline]
/**Writes the value of `gradient` and every entry of its Jacobian, in the order of the pattern.

Jacobian: 2 × 3, 3 entries by columns. Beyond the value: 3 operations, order enhanced_markowitz; 16 multiplications with those by ±1, no vertex order under 12. See [`Self::FIELD_PATTERN`] and [`Self::FIELD_COST`].*/
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
pub fn field_with_jacobian_into(
    &self,
    x: &[f64; Self::N],
    value_out: &mut [f64; 2],
    entries_out: &mut [::core::primitive::f64; 3],
) {
    self.field_update_into(x, value_out, entries_out)
}
#[inline]
/**The value of `gradient` and its sparse Jacobian.

Jacobian: 2 × 3, 3 entries by columns. Beyond the value: 3 operations, order enhanced_markowitz; 16 multiplications with those by ±1, no vertex order under 12. See [`Self::FIELD_PATTERN`] and [`Self::FIELD_COST`].*/
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
pub fn field_with_jacobian(
    &self,
    x: &[f64; Self::N],
) -> ([f64; 2], ::jacobian_runtime::SparseJacobian<::core::primitive::f64, 2, 3, 3>) {
    let mut value_out: [f64; 2] = [0.0; 2];
    let mut entries_out = [0.0; 3];
    self.field_with_jacobian_into(x, &mut value_out, &mut entries_out);
    (
        value_out,
        ::jacobian_runtime::SparseJacobian::new(entries_out, &Self::FIELD_PATTERN),
    )
}
#[inline]
/**The sparse Jacobian of `gradient`.

Jacobian: 2 × 3, 3 entries by columns. Beyond the value: 3 operations, order enhanced_markowitz; 16 multiplications with those by ±1, no vertex order under 12. See [`Self::FIELD_PATTERN`] and [`Self::FIELD_COST`].

```text
###
...
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
pub fn field_jacobian(
    &self,
    x: &[f64; Self::N],
) -> ::jacobian_runtime::SparseJacobian<::core::primitive::f64, 2, 3, 3> {
    let mut value_out: [f64; 2] = [0.0; 2];
    let mut entries_out = [0.0; 3];
    self.field_with_jacobian_into(x, &mut value_out, &mut entries_out);
    ::jacobian_runtime::SparseJacobian::new(entries_out, &Self::FIELD_PATTERN)
}

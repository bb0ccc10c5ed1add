#[inline]
pub fn gradient(&self, x: &[f64; Self::N]) -> [f64; 2] {
    let mut energy = 0.0;
    for i in 0..Self::N {
        energy += self.mass[i] * x[i] * x[i];
    }
    [energy, x[0] / 3.0 + x[0] / 3.0 + x[0] / 3.0 - x[0]]
}
///The number of structural entries of the Jacobian of [`Self::gradient`].
#[allow(dead_code, deprecated)]
pub const FIELD_NNZ: ::core::primitive::usize = 3;
/**The sparsity pattern of the Jacobian of [`Self::gradient`]: structural entries only.

Columns: `x`.*/
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
};
///The entries of the Jacobian of [`Self::gradient`] that never vary; zero where an entry does.
#[allow(dead_code, deprecated, clippy::all, clippy::pedantic)]
pub const FIELD_TEMPLATE: [::core::primitive::f64; 3] = [0.0_f64, 0.0_f64, 0.0_f64];
#[inline]
///Writes the value of `gradient` and the entries of its Jacobian that vary; the others are those of the template.
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
    value: &mut [f64; 2],
    entries: &mut [::core::primitive::f64; 3],
) {
    let _ = Self::gradient;
    const {
        ::core::assert!(Self::N == 3, "`const(Self::N = 3)` does not match the constant")
    };
    use ::jacobian_runtime::__private as __elemental;
    ::jacobian_runtime::__fma_fn!(auto, __fma, ::core::primitive::f64);
    let v4: ::core::primitive::f64 = __elemental::scalar(self.mass[0usize]);
    let v8: ::core::primitive::f64 = __elemental::scalar(self.mass[1usize]);
    let v12: ::core::primitive::f64 = __elemental::scalar(self.mass[2usize]);
    let v0 = x[0];
    let v5 = v4 * v0;
    entries[0] = 2.0_f64 * v5;
    let v1 = x[1];
    let v9 = v8 * v1;
    entries[1] = 2.0_f64 * v9;
    let v6 = v5 * v0;
    let v7 = 0.0_f64 + v6;
    let v10 = v9 * v1;
    let v11 = v7 + v10;
    let v2 = x[2];
    let v13 = v12 * v2;
    let v14 = v13 * v2;
    let v15 = v11 + v14;
    value[0] = v15;
    entries[2] = 2.0_f64 * v13;
    let v17 = v0 / 3.0_f64;
    let v18 = v17 + v17;
    let v19 = v18 + v17;
    let v20 = v19 - v0;
    value[1] = v20;
}
#[inline]
///Writes the value of `gradient` and every entry of its Jacobian, in the order of the pattern.
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
    value: &mut [f64; 2],
    entries: &mut [::core::primitive::f64; 3],
) {
    self.field_update_into(x, value, entries)
}
#[inline]
///The value of `gradient` and its sparse Jacobian.
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
    let mut value: [f64; 2] = [0.0; 2];
    let mut entries = [0.0; 3];
    self.field_with_jacobian_into(x, &mut value, &mut entries);
    (value, ::jacobian_runtime::SparseJacobian::new(entries, &Self::FIELD_PATTERN))
}
#[inline]
///The sparse Jacobian of `gradient`.
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
    let mut value: [f64; 2] = [0.0; 2];
    let mut entries = [0.0; 3];
    self.field_with_jacobian_into(x, &mut value, &mut entries);
    ::jacobian_runtime::SparseJacobian::new(entries, &Self::FIELD_PATTERN)
}

pub fn turned(&self, angle: f64) -> Motion {
    let turn = Matrix2::new(angle.cos(), -angle.sin(), angle.sin(), angle.cos());
    Motion {
        velocity: turn * self.velocity,
        energy: self.mass * self.velocity.norm_squared(),
    }
}
///The number of structural entries of the Jacobian of [`Self::turned`].
#[allow(dead_code, deprecated)]
pub const TURNED_NNZ: ::core::primitive::usize = 8;
/**The sparsity pattern of the Jacobian of [`Self::turned`]: structural entries only.

Columns: `self.velocity`, `angle`. Rows: `velocity` (2), `energy`.*/
#[allow(dead_code, deprecated, long_running_const_eval)]
pub const TURNED_PATTERN: ::jacobian_runtime::SparsityPattern = ::jacobian_runtime::SparsityPattern::new(
    3,
    3,
    ::jacobian_runtime::Layout::Csc,
    &[0, 3, 6, 8],
    &[0, 1, 2, 0, 1, 2, 0, 1],
    &[0, 3, 6, 8],
    &[0, 1, 2, 0, 1, 2, 0, 1],
);
/**What the Jacobian of [`Self::turned`] costs per call beyond the value.

Order: enhanced_markowitz, improved by up to 5000 moves for time. Elimination: 19 multiplications in all, 6 of them not by plus or minus one; operations executed, a fused multiply-add counted once: 2. The best greedy order is `forward` with 2 operations; no vertex order takes fewer than 18 multiplications in all.*/
#[allow(dead_code, deprecated)]
pub const TURNED_COST: ::jacobian_runtime::Cost = ::jacobian_runtime::Cost {
    multiplications: 4,
    additions: 0,
    divisions: 0,
    elementals: 0,
    trivial: 13,
    literal: 0,
};
///The entries of the Jacobian of [`Self::turned`] that never vary; zero where an entry does.
#[allow(dead_code, deprecated, clippy::all, clippy::pedantic)]
pub const TURNED_TEMPLATE: [::core::primitive::f64; 8] = [
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
];
///Writes the value of `turned` and the entries of its Jacobian that vary; the others are those of the template.
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
pub fn turned_update_into(
    &self,
    angle: f64,
    value: &mut Motion,
    entries: &mut [::core::primitive::f64; 8],
) {
    let _ = Self::turned;
    __elemental::is_matrix::<_, ::core::primitive::f64, 2, 1>(&self.velocity);
    __elemental::matrix::<Matrix2<_>, ::core::primitive::f64, 2, 2>();
    use ::jacobian_runtime::__private as __elemental;
    ::jacobian_runtime::__fma_fn!(auto, __fma, ::core::primitive::f64);
    let v13: ::core::primitive::f64 = __elemental::scalar(self.mass);
    #[cfg(all(target_arch = "x86_64", target_feature = "avx", target_feature = "fma"))]
    {
        ::jacobian_runtime::__fma_two!(auto, __fma_two);
        let v2 = angle;
        let v3 = v2.cos();
        let v4 = v2.sin();
        __elemental::store(entries, 0, [v3, v4]);
        let v0 = self.velocity[0];
        let v1 = self.velocity[1];
        let p1 = __elemental::both(2.0_f64) * __elemental::two(v0, v1);
        let p0 = __elemental::both(v13) * p1;
        entries[2] = p0.first();
        entries[5] = p0.second();
        let v5 = -v4;
        let v7 = v5 * v1;
        let v6 = v3 * v0;
        let v8 = v7 + v6;
        value.velocity[0] = v8;
        __elemental::store(entries, 3, [v5, v3]);
        let v11 = v3 * v1;
        let v10 = v4 * v0;
        let v12 = v11 + v10;
        value.velocity[1] = v12;
        __elemental::store(entries, 6, [-v12, v8]);
        let v14 = v0 * v0;
        let v15 = v1 * v1;
        let v16 = v14 + v15;
        let v17 = 0.0_f64 + v16;
        let v18 = v13 * v17;
        value.energy = v18;
    }
    #[cfg(
        not(all(target_arch = "x86_64", target_feature = "avx", target_feature = "fma"))
    )]
    {
        let v2 = angle;
        let v3 = v2.cos();
        let v4 = v2.sin();
        __elemental::store(entries, 0, [v3, v4]);
        let v0 = self.velocity[0];
        let v20 = 2.0_f64 * v0;
        let v5 = -v4;
        let v1 = self.velocity[1];
        let v7 = v5 * v1;
        let v6 = v3 * v0;
        let v8 = v7 + v6;
        value.velocity[0] = v8;
        __elemental::store(entries, 2, [v13 * v20, v5]);
        let v21 = 2.0_f64 * v1;
        __elemental::store(entries, 4, [v3, v13 * v21]);
        let v11 = v3 * v1;
        let v10 = v4 * v0;
        let v12 = v11 + v10;
        value.velocity[1] = v12;
        __elemental::store(entries, 6, [-v12, v8]);
        let v14 = v0 * v0;
        let v15 = v1 * v1;
        let v16 = v14 + v15;
        let v17 = 0.0_f64 + v16;
        let v18 = v13 * v17;
        value.energy = v18;
    }
}
///Writes the value of `turned` and every entry of its Jacobian, in the order of the pattern.
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
pub fn turned_with_jacobian_into(
    &self,
    angle: f64,
    value: &mut Motion,
    entries: &mut [::core::primitive::f64; 8],
) {
    self.turned_update_into(angle, value, entries)
}
///The value of `turned` and its sparse Jacobian.
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
pub fn turned_with_jacobian(
    &self,
    angle: f64,
) -> (Motion, ::jacobian_runtime::SparseJacobian<::core::primitive::f64, 3, 3, 8>) {
    let mut value: Motion = (Motion {
        velocity: ::core::convert::Into::into([[0.0; 2]; 1]),
        energy: 0.0,
    });
    let mut entries = [0.0; 8];
    self.turned_with_jacobian_into(angle, &mut value, &mut entries);
    (value, ::jacobian_runtime::SparseJacobian::new(entries, &Self::TURNED_PATTERN))
}
///The sparse Jacobian of `turned`.
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
pub fn turned_jacobian(
    &self,
    angle: f64,
) -> ::jacobian_runtime::SparseJacobian<::core::primitive::f64, 3, 3, 8> {
    let mut value: Motion = (Motion {
        velocity: ::core::convert::Into::into([[0.0; 2]; 1]),
        energy: 0.0,
    });
    let mut entries = [0.0; 8];
    self.turned_with_jacobian_into(angle, &mut value, &mut entries);
    ::jacobian_runtime::SparseJacobian::new(entries, &Self::TURNED_PATTERN)
}

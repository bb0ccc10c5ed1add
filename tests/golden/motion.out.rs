pub fn turned(&self, angle: f64) -> Motion {
    let turn = Matrix2::new(angle.cos(), -angle.sin(), angle.sin(), angle.cos());
    Motion {
        velocity: turn * self.velocity,
        energy: self.mass * self.velocity.norm_squared(),
    }
}
/**The number of structural entries of the Jacobian of [`Self::turned`].

Jacobian: 3 × 3, 8 entries by columns. Beyond the value: 4 operations, order enhanced_markowitz; 19 multiplications with those by ±1, no vertex order under 18.*/
#[allow(dead_code, deprecated)]
pub const TURNED_NNZ: ::core::primitive::usize = 8;
/**The sparsity pattern of the Jacobian of [`Self::turned`]: structural entries only.

Columns: `self.velocity`, `angle`. Rows: `velocity` (2), `energy`.

Jacobian: 3 × 3, 8 entries by columns. Beyond the value: 4 operations, order enhanced_markowitz; 19 multiplications with those by ±1, no vertex order under 18.

```text
###
###
##.
```*/
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
    loops: &[],
};
/**The entries of the Jacobian of [`Self::turned`] that never vary; zero where an entry does.

Jacobian: 3 × 3, 8 entries by columns. Beyond the value: 4 operations, order enhanced_markowitz; 19 multiplications with those by ±1, no vertex order under 18.*/
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
/**Writes the value of `turned` and the entries of its Jacobian that vary; the others are those of the template.

Jacobian: 3 × 3, 8 entries by columns. Beyond the value: 4 operations, order enhanced_markowitz; 19 multiplications with those by ±1, no vertex order under 18. See [`Self::TURNED_PATTERN`] and [`Self::TURNED_COST`].*/
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
    value_out: &mut Motion,
    entries_out: &mut [::core::primitive::f64; 8],
) {
    let _ = Self::turned;
    __elemental::is_matrix::<_, ::core::primitive::f64, 2, 1>(&self.velocity);
    __elemental::matrix::<Matrix2<_>, ::core::primitive::f64, 2, 2>();
    let _ = || {
        let _ = Motion {
            velocity: loop {},
            energy: {
                let number: ::core::primitive::f64 = loop {};
                number
            },
        };
    };
    use ::jacobian_runtime::__private as __elemental;
    ::jacobian_runtime::__fma_fn!(auto, __fma, ::core::primitive::f64);
    let __v13: ::core::primitive::f64 = __elemental::scalar(self.mass);
    #[cfg(all(target_arch = "x86_64", target_feature = "avx", target_feature = "fma"))]
    {
        ::jacobian_runtime::__fma_two!(auto, __fma_two);
        let __v2 = angle;
        let __v3 = __v2.cos();
        let __v4 = __v2.sin();
        __elemental::store(entries_out, 0, [__v3, __v4]);
        let __v0 = self.velocity[0];
        let __v1 = self.velocity[1];
        let __p1 = __elemental::both(2.0_f64) * __elemental::two(__v0, __v1);
        let __p0 = __elemental::both(__v13) * __p1;
        entries_out[2] = __p0.first();
        entries_out[5] = __p0.second();
        let __v5 = -__v4;
        let __v7 = __v5 * __v1;
        let __v6 = __v3 * __v0;
        let __v8 = __v7 + __v6;
        value_out.velocity[0] = __v8;
        __elemental::store(entries_out, 3, [__v5, __v3]);
        let __v11 = __v3 * __v1;
        let __v10 = __v4 * __v0;
        let __v12 = __v11 + __v10;
        value_out.velocity[1] = __v12;
        __elemental::store(entries_out, 6, [-__v12, __v8]);
        let __v14 = __v0 * __v0;
        let __v15 = __v1 * __v1;
        let __v16 = __v14 + __v15;
        let __v17 = 0.0_f64 + __v16;
        let __v18 = __v13 * __v17;
        value_out.energy = __v18;
    }
    #[cfg(
        not(all(target_arch = "x86_64", target_feature = "avx", target_feature = "fma"))
    )]
    {
        let __v2 = angle;
        let __v3 = __v2.cos();
        let __v4 = __v2.sin();
        __elemental::store(entries_out, 0, [__v3, __v4]);
        let __v0 = self.velocity[0];
        let __v20 = 2.0_f64 * __v0;
        let __v5 = -__v4;
        let __v1 = self.velocity[1];
        let __v7 = __v5 * __v1;
        let __v6 = __v3 * __v0;
        let __v8 = __v7 + __v6;
        value_out.velocity[0] = __v8;
        __elemental::store(entries_out, 2, [__v13 * __v20, __v5]);
        let __v21 = 2.0_f64 * __v1;
        __elemental::store(entries_out, 4, [__v3, __v13 * __v21]);
        let __v11 = __v3 * __v1;
        let __v10 = __v4 * __v0;
        let __v12 = __v11 + __v10;
        value_out.velocity[1] = __v12;
        __elemental::store(entries_out, 6, [-__v12, __v8]);
        let __v14 = __v0 * __v0;
        let __v15 = __v1 * __v1;
        let __v16 = __v14 + __v15;
        let __v17 = 0.0_f64 + __v16;
        let __v18 = __v13 * __v17;
        value_out.energy = __v18;
    }
}
/**Writes the value of `turned` and every entry of its Jacobian, in the order of the pattern.

Jacobian: 3 × 3, 8 entries by columns. Beyond the value: 4 operations, order enhanced_markowitz; 19 multiplications with those by ±1, no vertex order under 18. See [`Self::TURNED_PATTERN`] and [`Self::TURNED_COST`].*/
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
    value_out: &mut Motion,
    entries_out: &mut [::core::primitive::f64; 8],
) {
    self.turned_update_into(angle, value_out, entries_out)
}
/**The value of `turned` and its sparse Jacobian.

Jacobian: 3 × 3, 8 entries by columns. Beyond the value: 4 operations, order enhanced_markowitz; 19 multiplications with those by ±1, no vertex order under 18. See [`Self::TURNED_PATTERN`] and [`Self::TURNED_COST`].*/
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
    let mut value_out: Motion = (Motion {
        velocity: ::core::convert::Into::into([[0.0; 2]; 1]),
        energy: 0.0,
    });
    let mut entries_out = [0.0; 8];
    self.turned_with_jacobian_into(angle, &mut value_out, &mut entries_out);
    (
        value_out,
        ::jacobian_runtime::SparseJacobian::new(entries_out, &Self::TURNED_PATTERN),
    )
}
/**The sparse Jacobian of `turned`.

Jacobian: 3 × 3, 8 entries by columns. Beyond the value: 4 operations, order enhanced_markowitz; 19 multiplications with those by ±1, no vertex order under 18. See [`Self::TURNED_PATTERN`] and [`Self::TURNED_COST`].

```text
###
###
##.
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
pub fn turned_jacobian(
    &self,
    angle: f64,
) -> ::jacobian_runtime::SparseJacobian<::core::primitive::f64, 3, 3, 8> {
    let mut value_out: Motion = (Motion {
        velocity: ::core::convert::Into::into([[0.0; 2]; 1]),
        energy: 0.0,
    });
    let mut entries_out = [0.0; 8];
    self.turned_with_jacobian_into(angle, &mut value_out, &mut entries_out);
    ::jacobian_runtime::SparseJacobian::new(entries_out, &Self::TURNED_PATTERN)
}

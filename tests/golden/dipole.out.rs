pub fn dipole(x: &[f64; 8]) -> [f64; 8] {
    let [a, b, c, d, t, u, v, w] = *x;
    let ts = t * t;
    let us = u * u;
    let vs = v * v;
    let ws = w * w;
    let tv = t * v;
    let uw = u * w;
    let tsvs = ts - vs;
    let usws = us - ws;
    let ts3vs = ts - 3.0 * vs;
    let vs3ts = vs - 3.0 * ts;
    let us3ws = us - 3.0 * ws;
    let ws3us = ws - 3.0 * us;
    [
        a + b - 0.485,
        c + d + 0.0019,
        t * a + u * b - v * c - w * d + 0.0581,
        v * a + w * b + t * c + u * d - 0.015,
        a * tsvs - 2.0 * c * tv + b * usws - 2.0 * d * uw - 0.105,
        c * tsvs + 2.0 * a * tv + d * usws + 2.0 * b * uw - 0.0406,
        a * t * ts3vs + c * v * vs3ts + b * u * us3ws + d * w * ws3us - 0.167,
        c * t * ts3vs - a * v * vs3ts + d * u * us3ws - b * w * ws3us + 0.399,
    ]
}
#[allow(deprecated, clippy::all, clippy::pedantic)]
const _: () = {
    let _ = dipole;
};
/**The number of structural entries of the Jacobian of [`dipole`].

Jacobian: 8 × 8, 52 entries by columns. Beyond the value: 28 operations, order enhanced_markowitz; 156 multiplications with those by ±1, no vertex order under 156.*/
#[allow(dead_code, deprecated)]
pub const DIPOLE_NNZ: ::core::primitive::usize = 52;
/**The sparsity pattern of the Jacobian of [`dipole`]: structural entries only.

Columns: `x`.

Jacobian: 8 × 8, 52 entries by columns. Beyond the value: 28 operations, order enhanced_markowitz; 156 multiplications with those by ±1, no vertex order under 156.

```text
##......
..##....
########
########
########
########
########
########
```*/
#[allow(dead_code, deprecated, long_running_const_eval)]
pub const DIPOLE_PATTERN: ::jacobian_runtime::SparsityPattern = ::jacobian_runtime::SparsityPattern::new(
    8,
    8,
    ::jacobian_runtime::Layout::Csc,
    &[0, 7, 14, 21, 28, 34, 40, 46, 52],
    &[
        0, 2, 3, 4, 5, 6, 7, 0, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6,
        7, 2, 3, 4, 5, 6, 7, 2, 3, 4, 5, 6, 7, 2, 3, 4, 5, 6, 7, 2, 3, 4, 5, 6, 7,
    ],
    &[0, 2, 4, 12, 20, 28, 36, 44, 52],
    &[
        0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6,
        7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7,
    ],
);
/**What the Jacobian of [`dipole`] costs per call beyond the value.

Order: enhanced_markowitz, improved by up to 5000 moves for time. Elimination: 156 multiplications in all, 56 of them not by plus or minus one; operations executed, a fused multiply-add counted once: 22. The best greedy order is `forward` with 22 operations; no vertex order takes fewer than 156 multiplications in all.*/
#[allow(dead_code, deprecated)]
pub const DIPOLE_COST: ::jacobian_runtime::Cost = ::jacobian_runtime::Cost {
    multiplications: 22,
    additions: 6,
    divisions: 0,
    elementals: 0,
    trivial: 100,
    literal: 0,
    loops: &[],
};
/**The entries of the Jacobian of [`dipole`] that never vary; zero where an entry does.

Jacobian: 8 × 8, 52 entries by columns. Beyond the value: 28 operations, order enhanced_markowitz; 156 multiplications with those by ±1, no vertex order under 156.*/
#[allow(dead_code, deprecated, clippy::all, clippy::pedantic)]
pub const DIPOLE_TEMPLATE: [::core::primitive::f64; DIPOLE_NNZ] = [
    1.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    1.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    1.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    1.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
    0.0_f64,
];
/**The Jacobian of [`dipole`], by value.

Jacobian: 8 × 8, 52 entries by columns. Beyond the value: 28 operations, order enhanced_markowitz; 156 multiplications with those by ±1, no vertex order under 156. See [`DIPOLE_PATTERN`] and [`DIPOLE_COST`].

```text
##......
..##....
########
########
########
########
########
########
```*/
#[allow(dead_code, deprecated)]
pub type DipoleJacobian = ::jacobian_runtime::SparseJacobian<
    ::core::primitive::f64,
    8,
    8,
    DIPOLE_NNZ,
>;
/**Writes the value of `dipole` and the entries of its Jacobian that vary; the others are those of the template.

Jacobian: 8 × 8, 52 entries by columns. Beyond the value: 28 operations, order enhanced_markowitz; 156 multiplications with those by ±1, no vertex order under 156. See [`DIPOLE_PATTERN`] and [`DIPOLE_COST`].*/
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
pub fn dipole_update_into(
    x: &[f64; 8],
    value_out: &mut [f64; 8],
    entries_out: &mut [::core::primitive::f64; DIPOLE_NNZ],
) {
    use ::jacobian_runtime::__private as __elemental;
    ::jacobian_runtime::__fma_fn!(auto, __fma, ::core::primitive::f64);
    #[cfg(all(target_arch = "x86_64", target_feature = "avx", target_feature = "fma"))]
    {
        ::jacobian_runtime::__fma_two!(auto, __fma_two);
        let __v4 = x[4];
        let __v6 = x[6];
        let __v5 = x[5];
        let __p3 = __elemental::two(__v4, __v5) * __elemental::two(__v4, __v5);
        let __v7 = x[7];
        __elemental::store_across(
            entries_out,
            [1, 8],
            [__elemental::two(__v4, __v5), __elemental::two(__v6, __v7)],
        );
        __elemental::store_across(
            entries_out,
            [15, 22],
            [-__elemental::two(__v6, __v7), __elemental::two(__v4, __v5)],
        );
        let __p4 = __elemental::two(__v6, __v7) * __elemental::two(__v6, __v7);
        let __p2 = (__p3 - __p4);
        let __v15 = __p2.second();
        let __p5 = __elemental::two(__v4, __v5) * __elemental::two(__v6, __v7);
        let __v13 = __p5.second();
        let __p20 = __elemental::both(2.0_f64) * __p5;
        __elemental::store_across(entries_out, [3, 10], [__p2, __p20]);
        __elemental::store_across(entries_out, [17, 24], [-__p20, __p2]);
        let __p19 = __fma_two(__elemental::both((-3.0_f64)), __p4, __p3);
        let __v18 = __p19.first();
        let __v22 = __p19.second();
        let __p18 = __elemental::two(__v4, __v5) * __p19;
        let __p17 = __fma_two(__elemental::both((-3.0_f64)), __p3, __p4);
        let __v20 = __p17.first();
        let __v24 = __p17.second();
        let __p16 = __elemental::two(__v6, __v7) * __p17;
        __elemental::store_across(entries_out, [5, 12], [__p18, -__p16]);
        __elemental::store_across(entries_out, [19, 26], [__p16, __p18]);
        let __v0 = x[0];
        let __v1 = x[1];
        let __v25 = __v0 + __v1;
        let __v27 = __v25 - 0.485_f64;
        value_out[0] = __v27;
        let __v2 = x[2];
        let __v3 = x[3];
        __elemental::store_across(
            entries_out,
            [28, 34],
            [__elemental::two(__v0, __v1), __elemental::two(__v2, __v3)],
        );
        __elemental::store_across(
            entries_out,
            [40, 46],
            [-__elemental::two(__v2, __v3), __elemental::two(__v0, __v1)],
        );
        let __v28 = __v2 + __v3;
        let __v30 = __v28 + 0.0019_f64;
        value_out[1] = __v30;
        let __p14 = __elemental::two(__v4, __v5) * __elemental::two(__v0, __v1);
        let __v31 = __p14.first();
        let __v32 = __p14.second();
        let __v33 = __fma(__v5, __v1, __v31);
        let __p15 = __elemental::two(__v6, __v7) * __elemental::two(__v2, __v3);
        let __v34 = __p15.first();
        let __v36 = __p15.second();
        let __v35 = __v33 - __v34;
        let __v37 = __fma(-__v7, __v3, __v35);
        let __v39 = __v37 + 0.0581_f64;
        value_out[2] = __v39;
        let __p11 = __elemental::two(__v6, __v7) * __elemental::two(__v0, __v1);
        let __v40 = __p11.first();
        let __v41 = __p11.second();
        let __v42 = __fma(__v7, __v1, __v40);
        let __p12 = __elemental::two(__v4, __v5) * __elemental::two(__v2, __v3);
        let __v43 = __p12.first();
        let __v45 = __p12.second();
        let __v44 = __v42 + __v43;
        let __v46 = __fma(__v5, __v3, __v44);
        let __v48 = __v46 - 0.015_f64;
        value_out[3] = __v48;
        let __p13 = __fma_two(
            __elemental::both((-2.0_f64)),
            __p15,
            __elemental::both(2.0_f64) * __p14,
        );
        let __p10 = __fma_two(
            __elemental::both((-2.0_f64)),
            __p12,
            __elemental::both((-2.0_f64)) * __p11,
        );
        __elemental::store_across(entries_out, [30, 36], [__p13, -__p10]);
        __elemental::store_across(entries_out, [42, 48], [__p10, __p13]);
        let __p9 = __elemental::both(2.0_f64) * __elemental::two(__v2, __v3);
        let __v56 = __p9.second();
        let __p8 = __fma_two(-__p5, __p9, __elemental::two(__v0, __v1) * __p2);
        let __v53 = __p8.first();
        let __p7 = __elemental::both(3.0_f64) * __p8;
        let __p6 = __elemental::both(2.0_f64) * __elemental::two(__v0, __v1);
        let __v67 = __p6.second();
        let __p1 = __fma_two(__p5, __p6, __elemental::two(__v2, __v3) * __p2);
        let __v64 = __p1.first();
        let __p0 = __elemental::both(3.0_f64) * __p1;
        __elemental::store_across(entries_out, [32, 38], [__p7, __p0]);
        __elemental::store_across(entries_out, [44, 50], [-__p0, __p7]);
        let __v55 = __fma(__v1, __v15, __v53);
        let __v58 = __fma(-__v13, __v56, __v55);
        let __v60 = __v58 - 0.105_f64;
        value_out[4] = __v60;
        let __v66 = __fma(__v3, __v15, __v64);
        let __v69 = __fma(__v13, __v67, __v66);
        let __v71 = __v69 - 0.0406_f64;
        value_out[5] = __v71;
        let __v74 = __fma(__v20, __v34, __v18 * __v31);
        let __v76 = __fma(__v22, __v32, __v74);
        let __v78 = __fma(__v24, __v36, __v76);
        let __v80 = __v78 - 0.167_f64;
        value_out[6] = __v80;
        let __v83 = __fma(-__v20, __v40, __v18 * __v43);
        let __v85 = __fma(__v22, __v45, __v83);
        let __v87 = __fma(-__v24, __v41, __v85);
        let __v89 = __v87 + 0.399_f64;
        value_out[7] = __v89;
    }
    #[cfg(
        not(all(target_arch = "x86_64", target_feature = "avx", target_feature = "fma"))
    )]
    {
        let __v4 = x[4];
        let __v6 = x[6];
        __elemental::store(entries_out, 1, [__v4, __v6]);
        let __v8 = __v4 * __v4;
        let __v10 = __v6 * __v6;
        let __v14 = __v8 - __v10;
        let __v12 = __v4 * __v6;
        let __a0 = 2.0_f64 * __v12;
        __elemental::store(entries_out, 3, [__v14, __a0]);
        let __v18 = __fma((-3.0_f64), __v10, __v8);
        let __a2 = __v4 * __v18;
        let __v20 = __fma((-3.0_f64), __v8, __v10);
        let __a4 = __v6 * __v20;
        __elemental::store(entries_out, 5, [__a2, -__a4]);
        let __v0 = x[0];
        let __v1 = x[1];
        let __v25 = __v0 + __v1;
        let __v27 = __v25 - 0.485_f64;
        value_out[0] = __v27;
        let __v5 = x[5];
        let __v7 = x[7];
        __elemental::store(entries_out, 8, [__v5, __v7]);
        let __v9 = __v5 * __v5;
        let __v11 = __v7 * __v7;
        let __v15 = __v9 - __v11;
        let __v13 = __v5 * __v7;
        let __a1 = 2.0_f64 * __v13;
        __elemental::store(entries_out, 10, [__v15, __a1]);
        let __v22 = __fma((-3.0_f64), __v11, __v9);
        let __a3 = __v5 * __v22;
        let __v24 = __fma((-3.0_f64), __v9, __v11);
        let __a5 = __v7 * __v24;
        __elemental::store(entries_out, 12, [__a3, -__a5]);
        let __v2 = x[2];
        let __v3 = x[3];
        let __v28 = __v2 + __v3;
        let __v30 = __v28 + 0.0019_f64;
        value_out[1] = __v30;
        __elemental::store(entries_out, 15, [-__v6, __v4]);
        __elemental::store(entries_out, 17, [-__a0, __v14]);
        __elemental::store(entries_out, 19, [__a4, __a2]);
        let __v31 = __v4 * __v0;
        let __v32 = __v5 * __v1;
        let __v33 = __fma(__v5, __v1, __v31);
        let __v34 = __v6 * __v2;
        let __v35 = __v33 - __v34;
        let __v36 = __v7 * __v3;
        let __v37 = __fma(-__v7, __v3, __v35);
        let __v39 = __v37 + 0.0581_f64;
        value_out[2] = __v39;
        __elemental::store(entries_out, 22, [-__v7, __v5]);
        __elemental::store(entries_out, 24, [-__a1, __v15]);
        __elemental::store(entries_out, 26, [__a5, __a3]);
        let __v40 = __v6 * __v0;
        let __v41 = __v7 * __v1;
        let __v42 = __fma(__v7, __v1, __v40);
        let __v43 = __v4 * __v2;
        let __v44 = __v42 + __v43;
        let __v45 = __v5 * __v3;
        let __v46 = __fma(__v5, __v3, __v44);
        let __v48 = __v46 - 0.015_f64;
        value_out[3] = __v48;
        __elemental::store(entries_out, 28, [__v0, __v2]);
        let __a6 = __fma((-2.0_f64), __v34, 2.0_f64 * __v31);
        let __a8 = __fma((-2.0_f64), __v43, (-2.0_f64) * __v40);
        __elemental::store(entries_out, 30, [__a6, -__a8]);
        let __v51 = 2.0_f64 * __v2;
        let __v53 = __fma(-__v12, __v51, __v0 * __v14);
        let __a12 = 3.0_f64 * __v53;
        let __v62 = 2.0_f64 * __v0;
        let __v64 = __fma(__v12, __v62, __v2 * __v14);
        let __a14 = 3.0_f64 * __v64;
        __elemental::store(entries_out, 32, [__a12, __a14]);
        let __v55 = __fma(__v1, __v15, __v53);
        let __v56 = 2.0_f64 * __v3;
        let __v58 = __fma(-__v13, __v56, __v55);
        let __v60 = __v58 - 0.105_f64;
        value_out[4] = __v60;
        __elemental::store(entries_out, 34, [__v1, __v3]);
        let __a7 = __fma((-2.0_f64), __v36, 2.0_f64 * __v32);
        let __a9 = __fma((-2.0_f64), __v45, (-2.0_f64) * __v41);
        __elemental::store(entries_out, 36, [__a7, -__a9]);
        let __a10 = __fma(-__v13, __v56, __v1 * __v15);
        let __a13 = 3.0_f64 * __a10;
        let __v67 = 2.0_f64 * __v1;
        let __a11 = __fma(__v13, __v67, __v3 * __v15);
        let __a15 = 3.0_f64 * __a11;
        __elemental::store(entries_out, 38, [__a13, __a15]);
        let __v66 = __fma(__v3, __v15, __v64);
        let __v69 = __fma(__v13, __v67, __v66);
        let __v71 = __v69 - 0.0406_f64;
        value_out[5] = __v71;
        __elemental::store(entries_out, 40, [-__v2, __v0]);
        __elemental::store(entries_out, 42, [__a8, __a6]);
        __elemental::store(entries_out, 44, [-__a14, __a12]);
        let __v74 = __fma(__v20, __v34, __v18 * __v31);
        let __v76 = __fma(__v22, __v32, __v74);
        let __v78 = __fma(__v24, __v36, __v76);
        let __v80 = __v78 - 0.167_f64;
        value_out[6] = __v80;
        __elemental::store(entries_out, 46, [-__v3, __v1]);
        __elemental::store(entries_out, 48, [__a9, __a7]);
        __elemental::store(entries_out, 50, [-__a15, __a13]);
        let __v83 = __fma(-__v20, __v40, __v18 * __v43);
        let __v85 = __fma(__v22, __v45, __v83);
        let __v87 = __fma(-__v24, __v41, __v85);
        let __v89 = __v87 + 0.399_f64;
        value_out[7] = __v89;
    }
}
/**Writes the value of `dipole` and every entry of its Jacobian, in the order of the pattern.

Jacobian: 8 × 8, 52 entries by columns. Beyond the value: 28 operations, order enhanced_markowitz; 156 multiplications with those by ±1, no vertex order under 156. See [`DIPOLE_PATTERN`] and [`DIPOLE_COST`].*/
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
pub fn dipole_with_jacobian_into(
    x: &[f64; 8],
    value_out: &mut [f64; 8],
    entries_out: &mut [::core::primitive::f64; DIPOLE_NNZ],
) {
    entries_out[0] = 1.0_f64;
    entries_out[7] = 1.0_f64;
    entries_out[14] = 1.0_f64;
    entries_out[21] = 1.0_f64;
    dipole_update_into(x, value_out, entries_out)
}
/**The value of `dipole` and its sparse Jacobian.

Jacobian: 8 × 8, 52 entries by columns. Beyond the value: 28 operations, order enhanced_markowitz; 156 multiplications with those by ±1, no vertex order under 156. See [`DIPOLE_PATTERN`] and [`DIPOLE_COST`].*/
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
pub fn dipole_with_jacobian(x: &[f64; 8]) -> ([f64; 8], DipoleJacobian) {
    let mut value_out: [f64; 8] = [0.0; 8];
    let mut entries_out = [0.0; DIPOLE_NNZ];
    dipole_with_jacobian_into(x, &mut value_out, &mut entries_out);
    (value_out, ::jacobian_runtime::SparseJacobian::new(entries_out, &DIPOLE_PATTERN))
}
/**The sparse Jacobian of `dipole`.

Jacobian: 8 × 8, 52 entries by columns. Beyond the value: 28 operations, order enhanced_markowitz; 156 multiplications with those by ±1, no vertex order under 156. See [`DIPOLE_PATTERN`] and [`DIPOLE_COST`].

```text
##......
..##....
########
########
########
########
########
########
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
pub fn dipole_jacobian(x: &[f64; 8]) -> DipoleJacobian {
    let mut value_out: [f64; 8] = [0.0; 8];
    let mut entries_out = [0.0; DIPOLE_NNZ];
    dipole_with_jacobian_into(x, &mut value_out, &mut entries_out);
    ::jacobian_runtime::SparseJacobian::new(entries_out, &DIPOLE_PATTERN)
}

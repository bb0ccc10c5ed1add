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
///The number of structural entries of the Jacobian of [`dipole`].
#[allow(dead_code, deprecated)]
pub const DIPOLE_NNZ: ::core::primitive::usize = 52;
/**The sparsity pattern of the Jacobian of [`dipole`]: structural entries only.

Columns: `x`.*/
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
};
///The entries of the Jacobian of [`dipole`] that never vary; zero where an entry does.
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
///The Jacobian of [`dipole`], by value.
#[allow(dead_code, deprecated)]
pub type DipoleJacobian = ::jacobian_runtime::SparseJacobian<
    ::core::primitive::f64,
    8,
    8,
    DIPOLE_NNZ,
>;
///Writes the value of `dipole` and the entries of its Jacobian that vary; the others are those of the template.
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
    value: &mut [f64; 8],
    entries: &mut [::core::primitive::f64; DIPOLE_NNZ],
) {
    use ::jacobian_runtime::__private as __elemental;
    ::jacobian_runtime::__fma_fn!(auto, __fma, ::core::primitive::f64);
    #[cfg(all(target_arch = "x86_64", target_feature = "avx", target_feature = "fma"))]
    {
        ::jacobian_runtime::__fma_two!(auto, __fma_two);
        let v4 = x[4];
        let v6 = x[6];
        let v5 = x[5];
        let p3 = __elemental::two(v4, v5) * __elemental::two(v4, v5);
        let v7 = x[7];
        __elemental::store_across(
            entries,
            [1, 8],
            [__elemental::two(v4, v5), __elemental::two(v6, v7)],
        );
        __elemental::store_across(
            entries,
            [15, 22],
            [-__elemental::two(v6, v7), __elemental::two(v4, v5)],
        );
        let p4 = __elemental::two(v6, v7) * __elemental::two(v6, v7);
        let p2 = (p3 - p4);
        let v15 = p2.second();
        let p5 = __elemental::two(v4, v5) * __elemental::two(v6, v7);
        let v13 = p5.second();
        let p20 = __elemental::both(2.0_f64) * p5;
        __elemental::store_across(entries, [3, 10], [p2, p20]);
        __elemental::store_across(entries, [17, 24], [-p20, p2]);
        let p19 = __fma_two(__elemental::both((-3.0_f64)), p4, p3);
        let v18 = p19.first();
        let v22 = p19.second();
        let p18 = __elemental::two(v4, v5) * p19;
        let p17 = __fma_two(__elemental::both((-3.0_f64)), p3, p4);
        let v20 = p17.first();
        let v24 = p17.second();
        let p16 = __elemental::two(v6, v7) * p17;
        __elemental::store_across(entries, [5, 12], [p18, -p16]);
        __elemental::store_across(entries, [19, 26], [p16, p18]);
        let v0 = x[0];
        let v1 = x[1];
        let v25 = v0 + v1;
        let v27 = v25 - 0.485_f64;
        value[0] = v27;
        let v2 = x[2];
        let v3 = x[3];
        __elemental::store_across(
            entries,
            [28, 34],
            [__elemental::two(v0, v1), __elemental::two(v2, v3)],
        );
        __elemental::store_across(
            entries,
            [40, 46],
            [-__elemental::two(v2, v3), __elemental::two(v0, v1)],
        );
        let v28 = v2 + v3;
        let v30 = v28 + 0.0019_f64;
        value[1] = v30;
        let p14 = __elemental::two(v4, v5) * __elemental::two(v0, v1);
        let v31 = p14.first();
        let v32 = p14.second();
        let v33 = __fma(v5, v1, v31);
        let p15 = __elemental::two(v6, v7) * __elemental::two(v2, v3);
        let v34 = p15.first();
        let v36 = p15.second();
        let v35 = v33 - v34;
        let v37 = __fma(-v7, v3, v35);
        let v39 = v37 + 0.0581_f64;
        value[2] = v39;
        let p11 = __elemental::two(v6, v7) * __elemental::two(v0, v1);
        let v40 = p11.first();
        let v41 = p11.second();
        let v42 = __fma(v7, v1, v40);
        let p12 = __elemental::two(v4, v5) * __elemental::two(v2, v3);
        let v43 = p12.first();
        let v45 = p12.second();
        let v44 = v42 + v43;
        let v46 = __fma(v5, v3, v44);
        let v48 = v46 - 0.015_f64;
        value[3] = v48;
        let p13 = __fma_two(
            __elemental::both((-2.0_f64)),
            p15,
            __elemental::both(2.0_f64) * p14,
        );
        let p10 = __fma_two(
            __elemental::both((-2.0_f64)),
            p12,
            __elemental::both((-2.0_f64)) * p11,
        );
        __elemental::store_across(entries, [30, 36], [p13, -p10]);
        __elemental::store_across(entries, [42, 48], [p10, p13]);
        let p9 = __elemental::both(2.0_f64) * __elemental::two(v2, v3);
        let v56 = p9.second();
        let p8 = __fma_two(-p5, p9, __elemental::two(v0, v1) * p2);
        let v53 = p8.first();
        let p7 = __elemental::both(3.0_f64) * p8;
        let p6 = __elemental::both(2.0_f64) * __elemental::two(v0, v1);
        let v67 = p6.second();
        let p1 = __fma_two(p5, p6, __elemental::two(v2, v3) * p2);
        let v64 = p1.first();
        let p0 = __elemental::both(3.0_f64) * p1;
        __elemental::store_across(entries, [32, 38], [p7, p0]);
        __elemental::store_across(entries, [44, 50], [-p0, p7]);
        let v55 = __fma(v1, v15, v53);
        let v58 = __fma(-v13, v56, v55);
        let v60 = v58 - 0.105_f64;
        value[4] = v60;
        let v66 = __fma(v3, v15, v64);
        let v69 = __fma(v13, v67, v66);
        let v71 = v69 - 0.0406_f64;
        value[5] = v71;
        let v74 = __fma(v20, v34, v18 * v31);
        let v76 = __fma(v22, v32, v74);
        let v78 = __fma(v24, v36, v76);
        let v80 = v78 - 0.167_f64;
        value[6] = v80;
        let v83 = __fma(-v20, v40, v18 * v43);
        let v85 = __fma(v22, v45, v83);
        let v87 = __fma(-v24, v41, v85);
        let v89 = v87 + 0.399_f64;
        value[7] = v89;
    }
    #[cfg(
        not(all(target_arch = "x86_64", target_feature = "avx", target_feature = "fma"))
    )]
    {
        let v4 = x[4];
        let v6 = x[6];
        __elemental::store(entries, 1, [v4, v6]);
        let v8 = v4 * v4;
        let v10 = v6 * v6;
        let v14 = v8 - v10;
        let v12 = v4 * v6;
        let a0 = 2.0_f64 * v12;
        __elemental::store(entries, 3, [v14, a0]);
        let v18 = __fma((-3.0_f64), v10, v8);
        let a2 = v4 * v18;
        let v20 = __fma((-3.0_f64), v8, v10);
        let a4 = v6 * v20;
        __elemental::store(entries, 5, [a2, -a4]);
        let v0 = x[0];
        let v1 = x[1];
        let v25 = v0 + v1;
        let v27 = v25 - 0.485_f64;
        value[0] = v27;
        let v5 = x[5];
        let v7 = x[7];
        __elemental::store(entries, 8, [v5, v7]);
        let v9 = v5 * v5;
        let v11 = v7 * v7;
        let v15 = v9 - v11;
        let v13 = v5 * v7;
        let a1 = 2.0_f64 * v13;
        __elemental::store(entries, 10, [v15, a1]);
        let v22 = __fma((-3.0_f64), v11, v9);
        let a3 = v5 * v22;
        let v24 = __fma((-3.0_f64), v9, v11);
        let a5 = v7 * v24;
        __elemental::store(entries, 12, [a3, -a5]);
        let v2 = x[2];
        let v3 = x[3];
        let v28 = v2 + v3;
        let v30 = v28 + 0.0019_f64;
        value[1] = v30;
        __elemental::store(entries, 15, [-v6, v4]);
        __elemental::store(entries, 17, [-a0, v14]);
        __elemental::store(entries, 19, [a4, a2]);
        let v31 = v4 * v0;
        let v32 = v5 * v1;
        let v33 = __fma(v5, v1, v31);
        let v34 = v6 * v2;
        let v35 = v33 - v34;
        let v36 = v7 * v3;
        let v37 = __fma(-v7, v3, v35);
        let v39 = v37 + 0.0581_f64;
        value[2] = v39;
        __elemental::store(entries, 22, [-v7, v5]);
        __elemental::store(entries, 24, [-a1, v15]);
        __elemental::store(entries, 26, [a5, a3]);
        let v40 = v6 * v0;
        let v41 = v7 * v1;
        let v42 = __fma(v7, v1, v40);
        let v43 = v4 * v2;
        let v44 = v42 + v43;
        let v45 = v5 * v3;
        let v46 = __fma(v5, v3, v44);
        let v48 = v46 - 0.015_f64;
        value[3] = v48;
        __elemental::store(entries, 28, [v0, v2]);
        let a6 = __fma((-2.0_f64), v34, 2.0_f64 * v31);
        let a8 = __fma((-2.0_f64), v43, (-2.0_f64) * v40);
        __elemental::store(entries, 30, [a6, -a8]);
        let v51 = 2.0_f64 * v2;
        let v53 = __fma(-v12, v51, v0 * v14);
        let a12 = 3.0_f64 * v53;
        let v62 = 2.0_f64 * v0;
        let v64 = __fma(v12, v62, v2 * v14);
        let a14 = 3.0_f64 * v64;
        __elemental::store(entries, 32, [a12, a14]);
        let v55 = __fma(v1, v15, v53);
        let v56 = 2.0_f64 * v3;
        let v58 = __fma(-v13, v56, v55);
        let v60 = v58 - 0.105_f64;
        value[4] = v60;
        __elemental::store(entries, 34, [v1, v3]);
        let a7 = __fma((-2.0_f64), v36, 2.0_f64 * v32);
        let a9 = __fma((-2.0_f64), v45, (-2.0_f64) * v41);
        __elemental::store(entries, 36, [a7, -a9]);
        let a10 = __fma(-v13, v56, v1 * v15);
        let a13 = 3.0_f64 * a10;
        let v67 = 2.0_f64 * v1;
        let a11 = __fma(v13, v67, v3 * v15);
        let a15 = 3.0_f64 * a11;
        __elemental::store(entries, 38, [a13, a15]);
        let v66 = __fma(v3, v15, v64);
        let v69 = __fma(v13, v67, v66);
        let v71 = v69 - 0.0406_f64;
        value[5] = v71;
        __elemental::store(entries, 40, [-v2, v0]);
        __elemental::store(entries, 42, [a8, a6]);
        __elemental::store(entries, 44, [-a14, a12]);
        let v74 = __fma(v20, v34, v18 * v31);
        let v76 = __fma(v22, v32, v74);
        let v78 = __fma(v24, v36, v76);
        let v80 = v78 - 0.167_f64;
        value[6] = v80;
        __elemental::store(entries, 46, [-v3, v1]);
        __elemental::store(entries, 48, [a9, a7]);
        __elemental::store(entries, 50, [-a15, a13]);
        let v83 = __fma(-v20, v40, v18 * v43);
        let v85 = __fma(v22, v45, v83);
        let v87 = __fma(-v24, v41, v85);
        let v89 = v87 + 0.399_f64;
        value[7] = v89;
    }
}
///Writes the value of `dipole` and every entry of its Jacobian, in the order of the pattern.
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
    value: &mut [f64; 8],
    entries: &mut [::core::primitive::f64; DIPOLE_NNZ],
) {
    entries[0] = 1.0_f64;
    entries[7] = 1.0_f64;
    entries[14] = 1.0_f64;
    entries[21] = 1.0_f64;
    dipole_update_into(x, value, entries)
}
///The value of `dipole` and its sparse Jacobian.
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
    let mut value: [f64; 8] = [0.0; 8];
    let mut entries = [0.0; DIPOLE_NNZ];
    dipole_with_jacobian_into(x, &mut value, &mut entries);
    (value, ::jacobian_runtime::SparseJacobian::new(entries, &DIPOLE_PATTERN))
}
///The sparse Jacobian of `dipole`.
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
    let mut value: [f64; 8] = [0.0; 8];
    let mut entries = [0.0; DIPOLE_NNZ];
    dipole_with_jacobian_into(x, &mut value, &mut entries);
    ::jacobian_runtime::SparseJacobian::new(entries, &DIPOLE_PATTERN)
}

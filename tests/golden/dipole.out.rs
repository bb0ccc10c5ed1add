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

Order: enhanced_markowitz, improved by up to 5000 moves for time. Elimination: 159 multiplications in all, 52 of them not by plus or minus one; operations executed, a fused multiply-add counted once: 22. The best greedy order is `reverse` with 22 operations; no vertex order takes fewer than 156 multiplications in all.*/
#[allow(dead_code, deprecated)]
pub const DIPOLE_COST: ::jacobian_runtime::Cost = ::jacobian_runtime::Cost {
    multiplications: 24,
    additions: 8,
    divisions: 0,
    elementals: 0,
    trivial: 107,
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
        __elemental::store(entries, 1, [v4, v6]);
        let v8 = v4 * v4;
        let v10 = v6 * v6;
        let v14 = v8 - v10;
        let v12 = v4 * v6;
        let a2 = 2.0_f64 * v12;
        __elemental::store(entries, 3, [v14, a2]);
        let v18 = __fma((-3.0_f64), v10, v8);
        let a4 = v4 * v18;
        let v20 = __fma((-3.0_f64), v8, v10);
        let a6 = v6 * v20;
        __elemental::store(entries, 5, [a4, -a6]);
        let v0 = x[0];
        let v1 = x[1];
        let v25 = v0 + v1;
        let v27 = v25 - 0.485_f64;
        value[0] = v27;
        let v5 = x[5];
        let v7 = x[7];
        __elemental::store(entries, 8, [v5, v7]);
        let p12 = __elemental::two(v7, v5) * __elemental::two(v7, v5);
        let v11 = p12.first();
        let v9 = p12.second();
        let v15 = v9 - v11;
        let v13 = v5 * v7;
        let a3 = 2.0_f64 * v13;
        __elemental::store(entries, 10, [v15, a3]);
        let p11 = __fma_two(__elemental::both((-3.0_f64)), p12.swapped(), p12);
        let v24 = p11.first();
        let v22 = p11.second();
        let a5 = v5 * v22;
        let a7 = v7 * v24;
        __elemental::store(entries, 12, [a5, -a7]);
        let v2 = x[2];
        let v3 = x[3];
        let v28 = v2 + v3;
        let v30 = v28 + 0.0019_f64;
        value[1] = v30;
        __elemental::store(entries, 15, [-v6, v4]);
        __elemental::store(entries, 17, [-a2, v14]);
        __elemental::store(entries, 19, [a6, a4]);
        let p4 = __elemental::two(v6, v4) * __elemental::both(v0);
        let v40 = p4.first();
        let v31 = p4.second();
        let p1 = __elemental::two(v7, v5) * __elemental::both(v1);
        let v41 = p1.first();
        let v32 = p1.second();
        let v33 = v31 + v32;
        let p5 = __elemental::two(v4, v6) * __elemental::both(v2);
        let v43 = p5.first();
        let v34 = p5.second();
        let v35 = v33 - v34;
        let p2 = __elemental::two(v5, v7) * __elemental::both(v3);
        let v45 = p2.first();
        let v36 = p2.second();
        let v37 = v35 - v36;
        let v39 = v37 + 0.0581_f64;
        value[2] = v39;
        __elemental::store(entries, 22, [-v7, v5]);
        __elemental::store(entries, 24, [-a3, v15]);
        __elemental::store(entries, 26, [a7, a5]);
        let v42 = v40 + v41;
        let v44 = v42 + v43;
        let v46 = v44 + v45;
        let v48 = v46 - 0.015_f64;
        value[3] = v48;
        __elemental::store(entries, 28, [v0, v2]);
        let p3 = __fma_two(
            __elemental::both((-2.0_f64)),
            p5,
            __elemental::two((-2.0_f64), 2.0_f64) * p4,
        );
        let a10 = p3.first();
        let a8 = p3.second();
        __elemental::store(entries, 30, [a8, -a10]);
        let p8 = __elemental::both(2.0_f64) * __elemental::two(v0, v2);
        let p7 = __fma_two(
            __elemental::two(v12, -v12),
            p8,
            __elemental::two(v2, v0) * __elemental::both(v14),
        );
        let v64 = p7.first();
        let v53 = p7.second();
        let p6 = __elemental::both(3.0_f64) * p7;
        let a15 = p6.first();
        let a14 = p6.second();
        __elemental::store(entries, 32, [a14, a15]);
        let v55 = __fma(v1, v15, v53);
        let v56 = 2.0_f64 * v3;
        let v58 = __fma(-v13, v56, v55);
        let v60 = v58 - 0.105_f64;
        value[4] = v60;
        __elemental::store(entries, 34, [v1, v3]);
        let p0 = __fma_two(
            __elemental::both((-2.0_f64)),
            p2,
            __elemental::two((-2.0_f64), 2.0_f64) * p1,
        );
        let a11 = p0.first();
        let a9 = p0.second();
        __elemental::store(entries, 36, [a9, -a11]);
        let p10 = __elemental::both(2.0_f64) * __elemental::two(v7, v5);
        let a1 = __fma((-3.0_f64), v36, v32);
        let a0 = __fma((-3.0_f64), v32, v36);
        let p9 = __fma_two(
            __elemental::two(v3, v1),
            p11,
            p10 * __elemental::two(a0, a1),
        );
        let a13 = p9.first();
        let a12 = p9.second();
        __elemental::store(entries, 38, [a12, -a13]);
        let v66 = __fma(v3, v15, v64);
        let v67 = 2.0_f64 * v1;
        let v69 = __fma(v13, v67, v66);
        let v71 = v69 - 0.0406_f64;
        value[5] = v71;
        __elemental::store(entries, 40, [-v2, v0]);
        __elemental::store(entries, 42, [a10, a8]);
        __elemental::store(entries, 44, [-a15, a14]);
        let v74 = __fma(v20, v34, v18 * v31);
        let v76 = __fma(v22, v32, v74);
        let v78 = __fma(v24, v36, v76);
        let v80 = v78 - 0.167_f64;
        value[6] = v80;
        __elemental::store(entries, 46, [-v3, v1]);
        __elemental::store(entries, 48, [a11, a9]);
        __elemental::store(entries, 50, [a13, a12]);
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
        let a2 = 2.0_f64 * v12;
        __elemental::store(entries, 3, [v14, a2]);
        let v18 = __fma((-3.0_f64), v10, v8);
        let a4 = v4 * v18;
        let v20 = __fma((-3.0_f64), v8, v10);
        let a6 = v6 * v20;
        __elemental::store(entries, 5, [a4, -a6]);
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
        let a3 = 2.0_f64 * v13;
        __elemental::store(entries, 10, [v15, a3]);
        let v22 = __fma((-3.0_f64), v11, v9);
        let a5 = v5 * v22;
        let v24 = __fma((-3.0_f64), v9, v11);
        let a7 = v7 * v24;
        __elemental::store(entries, 12, [a5, -a7]);
        let v2 = x[2];
        let v3 = x[3];
        let v28 = v2 + v3;
        let v30 = v28 + 0.0019_f64;
        value[1] = v30;
        __elemental::store(entries, 15, [-v6, v4]);
        __elemental::store(entries, 17, [-a2, v14]);
        __elemental::store(entries, 19, [a6, a4]);
        let v31 = v4 * v0;
        let v32 = v5 * v1;
        let v33 = v31 + v32;
        let v34 = v6 * v2;
        let v35 = v33 - v34;
        let v36 = v7 * v3;
        let v37 = v35 - v36;
        let v39 = v37 + 0.0581_f64;
        value[2] = v39;
        __elemental::store(entries, 22, [-v7, v5]);
        __elemental::store(entries, 24, [-a3, v15]);
        __elemental::store(entries, 26, [a7, a5]);
        let v40 = v6 * v0;
        let v41 = v7 * v1;
        let v42 = v40 + v41;
        let v43 = v4 * v2;
        let v44 = v42 + v43;
        let v45 = v5 * v3;
        let v46 = v44 + v45;
        let v48 = v46 - 0.015_f64;
        value[3] = v48;
        __elemental::store(entries, 28, [v0, v2]);
        let a8 = __fma((-2.0_f64), v34, 2.0_f64 * v31);
        let a10 = __fma((-2.0_f64), v43, (-2.0_f64) * v40);
        __elemental::store(entries, 30, [a8, -a10]);
        let v51 = 2.0_f64 * v2;
        let v53 = __fma(-v12, v51, v0 * v14);
        let a14 = 3.0_f64 * v53;
        let v62 = 2.0_f64 * v0;
        let v64 = __fma(v12, v62, v2 * v14);
        let a15 = 3.0_f64 * v64;
        __elemental::store(entries, 32, [a14, a15]);
        let v55 = __fma(v1, v15, v53);
        let v56 = 2.0_f64 * v3;
        let v58 = __fma(-v13, v56, v55);
        let v60 = v58 - 0.105_f64;
        value[4] = v60;
        __elemental::store(entries, 34, [v1, v3]);
        let a9 = __fma((-2.0_f64), v36, 2.0_f64 * v32);
        let a11 = __fma((-2.0_f64), v45, (-2.0_f64) * v41);
        __elemental::store(entries, 36, [a9, -a11]);
        let v91 = 2.0_f64 * v5;
        let a1 = __fma((-3.0_f64), v36, v32);
        let a12 = __fma(v1, v22, v91 * a1);
        let v93 = 2.0_f64 * v7;
        let a0 = __fma((-3.0_f64), v32, v36);
        let a13 = __fma(v3, v24, v93 * a0);
        __elemental::store(entries, 38, [a12, -a13]);
        let v66 = __fma(v3, v15, v64);
        let v67 = 2.0_f64 * v1;
        let v69 = __fma(v13, v67, v66);
        let v71 = v69 - 0.0406_f64;
        value[5] = v71;
        __elemental::store(entries, 40, [-v2, v0]);
        __elemental::store(entries, 42, [a10, a8]);
        __elemental::store(entries, 44, [-a15, a14]);
        let v74 = __fma(v20, v34, v18 * v31);
        let v76 = __fma(v22, v32, v74);
        let v78 = __fma(v24, v36, v76);
        let v80 = v78 - 0.167_f64;
        value[6] = v80;
        __elemental::store(entries, 46, [-v3, v1]);
        __elemental::store(entries, 48, [a11, a9]);
        __elemental::store(entries, 50, [a13, a12]);
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

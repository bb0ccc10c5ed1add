fn solver(x: f64, y: &[f64; 2], k: f64) -> [f64; 2] {
    let s = (x * y[0]).exp();
    [s + k * y[1], s - y[1]]
}
#[allow(deprecated, clippy::all, clippy::pedantic)]
const _: () = {
    let _ = solver;
};
/**The number of structural entries of the Jacobian of [`solver`].

Jacobian: 2 × 3, 6 entries by columns. Beyond the value: 2 operations, order enhanced_markowitz; 7 multiplications with those by ±1, no vertex order under 5.*/
#[allow(dead_code, deprecated)]
const SOLVER_NNZ: ::core::primitive::usize = 6;
/**The sparsity pattern of the Jacobian of [`solver`]: structural entries only.

Columns: `y`, `x`.

Jacobian: 2 × 3, 6 entries by columns. Beyond the value: 2 operations, order enhanced_markowitz; 7 multiplications with those by ±1, no vertex order under 5.

```text
###
###
```*/
#[allow(dead_code, deprecated, long_running_const_eval)]
const SOLVER_PATTERN: ::jacobian_runtime::SparsityPattern = ::jacobian_runtime::SparsityPattern::new(
    2,
    3,
    ::jacobian_runtime::Layout::Csc,
    &[0, 2, 4, 6],
    &[0, 1, 0, 1, 0, 1],
    &[0, 3, 6],
    &[0, 1, 2, 0, 1, 2],
);
/**What the Jacobian of [`solver`] costs per call beyond the value.

Order: enhanced_markowitz, improved by up to 5000 moves for time. Elimination: 7 multiplications in all, 4 of them not by plus or minus one; operations executed, a fused multiply-add counted once: 2. The best greedy order is `forward` with 2 operations; no vertex order takes fewer than 5 multiplications in all.*/
#[allow(dead_code, deprecated)]
const SOLVER_COST: ::jacobian_runtime::Cost = ::jacobian_runtime::Cost {
    multiplications: 2,
    additions: 0,
    divisions: 0,
    elementals: 0,
    trivial: 3,
    literal: 0,
    loops: &[],
};
/**The entries of the Jacobian of [`solver`] that never vary; zero where an entry does.

Jacobian: 2 × 3, 6 entries by columns. Beyond the value: 2 operations, order enhanced_markowitz; 7 multiplications with those by ±1, no vertex order under 5.*/
#[allow(dead_code, deprecated, clippy::all, clippy::pedantic)]
const SOLVER_TEMPLATE: [::core::primitive::f64; SOLVER_NNZ] = [
    0.0_f64,
    0.0_f64,
    0.0_f64,
    (-1.0_f64),
    0.0_f64,
    0.0_f64,
];
/**The Jacobian of [`solver`], by value.

Jacobian: 2 × 3, 6 entries by columns. Beyond the value: 2 operations, order enhanced_markowitz; 7 multiplications with those by ±1, no vertex order under 5. See [`SOLVER_PATTERN`] and [`SOLVER_COST`].

```text
###
###
```*/
#[allow(dead_code, deprecated)]
type SolverJacobian = ::jacobian_runtime::SparseJacobian<
    ::core::primitive::f64,
    2,
    3,
    SOLVER_NNZ,
>;
/**Writes the value of `solver` and the entries of its Jacobian that vary; the others are those of the template.

Jacobian: 2 × 3, 6 entries by columns. Beyond the value: 2 operations, order enhanced_markowitz; 7 multiplications with those by ±1, no vertex order under 5. See [`SOLVER_PATTERN`] and [`SOLVER_COST`].*/
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
fn solver_update_into(
    x: f64,
    y: &[f64; 2],
    k: f64,
    value_out: &mut [f64; 2],
    entries_out: &mut [::core::primitive::f64; SOLVER_NNZ],
) {
    use ::jacobian_runtime::__private as __elemental;
    ::jacobian_runtime::__fma_fn!(never, __fma, ::core::primitive::f64);
    let __v5: ::core::primitive::f64 = __elemental::scalar(k);
    let __v2 = x;
    let __v0 = y[0];
    let __v3 = __v2 * __v0;
    let __v4 = __v3.exp();
    let __a0 = __v2 * __v4;
    __elemental::store(entries_out, 0, [__a0, __a0]);
    entries_out[2] = __v5;
    let __v1 = y[1];
    let __v6 = __v5 * __v1;
    let __v7 = __v4 + __v6;
    value_out[0] = __v7;
    let __a1 = __v0 * __v4;
    __elemental::store(entries_out, 4, [__a1, __a1]);
    let __v8 = __v4 - __v1;
    value_out[1] = __v8;
}
/**Writes the value of `solver` and every entry of its Jacobian, in the order of the pattern.

Jacobian: 2 × 3, 6 entries by columns. Beyond the value: 2 operations, order enhanced_markowitz; 7 multiplications with those by ±1, no vertex order under 5. See [`SOLVER_PATTERN`] and [`SOLVER_COST`].*/
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
fn solver_with_jacobian_into(
    x: f64,
    y: &[f64; 2],
    k: f64,
    value_out: &mut [f64; 2],
    entries_out: &mut [::core::primitive::f64; SOLVER_NNZ],
) {
    entries_out[3] = (-1.0_f64);
    solver_update_into(x, y, k, value_out, entries_out)
}
/**The value of `solver` and its sparse Jacobian.

Jacobian: 2 × 3, 6 entries by columns. Beyond the value: 2 operations, order enhanced_markowitz; 7 multiplications with those by ±1, no vertex order under 5. See [`SOLVER_PATTERN`] and [`SOLVER_COST`].*/
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
fn solver_with_jacobian(x: f64, y: &[f64; 2], k: f64) -> ([f64; 2], SolverJacobian) {
    let mut value_out: [f64; 2] = [0.0; 2];
    let mut entries_out = [0.0; SOLVER_NNZ];
    solver_with_jacobian_into(x, y, k, &mut value_out, &mut entries_out);
    (value_out, ::jacobian_runtime::SparseJacobian::new(entries_out, &SOLVER_PATTERN))
}
/**The sparse Jacobian of `solver`.

Jacobian: 2 × 3, 6 entries by columns. Beyond the value: 2 operations, order enhanced_markowitz; 7 multiplications with those by ±1, no vertex order under 5. See [`SOLVER_PATTERN`] and [`SOLVER_COST`].

```text
###
###
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
fn solver_jacobian(x: f64, y: &[f64; 2], k: f64) -> SolverJacobian {
    let mut value_out: [f64; 2] = [0.0; 2];
    let mut entries_out = [0.0; SOLVER_NNZ];
    solver_with_jacobian_into(x, y, k, &mut value_out, &mut entries_out);
    ::jacobian_runtime::SparseJacobian::new(entries_out, &SOLVER_PATTERN)
}
///What the Jacobian of `solver` times `dx_in` costs per call beyond the value: 7 operations, order enhanced_markowitz; 8 multiplications with those by ±1, no vertex order under 8.
#[allow(dead_code, deprecated)]
const SOLVER_JVP_COST: ::jacobian_runtime::Cost = ::jacobian_runtime::Cost {
    multiplications: 4,
    additions: 3,
    divisions: 0,
    elementals: 0,
    trivial: 4,
    literal: 0,
    loops: &[],
};
/**Writes the value of `solver`, and the Jacobian of `solver` times `dx_in`.

It takes 5 operations beyond the value, those of all branches together and a fused multiply-add counted once, by the order enhanced_markowitz, improved by up to 5000 moves for time. To form the Jacobian and multiply takes 8.

The Jacobian is 2 × 3 with 6 entries: see [`SOLVER_PATTERN`] and [`SOLVER_JVP_COST`].*/
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
fn solver_jvp_into(
    x: f64,
    y: &[f64; 2],
    k: f64,
    dx_in: &[::core::primitive::f64; 3],
    value_out: &mut [f64; 2],
    product_out: &mut [::core::primitive::f64; 2],
) {
    use ::jacobian_runtime::__private as __elemental;
    ::jacobian_runtime::__fma_fn!(never, __fma, ::core::primitive::f64);
    let __v5: ::core::primitive::f64 = __elemental::scalar(k);
    let __v2 = x;
    let __v0 = y[0];
    let __v3 = __v2 * __v0;
    let __v4 = __v3.exp();
    let __v11 = dx_in[2];
    let __v9 = dx_in[0];
    let __a0 = __fma(__v2, __v9, __v0 * __v11);
    let __a1 = __v4 * __a0;
    let __v10 = dx_in[1];
    __elemental::store(product_out, 0, [__fma(__v5, __v10, __a1), __a1 - __v10]);
    let __v1 = y[1];
    let __v6 = __v5 * __v1;
    let __v7 = __v4 + __v6;
    value_out[0] = __v7;
    let __v8 = __v4 - __v1;
    value_out[1] = __v8;
}
/**The Jacobian of `solver` times `dx_in`.

It takes 5 operations beyond the value, those of all branches together and a fused multiply-add counted once, by the order enhanced_markowitz, improved by up to 5000 moves for time. To form the Jacobian and multiply takes 8.

The Jacobian is 2 × 3 with 6 entries: see [`SOLVER_PATTERN`] and [`SOLVER_JVP_COST`].*/
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
fn solver_jvp(
    x: f64,
    y: &[f64; 2],
    k: f64,
    dx_in: &[::core::primitive::f64; 3],
) -> [::core::primitive::f64; 2] {
    let mut value_out: [f64; 2] = [0.0; 2];
    let mut product_out = [0.0; 2];
    solver_jvp_into(x, y, k, dx_in, &mut value_out, &mut product_out);
    product_out
}
///What `w_in` times the Jacobian of `solver` costs per call beyond the value: 6 operations, order enhanced_markowitz; 8 multiplications with those by ±1, no vertex order under 8.
#[allow(dead_code, deprecated)]
const SOLVER_VJP_COST: ::jacobian_runtime::Cost = ::jacobian_runtime::Cost {
    multiplications: 4,
    additions: 2,
    divisions: 0,
    elementals: 0,
    trivial: 4,
    literal: 0,
    loops: &[],
};
/**Writes the value of `solver`, and `w_in` times the Jacobian of `solver`.

It takes 5 operations beyond the value, those of all branches together and a fused multiply-add counted once, by the order enhanced_markowitz, improved by up to 5000 moves for time. To form the Jacobian and multiply takes 8.

The Jacobian is 2 × 3 with 6 entries: see [`SOLVER_PATTERN`] and [`SOLVER_VJP_COST`].*/
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
fn solver_vjp_into(
    x: f64,
    y: &[f64; 2],
    k: f64,
    w_in: &[::core::primitive::f64; 2],
    value_out: &mut [f64; 2],
    product_out: &mut [::core::primitive::f64; 3],
) {
    use ::jacobian_runtime::__private as __elemental;
    ::jacobian_runtime::__fma_fn!(never, __fma, ::core::primitive::f64);
    let __v5: ::core::primitive::f64 = __elemental::scalar(k);
    let __v2 = x;
    let __v0 = y[0];
    let __v3 = __v2 * __v0;
    let __v4 = __v3.exp();
    let __v10 = w_in[1];
    let __v9 = w_in[0];
    let __a0 = __v10 + __v9;
    let __a1 = __v4 * __a0;
    __elemental::store(product_out, 0, [__v2 * __a1, __fma(__v5, __v9, -__v10)]);
    let __v1 = y[1];
    let __v6 = __v5 * __v1;
    let __v7 = __v4 + __v6;
    value_out[0] = __v7;
    product_out[2] = __v0 * __a1;
    let __v8 = __v4 - __v1;
    value_out[1] = __v8;
}
/**`w_in` times the Jacobian of `solver`.

It takes 5 operations beyond the value, those of all branches together and a fused multiply-add counted once, by the order enhanced_markowitz, improved by up to 5000 moves for time. To form the Jacobian and multiply takes 8.

The Jacobian is 2 × 3 with 6 entries: see [`SOLVER_PATTERN`] and [`SOLVER_VJP_COST`].*/
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
fn solver_vjp(
    x: f64,
    y: &[f64; 2],
    k: f64,
    w_in: &[::core::primitive::f64; 2],
) -> [::core::primitive::f64; 3] {
    let mut value_out: [f64; 2] = [0.0; 2];
    let mut product_out = [0.0; 3];
    solver_vjp_into(x, y, k, w_in, &mut value_out, &mut product_out);
    product_out
}
/**[`solver`] as a function of flattened vectors, for generic solvers.

Jacobian: 2 × 3, 6 entries by columns. Beyond the value: 2 operations, order enhanced_markowitz; 7 multiplications with those by ±1, no vertex order under 5. See [`SOLVER_PATTERN`] and [`SOLVER_COST`].*/
#[derive(Clone, Copy, Debug)]
#[allow(dead_code, deprecated)]
struct Solver {
    ///The inactive parameter `k`.
    k: f64,
}
#[allow(unused, deprecated, clippy::all, clippy::pedantic)]
impl ::jacobian_runtime::Function for Solver {
    type Scalar = ::core::primitive::f64;
    const PATTERN: &'static ::jacobian_runtime::SparsityPattern = &SOLVER_PATTERN;
    const TEMPLATE: &'static [::core::primitive::f64] = &SOLVER_TEMPLATE;
    fn value_into(
        &self,
        x_in: &[::core::primitive::f64],
        value_out: &mut [::core::primitive::f64],
    ) {
        ::core::assert!(x_in.len() == 3, "there are 3 independents");
        ::core::assert!(value_out.len() == 2, "there are 2 dependents");
        let __result = solver(x_in[2], &[x_in[0], x_in[1]], self.k);
        value_out[0] = __result[0];
        value_out[1] = __result[1];
    }
    fn with_jacobian_into(
        &self,
        x_in: &[::core::primitive::f64],
        value_out: &mut [::core::primitive::f64],
        entries_out: &mut [::core::primitive::f64],
    ) {
        ::core::assert!(x_in.len() == 3, "there are 3 independents");
        ::core::assert!(value_out.len() == 2, "there are 2 dependents");
        let entries_out: &mut [::core::primitive::f64; SOLVER_NNZ] = ::core::convert::TryFrom::try_from(
                entries_out,
            )
            .expect("there are as many entries as the pattern has");
        let mut __result: [f64; 2] = [0.0; 2];
        solver_with_jacobian_into(
            x_in[2],
            &[x_in[0], x_in[1]],
            self.k,
            &mut __result,
            entries_out,
        );
        value_out[0] = __result[0];
        value_out[1] = __result[1];
    }
    fn update_into(
        &self,
        x_in: &[::core::primitive::f64],
        value_out: &mut [::core::primitive::f64],
        entries_out: &mut [::core::primitive::f64],
    ) {
        ::core::assert!(x_in.len() == 3, "there are 3 independents");
        ::core::assert!(value_out.len() == 2, "there are 2 dependents");
        let entries_out: &mut [::core::primitive::f64; SOLVER_NNZ] = ::core::convert::TryFrom::try_from(
                entries_out,
            )
            .expect("there are as many entries as the pattern has");
        let mut __result: [f64; 2] = [0.0; 2];
        solver_update_into(
            x_in[2],
            &[x_in[0], x_in[1]],
            self.k,
            &mut __result,
            entries_out,
        );
        value_out[0] = __result[0];
        value_out[1] = __result[1];
    }
    fn jvp_into(
        &self,
        x_in: &[::core::primitive::f64],
        dx_in: &[::core::primitive::f64],
        value_out: &mut [::core::primitive::f64],
        labels_out: &mut [::core::primitive::f64],
        product_out: &mut [::core::primitive::f64],
    ) {
        ::core::assert!(x_in.len() == 3, "there are 3 independents");
        ::core::assert!(value_out.len() == 2, "there are 2 dependents");
        let dx_in = ::core::convert::TryFrom::try_from(dx_in)
            .expect("the vector has length 3");
        let product_out: &mut [::core::primitive::f64; 2] = ::core::convert::TryFrom::try_from(
                product_out,
            )
            .expect("the vector has length 2");
        let mut __result: [f64; 2] = [0.0; 2];
        solver_jvp_into(
            x_in[2],
            &[x_in[0], x_in[1]],
            self.k,
            dx_in,
            &mut __result,
            product_out,
        );
        value_out[0] = __result[0];
        value_out[1] = __result[1];
    }
    fn vjp_into(
        &self,
        x_in: &[::core::primitive::f64],
        w_in: &[::core::primitive::f64],
        value_out: &mut [::core::primitive::f64],
        labels_out: &mut [::core::primitive::f64],
        product_out: &mut [::core::primitive::f64],
    ) {
        ::core::assert!(x_in.len() == 3, "there are 3 independents");
        ::core::assert!(value_out.len() == 2, "there are 2 dependents");
        let w_in = ::core::convert::TryFrom::try_from(w_in)
            .expect("the vector has length 2");
        let product_out: &mut [::core::primitive::f64; 3] = ::core::convert::TryFrom::try_from(
                product_out,
            )
            .expect("the vector has length 3");
        let mut __result: [f64; 2] = [0.0; 2];
        solver_vjp_into(
            x_in[2],
            &[x_in[0], x_in[1]],
            self.k,
            w_in,
            &mut __result,
            product_out,
        );
        value_out[0] = __result[0];
        value_out[1] = __result[1];
    }
}

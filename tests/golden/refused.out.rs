fn refused(x: &[f64; 2]) -> f64 {
    let a = if x[0] > 0.0 { x[0] } else { 0.0 };
    let b = x[1].gamma();
    while a < b {}
    a + b
}
#[doc(hidden)]
#[allow(dead_code, deprecated)]
const REFUSED_NNZ: ::core::primitive::usize = 0;
#[doc(hidden)]
#[allow(dead_code, deprecated)]
const REFUSED_PATTERN: ::jacobian_runtime::SparsityPattern = ::jacobian_runtime::SparsityPattern::new(
    1,
    2,
    ::jacobian_runtime::Layout::Csc,
    &[0, 0, 0],
    &[],
    &[0, 0],
    &[],
);
#[doc(hidden)]
#[allow(dead_code, deprecated)]
const REFUSED_COST: ::jacobian_runtime::Cost = ::jacobian_runtime::Cost {
    multiplications: 0,
    additions: 0,
    divisions: 0,
    elementals: 0,
    trivial: 0,
    literal: 0,
    loops: &[],
};
#[doc(hidden)]
#[allow(dead_code, deprecated, clippy::all, clippy::pedantic)]
const REFUSED_TEMPLATE: [::core::primitive::f64; REFUSED_NNZ] = [];
///The Jacobian of [`refused`], by value.
#[allow(dead_code, deprecated)]
type RefusedJacobian = ::jacobian_runtime::SparseJacobian<
    ::core::primitive::f64,
    1,
    2,
    REFUSED_NNZ,
>;
///Not generated: see the error.
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
fn refused_update_into(
    x: &[f64; 2],
    value_out: &mut f64,
    entries_out: &mut [::core::primitive::f64; REFUSED_NNZ],
) {
    ::core::panic!("this function was refused by #[jacobian]")
}
///Writes the value of `refused` and every entry of its Jacobian, in the order of the pattern.
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
fn refused_with_jacobian_into(
    x: &[f64; 2],
    value_out: &mut f64,
    entries_out: &mut [::core::primitive::f64; REFUSED_NNZ],
) {
    refused_update_into(x, value_out, entries_out)
}
///The value of `refused` and its sparse Jacobian.
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
fn refused_with_jacobian(x: &[f64; 2]) -> (f64, RefusedJacobian) {
    ::core::panic!("this function was refused by #[jacobian]")
}
///The sparse Jacobian of `refused`.
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
fn refused_jacobian(x: &[f64; 2]) -> RefusedJacobian {
    ::core::panic!("this function was refused by #[jacobian]")
}
::core::compile_error! {
    "cannot differentiate the method `gamma` of a floating-point value\nhelp: write it as a function whose body is seen, or give its derivative as a function of yours, with the trait: `rule(Trait::gamma(self) => gamma_prime(self))`"
}

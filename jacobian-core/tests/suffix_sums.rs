//! Suffix sums, from source to generated code: a partial that is a multiple of the last summands of
//! a sum in the source is computed from them.

use quote::quote;

/// The computation of two dipoles, whose moments are added one after the other.
fn dipoles(arguments: proc_macro2::TokenStream) -> String {
    let function = quote! {
        fn f(x: &[f64; 8]) -> [f64; 4] {
            let [a, b, c, d, t, u, v, w] = *x;
            let [ts, us, vs, ws] = [t * t, u * u, v * v, w * w];
            let [p, q, r, s] = [ts - 3.0 * vs, vs - 3.0 * ts, us - 3.0 * ws, ws - 3.0 * us];
            [
                a * (ts - vs) - 2.0 * c * (t * v) + b * (us - ws) - 2.0 * d * (u * w),
                c * (ts - vs) + 2.0 * a * (t * v) + d * (us - ws) + 2.0 * b * (u * w),
                a * t * p + c * v * q + b * u * r + d * w * s,
                c * t * p - a * v * q + d * u * r - b * w * s,
            ]
        }
    };
    let expansion = jacobian_core::expand(arguments, function).to_string();
    let update = expansion
        .split("fn f_update_into")
        .nth(1)
        .expect("the computation");
    let update = update.split("fn f_").next().unwrap_or_default();
    update
        .split_once("cfg (not")
        .map_or(update, |bodies| bodies.1)
        .to_owned()
}

#[test]
fn partials_of_the_second_part_are_multiples_of_its_sum() {
    for (arguments, tail) in [
        (quote!(), "__v29 - __v33"),
        (
            quote!(value = fused),
            "__fma (- __v31 , __v32 , __v1 * __v28)",
        ),
    ] {
        let update = dipoles(arguments);
        let (before, multiple) = update.split_once("3.0_f64 * __a").expect("a multiple");
        let name: String = multiple.chars().take_while(char::is_ascii_digit).collect();
        let formed = before.contains(&format!("let __a{name} = {tail} ;"));
        assert!(formed, "a{name} in {update}");
    }
}

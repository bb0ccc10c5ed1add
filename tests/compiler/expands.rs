//! Checks whether code is accepted or refused, by the text of its expansion alone. Other tests
//! compile such code and compare its values and entries.

/// The expansion of an item, without or with messages.
fn expansion(options: &str, item: &str) -> String {
    let [options, item] = [options, item].map(|text| text.parse().expect("tokens"));
    jacobian_core::expand(options, item).to_string()
}

#[test]
fn a_number_of_another_type_is_never_left_out() {
    for body in ["x.as_() * k", "x.to_f64().unwrap() * k", "(x as f64) * k"] {
        let item = format!("fn f<S: Copy + AsPrimitive<f64>>(x: S, k: f64) -> f64 {{ {body} }}");
        let (unnamed, named) = (expansion("", &item), expansion("wrt(k)", &item));
        assert!(
            unnamed.contains("the type of `x` is not recognized"),
            "{unnamed}"
        );
        assert!(!named.contains("compile_error"), "{named}");
    }
}

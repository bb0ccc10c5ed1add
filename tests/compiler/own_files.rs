//! What a function that has the attribute alone sees of its file, and when it sees nothing.
//! `tests/types/own_file.rs` compares derivatives through rustc.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use jacobian_core::Files;

/// A file on its own.
struct Text(&'static str);

impl Files for Text {
    fn read(&self, path: &Path) -> Option<Rc<str>> {
        (path == Path::new("here.rs")).then(|| self.0.into())
    }

    fn list(&self, _: &Path) -> Vec<PathBuf> {
        Vec::new()
    }

    fn variable(&self, _: &str) -> Option<String> {
        None
    }

    fn own_file(&self) -> Option<PathBuf> {
        Some("here.rs".into())
    }
}

/// What is generated for a function of this file.
fn expanded(options: &str, function: &str, file: &'static str) -> String {
    let [options, item] = [options, function].map(|text| text.parse().expect("tokens"));
    jacobian_core::expand_seeing(options, item, &Text(file)).to_string()
}

const CALLER: &str = "fn f(x: f64) -> f64 { scaled(x) }";

#[test]
fn what_a_file_defines_is_followed() {
    let file = "#!/usr/bin/env run\n#![allow(unused)]\n//! A page.\n
        fn scaled(x: f64) -> f64 { 3.0 * x }
        /// Documented here.
        #[jacobian] fn f(x: f64) -> f64 { scaled(x) }
        #[jacobian(bad)] fn other(x: f64) -> f64 { nothing(x) }";
    let found = expanded("", CALLER, file);
    assert!(!found.contains("compile_error"), "{found}");
    assert!(found.contains("3.0"), "{found}");
    assert!(!found.contains("nothing"), "{found}");
}

#[test]
fn a_function_that_stands_twice_or_nowhere_sees_nothing() {
    let twice = "mod a { fn scaled(x: f64) -> f64 { 3.0 * x } #[jacobian] fn f(x: f64) -> f64 { scaled(x) } }
        mod b { fn scaled(x: f64) -> f64 { 2.0 * x } #[jacobian] fn f(x: f64) -> f64 { scaled(x) } }";
    let by_a_macro = "fn scaled(x: f64) -> f64 { 3.0 * x }
        macro_rules! made { () => { #[jacobian] fn f(x: f64) -> f64 { scaled(x) } } }
        made!();";
    let inside = "fn scaled(x: f64) -> f64 { 3.0 * x }
        fn outer() { fn scaled(x: f64) -> f64 { 2.0 * x } #[jacobian] fn f(x: f64) -> f64 { scaled(x) } }";
    let elsewhere = "fn scaled(x: f64) -> f64 { 3.0 * x }";
    for file in [twice, by_a_macro, inside, elsewhere, "fn {", ""] {
        let found = expanded("", CALLER, file);
        assert!(
            found.contains("cannot differentiate a call of this function"),
            "{file}\n{found}"
        );
    }
}

#[test]
fn what_is_accepted_alone_does_not_depend_on_the_file() {
    let function = "fn f(x: f64, k: Scale) -> f64 { x * x + f64::from(k.steps) }";
    let file = "struct Scale { steps: f32, free: f64 } fn f(x: f64, k: Scale) -> f64 { x * x + f64::from(k.steps) }";
    let alone = expanded("", function, "");
    assert!(!alone.contains("compile_error"), "{alone}");
    assert_eq!(expanded("", function, file), alone);
}

#[test]
fn each_of_two_attributes_is_asked_by_itself() {
    let function = "#[jacobian(prefix = g)] fn f(x: f64) -> f64 { scaled(x) }";
    let file = "fn scaled(x: f64) -> f64 { 3.0 * x }
        #[jacobian] #[jacobian(prefix = g)] fn f(x: f64) -> f64 { scaled(x) }";
    let found = expanded("", function, file);
    assert!(!found.contains("compile_error"), "{found}");
    assert!(found.contains("fn f_jacobian"), "{found}");
    assert!(!found.contains("fn g_jacobian"), "{found}");
}

#[test]
fn a_type_parameter_that_nothing_has_stays_a_mistake() {
    let file = "fn scaled(x: f64) -> f64 { 3.0 * x } fn f(x: f64) -> f64 { scaled(x) }";
    let found = expanded("scalar(Q = f64)", CALLER, file);
    assert!(
        found.contains("found no type parameter named `Q`"),
        "{found}"
    );
    let of_a_block = "struct Gain<T>(T); fn scaled(x: f64) -> f64 { 3.0 * x }
        impl<T: Copy + Into<f64>> Gain<T> { #[jacobian] fn f(x: f64) -> f64 { scaled(x) } }";
    let found = expanded("scalar(T = f64)", CALLER, of_a_block);
    // The block would get a second one beside it, which this function cannot write.
    assert!(
        found.contains("found no type parameter named `T`"),
        "{found}"
    );
}

#[test]
fn a_file_that_nests_too_deeply_is_not_read() {
    let deep = format!("{}{}", "mod m { ".repeat(600), "}".repeat(600));
    let text = format!("fn scaled(x: f64) -> f64 {{ 3.0 * x }} {CALLER} {deep}");
    let found = expanded("", CALLER, text.leak());
    assert!(found.contains("compile_error"), "{found}");
}

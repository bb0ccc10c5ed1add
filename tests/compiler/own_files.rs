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

/// Such a function names nothing that tells where it stands.
#[test]
fn an_associated_function_has_no_items_that_an_impl_cannot_have() {
    let function = "pub fn days(x: f64) -> f64 { x / 86_400.0 }";
    let free = ["const _ :", "type DaysJacobian"];
    let in_a_block =
        "struct Epoch;\nimpl Epoch { #[jacobian] pub fn days(x: f64) -> f64 { x / 86_400.0 } }";
    let found = expanded("", function, in_a_block);
    assert!(!found.contains("compile_error"), "{found}");
    assert!(found.contains("Self :: DAYS_PATTERN"), "{found}");
    assert!(free.iter().all(|item| !found.contains(item)), "{found}");
    for file in [
        "impl Other {}\n#[jacobian] pub fn days(x: f64) -> f64 { x / 86_400.0 }",
        "impl Other { fn f() { #[jacobian] pub fn days(x: f64) -> f64 { x / 86_400.0 } } }",
        "implement!{}",
    ] {
        let found = expanded("", function, file);
        assert!(
            free.iter().all(|item| found.contains(item)),
            "{file}\n{found}"
        );
    }
    let in_a_trait = "impl Days for Epoch { #[jacobian] fn days(x: f64) -> f64 { x / 86_400.0 } }";
    let found = expanded("", "fn days(x: f64) -> f64 { x / 86_400.0 }", in_a_trait);
    assert!(
        found.contains("the `impl` of a trait can have no other functions"),
        "{found}"
    );
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
    let asks = "put `#[jacobian]` on the `impl` as well";
    assert!(found.contains(asks), "{found}");
}

#[test]
fn a_method_of_a_generic_block_asks_for_the_attribute_on_the_block() {
    const METHOD: &str = "fn with(&self, by: &Self) -> Self { Turn { x: self.x.clone() * by.x.clone(), y: by.y.clone() } }";
    let of = |attribute| {
        let block = format!("impl<T: nalgebra::RealField> Turn<T> {{ {attribute} {METHOD} }}");
        let file = format!("struct Turn<T: nalgebra::RealField> {{ x: T, y: T }} {block}");
        (block, &*file.leak())
    };
    let (_, file) = of("");
    let found = expanded("", METHOD, file);
    let asks = "put `#[jacobian]` on the `impl` as well";
    assert!(found.contains(asks), "{found}");
    assert_eq!(found.matches("compile_error").count(), 1, "{found}");
    let (block, file) = of("#[jacobian]");
    let found = expanded("", &block, file);
    assert!(!found.contains("compile_error"), "{found}");
    assert!(found.contains("with_jacobian"), "{found}");
}

#[test]
fn what_a_file_is_refused_for_is_said_in_place_of_what_is_not_in_view() {
    // The two errors are those of the body, which nobody reaches without the type.
    let file = "struct P(f64, f64); impl P { fn f(self) -> f64 { a::b(self.0) * a::c(self.1) } }";
    let found = expanded(
        "",
        "fn f(self) -> f64 { a::b(self.0) * a::c(self.1) }",
        file,
    );
    assert_eq!(
        found.matches("cannot differentiate a call").count(),
        2,
        "{found}"
    );
    assert!(
        !found.contains("found no floating-point parameter"),
        "{found}"
    );
}

#[test]
fn a_file_that_nests_too_deeply_is_not_read() {
    let deep = format!("{}{}", "mod m { ".repeat(600), "}".repeat(600));
    let text = format!("fn scaled(x: f64) -> f64 {{ 3.0 * x }} {CALLER} {deep}");
    let found = expanded("", CALLER, text.leak());
    assert!(found.contains("compile_error"), "{found}");
    // Nor is it walked through, where it would have been read for the type of the value.
    let deep = format!("{}{}", "{".repeat(100_000), "}".repeat(100_000));
    for item in [CALLER, "fn f(x: f64, v: V) -> V { v * x }"] {
        let text = format!("struct V; {item} fn deep() {deep}");
        expanded("", item, text.leak());
    }
}

/// The files of a crate. The function is in one of them.
struct Crate {
    files: &'static [(&'static str, &'static str)],
    own: &'static str,
    name: Option<&'static str>,
}

impl Files for Crate {
    fn read(&self, path: &Path) -> Option<Rc<str>> {
        let path = path.strip_prefix("/home/thing").ok()?;
        let mut files = self.files.iter();
        let (_, text) = files.find(|(name, _)| path == Path::new(name))?;
        Some((*text).into())
    }

    fn list(&self, _: &Path) -> Vec<PathBuf> {
        Vec::new()
    }

    fn variable(&self, name: &str) -> Option<String> {
        match name {
            "CARGO_MANIFEST_DIR" => Some("/home/thing".to_owned()),
            "CARGO_CRATE_NAME" => self.name.map(str::to_owned),
            _ => None,
        }
    }

    fn own_file(&self) -> Option<PathBuf> {
        Some(Path::new("/home/thing").join(self.own))
    }
}

impl Crate {
    fn expanded(&self, function: &str) -> String {
        let function = function.parse().expect("tokens");
        jacobian_core::expand_seeing("".parse().expect("none"), function, self).to_string()
    }
}

const THING: &[(&str, &str)] = &[
    ("Cargo.toml", "[package]\nname = \"thing\""),
    ("src/lib.rs", "mod a; pub mod units; #[cfg(feature = \"never\")] mod missing;"),
    ("src/a/mod.rs", "pub mod b; pub(super) fn bent(x: f64) -> f64 { crate::units::scaled(x) }"),
    (
        "src/a/b.rs",
        "fn f(x: f64) -> f64 { super::bent(x) * crate::units::K }
         fn g(x: f64, w: &crate::units::Wind) -> f64 { x * w.force(x) }",
    ),
    (
        "src/units.rs",
        "pub const K: f64 = 4.5; const SCALE: f64 = 3.25; pub fn scaled(x: f64) -> f64 { SCALE * x }
         pub struct Wind { speed: f64 } impl Wind { pub fn force(&self, x: f64) -> f64 { self.speed * x } }",
    ),
    ("src/main.rs", "mod units; fn f(x: f64) -> f64 { units::scaled(x) * 2.0 }"),
];

const IN_B: &str = "fn f(x: f64) -> f64 { super::bent(x) * crate::units::K }";

#[test]
fn other_files_of_the_crate_are_followed() {
    for name in [Some("thing"), None] {
        let found = Crate {
            files: THING,
            own: "src/a/b.rs",
            name,
        }
        .expanded(IN_B);
        assert!(!found.contains("compile_error"), "{found}");
        assert!(found.contains("3.25") && found.contains("4.5"), "{found}");
    }
}

#[test]
fn a_file_outside_of_the_crate_that_is_built_sees_none() {
    // The test `other` has no such module, and `src/units.rs` is a module of two crates.
    let other = Crate {
        files: THING,
        own: "src/a/b.rs",
        name: Some("other"),
    };
    assert!(
        other
            .expanded(IN_B)
            .contains("cannot differentiate a call of this function")
    );
    let twice = Crate {
        files: &[
            ("Cargo.toml", "[package]\nname = \"thing\""),
            (
                "src/lib.rs",
                "mod a; #[path = \"a.rs\"] mod b; fn bent(x: f64) -> f64 { x }",
            ),
            ("src/a.rs", "fn h(x: f64) -> f64 { super::bent(x) }"),
        ],
        own: "src/a.rs",
        name: Some("thing"),
    };
    let found = twice.expanded("fn h(x: f64) -> f64 { super::bent(x) }");
    assert!(found.contains("cannot differentiate a call of this function"));
    let of_both = Crate {
        files: THING,
        own: "src/units.rs",
        name: None,
    };
    let calling = "fn h(x: f64) -> f64 { super::a::bent(x) }";
    assert!(
        of_both
            .expanded(calling)
            .contains("cannot differentiate a call of this function")
    );
}

#[test]
fn what_is_private_to_another_module_is_not_named() {
    let function = "fn g(x: f64, w: &crate::units::Wind) -> f64 { x * w.force(x) }";
    let found = Crate {
        files: THING,
        own: "src/a/b.rs",
        name: Some("thing"),
    }
    .expanded(function);
    assert!(
        found.contains("generated code would name `speed`"),
        "{found}"
    );
}

/// In the edition 2015, `use` begins at the root, and `src/units.rs` is `units` everywhere.
#[test]
fn paths_of_the_first_edition_begin_at_the_root() {
    let files = &[
        ("Cargo.toml", "[package]\nname = \"thing\""),
        ("src/lib.rs", "mod a; mod units;"),
        (
            "src/a.rs",
            "use units; use units::K; fn f(x: f64) -> f64 { units::scaled(x) * K }",
        ),
        (
            "src/units.rs",
            "pub const K: f64 = 4.5; pub fn scaled(x: f64) -> f64 { 3.25 * x }",
        ),
    ];
    let own = Crate {
        files,
        own: "src/a.rs",
        name: Some("thing"),
    };
    let found = own.expanded("fn f(x: f64) -> f64 { units::scaled(x) * K }");
    assert!(!found.contains("compile_error"), "{found}");
    assert!(found.contains("3.25") && found.contains("4.5"), "{found}");
}

/// A test may have a constant of its own, which hides the one of a glob.
#[test]
fn what_is_there_in_tests_alone_is_not_overlooked() {
    let files = &[
        (
            "Cargo.toml",
            "[package]\nname = \"thing\"\nedition = \"2024\"",
        ),
        ("src/lib.rs", "mod a; mod units;"),
        (
            "src/a.rs",
            "use crate::units::*; #[cfg(test)] const K: f64 = 7.5; fn f(x: f64) -> f64 { scaled(x) * K }",
        ),
        (
            "src/units.rs",
            "pub const K: f64 = 4.5; pub fn scaled(x: f64) -> f64 { 3.25 * x }",
        ),
    ];
    let own = Crate {
        files,
        own: "src/a.rs",
        name: Some("thing"),
    };
    let found = own.expanded("fn f(x: f64) -> f64 { scaled(x) * K }");
    assert!(
        found.contains("scalar (K)") && !found.contains("4.5"),
        "{found}"
    );
}

/// A function can name what is private to its own module.
#[test]
fn the_own_module_has_no_secrets() {
    let file = "mod wind {
        pub struct Wind { speed: f64 }
        impl Wind { fn force(&self, x: f64) -> f64 { self.speed * x } }
        pub struct Pair(f64);
        fn f(x: f64, w: &Wind) -> f64 { x * w.force(x) * (x, 2.0).1 }
    }";
    let function = "fn f(x: f64, w: &Wind) -> f64 { x * w.force(x) * (x, 2.0).1 }";
    let found = expanded("", function, file);
    assert!(!found.contains("compile_error"), "{found}");
    assert!(found.contains(". speed"), "{found}");
}

/// A file may say for itself when it is there. Of two such files rustc takes one.
#[test]
fn conditions_of_whole_files_are_kept() {
    let files = &[
        (
            "Cargo.toml",
            "[package]\nname = \"thing\"\nedition = \"2024\"",
        ),
        (
            "src/lib.rs",
            "mod a; mod fast; mod exact; pub use fast::*; pub use exact::*;",
        ),
        ("src/a.rs", "fn f(x: f64) -> f64 { crate::scaled(x) }"),
        (
            "src/fast.rs",
            "//! Fast.\n#![allow(unused)]\n#![cfg(feature = \"fast\")]\npub fn scaled(x: f64) -> f64 { 3.25 * x }",
        ),
        (
            "src/exact.rs",
            "#![cfg(not(feature = \"fast\"))] pub fn scaled(x: f64) -> f64 { 4.5 * x }",
        ),
    ];
    let own = Crate {
        files,
        own: "src/a.rs",
        name: Some("thing"),
    };
    let found = own.expanded("fn f(x: f64) -> f64 { crate::scaled(x) }");
    let is_one = found.contains("3.25") != found.contains("4.5");
    let is_asked = found.contains("cfg (feature = \"fast\")");
    assert!(
        !is_one && (is_asked || found.contains("compile_error")),
        "{found}"
    );
}

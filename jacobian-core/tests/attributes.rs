//! Attributes inside the user's code: on each kind of syntax node they are harmless or refused,
//! never dropped.

use proc_macro2::TokenStream;

/// For each kind of node that can carry attributes, a function with one on it, written `#[A]`.
const NODES: &[(&str, &str)] = &[
    // Statements.
    ("Local", "fn f(x: f64) -> f64 { #[A] let y = x; x }"),
    (
        "StmtMacro",
        "fn f(x: f64) -> f64 { #[A] assert!(x > 0.0); x }",
    ),
    (
        "statement with a semicolon",
        "fn f(x: f64) -> f64 { let mut y = x; #[A] g(); y }",
    ),
    ("tail", "fn f(x: f64) -> f64 { #[A] { x * 2.0 } }"),
    (
        "two tails",
        "fn f(x: f64) -> f64 { #[A] { x * 2.0 } #[cfg(never)] { x } }",
    ),
    // Expressions.
    ("ExprArray", "fn f(x: f64) -> [f64; 1] { #[A] [x] }"),
    (
        "ExprAssign",
        "fn f(x: f64) -> f64 { let mut y = x; #[A] y = 2.0 * x; y }",
    ),
    (
        "ExprAsync",
        "fn f(x: f64) -> f64 { g(#[A] async { 1.0 }); x }",
    ),
    ("ExprAwait", "fn f(x: f64) -> f64 { g(#[A] a.await); x }"),
    (
        "ExprBinary",
        "fn f(x: f64) -> f64 { let mut y = x; #[A] y *= 100.0; y }",
    ),
    (
        "ExprBlock",
        "fn f(x: f64) -> f64 { let mut y = x; #[A] { y = y * 100.0; } y }",
    ),
    (
        "ExprBreak",
        "fn f(x: f64) -> f64 { for i in 0..3 { #[A] break; } x }",
    ),
    ("ExprCall", "fn f(x: f64) -> f64 { g(#[A] h(1.0)) * x }"),
    (
        "ExprCast",
        "fn f(x: f64) -> f64 { g(#[A] 1_i32 as f64) * x }",
    ),
    (
        "ExprClosure",
        "fn f(x: f64) -> f64 { let g = #[A] |y: f64| y * x; g(x) }",
    ),
    (
        "ExprConst",
        "fn f(x: f64) -> f64 { g(#[A] const { 1.0 }) * x }",
    ),
    (
        "ExprContinue",
        "fn f(x: f64) -> f64 { for i in 0..3 { #[A] continue; } x }",
    ),
    (
        "ExprField",
        "fn f(x: (f64, f64)) -> f64 { (#[A] x.0) * x.1 }",
    ),
    (
        "ExprForLoop",
        "fn f(x: f64) -> f64 { let mut y = x; #[A] for i in 0..3 { y *= x; } y }",
    ),
    (
        "ExprIf",
        "fn f(x: f64) -> f64 { let mut y = x; #[A] if x > 0.0 { y *= x; } y }",
    ),
    (
        "ExprIndex",
        "fn f(x: [f64; 2]) -> f64 { (#[A] x[0]) * x[1] }",
    ),
    (
        "ExprInfer",
        "fn f(x: f64) -> f64 { let y; (#[A] _, y) = (1.0, x); y }",
    ),
    (
        "ExprLet",
        "fn f(x: f64) -> f64 { if #[A] let 1 = 2 { x } else { 2.0 * x } }",
    ),
    ("ExprLit", "fn f(x: f64) -> f64 { x * (#[A] 2.0) }"),
    ("ExprLoop", "fn f(x: f64) -> f64 { #[A] loop { break; } x }"),
    ("ExprMacro", "fn f(x: f64) -> f64 { x * (#[A] g!()) }"),
    (
        "ExprMatch",
        "fn f(x: f64) -> f64 { let mut y = x; #[A] match 1 { _ => { y = 3.0 * x; } } y }",
    ),
    ("ExprMethodCall", "fn f(x: f64) -> f64 { g(#[A] x.sin()) }"),
    ("ExprParen", "fn f(x: f64) -> f64 { g(#[A] (x)) }"),
    ("ExprPath", "fn f(x: f64) -> f64 { g(#[A] x) }"),
    ("ExprRange", "fn f(x: f64) -> f64 { g(#[A] 0..3); x }"),
    (
        "ExprRawAddr",
        "fn f(x: f64) -> f64 { g(#[A] &raw const x); x }",
    ),
    ("ExprReference", "fn f(x: f64) -> f64 { g(#[A] &x); x }"),
    ("ExprRepeat", "fn f(x: f64) -> [f64; 2] { #[A] [x; 2] }"),
    (
        "ExprReturn",
        "fn f(x: f64) -> f64 { #[A] return x * 100.0; x }",
    ),
    (
        "ExprStruct",
        "fn f(x: f64) -> f64 { let p = (#[A] P { a: x }); p.a }",
    ),
    (
        "ExprTry",
        "fn f(x: f64) -> Option<f64> { #[A] g()?; Some(x) }",
    ),
    ("ExprTuple", "fn f(x: f64) -> (f64, f64) { #[A] (x, x) }"),
    ("ExprUnary", "fn f(x: f64) -> f64 { g(#[A] -x) }"),
    (
        "ExprUnsafe",
        "fn f(x: f64) -> f64 { #[A] unsafe { g() } x }",
    ),
    ("ExprWhile", "fn f(x: f64) -> f64 { #[A] while g() {} x }"),
    (
        "element of a list",
        "fn f(x: f64) -> [f64; 2] { [x, #[A] 2.0 * x, #[cfg(never)] x] }",
    ),
    (
        "argument of a call",
        "fn f(x: f64) -> f64 { g(x, #[A] 2.0) }",
    ),
    // Parts of expressions.
    (
        "Arm",
        "fn f(x: f64) -> f64 { match 1 { #[A] 1 => x, _ => 2.0 * x } }",
    ),
    (
        "FieldValue",
        "fn f(x: f64) -> f64 { let p = P { #[A] a: x, b: x }; p.a }",
    ),
    (
        "parameter of a closure",
        "fn f(x: f64) -> f64 { let g = |#[A] y: f64| y * x; g(x) }",
    ),
    (
        "inner attribute of a block",
        "fn f(x: f64) -> f64 { let y = { #![A] x }; y }",
    ),
    (
        "inner attribute of a loop",
        "fn f(x: f64) -> f64 { for i in 0..3 { #![A] g(); } x }",
    ),
    (
        "inner attribute of a match",
        "fn f(x: f64) -> f64 { match 1 { #![A] _ => x } }",
    ),
    // Patterns.
    (
        "FieldPat",
        "fn f(x: f64) -> f64 { let P { #[A] a, .. } = P { a: x, b: x }; a }",
    ),
    (
        "PatRest",
        "fn f(x: [f64; 3]) -> f64 { let [a, #[A] ..] = x; a }",
    ),
    (
        "PatIdent",
        "fn f(x: [f64; 3]) -> f64 { let [#[A] a, ..] = x; a }",
    ),
    // Signatures.
    (
        "NamedArg of a pointer",
        "fn f(x: f64, g: fn(#[A] y: f64) -> f64) -> f64 { x }",
    ),
    ("PatType", "fn f(#[A] x: f64, y: f64) -> f64 { x }"),
    ("Receiver", "fn f(#[A] &self, x: f64) -> f64 { x }"),
    ("TypeParam", "fn f<#[A] T: Real>(x: T) -> T { x }"),
    (
        "ConstParam",
        "fn f<#[A] const N: usize>(x: f64) -> f64 { x }",
    ),
    (
        "LifetimeParam",
        "fn f<#[A] 'a>(x: &'a [f64; 2]) -> f64 { x[0] }",
    ),
    ("predicate", "fn f<T>(x: T) -> T where #[A] T: Real { x }"),
    (
        "Variadic",
        "extern \"C\" fn f(x: f64, #[A] ...) -> f64 { x }",
    ),
    // Items inside.
    (
        "ItemConst",
        "fn f(x: f64) -> f64 { #[A] const C: f64 = 2.0; C * x }",
    ),
    ("ItemEnum", "fn f(x: f64) -> f64 { #[A] enum E { A } x }"),
    (
        "ItemExternCrate",
        "fn f(x: f64) -> f64 { #[A] extern crate core; x }",
    ),
    (
        "ItemFn",
        "fn f(x: f64) -> f64 { #[A] fn g(y: f64) -> f64 { 3.0 * y } g(x) }",
    ),
    (
        "ItemForeignMod",
        "fn f(x: f64) -> f64 { #[A] extern \"C\" {} x }",
    ),
    (
        "ForeignItemFn",
        "fn f(x: f64) -> f64 { extern \"C\" { #[A] fn g(); } x }",
    ),
    (
        "ForeignItemStatic",
        "fn f(x: f64) -> f64 { extern \"C\" { #[A] static G: f64; } x }",
    ),
    (
        "ForeignItemType",
        "fn f(x: f64) -> f64 { extern \"C\" { #[A] type G; } x }",
    ),
    (
        "ForeignItemMacro",
        "fn f(x: f64) -> f64 { extern \"C\" { #[A] g!(); } x }",
    ),
    (
        "ItemImpl",
        "fn f(x: f64) -> f64 { struct P; #[A] impl P {} x }",
    ),
    (
        "ImplItemConst",
        "fn f(x: f64) -> f64 { struct P; impl P { #[A] const C: f64 = 1.0; } x }",
    ),
    (
        "ImplItemFn",
        "fn f(x: f64) -> f64 { struct P; impl P { #[A] fn g() {} } x }",
    ),
    (
        "ImplItemMacro",
        "fn f(x: f64) -> f64 { struct P; impl P { #[A] g!(); } x }",
    ),
    (
        "ImplItemType",
        "fn f(x: f64) -> f64 { struct P; impl T for P { #[A] type G = f64; } x }",
    ),
    (
        "ItemMacro",
        "fn f(x: f64) -> f64 { #[A] macro_rules! m { () => { 1.0 } } x }",
    ),
    ("ItemMod", "fn f(x: f64) -> f64 { #[A] mod m {} x }"),
    (
        "ItemStatic",
        "fn f(x: f64) -> f64 { #[A] static S: f64 = 2.0; S * x }",
    ),
    ("ItemStruct", "fn f(x: f64) -> f64 { #[A] struct S; x }"),
    (
        "Field",
        "fn f(x: f64) -> f64 { struct S { #[A] a: f64 } x }",
    ),
    ("Variant", "fn f(x: f64) -> f64 { enum E { #[A] A, B } x }"),
    ("ItemTrait", "fn f(x: f64) -> f64 { #[A] trait T {} x }"),
    (
        "TraitItemConst",
        "fn f(x: f64) -> f64 { trait T { #[A] const C: f64; } x }",
    ),
    (
        "TraitItemFn",
        "fn f(x: f64) -> f64 { trait T { #[A] fn g(); } x }",
    ),
    (
        "TraitItemMacro",
        "fn f(x: f64) -> f64 { trait T { #[A] g!(); } x }",
    ),
    (
        "TraitItemType",
        "fn f(x: f64) -> f64 { trait T { #[A] type G; } x }",
    ),
    (
        "ItemType",
        "fn f(x: f64) -> f64 { #[A] type S = f64; let y: S = x; y }",
    ),
    (
        "ItemUnion",
        "fn f(x: f64) -> f64 { #[A] union U { a: f64 } x }",
    ),
    (
        "ItemUse",
        "fn f(x: f64) -> f64 { #[A] use std::f64::consts::PI as C; C * x }",
    ),
    // The arguments of macros, which are tokens until the front reads them.
    (
        "argument of assert",
        "fn f(x: f64) -> f64 { assert!({ #[A] { return x; } true }); x }",
    ),
    (
        "argument of vec",
        "fn f(x: f64) -> f64 { let v = vec![x, { #[A] { return x; } x }]; v[0] }",
    ),
    (
        "argument of matches",
        "fn f(x: f64) -> f64 { if matches!(x, #[A] 0.0..=1.0) { x } else { 2.0 * x } }",
    ),
    (
        "guard of matches",
        "fn f(x: f64) -> f64 { if matches!(x, y if #[A] y > 0.0) { x } else { 2.0 * x } }",
    ),
];

fn expanded(arguments: &str, item: &str) -> String {
    let tokens = |text: &str| -> TokenStream { text.parse().expect("tokens") };
    jacobian_core::expand(tokens(arguments), tokens(item)).to_string()
}

/// Whether the expansion says so. What syn cannot read is refused by syn.
fn says(found: &str, message: &str, source: &str) -> bool {
    let is_read = syn::parse_str::<syn::Item>(source).is_ok();
    // A variadic function is refused as such before its attributes are read.
    let is_variadic = found.contains("cannot differentiate a variadic function");
    is_variadic || found.contains(if is_read { message } else { "compile_error" })
}

fn with(attribute: &str, source: &str) -> String {
    source.replace("[A]", &format!("[{attribute}]"))
}

const CONFIGURED: &str = "only rustc knows whether this code is there";
const UNKNOWN: &str = "makes of this code";

#[test]
fn a_condition_of_compilation_is_asked_or_refused_on_each_kind_of_node() {
    for (kind, source) in NODES {
        for attribute in [
            "cfg(feature = \"never\")",
            "cfg_attr(all(a, b), inline, cfg(c))",
        ] {
            let source = &with(attribute, source);
            let found = expanded("const(N = 1)", source);
            assert!(
                says(&found, CONFIGURED, source) || asks(&found, "feature = \"never\"", source),
                "{attribute} on {kind}: {source}"
            );
        }
    }
}

#[test]
fn an_unknown_attribute_is_refused_on_each_kind_of_node() {
    for (kind, source) in NODES {
        for attribute in [
            "strange",
            "strange(x)",
            "strange = 1",
            "cfg_attr(a, allow(b), strange)",
        ] {
            let source = &with(attribute, source);
            let found = expanded("const(N = 1)", source);
            assert!(
                says(&found, UNKNOWN, source),
                "{attribute} on {kind}: {source}"
            );
        }
    }
}

#[test]
fn lint_levels_and_documentation_are_accepted_on_each_kind_of_node() {
    let attributes = [
        "allow(unused)",
        "expect(a, reason = \"b\")",
        "doc = \"text\"",
        "clippy::lint",
        "cfg_attr(a, deny(b),)",
    ];
    for (kind, source) in NODES.iter().filter(|(_, source)| !source.contains("cfg(")) {
        for attribute in attributes {
            let found = expanded("const(N = 1)", &with(attribute, source));
            let is_refused = found.contains("only rustc knows") || found.contains("the attribute");
            assert!(!is_refused, "{attribute} on {kind}: {found}");
        }
    }
}

/// The same nodes inside an attributed module, and in a function that an attributed one calls.
#[test]
fn attributes_are_refused_in_modules_and_in_helpers() {
    for (kind, source) in NODES.iter().filter(|(_, source)| !source.contains("self")) {
        let item = with("cfg(never)", source);
        let attributed = format!("mod m {{ #[jacobian] {item} }}");
        let found = expanded("const(N = 1)", &attributed);
        assert!(
            says(&found, CONFIGURED, &attributed) || asks(&found, "never", &attributed),
            "{kind} in {attributed}"
        );
    }
    let helper = "fn f(y: f64) -> f64 { let mut z = y; #[cfg(never)] { z *= 100.0; } z }";
    for item in [
        format!("mod m {{ {helper} #[jacobian] fn g(x: f64) -> f64 {{ f(x) }} }}"),
        format!("impl P {{ {helper} #[jacobian] fn g(&self, x: f64) -> f64 {{ Self::f(x) }} }}"),
    ] {
        assert!(asks(&expanded("", &item), "never", &item), "{item}");
    }
}

/// Whether the generated code asks for a condition, has the attribute, or is there once for each
/// answer. The expansion has the source in it as well, once for each configuration of its module.
fn asks(expanded: &str, condition: &str, source: &str) -> bool {
    let plain = |text: &str| text.replace(char::is_whitespace, "");
    let (expanded, source) = (plain(expanded), plain(source));
    let attribute = plain(&format!("#[cfg({condition})]"));
    let in_source = source.matches(&attribute).count() * expanded.matches("fnf(").count().max(1);
    expanded.contains(&plain(&format!("cfg!({condition})")))
        || is_there_for_each_answer(&expanded, condition)
        || expanded.matches(&attribute).count() > in_source
}

/// Whether there is an expansion for each answer, and neither asks once more.
fn is_there_for_each_answer(expanded: &str, condition: &str) -> bool {
    let answers = [
        format!("#[cfg({condition})]"),
        format!("#[cfg(not({condition}))]"),
    ];
    answers
        .iter()
        .all(|answer| expanded.matches(answer.as_str()).count() == 1)
}

/// The free functions beside an `impl` exist where the `impl` does, also if they are refused.
#[test]
fn free_functions_are_under_the_conditions_of_their_impl() {
    let item = "#[cfg(a)] impl Erf for f64 { fn erf(self) -> f64 { self * self } }";
    let expanded = expanded("", item).replace(char::is_whitespace, "");
    let items: usize = ["pubfn", "pubconst", "pubtype"]
        .map(|start| expanded.matches(start).count())
        .iter()
        .sum();
    // One more is that of the `impl` itself.
    assert_eq!(
        expanded.matches("#[cfg(a)]").count(),
        items + 1,
        "{expanded}"
    );
}

/// A helper that nobody calls does no harm.
#[test]
fn attributes_in_other_functions_of_a_module_are_left_alone() {
    let item = "mod m { fn h(y: f64) -> f64 { #[cfg(never)] { return 1.0; } y } #[jacobian] fn g(x: f64) -> f64 { x } }";
    assert!(!expanded("", item).contains("compile_error"), "{item}");
}

#[test]
fn attributes_in_options_are_refused() {
    let item = "fn f(x: f64) -> f64 { g(x) }";
    let found = expanded("rule(g(x) => { #[cfg(never)] { return 2.0; } 1.0 })", item);
    assert!(found.contains(CONFIGURED), "{found}");
}

#[test]
fn what_is_on_the_function_is_carried_over_harmless_or_refused() {
    for attribute in [
        "cfg(a)",
        "inline",
        "doc = \"a\"",
        "no_mangle",
        "unsafe(no_mangle)",
        "cfg_attr(test, jacobian(prefix = g))",
        "jacobian_runtime::jacobian(prefix = g)",
        "target_feature(enable = \"fma\")",
        "tracing::instrument(skip_all)",
    ] {
        let item = format!("#[{attribute}] fn f(x: f64) -> f64 {{ x * x }}");
        assert!(
            !expanded("", &item).contains("compile_error"),
            "{attribute}"
        );
    }
    for attribute in ["strange", "cfg_attr(a, strange)"] {
        let item = format!("#[{attribute}] fn f(x: f64) -> f64 {{ x * x }}");
        assert!(
            expanded("", &item).contains("makes of this function"),
            "{attribute}"
        );
    }
    assert!(expanded("", "#[cfg_attr(a, cfg(b))] fn f(x: f64) -> f64 { x }").contains(CONFIGURED));
}

/// More items that exist twice than are told apart by expanding the module once for each
/// configuration.
const MANY: &str = "
    #[cfg(p)] const P: f64 = 1.5; #[cfg(not(p))] const P: f64 = 2.5;
    #[cfg(q)] const Q: f64 = 1.5; #[cfg(not(q))] const Q: f64 = 2.5;
    #[cfg(r)] const R: f64 = 1.5; #[cfg(not(r))] const R: f64 = 2.5;
    #[cfg(s)] const S: f64 = 1.5; #[cfg(not(s))] const S: f64 = 2.5;
";

/// Which of them is there only rustc knows, so the module is expanded for each. In a module with
/// too many of them, each is expanded by what stands around it.
#[test]
fn modules_under_opposite_conditions_are_told_apart() {
    let items = "
        #[cfg(a)] mod imp { const G: f64 = 3.0; #[jacobian] pub fn f(x: f64) -> f64 { G * x } }
        #[cfg(not(a))] mod imp { const G: f64 = 7.0; #[jacobian] pub fn f(x: f64) -> f64 { G * x } }
        #[jacobian] fn g(x: f64) -> f64 { imp::f(x) }";
    let refusal = "cannot differentiate a call of this function";
    for (many, refused) in [("", false), (MANY, true)] {
        let found = expanded("", &format!("mod m {{ {many} {items} }}"));
        for number in ["3.0_f64", "7.0_f64"] {
            assert!(found.contains(number), "{number}: {found}");
        }
        assert_eq!(found.contains(refusal), refused, "{found}");
    }
}

#[test]
fn what_is_imported_under_a_condition_has_its_value_there() {
    let items = "
        #[cfg(a)] use core::f64::consts::PI as C;
        #[cfg(not(a))] use core::f64::consts::E as C;
        #[jacobian] fn f(x: f64) -> f64 { C * x }";
    for (many, known) in [("", true), (MANY, false)] {
        let found = expanded("", &format!("mod m {{ {many} {items} }}"));
        assert!(!found.contains("compile_error"), "{found}");
        for number in ["3.14", "2.71"] {
            assert_eq!(found.contains(number), known, "{number}: {found}");
        }
    }
}

#[test]
fn an_item_under_a_condition_takes_the_place_of_an_imported_one() {
    let item = "mod m {
        const G: f64 = 9.81;
        mod moon {
            use super::*;
            #[cfg(a)] const G: f64 = 1.62;
            #[jacobian] pub fn f(x: f64) -> f64 { G * x }
        }
    }";
    let found = expanded("", item);
    assert!(!found.contains("compile_error"), "{found}");
    // The module is expanded for both answers.
    let (there, missing) = found.split_once("# [cfg (not (a))]").expect("two modules");
    for (part, number, other) in [
        (there, "1.62_f64", "9.81_f64"),
        (missing, "9.81_f64", "1.62_f64"),
    ] {
        assert!(part.contains(number) && !part.contains(other), "{part}");
    }
}

#[test]
fn a_method_under_a_condition_gets_its_jacobian_under_the_same() {
    let item = "impl P { #[cfg(a)] #[jacobian] pub fn f(&self, x: f64) -> f64 { x * x } }";
    let found = expanded("", item);
    assert!(found.contains("fn f_jacobian"), "{found}");
    assert_eq!(
        found.matches("# [cfg (a)]").count(),
        found.matches("pub ").count(),
        "{found}"
    );
}

//! Crates whose source `see(..)` reads, here from memory: what their text may look like, and what
//! they may pass on of others. tests/libraries/seen.rs compares derivatives through real crates.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use jacobian_core::Files;

const MANIFEST: &str = "
    [package]
    name = \"user\"
    version = \"0.1.0\"
    edition = \"2024\"
    [dependencies]
    geo = { path = \"geo\" }
";

const GEO: &str = "
    [package]
    name = \"geo\"
    version = \"0.1.0\"
    edition = \"2021\"
    [dependencies]
    geo-types = \"0.7\"
";

/// A package that depends on a crate `geo` with this source.
struct Memory {
    source: &'static str,
    /// The file of the user.
    own: Option<&'static str>,
}

impl Files for Memory {
    fn read(&self, path: &Path) -> Option<Rc<str>> {
        let text = match path.to_str()? {
            "/user/Cargo.toml" => MANIFEST,
            "/user/geo/Cargo.toml" => GEO,
            "/user/geo/src/lib.rs" => self.source,
            "/user/src/lib.rs" => self.own?,
            _ => return None,
        };
        Some(text.into())
    }

    fn list(&self, _: &Path) -> Vec<PathBuf> {
        Vec::new()
    }

    fn variable(&self, name: &str) -> Option<String> {
        (name == "CARGO_MANIFEST_DIR").then(|| "/user".to_owned())
    }

    fn own_file(&self) -> Option<PathBuf> {
        self.own.map(|_| "/user/src/lib.rs".into())
    }
}

fn expanded(source: &'static str, module: &str) -> String {
    let [options, item] = ["see(geo)", module].map(|text| text.parse().expect("tokens"));
    let expanded =
        jacobian_core::expand_seeing(options, item, &Memory { source, own: None }).to_string();
    assert!(!expanded.contains("compile_error"), "{expanded}");
    expanded
}

#[test]
fn numbers_may_end_in_a_point() {
    let source = "pub fn clipped(x: f64) -> f64 { if x < 0. { 0. } else { x * 2./3. } }";
    let module =
        "mod m { #[jacobian] pub fn f(x: &[f64; 2]) -> f64 { geo::clipped(x[0]) * x[1] } }";
    assert!(expanded(source, module).contains("F_NNZ : :: core :: primitive :: usize = 2"));
}

/// A module may say for itself that it is not there.
#[test]
fn modules_that_are_not_there_are_left_out() {
    let source = "
        mod fast { #![cfg(test)] pub fn scaled(x: f64) -> f64 { 3.25 * x } }
        mod exact { #![cfg(not(test))] pub fn scaled(x: f64) -> f64 { 4.5 * x } }
        pub use fast::*;
        pub use exact::*;
    ";
    let module = "mod m { #[jacobian] pub fn f(x: f64) -> f64 { geo::scaled(x) } }";
    let expanded = expanded(source, module);
    assert!(
        expanded.contains("4.5") && !expanded.contains("3.25"),
        "{expanded}"
    );
}

#[test]
fn types_that_a_crate_passes_on_are_those_of_the_prelude() {
    let source = "
        pub use geometry::*;
        pub mod geometry { pub use geo_types::geometry::*; }
        use geo_types::CoordFloat;
        pub trait Far<T> { fn far(&self, to: Point<T>) -> T; }
        impl<T: CoordFloat> Far<T> for Point<T> {
            fn far(&self, to: Point<T>) -> T { (to - *self).dot(to - *self).sqrt() }
        }
    ";
    let module = "mod m {
        use geo::{Far, Point};
        #[jacobian] pub fn f(x: &[f64; 4]) -> f64 { Point::new(x[0], x[1]).far(Point::new(x[2], x[3])) }
        #[jacobian] pub fn g(a: Point<f64>, b: Point<f64>) -> f64 { (b - a).x() * a.y() }
    }";
    let expanded = expanded(source, module);
    assert!(expanded.contains("F_NNZ : :: core :: primitive :: usize = 4"));
    assert!(expanded.contains("G_NNZ : :: core :: primitive :: usize = 3"));
}

#[test]
fn private_constants_of_a_crate_are_followed() {
    let source = "
        const POLAR: f64 = 6356.75;
        const RADIUS: f64 = (2.0 * 6378.137 + POLAR) / 3.0;
        const FOURTH: f64 = whole::value(2) * whole::value(2);
        mod whole { pub const fn value(n: u32) -> f64 { n as f64 } }
        fn halves(n: usize) -> f64 { n as f64 * FOURTH / 8.0 }
        pub struct Body { a: f64, b: f64 }
        impl Body {
            const fn new(a: f64, b: f64) -> Self { Self { a, b: b / a } }
            fn ratio(&self) -> f64 { self.a * self.b }
        }
        const EARTH: Body = Body::new(RADIUS, POLAR);
        const BODIES: &[Body] = &[EARTH, Body { a: 1.0, b: 2.0 }];
        pub fn arc(x: f64, n: usize) -> f64 { x * RADIUS * FOURTH * halves(n) }
        pub fn chosen(x: f64, n: usize) -> f64 { x * BODIES[n].a * EARTH.ratio() }
    ";
    let module = "mod m {
        #[jacobian] pub fn f(x: f64, n: usize) -> f64 { geo::arc(x, n) }
        #[jacobian] pub fn g(x: f64, n: usize) -> f64 { geo::chosen(x, n) }
    }";
    let expanded = expanded(source, module);
    for private in [
        "geo :: RADIUS",
        "FOURTH",
        "halves",
        "EARTH",
        "BODIES",
        "Body",
    ] {
        assert!(!expanded.contains(private), "{private}: {expanded}");
    }
    assert!(expanded.contains("F_NNZ : :: core :: primitive :: usize = 1"));
    assert!(expanded.contains("G_NNZ : :: core :: primitive :: usize = 1"));
}

/// The function names nothing of the crate that it sees, but a helper of its file does.
#[test]
fn helpers_of_the_file_use_what_is_seen() {
    let memory = Memory {
        source: "pub struct Lab { pub l: f64, pub a: f64 }
            impl Lab { pub fn bright(&self) -> f64 { self.l * self.l + self.a } }",
        own: Some(
            "use geo::Lab;
            fn scaled(l: f64, a: f64) -> f64 { Lab { l, a }.bright() }
            #[jacobian(see(geo))] fn f(l: f64, a: f64) -> f64 { scaled(l, a * a) }",
        ),
    };
    let item = "fn f(l: f64, a: f64) -> f64 { scaled(l, a * a) }";
    let [options, item] = ["see(geo)", item].map(|text| text.parse().expect("tokens"));
    let found = jacobian_core::expand_seeing(options, item, &memory).to_string();
    assert!(!found.contains("compile_error"), "{found}");
    assert!(found.contains("F_NNZ : :: core :: primitive :: usize = 2"));
}

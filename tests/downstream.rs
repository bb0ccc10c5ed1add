//! A downstream crate outside the workspace, and a library that it uses, build without warnings and
//! run.
//!
//! ```text
//! tests/downstream ──copy──> scratch folder, the workspace's lock file
//!                              └── cargo run: no warnings allowed, Newton must converge
//! ```
//!
//! The workspace shares features and lints among its members, so a missing feature may go
//! unnoticed. A separate build shows it. Cost: it builds the compiler once more.

mod scratch;

use std::fs;

#[test]
fn a_stranger_can_build_and_solve() {
    let root = scratch::workspace();
    let source = root.join("tests/downstream");
    let scratch = scratch::Crate::empty("downstream");
    let runtime = root.join("jacobian-runtime");
    let text = |file: &str| fs::read_to_string(source.join(file)).expect("a file");
    for (manifest, to_runtime) in [
        ("geometry/Cargo.toml", "../../../jacobian-runtime"),
        ("Cargo.toml", "../../jacobian-runtime"),
    ] {
        let text = text(manifest).replace(to_runtime, &runtime.to_string_lossy());
        scratch.write(manifest, &(text + scratch::PROFILE));
    }
    for program in ["src/main.rs", "geometry/src/lib.rs"] {
        scratch.write(program, &text(program));
    }
    scratch.run();
}

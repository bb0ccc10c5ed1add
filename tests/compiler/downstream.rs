//! A downstream crate outside the workspace, and a library that it uses, build without warnings and
//! run.
//!
//! ```text
//! tests/downstream ──copy──> scratch folder, the workspace's lock file and profiles
//!                              └── cargo run: no warnings allowed, Newton must converge
//! ```
//!
//! The workspace shares features and lints among its members, so a missing feature may go
//! unnoticed. A separate build shows it.

use crate::scratch;
use std::fs;

#[test]
fn a_stranger_can_build_and_solve() {
    let source = scratch::workspace().join("tests/downstream");
    let scratch = scratch::Crate::empty("downstream");
    let text = |file: &str| fs::read_to_string(source.join(file)).expect("a file");
    let manifest = text("Cargo.toml").replace("[workspace]\n", "");
    scratch.write_manifest(&manifest.replace("../../jacobian-runtime", "jacobian-runtime"));
    let manifest = text("geometry/Cargo.toml");
    scratch.write(
        "geometry/Cargo.toml",
        &manifest.replace("../../../jacobian-runtime", "../jacobian-runtime"),
    );
    for program in ["src/main.rs", "geometry/src/lib.rs", "geometry/src/flat.rs"] {
        scratch.write(program, &text(program));
    }
    scratch.run();
}

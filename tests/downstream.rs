//! A downstream crate outside the workspace, and a library that it uses, build without warnings and
//! run.
//!
//! ```text
//! tests/downstream ──copy──> scratch folder, own target, the workspace's lock file
//!                              └── cargo run: no warnings allowed, Newton must converge
//! ```
//!
//! The workspace shares features and lints among its members, so a missing feature may go
//! unnoticed. A separate build shows it. Cost: it builds the dependencies of the macro once more.

mod scratch;

use std::fs;
use std::path::Path;

#[test]
fn a_stranger_can_build_and_solve() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = root.join("tests/downstream");
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("downstream");
    fs::create_dir_all(scratch.join("src")).expect("a scratch folder");
    fs::create_dir_all(scratch.join("geometry/src")).expect("a scratch folder");
    let runtime = root.join("jacobian-runtime");
    for (manifest, to_runtime) in [
        ("geometry/Cargo.toml", "../../../jacobian-runtime"),
        ("Cargo.toml", "../../jacobian-runtime"),
    ] {
        let text = fs::read_to_string(source.join(manifest)).expect("a manifest");
        let text = text.replace(to_runtime, &runtime.to_string_lossy());
        fs::write(scratch.join(manifest), text).expect("a manifest to write");
    }
    for program in ["src/main.rs", "geometry/src/lib.rs"] {
        fs::copy(source.join(program), scratch.join(program)).expect("a program");
    }
    // The versions that the workspace has fetched already, so that no network is needed.
    fs::copy(root.join("Cargo.lock"), scratch.join("Cargo.lock")).expect("a lock file");

    scratch::run(&scratch);
}

//! A crate outside the workspace, as a stranger would write it, builds and runs; so does one that it uses.
//!
//! ```text
//! tests/downstream ──copy──> scratch folder, own target, the workspace's lock file
//!                              └── cargo run: no warnings allowed, Newton must converge
//! ```
//!
//! The workspace shares features and lints among its members, which hides what one of them lacks; a
//! separate build does not. Cost: it builds the macro's dependencies again, once.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

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

    let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["run", "--offline", "--quiet"])
        .current_dir(&scratch)
        .env("CARGO_TARGET_DIR", scratch.join("target"))
        .output()
        .expect("cargo runs");
    let [stdout, stderr] =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(output.status.success(), "{stdout}\n{stderr}");
}

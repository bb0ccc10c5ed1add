//! Crates that tests write outside of the workspace: built without a network, into a target of
//! their own, and run.

use std::path::Path;
use std::process::Command;

/// The output of the program of a crate. If the build or the run fails, the test fails with all
/// output.
pub(crate) fn run(folder: &Path) -> String {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["run", "--offline", "--quiet"])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .output()
        .expect("cargo runs");
    let [stdout, stderr] =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(output.status.success(), "{stdout}\n{stderr}");
    stdout.into_owned()
}

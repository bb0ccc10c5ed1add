//! Crates that tests write outside of the workspace, built without a network.
//!
//! ```text
//! target/tmp/<name>/Cargo.toml, src/..  --cargo-->  target/debug, as the workspace itself
//! ```
//!
//! They are no members of the workspace, so cargo chooses their features as it does for strangers.
//! They share its target folder, because the libraries that both need are built once then, and the
//! compiler of the attribute is built once for all such crates.
//!
//! Keeps: the profile below is that of the workspace; with another one nothing could be shared.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The end of a manifest.
pub(crate) const PROFILE: &str = "[profile.dev]\ndebug = \"line-tables-only\"\nincremental = false\n\
    [profile.dev.package.\"*\"]\ndebug = false\n";

/// A crate in a folder of its own.
#[derive(Debug)]
pub(crate) struct Crate {
    folder: PathBuf,
}

#[allow(dead_code, reason = "not every test writes all of its crate")]
impl Crate {
    /// A crate without a manifest.
    pub(crate) fn empty(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let scratch = Self { folder };
        // The versions that the workspace has fetched already, so that no network is needed.
        let lock = fs::read_to_string(workspace().join("Cargo.lock")).expect("a lock file");
        scratch.write("Cargo.lock", &lock);
        scratch
    }

    /// A crate with these lines of dependencies.
    pub(crate) fn new(name: &str, dependencies: &str) -> Self {
        let scratch = Self::empty(name);
        scratch.write(
            "Cargo.toml",
            &format!(
                "[workspace]\n[package]\nname = \"{name}\"\nversion = \"0.0.0\"\n\
                 edition = \"2024\"\n[dependencies]\n{dependencies}\n{PROFILE}"
            ),
        );
        scratch
    }

    /// Writes a file, unless it is there: cargo would build it again.
    pub(crate) fn write(&self, file: &str, text: &str) {
        let path = self.folder.join(file);
        if fs::read_to_string(&path).is_ok_and(|old| old == text) {
            return;
        }
        let folder = path.parent().expect("a file has a folder");
        fs::create_dir_all(folder).expect("a scratch folder");
        fs::write(path, text).expect("a file to write");
    }

    /// The output of its program. If the build or the run fails, the test fails with all output.
    pub(crate) fn run(&self) -> String {
        let output = self.cargo(&["run", "--offline", "--quiet"]);
        let [stdout, stderr] = texts(&output);
        assert!(output.status.success(), "{stdout}\n{stderr}");
        stdout
    }

    /// What rustc says against its programs.
    pub(crate) fn refused(&self) -> String {
        let output = self.cargo(&["build", "--offline", "--quiet", "--keep-going"]);
        let [_, stderr] = texts(&output);
        assert!(!output.status.success(), "all of it is accepted: {stderr}");
        stderr
    }

    fn cargo(&self, arguments: &[&str]) -> Output {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        // The folder above `tmp` is that of the workspace, wherever that is.
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent();
        Command::new(cargo)
            .args(arguments)
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", target.expect("a target folder"))
            .output()
            .expect("cargo runs")
    }
}

/// The folder of the workspace.
pub(crate) fn workspace() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = package.ancestors();
    let workspace = folders.find(|folder| folder.join("Cargo.lock").exists());
    workspace.expect("a workspace has a lock file")
}

fn texts(output: &Output) -> [String; 2] {
    [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned())
}

//! Crates that tests write, each the only crate that is built of a workspace of its own.
//!
//! ```text
//! target/tmp/<name>/Cargo.toml, src/..  --cargo-->  target/debug, as the workspace itself
//!                   jacobian-* -> links to the real packages
//! ```
//!
//! Cargo chooses the features of their dependencies as it does for strangers. They share the target
//! folder of the workspace, because the compiler of the attribute is built once then.
//!
//! Keeps: cargo takes two builds of a package for one if its path below the workspace, its profile
//! and its features are the same. So the packages lie at the same paths, by links, and the
//! manifest has the sections of the real one.

use std::fs;
#[cfg(unix)]
use std::os::unix::fs::symlink;
#[cfg(windows)]
use std::os::windows::fs::symlink_dir as symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The packages that a user of the attribute builds.
const PACKAGES: [&str; 5] = [
    "jacobian-assembly",
    "jacobian-core",
    "jacobian-elimination",
    "jacobian-macro",
    "jacobian-runtime",
];

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
        for package in PACKAGES {
            scratch.link(package);
        }
        scratch
    }

    /// A package of the workspace, at the path that it has there.
    fn link(&self, package: &str) {
        let (link, meant) = (self.folder.join(package), workspace().join(package));
        if fs::read_link(&link).is_ok_and(|old| old == meant) {
            return;
        }
        // Of another checkout that has used this target folder.
        let _ = fs::remove_file(&link);
        symlink(meant, link).expect("a link to a package");
    }

    /// Writes a manifest: these lines, as those of the root of a workspace.
    pub(crate) fn write_manifest(&self, lines: &str) {
        let real = fs::read_to_string(workspace().join("Cargo.toml")).expect("a manifest");
        let shared: String = sections(&real)
            .filter(|section| is_shared(section))
            .collect();
        self.write("Cargo.toml", &format!("[workspace]\n\n{lines}\n\n{shared}"));
    }

    /// A crate with these lines of dependencies.
    pub(crate) fn new(name: &str, dependencies: &str) -> Self {
        let scratch = Self::empty(name);
        scratch.write_manifest(&format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
             [dependencies]\n{dependencies}\n",
        ));
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

/// The sections of a manifest, each with its header.
fn sections(manifest: &str) -> impl Iterator<Item = String> {
    manifest
        .split("\n[")
        .skip(1)
        .map(|section| format!("[{section}\n"))
}

/// What packages inherit of a workspace, and how they are built.
fn is_shared(section: &str) -> bool {
    section.starts_with("[workspace.") || section.starts_with("[profile.dev")
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

//! The folder with the source of a dependency.
//!
//! ```text
//! path = "../sister"       that folder
//! a registry               a vendored folder, or CARGO_HOME/registry/src/*/NAME-VERSION
//! git                      CARGO_HOME/git/checkouts/*/COMMIT, and in it the package of the name
//! ```

use std::path::{Path, PathBuf};

use super::dependency::{Dependency, Manifest, normal};
use super::files::Files;
use super::lock::{Lock, Package};
use super::toml::{self, Value};

/// How deep in a repository a package may be.
const DEEPEST: usize = 4;

/// The manifest of a dependency. Else the places where we looked for it.
pub(super) fn of(
    manifest: &Manifest,
    dependency: &Dependency,
    files: &dyn Files,
) -> Result<Manifest, Vec<String>> {
    let mut looked = Vec::new();
    let mut read = |folder: &Path| {
        let found = Manifest::read(folder, files);
        if found.is_none() {
            looked.push(folder.display().to_string());
        }
        found
    };
    if let Some(found) = dependency.folder.as_deref().and_then(&mut read) {
        return Ok(found);
    }
    let Some(lock) = Lock::around(&manifest.folder, files) else {
        looked.push("Cargo.lock".to_owned());
        return Err(looked);
    };
    let own = manifest.package().unwrap_or_default();
    let packages = lock.dependencies(own, &dependency.package);
    for package in &packages {
        for folder in folders(manifest, package, files) {
            let found = read(&folder).filter(|found| {
                found.package() == Some(&package.name) && is_version(found, package, files)
            });
            if let Some(found) = found {
                return Ok(found);
            }
        }
    }
    if packages.is_empty() {
        looked.push("Cargo.lock".to_owned());
    }
    Err(looked)
}

fn is_version(found: &Manifest, package: &Package, files: &dyn Files) -> bool {
    inherited(found, "version", files).is_none_or(|version| version == package.version)
}

/// An entry of `[package]`, which may be that of the workspace.
pub(super) fn inherited(manifest: &Manifest, key: &str, files: &dyn Files) -> Option<String> {
    let own = manifest.at(&["package", key])?;
    if let Some(text) = own.text() {
        return Some(text.to_owned());
    }
    let workspace = manifest.workspace(files)?;
    let found = workspace.at(&["workspace", "package", key])?.text();
    found.map(str::to_owned)
}

/// The folders that may have the source of a package.
pub(super) fn folders(manifest: &Manifest, package: &Package, files: &dyn Files) -> Vec<PathBuf> {
    let mut all = Vec::new();
    let (name, version) = (&package.name, &package.version);
    let Some(source) = &package.source else {
        all.extend(patched(manifest, name, files));
        return all;
    };
    for folder in vendored(manifest, files) {
        all.extend([folder.join(name), folder.join(format!("{name}-{version}"))]);
    }
    let Some(home) = home(files) else {
        return all;
    };
    if source.starts_with("git+") {
        let commit = source.rsplit('#').next().unwrap_or_default();
        for repository in files.list(&home.join("git/checkouts")) {
            for checkout in files.list(&repository) {
                let short = checkout.file_name().and_then(|name| name.to_str());
                if short.is_some_and(|short| !short.is_empty() && commit.starts_with(short)) {
                    all.extend(package_in(&checkout, name, files, DEEPEST));
                }
            }
        }
        return all;
    }
    let registries = files.list(&home.join("registry/src")).into_iter();
    all.extend(registries.map(|registry| registry.join(format!("{name}-{version}"))));
    all
}

/// The folder of cargo.
fn home(files: &dyn Files) -> Option<PathBuf> {
    let named = files.variable("CARGO_HOME").map(PathBuf::from);
    let of_user = || {
        files
            .variable("HOME")
            .or_else(|| files.variable("USERPROFILE"))
    };
    named.or_else(|| Some(Path::new(&of_user()?).join(".cargo")))
}

/// The folder of a package of this name in a repository.
fn package_in(folder: &Path, name: &str, files: &dyn Files, depth: usize) -> Option<PathBuf> {
    let is_it = Manifest::read(folder, files).is_some_and(|found| found.package() == Some(name));
    if is_it {
        return Some(folder.to_owned());
    }
    if depth == 0 {
        return None;
    }
    let mut inner = files.list(folder).into_iter();
    inner.find_map(|folder| package_in(&folder, name, files, depth - 1))
}

/// The folders that `.cargo/config.toml` names for sources.
fn vendored(manifest: &Manifest, files: &dyn Files) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for folder in manifest.folder.ancestors() {
        for name in [".cargo/config.toml", ".cargo/config"] {
            let content = files.read(&folder.join(name));
            let content = content.and_then(|text| toml::parse(&text));
            let sources = content.as_ref().and_then(|content| content.get("source"));
            for (_, source) in sources.map_or(&[][..], Value::entries) {
                let directory = source.get("directory").and_then(Value::text);
                all.extend(directory.map(|directory| normal(&folder.join(directory))));
            }
        }
    }
    all
}

/// The folder that `[patch.crates-io]` of the workspace gives a package.
fn patched(manifest: &Manifest, name: &str, files: &dyn Files) -> Option<PathBuf> {
    let root = manifest
        .workspace(files)
        .unwrap_or_else(|| manifest.clone());
    let patches = root.content.get("patch").map_or(&[][..], Value::entries);
    let mut found = patches.iter().flat_map(|(_, patch)| patch.entries());
    found.find_map(|(key, value)| {
        let package = value.get("package").and_then(Value::text).unwrap_or(key);
        let folder = value.get("path").and_then(Value::text)?;
        (package == name).then(|| normal(&root.folder.join(folder)))
    })
}

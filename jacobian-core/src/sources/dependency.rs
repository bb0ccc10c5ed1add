//! The dependency that a name means, as the manifest of the user's crate declares it.
//!
//! ```text
//! geo = { package = "geo-types", version = "0.7" }     `geo` in code, from a registry
//! sister = { path = "../sister" }                       from a folder
//! euclid = { workspace = true }                         as the workspace declares it
//! ```

use std::path::{Path, PathBuf};

use super::files::Files;
use super::toml::{self, Value};

/// A manifest with its folder.
#[derive(Clone, Debug)]
pub(super) struct Manifest {
    pub(super) folder: PathBuf,
    pub(super) content: Value,
}

impl Manifest {
    pub(super) fn read(folder: &Path, files: &dyn Files) -> Option<Self> {
        let text = files.read(&folder.join("Cargo.toml"))?;
        Some(Self {
            folder: folder.to_owned(),
            content: toml::parse(&text)?,
        })
    }

    /// The workspace of a package: a manifest in a folder around it, or in its own.
    pub(super) fn workspace(&self, files: &dyn Files) -> Option<Self> {
        let named = self.at(&["package", "workspace"]).and_then(Value::text);
        if let Some(folder) = named {
            return Self::read(&normal(&self.folder.join(folder)), files);
        }
        let mut folders = self.folder.ancestors();
        folders.find_map(|folder| {
            let found = Self::read(folder, files)?;
            found.content.get("workspace").is_some().then_some(found)
        })
    }

    pub(super) fn at(&self, path: &[&str]) -> Option<&Value> {
        path.iter()
            .try_fold(&self.content, |table, key| table.get(key))
    }

    pub(super) fn package(&self) -> Option<&str> {
        self.at(&["package", "name"]).and_then(Value::text)
    }

    /// The name of its library in code.
    pub(super) fn library(&self) -> Option<String> {
        let named = self.at(&["lib", "name"]).and_then(Value::text);
        let name = named.or_else(|| self.package())?;
        Some(name.replace('-', "_"))
    }

    /// The tables of dependencies: those that every build has first.
    pub(super) fn tables(&self) -> Vec<(&Value, Kind)> {
        let kinds = [
            ("dependencies", Kind::Normal),
            ("dev-dependencies", Kind::Development),
        ];
        let targets = self.content.get("target").map_or(&[][..], Value::entries);
        let mut all = Vec::new();
        for (name, kind) in kinds {
            all.extend(self.content.get(name).map(|table| (table, kind)));
            let of_targets = targets.iter().filter_map(|(_, of)| of.get(name));
            all.extend(of_targets.map(|table| (table, kind)));
        }
        all
    }
}

/// In which builds a dependency is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Normal,
    Development,
}

/// A dependency, with what its workspace says of it.
#[derive(Clone, Debug)]
pub(super) struct Dependency {
    pub(super) package: String,
    pub(super) kind: Kind,
    /// The folder that `path = ".."` gives.
    pub(super) folder: Option<PathBuf>,
    pub(super) has_defaults: bool,
    pub(super) features: Vec<String>,
}

/// The dependencies of a manifest that code names so.
pub(super) fn named(manifest: &Manifest, name: &str, files: &dyn Files) -> Vec<Dependency> {
    let mut found = Vec::new();
    for (table, kind) in manifest.tables() {
        for (key, value) in table.entries() {
            if key.replace('-', "_") == name {
                found.extend(understood(manifest, (key, value, kind), files));
            }
        }
    }
    found
}

/// The names in code of all dependencies.
pub(super) fn names(manifest: &Manifest) -> Vec<String> {
    let tables = manifest.tables().into_iter();
    let keys = tables.flat_map(|(table, _)| table.entries().iter().map(|(key, _)| key));
    let mut names: Vec<String> = keys.map(|key| key.replace('-', "_")).collect();
    names.sort();
    names.dedup();
    names
}

pub(super) fn understood(
    manifest: &Manifest,
    (key, value, kind): (&str, &Value, Kind),
    files: &dyn Files,
) -> Option<Dependency> {
    let from_workspace = value.get("workspace").and_then(Value::flag) == Some(true);
    let mut features = value.get("features").map_or_else(Vec::new, Value::texts);
    let without = |of: &Value| {
        let written = of.get("default-features");
        written
            .or_else(|| of.get("default_features"))
            .and_then(Value::flag)
            == Some(false)
    };
    let mut has_defaults = !without(value);
    let (declared, base) = if from_workspace {
        let workspace = manifest.workspace(files)?;
        let declared = workspace.at(&["workspace", "dependencies", key])?.clone();
        // A package cannot take back the default features that its workspace asks for.
        has_defaults = !without(&declared)
            || value.get("default-features").and_then(Value::flag) == Some(true);
        features.extend(declared.get("features").map_or_else(Vec::new, Value::texts));
        (declared, workspace.folder)
    } else {
        (value.clone(), manifest.folder.clone())
    };
    let package = declared.get("package").and_then(Value::text);
    let folder = declared.get("path").and_then(Value::text);
    Some(Dependency {
        package: package.unwrap_or(key).to_owned(),
        kind,
        folder: folder.map(|folder| normal(&base.join(folder))),
        has_defaults,
        features,
    })
}

/// A path without `..`.
pub(super) fn normal(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            std::path::Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

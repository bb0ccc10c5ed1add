//! The lock file: the version and the source of each package.

use std::path::{Path, PathBuf};

use super::files::Files;
use super::toml::{self, Value};

/// A package of the lock file.
#[derive(Clone, Debug)]
pub(super) struct Package {
    pub(super) name: String,
    pub(super) version: String,
    /// `registry+..`, `git+..#commit`, or none for a folder.
    pub(super) source: Option<String>,
    /// `name`, `name version` or `name version (source)`.
    dependencies: Vec<String>,
}

#[derive(Debug)]
pub(super) struct Lock {
    packages: Vec<Package>,
}

impl Lock {
    /// The lock file in the folder of a package, or in one around it.
    pub(super) fn around(folder: &Path, files: &dyn Files) -> Option<Self> {
        let mut paths = folder.ancestors().map(|folder| folder.join("Cargo.lock"));
        let text = paths.find_map(|path: PathBuf| files.read(&path))?;
        let content = toml::parse(&text)?;
        let packages = content.get("package")?.list().iter();
        let packages = packages.filter_map(|package| {
            let text = |key: &str| package.get(key).and_then(Value::text).map(str::to_owned);
            Some(Package {
                name: text("name")?,
                version: text("version")?,
                source: text("source"),
                dependencies: package
                    .get("dependencies")
                    .map_or_else(Vec::new, Value::texts),
            })
        });
        Some(Self {
            packages: packages.collect(),
        })
    }

    /// The packages of this name that another package depends on, or all of this name if the other
    /// is not in the lock file.
    pub(super) fn dependencies(&self, of: &str, name: &str) -> Vec<&Package> {
        let mut owners = self.packages.iter();
        let owner = owners.find(|package| package.name == of && package.source.is_none());
        let is_meant = |package: &&Package| owner.is_none_or(|owner| owner.depends_on(package));
        let found = self.packages.iter().filter(|package| package.name == name);
        found.filter(is_meant).collect()
    }

    /// The packages that depend on one.
    pub(super) fn dependents<'a>(&'a self, on: &'a Package) -> impl Iterator<Item = &'a Package> {
        self.packages
            .iter()
            .filter(|package| package.depends_on(on))
    }
}

impl Package {
    fn depends_on(&self, other: &Self) -> bool {
        self.dependencies.iter().any(|written| {
            let mut parts = written.split(' ');
            parts.next() == Some(&other.name)
                && parts.next().is_none_or(|version| version == other.version)
        })
    }
}

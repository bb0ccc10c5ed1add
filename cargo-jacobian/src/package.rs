//! A file and its package, for functions that name what is around them, and for `see(..)`. rustc
//! and Cargo tell a macro where it is, but nobody tells us.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use jacobian_core::{Disk, Files};

/// The files of this machine, as a macro in a package sees them.
pub(crate) struct Package {
    /// The folder of its `Cargo.toml`.
    root: Option<PathBuf>,
    file: PathBuf,
}

impl Package {
    /// The package that a file belongs to: the nearest folder above it with a `Cargo.toml`.
    pub(crate) fn of(file: &Path) -> Self {
        let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        let is_root = |folder: &&Path| folder.join("Cargo.toml").is_file();
        let root = file.ancestors().skip(1).find(is_root);
        Self {
            root: root.map(Path::to_owned),
            file,
        }
    }
}

impl Files for Package {
    fn read(&self, path: &Path) -> Option<Rc<str>> {
        Disk.read(path)
    }

    fn list(&self, folder: &Path) -> Vec<PathBuf> {
        Disk.list(folder)
    }

    fn variable(&self, name: &str) -> Option<String> {
        match (name, &self.root) {
            ("CARGO_MANIFEST_DIR", Some(root)) => Some(root.to_string_lossy().into_owned()),
            _ => Disk.variable(name),
        }
    }

    fn own_file(&self) -> Option<PathBuf> {
        Some(self.file.clone())
    }
}

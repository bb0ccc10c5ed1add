//! The questions to the machine: this room asks them, and the edge answers.

use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The files of the machine that compiles.
pub trait Files {
    /// The text of a file. `None` if there is no such file.
    fn read(&self, path: &Path) -> Option<Rc<str>>;
    /// The folders in a folder, in the order of their names.
    fn list(&self, folder: &Path) -> Vec<PathBuf>;
    /// An environment variable.
    fn variable(&self, name: &str) -> Option<String>;
    /// The file that the attribute stands in, where that is known.
    fn own_file(&self) -> Option<PathBuf> {
        None
    }
    /// Whether the attribute may stand inside of another item. Then it begins at some distance from
    /// the margin.
    fn is_indented(&self) -> bool {
        true
    }
}

/// No files: then no crate can be seen.
#[derive(Debug)]
pub(crate) struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &Path) -> Option<Rc<str>> {
        None
    }
    fn list(&self, _: &Path) -> Vec<PathBuf> {
        Vec::new()
    }
    fn variable(&self, _: &str) -> Option<String> {
        None
    }
}

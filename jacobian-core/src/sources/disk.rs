//! The files on disk. A file is read once in a process, and again if it changes.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::SystemTime;

use super::files::Files;

/// The files of this machine.
#[derive(Debug)]
pub struct Disk;

type Known = (Option<SystemTime>, Option<Rc<str>>);

thread_local! {
    // An editor keeps the process that expands macros, while files change.
    static TEXTS: RefCell<BTreeMap<PathBuf, Known>> = const { RefCell::new(BTreeMap::new()) };
}

impl Files for Disk {
    fn read(&self, path: &Path) -> Option<Rc<str>> {
        let changed = fs::metadata(path).and_then(|found| found.modified()).ok();
        TEXTS.with_borrow_mut(|texts| {
            if let Some((known, text)) = texts.get(path)
                && *known == changed
            {
                return text.clone();
            }
            let text = fs::read_to_string(path).ok().map(Rc::from);
            texts.insert(path.to_owned(), (changed, text.clone()));
            text
        })
    }

    fn list(&self, folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut folders: Vec<PathBuf> = entries
            .map(|entry| entry.path())
            .filter(|path| path.is_dir())
            .collect();
        folders.sort();
        folders
    }

    fn variable(&self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }

    fn own_file(&self) -> Option<PathBuf> {
        let file = proc_macro2::Span::call_site().local_file()?;
        std::path::absolute(file).ok()
    }
    fn is_indented(&self) -> bool {
        proc_macro2::Span::call_site().start().column > 0
    }
}

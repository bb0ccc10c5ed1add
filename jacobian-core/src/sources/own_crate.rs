//! The user's own crate, around one of its files.
//!
//! ```text
//! src/lib.rs     mod orbit; mod units;      mod orbit { pub mod drag { .. } }
//! src/orbit/drag.rs                     ->  mod units { pub const KM: f64 = 1e3; }
//!                                           the file is the module `orbit::drag`
//! ```
//!
//! The file is written whole. Of all others only what it may need is written, by its words, as for
//! other crates (`selection`). A `cfg` stays as it is, because this is the crate that rustc asks.
//!
//! Cargo says which crate it builds: a library, a program, a test, .. If the files of two of them
//! could be meant, none is read.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::dependency::{Manifest, normal};
use super::features::Features;
use super::files::Files;
use super::lexer::Kind;
use super::location::inherited;
use super::modules::{Entry, File, Module, Reader};
use super::pieces::Tokens;
use super::root_names;
use super::selection::Selection;
use super::toml::Value;
use super::walk::{Text, walk};

/// A crate as the text of its root module, and the modules that lead to a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct OwnCrate {
    pub(crate) text: String,
    pub(crate) modules: Vec<String>,
    /// The names at its root, to which paths of `use` are relative in the edition 2015.
    pub(crate) root_names: Vec<String>,
}

/// The crate around a file. `None` if it is not found.
pub(crate) fn around(file: &Path, files: &dyn Files) -> Option<OwnCrate> {
    let manifest = own_manifest(files)?;
    let features = Features::own();
    let reader = Reader {
        files,
        features: &features,
    };
    let file = normal(file);
    let roots = match files.variable("CARGO_CRATE_NAME") {
        Some(name) => roots(&manifest, &name, files),
        None => likely_roots(&manifest, &file),
    };
    let crates = roots.into_iter().filter_map(|root| {
        let whole = reader.of_crate(&normal(&root)).ok()?;
        (n_modules(&whole, &file) > 0).then_some(whole)
    });
    let crates: Vec<Module> = crates.collect();
    let [whole] = crates.as_slice() else {
        return None;
    };
    // Two modules may be made of one file. Then nothing says in which of them a function stands.
    let is_one = n_modules(whole, &file) == 1;
    let (own, modules) = leading(whole, &file).filter(|_| is_one)?;
    let selection = Selection::of(whole, words(&own.tokens()));
    let mut copied = Copied {
        own: Rc::clone(own),
        text: String::new(),
    };
    walk(&mut copied, whole, &selection);
    let is_first = is_of_first_edition(&manifest, files);
    Some(OwnCrate {
        text: copied.text,
        modules,
        root_names: if is_first {
            root_names(whole)
        } else {
            Vec::new()
        },
    })
}

fn own_manifest(files: &dyn Files) -> Option<Manifest> {
    let folder = files.variable("CARGO_MANIFEST_DIR")?;
    Manifest::read(Path::new(&folder), files)
}

/// Whether imports begin at the root of the crate: in the edition 2015.
pub(crate) fn imports_begin_at_root(files: &dyn Files) -> bool {
    own_manifest(files).is_some_and(|manifest| is_of_first_edition(&manifest, files))
}

fn is_of_first_edition(manifest: &Manifest, files: &dyn Files) -> bool {
    let edition = inherited(manifest, "edition", files);
    edition.is_none_or(|edition| edition == "2015")
}

/// Where the root of the crate may be that cargo builds.
fn roots(manifest: &Manifest, name: &str, files: &dyn Files) -> Vec<PathBuf> {
    let program = files.variable("CARGO_BIN_NAME");
    let kinds: &[(&str, &str)] = match program {
        Some(_) => &[("bin", "src/bin"), ("example", "examples")],
        None => &[
            ("test", "tests"),
            ("bench", "benches"),
            ("example", "examples"),
        ],
    };
    let mut roots = Vec::new();
    if program.is_none() && manifest.library().as_deref() == Some(name) {
        roots.push(library(manifest).to_owned());
    }
    if program.is_some() && manifest.package().map(in_code).as_deref() == Some(name) {
        roots.push("src/main.rs".to_owned());
    }
    for (table, folder) in kinds {
        let declared = manifest.content.get(table).map_or(&[][..], Value::list);
        let of_name = |of: &&Value| {
            let declared = of.get("name").and_then(Value::text);
            declared.map(in_code).as_deref() == Some(name)
        };
        let paths = declared.iter().filter(of_name);
        let paths = paths.filter_map(|of| of.get("path").and_then(Value::text));
        roots.extend(paths.map(str::to_owned));
        for name in [name.to_owned(), name.replace('_', "-")] {
            roots.push(format!("{folder}/{name}.rs"));
            roots.push(format!("{folder}/{name}/main.rs"));
        }
    }
    let mut roots: Vec<PathBuf> = roots
        .iter()
        .map(|root| manifest.folder.join(root))
        .collect();
    roots.sort();
    roots.dedup();
    roots
}

/// The roots around a file where cargo is not there to ask.
fn likely_roots(manifest: &Manifest, file: &Path) -> Vec<PathBuf> {
    let own = |path: &str| manifest.folder.join(path);
    let mut roots = vec![own(library(manifest)), own("src/main.rs")];
    let folders = ["src/bin", "tests", "examples", "benches"].map(own);
    if file
        .parent()
        .is_some_and(|folder| folders.iter().any(|one| one == folder))
    {
        roots.push(file.to_owned());
    }
    roots
}

/// The root of the library.
fn library(manifest: &Manifest) -> &str {
    let path = manifest.at(&["lib", "path"]).and_then(Value::text);
    path.unwrap_or("src/lib.rs")
}

fn in_code(name: &str) -> String {
    name.replace('-', "_")
}

/// A file as it was read, and the names of the modules from the root to it.
fn leading<'m>(module: &'m Module, file: &Path) -> Option<(&'m Rc<File>, Vec<String>)> {
    if normal(module.file.source_path()) == file {
        return Some((&module.file, Vec::new()));
    }
    module.entries.iter().find_map(|entry| {
        let Entry::Module(inner) = entry else {
            return None;
        };
        let (found, mut modules) = leading(inner, file)?;
        modules.insert(0, inner.name()?);
        Some((found, modules))
    })
}

/// How many modules a file is.
fn n_modules(module: &Module, file: &Path) -> usize {
    if normal(module.file.source_path()) == file {
        return 1;
    }
    let entries = module.entries.iter();
    let inside = entries.map(|entry| match entry {
        Entry::Module(inner) => n_modules(inner, file),
        Entry::Item(_) => 0,
    });
    inside.sum()
}

fn words(of: &Tokens<'_>) -> impl Iterator<Item = String> {
    let words = of.all.iter().filter(|token| token.kind == Kind::Word);
    words.map(|token| token.text(of.text).to_owned())
}

/// A text in which tokens stand as the user wrote them.
struct Copied {
    own: Rc<File>,
    text: String,
}

impl Text for Copied {
    fn write(&mut self, of: &Tokens<'_>, range: Range<usize>) {
        if let [first, .., last] | [first @ last] = &of.all[range] {
            self.text.push_str(&of.text[first.start..last.end]);
            self.text.push('\n');
        }
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn write_inner_cfg(&mut self, of: &Tokens<'_>, at: usize) {
        self.text.push('#');
        self.write(of, at + 1..of.closing[at + 1] + 1);
    }

    fn has_all_of(&self, file: &Rc<File>) -> bool {
        Rc::ptr_eq(file, &self.own)
    }
}

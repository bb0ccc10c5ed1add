//! The sources of other crates, which the option `see(..)` asks for, and those of the user's own
//! crate (`own_crate`), where a function alone would be refused.
//!
//! ```text
//! #[jacobian(see(cgmath))] mod m { .. Vector3 .. }
//!   manifest, lock file      which version, and where its source is     dependency, lock, location
//!   src/lib.rs, ..           its modules and items                       lexer, pieces, modules
//!   Vector3, ..              the items that the module may need          selection
//!   one text                 for the front                               writing
//! ```
//!
//! This room reads no file itself: it asks [`Files`]. The result is one more option, so that the
//! expansion depends on its tokens alone.

mod conditions;
mod dependency;
mod disk;
mod features;
mod files;
mod lexer;
mod location;
mod lock;
mod modules;
mod own_crate;
mod pieces;
mod selection;
mod toml;
mod walk;
mod writing;

use std::path::Path;

use crate::front::messages;

pub use disk::Disk;
pub use files::Files;
pub(crate) use files::NoFiles;
pub(crate) use own_crate::{around, imports_begin_at_root};

use dependency::{Dependency, Kind, Manifest};
use features::Features;
use modules::{Entry, Module, Reader};
use pieces::Form;
use selection::Selection;
use walk::walk;
use writing::Writer;

/// The items of a crate that code with these words may need, as the text of its root module. Else
/// the message that says what is missing.
pub(crate) fn text_of(
    name: &str,
    words: impl Iterator<Item = String>,
    files: &dyn Files,
) -> Result<String, String> {
    let folder = files.variable("CARGO_MANIFEST_DIR");
    let manifest = folder.and_then(|folder| Manifest::read(Path::new(&folder), files));
    let no_manifest = || unread(name, "`CARGO_MANIFEST_DIR` does not lead to a `Cargo.toml`");
    let manifest = manifest.ok_or_else(no_manifest)?;
    let (found, asked) = located(name, &manifest, files)?;
    let features = Features::of(&manifest, &found, &asked, files);
    let root = found.at(&["lib", "path"]).and_then(toml::Value::text);
    let root = found.folder.join(root.unwrap_or("src/lib.rs"));
    let reader = Reader {
        files,
        features: &features,
    };
    let whole = reader.of_crate(&root).map_err(|path| {
        unread(
            name,
            &format!("`{}` is missing or is no Rust", path.display()),
        )
    })?;
    let selection = Selection::of(&whole, words);
    let edition = location::inherited(&found, "edition", files);
    let names = root_names(&whole);
    let mut writer = Writer {
        name,
        features: &features,
        root: edition
            .is_none_or(|edition| edition == "2015")
            .then_some(&names),
        text: String::new(),
    };
    walk(&mut writer, &whole, &selection);
    Ok(writer.text)
}

fn unread(name: &str, why: &str) -> String {
    messages::seen_not_read(name, why)
}

/// The manifest of the crate that code names so, and what the user's crate asks of it.
fn located(
    name: &str,
    manifest: &Manifest,
    files: &dyn Files,
) -> Result<(Manifest, Vec<Dependency>), String> {
    let asked = dependency::named(manifest, name, files);
    if asked.is_empty() && manifest.library().as_deref() == Some(name) {
        // Tests, examples and programs name the library of their own package.
        let own = Dependency {
            package: name.to_owned(),
            kind: Kind::Normal,
            folder: None,
            has_defaults: true,
            features: Vec::new(),
        };
        return Ok((manifest.clone(), vec![own]));
    }
    let Some(first) = asked.first() else {
        let names = dependency::names(manifest);
        return Err(messages::seen_no_dependency(name, &names));
    };
    let found = location::of(manifest, first, files);
    let found = found.map_err(|looked| {
        let looked: Vec<String> = looked.iter().map(|place| format!("`{place}`")).collect();
        unread(name, &format!("it is not in {}", looked.join(", ")))
    })?;
    Ok((found, asked))
}

/// The names at the root of a crate: modules, items and imports.
fn root_names(whole: &Module) -> Vec<String> {
    let of = whole.file.tokens();
    let mut names = Vec::new();
    for entry in &whole.entries {
        let (file, piece) = match entry {
            Entry::Module(inner) => match &inner.head {
                Some((file, piece)) => (file.tokens(), piece),
                None => continue,
            },
            Entry::Item(piece) => (of, piece),
        };
        // `extern crate approx;` brings a crate that `use` finds without our help.
        if !matches!(
            piece.form,
            Form::Use | Form::Other | Form::Impl | Form::Call
        ) {
            names.extend(piece.name.map(|name| file.word(name).to_owned()));
        }
    }
    names
}

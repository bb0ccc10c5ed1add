//! The modules of a crate, read from its files.
//!
//! ```text
//! src/lib.rs     mod vector;   ->   src/vector.rs or src/vector/mod.rs
//!                #[path = "m.rs"] mod macros;
//! ```
//!
//! Items whose `cfg` does not hold are left out here. An item whose `cfg` is open stays, because
//! its name hides others.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::conditions::{Answer, value};
use super::features::Features;
use super::files::Files;
use super::lexer::{Token, closing, tokens};
use super::pieces::{Form, Piece, Tokens};

/// A file of the crate.
#[derive(Debug)]
pub(super) struct File {
    path: PathBuf,
    text: Rc<str>,
    tokens: Vec<Token>,
    closing: Vec<usize>,
}

impl File {
    pub(super) fn read(path: &Path, files: &dyn Files) -> Result<Rc<Self>, PathBuf> {
        let text = files.read(path).ok_or_else(|| path.to_owned())?;
        let tokens = tokens(&text).ok_or_else(|| path.to_owned())?;
        let closing = closing(&tokens);
        Ok(Rc::new(Self {
            path: path.to_owned(),
            text,
            tokens,
            closing,
        }))
    }

    pub(super) fn source_path(&self) -> &Path {
        &self.path
    }

    pub(super) fn tokens(&self) -> Tokens<'_> {
        Tokens {
            text: &self.text,
            all: &self.tokens,
            closing: &self.closing,
        }
    }
}

/// A module with its items.
#[derive(Debug)]
pub(super) struct Module {
    pub(super) file: Rc<File>,
    /// `pub mod x`, with its attributes. Empty for the crate itself.
    pub(super) head: Option<(Rc<File>, Piece)>,
    pub(super) entries: Vec<Entry>,
}

#[derive(Debug)]
pub(super) enum Entry {
    Module(Module),
    Item(Piece),
}

impl Module {
    /// Its name. `None` for the crate itself.
    pub(super) fn name(&self) -> Option<String> {
        let (file, piece) = self.head.as_ref()?;
        let name = file.tokens().word(piece.name?).to_owned();
        Some(name)
    }
}

/// Reads modules from their files.
pub(super) struct Reader<'a> {
    pub(super) files: &'a dyn Files,
    pub(super) features: &'a Features,
}

/// Where the files of the modules inside of a module are.
#[derive(Clone)]
struct Folders {
    /// For `mod x;`
    own: PathBuf,
    /// For `#[path = ".."]`
    of_file: PathBuf,
}

impl Reader<'_> {
    /// The whole crate. The error is the file that cannot be read.
    pub(super) fn of_crate(&self, root: &Path) -> Result<Module, PathBuf> {
        let file = File::read(root, self.files)?;
        let folder = root.parent().unwrap_or(root).to_owned();
        let folders = Folders {
            own: folder.clone(),
            of_file: folder,
        };
        let all = 0..file.tokens.len();
        Ok(Module {
            entries: self.entries(&file, all, &folders)?,
            file,
            head: None,
        })
    }

    fn entries(
        &self,
        file: &Rc<File>,
        within: std::ops::Range<usize>,
        folders: &Folders,
    ) -> Result<Vec<Entry>, PathBuf> {
        let of = file.tokens();
        let mut entries = Vec::new();
        for piece in of.pieces(within) {
            let condition = self.condition(&of, &piece);
            if condition == Answer::No {
                continue;
            }
            if piece.form != Form::Module {
                entries.push(Entry::Item(piece));
                continue;
            }
            let name = of.word(piece.name.unwrap_or_default());
            let name = name.trim_start_matches("r#").to_owned();
            let path = attribute_path(&of, &piece);
            let inside = if let Some(body) = piece.body.clone() {
                let folder = folders.own.join(path.as_deref().unwrap_or(&name));
                let folders = Folders {
                    own: folder.clone(),
                    of_file: folder,
                };
                self.entries(file, body, &folders)
                    .map(|entries| (Rc::clone(file), entries))
            } else {
                self.of_file(&name, path.as_deref(), folders)
            };
            match inside {
                Ok((inner, entries_inside)) => entries.push(Entry::Module(Module {
                    file: inner,
                    head: Some((Rc::clone(file), piece)),
                    entries: entries_inside,
                })),
                // The module may not exist in this configuration.
                Err(_) if condition != Answer::Yes => {}
                Err(missing) => return Err(missing),
            }
        }
        Ok(entries)
    }

    fn of_file(
        &self,
        name: &str,
        path: Option<&str>,
        folders: &Folders,
    ) -> Result<(Rc<File>, Vec<Entry>), PathBuf> {
        let candidates = match path {
            Some(path) => vec![folders.of_file.join(path)],
            None => vec![
                folders.own.join(format!("{name}.rs")),
                folders.own.join(name).join("mod.rs"),
            ],
        };
        let mut found = candidates
            .iter()
            .map(|path| (path, File::read(path, self.files)));
        let is_there = |(_, file): &(&PathBuf, Result<Rc<File>, PathBuf>)| file.is_ok();
        let Some((at, Ok(file))) = found.find(is_there) else {
            return Err(candidates[0].clone());
        };
        let of_file = at.parent().unwrap_or(at).to_owned();
        let is_folder = path.is_some() || at.ends_with("mod.rs");
        let own = if is_folder {
            of_file.clone()
        } else {
            of_file.join(name)
        };
        let inside = 0..file.tokens.len();
        let entries = self.entries(&file, inside, &Folders { own, of_file })?;
        Ok((file, entries))
    }

    /// Whether an item exists, by its attributes `cfg`.
    pub(super) fn condition(&self, of: &Tokens<'_>, piece: &Piece) -> Answer {
        let feature = |name: &str| self.features.answer(name);
        let mut answer = Answer::Yes;
        for attribute in &piece.attributes {
            if of.word(attribute.start + 2) != "cfg" || of.word(attribute.start + 3) != "(" {
                continue;
            }
            if self.features.are_own() {
                answer = Answer::Open;
                continue;
            }
            let inside = attribute.start + 4..attribute.end - 2;
            match value(of.text, &of.all[inside], &feature) {
                Answer::No => return Answer::No,
                Answer::Yes => {}
                open => answer = open,
            }
        }
        answer
    }
}

/// The path in `#[path = ".."]`.
fn attribute_path(of: &Tokens<'_>, piece: &Piece) -> Option<String> {
    let mut attributes = piece.attributes.iter();
    let found = attributes.find(|attribute| of.word(attribute.start + 2) == "path")?;
    let text = of.word(found.start + 4);
    Some(text.trim_matches('"').to_owned())
}

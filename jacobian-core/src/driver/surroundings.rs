//! The code around an attributed item: its file, and the crate around that.
//!
//! ```text
//! src/orbit/drag.rs     names `crate` or `super`, or declares `mod x;`  ->  the crate is read too
//! ```
//!
//! Files may nest deeper than the item. So whatever walks through their tokens does it on a stack
//! that is large enough (`limits`), or not at all.

use std::path::PathBuf;

use proc_macro2::{TokenStream, TokenTree};

use crate::front::mentioned;
use crate::limits;
use crate::sources::{Files, around, imports_begin_at_root};

/// The file that the attribute stands in.
pub(super) struct OwnFile {
    path: PathBuf,
    tokens: TokenStream,
}

impl OwnFile {
    pub(super) fn read(files: &dyn Files) -> Option<Self> {
        Self::read_if(files, |_| true)
    }

    /// Reads it if its text passes a test that costs less.
    pub(super) fn read_if(files: &dyn Files, test: impl Fn(&str) -> bool) -> Option<Self> {
        let path = files.own_file()?;
        let text = files.read(&path)?;
        if !test(&text) {
            return None;
        }
        let tokens: TokenStream = without_first_line(&text).parse().ok()?;
        Some(Self { path, tokens })
    }

    pub(super) fn tokens(&self) -> &TokenStream {
        &self.tokens
    }

    /// Whether it defines one of these names, or imports one from its crate.
    pub(super) fn knows_any(&self, names: &[String]) -> bool {
        let is_known = |name: &String| defines(&self.tokens, name) || imports(&self.tokens, name);
        let read = || names.iter().any(is_known);
        limits::with_stack(self.tokens.clone(), read).unwrap_or(false)
    }

    /// What is around the item: first the file, then the crate if the file names more of it.
    pub(super) fn views(self, files: &dyn Files) -> impl Iterator<Item = Surroundings> {
        let file = Surroundings {
            tokens: self.tokens.clone(),
            modules: Vec::new(),
            root_names: Vec::new(),
            view: View::File,
        };
        // The crate is read only if the file is not enough.
        let whole = std::iter::once_with(move || self.whole(files));
        std::iter::once(file).chain(whole.flatten())
    }

    fn whole(&self, files: &dyn Files) -> Option<Surroundings> {
        let read = || names_other_files(&self.tokens);
        let names_others = limits::with_stack(self.tokens.clone(), read).unwrap_or(false);
        if !names_others && !imports_begin_at_root(files) {
            return None;
        }
        let found = around(&self.path, files)?;
        Some(Surroundings {
            tokens: found.text.parse().ok()?,
            modules: found.modules,
            root_names: found.root_names,
            view: View::Crate,
        })
    }
}

/// How much is read around an item.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum View {
    File,
    Crate,
}

/// The code around an item.
pub(super) struct Surroundings {
    pub(super) tokens: TokenStream,
    /// The modules that lead to the file of the item.
    pub(super) modules: Vec<String>,
    pub(super) root_names: Vec<String>,
    pub(super) view: View,
}

impl Surroundings {
    /// Whether a struct or an enum has one of these names.
    pub(super) fn define_any(&self, names: &[String]) -> bool {
        let read = || names.iter().any(|name| defines(&self.tokens, name));
        limits::with_stack(self.tokens.clone(), read).unwrap_or(false)
    }
}

/// Whether a file imports this name from elsewhere in its crate.
fn imports(file: &TokenStream, name: &str) -> bool {
    let is_end =
        |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == ';');
    let mut tokens = file.clone().into_iter();
    while let Some(token) = tokens.next() {
        let is_import = match token {
            TokenTree::Ident(word) if word == "use" => {
                let tree: Vec<TokenTree> =
                    tokens.by_ref().take_while(|token| !is_end(token)).collect();
                let is_own = tree.first().is_some_and(|first| {
                    ["crate", "super", "self"].contains(&first.to_string().as_str())
                });
                is_own && mentioned(tree.into_iter().collect()).contains(name)
            }
            TokenTree::Group(group) => imports(&group.stream(), name),
            _ => false,
        };
        if is_import {
            return true;
        }
    }
    false
}

/// Whether a file names what is around it, or modules in other files: `crate`, `super`, `mod x;`.
fn names_other_files(file: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = file.clone().into_iter().collect();
    let is_word = |token: &TokenTree, word| matches!(token, TokenTree::Ident(name) if name == word);
    let is_declared = tokens.windows(3).any(|three| match three {
        [word, TokenTree::Ident(_), TokenTree::Punct(end)] => {
            is_word(word, "mod") && end.as_char() == ';'
        }
        _ => false,
    });
    is_declared
        || tokens.iter().any(|token| match token {
            TokenTree::Group(group) => names_other_files(&group.stream()),
            token => is_word(token, "crate") || is_word(token, "super"),
        })
}

/// The text without the line that starts a script, which is no Rust, and without the mark of its
/// encoding.
fn without_first_line(text: &str) -> &str {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.starts_with("#!") && !text.starts_with("#![") {
        text.find('\n').map_or("", |end| &text[end..])
    } else {
        text
    }
}

/// Whether a file has a struct or an enum of this name, in its modules too.
pub(super) fn defines(code: &TokenStream, name: &str) -> bool {
    let mut before = [String::new(), String::new()];
    code.clone().into_iter().any(|token| {
        let is_it = match &token {
            TokenTree::Ident(word) => matches!(&*before[1], "struct" | "enum") && word == name,
            TokenTree::Group(group) => before[0] == "mod" && defines(&group.stream(), name),
            _ => false,
        };
        let word = match token {
            TokenTree::Ident(word) => word.to_string(),
            _ => String::new(),
        };
        before.rotate_left(1);
        before[1] = word;
        is_it
    })
}

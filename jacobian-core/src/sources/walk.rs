//! Writes the chosen items of a crate, module by module.
//!
//! ```text
//! mod orbit;  in src/lib.rs      mod orbit { pub fn gravity(..) { .. } }
//! ```

use std::ops::Range;
use std::rc::Rc;

use super::modules::{Entry, File, Module};
use super::pieces::{Form, Piece, Tokens};
use super::selection::{Selection, has_parts};

/// A text that tokens are written to.
pub(super) trait Text {
    fn write(&mut self, of: &Tokens<'_>, range: Range<usize>);
    fn push(&mut self, text: &str);
    /// Writes the condition of a whole module, `#![cfg(..)]`, in front of it. `at` is that of `!`.
    fn write_inner_cfg(&mut self, of: &Tokens<'_>, at: usize);
    /// Whether all items of a file are written, chosen or not.
    fn has_all_of(&self, file: &Rc<File>) -> bool;
}

/// Writes the items of a module and of the modules inside it.
pub(super) fn walk(text: &mut impl Text, module: &Module, selection: &Selection) {
    for entry in &module.entries {
        match entry {
            Entry::Module(inner) => {
                let Some((file, head)) = &inner.head else {
                    continue;
                };
                let first = head.body.as_ref().map_or(0, |body| body.start);
                write_inner_cfgs(text, &inner.file.tokens(), first);
                write_head(text, &file.tokens(), head);
                text.push(" {\n");
                walk(text, inner, selection);
                text.push("}\n");
            }
            Entry::Item(piece) => write_item(text, module, piece, selection),
        }
    }
}

/// The conditions at the beginning of a module, among its other attributes.
fn write_inner_cfgs(text: &mut impl Text, of: &Tokens<'_>, first: usize) {
    let mut at = first;
    while of.word(at) == "#" && of.word(at + 1) == "!" && of.word(at + 2) == "[" {
        if of.word(at + 3) == "cfg" {
            text.write_inner_cfg(of, at + 1);
        }
        at = of.closing[at + 2] + 1;
    }
}

/// `pub mod x` without its brace or its semicolon, and without the path of its file.
fn write_head(text: &mut impl Text, of: &Tokens<'_>, head: &Piece) {
    let is_path = |one: &&Range<usize>| of.word(one.start + 2) == "path";
    for attribute in head.attributes.iter().filter(|one| !is_path(one)) {
        text.write(of, attribute.clone());
    }
    let attributes_end = head.attributes.last().map(|one| one.end);
    let start = attributes_end.unwrap_or(head.tokens.start);
    let body = head.body.as_ref().map(|body| body.start);
    text.write(of, start..body.unwrap_or(head.tokens.end) - 1);
}

fn write_item(text: &mut impl Text, module: &Module, piece: &Piece, selection: &Selection) {
    let of = module.file.tokens();
    // An import costs nothing.
    let is_whole = piece.form == Form::Use || text.has_all_of(&module.file);
    if !is_whole && !selection.has(&module.file, piece) {
        return;
    }
    let body = piece.body.clone();
    match body.filter(|_| !is_whole && has_parts(&of, piece)) {
        None => text.write(&of, piece.tokens.clone()),
        Some(body) => {
            text.write(&of, piece.tokens.start..body.start);
            let is_chosen = |part: &&Piece| selection.has(&module.file, part);
            for part in of.pieces(body.clone()).iter().filter(is_chosen) {
                text.write(&of, part.tokens.clone());
            }
            text.write(&of, body.end..piece.tokens.end);
        }
    }
    text.push("\n");
}

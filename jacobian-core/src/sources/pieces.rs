//! The pieces of a source file: its items, and the parts of `impl`s and traits.
//!
//! ```text
//! impl<S: Num> Point<S> {            a piece: words of its head, and two parts
//!     pub fn new(x: S) -> Self { .. }        part `new`
//!     pub fn norm(&self) -> S { .. }         part `norm`
//! }
//! pub use vector::*;                 a piece without parts
//! ```

use std::ops::Range;

use super::lexer::{Kind, Token};

/// What kind of item a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `mod x;` or `mod x { .. }`
    Module,
    Use,
    /// `extern crate`, `static`, `union` and what else has one name.
    Other,
    Type,
    Trait,
    Impl,
    Function,
    Constant,
    /// `macro_rules!`
    Macro,
    /// A call of a macro.
    Call,
}

/// An item, or a part of one, by the positions of its tokens.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) form: Form,
    pub(super) tokens: Range<usize>,
    /// The attributes before it, each from `#` to `]`.
    pub(super) attributes: Vec<Range<usize>>,
    /// The position of its name.
    pub(super) name: Option<usize>,
    /// The tokens between its braces.
    pub(super) body: Option<Range<usize>>,
}

/// A file with its tokens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tokens<'a> {
    pub(super) text: &'a str,
    pub(super) all: &'a [Token],
    pub(super) closing: &'a [usize],
}

impl<'a> Tokens<'a> {
    pub(super) fn word(&self, position: usize) -> &'a str {
        let token = self.all.get(position);
        token.map_or("", |token| token.text(self.text))
    }

    /// The items between two positions. Attributes of the file itself are left out.
    pub(super) fn pieces(&self, within: Range<usize>) -> Vec<Piece> {
        let mut found = Vec::new();
        let mut at = within.start;
        while at < within.end {
            let start = at;
            let mut attributes = Vec::new();
            while self.word(at) == "#" {
                let is_inner = self.word(at + 1) == "!";
                let open = at + 1 + usize::from(is_inner);
                let Some(close) = self.closing.get(open) else {
                    return found;
                };
                let end = close + 1;
                if !is_inner {
                    attributes.push(at..end);
                }
                at = end;
            }
            let head = at;
            if head >= within.end {
                break;
            }
            let (form, name) = self.form(head, within.end);
            let (end, body) = self.end(form, head, within.end);
            at = end.max(head + 1);
            found.push(Piece {
                form,
                tokens: attributes
                    .first()
                    .map_or(start.max(head), |first| first.start)..at,
                attributes,
                name,
                body,
            });
        }
        found
    }

    /// What an item is, and where its name is.
    fn form(&self, head: usize, end: usize) -> (Form, Option<usize>) {
        let mut at = head;
        while at < end {
            let word = self.word(at);
            match word {
                "pub" if self.word(at + 1) == "(" => at = self.closing[at + 1],
                "pub" | "unsafe" | "async" | "default" | "safe" | "auto" => {}
                "extern" if self.word(at + 1) != "crate" => {
                    // `extern "C" fn`
                    let next = self.all.get(at + 1);
                    if next.is_some_and(|next| next.kind == Kind::Text) {
                        at += 1;
                    }
                }
                "const" if ["fn", "unsafe", "async", "extern"].contains(&self.word(at + 1)) => {}
                "mod" => return (Form::Module, Some(at + 1)),
                "use" => return (Form::Use, None),
                "fn" => return (Form::Function, Some(at + 1)),
                "const" | "static" => {
                    let name = at + 1 + usize::from(self.word(at + 1) == "mut");
                    return (Form::Constant, Some(name));
                }
                "struct" | "enum" | "type" => return (Form::Type, Some(at + 1)),
                "union" if self.word(at + 1) != "!" => return (Form::Type, Some(at + 1)),
                "trait" => return (Form::Trait, Some(at + 1)),
                "impl" => return (Form::Impl, Some(at)),
                "extern" => return (Form::Other, Some(at + 2)),
                "macro_rules" => return (Form::Macro, Some(at + 2)),
                _ => return (self.call(at, end), None),
            }
            at += 1;
        }
        (Form::Other, None)
    }

    /// `name!(..)` or `path::name!(..)`
    fn call(&self, at: usize, end: usize) -> Form {
        let mut signs = at..end.min(at + 12);
        if signs.any(|position| self.word(position) == "!") {
            Form::Call
        } else {
            Form::Other
        }
    }

    /// The end of an item, and its body. Some items end with a semicolon, whatever is before it.
    fn end(&self, form: Form, head: usize, end: usize) -> (usize, Option<Range<usize>>) {
        let needs_semicolon = match form {
            Form::Use | Form::Constant | Form::Other => true,
            Form::Type => (head..end)
                .map(|at| self.word(at))
                .find(|word| ["struct", "enum", "union", "type"].contains(word))
                .is_some_and(|word| word == "type"),
            _ => false,
        };
        let mut at = head;
        while at < end {
            let word = self.word(at);
            if word == ";" {
                return (at + 1, None);
            }
            if self.all[at].kind == Kind::Open {
                let close = self.closing[at];
                if word == "{" && !needs_semicolon {
                    return (close + 1, Some(at + 1..close));
                }
                at = close;
            }
            at += 1;
        }
        (end, None)
    }
}

#[cfg(test)]
mod tests {
    use super::{Form, Tokens};
    use crate::sources::lexer::{closing, tokens};

    fn forms(text: &str) -> Vec<Form> {
        let all = tokens(text).expect("groups that end");
        let closing = closing(&all);
        let of = Tokens {
            text,
            all: &all,
            closing: &closing,
        };
        let pieces = of.pieces(0..all.len()).into_iter();
        pieces.map(|piece| piece.form).collect()
    }

    #[test]
    fn a_file_that_somebody_is_writing_has_the_items_before_the_end() {
        use Form::{Constant, Function, Other};
        assert_eq!(forms("fn f() {} #"), [Function]);
        assert_eq!(forms("const A: f64 = 1.0; extern"), [Constant, Other]);
        // One unfinished item each, and no panic.
        for unfinished in ["pub", "impl", "fn", "#[cfg]", "mod", "macro_rules"] {
            assert_eq!(forms(unfinished).len(), usize::from(unfinished != "#[cfg]"));
        }
    }
}

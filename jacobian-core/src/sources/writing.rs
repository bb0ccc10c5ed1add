//! Writes tokens of another crate as text that means the same in the user's crate.
//!
//! ```text
//! crate::num::Base, $crate::num::Base      cgmath::num::Base
//! #[cfg(feature = "std")]                  nothing, if the feature is on
//! #[cfg(feature = "simd")]                 #[open_cfg(feature = "simd")], if that is not known
//! ```
//!
//! A `cfg` that stays would ask for a feature of the user's crate. So one that is open gets a name
//! that the front refuses where it matters.

use std::ops::Range;
use std::rc::Rc;

use super::conditions::{Answer, value};
use super::features::Features;
use super::lexer::Kind;
use super::modules::File;
use super::pieces::Tokens;
use super::walk::Text;

/// The attribute in place of a `cfg` that is open.
const OPEN: &str = "open_cfg";

pub(super) struct Writer<'a> {
    /// The name of the crate in the user's code.
    pub(super) name: &'a str,
    pub(super) features: &'a Features,
    /// The names of the root, to which paths of `use` are relative in the edition 2015.
    pub(super) root: Option<&'a [String]>,
    pub(super) text: String,
}

impl Text for Writer<'_> {
    fn write(&mut self, of: &Tokens<'_>, range: Range<usize>) {
        let mut at = range.start;
        while at < range.end {
            at = self.write_next(of, at);
        }
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn write_inner_cfg(&mut self, of: &Tokens<'_>, at: usize) {
        self.write_cfg(of, at);
    }

    fn has_all_of(&self, _: &Rc<File>) -> bool {
        false
    }
}

impl Writer<'_> {
    /// Writes what begins at a position, and gives the position behind it.
    fn write_next(&mut self, of: &Tokens<'_>, at: usize) -> usize {
        match of.word(at) {
            "#" if of.word(at + 1) == "[" => {
                let end = of.closing[at + 1] + 1;
                match of.word(at + 2) {
                    "cfg" if of.word(at + 3) == "(" => self.write_cfg(of, at),
                    "cfg_attr" => self.write_cfg_attr(of, at),
                    // What is for readers and for rustc alone changes nothing here.
                    "doc" | "inline" | "must_use" | "allow" | "warn" | "deny" | "deprecated"
                    | "track_caller" | "rustfmt" | "cold" | "path" | "macro_use" | "expect" => {}
                    _ => {
                        for token in at..end {
                            self.put(of, token);
                        }
                    }
                }
                end
            }
            "cfg" if of.word(at + 1) == "!" && of.word(at + 2) == "(" => {
                let end = of.closing[at + 2] + 1;
                match self.answer_to(of, at + 3..end - 1) {
                    Answer::Yes => self.text.push_str(" true "),
                    Answer::No => self.text.push_str(" false "),
                    Answer::Open => self.text.push_str(" open_cfg!() "),
                    Answer::Target => {
                        self.text.push_str(" cfg!(");
                        self.write_condition(of, at + 3..end - 1);
                        self.text.push(')');
                    }
                }
                end
            }
            "$" if of.word(at + 1) == "crate" => self.write_start(of, at + 2),
            "crate" if of.word(at + 1) == ":" && of.word(at.wrapping_sub(1)) != "in" => {
                self.write_start(of, at + 1)
            }
            "use" if self.root.is_some() => self.write_use(of, at),
            _ => {
                self.put(of, at);
                at + 1
            }
        }
    }

    /// The crate at the beginning of a path. A macro is known by its name alone.
    fn write_start(&mut self, of: &Tokens<'_>, behind: usize) -> usize {
        let is_macro = of.word(behind + 3) == "!" && of.word(behind) == ":";
        if is_macro {
            self.text.push(' ');
            return behind + 2;
        }
        self.write_name(behind)
    }

    fn write_name(&mut self, behind: usize) -> usize {
        self.text.push(' ');
        self.text.push_str(self.name);
        behind
    }

    /// In the edition 2015, `use num::Base` begins at the root.
    fn write_use(&mut self, of: &Tokens<'_>, at: usize) -> usize {
        self.put(of, at);
        let mut first = at + 1;
        while of.word(first) == ":" {
            first += 1;
        }
        let is_own = |name: &String| name == of.word(first);
        if self.root.is_some_and(|root| root.iter().any(is_own)) {
            self.write_name(first);
            self.text.push_str("::");
        }
        first
    }

    /// A token, with a space before it if there is one in the source.
    fn put(&mut self, of: &Tokens<'_>, at: usize) {
        let token = of.all[at];
        let before = at.checked_sub(1).and_then(|before| of.all.get(before));
        if before.is_none_or(|before| before.end != token.start || before.kind == Kind::Word) {
            self.text.push(' ');
        }
        self.text.push_str(token.text(of.text));
    }

    fn answer_to(&self, of: &Tokens<'_>, inside: Range<usize>) -> Answer {
        let feature = |name: &str| self.features.answer(name);
        value(of.text, &of.all[inside], &feature)
    }

    fn write_cfg(&mut self, of: &Tokens<'_>, at: usize) {
        let inside = at + 4..of.closing[at + 3];
        match self.answer_to(of, inside.clone()) {
            Answer::Yes => {}
            Answer::No => self.text.push_str(" #[cfg(any())]"),
            Answer::Open => {
                self.text.push_str(" #[");
                self.text.push_str(OPEN);
                self.text.push('(');
                for token in inside {
                    self.put(of, token);
                }
                self.text.push_str(")]");
            }
            Answer::Target => {
                self.text.push_str(" #[cfg(");
                self.write_condition(of, inside);
                self.text.push_str(")]");
            }
        }
    }

    /// A condition about the target, in which the features are known.
    fn write_condition(&mut self, of: &Tokens<'_>, inside: Range<usize>) {
        let mut at = inside.start;
        while at < inside.end {
            if of.word(at) == "feature" {
                let is_on = self.answer_to(of, at..at + 3) == Answer::Yes;
                self.text.push_str(if is_on { " all()" } else { " any()" });
                at += 3;
            } else {
                self.put(of, at);
                at += 1;
            }
        }
    }

    /// The attributes in `cfg_attr`, if its condition holds.
    fn write_cfg_attr(&mut self, of: &Tokens<'_>, at: usize) {
        let (open, end) = (at + 3, of.closing[at + 3]);
        let mut parts = Vec::new();
        let mut from = open + 1;
        let mut position = from;
        while position < end {
            if of.all[position].kind == Kind::Open {
                position = of.closing[position];
            } else if of.word(position) == "," {
                parts.push(from..position);
                from = position + 1;
            }
            position += 1;
        }
        parts.push(from..end);
        let condition = parts.remove(0);
        if self.answer_to(of, condition) != Answer::Yes {
            return;
        }
        for part in parts.into_iter().filter(|part| !part.is_empty()) {
            self.text.push_str(" #[");
            for token in part {
                self.put(of, token);
            }
            self.text.push(']');
        }
    }
}

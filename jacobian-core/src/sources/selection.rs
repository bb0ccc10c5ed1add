//! The items of a crate that some code may need, by the words in it.
//!
//! ```text
//! fn f(v: Vector3<f64>) { v.dot(w) }
//!   Vector3, dot  ->  struct Vector3, impl InnerSpace for Vector3 { fn dot }, trait InnerSpace
//!                 ->  what these name
//! ```
//!
//! Too much is chosen where two things have one name, and that costs only time. What no word names
//! cannot be called, except methods behind operators and other syntax, so `impl`s of the traits of
//! the standard library stay whole.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use crate::ordered::Set;

use super::lexer::Kind;
use super::modules::{Entry, File, Module};
use super::pieces::{Form, Piece, Tokens};

/// Traits whose methods are called without their names, or for other names.
const IMPLICIT: &[&str] = &[
    "Add",
    "Sub",
    "Mul",
    "Div",
    "Rem",
    "Neg",
    "Not",
    "BitAnd",
    "BitOr",
    "BitXor",
    "Shl",
    "Shr",
    "AddAssign",
    "SubAssign",
    "MulAssign",
    "DivAssign",
    "RemAssign",
    "BitAndAssign",
    "BitOrAssign",
    "BitXorAssign",
    "Index",
    "IndexMut",
    "Deref",
    "DerefMut",
    "Drop",
    "From",
    "Into",
    "TryFrom",
    "TryInto",
    "Default",
    "Iterator",
    "DoubleEndedIterator",
    "ExactSizeIterator",
    "IntoIterator",
    "FromIterator",
    "Extend",
    "Sum",
    "Product",
    "PartialEq",
    "PartialOrd",
    "Eq",
    "Ord",
    "AsRef",
    "AsMut",
    "Borrow",
    "BorrowMut",
    "Clone",
    "Copy",
    "Fn",
    "FnMut",
    "FnOnce",
];

/// What is chosen of a crate.
#[derive(Debug, Default)]
pub(super) struct Selection {
    /// By the address of the file and the first token.
    chosen: Set<(usize, usize)>,
}

impl Selection {
    pub(super) fn of(module: &Module, words: impl Iterator<Item = String>) -> Self {
        let mut search = Search::default();
        search.read(module);
        for word in words {
            let word = search.number(&word);
            search.reach(word);
        }
        search.run()
    }

    pub(super) fn has(&self, file: &Rc<File>, piece: &Piece) -> bool {
        self.chosen.contains(&place(file, piece))
    }
}

fn place(file: &Rc<File>, piece: &Piece) -> (usize, usize) {
    (Rc::as_ptr(file) as usize, piece.tokens.start)
}

/// Whether the parts of a piece are chosen one by one.
pub(super) fn has_parts(of: &Tokens<'_>, piece: &Piece) -> bool {
    match piece.form {
        Form::Trait => true,
        Form::Impl => trait_of(of, piece).is_none_or(|name| !IMPLICIT.contains(&name)),
        _ => false,
    }
}

/// A candidate with the words that choose it, and those that it brings.
struct Candidate {
    place: (usize, usize),
    needs: Needs,
    words: Vec<usize>,
}

enum Needs {
    /// One of these words.
    Any(Vec<usize>),
    /// One word of each list that is not empty.
    Each([Vec<usize>; 2]),
    /// A part of another candidate, and a word if it has a name.
    Part((usize, usize), Option<usize>),
}

#[derive(Default)]
struct Search {
    names: BTreeMap<String, usize>,
    /// Types and traits of the crate.
    types: Set<usize>,
    candidates: Vec<Candidate>,
    reached: Vec<bool>,
    chosen: Set<(usize, usize)>,
}

impl Search {
    fn number(&mut self, word: &str) -> usize {
        let word = word.trim_start_matches("r#");
        if let Some(known) = self.names.get(word) {
            return *known;
        }
        let next = self.names.len();
        self.names.insert(word.to_owned(), next);
        self.reached.push(false);
        next
    }

    fn reach(&mut self, word: usize) {
        self.reached[word] = true;
    }

    fn words(&mut self, of: &Tokens<'_>, range: Range<usize>) -> Vec<usize> {
        let mut found: Vec<usize> = Vec::new();
        for position in range {
            let token = of.all[position];
            let text = token.text(of.text);
            if token.kind == Kind::Word && !text.starts_with(|sign: char| sign.is_ascii_digit()) {
                found.push(self.number(text));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn read(&mut self, module: &Module) {
        self.read_types(module);
        self.read_items(module);
    }

    fn read_types(&mut self, module: &Module) {
        for entry in &module.entries {
            match entry {
                Entry::Module(inner) => self.read_types(inner),
                Entry::Item(piece) if matches!(piece.form, Form::Type | Form::Trait) => {
                    let name = module.file.tokens().word(piece.name.unwrap_or_default());
                    let name = self.number(name);
                    self.types.insert(name);
                }
                Entry::Item(_) => {}
            }
        }
    }

    fn read_items(&mut self, module: &Module) {
        for entry in &module.entries {
            match entry {
                Entry::Module(inner) => self.read_items(inner),
                Entry::Item(piece) => self.read_item(&module.file, piece),
            }
        }
    }

    fn read_item(&mut self, file: &Rc<File>, piece: &Piece) {
        let of = file.tokens();
        let place = place(file, piece);
        let name = piece.name.map(|name| self.number(of.word(name)));
        let parts = has_parts(&of, piece);
        let body = piece.body.clone().filter(|_| parts);
        let head = match &body {
            Some(body) => piece.tokens.start..body.start,
            None => piece.tokens.clone(),
        };
        let words = self.words(&of, head);
        let needs = match piece.form {
            Form::Impl => self.needs_of_impl(&of, piece),
            Form::Trait => {
                // A trait is imported by `*` and called by its methods.
                let parts = of.pieces(body.clone().unwrap_or_default());
                let names = parts.iter().filter_map(|part| part.name);
                let names: Vec<usize> = names.map(|at| self.number(of.word(at))).collect();
                Needs::Any(names.into_iter().chain(name).collect())
            }
            Form::Call => Needs::Any(words.clone()),
            // Imports name what they bring, so they must not count as uses of it.
            Form::Use => return,
            _ => Needs::Any(name.into_iter().collect()),
        };
        self.candidates.push(Candidate {
            place,
            needs,
            words,
        });
        for part in body.into_iter().flat_map(|body| of.pieces(body)) {
            let name = match part.form {
                Form::Function => part.name.map(|name| self.number(of.word(name))),
                _ => None,
            };
            let words = self.words(&of, part.tokens.clone());
            self.candidates.push(Candidate {
                place: self::place(file, &part),
                needs: Needs::Part(place, name),
                words,
            });
        }
    }

    /// An `impl` needs its type, and its trait unless that is implicit.
    fn needs_of_impl(&mut self, of: &Tokens<'_>, piece: &Piece) -> Needs {
        let header = header(of, piece);
        let own_in = |search: &mut Self, range: Range<usize>| {
            let words = search.words(of, range);
            let own = words.into_iter().filter(|word| search.types.contains(word));
            own.collect::<Vec<_>>()
        };
        let types = own_in(self, header.of_type);
        let Some(path) = header.of_trait else {
            return Needs::Each([types, Vec::new()]);
        };
        let name = trait_of(of, piece).unwrap_or_default();
        if IMPLICIT.contains(&name) {
            let arguments = own_in(self, path);
            return Needs::Each([types, arguments]);
        }
        let mut names = vec![self.number(name)];
        let parts = of.pieces(piece.body.clone().unwrap_or_default());
        for part in parts.iter().filter(|part| part.form == Form::Function) {
            names.extend(part.name.map(|name| self.number(of.word(name))));
        }
        Needs::Each([types, names])
    }

    /// Chooses until nothing is new.
    fn run(mut self) -> Selection {
        let mut pending = std::mem::take(&mut self.candidates);
        loop {
            let before = pending.len();
            let mut left = Vec::new();
            for candidate in pending {
                if !self.is_needed(&candidate.needs) {
                    left.push(candidate);
                    continue;
                }
                self.chosen.insert(candidate.place);
                for word in candidate.words {
                    self.reached[word] = true;
                }
            }
            if left.len() == before {
                return Selection {
                    chosen: self.chosen,
                };
            }
            pending = left;
        }
    }

    fn is_needed(&self, needs: &Needs) -> bool {
        let has_one = |words: &Vec<usize>| words.iter().any(|word| self.reached[*word]);
        match needs {
            Needs::Any(words) => has_one(words),
            Needs::Each(lists) => lists.iter().all(|list| list.is_empty() || has_one(list)),
            Needs::Part(of, name) => {
                self.chosen.contains(of) && name.is_none_or(|name| self.reached[name])
            }
        }
    }
}

/// The trait and the type of an `impl`.
struct Header {
    of_trait: Option<Range<usize>>,
    of_type: Range<usize>,
}

fn header(of: &Tokens<'_>, piece: &Piece) -> Header {
    let body = piece.body.clone().unwrap_or_default();
    let start = piece.name.unwrap_or_default() + 1;
    let end = body.start.saturating_sub(1).max(start);
    let mut depth = 0_usize;
    let (mut first, mut split, mut last) = (start, None, end);
    for at in start..end {
        match of.word(at) {
            "<" => depth += 1,
            // An arrow, `Fn(f64) -> f64`, closes nothing.
            ">" if of.word(at - 1) != "-" => {
                depth = depth.saturating_sub(1);
                // The parameters of the `impl` itself.
                if depth == 0 && of.word(start) == "<" && first == start {
                    first = at + 1;
                }
            }
            "for" if depth == 0 && of.word(at + 1) != "<" => split = Some(at),
            "where" if depth == 0 => {
                last = at;
                break;
            }
            _ => {}
        }
    }
    match split {
        Some(split) => Header {
            of_trait: Some(first..split),
            of_type: split + 1..last,
        },
        None => Header {
            of_trait: None,
            of_type: first..last,
        },
    }
}

/// The last name of the trait of an `impl`.
fn trait_of<'a>(of: &Tokens<'a>, piece: &Piece) -> Option<&'a str> {
    let mut path = header(of, piece).of_trait?;
    let start = path.start;
    let end = path.find(|at| of.word(*at) == "<");
    let end = end.unwrap_or(header(of, piece).of_trait?.end);
    let mut words = (start..end)
        .rev()
        .filter(|at| of.all[*at].kind == Kind::Word);
    words.next().map(|at| of.word(at))
}

//! The error sink: every mistake of a function is reported, each at its own expression, once.
//!
//! Unrolled loops lower an expression many times, so a message that stands already at the same
//! place is not repeated. A sink must be [finished](Diagnostics::finish): dropping collected errors
//! would accept a function that the front has refused. Only a panic may drop them: they are saved,
//! and reported beside it.

use std::cell::RefCell;

use proc_macro2::{Span, TokenStream, TokenTree};

use crate::ordered::Set;

/// More errors than this help nobody.
const MOST: usize = 64;

/// Collects spanned errors.
#[derive(Debug, Default)]
pub(crate) struct Diagnostics {
    errors: Vec<syn::Error>,
    seen: Set<(String, String)>,
}

/// The errors that other functions of the same expansion have reported, by place and text.
#[derive(Debug, Default)]
pub(crate) struct Said(Set<(String, String)>);

impl Diagnostics {
    /// Reports what is wrong with the tokens.
    pub(crate) fn error_at(&mut self, tokens: &impl quote::ToTokens, message: &str) {
        self.push(error_at(tokens, &shortened(message)));
    }

    /// Moves errors that have no place in the source, after the first ones, to the statement that
    /// was run: chains of iterators are written as loops, whose own words are nowhere.
    pub(crate) fn place(&mut self, n_errors: usize, statement: &syn::Stmt) {
        let nowhere = format!("{:?}", Span::call_site());
        for error in self.errors.split_off(n_errors.min(self.errors.len())) {
            if format!("{:?}", error.span()) == nowhere {
                // If this is taken back, the same may be said again.
                self.seen.remove(&(nowhere.clone(), error.to_string()));
                self.push(error_at(statement, &error.to_string()));
            } else {
                self.errors.push(error);
            }
        }
    }

    /// Reports what is wrong at a place.
    pub(crate) fn error(&mut self, span: Span, message: &str) {
        self.push(syn::Error::new(span, shortened(message)));
    }

    /// Takes over an error of the parser.
    pub(crate) fn push(&mut self, error: syn::Error) {
        let key = (format!("{:?}", error.span()), error.to_string());
        if self.errors.len() < MOST && self.seen.insert(key) {
            self.errors.push(error);
        }
    }

    /// Takes over errors that were found before.
    pub(crate) fn push_all(&mut self, errors: Vec<syn::Error>) {
        for error in errors {
            self.push(error);
        }
    }

    /// Takes back what has been said for another function of the same expansion: a helper that is
    /// inlined into several functions has the same mistakes in each.
    pub(crate) fn say_once(&mut self, said: &mut Said) {
        self.errors.retain(|error| {
            let key = (format!("{:?}", error.span()), error.to_string());
            said.0.insert(key)
        });
    }

    /// Takes back the errors after the first ones.
    pub(crate) fn truncate(&mut self, n_errors: usize) {
        for error in self.errors.drain(n_errors.min(self.errors.len())..) {
            let key = (format!("{:?}", error.span()), error.to_string());
            self.seen.remove(&key);
        }
    }

    /// Says the errors after the first ones otherwise, at the same places, or not at all. Whether
    /// any is left.
    pub(crate) fn reword(
        &mut self,
        n_errors: usize,
        reworded: &dyn Fn(&str) -> Option<String>,
    ) -> bool {
        let errors = self.errors.get(n_errors..).unwrap_or_default().to_vec();
        self.truncate(n_errors);
        for error in errors {
            let Some(message) = reworded(&error.to_string()) else {
                continue;
            };
            let mut tokens = error.to_compile_error().into_iter();
            let ends = tokens.next().into_iter().chain(tokens.last());
            let ends: TokenStream = ends.collect();
            self.push(syn::Error::new_spanned(ends, message));
        }
        self.len() > n_errors
    }

    /// Whether an error says this.
    pub(crate) fn mention(&self, text: &str) -> bool {
        self.errors
            .iter()
            .any(|error| error.to_string().contains(text))
    }

    /// Whether nothing has been reported so far.
    pub(crate) fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    /// How many errors there are.
    pub(crate) fn len(&self) -> usize {
        self.errors.len()
    }

    /// All errors as one, or nothing.
    pub(crate) fn finish(mut self) -> Result<(), syn::Error> {
        let mut errors = std::mem::take(&mut self.errors).into_iter();
        let Some(mut all) = errors.next() else {
            return Ok(());
        };
        errors.for_each(|error| all.combine(error));
        Err(all)
    }
}

/// An error from the first to the last token that the source has, so that the whole expression is
/// underlined.
fn error_at(tokens: &impl quote::ToTokens, message: &str) -> syn::Error {
    let mut ends = Ends {
        nowhere: format!("{:?}", Span::call_site()),
        first: None,
        last: None,
    };
    ends.visit(tokens.to_token_stream());
    match (ends.first, ends.last) {
        (Some(first), Some(last)) => {
            syn::Error::new_spanned(TokenStream::from_iter([first, last]), message)
        }
        _ => syn::Error::new_spanned(tokens, message),
    }
}

struct Ends {
    /// The place of tokens that the compiler made, which is the attribute.
    nowhere: String,
    first: Option<TokenTree>,
    last: Option<TokenTree>,
}

impl Ends {
    fn visit(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                token if format!("{:?}", token.span()) != self.nowhere => {
                    self.first.get_or_insert_with(|| token.clone());
                    self.last = Some(token);
                }
                TokenTree::Group(group) => self.visit(group.stream()),
                _ => {}
            }
        }
    }
}

thread_local! {
    /// The errors of sinks that a panic dropped.
    static SAVED: RefCell<Vec<syn::Error>> = const { RefCell::new(Vec::new()) };
}

impl Diagnostics {
    /// The errors that were collected before a panic, which has been caught.
    pub(crate) fn saved() -> Self {
        let mut diagnostics = Self::default();
        diagnostics.push_all(SAVED.take());
        diagnostics
    }
}

impl Drop for Diagnostics {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return SAVED.with_borrow_mut(|saved| saved.append(&mut self.errors));
        }
        assert!(
            self.errors.is_empty(),
            "invariant: diagnostics are finished, not dropped"
        );
    }
}

/// Code in a message is at most this long, so that it does not print a whole table.
const LONGEST_CODE: usize = 60;

/// The message with its long pieces of code cut in the middle: `[[1.5, 2.5, 3 .. , 9.5]][j]`. What
/// follows `help:` is meant to be copied, so it stays.
fn shortened(message: &str) -> String {
    let (found, help) = match message.find("\nhelp:") {
        Some(end) => message.split_at(end),
        None => (message, ""),
    };
    let pieces: Vec<&str> = found.split('`').collect();
    let is_paired = pieces.len() % 2 == 1;
    let mut cut = Vec::with_capacity(pieces.len());
    for (position, piece) in pieces.into_iter().enumerate() {
        let letters: Vec<char> = piece.chars().collect();
        if position % 2 == 0 || !is_paired || letters.len() <= LONGEST_CODE {
            cut.push(piece.to_owned());
            continue;
        }
        let (head, tail) = (
            &letters[..LONGEST_CODE - 20],
            &letters[letters.len() - 16..],
        );
        let [head, tail] = [head, tail].map(|part| part.iter().collect::<String>());
        cut.push(format!("{} .. {}", head.trim_end(), tail.trim_start()));
    }
    cut.join("`") + help
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn long_code_is_cut_in_the_middle() {
        let table = "1.5_f64, ".repeat(20);
        let message =
            format!("cannot unroll a loop over `[{table}2.0][j]`\nhelp: write `[{table}]`");
        let found = shortened(&message);
        let head = "1.5_f64, 1.5_f64, 1.5_f64, 1.5_f64, 1.5";
        let expected =
            format!("a loop over `[{head} .. 1.5_f64, 2.0][j]`\nhelp: write `[{table}]`");
        assert_eq!(found, format!("cannot unroll {expected}"));
        assert_eq!(shortened("no method `f`"), "no method `f`");
    }
}

//! The attributed functions of files: found, expanded as rustc would, and kept with what the
//! compiler made of them.
//!
//! ```text
//! src/ --*.rs--> items with #[jacobian] --expand_watched--> functions, and refusals
//! ```
//!
//! Nothing is built. A file without the word `jacobian` is not even parsed.

use std::path::{Path, PathBuf};

use jacobian_core::{Watched, expand_watched};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Item};

use crate::failure::{Done, Failure};
use crate::package::Package;

/// A message names no more functions than this.
const MOST_NAMED: usize = 5;

/// A function that the compiler accepted.
pub(crate) struct Function {
    pub(crate) file: PathBuf,
    pub(crate) watched: Watched,
}

/// An error that the compiler reported.
pub(crate) struct Refusal {
    /// The function, if it stands alone.
    name: Option<String>,
    pub(crate) file: PathBuf,
    pub(crate) line: usize,
    pub(crate) message: String,
}

/// Everything that was found below a path.
#[derive(Default)]
pub(crate) struct Sources {
    pub(crate) functions: Vec<Function>,
    pub(crate) refusals: Vec<Refusal>,
    /// Functions that only rustc can expand, with the reason.
    pub(crate) unseen: Vec<Refusal>,
}

impl Sources {
    /// Reads a file, or every file with Rust code below a folder.
    pub(crate) fn read(path: &Path) -> Done<Self> {
        let mut files = Vec::new();
        collect(path, &mut files)?;
        files.sort();
        let mut sources = Self::default();
        for file in files {
            sources.read_file(&file)?;
        }
        Ok(sources)
    }

    fn read_file(&mut self, path: &Path) -> Done<()> {
        let text =
            std::fs::read_to_string(path).map_err(|error| Failure::of_file("read", path, error))?;
        if !text.contains("jacobian") {
            return Ok(());
        }
        let file = syn::parse_file(&text)
            .map_err(|error| Failure::of_file("parse", path, located(&error)))?;
        for item in file.items {
            self.read_item(item, path);
        }
        Ok(())
    }

    fn read_item(&mut self, mut item: Item, path: &Path) {
        let Some(attributes) = attributes_of(&mut item) else {
            return;
        };
        if let Some(at) = attributes.iter().position(is_ours) {
            let arguments = match attributes.remove(at).meta {
                syn::Meta::List(list) => list.tokens,
                _ => TokenStream::new(),
            };
            // Macros above ours are gone when rustc expands ours. What they change we cannot see.
            let above: Vec<Attribute> = attributes.drain(..at).collect();
            let kept: Vec<Attribute> = above.into_iter().filter(is_built_in).collect();
            attributes.splice(..0, kept);
            // Another attribute of the same function generates items of its own.
            let again = attributes.iter().any(is_ours).then(|| item.clone());
            let name = match &item {
                Item::Fn(function) => Some(function.sig.ident.to_string()),
                _ => None,
            };
            let (uses_exported, line) = (names(&arguments, "use"), first_line(&item));
            let (expanded, functions) =
                expand_watched(arguments, item.into_token_stream(), &Package::of(path));
            let refused = refusals(expanded, path, name.as_deref());
            if functions.is_empty() && refused.is_empty() && uses_exported {
                self.unseen.push(Refusal {
                    name,
                    file: path.to_owned(),
                    line,
                    message: "this uses exported items, which only rustc can ask for".to_owned(),
                });
            }
            self.refusals.extend(refused);
            let functions = functions.into_iter().map(|watched| Function {
                file: path.to_owned(),
                watched,
            });
            self.functions.extend(functions);
            if let Some(again) = again {
                self.read_item(again, path);
            }
        } else if let Item::Mod(module) = item {
            for inner in module.content.into_iter().flat_map(|(_, items)| items) {
                self.read_item(inner, path);
            }
        }
    }

    /// The one function of a name, or the only one there is.
    pub(crate) fn one(mut self, name: Option<&str>) -> Done<Function> {
        self.keep(name)?;
        // A function with several attributes is one function; the first attribute is shown.
        let first = (
            self.functions[0].file.clone(),
            self.functions[0].watched.line,
        );
        let others = |one: &Function| (one.file.clone(), one.watched.line) != first;
        if !self.functions.iter().any(others) {
            return Ok(self.functions.remove(0));
        }
        let mut names: Vec<&str> = Vec::new();
        for function in &self.functions {
            let name = function.watched.name.as_str();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let more = match names.len().saturating_sub(MOST_NAMED) {
            0 => String::new(),
            more => format!(" or {more} more"),
        };
        names.truncate(MOST_NAMED);
        let names = names.join("` or `--function ");
        Err(Failure::new(format!(
            "there are several functions: say which, `--function {names}`{more}"
        )))
    }

    /// Keeps the functions of a name. There must be one.
    pub(crate) fn keep(&mut self, name: Option<&str>) -> Done<()> {
        let known: Vec<String> = (self.functions.iter())
            .map(|function| function.watched.name.clone())
            .collect();
        if let Some(name) = name {
            self.functions.retain(|function| {
                is_meant(&function.watched.name, name) || function.watched.prefix == name
            });
        }
        if !self.functions.is_empty() {
            return Ok(());
        }
        let refused = |refusal: &&Refusal| known.is_empty() || refusal.name.as_deref() == name;
        let mut known_reasons = self.refusals.iter().chain(&self.unseen);
        if let Some(refusal) = known_reasons.find(refused) {
            return Err(Failure::new(refusal.to_string()));
        }
        Err(Failure::new(match name {
            Some(name) if !known.is_empty() => no_such_function(name, &known),
            _ => "there is no function with #[jacobian]".to_owned(),
        }))
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            formatter,
            "{}:{}: {}",
            self.file.display(),
            self.line,
            self.message
        )
    }
}

/// `energy` means `Pendulum::energy` too.
fn is_meant(full: &str, name: &str) -> bool {
    full == name || full.rsplit("::").next() == Some(name)
}

fn no_such_function(name: &str, known: &[String]) -> String {
    let distance = |other: &&String| edits(name, other.rsplit("::").next().unwrap_or(other));
    let mut nearest: Vec<&String> = known.iter().collect();
    nearest.sort_by_key(distance);
    // A slip of the finger changes few letters. Else a name would be offered that is not meant.
    let slips = (name.chars().count() / 4).max(1);
    let others = match nearest.first() {
        None => String::new(),
        Some(other) if distance(other) <= slips => format!("; did you mean `{other}`?"),
        Some(_) => {
            let named = nearest.iter().take(MOST_NAMES);
            let named: Vec<String> = named.map(|other| format!("`{other}`")).collect();
            let more = if nearest.len() > MOST_NAMES {
                ", .."
            } else {
                ""
            };
            format!("; there are {}{more}", named.join(", "))
        }
    };
    format!("there is no function `{name}`{others}")
}

/// The most names that an error offers.
const MOST_NAMES: usize = 5;

/// The letters to insert, delete and replace (Levenshtein 1965).
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for j in 0..b.len() {
            let replaced = diagonal + usize::from(letter != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

/// The files with Rust code below a path, without hidden folders and what was built.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Done<()> {
    let failed = |error| Failure::of_file("read", path, error);
    if !std::fs::metadata(path).map_err(failed)?.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in std::fs::read_dir(path).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        if path.is_dir() && !name.starts_with('.') && name != "target" {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

fn attributes_of(item: &mut Item) -> Option<&mut Vec<Attribute>> {
    Some(match item {
        Item::Fn(item) => &mut item.attrs,
        Item::Mod(item) => &mut item.attrs,
        Item::Impl(item) => &mut item.attrs,
        Item::Trait(item) => &mut item.attrs,
        _ => return None,
    })
}

/// `#[jacobian]`, or by a path.
pub(crate) fn is_ours(attribute: &Attribute) -> bool {
    let last = attribute.path().segments.last();
    last.is_some_and(|last| last.ident == "jacobian")
}

/// Whether a word stands among the options.
fn names(options: &TokenStream, word: &str) -> bool {
    let mut options = options.clone().into_iter();
    options.any(|token| matches!(token, TokenTree::Ident(name) if name == word))
}

/// The line in which an item begins.
fn first_line(item: &Item) -> usize {
    let first = item.to_token_stream().into_iter().next();
    first.map_or(0, |first| first.span().start().line)
}

/// Whether rustc gives the attribute a meaning, so that it stays.
fn is_built_in(attribute: &Attribute) -> bool {
    const KNOWN: [&str; 13] = [
        "allow",
        "cfg",
        "cfg_attr",
        "cold",
        "deny",
        "deprecated",
        "doc",
        "expect",
        "forbid",
        "inline",
        "must_use",
        "track_caller",
        "warn",
    ];
    let name = attribute.path().get_ident().map(ToString::to_string);
    is_ours(attribute) || name.is_some_and(|name| KNOWN.contains(&name.as_str()))
}

/// What the expansion makes rustc report.
fn refusals(expanded: TokenStream, path: &Path, name: Option<&str>) -> Vec<Refusal> {
    let mut found = Vec::new();
    gather_refusals(expanded, &mut found);
    let refusal = |(line, message)| Refusal {
        name: name.map(str::to_owned),
        file: path.to_owned(),
        line,
        message,
    };
    found.into_iter().map(refusal).collect()
}

fn gather_refusals(tokens: TokenStream, found: &mut Vec<(usize, String)>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(word) if *word == "compile_error" => {
                let Some(TokenTree::Group(group)) = tokens.get(at + 2) else {
                    continue;
                };
                if let Ok(message) = syn::parse2::<syn::LitStr>(group.stream()) {
                    found.push((word.span().start().line, message.value()));
                }
            }
            TokenTree::Group(group) => gather_refusals(group.stream(), found),
            _ => {}
        }
    }
}

/// An error of the parser with its place.
fn located(error: &syn::Error) -> String {
    let place = error.span().start();
    format!("line {}, column {}: {error}", place.line, place.column + 1)
}

//! Types of other crates: their fields, and their methods and operators as Rust code.
//!
//! ```text
//! use num_complex::Complex64;       the crate has the items `struct Complex { re, im }`,
//! z * w + z.conj()                  `impl Mul<Complex> for Complex`, `impl Add ..`, `fn conj`
//! ```
//!
//! The items become a module of the library, so that the types are known as the user's own are. A
//! method is read only if its name occurs in the user's code, or in a method that is read.
//!
//! Cost: a type and a method take some 0.2 ms each, and only where they occur.

use proc_macro2::{Spacing, TokenStream, TokenTree};

use crate::ordered::Set;

use super::definition::Type;
use super::num_complex;

/// A crate whose types are known.
pub(crate) struct Crate {
    /// The paths by which users name it, first its own name.
    pub(crate) paths: &'static [&'static str],
    pub(crate) types: &'static [Type],
    /// Whether the types have the scalar as an argument, `Complex<f64>`. Aliases have none.
    pub(crate) is_generic: bool,
    methods: &'static [&'static str],
}

/// All such crates.
pub(crate) const CRATES: &[Crate] = &[Crate {
    paths: &["num_complex", "num::complex", "num"],
    types: num_complex::TYPES,
    is_generic: true,
    methods: num_complex::METHODS,
}];

/// The crate and the type that a name denotes, and whether it is an alias.
pub(crate) fn named(name: &str) -> Option<(&'static Crate, &'static Type, bool)> {
    CRATES.iter().find_map(|known| {
        known.types.iter().find_map(|ty| {
            let is_alias = ty.aliases.contains(&name);
            (is_alias || ty.name == name).then_some((known, ty, is_alias))
        })
    })
}

impl Crate {
    /// Whether code mentions one of the types, over `f64`.
    pub(crate) fn is_mentioned(&self, words: &Words) -> bool {
        let mut names = self
            .types
            .iter()
            .flat_map(|ty| ty.aliases.iter().chain([&ty.name]));
        let is_single = self.is_generic && words.0.contains("f32");
        !is_single && names.any(|name| words.0.contains(*name))
    }

    /// Whether code without its imports surely means the types of this crate. Other people have a
    /// `Complex` as well, but few have a `Complex<f64>`.
    pub(crate) fn is_certain(&self, words: &Words) -> bool {
        let is_written = |ty: &Type| {
            let with_argument = words.0.contains(&format!("{}<", ty.name));
            with_argument || ty.aliases.iter().any(|alias| words.0.contains(*alias))
        };
        let is_named = self.paths.iter().any(|path| words.0.contains(*path));
        !self.is_generic || is_named || self.types.iter().any(is_written)
    }

    /// The paths by which code with these words can name the crate. If the words have none, it is
    /// the name of the crate itself.
    pub(crate) fn paths_in(&self, words: &Words) -> Vec<&'static str> {
        let root = |path: &str| {
            path.split("::")
                .next()
                .is_some_and(|root| words.0.contains(root))
        };
        let mentioned = self.paths.iter().copied().filter(|path| root(path));
        let mentioned: Vec<&str> = mentioned.collect();
        if mentioned.is_empty() {
            return self.paths.first().copied().into_iter().collect();
        }
        mentioned
    }

    /// The items, as far as code with these words needs them.
    pub(crate) fn items(&self, words: &Words) -> Vec<String> {
        let mut items: Vec<String> = Vec::new();
        for ty in self.types {
            let fields = ty.fields.iter();
            let fields: Vec<String> = fields
                .map(|(name, ty)| format!("pub {name}: {ty}"))
                .collect();
            items.push(format!(
                "pub struct {} {{ {} }}",
                ty.name,
                fields.join(", ")
            ));
            let alias = |alias: &&str| format!("pub type {alias} = {};", ty.name);
            items.extend(ty.aliases.iter().map(alias));
        }
        let mut words = Words(words.0.clone());
        let mut pending: Vec<&str> = self.methods.to_vec();
        loop {
            let is_needed = |entry: &&str| words.0.contains(method(entry));
            let (needed, rest): (Vec<&str>, Vec<&str>) = pending.iter().partition(|e| is_needed(e));
            if needed.is_empty() {
                return items;
            }
            for entry in needed {
                // An entry writes operators for numbers only. For structs it calls `a.mul(b)`.
                let names = entry.split(|c: char| !c.is_alphanumeric() && c != '_');
                words.0.extend(names.map(str::to_owned));
                items.push((*entry).to_owned());
            }
            pending = rest;
        }
    }
}

/// The method that an entry defines.
fn method(entry: &str) -> &str {
    let after = entry.split_once("fn ").map_or("", |(_, rest)| rest);
    after.split('(').next().unwrap_or_default()
}

/// The words of some code: its names, and the methods that its operators call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words(Set<String>);

impl Words {
    pub(crate) fn of(tokens: TokenStream) -> Self {
        let mut words = Self::default();
        words.add(tokens);
        words
    }

    fn add(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Ident(name) => {
                    let is_open = |next: &TokenTree| next.to_string() == "<";
                    if tokens.peek().is_some_and(is_open) {
                        self.0.insert(format!("{name}<"));
                    }
                    self.0.insert(name.to_string());
                }
                TokenTree::Group(group) => self.add(group.stream()),
                TokenTree::Punct(sign) => {
                    let next = match tokens.peek() {
                        Some(TokenTree::Punct(next)) if sign.spacing() == Spacing::Joint => {
                            Some(next.as_char())
                        }
                        _ => None,
                    };
                    let methods = methods_of_sign(sign.as_char(), next).iter();
                    self.0.extend(methods.map(|name| (*name).to_owned()));
                }
                TokenTree::Literal(_) => {}
            }
        }
    }
}

/// The methods that an operator may call, by its sign and the sign that follows.
fn methods_of_sign(sign: char, next: Option<char>) -> &'static [&'static str] {
    match (sign, next) {
        ('+', Some('=')) => &["add_assign"],
        ('-', Some('=')) => &["sub_assign"],
        ('*', Some('=')) => &["mul_assign"],
        ('/', Some('=')) => &["div_assign"],
        ('-', Some('>')) => &[],
        ('+', _) => &["add"],
        ('-', _) => &["sub", "neg"],
        ('*', _) => &["mul"],
        ('/', _) => &["div"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::{CRATES, Words, method, named};

    #[test]
    fn each_text_is_an_item_and_only_what_is_needed_is_read() {
        for known in CRATES {
            for entry in known.methods {
                let block: syn::ItemImpl = syn::parse_str(entry).expect(entry);
                assert_eq!(block.items.len(), 1, "{entry}");
                assert!(!method(entry).is_empty(), "{entry}");
            }
        }
        let (complex, ..) = named("Complex64").expect("the type");
        let words = |text: &str| Words::of(text.parse().expect("tokens"));
        let names = |text: &str| {
            let items = complex.items(&words(text)).into_iter();
            let items: Vec<String> = items.filter(|item| item.starts_with("impl")).collect();
            items
                .iter()
                .map(|item| method(item).to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(names("z.conj()"), ["conj"]);
        assert_eq!(names("z.ln()"), ["ln", "to_polar", "norm", "arg"]);
        assert_eq!(names("z += w"), ["add_assign"]);
        assert!(complex.is_mentioned(&words("(z: Complex<f64>)")));
    }
}

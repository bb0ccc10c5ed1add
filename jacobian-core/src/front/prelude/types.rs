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
//! Cost: a method takes some 0.1 ms, and only where it occurs (docs/book/src/experiments.md).

use std::borrow::Cow;

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

use crate::ordered::Set;

use super::definition::Type;
use super::{cgmath, geo_types, glam, nalgebra, ndarray, num_complex, ordered_float};

/// A crate whose types are known.
#[derive(Debug)]
pub(crate) struct Crate {
    /// The paths by which users name it, first its own name.
    pub(crate) paths: &'static [&'static str],
    pub(crate) types: &'static [Type],
    /// Whether the types have the scalar as an argument, `Complex<f64>`. Aliases have none.
    pub(crate) is_generic: bool,
    /// The methods that texts call on numbers only, so that they ask for no method of a type.
    of_numbers: &'static [&'static str],
    /// Instances of generic types: the type, its argument, the name of the instance.
    instances: &'static [(&'static str, &'static str, &'static str)],
}

/// All such crates.
pub(crate) const CRATES: &[Crate] = &[
    Crate {
        paths: &[
            "num_complex",
            "num::complex",
            "num",
            "nalgebra",
            "na",
            "rustfft::num_complex",
        ],
        types: num_complex::TYPES,
        is_generic: true,
        of_numbers: &[],
        instances: &[],
    },
    Crate {
        paths: &[
            "glam",
            "glam::f64",
            "glam::f32",
            "glam::prelude",
            "bevy_math",
            "bevy_math::prelude",
            "bevy::math",
            "bevy::prelude",
        ],
        types: glam::TYPES,
        is_generic: false,
        of_numbers: glam::OF_NUMBERS,
        instances: &[],
    },
    Crate {
        paths: &[
            "nalgebra",
            "na",
            "nalgebra::geometry",
            "na::geometry",
            "nalgebra::linalg::givens",
        ],
        types: nalgebra::TYPES,
        is_generic: true,
        of_numbers: nalgebra::OF_NUMBERS,
        instances: nalgebra::INSTANCES,
    },
    Crate {
        paths: &["ndarray", "ndarray::prelude", "ndarray::linalg"],
        types: ndarray::TYPES,
        is_generic: true,
        of_numbers: ndarray::OF_NUMBERS,
        instances: ndarray::INSTANCES,
    },
    Crate {
        paths: &["ordered_float"],
        types: ordered_float::TYPES,
        is_generic: true,
        of_numbers: &[],
        instances: &[],
    },
    Crate {
        paths: &["cgmath"],
        types: cgmath::TYPES,
        is_generic: true,
        of_numbers: &["sqrt", "atan2", "acos", "asin", "atan"],
        instances: &[],
    },
    Crate {
        paths: &["geo_types", "geo_types::geometry", "geo"],
        types: geo_types::TYPES,
        is_generic: true,
        of_numbers: &[],
        instances: &[],
    },
];

/// The crate and the type that a name denotes.
pub(crate) fn named(name: &str) -> Option<(&'static Crate, &'static Type)> {
    CRATES.iter().find_map(|known| {
        known.types.iter().find_map(|ty| {
            let is_alias = ty.aliases.iter().any(|(alias, _)| *alias == name);
            (is_alias || ty.name == name).then_some((known, ty))
        })
    })
}

impl Crate {
    /// The type that a generic type is, if one of these is among its arguments.
    pub(crate) fn instance(&self, name: &str, arguments: &[String]) -> Option<&'static str> {
        let mut rows = self.instances.iter();
        let found = rows.find(|(generic, argument, _)| {
            *generic == name && arguments.iter().any(|given| given == argument)
        });
        found.map(|(_, _, instance)| *instance)
    }

    /// An argument that a generic type has beside the scalar, if it is no vector or rotation: the
    /// length of `Point<f64, 3>`, the dimension of `Array<f64, Ix1>`.
    pub(crate) fn other_argument(&self, name: &str) -> Option<&'static str> {
        let mut rows = self.instances.iter();
        let is_plain =
            |argument: &str| argument.parse::<u8>().is_ok() || argument.starts_with("Ix");
        let found = rows.find(|(generic, argument, _)| *generic == name && is_plain(argument));
        found.map(|(_, argument, _)| *argument)
    }

    /// Whether a type of this name has no arguments, though others of the crate have.
    pub(crate) fn is_plain(&self, name: &str) -> bool {
        !self.is_generic || name.starts_with("Ix")
    }

    /// The types that a generic type may be.
    pub(crate) fn instances_of(&self, name: &str) -> impl Iterator<Item = &'static str> {
        let rows = self.instances.iter();
        rows.filter(move |(generic, ..)| *generic == name)
            .map(|(_, _, instance)| *instance)
    }

    /// Whether code mentions one of the types. Many have a `Point` or a `Vector3`, so that crates
    /// with types of such names must be named as well.
    pub(crate) fn is_mentioned(&self, words: &Words) -> bool {
        let is_named = || self.paths.iter().any(|path| words.0.contains(*path));
        let is_common = ["cgmath", "geo_types"].contains(&self.paths[0]);
        (!is_common || is_named()) && self.types.iter().any(|ty| is_mentioned(ty, words))
    }

    /// Whether code without its imports surely means the types of this crate. Other people have a
    /// `Complex` as well, but few have a `Complex<f64>`.
    pub(crate) fn is_certain(&self, words: &Words) -> bool {
        let is_written = |ty: &Type| ty.certain.iter().any(|name| words.0.contains(*name));
        let is_named = self.paths.iter().any(|path| words.0.contains(*path));
        is_named || self.types.iter().any(is_written)
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

    /// The items, as far as code with these words needs them: the types that it names, their
    /// methods that it names, and what these need in turn. Types with the scalar as their argument
    /// are over this one.
    pub(crate) fn items(&self, words: &Words, scalar: &str) -> Vec<String> {
        let mut items: Vec<String> = Vec::new();
        let mut words = Words(words.0.clone());
        let mut unread: Vec<&Type> = self.types.iter().collect();
        let mut pending: Vec<(&Type, &str, Cow<'_, str>)> = Vec::new();
        loop {
            let (types, rest): (Vec<&Type>, Vec<&Type>) =
                unread.iter().partition(|ty| is_mentioned(ty, &words));
            unread = rest;
            for ty in &types {
                items.push(ty.definition(ty.scalar.unwrap_or(scalar)));
                let aliases = ty.aliases.iter().filter(|(_, of)| *of == scalar);
                let alias = |(alias, _): &(&str, &str)| format!("pub type {alias} = {};", ty.name);
                items.extend(aliases.map(alias));
                // A type may have fields of other types.
                words.add_text(items.last().map_or("", String::as_str), &[]);
                let texts = ty.texts.iter().flat_map(|group| group.iter());
                pending.extend(texts.map(|text| (*ty, *text, ty.defined(text))));
            }
            let is_needed =
                |(_, _, name): &(&Type, &str, Cow<'_, str>)| words.0.contains(name.as_ref());
            let (needed, rest): (Vec<_>, Vec<_>) = pending.into_iter().partition(is_needed);
            pending = rest;
            if needed.is_empty() && types.is_empty() {
                return items;
            }
            for (ty, text, _) in needed {
                let item = ty.item(text, ty.scalar.unwrap_or(scalar));
                // An entry writes operators for numbers only. For structs it calls `a.mul(b)`.
                words.add_text(&item, self.of_numbers);
                // A function that two types share is one item.
                if !items.contains(&item) {
                    items.push(item);
                }
            }
        }
    }
}

fn is_mentioned(ty: &Type, words: &Words) -> bool {
    let aliases = ty.aliases.iter().map(|(alias, _)| alias);
    let names = aliases.chain([&ty.name]);
    // `point![x, y]` makes a value of a type that has no other name in the code.
    names.chain(ty.asked_by).any(|name| words.0.contains(*name))
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

    /// The scalar of types with the scalar as their argument: `f32` if the code names no other.
    pub(crate) fn scalar(&self) -> &'static str {
        let aliases = CRATES.iter().flat_map(|known| known.types);
        let aliases = aliases.flat_map(|ty| ty.aliases);
        let names = |scalar: &str| {
            let mut aliases = aliases.clone();
            self.has(scalar) || aliases.any(|(alias, of)| *of == scalar && self.has(alias))
        };
        if names("f32") && !names("f64") {
            "f32"
        } else {
            "f64"
        }
    }

    /// Whether the code has this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains(name)
    }

    /// Adds the names in a text.
    fn add_text(&mut self, text: &str, but_not: &[&str]) {
        // Bytes, because the compiler runs unoptimized and texts are ASCII.
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let mut begin = None;
        for (position, byte) in text.bytes().chain([b' ']).enumerate() {
            match (begin, is_name(byte)) {
                (None, true) => begin = Some(position),
                (Some(start), false) => {
                    let name = &text[start..position];
                    if !self.0.contains(name) && !but_not.contains(&name) {
                        self.0.insert(name.to_owned());
                    }
                    begin = None;
                }
                _ => {}
            }
        }
    }

    /// Adds the names that a macro of geo-types writes.
    fn add_written(&mut self, name: &str) {
        let names: &[&str] = match name {
            "coord" => &["Coord"],
            "point" => &["Point", "new"],
            _ => &[],
        };
        self.0.extend(names.iter().map(|name| (*name).to_owned()));
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
                    let is_macro = |next: &TokenTree| next.to_string() == "!";
                    if tokens.peek().is_some_and(is_macro) {
                        self.0.insert(format!("{name}!"));
                        self.add_written(&name.to_string());
                    }
                    let called = match name.to_string().as_str() {
                        "into" => Some("from"),
                        "sum" => Some("add"),
                        "collect" => Some("from_vec"),
                        // A `Zip` of ndarray is written with it.
                        "map_collect" | "apply_collect" => Some("mapv"),
                        "Zip" | "azip" => {
                            self.0.insert("iter_mut".to_owned());
                            Some("iter")
                        }
                        _ => None,
                    };
                    self.0.extend(called.map(str::to_owned));
                    self.0.insert(name.to_string());
                }
                TokenTree::Group(group) => {
                    if group.delimiter() == Delimiter::Bracket {
                        self.0.extend(["index", "index_mut"].map(str::to_owned));
                    }
                    self.add(group.stream());
                }
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
        ('%', Some('=')) => &["rem_assign"],
        ('-', Some('>')) => &[],
        ('+', _) => &["add"],
        ('-', _) => &["sub", "neg"],
        ('*', _) => &["mul"],
        ('/', _) => &["div"],
        ('%', _) => &["rem"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::{CRATES, Words, named};

    #[test]
    fn each_text_is_an_item_and_only_what_is_needed_is_read() {
        for ty in CRATES.iter().flat_map(|known| known.types) {
            let _: syn::ItemStruct = syn::parse_str(&ty.definition("f64")).expect(ty.name);
            for text in ty.texts.iter().flat_map(|group| group.iter()) {
                let item = ty.item(text, "f64");
                let parsed: syn::Item = syn::parse_str(&item).expect(&item);
                if let syn::Item::Impl(block) = parsed {
                    assert_eq!(block.items.len(), 1, "{item}");
                }
                assert!(!ty.defined(text).is_empty(), "{item}");
            }
        }
        let (complex, ..) = named("Complex64").expect("the type");
        let words = |text: &str| Words::of(text.parse().expect("tokens"));
        let names = |text: &str| {
            let items = complex.items(&words(&format!("Complex {text}")), "f32");
            let items = items.into_iter().filter(|item| item.starts_with("impl"));
            let name = |item: String| {
                let (_, rest) = item.split_once("fn ").expect("a method");
                rest.split('(').next().expect("a name").to_owned()
            };
            // The names of the parts are in each text, so their methods are always read.
            let is_part = |name: &String| ["re", "im"].contains(&name.as_str());
            items
                .map(name)
                .filter(|name| !is_part(name))
                .collect::<Vec<_>>()
        };
        assert_eq!(names("z.conj()"), ["conj"]);
        assert_eq!(names("z.ln()"), ["ln", "to_polar", "norm", "arg"]);
        assert_eq!(names("z += w"), ["add_assign"; 2]);
        assert!(complex.is_mentioned(&words("(z: Complex<f64>)")));
    }
}

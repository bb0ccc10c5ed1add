//! The prelude: what functions of other crates do, as Rust text, one file for each library.
//!
//! ```text
//! libm::j0(x) => -::libm::j1(x)                        a function and its partials
//! special::Gamma::digamma(self) => ..                  a method of numbers, by its trait
//! statrs::distribution::ContinuousCDF::cdf(self, x) => ..      a method of objects
//! ```
//!
//! An entry is a rule, in the syntax of the option `rule`, and its path begins with the name of the
//! crate. The value path calls what the user wrote. `real::sin(x)` is the sine of the scalar, also
//! without `std`. `{f}` is the `f` that names of libm have for `f32`. `__result` is the result.
//!
//! Cost: an entry is parsed when a function uses it for the first time, so a long file costs
//! nothing. CONTRIBUTING.md has the recipe of a library.

mod cgmath;
mod cgmath_conversions;
mod cgmath_matrix4;
mod columns;
pub(crate) mod definition;
pub(crate) mod distributions;
mod errorfunctions;
mod geo_types;
mod glam;
mod libm;
mod nalgebra;
mod nalgebra_convolutions;
pub(crate) mod nalgebra_matrices;
mod nalgebra_reductions;
mod nalgebra_symmetric;
mod ndarray;
mod num_complex;
mod ordered_float;
mod puruspe;
mod second_order;
mod special;
mod statrs;
pub(crate) mod types;

/// The libraries, by the names of their crates.
const LIBRARIES: &[(&str, &[&str])] = &[
    ("errorfunctions", errorfunctions::RULES),
    ("libm", libm::RULES),
    ("puruspe", puruspe::RULES),
    ("special", special::RULES),
    ("statrs", statrs::RULES),
];

/// Functions of the scalar that are no elementals. Only partials of the prelude call them.
const OF_SCALAR: &[(&str, &str)] = &[
    ("digamma", "digamma(x) => __elemental::trigamma(x)"),
    ("trigamma", "trigamma(x) => __elemental::tetragamma(x)"),
];

/// The rule of a function of the scalar.
pub(crate) fn of_scalar(name: &str) -> Option<&'static str> {
    let mut functions = OF_SCALAR.iter();
    let found = functions.find(|(known, _)| *known == name);
    found.map(|(_, text)| *text)
}

/// The rule of a function or method, by its path from the name of the crate on.
pub(crate) fn rule(path: &str) -> Option<String> {
    let (library, _) = path.split_once("::")?;
    let (_, entries) = LIBRARIES.iter().find(|(name, _)| *name == library)?;
    rule_among(entries, path)
}

/// The same, where the partials are differentiated again.
pub(crate) fn rule_of_second_order(path: &str) -> Option<String> {
    rule_among(second_order::RULES, path).or_else(|| rule(path))
}

fn rule_among(entries: &[&'static str], path: &str) -> Option<String> {
    let suffixes = ["", "f"];
    let mut versions = entries
        .iter()
        .flat_map(|entry| suffixes.map(|suffix| (*entry, suffix)));
    let (entry, suffix) = versions.find(|(entry, suffix)| {
        let (of_function, _) = split(entry);
        of_function.strip_suffix("{f}").map_or_else(
            || suffix.is_empty() && of_function == path,
            |plain| path.strip_prefix(plain) == Some(*suffix),
        )
    })?;
    Some(expanded(entry, suffix))
}

/// The methods of this name, with the paths of their traits and types.
pub(crate) fn methods(method: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let entries = LIBRARIES.iter().flat_map(|(_, entries)| entries.iter());
    entries.filter_map(move |entry| {
        let (path, rest) = split(entry);
        let (of_trait, name) = path.rsplit_once("::")?;
        (name == method && rest.starts_with("(self")).then_some((of_trait, *entry))
    })
}

/// The path of a function with this name, for messages.
pub(crate) fn path_of(name: &str) -> Option<&'static str> {
    let entries = LIBRARIES.iter().flat_map(|(_, entries)| entries.iter());
    let mut functions = entries
        .map(|entry| split(entry))
        .filter(|(_, rest)| !rest.starts_with("(self"));
    let found = functions.find(|(path, _)| {
        let plain = path.strip_suffix("{f}").unwrap_or(path);
        plain.rsplit("::").next() == Some(name)
    });
    found.map(|(path, _)| path.strip_suffix("{f}").unwrap_or(path))
}

/// The path of an entry, and the rest from the parenthesis on.
fn split(entry: &'static str) -> (&'static str, &'static str) {
    let end = entry.find('(').unwrap_or(entry.len());
    entry.split_at(end)
}

fn expanded(entry: &str, suffix: &str) -> String {
    let text = entry.replace("{f}", suffix);
    text.replace("real::", "__elemental::")
}

#[cfg(test)]
mod tests {
    use super::{LIBRARIES, OF_SCALAR, expanded, methods, path_of, rule, split};
    use crate::front::read::rules::Rule;

    #[test]
    fn each_entry_is_a_rule_and_is_found_by_its_path() {
        let mut n_entries = 0;
        for (library, entries) in LIBRARIES {
            for entry in *entries {
                let _: Rule = syn::parse_str(&expanded(entry, "")).expect(entry);
                let path = split(entry).0.replace("{f}", "");
                assert!(path.starts_with(&format!("{library}::")), "{entry}");
                assert!(rule(&path).is_some(), "{entry}");
                n_entries += 1;
            }
        }
        for entry in super::second_order::RULES {
            let path = split(entry).0.replace("{f}", "");
            assert_ne!(rule(&path), super::rule_of_second_order(&path), "{entry}");
            let _: Rule = syn::parse_str(&expanded(entry, "")).expect(entry);
        }
        for (_, text) in OF_SCALAR {
            let _: Rule = syn::parse_str(text).expect(text);
        }
        assert!(n_entries > 100, "found {n_entries} entries");
        assert!(rule("libm::sinf").is_some() && rule("libm::sinff").is_none());
        assert!(rule("other::sin").is_none() && rule("erf").is_none());
    }

    #[test]
    fn methods_are_found_by_their_names() {
        let found: Vec<_> = methods("digamma").map(|(of_trait, _)| of_trait).collect();
        assert_eq!(found, ["special::Gamma"]);
        assert_eq!(path_of("erf"), Some("libm::erf"));
        assert_eq!(path_of("error"), None);
    }
}

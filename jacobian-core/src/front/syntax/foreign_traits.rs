//! Traits of num-traits, simba, nalgebra and num-dual: what each means for `f64`.
//!
//! ```text
//! T: RealField      requires ComplexField, Signed, Num, Zero, One, ..     SUPERTRAITS
//! T::two_pi()       a constant                                            constant
//! x.modulus()       `x.abs()`                                             RENAMED
//! x.sin()           the method of that name that `f64` has itself         no row
//! ```
//!
//! A trait is known by its last name, because that is what the bound of a parameter says. A trait
//! that the expansion sees, because it is defined or imported around the function, is known by
//! that; see `read/library`.
//!
//! Invariant: what a row says is, bit by bit, what the implementation of the trait for `f64` does.
//! `tests/types/foreign_methods.rs` compares with the crates.

use proc_macro2::Ident;

/// A type parameter that becomes a scalar.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    pub(crate) parameter: Ident,
    pub(crate) scalar: Ident,
    /// The last names of the traits that bound it, and of those that these require. They decide
    /// what `T::pi()` is.
    pub(crate) traits: Vec<String>,
    /// Items of traits of the user's own whose names have another meaning elsewhere.
    pub(crate) shadowed: Vec<Shadowed>,
    /// The traits in sight that bound it and that the scalar implements.
    pub(crate) own_traits: Vec<String>,
    /// Other names of the crates of these traits.
    pub(crate) crates: Vec<String>,
}

/// An item of a trait in sight. For a parameter `T: Trait` its name means the trait's, though `f64`
/// or a trait of another crate, such as `FromPrimitive`, may have one of the same name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shadowed {
    pub(crate) of_trait: Ident,
    pub(crate) name: String,
    pub(crate) kind: Item,
    /// Whether `f64` itself has an item of this name.
    pub(crate) other: Other,
}

/// An item of a trait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    /// The number of arguments with the receiver, and whether it takes that by reference.
    Method {
        count: usize,
        by_reference: bool,
    },
    /// A function without a receiver.
    Function,
    Constant,
}

/// Other modules with an item of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Other {
    Scalar,
    /// Perhaps a trait of another crate.
    Traits,
}

impl Chosen {
    pub(crate) fn has(&self, traits: &[&str]) -> bool {
        self.traits
            .iter()
            .any(|name| traits.contains(&name.as_str()))
    }

    /// Whether a name is that of one of the crates.
    pub(crate) fn names_crate(&self, name: &str) -> bool {
        CRATES.contains(&name) || self.crates.iter().any(|known| known == name)
    }

    /// Whether a trait says that it is a number.
    pub(crate) fn is_number(&self) -> bool {
        let is_known = |name: &String| SUPERTRAITS.iter().any(|(known, _)| known == name);
        self.traits.iter().any(is_known)
    }
}

/// Traits, with the traits that they require, as far as these have methods or constants.
const SUPERTRAITS: &[(&str, &[&str])] = &[
    ("Float", &["Num", "NumCast"]),
    ("FloatCore", &["Num", "NumCast"]),
    ("FloatConst", &[]),
    ("Num", &["Zero", "One", "NumOps"]),
    ("NumRef", &["Num"]),
    ("RealNum", &["Num", "NumCast"]),
    ("NumAssign", &["Num"]),
    ("NumAssignRef", &["NumAssign"]),
    ("NumOps", &[]),
    ("NumAssignOps", &[]),
    ("NumCast", &["ToPrimitive"]),
    ("Signed", &["Num"]),
    ("FromPrimitive", &[]),
    ("ToPrimitive", &[]),
    ("Zero", &[]),
    ("One", &[]),
    ("Field", &["NumAssign"]),
    ("RealField", &["ComplexField", "Signed"]),
    ("ComplexField", &["Field", "FromPrimitive"]),
    ("SimdRealField", &["SimdComplexField"]),
    ("SimdComplexField", &["Field"]),
    ("DualNum", &["Signed", "Inv", "FromPrimitive", "DualStruct"]),
    ("DualNumCopy", &["DualNum"]),
    ("DualNumFloat", &["DualNum", "Float", "FloatConst"]),
    ("MulAdd", &[]),
    ("Euclid", &[]),
    // Of ndarray, rustfft, argmin_math, geo and cgmath.
    ("LinalgScalar", &["Zero", "One"]),
    ("NdFloat", &["Float", "LinalgScalar"]),
    ("FftNum", &["FromPrimitive", "Signed"]),
    (
        "ArgminFloat",
        &["Float", "FloatConst", "FromPrimitive", "ToPrimitive"],
    ),
    ("CoordNum", &["Num", "NumCast"]),
    ("CoordFloat", &["CoordNum", "Float"]),
    ("GeoNum", &["CoordNum"]),
    (
        "GeoFloat",
        &["GeoNum", "CoordFloat", "Signed", "FromPrimitive"],
    ),
    ("BaseNum", &["NumAssign", "NumCast"]),
    ("BaseFloat", &["BaseNum", "Float"]),
];

/// Stands for a trait that we do not see among the traits of a scalar. What it calls `zero`, `one`,
/// `from_f64` or `epsilon` is taken for what other people's traits call so.
pub(crate) const UNSEEN: &str = "?";

/// An item of each trait that tells it from others of its name.
const MARKS: &[(&str, &str)] = &[
    ("Float", "integer_decode"),
    ("FloatCore", "integer_decode"),
    ("FloatConst", "FRAC_2_SQRT_PI"),
    ("FromPrimitive", "from_isize"),
    ("ToPrimitive", "to_isize"),
    ("Num", "from_str_radix"),
    ("Signed", "abs_sub"),
    ("RealField", "frac_1_pi"),
    ("ComplexField", "modulus_squared"),
    ("DualNum", "sph_j2"),
];

/// The item by which rustc can tell a trait from others of its name.
pub(crate) fn mark(name: &str) -> Option<&'static str> {
    let row = MARKS.iter().find(|(known, _)| *known == name);
    row.map(|(_, mark)| *mark)
}

/// Traits of the operators. They say little, so they count only where nothing else is a number.
pub(crate) const OPERATORS: &[&str] = &[
    "Add",
    "Sub",
    "Mul",
    "Div",
    "ClosedAdd",
    "ClosedSub",
    "ClosedMul",
    "ClosedDiv",
    "ClosedAddAssign",
    "ClosedSubAssign",
    "ClosedMulAssign",
    "ClosedDivAssign",
];

/// Traits with `from` of a number, which is a number. The `from` of `NumCast` may fail.
pub(crate) const WITH_FROM: &[&str] = &["From", "DualNum"];

/// Crates whose traits these are, by the names that people give them.
pub(crate) const CRATES: &[&str] = &[
    "num_traits",
    "num",
    "nalgebra",
    "na",
    "simba",
    "num_dual",
    "ndarray",
    "rustfft",
    "argmin_math",
    "geo",
    "geo_types",
    "cgmath",
    "std",
    "core",
    "alloc",
];

/// Whether bounds by this trait make a parameter a number.
pub(crate) fn is_of_numbers(name: &str) -> bool {
    SUPERTRAITS.iter().any(|(known, _)| *known == name)
}

/// The name of the trait in a bound.
pub(crate) fn name_of_bound(bound: &syn::TypeParamBound) -> Option<String> {
    match bound {
        syn::TypeParamBound::Trait(found) => name_of(&found.path),
        _ => None,
    }
}

/// A trait by the path in a bound.
pub(crate) fn name_of(path: &syn::Path) -> Option<String> {
    let last = path.segments.last()?.ident.to_string();
    let is_of_num = path.segments.iter().any(|part| part.ident == "num_traits");
    // The runtime has a trait of the same name, which keeps a function generic.
    let is_other = is_of_num && last == "Real";
    Some(if is_other { "RealNum".to_owned() } else { last })
}

/// The traits, with all that they require.
pub(crate) fn closed(traits: Vec<String>) -> Vec<String> {
    let mut all = traits;
    let mut position = 0;
    while let Some(name) = all.get(position) {
        let row = SUPERTRAITS.iter().find(|(known, _)| known == name);
        for required in row.map_or(&[][..], |(_, required)| required) {
            if !all.iter().any(|known| known == required) {
                all.push((*required).to_owned());
            }
        }
        position += 1;
    }
    all
}

/// Associated types that are the scalar itself.
pub(crate) const ITSELF: &[&str] = &[
    "RealField",
    "SimdRealField",
    "Element",
    "Primitive",
    "InnerDual",
    "Epsilon",
    "Output",
    "Inner",
];

/// A scalar out of nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Constant {
    /// A literal.
    Number(&'static str),
    /// An associated constant of `f64`.
    Limit(&'static str),
    /// The same, in an `Option`.
    Perhaps(&'static str),
    /// A constant of `core::f64::consts`.
    Named(String),
}

/// What `T::name()` is, if `T` has these traits.
pub(crate) fn constant(name: &str, has: &dyn Fn(&[&str]) -> bool) -> Option<Constant> {
    let of_floats = has(&["Float", "FloatCore", "RealNum"]);
    let of_fields = has(&["RealField", "SimdRealField"]);
    let of_unseen = has(&[UNSEEN]);
    Some(match name {
        "zero" if has(&["Zero", UNSEEN]) => Constant::Number("0.0"),
        "one" if has(&["One", UNSEEN]) => Constant::Number("1.0"),
        // Their signatures differ from trait to trait.
        "max_value" | "min_value" if of_unseen && !of_floats && !of_fields => return None,
        "default" if has(&["Default"]) => Constant::Number("0.0"),
        "neg_zero" if of_floats => Constant::Number("-0.0"),
        "default_epsilon" if of_fields => Constant::Limit("EPSILON"),
        "two_pi" | "simd_two_pi" if of_fields || of_unseen => Constant::Named("TAU".into()),
        "min_value" if has(&["RealField"]) => Constant::Perhaps("MIN"),
        "max_value" if has(&["RealField"]) => Constant::Perhaps("MAX"),
        name if (of_floats || of_unseen) && limit(name).is_some() => Constant::Limit(limit(name)?),
        name => {
            let lower = name.strip_prefix("simd_").unwrap_or(name);
            let upper = lower.to_uppercase();
            // `FloatConst` writes them in capitals, `RealField` in small letters.
            let is_known = (name == upper && has(&["FloatConst", UNSEEN]))
                || (lower != upper && lower != "tau" && (of_fields || of_unseen));
            if !is_known || !CONSTANTS.contains(&upper.as_str()) {
                return None;
            }
            Constant::Named(upper)
        }
    })
}

/// The constant that `Float::epsilon()` and its like are for a scalar.
fn limit(name: &str) -> Option<&'static str> {
    Some(match name {
        "epsilon" => "EPSILON",
        "infinity" => "INFINITY",
        "neg_infinity" => "NEG_INFINITY",
        "nan" => "NAN",
        "max_value" => "MAX",
        "min_value" => "MIN",
        "min_positive_value" => "MIN_POSITIVE",
        _ => return None,
    })
}

/// Constants of `core::f64::consts`, which the traits have as functions in either case.
const CONSTANTS: &[&str] = &[
    "PI",
    "TAU",
    "E",
    "FRAC_PI_2",
    "FRAC_PI_3",
    "FRAC_PI_4",
    "FRAC_PI_6",
    "FRAC_PI_8",
    "FRAC_1_PI",
    "FRAC_2_PI",
    "FRAC_2_SQRT_PI",
    "FRAC_1_SQRT_2",
    "SQRT_2",
    "LN_2",
    "LN_10",
    "LOG2_E",
    "LOG10_E",
    "LOG2_10",
    "LOG10_2",
];

/// Methods without arguments that are another method of `f64`, with the traits that have them, if
/// no other type has a method of that name that means something else.
pub(crate) const RENAMED: &[(&str, &[&str], &str)] = &[
    ("modulus", FIELDS, "abs"),
    ("norm1", FIELDS, "abs"),
    ("conjugate", FIELDS, "clone"),
    ("real", FIELDS, "clone"),
    ("re", &["DualStruct"], "clone"),
    ("inv", &["Inv"], "recip"),
];

/// The same with one argument.
pub(crate) const RENAMED_WITH_ARGUMENT: &[(&str, &[&str], &str)] =
    &[("powc", FIELDS, "powf"), ("powd", &["DualNum"], "powf")];

/// Traits of simba.
pub(crate) const FIELDS: &[&str] = &["ComplexField", "SimdComplexField"];

/// The method of `f64` that a method of a trait is, if it has another name.
pub(crate) fn renamed(
    name: &str,
    n_arguments: usize,
    has: &dyn Fn(&[&str]) -> bool,
) -> Option<String> {
    let plain = match name.strip_prefix("simd_") {
        Some(plain) if has(&["SimdComplexField"]) => plain,
        _ => name,
    };
    let rows = match n_arguments {
        0 => RENAMED,
        1 => RENAMED_WITH_ARGUMENT,
        _ => &[],
    };
    let row = rows
        .iter()
        .find(|(known, traits, _)| *known == plain && has(traits));
    match row {
        Some((_, _, meant)) => Some((*meant).to_owned()),
        None => (plain != name).then(|| plain.to_owned()),
    }
}

/// Methods that take their receiver, and other numbers, by reference.
pub(crate) const BY_REFERENCE: &[&str] = &["Signed", "DualNum", "Zero", "One", "ToPrimitive"];

#[cfg(test)]
mod tests {
    use super::{closed, constant, renamed};

    #[test]
    fn traits_bring_those_that_they_require() {
        let all = closed(vec!["Float".to_owned()]);
        let has = |traits: &[&str]| all.iter().any(|name| traits.contains(&name.as_str()));
        assert!(has(&["ToPrimitive"]) && has(&["Zero"]) && !has(&["Signed"]));
        assert_eq!(constant("pi", &has), None, "that is nalgebra's spelling");
        assert_eq!(renamed("modulus", 0, &has), None);
        let all = closed(vec!["RealField".to_owned()]);
        let has = |traits: &[&str]| all.iter().any(|name| traits.contains(&name.as_str()));
        assert_eq!(renamed("modulus", 0, &has).as_deref(), Some("abs"));
        assert_eq!(renamed("powc", 1, &has).as_deref(), Some("powf"));
    }
}

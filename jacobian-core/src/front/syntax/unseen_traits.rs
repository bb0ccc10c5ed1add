//! Traits that we neither know nor see, as bounds of scalars.
//!
//! ```text
//! use crate::scalar::Number;
//! fn f<T: Number + Copy>(x: T) -> T { x.sin() * T::one() }       Number is unseen, Copy a marker
//! ```

use crate::front::syntax::foreign_traits::{OPERATORS, is_of_numbers};

/// Traits that say nothing about numbers. A bound by any other trait that is neither known nor in
/// sight may make a scalar.
const MARKERS: &[&str] = &[
    "Copy",
    "Clone",
    "Debug",
    "Display",
    "LowerExp",
    "Default",
    "PartialEq",
    "Eq",
    "PartialOrd",
    "Ord",
    "Hash",
    "Send",
    "Sync",
    "Sized",
    "Unpin",
    "Any",
    "Serialize",
    "Deserialize",
    "DeserializeOwned",
    "FromStr",
    "ToString",
    "From",
    "Into",
    "Sum",
    "Product",
    "Neg",
    "Rem",
    "AddAssign",
    "SubAssign",
    "MulAssign",
    "DivAssign",
    "RemAssign",
    "AsRef",
    "AsMut",
    "Borrow",
    "Deref",
    "Index",
    "Iterator",
    "IntoIterator",
    "ExactSizeIterator",
    "DoubleEndedIterator",
    "Fn",
    "FnMut",
    "FnOnce",
    "Real",
];

/// Whether a name may be that of a trait of scalars that we do not know.
pub(crate) fn may_be_of_scalars(name: &str) -> bool {
    !is_of_numbers(name) && !MARKERS.contains(&name) && !OPERATORS.contains(&name)
}

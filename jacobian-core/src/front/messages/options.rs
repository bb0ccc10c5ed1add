//! Messages about the options of the attribute, as they are written.

pub(crate) fn unknown_option(found: &str, known: &[&str]) -> String {
    let near = super::nearest::by_distance(found, known);
    format!(
        "unknown option `{found}`\nhelp: known options, nearest first: {}",
        near.join(", ")
    )
}

/// A word that stands inside of another option.
pub(crate) fn option_inside(found: &str, form: &str) -> String {
    format!("`{found}` is not an option of its own\nhelp: write `{form}`")
}

/// An option whose value or list the parser does not understand.
pub(crate) fn option_form(form: &str) -> String {
    format!("write the option as in `{form}`")
}

pub(crate) const ORDER_LIST: &str = "expected the fingerprint of a graph, and its vertices in the order of elimination\n\
    help: write `order = list(\"c030b7a560fdd5f6\", [3, 1, 2])`, where a wrong fingerprint is answered with the right one, or \
    name a method, `order = reverse`";
pub(crate) const OPTIONS_FORM: &str = "options stand behind each other with commas between them, each as `name`, `name = value` or \
    `name(list)`: `#[jacobian(wrt(x), order = reverse, gradient)]`";

pub(crate) fn unknown_choice(option: &str, found: &str, known: &[&str]) -> String {
    let near = super::nearest::by_distance(found, known);
    format!(
        "`{option}` cannot be `{found}`\nhelp: known choices, nearest first: {}",
        near.join(", ")
    )
}

pub(crate) fn given_twice(option: &str) -> String {
    format!("the option `{option}` is given twice\nhelp: keep one of the two")
}

pub(crate) fn verify_impossible(reason: &str) -> String {
    format!(
        "`verify` cannot compare this function with itself: {reason}\nhelp: leave `verify` out, or wrap the function in a \
         plain one of numbers, arrays and shared references, and verify that"
    )
}

pub(crate) fn verify_beside(option: &str) -> String {
    format!(
        "`verify` does not see what `{option}` generates\nhelp: verify the Jacobian by an attribute of its own beside this \
         one, `#[jacobian(verify, prefix = verified)]`"
    )
}

pub(crate) const VERIFY_FUSED: &str = "`verify` compares values bit by bit, and `value = fused` rounds them differently\n\
    help: leave `value = fused` out while you verify";

//! Messages about names of the user, in copied code and as lists of unknown length.

pub(crate) fn name_of_elsewhere(name: &str) -> String {
    format!(
        "`{name}` means something only where the inlined function stands\n\
         help: move that function beside the attributed one, or pass `{name}` to it as an argument"
    )
}

pub(crate) fn name_taken(name: &str) -> String {
    format!(
        "the inlined function means another `{name}` than the one it is called from has as a parameter\n\
         help: rename the parameter, or write `self::{name}`"
    )
}

/// A list or a vector whose elements are not known. `option` gives its length.
pub(crate) fn active_into_opaque(name: &str, option: Option<&str>) -> String {
    let help = match option {
        Some(option) => format!("give its length, `{option}`; or "),
        None => "where an option can give its length, give it, `dim(data = 6)` for a list and `const(n = 6)` for an integer; or "
            .to_owned(),
    };
    format!(
        "cannot store an active value into `{name}`, whose elements are not known at expansion\n\
         help: {help}begin it as a list of its own, `let mut {name} = [0.0; 3];`, or by the type of nalgebra itself in \
         place of an alias, `Vector3::zeros()`"
    )
}

/// The same for a list in a field.
pub(crate) fn active_into_field(path: &str, lengths: &str) -> String {
    format!(
        "cannot store an active value into `{path}`, whose elements are not known at expansion\n\
         help: give its length, `dim({path} = {lengths})`, or if it is an array the value of its constant, `const(N = 6)`"
    )
}

/// A reference of the user's own, for example to an element of a list.
pub(crate) fn active_through_reference(name: &str) -> String {
    format!(
        "cannot store an active value through `{name}`, because what it refers to is not followed\n\
         help: assign to that itself, `list[0] = x` in place of `let {name} = &mut list[0]; *{name} = x`"
    )
}

pub(crate) const CELL_CHANGED: &str = "cannot follow a change of a cell, because others may share it\n\
    help: keep the value in a variable, `let mut state = ..`, and assign to it";
pub(crate) const CELL_OF_OTHERS: &str = "cannot follow an active value into a cell that holds more than numbers\n\
    help: keep the value in a variable, `let mut state = ..`, and assign to it";

/// A map of the user's own, whose keys only run time knows.
pub(crate) fn active_into_map(name: &str) -> String {
    format!(
        "cannot put an active value into the map `{name}`, because only run time knows which value a key finds\n\
         help: keep the values in an array or a list, `values[k] += x`, and in the map the position of each key, \
         `let k = {name}[key];`"
    )
}

/// A name that a macro of the user's and its caller have both written.
pub(crate) fn two_variables(name: &str) -> String {
    format!(
        "`{name}` may be two things of one name here: one was written in a macro, the other by its caller, and an attribute \
         cannot tell them apart\nhelp: rename one of them"
    )
}

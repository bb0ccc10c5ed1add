//! Messages about outputs: fields and parameters that a function writes to.

/// An output that has another length after the call, and is no list of std without lists inside.
pub(crate) fn output_length_changes(path: &str, before: usize, after: usize) -> String {
    format!(
        "the output `{path}` has {before} numbers before the call and {after} after it, but only a `Vec` or `VecDeque` in a field, without lists inside, can change its length\n\
         help: return the numbers that are added, and let the caller add them to the list"
    )
}

/// A `&mut` slice is an output only if its length is given.
pub(crate) fn output_without_length(name: &str, lengths: &str) -> String {
    format!(
        "the length of the output `{name}` is not known\nhelp: give it with `dim({name} = {lengths})`"
    )
}

/// The same for lists in the fields of a struct.
pub(crate) fn outputs_without_lengths(name: &str, options: &str) -> String {
    format!(
        "the lengths of lists in `{name}` that this function writes to are not known\n\
         help: give them, `#[jacobian({options})]`: then their numbers are variables as the call finds them, and the last rows \
         as it leaves them; `of(..)` and `wrt(..)` say otherwise"
    )
}

/// A struct behind `&mut`.
pub(crate) fn output_of_unknown_type(name: &str) -> String {
    format!(
        "cannot see what this function writes to `{name}`\n\
         help: name the fields that it writes, `of({name}.x)`, and the lengths of arrays, `dim({name}.x = 3)`, or put the \
         type and this function into one `#[jacobian] mod`; other outputs are `&mut f64` and `&mut [f64; N]`"
    )
}

pub(crate) fn output_only_read(path: &str) -> String {
    format!(
        "cannot write to `{path}` as an output, because it holds an enum, whose numbers only run time knows\n\
         help: return the new numbers, as a tuple or a `Vec`, and let the caller store them"
    )
}

/// An output whose structs are known in part, and are not where they were.
pub(crate) fn output_rearranged(path: &str) -> String {
    format!(
        "cannot follow `{path}` to the end, because a struct in it, which has fields beside those with derivatives, is replaced, \
         moved, added or removed\n\
         help: assign to the fields of `{path}[i]` that are numbers, and rearrange the list before or after the call"
    )
}

pub(crate) fn output_without_field(name: &str) -> String {
    format!(
        "`of(..)` names fields, found `{name}`\n\
         help: name the fields that the function changes, as in `of({name}.position)`; a `&mut` list or number is an output without `of`"
    )
}

pub(crate) fn field_not_output(path: &str) -> String {
    format!(
        "an active value is assigned to the field `{path}`, which is no output\n\
         help: list it, `#[jacobian(of({path}))]`, and its derivatives are the last rows"
    )
}

/// A method puts numbers into a list in a field.
pub(crate) fn list_not_output(path: &str, lengths: &str) -> String {
    format!(
        "an active value is put into the list `{path}`, which is no output\n\
         help: list it with its length, `#[jacobian(of({path}), dim({path} = {lengths}))]`, and its derivatives are the last rows; or \
         put the values into a list of this function, `let mut list = Vec::new();`"
    )
}

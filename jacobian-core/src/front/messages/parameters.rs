//! Messages about parameters: variables, lengths and outputs.

pub(crate) const NO_RESULT: &str = "this function returns nothing to differentiate\n\
    help: return `f64`, an array or a tuple, or write to a `&mut [f64; N]` parameter";

/// A `&mut` slice is an output only if its length is given.
pub(crate) fn output_without_length(name: &str) -> String {
    format!("the length of the output `{name}` is not known\nhelp: give it with `dim({name} = 6)`")
}

/// A struct behind `&mut`.
pub(crate) fn output_of_unknown_type(name: &str) -> String {
    format!(
        "cannot see what this function writes to `{name}`\n\
         help: name the fields that it writes, `of({name}.x)`, and the lengths of arrays, `dim({name}.x = 3)`, or put the \
         type and this function into one `#[jacobian] mod`; other outputs are `&mut f64` and `&mut [f64; N]`"
    )
}

/// A parameter of an unrecognized type that is used like a number.
pub(crate) fn shape_unknown(name: &str) -> String {
    format!(
        "the type of `{name}` is not recognized, yet it is indexed or used in arithmetic\n\
         help: name the independents with `wrt(..)`, and the length of `{name}` with `dim({name} = 6)` if it is one"
    )
}

/// A slice of numbers, beside the variables that are known.
pub(crate) fn slice_unknown(name: &str, known: &[String]) -> String {
    let help = if known.is_empty() {
        format!(
            "if it is, give its length with `dim({name} = 6)`; if it is constant input, list the variables with `wrt(..)`"
        )
    } else {
        let known = known.join(", ");
        format!(
            "if it is constant input, list the variables without it, `wrt({known})`; if it is a variable, list it and give \
             its length, `wrt({known}, {name}), dim({name} = 6)`"
        )
    };
    format!(
        "cannot tell whether the slice `{name}` is a variable to differentiate by\nhelp: {help}"
    )
}

pub(crate) fn output_without_field(name: &str) -> String {
    format!(
        "`of(..)` names fields, found `{name}`\n\
         help: name the fields that the function changes, as in `of({name}.position)`"
    )
}

pub(crate) fn output_not_mutable(root: &str) -> String {
    format!(
        "`{root}` is no `&mut` reference, so the caller does not see its fields change\n\
         help: name fields of `&mut self` or of a `&mut` parameter"
    )
}

pub(crate) fn field_not_output(path: &str) -> String {
    format!(
        "an active value is assigned to the field `{path}`, which is no output\n\
         help: list it, `#[jacobian(of({path}))]`, and its derivatives are the last rows"
    )
}

//! Messages about variants of enums where branches meet. For the form see `messages`.

/// Arms that end with variants, one of which is not visible. The enum is not in view.
pub(crate) fn variant_not_seen(name: &str, found: &str) -> String {
    format!(
        "the arms of this branch end with variants of `{name}` and with {found}; which variant that is cannot be seen\n\
         help: put `{name}` and this function into one `#[jacobian] mod`; its fields may be numbers, integers, arrays, \
         tuples and types of the same module"
    )
}

/// The same for an enum of the attributed module.
pub(crate) fn variant_not_taken_apart(name: &str, found: &str) -> String {
    format!(
        "the arms of this branch end with variants of `{name}` and with {found}; which variant that is cannot be seen, \
         because a field of `{name}` has a type that cannot be taken apart there\n\
         help: let each variant stand at the end of an arm of its own: `if` with `return` several times, in place of \
         `else if`, and no variable that holds one of several variants"
    )
}

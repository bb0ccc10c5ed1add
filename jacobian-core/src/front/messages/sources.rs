//! Messages about the crates that the option `see` names, and about the user's own.

/// Code names a crate by the key in the manifest, with `_` for `-`.
pub(crate) fn seen_no_dependency(name: &str, known: &[String]) -> String {
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let near = super::nearest::by_distance(name, &known);
    let near: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
    let way_out = if near.is_empty() {
        "add it to `Cargo.toml`, which names no dependency".to_owned()
    } else {
        let near = near.join(", ");
        format!("name one as code does, nearest first: {near}, or add it to `Cargo.toml`")
    };
    format!("`{name}` is no dependency of this crate\nhelp: {way_out}")
}

/// A field of a type of a crate that is seen.
pub(crate) fn private_field(field: &str, of: &str) -> String {
    format!(
        "the field `{field}` of `{of}` is private, so generated code can neither read nor set it\nhelp: take and return the \
         numbers that `{of}` is made of, and call its functions inside"
    )
}

/// A name that is private to another module of the user's crate.
pub(crate) fn private_elsewhere(name: &str) -> String {
    format!(
        "what this calls is in another module, and generated code would name `{name}`, which is private there\n\
         help: make `{name}` visible here, `pub(crate)`"
    )
}

/// A method of an `impl` with parameters, which has the attribute alone.
pub(crate) const NEEDS_IMPL: &str = "the derivatives of this method are for one scalar, so they go into another `impl`, which the attribute \
    cannot write from inside of this one\nhelp: put `#[jacobian]` on the `impl` as well";

pub(crate) const NEEDS_IMPL_OF_TRAIT: &str = "the `impl` of a trait can have no other functions, and the attribute cannot write beside it from inside\nhelp: put \
    `#[jacobian]` on the `impl` as well";

/// `why` says what was looked for.
pub(crate) fn seen_not_read(name: &str, why: &str) -> String {
    format!(
        "the source of `{name}` cannot be read: {why}\nhelp: build with cargo, which fetches sources, or drop `{name}` from `see` and \
         give the derivative of what you call by a `rule(..)`"
    )
}

/// A message about something of another crate, with the option as the first way out.
pub(crate) fn or_see(message: &str, name: &str) -> String {
    let Some(at) = message.find("help:") else {
        return message.to_owned();
    };
    let (found, help) = message.split_at(at + "help:".len());
    let help = help.trim_start();
    format!("{found} let the attribute read the source of the crate, `see({name})`; or {help}")
}

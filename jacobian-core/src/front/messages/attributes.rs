//! Messages about attributes inside the user's code.

pub(crate) const CFG_INSIDE: &str = "only rustc knows whether this code is there: its `cfg` is decided after the expansion\n\
    help: ask with an `if cfg!(..) { .. }`, put `#[cfg(p)]` and `#[cfg(not(p))]` on two statements in a row, or write the \
    function twice, each with its own `#[cfg(..)]` and `#[jacobian]`";

pub(crate) fn unknown_attribute(path: &str) -> String {
    format!(
        "cannot know what the attribute `{path}` makes of this code\n\
         help: leave it out; lint levels, `doc`, `inline` and `derive` are accepted here"
    )
}

pub(crate) fn unknown_attribute_on_function(path: &str) -> String {
    format!(
        "cannot know what the attribute `{path}` makes of this function\n\
         help: leave it out; on a function that is in no `#[jacobian]` module or `impl`, it may also be above `#[jacobian]`, and is \
         expanded first"
    )
}

//! Messages about loops at run time. For the form see `messages`.

pub(crate) const LOOP_NEVER_ENDS: &str = "no iteration of this loop leads to the code behind it\n\
    help: end the loop by its condition or by a `break`, or return its result from inside";

/// An iterator without an end, where nothing ends it.
pub(crate) const ENDLESS: &str = "nothing here says how many items this iterator gives\n\
    help: end it in the same expression, `.take(6)` or `xs.iter().zip(..)`; or write a loop";

/// A closure with effects, in a chain that does not run it as often as the library does.
pub(crate) const CHANGES_IN_CHAIN: &str = "a closure of this chain changes a variable, and how often it runs depends on the rest of the chain\n\
    help: write the chain as a `for` loop";

/// A list that has another length at the end of an iteration.
pub(crate) fn length_changes(
    name: &str,
    (start, end): (usize, usize),
    option: Option<&str>,
) -> String {
    let ended = option.map_or_else(
        || "let the loop have a known count, `for i in 0..6`".to_owned(),
        |option| format!("let the loop have a known count, `{option}`"),
    );
    format!(
        "{name} has {start} elements at the start of an iteration and {end} at its end, but only run time knows how \
         often this loop runs\n\
         help: a list may grow if its elements are numbers, or arrays, tuples or structs of numbers; else use each \
         element where it is made, `sum += y`, in place of pushing it, or {ended}"
    )
}

/// A part of an element of a list that grows in a loop.
pub(crate) const ACTIVE_LATER: &str = "this part of the elements of the list holds an active value here, and other values where the \
    list was made\n\
    help: make the first element of the same kind, for example with `0.0 * x`, or keep two lists";

/// Lists in the result, of which no option gives the lengths.
pub(crate) fn result_of_any_length(dims: &str) -> String {
    format!(
        "the number of elements in this result is known at run time only, and each is a row of the Jacobian\n\
         help: if all calls give the same number, say it: `dim({dims})`; else return what you need of the list, for \
         example its last element"
    )
}

/// A list that grows in a loop, in a function of two scalars.
pub(crate) const LIST_OF_TWO_WIDTHS: &str = "cannot follow a list that grows in a loop in a function that mixes `f32` and `f64`\n\
    help: convert the numbers before, and use one of the two in this function";

/// A list that another name holds as well.
pub(crate) const LIST_MOVED: &str = "cannot assign to a list that another name holds as well, after a loop has made it longer\n\
    help: give the other name a copy, `let old = list.clone();`";

/// A value of another kind at the end of an iteration.
pub(crate) fn kind_changes(name: &str, start: &str, end: &str) -> String {
    format!(
        "{name} is {start} at the start of an iteration and {end} at its end, but only run time knows how often \
         this loop runs\n\
         help: keep one shape from iteration to iteration, and bind another name with `let` inside the loop"
    )
}

/// A value that an iteration puts into another one of its type.
pub(crate) fn nesting_grows(name: &str) -> String {
    format!(
        "{name} holds more values inside of each other with each iteration, but only run time knows how often this loop \
         runs\n\
         help: let the loop have a known count, `for i in 0..6`, or keep the numbers of all iterations in a list"
    )
}

/// The limit on operations that are lowered again.
pub(crate) fn loop_not_settled(limit: usize) -> String {
    format!(
        "it takes more than {limit} operations to find out what this loop changes\n\
         help: raise the limit with `unroll = N`, or move inner loops into functions of their own"
    )
}

/// More unknowns than the inverse of the slopes is formed for.
pub(crate) fn too_many_unknowns(most: usize) -> String {
    format!(
        "this residual of `implicit(..)` has more than {most} unknowns\n\
         help: give the partials of the solver by `rule(..)`, or solve for {most} unknowns at a time"
    )
}

/// A residual with another number of rows than unknowns.
pub(crate) fn residual_does_not_fit(unknowns: usize, rows: usize) -> String {
    format!(
        "the residual of this call has {rows} rows, but the solver has {unknowns} unknowns\n\
         help: give one equation for each unknown, and take a result apart by its pattern, `|[y, z]| [first, second]`"
    )
}

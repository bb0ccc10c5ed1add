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
pub(crate) fn length_changes(name: &str, start: usize, end: usize) -> String {
    format!(
        "{name} has {start} elements at the start of an iteration and {end} at its end, but only run time knows how \
         often this loop runs\n\
         help: if it is read only once, use each element where it is made, `sum += y`, in place of pushing it; \
         if it has the same length in all calls, `const(n = 6)` for an integer `n` or a field `self.n`, and `dim(data = 6)` for a \
         slice; or bound the loop, `for i in 0..N {{ if i >= n {{ break; }} .. }}`, and assign to the elements of `[0.0; N]`"
    )
}

/// A value of another kind at the end of an iteration.
pub(crate) fn kind_changes(name: &str, start: &str, end: &str) -> String {
    format!(
        "{name} is {start} at the start of an iteration and {end} at its end, but only run time knows how often \
         this loop runs\n\
         help: keep one shape from iteration to iteration, and bind another name with `let` inside the loop"
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

//! Messages about indices, ranges and integers.

pub(crate) fn integer_not_known(role: &str, found: &str) -> String {
    let otherwise = if role == "loop bound" {
        "; where only run time knows it, attribute a function of one step and loop over its Jacobians, or give the whole a \
         `rule(..)`"
    } else if role == "index" {
        "; only reads, assignments and borrows of elements, such as `x[i] += v` and `&mut x[i]`, may have an index that only run time knows"
    } else {
        ""
    };
    let named = named_place(found).map_or_else(
        || {
            "`const(N = 6)` for a named constant, an integer parameter `n` or an integer field `self.n`"
                .to_owned()
        },
        |name| format!("give its value, `const({name} = 6)`, if it is a constant, an integer parameter or an integer field"),
    );
    format!(
        "this {role} must be an integer known at expansion, found {found}\n\
         help: use literals, loop variables over constant ranges, or {named}{otherwise}"
    )
}

/// The name or the field in a description, `n` of "`n`, which is not active".
fn named_place(found: &str) -> Option<String> {
    let (_, rest) = found.split_once('`')?;
    let place = rest.split_once('`')?.0.replace(' ', "");
    let is_name = |part: &str| {
        let mut letters = part.chars();
        letters
            .next()
            .is_some_and(|first| first.is_alphabetic() || first == '_')
            && letters.all(|letter| letter.is_alphanumeric() || letter == '_')
    };
    let is_place = place.split('.').all(is_name);
    is_place.then_some(place)
}

/// A run-time index that chooses between values that cannot be chosen at run time.
pub(crate) fn cannot_select(found: &str) -> String {
    format!(
        "only run time knows this index, and it chooses {found}, which must be known at expansion\n\
         help: index an array of numbers, or write a `match` on the index with an arm for each value"
    )
}

/// A run-time index into an array without elements.
pub(crate) const INDEX_OF_NOTHING: &str =
    "this array has no elements, so every index panics\nhelp: give it a length";

/// A number that an index may name, or that is a row, costs this many operations: 5,000 of them
/// take a second of expansion, and rustc minutes.
pub(crate) const BRANCH: usize = 40;

/// An index that only run time knows into a list of many elements, for example a delay line.
pub(crate) fn choice_too_long(list: Option<&str>, length: usize, limit: usize) -> String {
    let list = list.map_or_else(|| "this list".to_owned(), |list| format!("`{list}`"));
    format!(
        "an index that only run time knows may name each of the {length} elements of {list}, which is too long for a branch \
         for each: the limit is {limit} operations, a branch counts as {BRANCH}\n\
         help: attribute a function of the numbers that are read and written, \
         `fn mix(delayed: f64, input: f64) -> (f64, f64)`, and index the list around its call; or give a shorter length, \
         or raise the limit with `unroll = N`"
    )
}

/// Many writes at indices that only run time knows, after reads at such indices.
pub(crate) fn choices_written(
    list: Option<&str>,
    (length, partials): (usize, usize),
    limit: usize,
) -> String {
    let list = list.map_or_else(|| "this list".to_owned(), |list| format!("`{list}`"));
    format!(
        "indices that only run time knows write to {list}, each to one of {length} elements that may depend on all that \
         is read at such indices, which makes {partials} partials so far: too many for the limit of {limit} operations\n\
         help: make the indices known, by a `const` table in the function or in a module with the attribute, \
         `const ENDS: [(usize, usize); 3] = [(0, 1), (1, 2), (0, 2)];`; or attribute a function of the numbers that one \
         item reads, `fn branch(a: f64, b: f64) -> f64`, and add up its values and entries in a loop around its calls; \
         or raise the limit with `unroll = N`"
    )
}

/// The same in a loop whose count only run time knows.
pub(crate) fn choices_in_loop(list: Option<&str>, length: usize, limit: usize) -> String {
    let list = list.map_or_else(|| "this list".to_owned(), |list| format!("`{list}`"));
    format!(
        "indices that only run time knows may name each of the {length} elements of {list} in a loop at run time, where each \
         element may depend on each other one, which is too much for one iteration: the limit is {limit} operations\n\
         help: give the loop a known count, with `const(n = 4)` for an integer and `dim(data = 4)` for a list; give the list \
         a shorter length; or raise the limit with `unroll = N`"
    )
}

pub(crate) fn range_out_of_bounds(start: i128, end: i128, length: usize) -> String {
    format!(
        "range {start}..{end} is out of bounds for length {length}\nhelp: indices run from 0 to the length"
    )
}

pub(crate) fn index_out_of_bounds(index: i128, length: usize) -> String {
    format!(
        "index {index} is out of bounds for length {length}\nhelp: indices run from 0 to the length less one"
    )
}

pub(crate) fn negative(role: &str, value: i128) -> String {
    format!(
        "the {role} is {value} here, which is negative\nhelp: check the arithmetic that gives it, because it is a `usize`"
    )
}

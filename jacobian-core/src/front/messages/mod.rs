//! Error messages: every sentence that the front says to a user.
//!
//! A message says first which code was found, in the user's own names. Then a line `help:` says how
//! to rewrite it, with code that compiles. Lower case, no full stop. The messages are in one room,
//! so that you can search for the words of a message, and a test finds messages that have no case
//! under `jacobian-macro/tests/ui`.
//!
//! # The running example
//!
//! The example compiles. If its first line called a function that the attribute does not know,
//! `let r = x[0] * damp(x[1]);`, then you would read:
//!
//! ```text
//! error: cannot differentiate a call of this function             the finding, at `damp(x[1])`
//! help: put it into this crate or into a `#[jacobian] mod` ..      how to go on
//! ```
//!
//! Evaluation stops there, and the name `r` is poisoned. So `r - k` and `x[2] / r` cause no second
//! message.

mod assembled;
mod attributes;
mod derivatives;
mod distributions;
mod functions;
mod generated_names;
mod indices;
mod kinds;
mod loops;
mod matrices;
mod names;
mod nearest;
mod options;
mod outputs;
mod parameters;
mod rules;
mod sources;
mod variants;

pub(crate) use assembled::*;
pub(crate) use attributes::*;
pub(crate) use derivatives::*;
pub(crate) use distributions::*;
pub(crate) use functions::*;
pub(crate) use generated_names::in_users_names;
pub(crate) use indices::*;
pub(crate) use kinds::{NUMBER_NOT_FOLLOWED, expression, method_not_known, rule_without_self};
pub(crate) use loops::*;
pub(crate) use matrices::*;
pub(crate) use names::*;
pub(crate) use options::*;
pub(crate) use outputs::*;
pub(crate) use parameters::*;
pub(crate) use rules::*;
pub(crate) use sources::*;
pub(crate) use variants::*;

pub(crate) const INTEGER_TOO_LARGE: &str = "this integer is too large to compute with at expansion\n\
    help: write a floating-point literal, or an integer that fits its use";
pub(crate) const INTEGER_OVERFLOW: &str = "this integer does not fit its type, so the program would panic or wrap\n\
    help: compute with a wider type";
pub(crate) const UNASSIGNED: &str = "this variable is read before it is assigned\n\
    help: assign to it on every path that leads here";
pub(crate) const BRANCHES_TOO_DEEP: &str = "branches are nested too deeply to expand\n\
    help: what follows an early `return`, `break` or `continue` is nested inside the branch; join the conditions, \
    split the function, or loop over an index, `for i in 0..200`: a long loop is then one at run time";
pub(crate) const ALWAYS_FAILS: &str = "every path through this function leaves it without a value\n\
    help: return a value on at least one path";
pub(crate) const PATTERN_ON_ACTIVE: &str = "cannot take an active value apart in this pattern\n\
    help: a name, `_`, a number or a range, with a guard where needed";
pub(crate) const CONSTANT_IN_PATTERN: &str = "a constant with a lower-case name in this pattern would be read as a \
    variable\n\
    help: compare in a guard, `n if n == limit`, or write the name of the constant in upper case";
pub(crate) const NO_ARM_FITS: &str = "no arm of this `match` fits a value that is known at expansion\n\
    help: add an arm `_ => ..`";
pub(crate) const ASSIGNMENT_AS_VALUE: &str = "cannot use an assignment as a value\n\
    help: write the assignment as a statement of its own";
pub(crate) const OPAQUE_CALL: &str = "cannot differentiate a call of this function\n\
    help: call a closure or a function by its name";
pub(crate) const EARLY_RETURN: &str = "cannot keep a `return` of a value in code that is not differentiated\n\
    help: `?`, `return Err(..)` and `return None` are kept; compute the value in one place at the end";
pub(crate) const CANNOT_ASSIGN: &str = "cannot assign to this place\n\
    help: assign to a local variable, or to an element `y[i]` of a local array or `&mut` output; for a field of a \
    struct, put its type and this function into one `#[jacobian] mod`";
/// What [`active_into_opaque`] says of a place without a name.
pub(crate) const STEP_OF_ZERO: &str = "cannot step by zero\n\
    help: a step is at least one";
pub(crate) const OPEN_RANGE: &str = "this range has no end that is known at expansion\n\
    help: write both bounds, as in `0..4`";
pub(crate) const ITEM_IN_BLOCK: &str = "cannot keep this item inside a block, because the names in it may mean something else in the generated function\n\
    help: move it to the module around; types, traits, their `impl`s and constants may stay in functions of the attributed module";
pub(crate) const LET_ELSE: &str = "cannot follow an active value into this `let .. else`\n\
    help: use a `match`, and bind the parts by value";
pub(crate) const NO_TARGET: &str = "cannot follow this way out: the loop or block that it leaves is not unrolled\n\
    help: `break` and `continue` leave loops whose ends are known, and blocks with a label";
pub(crate) const UNKNOWN_MACRO: &str = "cannot see inside this macro\n\
    help: `assert!`, `panic!`, `println!`, `debug!` and their like pass through, and outside of loops what names no variable \
    that is followed; put the `macro_rules!` into the function, or into one `#[jacobian] mod` with it, or write the code out";
pub(crate) const RESULT_WITHOUT_SHAPE: &str = "the result depends on no variable, and its type does not say how many numbers it has\n\
    help: name what it depends on as a variable, `wrt(..)`; else return `f64`, or an array, tuple or struct literal of it";
pub(crate) const RESULT_NOT_OF_NUMBERS: &str = "the options `as` and `batch` need a result of numbers alone, in known places\n\
    help: leave the option out, or return the numbers from a function of their own";
pub(crate) const NOTHING_ACTIVE: &str = "found no floating-point parameter to differentiate with respect to\n\
    help: independents are `f64`, `[f64; N]`, `&[f64; N]`, nested arrays and tuples, and structs of these whose type is in \
    the same `#[jacobian] mod`; numbers in another struct are named, `wrt(p.x, p.y)`; a slice or an alias of a list needs \
    `dim(x = 6)`, a type parameter the bound `Real` or `scalar(T = f64)`";
pub(crate) const TWO_SCALARS: &str = "cannot differentiate with two generic scalars\n\
    help: use one type parameter with the bound `Real` throughout";
pub(crate) const LITERAL_OF_GENERIC: &str = "a literal is no number of a generic scalar\n\
    help: write `T::from_f64(2.0)`, with the type parameter in place of `T`";
pub(crate) const UNSAFE: &str = "cannot differentiate an `unsafe` function\n\
    help: call it from a safe function, and attribute that";
pub(crate) const ASYNC: &str = "cannot differentiate an `async` function\n\
    help: move the arithmetic into a plain function, and attribute that";
pub(crate) const VARIADIC: &str = "cannot differentiate a variadic function\n\
    help: take a slice and say its length with `dim(x = 6)`";
pub(crate) const FREE_TWICE: &str = "the functions for this method have the names of those for another one\n\
    help: methods of types of other crates get free functions; give these another name, `#[jacobian(prefix = other)]`";
pub(crate) const IMPL_OF_ALL: &str = "cannot add functions to every type that this `impl` is for\n\
    help: choose one, `scalar(T = Body)` with the parameter of the `impl` for `T`, or write a function that calls this method and attribute that one";
pub(crate) const NOT_A_FUNCTION: &str = "`#[jacobian]` found something that is not a function\n\
    help: put it on a `fn` with a body, on an `impl` or a trait, or on a module written out in place";
pub(crate) const TORN_WIDTHS: &str = "cannot tell which numbers of this function are `f32` and which are `f64`\n\
    help: give a suffix to literals that meet `f32`, `0.5_f32`, also where a variable of a loop begins, `let mut sum = 0.0_f32`";
pub(crate) const MIXED_SCALARS: &str = "the independents are of several scalar types\n\
    help: name those of one type with `wrt(..)`";
pub(crate) const SELF_AS_INDEPENDENT: &str = "cannot take derivatives with respect to `self` as a whole\n\
    help: name its fields, as in `wrt(self.a, self.b)`, and the lengths of arrays with `dim(self.b = 3)`";
pub(crate) const STRUCT_UPDATE: &str = "cannot see the fields behind `..` in this struct literal\n\
    help: list every field by its name, start from a struct literal of this function, or put the type and what is behind \
    `..` into one `#[jacobian] mod` with this function";
pub(crate) const UNEQUAL_PARTS: &str = "the elements of the returned array have different shapes\n\
    help: return a tuple, or elements of equal lengths";
pub(crate) const TOO_DEEP: &str = "this function is nested too deeply to expand\n\
    help: bind inner expressions with `let`";
pub(crate) const TOO_LONG: &str = "this statement is too long to expand\n\
    help: split it into several `let` statements, or write a loop";

pub(crate) const INTERNAL: &str = "the expansion failed by a mistake of its own\n\
    help: please report this function; the function itself is unchanged";

/// An expansion that does not compute the derivative.
pub(crate) fn unproved(place: &str) -> String {
    format!(
        "the expansion failed by a mistake of its own: a derivative is wrong, and nothing was generated ({place})\n\
         help: please report this function with its attribute, by which the proof fails again; until then, \
         another order may help, as in `order = reverse`"
    )
}

pub(crate) const INTEGER_TYPE: &str = "cannot see the type of this integer, which decides what is left of it\n\
    help: write the type, as in `0_usize..3` or `let n: i32 = 3`";

pub(crate) const NOT_SPELLED: &str = "cannot ask this of active values: it cannot stand in a condition\n\
    help: compare numbers; for lists use `any`, `all`, `count` or `fold`";

pub(crate) const NOT_DIFFERENTIATED: &str = "cannot differentiate this expression\n\
    help: use arithmetic, `f64` methods, indexing, arrays and tuples";

/// Values at the ends of arms that cannot be joined.
pub(crate) fn cannot_join(found: &str) -> String {
    format!(
        "the arms of this branch end with {found}, which cannot depend on a condition\nhelp: move it out of the branch"
    )
}

/// A condition of some other type.
pub(crate) fn not_a_condition(found: &str) -> String {
    format!("expected a condition, found {found}\nhelp: compare, as in `x > 0.0`")
}

/// A scrutinee that has no patterns.
pub(crate) fn fields_of_other_type(name: &str) -> String {
    format!("these are not the fields of `{name}`\nhelp: give each field that it declares, once")
}

pub(crate) fn not_matchable(found: &str) -> String {
    format!(
        "cannot match on {found}\nhelp: match on an inactive value, on a number, or on conditions such as \
         `(x > 0.0, y > 0.0)`"
    )
}

pub(crate) fn not_a_scalar(found: &str) -> String {
    format!(
        "expected a floating-point value, found {found}\nhelp: write integers as `2.0`, and index arrays"
    )
}

pub(crate) const UNCLEAR_DEREF: &str = "cannot tell whether this is a struct, whose operator is called, or what its `Deref` gives\n\
     help: write the field, `a.0`, or call the method, `a.deref()`; for the struct behind a reference, bind \
     it with `let`";

pub(crate) fn operator_not_defined(operator: &str, found: &str) -> String {
    if found.contains("struct") {
        return format!(
            "cannot apply `{operator}` to {found}\n\
             help: put the type, the `impl` of its operator and this function into one `#[jacobian] mod`, or write the operation out on the fields"
        );
    }
    format!(
        "cannot apply `{operator}` to {found}\nhelp: operators work on floating-point values, element by element"
    )
}

pub(crate) fn not_indexable(found: &str) -> String {
    format!("cannot index {found}\nhelp: only arrays and slices of known length have elements")
}

pub(crate) fn not_iterable(found: &str) -> String {
    format!(
        "cannot unroll a loop over {found}\n\
         help: loop over a constant range `0..N` or an array of known length, as `dim(..)` says of slices; where only run \
         time knows the length, attribute a function of one term and loop over its Jacobians, or give the whole a `rule(..)`"
    )
}

pub(crate) fn no_such_field(found: &str) -> String {
    format!(
        "found no such field in {found}\nhelp: tuples have fields `.0`, `.1`, up to their length less one"
    )
}

pub(crate) fn wrong_arity(method: &str, expected: usize, found: usize) -> String {
    format!(
        "`{method}` takes {expected} arguments, found {found}\nhelp: call it as `f64` declares it"
    )
}

pub(crate) fn cast_not_supported(target: &str, found: &str) -> String {
    format!(
        "cannot cast {found} to `{target}` in an active expression\n\
         help: active values cast to `f32`, `f64` and integers, and known integers to types that hold them"
    )
}

pub(crate) fn pattern_does_not_fit(found: &str) -> String {
    format!(
        "this pattern does not fit {found}\nhelp: names, `_`, tuples and slices of fixed length are accepted"
    )
}

pub(crate) fn pattern_length(expected: usize, found: usize) -> String {
    format!(
        "this pattern has {expected} parts, the value has {found}\nhelp: name every part, or end with `..`"
    )
}

pub(crate) fn not_wrapped(variant: &str) -> String {
    format!(
        "the result is not written as `{variant}(..)`\nhelp: end the function with `{variant}(value)`"
    )
}

pub(crate) fn result_does_not_fit(declared: usize, found: usize) -> String {
    format!(
        "the declared result has {declared} scalars, the returned value {found}\nhelp: make the two agree"
    )
}

pub(crate) fn unrolls_too_far(spent: usize, limit: usize) -> String {
    format!(
        "this function unrolls to more than {limit} operations (stopped at {spent})\n\
         help: raise the limit with `unroll = N`, or differentiate the loop body alone"
    )
}

pub(crate) fn shape_too_large(count: usize, limit: usize) -> String {
    format!(
        "this type has {count} scalars, more than the {limit} operations that a function may unroll to\n\
         help: raise the limit with `unroll = N`, or differentiate a smaller block"
    )
}

pub(crate) fn aggregate_too_large(limit: usize) -> String {
    format!(
        "this value has more than {limit} parts, the number of operations that a function may unroll to\n\
         help: raise the limit with `unroll = N`, or differentiate a smaller block"
    )
}

pub(crate) const TOO_MANY_LENGTHS: &str = "these are more lengths than an array has dimensions\n\
    help: at most 16 are accepted";

pub(crate) fn named_twice(name: &str) -> String {
    format!("`{name}` is named twice among the independents\nhelp: name each independent once")
}

pub(crate) fn not_a_count(option: &str) -> String {
    format!("`{option}` must be a whole number\nhelp: write it as digits, as in `{option} = 5000`")
}

pub(crate) const RESERVED: &str = "this name is one that generated code uses for itself\n\
    help: rename it; reserved are `__fma`, `__elemental` and names that start with `__chunk_`";

pub(crate) fn no_such_parameter(name: &str) -> String {
    format!("found no parameter named `{name}`\nhelp: name a parameter of this function")
}

/// A type in `scalar(..)` that the function does not mention.
pub(crate) fn no_such_type_parameter(name: &proc_macro2::Ident) -> String {
    format!("found no type parameter named `{name}`\nhelp: name a type parameter of this function")
}

pub(crate) fn part_of_independent(path: &str, root: &str, unseen: Option<String>) -> String {
    if let Some(ty) = unseen {
        let field = path.rsplit('.').next().unwrap_or(path);
        return format!(
            "cannot take derivatives with respect to `{path}`: the type `{ty}` in `{root}` is not in view\n\
             help: put the definition of `{ty}` into the `#[jacobian] mod`, or pass these numbers as a list of \
             their own, `{field}: &[f64]`"
        );
    }
    format!(
        "cannot take derivatives with respect to `{path}`, a part of the array or tuple `{root}`\n\
         help: name the whole of it, `wrt({root})`"
    )
}

pub(crate) fn field_without_dim(name: &str) -> String {
    format!(
        "`{name}` is an independent without a length, so it is taken for a scalar\n\
         help: say its length with `dim({name} = 3)`"
    )
}

/// The literal of a struct that implements `Drop`.
pub(crate) fn runs_when_dropped(name: &str) -> String {
    format!(
        "`{name}` runs code when it is dropped, and this code is not followed\n\
         help: write what its `drop` does as a method, and call it where the value ends; or compute with the numbers \
         themselves, without the struct"
    )
}

pub(crate) fn method_of_fields(place: &str) -> String {
    format!(
        "cannot follow the active fields of `{place}` into this method\n\
         help: put the type, its `impl` and this function into one `#[jacobian] mod`, or write its body inline, on the \
         fields themselves"
    )
}

pub(crate) fn not_an_independent(name: &str) -> String {
    format!(
        "cannot take derivatives with respect to `{name}`: its type has no known shape\n\
         help: use `f64`, arrays or tuples of it, say the length with `dim({name} = 6)`, or name fields, `wrt({name}.a)`"
    )
}

pub(crate) fn bounds_not_seen(name: &str) -> String {
    format!(
        "found no floating-point parameter: `{name}` is not known to be a scalar here\n\
         help: say it, `scalar({name} = f64)`, with `#[jacobian]` on the `impl` or the module around as well; or write \
         `where {name}: Real` on the method; an alias needs `dim(x = 6)`"
    )
}

pub(crate) fn length_not_known(length: &str) -> String {
    format!(
        "the length `{length}` is not known at expansion\nhelp: give its value with `const({length} = 6)`"
    )
}

/// A result that may fail, by a name that does not say it.
pub(crate) fn result_behind_alias(found: &str) -> String {
    format!(
        "found a result of type `{}` that may fail, but cannot see what the type stands for\n\
         help: write it out, `Result<f64, Error>` or `Option<f64>`, so that the generated functions fail as well, or put the \
         alias and this function into one `#[jacobian] mod`",
        spelled(found)
    )
}

/// A type as its author would write it.
fn spelled(found: &str) -> String {
    found
        .replace("& ", "&")
        .replace(" < ", "<")
        .replace(" >", ">")
}

pub(crate) fn order_does_not_fit(reason: &str) -> String {
    format!(
        "this order does not fit this function: {reason}\nhelp: leave `order` out, or search again"
    )
}

pub(crate) fn batch_impossible(reason: &str) -> String {
    format!(
        "`batch` cannot put this function into lanes: {reason}\nhelp: functions of `f64` that cannot fail are accepted, with \
         parameters as independents; leave `batch` out, or wrap it in such a function"
    )
}

pub(crate) fn struct_impossible(reason: &str) -> String {
    format!(
        "`as` cannot make a struct of this function: {reason}\nhelp: leave `as` out, or wrap it in a plain function"
    )
}

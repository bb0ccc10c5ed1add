//! Messages about parameters: variables, lengths and outputs.

pub(crate) const NO_RESULT: &str = "this function returns nothing to differentiate\n\
    help: return `f64`, an array or a tuple, or write to a `&mut [f64; N]` parameter";

/// What no number has, on a variable that an option takes for one.
pub(crate) fn of_unseen_type(what: &str, (path, ty): (&str, &str), field: Option<&str>) -> String {
    let field = field.map_or_else(String::new, |field| {
        format!("name the field that is a variable, `wrt({path}.{field})`; or ")
    });
    format!(
        "the type `{ty}` of `{path}` is not in view, so the variable is taken for a number, which has no {what}\n\
         help: {field}put the definition of `{ty}`, with what the function calls, into the `#[jacobian] mod`, and name its \
         numbers by `wrt({path})`; or pass its numbers as `f64`, or name other variables"
    )
}

/// How the message about a parameter of any type begins, if nothing is a number.
pub(crate) const UNCHOSEN: &str =
    "found no floating-point parameter to differentiate with respect to: `";

/// No parameter is a number, but one may be of any type with a trait.
pub(crate) fn any_type_unchosen(
    name: &str,
    bounds: &impl ToString,
    option: &str,
    types: &[String],
) -> String {
    let bounds = bounds.to_string().replace(" :: ", "::");
    let help = match types {
        [] => format!(
            "choose one, `#[jacobian(scalar({option} = Body))]`, and put it, the trait, its `impl` and this function into one \
             `#[jacobian] mod`"
        ),
        [first] => format!("choose one, `#[jacobian(scalar({option} = {first}))]`"),
        [first, others @ ..] => {
            let others = others.join("`, `");
            format!("choose one, `#[jacobian(scalar({option} = {first}))]` or `{others}`")
        }
    };
    format!(
        "{UNCHOSEN}{name}` may be of any type with the trait `{bounds}`\n\
         help: {help}: then all its numbers are variables"
    )
}

/// No parameter is a number, but fields of a struct out of sight are read. `list` is one with an
/// index.
pub(crate) fn fields_not_in_view(fields: &str, list: Option<&str>) -> String {
    let lengths = list.map(|list| format!(", dim({list} = 3)"));
    format!(
        "found no floating-point parameter to differentiate with respect to\n\
         help: name the fields that are variables, `#[jacobian(wrt({fields}){})]`; or put the type, its `impl` and this \
         function into one `#[jacobian] mod`: then all its numbers are",
        lengths.unwrap_or_default()
    )
}

/// The variables by default are not used, but fields are. `list` is a field with an index.
pub(crate) fn variables_not_used(unused: &str, fields: &str, list: Option<&str>) -> String {
    let lengths = list.map(|list| format!(", dim({list} = 3)"));
    format!(
        "this function does not use `{unused}`, so all derivatives are zero\n\
         help: name the fields that are variables, `#[jacobian(wrt({fields}){})]`",
        lengths.unwrap_or_default()
    )
}

/// A field of a generic type out of sight, for example a quantity with a unit.
pub(crate) fn no_number_in_view(path: &str, ty: &str) -> String {
    format!(
        "cannot differentiate by `{path}`, because its type `{ty}` is not in view and is no other name of a number\n\
         help: differentiate a function that takes and gives numbers, and make `{ty}` of them where it is called; or put the \
         definition of `{ty}`, with its operators, into the `#[jacobian] mod`"
    )
}

/// No parameter is a number, but some are vectors or matrices. `lengths` are those to give.
pub(crate) fn lengths_not_given(lengths: &str) -> String {
    format!(
        "found no floating-point parameter to differentiate with respect to: nothing says the lengths of the vectors and matrices\n\
         help: give them, `#[jacobian(dim({lengths}))]`"
    )
}

/// An array of ndarray of an unknown number of dimensions.
pub(crate) fn dimensions_not_in_view(name: &str) -> String {
    format!(
        "cannot follow `{name}`, because its type does not say that it has one dimension or two\n\
         help: write `{name}: &Array1<f64>` or `{name}: &Array2<f64>` of ndarray, views of them, or `&ArrayBase<S, Ix1>`; a \
         function of all elements may take `{name}: &[f64]`"
    )
}

/// No parameter is a number, but there are lists in structs.
pub(crate) fn lengths_in_fields(options: &str) -> String {
    format!(
        "found no floating-point parameter to differentiate with respect to: the lengths of lists are not known\n\
         help: give them, and integers that go with them, `#[jacobian({options})]`; for other calls the generated functions \
         panic"
    )
}

/// No parameter is a number, and one has a type that is not in view, or an enum.
pub(crate) fn type_not_in_view(name: &str, ty: &str, is_enum: bool) -> String {
    let help = if is_enum {
        format!(
            "differentiate a function of the numbers in its variants, and call it behind the `match` on `{name}`"
        )
    } else {
        format!(
            "put `{ty}` and this function into one `#[jacobian] mod`, where it may be another name, `type {ty} = f64;`, or a \
             struct of numbers; or say `wrt({name})` if it is another name of a number, `dim({name} = 6)` of a list, or name its fields \
             that are variables, `wrt({name}.x)`"
        )
    };
    let found = if is_enum {
        "is an enum"
    } else {
        "is not in view"
    };
    format!(
        "found no floating-point parameter to differentiate with respect to: the type `{ty}` of `{name}` {found}\n\
         help: {help}"
    )
}

/// A parameter of an unrecognized type that is used like a number. A vector or matrix needs
/// `lengths`.
pub(crate) fn shape_unknown(name: &str, known: &[String], lengths: Option<&str>) -> String {
    let known = known.join(", ");
    if let Some(lengths) = lengths {
        return format!(
            "cannot tell whether `{name}` is a variable to differentiate by\n\
             help: if it is constant input, list the variables without it, `wrt({known})`; if it is a variable, list it and give \
             its lengths, `wrt({known}, {name}), dim({name} = {lengths})`"
        );
    }
    format!(
        "the type of `{name}` is not recognized, yet it is indexed or used in arithmetic\n\
         help: if it is constant input, list the variables without it, `wrt({known})`; if it is a variable, list it, \
         `wrt({known}, {name})`, with `dim({name} = 6)` beside that if it is a list"
    )
}

/// A slice of numbers, beside the variables that are known.
pub(crate) fn slice_unknown(name: &str, known: &[String], lengths: &str) -> String {
    let help = if known.is_empty() {
        format!(
            "if it is, give its length with `dim({name} = {lengths})`; if it is constant input, list the variables with `wrt(..)`"
        )
    } else {
        let known = known.join(", ");
        format!(
            "if it is constant input, list the variables without it, `wrt({known})`; if it is a variable, list it and give \
             its length, `wrt({known}, {name}), dim({name} = {lengths})`"
        )
    };
    format!(
        "cannot tell whether the slice `{name}` is a variable to differentiate by\nhelp: {help}"
    )
}

pub(crate) fn length_of_integer(name: &str) -> String {
    format!(
        "`dim` gives lengths, and `{name}` is an integer\n\
         help: give the value that it has in what is generated, `const({name} = 3)`"
    )
}

pub(crate) fn constant_of_followed(path: &str) -> String {
    format!(
        "`{path}` belongs to what is differentiated or written, so `const(..)` cannot give its value\n\
         help: name the floating-point fields one by one, `wrt(b.x, b.y)`, beside `const({path} = 3)`"
    )
}

pub(crate) fn constant_may_change(path: &str, root: &str) -> String {
    format!(
        "`{path}` may change, because `{root}` is mutable, so neither `const(..)` nor `dim(..)` can be about it\n\
         help: make `{root}` a shared reference, or take the field as a parameter of its own"
    )
}

pub(crate) fn given_length_changes(list: &str) -> String {
    format!(
        "the length of `{list}` changes in this function, so `dim(..)` cannot give it\n\
         help: leave the parameter as it is, and change a list of the function, `let mut list = {list}.to_vec();`"
    )
}

pub(crate) fn output_not_mutable(root: &str) -> String {
    format!(
        "`{root}` is no `&mut` reference, so the caller does not see its fields change\n\
         help: name fields of `&mut self` or of a `&mut` parameter"
    )
}

pub(crate) fn reference_not_output(name: &str) -> String {
    format!(
        "an active value is assigned through `{name}`, which refers to data that is no output\n\
         help: list the field that it is in, `#[jacobian(of(self.p))]`, with `dim(self.p = 3)` if it is a list, and its \
         derivatives are the last rows; or assign to a copy, `let mut p = self.p.clone()`, of a struct or of a list with `dim`"
    )
}

/// A method changes a struct that has numbers in some of its fields only.
pub(crate) fn fields_not_output(path: &str, fields: &[String]) -> String {
    let fields = fields.join(", ");
    format!(
        "an active value may be assigned to a field of `{path}`, which is no output\n\
         help: list those that change, `#[jacobian(of({fields}))]`, and their derivatives are the last rows; a list needs \
         its length as well, `dim(..)`"
    )
}

/// `const(N = 3)` about a type parameter, for example `N: Dim`.
pub(crate) fn constant_is_type(name: &str, value: i128) -> String {
    format!(
        "`{name}` is a type parameter, and `const` gives values\n\
         help: give it a type, `scalar({name} = nalgebra::U{value})` for a dimension of nalgebra"
    )
}

/// A long list, for example a delay line, is listed as an output.
pub(crate) fn too_many_rows(path: &str, count: usize, limit: usize) -> String {
    format!(
        "`{path}` has {count} numbers, and each of them is a row of the Jacobian: a field may have {limit}\n\
         help: attribute a function of the numbers that are read and written, \
         `fn mix(delayed: f64, input: f64) -> (f64, f64)`, and index the list around its call; or give a shorter length, \
         or raise the limit with `unroll = {}`",
        count.saturating_mul(super::BRANCH)
    )
}

/// `rule(name)` about something that is no parameter.
pub(crate) fn supplied_unknown(name: &str) -> String {
    format!(
        "`{name}` is neither a parameter of this function nor a method or a field of one\n\
         help: `rule({name})` asks the caller for the derivative of a parameter that is a function, or of one object's method, \
         `rule(model.rate)`; give the derivative of another function, `rule({name}(x) => ..)`"
    )
}

pub(crate) fn supplied_types(name: &str) -> String {
    format!(
        "cannot see which arguments `{name}` takes\n\
         help: write their types and that of the result, `rule({name}(x: f64) -> f64)`, or put the trait or the struct and \
         this function into one `#[jacobian] mod`"
    )
}

pub(crate) fn supplied_count(name: &str, count: usize) -> String {
    format!(
        "`{name}` takes {count} arguments\n\
         help: name all of them, `_` for one that is never active, or none, `rule({name})`"
    )
}

pub(crate) fn supplied_result(name: &str) -> String {
    format!(
        "cannot tell how many numbers `{name}` gives\n\
         help: its result may be `f64`, an array, a tuple, or a struct of these; give the length of a `Vec`, `dim({name} = 3)`; \
         in other cases write the rule, `rule({name}(x) => {name}_prime(x))`, with `{name}_prime` as a parameter"
    )
}

pub(crate) fn supplied_nothing(name: &str) -> String {
    format!(
        "no argument of `{name}` is made of floating-point numbers, so it has no derivative\n\
         help: leave `rule({name})` out; a call without active arguments needs no rule"
    )
}

pub(crate) const SUPPLIED_ARGUMENT: &str = "this argument is active, and the derivative that the caller gives has no partial by it\n\
    help: name the argument in the rule, `rule(f(t, y))` instead of `rule(f(t, _))`; its type must be `f64`, an array, a tuple, \
    a slice, or a struct of these";

pub(crate) fn supplied_changes(name: &str) -> String {
    format!(
        "the object of `{name}` is replaced in this function, so one derivative from the caller does not do\n\
         help: use another variable for the other object, and name both, `rule(a.rate, b.rate)`"
    )
}

pub(crate) const SUPPLIED_OUTPUT: &str = "cannot follow what the function writes to this argument\n\
    help: pass a `&mut` reference to an array or a `Vec` of known length, `f(t, &y, &mut dy)` behind `let mut dy = [0.0; 2];`";

/// A const parameter of type `bool`.
pub(crate) fn flag_not_known(name: &str) -> String {
    format!(
        "the flag `{name}` is not known at expansion\n\
         help: give its value with `const({name} = true)`"
    )
}

pub(crate) fn part_of_matrix(path: &str, root: &str) -> String {
    format!(
        "cannot take derivatives with respect to `{path}`, a part of `{root}`, whose type has the name of one of nalgebra\n\
         help: name the whole of it, `wrt({root})`; if the type is not nalgebra's, put its `use other::Vector3` or its \
         definition into the attributed module"
    )
}

pub(crate) const LENGTHS_AND_ELEMENTS: &str = "expected lengths, and at most one shape for all elements behind them\n\
    help: `[2, { w: 3 }]` are two structs with three numbers each, and `[{ w: 3 }, { w: 2 }]` gives \
    the lengths of each one";

/// A result that is no number, nor made of numbers.
pub(crate) fn result_type(found: &str) -> String {
    let found = super::spelled(found);
    let help = if ["Fn (", "FnMut (", "FnOnce ("]
        .iter()
        .any(|name| found.contains(name))
    {
        "attribute a function of the closure's arguments as well, as in `fn f(k: f64, x: f64) -> f64 { \
         make(k)(x) }`; closures that helpers return are followed"
    } else if found.contains("Iterator<") {
        "collect the items, as in `.collect::<Vec<f64>>()`; iterators that helpers return are followed"
    } else {
        "return `f64`, or an array, `Vec`, tuple or struct with it, in `Result` or `Option` if need be"
    };
    format!("cannot differentiate a result of type `{found}`\nhelp: {help}")
}

pub(crate) const PER_POINT_WITHOUT_NAMES: &str = "expected `per_point(...)`\n\
    help: name the parameters of which each point has its own, `batch(per_point(t, y))`";

pub(crate) fn per_point_twice(name: &str) -> String {
    format!("`{name}` is named twice in `per_point`\nhelp: name each parameter once")
}

/// A variable or an output in `per_point(..)`.
pub(crate) fn per_point_already(name: &str) -> String {
    format!(
        "each point has its own `{name}` already, because it is a variable or an output\n\
         help: leave it out of `per_point`; if it is data, list the variables without it: `wrt(..)`"
    )
}

pub(crate) fn field_per_point(path: &str) -> String {
    format!(
        "`{path}` is no parameter, so it is the same for all points\n\
         help: take the number of each point as a parameter, and name that"
    )
}

pub(crate) fn no_numbers_per_point(name: &str) -> String {
    format!(
        "`{name}` cannot be another one for each point, because it is not made of a known number of `f64`\n\
         help: take `f64` or an array of them, and convert it in the function, as in `n as usize` or `kind == 1.0`; give a \
         slice its length, `dim({name} = 3)`"
    )
}

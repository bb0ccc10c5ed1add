//! Messages about closures, functions, references and iterator chains. For the form see `messages`.

pub(crate) const OUTPUT_IN_OPAQUE: &str = "cannot follow an output into code that is not differentiated\n\
    help: compute a value there, and assign it to `y[i]`, `y.0` or `*y`";
pub(crate) const RECURSION: &str = "this function calls itself, and no end is known at expansion\n\
    help: let a known integer decide, `if n == 0 { 1.0 } else { x * power(x, n - 1) }`, or write a `for` over a constant range; \
    where only run time knows the end, give the most calls inside of each other: `recursion = 2` is enough for a \
    reflection, `gamma(1.0 - x)`, and for functions that call each other once; else give more, such as `recursion = 20`";
/// Each level of recursion is code of its own.
pub(crate) fn recursion_too_far(limit: usize) -> String {
    format!(
        "with `recursion = {limit}` this function is too long or too deeply nested to expand\n\
         help: each call inside of another is code of its own, so give the least limit that is enough: `recursion = 2` is \
         for a reflection, `gamma(1.0 - x)`, and for functions that call each other once"
    )
}
pub(crate) const LEAVES_INLINED: &str = "this would leave the function that the inlined one is called from\n\
    help: bind what stands before `?` with a `let` of its own, and give a closure its type, `|x| -> Option<f64> { .. }`";
pub(crate) const CLOSURE_KEEPS_STATE: &str = "cannot follow a `move` closure that changes what it has taken with it\n\
    help: leave out `move`, so that it changes the variable itself";
pub(crate) const CLOSURE_WITH_STATE_COPIED: &str = "a copy of this `move` closure would change a state of its own\n\
    help: call it by its name or borrow it, `&mut step`, or leave out `move`";
pub(crate) const MOVED_THEN_CHANGED: &str = "cannot change a variable of which a `move` closure has a copy\n\
    help: copy it into a variable of its own for the closure";
pub(crate) const REFERENCE_LOST: &str = "this refers to a variable that is out of scope\n\
    help: declare the variable before the reference";
pub(crate) const FILTER_AT_RUN_TIME: &str = "cannot count items where a condition that only run time knows leaves some out\n\
    help: most methods of iterators may follow `filter`, but `zip` pairs what it leaves only with a list of known length; \
    `collect` one of the two, or choose in the closure";
pub(crate) const LENGTH_OF_ARRAY: &str = "cannot tell the length of the array that this list becomes\n\
    help: name the array, as in `<[f64; 3]>::try_from(list)`, or `let a: [f64; 3] = list.try_into().unwrap();`";

/// `Array3::from_shape_fn(..)` of ndarray.
pub(crate) const MANY_DIMENSIONS: &str = "cannot follow arrays of three dimensions and more\n\
    help: keep matrices in a list, `Vec<Array2<f64>>`, or take nested arrays, `[[[f64; 2]; 2]; 2]`";

pub(crate) const BACKWARDS: &str = "cannot follow a slice of a matrix of ndarray that runs backwards\n\
    help: slice vectors backwards, `a.row(0).slice(s![..;-1])`, or take the rows in the other order, `a.rows().into_iter().rev()`";

/// A method of a type of another crate that the prelude does not have.
pub(crate) fn method_of_crate_type(method: &syn::Ident, ty: &str) -> String {
    format!(
        "cannot follow the method `{method}` of `{ty}`\n\
         help: write it with elements, fields, operators or other methods of the type, as in `a.iter().sum::<f64>()`"
    )
}

/// `<[f64; 3]>::try_from(list)` of a list of another length.
pub(crate) fn array_of_list(found: &str) -> String {
    format!(
        "{found} never becomes an array of this length\n\
         help: take a part of this length, as in `<[f64; 3]>::try_from(&list[..3])`"
    )
}
pub(crate) fn tuple_length_not_known(name: &str) -> String {
    format!(
        "cannot tell how many items `{name}` puts together\n\
         help: take the tuples apart in a pattern, as in `.{name}().map(|(a, b)| a * b)`, or write the number of items, \
         `{name}::<(_, _)>()`"
    )
}
pub(crate) fn lengths_differ(left: usize, right: usize) -> String {
    format!(
        "lists of {left} and of {right} items differ in length, so `zip_eq` panics\n\
         help: give both the same length, for example by `dim`, or use `zip`"
    )
}
pub(crate) fn part_method(name: &str) -> String {
    format!(
        "cannot follow `{name}` of a list whose length only run time knows\n\
        help: its items, `len`, `is_empty`, `get`, `to_vec`, an index `w[i]` and, of a `Vec`, `push`, `extend`, `retain`, `reverse`, `truncate` and `clear` are known, and its elements change by `&mut y[..k]` only; \
        for others give the list a known length, `&x[i..i + 2]` or `dim(..)`, or loop over its indices"
    )
}
pub(crate) const NOTHING_FOUND: &str = "there is no such item, so that this would panic\n\
    help: positions run from 0 to the length less one";
pub(crate) const NOT_CALLABLE: &str = "expected a closure or a function that can be inlined\n\
    help: write a closure, the name of one, or a method such as `f64::max`";
pub(crate) const LENGTH_OF_FROM_FN: &str = "cannot see the length of this array\n\
    help: write `array::from_fn::<_, 3, _>(..)`, or give the variable a type such as `[f64; 3]`";

pub(crate) const EXPORTED_METHOD: &str = "cannot export a method\n\
    help: export its type, `#[jacobian(export(impl))]`, and the `impl`, `#[jacobian(export)]`, or the module around them";
pub(crate) const EXPORTED_ITEM: &str = "cannot export this item by itself\n\
    help: export functions, structs, enums and their `impl`s, or the module around: `#[jacobian(export)] mod m { .. }`";
pub(crate) const EXPORT_LISTS_IMPLS: &str = "only a struct or an enum has a list of what it exports\n\
    help: write `#[jacobian(export)]`";
pub(crate) const EXPORT_LIST: &str = "cannot read the list of exported `impl`s\n\
    help: write `export(impl, Add, Mul<f64>, Mul<Pose> for f64)`: `impl` for the methods, and each trait whose `impl` \
    says `#[jacobian(export)]`";
pub(crate) const EXPORT_ALONE: &str = "a type has no other option than `export`\n\
    help: put the option on the functions that should have a Jacobian";
pub(crate) const NOTHING_ATTRIBUTED: &str = "no method of this `impl` takes and gives floating-point numbers\n\
    help: put `#[jacobian(..)]` on those that should have a Jacobian";
pub(crate) const NOTHING_SERVED: &str = "no function of this module takes and gives floating-point numbers\n\
    help: put `#[jacobian(..)]` on those that should have a Jacobian";

pub(crate) const NO_METHOD_SERVED: &str = "no method of this `impl` takes and gives floating-point numbers and has the parameters that the options name\n\
    help: put `#[jacobian(..)]` on the methods that should have a Jacobian";
pub(crate) const NOTHING_PROVIDED: &str = "no default method of this trait takes and gives floating-point numbers\n\
    help: put the trait and its `impl`s into one `#[jacobian] mod`, or `#[jacobian]` on each `impl`";
pub(crate) const NOT_COMPARABLE: &str = "cannot tell whether a type overrides this method, because its value cannot be compared\n\
    help: put the trait and its `impl`s into one `#[jacobian] mod`, or `#[jacobian]` on each `impl`; alone, a default \
    method takes numbers, arrays and shared references, and returns numbers, arrays or tuples of them";
pub(crate) const BATCH_IN_TRAIT: &str = "cannot generate `batch` for a method that types elsewhere may override\n\
    help: put the trait and its `impl`s into one `#[jacobian] mod`, or leave `batch` out";
pub(crate) const DISPATCH_IN_TRAIT: &str = "cannot generate `dispatch` for a method that types elsewhere may override\n\
    help: put the trait and its `impl`s into one `#[jacobian] mod`, or leave `dispatch` out";
pub(crate) const METHOD_WITHOUT_BODY: &str = "this method has no body here, and no type in view implements the trait\n\
    help: put the trait and its `impl`s into one `#[jacobian] mod`, or `#[jacobian]` on each `impl`";

pub(crate) const ITERATOR_LEFT: &str = "cannot follow how far this iterator has come\n\
    help: begin a new one from the array, as in `x.iter().find(..)`; `next` and `nth` are followed";
pub(crate) const SORTING: &str = "cannot sort active values by this function, because it changes variables or calls closures\n\
    help: compare in the closure itself, as in `sort_by(|a, b| a.total_cmp(b))`";

pub(crate) const CARRIED: &str = "cannot follow an active value through an error\n\
    help: compute with the value itself, before it goes into the error; errors are followed if they hold numbers and other \
    primitive values only";

pub(crate) fn method_of_dereferenced(name: &str) -> String {
    format!(
        "cannot tell which `{name}` is meant: the type and what its `Deref` gives both have this method\n\
         help: call `{name}` without the star for the method of the type; for the other one, take the value out by a \
         method, as `into_inner` does for units of nalgebra"
    )
}

pub(crate) fn hidden_method(name: &syn::Ident) -> String {
    format!(
        "cannot tell which `{name}` is meant: a trait has this method, and so has the type itself, or an iterator, and \
         they do not do the same\n\
         help: name the one that is meant, `Trait::{name}(&a)` or `Type::{name}(&a)`, or give one of them another name"
    )
}

pub(crate) fn several_bodies(name: &str) -> String {
    format!(
        "several methods `{name}` fit, for values and for references, and they do not do the same\n\
         help: let one call the other, as in `fn {name}(self, other: &V) -> V {{ (*self).{name}(*other) }}`, give \
         an inherent method another name than that of a trait, or name the type of each in a function of its own"
    )
}

pub(crate) fn not_maybe(method: &str, found: &str) -> String {
    format!(
        "expected an `Option` or a `Result` before `{method}`, found {found}\n\
         help: bind it with `let`, and give the variable its type; if a rule gives it, write `=> Some(..)` or `=> Ok(..)` there"
    )
}

pub(crate) fn method_of_maybe(method: &syn::Ident, found: &str, known: &[&str]) -> String {
    let near = super::nearest::by_distance(&method.to_string(), known);
    format!(
        "cannot follow the method `{method}` of {found} with an active value\n\
         help: known methods, nearest by name: `{}`, `{}`, `{}`; `match` takes any apart",
        near[0], near[1], near[2]
    )
}

pub(crate) fn option_of_functions(option: &str, shared: &[&str]) -> String {
    format!(
        "the option `{option}` is about one function\nhelp: write it on that function; a module takes {}",
        shared.join(", ")
    )
}

pub(crate) fn not_ordered(found: &str) -> String {
    format!(
        "cannot take the least or greatest of {found}\n\
         help: fold floating-point values, as in `.fold(f64::INFINITY, f64::min)`"
    )
}

pub(crate) fn wrong_arguments(function: &str, expected: usize, found: usize) -> String {
    format!(
        "this {function} takes {expected} arguments, found {found}\nhelp: call it with as many as it declares"
    )
}

pub(crate) fn several_methods(name: &str, count: usize) -> String {
    if count == 1 {
        return format!(
            "the method `{name}` is followed for numbers only, and an argument here is none\n\
             help: a type parameter with operators is taken for the scalar; write out what the method does, or give the type of the argument an `impl` of its own"
        );
    }
    format!(
        "cannot tell which of {count} methods `{name}` is called, because the type of an argument is not in view\n\
         help: bind the argument with `let`, and give the variable its type"
    )
}

pub(crate) fn renamed_export(path: &str, module: &str) -> String {
    format!(
        "the exported module `{module}` has no item of the name `{path}`\n\
         help: in `use(..)`, name the module, or an item by the name that it has there"
    )
}

pub(crate) fn ambiguous_export(path: &str) -> String {
    format!(
        "the exported module has several items of the name `{path}`\n\
         help: in `use(..)`, name the item by its path from the exported module"
    )
}

/// Methods that make a list longer.
pub(crate) const GROWING: &[&str] = &[
    "push",
    "push_back",
    "insert",
    "extend",
    "extend_from_slice",
    "append",
];

/// `ty` is the type of the object, if the signature says it.
pub(crate) fn method_of_opaque(
    method: &syn::Ident,
    found: &str,
    (ty, rule): (Option<&str>, &str),
) -> String {
    if GROWING.iter().any(|name| method == name) {
        return format!(
            "cannot put an active value into `{found}`, a list whose elements are not known at expansion\n\
             help: begin the list in this function, `let mut list = Vec::new();`, or copy one whose length `dim(..)` gives, \
             `let mut list = {found}.to_vec();`"
        );
    }
    let rule = match ty {
        Some(_) => format!("`{rule}`"),
        None => format!("`{rule}` with the type of `{found}`"),
    };
    format!(
        "cannot follow an active value into the method `{method}` of `{found}`, which is not active\n\
         help: give its derivative, {rule}, write out what the method does, or put the type, its `impl` and this function \
         into one `#[jacobian] mod`"
    )
}

/// The object is of any type that implements a trait. `types` are those in view that do. A method
/// that gives nothing back has no `rule`.
pub(crate) fn method_of_any(
    method: &syn::Ident,
    found: &str,
    (of_trait, parameter, rule): (&str, Option<&str>, Option<&str>),
    types: &[String],
) -> String {
    let choices = types.iter();
    let name = parameter.unwrap_or("M");
    let choices = choices.map(|ty| format!("`scalar({name} = {ty})`"));
    let choices = choices.collect::<Vec<_>>().join(" or ");
    let choice = match (parameter, choices.as_str()) {
        (Some(_), "") => format!(
            "put the trait and its `impl`s into one `#[jacobian] mod` with this function, and choose one, `scalar({name} = Type)`"
        ),
        (Some(_), choices) => format!("choose one, {choices}"),
        (None, "") => format!(
            "take it as a parameter `&{name}` with `{name}: {of_trait}`, in one `#[jacobian] mod` with the `impl`s, and choose \
             one of these types, `scalar({name} = Type)`"
        ),
        (None, choices) => format!(
            "take it as a parameter `&{name}` with `{name}: {of_trait}`, and choose one of these types, {choices}"
        ),
    };
    let is_place = |letter: char| letter.is_alphanumeric() || letter == '.' || letter == '_';
    let by_caller = if found.chars().all(is_place) && rule.is_some() {
        format!(
            "let the caller give its derivative, `rule({found}.{method})`: the generated functions then take one more parameter, \
             `{method}_prime`; or "
        )
    } else {
        String::new()
    };
    let by_trait = rule.map(|rule| format!("; or let the trait give it, `{rule}`"));
    let by_trait = by_trait.unwrap_or_default();
    format!(
        "cannot follow an active value into the method `{method}` of `{found}`, which may be of any type with the trait \
         `{of_trait}`\n\
         help: {by_caller}{choice}{by_trait}"
    )
}

pub(crate) fn method_of_list(method: &syn::Ident, found: &str, known: &[&str]) -> String {
    let near = super::nearest::by_distance(&method.to_string(), known);
    format!(
        "cannot follow the method `{method}` of {found}\n\
         help: methods of iterators and arrays are known, nearest by name: `{}`, `{}`, `{}`; \
         `fold` takes any closure, `f64::max` too",
        near[0], near[1], near[2]
    )
}

/// `collect` where types of the module may be what is collected into.
pub(crate) const COLLECTED_TYPE: &str = "cannot see what these items are collected into, and types here have a `from_iter` of their own\n\
    help: name the type at the call, `.collect::<Vec<f64>>()`, or call `Path::from_iter(items)`";

/// `collect` into a type that may leave out items, or take them in another order.
pub(crate) fn collected_into(name: &str) -> String {
    format!(
        "cannot see what `{name}` makes of these items\n\
         help: collect them into a `Vec`; or put the type, with its `from_iter`, into the attributed module"
    )
}

pub(crate) fn changed_by_text(name: &str) -> String {
    format!(
        "this may change `{name}` while text is made of it, and the change would be lost\n\
         help: compute the value before, `let v = ..;`, and write `v` into the text"
    )
}

/// Code that is not followed may change a variable that is.
pub(crate) fn changed_unseen(name: &str) -> String {
    format!(
        "this may change `{name}`, which is active, and nobody sees how\n\
         help: put what it does into the function, as assignments to `{name}`, or into a function with a `rule(..)` that returns the new value"
    )
}

/// A value that was taken for one of the type of the caller.
pub(crate) const UNEQUAL_LENGTHS: &str = "cannot tell the lengths of these values: what is declared for them has others\n\
    help: name the type where a value is made, `Vector::<2>::ones()`, or give the variable its type, `let v: Vector<2> = ..`";

pub(crate) fn of_type_parameter(path: &syn::Path) -> String {
    if let Some(name) = path.get_ident() {
        return format!(
            "cannot tell what `{name}` is in this call, because nothing here says the type of the object with its arguments\n\
             help: give the parameters of the attributed function and `impl` their values, `const({name} = 3)`, or declare the type of the object, `Grid<3, 2>`"
        );
    }
    let path = quote::quote!(#path).to_string().replace(' ', "");
    format!(
        "only the type arguments of the call say what `{path}` is\n\
         help: give it as an argument, or let a method give it, `fn count(&self) -> usize`"
    )
}

/// A `use` in a function, of a type that has the name of one in the module.
pub(crate) fn import_hides(name: &str) -> String {
    format!(
        "this `use` hides `{name}` of the module around\n\
         help: write the whole path where it is used, or move the `use` to the module"
    )
}

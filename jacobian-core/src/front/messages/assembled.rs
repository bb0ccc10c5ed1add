//! Messages about `assemble`: loops over elements.

pub(crate) const ASSEMBLE_FREE_FUNCTION: &str = "`assemble` makes a system of a free function without generics\n\
    help: write the loops in a function of their own, `fn residual(u: &[f64], h: f64, r: &mut [f64])`, with fields as \
    parameters";
pub(crate) const ASSEMBLE_PARAMETER: &str = "`assemble` needs a name for each parameter\n\
    help: take the parameter apart in the body";
pub(crate) const ASSEMBLE_NO_UNKNOWNS: &str = "no parameter of this function is a list of unknowns\n\
    help: take them as a slice, `u: &[f64]` or `u: &[[f64; 3]]`";
pub(crate) const ASSEMBLE_NO_ROWS: &str = "no row of a system is written in this function\n\
    help: write residuals to a parameter, `r: &mut [f64]`, or to a list that is returned, `let mut r = vec![0.0; n];`";
pub(crate) const ASSEMBLE_WRT: &str = "expected the names of lists\n\
    help: `wrt(u)`, where `u` is a slice of unknowns";
pub(crate) const ASSEMBLE_INDEX: &str = "this index depends on unknowns, so the pattern would change with them\n\
    help: choose by something that is known when the system is built; for one function of a fixed size, use \
    `#[jacobian]` without `assemble`";
pub(crate) const ASSEMBLE_CARRIED: &str = "this value depends on unknowns and outlives its block, so it belongs to no element\n\
    help: add to rows instead, `r[i] += ..`, or declare the variable in the block where it is changed; where a condition \
    without unknowns decides, write `s += if i > 0 { u[i - 1] } else { 0.0 };`";
pub(crate) const ASSEMBLE_VALUE: &str = "cannot make an element of this expression of unknowns\n\
    help: arithmetic, functions of numbers, `if` and local variables are taken; call another function by `use(name)`, \
    if it has `#[jacobian(export)]`";
pub(crate) const ASSEMBLE_KNOWN_CHOICE: &str = "this condition depends on no unknown, so it decides between kinds of elements\n\
    help: write it around the rows, `if i == 0 { r[i] = ..; } else { r[i] = ..; }`; only a read may be chosen inside of \
    an expression, `if i == 0 { 0.0 } else { u[i - 1] }`";
pub(crate) const ASSEMBLE_ACTIVE_BRANCH: &str = "this condition depends on unknowns, so the rows that it writes would change with them\n\
    help: write the row in any case, `r[i] = if u[i] > 0.0 { .. } else { .. };`";
pub(crate) const ASSEMBLE_BLOCK: &str = "cannot take statements in a branch that unknowns decide\n\
    help: compute before the `if` what its branches need, so that each is one expression";
pub(crate) const ASSEMBLE_POWER: &str = "this exponent is not written as a number\n\
    help: `u[i].powi(3)`, or `u[i].powf(p)` for an exponent that is known at run time";
pub(crate) const ASSEMBLE_CLOSURE: &str = "this closure does more than to choose an unknown\n\
    help: a closure such as `|i: usize| if i == 0 { 0.0 } else { u[i - 1] }` is taken; write its arithmetic where it is \
    called";
pub(crate) const ASSEMBLE_LOOP: &str = "this loop runs over unknowns or rows\n\
    help: loop over their numbers, `for i in 0..u.len()`, and read `u[i]`";
pub(crate) const ASSEMBLE_STATEMENT: &str = "cannot record this statement\n\
    help: loops, `if` and `match` whose heads depend on no unknown, local variables, and rows, `r[i] = ..`, are taken";
pub(crate) const ASSEMBLE_WRITE: &str = "a list of the system is changed in another way than by its rows\n\
    help: `r[i] = ..`, `r[i] += ..`, `r[i] -= ..` for rows, and `r.fill(0.0)` before them; unknowns stay as they are";
pub(crate) const ASSEMBLE_ROW_IS_READ: &str = "a row is read, and its value depends on unknowns of other elements\n\
    help: keep what you need in a local variable, and write it to both places";
pub(crate) const ASSEMBLE_LEAVES: &str = "cannot record a function that ends before its last line\n\
    help: put what follows into an `else`, or leave a loop by `break`";

pub(crate) fn assemble_list(name: &str) -> String {
    format!(
        "`{name}` depends on unknowns, and here is room for what is known when the system is built\n\
         help: of a list read single elements, `{name}[i]`, or its length, `{name}.len()`"
    )
}

pub(crate) fn assemble_which(name: &proc_macro2::Ident) -> String {
    format!(
        "several slices could be the unknowns\n\
         help: name them, `assemble, wrt({name})`"
    )
}

pub(crate) fn assemble_unknowns(name: &proc_macro2::Ident) -> String {
    format!(
        "`{name}` cannot be a list of unknowns\n\
         help: a list of unknowns is a slice, `{name}: &[f64]` or `{name}: &[[f64; 3]]`"
    )
}

pub(crate) fn assemble_no_parameter(name: &proc_macro2::Ident) -> String {
    format!(
        "`{name}` is no parameter of this function\n\
         help: `wrt(..)` names slices of unknowns"
    )
}

pub(crate) fn assemble_option(option: &proc_macro2::Ident) -> String {
    format!(
        "`{option}` has no meaning beside `assemble`, which makes a system of many elements\n\
         help: leave it out; the builder of the system has a layout and threads, and `jacobian_assembly` assembles \
         normal equations and Hessians from a function of one element"
    )
}

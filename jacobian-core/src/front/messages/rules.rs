//! Messages about rules, residuals, and functions that are not in view. For the form see
//! `messages`.

pub(crate) const RULE_MALFORMED: &str = "this is no rule\n\
    help: write `rule(f(x) => partial)`, `rule(f(x, y) => (by_x, by_y))`, or for several results `=> [(by_x, by_y), ..]` \
    or `=> ((by_x, by_y), ..)`, and `=> Some(..)` or `=> Ok(..)` for one that may fail, with one partial for each \
    argument, and `_` for an argument that is never active; for lists, the types and one Jacobian, \
    `rule(f(x: &[f64; 3]) -> [f64; 2] => f_jacobian(x))`; \
    `f` is the path of a function, `Type::method(self, x)`, `self.field.method(x)` or `(self.closure)(x)`";
pub(crate) const IMPLICIT_MALFORMED: &str = "this is no residual\n\
    help: write a closure of the result that is zero at the solution, `implicit(solve(p, q) => |y| y * y - p * q)`, or \
    `|[y, z]| [first, second]` for several unknowns";
pub(crate) const IMPLICIT_LOOPS: &str = "cannot differentiate a residual with a loop that run time ends\n\
    help: give the loop a known count, or give the partials of the solver by `rule(..)`; branches and loops over constant \
    ranges are known";
pub(crate) const RULE_ARGUMENT: &str = "the rule of this function has no partial for this active argument\n\
    help: name the argument in the rule; if it is a list or a struct, write the types, and give the Jacobian, \
    `rule(f(x: &[f64; 3]) -> [f64; 2] => f_jacobian(x))`";
pub(crate) const UNKNOWN_FUNCTION: &str = "cannot differentiate a call of a function that only run time knows\n\
    help: call it through a field or a parameter, for which the caller gives the derivative, `rule(self.f)`, or choose \
    among functions that are seen, `match k { 0 => f64::sin, _ => f64::cos }`";
pub(crate) const RULE_LENGTH: &str = "only run time knows how many numbers this argument has, so they have no columns\n\
    help: let the rule say that it is never active, `_x: &[f64]`, or pass an array of known length";
pub(crate) const RULE_OBJECT: &str = "the object of this call is active, and its rule has no partial by it\n\
    help: give the rule to a function of the active fields and the arguments, and call that";

pub(crate) fn several_rules(method: &str, types: &[String]) -> String {
    let types: Vec<String> = types.iter().map(|name| format!("`{name}`")).collect();
    format!(
        "cannot tell which rule this is: {} have one for `{method}`\n\
         help: write the type at the call, as in `Type::{method}(&object, x)`",
        types.join(" and ")
    )
}

/// `path` is a function of a library that has the same name.
pub(crate) fn call_known_by_path(name: &str, path: &str) -> String {
    format!(
        "cannot tell which function `{name}` is\n\
         help: call it by its path, `{path}(..)`, attribute the module with its `use`, or give its derivative, \
         `rule({name}(x) => ..)`"
    )
}

/// A function whose body is not seen.
pub(crate) fn opaque_call(rule: &str) -> String {
    format!(
        "cannot differentiate a call of this function\n\
         help: put it into this crate or into a `#[jacobian] mod` with this function, name it in `use(..)` \
         if it is exported, give its derivative as a function of yours, `{rule}`, or make the arguments inactive with `wrt(..)`"
    )
}

/// Second derivatives of `callee`, whose partials are not followed because of `reason`.
pub(crate) fn partial_not_followed(callee: &str, reason: &str) -> String {
    format!("second derivatives of `{callee}`: {reason}")
}

pub(crate) const PARTIAL_NOT_SEEN: &str = "its second partials are not known\n\
    help: give it a `rule(..)` of your own, whose partials are arithmetic of the arguments or calls of functions with rules, or \
    leave `hessian` and `hvp` out";
pub(crate) const PARTIAL_LEAVES: &str = "a partial is a number, so it cannot leave the function\n\
    help: compute the number in every case, for example `unwrap_or(f64::NAN)`";

/// A function in a partial whose body is not seen.
pub(crate) fn opaque_in_partial(callee: &str, rule: &str) -> String {
    format!(
        "cannot differentiate the call of `{callee}` in its partials\n\
         help: give the partials of `{callee}` as well, `{rule}`, put it into the same `#[jacobian] mod`, so that its body is \
         seen, or leave `hessian` and `hvp` out"
    )
}

/// A closure in a field.
pub(crate) fn call_of_field(field: &str, rule: &str) -> String {
    format!(
        "cannot differentiate a call of `{field}`, which may be any function\n\
         help: give its derivative, `{rule}`, or let the caller give it, `rule({field}(x: f64) -> f64)`: the generated \
         functions then take one more parameter"
    )
}

/// A function or closure that the caller gives.
pub(crate) fn call_of_parameter(name: &str) -> String {
    format!(
        "cannot differentiate a call of the parameter `{name}`, which may be any function\n\
         help: let the caller give its derivative as well, `rule({name})`: the generated functions then take one more parameter, \
         `{name}_prime`; or call a function whose body is seen"
    )
}

/// A function of the caller's whose result holds a type parameter, `ControlFlow<B>`.
pub(crate) fn result_of_any_type(name: &str, ty: &str) -> String {
    format!(
        "cannot tell whether `{name}` gives numbers, because `{ty}` may be any type\n\
         help: choose a type that certainly holds none, as in `scalar({ty} = ())`, for which derivatives are generated; or let it \
         give numbers, with their derivative by `rule({name})`"
    )
}

/// Inside of a trait, where `self` may be of any type.
pub(crate) fn required_method(method: &syn::Ident) -> String {
    format!(
        "cannot follow an active value into the method `{method}`, which each type has its own of\n\
         help: put the trait and its `impl`s into one `#[jacobian] mod`, so that each type gets derivatives of its own; or give the \
         trait a method for the derivative, `fn {method}_prime(&self, x: f64) -> f64`, and a rule, \
         `rule(self.{method}(x) => self.{method}_prime(x))`; or let the caller give it, `rule(self.{method})`"
    )
}

/// A rule with types that do not say how many numbers there are.
pub(crate) fn rule_types(callee: &str) -> String {
    format!(
        "cannot tell how many numbers `{callee}` takes and gives\n\
         help: write the type of each argument and of the result, `rule(f(t: f64, y: &[f64; 2]) -> [f64; 2] => \
         f_jacobian(t, y))`; `_name: usize` is never active, and a list that is returned has its length in the rule, \
         `-> [f64; 2]`"
    )
}

//! Messages about derivatives that a function does not have.

pub(crate) fn gradient_of_several(n_rows: usize) -> String {
    format!(
        "a gradient is that of one number, and this function computes {n_rows}\n\
         help: for the product of a vector with the Jacobian, `w J`, write `vjp`; for a gradient, return one number, \
         for example a sum of squares"
    )
}

// The option that asks for second derivatives is `hessian` or `hvp`.

pub(crate) fn hessian_of_ruled(option: &str) -> String {
    format!(
        "cannot differentiate twice: this function makes a call of which only the first partials are known\n\
         help: these are functions with types in their `rule`, or whose derivative the caller gives, eigenvalues \
         and singular values, and lists of a length that only run time knows; write the call out, so that its arithmetic is seen, or \
         put it into a function of numbers with a `rule(f(x) => ..)`, or leave `{option}` out"
    )
}

pub(crate) fn hessian_of_two_widths(option: &str) -> String {
    format!(
        "cannot differentiate a function twice that mixes `f32` and `f64`\n\
         help: compute in one of the two, or leave `{option}` out"
    )
}

pub(crate) const LOSS_WITHOUT_FUNCTION: &str = "expected `loss = ...`\n\
    help: name a function of the squared norm that returns the loss and its derivative, `loss = huber(1.5)`";
pub(crate) const LOSS_NOT_NAMED: &str = "a loss is named, with its parameters if it has some\n\
    help: write it as a function, `fn my_loss(s: f64) -> (f64, f64)`, and name it, `loss = my_loss`, or `loss = huber(1.5)`";
pub(crate) const WEIGHTS_IN_ATTRIBUTE: &str = "the weights are passed in the call, so that they may vary\n\
    help: write the word alone, `normal(diagonal)`; the generated functions take `weights`";
pub(crate) const NORMAL_TWICE: &str = "the weights and the loss are given once each\n\
    help: keep one of them";
pub(crate) const NORMAL_OF_ONE: &str = "normal equations are those of a list of residuals, and this function returns one number\n\
    help: for its derivatives write `gradient` or `hessian`; if the number is a residual, return `[f64; 1]`";
pub(crate) const NORMAL_OF_TWO_WIDTHS: &str = "cannot form normal equations of a function that mixes `f32` and `f64`\n\
    help: compute in one of the two, or leave `normal` out";

pub(crate) fn normal_too_large(n_products: usize, limit: usize) -> String {
    format!(
        "the normal equations add up {n_products} products, more than the {limit} operations that `unroll` allows\n\
         help: allow more with `unroll = {n_products}`, or multiply the sparse Jacobian where it is used"
    )
}

pub(crate) fn loss_names_variable(name: &str) -> String {
    format!(
        "the parameters of a loss are constant, and `{name}` is a variable of the Jacobian\n\
         help: pass it as a parameter that is not in `wrt`"
    )
}

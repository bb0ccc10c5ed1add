//! Messages about derivatives that a function does not have.

pub(crate) fn gradient_of_several(n_rows: usize) -> String {
    format!(
        "a gradient is that of one number, and this function computes {n_rows}\n\
         help: for the product of a vector with the Jacobian, `w J`, write `vjp`; for a gradient, return one number, \
         for example a sum of squares"
    )
}

pub(crate) const HESSIAN_NOT_OF_NUMBERS: &str = "a Hessian needs a result of numbers alone, in known places\n\
    help: leave `hessian` out, or return the numbers from a function of their own";
pub(crate) const HESSIAN_OF_RULED: &str = "cannot differentiate twice: this function makes a call of which only the first partials are \
    known\n\
    help: these are functions with a `rule` or `implicit`, special functions, solves and decompositions, and lists of a length \
    that only run time knows; write the call out, so that its arithmetic is seen, or leave `hessian` out";
pub(crate) const HESSIAN_OF_TWO_WIDTHS: &str = "cannot differentiate a function twice that mixes `f32` and `f64`\n\
    help: compute in one of the two, or leave `hessian` out";

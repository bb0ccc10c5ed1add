//! Messages about derivatives that a function does not have.

pub(crate) fn gradient_of_several(n_rows: usize) -> String {
    format!(
        "a gradient is that of one number, and this function computes {n_rows}\n\
         help: for the product of a vector with the Jacobian, `w J`, write `vjp`; for a gradient, return one number, \
         for example a sum of squares"
    )
}

//! Messages about distributions of statrs. For the form see `messages`.

use std::fmt::Display;

pub(crate) fn no_closed_form(method: &dyn Display, distribution: &str) -> String {
    format!(
        "the derivative of `{method}` by a parameter of `{distribution}` has no closed form\n\
         help: make that parameter inactive, `#[jacobian(wrt(..))]`, or put the call into a function of your own and give \
         its derivative, `rule(..)`"
    )
}
pub(crate) fn distribution_method(
    method: &dyn Display,
    distribution: &str,
    known: &[&str],
) -> String {
    format!(
        "the derivative of the method `{method}` of `{distribution}` is not known\n\
         help: make the parameters of the distribution inactive, `#[jacobian(wrt(..))]`, or use one of {}",
        known
            .iter()
            .map(|name| format!("`{name}`"))
            .collect::<Vec<_>>()
            .join(", ")
    )
}

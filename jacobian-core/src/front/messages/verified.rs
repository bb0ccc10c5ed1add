//! Messages about the option `verify`.

pub(crate) fn verify_impossible(reason: &str) -> String {
    format!(
        "`verify` cannot compare this function with itself: {reason}\nhelp: leave `verify` out, or wrap the function in a \
         plain one of numbers, arrays and shared references, and verify that"
    )
}

pub(crate) fn verify_beside(option: &str) -> String {
    format!(
        "`verify` does not see what `{option}` generates\nhelp: verify the Jacobian by an attribute of its own beside this \
         one, `#[jacobian(verify, prefix = verified)]`"
    )
}

pub(crate) const VERIFY_FUSED: &str = "`verify` compares values bit by bit, and `value = fused` rounds them differently\n\
    help: leave `value = fused` out while you verify";

//! What a user reads who asks for what is not there: one case for each sentence of the front.
//!
//! ```text
//! ui/attribute   options, parameters named, what the attribute stands on
//! ui/signature   parameters and results
//! ui/body        expressions and statements
//! ```
//!
//! The texts beside the cases are for the pinned toolchain; `TRYBUILD=overwrite` writes them again,
//! and every difference is to be read: is it at the offending expression, does it say what to write
//! instead? That no sentence lacks a case is checked in tests/tidy.rs.

#[test]
fn refusals_are_said_at_the_offending_expression() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/attribute/*.rs");
    cases.compile_fail("tests/ui/signature/*.rs");
    cases.compile_fail("tests/ui/body/*.rs");
}

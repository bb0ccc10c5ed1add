//! Recursion: a function that calls itself is inlined until a known number ends it, or until a
//! limit that the user gives.
//!
//! ```text
//! fn agm(a: f64, b: f64) -> f64 {
//!     if (a - b).abs() < 1e-12 { a } else { agm(0.5 * (a + b), (a * b).sqrt()) }
//! }
//!
//! recursion = 2      if .. { a } else { if .. { v4 } else { if .. { v8 } else { panic!(..) } } }
//! ```
//!
//! A call that run time decides on is inside of a branch of the call before it. Only such calls
//! count, so a limit does not cut off what a known number ends. The panic is in the value path,
//! where the user's own function goes on: the documentation of the option says so.

use quote::{ToTokens, quote};

use crate::front::flow::branch::DEEPEST;
use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::value::found::{Found, Stop};
use crate::front::value::function::FunctionId;

/// Calls of one function inside of each other. Recursion that people write for known numbers, for
/// example over the digits or the coefficients of something, is far from it.
const DEEPEST_RECURSION: usize = 200;

impl<M: Machine> Lowering<M> {
    /// Stops before a call that goes too deep.
    pub(crate) fn check_recursion(
        &mut self,
        id: &FunctionId,
        name: &str,
        at: &impl ToTokens,
    ) -> Found<()> {
        let calls = self.frames.calls.iter().zip(&self.frames.depths);
        let running: Vec<usize> = calls
            .filter(|(running, _)| *running == id)
            .map(|(_, depth)| *depth)
            .collect();
        let depth = self.writer.builder.depth();
        let depths = running.iter().chain([&depth]);
        let decided = depths.clone().zip(depths.skip(1));
        let n_decided = decided.filter(|(outer, inner)| inner > outer).count();
        if n_decided > 0 {
            self.writer.recursion = self.given.recursion;
            // A function that calls itself twice has 2^n such calls. Each takes far longer to
            // expand than the few operations in it.
            if !self.writer.spend(messages::BRANCH, at) {
                return Err(Stop);
            }
        }
        if let Some(limit) = self.given.recursion
            && n_decided > limit
        {
            self.writer.at_run_time()?;
            let message = format!(
                "{name} calls itself more than {limit} times inside of itself, the limit `recursion = {limit}` of #[jacobian]"
            );
            self.writer
                .keep_statement(quote!(::core::panic!(#message);), &[])?;
            return self.fail().map(drop);
        }
        // A branch inside of the call would be one more.
        let is_deep = !running.is_empty() && depth + 1 >= DEEPEST;
        if running.len() > DEEPEST_RECURSION || is_deep {
            self.writer.at_run_time()?;
            // The calls beside this one would go as deep again, each twice as often.
            self.writer.exhausted = true;
            let message = match self.given.recursion {
                Some(limit) if n_decided > 1 => messages::recursion_too_far(limit),
                _ => messages::RECURSION.to_owned(),
            };
            return self.writer.refuse(at, &message);
        }
        Ok(())
    }
}

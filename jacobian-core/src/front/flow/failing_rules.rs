//! Rules of functions that may fail: `rule(log(x) => Some(1.0 / x))`.
//!
//! ```text
//! log(a)        called = log(v3)
//!               match called {
//!                   Some(inside) => v4 = inside, with the partial 1.0 / v3
//!                   None         => nothing, and no partial is computed
//!               }
//! ```

use quote::{ToTokens, quote};
use syn::Ident;

use crate::interface::{Head, Wrapper};

use crate::front::flow::machine::Machine;
use crate::front::names::rule_calls::{Inside, Passed};
use crate::front::names::state::Lowering;
use crate::front::value::Inactive;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::maybe::{Carried, Maybe};

/// The results at a place, with the partials by some arguments.
type Results<'a, M> = dyn Fn(&mut Lowering<M>, Inactive, &Passed) -> Found<Value> + 'a;

impl<M: Machine> Lowering<M> {
    /// The result at a place, with its partials where it is there. The error may hold numbers of
    /// the arguments, whose derivatives are not known.
    pub(crate) fn result_if_there(
        &mut self,
        (wrapper, kind): (Wrapper, Inside),
        place: Inactive,
        passed: &Passed,
        at: &impl ToTokens,
        result: &Results<'_, M>,
    ) -> Found<Value> {
        let mut values = passed.values.iter();
        let carried = if values.any(|value| self.is_active_value(value)) {
            Carried::Lost
        } else {
            Carried::Nothing
        };
        if kind == Inside::OfAnyType {
            // Such a part may be of any type, so it cannot be what a branch gives. It is read from
            // a variable, which has the default of its type where the value is missing.
            let maybe = self.maybe_of(place, wrapper)?.carrying(carried.clone());
            let Value::Inactive(inside) = &maybe.inside else {
                return Err(Stop);
            };
            let present = |run: &mut Self| result(run, inside.clone(), passed);
            let absent = |run: &mut Self| result(run, inside.clone(), &Passed::default());
            let inside = self.if_present(&maybe, &present, &absent, at)?;
            return Ok(maybe.with(inside).into_value());
        }
        let [inside, error] = ["inside", "error"].map(|name| {
            let name = Ident::new(name, proc_macro2::Span::call_site());
            self.writer.fresh(&name).into_token_stream()
        });
        let patterns = match wrapper {
            Wrapper::Option => vec![quote!(Some(#inside)), quote!(None)],
            Wrapper::Result | Wrapper::Plain => vec![quote!(Ok(#inside)), quote!(Err(#error))],
        };
        let present = |run: &mut Self| {
            let place = Inactive {
                tokens: inside.clone(),
                mentions: Vec::new(),
            };
            Ok(Maybe::there(wrapper, result(run, place, passed)?).into_value())
        };
        let absent = |_: &mut Self| {
            let missing = match wrapper {
                Wrapper::Option => Maybe::nothing(),
                Wrapper::Result | Wrapper::Plain => {
                    Maybe::failed(&error, Vec::new()).carrying(carried.clone())
                }
            };
            Ok(missing.into_value())
        };
        let head = Head::Match(place.tokens.clone(), patterns);
        self.branch(head, place, &[&present, &absent], at)
    }
}

//! Joins of an `Option` or a `Result`: the answer and the number inside are joined one by one.
//!
//! ```text
//! Some(v7) here, None there         inside v12 = join [v7, 0.0], the answer `met_1`: Some(()) here, None there
//! Some(v7) here, Some(v9) there     inside v12 = join [v7, v9], and it is there
//! Ok(v7) here, `self.last` there    the user's own is taken apart in its arm
//! ```
//!
//! Invariant: the number that fills the place of a missing one is zero and has no derivatives.

use proc_macro2::TokenStream;
use quote::quote;

use crate::interface::Wrapper;

use crate::front::flow::join::Meeting;
use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::value::maybe::{Maybe, Presence, group_after};
use crate::front::value::parts::Meanings;
use crate::front::value::{Inactive, Value};

impl Meeting {
    pub(crate) fn merge_maybes<M>(&self, lowering: &mut Lowering<M>, meanings: Meanings) -> Value {
        let wrapper = meanings.iter().flatten().find_map(|value| match value {
            Value::Maybe(maybe) => Some(maybe.wrapper),
            _ => None,
        });
        let Some(wrapper) = wrapper else {
            return Value::Poison;
        };
        let outside = lowering.writer.builder.region();
        let mut maybes: Vec<Option<Maybe>> = Vec::new();
        for (meaning, arm) in meanings.into_iter().zip(self.arms()) {
            maybes.push(match meaning {
                None => None,
                Some(Value::Maybe(maybe)) => Some((*maybe).clone()),
                Some(Value::Inactive(kept)) => {
                    lowering.writer.builder.enter(*arm);
                    let maybe = lowering.maybe_of(kept, wrapper);
                    lowering.writer.builder.enter(outside);
                    Some(maybe)
                }
                Some(other) => {
                    let message = messages::cannot_join(&other.describe());
                    return lowering.writer.refuse(self.at(), &message);
                }
            });
        }
        let inside = self.merge_inside(lowering, &maybes);
        if matches!(inside, Value::Poison) {
            return Value::Poison;
        }
        let presence = self.merge_presence(lowering, wrapper, &maybes);
        presence.map_or(Value::Poison, |presence| {
            let merged = Maybe {
                wrapper,
                presence,
                inside,
                carries: maybes.iter().flatten().any(|maybe| maybe.carries),
            };
            merged.into_value()
        })
    }

    fn merge_inside<M>(&self, lowering: &mut Lowering<M>, maybes: &[Option<Maybe>]) -> Value {
        let insides = || maybes.iter().flatten().map(|maybe| &maybe.inside);
        let only_rustc_knows =
            insides().all(|inside| matches!(inside, Value::Inactive(_) | Value::Unassigned));
        let fill = |maybe: &Maybe| match &maybe.inside {
            Value::Unassigned if only_rustc_knows => Value::Inactive(Inactive {
                tokens: quote!(::core::default::Default::default()),
                mentions: Vec::new(),
            }),
            inside => inside.clone(),
        };
        if insides().all(|inside| matches!(inside, Value::Unassigned)) {
            return Value::Unassigned;
        }
        let meanings = maybes.iter().map(|maybe| maybe.as_ref().map(fill));
        self.merge_filled(lowering, meanings.collect())
    }

    /// The answer for all arms; nothing after a mistake.
    fn merge_presence<M>(
        &self,
        lowering: &mut Lowering<M>,
        wrapper: Wrapper,
        maybes: &[Option<Maybe>],
    ) -> Option<Presence> {
        let known = || maybes.iter().flatten();
        let first = known().next()?;
        if known().all(|maybe| lowering.is_same_presence(maybe, first)) {
            return Some(first.presence.clone());
        }
        let never = |maybe: &Maybe| matches!(maybe.presence, Presence::Never(..));
        let all_fail = wrapper == Wrapper::Result && known().all(never);
        let spell = |maybe: &Maybe| {
            let (tokens, mentions) = match &maybe.presence {
                Presence::Always => {
                    let variant = maybe.variant();
                    (quote!(#variant(())), Vec::new())
                }
                Presence::Never(spelled, mentions) => {
                    let error = group_after(spelled, "Err").filter(|_| all_fail);
                    let none = (wrapper == Wrapper::Option).then(|| quote!(None));
                    let tokens = error.or(none).unwrap_or_else(|| spelled.clone());
                    (tokens, mentions.clone())
                }
                Presence::Asked(answer) => (answer.clone(), Vec::new()),
            };
            Value::Inactive(Inactive { tokens, mentions })
        };
        let meanings = maybes.iter().map(|maybe| maybe.as_ref().map(spell));
        match self.declare(lowering, meanings.collect()) {
            Value::Inactive(Inactive { tokens, .. }) if all_fail => {
                Some(Presence::Never(quote!(Err(#tokens)), Vec::new()))
            }
            Value::Inactive(Inactive { tokens, .. }) => Some(Presence::Asked(tokens)),
            _ => None,
        }
    }
}

impl<M> Lowering<M> {
    /// Whether two answers are one, and stand in the region that is written now.
    fn is_same_presence(&self, a: &Maybe, b: &Maybe) -> bool {
        let is_one = |a: &TokenStream, b: &TokenStream| {
            a.to_string() == b.to_string() && self.is_declared_here(a)
        };
        match (&a.presence, &b.presence) {
            (Presence::Always, Presence::Always) => true,
            (Presence::Never(..), Presence::Never(..)) if a.wrapper == Wrapper::Option => true,
            (Presence::Never(a, mentions), Presence::Never(b, _)) => {
                mentions.is_empty() && is_one(a, b)
            }
            (Presence::Asked(a), Presence::Asked(b)) => is_one(a, b),
            _ => false,
        }
    }

    pub(crate) fn is_same_maybe(&self, a: &Maybe, b: &Maybe) -> bool {
        let both_empty = matches!(
            (&a.inside, &b.inside),
            (Value::Unassigned, Value::Unassigned)
        );
        a.wrapper == b.wrapper
            && self.is_same_presence(a, b)
            && (both_empty || self.is_same(&a.inside, &b.inside))
    }
}

//! A branch: the user's conditions around arms that assign joins and their partials.
//!
//! ```text
//! let [v9, v20, v21] = if v3 > 1.0 {
//!     let v7 = v3.ln();                value, and its partials by the values alive at the entry
//!     let v15 = 1.0 / v3;
//!     [v7, v15, 0.0]
//! } else {
//!     let v8 = v3 * v5;
//!     [v8, v5, v3]
//! };
//! ```
//!
//! Invariant: an arm assigns everything, in the same order, or leaves the function.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::interface::{Head, Opaque};
use crate::ir::{Branch, BranchId, RegionId, ValueId};
use crate::plan::{Atom, Term};
use crate::schedule::{Output, ScheduledBranch};
use crate::spelling;

use super::body::Body;
use super::{chunks, statement};

/// The branch as a statement.
pub(crate) fn emit(body: &Body<'_>, id: BranchId) -> TokenStream {
    let (branch, scheduled) = (body.view.code.branch(id), body.view.schedule.branch(id));
    let arms = (0..branch.arms().len()).map(|arm| Arm::of(body, branch, scheduled, arm));
    let arms: Vec<Arm<'_>> = arms.collect();
    // What leaves the function has no type, so rustc needs the other arm beside it.
    let all_end = arms.iter().all(|arm| arm.handed.is_some());
    let arms: Vec<TokenStream> = arms.iter().map(Arm::emit).collect();
    let names: Vec<_> = scheduled
        .defines(branch)
        .iter()
        .map(|id| spelling::value(*id))
        .collect();
    let (head, declared) = head(body, branch);
    let choice = match condition_of_build(head).filter(|_| all_end) {
        Some(asked) => choice_of_build(&asked, &arms),
        None => choice(head, &arms),
    };
    let assigned = match names.as_slice() {
        [] => choice,
        [name] => quote!(let #name = #choice;),
        names => quote!(let [#(#names),*] = #choice;),
    };
    quote!(#(let mut #declared;)* #assigned)
}

/// The conditions, and the variables of the user's types that the arms assign.
fn head<'a>(body: &Body<'a>, branch: &Branch) -> (&'a Head, &'a [Ident]) {
    if branch.is_preaccumulation() {
        return (&Head::Always, &[]);
    }
    match &body.interface.opaques[branch.head().0 as usize] {
        Opaque::Branch { head, declared } => (head, declared),
        _ => unreachable!("invariant: the head of a branch holds its conditions"),
    }
}

/// The condition of `if cfg!(..)`.
fn condition_of_build(head: &Head) -> Option<TokenStream> {
    let Head::If(condition) = head else {
        return None;
    };
    let call: syn::Macro = syn::parse2(condition.clone()).ok()?;
    call.path.is_ident("cfg").then_some(call.tokens)
}

/// The arm that exists in a build. The other one may name items that do not exist in it.
fn choice_of_build(asked: &TokenStream, arms: &[TokenStream]) -> TokenStream {
    let [then, otherwise] = arms else {
        unreachable!("invariant: an `if` has two arms");
    };
    quote!({
        #[cfg(#asked)]
        {
            #then
        }
        #[cfg(not(#asked))]
        {
            #otherwise
        }
    })
}

fn choice(head: &Head, arms: &[TokenStream]) -> TokenStream {
    match (head, arms) {
        (Head::If(condition), [then, otherwise]) if otherwise.is_empty() => {
            quote!(if #condition { #then })
        }
        (Head::If(condition), [then, otherwise]) => {
            quote!(if #condition { #then } else { #otherwise })
        }
        (Head::Match(scrutinee, patterns), arms) => {
            quote!(match #scrutinee { #(#patterns => { #arms })* })
        }
        (Head::Always, [arm]) => quote!({ #arm }),
        (Head::Always | Head::If(_), _) => {
            unreachable!("invariant: an `if` has two arms, a part of the computation one")
        }
    }
}

/// The expression that one arm gives for an output.
enum Handed<'a> {
    Value(ValueId),
    Sum(&'a [Term]),
}

struct Arm<'a> {
    body: Body<'a>,
    /// The outputs in order. There are none if the arm leaves the function.
    handed: Option<Vec<Handed<'a>>>,
}

impl<'a> Arm<'a> {
    fn of(
        outer: &Body<'a>,
        branch: &'a Branch,
        scheduled: &'a ScheduledBranch,
        index: usize,
    ) -> Self {
        let region: RegionId = branch.arms()[index];
        let arm = outer.arms.get(region);
        let hand = |output: &Output| match output {
            Output::Slot(slot) => branch.slots()[*slot].results[index].map(Handed::Value),
            Output::Partial(partial) => {
                let partial = &branch.partials()[*partial];
                branch.slots()[partial.slot].results[index]?;
                let entry = arm.and_then(|arm| arm.entry(partial.slot, partial.source));
                Some(Handed::Sum(entry.map_or(&[], |entry| entry.terms())))
            }
        };
        let plan = arm.and_then(|arm| arm.plan.as_ref());
        Self {
            body: outer.inside(region, plan, &scheduled.arms()[index]),
            handed: scheduled.outputs().iter().map(hand).collect(),
        }
    }

    fn emit(&self) -> TokenStream {
        let handed = self.handed.as_deref().unwrap_or_default();
        let last: Vec<Atom> = handed.iter().flat_map(atoms).collect();
        let statements = chunks::statements(&self.body, &last);
        let results: Vec<TokenStream> = handed.iter().map(|handed| self.spell(handed)).collect();
        match results.as_slice() {
            [] => statements,
            [result] => quote!(#statements #result),
            results => quote!(#statements [#(#results),*]),
        }
    }

    fn spell(&self, handed: &Handed<'_>) -> TokenStream {
        match handed {
            Handed::Value(id) => statement::operand(self.body.view.code, *id),
            Handed::Sum(terms) => self.body.chains.sum(terms),
        }
    }
}

fn atoms(handed: &Handed<'_>) -> Vec<Atom> {
    match handed {
        Handed::Value(id) => vec![Atom::Value(*id)],
        Handed::Sum(terms) => terms.iter().flat_map(|term| term.atoms()).collect(),
    }
}

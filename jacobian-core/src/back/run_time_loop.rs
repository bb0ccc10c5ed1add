//! A loop: the variables that change, with their derivatives, around the statements of the body.
//!
//! ```text
//! let [v9, v20] = {
//!     let [mut v5, mut v10]: [f64; 2] = [v3, 1.0];      a state, and dv5/dv3 as it starts
//!     loop {
//!         if !(v5 > v4) { break; }                      the user's own code
//!         let v7 = v5 * v5;
//!         let a0 = 2.0 * v5;
//!         let stop = v7 < 1.0;                          a condition at the end, if there is one
//!         [v5, v10] = [v7, a0 * v10];
//!         if stop { break; }
//!     }
//!     [v5, v10]
//! };
//! ```
//!
//! Invariant: the body reads the variables as the iteration starts, because all of them change at
//! once at its end.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use crate::interface::Opaque;
use crate::ir::{Loop, LoopId};
use crate::plan::Atom;
use crate::regions::Arm;
use crate::schedule::run_time_loop::{self, Initial, Next};
use crate::schedule::{Output, ScheduledLoop};
use crate::spelling;

use super::body::Body;
use super::{chunks, statement};

/// The loop as a statement.
pub(crate) fn emit(body: &Body<'_>, id: LoopId) -> TokenStream {
    let of_loop = body.view.code.run_time_loop(id);
    let scheduled = body.view.schedule.run_time_loop(id);
    let arm = body.arms.get(of_loop.body());
    let plan = arm.and_then(|arm| arm.plan.as_ref());
    let printer = Printer {
        of_loop,
        scheduled,
        arm,
        body: body.inside(of_loop.body(), plan, scheduled.body()),
    };
    let (declared, repeated) = (printer.declared(), printer.repeated());
    let name = |variable: &Output| spelling::value(run_time_loop::inside(of_loop, *variable));
    let last: Vec<Ident> = scheduled.exits().iter().map(name).collect();
    let defined = scheduled.defines(of_loop);
    let exits: Vec<Ident> = defined.iter().map(|id| spelling::value(*id)).collect();
    match (exits.as_slice(), last.as_slice()) {
        ([], _) => quote!({ #declared loop { #repeated } }),
        ([exit], [last]) => quote!(let #exit = { #declared loop { #repeated } #last };),
        _ => quote!(let [#(#exits),*] = { #declared loop { #repeated } [#(#last),*] };),
    }
}

struct Printer<'a> {
    of_loop: &'a Loop,
    scheduled: &'a ScheduledLoop,
    /// The graph and the plan of the body, where it has derivatives.
    arm: Option<&'a Arm>,
    body: Body<'a>,
}

impl<'a> Printer<'a> {
    fn names(&self) -> Vec<Ident> {
        let variables = self.scheduled.variables().iter();
        let names = variables.map(|variable| run_time_loop::inside(self.of_loop, *variable));
        names.map(spelling::value).collect()
    }

    /// The variables with their initial values. Their type is written, because that of a number is
    /// not known where the body calls a method of it.
    fn declared(&self) -> TokenStream {
        let names = self.names();
        let scalar = spelling::scalar_type(self.body.interface.precision);
        let precision = self.body.chains.precision;
        let initial = |variable: &Output| match run_time_loop::initial(self.of_loop, *variable) {
            Initial::Value(id) => statement::operand(self.body.view.code, id),
            Initial::Number(number) => spelling::literal(number.value(), precision),
        };
        let values: Vec<TokenStream> = self.scheduled.variables().iter().map(initial).collect();
        match (names.as_slice(), values.as_slice()) {
            ([], _) => TokenStream::new(),
            ([name], [value]) => quote!(let mut #name: #scalar = #value;),
            _ => {
                let length = Literal::usize_unsuffixed(names.len());
                quote!(let [#(mut #names),*]: [#scalar; #length] = [#(#values),*];)
            }
        }
    }

    /// The body with the changes of the variables at its end.
    fn repeated(&self) -> TokenStream {
        let nexts: Vec<Next<'a>> = self
            .scheduled
            .variables()
            .iter()
            .map(|variable| run_time_loop::next(self.of_loop, self.arm, *variable))
            .collect();
        let stop = self.of_loop.stop();
        let mentioned = stop.iter().flat_map(|stop| &stop.mentions);
        let last: Vec<Atom> = mentioned
            .map(|id| Atom::Value(*id))
            .chain(nexts.iter().flat_map(atoms))
            .collect();
        let statements = chunks::statements(&self.body, &last);
        let (question, answer) = stop.map(|stop| self.asked(stop.condition.0)).unzip();
        let changes = self.changes(&nexts);
        quote!(#statements #question #changes #answer)
    }

    /// The condition that ends the loop: it is evaluated before the variables change, and obeyed
    /// after that.
    fn asked(&self, condition: u32) -> (TokenStream, TokenStream) {
        let Opaque::Condition(condition) = &self.body.interface.opaques[condition as usize] else {
            unreachable!("invariant: what ends a loop is a condition");
        };
        let stop = spelling::local("stop");
        (quote!(let #stop = #condition;), quote!(if #stop { break; }))
    }

    fn changes(&self, nexts: &[Next<'a>]) -> TokenStream {
        let names = self.names();
        let spell = |next: &Next<'a>| match next {
            Next::Value(id) => statement::operand(self.body.view.code, *id),
            Next::Entry(entry) => {
                let terms = entry.map_or(&[][..], |entry| entry.terms());
                self.body.chains.sum(terms)
            }
        };
        let values: Vec<TokenStream> = nexts.iter().map(spell).collect();
        match (names.as_slice(), values.as_slice()) {
            ([], _) => TokenStream::new(),
            ([name], [value]) => quote!(#name = #value;),
            _ => quote!([#(#names),*] = [#(#values),*];),
        }
    }
}

fn atoms(next: &Next<'_>) -> Vec<Atom> {
    match next {
        Next::Value(id) => vec![Atom::Value(*id)],
        Next::Entry(entry) => {
            let terms = entry.map_or(&[][..], |entry| entry.terms());
            terms.iter().flat_map(|term| term.atoms()).collect()
        }
    }
}

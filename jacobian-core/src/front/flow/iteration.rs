//! One iteration of a loop at run time: what is declared before it, what is assigned at its end,
//! and what the names mean behind the loop.
//!
//! ```text
//! let mut __met_1 = 0;                       a variable, with its initial value
//! loop
//!   v5 = state 0.0                           a state
//!   ..                                       the body
//!   (__met_1,) = (__n_7 + 1,);               variables are assigned together, after all is read
//!   stop `__met_2 == 3`                      ends the loop behind the assignments
//! v9 = exit 0.0
//! ```
//!
//! Invariant: the leaves of the assumptions are visited in one order, before, in and behind the
//! loop, so each finds its variable or state.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

use crate::interface::Opaque;
use crate::ir::{LoopId, RegionId, Role, ValueId};
use crate::ordered::Map;

use crate::front::flow::assumed::{Assumed, Kind, Leaf};
use crate::front::flow::late_values::{Start, default_inside};
use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::names::control::{End, Exit, Outcome, absorb};
use crate::front::names::scopes::Snapshot;
use crate::front::names::state::Lowering;
use crate::front::value::found::{Found, Stop};
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::{Behind, FIELD};

/// The assumptions about a loop.
#[derive(Default)]
pub(crate) struct Assumptions {
    /// By the positions of names.
    pub(crate) names: Map<usize, Assumed>,
    /// By the positions of names: those whose lists go into memory before the loop.
    pub(crate) stored: Map<usize, Value>,
    /// The values that exits carry out of the loop.
    pub(crate) carried: Map<Exit, Assumed>,
    /// Values of their types, for the exits that are not taken.
    pub(crate) unread: Map<Exit, Value>,
    /// Whether a variable tells which exit was taken.
    pub(crate) selects: bool,
    /// Whether an iteration may change the values of places.
    pub(crate) disturbs: bool,
}

/// One round: the loop that is being written.
pub(crate) struct Round {
    pub(crate) id: LoopId,
    /// Of the code around.
    role: Role,
    pub(crate) outside: RegionId,
    pub(crate) before: Snapshot,
    /// The names at the start of an iteration.
    pub(crate) start: Snapshot,
    pub(crate) leaves: Vec<Leaf>,
    pub(crate) selector: Option<Ident>,
    pub(crate) disturbances: usize,
    /// The exit `break` of this loop.
    pub(crate) depth: u8,
    /// Whether a copied `break` leaves the loop.
    pub(crate) breaks: bool,
}

/// The values at the end of an iteration.
#[derive(Default)]
struct Next {
    /// By slot.
    states: Vec<ValueId>,
    variables: Vec<TokenStream>,
    values: Vec<TokenStream>,
    mentions: Vec<ValueId>,
}

impl<M: Machine> Lowering<M> {
    /// Declares the parts that the loop changes, and enters its body.
    pub(crate) fn begin_round(
        &mut self,
        assumptions: &Assumptions,
        at: &impl ToTokens,
    ) -> Found<Round> {
        let outside = self.writer.builder.region();
        let before = self.names.scopes.snapshot();
        let mut leaves = Vec::new();
        for (position, assumed) in &assumptions.names {
            let initial = before.value(*position).clone();
            self.declare_leaves(assumed, (&initial, Start::OfName), &mut leaves, at)?;
        }
        for (exit, assumed) in &assumptions.carried {
            let unread = assumptions.unread.get(exit).unwrap_or(&Value::Unassigned);
            self.declare_leaves(assumed, (unread, Start::OfExit), &mut leaves, at)?;
        }
        let selector = assumptions.selects.then(|| self.fresh_variable("met"));
        if let Some(selector) = &selector {
            self.writer
                .keep_statement(quote!(let mut #selector = 0;), &[])?;
        }
        // A loop in a partial that is differentiated again is a loop as any other.
        let role = self.writer.builder.set_role(Role::Value);
        self.writer.made.forget_before_loop();
        let id = self.writer.builder.begin_loop();
        let body = self.writer.builder.loop_body(id);
        self.writer.builder.enter(body);
        let mut started = leaves.iter();
        for (position, assumed) in &assumptions.names {
            let initial = before.value(*position).clone();
            let start = self.started(id, assumed, &initial, &mut started)?;
            let active = self.is_active_value(&start);
            self.names.scopes.set(*position, start, active);
        }
        for assumed in assumptions.carried.values() {
            self.started(id, assumed, &Value::Unassigned, &mut started)?;
        }
        Ok(Round {
            id,
            role,
            outside,
            before,
            start: self.names.scopes.snapshot(),
            leaves,
            selector,
            disturbances: self.writer.disturbances,
            depth: 0,
            breaks: false,
        })
    }

    fn fresh_variable(&mut self, name: &str) -> Ident {
        self.writer.fresh(&Ident::new(name, Span::call_site()))
    }

    /// Makes the initial value of each part that the loop changes.
    fn declare_leaves(
        &mut self,
        assumed: &Assumed,
        (initial, start): (&Value, Start),
        leaves: &mut Vec<Leaf>,
        at: &impl ToTokens,
    ) -> Found<()> {
        let is_maybe = matches!(assumed, Assumed::Maybe(..));
        let is_unassigned = matches!(initial, Value::Unassigned);
        let is_late = is_unassigned && !is_maybe && start == Start::OfName;
        let default = default_inside(assumed, initial);
        let declared = self.each_leaf(assumed, initial, &mut |run, kind, initial| {
            if let Kind::State(category) = kind {
                let initial = run.scalar_or_zero(initial, at)?;
                leaves.push(Leaf::State { initial, category });
                return Ok(Value::Unassigned);
            }
            let name = match kind {
                Kind::Field => FIELD,
                _ => "met",
            };
            // The part of an `Option` that has none yet: an iteration may hand it on as it is, so
            // it needs a value, of which often only rustc knows the type.
            let initial = match initial {
                Value::Unassigned if !is_late => Value::Inactive(Inactive {
                    tokens: default.clone(),
                    mentions: Vec::new(),
                }),
                initial => initial,
            };
            let name = run.declare_variable(name, &initial, at)?;
            leaves.push(Leaf::Variable(name.clone()));
            Ok(variable(&name))
        });
        declared.map(drop)
    }

    /// A scalar, or zero for a variable that an iteration assigns before it reads it.
    fn scalar_or_zero(&mut self, value: Value, at: &impl ToTokens) -> Found<ValueId> {
        match value {
            Value::Unassigned => Ok(self.writer.builder.literal(0.0)),
            value => self.as_scalar(value, at, Behind::Nothing),
        }
    }

    fn declare_variable(
        &mut self,
        name: &str,
        initial: &Value,
        at: &impl ToTokens,
    ) -> Found<Ident> {
        let mut mentions = Vec::new();
        let name = self.fresh_variable(name);
        let declaration = if matches!(initial, Value::Unassigned) {
            quote!(let mut #name;)
        } else {
            let initial = self.spelled(initial, &mut mentions, at)?;
            quote!(let mut #name = #initial;)
        };
        self.writer.keep_statement(declaration, &mentions)?;
        Ok(name)
    }

    fn spelled(
        &mut self,
        value: &Value,
        mentions: &mut Vec<ValueId>,
        at: &impl ToTokens,
    ) -> Found<TokenStream> {
        if let Some(spelled) = self.spell(value, mentions) {
            return Ok(spelled);
        }
        let found = value.describe();
        let message = messages::kind_changes("a value of this loop", &found, &found);
        self.writer.refuse(at, &message)
    }

    /// The value at the start of an iteration.
    fn started(
        &mut self,
        id: LoopId,
        assumed: &Assumed,
        initial: &Value,
        leaves: &mut std::slice::Iter<'_, Leaf>,
    ) -> Found<Value> {
        let is_late = matches!(initial, Value::Unassigned);
        let start = self.each_leaf(assumed, initial, &mut |run, _, _| {
            Ok(match leaves.next().ok_or(Stop)? {
                Leaf::Variable(name) => variable(name),
                Leaf::State { initial, category } => {
                    Value::Scalar(run.writer.builder.state(id, *initial, *category))
                }
            })
        })?;
        // An iteration assigns such a variable before it reads it.
        Ok(if is_late { Value::Unassigned } else { start })
    }

    /// Assigns what the loop changes, and tests whether it ends.
    fn end_iteration(
        &mut self,
        round: &Round,
        assumptions: &Assumptions,
        end: &End,
        at: &impl ToTokens,
    ) -> Found<()> {
        let mut next = Next::default();
        let mut leaves = round.leaves.iter();
        for (position, assumed) in &assumptions.names {
            let value = end.names.value(*position).clone();
            self.note_next(assumed, &value, &mut leaves, &mut next, at)?;
        }
        for (exit, assumed) in &assumptions.carried {
            let value = end.outcome.carried(*exit)?;
            self.note_next(assumed, &value, &mut leaves, &mut next, at)?;
        }
        let mut mentions = Vec::new();
        let selector = self.spelled(&end.outcome.selector, &mut mentions, at)?;
        let stop = if end.outcome.has(Exit::On) {
            let numbers = leaving(end).map(|exit| {
                let number = proc_macro2::Literal::i128_unsuffixed(exit.number());
                quote!(#selector == #number)
            });
            let tests: Vec<TokenStream> = numbers.collect();
            (!tests.is_empty()).then(|| quote!(#(#tests)||*))
        } else {
            Some(quote!(true))
        };
        if let Some(variable) = &round.selector {
            next.variables.push(variable.to_token_stream());
            next.values.push(selector);
            next.mentions.extend(&mentions);
        }
        if !next.variables.is_empty() {
            let Next {
                variables, values, ..
            } = &next;
            let assignment = quote!((#(#variables,)*) = (#(#values,)*););
            self.writer.keep_statement(assignment, &next.mentions)?;
        }
        let stop = stop.map(|stop| (self.writer.push_opaque(Opaque::Condition(stop)), mentions));
        self.writer.builder.end_loop(round.id, next.states, stop);
        self.writer.builder.end_rows(round.id);
        Ok(())
    }

    /// Notes the values at the end of an iteration of the parts that the loop changes.
    fn note_next(
        &mut self,
        assumed: &Assumed,
        value: &Value,
        leaves: &mut std::slice::Iter<'_, Leaf>,
        next: &mut Next,
        at: &impl ToTokens,
    ) -> Found<()> {
        let noted = self.each_leaf(assumed, value, &mut |run, _, value| {
            match leaves.next().ok_or(Stop)? {
                Leaf::State { .. } => {
                    let scalar = run.scalar_or_zero(value.clone(), at)?;
                    next.states.push(scalar);
                }
                // A variable without a value is assigned before the next read.
                Leaf::Variable(_) if matches!(value, Value::Unassigned) => {}
                Leaf::Variable(name) => {
                    if run.writer.holds_no_number(&value) {
                        run.writer.no_numbers.insert(name.to_string());
                    }
                    let spelled = run.spelled(&value, &mut next.mentions, at)?;
                    let name = name.to_token_stream();
                    // The user's own statements may have changed the variable itself.
                    if spelled.to_string() != name.to_string() {
                        next.variables.push(name);
                        next.values.push(spelled);
                    }
                }
            }
            Ok(value)
        });
        noted.map(drop)
    }

    /// Ends the loop, and goes where it leads.
    pub(crate) fn end_round(
        &mut self,
        round: &Round,
        assumptions: &Assumptions,
        end: &End,
        at: &impl ToTokens,
    ) -> Found<Value> {
        self.go_back(end.region, &end.names);
        self.end_iteration(round, assumptions, end, at)?;
        self.go_back(round.outside, &round.before);
        if assumptions.disturbs {
            self.writer.forget_places();
        }
        let (mut leaves, mut slot) = (round.leaves.iter(), 0);
        let mut behind = |run: &mut Self, assumed: &Assumed, before: &Value| {
            run.each_leaf(assumed, before, &mut |run, _, _| {
                Ok(match leaves.next().ok_or(Stop)? {
                    Leaf::Variable(name) => variable(name),
                    Leaf::State { .. } => {
                        slot += 1;
                        Value::Scalar(run.writer.builder.exit(round.id, slot - 1))
                    }
                })
            })
        };
        for (position, assumed) in &assumptions.names {
            let before = round.before.value(*position).clone();
            let value = behind(self, assumed, &before)?;
            let active = self.is_active_value(&value);
            self.names.scopes.set(*position, value, active);
        }
        let mut exits: Vec<Exit> = leaving(end).collect();
        let leave = Exit::Break(round.depth);
        if round.breaks && !exits.contains(&leave) {
            exits.push(leave);
        }
        exits.sort_unstable();
        let mut carried = Map::new();
        for (exit, assumed) in &assumptions.carried {
            carried.insert(*exit, behind(self, assumed, &Value::Unassigned));
        }
        self.writer.builder.set_role(round.role);
        for exit in &exits {
            // A part that never changes has the value that the iteration gave it.
            if !carried.contains_key(exit) {
                carried.insert(*exit, end.outcome.carried(*exit));
            }
        }
        if exits.is_empty() {
            return self.writer.refuse(at, messages::LOOP_NEVER_ENDS);
        }
        let selector = round.selector.as_ref();
        let mut end = End {
            region: round.outside,
            value: Ok(Value::unit()),
            names: self.names.scopes.snapshot(),
            outcome: Outcome {
                exits,
                selector: selector.map_or_else(|| Value::integer(leave.number()), variable),
                carried,
            },
        };
        absorb(&mut end, Some(leave));
        self.go_where(end)
    }
}

fn variable(name: &Ident) -> Value {
    Value::Inactive(Inactive {
        tokens: name.to_token_stream(),
        mentions: Vec::new(),
    })
}

/// The exits that leave the loop at the end of an iteration.
pub(crate) fn leaving(end: &End) -> impl Iterator<Item = Exit> {
    let exits = end.outcome.exits.iter().copied();
    exits.filter(|exit| *exit != Exit::On)
}

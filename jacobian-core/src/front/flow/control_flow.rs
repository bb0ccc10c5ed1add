//! Control flow after a branch: where each arm goes, and where the paths join again.
//!
//! ```text
//! if a { return v; }          pending: the other arm is open, and the code below is in that arm
//! for .. {
//!     if b { break; }         pending, inside of that arm
//!     ..
//! }                           b's arms meet; a's are still pending
//! y                           a's arms meet: join [v, y]
//! ```
//!
//! An [`End`] is the state at the end of an arm: its value, the values of all names, and its
//! [`Outcome`]. Ends are joined where their paths meet: after the branch if they go on, or at the
//! end of the iteration, the loop or the function if they leave. If an arm leaves only sometimes, a
//! selector tells the outcome at run time, and the code that follows begins with a branch on it.
//!
//! Invariant: pending branches nest, and the last one contains the code that is lowered now.

use quote::quote;

use crate::interface::{Head, Opaque};
use crate::ir::{BranchId, RegionId};

use crate::front::flow::machine::Machine;
use crate::front::flow::meeting::Meeting;
use crate::front::names::control::{End, Exit, Flow, Outcome, Pending, absorb, exits_of};
use crate::front::names::scopes::Snapshot;
use crate::front::names::state::Lowering;
use crate::front::syntax::questions::is_pure;
use crate::front::value::found::{Found, Stop};
use crate::front::value::{Inactive, Value};

impl<M: Machine> Lowering<M> {
    /// Goes to another region, where names have other values.
    pub(crate) fn go_back(&mut self, region: RegionId, names: &Snapshot) {
        self.writer.builder.enter(region);
        self.names.scopes.retire_behind(names);
        self.names.scopes.restore(names);
        let code = self.writer.builder.code();
        let region = self.writer.builder.region();
        self.writer
            .places
            .retain(|_, known| code.is_visible(code.statement(known.id).region(), region));
    }

    /// Opens a branch. From here on names may differ between the arms.
    pub(crate) fn open_branch(&mut self, head: Head, asked: Inactive) -> (BranchId, Snapshot) {
        let Inactive {
            tokens,
            mut mentions,
        } = asked;
        mentions.sort_unstable();
        mentions.dedup();
        let pure = is_pure(&tokens, &mentions);
        let id = self.writer.push_opaque(Opaque::Branch {
            head,
            declared: Vec::new(),
        });
        let branch = self.writer.builder.branch(id, mentions, pure);
        (branch, self.names.scopes.snapshot())
    }

    /// Goes on after the arms of a branch have ended.
    pub(crate) fn meet(&mut self, branch: BranchId, ends: Vec<Option<End>>) -> Found<Value> {
        let goes_on = |end: &Option<End>| end.as_ref().is_some_and(|end| end.outcome.has(Exit::On));
        let exits = exits_of(&ends);
        let open: Vec<usize> = (0..ends.len()).filter(|arm| goes_on(&ends[*arm])).collect();
        // If one arm goes on and the others leave, that arm stays open: the code that follows is
        // lowered inside it, so no join is needed here.
        let alone = match open.as_slice() {
            [open] => ends[*open]
                .as_ref()
                .filter(|end| end.outcome.exits.len() == 1),
            _ => None,
        };
        match alone.cloned() {
            Some(end) if exits.len() > 1 => {
                self.leave_open(branch, ends, open[0], exits);
                self.go_on_in(end)
            }
            _ => match self.join_ends(branch, &ends) {
                Some(end) => self.go_where(end),
                None => self.fail(),
            },
        }
    }

    fn leave_open(
        &mut self,
        branch: BranchId,
        mut ends: Vec<Option<End>>,
        open: usize,
        exits: Vec<Exit>,
    ) {
        ends[open] = None;
        self.control.pending.push(Pending {
            branch,
            ends,
            open,
            exits: exits.into_iter().filter(|exit| *exit != Exit::On).collect(),
            before: self.names.scopes.snapshot(),
        });
    }

    fn go_on_in(&mut self, end: End) -> Found<Value> {
        self.go_back(end.region, &end.names);
        self.outlived(end.value)
    }

    /// No arm goes on, so control leaves the generated function.
    pub(crate) fn fail(&mut self) -> Found<Value> {
        self.control.flow = Some(Flow::Fail);
        Err(Stop)
    }

    /// Goes where the joined arms lead. If they lead to several places, a branch on the selector
    /// comes first.
    pub(crate) fn go_where(&mut self, mut end: End) -> Found<Value> {
        self.go_back(end.region, &end.names);
        // `On` is the least exit, so it stays for the end. The others leave one by one, each by a
        // branch. The exit that remains needs no branch.
        while end.outcome.exits.len() > 1 {
            let leaving = end.outcome.exits.remove(1);
            self.part(leaving, &end);
        }
        let value = end.value;
        match end.outcome.exits.first() {
            Some(Exit::On) => return value,
            Some(Exit::Continue(depth)) => self.control.flow = Some(Flow::Continue(*depth)),
            Some(exit @ Exit::Break(depth)) => {
                self.control.flow = Some(Flow::Break(*depth, end.outcome.carried(*exit)));
            }
            Some(exit @ Exit::Return) => {
                self.control.flow = Some(Flow::Return(end.outcome.carried(*exit)));
            }
            None => return self.fail(),
        }
        Err(Stop)
    }

    /// `if selector == exit { leave }`, with the other arm open.
    fn part(&mut self, exit: Exit, end: &End) {
        let mut mentions = Vec::new();
        let Some(selector) = self.spell(&end.outcome.selector, &mut mentions) else {
            return;
        };
        let number = proc_macro2::Literal::i128_unsuffixed(exit.number());
        let tokens = quote!(#selector == #number);
        let asked = Inactive {
            tokens: tokens.clone(),
            mentions,
        };
        let (branch, names) = self.open_branch(Head::If(tokens), asked);
        let [leaving, open] = [(); 2].map(|()| self.writer.builder.arm(branch));
        let left = End {
            region: leaving,
            value: Err(Stop),
            names,
            outcome: Outcome::only(exit, end.outcome.carried(exit)),
        };
        self.leave_open(branch, vec![Some(left), None], 1, vec![Exit::On, exit]);
        self.writer.builder.enter(open);
    }

    /// Joins pending branches down to a mark with the code that runs now. An absorbed exit goes on
    /// here.
    pub(crate) fn close(
        &mut self,
        mark: usize,
        absorbed: Option<Exit>,
        value: Found<Value>,
    ) -> Option<End> {
        self.write_back();
        let mut end = self.end_here(absorbed, value);
        while self.control.pending.len() > mark {
            let pending = self
                .control
                .pending
                .pop()
                .expect("invariant: longer than the mark");
            let outside = self.writer.builder.code().branch(pending.branch).region();
            let mut ends = pending.ends;
            for found in ends.iter_mut().flatten() {
                absorb(found, absorbed);
            }
            ends[pending.open] = end;
            self.go_back(outside, &pending.before);
            end = self.join_ends(pending.branch, &ends);
            if let Some(end) = &end {
                self.go_back(outside, &end.names);
            }
        }
        end
    }

    pub(crate) fn end_here(&mut self, absorbed: Option<Exit>, value: Found<Value>) -> Option<End> {
        let outcome = match self.control.flow.take() {
            None => Outcome::only(Exit::On, Ok(Value::Unassigned)),
            Some(Flow::Continue(depth)) => {
                Outcome::only(Exit::Continue(depth), Ok(Value::Unassigned))
            }
            Some(Flow::Break(depth, carried)) => Outcome::only(Exit::Break(depth), carried),
            Some(Flow::Return(returned)) => Outcome::only(Exit::Return, returned),
            Some(Flow::Fail) => return None,
        };
        let mut end = End {
            region: self.writer.builder.region(),
            value,
            names: self.names.scopes.snapshot(),
            outcome,
        };
        absorb(&mut end, absorbed);
        Some(end)
    }

    /// The end of an iteration, of a loop, or of a function, which absorbs an exit.
    pub(crate) fn absorb_exits(
        &mut self,
        mark: usize,
        absorbed: Exit,
        value: Found<Value>,
    ) -> Found<Value> {
        let leaves_here = |pending: &Pending| pending.exits.contains(&absorbed);
        let first = self.control.pending.iter().skip(mark).position(leaves_here);
        let Some(first) = first.map(|first| mark + first) else {
            // Nothing to join, but the straight line may leave by this exit.
            return match self.end_here(Some(absorbed), value) {
                Some(end) => self.go_where(end),
                None => self.fail(),
            };
        };
        match self.close(first, Some(absorbed), value) {
            Some(end) => self.go_where(end),
            None => self.fail(),
        }
    }

    /// One end for several: one value for every name, joined if they differ.
    fn join_ends(&mut self, branch: BranchId, ends: &[Option<End>]) -> Option<End> {
        ends.iter().flatten().next()?;
        let at = self.asked_at(branch);
        let meeting = Meeting::new(
            branch,
            self.writer.builder.code().branch(branch).arms().to_vec(),
            at,
        );
        let by_arm = |part: &dyn Fn(&End) -> Found<Value>| -> Found<Vec<Option<Value>>> {
            let parts = ends.iter().map(|end| end.as_ref().map(part).transpose());
            parts.collect()
        };
        let values = by_arm(&|end| {
            if end.outcome.has(Exit::On) {
                end.value.clone()
            } else {
                Ok(Value::Unassigned)
            }
        });
        let selectors = by_arm(&|end| Ok(end.outcome.selector.clone()));
        let exits = exits_of(ends);
        let carried = exits.iter().map(|exit| {
            let values = by_arm(&|end| end.outcome.carried(*exit));
            let merged = values.and_then(|values| meeting.merge_filled(self, values));
            (*exit, merged)
        });
        let carried = carried.collect();
        let value = values.and_then(|values| meeting.merge_filled(self, values));
        let selector = selectors.and_then(|selectors| meeting.merge(self, selectors));
        let outcome = Outcome {
            exits,
            selector: selector.unwrap_or(Value::Poison),
            carried,
        };
        self.join_names(&meeting, ends);
        self.fill_references(meeting.at());
        Some(End {
            region: self.writer.builder.region(),
            value,
            names: self.names.scopes.snapshot(),
            outcome,
        })
    }

    /// The conditions of a branch, for messages.
    fn asked_at(&self, branch: BranchId) -> proc_macro2::TokenStream {
        if let Some(source) = self.writer.sources.get(&branch) {
            return source.clone();
        }
        let head = self.writer.builder.code().branch(branch).head();
        match &self.writer.opaques[head.0 as usize] {
            Opaque::Branch {
                head: Head::If(asked) | Head::Match(asked, _),
                ..
            } => asked.clone(),
            _ => proc_macro2::TokenStream::new(),
        }
    }

    /// Joins the names that are still in scope. At this point they have their values from before
    /// the branch.
    fn join_names(&mut self, meeting: &Meeting, ends: &[Option<End>]) {
        let before = self.names.scopes.snapshot();
        // Behind these are hidden variables, for references that the arms end with.
        let lengths = ends.iter().flatten().map(|end| end.names.len());
        let n_names = lengths.chain([before.len()]).min().unwrap_or_default();
        for position in 0..n_names {
            let touched = |end: &End| !end.names.is_untouched(position, &before);
            if !ends.iter().flatten().any(touched) {
                continue;
            }
            let meaning = |end: &Option<End>| Some(end.as_ref()?.names.value(position).clone());
            let merged = meeting.merge(self, ends.iter().map(meaning).collect());
            let value = merged.unwrap_or(Value::Poison);
            let active = self.is_active_value(&value);
            self.names.scopes.set(position, value, active);
        }
    }
}

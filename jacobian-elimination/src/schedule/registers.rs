//! Register pressure: the values alive at once, and the memory traffic with sixteen registers.
//!
//! ```text
//! v3 = v1 * v2      alive: v3                  an entry  v3 * v4 + v5 * v6  is two instructions:
//! v4 = sin v3       alive: v3 v4                   t = v3 * v4
//! J = v3 * v4       alive: -                       J = v5 * v6 + t
//! ```
//!
//! This is an estimate, not a compiler. Independents and numbers are operands from memory, and one
//! instruction is issued after the other in the order of the schedule. A register is freed by
//! evicting the value whose next use is furthest, which no allocator can beat. An evicted value is
//! stored once and loaded at its next use.
//!
//! We emit the sequence of statements with the least traffic, in functions of up to
//! [`super::ONE_FUNCTION`] statements.
//!
//! Cost: `n log n`. Source of the eviction: L. A. Belady, A study of replacement algorithms for a
//! virtual-storage computer, IBM Systems Journal 5 (1966).

use crate::ordered::{Map, Set};

use crate::ir::{CodeList, Elemental, ValueId};
use crate::plan::{Atom, Plan, Term};

use super::{CallId, Rewrites, Schedule, Step, constant_of};

/// The registers and the memory traffic that a schedule needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pressure {
    /// The most values alive at once.
    pub peak: usize,
    /// Stores and loads of values that found no register.
    pub traffic: usize,
}

/// The vector registers of x86 with SSE2 or AVX2. AVX-512 has 32, but the macro does not know the
/// target, so it counts on the fewest.
const REGISTERS: usize = 16;

/// A value that needs a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Slot {
    Atom(Atom),
    /// A sum that is not complete.
    Partial(usize),
}

/// The values that an instruction reads, and its result if that stays in a register.
#[derive(Clone, Debug, Default)]
struct Instruction {
    reads: Vec<Slot>,
    write: Option<Slot>,
}

/// The pressure of the statements of a function, without those inside branches and loops.
pub fn pressure(
    code: &CodeList,
    plan: &Plan,
    rewrites: &Rewrites,
    schedule: &Schedule,
) -> Pressure {
    let instructions = instructions(code, plan, rewrites, schedule);
    Pressure {
        peak: Machine::run(&instructions, usize::MAX).peak,
        traffic: Machine::run(&instructions, REGISTERS).traffic,
    }
}

/// The traffic alone.
pub(super) fn traffic(
    code: &CodeList,
    plan: &Plan,
    rewrites: &Rewrites,
    schedule: &Schedule,
) -> usize {
    Machine::run(&instructions(code, plan, rewrites, schedule), REGISTERS).traffic
}

fn instructions(
    code: &CodeList,
    plan: &Plan,
    rewrites: &Rewrites,
    schedule: &Schedule,
) -> Vec<Instruction> {
    let mut writer = Writer {
        code,
        rewrites,
        schedule,
        instructions: Vec::new(),
    };
    for step in schedule.steps() {
        writer.step(*step, plan);
    }
    writer.instructions
}

struct Writer<'a> {
    code: &'a CodeList,
    rewrites: &'a Rewrites,
    schedule: &'a Schedule,
    instructions: Vec<Instruction>,
}

impl Writer<'_> {
    fn step(&mut self, step: Step, plan: &Plan) {
        match step {
            Step::Value(id) => self.value(id),
            Step::Call(id) => self.call(id),
            Step::Accumulation(id) => {
                let write = Some(Slot::Atom(Atom::Accumulation(id)));
                self.chain(plan.accumulation(id).terms(), write);
            }
            Step::StoreValue(row) => {
                let read = self.slot(Atom::Value(self.code.stored()[row]));
                self.push(read.into_iter().collect(), None);
            }
            Step::StoreEntry(index) => {
                let terms = plan.entries()[index].terms();
                if constant_of(terms).is_none() {
                    self.chain(terms, None);
                }
            }
            // Arms and bodies are sequences of their own.
            Step::Loop(id) => {
                let needs = self.schedule.run_time_loop(id).needs().iter();
                let reads = needs.filter_map(|need| self.slot(Atom::Value(*need)));
                self.push(reads.collect(), None);
            }
            Step::Branch(id) => {
                let needs = self.schedule.branch(id).needs().iter();
                let reads = needs.filter_map(|need| self.slot(Atom::Value(*need)));
                self.push(reads.collect(), None);
            }
        }
    }

    fn value(&mut self, id: ValueId) {
        let Some(write) = self.slot(Atom::Value(id)) else {
            return;
        };
        if let Some(terms) = self.rewrites.sum(id) {
            return self.chain(terms, Some(write));
        }
        let operands = self.code.statement(id).operands().iter();
        let reads = operands
            .filter_map(|operand| self.slot(Atom::Value(*operand)))
            .collect();
        self.push(reads, Some(write));
    }

    /// All arguments are read before the first result is there.
    fn call(&mut self, id: CallId) {
        let call = self.rewrites.call(id);
        let reads = call.operands().filter_map(|id| self.slot(Atom::Value(id)));
        self.push(reads.collect(), None);
        for result in call.results() {
            let write = self.slot(Atom::Value(result));
            self.push(Vec::new(), write);
        }
    }

    /// A sum of products, one instruction for each summand.
    fn chain(&mut self, terms: &[Term], write: Option<Slot>) {
        let mut partial = None;
        for (index, term) in terms.iter().enumerate() {
            let mut reads: Vec<Slot> = term.atoms().filter_map(|atom| self.slot(atom)).collect();
            reads.extend(partial);
            let is_last = index + 1 == terms.len();
            partial = if is_last {
                write
            } else {
                Some(Slot::Partial(self.instructions.len()))
            };
            self.push(reads, partial);
        }
    }

    fn push(&mut self, reads: Vec<Slot>, write: Option<Slot>) {
        self.instructions.push(Instruction { reads, write });
    }

    /// The values that need a register: no numbers, and none that are in memory anyway.
    fn slot(&self, atom: Atom) -> Option<Slot> {
        if let Atom::Value(id) = atom {
            let statement = self.code.statement(id);
            let is_computed = matches!(statement.elemental(), Elemental::Operation(_));
            if !is_computed || statement.constant().is_some() {
                return None;
            }
        }
        Some(Slot::Atom(atom))
    }
}

/// The registers and their values, by the next use.
struct Machine {
    registers: usize,
    /// Of each value, its uses still to come, the nearest last.
    uses: Map<Slot, Vec<usize>>,
    held: Set<(usize, Slot)>,
    stored: Set<Slot>,
    peak: usize,
    traffic: usize,
}

impl Machine {
    fn run(instructions: &[Instruction], registers: usize) -> Self {
        let mut uses: Map<Slot, Vec<usize>> = Map::new();
        for (index, instruction) in instructions.iter().enumerate().rev() {
            for read in &instruction.reads {
                let uses = uses.entry(*read).or_default();
                if uses.last() != Some(&index) {
                    uses.push(index);
                }
            }
        }
        let mut machine = Self {
            registers,
            uses,
            held: Set::new(),
            stored: Set::new(),
            peak: 0,
            traffic: 0,
        };
        for (index, instruction) in instructions.iter().enumerate() {
            machine.issue(index, instruction);
        }
        machine
    }

    fn issue(&mut self, index: usize, instruction: &Instruction) {
        // Operands of this instruction are used next, so they are evicted last.
        for read in &instruction.reads {
            if !self.held.contains(&(index, *read)) {
                self.traffic += 1;
                self.hold(index, *read);
            }
        }
        for read in &instruction.reads {
            if self.held.remove(&(index, *read)) {
                let uses = self.uses.get_mut(read).expect("invariant: it is read");
                uses.pop();
                if let Some(next) = uses.last() {
                    self.held.insert((*next, *read));
                }
            }
        }
        if let Some(write) = instruction.write
            && let Some(next) = self.uses.get(&write).and_then(|uses| uses.last())
        {
            self.hold(*next, write);
        }
        self.peak = self.peak.max(self.held.len());
    }

    /// Puts a value into a register, and another out of it if there is none free.
    fn hold(&mut self, next: usize, slot: Slot) {
        if self.held.len() == self.registers
            && let Some((_, evicted)) = self.held.pop_last()
            && self.stored.insert(evicted)
        {
            self.traffic += 1;
        }
        self.held.insert((next, slot));
    }
}

#[cfg(test)]
mod tests {
    use super::{Instruction, Machine, Slot};

    fn read(slot: usize) -> Slot {
        Slot::Partial(slot)
    }

    /// Three values are computed, then read: two registers do not hold them.
    #[test]
    fn what_finds_no_register_is_stored_and_loaded() {
        let mut instructions: Vec<Instruction> = (0..3)
            .map(|slot| Instruction {
                reads: vec![],
                write: Some(read(slot)),
            })
            .collect();
        instructions.extend((0..3).map(|slot| Instruction {
            reads: vec![read(slot)],
            write: None,
        }));
        let wide = Machine::run(&instructions, 3);
        assert_eq!((wide.peak, wide.traffic), (3, 0));
        let narrow = Machine::run(&instructions, 2);
        // The value read last is stored and loaded again.
        assert_eq!((narrow.peak, narrow.traffic), (2, 2));
    }
}

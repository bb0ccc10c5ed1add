//! List scheduling by critical path on an ideal machine that starts two operations a cycle.
//!
//! Of the operations that are ready, the two with the longest path to the end go first.
//!
//! ```text
//! a = x * y      b = y * z      c = z * x      d = 1 / x      e = d * a
//!
//! cycle    0    1         4         15        19
//!          d    b                   e
//!          a    c         a, b      d         e           done after 19, by e alone
//! started ----------      done ---------------
//! ```
//!
//! Any number of results may wait for their uses, and nothing is spilled. So only the number of
//! operations and their dependences matter: where many operations wait for few, the critical path
//! decides; elsewhere the number does.
//!
//! Cost: operations times a logarithm. Source: T. C. Hu, Parallel sequencing and assembly line
//! problems, Operations Research 9 (1961), where the longest path goes first.

use std::collections::BinaryHeap;

/// Operations that start in a cycle: today's cores have two units for floating-point multiplication
/// or addition, or more.
const WIDTH: usize = 2;

/// No operation has a greater number.
const LAST: usize = u32::MAX as usize;

/// A number of cycles above the number of an operation. Heaps compare such a number in
/// a tenth of the instructions that a tuple takes without optimization, and a search schedules some
/// ten plans.
fn packed(cycles: usize, operation: usize) -> u64 {
    (cycles as u64) << 32 | operation as u64
}

fn unpacked(entry: u64) -> (usize, usize) {
    let [cycles, operation] = [entry >> 32, entry & u64::from(u32::MAX)];
    let half = |half: u64| usize::try_from(half).expect("invariant: an index has 32 bits");
    (half(cycles), half(operation))
}

/// The operations of an ideal machine. They are numbered, operands before uses.
#[derive(Debug, Default)]
pub(super) struct Machine {
    operations: Vec<Operation>,
}

#[derive(Debug)]
struct Operation {
    /// Cycles from its start to its result.
    latency: usize,
    /// The operations whose results it reads.
    reads: Vec<usize>,
    /// The cycle of its result, were there no end of units.
    earliest: usize,
}

impl Machine {
    /// One more operation.
    pub(super) fn push(&mut self, latency: usize, reads: Vec<usize>) -> usize {
        let earliest = self.earliest(&reads) + latency;
        self.operations.push(Operation {
            latency,
            reads,
            earliest,
        });
        self.operations.len() - 1
    }

    /// When these results are there at the earliest.
    pub(super) fn earliest(&self, reads: &[usize]) -> usize {
        let results = reads.iter().map(|read| self.operations[*read].earliest);
        results.max().unwrap_or(0)
    }

    /// The cycle of the last result.
    pub(super) fn cycles(&self) -> usize {
        let users = self.users();
        let ahead = self.ahead(&users);
        let mut n_awaited: Vec<usize> = self.operations.iter().map(|one| one.reads.len()).collect();
        let mut ready_at = vec![0; self.operations.len()];
        // By cycle, the operations that may start from then on. A list for each cycle takes a
        // fraction of the instructions of a heap, and there are few cycles without operations.
        let at_once = n_awaited.iter().enumerate();
        let at_once =
            at_once.filter_map(|(operation, n_awaited)| (*n_awaited == 0).then_some(operation));
        let mut arriving: Vec<Vec<usize>> = vec![at_once.collect()];
        // By the path ahead, then the first operation first.
        let mut ready: BinaryHeap<u64> = BinaryHeap::new();
        let (mut cycle, mut last) = (0, 0);
        while cycle < arriving.len() || !ready.is_empty() {
            if let Some(arrived) = arriving.get_mut(cycle) {
                for operation in std::mem::take(arrived) {
                    ready.push(packed(ahead[operation], LAST - operation));
                }
            }
            for _ in 0..WIDTH {
                let Some(entry) = ready.pop() else {
                    break;
                };
                let operation = LAST - unpacked(entry).1;
                let done = cycle + self.operations[operation].latency;
                last = last.max(done);
                for user in &users[operation] {
                    ready_at[*user] = done.max(ready_at[*user]);
                    n_awaited[*user] -= 1;
                    if n_awaited[*user] == 0 {
                        let next = ready_at[*user].max(cycle + 1);
                        if arriving.len() <= next {
                            arriving.resize_with(next + 1, Vec::new);
                        }
                        arriving[next].push(*user);
                    }
                }
            }
            cycle += 1;
        }
        last
    }

    /// By operation, those that read its result; twice where they read it twice.
    fn users(&self) -> Vec<Vec<usize>> {
        let mut users = vec![Vec::new(); self.operations.len()];
        for (user, operation) in self.operations.iter().enumerate() {
            for read in &operation.reads {
                users[*read].push(user);
            }
        }
        users
    }

    /// By operation, the cycles from its start to the end of the longest path through it.
    fn ahead(&self, users: &[Vec<usize>]) -> Vec<usize> {
        let mut ahead = vec![0; self.operations.len()];
        for (number, operation) in self.operations.iter().enumerate().rev() {
            let after = users[number].iter().map(|user| ahead[*user]).max();
            ahead[number] = operation.latency + after.unwrap_or(0);
        }
        ahead
    }
}

#[cfg(test)]
mod tests {
    use super::Machine;

    #[test]
    fn nothing_takes_no_time() {
        assert_eq!(Machine::default().cycles(), 0);
    }

    #[test]
    fn a_path_takes_the_sum_of_its_latencies() {
        let mut machine = Machine::default();
        let first = machine.push(15, vec![]);
        let second = machine.push(4, vec![first, first]);
        machine.push(60, vec![second]);
        assert_eq!(machine.cycles(), 79);
    }

    #[test]
    fn two_start_in_a_cycle() {
        let mut machine = Machine::default();
        for _ in 0..10 {
            machine.push(4, vec![]);
        }
        assert_eq!(machine.cycles(), 4 + 4);
    }

    #[test]
    fn the_longest_path_goes_first() {
        // The picture in the header.
        let mut machine = Machine::default();
        let [a, _, _] = [0; 3].map(|_| machine.push(4, vec![]));
        let d = machine.push(15, vec![]);
        machine.push(4, vec![d, a]);
        assert_eq!(machine.cycles(), 19);
    }
}

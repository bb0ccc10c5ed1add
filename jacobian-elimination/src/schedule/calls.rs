//! Vectorized calls: several elementals of one function, computed by one call of the runtime.
//!
//! ```text
//! v4 = sin v0
//! v5 = cos v0        [(v4, v5), (v6, _)] = sin_cos [v0, v1]
//! v6 = sin v1
//! ```
//!
//! A sine takes about a hundred instructions. On vectors, these compute several sines at once, so
//! elementals that do not depend on each other share a call. We do this with `value = fused` only,
//! because the functions of the runtime differ from those of the library in the last bits. The
//! functions, and the number from which a call is faster, are measured: logarithms and inverse
//! functions of one number are as fast in the library.
//!
//! A partial that is taken from the value, such as `1 - t * t` of a hyperbolic tangent, shares a
//! call with `value = exact` as well. Where one of them would lose digits, all of them are computed
//! in another way: that is one branch for all.
//!
//! [Divisions](super::quotients) by one divisor share a call with `value = exact`.
//!
//! The *wave* of a statement is the last branch that it waits for, and the length of the longest
//! chain of such elementals from there to it. A call takes its elementals from one wave, one
//! region, and a stretch of the schedule, so that few values are computed long before they are
//! used.
//!
//! The sine and cosine of an [angle](super::atan2_trig) that `atan2` measured are a call of their
//! own.
//!
//! Invariant: no two calls wait for each other. Along a path the wave never goes back, and each
//! elemental of a call moves it on. Cost: `n log n` in the schedule.

use crate::ordered::Map;
use std::fmt;

use crate::ir::elemental::Operation;
use crate::ir::{CodeList, Elemental, ValueId, Width};
use crate::options::ValuePath;

use super::atan2_trig::{self, Angle};
use super::quotients::{self, Divided};
use super::{Schedule, Step};

/// The most statements between the first and the last elemental of a call, in the schedule without
/// calls. A result that is computed early holds a register, or a place on the stack, until its use.
/// A spilled result costs two instructions where the call saves some dozens, so the limit is wide.
const STRETCH: usize = 500;

/// A call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CallId(pub usize);

/// The function that a call computes for each of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Function {
    /// Sine and cosine. One of them may be unused.
    SinCos,
    /// Both, of an angle that is handed in as its `y` and `x`.
    Turn(Angle),
    /// Quotients and reciprocals. A reciprocal has one operand.
    Quotient,
    /// One elemental.
    Of(Operation),
}

/// The arguments for one result of a call, or for a pair, and the values that it becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lane {
    /// One for each parameter of the function.
    pub operands: Vec<ValueId>,
    /// One for each result of the function, or `None` if the result is not used.
    pub results: Vec<Option<ValueId>>,
}

/// One elemental of several arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The function.
    pub function: Function,
    /// The arguments, lane by lane.
    pub lanes: Vec<Lane>,
}

impl Call {
    /// The values that it computes.
    pub fn results(&self) -> impl Iterator<Item = ValueId> + '_ {
        let results = self.lanes.iter().flat_map(|lane| &lane.results);
        results.copied().flatten()
    }

    /// The values that are its arguments.
    pub fn operands(&self) -> impl Iterator<Item = ValueId> + '_ {
        self.lanes
            .iter()
            .flat_map(|lane| lane.operands.iter().copied())
    }
}

impl Function {
    fn of(operation: Operation, path: ValuePath) -> Option<Self> {
        match operation {
            Operation::TanhPartial | Operation::ExpM1Partial | Operation::LowerPower => {
                Some(Self::Of(operation))
            }
            Operation::Div | Operation::Recip if path == ValuePath::Exact => Some(Self::Quotient),
            _ if path == ValuePath::Exact => None,
            Operation::Sin | Operation::Cos => Some(Self::SinCos),
            Operation::Exp
            | Operation::Tan
            | Operation::Sinh
            | Operation::Cosh
            | Operation::Tanh
            | Operation::Atan2 => Some(Self::Of(operation)),
            _ => None,
        }
    }

    /// The function that computes a value, and its arguments.
    fn computing(code: &CodeList, id: ValueId, path: ValuePath) -> Option<(Self, Vec<ValueId>)> {
        let statement = code.statement(id);
        let Elemental::Operation(operation) = statement.elemental() else {
            return None;
        };
        let function = Self::of(operation, path)?;
        let operands = statement.operands();
        let is_rounded = |id: &ValueId| code.statement(*id).width() == Width::Single;
        if operation.is_from_value() && operands.iter().any(is_rounded) {
            return None;
        }
        if function == Self::Quotient && !quotients::may_share(code, operands) {
            return None;
        }
        if function == Self::SinCos
            && let Some((angle, operands)) = atan2_trig::operands(code, operands[0])
        {
            return Some((Self::Turn(angle), operands.to_vec()));
        }
        Some((function, operands.to_vec()))
    }

    /// The name in the runtime.
    pub fn name(self) -> &'static str {
        match self {
            Self::SinCos => "sin_cos",
            Self::Turn(Angle::Once) => "sin_cos_of_atan2",
            Self::Turn(Angle::Twice) => "sin_cos_of_twice_atan2",
            Self::Quotient => "quotients",
            Self::Of(operation) => operation.name(),
        }
    }

    /// How many arguments a lane has, at most.
    pub fn n_arguments(self) -> usize {
        match self {
            Self::SinCos => 1,
            Self::Quotient | Self::Turn(_) => 2,
            Self::Of(operation) => operation.arity(),
        }
    }

    /// The fewest arguments for which a call is faster than the library, and the most that it
    /// takes.
    fn lanes(self) -> (usize, usize) {
        match self {
            Self::SinCos => (2, 8),
            Self::Turn(_) => (1, 1),
            Self::Quotient | Self::Of(Operation::Atan2) => (2, 4),
            Self::Of(operation) if operation.is_from_value() => (1, 8),
            Self::Of(_) => (3, 8),
        }
    }
}

/// The last branch that a statement waits for, and the elementals of calls after it.
type Wave = (usize, usize);

/// What the elementals of a call have in common.
type Kin = (Function, Wave, Option<Divided>);

/// All calls of a function.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Calls {
    calls: Vec<Call>,
    of: Map<ValueId, CallId>,
}

/// Where elementals are looked for.
#[derive(Clone, Copy)]
struct Source<'a> {
    code: &'a CodeList,
    path: ValuePath,
    waves: &'a [Wave],
    depths: &'a [usize],
}

impl Calls {
    /// The calls that the statements of a schedule are worth.
    pub(super) fn of(code: &CodeList, schedule: &Schedule, path: ValuePath) -> Self {
        let mut calls = Self::default();
        let waves = &waves(code, path);
        let depths = &quotients::depths(code);
        calls.gather(
            Source {
                code,
                path,
                waves,
                depths,
            },
            schedule,
        );
        calls
    }

    #[cfg(test)]
    pub(super) fn all_mut(&mut self) -> &mut [Call] {
        &mut self.calls
    }

    pub(super) fn get(&self, id: CallId) -> &Call {
        &self.calls[id.0]
    }

    pub(super) fn that_computes(&self, id: ValueId) -> Option<CallId> {
        self.of.get(&id).copied()
    }

    /// One region, and the arms inside. What the user's own code waits for stays in front of it.
    fn gather(&mut self, source: Source<'_>, schedule: &Schedule) {
        let Source {
            code,
            path,
            waves,
            depths,
        } = source;
        let mut found: Map<Kin, Vec<(usize, Lane)>> = Map::new();
        let mut known: Map<(Function, Vec<ValueId>), usize> = Map::new();
        for (position, step) in schedule.steps().iter().enumerate() {
            let id = match step {
                Step::Value(id) if position >= schedule.n_pinned() => *id,
                Step::Branch(id) => {
                    for arm in schedule.branch(*id).arms() {
                        self.gather(source, arm);
                    }
                    continue;
                }
                Step::Loop(id) => {
                    self.gather(source, schedule.run_time_loop(*id).body());
                    continue;
                }
                _ => continue,
            };
            let Some((function, operands)) = Function::computing(code, id, path) else {
                continue;
            };
            let divided = (function == Function::Quotient).then(|| Divided {
                depth: depths[id.index()],
                divisor: operands[operands.len() - 1],
            });
            let key = (function, waves[id.index()], divided);
            let lanes = found.entry(key).or_default();
            let results = match code.statement(id).elemental() {
                Elemental::Operation(Operation::Sin) => vec![Some(id), None],
                Elemental::Operation(Operation::Cos) => vec![None, Some(id)],
                _ => vec![Some(id)],
            };
            // The other of sine and cosine of one argument.
            if results.len() == 2 {
                let argument = (function, operands.clone());
                if let Some(lane) = known.get(&argument) {
                    let both = lanes[*lane].1.results.iter_mut().zip(results);
                    both.for_each(|(there, here)| *there = there.or(here));
                    continue;
                }
                known.insert(argument, lanes.len());
            }
            lanes.push((position, Lane { operands, results }));
        }
        let mut crowds: Map<(Wave, usize), usize> = Map::new();
        for ((_, wave, divided), lanes) in &found {
            if let Some(Divided { depth, .. }) = divided {
                *crowds.entry((*wave, *depth)).or_default() += lanes.len();
            }
        }
        for ((function, wave, divided), lanes) in found {
            let crowd = divided.and_then(|divided| crowds.get(&(wave, divided.depth)));
            if crowd.is_none_or(|count| *count >= quotients::CROWD) {
                self.cut(function, &lanes);
            }
        }
    }

    /// Calls of as many lanes as they take, from stretches of the schedule.
    fn cut(&mut self, function: Function, lanes: &[(usize, Lane)]) {
        let (fewest, most) = function.lanes();
        let stretch = match function {
            Function::Quotient => quotients::STRETCH,
            _ => STRETCH,
        };
        let mut rest = lanes;
        while let Some((first, _)) = rest.first() {
            let near = rest
                .iter()
                .take(most)
                .take_while(|(position, _)| position - first <= stretch);
            let (call, others) = rest.split_at(near.count());
            rest = others;
            if call.len() >= fewest {
                let lanes = call.iter().map(|(_, lane)| lane.clone()).collect();
                let (id, call) = (CallId(self.calls.len()), Call { function, lanes });
                self.of.extend(call.results().map(|result| (result, id)));
                self.calls.push(call);
            }
        }
    }
}

/// The wave of each statement.
fn waves(code: &CodeList, path: ValuePath) -> Vec<Wave> {
    let mut waves: Vec<Wave> = Vec::with_capacity(code.statements().len());
    for id in code.ids() {
        let statement = code.statement(id);
        let operands = statement.operands().iter();
        let last = operands.map(|operand| waves[operand.index()]).max();
        let (branch, elementals) = last.unwrap_or_default();
        waves.push(match statement.elemental() {
            Elemental::Join(joined, _) | Elemental::JoinPartial(joined, _) => {
                (branch, elementals).max((joined.index() + 1, 0))
            }
            Elemental::Operation(operation) if Function::of(operation, path).is_some() => {
                (branch, elementals + 1)
            }
            _ => (branch, elementals),
        });
    }
    waves
}

impl fmt::Display for CallId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "call {}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Call, Calls, Function};
    use crate::ir::elemental::Operation::{self, Add, Atan2, Cos, Div, Exp, Recip, Sin, Tanh};
    use crate::ir::{CodeList, CodeListBuilder, Origin, Precision, ValueId};
    use crate::options::ValuePath;
    use crate::schedule::schedule_value;

    fn calls(code: &CodeList) -> Vec<Call> {
        Calls::of(code, &schedule_value(code), ValuePath::Fused).calls
    }

    fn arguments(call: &Call) -> Vec<usize> {
        call.operands().map(ValueId::index).collect()
    }

    /// A function of this number of independents whose rows are those of the closure.
    fn code(
        n_independents: usize,
        rows: impl FnOnce(&mut dyn FnMut(Operation, &[ValueId]) -> ValueId) -> Vec<ValueId>,
    ) -> CodeList {
        let mut builder = CodeListBuilder::new(n_independents, Precision::Double);
        let rows =
            rows(&mut |operation, operands| builder.apply(operation, operands, Origin::default()));
        builder.finish(rows)
    }

    #[test]
    fn sine_and_cosine_of_an_argument_share_a_lane() {
        let code = code(3, |apply| {
            let [x, y, z] = [0, 1, 2].map(ValueId);
            vec![
                apply(Sin, &[x]),
                apply(Cos, &[y]),
                apply(Cos, &[x]),
                apply(Sin, &[z]),
            ]
        });
        let calls = calls(&code);
        assert_eq!(calls.len(), 1);
        assert_eq!(
            (calls[0].function, arguments(&calls[0])),
            (Function::SinCos, vec![0, 1, 2])
        );
        let results: Vec<_> = calls[0]
            .lanes
            .iter()
            .map(|lane| lane.results.clone())
            .collect();
        let [sine, other, cosine, third] = [3, 4, 5, 6].map(|id| Some(ValueId(id)));
        assert_eq!(
            results,
            [vec![sine, cosine], vec![None, other], vec![third, None]]
        );
    }

    #[test]
    fn what_waits_for_a_call_is_not_in_it() {
        let code = code(3, |apply| {
            let first: Vec<ValueId> = (0..3).map(|x| apply(Tanh, &[ValueId(x)])).collect();
            first.iter().map(|y| apply(Tanh, &[*y])).collect()
        });
        let found: Vec<_> = calls(&code).iter().map(arguments).collect();
        assert_eq!(found, [vec![0, 1, 2], vec![3, 4, 5]]);
    }

    #[test]
    fn calls_that_would_wait_for_each_other_are_not_made() {
        // sin x and sin exp exp exp y; exp z and exp sin x: neither pair is of one wave.
        let code = code(2, |apply| {
            let [x, y] = [0, 1].map(ValueId);
            let early = apply(Sin, &[x]);
            let late = apply(Exp, &[early]);
            let first = apply(Exp, &[y]);
            let then = apply(Sin, &[first]);
            vec![late, then]
        });
        assert_eq!(calls(&code), []);
    }

    #[test]
    fn few_stay_single_and_many_are_cut() {
        let angles = |count: u32| {
            let code = code(count as usize, |apply| {
                (0..count)
                    .map(|x| apply(Atan2, &[ValueId(x), ValueId(0)]))
                    .collect()
            });
            calls(&code)
                .iter()
                .map(|call| call.lanes.len())
                .collect::<Vec<_>>()
        };
        assert_eq!(angles(1), [0_usize; 0]);
        assert_eq!(angles(2), [2]);
        assert_eq!(angles(5), [4]);
        assert_eq!(angles(10), [4, 4, 2]);
    }

    #[test]
    fn a_crowd_of_divisions_by_one_divisor_shares_calls() {
        let quotients = |n_divisors: u32| {
            let code = code(2 * n_divisors as usize, |apply| {
                let divide = |k: u32| {
                    let [a, b] = [2 * k, 2 * k + 1].map(ValueId);
                    [apply(Div, &[a, b]), apply(Recip, &[b])]
                };
                (0..n_divisors).flat_map(divide).collect()
            });
            let calls = Calls::of(&code, &schedule_value(&code), ValuePath::Exact).calls;
            calls.iter().map(arguments).collect::<Vec<_>>()
        };
        assert_eq!(quotients(3), Vec::<Vec<usize>>::new());
        let found = quotients(4);
        assert_eq!(found, [[0, 1, 1], [2, 3, 3], [4, 5, 5], [6, 7, 7]]);
    }

    #[test]
    fn what_is_far_away_is_left_there() {
        let code = code(3, |apply| {
            let [x, y, z] = [0, 1, 2].map(ValueId);
            let near = [apply(Sin, &[x]), apply(Sin, &[y])];
            let mut sum = apply(Add, &near);
            for _ in 0..2 * super::STRETCH {
                sum = apply(Add, &[sum, x]);
            }
            let far = apply(Sin, &[z]);
            vec![apply(Add, &[sum, far])]
        });
        let found: Vec<_> = calls(&code).iter().map(arguments).collect();
        assert_eq!(found, [vec![0, 1]]);
    }
}

//! Packing: which sums of a scheduled region share a vector register, and which entries are stored
//! at once.
//!
//! ```text
//! Schedule --search--> packs --arrange--> units --pair--> units        p0 = [v5, v6] * [a1, a2]
//!             ^                                                        store entries 3, 4 from p0
//!          candidates: two entries of a row or of a column             v9
//! ```
//!
//! The stages look at a [`View`] of one region. `search` finds the packs (superword-level
//! parallelism) from `candidates`, with `dependences` to keep them free of circles and
//! `adjacent_inputs` that cost nothing to load. `rematerialize` computes some products twice,
//! `cross_stores` writes four entries from two registers, `paired_stores` two from one. `operands`
//! and `arrange` put all that into a sequence of [`Unit`]s, which the back only has to print.
//!
//! Two sequences are made. A target with registers of two numbers and fused multiply-adds takes the
//! packed one; the other one has the sums one by one, in their own order, since in the order of the
//! packs it would not be faster.
//!
//! # The running example
//!
//! `let r = x[0] * x[1].sin(); [r - k, x[2] / r]` has no packs, because no two of its sums save two
//! operations. By columns the entries 0 and 2 are neighbours, as are 1 and 3, and each pair is
//! stored at once:
//!
//! ```text
//! v10                                    let v10 = v7 * v9;
//! store entries 0, 2                     store(entries, 0, [v3, -v3 * v10]);
//! v8  a0  store entries 1, 3             let a0 = v0 * v8;  store(entries, 2, [a0, -v10 * a0]);
//! v6  store value 0                      let v6 = v4 - v5;  value[0] = v6;
//! store entry 4                          entries[4] = v9;
//! ```

mod adjacent_inputs;
mod arrange;
mod candidates;
mod cross_stores;
mod dependences;
mod like_steps;
mod operands;
mod paired_stores;
mod rematerialize;
mod search;
mod terms;
mod unit;
mod view;
mod wide_runs;

use std::fmt;

use crate::plan::term::write_sum;
use crate::schedule::{MANY, Step};

use like_steps::Runs;
use search::Pack;
use wide_runs::WideRuns;

pub use cross_stores::{CrossStore, Register};
pub use operands::{Operand, Order, PackedTerm, Scalar};
pub use terms::Factor;
pub use unit::{PackedSum, Results, Unit};
pub use view::View;

/// The statements of a region, in the form in which they are written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Packing {
    packs: Vec<PackedSum>,
    pinned: Vec<Unit>,
    packed: Vec<Unit>,
    scalar: Vec<Unit>,
}

impl Packing {
    /// Packs the steps of a region.
    pub fn of(view: &View<'_>) -> Self {
        let steps = view.schedule.steps();
        if steps.len() >= MANY {
            return Self::without_packs(view);
        }
        let (wide, packs) = wide_runs_and_packs(view, steps);
        if packs.is_empty() {
            let units = steps.iter().copied().map(Unit::Step).collect();
            return Self {
                scalar: paired_stores::paired(view, units, &wide.entries),
                ..Self::default()
            };
        }
        let rematerialized = rematerialize::rematerialized(view, steps, &packs);
        let alone = (0..steps.len()).map(|step| arrange::alone(steps, step, &rematerialized));
        let mut pinned: Vec<Unit> = alone.collect();
        let (packs, mut packed) = arrange::arranged(view, steps, &packs, &rematerialized);
        // The user's own code comes first in both sequences, and is written once.
        let n_pinned = view.schedule.n_pinned();
        let scalar = pinned.split_off(n_pinned);
        let packed = packed.split_off(n_pinned);
        let [pinned, packed, scalar] =
            [pinned, packed, scalar].map(|units| paired_stores::paired(view, units, &wide.entries));
        Self {
            packs,
            pinned,
            packed,
            scalar,
        }
    }

    /// The units of a long body: all steps in their order, and neighbouring entries stored at once.
    pub fn without_packs(view: &View<'_>) -> Self {
        Self {
            scalar: in_groups(view, view.schedule.steps()),
            ..Self::default()
        }
    }

    /// The packs and the units that use them, for tests of the proof.
    #[cfg(test)]
    pub(crate) fn parts_mut(&mut self) -> (&mut Vec<PackedSum>, [&mut Vec<Unit>; 2]) {
        (&mut self.packs, [&mut self.packed, &mut self.scalar])
    }

    /// The packs; empty where all is scalar.
    pub fn packs(&self) -> &[PackedSum] {
        &self.packs
    }

    /// A unit in words.
    pub fn text(&self, unit: &Unit) -> String {
        struct Written<'a>(&'a Packing, &'a Unit);
        impl fmt::Display for Written<'_> {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.write_unit(self.1, formatter)
            }
        }
        Written(self, unit).to_string()
    }

    /// The units in front of both sequences.
    pub fn pinned(&self) -> &[Unit] {
        &self.pinned
    }

    /// The sequence for a target with registers of two; empty without packs.
    pub fn packed(&self) -> &[Unit] {
        &self.packed
    }

    /// The sequence for any target.
    pub fn scalar(&self) -> &[Unit] {
        &self.scalar
    }
}

/// The runs that are left to LLVM, and the packs of all else. Loose runs are left to it only in
/// place of packs, and if that saves more.
fn wide_runs_and_packs(view: &View<'_>, steps: &[Step]) -> (WideRuns, Vec<Pack>) {
    let tight = WideRuns::of(view, steps, Runs::Tight);
    let (packs, saved) = search::packs(view, steps, &tight.steps);
    if packs.is_empty() {
        return (tight, packs);
    }
    let loose = WideRuns::of(view, steps, Runs::Loose);
    if loose.entries.is_empty() {
        return (tight, packs);
    }
    let by_pairs = loose.saved_by_pairs();
    let loose = loose.and(&tight);
    let (fewer, remaining) = search::packs(view, steps, &loose.steps);
    let by_packs = search::OPERATION * (saved - remaining) + by_pairs;
    if remaining < saved && loose.saved > by_packs {
        (loose, fewer)
    } else {
        (tight, packs)
    }
}

/// The steps of a long region, with fences between groups of rows.
///
/// LLVM packs operations that end in neighbouring stores, wherever in a body they are. In a long
/// one it packs parts of rows that are far apart, and the early ones wait for the others on the
/// stack: on a machine with sixteen vector registers the fused value path of 32 cells (`bruss`)
/// accesses the stack 289 times and takes 115 ns. In groups it needs no stack and takes 67. With
/// thirty-two registers a fence is nothing. Short functions are better off in one piece (`pollu`,
/// `cpf`).
fn in_groups(view: &View<'_>, steps: &[Step]) -> Vec<Unit> {
    let wide = WideRuns::of(view, steps, Runs::Tight);
    let group = |steps: &[Step]| {
        let units = steps.iter().copied().map(Unit::Step).collect();
        paired_stores::paired(view, units, &wide.entries)
    };
    let (mut units, mut written) = (Vec::with_capacity(steps.len()), 0);
    for end in view.schedule.groups() {
        if *end < steps.len() {
            units.extend(group(&steps[written..*end]));
            units.push(Unit::Fence);
            written = *end;
        }
    }
    units.extend(group(&steps[written..]));
    units
}

impl fmt::Display for Packing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let write = |title: &str, units: &[Unit], formatter: &mut fmt::Formatter<'_>| {
            if units.is_empty() {
                return Ok(());
            }
            writeln!(formatter, "{title}:")?;
            units.iter().try_for_each(|unit| {
                formatter.write_str("  ")?;
                self.write_unit(unit, formatter)?;
                writeln!(formatter)
            })
        };
        write("first", &self.pinned, formatter)?;
        write("packed", &self.packed, formatter)?;
        write("scalar", &self.scalar, formatter)
    }
}

impl Packing {
    fn write_unit(&self, unit: &Unit, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match unit {
            Unit::Step(step) => write!(formatter, "{step}"),
            Unit::Sum(step, terms) => {
                write!(formatter, "{step} = ")?;
                write_sum(terms, formatter)
            }
            Unit::Pack(index) => {
                write!(formatter, "p{index} = {}", self.packs[*index])
            }
            Unit::CrossStore(store) => write!(formatter, "{store}"),
            Unit::Pair([first, second]) => write!(formatter, "store entries {first}, {second}"),
            Unit::Fence => formatter.write_str("fence"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Packing, View};
    use crate::ir::elemental::Operation::{self, Add, Mul, Sin, Sub};
    use crate::ir::{CodeListBuilder, Origin, Precision, RegionId, ValueId};
    use crate::options::{Layout, Options, ValuePath};
    use crate::pipeline::compile;

    /// Applies an operation to values.
    type Apply<'a> = &'a mut dyn FnMut(Operation, &[ValueId]) -> ValueId;

    /// The packing of a function with this number of adjacent inputs, entries by rows.
    fn packing(
        n_inputs: usize,
        value_path: ValuePath,
        rows: impl FnOnce(Apply<'_>) -> Vec<ValueId>,
    ) -> String {
        let mut builder = CodeListBuilder::new(n_inputs, Precision::Double);
        for column in 1..n_inputs {
            builder.note_adjacent(u32::try_from(column - 1).unwrap());
        }
        let rows =
            rows(&mut |operation, operands| builder.apply(operation, operands, Origin::default()));
        let options = Options {
            layout: Layout::Csr,
            value: value_path,
            ..Options::default()
        };
        let compiled = compile(builder.finish(rows), &options).unwrap();
        let slots: Vec<usize> = (0..compiled.plan.entries().len()).collect();
        let packing = Packing::of(&View {
            code: &compiled.code,
            plan: Some(&compiled.plan),
            schedule: &compiled.schedule,
            rewrites: Some(&compiled.rewrites),
            masks: Some(&compiled.masks),
            region: RegionId::FUNCTION,
            slots: &slots,
            value_path,
        });
        packing.to_string()
    }

    /// The lines of a text that have this word.
    fn lines<'a>(text: &'a str, word: &str) -> Vec<&'a str> {
        let lines = text.lines().map(str::trim);
        lines.filter(|line| line.contains(word)).collect()
    }

    #[test]
    fn neighbours_that_end_in_different_operations_are_stored_in_a_pair() {
        // x0 * sin x1: one entry is the sine itself, the other a product.
        let text = packing(2, ValuePath::Exact, |apply| {
            let sine = apply(Sin, &[ValueId(1)]);
            vec![apply(Mul, &[ValueId(0), sine])]
        });
        assert_eq!(lines(&text, "entr"), ["store entries 0, 1"], "{text}");
    }

    #[test]
    fn long_sums_are_left_to_llvm() {
        // x0 times the squares of some others and x1 times their cubes: both entries are sums.
        let stored = |n: u32| {
            let text = packing(2 + n as usize, ValuePath::Exact, |apply| {
                let mut terms = Vec::new();
                for column in (2..2 + n).map(ValueId) {
                    let square = apply(Mul, &[column, column]);
                    let cube = apply(Mul, &[square, column]);
                    terms.push(apply(Mul, &[ValueId(0), square]));
                    terms.push(apply(Mul, &[ValueId(1), cube]));
                }
                vec![
                    terms
                        .into_iter()
                        .reduce(|sum, next| apply(Add, &[sum, next]))
                        .unwrap(),
                ]
            });
            text.contains("store entries 0, 1")
        };
        assert_eq!([2, 3].map(stored), [true, false]);
    }

    #[test]
    fn four_neighbours_of_one_shape_are_left_to_llvm() {
        // The gradient of the sum of (x y)^2 over all pairs.
        let packs = |n: u32| {
            let text = packing(2 * n as usize, ValuePath::Exact, |apply| {
                let squares = (0..n).map(|column| {
                    let product = apply(Mul, &[ValueId(column), ValueId(n + column)]);
                    apply(Mul, &[product, product])
                });
                let squares: Vec<ValueId> = squares.collect();
                vec![
                    squares
                        .into_iter()
                        .reduce(|sum, next| apply(Add, &[sum, next]))
                        .unwrap(),
                ]
            });
            lines(&text, "p0 =").len()
        };
        assert_eq!([2, 4].map(packs), [1, 0]);
    }

    #[test]
    fn eight_neighbours_are_left_to_llvm_though_some_numbers_are_brought_together() {
        // The gradient of the sine of the sum of (sin x + w) sin x w. The weights are loaded, sines
        // and cosines are not.
        let packs = |n: u32| {
            let text = packing(2 * n as usize, ValuePath::Exact, |apply| {
                let terms = (0..n).map(|column| {
                    let [sine, weight] = [apply(Sin, &[ValueId(column)]), ValueId(n + column)];
                    let sum = apply(Add, &[sine, weight]);
                    let product = apply(Mul, &[sum, sine]);
                    apply(Mul, &[product, weight])
                });
                let terms: Vec<ValueId> = terms.collect();
                let sum = terms
                    .into_iter()
                    .reduce(|sum, next| apply(Add, &[sum, next]))
                    .unwrap();
                vec![apply(Sin, &[sum])]
            });
            ["p0 =", "store entries"].map(|word| !lines(&text, word).is_empty())
        };
        assert_eq!([6, 8].map(packs), [[true; 2], [false; 2]]);
    }

    /// `a t t t v` of three inputs.
    fn product(apply: Apply<'_>, [a, t, v]: [u32; 3]) -> ValueId {
        let [a, t, v] = [a, t, v].map(ValueId);
        let mut product = apply(Mul, &[a, t]);
        for factor in [t, t, v] {
            product = apply(Mul, &[product, factor]);
        }
        product
    }

    /// The packs of the sum and the difference of two such products.
    fn packs_of_two_parts(value_path: ValuePath, second: [u32; 3]) -> Vec<String> {
        let text = packing(6, value_path, |apply| {
            let parts = [product(apply, [0, 2, 4]), product(apply, second)];
            vec![apply(Add, &parts), apply(Sub, &parts)]
        });
        let packs = lines(&text, " = ");
        packs.into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn parts_of_one_shape_share_registers_from_the_load_to_the_store() {
        // v7 and v11 are the values a t t t of both parts; a6 to a9 their derivatives by t and v.
        let expected = [
            "p3 = [v0, v1] * [v2, v3]; _ | _",
            "p2 = p3 * [v2, v3]; v7 | v11",
            "p6 = [v2, v3] * [v2, v3]; _ | _",
            "p5 = [v2, v3] * p6; _ | _",
            "p4 = [v4, v5] * p5; a6 | a7",
            "p1 = [3, 3] * p2; _ | _",
            "p0 = [v4, v5] * p1; a8 | a9",
        ];
        assert_eq!(packs_of_two_parts(ValuePath::Fused, [1, 3, 5]), expected);
    }

    #[test]
    fn an_exact_value_path_brings_nothing_together() {
        // No two inputs of the parts are adjacent, so the values of a pack would have to be put
        // together first.
        let computes_values = |pack: &String| pack.contains("; v");
        let fused = packs_of_two_parts(ValuePath::Fused, [3, 5, 1]);
        assert!(fused.iter().any(computes_values), "{fused:?}");
        let exact = packs_of_two_parts(ValuePath::Exact, [3, 5, 1]);
        assert!(!exact.iter().any(computes_values), "{exact:?}");
    }
}

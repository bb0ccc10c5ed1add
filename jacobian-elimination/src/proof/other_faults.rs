//! Faults in packs, in local partials, and in what is made of Jacobians.
//!
//! ```text
//! packs        a sign, halves exchanged, another place, a term less, a unit less
//! partials     another operation, another operand
//! products     a sign in the product with a vector, the Hessian, the normal equations
//! ```

use crate::derived::normal::{Jacobian, Place, Stored, Wanted, Weights};
use crate::graph::Side;
use crate::ir::elemental::Operation as Op;
use crate::ir::{
    CodeList, CodeListBuilder, Elemental, OpaqueId, Origin, Precision, RegionId, Role, ValueId,
};
use crate::options::{Layout, Options, ValuePath};
use crate::packing::{Operand, Order, PackedTerm, Packing, Results, Unit, View};
use crate::pipeline::{self, Compiled};
use crate::plan::Plan;
use crate::products;
use crate::schedule::Step;

use super::claims::Verdict;

/// Two parts of one shape, whose sums share registers.
fn of_two_parts() -> Compiled {
    let mut builder = CodeListBuilder::new(6, Precision::Double);
    (0..5).for_each(|column| builder.note_adjacent(column));
    let mut apply =
        |operation, operands: &[ValueId]| builder.apply(operation, operands, Origin::default());
    let mut part = |[a, t, v]: [u32; 3]| {
        let [a, t, v] = [a, t, v].map(ValueId);
        let start = apply(Op::Mul, &[a, t]);
        [t, t, v]
            .iter()
            .fold(start, |product, factor| apply(Op::Mul, &[product, *factor]))
    };
    let parts = [part([0, 2, 4]), part([1, 3, 5])];
    let rows = [Op::Add, Op::Sub]
        .map(|operation| apply(operation, &parts))
        .to_vec();
    let options = Options {
        layout: Layout::Csr,
        value: ValuePath::Fused,
        ..Options::default()
    };
    pipeline::compile(builder.finish(rows), &options).unwrap()
}

fn view<'a>(compiled: &'a Compiled, slots: &'a [usize]) -> View<'a> {
    View {
        code: &compiled.code,
        plan: Some(&compiled.plan),
        schedule: &compiled.schedule,
        rewrites: Some(&compiled.rewrites),
        masks: Some(&compiled.masks),
        region: RegionId::FUNCTION,
        slots,
        value_path: ValuePath::Fused,
    }
}

/// The operand with its halves exchanged, and with another sign.
fn faults_of(operand: Operand) -> Vec<Operand> {
    match operand {
        Operand::Pack {
            index,
            order,
            negative,
        } => {
            let other = match order {
                Order::Straight => Order::Swapped,
                Order::Swapped => Order::Straight,
            };
            let with = |order, negative| Operand::Pack {
                index,
                order,
                negative,
            };
            vec![with(other, negative), with(order, !negative)]
        }
        Operand::Both(scalar) => {
            let mut other = scalar;
            other.negative = !scalar.negative;
            vec![Operand::Both(other), Operand::Two([scalar, other])]
        }
        Operand::Two([first, second]) => {
            let mut other = first;
            other.negative = !first.negative;
            let mut faults = vec![Operand::Two([other, second])];
            if first != second {
                faults.extend([Operand::Two([second, first]), Operand::Both(first)]);
            }
            faults
        }
    }
}

fn faults_of_term(term: PackedTerm) -> Vec<PackedTerm> {
    match term {
        PackedTerm::Plain(operand) => faults_of(operand)
            .into_iter()
            .map(PackedTerm::Plain)
            .collect(),
        PackedTerm::Subtracted(operand) => vec![PackedTerm::Plain(operand)],
        PackedTerm::Product(a, b) => {
            let of_first = faults_of(a).into_iter().map(|a| PackedTerm::Product(a, b));
            let of_second = faults_of(b).into_iter().map(|b| PackedTerm::Product(a, b));
            // The halves of the squares of two numbers are the same ones in either order.
            of_first
                .chain(of_second)
                .chain([PackedTerm::Plain(a)])
                .collect()
        }
    }
}

#[test]
fn every_fault_in_a_pack_is_found() {
    let compiled = of_two_parts();
    let slots: Vec<usize> = (0..compiled.plan.entries().len()).collect();
    let view = view(&compiled, &slots);
    let right = Packing::of(&view);
    assert_eq!(
        super::packing(&view, &right),
        Ok(Verdict::Proved),
        "{right}"
    );
    assert!(right.packs().len() > 4, "{right}");
    let mut n_faults = 0;
    let mut expect = |edit: &dyn Fn(&mut Packing)| {
        let mut planted = right.clone();
        edit(&mut planted);
        assert!(super::packing(&view, &planted).is_err(), "{planted}");
        n_faults += 1;
    };
    for (index, pack) in right.packs().iter().enumerate() {
        for (position, term) in pack.terms.iter().enumerate() {
            for fault in faults_of_term(*term) {
                expect(&|planted| planted.parts_mut().0[index].terms[position] = fault);
            }
        }
        match pack.results {
            Results::Stored(slot) => {
                expect(&|planted| planted.parts_mut().0[index].results = Results::Stored(slot + 1));
            }
            Results::Named([None, None]) => {}
            Results::Named([first, second]) => expect(&|planted| {
                planted.parts_mut().0[index].results = Results::Named([second, first]);
            }),
        }
    }
    let n_units = [right.packed().len(), right.scalar().len()];
    for (sequence, length) in n_units.into_iter().enumerate() {
        for position in 0..length {
            expect(&|planted| _ = planted.parts_mut().1[sequence].remove(position));
            let unit = [right.packed(), right.scalar()][sequence][position].clone();
            match unit {
                Unit::Pair([first, second]) => expect(&|planted| {
                    planted.parts_mut().1[sequence][position] = Unit::Pair([second, first]);
                }),
                Unit::CrossStore(store) => expect(&|planted| {
                    let mut other = store.clone();
                    other.registers.swap(0, 1);
                    planted.parts_mut().1[sequence][position] = Unit::CrossStore(other);
                }),
                _ => {}
            }
        }
    }
    assert!(n_faults > 50, "{n_faults} faults");
}

/// Statements of local partials, with another operation or operand.
fn faulty_partials(compiled: &Compiled) -> Vec<CodeList> {
    let code = &compiled.code;
    let other = |operation: Op| {
        Some(match operation {
            Op::Sin => Op::Cos,
            Op::Cos => Op::Sin,
            Op::Mul | Op::Sub => Op::Add,
            Op::Add => Op::Sub,
            Op::Div => Op::Mul,
            Op::Recip => Op::Neg,
            Op::MaxFirst => Op::MaxSecond,
            Op::MaxSecond => Op::MaxFirst,
            _ => return None,
        })
    };
    let mut lists = Vec::new();
    for id in code.ids() {
        let statement = code.statement(id);
        let is_partial = statement.role() == Role::Derivative && statement.constant().is_none();
        let Elemental::Operation(operation) = statement.elemental() else {
            continue;
        };
        // Some are offered and not used.
        let is_computed = compiled.schedule.steps().contains(&Step::Value(id));
        if !is_partial || !is_computed {
            continue;
        }
        lists.extend(other(operation).map(|other| code.with_operation(id, other)));
        for (position, operand) in statement.operands().iter().enumerate() {
            // The power that a lower one is computed from is not seen.
            if operation == Op::LowerPower && position == 2 {
                continue;
            }
            let other = ValueId(u32::from(*operand != ValueId(1)));
            lists.push(code.with_operand(id, position, other));
        }
    }
    lists
}

/// A partial of the operations that only a second table can tell from others.
#[test]
fn every_fault_in_a_local_partial_is_found() {
    let mut n_faults = 0;
    let one = [
        Op::Sin,
        Op::Cos,
        Op::Tan,
        Op::Asin,
        Op::Atan,
        Op::Acosh,
        Op::Atanh,
        Op::Ln,
        Op::Log2,
        Op::Ln1p,
        Op::Sqrt,
        Op::Cbrt,
        Op::Exp2,
        Op::Recip,
        Op::Powi(7),
        Op::Tanh,
    ];
    let two = [
        Op::Div,
        Op::Atan2,
        Op::Hypot,
        Op::Log,
        Op::Powf,
        Op::Max,
        Op::Rem,
    ];
    for operation in one.into_iter().chain(two) {
        let mut builder = CodeListBuilder::new(3, Precision::Double);
        let operands = [ValueId(0), ValueId(2)];
        let operands = &operands[..operation.arity()];
        let row = builder.apply(operation, operands, Origin::default());
        let compiled = pipeline::compile(builder.finish(vec![row]), &Options::default()).unwrap();
        assert_eq!(
            super::jacobian(&compiled),
            Ok(Verdict::Proved),
            "{operation}"
        );
        for code in faulty_partials(&compiled) {
            let planted = Compiled {
                code,
                ..compiled.clone()
            };
            let found = super::jacobian(&planted);
            assert!(
                found.is_err(),
                "{operation}\n{}\n{}",
                planted.code,
                planted.plan
            );
            n_faults += 1;
        }
    }
    assert!(n_faults > 30, "{n_faults} faults");
}

/// Plans with the sign of one term changed.
fn with_other_signs(plan: &Plan) -> impl Iterator<Item = Plan> + '_ {
    let sums = (0..plan.entries().len()).filter(|index| !plan.entries()[*index].terms().is_empty());
    sums.map(|index| {
        let (accumulations, mut entries, counts) = plan.clone().into_parts();
        let terms = entries[index].terms_mut();
        if let Some(term) = terms.first_mut() {
            *term = term.negate();
        }
        Plan::new(accumulations, entries, counts)
    })
}

#[test]
fn every_fault_in_what_is_made_of_a_jacobian_is_found() {
    let mut n_faults = 0;
    let function = of_two_parts();
    let options = Options::default();
    let code = &function.code;
    for side in [Side::Right, Side::Left] {
        let found = products::product(&function, code, side, 6, &options).compiled;
        assert_eq!(super::product(&found, side, 6), Ok(Verdict::Proved));
        for plan in with_other_signs(&found.plan) {
            let planted = Compiled {
                plan,
                ..found.clone()
            };
            assert!(super::product(&planted, side, 6).is_err());
            n_faults += 1;
        }
    }
    let found = pipeline::hessian(&function, &options).unwrap();
    assert_eq!(super::hessian(&function, &found), Ok(Verdict::Proved));
    for plan in with_other_signs(&found.compiled.plan) {
        let mut planted = found.clone();
        planted.compiled.plan = plan;
        assert!(super::hessian(&function, &planted).is_err());
        n_faults += 1;
    }
    // The code that was written from the Jacobian, before it is differentiated.
    for id in found.compiled.code.ids() {
        let statement = found.compiled.code.statement(id);
        if statement.elemental() == Elemental::Operation(Op::Add) {
            let mut planted = found.clone();
            planted.compiled.code = found.compiled.code.with_operation(id, Op::Sub);
            assert!(super::hessian(&function, &planted).is_err());
            n_faults += 1;
        }
    }
    assert!(n_faults > 20, "{n_faults} faults");
}

#[test]
fn every_fault_in_normal_equations_is_found() {
    let (mut n_faults, function) = (0, of_two_parts());
    for weights in [Weights::None, Weights::Diagonal, Weights::Root] {
        let wanted = Wanted {
            stored: Stored::Residuals,
            weights,
            slope: Some(OpaqueId(0)),
            jacobian: Jacobian::Stored,
        };
        let found = pipeline::normal(&function, &wanted, &Options::default());
        assert_eq!(
            super::normal(&function, &found, &wanted),
            Ok(Verdict::Proved)
        );
        for plan in with_other_signs(&found.compiled.plan) {
            let mut planted = found.clone();
            planted.compiled.plan = plan;
            assert!(super::normal(&function, &planted, &wanted).is_err());
            n_faults += 1;
        }
        let mut planted = found.clone();
        let first = planted
            .places
            .iter()
            .position(|place| *place == Place::Gradient)
            .unwrap();
        planted.places[first] = Place::Normal;
        assert!(super::normal(&function, &planted, &wanted).is_err());
        n_faults += 1;
    }
    assert!(n_faults > 60, "{n_faults} faults");
}

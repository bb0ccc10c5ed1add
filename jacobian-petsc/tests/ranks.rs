//! Each case runs under `mpirun` on several ranks: this program starts itself again for that.

#![allow(
    clippy::unwrap_used,
    clippy::trivially_copy_pass_by_ref,
    clippy::unnecessary_wraps,
    reason = "a test without the harness by which clippy knows tests; cases and functions of one shape"
)]

use std::env;
use std::error::Error;
use std::path::PathBuf;
use std::process::{Command, Output};

use jacobian_assembly::{Elements, OneByOne, System, Variable};
use jacobian_petsc::{Converged, Nonlinear, Numbering, Petsc, PetscError, Ranks};
use jacobian_runtime::jacobian;

/// Under `mpirun`, the case to run.
const CASE: &str = "JACOBIAN_PETSC_CASE";

/// `-u'' + c u^3 = 1` on an element of length h, by linear functions.
#[jacobian(as = Rod, wrt(u))]
fn rod(u: &[f64; 2], c: f64, h: f64) -> [f64; 2] {
    let slope = (u[1] - u[0]) / h;
    let middle = 0.5 * (u[0] + u[1]);
    let load = 0.5 * h * (c * middle * middle * middle - 1.0);
    [load - slope, load + slope]
}

/// It has no value below -1.
#[jacobian(as = Root, batch, wrt(u))]
fn root(u: &[f64; 1], c: f64) -> f64 {
    (u[0] + c).sqrt() - 1.0
}

/// It panics where `c` is negative.
#[jacobian(as = Checked, wrt(u))]
fn checked(u: &[f64; 1], c: f64) -> f64 {
    assert!(c > 0.0, "a planted panic");
    u[0] * u[0] - c
}

type Outcome = Result<(), Box<dyn Error>>;

struct Case {
    name: &'static str,
    run: fn(&Petsc) -> Outcome,
    /// Whether all ranks end well, or `mpirun` has to end them.
    ends: bool,
}

const CASES: [Case; 7] = [
    case("elements_add_to_rows_of_other_ranks", rods),
    case("a_parameter_changes_between_solves", parameters),
    case("nan_is_an_error_that_names_the_element", nan),
    case("the_last_iterate_is_kept", last_iterate),
    case("options_are_checked", options),
    Case {
        ends: false,
        ..case("a_panic_ends_all_ranks", panic)
    },
    Case {
        ends: false,
        ..case("what_does_not_fit_is_refused", misfits)
    },
];

const fn case(name: &'static str, run: fn(&Petsc) -> Outcome) -> Case {
    Case {
        name,
        run,
        ends: true,
    }
}

fn main() {
    if let Ok(name) = env::var(CASE) {
        let case = CASES.iter().find(|case| case.name == name).unwrap();
        let petsc = Petsc::start().unwrap();
        if let Err(error) = (case.run)(&petsc) {
            drop(petsc);
            panic!("{error}");
        }
        return;
    }
    for case in &CASES {
        for ranks in 1..=3 {
            let this = env::current_exe().unwrap();
            let mut command = mpirun(ranks);
            let output = command.env(CASE, case.name).arg(this).output().unwrap();
            assert_eq!(
                output.status.success(),
                case.ends,
                "{}: {output:?}",
                case.name
            );
            if !case.ends {
                let said = String::from_utf8_lossy(&output.stderr).into_owned();
                assert!(said.contains("planted"), "{}: {said}", case.name);
            }
        }
        println!("test {} ... ok", case.name);
    }
    bratu();
    println!("test bratu ... ok");
}

/// As many ranks as wanted, for a minute at most.
fn mpirun(ranks: usize) -> Command {
    let mut command = Command::new("mpirun");
    command.args([
        "--allow-run-as-root",
        "--oversubscribe",
        "--timeout",
        "60",
        "-n",
    ]);
    command.arg(ranks.to_string());
    command
}

/// The example agrees on any number of ranks, and PETSc finds its Jacobian right.
fn bratu() {
    let example = |ranks: usize, arguments: &[&str]| -> Output {
        let mut path: PathBuf = env::current_exe().unwrap();
        path.pop();
        path.pop();
        let mut command = mpirun(ranks);
        command.arg(path.join("examples/bratu")).args(arguments);
        command.output().unwrap()
    };
    let peaks = [1, 2, 3].map(|ranks| {
        let output = example(ranks, &["-n", "30", "-snes_monitor"]);
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("SNES Function norm"), "{text}");
        let peak = text.split("peak ").nth(1).unwrap();
        peak.split_whitespace().next().unwrap().parse().unwrap()
    });
    assert!(
        peaks
            .iter()
            .all(|peak: &f64| (peak - peaks[0]).abs() < 1e-10)
    );

    let output = example(2, &["-n", "8", "-snes_test_jacobian"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let errors = text.split("||J - Jfd||_F/||J||_F = ").skip(1);
    let errors: Vec<f64> = errors
        .map(|rest| rest.split(',').next().unwrap().parse().unwrap())
        .collect();
    assert!(
        errors.len() > 2 && errors.iter().all(|error| *error < 1e-7),
        "{text}"
    );

    let output = example(2, &["-pc_type", "nosuch"]);
    assert!(!output.status.success());
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        text.contains("Unable to find requested PC type nosuch"),
        "{text}"
    );
}

/// A rod of `n` elements. Each rank has a share of the elements, and adds to the rows at their ends.
fn rod_of(
    ranks: Ranks<'_>,
    n: usize,
    c: f64,
) -> Result<(Numbering, System<jacobian_assembly::Jacobian>), Box<dyn Error>> {
    let mut numbering = Numbering::of(ranks.share(n - 1));
    let mut elements = Elements::new();
    // From the far end, so that ghosts come in another order than their numbers.
    for element in ranks.share(n).rev() {
        let ends = [element.checked_sub(1), (element + 1 < n).then_some(element)];
        let ends = ends.map(|end| end.map(|end| numbering.local(end)));
        let columns = ends.map(|end| end.map_or(Variable::Fixed(0.0), Variable::Column));
        elements.push(columns, ends, []);
    }
    let mut system = System::jacobian(numbering.len(), numbering.len());
    let h = 1.0 / f64::from(u32::try_from(n)?);
    system.term(OneByOne(Rod { c, h }), elements)?;
    let system = system.build()?;
    Ok((numbering, system))
}

fn solved_rod(ranks: Ranks<'_>, n: usize, c: f64) -> Result<(Vec<f64>, Converged), Box<dyn Error>> {
    let (numbering, system) = rod_of(ranks, n, c)?;
    let mut equations = Nonlinear::new(ranks, "", &numbering, system)?;
    let mut u = vec![0.0; numbering.owned().len()];
    let converged = equations.solve(&mut u)?;
    Ok((u, converged))
}

fn rods(petsc: &Petsc) -> Outcome {
    precise(petsc)?;
    // Fewer unknowns than ranks too.
    for n in [2, 3, 20, 101] {
        for c in [0.0, 30.0] {
            let (own, converged) = solved_rod(petsc.world(), n, c)?;
            assert!(converged.norm < 1e-9, "{converged:?}");
            let all = petsc.world().gather(&own)?;
            assert_eq!(all.len(), n - 1);
            let (alone, _) = solved_rod(petsc.alone(), n, c)?;
            let far = all.iter().zip(&alone).map(|(a, b)| (a - b).abs());
            assert!(far.fold(0.0_f64, f64::max) < 1e-10);
            if c == 0.0 {
                // Linear elements are exact at their ends: u = x (1 - x) / 2.
                for (i, u) in (1_u32..).zip(&all) {
                    let x = f64::from(i) / f64::from(u32::try_from(n)?);
                    assert!((u - 0.5 * x * (1.0 - x)).abs() < 1e-10);
                }
            }
        }
    }
    Ok(())
}

fn precise(petsc: &Petsc) -> Result<(), PetscError> {
    petsc.default_option("-ksp_rtol", "1e-12")?;
    petsc.default_option("-snes_rtol", "1e-13")?;
    petsc.default_option("-snes_atol", "1e-12")
}

fn parameters(petsc: &Petsc) -> Outcome {
    precise(petsc)?;
    let world = petsc.world();
    let own = world.share(5);
    let mut elements = Elements::new();
    own.clone()
        .for_each(|i| elements.push([i - own.start], [i - own.start], []));
    let mut system = System::jacobian(own.len(), own.len());
    let term = system.term(Root { c: 0.0 }, elements)?;
    let mut equations = Nonlinear::new(world, "", &Numbering::of(own.clone()), system.build()?)?;
    let mut u = vec![1.5; own.len()];
    // (u + c).sqrt() = 1
    for c in [0.0, 0.25, 0.5] {
        equations.system_mut().function_mut(term).c = c;
        equations.solve(&mut u)?;
        assert!(u.iter().all(|u| (u - (1.0 - c)).abs() < 1e-9), "{c}: {u:?}");
    }
    Ok(())
}

/// The equations of `Root`, one on each rank, where the last has a radicand below zero.
fn nan(petsc: &Petsc) -> Outcome {
    let world = petsc.world();
    let last = world.rank() + 1 == world.count();
    let mut elements = Elements::new();
    elements.push([0], [0], []);
    let mut system = System::jacobian(1, 1);
    system.term(
        Root {
            c: if last { -3.0 } else { 0.0 },
        },
        elements,
    )?;
    let numbering = Numbering::of(world.rank()..world.rank() + 1);
    let mut equations = Nonlinear::new(world, "", &numbering, system.build()?)?;
    let Err(PetscError::Evaluation { element, .. }) = equations.solve(&mut [1.0]) else {
        return Err("it is an error".into());
    };
    assert_eq!(element.is_some(), last);
    Ok(())
}

fn last_iterate(petsc: &Petsc) -> Outcome {
    precise(petsc)?;
    petsc.default_option("-snes_max_it", "1")?;
    let (numbering, system) = rod_of(petsc.world(), 20, 500.0)?;
    let mut equations = Nonlinear::new(petsc.world(), "", &numbering, system)?;
    let mut u = vec![0.0; numbering.owned().len()];
    let error = equations.solve(&mut u).unwrap_err();
    let PetscError::Diverged {
        reason,
        iterations: 1,
        norm,
    } = &error
    else {
        return Err(error.into());
    };
    assert_eq!(reason, "DIVERGED_MAX_IT");
    assert!(norm.is_finite() && u.iter().all(|u| u.is_finite() && *u != 0.0));
    Ok(())
}

fn options(petsc: &Petsc) -> Outcome {
    assert_eq!(
        petsc.default_option("-a\0b", "1"),
        Err(PetscError::ZeroByte)
    );
    assert!(matches!(Petsc::start(), Err(PetscError::AlreadyStarted)));
    Ok(())
}

fn panic(petsc: &Petsc) -> Outcome {
    let world = petsc.world();
    let mut elements = Elements::new();
    elements.push([0], [0], []);
    let mut system = System::jacobian(1, 1);
    let c = if world.rank() == 0 { -1.0 } else { 1.0 };
    system.term(OneByOne(Checked { c }), elements)?;
    let numbering = Numbering::of(world.rank()..world.rank() + 1);
    let mut equations = Nonlinear::new(world, "", &numbering, system.build()?)?;
    equations.solve(&mut [2.0])?;
    Ok(())
}

/// Rank 0 has a system of another size, ranges that leave a gap, and a ghost that nobody owns.
fn misfits(petsc: &Petsc) -> Outcome {
    let alone = petsc.alone();
    let empty = |n: usize| System::jacobian(n, n).build();
    let wrong = Nonlinear::new(alone, "", &Numbering::of(0..3), empty(2)?).unwrap_err();
    assert!(matches!(
        wrong,
        PetscError::WrongLength {
            expected: 3,
            found: 2,
            ..
        }
    ));
    let wrong = Nonlinear::new(alone, "", &Numbering::of(1..3), empty(2)?).unwrap_err();
    assert_eq!(
        wrong,
        PetscError::OwnedRange {
            found: 1,
            expected: 0
        }
    );
    let mut numbering = Numbering::of(0..2);
    numbering.local(7);
    let wrong = Nonlinear::new(alone, "", &numbering, empty(3)?).unwrap_err();
    assert_eq!(
        wrong,
        PetscError::Unowned {
            unknown: 7,
            count: 2
        }
    );
    let mut equations = Nonlinear::new(alone, "", &Numbering::of(0..2), empty(2)?)?;
    let wrong = equations.solve(&mut [0.0; 3]).unwrap_err();
    assert!(matches!(
        wrong,
        PetscError::WrongLength {
            expected: 2,
            found: 3,
            ..
        }
    ));
    Err("planted".into())
}

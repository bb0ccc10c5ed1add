//! Conditions on variants, texts and tables of structs that are known at expansion. Only the arm
//! that is taken has entries.

use jacobian_runtime::jacobian;

use crate::support::compare;

const AT: [f64; 3] = [0.7, 1.3, -0.4];

#[jacobian]
mod robot {
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Kind {
        Revolute,
        Prismatic,
        Fixed,
    }

    impl Kind {
        const FIRST: Self = Self::Revolute;

        fn moves(self) -> bool {
            !matches!(self, Self::Fixed)
        }
    }

    /// Two values are equal if they are of one parity.
    #[derive(Clone, Copy)]
    pub enum Parity {
        One,
        Two,
        Three,
    }

    impl PartialEq for Parity {
        fn eq(&self, other: &Self) -> bool {
            (*self as usize) % 2 == (*other as usize) % 2
        }
    }

    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Joint {
        kind: Kind,
        length: f64,
        parent: Option<usize>,
    }

    const JOINTS: [Joint; 3] = [
        Joint {
            kind: Kind::Revolute,
            length: 1.5,
            parent: None,
        },
        Joint {
            kind: Kind::Prismatic,
            length: 0.5,
            parent: Some(0),
        },
        Joint {
            kind: Kind::Fixed,
            length: 0.25,
            parent: Some(0),
        },
    ];

    #[derive(Clone, Copy, PartialEq)]
    pub enum Side {
        Free,
        Held(f64),
        Wrapped { shift: usize },
    }

    const SIDES: [(Side, &str); 3] = [
        (Side::Free, "left"),
        (Side::Held(2.0), "right"),
        (Side::Wrapped { shift: 2 }, "top"),
    ];

    #[derive(Clone, Copy)]
    pub enum State {
        Height,
        Speed = 2,
        Mass = 1,
    }

    fn kind_of(i: usize) -> Kind {
        if i == 0 || i == 2 {
            Kind::Revolute
        } else {
            Kind::Prismatic
        }
    }

    #[jacobian]
    pub fn by_conditions(q: &[f64; 3]) -> [f64; 3] {
        let mut out = [0.0; 3];
        for i in 0..3 {
            if JOINTS[i].kind == Kind::Prismatic {
                out[i] = q[i] + JOINTS[i].length;
            } else if JOINTS[i].kind != Kind::FIRST {
                out[i] = q[0] * q[i];
            } else {
                out[i] = q[2].sin() * JOINTS[i].length;
            }
        }
        out
    }

    #[jacobian]
    pub fn by_matches(q: &[f64; 3]) -> [f64; 3] {
        let mut out = [0.0; 3];
        for (i, joint) in JOINTS.iter().enumerate() {
            let base = match joint.parent {
                Some(parent) => q[parent],
                None => 0.0,
            };
            out[i] = base
                + match (joint.kind, i) {
                    (Kind::Prismatic, _) => q[2],
                    (Kind::Revolute, 0) => q[1] * q[1],
                    (Kind::Revolute | Kind::Fixed, _) => joint.length,
                };
            if joint.kind.moves() {
                out[i] *= 2.0;
            }
        }
        out
    }

    #[jacobian]
    pub fn by_chains(q: &[f64; 3]) -> [f64; 3] {
        let mut out = [0.0; 3];
        for joint in JOINTS.iter().filter(|joint| joint.kind != Kind::Revolute) {
            out[joint.parent.unwrap()] += q[1] * joint.length;
        }
        let fixed = JOINTS.iter().position(|joint| joint.kind == Kind::Fixed);
        out[fixed.unwrap()] = q[2];
        if JOINTS.contains(&JOINTS[1]) && kind_of(3) == Kind::Prismatic {
            out[1] = q[0];
        }
        out
    }

    #[jacobian]
    pub fn by_locals(q: &[f64; 3]) -> [f64; 3] {
        let kind = Kind::Prismatic;
        let other = kind;
        let a = if other == Kind::Prismatic { q[0] } else { q[1] };
        let b = if matches!(kind, Kind::Revolute) {
            q[0]
        } else {
            q[1]
        };
        // Equal by the user's own `eq`, which only run time asks.
        let c = if Parity::One == Parity::Three && Parity::One != Parity::Two {
            q[2]
        } else {
            q[0] * q[1]
        };
        [a, b, c]
    }

    #[jacobian]
    pub fn by_texts(q: &[f64; 3]) -> [f64; 3] {
        let gain = |name: &str, unit: char| match (name, unit) {
            ("left", 'm') => q[0],
            ("right", _) => q[1],
            _ => q[2] * q[2],
        };
        let mut out = [0.0; 3];
        for (i, (_, name)) in SIDES.iter().enumerate() {
            out[i] = gain(name, 'm') + if *name == "top" { q[0] } else { 0.0 };
        }
        out
    }

    #[jacobian]
    pub fn by_sides(q: &[f64; 3]) -> [f64; 3] {
        std::array::from_fn(|i| match SIDES[i] {
            (Side::Free, "left") => q[i] * 2.0,
            (Side::Held(value), _) if value > 1.0 => q[0] * value,
            (Side::Wrapped { shift }, "top") => q[(i + shift) % 3],
            _ => q[0] * q[1] * q[2],
        })
    }

    #[jacobian]
    pub fn by_numbers(q: &[f64; 3]) -> [f64; 3] {
        let mut out = [0.0; 3];
        out[State::Height as usize] = q[State::Speed as usize];
        out[State::Speed as usize] = q[State::Mass as usize].exp();
        out[State::Mass as usize] = q[State::Height as usize] * 3.0;
        out
    }

    /// Variables that hold variants change, at run time too.
    #[jacobian(wrt(q))]
    pub fn with_changes(q: &[f64; 3], flip: bool, n: usize) -> [f64; 3] {
        let mut joints = JOINTS;
        if flip {
            joints[0].kind = Kind::Fixed;
        }
        joints[1].kind = Kind::Revolute;
        joints[2].length = q[0];
        let mut kinds = [Kind::Revolute; 3];
        kinds[2] = Kind::Fixed;
        if q[1] > 0.0 {
            kinds[1] = Kind::Prismatic;
        }
        let mut out = [0.0; 3];
        for (i, joint) in joints.iter().enumerate() {
            out[i] = match joint.kind {
                Kind::Revolute => q[0] * joint.length,
                Kind::Prismatic => q[1] * joint.length,
                Kind::Fixed => q[2] * joint.length,
            };
            if kinds[i] == Kind::Prismatic || kinds[n] == Kind::Fixed {
                out[i] += q[1];
            }
        }
        let mut kind = Kind::Revolute;
        for _ in 0..n {
            kind = match kind {
                Kind::Revolute => Kind::Prismatic,
                Kind::Prismatic | Kind::Fixed => Kind::Fixed,
            };
        }
        if kind == JOINTS[n].kind {
            out[0] *= q[0];
        }
        out
    }
}

#[test]
fn conditions_on_tables_of_structs_are_decided() {
    macro_rules! check {
        ($name:ident, $generated:ident) => {
            compare(stringify!($name), AT, robot::$name, |q| {
                let (value, jacobian) = robot::$generated(q);
                (value, jacobian.to_dense())
            });
        };
    }
    check!(by_conditions, by_conditions_with_jacobian);
    check!(by_matches, by_matches_with_jacobian);
    check!(by_chains, by_chains_with_jacobian);
    check!(by_locals, by_locals_with_jacobian);
    check!(by_texts, by_texts_with_jacobian);
    check!(by_sides, by_sides_with_jacobian);
    check!(by_numbers, by_numbers_with_jacobian);
    // Rows: q2; q1; q0, q2.
    assert_eq!(robot::BY_CONDITIONS_NNZ, 4);
    // Rows: q1; q0, q2; q0.
    assert_eq!(robot::BY_MATCHES_NNZ, 4);
    assert_eq!(robot::BY_CHAINS_NNZ, 3);
    // Rows: q0; q1; all of both arms.
    assert_eq!(robot::BY_LOCALS_NNZ, 5);
    // Rows: q0; q1; q0, q2.
    assert_eq!(robot::BY_TEXTS_NNZ, 4);
    assert_eq!(robot::BY_SIDES_NNZ, 3);
    assert_eq!(robot::BY_NUMBERS_NNZ, 3);
}

#[test]
fn variables_that_hold_variants_may_change() {
    for (flip, n) in [(false, 0), (true, 0), (false, 1), (true, 2)] {
        compare(
            "changes",
            AT,
            |q| robot::with_changes(q, flip, n),
            |q| {
                let (value, jacobian) = robot::with_changes_with_jacobian(q, flip, n);
                (value, jacobian.to_dense())
            },
        );
    }
}

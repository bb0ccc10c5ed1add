//! Enums whose variant only run time knows: made in arms, carried by loops, in structs and lists,
//! handed to helpers and back.

use jacobian_runtime::jacobian;

use crate::support::check;

#[jacobian]
mod shapes {
    use jacobian_runtime::jacobian;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(super) enum Shape {
        Square(f64),
        Circle(f64),
        Rect { w: f64, h: f64 },
        Framed([f64; 2], (f64, i32)),
        Empty,
    }

    impl Shape {
        fn area(&self) -> f64 {
            match self {
                Shape::Square(a) => a * a,
                Shape::Circle(r) => 3.0 * *r * r,
                Self::Rect { w, h } => w * h,
                Self::Framed([a, b], (c, n)) => a * b.sin() + *c * f64::from(*n),
                Self::Empty => 0.25,
            }
        }

        fn scale(&mut self, k: f64) {
            match self {
                Shape::Square(a) => *a *= k,
                Shape::Circle(r) if *r > 2.0 => *r = 2.0 * k,
                Shape::Circle(r) => *r += k * k,
                Shape::Rect { w, .. } => *w *= k,
                Shape::Framed(sides, (c, n)) => {
                    sides[1] += k;
                    *c *= sides[0];
                    *n += 1;
                }
                Shape::Empty => {}
            }
        }

        fn is_round(&self) -> bool {
            matches!(self, Shape::Circle(_))
        }

        fn turned(self) -> Self {
            match self {
                Self::Rect { w, h } => Self::Rect { w: h, h: w },
                other => other,
            }
        }

        fn width(self) -> Option<f64> {
            match self {
                Self::Square(a) => Some(a),
                Self::Rect { w, .. } => Some(w),
                _ => None,
            }
        }
    }

    fn chosen(x: f64, k: f64) -> Shape {
        if x > 3.0 {
            return Shape::Framed([x, k], (x * k, 2));
        }
        if x > 2.0 {
            Shape::Circle(x * k)
        } else if x > 1.0 {
            Shape::Rect { h: k, w: x }
        } else if x > 0.0 {
            Shape::Square(x)
        } else {
            Shape::Empty
        }
    }

    #[jacobian]
    pub(super) fn made_in_arms(x: &[f64; 2]) -> [f64; 5] {
        let mut shape = chosen(x[0], x[1]);
        let before = shape.area();
        shape.scale(x[1]);
        let round = if shape.is_round() { x[0] } else { -x[1] };
        let width = shape.width().unwrap_or(x[1]);
        [before, shape.area(), round, width, shape.turned().area()]
    }

    #[jacobian(wrt(x))]
    pub(super) fn handed_in(x: &[f64; 2], shape: &Shape, other: Shape) -> [f64; 4] {
        let mut own = *shape;
        if x[0] > 1.0 {
            own = Shape::Square(x[0]);
        }
        let either = if x[1] > 0.5 {
            *shape
        } else {
            chosen(x[0], x[1])
        };
        let third = match other {
            Shape::Empty => Shape::Circle(x[0]),
            known => known,
        };
        [
            own.area(),
            either.area(),
            third.area() * x[1],
            shape.area() * x[0],
        ]
    }

    #[jacobian(wrt(x))]
    pub(super) fn carried(x: &[f64; 2], n: usize, start: Shape) -> [f64; 3] {
        let mut shape = Shape::Empty;
        let mut sum = 0.0;
        for i in 0..n {
            shape = match shape {
                Shape::Empty => Shape::Square(x[0]),
                Shape::Square(a) if a > 1.5 => Shape::Circle(a * x[1]),
                Shape::Circle(r) => Shape::Rect { w: r, h: x[0] },
                Shape::Rect { w, h } if i > 4 => Shape::Framed([w, h], (w * h, 3)),
                other => other,
            };
            shape.scale(1.0 + 0.3 * x[1]);
            sum += shape.area();
        }
        let mut own = start;
        while own.area() < 4.0 + x[0] {
            match &mut own {
                Shape::Empty => own = Shape::Square(x[1]),
                Shape::Square(a) => {
                    *a += x[0];
                    if *a > 1.2 {
                        own = Shape::Rect {
                            w: x[0] * x[1],
                            h: 1.0,
                        };
                    }
                }
                Shape::Rect { w, h } => {
                    *w += x[0];
                    *h += 0.5;
                }
                Shape::Circle(_) | Shape::Framed(..) => own = Shape::Rect { w: 2.0, h: x[1] },
            }
        }
        [shape.area(), sum, own.area()]
    }

    struct Body {
        shape: Shape,
        mass: f64,
    }

    #[jacobian]
    pub(super) fn in_structs(x: &[f64; 2]) -> [f64; 4] {
        let mut body = Body {
            shape: Shape::Square(x[0]),
            mass: x[1],
        };
        if x[0] > 1.0 {
            body.shape = Shape::Rect { w: x[0], h: x[1] };
        }
        body.shape.scale(2.0);
        let mut list = [chosen(x[0], x[1]), Shape::Circle(x[1]), chosen(x[1], x[0])];
        list[1].scale(x[0]);
        if x[1] > 1.0 {
            list.swap(0, 2);
        }
        let mut sum = 0.0;
        for shape in &list {
            sum += shape.area();
        }
        let best = list.iter().map(|shape| shape.area()).fold(0.0, f64::max);
        let maybe = if x[0] > 2.5 { None } else { Some(body.shape) };
        let inside = match maybe {
            Some(Shape::Square(a)) => a,
            Some(shape) => shape.area() + 1.0,
            None => x[1],
        };
        [body.shape.area() * body.mass, sum, best, inside]
    }

    #[jacobian]
    pub(super) fn by_forms(x: &[f64; 2]) -> [f64; 6] {
        let shape = chosen(x[0], x[1]);
        let other = chosen(x[1], x[0]);
        let round = if let Shape::Circle(r) = shape { r } else { 9.0 };
        let mut flat = 0.0;
        if let Shape::Rect { w, h: 0.0..=2.0 } | Shape::Framed([w, _], (_, 2)) = shape {
            flat = w * x[1];
        }
        let both = match (shape, &other) {
            (Shape::Square(a), Shape::Square(b)) => a * b,
            (Shape::Square(a), Shape::Rect { w, .. }) if *w > a => w * a,
            (Shape::Circle(a), _) | (_, &Shape::Circle(a)) => a.sqrt(),
            (_, Shape::Empty) => x[0],
            _ => 0.5 * x[1],
        };
        let same = if shape == other { x[0] } else { x[1] };
        let is_flat = matches!(shape, Shape::Rect { w, .. } if w > 1.5);
        let side = {
            let Shape::Square(a) = other else {
                return [round, flat, both, same, 0.0, x[0]];
            };
            a * a
        };
        [
            round,
            flat,
            both,
            same,
            if is_flat { x[0] } else { 1.0 },
            side,
        ]
    }
}

const POINTS: [[f64; 2]; 8] = [
    [-0.5, 0.3],
    [0.4, 0.7],
    [0.7, 1.3],
    [1.4, 0.6],
    [1.7, 1.6],
    [2.3, 0.4],
    [2.2, 1.3],
    [3.3, 2.1],
];

#[test]
fn the_variant_may_depend_on_a_condition() {
    use shapes::{made_in_arms, made_in_arms_with_jacobian};

    for at in POINTS {
        check!(made_in_arms with made_in_arms_with_jacobian at at);
    }
}

#[test]
fn an_enum_that_is_handed_in_may_be_replaced() {
    use shapes::{Shape, handed_in, handed_in_with_jacobian};

    let all = [
        Shape::Square(0.7),
        Shape::Circle(1.3),
        Shape::Rect { w: 0.4, h: 2.0 },
        Shape::Framed([0.3, 0.8], (1.5, 3)),
        Shape::Empty,
    ];
    for at in POINTS {
        for shape in all {
            check!(handed_in with handed_in_with_jacobian at at; &shape, shape);
        }
    }
}

#[test]
fn loops_carry_enums() {
    use shapes::{Shape, carried, carried_with_jacobian};

    for at in [[0.4, 0.7], [1.7, 0.6], [1.1, 1.6]] {
        for n in [0, 1, 2, 3, 9] {
            for start in [Shape::Empty, Shape::Square(0.5), Shape::Circle(0.2)] {
                check!(carried with carried_with_jacobian at at; n, start);
            }
        }
    }
}

#[test]
fn enums_are_in_structs_and_lists_and_options() {
    use shapes::{in_structs, in_structs_with_jacobian};

    for at in POINTS {
        check!(in_structs with in_structs_with_jacobian at at);
    }
}

#[test]
fn enums_are_asked_in_all_forms() {
    use shapes::{by_forms, by_forms_with_jacobian};

    for at in POINTS {
        check!(by_forms with by_forms_with_jacobian at at);
    }
}

/// Results with numbers in several variants.
#[jacobian]
mod results {
    use jacobian_runtime::jacobian;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(super) enum Roots {
        None,
        One(f64),
        Two { low: f64, high: f64, steps: usize },
    }

    #[jacobian(wrt(b, c))]
    pub(super) fn roots(b: f64, c: f64) -> Roots {
        let d = b * b - c;
        if d < 0.0 {
            return Roots::None;
        }
        if d == 0.0 {
            Roots::One(-b)
        } else {
            let s = d.sqrt();
            Roots::Two {
                high: s - b,
                low: -b - s,
                steps: 2,
            }
        }
    }

    #[jacobian]
    pub(super) fn beside(x: f64) -> (Roots, f64) {
        let found = if x > 1.0 { Roots::One(x) } else { Roots::None };
        (found, x * x)
    }
}

#[test]
fn results_may_be_several_variants() {
    use results::{ROOTS_NNZ, Roots, beside_with_jacobian, roots, roots_with_jacobian};

    assert_eq!(ROOTS_NNZ, 5);
    for ((b, c), expected) in [
        ((0.5, 3.0), [[0.0; 2]; 3]),
        ((0.5, 0.25), [[-1.0, 0.0], [0.0; 2], [0.0; 2]]),
        ((1.5, 1.25), [[0.0; 2], [-2.5, 0.5], [0.5, -0.5]]),
    ] {
        let (value, jacobian) = roots_with_jacobian(b, c);
        assert_eq!(value, roots(b, c));
        assert_eq!(jacobian.to_dense(), expected, "{value:?}");
    }
    let (value, jacobian) = beside_with_jacobian(0.5);
    assert_eq!(value, (Roots::None, 0.25));
    assert_eq!(jacobian.to_dense(), [[0.0], [1.0]]);
}

#[jacobian]
mod without_default {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(super) enum Phase {
        Liquid,
        Vapor,
        Mixed(f64),
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(super) enum Kind {
        A,
        B,
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct State {
        pub(super) p: f64,
        pub(super) phase: Option<Phase>,
        pub(super) kind: Option<Kind>,
        pub(super) names: Vec<String>,
        pub(super) is_stable: bool,
    }

    #[jacobian]
    pub(super) fn state(x: f64) -> Option<State> {
        if x < 0.0 {
            return None;
        }
        let kind = if x > 2.0 {
            Some(Kind::A)
        } else if x > 1.0 {
            Some(Kind::B)
        } else {
            None
        };
        let mut state = State {
            p: x * x,
            phase: Some(Phase::Vapor),
            kind,
            names: vec!["x".to_owned()],
            is_stable: x > 1.5,
        };
        if x > 1.2 {
            state.phase = Some(Phase::Mixed(x.sin()));
        }
        if x > 3.0 {
            state.kind = Some(Kind::B);
            state.phase = Some(Phase::Liquid);
        }
        Some(state)
    }

    // The patterns leave nothing out, although the last one asks a question.
    #[jacobian]
    pub(super) fn signed(x: f64) -> Option<f64> {
        let state = state(x)?;
        Some(match state.kind {
            Some(Kind::A) => state.p,
            Some(Kind::B) => 2.0 * state.p,
            None => -state.p,
        })
    }

    // A state is found in a loop, or nothing is.
    #[jacobian(wrt(tolerance))]
    pub(super) fn settled(tolerance: f64, steps: usize) -> Result<State, usize> {
        let mut y = 1.0;
        for step in 0..steps {
            let names: Vec<String> = (0..step).map(|i| i.to_string()).collect();
            y = y * 0.5 + tolerance;
            if y < 3.0 * tolerance {
                let is_stable = names.iter().all(|name| name.len() == 1);
                return Ok(State {
                    p: y,
                    phase: None,
                    kind: None,
                    names,
                    is_stable,
                });
            }
        }
        Err(steps)
    }
}

#[test]
fn enums_without_a_default_may_be_left_out_by_an_arm() {
    use without_default::{
        Phase, State, settled, settled_with_jacobian, signed, signed_with_jacobian, state,
        state_with_jacobian,
    };
    let rows = |state: &State| match state.phase {
        Some(Phase::Mixed(v)) => [state.p, v],
        _ => [state.p, 0.0],
    };
    for x in [0.5, 1.1, 1.3, 2.5, 3.5] {
        crate::support::compare(
            "state",
            [x],
            |&[x]| rows(&state(x).unwrap()),
            |&[x]| {
                let (value, jacobian) = state_with_jacobian(x).unwrap();
                assert_eq!(Some(&value), state(x).as_ref());
                (rows(&value), jacobian.to_dense())
            },
        );
        crate::support::compare(
            "signed",
            [x],
            |&[x]| [signed(x).unwrap()],
            |&[x]| {
                let (value, jacobian) = signed_with_jacobian(x).unwrap();
                ([value], jacobian.to_dense())
            },
        );
    }
    let (value, jacobian) = settled_with_jacobian(0.25, 9).unwrap();
    assert_eq!(Ok(value), settled(0.25, 9));
    assert_eq!(jacobian.to_dense(), [[1.5]]);
    assert_eq!(settled_with_jacobian(0.25, 1).unwrap_err(), 1);
}

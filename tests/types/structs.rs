//! Structs as results and locals: literals, tuple structs, nesting, outputs by field, fields out of
//! order.

use jacobian_runtime::{Function, jacobian};

use crate::support::compare;

const AT: [f64; 2] = [0.7, 1.3];

#[derive(Clone, Copy, Debug, PartialEq)]
struct State {
    x: f64,
    v: [f64; 2],
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Pair(f64, f64);

#[derive(Clone, Copy, Debug, PartialEq)]
struct Whole<T> {
    first: State,
    rest: [Pair; 2],
    extra: (T, f64),
}

/// In the order of the declaration.
fn flat(whole: Whole<f64>) -> [f64; 9] {
    let Whole { first, rest, extra } = whole;
    let [a, b] = rest;
    [
        first.x, first.v[0], first.v[1], a.0, a.1, b.0, b.1, extra.0, extra.1,
    ]
}

#[jacobian]
fn rates(state: &[f64; 2], k: f64) -> State {
    let x = state[0] * k;
    State {
        x,
        v: [state[1].sin(), state[0] / state[1]],
    }
}

#[jacobian(wrt(x))]
fn nested(x: &[f64; 2], k: f64) -> Whole<f64> {
    let mut first = State { x: 1.0, v: [k; 2] };
    first.v[1] = x[0] * x[1];
    first.x *= first.v[1];
    let swapped = Pair(x[1], 2.0);
    let Pair(one, two) = swapped;
    let mut other = State { x: k, v: [0.0, k] };
    other.v[0] += one;
    let State { v: [a, _], .. } = other;
    assert!(first.x > 0.0 && swapped.1 == 2.0, "{k}");
    Whole::<f64> {
        first,
        rest: [Pair(one * two, k), Pair { 1: a, 0: x[0] }],
        extra: (k, other.x * x[1]),
    }
}

#[test]
fn struct_literals_are_results() {
    compare(
        "rates",
        AT,
        |x| {
            let State { x, v: [a, b] } = rates(x, 1.7);
            [x, a, b]
        },
        |x| {
            let (State { x, v: [a, b] }, jacobian) = rates_with_jacobian(x, 1.7);
            let dense = jacobian.to_dense().map(|[a, b, _]| [a, b]);
            ([x, a, b], dense)
        },
    );
    compare(
        "nested",
        AT,
        |x| flat(nested(x, 1.7)),
        |x| {
            let (value, jacobian) = nested_with_jacobian(x, 1.7);
            (flat(value), jacobian.to_dense())
        },
    );
}

#[jacobian]
fn chosen(x: &[f64; 2], k: f64) -> State {
    let scale = if k > 1.0 {
        Pair(x[0], k)
    } else {
        Pair(1.0, x[1])
    };
    if x[0] < 0.0 {
        return State {
            v: [x[1], scale.0],
            x: x[0].sin(),
        };
    }
    let mut state = State {
        x: x[1] * scale.1,
        v: [0.0; 2],
    };
    if x[1] > 1.0 {
        state.v[0] = x[0] * state.x;
    }
    state
}

#[test]
fn fields_meet_by_name_whatever_their_order() {
    for at in [[0.7, 1.3], [0.7, 0.3], [-0.7, 1.3]] {
        for k in [0.5, 1.7] {
            compare(
                "chosen",
                at,
                |x| {
                    let State { x, v: [a, b] } = chosen(x, k);
                    [x, a, b]
                },
                |at| {
                    let (State { x, v: [a, b] }, jacobian) = chosen_with_jacobian(at, k);
                    // Rows are in the order of the literal that was met first.
                    let rows = jacobian.to_dense().map(|[a, b, _]| [a, b]);
                    ([x, a, b], [rows[2], rows[0], rows[1]])
                },
            );
        }
    }
}

#[jacobian(as = Listed)]
fn listed(x: &[f64; 2]) -> State {
    State {
        v: [x[0], 3.0],
        x: x[1],
    }
}

#[test]
fn rows_are_in_the_order_of_the_literal() {
    assert_eq!(
        listed_jacobian(&AT).to_dense(),
        [[1.0, 0.0], [0.0, 0.0], [0.0, 1.0]]
    );
    let (mut value, mut entries) = (
        State {
            x: 9.0,
            v: [9.0; 2],
        },
        LISTED_TEMPLATE,
    );
    listed_update_into(&AT, &mut value, &mut entries);
    assert_eq!(value, listed(&AT));
    let mut flattened = [0.0; 3];
    Listed.value_into(&AT, &mut flattened);
    assert_eq!(flattened, [0.7, 3.0, 1.3]);
}

struct Oscillator {
    damping: f64,
}

#[derive(Debug, PartialEq)]
struct Phase {
    position: f64,
    velocity: f64,
}

impl Phase {
    #[jacobian(wrt(self.position, self.velocity))]
    fn next(&self, model: &Oscillator, dt: f64) -> Result<Self, String> {
        if dt < 0.0 {
            return Err(format!("{dt}"));
        }
        let force = -self.position - model.damping * self.velocity;
        let step = |rate: f64| rate * dt;
        let scale = step(1.0);
        Ok(Self {
            position: self.position + scale * self.velocity,
            velocity: self.velocity + scale * force,
        })
    }

    #[jacobian(wrt(self.position))]
    fn still(&self, k: f64) -> Option<Self> {
        let _ = self.position;
        Some(Self {
            velocity: k.abs(),
            position: self.velocity,
        })
    }
}

#[test]
fn methods_return_structs_and_failures() {
    let model = Oscillator { damping: 0.3 };
    compare(
        "next",
        AT,
        |x| {
            let phase = Phase {
                position: x[0],
                velocity: x[1],
            };
            let next = phase.next(&model, 0.1).expect("time runs forward");
            [next.position, next.velocity]
        },
        |x| {
            let phase = Phase {
                position: x[0],
                velocity: x[1],
            };
            let (next, jacobian) = phase.next_with_jacobian(&model, 0.1).expect("forward");
            ([next.position, next.velocity], jacobian.to_dense())
        },
    );
    let phase = Phase {
        position: 2.0,
        velocity: 3.0,
    };
    assert_eq!(phase.next_jacobian(&model, -1.0), Err("-1".to_owned()));
    let (still, jacobian) = phase.still_with_jacobian(-5.0).expect("always");
    assert_eq!(Some(still), phase.still(-5.0));
    assert_eq!(jacobian.to_dense(), [[0.0], [0.0]]);
}

/// A struct of the user's own that no active value meets stays the user's own.
struct Log {
    lines: Vec<f64>,
    limit: f64,
}

#[jacobian(wrt(x))]
fn logged(x: f64, k: f64) -> f64 {
    let mut log = Log {
        lines: Vec::new(),
        limit: k,
    };
    log.lines.push(k);
    log.limit += 1.0;
    let bounds = Pair(1.0, 2.0);
    x * log.limit + log.lines[0] * x + bounds.1
}

#[test]
fn inactive_structs_are_kept() {
    compare(
        "logged",
        [0.7],
        |x| [logged(x[0], 1.7)],
        |x| {
            let (value, jacobian) = logged_with_jacobian(x[0], 1.7);
            ([value], jacobian.to_dense())
        },
    );
}

#[derive(Clone, Copy)]
struct Rest {
    a: f64,
    b: f64,
    c: [f64; 2],
}

#[jacobian]
fn updated(x: &[f64; 3]) -> [f64; 4] {
    let base = Rest {
        a: x[0],
        b: x[1] * x[0],
        c: [x[2], 1.0],
    };
    let one = Rest { a: x[2], ..base };
    let two = Rest {
        c: [one.a * one.b, x[0]],
        ..one
    };
    let three = Rest {
        b: 2.0,
        ..Rest {
            a: x[0] * x[0],
            b: x[1],
            c: two.c,
        }
    };
    println!("{} {:?} {}", x[0], two.c, base.a);
    eprintln!("{x:?}");
    [
        two.a + two.b,
        two.c[0] * two.c[1],
        three.a * three.b,
        three.c[0],
    ]
}

#[test]
fn the_rest_of_a_literal_is_that_of_its_base() {
    crate::support::check!(updated with updated_with_jacobian at [0.7, 1.3, 2.1]);
}

#[jacobian]
mod frames {
    use jacobian_runtime::jacobian;

    /// Only rustc knows the configuration. The fields are these in any case.
    #[derive(Clone, Copy)]
    #[cfg_attr(debug_assertions, derive(Debug, PartialEq), allow(dead_code))]
    pub(super) struct Ellipsoid {
        pub(super) a: f64,
        pub(super) f: f64,
    }

    #[derive(Clone, Copy)]
    pub(super) struct Frame {
        pub(super) ellipsoid: Ellipsoid,
        pub(super) others: [Ellipsoid; 2],
        pub(super) height: f64,
    }

    impl Ellipsoid {
        fn stretched(self, by: f64) -> Self {
            Self {
                a: self.a * by,
                ..self
            }
        }

        /// Structs that are not active are parts of the result.
        #[jacobian(wrt(height))]
        pub(super) fn frame(self, other: &[Ellipsoid; 2], height: f64) -> Frame {
            let third = make(other[0].f);
            Frame {
                ellipsoid: self,
                others: [other[1].stretched(height), third],
                height: height * self.a,
            }
        }
    }

    /// One field of a struct that moves into the result is a variable.
    #[jacobian(wrt(other.f))]
    pub(super) fn moved(other: Ellipsoid) -> Frame {
        Frame {
            ellipsoid: other,
            others: [other, make(other.f * other.f)],
            height: other.a * other.f,
        }
    }

    fn make(f: f64) -> Ellipsoid {
        Ellipsoid { a: 2.0 * f, f }
    }
}

#[test]
fn structs_that_are_not_active_are_parts_of_a_result() {
    use frames::{Ellipsoid, Frame};
    let ellipsoid = Ellipsoid { a: 1.3, f: 0.4 };
    let others = [Ellipsoid { a: 0.7, f: 0.2 }, Ellipsoid { a: 0.9, f: 0.1 }];
    let numbers = |frame: Frame| {
        let [one, two] = frame.others;
        let Ellipsoid { a, f } = frame.ellipsoid;
        [a, f, one.a, one.f, two.a, two.f, frame.height]
    };
    compare(
        "frame",
        [0.6],
        |x| numbers(ellipsoid.frame(&others, x[0])),
        |x| {
            let (value, jacobian) = ellipsoid.frame_with_jacobian(&others, x[0]);
            (numbers(value), jacobian.to_dense())
        },
    );
    compare(
        "moved",
        [0.6],
        |x| numbers(frames::moved(Ellipsoid { a: 1.3, f: x[0] })),
        |x| {
            let (value, jacobian) = frames::moved_with_jacobian(Ellipsoid { a: 1.3, f: x[0] });
            (numbers(value), jacobian.to_dense())
        },
    );
}

#[jacobian_runtime::jacobian]
mod ranges {
    use std::ops::Range;

    use jacobian_runtime::jacobian;

    fn at(range: Range<f64>, t: f64) -> f64 {
        range.start + (range.end - range.start) * t
    }

    #[jacobian]
    pub(super) fn stretched(a: f64, b: f64, t: f64) -> Range<f64> {
        let range = a..b * t;
        let middle = at(range.clone(), 0.5) + at(b..2.0, t);
        if (0.0..1.0).contains(&t) {
            range.start * middle..range.end
        } else {
            t..middle
        }
    }
}

#[test]
fn ranges_of_numbers_have_ends() {
    use ranges::{stretched, stretched_with_jacobian};
    let ends = |range: std::ops::Range<f64>| [range.start, range.end];
    for t in [0.4, 1.7] {
        compare(
            "stretched",
            [0.3, 1.1, t],
            |x| ends(stretched(x[0], x[1], x[2])),
            |x| {
                let (value, jacobian) = stretched_with_jacobian(x[0], x[1], x[2]);
                (ends(value), jacobian.to_dense())
            },
        );
    }
}

//! Outputs beside the result: flags and counts that have no rows, structs written through `&mut`,
//! references that are returned into them, and optional parameters.

use jacobian_runtime::jacobian;

use crate::support::compare;

const POINTS: [[f64; 2]; 4] = [[0.7, 1.3], [1.9, 0.4], [-0.6, 0.8], [0.2, -1.1]];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Status {
    Fine,
    Bad,
}

#[jacobian]
fn with_flag(x: &[f64; 2], y: &mut [f64; 2]) -> bool {
    y[0] = x[0] * x[1];
    y[1] = x[0].sin();
    x[0] > x[1]
}

#[jacobian]
fn with_status(x: &[f64; 2], y: &mut [f64; 2]) -> Status {
    y[0] = x[0] * x[1];
    y[1] = x[1];
    if x[0] > x[1] {
        y[1] *= x[0];
        return Status::Bad;
    }
    Status::Fine
}

#[jacobian]
fn with_count(x: &[f64; 2], y: &mut [f64; 2]) -> usize {
    *y = [x[0] * x[1], x[1]];
    if x[0] < 0.0 {
        return 1;
    }
    y.len() + 1
}

#[jacobian]
fn with_text(x: &[f64; 2], y: &mut [f64; 2]) -> Result<&'static str, String> {
    if x[1] < -1.0 {
        return Err(format!("{:.2} is too small", x[1] * 2.0));
    }
    *y = [x[0] * x[1], x[1]];
    Ok(if x[0] > 0.0 { "right" } else { "left" })
}

#[jacobian]
fn with_nothing(x: &[f64; 2], y: &mut [f64; 2]) -> Option<()> {
    if x[1] < -1.0 {
        return None;
    }
    *y = [x[0] * x[1], x[1]];
    Some(())
}

/// Checks what is returned, and the rows of `y`.
macro_rules! beside {
    ($function:ident, $generated:ident, |$found:ident| $returned:expr) => {
        for at in POINTS {
            compare(
                stringify!($function),
                at,
                |x| {
                    let mut y = [0.0; 2];
                    let _ = $function(x, &mut y);
                    y
                },
                |x| {
                    let (mut y, mut z) = ([0.0; 2], [0.0; 2]);
                    let $found = $generated(x, &mut y);
                    let (value, jacobian) = $returned;
                    assert_eq!(value, $function(x, &mut z));
                    (y, jacobian)
                },
            );
        }
    };
}

#[test]
fn a_result_without_numbers_is_returned_beside_the_outputs() {
    beside!(with_flag, with_flag_with_jacobian, |found| {
        (found.0, found.1.to_dense())
    });
    beside!(with_status, with_status_with_jacobian, |found| {
        (found.0, found.1.to_dense())
    });
    beside!(with_count, with_count_with_jacobian, |found| {
        (found.0, found.1.to_dense())
    });
    assert_eq!(WITH_FLAG_PATTERN.nnz(), 3);
    beside!(with_text, with_text_with_jacobian, |found| match found {
        Ok((value, jacobian)) => (Ok(value), jacobian.to_dense()),
        Err(error) => (Err(error), [[0.0; 2]; 2]),
    });
    beside!(with_nothing, with_nothing_jacobian, |found| match found {
        Some(jacobian) => (Some(()), jacobian.to_dense()),
        None => (None, [[0.0; 2]; 2]),
    });
}

#[jacobian]
mod bodies {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(super) struct Point {
        pub(super) x: f64,
        pub(super) y: f64,
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct Body {
        pub(super) name: String,
        pub(super) mass: f64,
        pub(super) at: Point,
        pub(super) speed: [f64; 2],
        pub(super) steps: u32,
    }

    impl Body {
        fn push(&mut self, k: f64) {
            self.speed[1] += k / self.mass;
        }

        /// Rows: `at.x`, `at.y`, `speed[0]`, `speed[1]`. The mass is not assigned.
        #[jacobian]
        pub(super) fn advance(&mut self, dt: f64, force: f64) -> &Self {
            self.push(force * dt);
            self.at.x += self.speed[0] * dt;
            self.at.y += self.speed[1] * dt;
            self.steps += 1;
            self
        }

        /// Rows: the result, and then the speed.
        #[jacobian]
        pub(super) fn brake(&mut self, k: f64) -> f64 {
            let energy = 0.5 * self.mass * self.speed[0] * self.speed[0];
            if k > 1.0 {
                self.speed[0] /= k;
            }
            energy * k
        }

        /// A row for the place that is returned.
        #[jacobian]
        pub(super) fn heavier(&mut self, k: f64) -> Result<&mut f64, String> {
            if k < 0.0 {
                return Err(format!("{} cannot weigh {}", self.name, self.mass * k));
            }
            self.mass *= k * k;
            Ok(&mut self.mass)
        }

        #[jacobian(wrt(self, k), of(self.at))]
        pub(super) fn shrink(self: &mut Body, k: f64) {
            self.at = Point {
                x: self.at.x * k,
                y: self.at.y * self.mass,
            };
        }

        /// A field inside of a field that is assigned is an independent.
        #[jacobian(wrt(self.at.x, k))]
        pub(super) fn turn(&mut self, k: f64) -> bool {
            self.at = Point {
                x: -self.at.y * k,
                y: self.at.x * k,
            };
            self.name.is_empty()
        }
    }

    impl Body {
        /// All of it is assigned: the numbers are followed, the name and the count are written.
        #[jacobian]
        pub(super) fn split(&mut self, k: f64) {
            *self = Self {
                steps: 7,
                at: self.at,
                name: "half".to_owned(),
                mass: self.mass * k,
                speed: [k, 1.0],
            };
            self.mass += k;
        }

        #[jacobian]
        pub(super) fn reset(&mut self, to: &Body, k: f64) {
            *self = to.clone();
            self.mass *= k;
            self.at.x += self.speed[1] * k;
        }
    }

    /// Rows: the place, and both speeds.
    #[jacobian]
    pub(super) fn place(a: f64, b: f64, out: &mut Body) -> bool {
        out.at = Point { x: a * b, y: b };
        out.speed[1] = a.sin() * out.mass;
        out.steps = 0;
        a > b
    }
}

use bodies::{Body, Point, place, place_with_jacobian};

fn body() -> Body {
    Body {
        name: "moon".to_owned(),
        mass: 1.4,
        at: Point { x: 0.3, y: -0.8 },
        speed: [0.6, 1.1],
        steps: 4,
    }
}

#[test]
fn fields_that_are_assigned_through_a_reference_are_rows() {
    for at in [[0.7, 1.3], [1.9, 0.4]] {
        compare(
            "advance",
            at,
            |x| {
                let mut own = body();
                let _ = own.advance(x[0], x[1]);
                [own.at.x, own.at.y, own.speed[0], own.speed[1]]
            },
            |x| {
                let (mut own, mut expected) = (body(), body());
                let jacobian = own.advance_jacobian(x[0], x[1]);
                assert_eq!(own, *expected.advance(x[0], x[1]));
                (
                    [own.at.x, own.at.y, own.speed[0], own.speed[1]],
                    jacobian.to_dense(),
                )
            },
        );
        compare(
            "place",
            at,
            |x| {
                let mut own = body();
                let _ = place(x[0], x[1], &mut own);
                [own.at.x, own.at.y, own.speed[0], own.speed[1]]
            },
            |x| {
                let (mut own, mut expected) = (body(), body());
                let (flag, jacobian) = place_with_jacobian(x[0], x[1], &mut own);
                assert_eq!(flag, place(x[0], x[1], &mut expected));
                assert_eq!(own, expected);
                (
                    [own.at.x, own.at.y, own.speed[0], own.speed[1]],
                    jacobian.to_dense(),
                )
            },
        );
        compare(
            "brake",
            [at[0]],
            |x| {
                let mut own = body();
                [own.brake(x[0]), own.speed[0], own.speed[1]]
            },
            |x| {
                let mut own = body();
                let (value, jacobian) = own.brake_with_jacobian(x[0]);
                ([value, own.speed[0], own.speed[1]], jacobian.to_dense())
            },
        );
    }
    // The vertical speed enters nothing but its own place, and the horizontal one does not change.
    let entries: Vec<_> = Body::ADVANCE_PATTERN.entries().collect();
    assert_eq!(entries, [(0, 0), (1, 0), (3, 0), (1, 1), (3, 1)]);
}

#[test]
fn a_returned_reference_leads_to_a_row() {
    let mut own = body();
    let jacobian = own.heavier_jacobian(3.0).unwrap();
    assert_eq!((own.mass, jacobian.to_dense()), (1.4 * 9.0, [[1.4 * 6.0]]));
    let found = own.heavier_jacobian(-1.0).map(|_| ());
    assert_eq!(found, body().heavier(-9.0).map(|_| ()));
}

#[test]
fn fields_can_be_independents_and_outputs_at_once() {
    let mut own = body();
    let jacobian = own.shrink_jacobian(2.0).to_dense();
    assert_eq!(
        own.at,
        Point {
            x: 0.6,
            y: -0.8 * 1.4
        }
    );
    // Columns: the mass, the place, the speed, k.
    assert_eq!(jacobian[0], [0.0, 2.0, 0.0, 0.0, 0.0, 0.3]);
    assert_eq!(jacobian[1], [-0.8, 0.0, 1.4, 0.0, 0.0, 0.0]);
    let mut own = body();
    let (flag, jacobian) = own.turn_with_jacobian(2.0);
    assert!(!flag);
    assert_eq!(own.at, Point { x: 1.6, y: 0.6 });
    assert_eq!(jacobian.to_dense(), [[0.0, 0.8], [2.0, 0.3]]);
}

#[test]
fn a_struct_can_be_assigned_as_a_whole() {
    let (mut own, mut expected) = (body(), body());
    let jacobian = own.split_jacobian(3.0);
    expected.split(3.0);
    assert_eq!((&own, own.mass), (&expected, 1.4 * 3.0 + 3.0));
    // Rows: the mass, and both speeds. The place is what it was.
    assert_eq!(jacobian.to_dense(), [[2.4], [1.0], [0.0]]);
    let other = Body {
        mass: 0.3,
        speed: [5.0, 7.0],
        name: "sun".to_owned(),
        ..body()
    };
    let jacobian = own.reset_jacobian(&other, 2.0);
    expected.reset(&other, 2.0);
    assert_eq!((&own, own.mass), (&expected, 0.6));
    // Rows: the mass, the place, the speed.
    let rows = [[0.3], [7.0], [0.0], [0.0], [0.0]];
    assert_eq!(jacobian.to_dense(), rows);
}

#[jacobian]
fn in_place(x: &mut [f64; 3], n: usize) {
    for _ in 0..n {
        for v in x.iter_mut() {
            *v = v.sin();
        }
        x.swap(0, 1);
    }
}

#[jacobian(wrt(x, k), dim(x = 2))]
fn scaled_in_place(x: &mut [f64], k: f64) -> bool {
    x[0] *= k * x[1];
    if k > 1.0 {
        x[1] = x[0] - x[1];
    }
    x[0] > x[1]
}

#[jacobian]
mod orbits {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(super) struct State {
        pub(super) q: [f64; 2],
        pub(super) v: f64,
    }

    #[jacobian(wrt(state, dt))]
    pub(super) fn step(state: &mut State, dt: f64) {
        let force = -state.q[0] / (1.0 + state.q[1] * state.q[1]);
        state.v += force * dt;
        state.q[0] += state.v * dt;
    }
}

use orbits::{State, step, step_jacobian};

#[test]
fn numbers_that_are_changed_in_place_are_independents_and_rows() {
    compare(
        "in_place",
        [0.7, 1.3, -0.4],
        |x| {
            let mut x = *x;
            in_place(&mut x, 3);
            x
        },
        |x| {
            let mut x = *x;
            let jacobian = in_place_jacobian(&mut x, 3);
            (x, jacobian.to_dense())
        },
    );
    for k in [0.6, 1.7] {
        compare(
            "scaled_in_place",
            [0.7, 1.3, k],
            |x| {
                let mut y = [x[0], x[1]];
                let _ = scaled_in_place(&mut y, x[2]);
                y
            },
            |x| {
                let (mut y, mut z) = ([x[0], x[1]], [x[0], x[1]]);
                let (flag, jacobian) = scaled_in_place_with_jacobian(&mut y, x[2]);
                assert_eq!(flag, scaled_in_place(&mut z, x[2]));
                (y, jacobian.to_dense())
            },
        );
    }
    let state = |x: &[f64; 4]| State {
        q: [x[0], x[1]],
        v: x[2],
    };
    compare(
        "step",
        [0.7, 1.3, 0.4, 0.1],
        |x| {
            let mut state = state(x);
            step(&mut state, x[3]);
            [state.q[0], state.q[1], state.v]
        },
        |x| {
            let mut state = state(x);
            let jacobian = step_jacobian(&mut state, x[3]);
            ([state.q[0], state.q[1], state.v], jacobian.to_dense())
        },
    );
}

#[jacobian]
fn weighted(x: f64, w: Option<f64>) -> f64 {
    x * x * w.unwrap_or(1.0)
}

#[jacobian(dim(w = 2))]
fn weighted_by_slice(x: &[f64; 2], w: Option<&[f64]>) -> f64 {
    let mut sum = 0.0;
    for i in 0..2 {
        sum += x[i].sin() * w.map_or(1.0, |w| w[i] * w[0]);
    }
    sum
}

#[jacobian(wrt(w, x))]
fn weighted_by_array(x: f64, w: &Option<[f64; 3]>) -> Option<f64> {
    if let Some([a, b, _]) = w {
        Some(a * b * x)
    } else {
        None
    }
}

#[jacobian]
fn two_of_them(x: Option<&f64>, y: Option<(f64, f64)>) -> f64 {
    let Some(x) = x else {
        return y.map_or(0.0, |(a, b)| a / b);
    };
    match y {
        Some((a, b)) if a > b => a * x,
        Some((_, b)) => b - x,
        None => x.sqrt(),
    }
}

#[test]
fn optional_parameters_are_independents_where_they_are_there() {
    let (value, jacobian) = weighted_with_jacobian(3.0, Some(0.5));
    assert_eq!((value, jacobian.to_dense()), (4.5, [[3.0, 9.0]]));
    let (value, jacobian) = weighted_with_jacobian(3.0, None);
    assert_eq!((value, jacobian.to_dense()), (9.0, [[6.0, 0.0]]));

    compare(
        "weighted_by_slice",
        [0.7, 1.3, 0.4, -0.9],
        |x| [weighted_by_slice(&[x[0], x[1]], Some(&x[2..]))],
        |x| {
            let found = weighted_by_slice_with_jacobian(&[x[0], x[1]], Some(&x[2..]));
            ([found.0], found.1.to_dense())
        },
    );
    let (value, jacobian) = weighted_by_slice_with_jacobian(&[0.7, 1.3], None);
    assert_eq!(value, weighted_by_slice(&[0.7, 1.3], None));
    let expected = [[0.7_f64.cos(), 1.3_f64.cos(), 0.0, 0.0]];
    assert_eq!(jacobian.to_dense(), expected);

    let (value, jacobian) =
        weighted_by_array_with_jacobian(2.0, &Some([3.0, 5.0, f64::NAN])).unwrap();
    assert_eq!(
        (value, jacobian.to_dense()),
        (30.0, [[10.0, 6.0, 0.0, 15.0]])
    );
    assert!(weighted_by_array_jacobian(2.0, &None).is_none());

    for (x, y, row) in [
        (Some(&4.0), None, [0.25, 0.0, 0.0]),
        (Some(&4.0), Some((2.0, 1.0)), [2.0, 4.0, 0.0]),
        (Some(&4.0), Some((1.0, 2.0)), [-1.0, 0.0, 1.0]),
        (None, Some((1.0, 2.0)), [0.0, 0.5, -0.25]),
        (None, None, [0.0; 3]),
    ] {
        let (value, jacobian) = two_of_them_with_jacobian(x, y);
        assert_eq!(value, two_of_them(x, y));
        assert_eq!(jacobian.to_dense(), [row], "{x:?} {y:?}");
    }
}

#[test]
#[should_panic(expected = "`w` must have length 2")]
fn the_length_of_an_optional_slice_is_asserted() {
    let _ = weighted_by_slice_jacobian(&[0.7, 1.3], Some(&[1.0]));
}

#[jacobian]
fn turned_in_place(k: f64, y: &mut [f64; 2]) {
    y[0] *= k;
    y[1] = y[0] * k - y[1].sin();
}

#[jacobian]
fn moved(y: &mut [f64; 2], v: &[f64; 2]) -> f64 {
    for (a, b) in y.iter_mut().zip(v) {
        *a += b * b;
    }
    y[0]
}

fn advance(y: &mut [f64; 2], k: f64) {
    let old = *y;
    y[0] = old[1] * k;
    y[1] = if k > 0.0 { old[0] } else { k };
}

/// Another function reads the numbers. `z` is only written, and `sum` is only added to.
#[jacobian]
mod inlined {
    fn advance(y: &mut [f64; 2], k: f64) {
        let old = *y;
        y[0] = old[1] * k;
        y[1] = if k > 0.0 { old[0] } else { k };
    }

    fn fill(z: &mut [f64; 2], by: f64) {
        z.fill(by);
    }

    #[jacobian]
    pub(super) fn turned(y: &mut [f64; 2], z: &mut [f64; 2], sum: &mut [f64; 2], k: f64) {
        advance(y, k);
        fill(z, k);
        sum.iter_mut().for_each(|s| *s += k);
    }
}

#[test]
fn outputs_with_whose_numbers_a_function_computes_are_variables() {
    for at in [[0.7, 1.3, -0.4], [-0.9, 0.3, 1.1]] {
        let split = |x: &[f64; 3]| (x[0], [x[1], x[2]]);
        compare(
            "turned_in_place",
            at,
            |x| {
                let (k, mut y) = split(x);
                turned_in_place(k, &mut y);
                y
            },
            |x| {
                let (k, mut y) = split(x);
                let jacobian = turned_in_place_jacobian(k, &mut y);
                (y, jacobian.to_dense())
            },
        );
        compare(
            "turned",
            at,
            |x| {
                let (k, mut y) = split(x);
                advance(&mut y, k);
                [y[0], y[1], k, k, k + 1.0, k + 2.0]
            },
            |x| {
                let (k, mut y) = split(x);
                let (mut z, mut sum) = ([5.0; 2], [1.0, 2.0]);
                let jacobian = inlined::turned_jacobian(&mut y, &mut z, &mut sum, k);
                let dense = jacobian.to_dense().map(|[a, b, k]| [k, a, b]);
                ([y[0], y[1], z[0], z[1], sum[0], sum[1]], dense)
            },
        );
        let at = [at[0], at[1], at[2], 0.6];
        let split = |x: &[f64; 4]| ([x[0], x[1]], [x[2], x[3]]);
        compare(
            "moved",
            at,
            |x| {
                let (mut y, v) = split(x);
                let first = moved(&mut y, &v);
                [first, y[0], y[1]]
            },
            |x| {
                let (mut y, v) = split(x);
                let (first, jacobian) = moved_with_jacobian(&mut y, &v);
                ([first, y[0], y[1]], jacobian.to_dense())
            },
        );
    }
}

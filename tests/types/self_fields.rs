//! Fields that a method changes: `of(self.p)` makes them rows, and what is between is followed.

use jacobian_runtime::jacobian;

use crate::support::compare;

#[derive(Clone, Debug, PartialEq)]
struct Filter {
    state: f64,
    gain: [f64; 2],
    count: usize,
    name: String,
}

fn filter(state: f64, gain: [f64; 2]) -> Filter {
    Filter {
        state,
        gain,
        count: 0,
        name: "low".to_owned(),
    }
}

impl Filter {
    /// The result first, then the field.
    #[jacobian(wrt(self.state, self.gain, x), of(self.state), dim(self.gain = 2))]
    fn update(&mut self, x: f64, k: f64) -> f64 {
        self.count += 1;
        let before = self.state;
        self.state = 5.0;
        self.state += k * before * self.gain[0];
        if x > 1.0 {
            self.state *= x;
        }
        assert!(self.state > 0.0 && self.name.len() == 3, "{}", self.state);
        self.state * self.gain[1] + before
    }

    /// Without a result: what was in the fields may no longer be read after they are written.
    #[jacobian(wrt(dt), of(self.gain, self.state), dim(self.gain = 2))]
    fn shift(&mut self, dt: f64) {
        let [a, b] = self.gain;
        self.gain = [b, dt];
        self.state -= a * dt + self.gain[0];
    }
}

#[test]
fn fields_are_outputs_after_the_result() {
    for x in [0.7, 1.3] {
        compare(
            "update",
            [0.4, 1.1, -0.3, x],
            |at| {
                let mut filter = filter(at[0], [at[1], at[2]]);
                let value = filter.update(at[3], 0.9);
                [value, filter.state]
            },
            |at| {
                let mut filter = filter(at[0], [at[1], at[2]]);
                let (value, jacobian) = filter.update_with_jacobian(at[3], 0.9);
                assert_eq!(filter.count, 1);
                ([value, filter.state], jacobian.to_dense())
            },
        );
    }
    // The state becomes 5 before its old value is used.
    assert_eq!(Filter::UPDATE_PATTERN.nnz(), 4 + 3);
    compare(
        "shift",
        [0.7],
        |at| {
            let mut filter = filter(0.4, [1.1, -0.3]);
            filter.shift(at[0]);
            [filter.gain[0], filter.gain[1], filter.state]
        },
        |at| {
            let mut filter = filter(0.4, [1.1, -0.3]);
            let jacobian = filter.shift_jacobian(at[0]);
            let rows = [filter.gain[0], filter.gain[1], filter.state];
            (rows, jacobian.to_dense())
        },
    );
    assert_eq!(Filter::SHIFT_PATTERN.nnz(), 2);
}

#[jacobian]
mod bodies {
    use jacobian_runtime::jacobian;

    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    pub(super) struct Vec2 {
        pub(super) x: f64,
        pub(super) y: f64,
    }

    impl std::ops::Mul<f64> for Vec2 {
        type Output = Self;
        fn mul(self, k: f64) -> Self {
            Self {
                x: self.x * k,
                y: self.y * k,
            }
        }
    }

    impl std::ops::AddAssign for Vec2 {
        fn add_assign(&mut self, other: Self) {
            self.x += other.x;
            self.y += other.y;
        }
    }

    #[derive(Clone, Debug)]
    pub(super) struct Body {
        pub(super) pos: Vec2,
        pub(super) vel: Vec2,
        pub(super) mass: f64,
        pub(super) steps: u32,
    }

    impl Body {
        fn pull(&self) -> Vec2 {
            let r2 = self.pos.x * self.pos.x + self.pos.y * self.pos.y;
            self.pos * (-self.mass / (r2 * r2.sqrt()))
        }

        fn kick(&mut self, dt: f64) {
            self.vel += self.pull() * dt;
        }

        /// The types of the fields are in view, so no `dim` says them.
        #[jacobian(wrt(self.pos, self.vel, dt), of(self.pos, self.vel))]
        pub(super) fn advance(&mut self, dt: f64) {
            self.steps += 1;
            self.kick(0.5 * dt);
            self.pos += self.vel * dt;
            self.kick(0.5 * dt);
        }

        #[jacobian(wrt(self))]
        pub(super) fn energy(&self) -> f64 {
            let Vec2 { x, y } = self.vel;
            0.5 * self.mass * (x * x + y * y)
        }
    }

    #[jacobian(wrt(body.vel, dt), of(body.pos.x))]
    pub(super) fn drift(body: &mut Body, dt: f64) -> f64 {
        body.pos.x += body.vel.x * dt;
        body.pos.x * body.pos.y
    }

    /// A struct of numbers is an output as a whole, and so is an independent.
    #[jacobian]
    pub(super) fn turned(p: &[Vec2; 2], out: &mut Vec2) -> Vec2 {
        out.x = p[0].x * p[1].y;
        *out += p[1];
        Vec2 {
            y: p[1].x.sin(),
            x: p[0].y,
        }
    }
}

fn body(x: &[f64]) -> bodies::Body {
    bodies::Body {
        pos: bodies::Vec2 { x: x[0], y: x[1] },
        vel: bodies::Vec2 { x: x[2], y: x[3] },
        mass: 1.7,
        steps: 0,
    }
}

fn flat(body: &bodies::Body) -> [f64; 4] {
    [body.pos.x, body.pos.y, body.vel.x, body.vel.y]
}

#[test]
fn fields_of_types_in_view_have_their_shapes() {
    compare(
        "advance",
        [0.7, 1.3, -0.4, 0.2, 0.05],
        |x| {
            let mut body = body(x);
            body.advance(x[4]);
            flat(&body)
        },
        |x| {
            let mut body = body(x);
            let jacobian = body.advance_jacobian(x[4]);
            assert_eq!(body.steps, 1);
            (flat(&body), jacobian.to_dense())
        },
    );
    let (energy, jacobian) = body(&[0.7, 1.3, -0.4, 0.2]).energy_with_jacobian();
    assert_eq!(energy, body(&[0.7, 1.3, -0.4, 0.2]).energy());
    let (row, col) = (1.7 * -0.4, 1.7 * 0.2);
    let half = 0.5 * (0.4 * 0.4 + 0.2 * 0.2);
    assert_eq!(jacobian.to_dense(), [[0.0, 0.0, row, col, half]]);
    compare(
        "drift",
        [-0.4, 0.2, 0.05],
        |x| {
            let mut body = body(&[0.7, 1.3, x[0], x[1]]);
            let value = bodies::drift(&mut body, x[2]);
            [value, body.pos.x]
        },
        |x| {
            let mut body = body(&[0.7, 1.3, x[0], x[1]]);
            let (value, jacobian) = bodies::drift_with_jacobian(&mut body, x[2]);
            ([value, body.pos.x], jacobian.to_dense())
        },
    );
}

#[test]
fn structs_of_numbers_are_independents_results_and_outputs() {
    use bodies::Vec2;
    let points = |x: &[f64; 4]| [Vec2 { x: x[0], y: x[1] }, Vec2 { x: x[2], y: x[3] }];
    let from = Vec2 { x: 9.0, y: 0.3 };
    compare(
        "turned",
        [0.7, 1.3, -0.4, 0.2],
        |x| {
            let mut out = from;
            let value = bodies::turned(&points(x), &mut out);
            [value.x, value.y, out.x, out.y]
        },
        |x| {
            let mut out = from;
            let (value, jacobian) = bodies::turned_with_jacobian(&points(x), &mut out);
            ([value.x, value.y, out.x, out.y], jacobian.to_dense())
        },
    );
}

//! Operators, conversions and constructors that derives of `derive_more` write.

use jacobian_runtime::jacobian;

use crate::support::compare;

#[jacobian]
mod oscillator {
    use derive_more::{
        Add, AddAssign, Constructor, Deref, Div, From, Into, Mul, MulAssign, Neg, Sub, Sum,
    };

    #[derive(
        Clone, Copy, Add, Sub, Mul, Div, Neg, AddAssign, MulAssign, From, Into, Constructor, Sum,
    )]
    pub(super) struct State {
        x: f64,
        v: f64,
    }

    /// Its product is the one of two numbers, not the one of a number and each field.
    #[derive(Clone, Copy, Add, Mul, From, Deref)]
    #[mul(forward)]
    pub(super) struct Gain(f64);

    fn rate(s: State, k: f64) -> State {
        State::new(s.v, -k * s.x.sin())
    }

    #[jacobian]
    pub(super) fn step(at: &[f64; 4]) -> [f64; 2] {
        let [x, v, k, h] = *at;
        let s = State { x, v };
        let a = rate(s, k);
        let b = rate(s + a * (h / 2.0), k);
        let mut r = s + (a + b * 2.0) * h / 3.0;
        r += -(b - a);
        r *= 0.5;
        let all: State = [r, a].into_iter().sum();
        let (p, q): (f64, f64) = all.into();
        let pair: State = (q, p).into();
        let gain = Gain::from(k) * Gain(h) + Gain(2.0);
        [pair.x * gain.0, pair.v * gain.sin()]
    }
}

#[test]
fn derived_operators_are_followed() {
    compare("step", [0.7, -0.4, 1.9, 0.1], oscillator::step, |at| {
        let (value, jacobian) = oscillator::step_with_jacobian(at);
        (value, jacobian.to_dense())
    });
}

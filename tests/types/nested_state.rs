//! Methods of a field that read and write fields of their own, which the struct around has as well.

use crate::support::compare;

#[jacobian_runtime::jacobian]
mod control {
    #[derive(Clone, Copy)]
    pub(super) struct Integrator {
        pub(super) sum: f64,
        pub(super) n: usize,
        pub(super) gain: f64,
    }

    /// Its `n` and `gain` are others than those of the integrator.
    #[derive(Clone, Copy)]
    pub(super) struct Controller {
        pub(super) n: usize,
        pub(super) gain: f64,
        pub(super) inner: Integrator,
    }

    impl Integrator {
        fn add(&mut self, e: f64) {
            self.sum += e * self.gain;
            self.n += 1;
        }

        fn mean(&self) -> f64 {
            assert!(self.n > 0, "{} are too few", self.n);
            let mut powers = 0.0;
            for k in 0..self.n {
                powers += self.sum * k as f64;
            }
            if self.gain > 1.0 {
                powers += 1.0;
            }
            self.sum / self.n as f64 + self.gain.sin() * powers
        }
    }

    fn spread(of: &Integrator, by: f64) -> f64 {
        of.sum * by * (of.n + 1) as f64
    }

    impl Controller {
        #[jacobian(wrt(e), of(self.inner.sum))]
        pub(super) fn step(&mut self, e: f64) -> f64 {
            self.inner.add(e);
            let held = &mut self.inner;
            held.add(e * e);
            let spread = spread(&self.inner, self.gain);
            self.gain * self.inner.mean() + spread + self.n as f64
        }
    }
}

#[test]
fn a_method_of_a_field_reads_the_fields_of_that_field() {
    use control::{Controller, Integrator};
    for gain in [0.7, 1.6] {
        let start = Controller {
            n: 10,
            gain: 3.0,
            inner: Integrator {
                sum: 0.4,
                n: 2,
                gain,
            },
        };
        let after = |state: Controller| (state.inner.n, state.inner.sum.to_bits());
        let (mut plain, mut own) = (start, start);
        plain.step(0.3);
        own.step_jacobian(0.3);
        assert_eq!(after(own), after(plain));
        compare(
            "step",
            [0.3],
            |x| {
                let mut state = start;
                let value = state.step(x[0]);
                [value, state.inner.sum]
            },
            |x| {
                let mut state = start;
                let (value, jacobian) = state.step_with_jacobian(x[0]);
                ([value, state.inner.sum], jacobian.to_dense())
            },
        );
    }
}

//! Fields that are not followed, and get values that are made of active numbers.

use jacobian_runtime::jacobian;

#[jacobian]
mod plant {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(super) enum Mode {
        Off,
        On,
        Late(usize),
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct Controller {
        pub(super) on: bool,
        pub(super) count: usize,
        pub(super) mode: Mode,
        pub(super) gain: f64,
        pub(super) sum: f64,
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct Plant {
        pub(super) controller: Controller,
        pub(super) scale: f64,
        pub(super) steps: i64,
    }

    impl Controller {
        fn update(&mut self, e: f64) -> f64 {
            self.on = e > 0.0;
            self.count += (e > 1.0) as usize;
            let late = self.count > 2 && e < 5.0;
            self.mode = if late {
                Mode::Late(self.count)
            } else if e > 0.5 {
                Mode::On
            } else {
                Mode::Off
            };
            if self.on {
                self.sum += e;
                self.count = 1 + e.floor() as usize;
            }
            let factor = match self.mode {
                Mode::Off => 1.0,
                Mode::On => 2.0,
                Mode::Late(n) => n as f64,
            };
            if self.on {
                self.gain * e * factor
            } else {
                self.sum * e
            }
        }
    }

    impl Plant {
        #[jacobian(wrt(x), of(self.controller.sum))]
        pub(super) fn step(&mut self, x: &[f64; 2]) -> f64 {
            let first = self.controller.update(x[0]);
            self.steps = if x[1] > first { 3 } else { -1 };
            let other = &mut self.controller;
            other.on = x[0] * x[1] < 1.0;
            let second = self.controller.update(first * x[1]);
            first * second * self.scale * self.steps as f64
        }
    }
}

#[test]
fn a_field_gets_a_flag_a_count_or_a_variant_of_active_numbers() {
    use plant::{Controller, Mode, Plant};
    let plant = Plant {
        controller: Controller {
            on: false,
            count: 2,
            mode: Mode::Off,
            gain: 0.7,
            sum: 0.3,
        },
        scale: 1.5,
        steps: 0,
    };
    for at in [[0.8, 1.3], [-0.4, 0.9], [3.2, 0.6], [1.4, -2.0], [0.3, 2.4]] {
        let run = |x: &[f64; 2]| {
            let mut plain = plant.clone();
            let value = plain.step(x);
            ([value, plain.controller.sum], plain)
        };
        let after = run(&at).1;
        crate::support::compare(
            "Plant::step",
            at,
            |x| run(x).0,
            |x| {
                let mut changed = plant.clone();
                let (value, jacobian) = changed.step_with_jacobian(x);
                assert_eq!(changed, after);
                ([value, changed.controller.sum], jacobian.to_dense())
            },
        );
    }
}

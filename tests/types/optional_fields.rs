//! Fields of type `Option` that are outputs or independents.

#[jacobian_runtime::jacobian]
mod controllers {
    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct Sample {
        pub(super) t: f64,
        pub(super) y: f64,
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct Pid {
        pub(super) gain: f64,
        pub(super) integral: f64,
        pub(super) before: Option<f64>,
        pub(super) last: Option<Sample>,
        pub(super) pair: Option<[f64; 2]>,
    }

    impl Pid {
        #[jacobian(wrt(error, self.before), of(self.integral, self.before))]
        pub(super) fn named(&mut self, error: f64, dt: f64) -> f64 {
            self.integral += error * dt;
            let slope = match self.before {
                Some(before) => (error - before) / dt,
                None => 0.0,
            };
            if error > 1.0 {
                self.before = None;
            } else if error > 0.2 {
                self.before = Some(error * slope);
            }
            self.gain * error + self.integral * slope
        }

        #[jacobian(wrt(error))]
        pub(super) fn assigned(&mut self, error: f64, t: f64) {
            let slope = match &self.last {
                Some(last) => (error - last.y) / (t - last.t),
                None => 0.0,
            };
            self.integral += slope;
            self.last = Some(Sample {
                t,
                y: error * error,
            });
            self.pair = Some([slope, self.pair.map_or(1.0, |pair| pair[0])]);
        }

        #[jacobian(wrt(error, self.pair, self.last))]
        pub(super) fn read(&self, error: f64) -> f64 {
            let last = self.last.as_ref().map_or(error, |last| last.t * last.y);
            last + self.pair.map_or(0.0, |pair| pair[0] * pair[1] * error)
        }

        #[jacobian(wrt(error), of(self.before))]
        pub(super) fn in_place(&mut self, error: f64) -> Result<f64, String> {
            if error > 1.2 {
                return Err("too large".to_string());
            }
            if let Some(before) = self.before.as_mut() {
                *before += error * error;
            }
            let kept = self.before.get_or_insert(error);
            *kept *= error;
            Ok(*kept)
        }

        #[jacobian(wrt(error), of(self.before))]
        pub(super) fn taken(&mut self, error: f64) -> f64 {
            self.before.take().unwrap_or(error) * error
        }
    }
}

use controllers::{Pid, Sample};

fn empty() -> Pid {
    Pid {
        gain: 1.5,
        integral: 0.3,
        before: None,
        last: None,
        pair: None,
    }
}

fn filled() -> Pid {
    Pid {
        before: Some(0.4),
        last: Some(Sample { t: 0.1, y: 0.6 }),
        pair: Some([0.7, 1.1]),
        ..empty()
    }
}

/// Compares a dense Jacobian with central differences of `f` at `x`.
fn agrees<const M: usize, const N: usize>(
    dense: &[[f64; N]; M],
    x: [f64; N],
    f: impl Fn([f64; N]) -> [f64; M],
) {
    let step = 1e-6;
    for col in 0..N {
        let (mut up, mut down) = (x, x);
        up[col] += step;
        down[col] -= step;
        let (up, down) = (f(up), f(down));
        for row in 0..M {
            let slope = (up[row] - down[row]) / (2.0 * step);
            let found = dense[row][col];
            assert!(
                (slope - found).abs() < 1e-6,
                "({row}, {col}): {found}, not {slope}"
            );
        }
    }
}

#[test]
fn optional_fields_are_named_or_found() {
    for start in [empty(), filled()] {
        for error in [0.1, 0.6, 1.4] {
            let (mut plain, mut own) = (start.clone(), start.clone());
            let value = plain.named(error, 0.5);
            let (found, jacobian) = own.named_with_jacobian(error, 0.5);
            assert_eq!((found, &own), (value, &plain));
            let keeps = f64::from(u8::from(error < 0.2));
            let rows = |[error, before]: [f64; 2]| {
                let mut pid = start.clone();
                pid.before = pid.before.map(|_| before);
                let value = pid.named(error, 0.5);
                // The row of a missing field says nothing.
                [value, pid.integral, pid.before.unwrap_or(before * keeps)]
            };
            let before = start.before.unwrap_or(0.0);
            agrees(&jacobian.to_dense(), [error, before], rows);

            let (mut plain, mut own) = (start.clone(), start.clone());
            plain.assigned(error, 0.9);
            let jacobian = own.assigned_jacobian(error, 0.9);
            assert_eq!(plain, own);
            let rows = |[error]: [f64; 1]| {
                let mut pid = start.clone();
                pid.assigned(error, 0.9);
                let (last, pair) = (pid.last.unwrap(), pid.pair.unwrap());
                [pid.integral, last.t, last.y, pair[0], pair[1]]
            };
            agrees(&jacobian.to_dense(), [error], rows);
        }
    }
}

#[test]
fn optional_fields_are_independents() {
    for start in [empty(), filled()] {
        let (value, jacobian) = start.read_with_jacobian(0.8);
        assert_eq!(value, start.read(0.8));
        let rows = |[error, first, second, t, y]: [f64; 5]| {
            let pid = Pid {
                last: start.last.as_ref().map(|_| Sample { t, y }),
                pair: start.pair.map(|_| [first, second]),
                ..start.clone()
            };
            [pid.read(error)]
        };
        let [first, second] = start.pair.unwrap_or_default();
        let last = start.last.clone().unwrap_or(Sample { t: 0.0, y: 0.0 });
        agrees(
            &jacobian.to_dense(),
            [0.8, first, second, last.t, last.y],
            rows,
        );
    }
}

#[test]
fn optional_fields_are_changed_in_place_and_taken() {
    for start in [empty(), filled()] {
        let (mut plain, mut own) = (start.clone(), start.clone());
        let (found, jacobian) = own.in_place_with_jacobian(0.7).unwrap();
        assert_eq!((Ok(found), &own), (plain.in_place(0.7), &plain));
        let rows = |[error]: [f64; 1]| {
            let mut pid = start.clone();
            [pid.in_place(error).unwrap(), pid.before.unwrap()]
        };
        agrees(&jacobian.to_dense(), [0.7], rows);
        assert!(own.in_place_with_jacobian(1.3).is_err());

        let (mut plain, mut own) = (start.clone(), start.clone());
        let (found, jacobian) = own.taken_with_jacobian(0.7);
        assert_eq!((found, &own), (plain.taken(0.7), &plain));
        let rows = |[error]: [f64; 1]| [start.clone().taken(error), 0.0];
        agrees(&jacobian.to_dense(), [0.7], rows);
    }
}
